"""The ports between the agent and the world.

A port's docstring is its contract; each has one contract test file.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from typing import Any, Protocol

from agent.memory_types import (
    Document,
    DocumentPart,
    DocumentPassage,
    ForgottenNotes,
    Note,
    NoteDraft,
    NoteHead,
    OnConflict,
    Passage,
    Saved,
    Scope,
    StagedNote,
)
from agent.types import (
    AttachedText,
    Channel,
    ChatMessage,
    Clarification,
    Completion,
    FileText,
    GenerationRequest,
    Grammar,
    HistoryMessage,
    ModelInfo,
    Origin,
    Prompt,
    QuestionState,
    Reminder,
    ReminderDraft,
    Resolved,
    Summary,
    Task,
    TaskDraft,
    TimePhrase,
    Unread,
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
        """Runs one request. Requests begin in arrival order, as many at once as the engine can work on.

        `on_text` gets the pieces of the output as they appear (complete UTF-8). A deadline or budget that
        runs out during decoding is not an error: it ends with `Finish.CLOSED` (with a grammar) or
        `Finish.LENGTH` (without).
        Raises EngineBusy, EngineDeadline, EngineCancelled, ContextOverflow, GrammarError, EngineDown; the
        latter as EngineLost where the same request, made again, goes elsewhere.
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

    def find(
        self, text: str, *, now: datetime, zone: str, language: str, alarm: bool = False
    ) -> tuple[TimePhrase, ...]:
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

    async def find(self, reminder_id: int, *, author_id: int) -> Reminder:
        """This author's reminder in whatever state. Raises NotFound, also for somebody else's."""
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
    """The per-channel session: messages in the order of their arrival, and a summary of older ones.

    What is edited or deleted while it is still on its way here is taken in as it is by then.
    """

    async def append(
        self,
        channel_id: int,
        message: HistoryMessage,
        *,
        message_id: int | None = None,
        answers: Collection[int] = (),
    ) -> None:
        """Adds a message at the end; one whose id is in the session already is not added again.

        `answers` are the ids of the messages that it answers, and may quote.
        """
        ...

    async def sent(self, answered: int, message_ids: Collection[int]) -> None:
        """What answers message `answered` stands in the channel as these messages."""
        ...

    async def window(self, channel_id: int, *, limit: int) -> tuple[HistoryMessage, ...]:
        """The newest `limit` messages, oldest first."""
        ...

    async def edit(self, message_id: int, text: str) -> None:
        """Gives a message, if it is there, another text. A summary of the old one is dropped."""
        ...

    async def delete(self, message_ids: Collection[int]) -> None:
        """Removes messages, if they are there, and the answers to them. An answer goes with each of the
        messages that it stands in. A summary of what goes is dropped.
        """
        ...

    async def clear(self, channel_id: int) -> int:
        """Starts the session afresh, without summary; gives the number of messages removed."""
        ...

    async def prune(self, *, before: datetime) -> int:
        """Removes what was said before an instant, and summaries of it; how many messages that were."""
        ...

    async def summary(self, channel_id: int) -> Summary:
        """The channel's running summary."""
        ...

    async def unsummarised(self, channel_id: int, *, before: int, limit: int) -> tuple[HistoryMessage, ...]:
        """The newest `limit` of the messages behind the summary that have a lower number than `before`,
        oldest first.
        """
        ...

    async def keep_summary(
        self, channel_id: int, text: str, *, of: Sequence[HistoryMessage], seen: Summary
    ) -> bool:
        """Replaces the summary `seen` by one that also covers these messages, which follow it.

        False, with nothing changed, where another one was kept or a message was edited or removed since.
        """
        ...


class Clarifications(Protocol):
    """At most one open question per channel and author."""

    async def get(self, channel_id: int, author_id: int) -> Clarification | None:
        """The question that this author's next message may answer."""
        ...

    async def find(self, question_id: int, *, author_id: int) -> tuple[QuestionState, Clarification | None]:
        """What became of a question with choices that this author was asked, with the question while it is
        open. One that nobody knows was dropped.
        """
        ...

    async def put(self, channel_id: int, author_id: int, clarification: Clarification) -> None:
        """Opens a question; one that was open there is dropped."""
        ...

    async def clear(
        self, channel_id: int, author_id: int, *, state: QuestionState = QuestionState.DROPPED
    ) -> None:
        """Closes what is open there, aside or not; `state` is what became of it."""
        ...

    async def set_aside(self, channel_id: int, author_id: int) -> None:
        """From now on messages are not read as answers to it; `find` still finds it open."""
        ...


