"""Thinking segments: closed at once or bounded, and never part of what is said."""

from __future__ import annotations

import pytest

from agent.engine.decode import prompt_tokens
from agent.engine.generation import Stop
from agent.engine.template import ChatTemplate
from agent.engine.thinking import closing_of
from agent.errors import EngineCancelled
from agent.types import ChatMessage, Completion, Finish, GenerationRequest, Grammar, Prompt, Segment
from tests.engine.byte_model import END, After, ByteModel, Never, byte_decoder, saying
from tests.engine.test_decode import TALK, WHOLE, is_whole

CLOSING = "\n\n</think>\n\n"
THOUGHT = "the user wants the time, so I list"
LINES = "{% for message in messages %}{{ message['content'] + '\n' }}{% endfor %}"
HELLO = [ChatMessage(role="user", content="hello")]


def request(
    *, thinking: int, grammar: Grammar | None = TALK, max_tokens: int = 500, prompt: str = "?<think>"
) -> GenerationRequest:
    segments = (Segment(text=prompt, special=True),)
    return GenerationRequest(
        id="r",
        prompt=Prompt(segments=segments, open_thinking=CLOSING),
        grammar=grammar,
        max_tokens=max_tokens,
        deadline=10,
        thinking=thinking,
    )


def run(model: ByteModel, asked: GenerationRequest, stop: Stop | None = None) -> tuple[Completion, str]:
    """The completion, and what was said while it ran."""
    pieces: list[str] = []
    completion = byte_decoder(model).run(asked, stop or Never(), pieces.append)
    return completion, "".join(pieces)


def decoded(model: ByteModel) -> str:
    return bytes(token for call in model.calls for token in call).decode()


def thinker(thought: str) -> ByteModel:
    return ByteModel(saying(f"{thought}</think>\n\n{WHOLE}", after=b"<think>"))


# ------------------------------------------------------------------ templates


@pytest.mark.parametrize(
    ("tail", "closing"),
    [
        ("<|im_start|>assistant\n<think>\n", "\n\n</think>\n\n"),
        ("<thinking>", "\n\n</thinking>\n\n"),
        ("[THINK]", "\n\n[/THINK]\n\n"),
        ("<|START_THINKING|>", "\n\n<|END_THINKING|>\n\n"),
        ("<think>\n\n</think>\n\n", ""),
        ("<|im_start|>assistant\n", ""),
        ("", ""),
    ],
)
def test_an_open_segment_is_known_by_its_mark(tail: str, closing: str) -> None:
    assert closing_of(tail) == closing


def test_a_template_with_a_switch_leaves_nothing_open() -> None:
    for switch in ("enable_thinking", "thinking"):
        source = LINES + "<think>" + "{% if " + switch + " is false %}</think>{% endif %}"
        prompt = ChatTemplate(source, bos="", eos="", report=lambda _: None).render(HELLO)
        assert prompt.open_thinking == ""
        assert prompt.segments[-1].text.endswith("<think></think>")


def test_a_users_own_mark_opens_nothing() -> None:
    template = ChatTemplate("{{ messages[0]['content'] }}", bos="", eos="", report=lambda _: None)
    prompt = template.render([ChatMessage(role="user", content="what is <think>")])
    assert prompt.open_thinking == ""


# ------------------------------------------------------------------ closed at once


def test_without_leave_to_think_the_segment_is_closed_with_the_prompt() -> None:
    model = ByteModel(saying(WHOLE, after=CLOSING.encode()))
    completion, said = run(model, request(thinking=0))
    assert decoded(model).startswith(f"?<think>{CLOSING}{{")
    assert completion.text == said == WHOLE
    assert completion.stats.thinking_tokens == 0
    assert completion.stats.prompt_tokens == len(f"?<think>{CLOSING}")


