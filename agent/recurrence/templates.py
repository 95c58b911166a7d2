"""The names in braces that the templates of a lexicon may use, and what they stand for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from agent.recurrence.lexicon import Lexicon
from agent.recurrence.terms import LAST

_NAME = re.compile(r"\{([a-z]\w*)\}")
_LATEST_HOUR = 24
_MORE = "{0,6}"
"""Further members of a list; without a bound, long lists cost quadratic time."""


def filled(template: str, values: Mapping[str, str]) -> str:
    """The template as a regular expression; an unknown name is an error."""
    return _NAME.sub(lambda found: values[found[1]], template)


def alternatives(words: Iterable[str]) -> str:
    """A pattern for any of the words, longest first; a space may be a hyphen. No words match nothing."""
    escaped = (re.escape(word).replace(r"\ ", "[ -]") for word in sorted(words, key=len, reverse=True))
    return "|".join(escaped) or "(?!)"


def fields(lexicon: Lexicon) -> dict[str, str]:
    numbers = alternatives(lexicon.numbers)
    hours = alternatives(word for word, value in lexicon.numbers.items() if value <= _LATEST_HOUR)
    units = "|".join(f"(?P<u_{unit}>{pattern})" for unit, pattern in lexicon.units.items())
    edges = (pattern for pattern, value in lexicon.nth if value in (1, LAST))
    day = rf"(?:{lexicon.month_day}|{alternatives(lexicon.day_words)})"
    return {
        "n": rf"(?P<n>\d{{1,4}}|{numbers})",
        "step": rf"(?P<n>{alternatives(lexicon.steps)})",
        "unit": rf"(?:{units})",
        "weekdays": _list("weekdays", "|".join((*lexicon.plurals, *lexicon.weekdays)), lexicon),
        "plurals": _mixed_list("weekdays", lexicon),
        "nth": _list("nth", "|".join(pattern for pattern, _ in lexicon.nth), lexicon),
        "edge": rf"(?P<nth>{'|'.join(edges)})",
        "days": _list("days", day, lexicon),
        "day": rf"(?P<day>{day})",
        "month": rf"(?P<month>{'|'.join(lexicon.months)})",
        "part": rf"(?P<part>{'|'.join(pattern for pattern, _ in lexicon.parts)})",
        "parts": rf"(?P<part>{'|'.join(pattern for pattern, _ in lexicon.plural_parts) or '(?!)'})",
        "h": rf"(?P<h>\d{{1,2}}|{hours})",
        "clock1": lexicon.hour.replace("#", "1"),
        "clock2": lexicon.hour.replace("#", "2"),
    }


def _mixed_list(group: str, lexicon: Lexicon) -> str:
    """Weekdays of which at least one names a series by itself: "mondays and tuesday"."""
    any_day, plural = "|".join((*lexicon.plurals, *lexicon.weekdays)), "|".join(lexicon.plurals)
    join = _joined(lexicon)
    return rf"(?P<{group}>(?:(?:{any_day}){join}){_MORE}(?:{plural})(?:{join}(?:{any_day})){_MORE})"


def _list(group: str, item: str, lexicon: Lexicon) -> str:
    """One or more items, joined by commas, words like "and", or the word of a range."""
    return rf"(?P<{group}>(?:{item})(?:{_joined(lexicon)}(?:{item})){_MORE})"


def _joined(lexicon: Lexicon) -> str:
    return rf"(?:,? ?(?:{lexicon.joiners}) |, ?|{lexicon.range})"
