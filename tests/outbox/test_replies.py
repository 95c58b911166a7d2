"""Replies on the loopback server: complete, in order, once, and pinging nobody but their author."""

from __future__ import annotations

import pytest

from bot.discord_parts import REPLY_DELAYS
from bot.notice_words import ANSWER_REFUSED
from bot.outbox import reply_nonce
from bot.sessions import ReplyKind
from tests.discord_server.faults import Action, Drop, Fault, RateLimited, Refuse, ServerError
from tests.discord_server.permissions import Permission
from tests.discord_server.server import DiscordServer
from tests.discord_server.transcript import Kind
from tests.outbox.sending import question, sending, target

ANSWER = ReplyKind.ANSWER


async def test_a_reply_refers_to_its_question_and_pings_its_author(discord_pointed: DiscordServer) -> None:
    general, ada = discord_pointed.channel("general"), discord_pointed.actor("ada")
    asked = await ada.send(general, "hello")
    async with sending(discord_pointed) as house:
        await house.outbox.reply(question(asked, general), "Hello Ada.", ANSWER)
    (message,) = house.sent(general)
    assert message.content == "Hello Ada."
    assert message.reference is not None
    assert message.reference.message_id == asked.id
    assert message.pinged == [ada.id]


async def test_text_of_a_model_pings_nobody_else(discord_pointed: DiscordServer) -> None:
    general, bob = discord_pointed.channel("general"), discord_pointed.actor("bob")
    asked = await discord_pointed.actor("ada").send(general, "ping them all")
    async with sending(discord_pointed) as house:
        text = f"@everyone @here {bob.mention} <@&{general.guild_id}>"
        await house.outbox.reply(question(asked, general), text, ANSWER)
    (message,) = house.sent(general)
    assert message.pinged == [asked.author_id]


async def test_a_long_reply_is_several_messages_in_order_and_only_the_first_refers(
    discord_pointed: DiscordServer,
) -> None:
    general = discord_pointed.channel("general")
    asked = await discord_pointed.actor("ada").send(general, "tell me all")
    text = "".join(f"Sentence number {number}. " for number in range(250))
    async with sending(discord_pointed) as house:
        await house.outbox.reply(question(asked, general), text, ANSWER)
    messages = house.sent(general)
    assert len(messages) == 3
    assert "".join(message.content for message in messages).split() == text.split()
    assert [message.reference is not None for message in messages] == [True, False, False]
    assert len({message.nonce for message in messages}) == 3


async def test_a_deleted_question_is_still_answered(discord_pointed: DiscordServer) -> None:
    general, ada = discord_pointed.channel("general"), discord_pointed.actor("ada")
    asked = await ada.send(general, "never mind")
    await ada.delete(asked)
    async with sending(discord_pointed) as house:
        await house.outbox.reply(question(asked, general), "Too late.", ANSWER)
    assert [message.content for message in house.sent(general)] == ["Too late."]


async def test_where_it_may_not_read_the_history_it_answers_without_referring(
    discord_pointed: DiscordServer,
) -> None:
    general = discord_pointed.channel("general")
    discord_pointed.deny(general, Permission.READ_MESSAGE_HISTORY)
    asked = await discord_pointed.actor("ada").send(general, "hello")
    async with sending(discord_pointed) as house:
        await house.outbox.reply(question(asked, general), "Hello.", ANSWER)
    (message,) = house.sent(general)
    assert (message.content, message.reference) == ("Hello.", None)


@pytest.mark.parametrize("after_commit", [False, True])
@pytest.mark.parametrize("kind", ["503", "drop", "reset"])
async def test_a_fault_on_the_way_ends_in_exactly_one_message(
    discord_pointed: DiscordServer, kind: str, after_commit: bool
) -> None:
    actions: dict[str, Action] = {
        "503": ServerError(status=503, after_commit=after_commit),
        "drop": Drop(after_commit=after_commit),
        "reset": Drop(after_commit=after_commit, reset=True),
    }
    general = discord_pointed.channel("general")
    asked = await discord_pointed.actor("ada").send(general, "hello")
    fault = discord_pointed.faults.add(Fault(route="message.create", action=actions[kind], times=2))
    async with sending(discord_pointed) as house:
        await house.outbox.reply(question(asked, general), "Hello.", ANSWER)
    assert [message.content for message in house.sent(general)] == ["Hello."]
    assert fault.hits >= 1
    assert house.waits == list(REPLY_DELAYS[: fault.hits])


