"""Telling Discord which commands there are, only when they changed: it allows 200 creations a day."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import structlog
from discord import app_commands

from agent.words import spoken
from bot.command_texts import BY_ENGLISH, TEXTS
from bot.discord_faults import SEND_FAULTS, is_worth_repeating

SYNC_DELAYS = (5, 30, 120, 600)
"""Seconds between attempts; the last one repeats."""

Sleep = Callable[[float], Awaitable[None]]


class SyncMemory:
    """What Discord was told last, in a small file: for each application the digest of its commands.

    A file that cannot be read costs one more sync, and one that cannot be written one at each start.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self, application_id: int) -> str | None:
        found = self._all().get(str(application_id))
        return found if isinstance(found, str) else None

    def write(self, application_id: int, told: str) -> None:
        text = json.dumps({**self._all(), str(application_id): told}, indent=2)
        try:
            self._path.write_text(text + "\n", encoding="utf-8")
        except OSError as error:
            _log().warning("synced commands not remembered", reason=error.strerror)

    def _all(self) -> dict[str, Any]:
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}


class Translations(app_commands.Translator):
    """Descriptions in each reader's language; names of commands and options stay what people type."""

    async def translate(
        self, string: app_commands.locale_str, locale: Any, context: app_commands.TranslationContextTypes
    ) -> str | None:
        language = spoken(locale.value)
        return BY_ENGLISH.get(string.message, {}).get(language) if language not in (None, "en") else None


def digest(tree: app_commands.CommandTree[Any]) -> str:
    """The same for the same definitions and translations, in whatever order they were added."""
    definitions = sorted((command.to_dict(tree) for command in tree.get_commands()), key=_name)
    told = json.dumps([definitions, TEXTS], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()


def _log() -> Any:
    return structlog.get_logger("commands")


def _name(definition: dict[str, Any]) -> str:
    return str(definition["name"])


async def sync(tree: app_commands.CommandTree[Any], memory: SyncMemory) -> bool:
    """Whether Discord had to be told; to be called once logged in. Raises one of SEND_FAULTS."""
    application_id = tree.client.application_id
    assert application_id is not None
    wanted = digest(tree)
    if memory.read(application_id) == wanted:
        return False
    await tree.set_translator(Translations())
    await tree.sync()
    memory.write(application_id, wanted)
    _log().info("commands synced", count=len(tree.get_commands()))
    return True


async def sync_patiently(
    tree: app_commands.CommandTree[Any], memory: SyncMemory, *, sleep: Sleep = asyncio.sleep
) -> None:
    """Tries until it is done, or Discord refuses for good, which is logged: talking goes on without."""
    attempt = 0
    while True:
        try:
            await sync(tree, memory)
            return
        except SEND_FAULTS as fault:
            delay = SYNC_DELAYS[min(attempt, len(SYNC_DELAYS) - 1)]
            if not is_worth_repeating(fault):
                _log().error("Discord refused the commands", reason=str(fault))
                return
            _log().warning("commands not synced, trying again", seconds=delay, reason=str(fault))
        attempt += 1
        await sleep(delay)
