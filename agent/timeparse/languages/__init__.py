"""One module a language, each holding its `LEXICON`."""

from __future__ import annotations

from importlib import import_module

from agent.timeparse.lexicon import Lexicon

LANGUAGES = ("en", "de", "fr", "es", "nl", "it", "pt")


def lexicon_of(language: str) -> Lexicon | None:
    """The lexicon of an ISO 639-1 code; a region is ignored ("pt-BR"). None for other languages."""
    code = language.lower().replace("_", "-").partition("-")[0]
    if code not in LANGUAGES:
        return None
    lexicon: Lexicon = import_module(f"{__name__}.{code}").LEXICON
    return lexicon