class Personas(Protocol):
    """How the bot is to sound where; set by those who manage a server."""

    async def persona(self, channel: Channel) -> str:
        """That of the channel, else of a thread's parent, else of the server; empty where none is set.

        Raises StoreUnavailable.
        """
        ...


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

    async def compact(self) -> None:
        """Leaves nothing of what was dropped or replaced in any file. It may take seconds, in which the index
        answers nothing.
        """
        ...

    async def clear(self) -> None:
        """Forgets everything."""
        ...

    async def close(self) -> None:
        """Idempotent."""
        ...


class NoteVault(Protocol):
    """Committed notes as files, which people may edit, rename and delete at any time.

    A note is found only where `scopes` hold its scope; None stands for all of them, which is for the operator
    and for what keeps the index. Every method but `heads` may raise StoreUnavailable; nothing was changed
    then.
    """

    async def heads(self, *, scopes: Collection[Scope] | None = None) -> tuple[NoteHead, ...]:
        """The notes as of the last change that was seen, the newest first."""
        ...

    async def read(self, note_id: str, *, scopes: Collection[Scope] | None = None) -> Note:
        """The newest revision. Raises NotFound."""
        ...

    async def create(self, draft: NoteDraft, *, note_id: str) -> Note:
        """A new note under a name of its own, made from its title. An id that is there already gives what is
        there, unchanged. Raises LimitReached for a text that is too long.
        """
        ...

    async def revise(
        self,
        note_id: str,
        *,
        text: str,
        now: datetime,
        tags: tuple[str, ...] | None = None,
        scopes: Collection[Scope] | None = None,
    ) -> Note:
        """Gives a note a new text, and tags where not None; what it said is kept as an older revision.

        Raises NotFound and LimitReached.
        """
        ...

    async def remove(self, note_id: str, *, scopes: Collection[Scope] | None = None) -> NoteHead:
        """Removes a note with all its revisions. Raises NotFound."""
        ...

    async def forget_author(self, author_id: int) -> int:
        """Removes what somebody wrote, and all notes of their direct messages whoever wrote them; how many
        notes there were. Of notes that people deleted by hand, the author's older revisions go, too.
        """
        ...

    async def holds(self, note_id: str, scope: Scope) -> bool:
        """Whether there is such a note in this scope, as of the last change that was seen. Looks at no file
        and at no other note.
        """
        ...

    async def refresh(self) -> bool:
        """Picks up what people changed in the files; whether there was anything."""
        ...


class StagedNotes(Protocol):
    """Notes that wait to be committed, as rows. Every method commits before it returns.

    A row that has expired at `now` is not there.
    """

    async def add(self, draft: NoteDraft, *, expires: datetime) -> StagedNote:
        """Stores a note. Repeating a draft's key returns the first. Raises LimitReached."""
        ...

    async def waiting(
        self, author_id: int, *, scopes: Collection[Scope], now: datetime
    ) -> tuple[StagedNote, ...]:
        """The author's own staged notes of these scopes, oldest first."""
        ...

    async def rewrite(self, number: int, *, author_id: int, text: str) -> bool:
        """Gives one of the author's another text; False for an unknown number."""
        ...

    async def remove(self, number: int, *, author_id: int) -> None:
        """Removes one of the author's; an unknown number is ignored."""
        ...

    async def remove_all(self, author_id: int) -> int:
        """Removes all of the author's; how many there were."""
        ...

    async def prune(self, *, now: datetime) -> int:
        """Removes what has expired; how many there were."""
        ...


