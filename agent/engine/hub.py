"""Fetches a GGUF file from the Hugging Face hub: with a progress bar, resumable, and checked against its
digest.

A file that was fetched once is found without any network: nobody outside learns when the bot starts.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.errors import ModelFileError

PREFERRED = ("Q4_K_M", "Q4_K_S", "Q5_K_M", "Q4_0", "Q4_1", "Q5_K_S", "Q6_K", "Q8_0")
"""Which file of a repository is taken when none is named: best quality for its size first."""

_HUB_ID = re.compile(r"(?P<owner>[\w.-]+)/(?P<name>[\w.-]+)(?::(?P<file>[\w./-]+\.gguf))?", re.ASCII)
_SHA256 = re.compile(r"[0-9a-f]{64}")
_PART = re.compile(r"-\d{5}-of-\d{5}\.gguf$")
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class HubId:
    """`repository` is "owner/name"; `file` None lets `pick_file` choose."""

    repository: str
    file: str | None

    def __str__(self) -> str:
        return f"{self.repository}:{self.file}" if self.file else self.repository


def parse_hub_id(text: str) -> HubId | None:
    """None for what can only be a path: it starts with ".", "/" or "~", or ends in .gguf without naming a
    repository.
    """
    match = _HUB_ID.fullmatch(text)
    if match is None or text.startswith((".", "-")) or match["name"].endswith(".gguf"):
        return None
    return HubId(repository=f"{match['owner']}/{match['name']}", file=match["file"])


def pick_file(names: Iterable[str]) -> str | None:
    """The preferred one of a repository's GGUF files; parts of split models and projectors do not count."""
    files = sorted(
        n for n in names if n.endswith(".gguf") and not _PART.search(n) and "mmproj" not in n.lower()
    )
    for kind in PREFERRED:
        for name in files:
            if re.search(rf"[-._]{kind}\.gguf$", name, re.IGNORECASE):
                return name
    return files[0] if files else None


def fetch(hub_id: HubId, *, cache_directory: Path | None, endpoint: str | None) -> Path:
    """The local file; blocks. Raises ModelFileError."""
    # Late: it takes a second to import, and only hub ids need it.
    import huggingface_hub  # noqa: PLC0415

    try:
        local = _local(huggingface_hub, hub_id, cache_directory)
        if local is not None:
            return local
        name = hub_id.file or _choose(huggingface_hub, hub_id, endpoint)
        path = Path(
            huggingface_hub.hf_hub_download(
                hub_id.repository, name, cache_dir=cache_directory, endpoint=endpoint
            )
        )
    except ModelFileError:
        raise
    except Exception as error:  # errors of the hub's HTTP client, whose package varies, come through
        raise ModelFileError(f"The model {hub_id} could not be fetched: {_reason(error)}") from error
    check_digest(path)
    return path


def fetched(hub_id: HubId, *, cache_directory: Path | None) -> Path | None:
    """The file as fetched earlier, without asking anybody; None where it was not."""
    import huggingface_hub  # noqa: PLC0415 - as in `fetch`

    return _local(huggingface_hub, hub_id, cache_directory)


def fetched_files() -> list[tuple[str, Path]]:
    """Every GGUF file that was fetched, with the name that `[engine] model` takes for it."""
    import huggingface_hub  # noqa: PLC0415 - as in `fetch`
    from huggingface_hub import constants  # noqa: PLC0415 - no attribute of the package until it is imported

    cache = Path(constants.HF_HUB_CACHE)
    if not cache.is_dir():
        return []
    found = {
        f"{repository.repo_id}:{file.file_path.relative_to(revision.snapshot_path)}": file.file_path
        for repository in huggingface_hub.scan_cache_dir(cache).repos
        for revision in repository.revisions
        for file in revision.files
        if file.file_name.endswith(".gguf")
    }
    return sorted(found.items())


def check_digest(path: Path) -> None:
    """The hub's cache names a large file by its SHA-256. Removes it and raises ModelFileError when it
    differs.
    """
    blob = path.resolve()
    if not _SHA256.fullmatch(blob.name):
        return
    digest = hashlib.sha256()
    with blob.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    if digest.hexdigest() != blob.name:
        blob.unlink()
        path.unlink(missing_ok=True)
        raise ModelFileError(
            f"The fetched file {path.name} was damaged on its way and is removed; start again."
        )


def _local(hub: Any, hub_id: HubId, cache_directory: Path | None) -> Path | None:
    """The file as fetched earlier, without asking anybody."""
    load: Callable[..., Any] = hub.try_to_load_from_cache
    if hub_id.file is not None:
        found = load(hub_id.repository, hub_id.file, cache_dir=cache_directory)
        return Path(found) if isinstance(found, str) else None
    try:
        folder = Path(
            hub.snapshot_download(
                hub_id.repository, cache_dir=cache_directory, allow_patterns=["*.gguf"], local_files_only=True
            )
        )
    except FileNotFoundError:
        return None
    name = pick_file(str(file.relative_to(folder)) for file in folder.rglob("*.gguf"))
    return folder / name if name else None


def _choose(hub: Any, hub_id: HubId, endpoint: str | None) -> str:
    names = hub.HfApi(endpoint=endpoint).list_repo_files(hub_id.repository)
    name = pick_file(names)
    if name is None:
        raise ModelFileError(
            f"The hub's repository {hub_id} holds no whole GGUF file; name another one in [engine] model."
        )
    return name


def _reason(error: Exception) -> str:
    """One line; the hub library's messages run over several."""
    line = next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
    return f"{line.rstrip('.')}. Check the name, the network and the free space, then start again."
