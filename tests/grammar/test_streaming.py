"""The message of an envelope that is still being written, cut anywhere."""

from __future__ import annotations

import itertools
import json

from hypothesis import example, given
from hypothesis import strategies as st

from agent.grammar.streaming import MessageReader
from tests.turn.house import idle, reflect, task

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60)


def envelope(text: str, *, thought: str = "", ascii_only: bool = False) -> str:
    value = {"thought": thought, "status": "Idle", "message_to_user": text, "tool_calls": []}
    return json.dumps(value, ensure_ascii=ascii_only, separators=(",", ":"))


def pieces(text: str, cuts: list[int]) -> list[str]:
    places = sorted({0, len(text), *(cut % (len(text) + 1) for cut in cuts)})
    return [text[start:end] for start, end in itertools.pairwise(places)]


@given(TEXTS, TEXTS, st.booleans(), st.lists(st.integers(min_value=0), max_size=40))
def test_cut_anywhere_it_gives_prefixes_and_in_the_end_the_message(
    text: str, thought: str, ascii_only: bool, cuts: list[int]
) -> None:
    reader = MessageReader()
    given_out = [
        reader.feed(piece) for piece in pieces(envelope(text, thought=thought, ascii_only=ascii_only), cuts)
    ]
    assert given_out[-1] == text
    assert all(later.startswith(earlier) for earlier, later in itertools.pairwise(given_out))
    assert all(text.startswith(shown) for shown in given_out)


@given(TEXTS, st.booleans())
def test_no_half_of_a_character_comes_out(text: str, ascii_only: bool) -> None:
    reader = MessageReader()
    for character in envelope(text, ascii_only=ascii_only):
        reader.feed(character).encode()


def test_character_by_character_nothing_is_kept_back() -> None:
    reader = MessageReader()
    shown: list[str] = []
    for character in idle('He said "hi".\nBye 😀'):
        message = reader.feed(character)
        if not shown or shown[-1] != message:
            shown.append(message)
    assert shown[-1] == 'He said "hi".\nBye 😀'
    assert len(shown) == len(shown[-1]) + 1


def test_thoughts_calls_and_remarks_never_come_out() -> None:
    call = task(("agenda:remind_at", {"time": "at 9", "text": '"message_to_user":"no"'}), message="a remark.")
    thinking = envelope("Hello.", thought='{"message_to_user":"secret"')
    for text, last in ((call, ""), (reflect(), ""), (thinking, "Hello.")):
        reader = MessageReader()
        shown = {reader.feed(character) for character in text}
        assert max(shown, key=len) == last
        assert not any("secret" in each for each in shown)


def test_what_is_no_envelope_gives_nothing() -> None:
    for text in ("Hello.", '{"status":"Idle","message_to_user":"x"}', '{"thought":"","status":"Idle" ', ""):
        assert MessageReader().feed(text) == ""


@example("\\ud83e", [0])
@example("\\\\ud83e\\ud83e!", [50])
@given(
    st.text(st.sampled_from('\\"ud83e0Dn😀'), min_size=1, max_size=20), st.lists(st.integers(0), max_size=3)
)
def test_what_looks_like_an_escape_is_read_as_it_was_written(text: str, cuts: list[int]) -> None:
    """A talk about escapes: an escaped backslash before the letters of half a surrogate pair."""
    whole = envelope(text, ascii_only=True)
    for end in range(len(whole) - len(json.dumps(text)), len(whole)):
        reader = MessageReader()
        assert text.startswith(reader.feed(whole[:end]))
        assert [reader.feed(piece) for piece in pieces(whole[end:], cuts)][-1] == text
