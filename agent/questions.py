"""Questions with choices: how long they live, how they read, and what an answer to one picks. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from agent.routing.lexical import fold
from agent.types import Choice, Clarification, QuestionKind

LIFETIME = timedelta(minutes=10)
"""An answer that comes later is a message of its own."""
APPROVAL_LIFETIME = timedelta(minutes=5)
"""What is approved is to be what the author still has in mind."""
MOST_CHOICES = 25
"""Buttons under one message, as Discord allows them."""
LONGEST_ANSWER = 6
"""Words of a message that picks a choice; a longer one is a message of its own."""

_NUMBER = re.compile(r"(?:nr\.?|no\.?|number|nummer|option)?\s*#?(\d{1,2})[.)!]?")
_WORD = re.compile(r"[^\W_]+")
_FILLERS_TEXT = "a an the at on in um am den der die das please bitte ok i mean ich meine uhr nimm o clock"
_FILLERS = frozenset(_FILLERS_TEXT.split())
_ORDINALS = {
    1: frozenset(
        {"first", "erste", "ersten", "erstes", "premier", "première", "primero", "primera", "primo"}
    ),
    2: frozenset({"second", "zweite", "zweiten", "zweites", "deuxième", "segundo", "segunda", "secondo"}),
    3: frozenset({"third", "dritte", "dritten", "drittes", "troisième", "tercero", "tercera", "terzo"}),
}
_YES_TEXT = "yes yep yeah ja jo jawohl oui sí si sì sim approve approved genehmigt genehmigen once einmal"
_YES = frozenset(_YES_TEXT.split())
_NO_TEXT = "no nope nah deny denied nein nö non não nee ablehnen abgelehnt cancel stop stopp"
_NO = frozenset(_NO_TEXT.split())
_POLITE = frozenset({"please", "bitte"})


def lifetime(kind: QuestionKind) -> timedelta:
    return APPROVAL_LIFETIME if kind is QuestionKind.APPROVAL else LIFETIME


def is_fresh(question: Clarification, now: datetime) -> bool:
    """Whether it may still be answered."""
    return now - question.asked_at <= lifetime(question.kind)


def numbered(text: str, labels: Sequence[str]) -> str:
    """The question with a numbered line for each of its answers."""
    return "\n".join((text, *(f"{number}. {label}" for number, label in enumerate(labels, start=1))))


def picked(text: str, question: Clarification) -> int | None:
    """The number, from 1, of the choice that a message picks; None where it picks none or is not clear."""
    if not question.choices:
        return None
    if question.kind is QuestionKind.APPROVAL:
        return _decided(text)
    return _chosen(text, question.choices)


def _decided(text: str) -> int | None:
    """1 for a plain yes, 2 for a plain no; anything beside them is not taken for either."""
    said = frozenset(_WORD.findall(fold(text))) - _POLITE
    if said and said <= _YES | {"1"}:
        return 1
    return 2 if said and said <= _NO | {"2"} else None


def _chosen(text: str, choices: Sequence[Choice]) -> int | None:
    folded = fold(text).strip()
    number = _NUMBER.fullmatch(folded)
    if number is not None and 1 <= int(number[1]) <= len(choices):
        return int(number[1])
    words = _WORD.findall(folded)
    said = frozenset(words) - _FILLERS
    if not said or len(words) > LONGEST_ANSWER:
        return None
    fitting = [place for place, choice in enumerate(choices, start=1) if said <= _words(choice)]
    by_order = [place for place in range(1, len(choices) + 1) if said & _ORDINALS.get(place, frozenset())]
    found = fitting or by_order
    return found[0] if len(found) == 1 else None


def _words(choice: Choice) -> frozenset[str]:
    return frozenset(_WORD.findall(fold(choice.label)))
