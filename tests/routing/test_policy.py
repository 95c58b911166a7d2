"""The rulebook, row by row."""

from __future__ import annotations

import pytest

from agent.routing.lexical import Hit
from agent.routing.policy import Decision, Signals, Thresholds, decide
from agent.types import OfferReason, Regime

REMIND, TIMER, ALARM, LIST, REMOVE, NOW = (
    "agenda:remind_at",
    "clock:timer",
    "clock:alarm",
    "agenda:list",
    "agenda:remove",
    "clock:now",
)
LIMITS = Thresholds(floor=0.5, sure=0.8, margin=0.1, cap=3)


def hit(tool: str) -> Hit:
    return Hit(tool=tool, cue=tool, start=0, end=1)


def ranked(scores: dict[str, float]) -> dict[str, float]:
    """All six tools, the ones that are not named at 0.1, best first as the router gives them."""
    whole = dict.fromkeys((REMIND, TIMER, ALARM, LIST, REMOVE, NOW), 0.1) | scores
    return dict(sorted(whole.items(), key=lambda item: -item[1]))


def run(scores: dict[str, float], signals: Signals, regime: Regime) -> Decision:
    return decide(ranked(scores), signals, regime=regime, thresholds=LIMITS)


@pytest.mark.parametrize(
    ("scores", "signals", "expected"),
    [
        # forced by words, whatever the scores are
        ({NOW: 0.99}, Signals(hits=(hit(TIMER),)), (TIMER, OfferReason.FORCED)),
        ({}, Signals(hits=(hit(TIMER),), says_little=True), (TIMER, OfferReason.FORCED)),
        # an answer to a question comes before all else
        ({}, Signals(answered=REMIND), (REMIND, OfferReason.PAIRED)),
        ({}, Signals(answered=REMIND, hits=(hit(REMIND),)), (REMIND, OfferReason.PAIRED)),
        # sure by its score and its margin
        ({LIST: 0.9, NOW: 0.7}, Signals(), (LIST, OfferReason.RANKED)),
        # not sure
        ({LIST: 0.79}, Signals(), None),
        ({LIST: 0.9, NOW: 0.85}, Signals(), None),
        ({LIST: 0.99}, Signals(says_little=True), None),
        ({}, Signals(), None),
        # tools that do not exist are never offered
        ({}, Signals(hits=(hit("web:search"),)), None),
        ({}, Signals(answered="web:search"), None),
    ],
)
def test_narrow(scores: dict[str, float], signals: Signals, expected: tuple[str, OfferReason] | None) -> None:
    decision = run(scores, signals, Regime.NARROW)
    assert [(choice.name, choice.reason) for choice in decision.tools] == ([expected] if expected else [])
    assert decision.required is (expected is not None)
    assert decision.rules


@pytest.mark.parametrize(
    ("scores", "signals", "expected"),
    [
        ({}, Signals(), []),
        ({NOW: 0.9}, Signals(says_little=True), []),
        ({NOW: 0.9, TIMER: 0.6, ALARM: 0.4}, Signals(), [NOW, TIMER]),
        # forced first, then by score
        ({NOW: 0.9, TIMER: 0.6}, Signals(hits=(hit(ALARM),)), [ALARM, NOW, TIMER]),
        # companions come along
        ({LIST: 0.9}, Signals(), [LIST, REMOVE]),
        ({}, Signals(hits=(hit(REMOVE),)), [REMOVE, LIST]),
        # the cap cuts last, and never what is forced
        ({NOW: 0.9, TIMER: 0.8, LIST: 0.7}, Signals(hits=(hit(ALARM),)), [ALARM, NOW, TIMER]),
        # what is there already is not doubled
        ({ALARM: 0.9}, Signals(hits=(hit(ALARM),)), [ALARM]),
        ({}, Signals(answered=REMIND), [REMIND]),
        ({}, Signals(hits=(hit("web:search"),)), []),
    ],
)
def test_wide(scores: dict[str, float], signals: Signals, expected: list[str]) -> None:
    decision = run(scores, signals, Regime.WIDE)
    assert [choice.name for choice in decision.tools] == expected
    assert not decision.required
    assert decision.rules


def test_no_tools_at_all() -> None:
    for regime in Regime:
        assert decide({}, Signals(), regime=regime).tools == ()


def test_scores_travel_along() -> None:
    (choice,) = run({LIST: 0.9}, Signals(), Regime.NARROW).tools
    assert choice.score == 0.9
