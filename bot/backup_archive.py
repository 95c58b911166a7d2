"""The archive of a backup: a compressed tar whose last member lists every other one with its SHA-256.

What is in an archive is only believed once all of it was read and compared with that list.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import tarfile
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Any

from agent.errors import ConfigError

FORMAT = 1
MANIFEST = "manifest.json"
MANIFEST_LIMIT = 256 * 1024 * 1024
IN_MEMORY = 16 * 1024 * 1024
"""Bytes of one file that are held in memory while it is read; more go to the disk."""
CHUNK = 1 << 20
COMPRESSION = 1
"""Notes and databases shrink to nearly as little at the quickest level."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One file of an archive. `name` has slashes and is relative."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """`made_at` is an instant in ISO 8601; `version` is Kallisti's."""

    made_at: str
    version: str
    entries: tuple[Entry, ...]

    @property
    def size(self) -> int:
        return sum(entry.size for entry in self.entries)

    def to_json(self) -> bytes:
        files = [asdict(entry) for entry in self.entries]
        page = {"format": FORMAT, "made_at": self.made_at, "version": self.version, "files": files}
        return json.dumps(page, indent=1).encode()


def write_archive(
    target: IO[bytes], files: Iterable[tuple[str, Path]], *, made_at: str, version: str
) -> Manifest:
    """Writes `files`, pairs of a name and where it lies, as an archive. Files that vanish meanwhile are left
    out. Raises OSError.
    """
    entries: list[Entry] = []
    with tarfile.open(fileobj=target, mode="w:gz", compresslevel=COMPRESSION) as archive:
        for name, path in files:
            try:
                source = path.open("rb")
            except FileNotFoundError:
                continue
            with source:
                entries.append(_add(archive, name, source))
        manifest = Manifest(made_at=made_at, version=version, entries=tuple(entries))
        with tempfile.SpooledTemporaryFile(max_size=IN_MEMORY) as page:
            page.write(manifest.to_json())
            _append(archive, tarfile.TarInfo(MANIFEST), page)
    return manifest


def read_archive(path: Path, *, into: Path | None = None) -> Manifest:
    """Reads all of an archive and compares it with its list; `into` also gets the files.

    Raises ConfigError for what is damaged, incomplete, foreign or of a later format; `into` may hold files
    then.
    """
    with _understood(path), tarfile.open(path, mode="r|gz") as archive:
        found: dict[str, Entry] = {}
        manifest: Manifest | None = None
        for member in archive:
            content = _content(archive, member, path)
            if manifest is not None or member.name in found:
                raise ConfigError(f"{path} is no backup of Kallisti: {member.name!r} is out of place")
            if member.name == MANIFEST:
                manifest = _manifest(content.read(MANIFEST_LIMIT), path)
            else:
                found[member.name] = _taken(member, content, into, path)
    _compare(manifest, found, path)
    assert manifest is not None
    return manifest


# ------------------------------------------------------------------ writing


def _add(archive: tarfile.TarFile, name: str, source: IO[bytes]) -> Entry:
    """A file that somebody writes to meanwhile is taken as it was read, whatever its size is by then."""
    digest, size = hashlib.sha256(), 0
    status = os.fstat(source.fileno())
    with tempfile.SpooledTemporaryFile(max_size=IN_MEMORY) as copy:
        while chunk := source.read(CHUNK):
            digest.update(chunk)
            size += copy.write(chunk)
        info = tarfile.TarInfo(name)
        info.mtime, info.mode = status.st_mtime, stat.S_IMODE(status.st_mode)
        _append(archive, info, copy)
    return Entry(name=name, size=size, sha256=digest.hexdigest())


def _append(archive: tarfile.TarFile, info: tarfile.TarInfo, content: IO[bytes]) -> None:
    info.size = content.tell()
    content.seek(0)
    archive.addfile(info, content)


# ------------------------------------------------------------------ reading


@contextmanager
def _understood(path: Path) -> Iterator[None]:
    try:
        yield
    except (tarfile.TarError, EOFError, zlib.error) as error:
        raise ConfigError(f"{path} is damaged or no backup: {error}") from None
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror or error}") from None


def _content(archive: tarfile.TarFile, member: tarfile.TarInfo, path: Path) -> IO[bytes]:
    pure = PurePosixPath(member.name)
    content = archive.extractfile(member) if member.isreg() else None
    if content is None or pure.is_absolute() or not pure.parts or ".." in pure.parts:
        raise ConfigError(f"{path} is no backup of Kallisti: it holds {member.name!r}")
    return content


def _taken(member: tarfile.TarInfo, content: IO[bytes], into: Path | None, path: Path) -> Entry:
    digest, size = hashlib.sha256(), 0
    target = into / member.name if into else Path(os.devnull)
    try:
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with target.open("wb") as copy:
            while chunk := content.read(CHUNK):
                digest.update(chunk)
                size += copy.write(chunk)
            if into:
                copy.flush()
                os.fsync(copy.fileno())
        if into:
            # Whatever an archive says of its files, others get nothing, and nothing is run.
            target.chmod(member.mode & 0o600 | 0o400)
            os.utime(target, (member.mtime, member.mtime))
    except OSError as error:
        raise ConfigError(f"{member.name} of {path} cannot be written: {error.strerror or error}") from None
    return Entry(name=member.name, size=size, sha256=digest.hexdigest())


def _manifest(page: bytes, path: Path) -> Manifest:
    try:
        read: dict[str, Any] = json.loads(page)
        if read["format"] != FORMAT:
            raise ConfigError(f"{path} was made by a later version of Kallisti; restore it with that one")
        entries = tuple(
            Entry(name=str(each["name"]), size=int(each["size"]), sha256=str(each["sha256"]))
            for each in read["files"]
        )
        return Manifest(made_at=str(read["made_at"]), version=str(read["version"]), entries=entries)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ConfigError(f"{path} is no backup of Kallisti: its list of files cannot be read") from None


def _compare(manifest: Manifest | None, found: dict[str, Entry], path: Path) -> None:
    if manifest is None:
        raise ConfigError(f"{path} is incomplete or no backup: its list of files is missing")
    listed = {entry.name: entry for entry in manifest.entries}
    for name in sorted(listed.keys() | found.keys()):
        if listed.get(name) != found.get(name):
            raise ConfigError(f"{path} is damaged: {name} is not what was put in")
