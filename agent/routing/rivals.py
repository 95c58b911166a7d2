"""Times that stand side by side in a request, or may be read in two ways: which instants are meant. Pure.

One reminder can hold one of them, and which is not to be guessed; so all are named and the author chooses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from agent.types import Basis, Resolved, TimePhrase

MOST_READINGS = 5
"""Instants in one question; a message that names more is asked for its time in words."""
LONGEST_WINDOW = 5
"""Words of a stretch that may be read in two ways."""
MOST_WORDS = 40
"""Words of a message that are looked at for such a stretch."""

_AND_OR = r"(?:or|and|oder|und|bzw\.?|ou|et|o|y|e|of|en)"
_OR = re.compile(r"(?<!\w)(?:or|oder|bzw|ou|o|of)(?!\w)", re.IGNORECASE)
_CLOCK = r"\d{1,2}(?:[:.h]\d\d)?(?!\w|[:.]\d)"
_ANOTHER = (
    r"(?:(?:(?:then )?an?(?:other)?|one|(?:noch )?eine[nrs]?|un[aeo]?|un autre|otro|een|uma?)\s+"
    r"(?:(?:for|of|auf|über|mit|von|de|di|da|van|voor|op|para|per|pour)\s+)?)?"
)
_BETWEEN = re.compile(rf"\s*(?:,\s*)?(?P<link>{_AND_OR}\s+)?{_ANOTHER}", re.IGNORECASE)
_BARE = re.compile(rf"(?:\s*,\s*{_CLOCK})*\s*,?\s+{_AND_OR}\s+{_CLOCK}", re.IGNORECASE)
_NUMBER = re.compile(_CLOCK)
_NAME = re.compile(r"[^\W\d_]{3}")
_WORD = re.compile(r"\S+")

Resolve = Callable[[str], Resolved | None]
Unclear = Callable[[str], tuple[Resolved, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rivals:
    """`stretch` holds all the times; `readings` are two or more instants, in the order of the message."""

    stretch: TimePhrase
    readings: tuple[Resolved, ...]


def side_by_side(
    text: str, phrases: Sequence[TimePhrase], resolve: Resolve, unclear: Unclear, *, now: datetime
) -> Rivals | None:
    """Times with "or", "and" or commas between them, perhaps "another", and nothing else: "at 9 or 10",
    "at 6, 6:10 and 6:20", "a 5 minute and a 10 minute timer".
    """
    for place in range(len(phrases)):
        group, linked = _group(text, phrases[place:])
        bare = _BARE.match(text, group[-1].end)
        if not linked and bare is None:
            continue
        spoken = _spoken([each.text for each in group], resolve)
        if bare is not None:
            spoken += [_with_number(spoken[-1], each[0]) for each in _NUMBER.finditer(bare[0])]
        found = [each for each in map(resolve, spoken) if each is not None]
        readings = {each.at: each for each in found if each.at > now}
        if len(found) < len(spoken) or not 1 < len(readings) <= MOST_READINGS:
            return None
        if bare is not None and _in_both_halves(found):
            readings = _of_both_halves(spoken, unclear, now=now) or readings
        end = bare.end() if bare is not None else group[-1].end
        stretch = TimePhrase(text=text[group[0].start : end], start=group[0].start, end=end)
        return Rivals(stretch=stretch, readings=tuple(readings.values()))
    return None


def _in_both_halves(readings: Sequence[Resolved]) -> bool:
    return len({each.wall.hour < 12 for each in readings if each.wall is not None}) > 1


def _of_both_halves(spoken: Sequence[str], unclear: Unclear, *, now: datetime) -> dict[datetime, Resolved]:
    """Seen from noon, "at 9 or 10" is hardly nine in the evening or ten in the morning: all four."""
    found = {each.at: each for phrase in spoken for each in unclear(phrase) if each.at > now}
    return dict(sorted(found.items())) if len(found) <= MOST_READINGS else {}


def either(stretch: str) -> bool:
    """Whether one of its times is meant, and not each of them."""
    return _OR.search(stretch) is not None


def _group(text: str, phrases: Sequence[TimePhrase]) -> tuple[list[TimePhrase], bool]:
    """The first phrase and those that follow it at once; whether a word such as "or" stands among them."""
    group, linked = [phrases[0]], False
    for following in phrases[1:]:
        between = _BETWEEN.fullmatch(text, group[-1].end, following.start)
        if between is None:
            break
        group.append(following)
        linked = linked or between["link"] is not None
    return (group, True) if linked else (group[:1], False)


def _spoken(texts: list[str], resolve: Resolve) -> list[str]:
    """Each with the words that it shares with its neighbour: "tomorrow at 9 or at 10", "at 9 or 10 pm"."""
    whole = list(texts)
    for place in range(len(texts) - 2, -1, -1):
        whole[place] = _with_tail(texts[place], whole[place + 1], resolve)
    for place in range(1, len(texts)):
        whole[place] = _with_head(whole[place - 1], whole[place], resolve)
    return whole


def _with_tail(first: str, second: str, resolve: Resolve) -> str:
    own, other = resolve(first), resolve(second)
    if own is None or other is None or own.basis is Basis.ELAPSED:
        return first
    words = second.split()
    for start in range(1, len(words)):
        joined = _joined(first, " ".join(words[start:]))
        found = resolve(joined) if joined else None
        if joined and found is not None and found.basis is other.basis:
            return joined
    return first


def _with_head(first: str, second: str, resolve: Resolve) -> str:
    own, other = resolve(first), resolve(second)
    if own is None or other is None or Basis.ELAPSED in (own.basis, other.basis):
        return second
    words = first.split()
    for end in range(len(words) - 1, 0, -1):
        joined = _joined(" ".join(words[:end]), second)
        found = resolve(joined) if joined else None
        if joined and found is not None and found.basis is Basis.WALL:
            return joined
    return second


def _joined(head: str, tail: str) -> str | None:
    """None for "at 9" and "10 pm", which would read as ten past nine."""
    return None if head[-1].isdigit() and tail[0].isdigit() else f"{head} {tail}"


def _with_number(spoken: str, number: str) -> str:
    """ "tomorrow at 9 pm" with 10 for the last number: "tomorrow at 10 pm"."""
    last = list(_NUMBER.finditer(spoken))
    return f"{spoken[: last[-1].start()]}{number}{spoken[last[-1].end() :]}" if last else number


def in_two_ways(
    text: str, phrases: Sequence[TimePhrase], resolve: Resolve, unclear: Unclear, *, now: datetime
) -> Rivals | None:
    """The longest stretch that means no single time, but two or three: "midnight tomorrow"."""
    for stretch in _windows(text):
        if not _may_stand_for(stretch, phrases):
            continue
        readings = tuple(each for each in unclear(stretch.text) if each.at > now)
        if len(readings) > 1 and resolve(stretch.text) is None:
            return Rivals(stretch=stretch, readings=readings)
    return None


def _may_stand_for(stretch: TimePhrase, phrases: Sequence[TimePhrase]) -> bool:
    """Whether it holds more than what was found, and cuts nothing of it in two; a mere number is no time."""
    touched = [each for each in phrases if each.start < stretch.end and stretch.start < each.end]
    whole = all(stretch.start <= each.start and each.end <= stretch.end for each in touched)
    wider = any(each.text != stretch.text for each in touched)
    return _NAME.search(stretch.text) is not None and whole and (wider or not phrases)


def _windows(text: str) -> Iterator[TimePhrase]:
    words = list(_WORD.finditer(text))[:MOST_WORDS]
    for length in range(min(LONGEST_WINDOW, len(words)), 0, -1):
        for first, last in zip(words, words[length - 1 :], strict=False):
            stretch = text[first.start() : last.end()].rstrip(".,;:!?")
            yield TimePhrase(text=stretch, start=first.start(), end=first.start() + len(stretch))
