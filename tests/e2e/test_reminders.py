"""A message becomes a reminder that fires: real daemon, real model, real client, loopback Discord."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from tests.discord_server.faults import Drop, Fault
from tests.discord_server.server import DiscordServer
from tests.discord_server.state import Channel, Message
from tests.e2e.daemon import Daemon

pytestmark = [pytest.mark.e2e, pytest.mark.model]

ANSWER_SECONDS = 30.0
LATEST = timedelta(seconds=5)
"""Far more than `make bench-reminders` finds: a busy machine is slow, not wrong."""
QUIET_SECONDS = 1.5
"""How long a second copy would have to show up."""


async def answer_to(server: DiscordServer, asked: Message) -> Message:
    return await server.wait_for_message(
        asked.channel_id,
        lambda message: message.reference is not None and message.reference.message_id == asked.id,
        timeout=ANSWER_SECONDS,
    )


async def reminder_in(server: DiscordServer, place: Channel) -> Message:
    return await server.wait_for_message(place, lambda m: bool(m.components), timeout=ANSWER_SECONDS)


def reminders_in(server: DiscordServer, place: Channel) -> list[Message]:
    own = server.messages(place, author_id=server.world.application.bot_id)
    return [message for message in own if message.components]


async def test_a_daemon_killed_before_the_reminder_is_due_delivers_it_after_its_restart(
    daemon: Daemon, discord_server: DiscordServer
) -> None:
    ada = discord_server.actor("ada")
    asked = await ada.send_dm("remind me in 2 seconds to stretch")
    await answer_to(discord_server, asked)
    await daemon.kill()
    (due,) = daemon.stored_due()
    await asyncio.sleep(max(0.0, (due - datetime.now(UTC)).total_seconds()) + 0.5)
    await daemon.start()
    reminder = await reminder_in(discord_server, ada.dm())
    assert reminder.pinged == [ada.id]
    await asyncio.sleep(QUIET_SECONDS)
    assert len(reminders_in(discord_server, ada.dm())) == 1


async def test_without_an_engine_reminders_still_arrive_and_people_are_told(
    daemon: Daemon, discord_server: DiscordServer
) -> None:
    ada = discord_server.actor("ada")
    await answer_to(discord_server, await ada.send_dm("remind me in 2 seconds to stretch"))
    await daemon.kill()
    daemon.configure(engine='server = "http://127.0.0.1:9"')
    await daemon.launch()
    await reminder_in(discord_server, ada.dm())
    answer = await answer_to(discord_server, await ada.send_dm("hello there"))
    assert len(daemon.events("model ready")) == 1
    assert "language model is not running" in answer.content


@pytest.mark.parametrize("after_commit", [False, True])
async def test_a_daemon_killed_while_it_sends_delivers_once(
    daemon: Daemon, discord_server: DiscordServer, after_commit: bool
) -> None:
    """Claimed and on its way: with `after_commit` Discord has the message, and the daemon never learns it."""
    ada = discord_server.actor("ada")
    asked = await ada.send_dm("remind me in 2 seconds to stretch")
    await answer_to(discord_server, asked)
    action = Drop(after_commit=after_commit)
    fault = discord_server.faults.add(Fault(route="message.create", action=action, times=None))
    await discord_server.wait_until(lambda: fault.hits > 0, timeout=10)
    await daemon.kill()
    discord_server.faults.clear()
    assert len(reminders_in(discord_server, ada.dm())) == int(after_commit)
    await daemon.start()
    await daemon.until(lambda: len(daemon.events("delivered")) == 1)
    assert len(reminders_in(discord_server, ada.dm())) == 1


async def test_a_reminder_due_while_the_model_generates_is_on_time_and_the_loop_stays_free(
    daemon: Daemon, discord_server: DiscordServer
) -> None:
    ada = discord_server.actor("ada")
    await answer_to(discord_server, await ada.send_dm("remind me in 3 seconds to stretch"))
    (due,) = daemon.stored_due()
    await asyncio.sleep((due - datetime.now(UTC)).total_seconds() - 0.3)
    said = {"bob": "hello there", "owner": "tell me a long story about a fox"}
    chats = [await discord_server.actor(name).send_dm(text) for name, text in said.items()]
    reminder = await reminder_in(discord_server, ada.dm())
    answers = [await answer_to(discord_server, chat) for chat in chats]
    assert due <= reminder.timestamp <= due + LATEST
    assert chats[0].timestamp < due < answers[-1].timestamp, "nothing was generated when it was due"
    lags = [line["loop_lag_ms"] for line in daemon.events("answered")]
    assert len(lags) == 3
    assert max(lags) < 1000  # `make bench-lag` measures it; here only a generation in the loop would show
