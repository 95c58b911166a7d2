"""The decode loop, on a model without weights."""

from __future__ import annotations

import json

import pytest

from agent.engine.closing import Closings
from agent.engine.decode import MIN_OUTPUT
from agent.engine.generation import Stop
from agent.engine.output import OnText
from agent.errors import ContextOverflow, EngineCancelled, EngineDeadline, GrammarError
from agent.types import Completion, Finish, GenerationRequest, Grammar, Prompt, Segment
from tests.engine.byte_model import After, ByteModel, Never, byte_decoder, saying
from tests.engine.conftest import BROKEN, SHORT

TALK = Grammar(
    gbnf="",
    lark=r"""
start: "{\"say\":" SAY ",\"calls\":[" (CALL ("," CALL){0,2})? "]}"
SAY: /"([^"\\\x00-\x1f\x7f]|\\["\\n])+"/
CALL: /\{"name":"(now|list)","n":[0-9]{1,3}\}/
""",
    longest=10_000,
)
WHOLE = '{"say":"Grüße, \\"du\\"","calls":[{"name":"now","n":12},{"name":"list","n":0}]}'
FORCED = Grammar(gbnf="", lark='start: "{\\"fixed\\":true}"', longest=14)


def request(grammar: Grammar | None, *, prompt: str = "?", max_tokens: int = 5000) -> GenerationRequest:
    segments = (Segment(text=prompt, special=False),)
    return GenerationRequest(
        id="r", prompt=Prompt(segments=segments), grammar=grammar, max_tokens=max_tokens, deadline=10
    )


def run(
    model: ByteModel, asked: GenerationRequest, *, stop: Stop | None = None, on_text: OnText | None = None
) -> Completion:
    return byte_decoder(model).run(asked, stop or Never(), on_text or (lambda _: None))


def is_whole(text: str, grammar: Grammar = TALK) -> bool:
    closing = Closings().start(grammar.lark)
    if not closing.fits(text.encode()):
        return False
    closing.feed(text.encode())
    return closing.complete


def test_an_output_is_what_the_model_wants_where_that_is_legal() -> None:
    completion = run(ByteModel(saying(WHOLE)), request(TALK))
    assert completion.text == WHOLE
    assert completion.finish is Finish.STOP


def test_forced_runs_are_decoded_with_the_token_before_them() -> None:
    model = ByteModel(saying(WHOLE))
    completion = run(model, request(TALK))
    assert model.calls[0] == list(b'?{"say":"')
    assert list(b'","calls":[') in model.calls
    assert sum(map(len, model.calls)) < len(b"?") + len(WHOLE.encode())
    assert completion.stats.forced_tokens + len(model.calls) == completion.stats.generated_tokens


def test_the_last_token_is_not_decoded() -> None:
    model = ByteModel(saying('{"colour":"red","count":7}'))
    run(model, request(SHORT))
    assert bytes(token for call in model.calls for token in call).endswith(b'"count":')


def test_an_output_without_a_choice_needs_no_model() -> None:
    model = ByteModel(saying("never"))
    completion = run(model, request(FORCED))
    assert completion.text == '{"fixed":true}'
    assert completion.finish is Finish.STOP
    assert completion.stats.forced_tokens == completion.stats.generated_tokens == 14
    assert model.calls == []


def test_what_the_grammar_refuses_is_replaced_by_the_best_legal_token() -> None:
    completion = run(ByteModel(lambda _: ord("z")), request(SHORT))
    assert json.loads(completion.text)["colour"] in {"red", "green", "blue"}


def test_free_text_ends_where_the_model_ends() -> None:
    completion = run(ByteModel(saying("hällo\n")), request(None))
    assert completion.text == "hällo\n"
    assert completion.finish is Finish.STOP


def test_pieces_are_complete_characters() -> None:
    pieces: list[str] = []
    run(ByteModel(saying("zä€𝄞")), request(None), on_text=pieces.append)
    assert pieces == ["z", "ä", "€", "𝄞"]


def test_a_character_cut_in_half_is_replaced() -> None:
    pieces: list[str] = []
    completion = run(ByteModel(saying("€")), request(None, max_tokens=2), on_text=pieces.append)
    assert completion.text == "".join(pieces) == "\ufffd"
    assert completion.finish is Finish.LENGTH


# ------------------------------------------------------------------ bounds


@pytest.mark.parametrize("budget", range(len(WHOLE.encode()) + 2))
def test_an_output_cut_by_its_budget_is_closed(budget: int) -> None:
    pieces: list[str] = []
    completion = run(ByteModel(saying(WHOLE)), request(TALK, max_tokens=budget), on_text=pieces.append)
    assert is_whole(completion.text)
    assert "".join(pieces) == completion.text
    whole = completion.text == WHOLE
    assert completion.finish is (Finish.STOP if whole else Finish.CLOSED)
    shortest = len('{"say":".","calls":[]}')
    assert completion.stats.generated_tokens <= max(budget, shortest)


