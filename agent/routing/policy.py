"""From scores and signals to the tools of an offer: a rulebook that reads top to bottom. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from agent.descriptors import Catalogue
from agent.routing.lexical import Hit
from agent.routing.router import Scores
from agent.routing.signals import Signals
from agent.types import OfferReason, Regime

NO_TOOL = "none"
"""Stands among choices for "just talk"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """Probabilities in [0, 1]. `affinity`: groups of related domains.

    Defaults were chosen on the public sets' building halves; `make eval-routing` shows what they give.
    """

    nothing: float = 0.89
    """As likely as this that no tool is meant, none is offered ..."""
    nothing_wanted: float = 0.97
    """... or this likely, where the message asks for something at a time."""
    hint: float = 0.10
    """Words that stand in other requests too force their tool at this much; a narrow offer also wants half of
    what the best tool has.
    """
    floor: float = 0.006
    """Below it a tool is not offered for its score."""
    single_hit_floor: float = 0.30
    """A lone hit below it does not stand for itself: its domain's tools come too."""
    match_margin: float = 0.15
    """Two tools this close are a tie: among related domains all their tools come."""
    cap: int = 5
    """Tools in a wide offer; forced ones come first."""
    sure: float = 0.55
    """A narrow offer needs this much ..."""
    margin: float = 0.25
    """... and this much more than the next tool; else two remain, and the author is asked ..."""
    ask: float = 0.30
    """... where the better one has this much."""
    affinity: tuple[tuple[str, ...], ...] = (("schedule", "clock"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    name: str
    reason: OfferReason
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Tools in the order of the offer; or `choices` to ask about. `rules` names what fired, for the log."""

    tools: tuple[Choice, ...] = ()
    required: bool = False
    choices: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Kinship:
    """What descriptors say of tools together: tool -> domain, and tool -> those that come along with it."""

    domains: Mapping[str, str] = field(default_factory=dict)
    companions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, catalogue: Catalogue) -> Kinship:
        companions: dict[str, tuple[str, ...]] = {}
        for name, entry in catalogue.items():
            for other in entry.descriptor.accompanies:
                companions[other] = (*companions.get(other, ()), name)
        domains = {name: entry.descriptor.domain for name, entry in catalogue.items()}
        return cls(domains=domains, companions=companions)


@dataclass(slots=True)
class _Draft:
    scores: Scores
    tools: dict[str, Choice] = field(default_factory=dict)
    rules: list[str] = field(default_factory=list)

    def add(self, names: Iterable[str], reason: OfferReason, *, rule: str) -> None:
        """Adds those that exist and are not in yet; `rule` is told where it added any."""
        fresh = [name for name in names if name in self.scores.tools and name not in self.tools]
        for name in fresh:
            self.tools[name] = Choice(name=name, reason=reason, score=self.scores.tools[name])
        if fresh:
            self.rules.append(rule)


def decide(
    scores: Scores,
    signals: Signals,
    *,
    regime: Regime,
    kinship: Kinship | None = None,
    thresholds: Thresholds | None = None,
) -> Decision:
    """The tools for this message. Tools that `scores` does not hold are never offered."""
    limits = thresholds or Thresholds()
    if regime is Regime.NARROW:
        return _narrow(scores, signals, limits)
    return _wide(scores, signals, kinship or Kinship(), limits)


def _narrow(scores: Scores, signals: Signals, limits: Thresholds) -> Decision:
    """One tool that must be called, a question, or talk: a small model cannot choose."""
    if signals.answered in scores.tools:
        return _only(str(signals.answered), OfferReason.PAIRED, scores, rule="answers a question")
    forced = _forced(scores, signals, least=max(limits.hint, _two_best(scores)[0][1] / 2))
    if forced:
        return _only(forced[0].tool, OfferReason.FORCED, scores, rule=f"asked by words: {forced[0].cue}")
    follow_up = tuple(name for name in signals.follow_up if name in scores.tools)
    if len(follow_up) == 1:
        return _only(follow_up[0], OfferReason.PAIRED, scores, rule="follows up")
    if follow_up:
        return Decision(choices=(*follow_up[:2], NO_TOOL), rules=("follows up, two remain",))
    if _says_too_little(scores, signals, limits):
        return Decision(rules=("says too little",))
    return _ranked_one(scores, limits)


def _forced(scores: Scores, signals: Signals, *, least: float) -> list[Hit]:
    """Hits that stand by themselves, and those that the scores agree with."""
    there = (hit for hit in signals.hits if hit.tool in scores.tools)
    return [hit for hit in there if hit.sure or scores.tools[hit.tool] >= least]


def _says_too_little(scores: Scores, signals: Signals, limits: Thresholds) -> bool:
    """A few words count only where they leave no doubt."""
    return signals.says_little and _two_best(scores)[0][1] < limits.sure


def _ranked_one(scores: Scores, limits: Thresholds) -> Decision:
    (best, likely), (second, next_likely) = _two_best(scores)
    if likely >= limits.sure and likely - next_likely >= limits.margin:
        return _only(best, OfferReason.RANKED, scores, rule=f"at least {limits.sure}, by a clear margin")
    if likely < limits.ask:
        return Decision(rules=(f"no tool reaches {limits.ask}",))
    rival = (second,) if next_likely >= max(limits.floor, likely / 3) else ()
    return Decision(choices=(best, *rival, NO_TOOL), rules=("two remain",))


def _two_best(scores: Scores) -> tuple[tuple[str, float], tuple[str, float]]:
    best, second, *_ = [*scores.tools.items(), ("", 0.0), ("", 0.0)]
    return best, second


def _only(name: str, reason: OfferReason, scores: Scores, *, rule: str) -> Decision:
    choice = Choice(name=name, reason=reason, score=scores.tools[name])
    return Decision(tools=(choice,), required=True, rules=(rule,))


def _wide(scores: Scores, signals: Signals, kinship: Kinship, limits: Thresholds) -> Decision:
    """Widen rather than guess: one wrong tool under a grammar cannot be recovered from within a step."""
    draft = _Draft(scores=scores)
    if signals.answered is not None:
        draft.add([signals.answered], OfferReason.PAIRED, rule="answers a question")
    forced = _forced(scores, signals, least=limits.hint)
    draft.add((hit.tool for hit in forced), OfferReason.FORCED, rule="asked by words")
    draft.add(signals.follow_up, OfferReason.PAIRED, rule="follows up")
    if not draft.tools and _says_too_little(scores, signals, limits):
        return Decision(rules=("says too little",))
    ranked = _ranked(scores, signals, limits)
    draft.add(ranked, OfferReason.RANKED, rule=f"at least {limits.floor}")
    if not draft.tools:
        return Decision(rules=("no tool is likely enough",))
    if not forced and signals.answered is None:
        _widen(draft, ranked, kinship, limits)
    for name in tuple(draft.tools):
        draft.add(kinship.companions.get(name, ()), OfferReason.COMPANION, rule=f"comes with {name}")
    if len(draft.tools) > limits.cap:
        draft.rules.append(f"capped at {limits.cap}")
    return Decision(tools=tuple(draft.tools.values())[: limits.cap], rules=tuple(draft.rules))


def _ranked(scores: Scores, signals: Signals, limits: Thresholds) -> list[str]:
    """Tools that are likely enough, best first; the best one counts as soon as any is meant."""
    if scores.nothing >= (limits.nothing_wanted if signals.wants else limits.nothing):
        return []
    likely = [name for name, score in scores.tools.items() if score >= limits.floor]
    return likely or list(scores.tools)[:1]


def _widen(draft: _Draft, ranked: Sequence[str], kinship: Kinship, limits: Thresholds) -> None:
    """A lone weak hit brings its domain; a near tie of related domains brings both."""
    (best, likely), (second, next_likely) = _two_best(draft.scores)
    if best not in ranked:
        return
    domain = kinship.domains.get(best)
    if len(ranked) == 1:
        if likely < limits.single_hit_floor:
            draft.add(_cluster({domain}, draft.scores, kinship), OfferReason.WIDENED, rule="a lone weak hit")
        return
    if likely < limits.sure and likely - next_likely < limits.match_margin and second in ranked:
        both = {domain, kinship.domains.get(second)}
        if len(both) == 1 or any(both <= set(group) for group in limits.affinity):
            draft.add(_cluster(both, draft.scores, kinship), OfferReason.WIDENED, rule="a near tie of kin")


def _cluster(domains: set[str | None], scores: Scores, kinship: Kinship) -> list[str]:
    return [name for name in scores.tools if kinship.domains.get(name) in domains]
