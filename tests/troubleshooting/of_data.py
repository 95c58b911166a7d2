"""Databases, notes, backups and reminders that cannot be read or written."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import os
import socket
import sqlite3
import tarfile
import threading
from collections.abc import Mapping
from pathlib import Path

from bot.backup_archive import MANIFEST, write_archive
from bot.store.db import open_database, sole_owner
from bot.store.migrations import MIGRATIONS
from tests.app.test_check import damaged, made_newer
from tests.troubleshooting.place import SMALL_FILES, Cases, Outcome, Place

CASES = Cases()


# ------------------------------------------------------------------ the data directory


@CASES.of("another Kallisti is using …: stop it first, or choose another data directory")
def two_at_once(place: Place) -> Outcome:
    place.configure("").with_database()
    with sole_owner(place.data / "console.sqlite3"):
        return place.kallisti("chat")


@CASES.of(
    'the database has the schema step "…", which this version of Kallisti does not know: run the version '
    "that wrote it, or restore a backup from before"
)
def newer(place: Place) -> Outcome:
    made_newer(place.with_database().data)
    return place.check()


@CASES.of("… cannot be used: …; restore a backup with `kallisti restore`")
def broken(place: Place) -> Outcome:
    damaged(place.with_database().data)
    return place.check()


@CASES.of("the database … cannot be opened: …")
def no_database(place: Place) -> Outcome:
    place.data.mkdir()
    (place.data / "console.sqlite3").write_bytes(b"not a database" * 1000)
    return place.configure("").kallisti("chat")


@CASES.of("… is no directory; correct data.directory")
def data_is_a_file(place: Place) -> Outcome:
    return place.check(data=place.file("file"))


@CASES.of("… may not be written to by this user; change its owner or mode")
def read_only(place: Place) -> Outcome:
    place.data.mkdir()
    place.data.chmod(0o555)
    place.configure("")
    with place.powerless():
        return place.kallisti("check", "--quick")


@CASES.of("… GB free in …; make room, or set data.directory to another disk")
def little_space(place: Place) -> Outcome:
    place.patch.setattr("bot.app_check_data.LITTLE_SPACE", 1 << 80)
    return place.check()


@CASES.of("… GB available, the model's file has … GB, so answers will take very long; choose a smaller model")
def little_memory(place: Place) -> Outcome:
    place.patch.setattr("bot.app_check_data.MEMINFO", place.file("meminfo", "MemAvailable:  1000 kB\n"))
    return place.check()


@CASES.of("no copy can be kept in …: …")
def no_room_for_a_copy(place: Place) -> Outcome:
    place.data.mkdir()
    asyncio.run(opened_in_an_old_version(place.data / "console.sqlite3"))
    (place.data / "backups").touch()
    return place.configure("").kallisti("chat")


async def opened_in_an_old_version(path: Path) -> None:
    async with open_database(path, migrations=MIGRATIONS[:1]):
        pass


# ------------------------------------------------------------------ notes and their index


@CASES.of("… is no directory; correct memory.directory")
def notes_are_a_file(place: Place) -> Outcome:
    return place.check(f'[memory]\ndirectory = "{place.file("file")}"')


@CASES.of("it cannot be read: …; …")
def no_index(place: Place) -> Outcome:
    return place.check('[memory]\nserver = "http://127.0.0.1:9"')


@CASES.of("the key of the Qdrant server cannot be read from …: …")
def no_key(place: Place) -> Outcome:
    return place.check('[memory]\nserver = "http://127.0.0.1:9"\nserver_key_file = "/absent"')


@CASES.of("there is no vault … yet; start Kallisti once, or name its configuration")
def no_vault(place: Place) -> Outcome:
    return place.kallisti("memory", "export", str(place.root / "notes.tar.gz"))


@CASES.of("the index was not rebuilt: …; is Kallisti still running?")
def index_in_use(place: Place) -> Outcome:
    place.configure('[memory]\nserver = "http://127.0.0.1:9"').with_database()
    (place.data / "vault").mkdir()
    return place.kallisti("memory", "rebuild")


# ------------------------------------------------------------------ backup


@CASES.of("there is no database in …; start Kallisti once, or name its configuration")
def nothing_to_back_up(place: Place) -> Outcome:
    return place.kallisti("backup")


@CASES.of("none; make one with `kallisti backup`")
def never_backed_up(place: Place) -> Outcome:
    return place.with_database().check()


@CASES.of("the database … cannot be copied: …")
def backup_of_a_broken_database(place: Place) -> Outcome:
    damaged(place.with_database().data)
    return place.kallisti("backup")


@CASES.of("no backup can be written in …: …")
def backups_are_read_only(place: Place) -> Outcome:
    place.configure("").with_database()
    (place.data / "backups").mkdir()
    (place.data / "backups").chmod(0o555)
    place.data.chmod(0o755)
    with place.powerless():
        return place.kallisti("backup")


@CASES.of("the backup … was not written: …")
def backup_on_a_full_disk(place: Place) -> Outcome:
    place.configure("").with_database()
    (place.data / "vault").mkdir()
    (place.data / "vault" / "long.md").write_text(os.urandom(2_000_000).hex())
    return place.child("backup", before=SMALL_FILES)


# ------------------------------------------------------------------ restore


def restored(place: Place, archive: Path) -> Outcome:
    return place.kallisti("restore", str(archive))


def archive_of(place: Place, files: Mapping[str, bytes]) -> Path:
    target = place.root / "archive.tar.gz"
    sources = [(name, place.file(f"source/{name}", content)) for name, content in files.items()]
    with target.open("wb") as file:
        write_archive(file, sources, made_at="2026-01-01T00:00:00+00:00", version="0")
    return target


def packed(place: Place, *files: tuple[str, bytes | None]) -> Path:
    """A tar without any care; None makes a directory of that name."""
    target = place.root / "archive.tar.gz"
    with tarfile.open(target, "w:gz") as tar:
        for name, content in files:
            member = tarfile.TarInfo(name)
            member.type = tarfile.DIRTYPE if content is None else tarfile.REGTYPE
            member.size = len(content or b"")
            tar.addfile(member, io.BytesIO(content or b""))
    return target


def whole_backup(place: Place) -> Path:
    place.with_database()
    place.kallisti("backup")
    (archive,) = (place.data / "backups").iterdir()
    return archive


@CASES.of(
    "… is there already; restore into an empty data directory, or add --force to have what is there moved "
    "aside"
)
def not_empty(place: Place) -> Outcome:
    return restored(place, whole_backup(place))


@CASES.of("… cannot be written to: …")
def restore_into_a_read_only_directory(place: Place) -> Outcome:
    archive = whole_backup(place)
    archive.parent.chmod(0o755)
    archive.chmod(0o644)
    target = place.root / "target"
    target.mkdir()
    target.chmod(0o555)
    place.data.chmod(0o755)
    place.configure("", data=target)
    with place.powerless():
        return restored(place, archive)


@CASES.of("… cannot be moved to …: …")
def no_place_for_the_notes(place: Place) -> Outcome:
    archive = archive_of(place, {"database/kallisti.sqlite3": sound_database(place), "vault/a.md": b"a"})
    place.configure(f'[memory]\ndirectory = "{place.file("file")}/vault"', data=place.root / "new")
    return restored(place, archive)


def sound_database(place: Place) -> bytes:
    place.with_database()
    with contextlib.closing(sqlite3.connect(place.data / "kallisti.sqlite3")) as database:
        database.execute("PRAGMA journal_mode = DELETE")
    data = (place.data / "kallisti.sqlite3").read_bytes()
    (place.data / "kallisti.sqlite3").unlink()
    return data


@CASES.of("… holds no database of Kallisti's")
def only_notes(place: Place) -> Outcome:
    return restored(place, archive_of(place, {"vault/a.md": b"a"}))


@CASES.of("… of … is damaged: …")
def damaged_database_in_it(place: Place) -> Outcome:
    return restored(place, archive_of(place, {"database/kallisti.sqlite3": b"not a database" * 1000}))


@CASES.of("… is no backup of Kallisti: it holds …")
def holds_a_device(place: Place) -> Outcome:
    return restored(place, packed(place, ("database", None)))


@CASES.of("… is no backup of Kallisti: … is out of place")
def out_of_place(place: Place) -> Outcome:
    return restored(place, packed(place, ("vault/a.md", b"a"), ("vault/a.md", b"b")))


@CASES.of("… is incomplete or no backup: its list of files is missing")
def without_a_list(place: Place) -> Outcome:
    return restored(place, packed(place, ("vault/a.md", b"a")))


@CASES.of("… is no backup of Kallisti: its list of files cannot be read")
def with_a_broken_list(place: Place) -> Outcome:
    return restored(place, packed(place, (MANIFEST, b"{")))


@CASES.of("… was made by a later version of Kallisti; restore it with that one")
def of_a_later_version(place: Place) -> Outcome:
    return restored(place, packed(place, (MANIFEST, json.dumps({"format": 99, "files": []}).encode())))


@CASES.of("… is damaged: … is not what was put in")
def changed_afterwards(place: Place) -> Outcome:
    listed = {"name": "vault/a.md", "size": 1, "sha256": "0" * 64}
    page = {"format": 1, "made_at": "2026", "version": "0", "files": [listed]}
    return restored(place, packed(place, ("vault/a.md", b"b"), (MANIFEST, json.dumps(page).encode())))


@CASES.of("… is damaged or no backup: …")
def no_archive(place: Place) -> Outcome:
    return restored(place, place.file("picture.tar.gz", b"\x89PNG" * 100))


@CASES.of("… of … cannot be written: …")
def restore_on_a_full_disk(place: Place) -> Outcome:
    archive = archive_of(place, {"vault/a.md": os.urandom(3_000_000)})
    return place.configure("").child("restore", str(archive), before=SMALL_FILES)


# ------------------------------------------------------------------ status, reminders, pairing


@CASES.of("Kallisti is not running on ….")
def not_running(place: Place) -> Outcome:
    return place.kallisti("status")


@CASES.of("Kallisti is starting or ending on …; ask again in a moment.")
def starting(place: Place) -> Outcome:
    with sole_owner(place.with_database().data / "kallisti.sqlite3"):
        return place.kallisti("status")


@CASES.of("Kallisti runs on …, but does not answer; look into its log.")
def mute(place: Place) -> Outcome:
    place.data.mkdir()
    with socket.socket(socket.AF_UNIX) as deaf:
        deaf.bind(str(place.data / "status.sock"))
        deaf.listen()
        return place.kallisti("status")


@CASES.of("Kallisti runs on … in another version; restart it to use this one.")
def strange_words(place: Place) -> Outcome:
    place.data.mkdir()
    with socket.socket(socket.AF_UNIX) as other:
        other.bind(str(place.data / "status.sock"))
        other.listen()
        threading.Thread(target=_answer, args=[other, b"{}"], daemon=True).start()
        return place.kallisti("status")


def _answer(listening: socket.socket, words: bytes) -> None:
    connection, _ = listening.accept()
    with connection:
        connection.sendall(words)


@CASES.of("… may not be looked into; run this as root or as Kallisti's user")
def not_to_be_seen(place: Place) -> Outcome:
    place.data.mkdir()
    place.data.chmod(0)
    place.configure("")
    with place.powerless():
        return place.kallisti("status")


@CASES.of("the socket in … cannot be used: …")
def status_in_a_file(place: Place) -> Outcome:
    return place.configure("", data=place.file("file")).kallisti("status")


@CASES.of("--author and --channel belong together: name both or neither")
def half_an_owner(place: Place) -> Outcome:
    return place.kallisti("reminders", "import", str(place.file("a.ics")), "--author", "7")


@CASES.of("there is no database … yet; start Kallisti once, or name its configuration")
def no_reminders(place: Place) -> Outcome:
    return place.kallisti("reminders", "list")


@CASES.of("…: the file is no iCalendar: …")
def no_calendar(place: Place) -> Outcome:
    return place.with_database().kallisti(
        "reminders", "import", str(place.file("a.ics", "BEGIN:VCALENDAR\nno property\n"))
    )


@CASES.of("…: the file holds no calendar")
def empty_calendar(place: Place) -> Outcome:
    return place.with_database().kallisti("reminders", "import", str(place.file("a.ics")))


@CASES.of("…: the file is larger than … bytes")
def large_calendar(place: Place) -> Outcome:
    return place.with_database().kallisti("reminders", "import", str(place.file("a.ics", b" " * 20_000_001)))


@CASES.of("… cannot be written: …")
def export_into_nothing(place: Place) -> Outcome:
    return place.with_database().kallisti("reminders", "export", "/proc/a.ics")


@CASES.of('access.dms is "…", so a code would open nothing; set it to "pairing"')
def no_pairing(place: Place) -> Outcome:
    return place.kallisti("pair")


@CASES.of(
    "direct messages come to the daemon with shard 0, and this one has …; make the code with the "
    "configuration of that one"
)
def pairing_elsewhere(place: Place) -> Outcome:
    return place.configure('[discord]\nshards = 2\nshard_ids = [1]\n[access]\ndms = "pairing"').kallisti(
        "pair"
    )


@CASES.of("… is not paired; see kallisti pair --list")
def unpaired(place: Place) -> Outcome:
    return place.with_database().kallisti("pair", "--revoke", "7")
