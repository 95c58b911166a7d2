"""`kallisti backup` and `restore`: what is in an archive comes back as it was, or is refused."""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import os
import sqlite3
import subprocess
import sys
import tarfile
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from agent.errors import ConfigError
from bot.app_backup import backed_up, backups_in, restored
from bot.app_house import Setup, made
from bot.backup_archive import read_archive
from bot.config import BackupConfig, Config, DataConfig, MemoryConfig, Surroundings
from bot.store.db import open_database
from bot.store.migrations import MIGRATIONS
from tests.app.test_command_line import kallisti

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def setup_in(
    directory: Path, *, vault: Path | None = None, keep: int = 7, backups: Path | None = None
) -> Setup:
    config = Config(
        data=DataConfig(directory=str(directory)),
        memory=MemoryConfig(directory=str(vault or "")),
        backup=BackupConfig(keep=keep, directory=str(backups or "")),
    )
    return Setup(config=config, surroundings=Surroundings(), clock=lambda: NOON)


async def fill(directory: Path, *, rows: int = 3) -> None:
    made(directory)
    async with open_database(directory / "kallisti.sqlite3"):
        pass
    with closing(sqlite3.connect(directory / "kallisti.sqlite3")) as database, database:
        database.execute("CREATE TABLE IF NOT EXISTS probe (id INTEGER PRIMARY KEY, text TEXT)")
        database.executemany("INSERT INTO probe (text) VALUES (?)", [(f"row {n}",) for n in range(rows)])
    note(directory, "user/7/Müller & Söhne.md", "Anna's birthday is on May 3\r\n")
    note(directory, ".obsidian/app.json", "{}")
    note(directory, "user/7/empty.md", "")


def note(directory: Path, place: str, text: str) -> None:
    path = directory / "vault" / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    os.utime(path, (1_700_000_000, 1_700_000_000))


def rows(directory: Path) -> list[tuple[int, str]]:
    with closing(sqlite3.connect(directory / "kallisti.sqlite3")) as database:
        return database.execute("SELECT id, text FROM probe ORDER BY id").fetchall()


def files_below(root: Path) -> dict[str, tuple[str, float]]:
    return {
        str(path.relative_to(root)): (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime)
        for path in root.rglob("*")
        if path.is_file()
    }


def only_backup(directory: Path) -> Path:
    (archive,) = backups_in(directory / "backups")
    return archive


async def test_what_was_backed_up_comes_back_byte_for_byte(tmp_path: Path) -> None:
    await fill(tmp_path / "old")
    (line,) = backed_up(setup_in(tmp_path / "old"))
    archive = only_backup(tmp_path / "old")
    assert line.startswith(f"backup: {archive}, 4 files, ")
    assert line.endswith("verified")
    assert archive.name == "kallisti-20260301T120000Z.tar.gz"
    assert archive.stat().st_mode & 0o077 == 0
    restored(setup_in(tmp_path / "new"), archive, force=False)
    assert files_below(tmp_path / "new" / "vault") == files_below(tmp_path / "old" / "vault")
    assert rows(tmp_path / "new") == rows(tmp_path / "old")
    with tarfile.open(archive) as packed:
        copy = packed.extractfile("database/kallisti.sqlite3")
        assert copy is not None
        assert (tmp_path / "new" / "kallisti.sqlite3").read_bytes() == copy.read()
    assert {path.name for path in (tmp_path / "new").iterdir()} <= {
        *("kallisti.sqlite3", "kallisti.sqlite3-wal", "kallisti.sqlite3-shm"),
        *("kallisti.sqlite3.lock", "console.sqlite3.lock", "vault"),
    }
    async with open_database(tmp_path / "new" / "kallisti.sqlite3"):
        pass


async def test_a_backup_is_made_while_the_owner_of_the_database_writes(tmp_path: Path) -> None:
    """Each row that is in it was committed whole, and all before it are in it too."""
    await fill(tmp_path, rows=0)
    stop = threading.Event()

    def write() -> None:
        with closing(sqlite3.connect(tmp_path / "kallisti.sqlite3", timeout=30)) as database:
            count = 0
            while not stop.is_set():
                count += 1
                with database:
                    database.execute("INSERT INTO probe VALUES (?, ?)", (2 * count, "x" * 2000))
                    database.execute("INSERT INTO probe VALUES (?, ?)", (2 * count + 1, "x" * 2000))

    async with open_database(tmp_path / "kallisti.sqlite3"):
        writer = threading.Thread(target=write)
        writer.start()
        try:
            backed_up(setup_in(tmp_path))
        finally:
            stop.set()
            writer.join()
    restored(setup_in(tmp_path / "new"), only_backup(tmp_path), force=False)
    ids = [row[0] for row in rows(tmp_path / "new")]
    assert ids == list(range(2, 2 + len(ids)))
    assert len(ids) % 2 == 0


