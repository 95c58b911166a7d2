"""`kallisti pair`: codes for direct messages, and whom they let in. The daemon may be running."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from agent.errors import ConfigError, LimitReached
from bot.app_house import Setup, made
from bot.config import data_directory
from bot.pairing_codes import new_code, new_salt, sealed, shown
from bot.store.db import open_database
from bot.store.pairings import SqlitePairings

DATABASE = "kallisti.sqlite3"


def added(setup: Setup) -> list[str]:
    """A new code, which is shown this once. Raises ConfigError."""
    if setup.config.access.dms != "pairing":
        raise ConfigError(
            f'access.dms is "{setup.config.access.dms}", so a code would open nothing; set it to "pairing"'
        )
    sharding = setup.config.discord.sharding
    if not sharding.has_first:
        raise ConfigError(
            "direct messages come to the daemon with shard 0, and this one has "
            f"{sharding}; make the code with the configuration of that one"
        )
    return asyncio.run(_added(setup))


def listed(setup: Setup) -> list[str]:
    """One line for each user that is paired. Raises ConfigError."""
    return asyncio.run(_listed(setup))


def revoked(setup: Setup, user_id: int) -> list[str]:
    """Takes a user's pairing back; it counts from their next message on. Raises ConfigError."""
    return asyncio.run(_revoked(setup, user_id))


async def _added(setup: Setup) -> list[str]:
    code, salt = new_code(), new_salt()
    async with _pairings(setup) as pairings:
        try:
            until = await pairings.add_code(salt=salt, digest=sealed(code, salt), now=setup.clock())
        except LimitReached as limit:
            raise ConfigError(str(limit)) from None
    how = f"Whoever sends this to the bot as a direct message by {until:%H:%M} UTC may write to it."
    return [shown(code), f"{how} It works once, and it is not shown again."]


async def _listed(setup: Setup) -> list[str]:
    async with _pairings(setup) as pairings:
        users = await pairings.users()
    lines = [f"{each.user_id} since {each.since:%Y-%m-%d %H:%M} UTC" for each in users]
    return lines or ["nobody is paired"]


async def _revoked(setup: Setup, user_id: int) -> list[str]:
    async with _pairings(setup) as pairings:
        if not await pairings.revoke(user_id):
            raise ConfigError(f"{user_id} is not paired; see kallisti pair --list")
    return [f"{user_id} is not paired any more"]


@asynccontextmanager
async def _pairings(setup: Setup) -> AsyncIterator[SqlitePairings]:
    path = made(data_directory(setup.config, setup.surroundings)) / DATABASE
    async with open_database(path, exclusive=False) as database:
        yield SqlitePairings(database)
