"""Text as people type it to the form that is read: lower case, single spaces, digits for numbers."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from agent.timeparse.lexicon import Lexicon

LONGEST_PHRASE = 120
"""Characters; the longest phrase in the test sets has 70."""

_QUOTES = str.maketrans(
    {"’": "'", "‘": "'", "´": "'", "`": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-"}
)
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})


def plain(phrase: str, lexicon: Lexicon) -> str | None:
    """`phrase` in the form that Duckling reads, or None when it is empty or too long to be a time phrase."""
    if len(phrase) > LONGEST_PHRASE:
        return None
    text = unicodedata.normalize("NFKC", phrase).lower().translate(_QUOTES)
    text = "".join(
        " " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c) not in _INVISIBLE
    )
    text = re.sub(r"\s+", " ", text).strip(" ,;!?").removesuffix("..")
    for pattern, replacement in _spellings(lexicon):
        text = pattern.sub(replacement, text)
    return text or None


def digits(text: str, lexicon: Lexicon) -> str:
    """`text` with the number words of the language as digits, and no full stop at its end."""
    return _number_words(lexicon).sub(lambda found: str(lexicon.numbers[_key(found[0])]), text)


def _key(words: str) -> str:
    return words.replace("-", " ")


@lru_cache(maxsize=16)
def _spellings(lexicon: Lexicon) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern), replacement) for pattern, replacement in lexicon.spellings)


@lru_cache(maxsize=16)
def _number_words(lexicon: Lexicon) -> re.Pattern[str]:
    longest_first = sorted(lexicon.numbers, key=len, reverse=True)
    words = "|".join(re.escape(word).replace(r"\ ", "[ -]") for word in longest_first)
    return re.compile(rf"(?<![\w-])(?:{words})(?![\w])")
