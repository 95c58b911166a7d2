"""Direct messages by a code while the store cannot be read: nobody who is let in is lost or sent away."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path

import pytest

from agent.errors import StoreUnavailable
from agent.testing.engine import ScriptedEngine
from bot.gateway import STORE_DELAYS
from bot.notice_words import STORE_DOWN
from bot.pairing import PairingDesk
from bot.store.instants import to_stored
from bot.store.pairings import SqlitePairings
from tests.commands.house import Running, running
from tests.commands.test_stopping import until
from tests.discord_server.backend import utc_now
from tests.discord_server.server import DiscordServer
from tests.pairing.test_strangers import HOW_TO, answers_to, rules
from tests.turn.house import idle


class Failing(SqlitePairings):
    """Fails so many times, then does what it does."""

    failures = 0

    async def is_paired(self, user_id: int) -> bool:
        self._fail()
        return await super().is_paired(user_id)

    async def tell(self, user_id: int, *, now: datetime) -> bool:
        self._fail()
        return await super().tell(user_id, now=now)

    def _fail(self) -> None:
        if self.failures:
            self.failures -= 1
            raise StoreUnavailable("the disk is full")


@asynccontextmanager
async def meeting(
    server: DiscordServer, directory: Path, *, paired: bool = True
) -> AsyncIterator[tuple[Running, Failing, list[float]]]:
    """Connected, and what it waited for; bob is paired since before the start."""
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        await asyncio.sleep(0)

    async with running(server, directory, access=rules(server), clock=utc_now) as bot:
        bot.think_with(ScriptedEngine([idle(f"Answer {number}.") for number in range(1, 9)]))
        if paired:
            await bot.house.stores.pairings._database.write(
                lambda connection: connection.execute(
                    "INSERT INTO paired_users (user_id, paired_utc) VALUES (?, ?)",
                    (server.actor("bob").id, to_stored(utc_now())),
                )
            )
        failing = Failing(bot.house.stores.pairings._database)
        desk = bot.gateway.pairing_desk
        assert desk is not None
        bot.gateway.pairing_desk = PairingDesk(
            pairings=failing, speak=desk._speak, tell=desk._tell, clock=utc_now
        )
        bot.gateway._wait = sleep
        yield bot, failing, waits


async def test_somebody_paired_is_answered_once_the_store_is_back(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    bob = discord_pointed.actor("bob")
    async with meeting(discord_pointed, tmp_path) as (bot, failing, waits):
        failing.failures = 2
        await bob.send_dm("hello")
        await discord_pointed.wait_until(lambda: answers_to(bot, bob) == ["Answer 1."])
    assert waits == list(STORE_DELAYS[:2])


async def test_what_came_first_is_answered_first(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    bob = discord_pointed.actor("bob")
    async with meeting(discord_pointed, tmp_path) as (bot, failing, _):
        back = asyncio.Event()

        async def sleep(seconds: float) -> None:
            await back.wait()

        bot.gateway._wait = sleep
        failing.failures = 1
        first = await bob.send_dm("hello")
        await until(lambda: failing.failures == 0)
        second = await bob.send_dm("are you there?")
        await bob.send_dm("and there?")
        await asyncio.sleep(0.1)
        assert (answers_to(bot, bob), bot.gateway.newest_seen) == ([], first.id - 1)
        back.set()
        await until(lambda: bot.gateway.newest_seen > second.id)
        await bot.house.sessions.wait_idle()
        told = bot.server.messages(bob.dm(), author_id=discord_pointed.world.application.bot_id)
    answered = [each.reference.message_id for each in told if each.reference and each.reference.message_id]
    assert answered[0] in {first.id, second.id}
    assert answered == sorted(answered)


async def test_while_the_store_stays_down_it_is_said_once(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    bob = discord_pointed.actor("bob")
    async with meeting(discord_pointed, tmp_path) as (bot, failing, waits):
        failing.failures = len(STORE_DELAYS) + 2
        await bob.send_dm("hello")
        await bob.send_dm("hello?")
        await until(lambda: failing.failures == 0)
        await discord_pointed.wait_until(lambda: answers_to(bot, bob) == [STORE_DOWN["en"]])
        assert waits == list(STORE_DELAYS)
        await bob.send_dm("and now?")
        await discord_pointed.wait_until(lambda: answers_to(bot, bob)[1:] == ["Answer 1."])


async def test_whoever_was_known_before_is_known_while_it_is_down(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    bob = discord_pointed.actor("bob")
    async with meeting(discord_pointed, tmp_path) as (bot, failing, waits):
        await bob.send_dm("hello")
        await discord_pointed.wait_until(lambda: answers_to(bot, bob) == ["Answer 1."])
        failing.failures = 1
        await bob.send_dm("hello")
        await discord_pointed.wait_until(lambda: answers_to(bot, bob) == ["Answer 1.", "Answer 2."])
    assert waits == []


async def test_commands_say_so_at_once_and_offer_nothing(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    bob = discord_pointed.actor("bob")
    async with meeting(discord_pointed, tmp_path) as (_, failing, _):
        failing.failures = 2
        used = await bob.command(bob.dm(), "help")
        assert used.reply is not None
        assert used.reply.content == STORE_DOWN["en"]
        assert await bob.autocomplete(bob.dm(), "timezone", "zone", zone="Berlin") == []
        assert await bob.autocomplete(bob.dm(), "timezone", "zone", zone="Berlin") != []


@pytest.mark.parametrize("failures", [0, 1])
async def test_a_stranger_reads_one_sentence_whatever_the_store_does(
    discord_pointed: DiscordServer, tmp_path: Path, failures: int
) -> None:
    bob = discord_pointed.actor("bob")
    async with meeting(discord_pointed, tmp_path, paired=False) as (bot, failing, _):
        desk = bot.gateway.pairing_desk
        assert desk is not None
        assert not await desk.is_paired(bob.id)
        known = desk.is_paired

        async def first_asked(user_id: int) -> bool:
            found = await known(user_id)
            failing.failures = failures
            return found

        desk.is_paired = first_asked  # type: ignore[method-assign]
        await bob.send_dm("hello")
        await discord_pointed.wait_until(lambda: bool(answers_to(bot, bob)))
    assert answers_to(bot, bob) == [STORE_DOWN["en"] if failures else HOW_TO]
