"""Discord is told of the commands when they changed, and only then."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.words import LANGUAGES
from bot import commands
from bot.command_texts import BY_ENGLISH, TEXTS
from bot.commands import REMIND_ABOUT
from bot.discord_sync import SYNC_DELAYS, SyncMemory, digest, sync_patiently
from bot.gateway import Gateway
from tests.commands.house import NOW, running
from tests.discord_server.faults import Fault, Refuse, ServerError
from tests.discord_server.server import DiscordServer

NAMES = {
    *("Remind me about this", "alarm", "ask", "forget-me", "help", "language", "memory", "persona"),
    *("remind", "reminders", "reset", "status", "stop", "timer", "timezone", "tools"),
}


def syncs(server: DiscordServer) -> int:
    return sum(request.route == "command.put" for request in server.rest.requests)


def tree() -> commands.CommandTree:
    made = commands.CommandTree(Gateway(clock=lambda: NOW))
    commands.add_commands(made)
    return made


async def test_once_for_the_same_commands(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    for _ in range(2):
        async with running(discord_pointed, tmp_path):
            pass
    registered = {each["name"] for each in discord_pointed.world.application.global_commands}
    assert registered == NAMES
    assert syncs(discord_pointed) == 1


async def test_descriptions_are_told_in_every_language(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    async with running(discord_pointed, tmp_path):
        pass
    named = {each["name"]: each for each in discord_pointed.world.application.global_commands}
    remind, menu = named["remind"], named[REMIND_ABOUT]
    assert remind["description"] == "Set a reminder"
    assert remind["description_localizations"]["de"] == "Setzt eine Erinnerung"
    assert {locale.partition("-")[0] for locale in remind["description_localizations"]} == set(LANGUAGES) - {
        "en"
    }
    assert remind["options"][0]["description_localizations"]["fr"].startswith("Quand")
    assert menu["name_localizations"]["de"] == "Daran erinnern"


def test_every_description_has_its_translations() -> None:
    told = [each.to_dict(tree()) for each in tree().get_commands()]
    texts = {each["description"] for each in told if each.get("description")}
    texts |= {option["description"] for each in told for option in each.get("options") or ()}
    assert texts <= set(BY_ENGLISH)
    assert all(set(text) == set(LANGUAGES) for text in TEXTS)
    assert all(len(text) <= 100 for table in TEXTS for text in table.values())


async def test_again_where_the_memory_is_gone_or_unreadable(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    async with running(discord_pointed, tmp_path):
        pass
    for content in ("", "[1]", '{"1": 2}'):
        (tmp_path / "commands.json").write_text(content)
        async with running(discord_pointed, tmp_path):
            pass
    assert syncs(discord_pointed) == 4


def test_a_changed_definition_changes_the_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest(tree())
    assert digest(tree()) == before
    monkeypatch.setattr(commands, "LONGEST_ZONE", 65)
    changed = tree()
    changed.remove_command("help")
    assert digest(changed) != before


async def test_a_fault_is_tried_again_and_a_refusal_is_not(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    async with running(discord_pointed, tmp_path) as bot:
        made = bot.tree
        memory = SyncMemory(tmp_path / "other.json")
        discord_pointed.faults.add(Fault(route="command.put", action=ServerError(status=503), times=2))
        await sync_patiently(made, memory, sleep=sleep)
        assert waits == list(SYNC_DELAYS[:2])
        memory = SyncMemory(tmp_path / "third.json")
        discord_pointed.faults.add(Fault(route="command.put", action=Refuse(code=50001), times=1))
        await sync_patiently(made, memory, sleep=sleep)
        assert len(waits) == 2
        assert memory.read(bot.gateway.application_id or 0) is None
