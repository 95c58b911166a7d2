"""Answers that grow, on the loopback server: few requests, whole in the end, whatever happens on the way."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest

from bot import discord_draft, discord_requests
from bot.discord_draft import EVERY, FIRST_AFTER
from bot.splitter import split
from tests.discord_server.faults import Delay, Drop, Fault, Refuse, ServerError
from tests.discord_server.permissions import Permission
from tests.discord_server.server import DiscordServer
from tests.outbox.sending import buttons, growing, question, sending, until


async def test_a_quick_answer_is_sent_once_and_never_edited(discord_pointed: DiscordServer) -> None:
    general = discord_pointed.channel("general")
    asked = await discord_pointed.actor("ada").send(general, "hello")
    async with sending(discord_pointed) as house:
        draft = house.outbox.draft(question(asked, general))
        draft.show("Hello.")
        await draft.finish("Hello. How are you?")
    (message,) = house.sent(general)
    assert message.content == "Hello. How are you?"
    assert message.edited_timestamp is None
    assert message.reference is not None
    assert message.pinged == [asked.author_id]


async def test_a_slow_answer_is_seen_early_with_a_button_and_ends_whole_without_one(
    discord_pointed: DiscordServer,
) -> None:
    general = discord_pointed.channel("general")
    asked = await discord_pointed.actor("ada").send(general, "tell me")
    async with sending(discord_pointed) as house:
        draft = await growing(house, asked, general)
        (early,) = house.sent(general)
        assert (early.content, buttons(early)) == ("One.", [f"stop:{asked.id}"])
        draft.show("One. Two.")
        await until(lambda: house.sent(general)[0].content == "One. Two.")
        await draft.finish("One. Two. Three.")
    (message,) = house.sent(general)
    assert (message.content, buttons(message)) == ("One. Two. Three.", [])
    assert message.pinged == [asked.author_id]


async def test_it_is_edited_at_most_once_a_second(discord_pointed: DiscordServer) -> None:
    general = discord_pointed.channel("general")
    asked = await discord_pointed.actor("ada").send(general, "tell me")
    seen: set[str] = set()
    async with sending(discord_pointed) as house:
        draft = house.outbox.draft(question(asked, general))
        loop = asyncio.get_running_loop()
        started, count = loop.time(), 0
        while loop.time() - started < FIRST_AFTER + 2.5 * EVERY:
            count += 1
            draft.show("word. " * count)
            await asyncio.sleep(0.02)
            seen |= {message.content for message in house.sent(general)}
        await draft.finish("The end.")
    assert 2 <= len(seen) <= 4
    assert [message.content for message in house.sent(general)] == ["The end."]


async def test_a_long_answer_rolls_into_further_messages_with_its_code_blocks_whole(
    discord_pointed: DiscordServer,
) -> None:
    general = discord_pointed.channel("general")
    asked = await discord_pointed.actor("ada").send(general, "write me a program")
    whole = "Here it is.\n```python\n" + "print('hello, world')\n" * 150 + "```\nThat was it. " * 3
    async with sending(discord_pointed) as house:
        draft = house.outbox.draft(question(asked, general))
        for end in (100, 1500, 2600):
            draft.show(whole[:end])
            await asyncio.sleep(EVERY + 0.1)
        assert len(house.sent(general)) == 2
        assert [bool(buttons(message)) for message in house.sent(general)] == [False, True]
        assert all(message.content.count("```") % 2 == 0 for message in house.sent(general))
        await draft.finish(whole)
    messages = house.sent(general)
    assert [message.content.strip() for message in messages] == [part.strip() for part in split(whole)]
    assert [message.reference is not None for message in messages] == [True] + [False] * (len(messages) - 1)
    assert not any(buttons(message) for message in messages)


async def test_what_is_shown_too_much_is_taken_back(discord_pointed: DiscordServer) -> None:
    general = discord_pointed.channel("general")
    asked = await discord_pointed.actor("ada").send(general, "tell me")
    async with sending(discord_pointed) as house:
        draft = house.outbox.draft(question(asked, general))
        draft.show("A sentence. " * 300)
        await until(lambda: len(house.sent(general)) == 2)
        await draft.finish("In short: no.")
    assert [message.content for message in house.sent(general)] == ["In short: no."]


async def test_an_answer_that_nobody_waits_for_is_taken_back(discord_pointed: DiscordServer) -> None:
    general = discord_pointed.channel("general")
    asked = await discord_pointed.actor("ada").send(general, "tell me")
    async with sending(discord_pointed) as house:
        draft = await growing(house, asked, general)
        await draft.withdraw()
    assert house.sent(general) == []


async def test_an_answer_that_is_left_keeps_its_words_and_loses_its_button(
    discord_pointed: DiscordServer,
) -> None:
    general = discord_pointed.channel("general")
    asked = await discord_pointed.actor("ada").send(general, "tell me")
    async with sending(discord_pointed) as house:
        draft = await growing(house, asked, general)
        await draft.leave()
    (message,) = house.sent(general)
    assert (message.content, buttons(message)) == ("One.", [])


async def test_a_growing_answer_that_somebody_deletes_is_whole_in_the_end(
    discord_pointed: DiscordServer,
) -> None:
    general = discord_pointed.channel("general")
    asked = await discord_pointed.actor("ada").send(general, "tell me")
    async with sending(discord_pointed) as house:
        draft = await growing(house, asked, general)
        await discord_pointed.actor("owner").delete(house.sent(general)[0])
        draft.show("One. Two.")
        await asyncio.sleep(EVERY + 0.2)
        assert house.sent(general) == []
        await draft.finish("One. Two. Three.")
    assert [message.content for message in house.sent(general)] == ["One. Two. Three."]


@pytest.mark.parametrize("after_commit", [False, True])
async def test_a_fault_of_the_first_sending_ends_in_one_whole_message(
    discord_pointed: DiscordServer, after_commit: bool
) -> None:
    general = discord_pointed.channel("general")
    asked = await discord_pointed.actor("ada").send(general, "tell me")
    async with sending(discord_pointed) as house:
        discord_pointed.faults.add(Fault(route="message.create", action=Drop(after_commit=after_commit)))
        draft = house.outbox.draft(question(asked, general))
        draft.show("One.")
        await asyncio.sleep(FIRST_AFTER + 0.4)
        await draft.finish("One. Two.")
    (message,) = house.sent(general)
    assert (message.content, buttons(message)) == ("One. Two.", [])


@pytest.mark.parametrize(
    "action", [ServerError(status=503), Drop(after_commit=False), Drop(after_commit=True)]
)
async def test_faults_of_editing_are_outlasted(
    discord_pointed: DiscordServer, action: ServerError | Drop
) -> None:
    general = discord_pointed.channel("general")
    asked = await discord_pointed.actor("ada").send(general, "tell me")
    async with sending(discord_pointed) as house:
        draft = await growing(house, asked, general)
        discord_pointed.faults.add(Fault(route="message.edit", action=action, times=3))
        await draft.finish("One. Two.")
    assert [message.content for message in house.sent(general)] == ["One. Two."]
    assert len(house.waits) == 3


async def test_an_answer_that_discord_refuses_is_replaced_by_a_sentence(
    discord_pointed: DiscordServer,
) -> None:
    general = discord_pointed.channel("general")
    asked = await discord_pointed.actor("ada").send(general, "tell me")
    async with sending(discord_pointed) as house:
        draft = await growing(house, asked, general)
        discord_pointed.faults.add(Fault(route="message.edit", action=Refuse(code=200000)))
        await draft.finish("One. Something unspeakable.")
    (message,) = house.sent(general)
    assert message.content.startswith("Discord refused my answer")


@pytest.mark.parametrize("ending", ["withdraw", "leave"])
async def test_a_first_part_whose_sending_was_lost_on_the_way_back_is_not_left_with_a_button(
    discord_pointed: DiscordServer, ending: str
) -> None:
    general = discord_pointed.channel("general")
    asked = await discord_pointed.actor("ada").send(general, "tell me")
    async with sending(discord_pointed) as house:
        discord_pointed.faults.add(Fault(route="message.create", action=Drop(after_commit=True)))
        draft = await growing(house, asked, general)
        await (draft.withdraw() if ending == "withdraw" else draft.leave())
    left = [(message.content, buttons(message)) for message in house.sent(general)]
    assert left == ([] if ending == "withdraw" else [("One.", [])])


async def test_an_answer_of_a_channel_that_is_deleted_meanwhile_ends_quietly(
    discord_pointed: DiscordServer,
) -> None:
    place = discord_pointed.add_channel("short-lived")
    asked = await discord_pointed.actor("ada").send(place, "tell me")
    async with sending(discord_pointed) as house:
        draft = await growing(house, asked, place)
        discord_pointed.delete_channel(place)
        await draft.finish("One. Two.")
    assert house.waits == []


async def test_a_right_that_is_lost_midway_leaves_what_may_still_be_changed_whole(
    discord_pointed: DiscordServer,
) -> None:
    """Discord lets a bot edit its own messages where it may not send any more."""
    general = discord_pointed.channel("general")
    asked = await discord_pointed.actor("ada").send(general, "tell me")
    async with sending(discord_pointed) as house:
        draft = await growing(house, asked, general)
        discord_pointed.deny(general, Permission.SEND_MESSAGES)
        await draft.finish("One. Two.")
    (message,) = house.sent(general)
    assert (message.content, buttons(message)) == ("One. Two.", [])


async def test_an_edit_that_hangs_does_not_hold_up_the_whole_answer_and_does_not_undo_it(
    discord_pointed: DiscordServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord_draft, "HANGING", 0.1)
    general = discord_pointed.channel("general")
    asked = await discord_pointed.actor("ada").send(general, "tell me")
    async with sending(discord_pointed) as house:
        draft = house.outbox.draft(question(asked, general))
        for text in ("One.", "One. Two."):
            draft.show(text)
            await until(lambda text=text: [each.content for each in house.sent(general)] == [text])  # type: ignore[misc]
        hanging = discord_pointed.faults.add(Fault(route="message.edit", action=Delay(seconds=2)))
        draft.show("One. Two. Three.")
        await until(lambda: hanging.hits == 1)
        ending = asyncio.create_task(draft.finish("One. Two. Three. Four."))
        await until(lambda: house.sent(general)[0].content == "One. Two. Three. Four.", seconds=1.5)
        assert not ending.done()
        await ending
    (message,) = house.sent(general)
    assert (message.content, buttons(message)) == ("One. Two. Three. Four.", [])


async def test_a_first_part_that_hangs_is_one_message_in_the_end(
    discord_pointed: DiscordServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord_draft, "HANGING", 0.1)
    general = discord_pointed.channel("general")
    asked = await discord_pointed.actor("ada").send(general, "tell me")
    async with sending(discord_pointed) as house:
        hanging = discord_pointed.faults.add(Fault(route="message.create", action=Delay(seconds=1)))
        draft = house.outbox.draft(question(asked, general))
        draft.show("One.")
        await until(lambda: hanging.hits == 1)
        await draft.finish("One. Two.")
    (message,) = house.sent(general)
    assert (message.content, buttons(message)) == ("One. Two.", [])


async def test_a_request_without_an_answer_is_given_up_and_tried_again(
    discord_pointed: DiscordServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord_requests, "SILENCE", aiohttp.ClientTimeout(total=None, sock_read=0.2))
    general = discord_pointed.channel("general")
    asked = await discord_pointed.actor("ada").send(general, "tell me")
    async with sending(discord_pointed) as house:
        discord_pointed.faults.add(
            Fault(route="message.create", action=Delay(seconds=30, after_commit=True), times=2)
        )
        await house.outbox.draft(question(asked, general)).finish("Here it is.")
        assert len(house.waits) == 2
    assert [message.content for message in house.sent(general)] == ["Here it is."]


@pytest.mark.parametrize("goes_on", [True, False])
async def test_an_answer_in_a_thread_that_was_archived_meanwhile_is_whole_in_the_end(
    discord_pointed: DiscordServer, goes_on: bool
) -> None:
    thread = discord_pointed.channel("side-talk")
    asked = await discord_pointed.actor("ada").send(thread, "tell me")
    async with sending(discord_pointed) as house:
        draft = await growing(house, asked, thread)
        discord_pointed.change_channel(thread, archived=True)
        if goes_on:
            draft.show("One. Two.")
            await until(lambda: house.sent(thread)[0].content == "One. Two.")
        await draft.finish("One. Two. Three.")
    (message,) = house.sent(thread)
    assert (message.content, buttons(message)) == ("One. Two. Three.", [])


async def test_in_a_thread_that_was_locked_nothing_can_be_changed_any_more(
    discord_pointed: DiscordServer,
) -> None:
    thread = discord_pointed.channel("side-talk")
    asked = await discord_pointed.actor("ada").send(thread, "tell me")
    async with sending(discord_pointed) as house:
        draft = await growing(house, asked, thread)
        discord_pointed.change_channel(thread, archived=True, locked=True)
        assert await draft.finish("One. Two.")
        assert house.waits == []
    assert [message.content for message in house.sent(thread)] == ["One."]


async def test_that_it_goes_on_is_said_without_a_ping_with_a_button_and_until_there_is_more(
    discord_pointed: DiscordServer,
) -> None:
    general = discord_pointed.channel("general")
    asked = await discord_pointed.actor("ada").send(general, "tell me")
    async with sending(discord_pointed) as house:
        draft = house.outbox.draft(question(asked, general))
        await draft.goes_on("I am still at it.")
        (remark,) = house.sent(general)
        assert (remark.content, buttons(remark)) == ("I am still at it.", [f"stop:{asked.id}"])
        assert remark.pinged == []
        draft.show("One.")
        await until(lambda: [each.content for each in house.sent(general)] == ["One."])
        await draft.finish("One. Two.")
    (message,) = house.sent(general)
    assert (message.content, message.pinged) == ("One. Two.", [asked.author_id])


@pytest.mark.parametrize("ending", ["finish", "withdraw", "leave"])
@pytest.mark.parametrize("fault", [None, Drop(after_commit=True), Drop()])
async def test_what_was_said_of_going_on_is_gone_with_every_ending(
    discord_pointed: DiscordServer, ending: str, fault: Drop | None
) -> None:
    general = discord_pointed.channel("general")
    asked = await discord_pointed.actor("ada").send(general, "tell me")
    async with sending(discord_pointed) as house:
        draft = house.outbox.draft(question(asked, general))
        if fault:
            discord_pointed.faults.add(Fault(route="message.create", action=fault))
        await draft.goes_on("I am still at it.")
        if ending == "finish":
            await draft.finish("Here it is.")
        else:
            await (draft.withdraw() if ending == "withdraw" else draft.leave())
    left = [message.content for message in house.sent(general)]
    assert left == (["Here it is."] if ending == "finish" else [])
