"""The rulebook, row by row."""

from __future__ import annotations

import pytest

from agent.routing.lexical import Hit
from agent.routing.policy import NO_TOOL, Decision, Kinship, Thresholds, decide
from agent.routing.router import Scores
from agent.routing.signals import Signals
from agent.types import OfferReason, Regime

REMIND, TIMER, ALARM, LIST, REMOVE, NOW = (
    "agenda:remind_at",
    "clock:timer",
    "clock:alarm",
    "agenda:list",
    "agenda:remove",
    "clock:now",
)
SEARCH, FETCH = "web:search", "web:fetch"
ALL = (REMIND, TIMER, ALARM, LIST, REMOVE, NOW, SEARCH, FETCH)
KINSHIP = Kinship(
    domains={
        **dict.fromkeys((REMIND, LIST, REMOVE), "schedule"),
        **dict.fromkeys((TIMER, ALARM, NOW), "clock"),
        **dict.fromkeys((SEARCH, FETCH), "web"),
    },
    companions={LIST: (REMOVE,), FETCH: (SEARCH,)},
)
LIMITS = Thresholds(
    nothing=0.85,
    nothing_wanted=0.95,
    hint=0.1,
    floor=0.05,
    single_hit_floor=0.3,
    match_margin=0.15,
    cap=5,
    sure=0.6,
    margin=0.25,
    ask=0.3,
    affinity=(("schedule", "clock"),),
)


def hit(tool: str, *, sure: bool = True) -> Hit:
    return Hit(tool=tool, cue=tool, start=0, end=1, sure=sure)


def ranked(scores: dict[str, float]) -> Scores:
    """All tools, the ones that are not named at 0, best first as the router gives them."""
    whole = dict.fromkeys(ALL, 0.0) | scores
    return Scores(
        tools=dict(sorted(whole.items(), key=lambda item: -item[1])), nothing=1 - sum(scores.values())
    )


def run(scores: dict[str, float], signals: Signals, regime: Regime) -> Decision:
    return decide(ranked(scores), signals, regime=regime, kinship=KINSHIP, thresholds=LIMITS)


@pytest.mark.parametrize(
    ("scores", "signals", "expected"),
    [
        # forced by words, whatever the scores are
        ({NOW: 0.99}, Signals(hits=(hit(TIMER),)), (TIMER, OfferReason.FORCED)),
        ({}, Signals(hits=(hit(TIMER),), says_little=True), (TIMER, OfferReason.FORCED)),
        # words that stand in other requests too need the scores to agree
        ({TIMER: 0.5, NOW: 0.4}, Signals(hits=(hit(TIMER, sure=False),)), (TIMER, OfferReason.FORCED)),
        ({TIMER: 0.2, NOW: 0.7}, Signals(hits=(hit(TIMER, sure=False),)), (NOW, OfferReason.RANKED)),
        ({TIMER: 0.05}, Signals(hits=(hit(TIMER, sure=False),)), None),
        # an answer to a question comes before all else
        ({}, Signals(answered=REMIND), (REMIND, OfferReason.PAIRED)),
        ({}, Signals(answered=REMIND, hits=(hit(LIST),)), (REMIND, OfferReason.PAIRED)),
        # what follows up on one tool is called
        ({NOW: 0.2}, Signals(follow_up=(LIST,)), (LIST, OfferReason.PAIRED)),
        # sure by its score and its margin
        ({LIST: 0.7, NOW: 0.2}, Signals(), (LIST, OfferReason.RANKED)),
        ({LIST: 0.9}, Signals(says_little=True), (LIST, OfferReason.RANKED)),
        # not sure enough to speak of
        ({LIST: 0.29}, Signals(), None),
        ({LIST: 0.5}, Signals(says_little=True), None),
        ({}, Signals(), None),
        # tools that do not exist are never offered
        ({}, Signals(hits=(hit("made:up"),)), None),
        ({}, Signals(answered="made:up"), None),
    ],
)
def test_narrow(scores: dict[str, float], signals: Signals, expected: tuple[str, OfferReason] | None) -> None:
    decision = run(scores, signals, Regime.NARROW)
    assert [(choice.name, choice.reason) for choice in decision.tools] == ([expected] if expected else [])
    assert decision.required is (expected is not None)
    assert decision.choices == ()
    assert decision.rules


