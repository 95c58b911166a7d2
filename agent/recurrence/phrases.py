"""Recurring phrases to rules, and the recurring phrases in a message. Wrong is far worse than none.

What is contradictory, only partly understood or open to two readings gives nothing, so that the user is
asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from agent.errors import LimitReached
from agent.ports import TimeParser
from agent.recurrence.clock import Context, DayHours
from agent.recurrence.detached import attached
from agent.recurrence.languages import lexicon_of
from agent.recurrence.lexicon import Form, SmallHours, fold
from agent.recurrence.limits import SeriesLimits, check_limits
from agent.recurrence.pieces import Resolve, Run, may_recur, runs, said_by
from agent.recurrence.rule import Rule
from agent.recurrence.said import Said, merge
from agent.recurrence.scene import Built, Scene
from agent.recurrence.series import build, too_short
from agent.recurrence.terms import RuleError
from agent.recurrence.vocabulary import Vocabulary, vocabulary_of
from agent.types import Resolved, TimePhrase

SCANNED_CHARACTERS = 2000
LONGEST_PHRASE = 200
MOST_PHRASES = 8
MOST_DATES_TRIED = 24
"""Stretches of one message that are put before the time parser; each takes about a millisecond."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecurringPhrase:
    """A series that a message names, in one or more `pieces` of it, in order ("every day" ... "at 8").

    `rule` is None where a limit forbids it; `refusal` is then what to show. `timed`: the time of day
    was said, or none is needed; otherwise it is the usual one.
    """

    pieces: tuple[TimePhrase, ...]
    rule: Rule | None
    timed: bool
    refusal: LimitReached | None = None


def read(
    phrase: str,
    *,
    now: datetime,
    zone: str,
    language: str,
    times: TimeParser | None = None,
    hours: DayHours | None = None,
    limits: SeriesLimits | None = None,
) -> Rule | None:
    """The rule that the whole of `phrase` states, seen from the aware `now` in `zone`; None where unclear.

    `times` reads the dates behind "until" and "from"; without it such phrases give None. `hours` says when a
    part of the day is due if no hour is named. Raises LimitReached for a clear rule that `limits` forbid.
    """
    if len(phrase) > LONGEST_PHRASE:
        return None
    found = find(phrase, now=now, zone=zone, language=language, times=times, hours=hours, limits=limits)
    lexicon = lexicon_of(language)
    if lexicon is None or len(found) != 1 or not _covers(found[0], phrase, vocabulary_of(lexicon)):
        return None
    if found[0].refusal is not None:
        raise found[0].refusal
    return found[0].rule


def find(
    text: str,
    *,
    now: datetime,
    zone: str,
    language: str,
    times: TimeParser | None = None,
    hours: DayHours | None = None,
    limits: SeriesLimits | None = None,
) -> tuple[RecurringPhrase, ...]:
    """The recurring phrases of the message, in order; at most `MOST_PHRASES`. Arguments as for `read`.

    A time or an end that stands elsewhere in the message belongs to its only series, if nothing else claims
    it.
    """
    lexicon, place = lexicon_of(language), _zone(zone)
    if lexicon is None or place is None:
        return ()
    text = text[:SCANNED_CHARACTERS]
    folded, words = fold(text), vocabulary_of(lexicon)
    if not may_recur(folded, words):
        return ()
    scene = Scene(
        now=now.astimezone(UTC),
        zone=place,
        hours=hours or DayHours(),
        limits=limits or SeriesLimits(),
        context=_context(folded, words),
    )
    resolve = _resolver(text, scene, language, times)
    return tuple(_found(text, folded, words, scene, resolve))[:MOST_PHRASES]


