"""Values for grounded arguments, and the time that is meant where several are named."""

from __future__ import annotations

from typing import Annotated

import pytest
from pydantic import BaseModel, Field

from agent.routing.grounding import (
    Facts,
    choose_phrases,
    ground,
    missing,
    names_rivals,
    required_sources,
    sources,
)
from agent.types import (
    Grounded,
    GroundingPolicy,
    Regime,
    Source,
    TimePhrase,
    Tool,
    ToolContext,
    ToolResult,
)


class Arguments(BaseModel):
    time: Annotated[str, Grounded(source=Source.TIME_PHRASE)]
    text: Annotated[str, Grounded(source=Source.MESSAGE_TEXT), Field(max_length=20)] = ""
    zone: Annotated[str | None, Grounded(source=Source.ZONE)] = None
    loud: bool = False


async def _run(_arguments: Arguments, _context: ToolContext) -> ToolResult:
    return ToolResult(content="")


TOOL = Tool(name="t", arguments=Arguments, run=_run)
FACTS = Facts(
    text="remind me at 5 or at 6 to eat", subject="eat", phrases=("at 5", "at 6"), best_phrase="at 6"
)


def values(facts: Facts, regime: Regime) -> dict[str, tuple[tuple[str | int, ...], bool]]:
    return {
        argument.argument: (argument.values, argument.quote)
        for argument in ground(TOOL, facts, regime=regime)
    }


def test_sources_come_from_the_model() -> None:
    assert sources(TOOL) == {"time": Source.TIME_PHRASE, "text": Source.MESSAGE_TEXT, "zone": Source.ZONE}
    assert required_sources(TOOL) == {Source.TIME_PHRASE}


def test_narrow_gets_one_candidate() -> None:
    assert values(FACTS, Regime.NARROW) == {"time": (("at 6",), False), "text": (("eat",), False)}


def test_narrow_gets_the_default_where_there_is_none() -> None:
    facts = Facts(text="remind me at 5", phrases=("at 5",), best_phrase="at 5")
    assert values(facts, Regime.NARROW)["text"] == (("",), False)


def test_wide_gets_all_times_the_best_first_and_quotes() -> None:
    assert values(FACTS, Regime.WIDE) == {
        "time": (("at 6", "at 5"), False),
        "text": (("remind me at 5 or at 6 to eat"[:19].rsplit(None, 1)[0] + "…",), True),
    }


def phrases_in(text: str, *stretches: str) -> list[TimePhrase]:
    starts = [text.index(stretch) for stretch in stretches]
    return [
        TimePhrase(text=stretch, start=start, end=start + len(stretch))
        for stretch, start in zip(stretches, starts, strict=True)
    ]


@pytest.mark.parametrize(
    ("text", "stretches"),
    [
        ("remind me tomorrow at 9 or 10 to eat", ["tomorrow at 9"]),
        ("remind me at 9, 10 and 11 to drink", ["at 9"]),
        ("erinnere mich morgen um 9 oder 10 ans Essen", ["morgen um 9"]),
        ("rappelle-moi demain à 9h ou 10 de manger", ["demain à 9h"]),
        ("remind me at noon or midnight to eat", ["at noon", "midnight"]),
        ("remind me in 5 minutes and in 10 minutes", ["in 5 minutes", "in 10 minutes"]),
        ("remind me at 9 to eat and at 10 to sleep", ["at 9", "at 10"]),
        ("erinnere mich um 9 ans Essen und um 10 ans Schlafen", ["um 9", "um 10"]),
    ],
)
def test_times_side_by_side_are_rivals(text: str, stretches: list[str]) -> None:
    assert names_rivals(text, phrases_in(text, *stretches))


@pytest.mark.parametrize(
    ("text", "stretches"),
    [
        ("remind me at 5 to call Bob about the 9 o'clock meeting", ["at 5", "9 o'clock"]),
        ("remind me in 10 minutes that the meeting is at 5pm", ["in 10 minutes", "at 5pm"]),
        ("remind me tomorrow to eat at 9", ["tomorrow", "at 9"]),
        ("remind me at 9 to eat and drink", ["at 9"]),
        ("remind me at 9 and bring 3 friends", ["at 9"]),
    ],
)
def test_a_time_in_what_the_request_is_about_is_no_rival(text: str, stretches: list[str]) -> None:
    assert not names_rivals(text, phrases_in(text, *stretches))


class Removal(BaseModel):
    number: Annotated[int, Grounded(source=Source.REMINDER_ID)]
    why: Annotated[str, Grounded(source=Source.MESSAGE_TEXT, policy=GroundingPolicy.STRICT)] = ""


def test_prefer_leaves_the_values_open_and_off_gives_none() -> None:
    preferred = ground(TOOL, FACTS, regime=Regime.WIDE, policy=GroundingPolicy.PREFER)
    assert [argument.free for argument in preferred] == [True, True]
    assert ground(TOOL, FACTS, regime=Regime.WIDE, policy=GroundingPolicy.OFF) == ()
    assert missing(TOOL, Facts(text="remind me to eat"), policy=GroundingPolicy.PREFER) == frozenset()


@pytest.mark.parametrize("policy", list(GroundingPolicy))
def test_ids_are_always_strict_and_an_argument_may_state_its_own(policy: GroundingPolicy) -> None:
    tool = Tool(name="r", arguments=Removal, run=_run)
    assert missing(tool, FACTS, policy=policy) == {Source.REMINDER_ID}
    (why,) = ground(tool, FACTS, regime=Regime.WIDE, policy=policy)
    assert (why.argument, why.free) == ("why", False)


def test_what_is_missing() -> None:
    assert missing(TOOL, FACTS) == frozenset()
    assert missing(TOOL, Facts(text="remind me to eat", subject="eat")) == {Source.TIME_PHRASE}


def test_a_long_text_is_cut_at_a_word() -> None:
    facts = Facts(text="x", subject="eat an apple and a pear", phrases=("now",), best_phrase="now")
    assert values(facts, Regime.NARROW)["text"] == (("eat an apple and a…",), False)
    facts = Facts(text="x", subject="y" * 30, phrases=("now",), best_phrase="now")
    assert values(facts, Regime.NARROW)["text"] == (("y" * 19 + "…",), False)


def phrases(text: str, *parts: str) -> list[TimePhrase]:
    return [TimePhrase(text=part, start=text.index(part), end=text.index(part) + len(part)) for part in parts]


@pytest.mark.parametrize(
    ("text", "parts", "cue", "readable", "chosen"),
    [
        ("remind me to eat", [], 9, set(), ""),
        ("remind me at 5 to eat", ["at 5"], 9, set(), "at 5"),
        ("remind me tomorrow to call at 9", ["tomorrow", "at 9"], 9, {"tomorrow at 9"}, "tomorrow at 9"),
        ("at 9 remind me of tomorrow", ["at 9", "tomorrow"], 14, {"tomorrow at 9"}, "tomorrow at 9"),
        ("remind me at 5 that we eat at 6", ["at 5", "at 6"], 9, set(), "at 5"),
        ("remind me of the 5pm show in an hour", ["the 5pm", "in an hour"], 9, set(), "in an hour"),
    ],
)
def test_the_time_that_is_meant(
    text: str, parts: list[str], cue: int, readable: set[str], chosen: str
) -> None:
    found = choose_phrases(text, phrases(text, *parts), cue=cue, resolves=lambda phrase: phrase in readable)
    assert found.text == chosen