async def test_the_oldest_backups_go_and_foreign_files_stay(tmp_path: Path) -> None:
    await fill(tmp_path)
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "kallisti-mine.tar.gz").write_bytes(b"")
    base = setup_in(tmp_path, keep=2)
    lines: list[str] = []
    for hour in range(4):
        setup = replace(base, clock=lambda hour=hour: NOON + timedelta(hours=hour))  # type: ignore[misc]
        lines = backed_up(setup)
    assert lines[1:] == ["removed: kallisti-20260301T130000Z.tar.gz"]
    assert sorted(path.name for path in (tmp_path / "backups").iterdir()) == [
        "kallisti-20260301T140000Z.tar.gz",
        "kallisti-20260301T150000Z.tar.gz",
        "kallisti-mine.tar.gz",
    ]


async def test_backups_inside_the_vault_are_not_backed_up(tmp_path: Path) -> None:
    await fill(tmp_path)
    setup = setup_in(tmp_path, backups=tmp_path / "vault" / "kept")
    backed_up(setup)
    (tmp_path / "vault" / "link.md").symlink_to("/etc/passwd")
    backed_up(replace(setup, clock=lambda: NOON + timedelta(hours=1)))
    newest = backups_in(tmp_path / "vault" / "kept")[-1]
    assert [entry.name for entry in read_archive(newest).entries] == [
        "database/kallisti.sqlite3",
        "vault/.obsidian/app.json",
        "vault/user/7/Müller & Söhne.md",
        "vault/user/7/empty.md",
    ]


async def test_data_that_is_there_is_moved_aside_only_when_asked_to_and_kept(tmp_path: Path) -> None:
    await fill(tmp_path / "old", rows=1)
    backed_up(setup_in(tmp_path / "old"))
    await fill(tmp_path / "new", rows=5)
    note(tmp_path / "new", "user/9/later.md", "not in the backup")
    (tmp_path / "new" / "kallisti-index").mkdir()
    before = files_below(tmp_path / "new" / "vault")
    archive = only_backup(tmp_path / "old")
    with pytest.raises(ConfigError, match=r"kallisti.sqlite3 is there already; .* --force"):
        restored(setup_in(tmp_path / "new"), archive, force=False)
    assert len(rows(tmp_path / "new")) == 5
    lines = restored(setup_in(tmp_path / "new"), archive, force=True)
    aside = tmp_path / "new" / "before-restore-20260301T120000Z"
    assert lines[1] == f"moved aside: {aside}"
    assert len(rows(tmp_path / "new")) == 1
    assert len(rows(aside)) == 5
    assert files_below(aside / "vault") == before
    assert not (tmp_path / "new" / "kallisti-index").exists()
    assert not (tmp_path / "new" / "vault" / "user" / "9").exists()


async def test_a_vault_elsewhere_goes_back_to_where_the_configuration_names_it(tmp_path: Path) -> None:
    await fill(tmp_path)
    backed_up(setup_in(tmp_path))
    restored(setup_in(tmp_path / "new", vault=tmp_path / "notes"), only_backup(tmp_path), force=False)
    assert files_below(tmp_path / "notes") == files_below(tmp_path / "vault")


async def test_nothing_is_restored_under_a_running_kallisti(tmp_path: Path) -> None:
    await fill(tmp_path)
    backed_up(setup_in(tmp_path))
    async with open_database(tmp_path / "kallisti.sqlite3"):
        with pytest.raises(ConfigError, match="another Kallisti is using"):
            restored(setup_in(tmp_path), only_backup(tmp_path), force=True)
    assert len(rows(tmp_path)) == 3


# ------------------------------------------------------------------ damaged archives


def flip(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 0xFF]) + data[middle + 1 :]


@pytest.mark.parametrize(
    "spoil",
    [
        flip,
        lambda data: data[: len(data) // 2],
        lambda data: data[:-600],
        lambda data: b"",
        lambda data: b"PK" * 900,
    ],
)
async def test_a_damaged_archive_changes_nothing(tmp_path: Path, spoil: Callable[[bytes], bytes]) -> None:
    await fill(tmp_path)
    note(tmp_path, "user/7/long.md", os.urandom(40_000).hex())
    backed_up(setup_in(tmp_path))
    archive = only_backup(tmp_path)
    archive.write_bytes(spoil(archive.read_bytes()))
    with pytest.raises(ConfigError, match=r"damaged|incomplete|no backup"):
        restored(setup_in(tmp_path), archive, force=True)
    assert len(rows(tmp_path)) == 3
    assert not [name for name in os.listdir(tmp_path) if "restore" in name]  # noqa: PTH208


def packed(path: Path, files: dict[str, bytes], *, listed: dict[str, bytes] | None = None) -> Path:
    """An archive with these files, whose list may say something else."""
    entries = [
        {"name": name, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        for name, data in (files if listed is None else listed).items()
    ]
    page = json.dumps({"format": 1, "made_at": "x", "version": "x", "files": entries}).encode()
    with tarfile.open(path, "w:gz") as archive:
        for name, data in {**files, "manifest.json": page}.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return path


@pytest.mark.parametrize("name", ["../outside", "/tmp/outside", "vault/../../outside"])
async def test_an_archive_cannot_write_outside_the_data_directory(tmp_path: Path, name: str) -> None:
    archive = packed(tmp_path / "evil.tar.gz", {name: b"x"})
    with pytest.raises(ConfigError, match="no backup of Kallisti"):
        restored(setup_in(tmp_path / "new"), archive, force=False)
    assert not (tmp_path / "outside").exists()


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE])
def test_an_archive_holds_plain_files_only(tmp_path: Path, kind: bytes) -> None:
    with tarfile.open(tmp_path / "evil.tar.gz", "w:gz") as archive:
        info = tarfile.TarInfo("vault/link.md")
        info.type, info.linkname = kind, "/etc/passwd"
        archive.addfile(info)
    with pytest.raises(ConfigError, match="no backup of Kallisti"):
        restored(setup_in(tmp_path / "new"), tmp_path / "evil.tar.gz", force=False)


