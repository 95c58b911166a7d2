"""A session that lives in memory, as the port asks for it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from agent.types import HistoryMessage, Summary


@dataclass(slots=True, kw_only=True)
class _Row:
    """`links` are the messages with which an answer goes."""

    channel_id: int
    message: HistoryMessage
    message_id: int | None
    links: set[int] = field(default_factory=set)


class InMemoryHistory:
    """Implements `agent.ports.History`."""

    def __init__(self) -> None:
        self._rows: list[_Row] = []
        self._count = 0
        self._deleted: set[int] = set()
        self._edited: dict[int, str] = {}
        self._summaries: dict[int, Summary] = {}
        self._since: dict[int, datetime] = {}

    async def append(
        self,
        channel_id: int,
        message: HistoryMessage,
        *,
        message_id: int | None = None,
        answers: Collection[int] = (),
    ) -> None:
        known = {(row.channel_id, row.message_id) for row in self._rows if row.message_id is not None}
        if (channel_id, message_id) in known or not self._deleted.isdisjoint({message_id, *answers}):
            return
        self._count += 1
        text = message.text if message_id is None else self._edited.get(message_id, message.text)
        numbered = replace(message, text=text, number=self._count)
        self._rows.append(
            _Row(channel_id=channel_id, message=numbered, message_id=message_id, links=set(answers))
        )

    async def sent(self, answered: int, message_ids: Collection[int]) -> None:
        for row in self._rows:
            if answered in row.links:
                row.links.update(message_ids)
        await self.delete(self._deleted.intersection(message_ids))

    async def window(self, channel_id: int, *, limit: int) -> tuple[HistoryMessage, ...]:
        return _newest(self._of(channel_id), limit)

    async def edit(self, message_id: int, text: str) -> None:
        self._edited[message_id] = text
        for row in self._rows:
            if row.message_id == message_id and row.message.text != text:
                row.message = replace(row.message, text=text)
                self._changed(row)

    async def delete(self, message_ids: Collection[int]) -> None:
        gone = set(message_ids)
        self._deleted |= gone
        for row in self._remove(lambda row: row.message_id in gone or not gone.isdisjoint(row.links)):
            self._changed(row)

    async def clear(self, channel_id: int) -> int:
        removed = self._remove(lambda row: row.channel_id == channel_id)
        self._drop_summary(channel_id)
        return len(removed)

    async def prune(self, *, before: datetime) -> int:
        removed = self._remove(lambda row: row.message.sent_at < before)
        for row in removed:
            self._changed(row)
        for channel_id in [each for each, since in self._since.items() if since < before]:
            self._drop_summary(channel_id)
        return len(removed)

    async def summary(self, channel_id: int) -> Summary:
        return self._summaries.get(channel_id, Summary())

    async def unsummarised(self, channel_id: int, *, before: int, limit: int) -> tuple[HistoryMessage, ...]:
        through = (await self.summary(channel_id)).through
        behind = [each for each in self._of(channel_id) if through < each.number < before]
        return _newest(behind, limit)

    async def keep_summary(
        self, channel_id: int, text: str, *, of: Sequence[HistoryMessage], seen: Summary
    ) -> bool:
        present = await self.summary(channel_id)
        if (present.through, present.revision) != (seen.through, seen.revision):
            return False
        self._summaries[channel_id] = replace(present, text=text, through=of[-1].number)
        oldest = min(message.sent_at for message in of)
        self._since[channel_id] = min(self._since.get(channel_id, oldest), oldest)
        return True

    # ------------------------------------------------------------------ inside

    def _of(self, channel_id: int) -> list[HistoryMessage]:
        return [row.message for row in self._rows if row.channel_id == channel_id]

    def _remove(self, goes: Callable[[_Row], bool]) -> list[_Row]:
        removed = [row for row in self._rows if goes(row)]
        self._rows = [row for row in self._rows if not goes(row)]
        return removed

    def _changed(self, row: _Row) -> None:
        present = self._summaries.get(row.channel_id, Summary())
        if present.through >= row.message.number:
            self._drop_summary(row.channel_id)
        else:
            self._summaries[row.channel_id] = replace(present, revision=present.revision + 1)

    def _drop_summary(self, channel_id: int) -> None:
        present = self._summaries.get(channel_id, Summary())
        self._summaries[channel_id] = Summary(revision=present.revision + 1)
        self._since.pop(channel_id, None)


def _newest(messages: Sequence[HistoryMessage], limit: int) -> tuple[HistoryMessage, ...]:
    return tuple(messages[max(0, len(messages) - limit) :])
