"""The engine's small pure parts: life cycle, protocol, repetition, prefixes, profiles."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.engine import protocol
from agent.engine.lifecycle import LONGEST_PAUSE, Event, State, pause_after, step
from agent.engine.prefix import PrefixCache, common_prefix
from agent.engine.profile import ProfileOverrides, profile_for
from agent.engine.protocol import ProtocolError
from agent.engine.repetition import MIN_TOKENS, is_runaway
from agent.errors import (
    ContextOverflow,
    EngineCancelled,
    EngineDeadline,
    EngineDown,
    EngineError,
    GrammarError,
    IllegalTransition,
    KallistiError,
    ModelFileError,
)
from agent.testing.engine import SMALL_MODEL
from agent.types import (
    Completion,
    Finish,
    GenerationRequest,
    GenerationStats,
    Grammar,
    GroundingPolicy,
    ModelInfo,
    Prompt,
    Regime,
    Segment,
)

# ------------------------------------------------------------------ life cycle


def test_a_worker_lives_fails_and_lives_again() -> None:
    state = State.IDLE
    for event in (Event.START, Event.ANSWERED, Event.ENDED, Event.START, Event.ENDED, Event.START):
        state = step(state, event)
    assert state is State.STARTING
    assert step(state, Event.REFUSED) is State.REFUSED


def test_every_state_can_be_closed_and_closed_is_the_end() -> None:
    assert {step(state, Event.CLOSE) for state in State} == {State.CLOSED}
    for event in set(Event) - {Event.CLOSE}:
        with pytest.raises(IllegalTransition, match=f"closed.*{event}"):
            step(State.CLOSED, event)


@pytest.mark.parametrize(
    ("state", "event"), [(State.IDLE, Event.ENDED), (State.READY, Event.START), (State.REFUSED, Event.START)]
)
def test_a_step_that_is_not_in_the_table_is_refused(state: State, event: Event) -> None:
    with pytest.raises(IllegalTransition):
        step(state, event)


def test_pauses_grow_up_to_a_limit() -> None:
    pauses = [pause_after(failures) for failures in range(1, 50)]
    assert pauses[0] < 1
    assert all(earlier <= later for earlier, later in itertools.pairwise(pauses))
    assert pauses[-1] == LONGEST_PAUSE


# ------------------------------------------------------------------ protocol

REQUEST = GenerationRequest(
    id="1",
    prompt=Prompt(segments=(Segment(text="<a>", special=True), Segment(text="ä\ud800", special=False))),
    grammar=Grammar(gbnf="g", lark="l", longest=3),
    max_tokens=5,
    deadline=9.0,
    temperature=0.5,
    seed=7,
)


def through_the_wire(message: protocol.Message) -> protocol.Message:
    data = protocol.encode(message)
    header, body = data[: protocol.LENGTH_BYTES], data[protocol.LENGTH_BYTES :]
    assert protocol.body_length(header) == len(body)
    return protocol.decode(body)


def test_a_request_crosses_unchanged_but_for_its_deadline() -> None:
    back = protocol.request_from_wire(through_the_wire(protocol.request_to_wire(REQUEST, seconds=2.5)))
    assert back.deadline == 2.5
    assert back.prompt == REQUEST.prompt
    assert back.grammar == REQUEST.grammar
    assert (back.id, back.max_tokens, back.temperature, back.seed) == ("1", 5, 0.5, 7)


def test_a_completion_crosses_unchanged() -> None:
    stats = GenerationStats(prompt_tokens=3, forced_tokens=2, decode_ms=1.5)
    completion = Completion(text="ä", finish=Finish.CLOSED, stats=stats)
    wire = {
        "text": "ä",
        "finish": "closed",
        "stats": {"prompt_tokens": 3, "forced_tokens": 2, "decode_ms": 1.5},
    }
    assert protocol.completion_from_wire(wire) == completion


@pytest.mark.parametrize(
    "error",
    [
        ContextOverflow(needed=10, available=5),
        EngineCancelled("a"),
        EngineDeadline("b"),
        EngineDown("c"),
        GrammarError("d"),
        ModelFileError("e"),
        EngineError("f"),
    ],
)
def test_errors_cross_with_type_and_words(error: KallistiError) -> None:
    back = protocol.error_from_wire(protocol.error_to_wire(error))
    assert type(back) is type(error)
    assert str(back) == str(error)
    assert vars(back) == vars(error)


def test_an_unknown_error_becomes_an_engine_error() -> None:
    back = protocol.error_from_wire({"kind": "Surprise", "message": "what"})
    assert type(back) is EngineError


@pytest.mark.parametrize("header", [b"\x00\x00\x00\x00", b"\x00\x00\x00\x01", b"\xff\xff\xff\xff", b"HTTP"])
def test_a_stream_out_of_step_is_noticed(header: bytes) -> None:
    with pytest.raises(ProtocolError):
        protocol.body_length(header)


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'"beat"', b"{}", b'{"type":1}', b"\xff\xfe"])
def test_what_is_no_message_is_noticed(body: bytes) -> None:
    with pytest.raises(ProtocolError):
        protocol.decode(body)


# ------------------------------------------------------------------ repetition


@pytest.mark.parametrize("period", [1, 2, 5, 11, 32])
def test_the_same_piece_again_and_again_is_a_runaway(period: int) -> None:
    assert is_runaway([99, 98, *range(period)] + list(range(period)) * 60)


@given(st.lists(st.integers(0, 1000), unique=True, max_size=300))
def test_what_never_repeats_is_no_runaway(tokens: list[int]) -> None:
    assert not is_runaway(tokens)


def test_short_rows_are_no_runaway() -> None:
    assert not is_runaway([7] * (MIN_TOKENS - 1))
    assert not is_runaway([1, 2, 3, 4, 5, 6, 7, 8] * 3)


def test_a_broken_row_is_no_runaway() -> None:
    assert not is_runaway([7] * 100 + [8])
    assert not is_runaway([7] * 30 + [8] + [7] * 30)


# ------------------------------------------------------------------ prefixes


@given(st.lists(st.integers(0, 2)), st.lists(st.integers(0, 2)))
def test_common_prefix(left: list[int], right: list[int]) -> None:
    length = common_prefix(left, right)
    assert left[:length] == right[:length]
    assert length == min(len(left), len(right)) or left[length] != right[length]


class Forgetful:
    """A model that cannot forget in part, as those with a recurrent state."""

    def __init__(self) -> None:
        self.length = 0

    def decode(self, tokens: Sequence[int], position: int) -> bool:
        assert position == self.length
        self.length += len(tokens)
        return True

    def keep(self, count: int) -> int:
        self.length = count if count == self.length else 0
        return self.length


def test_a_model_that_forgets_everything_reads_everything_again() -> None:
    cache = PrefixCache(Forgetful())
    assert cache.reuse([1, 2, 3]) == 0
    assert cache.extend([1, 2, 3])
    assert cache.reuse([1, 2, 3, 4]) == 3
    assert cache.extend([4])
    assert cache.reuse([1, 2, 9]) == 0
    assert cache.length == 0


# ------------------------------------------------------------------ profiles


def test_small_models_are_held_narrow_and_quiet() -> None:
    profile = profile_for(SMALL_MODEL)
    assert profile.regime is Regime.NARROW
    assert profile.thought_limit == 0


def test_larger_models_are_free() -> None:
    info = ModelInfo(
        name="m", architecture="llama", parameters=1_000_000_000, context=1, vocabulary=1, has_template=True
    )
    profile = profile_for(info)
    assert profile.regime is Regime.WIDE
    assert profile.thought_limit > 0
    assert profile.message_limit > profile_for(SMALL_MODEL).message_limit
    assert (profile.grounding, profile_for(SMALL_MODEL).grounding) == ("prefer", "strict")
    assert profile_for(info, ProfileOverrides(grounding=GroundingPolicy.OFF)).grounding is GroundingPolicy.OFF


def test_the_configuration_has_the_last_word() -> None:
    overrides = ProfileOverrides(regime=Regime.WIDE, thought_limit=5)
    profile = profile_for(SMALL_MODEL, overrides)
    assert profile.regime is Regime.WIDE
    assert profile.thought_limit == 5
    assert profile.message_limit == profile_for(SMALL_MODEL).message_limit
