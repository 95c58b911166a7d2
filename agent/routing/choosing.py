"""A question between two tools and talk, and what an answer to it chooses. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agent.routing.lexical import fold
from agent.routing.policy import NO_TOOL

LONGEST_ANSWER = 5
"""Words of a message that answers; a longer one is a message of its own."""

_NUMBER = re.compile(r"(?:nr\.?|no\.?|number|nummer|option)?\s*#?(\d)[.)!]?")
_WORD = re.compile(r"[^\W\d_]+")
_TALK_TEXT = """
talk talking chat chatting neither none nothing no nope nah reden plaudern nichts keins keine nein nö rien non
parler nada charlar niente parlare nee niets praten não conversar
"""
_TALK = frozenset(_TALK_TEXT.split())
_YES_TEXT = "yes yep yeah sure ok okay ja jo jap gern oui sí si sì sim do mach please bitte"
_YES = frozenset(_YES_TEXT.split())
_FILLERS_TEXT = "a an the to my your of me just i want der die das ein eine einen deiner nur ich will"
_FILLERS = frozenset(_FILLERS_TEXT.split())
_FIRST_TEXT = "first one erste erstes ersteres premier primero primo eerste primeiro"
_SECOND_TEXT = "second two zweite zweites letzteres deuxième segundo secondo tweede"
_ORDINALS = {1: frozenset(_FIRST_TEXT.split()), 2: frozenset(_SECOND_TEXT.split())}


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """`words`: what it is called in each language, "en" among them."""

    tool: str
    words: Mapping[str, str]

    def named(self, language: str) -> str:
        return self.words.get(language, self.words["en"])


def chosen(text: str, options: Sequence[Option]) -> str | None:
    """The tool that an answer picks by number or word, NO_TOOL for talk, or None where it picks nothing."""
    names = [*(option.tool for option in options), NO_TOOL]
    folded = fold(text).strip()
    number = _NUMBER.fullmatch(folded)
    if number is not None:
        index = int(number[1]) - 1
        return names[index] if 0 <= index < len(names) else None
    said = frozenset(_WORD.findall(folded))
    if not said or len(folded.split()) > LONGEST_ANSWER:
        return None
    fitting = _called(said, options)
    if len(fitting) == 1:
        return fitting[0]
    if said & _TALK and not fitting:
        return NO_TOOL
    return names[0] if len(options) == 1 and said & _YES else None


def _called(said: frozenset[str], options: Sequence[Option]) -> list[str]:
    """The options of which words are said that no other one has."""
    own = {option.tool: _content(option) for option in options}
    by_word = [
        tool
        for tool, words in own.items()
        if said & words.difference(*(other for name, other in own.items() if name != tool))
    ]
    by_order = [
        option.tool for place, option in enumerate(options, 1) if said & _ORDINALS.get(place, frozenset())
    ]
    return by_word or by_order


def _content(option: Option) -> frozenset[str]:
    words = {word for text in option.words.values() for word in _WORD.findall(fold(text))}
    return frozenset(words - _FILLERS)
