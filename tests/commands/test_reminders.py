"""/remind, /alarm, /timer and /reminders, used by people on the loopback server."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from agent.types import ReminderKind
from bot.config import RemindersConfig
from tests.commands.house import NOW, Running, running
from tests.discord_server.actors import Actor
from tests.discord_server.server import DiscordServer
from tests.discord_server.state import Message


async def set_many(bot: Running, actor: Actor, count: int) -> None:
    for number in range(count):
        await actor.command(
            bot.server.channel("general"), "remind", when=f"in {number + 1} hours", text=f"task {number}"
        )


def numbers_in(message: Message) -> list[str]:
    return [line.partition(": task ")[2] for line in message.content.splitlines() if ": task " in line]


@pytest.mark.parametrize("place", ["general", "side-talk", "direct"])
async def test_a_reminder_is_stored_and_confirmed_for_everybody_to_see(
    discord_pointed: DiscordServer, tmp_path: Path, place: str
) -> None:
    ada = discord_pointed.actor("ada")
    where = ada.dm() if place == "direct" else discord_pointed.channel(place)
    async with running(discord_pointed, tmp_path) as bot:
        used = await ada.command(where, "remind", when="tomorrow at 9", text="water the plants")
        (stored,) = await bot.reminders_of(ada)
    assert used.reply is not None
    assert used.reply.ephemeral_to is None
    assert used.reply.content.startswith("I will remind you: Tuesday, 3 March 2026, 09:00 (Europe/Berlin)")
    assert "water the plants" in used.reply.content
    assert used.reply.pinged == []
    assert (stored.due, stored.text) == (datetime(2026, 3, 3, 8, tzinfo=UTC), "water the plants")
    assert (stored.channel.id, stored.kind) == (where.id, ReminderKind.REMINDER)


@pytest.mark.parametrize(
    ("command", "options", "kind", "due"),
    [
        ("alarm", {"when": "6:45"}, ReminderKind.ALARM, datetime(2026, 3, 3, 5, 45, tzinfo=UTC)),
        ("alarm", {"when": "at 5", "label": "fishing"}, ReminderKind.ALARM, None),
        ("timer", {"duration": "25 minutes"}, ReminderKind.TIMER, NOW + timedelta(minutes=25)),
        ("timer", {"duration": "90 s", "label": "tea"}, ReminderKind.TIMER, NOW + timedelta(seconds=90)),
        ("remind", {"when": "morgen um 9", "text": "x"}, ReminderKind.REMINDER, None),
    ],
)
async def test_each_kind(
    discord_pointed: DiscordServer,
    tmp_path: Path,
    command: str,
    options: dict[str, str],
    kind: ReminderKind,
    due: datetime | None,
) -> None:
    ada = discord_pointed.actor("ada")
    async with running(discord_pointed, tmp_path) as bot:
        await ada.command(ada.dm(), command, **options)
        (stored,) = await bot.reminders_of(ada)
    assert stored.kind is kind
    assert due is None or stored.due == due


async def test_what_cannot_be_read_is_asked_in_private_and_nothing_is_stored(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada = discord_pointed.actor("ada")
    general = discord_pointed.channel("general")
    async with running(discord_pointed, tmp_path) as bot:
        used = await ada.command(general, "remind", when="when pigs fly @everyone", text="x")
        assert await bot.reminders_of(ada) == ()
    assert used.reply is not None
    assert used.reply.ephemeral_to == ada.id
    assert "could not read" in used.reply.content
    assert used.reply.pinged == []


async def test_limits_are_those_of_the_tools(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    ada = discord_pointed.actor("ada")
    async with running(discord_pointed, tmp_path, reminders=RemindersConfig(per_user=1)) as bot:
        await ada.command(ada.dm(), "timer", duration="5 minutes")
        used = await ada.command(ada.dm(), "timer", duration="6 minutes")
        assert len(await bot.reminders_of(ada)) == 1
    assert used.reply is not None
    assert used.reply.ephemeral_to == ada.id
    assert "1 is the limit" in used.reply.content


async def test_while_typing_the_meaning_is_shown(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    ada = discord_pointed.actor("ada")
    general = discord_pointed.channel("general")
    async with running(discord_pointed, tmp_path):
        clear = await ada.autocomplete(general, "remind", "when", when="tomorrow at 9")
        unclear = await ada.autocomplete(general, "remind", "when", when="10")
        nothing = await ada.autocomplete(general, "remind", "when", when="")
        nonsense = await ada.autocomplete(general, "alarm", "when", when="soonish")
        long = await ada.autocomplete(general, "timer", "duration", duration="x" * 101)
    assert clear == [("tomorrow at 9: Tuesday, 3 March 2026, 09:00 (Europe/Berlin)", "tomorrow at 9")]
    assert [name.partition(": ")[2] for name, _ in unclear] == [
        "Monday, 2 March 2026, 22:00 (Europe/Berlin)",
        "Tuesday, 3 March 2026, 10:00 (Europe/Berlin)",
    ]
    assert len(nothing) == 3
    assert nonsense == [("soonish: not a time that I can read yet", "soonish")]
    assert long == []


async def test_a_reading_that_is_chosen_means_what_it_said(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada = discord_pointed.actor("ada")
    async with running(discord_pointed, tmp_path) as bot:
        readings = await ada.autocomplete(ada.dm(), "remind", "when", when="10")
        for _, value in readings:
            await ada.command(ada.dm(), "remind", when=value, text="x")
        stored = await bot.reminders_of(ada)
    assert [each.due for each in stored] == [
        datetime(2026, 3, 2, 21, tzinfo=UTC),
        datetime(2026, 3, 3, 9, tzinfo=UTC),
    ]


async def test_the_list_is_private_and_has_pages(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    ada, bob = discord_pointed.actor("ada"), discord_pointed.actor("bob")
    general = discord_pointed.channel("general")
    async with running(discord_pointed, tmp_path) as bot:
        await set_many(bot, ada, 14)
        shown = await ada.command(general, "reminders")
        assert shown.reply is not None
        assert shown.reply.ephemeral_to == ada.id
        pages = [numbers_in(shown.reply)]
        for _ in range(2):
            await ada.press_label(shown.reply, "Later")
            pages.append(numbers_in(shown.reply))
        with pytest.raises(LookupError, match="disabled"):
            await ada.press_label(shown.reply, "Later")
        await ada.press_label(shown.reply, "Earlier")
        again = numbers_in(shown.reply)
        others = await bob.command(general, "reminders")
    assert [number for page in pages for number in page] == [str(number) for number in range(14)]
    assert again == pages[1]
    assert others.reply is not None
    assert others.reply.content == "You have no pending reminders."


async def test_one_is_removed_by_choosing_it(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    ada = discord_pointed.actor("ada")
    general = discord_pointed.channel("general")
    async with running(discord_pointed, tmp_path) as bot:
        await set_many(bot, ada, 2)
        first, second = await bot.reminders_of(ada)
        shown = await ada.command(general, "reminders")
        assert shown.reply is not None
        await ada.choose(shown.reply, "reminders:choose:0", str(first.id))
        assert numbers_in(shown.reply) == ["0"]
        await ada.press_label(shown.reply, "Delete")
        assert await bot.reminders_of(ada) == (second,)
        assert shown.reply.content.startswith("Cancelled: ")
        assert numbers_in(shown.reply) == ["0", "1"]
        await ada.choose(shown.reply, "reminders:choose:0", str(second.id))
        await ada.press_label(shown.reply, "Delete")
        assert await bot.reminders_of(ada) == ()
    assert "You have no pending reminders." in shown.reply.content
    assert shown.reply.components == []


async def test_the_list_works_after_a_restart(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    ada = discord_pointed.actor("ada")
    general = discord_pointed.channel("general")
    async with running(discord_pointed, tmp_path) as bot:
        await set_many(bot, ada, 1)
        shown = await ada.command(general, "reminders")
    assert shown.reply is not None
    async with running(discord_pointed, tmp_path) as bot:
        (only,) = await bot.reminders_of(ada)
        await ada.choose(shown.reply, "reminders:choose:0", str(only.id))
    async with running(discord_pointed, tmp_path) as bot:
        await ada.press_label(shown.reply, "Pause")
    async with running(discord_pointed, tmp_path) as bot:
        assert (await bot.reminders_of(ada))[0].paused
        await ada.press_label(shown.reply, "Delete")
        assert await bot.reminders_of(ada) == ()


async def test_nobody_removes_what_is_somebody_elses(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    ada, bob = discord_pointed.actor("ada"), discord_pointed.actor("bob")
    general = discord_pointed.channel("general")
    async with running(discord_pointed, tmp_path) as bot:
        await set_many(bot, ada, 1)
        await set_many(bot, bob, 1)
        (hers,) = await bot.reminders_of(ada)
        (his,) = await bot.reminders_of(bob)
        shown = await bob.command(general, "reminders")
        assert shown.reply is not None
        shown.reply.components[0]["components"][0]["options"][0]["value"] = str(hers.id)  # a forged press
        await bob.choose(shown.reply, "reminders:choose:0", str(hers.id))
        gone = shown.reply.content
        await bob.choose(shown.reply, "reminders:choose:0", str(his.id))
        said = []
        for action in ("delete", "pause", "edit"):
            buttons = shown.reply.components[0]["components"]
            buttons[0]["custom_id"] = f"reminders:{action}:{hers.id}:0"
            await bob.press(shown.reply, buttons[0]["custom_id"])
            said.append(shown.reply.content)
            await bob.choose(shown.reply, "reminders:choose:0", str(his.id))
        assert await bot.reminders_of(ada) == (hers,)
        assert await bot.reminders_of(bob) == (his,)
    assert gone.startswith("That one is no longer pending.")
    assert said[0].startswith("There is no pending reminder number")
    assert said[1].startswith("There is no pending reminder number")
    assert said[2].startswith("That one is no longer pending.")


async def test_the_longest_texts_fit_a_page(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    ada = discord_pointed.actor("ada")
    async with running(discord_pointed, tmp_path) as bot:
        for number in range(7):
            await ada.command(ada.dm(), "remind", when=f"in {number + 1} hours", text="w" * 1000)
        shown = await ada.command(ada.dm(), "reminders")
        assert shown.reply is not None
        assert shown.reply.content.count("wwww…") == 5
        (first, *_) = await bot.reminders_of(ada)
        await ada.choose(shown.reply, "reminders:choose:0", str(first.id))
        assert "w" * 1000 in shown.reply.content
        await ada.press_label(shown.reply, "Delete")
    assert shown.reply.content.startswith("Cancelled: ")
    assert len(shown.reply.content) <= 2000
