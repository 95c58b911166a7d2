"""Answers that grow while they are written, as the sessions see them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

from agent.types import Clarification

Send = Callable[[str], Awaitable[bool]]


class Draft(Protocol):
    """One answer on its way. `shown` is what was last shown of it, or empty.

    It ends with one of `finish`, `withdraw` and `leave`, none of which raises on a failed delivery. The first
    two give False where the same call with `late` may still succeed: it tries once, after a look at what
    arrived before.
    """

    @property
    def shown(self) -> str: ...

    def show(self, text: str) -> None:
        """The answer so far, in place of what was shown before; returns at once."""
        ...

    def ask(self, question: Clarification) -> None:
        """The answer will end with this question, whose choices can be pressed where there are buttons."""
        ...

    async def goes_on(self, text: str) -> None:
        """Says beside the answer that it takes long, with a way to stop it, until there is more to see."""
        ...

    async def finish(self, text: str, *, late: bool = False) -> bool:
        """The whole answer, never blank."""
        ...

    async def withdraw(self, *, late: bool = False) -> bool:
        """Takes back what was shown, since nobody waits for an answer any more."""
        ...

    async def leave(self) -> None:
        """Leaves what was shown as it is, since the answer will not be finished."""
        ...


class WholeDraft:
    """Shows nothing before the answer is whole: for places where an answer is sent once."""

    def __init__(self, send: Send, remark: Callable[[str], Awaitable[object]]) -> None:
        self._send = send
        self._remark = remark

    @property
    def shown(self) -> str:
        return ""

    def show(self, text: str) -> None:
        pass

    def ask(self, question: Clarification) -> None:
        pass

    async def goes_on(self, text: str) -> None:
        await self._remark(text)

    async def finish(self, text: str, *, late: bool = False) -> bool:
        return await self._send(text)

    async def withdraw(self, *, late: bool = False) -> bool:
        return True

    async def leave(self) -> None:
        pass