def test_thoughts_without_an_open_segment_do_not_exist() -> None:
    asked = request(thinking=50)
    plain = GenerationRequest(
        id="r",
        prompt=Prompt(segments=asked.prompt.segments),
        grammar=TALK,
        max_tokens=500,
        deadline=10,
        thinking=50,
    )
    completion, said = run(ByteModel(saying(WHOLE)), plain)
    assert completion.stats.thinking_tokens == 0
    assert said == completion.text
    assert is_whole(said)


# ------------------------------------------------------------------ allowed, within bounds


def test_thoughts_are_decoded_and_never_said() -> None:
    model = thinker(THOUGHT)
    completion, said = run(model, request(thinking=100))
    assert completion.text == said == WHOLE
    assert completion.finish is Finish.STOP
    assert completion.stats.thinking_tokens == len(f"{THOUGHT}</think>")
    assert decoded(model).startswith(f"?<think>{THOUGHT}</think>\n\n{{")


def test_thoughts_do_not_count_towards_the_output() -> None:
    completion, _ = run(thinker(THOUGHT), request(thinking=100, max_tokens=len(WHOLE.encode())))
    assert completion.text == WHOLE
    assert completion.stats.generated_tokens == len(WHOLE.encode())


@pytest.mark.parametrize("limit", range(1, len(THOUGHT), 3))
def test_thoughts_are_cut_at_their_bound(limit: int) -> None:
    model = thinker(THOUGHT)
    completion, said = run(model, request(thinking=limit))
    assert is_whole(said)
    assert completion.stats.thinking_tokens == limit
    assert f"<think>{THOUGHT[:limit]}{CLOSING}{{" in decoded(model)


def test_a_model_that_ends_while_it_thinks_must_answer_all_the_same() -> None:
    model = ByteModel(lambda tokens: END if tokens.endswith(b"hm") else b"hm"[tokens.endswith(b"h")])
    completion, said = run(model, request(thinking=100))
    assert completion.stats.thinking_tokens == 2
    assert f"<think>hm{CLOSING}{{" in decoded(model)
    assert is_whole(said)


def test_thoughts_that_go_round_in_circles_end() -> None:
    completion, said = run(ByteModel(lambda _: ord("a")), request(thinking=2000))
    assert completion.stats.thinking_tokens < 100
    assert is_whole(said)


def test_thoughts_leave_the_context_to_the_answer() -> None:
    model = ByteModel(saying("x y " * 500, after=b"<think>"), context=200)
    completion, said = run(model, request(thinking=2000, max_tokens=100))
    assert 0 < completion.stats.thinking_tokens < 100
    assert is_whole(said)


@pytest.mark.parametrize("steps", [1, 2, 10, 30])
def test_a_deadline_among_thoughts_ends_with_a_legal_output(steps: int) -> None:
    completion, said = run(thinker(THOUGHT), request(thinking=100), After(steps))
    assert is_whole(said)
    assert completion.text == said
    assert completion.finish is Finish.CLOSED


def test_a_decode_interrupted_among_thoughts_ends_with_a_legal_output() -> None:
    model = thinker(THOUGHT)
    model.interrupt_after = 5
    completion, said = run(model, request(thinking=100))
    assert completion.finish is Finish.CLOSED
    assert is_whole(said)


class WithdrawnLater:
    overdue = False

    def __init__(self) -> None:
        self._asked = 0

    @property
    def cancelled(self) -> bool:
        self._asked += 1
        return self._asked > 6


def test_a_withdrawal_among_thoughts_raises() -> None:
    with pytest.raises(EngineCancelled):
        run(thinker(THOUGHT), request(thinking=100), WithdrawnLater())


def test_free_text_has_no_thoughts_in_it_either() -> None:
    model = ByteModel(saying("hm</think>\n\nhello", after=b"<think>"))
    completion, said = run(model, request(thinking=100, grammar=None))
    assert completion.text == said == "hello"


def test_only_the_caller_opens_the_segment() -> None:
    model = ByteModel(saying(WHOLE))
    asked = request(thinking=9).prompt
    assert bytes(prompt_tokens(model, asked)).decode() == f"?<think>{CLOSING}"
    assert bytes(prompt_tokens(model, asked, thinking=True)).decode() == "?<think>"