def _zone(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def _context(folded: str, words: Vocabulary) -> Context:
    if words.wakes.search(folded):
        return Context.ALARM
    unclear = words.lexicon.small_hours is SmallHours.UNCLEAR or words.alarms.search(folded)
    return Context.UNCLEAR if unclear else Context.WAKING


def _resolver(text: str, scene: Scene, language: str, times: TimeParser | None) -> Resolve:
    tried = count()

    def resolve(start: int, end: int) -> Resolved | None:
        if times is None or next(tried) >= MOST_DATES_TRIED:
            return None
        return times.resolve(text[start:end], now=scene.now, zone=scene.zone.key, language=language)

    return resolve


def _found(
    text: str, folded: str, words: Vocabulary, scene: Scene, resolve: Resolve
) -> Iterator[RecurringPhrase]:
    every = tuple(runs(folded, words, resolve))
    phrases = [_phrase(text, folded, joined, words, scene) for joined in attached(every, folded, words)]
    # What one of several series leaves unclear may belong to another.
    yield from () if None in phrases else (phrase for phrase in phrases if phrase is not None)


def _phrase(
    text: str, folded: str, joined: tuple[Run, ...], words: Vocabulary, scene: Scene
) -> RecurringPhrase | None:
    built = _built(joined, folded, words, scene)
    if built is None:
        return None
    outcome, kept = built
    settled = isinstance(outcome, LimitReached) or (outcome.timed and outcome.fixed)
    if any(_is_spoilt(run, folded, words, settled=settled) for run in kept):
        return None
    pieces = tuple(_stretches(text, kept))
    if isinstance(outcome, LimitReached):
        return RecurringPhrase(pieces=pieces, rule=None, timed=False, refusal=outcome)
    return RecurringPhrase(pieces=pieces, rule=outcome.rule, timed=outcome.timed)


def _is_spoilt(run: Run, folded: str, words: Vocabulary, *, settled: bool) -> bool:
    """Whether the words around it make it something else, or say more of the time than was read."""
    before = folded[: run.start]
    if words.spoils.search(before) or words.unread.match(folded, run.end):
        return True
    if run.pieces[0].form in (Form.ADVERB, Form.ADJECTIVE) and words.owners.search(before):
        return True
    return not settled and words.leads.match(folded, run.end) is not None


def _built(
    joined: tuple[Run, ...], folded: str, words: Vocabulary, scene: Scene
) -> tuple[Built | LimitReached, tuple[Run, ...]] | None:
    """The rule of the runs, or the limit that forbids it, with the runs that say it."""
    said = _said(joined, folded, words)
    if said is None:
        return None
    if too_short(said):
        last = joined[-1]
        if last.pieces[-1].said.length is None:
            return None
        shorter = (*joined[:-1], *((last.without_last(),) if len(last.pieces) > 1 else ()))
        return _built(shorter, folded, words, scene) if shorter else None
    try:
        built = build(said, scene)
        if built is not None:
            check_limits(built.rule, scene.limits, now=scene.now, zone=scene.zone)
    except RuleError:
        return None
    except LimitReached as limit:
        return limit, joined
    return None if built is None else (built, joined)


def _said(joined: tuple[Run, ...], folded: str, words: Vocabulary) -> Said | None:
    """All that the runs say together; where two of them name a time, they contradict each other."""
    together: Said | None = Said()
    for run in joined:
        said = said_by(run, folded, words)
        together = None if said is None or together is None else merge(together, said)
    return together


def _stretches(text: str, joined: tuple[Run, ...]) -> Iterator[TimePhrase]:
    """The text of the runs, without the words for a reminder within them."""
    for run in joined:
        start = run.start
        for index, piece in enumerate(run.pieces):
            if index in run.breaks or index == len(run.pieces) - 1:
                yield TimePhrase(text=text[start : piece.end], start=start, end=piece.end)
                start = run.pieces[index + 1].start if index + 1 < len(run.pieces) else piece.end


def _covers(phrase: RecurringPhrase, text: str, words: Vocabulary) -> bool:
    """Whether nothing is left of `text` but filler words and signs."""
    rest = fold(text)
    for piece in reversed(phrase.pieces):
        rest = f"{rest[: piece.start]} {rest[piece.end :]}"
    return words.gap.fullmatch(rest.strip(" .,;!?")) is not None
