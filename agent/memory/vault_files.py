"""The vault's files. Every path is walked component by component from the root, following no link.

user/ID/NAME.md  channel/ID/NAME.md  guild/ID/NAME.md     the notes, as Obsidian shows them
.revisions/NOTE_ID/0001.md                                what they said before
.tmp/                                                     files on their way
.kallisti/                                                what was seen last, see `catalogue`
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from agent.errors import NotFound
from agent.memory.vault_names import DEEPEST, SUFFIX, is_safe
from agent.memory_types import Scope, ScopeKind

REVISIONS, UNFINISHED, OWN = ".revisions", ".tmp", ".kallisti"
LARGEST_FILE = 1_048_576
"""Bytes of a note; larger files are left alone."""
KEPT_REVISIONS = 20
_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC

Parts = tuple[str, ...]
"""A path below the root."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """Changes when a file is written anew, moved over or edited in place."""

    modified_ns: int
    size: int
    inode: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A note's file. `parts` lead to it from its scope's directory."""

    scope: Scope
    parts: Parts
    signature: Signature


def nothing(_step: str) -> None:
    """No checkpoint."""


class VaultFiles:
    """Blocking; callers run it in a thread, one at a time. Raises OSError, and NotFound for unsafe paths.

    `on_step` is told of each step of a change before it is taken.
    """

    def __init__(self, root: Path, *, on_step: Callable[[str], None] = nothing) -> None:
        self._root = root
        self._on_step = on_step

    def prepare(self) -> None:
        """Makes what is missing, for the owner alone, and removes what a killed process left unfinished."""
        self._root.mkdir(parents=True, exist_ok=True, mode=0o700)
        for kind in ScopeKind:
            with self._directory((kind.value,), create=True):
                pass
        with self._directory((UNFINISHED,), create=True) as directory:
            for name in os.listdir(directory):  # noqa: PTH208 - by descriptor
                with suppress(OSError):
                    os.unlink(name, dir_fd=directory)

    def walk(self, refused: Callable[[str, str], None]) -> Iterator[Found]:
        """Every note's file. `refused(path, reason)` is told what is left alone."""
        for kind in ScopeKind:
            try:
                with self._directory((kind.value,)) as directory:
                    names = sorted(entry.name for entry in os.scandir(directory))
            except OSError:
                continue
            for name in names:
                if _is_id(name):
                    yield from self._below(Scope(kind=kind, id=int(name)), (), refused)

    def read(self, scope: Scope, parts: Parts) -> tuple[bytes, Signature]:
        """The whole file."""
        return self._read((*_scope_parts(scope), *parts))

    def replace(self, scope: Scope, parts: Parts, data: bytes) -> Signature:
        """Puts `data` in the place of the file, all of it or nothing."""
        return self._write((*_scope_parts(scope), *parts), data, exclusive=False)

    def create(self, scope: Scope, parts: Parts, data: bytes) -> Signature:
        """A new file, all of it or nothing. Raises FileExistsError."""
        return self._write((*_scope_parts(scope), *parts), data, exclusive=True)

    def remove(self, scope: Scope, parts: Parts) -> None:
        """A file that is gone already is no fault."""
        with self._directory((*_scope_parts(scope), *parts[:-1])) as directory:
            self._on_step("remove")
            with suppress(FileNotFoundError):
                os.unlink(_checked(parts[-1]), dir_fd=directory)
            os.fsync(directory)
        self._drop_empty(scope)

    def keep_revision(self, note_id: str, data: bytes) -> None:
        """Keeps what a note said, and of older revisions the newest."""
        numbers = self.revisions(note_id)
        number = (numbers[-1] if numbers else 0) + 1
        self._write((REVISIONS, note_id, f"{number:04}{SUFFIX}"), data, exclusive=True)
        with self._directory((REVISIONS, note_id)) as directory:
            for old in numbers[: -KEPT_REVISIONS + 1]:
                os.unlink(f"{old:04}{SUFFIX}", dir_fd=directory)

    def revisions(self, note_id: str) -> list[int]:
        """The numbers of the older revisions, oldest first."""
        try:
            with self._directory((REVISIONS, note_id)) as directory:
                names = os.listdir(directory)  # noqa: PTH208 - by descriptor
        except FileNotFoundError:
            return []
        stems = (name.removesuffix(SUFFIX) for name in names)
        return sorted(int(stem) for stem in stems if stem.isascii() and stem.isdecimal())

    def revised(self) -> list[str]:
        """The ids of all notes that have older revisions."""
        try:
            with self._directory((REVISIONS,)) as directory:
                return sorted(name for name in os.listdir(directory) if is_safe(name))  # noqa: PTH208
        except FileNotFoundError:
            return []

    def read_revision(self, note_id: str, number: int) -> bytes:
        return self._read((REVISIONS, note_id, f"{number:04}{SUFFIX}"))[0]

    def drop_revisions(self, note_id: str) -> None:
        for number in self.revisions(note_id):
            with self._directory((REVISIONS, note_id)) as directory:
                os.unlink(f"{number:04}{SUFFIX}", dir_fd=directory)
        with suppress(FileNotFoundError, OSError), self._directory((REVISIONS,)) as directory:
            os.rmdir(_checked(note_id), dir_fd=directory)

    def read_own(self, name: str) -> bytes | None:
        """A file of our own beside the notes; None where there is none."""
        try:
            return self._read((OWN, name), largest=None)[0]
        except (FileNotFoundError, NotADirectoryError):
            return None

    def write_own(self, name: str, data: bytes) -> None:
        self._write((OWN, name), data, exclusive=False)

    # ------------------------------------------------------------------ inside

    def _drop_empty(self, scope: Scope) -> None:
        """Removes the scope's directory where nothing is left in it: its name is somebody's id."""
        with suppress(OSError), self._directory((scope.kind.value,)) as directory:
            os.rmdir(str(scope.id), dir_fd=directory)

    def _below(self, scope: Scope, below: Parts, refused: Callable[[str, str], None]) -> Iterator[Found]:
        where = (*_scope_parts(scope), *below)
        deeper: list[str] = []
        try:
            with self._directory(where) as directory, os.scandir(directory) as entries:
                files = []
                for entry in sorted(entries, key=lambda each: each.name):
                    if entry.name.startswith("."):
                        continue
                    shown = "/".join((*where, entry.name)).encode("utf-8", "replace").decode()
                    kind, reason = _judged(entry)
                    if reason:
                        refused(shown, reason)
                    elif kind == "directory":
                        deeper.append(entry.name)
                    elif kind == "note":
                        signature = _signature(entry.stat(follow_symlinks=False))
                        files.append(Found(scope=scope, parts=(*below, entry.name), signature=signature))
        except OSError as error:
            refused("/".join(where), f"it cannot be read: {error.strerror}")
            return
        yield from files
        for name in deeper:
            if len(below) + 1 < DEEPEST:
                yield from self._below(scope, (*below, name), refused)
            else:
                refused("/".join((*where, name)), f"it lies more than {DEEPEST} directories deep")

    def _read(self, parts: Parts, *, largest: int | None = LARGEST_FILE) -> tuple[bytes, Signature]:
        with self._directory(parts[:-1]) as directory:
            descriptor = os.open(_checked(parts[-1]), _FILE, dir_fd=directory)
        with os.fdopen(descriptor, "rb") as file:
            found = os.fstat(descriptor)
            if not stat.S_ISREG(found.st_mode):
                raise NotFound(f"{parts[-1]} is no file")
            data = file.read() if largest is None else file.read(largest + 1)
        if largest is not None and len(data) > largest:
            raise NotFound(f"{parts[-1]} is larger than {largest} bytes")
        return data, _signature(found)

    def _write(self, parts: Parts, data: bytes, *, exclusive: bool) -> Signature:
        name, temporary = _checked(parts[-1]), f"{uuid4().hex}.part"
        with (
            self._directory((UNFINISHED,), create=True) as unfinished,
            self._directory(parts[:-1], create=True) as directory,
        ):
            self._on_step("write")
            try:
                signature = self._write_new(temporary, data, unfinished)
                self._on_step("rename")
                if exclusive:
                    os.link(
                        temporary, name, src_dir_fd=unfinished, dst_dir_fd=directory, follow_symlinks=False
                    )
                    self._on_step("unlink")
                    os.unlink(temporary, dir_fd=unfinished)
                else:
                    os.rename(temporary, name, src_dir_fd=unfinished, dst_dir_fd=directory)
            except BaseException:
                with suppress(OSError):
                    os.unlink(temporary, dir_fd=unfinished)
                raise
            self._on_step("sync")
            os.fsync(directory)
        return signature

    def _write_new(self, name: str, data: bytes, directory: int) -> Signature:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        with os.fdopen(os.open(name, flags, 0o600, dir_fd=directory), "wb") as file:
            file.write(data)
            file.flush()
            self._on_step("fsync")
            os.fsync(file.fileno())
            return _signature(os.fstat(file.fileno()))

    @contextmanager
    def _directory(self, parts: Parts, *, create: bool = False) -> Iterator[int]:
        if create:
            self._root.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(self._root, _DIRECTORY & ~os.O_NOFOLLOW)
        try:
            for depth, part in enumerate(parts):
                own = depth == 0 and part in (REVISIONS, UNFINISHED, OWN)
                name = part if own else _checked(part)
                descriptor, parent = _entered(descriptor, name, create=create), descriptor
                os.close(parent)
            yield descriptor
        finally:
            os.close(descriptor)


