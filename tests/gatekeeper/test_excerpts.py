"""Results cut to a size: at a row, a sentence or a word, never too long, always saying so."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.excerpts import beginning, excerpt

HINT = "ask for less"


async def characters(text: str) -> int:
    return len(text)


async def test_a_short_text_is_left_alone_without_counting() -> None:
    async def never(text: str) -> int:
        raise AssertionError("counted")

    assert await excerpt("short", tokens=5, count=never, hint=HINT) == "short"


async def test_a_text_that_fits_is_left_alone() -> None:
    async def words(text: str) -> int:
        return len(text.split())

    text = "one two three four"
    assert await excerpt(text, tokens=4, count=words, hint=HINT) == text


@pytest.mark.parametrize(
    ("text", "length", "expected"),
    [
        ("a: 1\nb: 2\nc: 3\nd: 4", 11, "a: 1\nb: 2\n[2 more lines left out; ask for less]"),
        ("a: 1\nb: 2\nc: 3", 9, "a: 1\nb: 2\n[the rest left out; ask for less]"),
        ("One. Two! Three four.", 14, "One. Two!\n[the rest left out; ask for less]"),
        ("words without any end", 12, "words\n[the rest left out; ask for less]"),
        ("xxxxxxxxxxxxxxx", 4, "xxxx\n[the rest left out; ask for less]"),
        ("anything", 0, "[the rest left out; ask for less]"),
    ],
)
def test_a_cut_falls_where_something_ends(text: str, length: int, expected: str) -> None:
    assert beginning(text, length, HINT) == expected


@given(text=st.text(max_size=400), tokens=st.integers(min_value=60, max_value=200))
async def test_no_excerpt_is_too_long(text: str, tokens: int) -> None:
    short = await excerpt(text, tokens=tokens, count=characters, hint=HINT)
    assert len(short) <= tokens
    assert short == text or short.endswith("ask for less]")
