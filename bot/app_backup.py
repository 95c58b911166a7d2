"""`kallisti backup` and `kallisti restore`: all that a Kallisti cannot make anew, in one verified file.

In it are the databases, the vault and the documents. The index of notes is made anew from the vault.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from agent.errors import ConfigError
from bot.app_house import Setup, made
from bot.app_memory import vault_directory
from bot.backup_archive import Manifest, read_archive, write_archive
from bot.config import data_directory
from bot.store.backup import copy_database, damage_in, steps_of
from bot.store.db import sole_owner
from bot.store.migrations import check_known

BACKUPS = "backups"
DOCUMENTS = "documents"
DATABASES = ("kallisti.sqlite3", "console.sqlite3")
INDEXES = ("kallisti-index", "console-index")
SIDE_FILES = ("", "-wal", "-shm", "-journal")
PREFIX, SUFFIX = "kallisti-", ".tar.gz"
STAMP = "%Y%m%dT%H%M%SZ"


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Where what is backed up lies, and where backups are kept."""

    data: Path
    vault: Path
    backups: Path

    @property
    def trees(self) -> dict[str, Path]:
        """Directories that are taken whole, by their name in the archive."""
        return {"vault": self.vault, "documents": self.data / DOCUMENTS}

    @property
    def databases(self) -> list[Path]:
        """Those that are there. Without any there is nothing to back up."""
        return [path for name in DATABASES if (path := self.data / name).is_file()]


def places_of(setup: Setup) -> Places:
    """Raises ConfigError."""
    data = data_directory(setup.config, setup.surroundings)
    chosen = setup.config.backup.directory
    return Places(
        data=data,
        vault=vault_directory(setup.config, data),
        backups=Path(chosen).expanduser() if chosen else data / BACKUPS,
    )


def backups_in(directory: Path) -> list[Path]:
    """The archives of earlier backups, oldest first."""
    return sorted(directory.glob(f"{PREFIX}????????T??????Z{SUFFIX}"))


# ------------------------------------------------------------------ backup


def backed_up(setup: Setup) -> list[str]:
    """Makes a backup and removes the oldest ones beyond the configured number. Raises ConfigError.

    Kallisti may be running.
    """
    places = places_of(setup)
    if not places.databases:
        raise ConfigError(
            f"there is no database in {places.data}; start Kallisti once, or name its configuration"
        )
    made(places.backups)
    now = setup.clock()
    with _written(places.backups, f"{PREFIX}{now.astimezone(UTC):{STAMP}}{SUFFIX}") as (draft, target):
        manifest = _pack(places, draft, now)
    removed = _rotate(places.backups, setup.config.backup.keep)
    size = target.stat().st_size
    lines = [f"backup: {target}, {len(manifest.entries)} files, {megabytes(size)}, verified"]
    return [*lines, *(f"removed: {old.name}" for old in removed)]


@contextmanager
def _written(directory: Path, name: str) -> Iterator[tuple[Path, Path]]:
    """A draft that becomes the file `name` when the block ends well, and is removed otherwise."""
    target = directory / name
    try:
        descriptor, draft_name = tempfile.mkstemp(prefix=".backup-", dir=directory)
        os.close(descriptor)
    except OSError as error:
        raise ConfigError(f"no backup can be written in {directory}: {error.strerror}") from None
    draft = Path(draft_name)
    try:
        yield draft, target
        draft.replace(target)
    except OSError as error:
        raise ConfigError(f"the backup {target} was not written: {error.strerror or error}") from None
    finally:
        draft.unlink(missing_ok=True)


def _pack(places: Places, draft: Path, now: datetime) -> Manifest:
    with tempfile.TemporaryDirectory(prefix=".databases-", dir=draft.parent) as copies:
        files = [*_copies(places.databases, Path(copies)), *_files(places)]
        with draft.open("wb") as target:
            manifest = write_archive(
                target,
                files,
                made_at=now.astimezone(UTC).isoformat(timespec="seconds"),
                version=version("kallisti-bot"),
            )
            target.flush()
            os.fsync(target.fileno())
    if read_archive(draft) != manifest:
        raise ConfigError("the backup does not hold what was written; is the disk sound?")
    return manifest


