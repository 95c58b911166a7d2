"""Rows of the scheduling set whose time and text are annotated, and what is right for each. Pure.

A row counts when it asks for a reminder or an alarm and has a span of time (`datetime`, or `recurring`
beside one) and a span of what is to be done (`todo`). Right is

- the tool: the set's own label, or a further one that the row accepts;
- the time: what the time parser makes of the annotated time alone. Spans that stand apart ("tomorrow ...
  at 9") are put together, in the order of the row or the other way round. Where the parser reads none of it,
  no answer is right, and the row counts as missed;
- the text: the annotated words, all of them, once and in their order; beside them neither words of the
  annotated time nor words that only ask ("remind me", "set an alarm").
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any

from evals.routing_data import DIALECTS, case_of

LANGUAGES = ("en", "de", "es", "fr", "nl", "it", "pt", "de_dialects")
INTENTS = frozenset({"reminder_set", "alarm_set"})
TIME_SLOTS = frozenset({"datetime", "recurring"})
MOST_PIECES = 3
"""Stretches of time that are put together in any order; of more, only the row's own order is tried."""

_WORD = re.compile(r"\w+")
_GLUE = frozenset(
    re.findall(
        r"\w+",
        "a an the at on in of to for by um am an der die das dem den im zu auf el la los las de del en por "
        "para que es le les du des à il lo di da alle om op het van do na no s",
    )
)
"""Words of a time that stand in any other text as well."""
_CONNECTIONS = frozenset(re.findall(r"\w+", "to for of about that an in für para que de pour om"))
_ASKING = re.compile(
    # English, German
    r"remind(?:er|ers)?|alarms?|alert|notify|set|please|erinner\w*|erinnerung\w*|wecker|weck\w*|stell\w*|bitte"
    # Spanish, French, Italian, Dutch, Portuguese
    r"|recu[eé]rda\w*|recordator\w*|recordar\w*|alarma|pon(?:me|er)?|rappel\w*|réveil\w*|ricorda\w*|promemoria"
    r"|sveglia\w*|imposta\w*|herinner\w*|wekker|zet|lembr\w*|despertador|me|mich|mij|moi",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """`times` and `todos` stand in the order of the text."""

    text: str
    language: str
    tools: frozenset[str]
    times: tuple[Span, ...]
    todos: tuple[Span, ...]


def read(path: Path) -> Iterator[Row]:
    """Rows that count, each (text, language) once."""
    seen: set[tuple[str, str]] = set()
    for line in path.read_text(encoding="utf-8").splitlines():
        item = json.loads(line)
        key = (item["text"], item["lang"])
        row = None if key in seen else row_of(item)
        if row is not None:
            seen.add(key)
            yield row


def row_of(item: Mapping[str, Any]) -> Row | None:
    """None where it does not count."""
    case = case_of(dict(item))
    spans = [slot for slot in item.get("slots", ()) if slot.get("start") is not None]
    if item["intent"] not in INTENTS or item.get("conflict") or case.language not in LANGUAGES:
        return None
    times, todos = _spans(spans, TIME_SLOTS), _spans(spans, {"todo"})
    if not todos or not any(slot["name"] == "datetime" for slot in spans):
        return None
    return Row(text=case.text, language=case.language, tools=case.accepted, times=times, todos=todos)


def _spans(slots: Iterable[Mapping[str, Any]], names: Iterable[str]) -> tuple[Span, ...]:
    wanted = set(names)
    found = [
        Span(text=slot["text"], start=slot["start"], end=slot["end"])
        for slot in slots
        if slot["name"] in wanted
    ]
    return tuple(sorted(found, key=lambda span: span.start))


def parser_language(row: Row) -> str:
    """Dialects are read as their language."""
    return row.language.split("_", maxsplit=1)[0]


def time_phrases(row: Row) -> Iterator[str]:
    """What may be said for the annotated time, the row's own order first."""
    pieces = list(_joined(row))
    orders = permutations(pieces) if len(pieces) <= MOST_PIECES else iter([tuple(pieces)])
    for order in orders:
        yield " ".join(order)


def _joined(row: Row) -> Iterator[str]:
    """The annotated stretches of time; those with nothing but white space between them as one."""
    start, end = row.times[0].start, row.times[0].end
    for span in row.times[1:]:
        if row.text[end : span.start].strip():
            yield row.text[start:end]
            start = span.start
        end = span.end
    yield row.text[start:end]


def text_fault(row: Row, stored: str) -> str | None:
    """What is wrong with the stored text, or None."""
    wanted = [word for span in row.todos for word in _without_connection(_words(span.text))]
    kept = _words(stored)
    if not _in_order(wanted, kept):
        return "words lost"
    extra = Counter(kept) - Counter(wanted)
    if any(word in extra for span in row.times for word in _words(span.text) if word not in _GLUE):
        return "time kept"
    return "request kept" if any(_ASKING.fullmatch(word) for word in extra) else None


def _without_connection(words: list[str]) -> list[str]:
    """Some annotations begin with the word that only ties them to the request: "to call mum"."""
    return words[1:] if words and words[0] in _CONNECTIONS else words


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]


def _in_order(wanted: Sequence[str], kept: Sequence[str]) -> bool:
    left = iter(kept)
    return all(word in left for word in wanted)


assert set(DIALECTS.values()) <= set(LANGUAGES)
