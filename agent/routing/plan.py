"""One message in, one plan out: an Offer with its grounded values, or a question that needs no model.

Everything here is computed from its arguments; the embedder and the time parser are the only parts that take
time, so callers run `Planner.plan` in a thread.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from agent.descriptors import Catalogue
from agent.plain_text import plain_text
from agent.ports import TimeParser
from agent.questions import is_fresh
from agent.recurrence import find as find_series
from agent.routing import choosing, files, grounding, lexical, noted, pointing, requesting, rivals, signals
from agent.routing.extract import cut_times, request_text, subject
from agent.routing.language import language_of
from agent.routing.matching import matching, named, newest
from agent.routing.moving import Moving, clock_alone, last_set, moving, without_until
from agent.routing.policy import NO_TOOL, Choice, Decision, Kinship, Thresholds, decide
from agent.routing.quoting import own_words
from agent.routing.recent import ToolUse
from agent.routing.router import Router, Scores
from agent.routing.signals import Signals
from agent.tools._several import several
from agent.tools._shifts import IN, Shift, duration, shift_in
from agent.tools._statements import answers_choice, statement
from agent.types import (
    Clarification,
    GroundedArgument,
    GroundingPolicy,
    Offer,
    OfferedTool,
    OfferReason,
    Origin,
    QuestionKind,
    Regime,
    Reminder,
    Resolved,
    Source,
    TimePhrase,
)

ALARM = "clock:alarm"
"""The tool that reads a bare hour as one of an alarm clock."""
NOTE_DOMAINS = frozenset({"memory", "vault"})
KEEPING, COMMIT = frozenset({"memory:stage", "memory:commit", "vault:write"}), "memory:commit"
"""The tools that ask "update or both?", and the one that does what is answered."""
CHANGE_WORDS = 3
"""Words of a change that is asked about although it names no time: "change that please"."""
ANSWER_WORDS = 4
"""Words beside the time that an answer to "when?" may have: "make it in 20 minutes please"."""


ASKED_FOR = frozenset({OfferReason.FORCED, OfferReason.PAIRED})
"""A tool that the words ask for is asked about rather than left out."""


class Need(StrEnum):
    """What a request lacks, so that the author is asked or told, without the model."""

    TIME = "time"
    READING = "reading"
    WHICH = "which"
    NO_MATCH = "no_match"
    NONE_PENDING = "none_pending"
    CHOICE = "choice"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """`candidates` are the reminders to choose from (Need.WHICH, Need.NO_MATCH).

    `options` are the tools to choose from (Need.CHOICE), "just talk" not among them. `readings` are the
    instants that `phrase` may mean (Need.READING), in an order to show, and `args` the call that waits.
    """

    tool: str
    need: Need
    candidates: tuple[Reminder, ...] = ()
    options: tuple[choosing.Option, ...] = ()
    phrase: str = ""
    readings: tuple[Resolved, ...] = ()
    args: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What the planner looks at. `pending` are the author's own pending reminders, soonest first.

    `grounding` is for arguments that state no policy of their own. `notes` are the names of notes that may be
    seen here, `staged` the numbers of the author's staged ones, `documents` the names of documents.
    """

    origin: Origin
    regime: Regime
    grounding: GroundingPolicy = GroundingPolicy.STRICT
    pending: tuple[Reminder, ...] = ()
    clarification: Clarification | None = None
    recent: tuple[ToolUse, ...] = ()
    notes: tuple[str, ...] = ()
    staged: tuple[int, ...] = ()
    documents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """`question` is set where the author must be asked first; the offer is empty then.

    `asked` is the text that the request stands in: the message, or the one that an answer completes.
    `language` is the one that its times were read in, and that the author is answered in. `chosen`: the
    message only chose what is to be done with `asked`, which is what the model is to read. `answered`: it
    answers the open question.
    """

    offer: Offer
    asked: str
    language: str
    question: Question | None = None
    rules: tuple[str, ...] = ()
    scores: Scores = field(default_factory=Scores)
    signals: Signals = field(default_factory=Signals)
    chosen: bool = False
    answered: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Message:
    """The message as read: `origin` with the language that its times were found in.

    `alarm`: these are times of an alarm clock.
    """

    origin: Origin
    own: str
    phrases: tuple[TimePhrase, ...] = ()
    times: tuple[Resolved, ...] = ()
    hits: tuple[lexical.Hit, ...] = ()
    several: tuple[Reminder, ...] = ()
    shift: Shift | None = None
    moving: Moving | None = None
    alarm: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    """What a message makes of an open question: `tool` for the request `text`, or None to talk about it."""

    tool: str | None
    text: str
    chosen: bool = False


