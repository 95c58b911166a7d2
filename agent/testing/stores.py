"""The stores' ports in memory, for tests of what uses them. They keep the same contracts as SQLite's."""

from __future__ import annotations

from dataclasses import replace

from agent.errors import NotFound
from agent.reminder_limits import ReminderLimits, check_draft, check_pending
from agent.types import Clarification, HistoryMessage, Reminder, ReminderDraft, ReminderState


class InMemoryReminderStore:
    """Implements `agent.ports.ReminderStore`. `reminders` holds every row ever added, by id."""

    def __init__(self, *, limits: ReminderLimits | None = None) -> None:
        self.reminders: dict[int, Reminder] = {}
        self._ids: dict[tuple[int, int, int], int] = {}
        self._limits = limits or ReminderLimits()

    async def add(self, draft: ReminderDraft) -> Reminder:
        check_draft(draft, self._limits)
        key = (draft.author_id, draft.source_message_id, draft.call_index)
        if key in self._ids:
            return self.reminders[self._ids[key]]
        check_pending(len(self._pending(draft.author_id)), self._limits)
        reminder = _stored(draft, reminder_id=len(self.reminders) + 1)
        self._ids[key] = reminder.id
        self.reminders[reminder.id] = reminder
        return reminder

    async def pending(self, author_id: int, *, limit: int = 25) -> tuple[Reminder, ...]:
        return tuple(self._pending(author_id)[:limit])

    async def remove(self, reminder_id: int, *, author_id: int) -> Reminder:
        reminder = self.reminders.get(reminder_id)
        if reminder not in self._pending(author_id):
            raise NotFound(f"You have no pending reminder {reminder_id}.")
        removed = replace(reminder, state=ReminderState.REMOVED)
        self.reminders[reminder_id] = removed
        return removed

    def _pending(self, author_id: int) -> list[Reminder]:
        own = (reminder for reminder in self.reminders.values() if reminder.author_id == author_id)
        pending = (reminder for reminder in own if reminder.state is ReminderState.PENDING)
        return sorted(pending, key=lambda reminder: (reminder.due, reminder.id))


def _stored(draft: ReminderDraft, *, reminder_id: int) -> Reminder:
    return Reminder(
        id=reminder_id,
        author_id=draft.author_id,
        channel=draft.channel,
        text=draft.text,
        kind=draft.kind,
        state=ReminderState.PENDING,
        due=draft.resolved.at,
        zone=draft.resolved.zone,
        basis=draft.resolved.basis,
        wall=draft.resolved.wall,
        created_at=draft.created_at,
    )


class InMemoryHistory:
    """Implements `agent.ports.History`."""

    def __init__(self) -> None:
        self._messages: dict[int, list[HistoryMessage]] = {}
        self._seen: set[tuple[int, int]] = set()

    async def append(
        self, channel_id: int, message: HistoryMessage, *, message_id: int | None = None
    ) -> None:
        if message_id is not None:
            if (channel_id, message_id) in self._seen:
                return
            self._seen.add((channel_id, message_id))
        self._messages.setdefault(channel_id, []).append(message)

    async def window(self, channel_id: int, *, limit: int) -> tuple[HistoryMessage, ...]:
        messages = self._messages.get(channel_id, [])
        return tuple(messages[max(0, len(messages) - limit) :])


class InMemoryClarifications:
    """Implements `agent.ports.Clarifications`."""

    def __init__(self) -> None:
        self._open: dict[tuple[int, int], Clarification] = {}

    async def get(self, channel_id: int, author_id: int) -> Clarification | None:
        return self._open.get((channel_id, author_id))

    async def put(self, channel_id: int, author_id: int, clarification: Clarification) -> None:
        self._open[channel_id, author_id] = clarification

    async def clear(self, channel_id: int, author_id: int) -> None:
        self._open.pop((channel_id, author_id), None)