@pytest.mark.parametrize(
    ("scores", "signals", "choices"),
    [
        ({REMIND: 0.45, ALARM: 0.4}, Signals(), (REMIND, ALARM, NO_TOOL)),
        ({REMIND: 0.6, ALARM: 0.4}, Signals(), (REMIND, ALARM, NO_TOOL)),
        ({REMIND: 0.45}, Signals(), (REMIND, NO_TOOL)),
        ({}, Signals(follow_up=(REMIND, REMOVE)), (REMIND, REMOVE, NO_TOOL)),
    ],
)
def test_a_small_models_author_is_asked_where_two_remain(
    scores: dict[str, float], signals: Signals, choices: tuple[str, ...]
) -> None:
    decision = run(scores, signals, Regime.NARROW)
    assert (decision.choices, decision.tools, decision.required) == (choices, (), False)


@pytest.mark.parametrize(
    ("scores", "signals", "expected"),
    [
        ({}, Signals(), []),
        ({NOW: 0.5}, Signals(says_little=True), []),
        ({NOW: 0.7, TIMER: 0.2, ALARM: 0.04}, Signals(), [NOW, TIMER]),
        # as good as nothing, unless something is wanted
        ({NOW: 0.1}, Signals(), []),
        ({NOW: 0.1}, Signals(wants=True), [NOW, TIMER, ALARM]),
        # forced first, then by score
        ({NOW: 0.7, TIMER: 0.2}, Signals(hits=(hit(ALARM),)), [ALARM, NOW, TIMER]),
        ({}, Signals(hits=(hit(ALARM, sure=False),)), []),
        # companions come along
        ({LIST: 0.9}, Signals(), [LIST, REMOVE]),
        ({}, Signals(hits=(hit(FETCH),)), [FETCH, SEARCH]),
        # a lone weak hit brings its domain, a lone strong one stands for itself
        ({ALARM: 0.2}, Signals(), [ALARM, TIMER, NOW]),
        ({ALARM: 0.4}, Signals(), [ALARM]),
        # a near tie of kin brings both domains, one of strangers stays a ranked subset
        ({ALARM: 0.4, REMIND: 0.35}, Signals(), [ALARM, REMIND, TIMER, LIST, REMOVE]),
        ({ALARM: 0.4, SEARCH: 0.35}, Signals(), [ALARM, SEARCH]),
        ({ALARM: 0.5, REMIND: 0.3}, Signals(), [ALARM, REMIND]),
        # a follow-up
        ({}, Signals(follow_up=(REMOVE, REMIND)), [REMOVE, REMIND]),
        # what is there already is not doubled
        ({ALARM: 0.9}, Signals(hits=(hit(ALARM),)), [ALARM]),
        ({}, Signals(answered=REMIND), [REMIND]),
        ({}, Signals(hits=(hit("made:up"),)), []),
    ],
)
def test_wide(scores: dict[str, float], signals: Signals, expected: list[str]) -> None:
    decision = run(scores, signals, Regime.WIDE)
    assert [choice.name for choice in decision.tools] == expected
    assert not decision.required
    assert decision.choices == ()
    assert decision.rules


def test_the_cap_cuts_last_and_never_what_is_forced() -> None:
    hits = (hit(ALARM), hit(NOW), hit(SEARCH))
    scores = ranked({TIMER: 0.5, LIST: 0.4})
    limits = Thresholds(cap=3)
    decision = decide(scores, Signals(hits=hits), regime=Regime.WIDE, kinship=KINSHIP, thresholds=limits)
    assert [choice.name for choice in decision.tools] == [ALARM, NOW, SEARCH]
    assert {choice.reason for choice in decision.tools} == {OfferReason.FORCED}
    assert "capped at 3" in decision.rules


def test_no_tools_at_all() -> None:
    for regime in Regime:
        assert decide(Scores(), Signals(), regime=regime).tools == ()


def test_scores_travel_along() -> None:
    (choice,) = run({LIST: 0.9}, Signals(), Regime.NARROW).tools
    assert choice.score == 0.9
