"""The stores' ports in memory, for tests of what uses them. They keep the same contracts as SQLite's."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from agent.errors import NotFound
from agent.reminder_limits import (
    ReminderLimits,
    check_draft,
    check_pending,
    check_requests,
    check_tasks,
    check_text,
    check_time,
)
from agent.types import (
    Clarification,
    QuestionState,
    Reminder,
    ReminderDraft,
    ReminderState,
    Resolved,
    Task,
    TaskDraft,
)


class InMemoryReminderStore:
    """Implements `agent.ports.ReminderStore`. `reminders` holds every row ever added, by id."""

    def __init__(self, *, limits: ReminderLimits | None = None) -> None:
        self.reminders: dict[int, Reminder] = {}
        self._ids: dict[tuple[int, int, int], int] = {}
        self._tasks: dict[tuple[int, int, int], Task] = {}
        self._completed: set[tuple[int, int]] = set()
        self._limits = limits or ReminderLimits()

    async def add(self, draft: ReminderDraft) -> Reminder:
        check_draft(draft, self._limits)
        key = (draft.author_id, draft.source_message_id, draft.call_index)
        if key in self._ids:
            return self.reminders[self._ids[key]]
        pending = self._pending(draft.author_id)
        check_pending(len(pending), self._limits)
        if draft.request:
            check_requests(sum(reminder.request for reminder in pending), self._limits)
        reminder = _stored(draft, reminder_id=len(self.reminders) + 1)
        self._ids[key] = reminder.id
        self.reminders[reminder.id] = reminder
        return reminder

    async def pending(
        self, author_id: int, *, limit: int = 25, guild_id: int | None = None
    ) -> tuple[Reminder, ...]:
        return tuple(_set_in(self._pending(author_id), guild_id)[:limit])

    async def failures(
        self, author_id: int, *, limit: int = 5, guild_id: int | None = None
    ) -> tuple[Reminder, ...]:
        failed = _set_in(self._own(author_id, ReminderState.FAILED), guild_id)
        return tuple(sorted(failed, key=lambda reminder: (reminder.due, reminder.id), reverse=True)[:limit])

    async def find(self, reminder_id: int, *, author_id: int) -> Reminder:
        reminder = self.reminders.get(reminder_id)
        if reminder is None or reminder.author_id != author_id:
            raise NotFound(f"You have no reminder {reminder_id}.")
        return reminder

    async def last_delivered(self, author_id: int, *, channel_id: int) -> Reminder | None:
        done = [r for r in self._own(author_id, ReminderState.DONE) if r.channel.id == channel_id]
        return max(done, key=lambda reminder: (reminder.due, reminder.id), default=None)

    async def edit(
        self,
        reminder_id: int,
        *,
        author_id: int,
        now: datetime,
        resolved: Resolved | None = None,
        rule: str | None = None,
        text: str | None = None,
    ) -> Reminder:
        reminder = self._own_pending(reminder_id, author_id)
        if text is not None:
            check_text(text, self._limits)
            reminder = replace(reminder, text=text)
        if resolved is not None:
            check_time(resolved.at, self._limits, now=now)
            reminder = replace(
                reminder,
                due=resolved.at,
                zone=resolved.zone,
                basis=resolved.basis,
                wall=resolved.wall,
                rule=rule,
            )
        self.reminders[reminder_id] = reminder
        return reminder

    async def set_paused(self, reminder_id: int, *, author_id: int, paused: bool) -> Reminder:
        self.reminders[reminder_id] = replace(self._own_pending(reminder_id, author_id), paused=paused)
        return self.reminders[reminder_id]

    async def remove(self, reminder_id: int, *, author_id: int) -> Reminder:
        removed = replace(self._own_pending(reminder_id, author_id), state=ReminderState.REMOVED)
        self.reminders[reminder_id] = removed
        return removed

    async def push_task(self, draft: TaskDraft) -> Task:
        check_text(draft.text, self._limits)
        key = (draft.author_id, draft.source_message_id, draft.call_index)
        if key not in self._tasks:
            check_tasks(len(await self.open_tasks(draft.author_id, limit=10_000)), self._limits)
            number = sum(author_id == draft.author_id for author_id, _, _ in self._tasks) + 1
            self._tasks[key] = Task(
                number=number,
                author_id=draft.author_id,
                channel=draft.channel,
                text=draft.text,
                created_at=draft.created_at,
            )
        return self._tasks[key]

    async def open_tasks(
        self, author_id: int, *, limit: int = 50, guild_id: int | None = None
    ) -> tuple[Task, ...]:
        own = (task for task in self._tasks.values() if task.author_id == author_id)
        tasks = [task for task in own if (author_id, task.number) not in self._completed]
        return tuple(_set_in(tasks, guild_id)[:limit])

    async def complete_task(self, number: int, *, author_id: int, now: datetime) -> Task:
        for task in await self.open_tasks(author_id, limit=10_000):
            if task.number == number:
                self._completed.add((author_id, number))
                return task
        raise NotFound(f"You have no open task {number}.")

    def _own_pending(self, reminder_id: int, author_id: int) -> Reminder:
        reminder = self.reminders.get(reminder_id)
        if reminder is None or reminder not in self._pending(author_id):
            raise NotFound(f"You have no pending reminder {reminder_id}.")
        return reminder

    def _own(self, author_id: int, state: ReminderState) -> list[Reminder]:
        return [r for r in self.reminders.values() if r.author_id == author_id and r.state is state]

    def _pending(self, author_id: int) -> list[Reminder]:
        pending = self._own(author_id, ReminderState.PENDING)
        return sorted(pending, key=lambda reminder: (reminder.due, reminder.id))


Placed = TypeVar("Placed", Reminder, Task)


def _set_in(items: list[Placed], guild_id: int | None) -> list[Placed]:
    return [item for item in items if guild_id is None or item.channel.guild_id == guild_id]


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
        rule=draft.rule,
        parent_id=draft.parent_id,
        language=draft.language,
        request=draft.request,
        target=draft.target,
    )


class InMemoryClarifications:
    """Implements `agent.ports.Clarifications`."""

    def __init__(self) -> None:
        self._open: dict[tuple[int, int], Clarification] = {}
        self._aside: set[tuple[int, int]] = set()
        self._settled: dict[tuple[int, int], QuestionState] = {}

    async def get(self, channel_id: int, author_id: int) -> Clarification | None:
        key = (channel_id, author_id)
        return None if key in self._aside else self._open.get(key)

    async def find(self, question_id: int, *, author_id: int) -> tuple[QuestionState, Clarification | None]:
        for (_, asked_id), question in self._open.items():
            if (question.id, asked_id) == (question_id, author_id):
                return QuestionState.OPEN, question
        return self._settled.get((question_id, author_id), QuestionState.DROPPED), None

    async def put(self, channel_id: int, author_id: int, clarification: Clarification) -> None:
        await self.clear(channel_id, author_id)
        self._open[channel_id, author_id] = clarification

    async def clear(
        self, channel_id: int, author_id: int, *, state: QuestionState = QuestionState.DROPPED
    ) -> None:
        self._aside.discard((channel_id, author_id))
        closed = self._open.pop((channel_id, author_id), None)
        if closed is not None and closed.choices:
            self._settled[closed.id, author_id] = state

    async def set_aside(self, channel_id: int, author_id: int) -> None:
        self._aside.add((channel_id, author_id))
