"""Requests that are to be worked on later: "every Friday at 17:00 tell me what I have next week". Pure.

Such a message has two kinds of times: when to work on it, and what it asks about. The first stands before the
asking words, or right behind them; the second within what is asked for, which is blanked out to tell them
apart. A series may also stand at the end: "tell me the weather every morning at 8".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.types import TimePhrase

LONGEST_TEXT = 500
"""Characters looked at, as for other lexical guards; folding keeps their places."""
LONGEST_GAP = 60
"""Characters between the asking words and what is asked for, where a time may stand."""

_ASKS = (
    r"(?:please )?(?:tell|show|read|list|give|send|post|write) (?:me|us)"
    r"|(?:sage?|zeige?|gib|nenne?|schicke?|lies|schreibe?|poste?) (?:mir|uns)"
    r"|(?:dis|montre|donne|envoie|lis)[- ](?:moi|nous)"
    r"|(?:dime|mu[ée]strame|dame|env[íi]ame|l[ée]eme)"
    r"|(?:dimmi|mostrami|dammi|inviami|leggimi)"
    r"|(?:zeg|vertel|toon|laat|geef|stuur) (?:me|mij|ons)"
    r"|(?:me (?:diga|diz|mostre|mostra|d[êe]|d[áa]|envie)|(?:diga|mostre|d[êe])[- ]me)"
)
_QUESTIONS = (
    r"what(?:'s|s)?|which|who|how|when|where|whether|if"
    r"|was|welche[nrs]?|wer|wie|wann|wo|ob"
    r"|ce que|ce qui|quels?|quelles?|comment|si|quand"
    r"|qu[ée]|cu[áa]l(?:es)?|c[óo]mo|cu[áa]ndo|lo que"
    r"|cosa|che cosa|che|quali|come|quando|se"
    r"|wat|welke|hoe|wanneer|of"
    r"|o que|quais|como|qual"
)
_THINGS = (
    r"the|my|our|all|a (?:list|summary)|an overview|today's|tomorrow's"
    r"|die|den|das|der|meine[nrs]?|unsere[nrs]?|alle|eine (?:liste|[üu]bersicht|zusammenfassung)"
    r"|les?|la|mes|mon|ma|nos"
    r"|el|los|las|mis?|todos|todas"
    r"|il|lo|gli|i miei|le mie|i|tutti"
    r"|de|het|mijn|alle"
    r"|o|os|as?|meus|minhas|todos"
)
_CUE = re.compile(
    rf"(?<!\w)(?P<ask>{_ASKS})(?!\w)(?P<gap>.{{0,{LONGEST_GAP}}}?)"
    rf"(?<!\w)(?P<object>(?P<question>{_QUESTIONS})|{_THINGS})(?!\w)",
    re.IGNORECASE | re.DOTALL,
)
_LETTERS = re.compile(r"[^\W_]+")
_FILLER_TEXT = "please pls bitte then dann and und at um on am always immer mal doch also auch s il te plaît"
_FILLERS = frozenset(_FILLER_TEXT.split())
_REPEATED = re.compile(
    r"(?<!\w)(?:every|each|daily|weekly|monthly|jede[nrsm]?|t[äa]glich|w[öo]chentlich|monatlich|chaque"
    r"|tous les|toutes les|cada|todos los|todas las|ogni|tutti i|tutte le|elke?|iedere?|dagelijks|todos? os?"
    r"|todas? as?)(?!\w)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """Places in the text: of the asking words, and of what they ask for, which goes to the end.

    `open_question`: it begins with a word such as "what", whose clause may hold times of its own.
    """

    start: int
    end: int
    object_start: int
    open_question: bool


def asking(text: str) -> Asking | None:
    """The first place that asks to be told or shown something."""
    found = _CUE.search(text[:LONGEST_TEXT])
    if found is None:
        return None
    return Asking(
        start=found.start("ask"),
        end=found.end("ask"),
        object_start=found.start("object"),
        open_question=found["question"] is not None,
    )


def without_object(text: str, ask: Asking) -> str:
    """`text` with what is asked for blanked out; all places stay."""
    return text[: ask.object_start] + re.sub(r"[^\n]", " ", text[ask.object_start :])


def says_when(text: str, ask: Asking, phrases: Sequence[TimePhrase]) -> bool:
    """Whether these phrases, found without the object, say when to work on it, and nothing else stands there.

    "Bob said at 5 tell me the score" has other words before the asking ones, and is no such request.
    """
    if not phrases:
        return False
    rest = list(text[: ask.start] + text[ask.end : ask.object_start])
    shift = ask.end - ask.start
    for phrase in phrases:
        start, end = (
            (phrase.start, phrase.end)
            if phrase.end <= ask.start
            else (phrase.start - shift, phrase.end - shift)
        )
        rest[start:end] = " " * (end - start)
    return all(word.casefold() in _FILLERS for word in _LETTERS.findall("".join(rest)))


def repeats_at_the_end(text: str, ask: Asking, phrases: Sequence[TimePhrase]) -> tuple[TimePhrase, ...]:
    """The series that ends the message: "tell me the weather every morning at 8"; nothing where none does.

    "Tell me what I have every Friday" asks now, so behind an open question it needs an hour.
    """
    last = [phrase for phrase in phrases if not text[phrase.end :].strip(" .!?,")]
    behind = [phrase for phrase in last if phrase.start > ask.object_start and _REPEATED.search(phrase.text)]
    if ask.open_question:
        behind = [phrase for phrase in behind if any(map(str.isdigit, phrase.text))]
    return tuple(behind)