async def test_an_answer_sent_and_deleted_before_the_second_attempt_is_not_sent_again(
    discord_pointed: DiscordServer,
) -> None:
    general = discord_pointed.channel("general")
    asked = await discord_pointed.actor("ada").send(general, "hello")
    async with sending(discord_pointed) as house:
        await house.outbox.reply(question(asked, general), "Hello.", ANSWER)
        await discord_pointed.actor("owner").delete(house.sent(general)[0])
        await house.outbox.reply(question(asked, general), "Hello.", ANSWER)
    assert house.sent(general) == []


async def test_what_never_gets_through_is_given_up_without_raising(discord_pointed: DiscordServer) -> None:
    general = discord_pointed.channel("general")
    asked = await discord_pointed.actor("ada").send(general, "hello")
    discord_pointed.faults.add(Fault(route="message.create", action=ServerError(status=503), times=None))
    async with sending(discord_pointed) as house:
        await house.outbox.reply(question(asked, general), "Hello.", ANSWER)
    assert house.sent(general) == []
    assert house.waits == list(REPLY_DELAYS)


@pytest.mark.parametrize("code", [10003, 50013, 160005])
async def test_a_place_that_is_gone_is_not_tried_again(discord_pointed: DiscordServer, code: int) -> None:
    general = discord_pointed.channel("general")
    asked = await discord_pointed.actor("ada").send(general, "hello")
    fault = discord_pointed.faults.add(Fault(route="message.create", action=Refuse(code=code), times=None))
    async with sending(discord_pointed) as house:
        await house.outbox.reply(question(asked, general), "Hello.", ANSWER)
    assert (fault.hits, house.waits) == (1, [])


async def test_a_reply_that_automod_blocks_is_told_to_its_author(discord_pointed: DiscordServer) -> None:
    general = discord_pointed.channel("general")
    asked = await discord_pointed.actor("ada").send(general, "say it")
    discord_pointed.faults.add(Fault(route="message.create", action=Refuse(code=200000), times=2))
    async with sending(discord_pointed) as house:
        await house.outbox.reply(question(asked, general), "a blocked word", ANSWER)
    assert [message.content for message in house.sent(general)] == [ANSWER_REFUSED["en"]]


async def test_a_short_rate_limit_is_waited_for(discord_pointed: DiscordServer) -> None:
    general = discord_pointed.channel("general")
    asked = await discord_pointed.actor("ada").send(general, "hello")
    discord_pointed.faults.add(Fault(route="message.create", action=RateLimited(retry_after=0.05)))
    async with sending(discord_pointed) as house:
        await house.outbox.reply(question(asked, general), "Hello.", ANSWER)
    assert len(house.sent(general)) == 1
    assert house.waits == []


async def test_two_kinds_of_reply_to_one_message_are_two_messages(discord_pointed: DiscordServer) -> None:
    general = discord_pointed.channel("general")
    asked = await discord_pointed.actor("ada").send(general, "hello")
    async with sending(discord_pointed) as house:
        await house.outbox.reply(question(asked, general), "Wait.", ReplyKind.BUSY)
        await house.outbox.reply(question(asked, general), "Hello.", ANSWER)
        await house.outbox.reply(question(asked, general), "Hello.", ANSWER)
    assert [message.content for message in house.sent(general)] == ["Wait.", "Hello."]


async def test_typing_shows_while_the_body_runs(discord_pointed: DiscordServer) -> None:
    general = discord_pointed.channel("general")
    async with sending(discord_pointed) as house, house.outbox.working(target(general)):
        await discord_pointed.wait_until(
            lambda: bool(discord_pointed.transcript.select(kind=Kind.TYPING, channel_id=general.id))
        )


@pytest.mark.parametrize("action", [Refuse(code=50013), ServerError(status=503), Drop(reset=True)])
async def test_typing_that_fails_changes_nothing(
    discord_pointed: DiscordServer, action: Refuse | ServerError | Drop
) -> None:
    general = discord_pointed.channel("general")
    fault = discord_pointed.faults.add(Fault(route="typing", action=action, times=None))
    body_ran = False
    async with sending(discord_pointed) as house, house.outbox.working(target(general)):
        await discord_pointed.wait_until(lambda: fault.hits > 0)
        body_ran = True
    assert body_ran


def test_nonces_are_distinct_and_short_enough_for_the_largest_id() -> None:
    nonces = {reply_nonce(2**63 - 1, kind, part) for kind in ReplyKind for part in (0, 1, 99)}
    assert len(nonces) == 3 * len(ReplyKind)
    assert max(len(nonce) for nonce in nonces) <= 25
