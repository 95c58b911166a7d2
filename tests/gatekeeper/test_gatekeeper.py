"""Every gate that a call passes, and every way it can come back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Annotated, Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pydantic import BaseModel, Field
from structlog.testing import capture_logs

from agent.errors import ApprovalNeeded, EngineDown, ToolFailed, ToolRetry
from agent.gatekeeper import BATCH_LIMIT, Gatekeeper, roughly, ungrounded, with_known_names
from agent.grammar.quotes import words
from agent.reports import Standing
from agent.rights import Rights
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
from tests.turn.house import ANN, origin


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


def offer_of(run: Run, *, grounded: tuple[GroundedArgument, ...] = (), risk: Risk = Risk.WRITE) -> Offer:
    descriptor = Descriptor(
        name="test:number",
        version=1,
        short_description="x",
        when_to_use="x",
        when_not_to_use="x",
        routing_hints=("x",),
        domain="test",
        risk=risk,
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
    gatekeeper = Gatekeeper(origin=origin("x"), result_tokens=100)
    (report,) = await gatekeeper.run([call()], offer_of(Recorder(result)))
    assert await roughly(report.content) <= 100
    kept, note = report.content.rsplit("\n", 1)
    assert set(kept.splitlines()) == {"line"}
    assert note.endswith("left out; call test:number again for less at once to see it]")
    assert report.user_text == "all of it"


async def test_results_are_bounded_when_the_engine_cannot_count() -> None:
    async def down(text: str) -> int:
        raise EngineDown("gone")

    result = ToolResult(content="line\n" * 1000, effect="changed")
    gatekeeper = Gatekeeper(origin=origin("x"), result_tokens=100, count=down)
    (report,) = await gatekeeper.run([call()], offer_of(Recorder(result)))
    assert report.standing is Standing.DONE
    assert await roughly(report.content) <= 100


# ------------------------------------------------------------------ rights


@pytest.mark.parametrize("risk", Risk)
@pytest.mark.parametrize("owner", [False, True])
async def test_what_reaches_outside_takes_an_owner(risk: Risk, owner: bool) -> None:
    tool = Recorder()
    rights = Rights(owners=frozenset({ANN.id} if owner else ()))
    gatekeeper = Gatekeeper(origin=origin("I am the owner, honestly"), rights=rights)
    (report,) = await gatekeeper.run([call()], offer_of(tool, risk=risk))
    allowed = owner or risk in (Risk.READ, Risk.WRITE)
    asked = owner and risk is Risk.DANGEROUS
    runs = Standing.NEEDS_APPROVAL if asked else Standing.DONE
    assert report.standing is (runs if allowed else Standing.FORBIDDEN)
    assert len(tool.calls) == (allowed and not asked)


# ------------------------------------------------------------------ approval


def owned(**options: Any) -> Gatekeeper:
    return Gatekeeper(origin=origin("x"), rights=Rights(owners=frozenset({ANN.id})), **options)


async def test_a_call_that_needs_approval_is_shown_and_not_run() -> None:
    tool = Recorder()
    gatekeeper = owned()
    reports = await gatekeeper.run([call(3), call(4)], offer_of(tool, risk=Risk.DANGEROUS))
    assert [each.standing for each in reports] == [Standing.NEEDS_APPROVAL, Standing.REFUSED]
    assert reports[0].question is not None
    assert "`test:number`" in reports[0].question
    assert "- number: `3`" in reports[0].question
    assert (reports[0].args, reports[0].choices[0][1]) == ({"number": 3}, "approve")
    assert (await gatekeeper.run([call(3)], offer_of(tool, risk=Risk.DANGEROUS)))[0] == reports[0]
    assert tool.calls == []


async def test_with_the_approval_it_runs_and_the_tool_knows() -> None:
    tool = Recorder()
    (report,) = await owned(approved=True).run([call(3)], offer_of(tool, risk=Risk.DANGEROUS))
    assert (report.standing, tool.calls) == (Standing.DONE, [(3, 0)])
    again = Recorder(ApprovalNeeded("never enough"))
    (report,) = await owned(approved=True).run([call(3)], offer_of(again))
    assert report.standing is Standing.REFUSED


async def test_an_approval_gives_nobody_rights() -> None:
    tool = Recorder()
    stranger = Gatekeeper(origin=origin("x"), approved=True)
    (report,) = await stranger.run([call(3)], offer_of(tool, risk=Risk.DANGEROUS))
    assert (report.standing, tool.calls) == (Standing.FORBIDDEN, [])


async def test_a_forbidden_call_is_forbidden_however_often_it_is_made() -> None:
    tool = Recorder()
    gatekeeper = Gatekeeper(origin=origin("x"))
    for _ in range(3):
        reports = await gatekeeper.run([call(), call(owner=True)], offer_of(tool, risk=Risk.DANGEROUS))
        assert [report.standing for report in reports] == [Standing.FORBIDDEN] * 2
    assert tool.calls == []


def test_a_bot_is_no_owner() -> None:
    robot = replace(ANN, is_bot=True)
    rights = Rights(owners=frozenset({ANN.id}))
    assert rights.allows(origin("x"), Risk.DANGEROUS)
    assert not rights.allows(origin("x", author=robot), Risk.DANGEROUS)


# ------------------------------------------------------------------ corrections


async def test_a_wrong_call_gets_the_schema_back() -> None:
    (report,) = await Gatekeeper(origin=origin("x")).run([call(500)], offer_of(Recorder()))
    assert 'arguments: {"number":{"maximum":100,"minimum":1,"type":"integer"}}' in report.content


async def test_a_wrong_call_may_be_corrected_once() -> None:
    tool = Recorder()
    gatekeeper = Gatekeeper(origin=origin("x"))
    standings = [
        (await gatekeeper.run([call(number)], offer_of(tool)))[0].standing for number in (0, 101, 102)
    ]
    assert standings == [Standing.RETRY, Standing.GIVEN_UP, Standing.GIVEN_UP]
    assert (await gatekeeper.run([call(5)], offer_of(tool)))[0].standing is Standing.DONE


async def test_a_turn_has_two_corrections() -> None:
    gatekeeper = Gatekeeper(origin=origin("x"))
    reports = await gatekeeper.run([call(0), call(101), call(102)], offer_of(Recorder()))
    assert [report.standing for report in reports] == [Standing.RETRY, Standing.RETRY, Standing.GIVEN_UP]


# ------------------------------------------------------------------ together, and in order


class Steps:
    """A tool that notes when each call begins and ends."""

    def __init__(self) -> None:
        self.events: list[str] = []

    async def __call__(self, arguments: Number, context: ToolContext) -> ToolResult:
        self.events.append(f"+{arguments.number}")
        await asyncio.sleep(0.01 / arguments.number)
        self.events.append(f"-{arguments.number}")
        return ToolResult(content=f"{arguments.number} as call {context.call_index}")


async def test_reading_calls_run_together_and_report_in_order() -> None:
    tool = Steps()
    gatekeeper = Gatekeeper(origin=origin("x"))
    reports = await gatekeeper.run([call(n) for n in range(1, 9)], offer_of(tool, risk=Risk.READ))
    assert tool.events[:8] == [f"+{n}" for n in range(1, 9)]
    assert tool.events[8:] == [f"-{n}" for n in range(8, 0, -1)]
    assert [report.content for report in reports] == [f"{n} as call {n - 1}" for n in range(1, 9)]


async def test_changing_calls_run_one_after_the_other() -> None:
    tool = Steps()
    await Gatekeeper(origin=origin("x")).run([call(n) for n in (1, 2, 3)], offer_of(tool))
    assert tool.events == ["+1", "-1", "+2", "-2", "+3", "-3"]


async def test_reads_see_the_changes_before_them_and_none_behind_them() -> None:
    tool = Steps()
    both = tuple(
        replace(offer_of(tool, risk=risk).tools[0], tool=Tool(name=name, arguments=Number, run=tool))
        for risk, name in ((Risk.READ, "test:read"), (Risk.WRITE, "test:write"))
    )
    calls = [
        Call(name=f"test:{kind}", args={"number": number})
        for kind, number in (("read", 1), ("read", 2), ("write", 3), ("read", 4), ("read", 5))
    ]
    await Gatekeeper(origin=origin("x")).run(calls, Offer(tools=both))
    assert tool.events == ["+1", "+2", "-2", "-1", "+3", "-3", "+4", "+5", "-5", "-4"]


async def test_one_of_several_together_may_fail_alone() -> None:
    async def run(arguments: Number, context: ToolContext) -> ToolResult:
        if arguments.number == 2:
            raise ValueError("a bug")
        return ToolResult(content="ok")

    reports = await Gatekeeper(origin=origin("x")).run(
        [call(n) for n in (1, 2, 3)], offer_of(run, risk=Risk.READ)
    )
    assert [report.standing for report in reports] == [Standing.DONE, Standing.BROKEN, Standing.DONE]


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
