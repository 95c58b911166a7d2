"""Whether a stretch of a message that could be a time really is one, by its form and the words around it."""

from __future__ import annotations

import re
from enum import Enum

from agent.timeparse.vocabulary import Vocabulary

NEIGHBOURHOOD = 32
"""Characters before and behind a phrase that are looked at."""

_MERE_NUMBERS = re.compile(
    r"\d+ ?[a-zäöü\"']?"  # 12, 5m
    r"|\d{1,2}(?:st|nd|rd|th|e|er|º|\.)"  # 3rd
    r"|\d{1,2} ?[./-] ?\d{1,2}(?:[./-]\d\d)?"  # 3-2, 1/2, 3.11
)
_ONE_LETTER_UNIT = re.compile(r"(?:^|\s)\d+ ?[a-z\"']$")
_TIMER = re.compile(
    r"\b(?:timer|minuteur|temporizador|cron[oó]metro|wecker|alarm\w*|remind\w*)\W+(?:\w{1,3} )?$"
)
_REQUEST = re.compile(
    r"alarm|timer|wake|remind|meeting|appointment|wecke?r?\b|erinner|termin|wekker|herinner|afspraak|réveil|rappel"
    r"|rendez|desp[ie]ert|recuerd|recordar|cita|sveglia|ricorda|promemoria|appuntamento|lembr|acord|compromisso"
)
_PLURAL_BEHIND = re.compile(r" (?!this|us|as|is|was|his|has|its)[a-z]{3,}s\b")
_NUMBER_GOES_ON = re.compile(r"\d [\d(+]")
_HOUR_AT_END = re.compile(r"(?:^|\D)\d{1,2}$")
_JOINED_BEFORE = tuple("-/:.+#@_$€&=\\")
_JOINED_BEHIND = tuple("-/_%°€$=@\\")


class Strength(Enum):
    """How sure it is that a stretch is a time: not at all, only beside other words, or by itself.

    UNCLEAR was read, but is past or may mean several things. COUNTED is as sure as STRONG, and a duration.
    """

    NONE = 0
    UNCLEAR = -1
    WEAK = 1
    COUNTED = 2
    STRONG = 3


def doubtful(text: str, start: int, end: int, strength: Strength, words: Vocabulary) -> bool:
    """Whether `text[start:end]` is something else than a time: "sat", "3-2", "5 minutes" of "5 minutes
    ago".
    """
    phrase = text[start:end].lower()
    before = text[max(0, start - NEIGHBOURHOOD) : start].lower()
    behind = text[end : end + NEIGHBOURHOOD].lower()
    return (
        strength in (Strength.WEAK, Strength.UNCLEAR)
        or bool(words.weak.fullmatch(phrase) or words.ordinal.fullmatch(phrase))
        or (_is_mere_number(phrase, strength, words) and not _TIMER.search(before))
        or (bool(words.for_number.fullmatch(phrase)) and not _REQUEST.search(text.lower()))
        or before.endswith(_JOINED_BEFORE)
        or behind.startswith(_JOINED_BEHIND)
        or bool(words.before.search(before))
        or bool(words.ruled_out_before.search(before) or words.ruled_out_behind.match(behind))
        or bool(_NUMBER_GOES_ON.match(phrase[-1] + behind))
        or (phrase[0].isdigit() and bool(words.labels.search(before)))
        or (strength is Strength.COUNTED and bool(words.behind.match(behind)))
        or _counts_things(phrase, behind, words)
    )


def counts_from_event(text: str, end: int, strength: Strength, words: Vocabulary) -> bool:
    """Whether a duration that ends at `end` counts from an event: "10 minutes before the match"."""
    behind = text[end : end + NEIGHBOURHOOD].lower()
    return strength is Strength.COUNTED and words.event.match(behind) is not None


def _is_mere_number(phrase: str, strength: Strength, words: Vocabulary) -> bool:
    """ "5m" may be metres and "90s" a decade, unless a word says that time is meant: "in 5m"."""
    counted = strength is Strength.COUNTED
    loose = counted and _ONE_LETTER_UNIT.search(phrase) and not words.ahead.match(phrase)
    return bool(loose or _MERE_NUMBERS.fullmatch(phrase))


def _counts_things(phrase: str, behind: str, words: Vocabulary) -> bool:
    """ "at 3 restaurants", "at 5 percent"."""
    if not _HOUR_AT_END.search(phrase):
        return False
    return bool(words.counted.match(behind) or _PLURAL_BEHIND.match(behind))
