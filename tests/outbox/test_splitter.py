"""Cutting long texts: nothing lost, nothing too long, no code block broken."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.splitter import FENCE, LIMIT, SHORTEST_LIMIT, cut, split

PIECES = st.sampled_from(
    [
        "```",
        "```py\n",
        "```c++\n",
        "````",
        "`",
        "\n",
        "\n\n",
        " ",
        "word ",
        "Ein Satz. ",
        "x" * 90,
        "y" * 700,
        " " * 120,
        "👩\u200d👩\u200d👧",
        "🇩🇪",
        "👍🏽",
        "e\u0301",
        "\r\n",
        "```" + "longtag" * 9 + "\n",
    ]
)
TEXTS = st.lists(st.one_of(PIECES, st.text(max_size=40)), max_size=60).map("".join)
LIMITS = st.sampled_from([SHORTEST_LIMIT, 137, 500, LIMIT])


@given(text=TEXTS, limit=LIMITS)
def test_the_bodies_joined_are_the_text(text: str, limit: int) -> None:
    assert "".join(part.body for part in cut(text, limit=limit)) == text


@given(text=TEXTS, limit=LIMITS)
def test_no_message_is_too_long_blank_or_open(text: str, limit: int) -> None:
    for message in split(text, limit=limit):
        assert len(message) <= limit
        assert message.strip()
        assert message.count(FENCE) % 2 == 0


@given(text=TEXTS, limit=LIMITS)
def test_whatever_can_be_seen_is_sent(text: str, limit: int) -> None:
    visible = "".join(part.body for part in cut(text, limit=limit) if part.text.strip())
    assert "".join(visible.split()) == "".join(text.split())


@given(text=TEXTS, limit=LIMITS)
def test_a_block_is_opened_again_with_what_was_closed(text: str, limit: int) -> None:
    parts = cut(text, limit=limit)
    for earlier, later in itertools.pairwise(parts):
        assert bool(earlier.closing) == bool(later.opening)


def test_a_short_text_stays_as_it_is() -> None:
    assert split("Hello there.") == ("Hello there.",)


@pytest.mark.parametrize("text", ["", " ", "\n\n \t"])
def test_a_blank_text_gives_no_message(text: str) -> None:
    assert split(text) == ()


def test_two_thousand_characters_are_one_message_and_one_more_are_two() -> None:
    assert split("x" * 2000) == ("x" * 2000,)
    assert [len(message) for message in split("x" * 2001)] == [1996, 5]


def test_code_points_are_counted_not_bytes_or_utf16_units() -> None:
    assert split("🦊" * 2000) == ("🦊" * 2000,)


def test_a_paragraph_break_is_preferred_to_a_line_and_a_line_to_a_space() -> None:
    first, rest = split("a b\n" * 20 + "\n" + "c d\n" * 10, limit=100)
    assert first.strip() == ("a b\n" * 20).strip()
    assert rest == "c d\n" * 10
    assert split("word " * 30, limit=100)[0] == "word " * 19


def test_code_goes_on_in_the_same_language() -> None:
    code = "".join(f"print({number})\n" for number in range(40))
    messages = split(f"```py\n{code}```", limit=200)
    assert len(messages) > 2
    assert all(message.startswith("```py\n") and message.endswith("```") for message in messages)
    assert "".join(message[6:-3] for message in messages) == code


def test_a_block_that_fits_the_next_message_is_not_cut() -> None:
    first, second = split("words " * 12 + "\n```py\nx = 1\ny = 2\nz = 3\n```\n" + "end " * 4, limit=100)
    assert FENCE not in first
    assert second.startswith("```py\nx = 1\n")


def test_no_message_begins_or_ends_with_an_empty_block() -> None:
    for length in range(60, 110):
        for message in split("x" * length + "\n```py\n" + "y" * 60 + "\n```\n" + "z" * 60, limit=100):
            assert "```py\n```" not in message


def test_a_block_that_the_model_never_closed_is_closed() -> None:
    assert split("```py\nx = 1") == ("```py\nx = 1\n```",)


@pytest.mark.parametrize("cluster", ["👩\u200d👩\u200d👧", "👍🏽", "🇩🇪", "e\u0301", "❤️"])
def test_an_emoji_or_accented_letter_is_not_torn(cluster: str) -> None:
    for offset in range(len(cluster) + 1):
        for message in split("x" * offset + cluster * 80, limit=100):
            assert len(message.lstrip("x")) % len(cluster) == 0


def test_endless_marks_on_one_letter_do_not_stop_it() -> None:
    messages = split("e" + "\u0301" * 5000)
    assert sum(len(message) for message in messages) == 5001


def test_a_limit_without_room_is_refused() -> None:
    with pytest.raises(ValueError, match="at least"):
        cut("text", limit=SHORTEST_LIMIT - 1)
