"""The words of a text as terms that can be compared: those that say something, cut to stems, and hashed.

Pure, and the same for all languages: a language is never guessed, since notes and questions mix them.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from zlib import crc32

from agent.memory.stopwords import STOPWORDS

STEM = 5
"""Letters of a word that count. Cutting to a length is the stemmer that fits many languages at once: "move",
"moved", "moving" differ in it, but "dentist" and "dentists", "Termin" and "Terminen" do not.
"""
LONGEST_TEXT = 4000
"""Characters looked at."""
SATURATION, LENGTH_WEIGHT, USUAL_LENGTH = 1.2, 0.5, 24
"""BM25's k1 and b, and the number of terms of a usual part, which it compares the length with. The inverse
document frequency is the index's part.
"""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")


def stems(text: str) -> tuple[str, ...]:
    """The content words of a text in order, each cut to its stem."""
    words = _WORD.findall(folded(text[:LONGEST_TEXT]))
    return tuple(stem for word in words if (stem := _stem(word)))


def folded(text: str) -> str:
    """Case and accents away, ligatures and full-width forms resolved."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in parts if not unicodedata.combining(character))


@lru_cache(maxsize=20_000)
def _stem(word: str) -> str:
    word = re.split("['’]", word)[0] if "'" in word or "’" in word else word
    if word in STOPWORDS or (len(word) == 1 and word.isascii() and not word.isdecimal()):
        return ""
    return word if any(character.isdecimal() for character in word) else word[:STEM]


def weights(text: str) -> dict[int, float]:
    """Hashed stem -> BM25's weight of it in a part of a note."""
    counts = Counter(stems(text))
    length = sum(counts.values())
    norm = SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * length / USUAL_LENGTH)
    return {hashed(stem): count * (SATURATION + 1) / (count + norm) for stem, count in counts.items()}


def asked(text: str) -> dict[int, float]:
    """Hashed stem -> 1, for a query."""
    return {hashed(stem): 1.0 for stem in dict.fromkeys(stems(text))}


def hashed(stem: str) -> int:
    """32 bits: among 100,000 stems about one pair meets."""
    return crc32(stem.encode("utf-8", "replace"))


def share(asked_for: Mapping[int, float], there: Iterable[int]) -> float:
    """The part of a query's content words that is among a text's hashed words, between 0 and 1."""
    if not asked_for:
        return 0.0
    return len(asked_for.keys() & there) / len(asked_for)
