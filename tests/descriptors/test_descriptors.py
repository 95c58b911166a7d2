"""What a descriptor file may hold, and how tools and descriptors are matched at start."""

from __future__ import annotations

import re

import pytest
from pydantic import BaseModel

from agent.descriptors import build_catalogue, load_descriptors, parse_descriptor
from agent.errors import ConfigError
from agent.testing.stores import InMemoryReminderStore
from agent.types import FollowUp, Guard, Risk, Tool, ToolContext, ToolResult
from tests.turn.house import catalogue_with

GOOD = """
name = "door:open"
version = 1
short_description = "Open the door."
when_to_use = "The user wants the door open."
when_not_to_use = "The user talks about doors."
routing_hints = ["open the door"]
domain = "house"
risk = "write"

[aliases]
which = "door"

[[examples]]
text = "open the front door"
args = { door = "front" }
"""


class Door(BaseModel):
    door: str = "front"


async def _open(_arguments: Door, _context: ToolContext) -> ToolResult:
    return ToolResult(content="open")


def door(name: str = "door:open") -> Tool:
    return Tool(name=name, arguments=Door, run=_open)


def test_a_whole_descriptor_is_read() -> None:
    descriptor = parse_descriptor(GOOD, file="door.toml")
    assert descriptor.name == "door:open"
    assert descriptor.risk is Risk.WRITE
    assert descriptor.routing_hints == ("open the door",)
    assert descriptor.aliases == {"which": "door"}
    assert descriptor.examples[0].args == {"door": "front"}
    assert descriptor.examples[0].language == "en"


@pytest.mark.parametrize(
    "key",
    [
        "name",
        "version",
        "short_description",
        "when_to_use",
        "when_not_to_use",
        "routing_hints",
        "domain",
        "risk",
    ],
)
def test_a_missing_key_is_named_with_its_file(key: str) -> None:
    text = "\n".join(line for line in GOOD.splitlines() if not line.startswith(f"{key} ="))
    with pytest.raises(ConfigError, match=rf"door\.toml: the key '{key}' is missing"):
        parse_descriptor(text, file="door.toml")


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('domain = "house"', 'domain = "house"\nicon = "x"', r"door\.toml: unknown key 'icon'"),
        ('risk = "write"', 'risk = "mild"', "'risk' must be one of read, write, outward, dangerous"),
        ("version = 1", "version = 2", "'version' must be 1"),
        ("version = 1", "version = true", "'version' must be 1"),
        ('name = "door:open"', 'name = " "', "'name' must be a text that is not empty"),
        ('routing_hints = ["open the door"]', "routing_hints = []", "'routing_hints' must be a list"),
        ('routing_hints = ["open the door"]', "routing_hints = [3]", "'routing_hints' must be a list"),
        ('which = "door"', "which = 3", "'aliases' must be a table"),
        ('text = "open the front door"', "", r"'text' of examples\[1\]"),
        ('text = "open the front door"', 'text = "x"\nnote = "y"', r"unknown key 'note' in examples\[1\]"),
        ('args = { door = "front" }', "args = 3", r"examples\[1\] needs a table 'args'"),
        ("version = 1", "version = ", "not valid TOML"),
    ],
)
def test_a_wrong_value_is_named_with_its_file(old: str, new: str, complaint: str) -> None:
    with pytest.raises(ConfigError, match=complaint) as caught:
        parse_descriptor(GOOD.replace(old, new), file="door.toml")
    assert "door.toml" in str(caught.value)


def test_two_files_for_one_tool_are_refused() -> None:
    with pytest.raises(ConfigError, match=r"b\.toml: the tool 'door:open' is described in a\.toml already"):
        load_descriptors({"b.toml": GOOD, "a.toml": GOOD})


def test_two_tools_with_one_name_are_refused() -> None:
    with pytest.raises(ConfigError, match="two tools are named 'door:open'"):
        build_catalogue([door(), door()], [parse_descriptor(GOOD, file="door.toml")])


def test_an_undescribed_tool_is_refused_by_name() -> None:
    descriptors = [parse_descriptor(GOOD, file="door.toml")]
    with pytest.raises(ConfigError, match=r"'door:shut' has no descriptor; add descriptors/door_shut\.toml"):
        build_catalogue([door(), door("door:shut")], descriptors)


def test_a_descriptor_without_a_tool_is_refused_by_name() -> None:
    with pytest.raises(ConfigError, match="'door:open' is described, but no tool has that name"):
        build_catalogue([], [parse_descriptor(GOOD, file="door.toml")])


@pytest.mark.parametrize(
    ("alias", "complaint"),
    [
        ('which = "window"', "the argument 'window'"),
        ('door = "door"', "aliases.door is the name of an argument"),
    ],
)
def test_an_alias_must_lead_to_an_argument(alias: str, complaint: str) -> None:
    descriptor = parse_descriptor(GOOD.replace('which = "door"', alias), file="door.toml")
    with pytest.raises(ConfigError, match=complaint):
        build_catalogue([door()], [descriptor])


KIN = """
commands = ["open"]
choice = { en = "the door", de = "die Tür" }
accompanies = ["door:shut"]
follows = { undo = ["door:shut"] }
forced_by = ["url"]

[aliases]"""


def test_what_belongs_together_is_read() -> None:
    descriptor = parse_descriptor(GOOD.replace("[aliases]", KIN), file="door.toml")
    assert descriptor.commands == ("open",)
    assert descriptor.choice == {"en": "the door", "de": "die Tür"}
    assert descriptor.accompanies == ("door:shut",)
    assert descriptor.follows == {FollowUp.UNDO: ("door:shut",)}
    assert descriptor.forced_by == {Guard.URL}
    with pytest.raises(ConfigError, match="'door:open': accompanies names the tool 'door:shut'"):
        build_catalogue([door()], [descriptor])


@pytest.mark.parametrize(
    ("key", "complaint"),
    [
        ("commands = []", "'commands' must be a list"),
        ('choice = { de = "die Tür" }', "'choice' needs words for 'en'"),
        ('choice = "door"', "'choice' must be a table"),
        ('follows = { redo = ["door:open"] }', "'follows' must be a table with keys of undo, change, again"),
        ("follows = { undo = [3] }", "'undo' must be a list of texts"),
        ("by_words_only = 1", "'by_words_only' must be true or false"),
        ('forced_by = ["smell"]', "'forced_by' must be a list of url, attachment"),
    ],
)
def test_a_wrong_value_is_named(key: str, complaint: str) -> None:
    with pytest.raises(ConfigError, match=re.escape(complaint)):
        parse_descriptor(GOOD.replace("[aliases]", f"{key}\n\n[aliases]"), file="door.toml")


def test_the_shipped_tools_and_descriptors_match() -> None:
    catalogue = catalogue_with(InMemoryReminderStore())
    assert list(catalogue) == [
        "agenda:complete",
        "agenda:edit",
        "agenda:list",
        "agenda:push",
        "agenda:remind_at",
        "agenda:remind_self",
        "agenda:remove",
        "agenda:snooze",
        "agenda:tasks",
        "clock:alarm",
        "clock:now",
        "clock:timer",
        "doc:delete",
        "doc:ingest",
        "doc:list",
        "doc:query",
        "doc:read",
        "memory:commit",
        "memory:commit_all",
        "memory:forget",
        "memory:query",
        "memory:stage",
        "memory:staged_list",
        "vault:list",
        "vault:read",
        "vault:search",
        "vault:taglist",
        "vault:write",
    ]
    for entry in catalogue.values():
        for example in entry.descriptor.examples:
            entry.tool.arguments.model_validate(example.args)
