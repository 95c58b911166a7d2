"""What a request is about, once its time and its asking words are taken away. Pure.

"remind me in 3 seconds to stretch" -> "stretch"; "kannst du mich in 3 Sekunden ans Dehnen erinnern?" ->
"Dehnen". The words and their order stay the user's own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.routing import asking
from agent.types import TimePhrase

_FLAGS = re.IGNORECASE

_BEFORE_TIME = re.compile(
    r"(?<![\w-])(?:at|on|by|for|from|around|about|starting|um|am|gegen|ab|auf|bis|à|a las|a la|el"
    r"|alle|ore|om|op|às?|em|para)\s+$",
    _FLAGS,
)
"""A preposition in front of a time goes with it ..."""
_BEFORE_ADVERB = re.compile(r"(?<![\w-])(?:by|for|from|starting|gegen|ab|auf|bis|para)\s+$", _FLAGS)
_ADVERB = re.compile(r"(?:today|tonight|tomorrow|this|next|now|heute|morgen|übermorgen|jetzt|nächst)", _FLAGS)
"""... but those that "tomorrow" cannot have belong to the verb: "check in tomorrow", "mach es an morgen"."""
_OCCASION = re.compile(r"(?:night|lunch|dinner|breakfast|brunch)(?=\s+(?:for|at|on|by)\s)", _FLAGS)
"""Begins a time, but names the occasion where a noun stands before it: "date night at 8"."""
_NO_NOUN = re.compile(
    r"(?:^|(?<!\w)(?:me|us|at|in|on|the|this|by|for|to|of|a|my|every|each|next|tomorrow|today|[a-z]+day))\W*$",
    _FLAGS,
)

_LEADING = re.compile(
    r"^(?:[\s,.;:!?¿¡…–—-]+|(?:that says|which says|saying|that i should|que (?:diga|dice|diz)|mit dem text"
    r"|please|pls|hey|hi|hello|ok|okay|to|that|about|of|for|and|at|on|in|by|with|then"
    r"|bitte|hallo|mal|daran|dran|dass|an|ans|am|auf|für|zu|um|und|im|noch|doch"
    r"|de|d['’](?=\w)|que|qu['’](?=\w)|du|pour|por favor|para|sobre|di|che|per favore|per|om|te"
    r"|aan|eraan|voor|dat|em"
    r"|s['’]il (?:te|vous) pla[îi]t|svp|stp|alsjeblieft|alstublieft|aub)(?:(?<=['’])|(?![\w'’-]))\s*)",
    _FLAGS,
)
_TAG = (
    r",\s*¿?(?:ok(?:ay)?|alright|will you|ja|ne|gell|oder|vale|d['’]accord|hein|va bene"
    r"|goed|hè|tá(?: bom)?|né)\s*\?+"
)
"""Asks for assent behind a request: "remind me at 5 to call mum, okay?"."""
_TRAILING = re.compile(
    rf"(?:[\s,;:–—-]+|[.!?¿¡…]+|{_TAG}|(?<![\w-])(?:please|pls|thanks|thank you|at|for|and|bitte"
    r"|danke|vielen dank|daran|dran|eraan|merci|merci beaucoup|svp|stp|alsjeblieft|alstublieft|aub"
    r"|dank je(?: wel)?|gracias|muchas gracias|grazie|grazie mille|bedankt|obrigad[oa]|per favore|por favor"
    r"|s['’]il (?:te|vous) pla[îi]t))$",
    _FLAGS,
)
_PRONOUN_LEFT = re.compile(r"^\W*(?:mich|uns|mir|mij|(?:me|ons)(?= (?:er ?)?aan(?!\w)))(?!\w)", _FLAGS)


def cut_times(text: str, phrases: Sequence[TimePhrase]) -> str:
    """`text` without the given stretches and the prepositions before them."""
    for phrase in sorted(phrases, key=lambda phrase: phrase.start, reverse=True):
        start = phrase.start
        occasion = _OCCASION.match(phrase.text)
        if occasion and not _NO_NOUN.search(text, 0, start):
            start += occasion.end()
        adverb = _ADVERB.match(phrase.text)
        before = (_BEFORE_ADVERB if adverb else _BEFORE_TIME).sub("", text[:start])
        text = f"{before.rstrip()} {text[phrase.end :].lstrip()}"
    return text


def subject(text: str, phrases: Sequence[TimePhrase]) -> str:
    """What is left of a request without `phrases` and asking words; may be empty."""
    left = " ".join(cut_times(_without_measuring(text), phrases).split())
    left = asking.TIMED_END.sub(" ", left) if asking.TIMED.match(text) else left
    for pattern in asking.POLITE:
        left = " ".join(pattern.sub(" ", left, count=1).split())
    left = _PRONOUN_LEFT.sub(" ", _without_request(left))
    left = asking.TIMER.sub(" ", asking.SET_TIMER.sub(" ", left, count=1), count=1)
    if asking.TIMER.search(text) and asking.COUNT_ONLY.fullmatch(left):
        return ""
    return _trim(" ".join(left.split()))


def _without_measuring(text: str) -> str:
    """Blanks the verb that measures a span: "time 8 minutes for the eggs". All places stay."""
    return asking.TIMED.sub(lambda found: re.sub(r"\S", " ", found[0]), text, count=1)


def _without_request(text: str) -> str:
    """One request goes: what follows it is the author's own, be it "set an alarm" or "wake mum"."""
    patterns = (asking.REMIND, asking.SET, asking.WISHED)
    said = [found for found in (pattern.search(text) for pattern in patterns) if found]
    if not said:
        return asking.VERB_AT_END.sub(" ", asking.NOUN.sub(" ", text, count=1))
    first = min(said, key=lambda found: found.start())
    about = first.groupdict().get("about") or ""
    rest = text[first.end() :]
    if asking.SEPARABLE.search(first[0]):
        rest = asking.PARTICLE_AT_END.sub(" ", rest)
    again = asking.REMIND.match(_trim(rest))  # "set an alarm to remind me to ..."
    if again and not about:
        rest = _trim(rest)[again.end() :]
    before = asking.BEGGING.sub("", text[: first.start()], count=1)
    return f"{before} {about} {rest}"


def request_text(text: str, phrases: Sequence[TimePhrase]) -> str:
    """What is left of a request for later without the times that say when: its own words, asking and all."""
    left = " ".join(cut_times(text, phrases).split())
    return _trim(re.sub(r"\s+(?=[,.;:!?])", "", left))


def _trim(text: str) -> str:
    """Drops connecting words and signs at both ends, but never a closing bracket or quote."""
    while True:
        shorter = _TRAILING.sub("", _LEADING.sub("", text, count=1), count=1).strip()
        if shorter == text:
            return text
        text = shorter
