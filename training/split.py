"""Which texts of the evaluation data no training run sees, so that figures can be given on them. Pure."""

from __future__ import annotations

import hashlib
import re
import unicodedata

KEPT_BELOW = 38
"""Of 256 values of a byte: about 15 % of all texts."""
_PUNCTUATION = re.compile(r"[^\w\s]|_")


def normalised(text: str) -> str:
    """NFKC, casefold, without punctuation, single spaces: the form in which texts are compared."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(_PUNCTUATION.sub(" ", plain).split())


def text_hash(text: str) -> str:
    """sha256 of the normalised text in hexadecimal, as lists of texts to leave out hold it."""
    return hashlib.sha256(normalised(text).encode("utf-8", "surrogatepass")).hexdigest()


def is_kept_aside(text: str) -> bool:
    """Whether this text is for validation only. The second byte decides: the first one tells the sets' halves
    apart.
    """
    return int(text_hash(text)[2:4], 16) < KEPT_BELOW
