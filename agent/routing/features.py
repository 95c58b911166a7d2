"""Character features of a message for the routing head: hashed n-grams, the same at training and at run time.

Sentence vectors catch meaning across languages; n-grams catch the small words that decide between
neighbours ("an alarm", "the alarms", "kein Wecker"). Hashing needs no vocabulary file. CRC-32 is stable
across Python versions and processes, unlike `hash()`.
"""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections import Counter
from math import sqrt

BUCKETS = 8192
SHORTEST_GRAM = 2
LONGEST_GRAM = 4
LONGEST_TEXT = 400
"""Code points looked at; a request is said early or not at all, and cost must not grow with the message."""

_DIGITS = re.compile(r"\d")
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")


def normalise(text: str) -> str:
    """NFKC, casefolded, digits as 0, words separated by one space, cut to LONGEST_TEXT code points."""
    folded = unicodedata.normalize("NFKC", text[: 4 * LONGEST_TEXT]).casefold()
    return " ".join(_WORD.findall(_DIGITS.sub("0", folded)))[:LONGEST_TEXT]


def _grams(word: str) -> list[str]:
    padded = f" {word} "
    return [
        padded[start : start + size]
        for size in range(SHORTEST_GRAM, LONGEST_GRAM + 1)
        for start in range(max(1, len(padded) - size + 1))
    ]


def character_features(text: str) -> dict[int, float]:
    """Bucket -> weight, signed and of unit Euclidean length; empty for a text without letters or digits."""
    counts: Counter[int] = Counter()
    for word in normalise(text).split(" "):
        for gram in _grams(word) if word else ():
            code = zlib.crc32(gram.encode())
            counts[code % BUCKETS] += 1 if code & 0x8000_0000 else -1
    length = sqrt(sum(value * value for value in counts.values()))
    return {bucket: value / length for bucket, value in counts.items() if value} if length else {}
