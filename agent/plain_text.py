"""Text as every store, model, grammar and channel can take it. Pure."""

from __future__ import annotations

import re
import unicodedata

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
"""Control characters but tab and line ends: a grammar's strings do not hold them."""

_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that show nothing: Unicode's Default_Ignorable_Code_Point, and the empty Braille cell."""


def is_visible(text: str) -> bool:
    """Whether anything of it can be seen; Discord takes invisible characters for an empty message."""
    return any(
        character not in _BLANK and unicodedata.category(character)[0] not in "CZ" for character in text
    )


def plain_text(text: str) -> str:
    """`text` with control characters as spaces, and halves of surrogate pairs joined or replaced.

    It stays as long as it was but for joined pairs.
    """
    return _CONTROL.sub(" ", text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))
