"""What stands apart from the series that it belongs to: "every day to take my pills at 8"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto

from agent.recurrence.lexicon import Form, Unit
from agent.recurrence.pieces import Run, said_by
from agent.recurrence.said import Said, merge
from agent.recurrence.series import too_short
from agent.recurrence.vocabulary import Vocabulary

_OF_A_TIME = frozenset(
    {Form.CLOCK, Form.BARE, Form.WINDOW, Form.PLAIN, Form.UNTIL, Form.LENGTH, Form.OPEN_END}
)
_SENTENCE_END = re.compile(r"[.!?](?!\w)")
_COUNTED = (Unit.SECOND, Unit.MINUTE, Unit.HOUR)


class _Verdict(Enum):
    """A run completes the series, has nothing to do with it, or leaves it unclear what is meant."""

    TAKE = auto()
    LEAVE = auto()
    UNCLEAR = auto()


def attached(every: tuple[Run, ...], folded: str, words: Vocabulary) -> tuple[tuple[Run, ...], ...]:
    """The runs that are series, each with those that complete it, in the order of the text.

    Only a sole series takes what stands apart. None is left where a message names times that nothing
    claims, or another day too.
    """
    series = [run for run in every if _is_series(run)]
    if len(series) != 1:
        return tuple((run,) for run in series)
    message = _Message(series=series[0], said=said_by(series[0], folded, words), folded=folded, words=words)
    verdicts = [(run, message.verdict(run)) for run in every if run is not series[0]]
    if message.said is None or any(verdict is _Verdict.UNCLEAR for _, verdict in verdicts):
        return ()
    taken = [run for run, verdict in verdicts if verdict is _Verdict.TAKE]
    return (tuple(sorted((series[0], *taken), key=lambda run: run.start)),)


def _is_series(run: Run) -> bool:
    of_month = any(piece.said.of_the_month for piece in run.pieces)
    return any(piece.said.series or (of_month and piece.said.nth) for piece in run.pieces)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Message:
    """A message with one series, and what that says."""

    series: Run
    said: Said | None
    folded: str
    words: Vocabulary

    def verdict(self, run: Run) -> _Verdict:
        """What a run has to do with the series."""
        addition = said_by(run, self.folded, self.words)
        times = any(piece.said.clocks or piece.said.window for piece in run.pieces)
        if self.said is None:
            return _Verdict.UNCLEAR
        if addition is None or not {piece.form for piece in run.pieces} <= _OF_A_TIME:
            return self._unread(run, self.said, times=times)
        if _names_day(addition):
            return _day(self.said, addition, times=times)
        if times or addition.part:
            return self._time(run, self.said, addition)
        return self._end(run, self.said, addition)

    def _unread(self, run: Run, said: Said, *, times: bool) -> _Verdict:
        """As in "remind me tomorrow at 8 that the rent is due every month", which is no series."""
        other = any(piece.form is Form.UNCLEAR for piece in run.pieces)
        at_end = run.start > self.series.end and self._ends(run)
        ends = any(piece.form is Form.UNTIL for piece in run.pieces)
        spoils = ends or (other and (run.start < self.series.start or at_end or times))
        return _Verdict.UNCLEAR if spoils or (times and not _is_timed(said)) else _Verdict.LEAVE

    def _time(self, run: Run, said: Said, addition: Said) -> _Verdict:
        """A time is that of the series if it stands well, in the same sentence and not in another clause."""
        if _is_timed(said):
            return _Verdict.LEAVE
        first, last = sorted((self.series, run), key=lambda one: one.start)
        between = self.folded[first.end : last.start]
        stands_well = self.words.follows.match(self.folded, run.end) and not _SENTENCE_END.search(between)
        own_clause = run is last and self.words.clause.search(between)
        counted = said.unit in _COUNTED
        fits = merge(said, addition) is not None and (addition.window is not None) == counted
        return _Verdict.TAKE if stands_well and fits and not own_clause else _Verdict.UNCLEAR

    def _end(self, run: Run, said: Said, addition: Said) -> _Verdict:
        together = merge(said, addition)
        fits = together is not None and not too_short(together)
        return _Verdict.TAKE if run.start > self.series.end and self._ends(run) and fits else _Verdict.LEAVE

    def _ends(self, run: Run) -> bool:
        """Whether nothing follows it in the message."""
        return not self.folded[run.end :].strip(" .!?")


def _day(said: Said, addition: Said, *, times: bool) -> _Verdict:
    """The day of "on the 31st for the rent, and repeat monthly" is that of the series, which has none yet."""
    if _names_day(said):
        return _Verdict.UNCLEAR if times and not _is_timed(said) else _Verdict.LEAVE
    fits = (
        (said.unit is Unit.WEEK and addition.weekdays and not addition.nth)
        or (said.unit is Unit.MONTH and (addition.month_days or addition.nth))
        or (said.unit is Unit.YEAR and addition.date)
    )
    return _Verdict.TAKE if fits and merge(said, addition) is not None else _Verdict.UNCLEAR


def _names_day(said: Said) -> bool:
    return bool(said.weekdays or said.nth or said.month_days or said.date or said.month)


def _is_timed(said: Said) -> bool:
    return said.clocks is not None or said.window is not None