def test_a_changed_missing_or_added_file_is_named(tmp_path: Path) -> None:
    good = {"database/kallisti.sqlite3": b"x", "vault/a.md": b"a"}
    for files in (good | {"vault/a.md": b"b"}, {"database/kallisti.sqlite3": b"x"}, good):
        listed = good if files != good else {"database/kallisti.sqlite3": b"x"}
        archive = packed(tmp_path / "changed.tar.gz", files, listed=listed)
        with pytest.raises(ConfigError, match=r"damaged: vault/a\.md is not what was put in"):
            read_archive(archive)


def test_a_damaged_database_in_a_whole_archive_is_refused(tmp_path: Path) -> None:
    archive = packed(tmp_path / "a.tar.gz", {"database/kallisti.sqlite3": b"no database" * 500})
    with pytest.raises(ConfigError, match=r"kallisti\.sqlite3 of .* is damaged"):
        restored(setup_in(tmp_path / "new"), archive, force=False)


async def test_a_backup_of_a_newer_kallisti_is_refused_in_one_sentence(tmp_path: Path) -> None:
    await fill(tmp_path)
    with closing(sqlite3.connect(tmp_path / "kallisti.sqlite3")) as database, database:
        database.execute("INSERT INTO migrations (position, name) VALUES (900, 'from_the_future')")
    backed_up(setup_in(tmp_path))
    with pytest.raises(ConfigError, match='schema step "from_the_future"'):
        restored(setup_in(tmp_path / "new"), only_backup(tmp_path), force=False)


# ------------------------------------------------------------------ upgrades


async def test_an_upgrade_keeps_a_copy_of_the_database_from_before(tmp_path: Path) -> None:
    path = tmp_path / "kallisti.sqlite3"
    async with open_database(path, migrations=MIGRATIONS[:2]):
        pass
    assert not (tmp_path / "backups").exists(), "a new database has nothing to keep"
    async with open_database(path):
        pass
    (copy,) = (tmp_path / "backups").iterdir()
    assert copy.name == "kallisti-schema-0002.sqlite3"
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT count(*) FROM migrations").fetchone() == (2,)
    async with open_database(path):
        pass
    assert list((tmp_path / "backups").iterdir()) == [copy]


async def test_no_upgrade_without_its_copy(tmp_path: Path) -> None:
    path = tmp_path / "kallisti.sqlite3"
    async with open_database(path, migrations=MIGRATIONS[:2]):
        pass
    (tmp_path / "backups").write_text("a file where the directory should be")
    with pytest.raises(ConfigError, match="no copy can be kept"):
        async with open_database(path):
            pass
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT count(*) FROM migrations").fetchone() == (2,)


# ------------------------------------------------------------------ the commands


def test_before_the_first_start_there_is_nothing_to_back_up(tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_text(f'[data]\ndirectory = "{tmp_path / "none"}"\n')
    result = kallisti("backup", "-c", str(tmp_path / "c.toml"))
    assert result.exit_code == 2
    assert "there is no database in" in result.stderr
    assert not (tmp_path / "none").exists()


def test_a_missing_archive_is_named(tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_text(f'[data]\ndirectory = "{tmp_path / "d"}"\n')
    result = kallisti("restore", str(tmp_path / "absent.tar.gz"), "-c", str(tmp_path / "c.toml"))
    assert result.exit_code == 2
    assert result.stderr == f"kallisti: {tmp_path}/absent.tar.gz cannot be read: No such file or directory\n"


def test_a_full_disk_leaves_no_half_backup(tmp_path: Path) -> None:
    """With a limit on the size of files, which fails as a full disk does: in the middle."""
    asyncio.run(fill(tmp_path))
    note(tmp_path, "user/7/long.md", os.urandom(400_000).hex())
    (tmp_path / "c.toml").write_text(f'[data]\ndirectory = "{tmp_path}"\n')
    program = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))\n"
        "from bot.__main__ import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "backup", "-c", str(tmp_path / "c.toml")],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
        timeout=100,
    )
    assert done.returncode == 2
    assert "was not written: File too large" in done.stderr
    assert list((tmp_path / "backups").iterdir()) == []
