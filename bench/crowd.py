"""What a crowd of people asks of the bot, all kinds in turn, and what a model would call for it. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Call = tuple[str, dict[str, Any]]
NOTES = 1100
"""Of which every eleventh is said, by the number of kinds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A message, numbered so that no two are alike, and the call that it asks for; None for small talk.

    Where `again` is set, numbers begin again after so many: notes are held in memory, and a bench that asks
    whether memory grows must not fill it with more and more of them.
    """

    name: str
    text: str
    call: Callable[[str], Call] | None = None
    again: int = 0

    def said(self, number: int) -> str:
        return self.text.format(number=number % self.again if self.again else number)

    def number_in(self, text: str) -> str | None:
        """The number of the message of this kind that `text` ends with."""
        found = re.search(re.escape(self.text).replace(r"\{number\}", r"(\d+)") + r"\s*$", text)
        return (found[1] if found.groups() else "") if found else None


KINDS = (
    Kind(name="chat", text="how are you today, friend of number {number}"),
    Kind(
        name="reminder",
        text="remind me in 3 days to water plant {number}",
        call=lambda n: ("agenda:remind_at", {"time": "in 3 days", "text": f"water plant {n}"}),
    ),
    Kind(
        name="task",
        text="put milk {number} on my list",
        call=lambda n: ("agenda:push", {"text": f"milk {n}"}),
    ),
    Kind(name="chat", text="my day number {number} was long and I am tired"),
    Kind(
        name="soon",
        text="remind me in 9 seconds to look into oven {number}",
        call=lambda n: ("agenda:remind_at", {"time": "in 9 seconds", "text": f"look into oven {n}"}),
    ),
    Kind(name="list", text="what reminders do I have?", call=lambda _: ("agenda:list", {})),
    Kind(
        name="note",
        text="remember that bike {number} is blue",
        again=NOTES,
        call=lambda n: ("memory:stage", {"text": f"bike {n} is blue"}),
    ),
    Kind(name="tasks", text="what is on my to-do list?", call=lambda _: ("agenda:tasks", {})),
    Kind(name="commit", text="commit all staged notes", call=lambda _: ("memory:commit_all", {})),
    Kind(
        name="recall",
        text="what do you know about bike {number}?",
        again=NOTES,
        call=lambda n: ("memory:query", {"text": f"bike {n}"}),
    ),
    Kind(
        name="done",
        text="tick milk {number} off my list",
        call=lambda n: ("agenda:complete", {"text": f"milk {n}"}),
    ),
)
"""Messages; commands come beside them."""
COMMANDS = ("reminders", "help", "status", "memory", "tools")


def envelope_for(message: str) -> str:
    """The output of a model that understands each of these messages and nothing else."""
    for kind in KINDS:
        number = kind.number_in(message)
        if number is not None and kind.call is not None:
            name, args = kind.call(number)
            return _envelope("Task", None, [{"name": name, "args": args}])
    return _envelope("Idle", "I am well, and glad that you ask. Tell me more of it.", [])


def _envelope(status: str, said: str | None, calls: list[dict[str, Any]]) -> str:
    envelope = {"thought": "", "status": status, "message_to_user": said, "tool_calls": calls}
    return json.dumps(envelope, separators=(",", ":"))
