"""Conversations with facts in them, and questions for the facts. The same for the same seed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import tomli

from agent.memory_types import Note, Scope, ScopeKind

DATA = Path(__file__).with_name("memory.toml")
LANGUAGES = ("en", "de")
MESSAGES = 2000
FIRST = datetime(2026, 1, 5, 8, tzinfo=UTC)
EVERY = timedelta(minutes=60)
TALK = "talk"
"""The ids of messages that hold no fact begin so."""

_SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """`wanted` is the id of the note that answers it, None where none does; `outdated` the one that did."""

    text: str
    language: str
    number: int
    scope: Scope
    wanted: str | None = None
    outdated: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    notes: tuple[Note, ...]
    questions: tuple[Question, ...]
    end: datetime


def conversation(seed: int = 1) -> Conversation:
    """Four people, two for each language; each tells a quarter of the facts in a quarter of the messages."""
    random, data = Random(seed), tomli.loads(DATA.read_text(encoding="utf-8"))
    said, questions = _facts(data)
    updates = {key for key in said if key.endswith("-new")}
    rest = MESSAGES - len(said)
    talk = {
        f"{TALK}-{language}-{number}": _talk(data[language], random)
        for number in range(rest // 2)
        for language in LANGUAGES
    }
    order = sorted((said.keys() - updates) | talk.keys())
    random.shuffle(order)
    middle = len(order) // 2
    for key in sorted(updates):  # behind what they change
        old = order.index(key.removesuffix("-new"))
        order.insert(random.randrange(max(old + 1, middle), len(order) + 1), key)
    texts = said | talk
    notes = tuple(_note(key, texts[key], FIRST + place * EVERY) for place, key in enumerate(order))
    return Conversation(notes=notes, questions=tuple(questions), end=FIRST + len(order) * EVERY)


def _facts(data: Mapping[str, Any]) -> tuple[dict[str, str], list[Question]]:
    said: dict[str, str] = {}
    questions: list[Question] = []
    for language in LANGUAGES:
        for number, (fact, question, *update) in enumerate(data[language]["facts"]):
            key = f"{language}-{number}"
            said[key] = fact
            said.update({f"{key}-new": each for each in update})
            questions.append(
                Question(
                    text=question,
                    language=language,
                    number=number,
                    scope=_scope(key),
                    wanted=f"{key}-new" if update else key,
                    outdated=key if update else None,
                )
            )
        questions.extend(_never(data[language]["never"], language))
    return said, questions


def _never(texts: Sequence[str], language: str) -> Iterator[Question]:
    for number, text in enumerate(texts):
        yield Question(text=text, language=language, number=number, scope=_scope(f"{language}-{number}"))


def _talk(data: Mapping[str, Any], random: Random) -> str:
    return _SLOT.sub(lambda slot: str(random.choice(data[slot[1]])), random.choice(data["talk"]))


def _scope(key: str) -> Scope:
    """Whose a key is: of two people who speak its language, every second one."""
    language, number = key.removeprefix(f"{TALK}-").removesuffix("-new").split("-")
    return Scope(kind=ScopeKind.USER, id=1 + 2 * LANGUAGES.index(language) + int(number) % 2)


def _note(key: str, text: str, at: datetime) -> Note:
    return Note(
        id=key,
        scope=_scope(key),
        name=key,
        title="",
        text=text,
        tags=(),
        created=at,
        updated=at,
        digest=sha256(text.encode()).hexdigest(),
    )
