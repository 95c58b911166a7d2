"""A new tool is one module and one descriptor, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent import tools
from agent.descriptors import build_catalogue, load_descriptors
from agent.errors import ConfigError
from agent.gatekeeper import Gatekeeper
from agent.ports import Services
from agent.reports import Standing
from agent.resources import descriptor_files
from agent.routing.router import Router
from agent.testing.stores import InMemoryReminderStore
from agent.types import Call, Offer, OfferedTool, OfferReason
from tests.turn.house import encoder, origin, parser

MODULE = """
from pydantic import BaseModel

from agent.ports import Services
from agent.types import Tool, ToolContext, ToolResult


class Roll(BaseModel):
    sides: int = 6


async def _roll(arguments: Roll, context: ToolContext) -> ToolResult:
    return ToolResult(content=f"a die of {arguments.sides}", user_text="You rolled.")


def tools(services: Services) -> tuple[Tool, ...]:
    return (Tool(name="dice:roll", arguments=Roll, run=_roll),)
"""
DESCRIPTOR = """
name = "dice:roll"
version = 1
short_description = "Roll a die."
when_to_use = "The user wants a die rolled."
when_not_to_use = "The user talks about dice."
routing_hints = ["roll a die", "throw the dice", "wirf einen Würfel"]
domain = "games"
risk = "read"
"""


@pytest.fixture
def services() -> Services:
    return Services(reminders=InMemoryReminderStore(), times=parser())


@pytest.fixture
def more_tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that counts as part of the tools package."""
    monkeypatch.setattr(tools, "__path__", [*tools.__path__, str(tmp_path)])
    return tmp_path


async def test_a_module_and_a_descriptor_make_a_tool(more_tools: Path, services: Services) -> None:
    (more_tools / "example_dice.py").write_text(MODULE)
    texts = {file.name: file.read_text() for file in descriptor_files()} | {"dice_roll.toml": DESCRIPTOR}
    catalogue = build_catalogue(tools.discover(services), load_descriptors(texts))

    entry = catalogue["dice:roll"]
    router = Router(catalogue=catalogue, embedder=encoder())
    assert next(iter(router.score("please roll a die").tools)) == "dice:roll"
    offered = OfferedTool(tool=entry.tool, descriptor=entry.descriptor, reason=OfferReason.RANKED, score=1.0)
    gatekeeper = Gatekeeper(origin=origin("roll a die"))
    (report,) = await gatekeeper.run([Call(name="dice:roll", args={"sides": 20})], Offer(tools=(offered,)))
    assert report.standing is Standing.DONE
    assert report.content == "a die of 20"


def test_a_module_that_offers_nothing_is_named(more_tools: Path, services: Services) -> None:
    (more_tools / "example_empty.py").write_text("VALUE = 1\n")
    with pytest.raises(ConfigError, match="'example_empty' has no function tools"):
        tools.discover(services)


def test_helpers_are_not_tools() -> None:
    assert tools.module_names() == (
        "agenda",
        "changes",
        "clock",
        "documents",
        "memory",
        "requests",
        "tasks",
        "vault",
    )
