"""Short legal endings, compared with the shortest ones found by exhaustive search."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.engine.closing import MAX_SUFFIX, Closing, Closings
from agent.errors import GrammarError
from tests.engine.conftest import BROKEN, CLOSABLE, LONG

ENVELOPE = r"""
start: "{\"thought\":" THOUGHT ",\"status\":" ending "}"
ending: "\"Idle\",\"message_to_user\":" MESSAGE ",\"tool_calls\":[]"
      | "\"Reflect\",\"message_to_user\":null,\"tool_calls\":[]"
      | "\"Task\",\"message_to_user\":" (MESSAGE | "null") ",\"tool_calls\":[" call ("," call){0,2} "]"
call: "{\"name\":\"clock:now\",\"args\":{}}"
    | "{\"name\":\"agenda:remove\",\"args\":{\"id\":" ID ",\"why\":" (THOUGHT | "null") "}}"
    | "{\"name\":\"clock:timer\",\"args\":{\"when\":" WHEN ",\"text\":" quote "}}"
quote: "\"" ("call" (" the" (" dentist")?)? | "the" (" dentist")? | "dentist") "\""
THOUGHT: /"([^"\\\x00-\x1f\x7f]|\\["\\\/bfnrt]|\\u[0-9a-f]{4})*"/
MESSAGE: /"([^"\\\x00-\x1f\x7f]|\\["\\\/bfnrt]|\\u[0-9a-f]{4})+"/
WHEN: /"2[0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9])T([01][0-9]|2[0-3]):[0-5][0-9]"/
ID: /[1-9][0-9]{0,5}/
"""
OUTPUTS = [
    '{"thought":"Ä\\n\\u00e9 \\"x\\" 𝄞","status":"Idle","message_to_user":"Grüße!","tool_calls":[]}',
    '{"thought":"","status":"Reflect","message_to_user":null,"tool_calls":[]}',
    (
        '{"thought":"a","status":"Task","message_to_user":null,"tool_calls":['
        '{"name":"agenda:remove","args":{"id":1234,"why":"d\\/one"}},{"name":"clock:now","args":{}}]}'
    ),
    (
        '{"thought":"a","status":"Task","message_to_user":"ok","tool_calls":['
        '{"name":"clock:timer","args":{"when":"2026-03-02T09:00","text":"call the dentist"}}]}'
    ),
]


@pytest.fixture(scope="module")
def closings() -> Closings:
    return Closings()


def at(closings: Closings, lark: str, text: bytes) -> Closing:
    closing = closings.start(lark)
    closing.feed(text)
    return closing


@pytest.mark.parametrize("output", OUTPUTS)
def test_an_output_cut_at_any_byte_is_closed(closings: Closings, output: str) -> None:
    data = output.encode()
    for cut in range(len(data) + 1):
        for suffix in (
            at(closings, ENVELOPE, data[:cut]).suffix(),
            at(closings, ENVELOPE, data[:cut]).estimate(),
        ):
            whole = data[:cut] + suffix
            assert at(closings, ENVELOPE, whole).complete
            assert list(json.loads(whole)) == ["thought", "status", "message_to_user", "tool_calls"]


def test_a_whole_output_needs_nothing(closings: Closings) -> None:
    closing = at(closings, ENVELOPE, OUTPUTS[0].encode())
    assert closing.suffix() == b""
    assert closing.finished


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b'{"thought":"so', b'","status":"Idle","message_to_user":".","tool_calls":[]}'),
        (
            b'{"thought":"","status":"Task","message_to_user":"x","tool_calls":[',
            b'{"name":"clock:now","args":{}}]}',
        ),
        (
            b'{"thought":"","status":"T',
            b'ask","message_to_user":".","tool_calls":[{"name":"clock:now","args":{}}]}',
        ),
    ],
)
def test_the_shortest_way_is_found(closings: Closings, text: bytes, expected: bytes) -> None:
    assert len(at(closings, ENVELOPE, text).suffix()) <= len(expected)


SMALL = r"""
start: "{s:" ending "}"
ending: "R,n" | "I," /"[a-c]{1,3}"/ | "T," (/"[a-c]{1,3}"/ | "n") ",[" call ("," call){0,2} "]"
call: "{x:" /[1-9][0-9]{0,2}/ "}" | "{y:" (/"[a-c]{0,3}"/ | "n") ",z:" /[0-9]{2,3}/ "}"
"""


def shortest(closings: Closings, lark: str, text: bytes) -> int:
    """Length of the shortest ending, by trying every byte that the grammar has."""
    alphabet = [bytes([byte]) for byte in b'{}[],:sRITnxyzabc0123456789"']
    reached = [text]
    for length in range(40):
        states = [at(closings, lark, state) for state in reached]
        if any(state.complete for state in states):
            return length
        fitting = [
            state + byte
            for state, c in zip(reached, states, strict=True)
            for byte in alphabet
            if c.fits(byte)
        ]
        reached = list(dict.fromkeys(fitting))
    raise AssertionError("no ending found")


@pytest.mark.parametrize(
    "text",
    [b"{s:", b"{s:I", b'{s:I,"a', b"{s:T", b"{s:T,n,[", b"{s:T,n,[{x:1", b"{s:T,n,[{y", b"{s:T,n,[{y:n,z:1"],
)
def test_endings_are_as_short_as_by_exhaustive_search(closings: Closings, text: bytes) -> None:
    assert len(at(closings, SMALL, text).suffix()) == shortest(closings, SMALL, text)


def test_a_long_ending_is_found_in_time(closings: Closings) -> None:
    suffix = at(closings, LONG.lark, b'{"text":"').suffix()
    assert 1500 <= len(suffix) <= 1510


def test_an_ending_that_never_comes_is_an_error(closings: Closings) -> None:
    with pytest.raises(GrammarError, match=str(MAX_SUFFIX)):
        at(closings, "start: /[ab]{9000}/", b"a").suffix()
    with pytest.raises(GrammarError):
        at(closings, 'start: "a" start', b"a").suffix()


def test_a_broken_grammar_is_an_error(closings: Closings) -> None:
    with pytest.raises(GrammarError):
        closings.start(BROKEN.lark)
    with pytest.raises(GrammarError):
        closings.start("start: \ud800")


def test_an_output_outside_the_grammar_is_noticed(closings: Closings) -> None:
    closing = at(closings, CLOSABLE.lark, b'{"text":"x')
    assert not closing.fits(b"\n")
    with pytest.raises(GrammarError):
        closing.feed(b"\n")


@given(data=st.data())
def test_every_walk_can_be_closed(data: st.DataObject) -> None:
    closings = Closings()
    output = data.draw(st.sampled_from(OUTPUTS)).encode()
    cut = data.draw(st.integers(0, len(output)))
    closing = at(closings, ENVELOPE, output[:cut])
    for _ in range(data.draw(st.integers(0, 12))):
        byte = bytes([data.draw(st.integers(0x20, 0x7E))])
        if closing.fits(byte):
            closing.feed(byte)
    closing.feed(closing.suffix())
    assert closing.complete