class Memory(Protocol):
    """What the agent remembers, as one message may see and change it.

    Where a note belongs follows from the origin's place and author alone. Every method may raise
    StoreUnavailable.
    """

    async def stage(self, origin: Origin, *, text: str, call_index: int) -> StagedNote:
        """Keeps a note until it is committed or expires. Raises LimitReached."""
        ...

    async def staged(self, origin: Origin) -> tuple[StagedNote, ...]:
        """The author's own that belong here, oldest first."""
        ...

    async def commit(
        self,
        origin: Origin,
        number: int,
        *,
        on_conflict: OnConflict | None = None,
        shown: str = "",
        server_wide: bool = False,
    ) -> Saved:
        """Commits a staged note of the author's. `shown` is the `shown_as` of the note that the author agreed
        to replace: where another one stands there by now, nothing is replaced, and they are asked again.
        `server_wide`: for the whole server. Raises NotFound, NotAllowed and LimitReached, and
        IndexUnavailable where a note is to be replaced.
        """
        ...

    async def restage(self, origin: Origin, number: int, *, text: str) -> StagedNote:
        """Gives one of the author's staged notes another text. Raises NotFound and LimitReached."""
        ...

    async def discard(self, origin: Origin, number: int) -> StagedNote:
        """Removes a staged note of the author's that belongs here. Raises NotFound."""
        ...

    async def remember(
        self, origin: Origin, *, text: str, call_index: int, on_conflict: OnConflict | None = None
    ) -> Saved:
        """Commits a note at once. Raises LimitReached."""
        ...

    async def notes(self, origin: Origin) -> tuple[NoteHead, ...]:
        """The notes that may be seen here, the nearest scope first, the newest of it first. Names are unique:
        where two scopes hold one name, the farther one's has its scope's kind before it ("guild/plan").
        """
        ...

    async def read(self, origin: Origin, name: str) -> Note:
        """A note that may be seen here, by its name. Raises NotFound."""
        ...

    async def search(self, origin: Origin, text: str, *, limit: int) -> tuple[Passage, ...]:
        """The best passages of the notes that may be seen here. Raises IndexUnavailable."""
        ...

    async def find(self, origin: Origin, text: str, *, limit: int) -> tuple[Note, ...]:
        """The notes that may be seen here and share words with `text`, best first; without the index."""
        ...

    async def rewrite(self, origin: Origin, name: str, *, text: str) -> Note:
        """Gives a note of the author's a new text. Raises NotFound, NotAllowed and LimitReached."""
        ...

    async def forget(self, origin: Origin, name: str) -> NoteHead:
        """Removes a note of the author's with its revisions. Raises NotFound and NotAllowed."""
        ...

    async def note(self, origin: Origin, note_id: str) -> Note:
        """A note that may be seen here, by its id. Raises NotFound."""
        ...

    async def rewrite_note(self, origin: Origin, note_id: str, *, text: str, moderates: bool = False) -> Note:
        """As `rewrite`, by the note's id. Who `moderates` a channel may change all notes of it."""
        ...

    async def forget_note(self, origin: Origin, note_id: str, *, moderates: bool = False) -> NoteHead:
        """As `forget`, by the note's id; `moderates` as in `rewrite_note`."""
        ...

    def may_change(self, origin: Origin, head: NoteHead, *, moderates: bool = False) -> bool:
        """Whether the author may change and forget this note."""
        ...

    def may_keep_server_wide(self, origin: Origin) -> bool:
        """Whether the author may commit notes for the whole server, here."""
        ...

    async def forget_person(self, author_id: int) -> ForgottenNotes:
        """Removes what a person had noted or kept as a document, wherever that was, and all notes of their
        direct messages.
        """
        ...


class Documents(Protocol):
    """Files that people gave to be kept, as one message may see and change them. Where a document belongs
    follows from the origin's place and author alone. Every method may raise StoreUnavailable.
    """

    async def keep(self, origin: Origin, file: AttachedText, *, call_index: int) -> Document:
        """Stores a file; one of the author's that has its name here is replaced. Raises LimitReached."""
        ...

    async def documents(self, origin: Origin) -> tuple[NoteHead, ...]:
        """Those that may be seen here, under names that are unique, as with `Memory.notes`."""
        ...

    async def read(self, origin: Origin, name: str, *, part: int) -> DocumentPart:
        """Raises NotFound, and LimitReached where it has no part of that number."""
        ...

    async def search(
        self, origin: Origin, text: str, *, name: str = "", limit: int
    ) -> tuple[DocumentPassage, ...]:
        """The best passages, of the one document where it is named. Raises IndexUnavailable and NotFound."""
        ...

    async def remove(self, origin: Origin, name: str) -> NoteHead:
        """Removes a document of the author's for good. Raises NotFound and NotAllowed."""
        ...

    async def forget_person(self, author_id: int) -> int:
        """Removes what a person kept, wherever that was; how many documents."""
        ...


class FileReader(Protocol):
    """Reads files that anybody may have sent."""

    async def read(self, data: bytes) -> FileText | Unread:
        """The text in it, or why there is none. What kind of file it is shows in its content alone.

        Raises nothing; a file that takes too long is given up on, and what works on it is ended.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """What tools may reach: every tool module's `tools(services)` picks what it needs.

    `memory` and `documents` are None where memory is switched off. `morning` is the wall time at which a day
    without an hour is due.
    """

    reminders: ReminderStore
    times: TimeParser
    memory: Memory | None = None
    documents: Documents | None = None
    morning: time = time(9)
