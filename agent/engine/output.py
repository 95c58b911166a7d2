"""What one generation has produced: its text in complete UTF-8, and its figures."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from dataclasses import dataclass, field

from agent.types import GenerationStats

OnText = Callable[[str], None]


@dataclass(slots=True)
class Meter:
    """Milliseconds and counts while a generation runs."""

    prompt: int = 0
    reused: int = 0
    forced: int = 0
    thinking: int = 0
    prefill: float = 0.0
    decode: float = 0.0
    constraint: float = 0.0
    tokens: list[int] = field(default_factory=list)

    def stats(self, extra: int) -> GenerationStats:
        return GenerationStats(
            prompt_tokens=self.prompt,
            reused_tokens=self.reused,
            generated_tokens=len(self.tokens) + extra,
            forced_tokens=self.forced,
            prefill_ms=round(self.prefill, 3),
            decode_ms=round(self.decode, 3),
            constraint_ms=round(self.constraint, 3),
            thinking_tokens=self.thinking,
        )


class Output:
    """Collects bytes and hands on complete UTF-8."""

    def __init__(self, on_text: OnText) -> None:
        self._on_text = on_text
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._pieces: list[str] = []
        self._data = bytearray()
        self._seen = 0

    def add(self, data: bytes) -> None:
        self._data += data
        self._emit(self._decoder.decode(data))

    def unseen(self) -> bytes:
        """The bytes since the last call."""
        data = bytes(self._data[self._seen :])
        self._seen = len(self._data)
        return data

    def finish(self) -> str:
        self._emit(self._decoder.decode(b"", final=True))
        return "".join(self._pieces)

    def _emit(self, text: str) -> None:
        if text:
            self._pieces.append(text)
            self._on_text(text)