class Planner:
    """Routing, policy and grounding in one call."""

    def __init__(
        self, *, catalogue: Catalogue, router: Router, times: TimeParser, thresholds: Thresholds | None = None
    ) -> None:
        self._catalogue = catalogue
        self._router = router
        self._times = times
        self._thresholds = thresholds or Thresholds()
        self._kinship = Kinship.of(catalogue)

    def warm(self) -> None:
        """Loads the encoder now, which takes seconds, instead of at the first message."""
        self._router.warm()

    def plan(self, request: Request) -> Plan:
        """Decides for one message."""
        request = replace(request, origin=_plain(request.origin))
        message = self._read(request)
        answer = self._answered(request, message)
        if answer is not None and answer.tool is None:
            return self._talk(request, message, answer)
        seen = self._signals(request, message, answer)
        scores = self._router.score(message.own, without=self._not_meant(message.own))
        decision = decide(
            scores, seen, regime=request.regime, kinship=self._kinship, thresholds=self._thresholds
        )
        facts = self._facts(request, message, answer, seen)
        question = self._question(decision, facts, message, request.regime)
        return Plan(
            offer=self._offer(decision, facts, request, message.own)
            if question is None
            else Offer(regime=request.regime),
            asked=facts.text,
            language=message.origin.language,
            question=question,
            rules=decision.rules,
            scores=scores,
            signals=seen,
            chosen=answer is not None and answer.chosen,
            answered=answer is not None,
        )

    def offer_of(self, name: str) -> Offer | None:
        """One tool alone with nothing grounded, for a call whose arguments were validated before; None where
        there is no such tool any more.
        """
        if name not in self._catalogue:
            return None
        entry = self._catalogue[name]
        tool = OfferedTool(tool=entry.tool, descriptor=entry.descriptor, reason=OfferReason.PAIRED, score=1.0)
        return Offer(tools=(tool,), required=True)

    def _not_meant(self, own: str) -> tuple[str, ...]:
        """Tools that no message asks for without a word of theirs, close as its vector may come, and those
        that it refuses.
        """
        refused: frozenset[str] = lexical.SETTING if lexical.refuses(own) else frozenset()
        if lexical.speaks_of_notes(own):
            return tuple(refused)
        notes = {name for name, each in self._catalogue.items() if each.descriptor.domain in NOTE_DOMAINS}
        return tuple(notes | refused)

    def _talk(self, request: Request, message: _Message, answer: _Answer) -> Plan:
        return Plan(
            offer=Offer(regime=request.regime),
            asked=answer.text,
            language=message.origin.language,
            rules=("chose to talk",),
            chosen=True,
            answered=True,
        )

    def _read(self, request: Request) -> _Message:
        """Times are looked for in the message's own language first, then in its author's."""
        origin, own = request.origin, own_words(request.origin.text)
        guess = language_of(own, default=origin.language)
        alarm = lexical.rings(own) or _asks_for_alarm(request)
        message = _Message(origin=replace(origin, language=guess), own=own, alarm=alarm)
        asked: lexical.Hit | None = None
        for language in dict.fromkeys((guess, origin.language)):
            seen = replace(origin, language=language)
            asked, phrases = self._requested(seen, own, self._find(seen, own, alarm=alarm))
            if phrases:
                times = self._instants(seen, phrases, alarm=alarm)
                message = replace(message, origin=seen, phrases=phrases, times=times)
                break
        if asked is not None:
            return replace(message, hits=(asked,))
        message = self._moved(message, request)
        hits = signals.guards(
            own,
            catalogue=self._catalogue,
            pending=request.pending,
            has_time=bool(message.phrases or clock_alone(own, message.origin.language, leans=False)[0]),
            times=[time.at for time in message.times],
            has_attachments=origin.has_attachments,
            has_files=bool(origin.attached),
        )
        meant = (
            several(own, request.pending, now=origin.now, zone=origin.zone) if lexical.calls_off(own) else ()
        )
        moved = () if message.moving is None else (message.moving.hit,)
        others = tuple(hit for hit in hits if not moved or hit.tool != moved[0].tool)
        return replace(message, hits=(*_removes(own, meant), *moved, *others), several=meant)

    def _moved(self, message: _Message, request: Request) -> _Message:
        """The message with what it says of moving: how far, and which reminder."""
        own, origin = message.own, message.origin
        shift = shift_in(own, lambda amount: duration(self._times, amount, language=origin.language))
        rest = cut_times(own, message.phrases)
        if shift is not None:
            rest = lexical.fold(own).replace(shift.amount, " ")
        found = moving(own, rest, shift, request.pending, request.recent)
        there = found is not None and found.hit.tool in self._catalogue
        return replace(message, shift=shift, moving=found if there else None)

    def _requested(
        self, origin: Origin, own: str, phrases: tuple[TimePhrase, ...]
    ) -> tuple[lexical.Hit | None, tuple[TimePhrase, ...]]:
        """The hit of a request for later with the times that say when, or nothing and all times."""
        ask = requesting.asking(own)
        if ask is None or origin.scheduled or lexical.REQUEST not in self._catalogue:
            return None, phrases
        if lexical.sets_something(own):
            return None, phrases
        hit = lexical.Hit(tool=lexical.REQUEST, cue=own[ask.start : ask.end], start=ask.start, end=ask.end)
        early = self._find(origin, requesting.without_object(own, ask))
        if requesting.says_when(own, ask, early):
            return hit, early
        late = requesting.repeats_at_the_end(own, ask, phrases)
        return (hit, late) if late else (None, phrases)

    def _find(self, origin: Origin, text: str, *, alarm: bool = False) -> tuple[TimePhrase, ...]:
        return self._times.find(text, now=origin.now, zone=origin.zone, language=origin.language, alarm=alarm)

    def _resolve(self, origin: Origin, phrase: str, *, alarm: bool = False) -> Resolved | None:
        return self._times.resolve(
            phrase, now=origin.now, zone=origin.zone, language=origin.language, alarm=alarm
        )

    def _instants(
        self, origin: Origin, phrases: Sequence[TimePhrase], *, alarm: bool
    ) -> tuple[Resolved, ...]:
        """What the phrases mean; for an alarm clock also in waking hours, as "the alarm at 5" may be set."""
        habits = (True, False) if alarm else (False,)
        found = (self._resolve(origin, each.text, alarm=habit) for each in phrases for habit in habits)
        return tuple(dict.fromkeys(each for each in found if each is not None))

    def _signals(self, request: Request, message: _Message, answer: _Answer | None) -> Signals:
        has_time = bool(message.phrases)
        return Signals(
            hits=message.hits,
            says_little=lexical.is_small_talk(message.own)
            or (not has_time and lexical.says_little(message.own)),
            answered=answer.tool if answer else None,
            follow_up=self._followed_up(request, message),
            wants=has_time and lexical.wants(message.own),
        )

    def _followed_up(self, request: Request, message: _Message) -> tuple[str, ...]:
        """A change needs something to change to: "make it rhyme instead" is talk."""
        rest = cut_times(message.own, message.phrases)
        found = signals.followed_up(message.own, rest, request.recent, self._catalogue)
        language = message.origin.language
        has_time = bool(message.phrases or message.shift or clock_alone(message.own, language, leans=True)[0])
        if has_time or len(message.own.split()) <= CHANGE_WORDS:
            return found
        return tuple(name for name in found if name != lexical.EDIT)

    def _answered(self, request: Request, message: _Message) -> _Answer | None:
        """What this message makes of the open question, where that is fresh and answered by it."""
        question, origin = request.clarification, message.origin
        if question is None or not is_fresh(question, origin.now):
            return None
        if question.kind is QuestionKind.TOOL:
            return self._chosen(question, message)
        if question.tool in KEEPING and COMMIT in self._catalogue and answers_choice(origin.text):
            return _Answer(tool=COMMIT, text=origin.text)
        others = [hit for hit in message.hits if hit.tool != question.tool and not hit.cue.startswith("#")]
        if question.tool not in self._catalogue or others:
            return None
        completed = _Answer(tool=question.tool, text=question.text)
        if Source.REMINDER_ID in grounding.required_sources(self._catalogue[question.tool].tool):
            completed = replace(completed, chosen=question.tool == lexical.EDIT)
            return completed if len(matching(origin.text, request.pending)) == 1 else None
        if message.hits and subject(origin.text, message.phrases):
            return None  # it asks for the same again, about something of its own
        rest = cut_times(message.own, message.phrases).split()
        return completed if message.phrases and len(rest) <= ANSWER_WORDS else None

    def _chosen(self, question: Clarification, message: _Message) -> _Answer | None:
        options = [self._option(each.value) for each in question.choices if each.value in self._catalogue]
        name = choosing.chosen(message.origin.text, options)
        if name is None:
            return None
        return _Answer(tool=None if name == NO_TOOL else name, text=question.text, chosen=True)

    def _option(self, name: str) -> choosing.Option:
        descriptor = self._catalogue[name].descriptor
        return choosing.Option(tool=name, words=descriptor.choice or {"en": descriptor.short_description})

    def _facts(
        self, request: Request, message: _Message, answer: _Answer | None, seen: Signals
    ) -> grounding.Facts:
        origin, asked = message.origin, message.origin.text
        phrases, times = message.phrases, message.times
        if answer is not None:
            asked = answer.text
        if answer is not None and answer.chosen:
            phrases = self._find(origin, asked, alarm=message.alarm)
            times = self._instants(origin, phrases, alarm=message.alarm)
        chosen = grounding.choose_phrases(
            asked if answer is not None and answer.chosen else origin.text,
            phrases,
            cue=message.hits[0].end if message.hits else 0,
            resolves=lambda phrase: self._resolve(origin, phrase, alarm=message.alarm) is not None,
        )
        cut = self._find(origin, asked, alarm=message.alarm) if answer else chosen.phrases
        reminders = matching(asked if answer and answer.chosen else origin.text, request.pending,
                             [time.at for time in times])  # fmt: skip
        about = subject(asked, cut)
        if any(hit.tool == lexical.REQUEST for hit in message.hits):
            about = request_text(asked, cut)
        if seen.follow_up and answer is None:
            last = newest(request.pending)
            about = last[0].text if last else about
            reminders = reminders if len(reminders) == 1 else last
        said, best = tuple(phrase.text for phrase in phrases), chosen.text
        change = self._change(request, message, answer, seen)
        if change is not None:
            reminders, said, best = change
        wanted = statement(asked)
        # A request for later is worked on as its author's own words, so it may hold nobody else's.
        quoted = () if any(hit.tool == lexical.REQUEST for hit in message.hits) else origin.quoted
        referred = pointing.referred(about, cut_times(asked, cut), quoted)
        return grounding.Facts(
            text=asked,
            subject=pointing.completed(about, referred),
            referred=referred,
            phrases=said,
            best_phrase=best,
            reminders=message.several or reminders,
            several=bool(message.several),
            pending=request.pending,
            rivals=grounding.names_rivals(message.own, message.phrases),
            statement=pointing.completed(wanted, pointing.referred(wanted, asked, quoted)),
            notes=noted.by_words(asked, request.notes),
            meant=noted.meant(message.own, request.notes),
            staged=request.staged,
            chosen=noted.chosen(message.own, request.staged),
            attachments=tuple(dict.fromkeys(file.name for file in origin.attached)),
            documents=noted.by_words(asked, request.documents),
            document=noted.meant(message.own, request.documents),
            part=files.part_named(message.own),
        )

    def _change(
        self, request: Request, message: _Message, answer: _Answer | None, seen: Signals
    ) -> tuple[tuple[Reminder, ...], tuple[str, ...], str] | None:
        """Which reminder gets which new time, or comes again when; None where no message asks for either.

        A reminder is found by its words alone: the time is the new one, as is a number that may be an hour.
        """
        if answer is not None and answer.tool == lexical.EDIT:
            return self._completed_change(request, message, answer)
        language = message.origin.language
        if message.shift is not None and message.moving and message.moving.hit.tool == lexical.SNOOZE:
            time = f"{IN.get(language, IN['en'])} {message.shift.amount}"
            return (), (time,), time
        if not message.phrases and any(hit.tool == lexical.SNOOZE for hit in message.hits[:1]):
            until = tuple(each.text for each in self._find(message.origin, without_until(message.own)))
            return (), until, until[-1] if until else ""
        leans = lexical.EDIT in seen.follow_up
        forced = any(hit.tool == lexical.EDIT for hit in message.hits)
        if answer is not None or not (leans or forced):
            return None
        return self._reminders_and_time(request, message, leans=leans)

    def _completed_change(
        self, request: Request, message: _Message, answer: _Answer
    ) -> tuple[tuple[Reminder, ...], tuple[str, ...], str]:
        """The answer names the reminder, the message that it completes the time."""
        first = self._moved(self._timed(replace(message, own=own_words(answer.text)), answer.text), request)
        _, said, best = self._reminders_and_time(request, first, leans=False)
        return matching(message.origin.text, request.pending), said, best

    def _timed(self, message: _Message, text: str) -> _Message:
        return replace(message, phrases=self._find(message.origin, text))

    def _reminders_and_time(
        self, request: Request, message: _Message, *, leans: bool
    ) -> tuple[tuple[Reminder, ...], tuple[str, ...], str]:
        found = message.phrases or self._find(message.origin, without_until(message.own))
        phrases = () if message.shift is not None else tuple(each.text for each in found)
        rest = cut_times(message.own, message.phrases)
        hour, number = "", ""
        if not phrases and message.shift is None:
            hour, number = clock_alone(message.own, message.origin.language, leans=leans)
        if number:
            rest = rest.replace(number, " ", 1)
        best = hour or (phrases[-1] if phrases else "")
        if message.moving is not None and message.moving.reminders is not None:
            return message.moving.reminders, phrases, best
        meant = matching(rest, request.pending)
        if leans and len(named(rest, request.pending)) != 1:
            meant = last_set(request.pending, request.recent)
        return meant, phrases or ((hour,) if hour else ()), best

    def _question(
        self, decision: Decision, facts: grounding.Facts, message: _Message, regime: Regime
    ) -> Question | None:
        """What to ask, or to say, where the tool that is asked for cannot be called."""
        if decision.choices:
            options = tuple(self._option(name) for name in decision.choices if name != NO_TOOL)
            return Question(tool=options[0].tool, need=Need.CHOICE, options=options)
        first = decision.tools[0] if decision.tools else None
        if first is None or not self._asks_about(decision):
            return None
        needs = grounding.required_sources(self._catalogue[first.name].tool)
        if Source.TIME_PHRASE in needs:
            found = self._rivals(first.name, facts, message, regime)
            if found is not None:
                return self._which_reading(first.name, found, facts)
        undecided = facts.rivals and regime is Regime.NARROW
        if Source.TIME_PHRASE in needs and (undecided or not facts.phrases):
            return Question(tool=first.name, need=Need.TIME)
        told = len(facts.reminders) == 1 or (facts.several and first.name == lexical.REMOVE)
        if Source.REMINDER_ID not in needs or told:
            return None
        if not facts.pending:
            return Question(tool=first.name, need=Need.NONE_PENDING)
        if not facts.reminders:
            return Question(tool=first.name, need=Need.NO_MATCH, candidates=facts.pending)
        return Question(tool=first.name, need=Need.WHICH, candidates=facts.reminders)

    def _rivals(
        self, tool: str, facts: grounding.Facts, message: _Message, regime: Regime
    ) -> rivals.Rivals | None:
        """The instants between which the author must choose. A larger model makes a call for each of several
        times itself, but does not know which one of "at 9 or 10" is meant. A series has times of its own.
        """
        origin, text = message.origin, message.own
        seen = {"now": origin.now, "zone": origin.zone, "language": origin.language}

        def resolve(phrase: str) -> Resolved | None:
            return self._times.resolve(phrase, **seen, alarm=tool == ALARM)  # type: ignore[arg-type]

        def unclear(phrase: str) -> tuple[Resolved, ...]:
            return self._times.ambiguities(phrase, **seen)  # type: ignore[arg-type]

        found = rivals.side_by_side(text, message.phrases, resolve, unclear, now=origin.now)
        if found is not None and regime is Regime.WIDE and not rivals.either(found.stretch.text):
            return None
        if found is None and not facts.rivals:
            found = rivals.in_two_ways(text, message.phrases, resolve, unclear, now=origin.now)
        return None if found is None or self._names_series(origin, text) else found

    def _names_series(self, origin: Origin, text: str) -> bool:
        return bool(
            find_series(text, now=origin.now, zone=origin.zone, language=origin.language, times=self._times)
        )

    def _which_reading(self, tool: str, found: rivals.Rivals, facts: grounding.Facts) -> Question:
        """The call stands but for its time; its words are those of the message without any of its times."""
        stretch = found.stretch.text
        given = replace(
            facts, subject=subject(facts.text, (found.stretch,)), best_phrase=stretch, phrases=(stretch,)
        )
        grounded = grounding.ground(self._catalogue[tool].tool, given, regime=Regime.NARROW)
        return Question(
            tool=tool,
            need=Need.READING,
            phrase=stretch,
            readings=found.readings,
            args={each.argument: each.values[0] for each in grounded},
        )

    def _asks_about(self, decision: Decision) -> bool:
        """Rather than to leave out what is likely meant, for the want of a time."""
        return decision.required or self._is_asked_for(decision.tools[0])

    def _is_asked_for(self, choice: Choice) -> bool:
        return choice.reason in ASKED_FOR or choice.score >= self._thresholds.ask

    def _offer(self, decision: Decision, facts: grounding.Facts, request: Request, own: str) -> Offer:
        regime, policy = request.regime, request.grounding
        tools: list[OfferedTool] = []
        grounded: list[GroundedArgument] = []
        for choice in decision.tools:
            entry = self._catalogue[choice.name]
            if grounding.missing(entry.tool, facts, policy=policy):
                continue
            tools.append(
                OfferedTool(
                    tool=entry.tool,
                    descriptor=entry.descriptor,
                    reason=choice.reason,
                    score=choice.score,
                    asked=decision.required
                    or self._is_asked_for(choice)
                    or lexical.speaks_of(choice.name, own),
                )
            )
            grounded.extend(grounding.ground(entry.tool, facts, regime=regime, policy=policy))
        return Offer(
            tools=tuple(tools),
            regime=regime,
            required=decision.required and bool(tools),
            grounded=tuple(grounded),
        )


def _asks_for_alarm(request: Request) -> bool:
    """Whether the open question is about an alarm, so that the answer's times are those of one."""
    question = request.clarification
    return question is not None and (question.tool == ALARM or lexical.rings(question.text))


def _removes(own: str, meant: tuple[Reminder, ...]) -> tuple[lexical.Hit, ...]:
    """ "cancel all of tomorrow's": words that name several leave no doubt which tool is asked for."""
    verb = lexical.calls_off(own) if meant else None
    if verb is None:
        return ()
    return (lexical.Hit(tool=lexical.REMOVE, cue=verb.group(), start=verb.start(), end=verb.end()),)


def _plain(origin: Origin) -> Origin:
    return replace(origin, text=plain_text(origin.text))
