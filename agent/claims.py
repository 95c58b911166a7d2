"""Whether a reply claims that something was done. Pure.

A small model says "I have set a reminder" as easily as "hello"; such a sentence goes out only when a call of
the turn did it. English and German; the patterns look for a statement about the past or a promise, not for
talk about doing.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from enum import StrEnum


class Claim(StrEnum):
    """What a reply says was done."""

    SET = "set"
    REMOVED = "removed"
    OTHER = "other"


EFFECTS = {"reminder_set": Claim.SET, "reminder_removed": Claim.REMOVED}
"""Which claim an effect bears out; any effect bears out Claim.OTHER."""

_THING = r"(?:reminders?|alarms?|timers?|notifications?|events?)"
_DING = r"(?:erinnerung(?:en)?|wecker|alarme?|timer|benachrichtigung(?:en)?|termine?)"
_ICH_HABE = r"\bich habe?\b.{0,80}\b"
_I_HAVE = r"\bi(?:'ve| have)?(?: just| already| now| successfully)?"
_SET_SOURCES = (
    rf"{_I_HAVE} (?:set|scheduled|created|added|noted|saved|put|started)\b(?! (?:out|off))",
    (
        rf"\b{_THING} (?:is|are|was|were|has been|have been)(?: now| already| successfully)? "
        r"(?:set|scheduled|created|added|saved|started|active|running)\b"
    ),
    rf"\b{_THING} (?:set|scheduled|created|added)\b",
    r"\bi(?:'ll| will| am going to|'m going to) (?:remind|wake|ping|notify|alert) you\b",
    (
        rf"{_ICH_HABE}(?:gestellt|gesetzt|eingestellt|erstellt|angelegt|gespeichert|notiert|eingetragen"
        r"|eingerichtet|gestartet|vorgemerkt)\b"
    ),
    (
        rf"\b{_DING}\b.{{0,40}}\b(?:ist|sind|wurde|wurden|läuft)\b.{{0,40}}"
        r"\b(?:gestellt|gesetzt|eingestellt|erstellt|angelegt|gespeichert|aktiv|gestartet)\b"
    ),
    rf"\b{_DING} (?:gestellt|gesetzt|eingestellt|erstellt|angelegt|gespeichert)\b",
    r"\bich (?:werde|erinnere|wecke) (?:dich|sie|euch)\b",
)
_REMOVED_SOURCES = (
    rf"{_I_HAVE} (?:cancell?ed|removed|deleted|cleared|stopped)\b",
    rf"\b{_THING} (?:is|are|was|were|has been|have been)(?: now| already)? (?:cancell?ed|removed|deleted)\b",
    rf"\b{_THING} (?:cancell?ed|removed|deleted)\b",
    rf"{_ICH_HABE}(?:gelöscht|entfernt|storniert|abgebrochen|gestoppt)\b",
    rf"\b{_DING}\b.{{0,40}}\b(?:ist|sind|wurde|wurden) (?:gelöscht|entfernt|storniert|abgebrochen)\b",
)
_OTHER_SOURCES = (
    rf"{_I_HAVE} (?:sent|emailed|posted|booked|ordered|updated|changed)\b",
    r"\b(?:message|e-?mail|it|note) (?:is|was|has been) (?:sent|saved|booked|updated)\b",
    rf"{_ICH_HABE}(?:gesendet|geschickt|verschickt|gebucht|bestellt|aktualisiert|geändert)\b",
    r"\b(?:nachricht|e-?mail|notiz)\b.{0,40}\b(?:ist|wurde) (?:gesendet|geschickt|gespeichert|verschickt)\b",
)
_COMPILED = tuple(
    (claim, re.compile("|".join(sources), re.IGNORECASE))
    for claim, sources in (
        (Claim.SET, _SET_SOURCES),
        (Claim.REMOVED, _REMOVED_SOURCES),
        (Claim.OTHER, _OTHER_SOURCES),
    )
)
_NEGATED = re.compile(
    rf"\b(?:not|never|nothing|nicht|nichts|keine?n?|nie|no (?:\w+ )?{_THING})\b|n't\b", re.IGNORECASE
)
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")


def claims(text: str) -> frozenset[Claim]:
    """What `text` says was done. Questions claim nothing, nor do clauses with a negation."""
    found = set()
    for sentence in _SENTENCE.findall(text.replace("’", "'")):
        if not sentence.endswith("?"):
            found |= {claim for claim, pattern in _COMPILED if _states(sentence, pattern)}
    return frozenset(found)


def _states(sentence: str, pattern: re.Pattern[str]) -> bool:
    return any(
        not _NEGATED.search(_clause(sentence, match.start(), match.end()))
        for match in pattern.finditer(sentence)
    )


def _clause(sentence: str, start: int, end: int) -> str:
    """The stretch with the commas around it as its borders: "don't worry" beside a claim denies nothing."""
    after = sentence.find(",", end)
    return sentence[sentence.rfind(",", 0, start) + 1 : after if after >= 0 else len(sentence)]


def unsupported(text: str, effects: Collection[str]) -> frozenset[Claim]:
    """Claims of `text` that none of the turn's effects bears out."""
    supported = {EFFECTS.get(effect, Claim.OTHER) for effect in effects}
    if effects:
        supported.add(Claim.OTHER)
    return claims(text) - supported
