"""Text as every store, model, grammar and channel can take it. Pure."""

from __future__ import annotations

import re

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
"""Control characters but tab and line ends: a grammar's strings do not hold them."""


def plain_text(text: str) -> str:
    """`text` with control characters as spaces, and halves of surrogate pairs joined or replaced.

    It stays as long as it was but for joined pairs.
    """
    return _CONTROL.sub(" ", text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))
