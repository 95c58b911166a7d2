"""Wiring of the memory: vault, staged notes, index, and what keeps them in step."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import structlog

from agent.errors import ConfigError, StoreUnavailable
from agent.memory.index import VectorIndex
from agent.memory.keeper import Keeper, PresentNotes
from agent.memory.library import Library
from agent.memory.notebook import MemorySettings, Notebook
from agent.memory.opening import COLLECTION, embedded_index, server_index
from agent.memory.vault import Vault
from agent.memory.vault_watch import watch
from agent.ports import Embedder, NoteIndex
from agent.routing.embedder import DIMENSION
from agent.types import Clock
from bot.config import Config
from bot.console import PERSON
from bot.store.db import Database
from bot.store.messages import SqliteHistory
from bot.store.staged import SqliteStagedNotes

VAULT, DOCUMENTS = "vault", "documents"
DOCUMENT_COLLECTION = "kallisti-documents"
SPACE = "use-multilingual-3"
"""Names the sentence encoder's vectors."""
PRUNING = timedelta(days=1)
RETRY_SECONDS = 30.0

log = structlog.get_logger("memory")


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembering:
    """The memory's parts. `index` is what may be recalled from: it never gives what the vault has no more."""

    vault: Vault
    notebook: Notebook
    keeper: Keeper
    index: NoteIndex
    documents: Shelf

    async def close(self) -> None:
        await self.index.close()
        await self.documents.index.close()

    async def run(self) -> None:
        """Reads the vault, and keeps the index and the view of the files up to date; never ends."""
        async with asyncio.TaskGroup() as together:
            together.create_task(_kept(self.vault, self.keeper))
            together.create_task(_kept(self.documents.vault, self.documents.keeper))


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """The documents' parts, which are those of the notes once more."""

    vault: Vault
    library: Library
    keeper: Keeper
    index: NoteIndex


async def _kept(vault: Vault, keeper: Keeper) -> None:
    """Reads a vault, and keeps its index and the view of its files up to date; never ends."""
    while True:
        try:
            await vault.open()
        except StoreUnavailable as error:
            log.error("the vault cannot be read", reason=str(error), next_try_in=RETRY_SECONDS)
            await asyncio.sleep(RETRY_SECONDS)
        else:
            break
    keeper.changed()
    async with asyncio.TaskGroup() as together:
        together.create_task(keeper.run())
        together.create_task(watch(vault, vault.root, changed=keeper.changed))


async def upkeep(
    config: Config,
    remembering: Remembering | None,
    *,
    staged: SqliteStagedNotes,
    history: SqliteHistory,
    clock: Clock,
) -> None:
    """What goes on behind the conversations; never ends, and takes nothing else down with it."""
    while True:
        try:
            async with asyncio.TaskGroup() as together:
                together.create_task(forget_in_time(config, staged=staged, history=history, clock=clock))
                if remembering is not None:
                    together.create_task(remembering.run())
        except Exception:
            log.exception("the upkeep of the memory broke")
            await asyncio.sleep(RETRY_SECONDS)


def build_memory(
    config: Config, *, directory: Path, database: Database, name: str, embedder: Embedder
) -> Remembering:
    """The memory on `database`, with an index named after it. Nothing runs yet. Raises ConfigError."""
    vault = Vault(vault_directory(config, directory))
    index = build_index(config, directory=directory, name=index_name(name), embedder=embedder)
    keeper = Keeper(vault=vault, index=index)
    index.lost = keeper.lost
    present = PresentNotes(index, vault=vault)
    settings = MemorySettings(
        staged_for=timedelta(days=config.memory.staged_days),
        similar=config.memory.similar,
        curators=frozenset({*config.access.owners, *config.memory.curators, PERSON.id}),
    )
    shelf = build_shelf(config, directory=directory, name=name, embedder=embedder, curators=settings.curators)
    notebook = Notebook(
        vault=vault,
        staged=SqliteStagedNotes(database),
        index=present,
        settings=settings,
        changed=keeper.changed,
        settled=keeper.settled,
        documents=shelf.library,
    )
    return Remembering(vault=vault, notebook=notebook, keeper=keeper, index=present, documents=shelf)


def build_shelf(
    config: Config, *, directory: Path, name: str, embedder: Embedder, curators: frozenset[int]
) -> Shelf:
    """The documents, in a directory of the data directory. Nothing runs yet. Raises ConfigError."""
    vault = Vault(directory / DOCUMENTS, longest=config.documents.characters)
    index = document_index(config, directory=directory, name=name, embedder=embedder)
    keeper = Keeper(vault=vault, index=index)
    index.lost = keeper.lost
    present = PresentNotes(index, vault=vault)
    library = Library(
        vault=vault,
        index=present,
        most=config.documents.per_user,
        curators=curators,
        changed=keeper.changed,
    )
    return Shelf(vault=vault, library=library, keeper=keeper, index=present)


def document_index(config: Config, *, directory: Path, name: str, embedder: Embedder) -> VectorIndex:
    """The index of documents beside that of the database `name`. Raises ConfigError."""
    return build_index(
        config,
        directory=directory,
        name=f"{index_name(name)}-{DOCUMENTS}",
        embedder=embedder,
        collection=DOCUMENT_COLLECTION,
    )


def build_index(
    config: Config, *, directory: Path, name: str, embedder: Embedder, collection: str = COLLECTION
) -> VectorIndex:
    """The index in the data directory, or on the configured server, where each daemon has collections of its
    own: what its vault has no more is removed from them. Raises ConfigError.
    """
    memory = config.memory
    if memory.server:
        key = _key(memory.server_key_file)
        mark = config.discord.sharding.mark
        return server_index(
            memory.server,
            key,
            embedder=embedder,
            space=SPACE,
            dimension=DIMENSION,
            collection=f"{collection}-shard{mark}" if mark else collection,
        )
    return embedded_index(directory / name, embedder=embedder, space=SPACE, dimension=DIMENSION)


def index_name(database: str) -> str:
    """Each database has its own index: the console and the daemon may run at once."""
    return f"{database.partition('.')[0]}-index"


def vault_directory(config: Config, directory: Path) -> Path:
    return Path(config.memory.directory).expanduser() if config.memory.directory else directory / VAULT


async def forget_in_time(
    config: Config, *, staged: SqliteStagedNotes, history: SqliteHistory, clock: Clock
) -> None:
    """Removes staged notes that have expired, and what was said longer ago than is to be kept; never ends."""
    days = config.memory.history_days
    while True:
        try:
            expired = await staged.prune(now=clock())
            old = await history.prune(before=clock() - timedelta(days=days)) if days else 0
            if expired or old:
                log.info("forgotten in time", staged_notes=expired, messages=old)
        except StoreUnavailable as error:
            log.warning("nothing is forgotten in time now", reason=str(error))
        await asyncio.sleep(PRUNING.total_seconds())


def _key(file: str) -> str:
    if not file:
        return ""
    try:
        return Path(file).expanduser().read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"the key of the Qdrant server cannot be read from {file}: {error}") from None
