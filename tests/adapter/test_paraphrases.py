"""The default model with its shipped adapter, in its worker, does what unseen paraphrases ask for."""

from __future__ import annotations

from collections import Counter

import pytest

from agent.claims import claims
from agent.engine.client import WorkerEngine
from agent.engine.profile import profile_for
from agent.types import TurnEnd
from tests.adapter.paraphrases import LIST, Paraphrase, paraphrases
from tests.turn.house import ANN, build, origin

pytestmark = [
    pytest.mark.model,
    pytest.mark.asyncio(loop_scope="module"),
]


def _cases() -> list[object]:
    return [pytest.param(each, id=f"{each.language}: {each.text}") for each in paraphrases()]


@pytest.mark.parametrize("said", _cases())
async def test_it_is_understood(default_engine: WorkerEngine, said: Paraphrase) -> None:
    house = build(default_engine, profile=profile_for(await default_engine.info()))
    kept = [await house.set("call mum")] if said.tool == LIST else []
    outcome = await house.turn.run(origin(said.text, language=said.language))
    assert outcome.calls == (() if said.tool is None else (said.tool,))
    pending = [each for each in await house.reminders.pending(ANN.id) if each not in kept]
    if said.due is None:
        assert not pending
    else:
        (stored,) = pending
        assert stored.due == said.due
        assert stored.text.casefold() == said.about.casefold() or not said.about
    if said.tool is None:  # chat stays chat
        assert outcome.end is TurnEnd.REPLIED
        assert outcome.text.strip()
        assert not claims(outcome.text)


async def test_there_are_twenty_in_each_language() -> None:
    assert Counter(each.language for each in paraphrases()) == dict.fromkeys(("en", "de", "fr", "es"), 20)
