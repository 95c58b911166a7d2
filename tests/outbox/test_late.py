"""Answers that are sent after a long outage: whole, and once."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.sessions import ReplyKind
from tests.discord_server.faults import Drop, Fault, ServerError
from tests.discord_server.permissions import Permission
from tests.discord_server.server import DiscordServer
from tests.outbox.sending import Sending, buttons, growing, question, sending

LONG = "\n\n".join(f"Sentence {number} of a long answer. " * 50 for number in (1, 2, 3))


def forget_nonces(server: DiscordServer) -> None:
    """As Discord does after a few minutes."""
    server.backend.nonce_window = timedelta(0)


async def test_an_answer_that_never_got_through_is_sent_when_it_can(discord_pointed: DiscordServer) -> None:
    general = discord_pointed.channel("general")
    asked = await discord_pointed.actor("ada").send(general, "tell me")
    async with sending(discord_pointed) as house:
        discord_pointed.faults.add(Fault(route="message.create", action=ServerError(status=503), times=None))
        draft = house.outbox.draft(question(asked, general))
        assert not await draft.finish("Here it is.")
        assert not await draft.finish("Here it is.", late=True)
        tries = len(house.waits)
        discord_pointed.faults.clear()
        assert await draft.finish("Here it is.", late=True)
    assert [message.content for message in house.sent(general)] == ["Here it is."]
    assert len(house.waits) == tries


@pytest.mark.parametrize("reads_history", [True, False])
async def test_what_arrived_although_its_answer_was_lost_is_not_sent_again(
    discord_pointed: DiscordServer, reads_history: bool
) -> None:
    general = discord_pointed.channel("general")
    asked = await discord_pointed.actor("ada").send(general, "tell me")
    async with sending(discord_pointed) as house:
        discord_pointed.faults.add(Fault(route="message.create", action=Drop(after_commit=True), times=None))
        draft = house.outbox.draft(question(asked, general))
        assert not await draft.finish(LONG)
        discord_pointed.faults.clear()
        forget_nonces(discord_pointed)
        if not reads_history:
            discord_pointed.deny(general, Permission.READ_MESSAGE_HISTORY)
        assert await draft.finish(LONG, late=True)
    numbers = [message.content.split()[1] for message in house.sent(general)]
    assert numbers == (["1", "2", "3"] if reads_history else ["1", "1", "2", "3"])


async def test_only_the_parts_that_are_missing_are_sent(discord_pointed: DiscordServer) -> None:
    general = discord_pointed.channel("general")
    asked = await discord_pointed.actor("ada").send(general, "tell me")
    async with sending(discord_pointed) as house:
        discord_pointed.faults.add(
            Fault(route="message.create", action=ServerError(status=503), times=None, skip=1)
        )
        draft = house.outbox.draft(question(asked, general))
        assert not await draft.finish(LONG)
        assert len(house.sent(general)) == 1
        discord_pointed.faults.clear()
        forget_nonces(discord_pointed)
        assert await draft.finish(LONG, late=True)
    assert [message.content.split()[1] for message in house.sent(general)] == ["1", "2", "3"]


async def test_an_answer_that_was_growing_is_whole_in_the_end(discord_pointed: DiscordServer) -> None:
    general = discord_pointed.channel("general")
    asked = await discord_pointed.actor("ada").send(general, "tell me")
    async with sending(discord_pointed) as house:
        discord_pointed.faults.add(Fault(route="message.create", action=Drop(after_commit=True), times=None))
        draft = await growing(house, asked, general)
        assert not await draft.finish("One. Two.")
        discord_pointed.faults.clear()
        forget_nonces(discord_pointed)
        assert await draft.finish("One. Two.", late=True)
    (message,) = house.sent(general)
    assert (message.content, buttons(message)) == ("One. Two.", [])


async def test_a_growing_answer_that_could_not_be_taken_back_is_taken_back_later(
    discord_pointed: DiscordServer,
) -> None:
    general = discord_pointed.channel("general")
    asked = await discord_pointed.actor("ada").send(general, "tell me")
    async with sending(discord_pointed) as house:
        draft = await growing(house, asked, general)
        discord_pointed.faults.add(Fault(route="message.delete", action=ServerError(status=503), times=None))
        assert not await draft.withdraw()
        discord_pointed.faults.clear()
        assert await draft.withdraw(late=True)
    assert house.sent(general) == []


async def _twice(house: Sending, server: DiscordServer, text: str) -> list[str]:
    """The same notice to two messages; of the second it is not known whether it arrived."""
    general = server.channel("general")
    first = await server.actor("ada").send(general, "one")
    second = await server.actor("bob").send(general, "two")
    await house.outbox.reply(question(first, general), text, ReplyKind.BUSY)
    server.faults.add(Fault(route="message.create", action=Drop(after_commit=True), times=None))
    assert not await house.outbox.reply(question(second, general), text, ReplyKind.BUSY)
    server.faults.clear()
    forget_nonces(server)
    assert await house.outbox.reply(question(second, general), text, ReplyKind.BUSY, late=True)
    assert await house.outbox.reply(question(first, general), text, ReplyKind.BUSY, late=True)
    return [message.content for message in house.sent(general)]


async def test_a_notice_that_arrived_is_not_repeated(discord_pointed: DiscordServer) -> None:
    async with sending(discord_pointed) as house:
        assert await _twice(house, discord_pointed, "Later, please.") == ["Later, please."] * 2


async def test_what_discord_refuses_for_good_is_over(discord_pointed: DiscordServer) -> None:
    place = discord_pointed.add_channel("short-lived")
    asked = await discord_pointed.actor("ada").send(place, "tell me")
    async with sending(discord_pointed) as house:
        discord_pointed.delete_channel(place)
        assert await house.outbox.draft(question(asked, place)).finish("Here it is.")
        assert await house.outbox.reply(question(asked, place), "Later, please.", ReplyKind.BUSY)


@pytest.mark.parametrize("lost", [Permission.SEND_MESSAGES, Permission.VIEW_CHANNEL])
async def test_what_the_bot_may_not_say_for_a_while_it_says_when_it_may_again(
    discord_pointed: DiscordServer, lost: Permission
) -> None:
    general = discord_pointed.channel("general")
    asked = await discord_pointed.actor("ada").send(general, "tell me")
    async with sending(discord_pointed) as house:
        discord_pointed.deny(general, lost)
        draft = house.outbox.draft(question(asked, general))
        assert not await draft.finish("Here it is.")
        assert not await draft.finish("Here it is.", late=True)
        assert not await house.outbox.reply(question(asked, general), "Later, please.", ReplyKind.BUSY)
        assert house.waits == []
        discord_pointed.allow(general, lost)
        assert await draft.finish("Here it is.", late=True)
    assert [message.content for message in house.sent(general)] == ["Here it is."]
