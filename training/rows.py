"""What rows are made of: a message, the tool that it means, and what of the call is known."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from agent.routing import lexical
from evals.extract_data import Span, row_of, time_phrases
from evals.routing_data import DIALECTS, NO_TOOL, case_of
from training.split import is_kept_aside, normalised, text_hash

HERE = Path(__file__).parent
TEMPLATES = HERE / "templates.toml"
ROUTING_TEMPLATES = HERE.parent / "evals" / "routing_templates.toml"
LANGUAGES = ("en", "de", "es", "fr", "de_dialects")
SETS = ("fb_mtod", "xsid", "hwu64", "clinc150", "ha_intents")
SETTING = lexical.SETTING
DEPTH = 4
PLACES = {"about": "\x01", "name": "\x02", "staged": "\x03"}
"""What is filled in when it is known what is there: a pending reminder, a note or document, a staged note."""
_SLOT = re.compile(r"\{(\w+)\}")
_TIMER = re.compile(r"timer|temporizador|minuteur|cuenta atr", re.IGNORECASE)
_CONNECTION = re.compile(r"(?:to|for|of|about|that|an|in|für|para|que|de|pour)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """`tool` None: no call. `accepted` are tools that would be right as well.

    `time` holds what may be handed over as the time, the best first; None where that is not known. `quote` is
    the text argument; None where that is not known. `answer` is what is said without a call; None where that
    is not known. `named` is the note or document that is meant, `about` the pending reminder, `staged` the
    number of a staged note. `phrases`: the annotated time, which any phrase with the same reading stands for.
    """

    text: str
    language: str
    tool: str | None
    accepted: frozenset[str]
    kind: str
    time: str | None = None
    phrases: tuple[str, ...] = ()
    quote: str | None = None
    answer: str | None = None
    named: str | None = None
    about: str | None = None
    staged: int | None = None
    asks: bool = False


def excluded(file: Path | None) -> frozenset[str]:
    """Hashes, one a line, of normalised texts that must not be in the data."""
    if file is None:
        return frozenset()
    return frozenset(line.strip() for line in file.read_text(encoding="utf-8").splitlines() if line.strip())


# ------------------------------------------------------------------ the public sets


def public(
    directory: Path, *, without: frozenset[str] = frozenset(), aside: bool = False
) -> Iterator[Sample]:
    """Rows of the sets' building halves, each (text, language) once, without those kept aside; or only those,
    `aside`.
    """
    seen: set[tuple[str, str]] = set()
    for name in SETS:
        for file in sorted(directory.glob(f"{name}_dev.jsonl")):
            for line in file.read_text(encoding="utf-8").splitlines():
                item = json.loads(line)
                key = (normalised(item["text"]), item["lang"])
                if item.get("conflict") or key in seen or not key[0]:
                    continue
                seen.add(key)
                if is_kept_aside(item["text"]) != aside or text_hash(item["text"]) in without:
                    continue
                sample = sample_of(item)
                if sample is not None:
                    yield sample


def sample_of(item: Mapping[str, Any]) -> Sample | None:
    case = case_of(dict(item))
    if case.language not in LANGUAGES:
        return None
    accepted = case.accepted - {NO_TOOL}
    tool = case.tool if case.tool != NO_TOOL else None
    if {"clock:timer", "clock:alarm"} <= accepted:
        tool = "clock:timer" if _TIMER.search(case.text) else "clock:alarm"
    if tool is None and accepted:
        return None  # either is right: nothing to learn from it
    row = row_of(item)
    quote, phrases = None, tuple(time_phrases(row)) if row is not None else ()
    if row is not None:
        quote = _stretch(case.text, row.todos, row.times)
    elif tool in SETTING:
        phrases = _spans_of_time(item)
    return Sample(
        text=case.text,
        language=case.language,
        tool=tool,
        accepted=accepted,
        kind=str(item["source"]).split("-", maxsplit=1)[0] if tool else "no call",
        phrases=phrases,
        quote=quote or (_item(item) if tool in ("agenda:push", "agenda:complete") else None),
        answer=None if tool else _reply(item, case.language),
    )


def _reply(item: Mapping[str, Any], language: str) -> str | None:
    """What we answer to a message of this intent; None where we have no words for it."""
    replies: Mapping[str, str] = _document(TEMPLATES)["replies"][language.split("_", maxsplit=1)[0]]
    return replies.get(str(item["intent"]))


def _stretch(text: str, todos: Sequence[Span], times: Sequence[Span]) -> str | None:
    """From the first to the last word of what is to be done; None where a time stands between."""
    start, end = todos[0].start, todos[-1].end
    if any(start < span.end and span.start < end for span in times):
        return None
    found = text[start:end].strip()
    return _CONNECTION.sub("", found, count=1) if _CONNECTION.match(found) and " " in found else found


def _spans_of_time(item: Mapping[str, Any]) -> tuple[str, ...]:
    found = [slot for slot in item.get("slots", ()) if slot.get("start") is not None]
    times = [slot["text"] for slot in found if slot["name"] in ("datetime", "time")]
    return tuple(times) if len(times) == 1 else ()


def _item(item: Mapping[str, Any]) -> str | None:
    values = [slot.get("value") for slot in item.get("slots", ()) if slot["name"] == "item"]
    found = [value for value in values if isinstance(value, str) and value in str(item["text"])]
    return found[0] if len(found) == 1 else None


# ------------------------------------------------------------------ our own sentences


@cache
def _document(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def words_of(language: str) -> Mapping[str, Sequence[str]]:
    """The lists that slots are filled from."""
    found: Mapping[str, Sequence[str]] = _document(TEMPLATES)["fill"][language]
    return found


def talk_of(language: str) -> Sequence[tuple[str, str]]:
    """What is said and answered in plain talk."""
    return [(said, heard) for block in _document(TEMPLATES)["talk"] if block["language"] == language
            for said, heard in block["pairs"]]  # fmt: skip


def filled(text: str, fill: Mapping[str, Sequence[str]], chance: Random, given: Mapping[str, str]) -> str:
    """The text with its slots filled, and those of what was filled in."""
    for _ in range(DEPTH):
        text = _SLOT.sub(lambda match: given.get(match[1]) or chance.choice(fill[match[1]]), text)
    return text


def own(chance: Random) -> Iterator[Sample]:
    """Every sentence once, with its slots filled at random."""
    document = _document(TEMPLATES)
    for block in document["sentences"]:
        fill = document["fill"][block["language"]]
        for sentence in block["texts"]:
            yield _written(sentence, block["tool"], block["language"], fill, chance)
    for block in document["asking"]:
        fill = document["fill"][block["language"]]
        for sentence in block["texts"]:
            yield Sample(
                text=filled(sentence, fill, chance, {}),
                language=block["language"],
                tool=None,
                accepted=SETTING,
                kind="asks",
                answer=chance.choice(block["answer"]),
                asks=True,
            )
    for block in document["talk"]:
        for said, answer in block["pairs"]:
            yield Sample(
                text=said,
                language=block["language"],
                tool=None,
                accepted=frozenset(),
                kind="talk",
                answer=answer,
            )


def _written(sentence: str, tool: str, language: str, fill: Mapping[str, Any], chance: Random) -> Sample:
    time = filled("{when}" if "{when}" in sentence else "{span}", fill, chance, {})
    given = {"when": time, "span": time, **PLACES}
    marked = filled(sentence, fill, chance, given)
    quote = re.search(r"\[(.*?)\]", marked)
    timed = "{when}" in sentence or "{span}" in sentence
    return Sample(
        text=marked.replace("[", "").replace("]", ""),
        language=language,
        tool=tool,
        accepted=frozenset({tool}),
        kind="own",
        time=time if timed else None,
        phrases=(time,) if timed else (),
        quote=quote[1] if quote else None,
    )


def of_routing(chance: Random) -> Iterator[Sample]:
    """The sentences that routing was trained on; what they say of arguments is not used."""
    document = _document(ROUTING_TEMPLATES)
    for block in document["sentences"]:
        if block["language"] not in LANGUAGES:
            continue
        fill = document["fill"][block["language"]]
        tool = None if block["tool"] == NO_TOOL else block["tool"]
        for sentence in block["texts"]:
            text = filled(sentence, fill, chance, {})
            if tool is None and lexical.speaks_of_notes(text):
                continue
            yield Sample(
                text=text,
                language=block["language"],
                tool=tool,
                accepted=frozenset({tool} if tool else ()),
                kind="routing sentences" if tool else "no call",
            )


assert set(DIALECTS.values()) <= set(LANGUAGES)
