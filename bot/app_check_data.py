"""What `kallisti check` finds on this machine: data, notes and their index, backups, disk, memory, units."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from agent.engine.models import is_fetched, resolve_model
from agent.errors import ConfigError, IndexUnavailable, ModelFileError, OperatorError
from agent.routing.embedder import SentenceEncoder
from bot.app_backup import places_of
from bot.app_house import Setup
from bot.app_memory import build_index, index_name, vault_directory
from bot.app_vitals import DATABASE, is_owned, last_backup
from bot.config import data_directory
from bot.findings import Finding, fine, warning, wrong
from bot.store.backup import damage_in, steps_of
from bot.store.migrations import MIGRATIONS, check_known
from bot.vitals import OLD_BACKUP, backup_age

LITTLE_SPACE, TOO_LITTLE_SPACE = 1_000_000_000, 100_000_000
"""Bytes free in the data directory below which there is a warning, and an error."""
UNITS = Path("/etc/systemd/system")
MEMINFO = Path("/proc/meminfo")


def look_at_data(setup: Setup) -> Iterator[Finding]:
    """One finding for each subject, good or bad."""
    looks: dict[str, Callable[[Setup], Finding | str]] = {
        "data": _data,
        "notes": _notes,
        "index": _index,
        "backup": _backup,
        "disk": _disk,
        "memory": _memory,
        "token file": _token_file,
        "units": _units,
    }
    for subject, look in looks.items():
        try:
            found = look(setup)
        except OperatorError as error:
            yield wrong(subject, error)
        else:
            yield found if isinstance(found, Finding) else fine(subject, found)


def _data(setup: Setup) -> str:
    directory = data_directory(setup.config, setup.surroundings)
    _require_writable(_nearest(directory))
    path = directory / DATABASE
    behind = [each for each in places_of(setup).databases if _is_behind(each)]
    if not path.exists():
        return f"{path}, made at the first start"
    state = "in use by a running Kallisti" if is_owned(directory / f"{DATABASE}.lock") else "sound"
    return f"{path}, {state}" + (", to be upgraded at the next start" if path in behind else "")


def _is_behind(database: Path) -> bool:
    """Whether its schema is an earlier one. Raises ConfigError for one that is damaged or of a later one."""
    if damage := damage_in(database):
        raise ConfigError(f"{database} cannot be used: {damage}; restore a backup with `kallisti restore`")
    steps = steps_of(database)
    check_known(steps)
    return len(steps) != len(MIGRATIONS)


def _nearest(directory: Path) -> Path:
    """The directory, or the nearest one above it that is there: nothing is made for a look."""
    return next(each for each in (directory.absolute(), *directory.absolute().parents) if each.exists())


def _require_writable(directory: Path) -> None:
    if not directory.is_dir():
        raise ConfigError(f"{directory} is no directory; correct data.directory")
    if not os.access(directory, os.R_OK | os.W_OK | os.X_OK):
        raise ConfigError(f"{directory} may not be written to by this user; change its owner or mode")


def _notes(setup: Setup) -> str:
    if not setup.config.memory.enabled:
        return "switched off"
    root = vault_directory(setup.config, data_directory(setup.config, setup.surroundings))
    if not root.exists():
        return f"{root}, made at the first start"
    if not root.is_dir():
        raise ConfigError(f"{root} is no directory; correct memory.directory")
    _require_writable(root)
    return str(root)


def _index(setup: Setup) -> str:
    if not setup.config.memory.enabled:
        return "switched off"
    directory = data_directory(setup.config, setup.surroundings)
    place = setup.config.memory.server or str(directory / index_name(DATABASE))
    if not setup.config.memory.server:
        if not (directory / index_name(DATABASE)).exists():
            return f"{place}, made at the first start"
        if is_owned(directory / f"{DATABASE}.lock"):
            return f"{place}, in use by a running Kallisti"
    return f"{place}, notes: {asyncio.run(_count_indexed(setup, directory))}"


async def _count_indexed(setup: Setup, directory: Path) -> int:
    index = build_index(
        setup.config, directory=directory, name=index_name(DATABASE), embedder=SentenceEncoder()
    )
    try:
        return len(await index.digests())
    except IndexUnavailable as error:
        remedy = "look at memory.server" if setup.config.memory.server else "try `kallisti memory rebuild`"
        raise ConfigError(f"it cannot be read: {error}; {remedy}") from None
    finally:
        await index.close()


def _backup(setup: Setup) -> Finding | str:
    places = places_of(setup)
    if not places.databases:
        return "nothing to back up yet"
    last = last_backup(setup)
    text = backup_age(last, now=setup.clock())
    return warning("backup", text) if last is None or setup.clock() - last > OLD_BACKUP else text


def _disk(setup: Setup) -> Finding | str:
    directory = data_directory(setup.config, setup.surroundings)
    return judged_space(shutil.disk_usage(_nearest(directory)).free, directory)


def judged_space(free: int, directory: Path) -> Finding | str:
    text = f"{free / 1e9:.1f} GB free in {directory}"
    remedy = "make room, or set data.directory to another disk"
    if free < TOO_LITTLE_SPACE:
        raise ConfigError(f"{text}; {remedy}")
    return warning("disk", f"{text}; {remedy}") if free < LITTLE_SPACE else text


def _memory(setup: Setup) -> Finding | str:
    engine = setup.config.engine
    if engine.addresses or engine.socket or not is_fetched(engine.model):
        return "the model is not here"
    try:
        needed = resolve_model(engine.model).stat().st_size
    except ModelFileError:
        return "see model above"
    return judged_memory(needed, _available())


def judged_memory(needed: int, available: int | None) -> Finding | str:
    if available is None:
        return "not known"
    text = f"{available / 1e9:.1f} GB available, the model's file has {needed / 1e9:.1f} GB"
    if needed > available:
        return warning("memory", f"{text}, so answers will take very long; choose a smaller model")
    return text


def _available() -> int | None:
    try:
        found = re.search(r"^MemAvailable:\s+(\d+) kB", MEMINFO.read_text(), re.MULTILINE)
    except OSError:
        return None
    return int(found[1]) * 1024 if found else None


def _token_file(setup: Setup) -> Finding | str:
    name = setup.config.discord.token_file
    if not name:
        return "none is configured"
    try:
        mode = Path(name).expanduser().stat().st_mode
    except (OSError, RuntimeError):
        return "see token above"
    if mode & 0o077:
        return warning("token file", f"others on this machine may read it; run `chmod 600 {name}`")
    return f"{name}, private"


def _units(_setup: Setup) -> Finding | str:
    return judged_units(UNITS)


def judged_units(folder: Path) -> Finding | str:
    """What is installed for systemd in `folder`. Raises ConfigError for a unit whose program is not there."""
    try:
        unit = (folder / "kallisti.service").read_text(encoding="utf-8")
    except OSError:
        return "not installed"
    program = re.search(r"^ExecStart=[-@:+!]*(\S+)", unit, re.MULTILINE)
    if program is None or not os.access(program[1], os.X_OK):
        named = program[1] if program else "nothing"
        raise ConfigError(f"kallisti.service starts {named}, which is not there; run `make install` again")
    if not (folder / "timers.target.wants" / "kallisti-backup.timer").exists():
        return warning("units", "no backups are made; run `systemctl enable --now kallisti-backup.timer`")
    return "kallisti.service, with a backup every night"
