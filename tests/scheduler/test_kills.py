"""Processes killed with SIGKILL: every due occurrence is visible exactly once."""

from __future__ import annotations

import asyncio
import random
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.scheduler.killing import Killing, kill

KILLS = 8


@pytest.fixture(params=[False, True], ids=["nonce remembered", "nonce forgotten"])
async def killing(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Killing]:
    killing = Killing(directory=tmp_path, forgetful=request.param, seed=random.randrange(10**6))
    yield killing
    await killing.clean_up()


async def test_random_kills_make_every_reminder_arrive_exactly_once(killing: Killing) -> None:
    for _ in range(KILLS):
        await killing.live_and_die()
    await killing.live_to_the_end()
    killing.check()
    assert len(killing.wanted) >= KILLS


@pytest.mark.parametrize("point", ["before", "after"])
async def test_a_kill_at_a_message_makes_it_arrive_exactly_once(killing: Killing, point: str) -> None:
    child = await killing.start(die=point)
    await killing.add(child, 0.1)
    assert await asyncio.wait_for(child.wait(), 20) == -signal.SIGKILL
    await child.communicate(b"")
    assert len(killing.texts()) == (0 if point == "before" else 1)
    await killing.live_to_the_end()
    killing.check()


async def test_a_kill_between_setting_and_due_loses_nothing(killing: Killing) -> None:
    child = await killing.start()
    for seconds in (1.5, 1.6, 1.7):
        assert await killing.add(child, seconds) is not None
    await kill(child)
    assert killing.texts() == []
    await killing.live_to_the_end()
    killing.check()
