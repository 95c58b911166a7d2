"""The ports between the agent and the world.

A port's docstring is its contract; each has one contract test file.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from agent.memory_types import Note, Passage, Scope
from agent.types import (
    ChatMessage,
    Clarification,
    Completion,
    GenerationRequest,
    Grammar,
    HistoryMessage,
    ModelInfo,
    Prompt,
    Reminder,
    ReminderDraft,
    Resolved,
    Task,
    TaskDraft,
    TimePhrase,
)


class Engine(Protocol):
    """A language model behind one queue.

    All methods may raise `EngineDown`. Cancelling the awaiting task cancels the generation within one
    decode step.
    """

    async def info(self) -> ModelInfo:
        """Facts about the loaded model; waits until it is ready, at most for the start deadline."""
        ...

    async def render(self, messages: Sequence[ChatMessage]) -> Prompt:
        """Applies the model's own chat template, with the generation prompt at the end.

        Message contents come back as segments with `special=False`: no text can spell a control token.
        """
        ...

    async def compile(self, grammar: Grammar) -> None:
        """Makes a grammar ready for later requests. Raises GrammarError where it does not compile."""
        ...

    async def count_tokens(self, text: str) -> int:
        """Number of tokens of `text` read as plain text."""
        ...

    async def generate(
        self, request: GenerationRequest, *, on_text: Callable[[str], None] | None = None
    ) -> Completion:
        """Runs one request, in arrival order.

        `on_text` gets the pieces of the output as they appear (complete UTF-8). A deadline or budget that
        runs out during decoding is not an error: it ends with `Finish.CLOSED` (with a grammar) or
        `Finish.LENGTH` (without).
        Raises EngineBusy, EngineDeadline, EngineCancelled, ContextOverflow, GrammarError, EngineDown.
        """
        ...

    async def cancel(self, request_id: str) -> None:
        """Withdraws a queued or running request; its `generate` raises `EngineCancelled`.

        Unknown ids are ignored.
        """
        ...

    async def close(self) -> None:
        """Ends the worker or connection. Idempotent."""
        ...


class Embedder(Protocol):
    """Sentence vectors in one space for all languages."""

    def embed(self, texts: Sequence[str]) -> Any:
        """float32 array of shape (len(texts), dimension), rows of unit length; an empty text gives zeros."""
        ...


class TimeParser(Protocol):
    """Phrases to instants. Wrong is far worse than none: unsure means None.

    Pure: no clock, no I/O after construction.
    """

    def resolve(
        self, phrase: str, *, now: datetime, zone: str, language: str, alarm: bool = False
    ) -> Resolved | None:
        """The instant that the whole of `phrase` means, seen from `now` in `zone`.

        May lie in the past only where the phrase states an absolute date or time in the past.
        Any text is accepted; too long, unknown or ambiguous gives None.
        `alarm`: a bare hour is the one of an alarm clock ("at 5" is early) instead of one in waking hours.
        """
        ...

    def ambiguities(self, phrase: str, *, now: datetime, zone: str, language: str) -> tuple[Resolved, ...]:
        """Two or three concrete readings of `phrase`, all ahead of `now`, soonest first; empty if fewer."""
        ...

    def find(self, text: str, *, now: datetime, zone: str, language: str) -> tuple[TimePhrase, ...]:
        """The longest non-overlapping stretches of `text` that `resolve` understands, in order."""
        ...


class ReminderStore(Protocol):
    """Reminders as rows. Every method commits before it returns."""

    async def add(self, draft: ReminderDraft) -> Reminder:
        """Stores a reminder and its first occurrence in one transaction.

        Repeating a draft's key returns the first row.

        Raises LimitReached.
        """
        ...

    async def pending(
        self, author_id: int, *, limit: int = 25, guild_id: int | None = None
    ) -> tuple[Reminder, ...]:
        """The author's own pending reminders, soonest first; with `guild_id`, those set in that server."""
        ...

    async def failures(
        self, author_id: int, *, limit: int = 5, guild_id: int | None = None
    ) -> tuple[Reminder, ...]:
        """The author's own reminders that could not be delivered, newest first."""
        ...

    async def last_delivered(self, author_id: int, *, channel_id: int) -> Reminder | None:
        """The reminder of this author that arrived last for this channel."""
        ...

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
        """Gives a pending reminder of this author a new time, series or text.

        With `resolved`, `rule` is the series from then on, None for a single time. Raises NotFound, also for
        somebody else's, and LimitReached.
        """
        ...

    async def set_paused(self, reminder_id: int, *, author_id: int, paused: bool) -> Reminder:
        """Holds a pending reminder of this author back, or lets it go on. Raises NotFound as `edit` does."""
        ...

    async def remove(self, reminder_id: int, *, author_id: int) -> Reminder:
        """Removes a pending reminder of this author for good. Raises NotFound, also for somebody else's."""
        ...

    async def push_task(self, draft: TaskDraft) -> Task:
        """Stores a task. Repeating a draft's key returns the first. Raises LimitReached."""
        ...

    async def open_tasks(
        self, author_id: int, *, limit: int = 50, guild_id: int | None = None
    ) -> tuple[Task, ...]:
        """The author's own open tasks, oldest first; with `guild_id`, those pushed in that server."""
        ...

    async def complete_task(self, number: int, *, author_id: int, now: datetime) -> Task:
        """Ticks an open task of this author off. Raises NotFound."""
        ...


class History(Protocol):
    """The per-channel session."""

    async def append(
        self, channel_id: int, message: HistoryMessage, *, message_id: int | None = None
    ) -> None:
        """Adds a message at the end."""
        ...

    async def window(self, channel_id: int, *, limit: int) -> tuple[HistoryMessage, ...]:
        """The newest `limit` messages, oldest first."""
        ...


class Clarifications(Protocol):
    """At most one open question per channel and author."""

    async def get(self, channel_id: int, author_id: int) -> Clarification | None: ...

    async def put(self, channel_id: int, author_id: int, clarification: Clarification) -> None: ...

    async def clear(self, channel_id: int, author_id: int) -> None: ...


class NoteIndex(Protocol):
    """Notes by meaning and by words. It is derived: the vault can fill it anew at any time.

    Every method may raise `IndexUnavailable`; what was asked for is then not done, and the index is as it was
    or lacks a part of one note, which `digests` shows.
    """

    async def put(self, note: Note) -> None:
        """Indexes a note, or brings it up to date; only the parts that changed are computed anew."""
        ...

    async def drop(self, note_ids: Collection[str]) -> None:
        """Removes notes; unknown ids are ignored."""
        ...

    async def digests(self) -> Mapping[str, str]:
        """Note id -> the digest that is wholly indexed, of all notes."""
        ...

    async def query(self, text: str, *, scopes: Collection[Scope], limit: int) -> tuple[Passage, ...]:
        """The best passages of notes in these scopes and of no other, best first; no scope gives none."""
        ...

    async def clear(self) -> None:
        """Forgets everything."""
        ...

    async def close(self) -> None:
        """Idempotent."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """What tools may reach: every tool module's `tools(services)` picks what it needs."""

    reminders: ReminderStore
    times: TimeParser
