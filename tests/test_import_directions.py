"""The house's doors: which module may import which, and where the outside world is touched."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.import_rules import (
    KNOWN_TO_BOT,
    ONE_PLACE_LIBRARIES,
    PURE_ROOMS,
    RULES,
    Module,
    Rule,
    agent_never_imports_bot,
    contracts_stay_at_the_bottom,
    environment_is_read_in_config,
    imported,
    libraries_have_one_place,
    modules_under,
    only_the_wiring_knows_the_agents_rooms,
    parse,
    pure_rooms_only_compute,
    sql_is_written_in_the_store,
    tools_know_only_the_contracts,
)

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def modules() -> list[Module]:
    return modules_under(ROOT, "agent", "bot")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_rule_holds_everywhere(rule: Rule, modules: list[Module]) -> None:
    assert [f"{module.name} {fault}" for module in modules for fault in rule(module)] == []


def test_every_room_that_a_rule_names_exists(modules: list[Module]) -> None:
    rooms = {*PURE_ROOMS, *KNOWN_TO_BOT, *(room for rooms in ONE_PLACE_LIBRARIES.values() for room in rooms)}
    missing = {room for room in rooms if not any(module.within(room) for module in modules)}
    assert missing <= {"agent.memory", "agent.recurrence", "bot.commands"}, (
        "only rooms that are still to be built"
    )


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import os.path as p", ["os.path"]),
        ("from agent import types", ["agent.types"]),
        ("from agent.types import Tool, Offer", ["agent.types.Tool", "agent.types.Offer"]),
        ("from . import words", ["agent.routing.words"]),
        ("from .words import fold", ["agent.routing.words.fold"]),
        ("from ..types import Tool", ["agent.types.Tool"]),
        ("def late():\n    import bot.app", ["bot.app"]),
        ("if TYPE_CHECKING:\n    from bot import app", ["bot.app"]),
    ],
)
def test_imports_are_found_wherever_they_stand(source: str, expected: list[str]) -> None:
    assert list(imported(parse("agent.routing.router", source))) == expected


def test_a_package_resolves_relative_imports_from_itself() -> None:
    assert list(imported(parse("agent.tools", "from . import clock", is_package=True))) == [
        "agent.tools.clock"
    ]


@pytest.mark.parametrize(
    ("rule", "name", "source"),
    [
        (agent_never_imports_bot, "agent.turn", "from bot.store import db"),
        (agent_never_imports_bot, "agent.turn", "def late():\n    import bot"),
        (only_the_wiring_knows_the_agents_rooms, "bot.gateway", "from agent.engine import supervisor"),
        (only_the_wiring_knows_the_agents_rooms, "bot.application", "from agent import tools"),
        (contracts_stay_at_the_bottom, "agent.types", "from pydantic import BaseModel"),
        (contracts_stay_at_the_bottom, "agent.errors", "from agent.types import Tool"),
        (contracts_stay_at_the_bottom, "agent.memory_types", "from agent.types import Tool"),
        (contracts_stay_at_the_bottom, "agent.ports", "import agent.turn"),
        (tools_know_only_the_contracts, "agent.tools.clock", "from agent.engine import worker"),
        (tools_know_only_the_contracts, "agent.tools.clock", "from agent.tools import agenda"),
        (tools_know_only_the_contracts, "agent.tools.clock", "import aiosqlite"),
        (libraries_have_one_place, "bot.sessions", "import discord"),
        (libraries_have_one_place, "bot.discordant", "from discord.ext import commands"),
        (libraries_have_one_place, "bot.app", "import sqlite3"),
        (libraries_have_one_place, "bot.app", "from aiosqlite import connect"),
        (libraries_have_one_place, "agent.turn", "import llama_cpp"),
        (sql_is_written_in_the_store, "bot.app", "QUERY = 'SELECT id FROM reminders'"),
        (sql_is_written_in_the_store, "bot.app", "run(f'DELETE FROM {table}')"),
        (environment_is_read_in_config, "bot.app", "import os\ntoken = os.environ['TOKEN']"),
        (environment_is_read_in_config, "agent.engine.worker", "import os\nos.getenv('THREADS')"),
        (environment_is_read_in_config, "bot.app", "from os import environ"),
        (pure_rooms_only_compute, "agent.grammar.gbnf", "import asyncio"),
        (pure_rooms_only_compute, "bot.splitter", "import os.path"),
        (pure_rooms_only_compute, "agent.prompt.render", "from datetime import datetime\ndatetime.now(UTC)"),
        (pure_rooms_only_compute, "agent.prompt.render", "import datetime\ndatetime.datetime.now(UTC)"),
        (pure_rooms_only_compute, "agent.routing.policy", "open('head.json')"),
        (pure_rooms_only_compute, "agent.routing.policy", "async def decide(): ..."),
    ],
)
def test_a_planted_violation_is_found(rule: Rule, name: str, source: str) -> None:
    assert list(rule(parse(name, source)))


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("agent.types", "from dataclasses import dataclass"),
        ("agent.ports", "from agent.types import Tool"),
        ("agent.tools.clock", "from pydantic import BaseModel\nfrom agent import errors, types"),
        ("agent.tools.clock", "from agent.tools._wording import say"),
        ("bot.app", "from agent.engine import supervisor\nfrom agent import tools"),
        ("bot.sessions", "from agent import turn, types"),
        ("bot.discord_buttons", "import discord"),
        ("bot.outbox", "import discord.ui"),
        ("bot.store.reminders", "import aiosqlite\nQUERY = 'SELECT id FROM reminders'"),
        ("bot.app", "SENTENCE = 'Select a day from the list'"),
        ("bot.config", "import os\ntoken = os.environ.get('TOKEN')"),
        ("agent.routing.policy", "def decide(now): return now.date()"),
    ],
)
def test_what_is_allowed_passes_every_rule(name: str, source: str) -> None:
    assert [fault for rule in RULES for fault in rule(parse(name, source))] == []
