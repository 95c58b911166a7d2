"""Answers that grow while they are written, as the sessions see them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

from agent.types import Clarification


class Draft(Protocol):
    """One answer on its way. `shown` is what was last shown of it, or empty.

    It ends with one of `finish`, `withdraw` and `leave`, none of which raises on a failed delivery.
    """

    @property
    def shown(self) -> str: ...

    def show(self, text: str) -> None:
        """The answer so far, in place of what was shown before; returns at once."""
        ...

    def ask(self, question: Clarification) -> None:
        """The answer will end with this question, whose choices can be pressed where there are buttons."""
        ...

    async def finish(self, text: str) -> None:
        """The whole answer, never blank."""
        ...

    async def withdraw(self) -> None:
        """Takes back what was shown, since nobody waits for an answer any more."""
        ...

    async def leave(self) -> None:
        """Leaves what was shown as it is, since the answer will not be finished."""
        ...


class WholeDraft:
    """Shows nothing before the answer is whole: for places where an answer is sent once."""

    def __init__(self, send: Callable[[str], Awaitable[None]]) -> None:
        self._send = send

    @property
    def shown(self) -> str:
        return ""

    def show(self, text: str) -> None:
        pass

    def ask(self, question: Clarification) -> None:
        pass

    async def finish(self, text: str) -> None:
        await self._send(text)

    async def withdraw(self) -> None:
        pass

    async def leave(self) -> None:
        pass
