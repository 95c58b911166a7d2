"""Which of the author's pending reminders a message means. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from agent.routing import words
from agent.routing.lexical import fold
from agent.types import Reminder, ReminderKind

SHORTEST_STEM = 4
"""Words that share so many first letters count as the same: "dentist", "dentist's"."""
NUMBER_WEIGHT, TIME_WEIGHT, WORD_WEIGHT = 100, 3, 2

_NUMBER = re.compile(r"(?<![\w:.,])#?(\d{1,18})(?![\w:]|[.,]\d)")
_WORD = re.compile(r"[^\W\d_]+")
_KINDS = (
    (ReminderKind.TIMER, words.one_of(words.TIMER_NOUNS)),
    (ReminderKind.ALARM, words.one_of(words.ALARM_NOUNS)),
)
_NOT_CONTENT = words.one_of(
    words.REMOVE_VERBS, words.TIMER_NOUNS, words.ALARM_NOUNS, words.REMINDER_NOUNS, words.REMIND_PHRASES
)
_FUNCTION_WORDS_TEXT = """
a an the my me of for to at on in about please with that this i you can could would will and number one
ones it be is are was set have had up off out all every der die das den dem des ein eine einen meine
meinen mein mir mich an am ans auf für um von zu zum zur mit bitte kannst du daran dass und nummer aus ab
le la les de du des un une mon ma mes à pour el los las mi mis il lo i gli mio mia een het mijn voor o os
as meu minha
"""
_FUNCTION_WORDS = frozenset(_FUNCTION_WORDS_TEXT.split())


def mentioned_numbers(text: str) -> tuple[int, ...]:
    """Whole numbers that stand alone, such as "#12" or "12"; not times or decimals."""
    return tuple(int(number) for number in _NUMBER.findall(text))


def matching(text: str, pending: Sequence[Reminder], times: Sequence[datetime] = ()) -> tuple[Reminder, ...]:
    """The best candidates, all equally good: none where words were named that fit nothing, all where none
    were.

    `times` are instants named in the message; a reminder due then is meant.
    """
    pool = _of_named_kind(fold(text), pending)
    content = _content_words(text)
    ranked = [(_score(reminder, text, content, times), reminder) for reminder in pool]
    best = max((score for score, _ in ranked), default=0)
    if best == 0:
        return () if content or times or mentioned_numbers(text) else tuple(pool)
    return tuple(reminder for score, reminder in ranked if score == best)


def named(text: str, pending: Sequence[Reminder], times: Sequence[datetime] = ()) -> tuple[Reminder, ...]:
    """Those that the message names by a word or a time; none where it only says "all" or "that".

    Numbers do not count: "in 2 minutes" names no reminder.
    """
    pool = _of_named_kind(fold(text), pending)
    content = _content_words(text)
    return tuple(reminder for reminder in pool if _score(reminder, "", content, times))


def newest(pending: Sequence[Reminder]) -> tuple[Reminder, ...]:
    """The one that was set last, which is what "that" means."""
    return (max(pending, key=lambda reminder: (reminder.created_at, reminder.id)),) if pending else ()


def _of_named_kind(folded: str, pending: Sequence[Reminder]) -> tuple[Reminder, ...]:
    for kind, pattern in _KINDS:
        if pattern.search(folded):
            return tuple(reminder for reminder in pending if reminder.kind is kind)
    return tuple(pending)


def _score(reminder: Reminder, text: str, content: frozenset[str], times: Sequence[datetime]) -> int:
    own = frozenset(_WORD.findall(fold(reminder.text)))
    overlap = sum(1 for word in content if any(_same(word, other) for other in own))
    named = reminder.id in mentioned_numbers(text)
    due = any(abs((reminder.due - instant).total_seconds()) < 60 for instant in times)
    return NUMBER_WEIGHT * named + TIME_WEIGHT * due + WORD_WEIGHT * overlap


def without_requests(text: str) -> str:
    """The folded text without the verbs and nouns of requests about reminders."""
    return words.one_of(words.MOVE_VERBS, words.SNOOZE_VERBS).sub(" ", _NOT_CONTENT.sub(" ", fold(text)))


def _content_words(text: str) -> frozenset[str]:
    left = _NOT_CONTENT.sub(" ", fold(text))
    return frozenset(word for word in _WORD.findall(left) if word not in _FUNCTION_WORDS)


def _same(word: str, other: str) -> bool:
    return word == other or (
        min(len(word), len(other)) >= SHORTEST_STEM and (word.startswith(other) or other.startswith(word))
    )
