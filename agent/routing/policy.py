"""From scores and signals to the tools of an offer: a rulebook that reads top to bottom. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from agent.routing.lexical import LIST, REMOVE, Hit
from agent.routing.router import Scores
from agent.types import OfferReason, Regime


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """Cosines of the sentence encoder, in [0, 1]."""

    floor: float = 0.50
    """Below it a tool is not offered for its score."""
    sure: float = 0.80
    """A narrow offer needs this much ..."""
    margin: float = 0.10
    """... and this much more than the next tool."""
    cap: int = 5
    """Tools in a wide offer; forced ones come first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signals:
    """What is known about the message beside its scores.

    `answered` is the tool that an open question was about, where this message answers it.
    """

    hits: tuple[Hit, ...] = ()
    says_little: bool = False
    answered: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    name: str
    reason: OfferReason
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Tools in the order of the offer. `rules` names what fired, for the log."""

    tools: tuple[Choice, ...] = ()
    required: bool = False
    rules: tuple[str, ...] = ()


COMPANIONS: Mapping[str, tuple[str, ...]] = {LIST: (REMOVE,), REMOVE: (LIST,)}
"""Tools that come along in a wide offer: who lists may want to remove, and the reverse."""


@dataclass(slots=True)
class _Draft:
    tools: dict[str, Choice] = field(default_factory=dict)

    def add(self, name: str, reason: OfferReason, scores: Scores) -> None:
        if name in scores and name not in self.tools:
            self.tools[name] = Choice(name=name, reason=reason, score=scores[name])


def decide(
    scores: Scores, signals: Signals, *, regime: Regime, thresholds: Thresholds | None = None
) -> Decision:
    """The tools for this message. Tools that `scores` does not hold are never offered."""
    limits = thresholds or Thresholds()
    if regime is Regime.NARROW:
        return _narrow(scores, signals, limits)
    return _wide(scores, signals, limits)


def _narrow(scores: Scores, signals: Signals, limits: Thresholds) -> Decision:
    """One tool that must be called, or none: a small model cannot choose."""
    if signals.answered in scores:
        return _only(str(signals.answered), OfferReason.PAIRED, scores, rule="answers a question")
    forced = [hit for hit in signals.hits if hit.tool in scores]
    if forced:
        return _only(forced[0].tool, OfferReason.FORCED, scores, rule=f"asked by words: {forced[0].cue}")
    if signals.says_little:
        return Decision(rules=("says too little",))
    best, *rest = [*scores.items(), ("", 0.0)]
    if best[1] < limits.sure:
        return Decision(rules=(f"no tool scores {limits.sure}",))
    if best[1] - rest[0][1] < limits.margin:
        return Decision(rules=(f"{best[0]} and {rest[0][0]} are within {limits.margin}",))
    return _only(best[0], OfferReason.RANKED, scores, rule="clear margin")


def _only(name: str, reason: OfferReason, scores: Scores, *, rule: str) -> Decision:
    choice = Choice(name=name, reason=reason, score=scores[name])
    return Decision(tools=(choice,), required=True, rules=(rule,))


def _wide(scores: Scores, signals: Signals, limits: Thresholds) -> Decision:
    """A ranked subset, forced ones first, with their companions; the cap applies last."""
    draft = _Draft()
    if signals.answered is not None:
        draft.add(signals.answered, OfferReason.PAIRED, scores)
    for hit in signals.hits:
        draft.add(hit.tool, OfferReason.FORCED, scores)
    if signals.says_little and not draft.tools:
        return Decision(rules=("says too little",))
    for name, score in scores.items():
        if score >= limits.floor:
            draft.add(name, OfferReason.RANKED, scores)
    for name in tuple(draft.tools):
        for companion in COMPANIONS.get(name, ()):
            draft.add(companion, OfferReason.COMPANION, scores)
    chosen = tuple(draft.tools.values())
    rules: tuple[str, ...] = (f"{'ranked above' if chosen else 'no tool scores'} {limits.floor}",)
    if len(chosen) > limits.cap:
        rules += (f"capped at {limits.cap}",)
    return Decision(tools=chosen[: limits.cap], rules=rules)
