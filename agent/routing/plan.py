"""One message in, one plan out: an Offer with its grounded values, or a question that needs no model.

Everything here is computed from its arguments; the embedder and the time parser are the only parts that take
time, so callers run `Planner.plan` in a thread.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import timedelta
from enum import StrEnum

from agent.descriptors import Catalogue
from agent.ports import TimeParser
from agent.routing import grounding, lexical
from agent.routing.extract import cut_times, subject
from agent.routing.language import language_of
from agent.routing.matching import matching
from agent.routing.policy import Decision, Signals, Thresholds, decide
from agent.routing.router import Router, Scores
from agent.types import (
    Clarification,
    GroundedArgument,
    Offer,
    OfferedTool,
    OfferReason,
    Origin,
    Regime,
    Reminder,
    Resolved,
    Source,
    TimePhrase,
)

CLARIFICATION_LIFETIME = timedelta(minutes=10)
"""An answer that comes later is a message of its own."""
ANSWER_WORDS = 4
"""Words beside the time that an answer to "when?" may have: "make it in 20 minutes please"."""


ASKED_FOR = frozenset({OfferReason.FORCED, OfferReason.PAIRED})
"""A tool that the words ask for is asked about rather than left out."""


class Need(StrEnum):
    """What a request lacks, so that the author is asked or told, without the model."""

    TIME = "time"
    WHICH = "which"
    NO_MATCH = "no_match"
    NONE_PENDING = "none_pending"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """`candidates` are the reminders to choose from (Need.WHICH, Need.NO_MATCH)."""

    tool: str
    need: Need
    candidates: tuple[Reminder, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What the planner looks at. `pending` are the author's own pending reminders, soonest first."""

    origin: Origin
    regime: Regime
    pending: tuple[Reminder, ...] = ()
    clarification: Clarification | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """`question` is set where the author must be asked first; the offer is empty then.

    `asked` is the text that the request stands in: the message, or the one that an answer completes.
    `language` is the one that its times were read in, and that the author is answered in.
    """

    offer: Offer
    asked: str
    language: str
    question: Question | None = None
    rules: tuple[str, ...] = ()
    scores: Scores = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Message:
    """The message as read: `origin` with the language that its times were found in."""

    origin: Origin
    phrases: tuple[TimePhrase, ...]
    hits: tuple[lexical.Hit, ...]


class Planner:
    """Routing, policy and grounding in one call."""

    def __init__(
        self, *, catalogue: Catalogue, router: Router, times: TimeParser, thresholds: Thresholds | None = None
    ) -> None:
        self._catalogue = catalogue
        self._router = router
        self._times = times
        self._thresholds = thresholds or Thresholds()

    def warm(self) -> None:
        """Loads the encoder now, which takes seconds, instead of at the first message."""
        self._router.warm()

    def plan(self, request: Request) -> Plan:
        """Decides for one message."""
        message = self._read(request.origin)
        answered = self._answered(request, message)
        signals = Signals(
            hits=message.hits,
            says_little=not message.phrases and lexical.says_little(message.origin.text),
            answered=answered.tool if answered else None,
        )
        scores = self._router.score(message.origin.text)
        decision = decide(scores, signals, regime=request.regime, thresholds=self._thresholds)
        facts = self._facts(request, message, answered)
        question = self._question(decision, facts)
        return Plan(
            offer=self._offer(decision, facts, request.regime)
            if question is None
            else Offer(regime=request.regime),
            asked=facts.text,
            language=message.origin.language,
            question=question,
            rules=decision.rules,
            scores=scores,
        )

    def _read(self, origin: Origin) -> _Message:
        """Times are looked for in the message's own language first, then in its author's."""
        guess = language_of(origin.text, default=origin.language)
        for language in dict.fromkeys((guess, origin.language)):
            seen = replace(origin, language=language)
            phrases = self._find(seen, origin.text)
            if phrases:
                return _Message(origin=seen, phrases=phrases, hits=lexical.hits(origin.text, has_time=True))
        return _Message(
            origin=replace(origin, language=guess), phrases=(), hits=lexical.hits(origin.text, has_time=False)
        )

    def _find(self, origin: Origin, text: str) -> tuple[TimePhrase, ...]:
        return self._times.find(text, now=origin.now, zone=origin.zone, language=origin.language)

    def _resolve(self, origin: Origin, phrase: str) -> Resolved | None:
        return self._times.resolve(phrase, now=origin.now, zone=origin.zone, language=origin.language)

    def _answered(self, request: Request, message: _Message) -> Clarification | None:
        """The open question, where it is fresh and this message answers it."""
        question, origin = request.clarification, message.origin
        if question is None or question.tool not in self._catalogue:
            return None
        if origin.now - question.asked_at > CLARIFICATION_LIFETIME:
            return None
        if any(hit.tool != question.tool for hit in message.hits):
            return None
        sources = grounding.required_sources(self._catalogue[question.tool].tool)
        if Source.REMINDER_ID in sources:
            return question if len(matching(origin.text, request.pending)) == 1 else None
        if message.hits and subject(origin.text, message.phrases):
            return None  # it asks for the same again, about something of its own
        rest = cut_times(origin.text, message.phrases).split()
        return question if message.phrases and len(rest) <= ANSWER_WORDS else None

    def _facts(self, request: Request, message: _Message, answered: Clarification | None) -> grounding.Facts:
        origin = message.origin
        asked = answered.text if answered else origin.text
        chosen = grounding.choose_phrases(
            origin.text,
            message.phrases,
            cue=message.hits[0].end if message.hits else 0,
            resolves=lambda phrase: self._resolve(origin, phrase) is not None,
        )
        cut = self._find(origin, asked) if answered else chosen.phrases
        found = (self._resolve(origin, phrase.text) for phrase in message.phrases)
        return grounding.Facts(
            text=asked,
            subject=subject(asked, cut),
            phrases=tuple(phrase.text for phrase in message.phrases),
            best_phrase=chosen.text,
            reminders=matching(origin.text, request.pending, [r.at for r in found if r is not None]),
            pending=request.pending,
        )

    def _question(self, decision: Decision, facts: grounding.Facts) -> Question | None:
        """What to ask, or to say, where the tool that is asked for cannot be called."""
        first = decision.tools[0] if decision.tools else None
        if first is None or not (decision.required or first.reason in ASKED_FOR):
            return None
        needs = grounding.required_sources(self._catalogue[first.name].tool)
        if Source.TIME_PHRASE in needs and not facts.phrases:
            return Question(tool=first.name, need=Need.TIME)
        if Source.REMINDER_ID not in needs or len(facts.reminders) == 1:
            return None
        if not facts.pending:
            return Question(tool=first.name, need=Need.NONE_PENDING)
        if not facts.reminders:
            return Question(tool=first.name, need=Need.NO_MATCH, candidates=facts.pending)
        return Question(tool=first.name, need=Need.WHICH, candidates=facts.reminders)

    def _offer(self, decision: Decision, facts: grounding.Facts, regime: Regime) -> Offer:
        tools: list[OfferedTool] = []
        grounded: list[GroundedArgument] = []
        for choice in decision.tools:
            entry = self._catalogue[choice.name]
            if grounding.missing(entry.tool, facts):
                continue
            tools.append(
                OfferedTool(
                    tool=entry.tool, descriptor=entry.descriptor, reason=choice.reason, score=choice.score
                )
            )
            grounded.extend(grounding.ground(entry.tool, facts, regime=regime))
        return Offer(
            tools=tuple(tools),
            regime=regime,
            required=decision.required and bool(tools),
            grounded=tuple(grounded),
        )
