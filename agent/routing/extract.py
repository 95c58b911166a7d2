"""What a request is about, once its time and its asking words are taken away. Pure.

"remind me in 3 seconds to stretch" -> "stretch"; "kannst du mich in 3 Sekunden ans Dehnen erinnern?" ->
"Dehnen". The words and their order stay the user's own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.types import TimePhrase

_FLAGS = re.IGNORECASE

_BEFORE_TIME = re.compile(
    r"(?<!\w)(?:at|on|by|for|from|around|about|starting|um|am|gegen|ab|auf|bis|à|a las|a la|el|alle|ore|om|op"
    r"|às?|em|para)\s+$",
    _FLAGS,
)
"""A preposition in front of a time goes with it."""

_SET_EN = r"(?:set|start|create|make|add|put|give|schedule|run|begin|get|need|want|i need|i want)"
_SET_DE = (
    r"(?:möchte|hätte gern|stelle?|setze?|starte|mache?|erstelle?|lege?|richte|füge?|programmiere?|brauche)"
)
_ASKING_SOURCES = (
    # English
    r"(?:can|could|would|will) you(?: please)?",
    r"(?:i want|i need|i'd like|i would like) (?:you )?to(?= (?:remind|ping|set|wake))",
    r"(?:remind|ping|nudge|poke|notify|alert|buzz|wake) (?:me|us)(?: up)?",
    r"^\s*(?:please |hey )?(?:remind|ping|nudge|notify|alert) <@[!&]?\d{1,20}>",
    r"(?:kannst|könntest|würdest) du(?: bitte)? <@[!&]?\d{1,20}>",
    r"^\s*(?:bitte |hey )?erinner(?:e|n|st|t)?(?: bitte)? <@[!&]?\d{1,20}>",
    (
        r"^\s*(?:rappel(?:le|lez) [àa]|recu[ée]rda(?:le)? a|ricorda a|herinner|lembr[ea](?: (?:ao?|[àa]|o))?)"
        r" <@[!&]?\d{1,20}>"
    ),
    r"let (?:me|us) know",
    r"do(?:n['’]t| not) let (?:me|us) forget",
    r"help me remember",
    r"make sure (?:that )?i (?:do(?:n['’]t| not) forget|remember)",
    (
        rf"(?:please )?(?:{_SET_EN}(?: (?:me|us|up))* )?(?:(?:a|an|another|my|the|one) )?(?:new )?"
        r"(?:reminder|alarm)s?(?: (?:called|named))?"
    ),
    (
        rf"(?:please )?{_SET_EN}(?: (?:me|us|up))*(?: (?:a|an|another|my|the|one))?"
        r"(?= (?:\S+ ){0,3}\w*(?:timer|countdown))"
    ),
    # German
    r"(?:kannst|könntest|würdest|magst|willst) du(?: bitte)?(?: (?:mich|uns|mir))?",
    r"erinner(?:e|n|st|t)?(?: (?:mich|uns))?(?: bitte)?",
    r"(?:weck(?:e|en)?|ping(?:e|st)?|stups(?:e|t)?|benachrichtige?) (?:mich|uns)(?: bitte)?",
    r"(?:sage?|gib) (?:mir|uns)(?: bitte)?",
    r"bescheid(?: (?:geben|sagen))?",
    rf"(?:bitte )?(?:ich )?{_SET_DE}(?: mir)?(?: bitte)?(?: (?:(?:noch )?einen?|eine|den|die|meinen?|ein))?",
    r"(?:neue )?erinnerung",
    r"(?:einen? |den |meinen )?(?:wecker|alarm)",
    r"(?:(?:ein|auf)?wecken|erstellen|stellen|einstellen)",
    # French, Spanish, Italian, Dutch, Portuguese
    r"(?:peux|pourrais)[- ]tu",
    r"(?:rappelle|réveille)[rz]?[- ](?:moi|nous)",
    r"(?:me|nous) (?:rappeler|réveiller)",
    r"(?:puedes|podrías)",
    r"(?:rec(?:uérda|orda)(?:me|nos|rme)|despi[ée]rta(?:me|nos)|avísame|me recordar)",
    r"(?:puoi|potresti)",
    r"(?:ricorda(?:mi|rmi|ci)|svegliami|avvisami)",
    r"(?:kun|kan|wil) je(?: (?:me|mij))?",
    r"(?:herinner (?:me|mij|ons)|maak (?:me|mij) wakker|wek (?:me|mij))",
    r"(?:herinneren|eraan)",
    r"(?:pode|poderia)(?: você)?",
    r"(?:(?:me )?lembr(?:e|a|ar)(?:[- ]me)?|me acord(?:e|a|ar))",
)
_ASKING = tuple(re.compile(rf"(?<!\w){source}(?!\w)", _FLAGS) for source in _ASKING_SOURCES)
_PRONOUN_LEFT = re.compile(r"^\W*(?:mich|uns|mir)(?!\w)", _FLAGS)
_BARE_TIMER = re.compile(
    r"(?<!\w)(?:timer|countdown|minuteur|temporizador|kookwekker)(?: (?:called|named|namens))?(?!\w)", _FLAGS
)

_LEADING = re.compile(
    r"^(?:[\s,.;:!?–—-]+|(?:please|pls|hey|hi|hello|ok|okay|to|that|about|of|for|and|at|on|in|by|with|then"
    r"|bitte|hallo|mal|daran|dran|dass|an|ans|am|auf|für|zu|um|und|im|noch|doch"
    r"|de|d['’](?=\w)|que|qu['’](?=\w)|du|pour|por favor|para|sobre|di|che|per|om|te|aan|voor|dat|em"
    r"|s['’]il te plaît)(?:(?<=['’])|(?![\w'’]))\s*)",
    _FLAGS,
)
_TRAILING = re.compile(
    r"(?:[\s,;:–—-]+|[.!?]+|(?<!\w)(?:please|pls|thanks|thank you|at|on|in|by|for|to|and|um|am|auf|bitte"
    r"|danke|im|an|daran|dran|eraan|merci"
    r"|gracias|grazie|bedankt|obrigad[oa]|per favore|por favor|s['’]il te plaît))$",
    _FLAGS,
)


def cut_times(text: str, phrases: Sequence[TimePhrase]) -> str:
    """`text` without the given stretches and the prepositions before them."""
    for phrase in sorted(phrases, key=lambda phrase: phrase.start, reverse=True):
        before = _BEFORE_TIME.sub("", text[: phrase.start])
        text = f"{before.rstrip()} {text[phrase.end :].lstrip()}"
    return text


def subject(text: str, phrases: Sequence[TimePhrase]) -> str:
    """What is left of a request without `phrases` and asking words; may be empty."""
    left = cut_times(text, phrases)
    for pattern in _ASKING:
        left = pattern.sub(" ", left, count=1)
    left = _PRONOUN_LEFT.sub(" ", left)
    left = _BARE_TIMER.sub(" ", left, count=1)
    return _trim(" ".join(left.split()))


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
