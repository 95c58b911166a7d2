"""What a message wants to be remembered. Pure."""

from __future__ import annotations

import re

from agent.memory_types import OnConflict

_POLITE = r"(?:(?:hey|ok(?:ay)?|please|bitte|mal|kallisti|so|and|und|also|auch)[,:]?\s+)*"
_CAN = (
    r"(?:(?:can|could|would|will) you (?:please )?|i want you to "
    r"|(?:kannst|könntest|würdest) du (?:dir )?(?:bitte )?)"
)
_SOME = r"\s{0,9}"
"""White space between words. Without a bound, two of these side by side try each way to share thousands."""
_THAT = (
    rf"(?:{_SOME}[,]?{_SOME}(?:bitte|mal|please)\b)*"
    rf"(?:{_SOME}[:,-]?{_SOME}(?:that|dass|daß|que|che|dat)\b|{_SOME}[:,-])?\s*"
)
_ASKING = (
    r"(?:remember|memori[sz]e|note(?: down)?|take (?:a )?note(?: of)?|make a note(?: of)?|save(?: a note)?"
    r"|keep in mind|don'?t forget|store|commit to memory|merke? (?:dir|es dir|das)|behalte?(?: im kopf| dir)?"
    r"|notiere?(?: dir)?|speichere?|vergiss nicht|souviens-toi|retiens|note bien|recuerda|acuérdate(?: de)?"
    r"|apunta|ricorda(?:ti)?|onthoud|lembra(?:-te)?|lembre(?:-se)?|anota)"
)
_OPENING = re.compile(
    rf"^\s*{_POLITE}(?:{_CAN}{_POLITE})?(?:for (?:me|later)\s+)?{_ASKING}(?!\s+(?:to|zu)\b)\b{_THAT}",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"(?<![\s,;.–-])[\s,;.–-]+(?:please |bitte )?"
    r"(?:remember (?:that|this|it)|merk dir das|keep (?:that|this|it) in mind"
    r"|notiere? (?:dir )?das|for the (?:whole |entire )?server|für den (?:ganzen )?server|server-?wide"
    r"|serverweit)"
    r"(?:,? (?:please|bitte))?\s*[.!]*$",
    re.IGNORECASE,
)
_ASKS = re.compile(rf"(?<!\w){_ASKING}(?!\w)", re.IGNORECASE)
_BOTH = re.compile(
    r"\b(?:both|beide[ns]?|as well|zusätzlich|les deux|ambos|entrambi|allebei)\b", re.IGNORECASE
)
_UPDATE = re.compile(
    r"\b(?:update|replace|overwrite|change|correct|ersetz\w*|aktualisier\w*|überschreib\w*|änder\w*|remplace\w*"
    r"|reemplaza\w*|actualiza\w*|aggiorna\w*|sostituisci|vervang\w*|atualiza\w*|substitui\w*)\b",
    re.IGNORECASE,
)
MOST_ANSWER_WORDS = 6
"""Words of an answer to "update or both?"."""


def statement(text: str) -> str:
    """What is to be remembered, without the words that ask for it: "remember that X" is about X."""
    shorter = _CLOSING.sub("", _OPENING.sub("", text)).strip()
    return shorter or text.strip()


def asks_to_remember(text: str) -> bool:
    """Whether a person asks in so many words for something to be remembered."""
    return _ASKS.search(text) is not None


def choice_in(text: str) -> OnConflict | None:
    """What a message says to do with a note that says something similar; None where it says nothing clear."""
    both, update = _BOTH.search(text) is not None, _UPDATE.search(text) is not None
    if both == update:
        return None
    return OnConflict.BOTH if both else OnConflict.UPDATE


def answers_choice(text: str) -> bool:
    """Whether a message is nothing but an answer to "update or both?"."""
    return len(text.split()) <= MOST_ANSWER_WORDS and choice_in(text) is not None
