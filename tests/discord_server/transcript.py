"""The record of what anyone could see or feel in Discord, in order; tests assert on it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TypeVar

from .state import Json, Nonce

T = TypeVar("T")


class Kind(StrEnum):
    MESSAGE = "message"
    EDIT = "edit"
    DELETE = "delete"
    TYPING = "typing"
    REACTION = "reaction"
    THREAD = "thread"
    INTERACTION = "interaction"
    RESPONSE = "response"
    MODAL = "modal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One thing that happened.

    `actor` is the account's name. `pinged` holds the ids of those who were notified (never for edits).
    `detail` holds what only some kinds have: custom ids, command names, emoji, the interaction's id.
    """

    index: int
    time: datetime
    kind: Kind
    actor_id: int
    actor: str
    channel_id: int
    message_id: int | None = None
    content: str | None = None
    nonce: Nonce = None
    pinged: tuple[int, ...] = ()
    reply_to: int | None = None
    ephemeral_to: int | None = None
    attachments: tuple[str, ...] = ()
    detail: Json = field(default_factory=dict)


@dataclass(slots=True)
class Transcript:
    """The growing list of records, and the place where tests wait for more."""

    records: list[Record] = field(default_factory=list)
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def __iter__(self) -> Iterator[Record]:
        return iter(tuple(self.records))

    def __len__(self) -> int:
        return len(self.records)

    def append(self, record: Record) -> None:
        self.records.append(record)
        self.notify()

    def notify(self) -> None:
        """Wake everyone who waits in `until`; also called where something changed that is no record."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def select(
        self,
        *,
        kind: Kind | None = None,
        channel_id: int | None = None,
        actor_id: int | None = None,
        start: int = 0,
    ) -> list[Record]:
        return [
            record
            for record in self.records[start:]
            if kind in {None, record.kind}
            and channel_id in {None, record.channel_id}
            and actor_id in {None, record.actor_id}
        ]

    async def until(self, probe: Callable[[], T | None], timeout: float) -> T:  # noqa: ASYNC109 - part of the API
        """Wait until `probe` returns something other than None; TimeoutError shows the last records."""
        try:
            async with asyncio.timeout(timeout):
                while (found := probe()) is None:
                    await self._changed.wait()
                return found
        except TimeoutError:
            raise TimeoutError(f"nothing fitting within {timeout} s; last records:\n{self.tail()}") from None

    def tail(self, count: int = 20) -> str:
        return "\n".join(
            f"  {r.index} {r.time:%H:%M:%S.%f} {r.kind} {r.actor} in {r.channel_id}: {r.content!r} {r.detail}"
            for r in self.records[-count:]
        )

    def to_json(self, start: int = 0) -> list[Json]:
        return [asdict(record) | {"time": record.time.isoformat()} for record in self.records[start:]]
