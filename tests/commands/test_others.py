"""/timezone, /help, /status, /tools and /reset, and what is said of the default zone."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from agent.testing.engine import ScriptedEngine
from tests.commands.house import running
from tests.discord_server.server import DiscordServer
from tests.turn.house import idle

HINT = "choose your own time zone with /timezone"


async def test_the_zone_is_named_once_and_not_after_it_was_chosen(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, bob = discord_pointed.actor("ada"), discord_pointed.actor("bob")
    general = discord_pointed.channel("general")
    said: list[str] = []
    async with running(discord_pointed, tmp_path):
        await bob.command(general, "timezone", zone="Tokyo")
        for actor in (ada, ada, bob):
            used = await actor.command(general, "remind", when="tomorrow at 9", text="x")
            assert used.reply is not None
            said.append(used.reply.content)
    async with running(discord_pointed, tmp_path):
        used = await ada.command(general, "remind", when="tomorrow at 9", text="x")
        assert used.reply is not None
        said.append(used.reply.content)
    assert [HINT in each for each in said] == [True, False, False, False]


async def test_it_is_named_once_also_where_reminders_are_set_by_talking(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada = discord_pointed.actor("ada")
    said: list[str] = []
    async with running(discord_pointed, tmp_path) as bot:
        call = '{"name":"agenda:remind_at","args":{"time":"tomorrow at 9","text":"stretch"}}'
        task = f'{{"thought":"","status":"Task","message_to_user":null,"tool_calls":[{call}]}}'
        bot.think_with(ScriptedEngine([task] * 2, strict=False))
        for _ in range(2):
            asked = await ada.send_dm("remind me tomorrow at 9 to stretch")
            said.append((await bot.server.wait_for_message(asked.channel_id, after=asked)).content)
    assert [HINT in each for each in said] == [True, False]


async def test_a_zone_is_chosen_by_name_or_city(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    ada = discord_pointed.actor("ada")
    async with running(discord_pointed, tmp_path) as bot:
        for typed, zone in {
            "America/New_York": "America/New_York",
            "münchen": "Europe/Berlin",
            "new york": "America/New_York",
            "Tokyo": "Asia/Tokyo",
            "utc": "UTC",
        }.items():
            used = await ada.command(ada.dm(), "timezone", zone=typed)
            assert used.reply is not None
            assert used.reply.ephemeral_to == ada.id
            assert used.reply.content.startswith(f"Your time zone is {zone} now; it is ")
            assert (await bot.house.stores.users.get(ada.id)).zone == zone
        shown = await ada.command(ada.dm(), "timezone")
    assert shown.reply is not None
    assert shown.reply.content.startswith("Your time zone is UTC; it is 11:00 there.")


async def test_an_unknown_zone_changes_nothing(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    ada = discord_pointed.actor("ada")
    async with running(discord_pointed, tmp_path) as bot:
        near = await ada.command(ada.dm(), "timezone", zone="New Yo")
        nothing = await ada.command(ada.dm(), "timezone", zone="Atlantis")
        assert (await bot.house.stores.users.get(ada.id)).zone is None
    assert near.reply is not None
    assert nothing.reply is not None
    assert "Did you mean America/New_York?" in near.reply.content
    assert nothing.reply.content == "I know no time zone or city of that name, so nothing was changed."


async def test_zones_are_offered_while_typing(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with running(discord_pointed, tmp_path):
        munich = await ada.autocomplete(general, "timezone", "zone", zone="Munic")
        every = await ada.autocomplete(general, "timezone", "zone", zone="")
        none = await ada.autocomplete(general, "timezone", "zone", zone="Atlantis")
    assert munich == [("Munich: Europe/Berlin, 12:00", "Europe/Berlin")]
    assert len(every) == 25
    assert none == []


async def test_a_chosen_zone_is_what_times_are_read_in(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada = discord_pointed.actor("ada")
    async with running(discord_pointed, tmp_path) as bot:
        await ada.command(ada.dm(), "timezone", zone="Tokyo")
        offered = await ada.autocomplete(ada.dm(), "remind", "when", when="tomorrow at 9")
        await ada.command(ada.dm(), "remind", when="tomorrow at 9", text="x")
        (stored,) = await bot.reminders_of(ada)
    assert offered[0][0] == "tomorrow at 9: Tuesday, 3 March 2026, 09:00 (Asia/Tokyo)"
    assert stored.due == datetime(2026, 3, 3, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("help", "/remind"),
        ("tools", "`agenda:remind_at`: "),
        ("status", "Model: not loaded yet (reminders and commands work without it)\n"),
        ("stop", "I am not working on anything in this channel."),
    ],
)
async def test_answers_are_private(
    discord_pointed: DiscordServer, tmp_path: Path, command: str, expected: str
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with running(discord_pointed, tmp_path):
        used = await ada.command(general, command)
    assert used.reply is not None
    assert used.reply.ephemeral_to == ada.id
    assert expected in used.reply.content


async def test_a_reset_forgets_this_channel_alone(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with running(discord_pointed, tmp_path) as bot:
        bot.think_with(ScriptedEngine([idle("Hello!")] * 2))
        for place in (general, ada.dm()):
            asked = await ada.send(place, f"{bot.server.bot_mention} how are you")
            await bot.server.wait_for_message(place, after=asked)
        await bot.house.sessions.wait_idle()
        history = bot.house.stores.history
        await ada.command(general, "remind", when="in 2 hours", text="x")
        assert len(await history.window(general.id, limit=10)) == 2
        used = await ada.command(general, "reset")
        assert await history.window(general.id, limit=10) == ()
        assert len(await history.window(ada.dm().id, limit=10)) == 2
        assert len(await bot.reminders_of(ada)) == 1
    assert used.reply is not None
    assert used.reply.ephemeral_to == ada.id
