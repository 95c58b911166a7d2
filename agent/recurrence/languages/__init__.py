"""The languages in which series can be read."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from agent.recurrence.languages import de, en, es, fr, it, nl, pt
from agent.recurrence.lexicon import Lexicon

LANGUAGES: Mapping[str, Lexicon] = MappingProxyType(
    {module.LEXICON.language: module.LEXICON for module in (de, en, es, fr, it, nl, pt)}
)


def lexicon_of(language: str) -> Lexicon | None:
    """The lexicon of an ISO 639-1 code, or None."""
    return LANGUAGES.get(language)