def _entered(parent: int, name: str, *, create: bool) -> int:
    """The directory `name` of the directory `parent`, opened."""
    try:
        return os.open(name, _DIRECTORY, dir_fd=parent)
    except FileNotFoundError:
        if not create:
            raise
    with suppress(FileExistsError):
        os.mkdir(name, 0o700, dir_fd=parent)
    os.fsync(parent)
    return os.open(name, _DIRECTORY, dir_fd=parent)


def _scope_parts(scope: Scope) -> Parts:
    return (scope.kind.value, str(scope.id))


def _is_id(name: str) -> bool:
    return name.isascii() and name.isdecimal() and not name.startswith("0") and len(name) < 20


def _checked(component: str) -> str:
    if not is_safe(component):
        raise NotFound("there is no note of that name")
    return component


def _signature(found: os.stat_result) -> Signature:
    return Signature(modified_ns=found.st_mtime_ns, size=found.st_size, inode=found.st_ino)


def _judged(entry: os.DirEntry[str]) -> tuple[str, str]:
    """What an entry is ("note", "directory", or "" for anything else), or why it is left alone."""
    if entry.is_symlink():
        return "", "it is a link"
    directory = entry.is_dir(follow_symlinks=False)
    if not directory and not entry.name.endswith(SUFFIX):
        return "", ""
    if not is_safe(entry.name):
        return "", "its name has characters that no note's name may have"
    if directory:
        return "directory", ""
    if not entry.is_file(follow_symlinks=False):
        return "", "it is no file"
    if entry.stat(follow_symlinks=False).st_size > LARGEST_FILE:
        return "", f"it is larger than {LARGEST_FILE} bytes"
    return "note", ""
