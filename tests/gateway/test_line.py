"""When a session with Discord is given up, and how soon a new one is asked for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
import pytest

from bot.gateway_line import BREAKS, DELAYS, EACH, RESUMES, SESSIONS, STEADY, Line
from tests.discord_server.server import DiscordServer
from tests.gateway.connected import Connected, connected

DAY = 86_400


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def line_at(clock: Clock) -> Line:
    line = Line(now=clock)
    line.begin()
    return line


def test_a_session_that_stood_is_resumed_a_few_times_and_a_new_one_not_at_all() -> None:
    line = line_at(Clock())
    line.stands()
    for _ in range(RESUMES - 1):
        line.breaks()
    assert not line.hopeless.is_set()
    line.breaks()
    assert line.hopeless.is_set()
    line.begin()
    assert not line.hopeless.is_set()
    line.breaks()
    assert line.hopeless.is_set()


def test_a_session_that_never_lasts_is_given_up_and_one_that_breaks_now_and_then_is_not() -> None:
    clock = Clock()
    line = line_at(clock)
    for restless, pause in ((False, STEADY / 5), (True, 0.1)):
        line.begin()
        for _ in range(BREAKS):
            line.stands()
            clock.now += pause
            line.breaks()
        assert line.hopeless.is_set() is restless


def test_delays_grow_to_a_minute_and_begin_anew_after_a_good_connection() -> None:
    clock = Clock()
    line = line_at(clock)
    assert [line.delay() for _ in range(8)] == [*DELAYS, DELAYS[-1]]
    line.begin()
    line.stands()
    clock.now += STEADY
    line.breaks()
    assert line.delay() == DELAYS[0]


def test_a_connection_that_breaks_at_once_does_not_shorten_the_delays() -> None:
    clock = Clock()
    line = line_at(clock)
    for _ in range(3):
        line.delay()
    line.begin()
    line.stands()
    clock.now += 1
    line.breaks()
    assert line.delay() == DELAYS[3]


def test_however_often_sessions_end_fewer_than_a_thousand_are_asked_for_in_a_day() -> None:
    clock = Clock()
    line = line_at(clock)
    asked = 0
    end = clock.now + DAY
    while clock.now < end:
        asked += line.identifies()
        clock.now += line.delay()
    assert SESSIONS + DAY / EACH - 5 < asked < 1000


def test_the_longest_wait_for_a_session_is_bounded() -> None:
    line = line_at(Clock())
    for _ in range(SESSIONS):
        assert line.identifies()
    assert not line.identifies()
    assert max(line.delay() for _ in range(9)) == pytest.approx(EACH)


# ------------------------------------------------------------------ on the loopback Discord


@asynccontextmanager
async def quickly(server: DiscordServer) -> AsyncIterator[tuple[Connected, list[float]]]:
    """Connected, and what it waited for without waiting."""
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        await asyncio.sleep(0)

    async with connected(server, sleep=sleep) as connection:
        yield connection, waits


async def still_hears(connection: Connected, server: DiscordServer) -> None:
    await server.wait_until(lambda: connection.reconnections >= 1, timeout=30)
    await server.actor("ada").send_dm("still there?")
    await server.wait_until(lambda: [each.text for each in connection.received] == ["still there?"])


async def test_a_gateway_that_refuses_the_first_connection_is_tried_again(
    discord_pointed: DiscordServer,
) -> None:
    discord_pointed.gateway.refuse(2)
    async with quickly(discord_pointed) as (connection, waits):
        await discord_pointed.actor("ada").send_dm("hello")
        assert (await connection.next()).text == "hello"
    assert waits == list(DELAYS[:2])


async def test_a_session_that_cannot_be_resumed_at_its_address_is_given_up(
    discord_pointed: DiscordServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord.backoff.ExponentialBackoff, "delay", lambda self: 0.01)
    discord_pointed.backend.gateway_url = "ws://127.0.0.1:9/gateway"
    async with quickly(discord_pointed) as (connection, waits):
        discord_pointed.gateway.drop_all()
        await still_hears(connection, discord_pointed)
    assert discord_pointed.gateway.log.count("identify") == 2
    assert waits == [DELAYS[0]]


async def test_a_session_that_is_closed_after_each_resume_is_given_up(discord_pointed: DiscordServer) -> None:
    log = discord_pointed.gateway.log
    async with quickly(discord_pointed) as (connection, waits):
        for number in range(BREAKS):
            await discord_pointed.gateway.close_all(4000)
            await discord_pointed.wait_until(
                lambda number=number: log.count("resume") > number or log.count("identify") > 1,  # type: ignore[misc]
                timeout=15,
            )
            if log.count("identify") == 1:
                await discord_pointed.wait_until(
                    lambda number=number: connection.reconnections > number,  # type: ignore[misc]
                    timeout=15,
                )
        await discord_pointed.wait_until(lambda: log.count("identify") == 2, timeout=15)
        connection.reconnections = 0
        await still_hears(connection, discord_pointed)
    assert waits[0] == DELAYS[0]


async def test_what_nobody_can_read_ends_the_session_and_not_the_process(
    discord_pointed: DiscordServer,
) -> None:
    async with quickly(discord_pointed) as (connection, waits):
        (socket,) = discord_pointed.gateway.connections
        socket.send({"op": 0, "s": 99, "t": "MESSAGE_CREATE", "d": {"nonsense": True}})
        await still_hears(connection, discord_pointed)
        assert not connection.serving.done()
    assert waits == [DELAYS[0]]


async def test_sessions_that_are_taken_away_again_and_again_are_asked_for_more_and_more_slowly(
    discord_pointed: DiscordServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def at_once(client: object, shard_id: int | None, *, initial: bool = False) -> None:
        pass

    monkeypatch.setattr(discord.Client, "before_identify_hook", at_once)
    log = discord_pointed.gateway.log
    async with quickly(discord_pointed) as (connection, waits):
        now = [connection.gateway._line._now()]
        connection.gateway._line._now = lambda: now[0]

        async def sleep(seconds: float) -> None:
            waits.append(seconds)
            now[0] += seconds
            await asyncio.sleep(0)

        connection.gateway._wait = sleep
        for number in range(SESSIONS + 4):
            discord_pointed.gateway.invalidate(resumable=False)
            await discord_pointed.wait_until(
                lambda number=number: log.count("identify") >= number + 2,  # type: ignore[misc]
                timeout=15,
            )
        connection.reconnections = 0
        await still_hears(connection, discord_pointed)
    assert max(waits) > EACH / 2


async def test_a_socket_that_falls_silent_is_left(discord_pointed: DiscordServer) -> None:
    discord_pointed.gateway.heartbeat_interval = 0.2
    async with quickly(discord_pointed) as (connection, _):
        socket = connection.gateway.ws
        assert socket._keep_alive is not None
        socket._keep_alive.heartbeat_timeout = 0.6
        discord_pointed.gateway.make_zombies()
        await discord_pointed.actor("ada").send_dm("unheard at first")
        await discord_pointed.wait_until(
            lambda: [each.text for each in connection.received] == ["unheard at first"], timeout=30
        )
    assert discord_pointed.gateway.log.count("resume") == 1
