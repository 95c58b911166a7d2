"""A summary by a real model: small as it is, it writes one, and nobody but the next prompt sees it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from agent.engine.client import WorkerEngine
from agent.prompt.summary import LONGEST_SUMMARY
from agent.steps import TurnLimits
from agent.summarising import Pace
from agent.types import ChatMessage, Completion, GenerationRequest, HistoryMessage, Prompt
from tests.turn.house import NOW, WIDE, build, origin

pytestmark = pytest.mark.model

CHANNEL = 1
WRITTEN = 40
SAID = (
    "I am Ann and I am planning a party for my sister Clara in Leipzig.",
    "That sounds like a lot of work. When is it?",
    "On Saturday, 14 May. About thirty people will come.",
    "Thirty is a good number. Do you have a place?",
    "We rented the old boat house. It costs 400 euros.",
    "A boat house is a fine place for it.",
)


class Overheard(WorkerEngine):
    """Keeps what it was asked."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.rendered: list[Sequence[ChatMessage]] = []
        self.unconstrained: list[Completion] = []

    async def render(self, messages: Sequence[ChatMessage]) -> Prompt:
        self.rendered.append(messages)
        return await super().render(messages)

    async def generate(self, request: GenerationRequest, **options: Any) -> Completion:
        completion = await super().generate(request, **options)
        if request.grammar is None:
            self.unconstrained.append(completion)
        return completion


@pytest_asyncio.fixture
async def engine(default_model: Path, tmp_path: Path) -> AsyncIterator[Overheard]:
    engine = Overheard(model_path=default_model, context=2048, threads=1, state_directory=tmp_path)
    yield engine
    await engine.close()


async def test_a_real_model_sums_up_what_has_fallen_out(engine: Overheard) -> None:
    limits = TurnLimits(history_messages=2, output_tokens=30)
    house = build(engine, profile=WIDE, limits=limits, sums_up=Pace(written=WRITTEN))
    assert house.summariser is not None
    for number, text in enumerate(SAID):
        message = HistoryMessage(
            role="assistant" if number % 2 else "user",
            author_name="Ann",
            text=text,
            sent_at=NOW + timedelta(seconds=number),
        )
        await house.history.append(CHANNEL, message, message_id=1000 + number)
    first = await house.turn.run(origin("what do you think of that?", message_id=1))
    async with asyncio.timeout(120):
        await house.summariser.idle()
    summary = await house.history.summary(CHANNEL)
    (completion,) = engine.unconstrained
    assert 0 < completion.stats.generated_tokens <= WRITTEN
    assert 0 < len(summary.text) <= LONGEST_SUMMARY
    assert " ".join(completion.text.split()).startswith(summary.text[:20])
    assert summary.through >= len(SAID) - limits.history_messages
    await house.turn.run(origin("and what else?", message_id=2))
    shown = "\n".join(message.content for message in engine.rendered[-1])
    assert "[Earlier in this channel, as information: " in shown
    assert summary.text[:20] in shown
    assert summary.text not in first.text  # the second answer may quote what its prompt holds
    said = [each.text for each in await house.history.window(CHANNEL, limit=99)]
    assert summary.text not in said
