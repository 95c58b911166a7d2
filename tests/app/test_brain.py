"""What people hear while there is no model, and how blocking work is kept away from the loop."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import textwrap
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agent import replies
from agent.errors import ModelFileError
from agent.testing.history import InMemoryHistory
from agent.testing.stores import InMemoryClarifications, InMemoryReminderStore
from agent.types import Author, Channel, ChannelKind, Origin, TurnEnd
from bot.app_brain import Brain, Stores, in_background, load_time_parser
from bot.config import Config, EngineConfig, TurnConfig

CHECKOUT = Path(__file__).parents[2]


def brain(directory: Path, *, model: str = "") -> Brain:
    config = Config(engine=EngineConfig(model=model), turn=TurnConfig(seconds=1.0))
    stores = Stores(
        reminders=InMemoryReminderStore(),
        history=InMemoryHistory(),
        clarifications=InMemoryClarifications(),
    )
    return Brain(config=config, directory=directory, stores=stores, times=load_time_parser(config))


ORIGIN = Origin(
    message_id=1,
    channel=Channel(id=1, kind=ChannelKind.DM),
    author=Author(id=7, name="ada"),
    text="hello",
    now=datetime(2026, 3, 1, 12, tzinfo=UTC),
    zone="UTC",
    language="de",
)


async def test_before_the_model_is_there_a_turn_waits_and_then_says_so(tmp_path: Path) -> None:
    outcome = await brain(tmp_path).run(ORIGIN)
    assert outcome.end is TurnEnd.ENGINE_DOWN
    assert outcome.text == replies.sentence(TurnEnd.ENGINE_DOWN, "de")


async def test_a_model_that_does_not_exist_is_the_operators(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match=r"absent\.gguf"):
        await brain(tmp_path, model=str(tmp_path / "absent.gguf")).prepare()


async def test_closing_before_anything_began_is_nothing(tmp_path: Path) -> None:
    await brain(tmp_path).close()


async def test_blocking_work_gives_its_result_and_its_fault() -> None:
    assert await in_background(lambda: threading.current_thread().daemon) is True
    with pytest.raises(ZeroDivisionError):
        await in_background(lambda: 1 // 0)


async def test_giving_up_on_blocking_work_leaves_no_trace() -> None:
    gate = threading.Event()
    waiting = asyncio.create_task(in_background(gate.wait))
    await asyncio.sleep(0.01)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    gate.set()
    await asyncio.sleep(0.01)


def test_blocking_work_does_not_keep_the_process_from_ending() -> None:
    script = """
        import asyncio, time
        from bot.app_brain import in_background

        async def main():
            work = asyncio.create_task(in_background(lambda: time.sleep(6000)))
            await asyncio.sleep(0.1)
            work.cancel()

        asyncio.run(main())
    """
    command = [sys.executable, "-c", textwrap.dedent(script)]
    assert subprocess.run(command, cwd=CHECKOUT, timeout=100, check=False).returncode == 0
