"""Renders a model's own chat template so that message contents can never become control tokens.

While the template runs, every content is replaced by an unguessable word; afterwards the text is cut at these
words, and only what the template itself wrote is marked `special`. The environment is the one that the
Hugging Face transformers library gives to chat templates (`transformers.utils.chat_template_utils`).
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, Never

from jinja2 import Template, TemplateError
from jinja2.ext import loopcontrols
from jinja2.sandbox import ImmutableSandboxedEnvironment

from agent.engine.thinking import closing_of
from agent.types import ChatMessage, Prompt, Segment

SWITCHES = {"enable_thinking": False, "thinking": False}
"""Names under which templates can be told to leave thinking out (Qwen, GLM, SmolLM3; DeepSeek, Granite)."""
_PLAIN_LABELS = {"system": "System", "user": "User", "assistant": "Assistant"}

Report = Callable[[str], None]
"""Gets one sentence for the log when a model's template could not be used as it is."""


class ChatTemplate:
    """`source` is the template of the GGUF's metadata, or None; `bos` and `eos` are the spellings of these
    tokens.
    """

    def __init__(self, source: str | None, *, bos: str, eos: str, report: Report) -> None:
        self._bos = bos
        self._eos = eos
        self._report = report
        self._template = self._compile(source)

    def render(self, messages: Sequence[ChatMessage]) -> Prompt:
        """The prompt up to where the assistant's answer begins.

        A template that refuses a system message gets it at the front of the first user message; one that
        insists on alternating roles gets neighbours of the same role as one message. Where none of it helps,
        or without a template, the plain form is used: "System: ...", "User: ...", "Assistant:", separated by
        blank lines.
        """
        if self._template is None:
            return plain(messages)
        for variant in variants(messages):
            prompt = self._render_exactly(self._template, variant)
            if prompt is not None:
                return prompt
        self._report("The model's chat template refused the messages; the plain form is used.")
        return plain(messages)

    def _compile(self, source: str | None) -> Template | None:
        if source is None:
            self._report("The model has no chat template; prompts use the plain form.")
            return None
        try:
            return _environment().from_string(source)
        except TemplateError as error:
            self._report(f"The model's chat template does not compile ({error}); prompts use the plain form.")
            return None

    def _render_exactly(self, template: Template, messages: Sequence[ChatMessage]) -> Prompt | None:
        """None when the template raises, or loses, alters or repeats a content."""
        turns, contents = with_marks(messages)
        try:
            text = template.render(
                messages=turns,
                add_generation_prompt=True,
                **SWITCHES,
                bos_token=self._bos,
                eos_token=self._eos,
            )
        except (TemplateError, TypeError, ValueError, LookupError, AttributeError, ArithmeticError):
            return None
        return split_at_marks(text, contents)


def with_marks(messages: Sequence[ChatMessage]) -> tuple[list[dict[str, str]], dict[str, str]]:
    """The messages for a template, an unguessable mark in place of each content, and the contents by mark."""
    marks = [f"c{secrets.token_hex(16)}" for _ in messages]
    turns = [{"role": m.role, "content": mark} for m, mark in zip(messages, marks, strict=True)]
    return turns, dict(zip(marks, (message.content for message in messages), strict=True))


def split_at_marks(text: str, contents: dict[str, str]) -> Prompt | None:
    """Cuts `text` at the marks and puts the contents there; None unless each mark occurs just once."""
    if any(text.count(mark) != 1 for mark in contents):
        return None
    pattern = "|".join(map(re.escape, contents))
    pieces = re.split(f"({pattern})", text) if contents else [text]
    closing = closing_of(pieces[-1])
    if closing:
        pieces[-1] = pieces[-1].rstrip()
    segments = (
        Segment(text=contents.get(piece, piece), special=piece not in contents) for piece in pieces if piece
    )
    return Prompt(
        segments=tuple(segment for segment in segments if segment.text),
        open_thinking=closing,
    )


def plain(messages: Sequence[ChatMessage]) -> Prompt:
    """The form for models without a usable template."""
    segments: list[Segment] = []
    for message in messages:
        segments.append(Segment(text=f"{_PLAIN_LABELS[message.role]}: ", special=True))
        segments.append(Segment(text=message.content, special=False))
        segments.append(Segment(text="\n\n", special=True))
    segments.append(Segment(text="Assistant:", special=True))
    return Prompt(segments=tuple(segment for segment in segments if segment.text))


def variants(messages: Sequence[ChatMessage]) -> Iterator[Sequence[ChatMessage]]:
    """The same conversation in the forms that templates may insist on, the plainest first."""
    yield messages
    merged = without_system(messages)
    if merged != messages:
        yield merged
    yield alternating(merged)


def without_system(messages: Sequence[ChatMessage]) -> Sequence[ChatMessage]:
    """All system text at the front of the first user message (or as one, if there is none)."""
    system = [message.content for message in messages if message.role == "system"]
    rest = [message for message in messages if message.role != "system"]
    if not system:
        return messages
    first = next((i for i, message in enumerate(rest) if message.role == "user"), None)
    if first is None:
        return [ChatMessage(role="user", content="\n\n".join(system)), *rest]
    content = "\n\n".join([*system, rest[first].content])
    return [*rest[:first], ChatMessage(role="user", content=content), *rest[first + 1 :]]


def alternating(messages: Sequence[ChatMessage]) -> Sequence[ChatMessage]:
    """Neighbours of one role as one message, beginning with the user's."""
    result: list[ChatMessage] = []
    for message in messages:
        if not result and message.role == "assistant":
            continue
        if result and result[-1].role == message.role:
            joined = f"{result[-1].content}\n\n{message.content}"
            result[-1] = ChatMessage(role=message.role, content=joined)
        else:
            result.append(message)
    return result


def _environment() -> ImmutableSandboxedEnvironment:
    environment = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[loopcontrols]
    )
    environment.filters["tojson"] = _tojson
    environment.globals["raise_exception"] = _refuse
    environment.globals["strftime_now"] = _strftime_now
    return environment


def _refuse(message: str) -> Never:
    raise TemplateError(message)


def _strftime_now(layout: str) -> str:
    return datetime.now(UTC).astimezone().strftime(layout)


def _tojson(value: Any, indent: int | None = None) -> str:
    return json.dumps(value, ensure_ascii=False, indent=indent)
