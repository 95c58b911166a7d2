"""The scripted engine's own habits; the port's contract is tested with the others."""

from __future__ import annotations

import pytest

from agent.errors import EngineDown, GrammarError
from agent.testing.engine import ScriptedEngine
from agent.types import ChatMessage
from tests.engine.conftest import SHORT, Ask


async def test_replies_come_in_order_and_requests_are_kept(ask: Ask) -> None:
    engine = ScriptedEngine(["one", lambda request: request.id, EngineDown("gone")])
    requests = [ask(), ask(), ask()]
    assert (await engine.generate(requests[0])).text == "one"
    assert (await engine.generate(requests[1])).text == requests[1].id
    with pytest.raises(EngineDown, match="gone"):
        await engine.generate(requests[2])
    assert engine.requests == requests
    with pytest.raises(LookupError):
        await engine.generate(ask())
    engine.add("again")
    assert (await engine.generate(ask())).text == "again"


async def test_a_reply_that_no_model_could_give_is_refused(ask: Ask) -> None:
    engine = ScriptedEngine(['{"colour":"mauve","count":1}', '{"colour":"red"'])
    with pytest.raises(GrammarError, match="could not have produced"):
        await engine.generate(ask(grammar=SHORT))
    with pytest.raises(GrammarError, match="not complete"):
        await engine.generate(ask(grammar=SHORT))


async def test_a_lenient_engine_says_anything(ask: Ask) -> None:
    engine = ScriptedEngine(["nonsense"], strict=False)
    assert (await engine.generate(ask(grammar=SHORT))).text == "nonsense"


async def test_rendered_messages_are_kept() -> None:
    engine = ScriptedEngine()
    messages = (ChatMessage(role="user", content="hi"),)
    await engine.render(messages)
    assert engine.rendered == [messages]
