"""SIGHUP: reads the configuration again, applies what can change at run time, and names the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import structlog

from agent.errors import OperatorError
from bot.app_desk import access_rules, others_rule
from bot.app_house import Setup
from bot.config import Config
from bot.config_file import load_config
from bot.gateway import Gateway
from bot.logging import Level

APPLIED = frozenset(
    {
        "access.allowed_users",
        "access.roles",
        "access.blocked_users",
        "access.guilds",
        "access.channels",
        "access.bots",
        "access.dms",
        "discord.channels",
        "reminders.others_roles",
        "reminders.others_permission",
        "log.level",
    }
)
"""Keys that take effect at once. Owners are no part: their rights are settled in many places at the start."""

log = structlog.get_logger("daemon")


class Reloader:
    """Applies a changed configuration to a running daemon. `set_level` changes what is logged."""

    def __init__(self, setup: Setup, gateway: Gateway, *, set_level: Callable[[Level], None]) -> None:
        self._setup = setup
        self._current = setup.config
        self._gateway = gateway
        self._set_level = set_level

    def __call__(self) -> None:
        """Never raises: a mistake in the file is logged, and everything stays as it was."""
        try:
            wanted = load_config(self._setup.source)
        except OperatorError as error:
            log.error("the configuration was not reloaded", reason=str(error))
            return
        changed = changed_keys(self._current, wanted)
        applied = [key for key in changed if key in APPLIED]
        later = [key for key in changed if key not in APPLIED]
        if (
            "discord.channels" in applied
            and not self._current.discord.message_content
            and wanted.discord.channels
        ):
            applied.remove("discord.channels")
            later.append("discord.channels")
        self._current = with_keys(self._current, wanted, applied)
        self._apply(self._current)
        log.info("the configuration was read again", applied=applied)
        if later:
            log.warning("these changes take a restart", keys=later)

    def _apply(self, config: Config) -> None:
        self._gateway.access = access_rules(config.access)
        self._gateway.others = others_rule(config)
        self._gateway.open_channels = frozenset(config.discord.channels)
        self._set_level(config.log.level)


def changed_keys(old: Config, new: Config) -> list[str]:
    """Dotted names of the keys with different values."""
    return [key for key, value in _values(old) if value != dict(_values(new))[key]]


def with_keys(base: Config, source: Config, keys: list[str]) -> Config:
    """`base` with the values that `source` has for these keys."""
    sections = {name: getattr(base, name) for name in Config.model_fields}
    for key in keys:
        section, _, name = key.partition(".")
        update = {name: getattr(getattr(source, section), name)}
        sections[section] = sections[section].model_copy(update=update)
    return base.model_copy(update=sections)


def _values(config: Config) -> Iterator[tuple[str, Any]]:
    for section in Config.model_fields:
        for name, value in getattr(config, section):
            yield f"{section}.{name}", value
