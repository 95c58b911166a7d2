"""What can be used, pressed, chosen or filled in asks for access first; a new one that does not is seen."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

import bot
from bot.access import Verdict
from bot.config import AccessConfig
from bot.discord_access import Guarded
from bot.notice_words import REFUSALS
from tests.commands.house import running
from tests.discord_server.interaction_values import Interaction
from tests.discord_server.permissions import Permission
from tests.discord_server.server import DiscordServer

CUSTOM_IDS = {
    "DoneButton": "rem:1:1772452800",
    "SnoozeButton": "snz:1:1772452800:10m",
    "PageButton": "reminders:page:0",
    "ChooseMenu": "reminders:choose:0",
    "ActionButton": "reminders:delete:1:0",
    "AboutMenu": "about:@me:1:1",
    "StopButton": "stop:1",
    "ChoiceButton": "ask:1:1:1",
    "NotePageButton": "memory:page:0",
    "NoteMenu": "memory:choose:0",
    "NoteButton": "memory:delete:n0123456789abcdef:0::",
    "ForgetButton": "forget:all:1",
}
"""One of each; a new one that is not named here fails the tests below."""
FILLED = {discord.AppCommandOptionType.string: "tomorrow at 9", discord.AppCommandOptionType.boolean: True}


def parts(kind: type[Any]) -> set[type[Any]]:
    """Every class of this kind that a module of the bot defines."""
    for module in pkgutil.walk_packages(bot.__path__, "bot."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    found: set[type[Any]] = set()
    waiting = [kind]
    while waiting:
        children = waiting.pop().__subclasses__()
        waiting += children
        found |= {each for each in children if each.__module__.startswith("bot.")}
    return found


def test_all_items_and_forms_are_guarded() -> None:
    items, forms = parts(discord.ui.DynamicItem), parts(discord.ui.Modal)
    assert {each.__name__ for each in items} == set(CUSTOM_IDS)
    assert forms
    assert [each for each in items | forms if not issubclass(each, Guarded)] == []


def test_no_view_has_handlers_of_its_own() -> None:
    """A view's own buttons would be pressed without an item that is registered, and so without a guard."""
    assert parts(discord.ui.View) - parts(discord.ui.Modal) == set()
    assert parts(app_commands.CommandTree) == {importlib.import_module("bot.commands").CommandTree}


def refused(used: Interaction) -> bool:
    reply = used.reply
    return reply is not None and reply.content == REFUSALS[Verdict.BLOCKED]["en"] and bool(reply.ephemeral_to)


def options(command: app_commands.Command[Any, ..., Any]) -> dict[str, Any]:
    return {
        parameter.name: parameter.choices[0].value if parameter.choices else FILLED[parameter.type]
        for parameter in command.parameters
        if parameter.required
    }


@pytest.mark.parametrize("place", ["general", "direct"])
async def test_a_blocked_user_is_refused_everywhere(
    discord_pointed: DiscordServer, tmp_path: Path, place: str
) -> None:
    eve = discord_pointed.actor("ada")
    where = eve.dm() if place == "direct" else discord_pointed.channel("general")
    everything = int(Permission.MANAGE_GUILD | Permission.MANAGE_MESSAGES)
    discord_pointed.give_role(eve, discord_pointed.add_role("managers", everything))
    access = AccessConfig(owners=(discord_pointed.actor("owner").id,), blocked_users=(eve.id,))
    async with running(discord_pointed, tmp_path, access=access) as house:
        for command in house.tree.get_commands():
            if isinstance(command, app_commands.ContextMenu):
                said = await eve.send(where, "anything")
                assert refused(await eve.message_command(said, command.name)), command.name
                continue
            assert isinstance(command, app_commands.Command)
            if place == "direct" and command.guild_only:
                continue
            assert refused(await eve.command(where, command.name, **options(command))), command.name
            for parameter in command.parameters:
                if parameter.autocomplete:
                    typed = {**options(command), parameter.name: "Berlin"}
                    assert await eve.autocomplete(where, command.name, parameter.name, **typed) == []


@pytest.mark.parametrize("name", sorted(CUSTOM_IDS))
async def test_a_blocked_user_presses_in_vain(
    discord_pointed: DiscordServer, tmp_path: Path, name: str
) -> None:
    eve, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    access = AccessConfig(owners=(discord_pointed.actor("owner").id,), blocked_users=(eve.id,))
    async with running(discord_pointed, tmp_path, access=access) as house:
        registered = house.gateway._connection._view_store._dynamic_items.values()
        assert {each.__name__ for each in registered} == set(CUSTOM_IDS)
        shown = await house.gateway.get_partial_messageable(general.id).send("x", view=bare(name))
        (message,) = (each for each in house.server.messages(general) if each.id == shown.id)
        if name.endswith("Menu"):
            assert refused(await eve.choose(message, CUSTOM_IDS[name], "1"))
        else:
            assert refused(await eve.press(message, CUSTOM_IDS[name]))


def bare(name: str) -> discord.ui.View:
    """The item as Discord shows it, without anything in this process that would answer for it."""
    view = discord.ui.View(timeout=None)
    if name.endswith("Menu"):
        view.add_item(
            discord.ui.Select(custom_id=CUSTOM_IDS[name], options=[discord.SelectOption(label="1")])
        )
    else:
        view.add_item(discord.ui.Button(label="x", custom_id=CUSTOM_IDS[name]))
    view.stop()
    return view
