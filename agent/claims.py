"""Whether a reply claims that something was done. Pure.

A small model says "I have set a reminder" as easily as "hello"; such a sentence goes out only when a call of
the turn did it. What claims look like stands in `agent.claim_patterns`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from enum import StrEnum

from agent.claim_patterns import (
    EARLIER,
    FORGOTTEN_DEEDS,
    KEPT_DEEDS,
    NEGATIONS,
    OTHER_DEEDS,
    REMOVED_DEEDS,
    SET_DEEDS,
    SET_STATES,
)


class Claim(StrEnum):
    """What a reply says was done."""

    SET = "set"
    REMOVED = "removed"
    KEPT = "kept"
    FORGOTTEN = "forgotten"
    OTHER = "other"
    CALL = "call"
    """Not said but written out: text in the shape of a call, which nothing makes one."""


EFFECTS = {
    "reminder_set": Claim.SET,
    "reminder_removed": Claim.REMOVED,
    "note_kept": Claim.KEPT,
    "note_staged": Claim.KEPT,
    "note_changed": Claim.KEPT,
    "note_forgotten": Claim.FORGOTTEN,
    "document_kept": Claim.KEPT,
    "document_deleted": Claim.REMOVED,
}
"""Which claim an effect bears out; any effect bears out Claim.OTHER."""


def _any_of(sources: Collection[str]) -> re.Pattern[str]:
    return re.compile("|".join(sources), re.IGNORECASE)


_DEEDS = (
    (Claim.SET, _any_of(SET_DEEDS)),
    (Claim.REMOVED, _any_of(REMOVED_DEEDS)),
    (Claim.KEPT, _any_of(KEPT_DEEDS)),
    (Claim.FORGOTTEN, _any_of(FORGOTTEN_DEEDS)),
    (Claim.OTHER, _any_of(OTHER_DEEDS)),
)
_STATES = _any_of(SET_STATES)
_NEGATED = re.compile(NEGATIONS, re.IGNORECASE)
_EARLIER = re.compile(EARLIER, re.IGNORECASE)
_CALL = re.compile(
    r"\"name\"\s*:\s*\"[a-z_]+:[a-z_]+\"|(?:^|\n)[\s`\[{]*(?:\"tool_calls\"\s*:|<tool_call>|\[TOOL_CALLS\]|<function=)"
    r"|(?:^|\n)[\s`\[]*[a-z_]+:[a-z_]+\s*\((?:\)|\w+\s*=)"
)
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")


def claims(text: str) -> frozenset[Claim]:
    """What `text` says was done. Questions claim nothing, nor do clauses with a negation."""
    found = {claim for sentence in _sentences(text) for claim in _deeds(sentence)}
    if any(_says(sentence, _STATES) for sentence in _sentences(text)):
        found.add(Claim.SET)
    return frozenset(found | _calls(text))


def unsupported(
    text: str, effects: Collection[str], *, pending: bool = False, read: bool = False
) -> frozenset[Claim]:
    """Claims of `text` that none of the turn's effects bears out.

    That a reminder is set may also be true of one from before: where its author has some (`pending`), and the
    turn looked at them (`read`) or the sentence says that it is an earlier one.
    """
    supported = {EFFECTS.get(effect, Claim.OTHER) for effect in effects}
    if effects:
        supported.add(Claim.OTHER)
    found: set[Claim] = _calls(text)
    for sentence in _sentences(text):
        found |= set(_deeds(sentence))
        from_before = pending and (read or _EARLIER.search(sentence) is not None)
        if not from_before and _says(sentence, _STATES):
            found.add(Claim.SET)
    return frozenset(found - supported)


def _calls(text: str) -> set[Claim]:
    return {Claim.CALL} if _CALL.search(text) else set()


def _sentences(text: str) -> Iterator[str]:
    for sentence in _SENTENCE.findall(text.replace("’", "'")):
        if not sentence.endswith("?"):
            yield sentence


def _deeds(sentence: str) -> Iterator[Claim]:
    for claim, pattern in _DEEDS:
        if _says(sentence, pattern):
            yield claim


def _says(sentence: str, pattern: re.Pattern[str]) -> bool:
    return any(
        not _NEGATED.search(_clause(sentence, match.start(), match.end()))
        for match in pattern.finditer(sentence)
    )


def _clause(sentence: str, start: int, end: int) -> str:
    """The stretch with the commas around it as its borders: "don't worry" beside a claim denies nothing."""
    after = sentence.find(",", end)
    return sentence[sentence.rfind(",", 0, start) + 1 : after if after >= 0 else len(sentence)]