def _copies(databases: Iterable[Path], folder: Path) -> Iterator[tuple[str, Path]]:
    for path in databases:
        copy_database(path, folder / path.name)
        yield f"database/{path.name}", folder / path.name


def _files(places: Places) -> Iterator[tuple[str, Path]]:
    """Every plain file of the trees; nothing behind a link, and no backups in a backup."""
    for tree, root in places.trees.items():
        for folder, folders, names in os.walk(root):
            folders[:] = sorted(each for each in folders if Path(folder, each) != places.backups)
            for name in sorted(names):
                path = Path(folder, name)
                if path.is_file() and not path.is_symlink():
                    yield f"{tree}/{path.relative_to(root).as_posix()}", path


def _rotate(directory: Path, keep: int) -> list[Path]:
    old = backups_in(directory)[:-keep]
    for path in old:
        path.unlink(missing_ok=True)
    return old


# ------------------------------------------------------------------ restore


def restored(setup: Setup, archive: Path, *, force: bool) -> list[str]:
    """Puts what a backup holds into the data directory, once all of it was checked. Raises ConfigError.

    Without `force` only where there is nothing yet; with it, what is there is moved aside, and kept.
    """
    places = places_of(setup)
    made(places.data)
    with ExitStack() as stack:
        for name in DATABASES:
            stack.enter_context(sole_owner(places.data / name))
        if not force and (there := _first_thing_in(places)):
            raise ConfigError(
                f"{there} is there already; restore into an empty data directory, "
                "or add --force to have what is there moved aside"
            )
        unpacked = stack.enter_context(_staging(places.data))
        manifest = read_archive(archive, into=unpacked)
        _check_databases(unpacked, archive)
        aside = _move_aside(places, setup.clock())
        _move_in(unpacked, places)
    lines = [f"restored: {len(manifest.entries)} files of {manifest.made_at} into {places.data}"]
    return [*lines, *([f"moved aside: {aside}"] if aside else [])]


@contextmanager
def _staging(directory: Path) -> Iterator[Path]:
    try:
        folder = tempfile.mkdtemp(prefix=".restore-", dir=directory)
    except OSError as error:
        raise ConfigError(f"{directory} cannot be written to: {error.strerror}") from None
    try:
        yield Path(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _present(places: Places) -> Iterator[tuple[str, Path]]:
    """What a restored backup would mix with, and the name that it gets when it is moved aside."""
    names = (*(f"{name}{side}" for name in DATABASES for side in SIDE_FILES), *INDEXES)
    yield from ((name, places.data / name) for name in names if (places.data / name).exists())
    for tree, root in places.trees.items():
        # The contents alone: the directory itself may be a mount point.
        children = sorted(root.iterdir()) if root.is_dir() else []
        yield from ((f"{tree}/{child.name}", child) for child in children if child != places.backups)


def _first_thing_in(places: Places) -> Path | None:
    return next((path for _, path in _present(places)), None)


def _check_databases(unpacked: Path, archive: Path) -> None:
    found = [path for name in DATABASES if (path := unpacked / "database" / name).is_file()]
    if not found:
        raise ConfigError(f"{archive} holds no database of Kallisti's")
    for path in found:
        if reason := damage_in(path):
            raise ConfigError(f"{path.name} of {archive} is damaged: {reason}")
        check_known(steps_of(path))


def _move_aside(places: Places, now: datetime) -> Path | None:
    aside = places.data / f"before-restore-{now.astimezone(UTC):{STAMP}}"
    present = list(_present(places))
    for name, path in present:
        _move(path, aside / name)
    return aside if present else None


def _move_in(unpacked: Path, places: Places) -> None:
    for path in sorted((unpacked / "database").iterdir()):
        if path.name in DATABASES:
            _move(path, places.data / path.name)
    for tree, root in places.trees.items():
        for child in sorted((unpacked / tree).iterdir()) if (unpacked / tree).is_dir() else ():
            _move(child, root / child.name)


def _move(source: Path, target: Path) -> None:
    try:
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        shutil.move(source, target)
    except OSError as error:
        raise ConfigError(f"{source} cannot be moved to {target}: {error.strerror or error}") from None


def megabytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB"