@pytest.mark.parametrize("steps", range(1, 70, 3))
def test_an_output_cut_by_its_deadline_is_closed(steps: int) -> None:
    completion = run(ByteModel(saying(WHOLE)), request(TALK), stop=After(steps))
    assert is_whole(completion.text)
    assert completion.text == WHOLE or completion.finish is Finish.CLOSED


@pytest.mark.parametrize("calls", range(1, 40, 3))
def test_an_output_interrupted_in_the_middle_of_a_decode_is_closed(calls: int) -> None:
    model = ByteModel(saying(WHOLE))
    model.interrupt_after = calls
    completion = run(model, request(TALK))
    assert is_whole(completion.text)


@pytest.mark.parametrize("room", range(MIN_OUTPUT, 90, 5))
def test_an_output_at_the_end_of_the_context_is_closed(room: int) -> None:
    prompt = "x" * 20 + "?"
    completion = run(ByteModel(saying(WHOLE), context=len(prompt) + room), request(TALK, prompt=prompt))
    assert is_whole(completion.text)


def test_an_output_that_goes_round_in_circles_is_closed() -> None:
    completion = run(ByteModel(lambda _: ord("a")), request(TALK))
    assert is_whole(completion.text)
    assert completion.finish is Finish.CLOSED
    assert completion.stats.generated_tokens < 100


def test_free_text_that_goes_round_in_circles_is_cut() -> None:
    completion = run(ByteModel(lambda _: ord("a")), request(None))
    assert completion.finish is Finish.LENGTH
    assert completion.stats.generated_tokens < 100


def test_free_text_ends_with_its_budget_or_the_context() -> None:
    wish = saying("once upon a time there was a model that liked to talk")
    assert run(ByteModel(wish), request(None, max_tokens=9)).text == "once upon"
    short = run(ByteModel(wish, context=1 + MIN_OUTPUT), request(None))
    assert short.text == "once upon a time "[: len(short.text)]
    assert len(short.text) == MIN_OUTPUT
    assert short.finish is Finish.LENGTH


def test_a_prompt_must_leave_room_for_an_output() -> None:
    with pytest.raises(ContextOverflow) as caught:
        run(ByteModel(saying("x"), context=30), request(None, prompt="x" * 20 + "?"))
    assert (caught.value.needed, caught.value.available) == (21, 30 - MIN_OUTPUT)


def test_a_forced_beginning_beyond_the_context_is_an_overflow() -> None:
    long_start = Grammar(gbnf="", lark=f'start: "{"y" * 40}" /[ab]/', longest=41)
    with pytest.raises(ContextOverflow):
        run(ByteModel(saying("x"), context=50), request(long_start, prompt="x" * 20 + "?"))


# ------------------------------------------------------------------ withdrawal


class Withdrawn:
    cancelled = True
    overdue = False


def test_a_withdrawn_request_raises() -> None:
    with pytest.raises(EngineCancelled):
        run(ByteModel(saying(WHOLE)), request(TALK), stop=Withdrawn())


def test_a_deadline_before_the_prompt_is_read_raises() -> None:
    with pytest.raises(EngineDeadline):
        run(ByteModel(saying(WHOLE)), request(TALK), stop=After(0))


def test_an_unparsable_grammar_raises_and_the_next_request_runs() -> None:
    decoder = byte_decoder(ByteModel(saying(WHOLE)))
    with pytest.raises(GrammarError):
        decoder.run(request(BROKEN), Never(), lambda _: None)
    assert decoder.run(request(TALK), Never(), lambda _: None).text == WHOLE


# ------------------------------------------------------------------ the cache


def test_the_common_beginning_of_prompts_is_read_once() -> None:
    model = ByteModel(saying(WHOLE))
    decoder = byte_decoder(model)
    first = decoder.run(request(TALK, prompt="x" * 300 + "a?"), Never(), lambda _: None)
    assert first.stats.reused_tokens == 0
    model.calls.clear()
    second = decoder.run(request(TALK, prompt="x" * 300 + "b?"), Never(), lambda _: None)
    assert second.stats.reused_tokens == 300
    assert model.calls[0] == list(b'b?{"say":"')
    assert second.text == WHOLE


def test_the_same_prompt_again_is_read_but_for_its_end() -> None:
    model = ByteModel(saying(WHOLE))
    decoder = byte_decoder(model)
    decoder.run(request(TALK, prompt="x" * 300 + "?"), Never(), lambda _: None)
    model.calls.clear()
    completion = decoder.run(request(TALK, prompt="x" * 300 + "?"), Never(), lambda _: None)
    assert completion.stats.reused_tokens == 301
    assert len(model.calls[0]) == 1


def test_what_was_read_before_a_withdrawal_is_kept() -> None:
    model = ByteModel(saying(WHOLE))
    decoder = byte_decoder(model)
    asked = request(TALK, prompt="x" * 300 + "?")
    model.interrupt_after = 2
    with pytest.raises(EngineDeadline):
        decoder.run(asked, Never(), lambda _: None)
    model.interrupt_after = None
    completion = decoder.run(asked, Never(), lambda _: None)
    assert completion.stats.reused_tokens == 256
    assert completion.text == WHOLE
