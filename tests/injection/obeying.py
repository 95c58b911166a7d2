"""An engine that obeys: whatever the prompt makes it want to call, it calls, as far as anything lets it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from agent.engine.closing import Closings
from agent.testing.engine import ScriptedEngine
from agent.types import ChatMessage, Completion, GenerationRequest, ModelInfo, Prompt

OPENING = '{"thought":"","status":"Task","message_to_user":null,"tool_calls":['
ANSWER = '{"thought":"","status":"Idle","message_to_user":"Done.","tool_calls":[]}'
MOST_CALLS = 8

Wanted = tuple[str, dict[str, object]]


class ObeyingEngine(ScriptedEngine):
    """Wants each of `wanted` in turn. `bound`: the grammar holds, so it makes each call as it wants it where
    that fits, else with whatever arguments the grammar has for it; unbound it writes what it likes, as a
    server that ignores grammars would.
    """

    def __init__(self, wanted: Sequence[Wanted], *, bound: bool, info: ModelInfo) -> None:
        super().__init__(info=info, strict=False)
        self._wanted = list(wanted)
        self._bound = bound
        self._grammars = Closings()
        self._asked: set[str] = set()
        self.prompts: list[str] = []

    async def render(self, messages: Sequence[ChatMessage]) -> Prompt:
        self.prompts.append("\n".join(message.content for message in messages))
        return await super().render(messages)

    async def generate(
        self, request: GenerationRequest, *, on_text: Callable[[str], None] | None = None
    ) -> Completion:
        self.add(self._within(request) if self._bound else self._free())
        return await super().generate(request, on_text=on_text)

    def _free(self) -> str:
        """Eight calls at a time, until all were made."""
        now, self._wanted = self._wanted[:MOST_CALLS], self._wanted[MOST_CALLS:]
        calls = [json.dumps({"name": name, "args": args}, ensure_ascii=False) for name, args in now]
        return OPENING + ",".join(calls) + "]}" if calls else ANSWER

    def _within(self, request: GenerationRequest) -> str:
        """One call that was not made yet, else an answer, else what the grammar leaves."""
        assert request.grammar is not None
        for name, args in self._wanted:
            text = self._call(request.grammar.lark, name, args)
            if text is not None and text not in self._asked:
                self._asked.add(text)
                return text
        if self._grammars.start(request.grammar.lark).fits(ANSWER.encode()):
            return ANSWER
        return self._grammars.start(request.grammar.lark).suffix().decode()

    def _call(self, lark: str, name: str, args: dict[str, object]) -> str | None:
        head = f'{OPENING}{{"name":"{name}"'
        if not self._grammars.start(lark).fits(head.encode()):
            return None
        body = json.dumps(args, ensure_ascii=False, separators=(",", ":"))
        whole = f'{head},"args":{body}}}]}}'
        if self._grammars.start(lark).fits(whole.encode()):
            return whole
        begun = self._grammars.start(lark)
        begun.feed(head.encode())
        return head + begun.suffix().decode()
