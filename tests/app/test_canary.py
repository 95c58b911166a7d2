"""No daemon starts with a tool that a turn could not offer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest
from pydantic import BaseModel, FutureDate

from agent.canary import try_tools
from agent.descriptors import Catalogue
from agent.engine.client import WorkerEngine
from agent.errors import EXIT_CONFIG, ConfigError, GrammarError
from agent.testing.engine import ScriptedEngine
from agent.testing.history import InMemoryHistory
from agent.testing.stores import InMemoryClarifications, InMemoryReminderStore
from agent.types import Grammar, OfferedTool
from bot.app_brain import Brain, Stores, load_time_parser, offered
from bot.config import Config
from tests.turn.house import catalogue_with

LIMITS: Mapping[str, int] = {"thought_limit": 0, "message_limit": 300}


class Appointment(BaseModel):
    day: FutureDate


def shipped() -> tuple[OfferedTool, ...]:
    return offered(catalogue_with(InMemoryReminderStore()))


def with_arguments(tool: OfferedTool, arguments: type[BaseModel]) -> OfferedTool:
    return replace(tool, tool=replace(tool.tool, arguments=arguments))


class Counting(ScriptedEngine):
    """Keeps the grammars that it compiles; refuses those that hold `refused`."""

    def __init__(self, refused: str = "?") -> None:
        super().__init__()
        self.compiled: list[Grammar] = []
        self._refused = refused

    async def compile(self, grammar: Grammar) -> None:
        if self._refused in grammar.gbnf:
            raise GrammarError("too complex")
        await super().compile(grammar)
        self.compiled.append(grammar)


async def test_every_shipped_tool_is_tried_alone_and_all_together() -> None:
    engine = Counting()
    await try_tools(shipped(), engine, **LIMITS)
    assert len(engine.compiled) == len(shipped()) + 1
    assert all(tool.tool.name in engine.compiled[-1].gbnf for tool in shipped())


@pytest.mark.model
async def test_the_default_models_vocabulary_takes_them_all(default_model: Path, tmp_path: Path) -> None:
    engine = WorkerEngine(model_path=default_model, context=512, threads=1, state_directory=tmp_path)
    try:
        await try_tools(shipped(), engine, **LIMITS)
        with pytest.raises(GrammarError):
            await engine.compile(Grammar(gbnf="", lark="start: nowhere", longest=1))
        await engine.info()
    finally:
        await engine.close()


async def test_a_tool_that_cannot_be_described_is_named() -> None:
    first, *rest = shipped()
    with pytest.raises(ConfigError, match=rf"{first.tool.name}.*/day") as caught:
        await try_tools([*rest, with_arguments(first, Appointment)], ScriptedEngine(), **LIMITS)
    assert caught.value.exit_code == EXIT_CONFIG


async def test_a_tool_that_the_vocabulary_cannot_take_is_named() -> None:
    with pytest.raises(ConfigError, match=r'the tool "agenda:list" cannot be offered: too complex'):
        await try_tools(shipped(), Counting(refused="agenda:list"), **LIMITS)


class Broken(Brain):
    """Has a tool whose arguments cannot be described."""

    def _catalogue(self) -> Catalogue:
        catalogue = dict(super()._catalogue())
        name = next(iter(catalogue))
        tool = replace(catalogue[name].tool, arguments=Appointment)
        return MappingProxyType(catalogue | {name: replace(catalogue[name], tool=tool)})


@pytest.mark.model
async def test_the_daemon_does_not_start_with_it(default_model: Path, tmp_path: Path) -> None:
    config = Config()
    stores = Stores(
        reminders=InMemoryReminderStore(), history=InMemoryHistory(), clarifications=InMemoryClarifications()
    )
    brain = Broken(config=config, directory=tmp_path, stores=stores, times=load_time_parser(config))
    try:
        with pytest.raises(ConfigError, match=r"agenda:complete.*/day"):
            await brain.prepare()
    finally:
        await brain.close()
