"""Whether a value is in its author's words: inflected, shortened or reordered, but nobody else's.

Pure. What others wrote also stands in a prompt, and a model may take it for what its author wants.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

SHORT = 2
"""Letters of words that say nothing by themselves, such as "to"; numbers always do."""
STEM = 4
"""Letters in which two forms of one word agree at the least."""
ENDING = 3
"""Letters in which they may differ at the end."""

_WORD = re.compile(r"\w+")


def foreign_words(value: str, texts: Iterable[str]) -> tuple[str, ...]:
    """The words of `value` that stand in none of `texts` in any form."""
    known = frozenset(word for text in texts for word in _words(text))
    stems = frozenset(word[:STEM] for word in known)
    return tuple(word for word in _words(value) if not _is_known(word, known, stems))


def _is_known(word: str, known: frozenset[str], stems: frozenset[str]) -> bool:
    if word in known or (len(word) <= SHORT and word.isalpha()):
        return True
    return word[:STEM] in stems and any(_same_stem(word, other) for other in known)


def _same_stem(word: str, other: str) -> bool:
    least = max(STEM, max(len(word), len(other)) - ENDING)
    return word.isalpha() and word[:least] == other[:least]


def _words(text: str) -> list[str]:
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())
