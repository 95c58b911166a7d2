"""/reminders: what it shows, and what can be done with one of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from icalendar import Calendar

from bot.command_words import APART, NO_REMINDERS
from bot.config import DiscordConfig, RemindersConfig
from tests.commands.house import Running, running
from tests.discord_server.actors import Actor
from tests.discord_server.seed import add_channel
from tests.discord_server.server import DiscordServer
from tests.discord_server.state import Channel, ChannelKind, Message


def voice_chat(server: DiscordServer, ada: Actor) -> Channel:
    (guild,) = server.world.guilds.values()
    return add_channel(server.world, guild, "voice", ChannelKind.VOICE)


PLACES: dict[str, Callable[[DiscordServer, Actor], Channel]] = {
    "text": lambda server, ada: server.channel("general"),
    "thread": lambda server, ada: server.channel("side-talk"),
    "direct": lambda server, ada: ada.dm(),
    "voice": voice_chat,
}


async def listed(actor: Actor, place: Channel) -> Message:
    used = await actor.command(place, "reminders")
    assert used.reply is not None
    return used.reply


async def opened(bot: Running, actor: Actor, place: Channel) -> Message:
    """The first reminder of the list."""
    (first, *_) = await bot.reminders_of(actor)
    shown = await listed(actor, place)
    await actor.choose(shown, "reminders:choose:0", str(first.id))
    return shown


async def edit(actor: Actor, shown: Message, **values: str) -> None:
    """Fills in the form behind the button, and waits until the message under it says what came of it."""
    before = shown.content
    await actor.submit(await actor.press_label(shown, "Edit"), **values)
    async with asyncio.timeout(10):
        while shown.content == before:  # noqa: ASYNC110 - what is waited for has no event
            await asyncio.sleep(0.01)


def labels(message: Message) -> list[str]:
    return [item.get("label", "menu") for row in message.components for item in row["components"]]


@pytest.mark.parametrize("place", PLACES)
async def test_it_works_in_every_place(discord_pointed: DiscordServer, tmp_path: Path, place: str) -> None:
    ada = discord_pointed.actor("ada")
    where = PLACES[place](discord_pointed, ada)
    async with running(discord_pointed, tmp_path) as bot:
        used = await ada.command(where, "remind", when="tomorrow at 9", text="water the plants")
        await ada.reply_to(used, within=10)  # the first phrase of all is read slowly
        shown = await opened(bot, ada, where)
        assert labels(shown) == ["Edit", "Pause", "Delete", "Back to the list"]
        await ada.press_label(shown, "Delete")
        assert await bot.reminders_of(ada) == ()
    assert shown.ephemeral_to == ada.id
    assert shown.content.endswith("You have no pending reminders.")


async def test_a_series_shows_its_rule_and_its_next_time(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada = discord_pointed.actor("ada")
    async with running(discord_pointed, tmp_path):
        await ada.command(ada.dm(), "remind", when="every monday at 9", text="bins")
        shown = await listed(ada, ada.dm())
    assert "every Monday at 09:00, next Monday, 9 March 2026, 09:00 (Europe/Berlin)" in shown.content


async def test_paused_and_resumed(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    ada = discord_pointed.actor("ada")
    async with running(discord_pointed, tmp_path) as bot:
        await ada.command(ada.dm(), "remind", when="every monday at 9", text="bins")
        shown = await opened(bot, ada, ada.dm())
        await ada.press_label(shown, "Pause")
        assert [each.paused for each in await bot.reminders_of(ada)] == [True]
        assert "(paused)" in shown.content
        await ada.press_label(shown, "Resume")
        assert [each.paused for each in await bot.reminders_of(ada)] == [False]
        assert "(paused)" not in shown.content
        await ada.press_label(shown, "Back to the list")
    assert shown.content.startswith("Your pending reminders (1 to 1 of 1):")


@pytest.mark.parametrize(
    ("when", "prefilled"),
    [("tomorrow at 9", "2026-03-03 09:00"), ("every other tuesday at 8", "every other Tuesday at 08:00")],
)
async def test_the_form_is_filled_with_what_is_stored_and_leaves_it_so(
    discord_pointed: DiscordServer, tmp_path: Path, when: str, prefilled: str
) -> None:
    ada = discord_pointed.actor("ada")
    async with running(discord_pointed, tmp_path) as bot:
        await ada.command(ada.dm(), "remind", when=when, text="bins")
        (before,) = await bot.reminders_of(ada)
        shown = await opened(bot, ada, ada.dm())
        form = await ada.press_label(shown, "Edit")
        assert form.modal is not None
        fields = {c["custom_id"]: c["value"] for row in form.modal["components"] for c in row["components"]}
        assert fields == {"when": prefilled, "text": "bins"}
        await edit(ada, shown, text="bins and glass")
        (after,) = await bot.reminders_of(ada)
    assert (after.due, after.rule) == (before.due, before.rule)
    assert after.text == "bins and glass"


async def test_another_time_and_another_series(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    ada = discord_pointed.actor("ada")
    async with running(discord_pointed, tmp_path) as bot:
        await ada.command(ada.dm(), "remind", when="tomorrow at 9", text="bins")
        shown = await opened(bot, ada, ada.dm())
        await edit(ada, shown, when="friday at 18:00")
        (moved,) = await bot.reminders_of(ada)
        assert (moved.due, moved.rule) == (datetime(2026, 3, 6, 17, tzinfo=UTC), None)
        assert shown.content.startswith("Changed: ")
        await edit(ada, shown, when="jeden Montag um 7")
        (series,) = await bot.reminders_of(ada)
    assert series.due == datetime(2026, 3, 9, 6, tzinfo=UTC)
    assert series.rule is not None
    assert "every Monday at 07:00" in shown.content


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"when": "when pigs fly"}, "could not read"),
        ({"when": "2020-01-01 09:00"}, "already over"),
        ({"text": "x" * 1501}, "at most 1,500 characters"),
        ({"when": "every 10 seconds"}, "The shortest interval is 60 seconds."),
    ],
)
async def test_what_cannot_be_changed_is_said_and_changes_nothing(
    discord_pointed: DiscordServer, tmp_path: Path, fields: dict[str, str], said: str
) -> None:
    ada = discord_pointed.actor("ada")
    async with running(discord_pointed, tmp_path) as bot:
        await ada.command(ada.dm(), "remind", when="tomorrow at 9", text="bins")
        before = await bot.reminders_of(ada)
        shown = await opened(bot, ada, ada.dm())
        await edit(ada, shown, **fields)
        assert await bot.reminders_of(ada) == before
    assert said in shown.content
    assert labels(shown) == ["Edit", "Pause", "Delete", "Back to the list"]


async def test_what_is_gone_meanwhile_is_said(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    ada = discord_pointed.actor("ada")
    async with running(discord_pointed, tmp_path) as bot:
        await ada.command(ada.dm(), "remind", when="tomorrow at 9", text="bins")
        (only,) = await bot.reminders_of(ada)
        shown = await opened(bot, ada, ada.dm())
        form = await ada.press_label(shown, "Edit")
        await bot.house.services.reminders.remove(only.id, author_id=ada.id)
        await ada.submit(form, when="friday")
    assert shown.content == "That one is no longer pending.\nYou have no pending reminders."


async def test_what_could_not_be_delivered_is_listed_with_the_reason(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, bob = discord_pointed.actor("ada"), discord_pointed.actor("bob")
    clock = [datetime(2026, 3, 2, 11, tzinfo=UTC)]
    direct = ada.dm()
    async with running(discord_pointed, tmp_path, clock=lambda: clock[0]) as bot:
        await ada.command(direct, "remind", when="in 5 minutes", text="water the plants")
        await ada.command(direct, "remind", when="tomorrow at 9", text="bins")
        ada.close_dms()
        clock[0] = datetime(2026, 3, 2, 11, 6, tzinfo=UTC)
        await bot.house.scheduler.start()
        for _ in range(100):
            failed = await bot.house.services.reminders.failures(ada.id)
            if failed:
                break
            await asyncio.sleep(0.05)
        shown = await listed(ada, discord_pointed.channel("general"))
        others = await listed(bob, discord_pointed.channel("general"))
    pending, _, lost = shown.content.partition("Could not be delivered:")
    assert "bins" in pending
    assert "water the plants" in lost
    assert lost.splitlines()[-1].startswith("– nobody can write") or "direct" in lost
    assert others.content == "You have no pending reminders."


async def test_a_long_list_of_long_things_fits(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    ada = discord_pointed.actor("ada")
    async with running(discord_pointed, tmp_path, reminders=RemindersConfig(per_user=12)) as bot:
        for number in range(12):
            await ada.command(
                ada.dm(),
                "remind",
                when="every weekday at 8, 9:30, 11, 13:15 and 17:45 until 24 december 2027",
                text=f"{number} " + "w" * 990,
            )
        assert len(await bot.reminders_of(ada)) == 12
        shown = await listed(ada, ada.dm())
        assert len(shown.content) <= 2000
        await ada.press_label(shown, "Later")
        await ada.press_label(shown, "Later")
        assert "(11 to 12 of 12)" in shown.content


async def test_reminders_are_exported_as_a_calendar_that_only_their_author_sees(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, bob = discord_pointed.actor("ada"), discord_pointed.actor("bob")
    general = discord_pointed.channel("general")
    async with running(discord_pointed, tmp_path) as bot:
        for actor, text in ((ada, "call mum"), (ada, "stretch"), (bob, "a secret")):
            await actor.command(general, "remind", when="tomorrow at 9", text=text)
        used = await ada.command(general, "reminders", export=True)
        nobody = await discord_pointed.add_person("eve").command(general, "reminders", export=True)
        assert len(await bot.reminders_of(ada)) == 2
    assert used.reply is not None
    assert used.reply.ephemeral_to == ada.id
    (attachment,) = used.reply.attachments
    assert attachment.filename == "reminders.ics"
    events = Calendar.from_ical(bytes(attachment.data)).walk("VEVENT")
    assert sorted(str(event["SUMMARY"]) for event in events) == ["call mum", "stretch"]
    assert nobody.reply is not None
    assert nobody.reply.attachments == []
    assert nobody.reply.content == "You have no pending reminders."


async def test_one_of_several_daemons_says_that_there_may_be_more(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada = discord_pointed.actor("ada")
    part = DiscordConfig(shards=2, shard_ids=(0,))
    async with running(discord_pointed, tmp_path, discord=part):
        assert (await listed(ada, ada.dm())).content == f"{NO_REMINDERS['en']}\n{APART['en']}"
        await ada.command(ada.dm(), "remind", when="tomorrow at 9", text="water the plants")
        shown = (await listed(ada, ada.dm())).content
        assert "water the plants" in shown
        assert shown.endswith(f"\n{APART['en']}")
    async with running(discord_pointed, tmp_path, discord=DiscordConfig()):
        assert APART["en"] not in (await listed(ada, ada.dm())).content
