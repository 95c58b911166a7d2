"""Every gate that a call passes, and every way it can come back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pydantic import BaseModel, Field
from structlog.testing import capture_logs

from agent.errors import ApprovalNeeded, ToolFailed, ToolRetry
from agent.gatekeeper import BATCH_LIMIT, Gatekeeper, bounded, ungrounded, with_known_names
from agent.grammar.quotes import words
from agent.reports import Standing
from agent.types import (
    Call,
    Descriptor,
    GroundedArgument,
    Offer,
    OfferedTool,
    OfferReason,
    Risk,
    Source,
    Tool,
    ToolContext,
    ToolResult,
)
from tests.turn.house import origin


class Number(BaseModel):
    number: Annotated[int, Field(ge=1, le=100)]


Run = Callable[[Number, ToolContext], Awaitable[ToolResult]]


class Recorder:
    """A tool that remembers its calls and answers as told."""

    def __init__(self, answer: ToolResult | Exception | None = None, *, seconds: float = 0.0) -> None:
        self.calls: list[tuple[int, int]] = []
        self._answer = answer or ToolResult(content="ok", user_text="OK!", effect="changed")
        self._seconds = seconds

    async def __call__(self, arguments: Number, context: ToolContext) -> ToolResult:
        self.calls.append((arguments.number, context.call_index))
        await asyncio.sleep(self._seconds)
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer


def offer_of(run: Run, *, grounded: tuple[GroundedArgument, ...] = ()) -> Offer:
    descriptor = Descriptor(
        name="test:number",
        version=1,
        short_description="x",
        when_to_use="x",
        when_not_to_use="x",
        routing_hints=("x",),
        domain="test",
        risk=Risk.WRITE,
        aliases={"count": "number"},
    )
    tool = Tool(name="test:number", arguments=Number, run=run)
    offered = OfferedTool(tool=tool, descriptor=descriptor, reason=OfferReason.RANKED, score=1.0)
    return Offer(tools=(offered,), grounded=grounded)


def call(number: Any = 1, **more: Any) -> Call:
    return Call(name="test:number", args={"number": number, **more})


async def test_a_good_call_is_done() -> None:
    tool = Recorder()
    (report,) = await Gatekeeper(origin=origin("x")).run([call(3)], offer_of(tool))
    assert (report.standing, report.content, report.user_text, report.effect) == (
        Standing.DONE,
        "ok",
        "OK!",
        "changed",
    )
    assert tool.calls == [(3, 0)]


async def test_a_tool_that_is_not_offered_does_not_run() -> None:
    tool = Recorder()
    gatekeeper = Gatekeeper(origin=origin("x"))
    (report,) = await gatekeeper.run([Call(name="test:other", args={})], offer_of(tool))
    assert report.standing is Standing.REFUSED
    (report,) = await gatekeeper.run([call()], Offer())
    assert report.standing is Standing.REFUSED
    assert tool.calls == []


async def test_aliases_lead_to_arguments() -> None:
    tool = Recorder()
    await Gatekeeper(origin=origin("x")).run([Call(name="test:number", args={"count": 5})], offer_of(tool))
    assert tool.calls == [(5, 0)]


@pytest.mark.parametrize("number", [0, 101, "many", None])
async def test_wrong_arguments_come_back_with_the_reason(number: Any) -> None:
    tool = Recorder()
    (report,) = await Gatekeeper(origin=origin("x")).run([call(number)], offer_of(tool))
    assert report.standing is Standing.RETRY
    assert report.content.startswith("wrong arguments: number: ")
    assert report.question is None
    assert tool.calls == []


async def test_a_value_from_nowhere_does_not_run() -> None:
    tool = Recorder()
    grounded = GroundedArgument(
        tool="test:number", argument="number", source=Source.REMINDER_ID, values=(4, 5)
    )
    gatekeeper = Gatekeeper(origin=origin("x"))
    reports = await gatekeeper.run([call(3), call(4)], offer_of(tool, grounded=(grounded,)))
    assert [report.standing for report in reports] == [Standing.RETRY, Standing.DONE]
    assert [number for number, _ in tool.calls] == [4]


@pytest.mark.parametrize(
    ("error", "standing"),
    [
        (ToolRetry("say when"), Standing.RETRY),
        (ToolFailed("no room"), Standing.FAILED),
        (ApprovalNeeded("ask first"), Standing.NEEDS_APPROVAL),
        (ValueError("a bug"), Standing.BROKEN),
        (TimeoutError("of its own"), Standing.BROKEN),
    ],
)
async def test_errors_have_their_class(error: Exception, standing: Standing) -> None:
    (report,) = await Gatekeeper(origin=origin("x")).run([call()], offer_of(Recorder(error)))
    assert report.standing is standing
    assert report.user_text is None
    assert report.effect is None


async def test_a_question_and_a_users_sentence_are_kept() -> None:
    gatekeeper = Gatekeeper(origin=origin("x"))
    asked = ToolRetry("say when", question="When?")
    (report,) = await gatekeeper.run([call(1)], offer_of(Recorder(asked)))
    assert report.question == "When?"
    (report,) = await gatekeeper.run([call(2)], offer_of(Recorder(ToolFailed("no room"))))
    assert report.said == "no room"


async def test_a_bug_is_logged_and_its_text_stays_inside() -> None:
    with capture_logs() as logs:
        (report,) = await Gatekeeper(origin=origin("x")).run(
            [call()], offer_of(Recorder(ValueError("secret")))
        )
    assert [(entry["event"], entry["tool"]) for entry in logs] == [("tool broke", "test:number")]
    assert "secret" not in report.content


async def test_a_slow_tool_is_stopped() -> None:
    tool = Recorder(seconds=60)
    (report,) = await Gatekeeper(origin=origin("x"), deadline=0.01).run([call()], offer_of(tool))
    assert report.standing is Standing.TIMED_OUT


async def test_cancelling_passes_through() -> None:
    tool = Recorder(seconds=60)
    running = asyncio.create_task(Gatekeeper(origin=origin("x")).run([call()], offer_of(tool)))
    await asyncio.sleep(0.01)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


async def test_identical_calls_of_a_turn_run_once() -> None:
    tool = Recorder()
    gatekeeper = Gatekeeper(origin=origin("x"))
    first = await gatekeeper.run(
        [call(1), call(1), Call(name="test:number", args={"count": 1})], offer_of(tool)
    )
    second = await gatekeeper.run([call(1), call(2)], offer_of(tool))
    assert [report.standing for report in (*first, *second)] == [
        Standing.DONE,
        Standing.REPEATED,
        Standing.REPEATED,
        Standing.REPEATED,
        Standing.DONE,
    ]
    assert [report.user_text for report in first] == ["OK!", None, None]
    assert tool.calls == [(1, 0), (2, 1)]


async def test_another_turn_may_call_the_same_again() -> None:
    tool = Recorder()
    for _ in range(2):
        await Gatekeeper(origin=origin("x")).run([call(1)], offer_of(tool))
    assert len(tool.calls) == 2


async def test_a_batch_has_a_limit() -> None:
    tool = Recorder()
    calls = [call(number) for number in range(1, BATCH_LIMIT + 3)]
    reports = await Gatekeeper(origin=origin("x")).run(calls, offer_of(tool))
    assert len(tool.calls) == BATCH_LIMIT
    assert [report.standing for report in reports[BATCH_LIMIT:]] == [Standing.REFUSED] * 2


async def test_results_are_bounded() -> None:
    result = ToolResult(content="line\n" * 1000, user_text="all of it")
    gatekeeper = Gatekeeper(origin=origin("x"), result_limit=100)
    (report,) = await gatekeeper.run([call()], offer_of(Recorder(result)))
    assert len(report.content) <= 100
    assert report.content.endswith("line\n[the rest is left out]")
    assert report.user_text == "all of it"


@given(st.text(max_size=300), st.integers(min_value=40, max_value=200))
def test_bounded_never_exceeds_its_limit(text: str, limit: int) -> None:
    short = bounded(text, limit)
    assert len(short) <= limit
    assert short == text or len(text) > limit


def test_the_right_name_wins_over_its_alias() -> None:
    assert with_known_names({"count": 1, "number": 2}, {"count": "number"}) == {"number": 2}
    assert with_known_names({"other": 1}, {"count": "number"}) == {"other": 1}


@pytest.mark.parametrize(
    ("value", "taken"),
    [("stretch", True), ("to stretch", True), ("", True), ("stretch my legs", True), ("swim", False)],
)
def test_quotes_are_parts_of_the_message(value: str, taken: bool) -> None:
    argument = GroundedArgument(
        tool="t",
        argument="a",
        source=Source.MESSAGE_TEXT,
        values=("remind me to stretch\nmy legs",),
        quote=True,
    )
    assert (ungrounded("t", {"a": value}, [argument]) is None) is taken


@given(st.text(max_size=80), st.data())
def test_what_the_grammar_may_quote_passes_the_gate(text: str, data: st.DataObject) -> None:
    stretches = [stretch for stretch in words(text) if stretch]
    assume(stretches)
    stretch = data.draw(st.sampled_from(stretches))
    start = data.draw(st.integers(0, len(stretch) - 1))
    end = data.draw(st.integers(start + 1, len(stretch)))
    first, last = stretch[start], stretch[end - 1]
    run = " ".join(word.whole for word in stretch[start:end])
    quote = run.removeprefix(first.lead).removesuffix(last.trail)
    argument = GroundedArgument(
        tool="t", argument="a", source=Source.MESSAGE_TEXT, values=(text,), quote=True
    )
    for value in (run, quote):
        assert ungrounded("t", {"a": value}, [argument]) is None
