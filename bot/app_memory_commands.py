"""`kallisti memory rebuild|export`: the notes, for the operator."""

from __future__ import annotations

import asyncio
import tarfile
from pathlib import Path

from agent.errors import ConfigError, IndexUnavailable, StoreUnavailable
from agent.memory.keeper import Keeper
from agent.memory.vault import Vault
from agent.memory.vault_names import SUFFIX
from agent.ports import NoteIndex
from agent.routing.embedder import SentenceEncoder
from bot.app_house import Setup
from bot.app_memory import DOCUMENTS, build_index, document_index, index_name, vault_directory
from bot.config import data_directory

DATABASE = "kallisti.sqlite3"


def rebuilt(setup: Setup) -> list[str]:
    """Makes the index anew from the vault. Raises ConfigError, also while a daemon uses the index."""
    return asyncio.run(_rebuild(setup))


def exported(setup: Setup, path: Path) -> list[str]:
    """Writes all notes, as they lie in the vault, into a compressed archive. Raises ConfigError."""
    root = _vault(setup)
    notes = [file for file in sorted(root.rglob(f"*{SUFFIX}")) if _is_note(file, root)]
    try:
        with path.open("xb") as target, tarfile.open(fileobj=target, mode="w:gz") as archive:
            path.chmod(0o600)
            for note in notes:
                archive.add(note, arcname=str(Path("vault", note.relative_to(root))), recursive=False)
    except OSError as error:
        raise ConfigError(f"{path} cannot be written: {error.strerror}") from None
    kind = "note" if len(notes) == 1 else "notes"
    return [f"exported: {len(notes)} {kind} from {root}"]


async def _rebuild(setup: Setup) -> list[str]:
    directory, embedder = data_directory(setup.config, setup.surroundings), SentenceEncoder()
    notes = build_index(setup.config, directory=directory, name=index_name(DATABASE), embedder=embedder)
    lines = [await _indexed(Vault(_vault(setup)), notes, "notes")]
    if (directory / DOCUMENTS).is_dir():
        documents = document_index(setup.config, directory=directory, name=DATABASE, embedder=embedder)
        lines.append(await _indexed(Vault(directory / DOCUMENTS), documents, "documents"))
    return lines


async def _indexed(vault: Vault, index: NoteIndex, what: str) -> str:
    try:
        await vault.open()
        count = await Keeper(vault=vault, index=index).rebuild()
    except (IndexUnavailable, StoreUnavailable) as error:
        raise ConfigError(f"the index was not rebuilt: {error}; is Kallisti still running?") from None
    finally:
        await index.close()
    return f"indexed: {count} {what} from {vault.root}"


def _vault(setup: Setup) -> Path:
    root = vault_directory(setup.config, data_directory(setup.config, setup.surroundings))
    if not root.is_dir():
        raise ConfigError(f"there is no vault {root} yet; start Kallisti once, or name its configuration")
    return root


def _is_note(file: Path, root: Path) -> bool:
    """A file that the vault would show: nothing hidden, nothing behind a link."""
    below = file.relative_to(root)
    links = any((root / parent).is_symlink() for parent in (below, *below.parents))
    return file.is_file() and not links and not any(part.startswith(".") for part in below.parts)
