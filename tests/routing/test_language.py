"""The language of a message, by its small words."""

from __future__ import annotations

import pytest

from agent.routing.language import language_of


@pytest.mark.parametrize(
    ("text", "default", "language"),
    [
        ("remind me to call mum", "de", "en"),
        ("kannst du mich ans Dehnen erinnern?", "en", "de"),
        ("wie spät ist es?", "en", "de"),
        ("quelle heure est-il ?", "en", "fr"),
        ("¿qué hora es?", "en", "es"),
        ("che ore sono?", "en", "it"),
        ("hoe laat is het?", "en", "nl"),
        ("", "de", "de"),
        ("ok", "de", "de"),
        ("12345 !!", "en", "en"),
        ("Привет, как дела?", "en", "en"),
        ("in", "de", "de"),
    ],
)
def test_small_words_decide(text: str, default: str, language: str) -> None:
    assert language_of(text, default=default) == language
