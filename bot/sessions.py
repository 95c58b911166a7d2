"""One session per channel: messages in order within a channel, channels side by side, everything bounded.

A message id is claimed in the store before any work, so a message that Discord delivers twice, or that was
already handled before a restart, is handled once. Channels take turns: each waits for its next one behind
all that wait already. What somebody writes on while a turn runs is answered together.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Collection,
    Coroutine,
    MutableSequence,
    Sequence,
)
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

import structlog

from agent.errors import StoreUnavailable
from agent.types import Channel, Incoming
from agent.words import Words, say
from bot.drafts import Draft
from bot.late_answers import Again, LateAnswers
from bot.message_changes import edited
from bot.notice_words import CHANNEL_FULL, CRASHED, HOUSE_FULL, STILL_WORKING, STOPPING, STORE_DOWN


class ReplyKind(StrEnum):
    """What a reply to one message is. Two kinds of reply to the same message are two messages."""

    ANEW = "n"
    ANSWER = "a"
    BUSY = "b"
    CRASHED = "c"
    LATE = "l"
    MISSED = "m"
    REFUSED = "r"
    STOPPING = "s"
    WORKING = "w"


class Outbox(Protocol):
    """Where replies go. Neither method raises on a failed delivery."""

    async def reply(self, incoming: Incoming, text: str, kind: ReplyKind, *, late: bool = False) -> bool:
        """Sends `text` to the place of `incoming`; False where the same with `late` may succeed, which tries
        once, after a look at what arrived before.
        """
        ...

    def draft(self, incoming: Incoming) -> Draft:
        """An answer to `incoming` that can be shown while it grows."""
        ...

    def working(self, channel: Channel) -> AbstractAsyncContextManager[None]:
        """Shows in `channel` that somebody is at work while the body runs."""
        ...


class Claims(Protocol):
    """Which messages have been taken up, across restarts."""

    async def claim(self, incoming: Incoming) -> bool:
        """True for exactly one caller per message id, ever."""
        ...

    async def settle(self, message_ids: Collection[int]) -> None:
        """Their authors need no further answer."""
        ...


Handle = Callable[[Sequence[Incoming], Draft], Awaitable[str | None]]
"""Answers messages of one author, mostly one: the text for all of them, never blank, or None where nobody
waits for one any more. The draft takes what can be shown before.
"""
Speak = Callable[[Incoming], Awaitable[str]]
"""The language of a message's author. Must not raise."""
AT_ONCE = 4
"""Turns that run side by side; the engine takes one after the other."""
TOGETHER = 8
"""Messages that are answered together at the most."""
PATIENCE = 20.0
"""Seconds of a turn after which its author is told that it goes on."""
_Asker = tuple[int, int]
"""Channel id and author id: who is told something once."""


@dataclass(slots=True)
class _Session:
    """`current` are the messages whose turn runs; none while the answer is being sent. `claiming` are those
    that are about to become them, unless they are dropped; `taken_up` the ids of those that were claimed.
    """

    waiting: deque[Incoming] = field(default_factory=deque)
    claiming: list[Incoming] = field(default_factory=list)
    current: tuple[Incoming, ...] = ()
    draft: Draft | None = None
    taken_up: list[int] = field(default_factory=list)
    worker: asyncio.Task[None] | None = None

    def answered(self) -> None:
        self.current, self.draft = (), None

    def holds(self, message_id: int) -> bool:
        return any(each.message_id == message_id for each in (*self.waiting, *self.claiming))

    def unclaimed(self) -> list[Incoming]:
        return [*self.waiting, *(each for each in self.claiming if each.message_id not in self.taken_up)]


async def english(incoming: Incoming) -> str:
    return "en"


class Sessions:
    """Takes messages in and works them off.

    `per_channel` and `total` bound the waiting messages, `at_once` the turns that run side by side. A
    channel's session lives while it has work. What is said about a message is said in the language that
    `speak` gives for it.
    """

    def __init__(
        self,
        *,
        claims: Claims,
        handle: Handle,
        outbox: Outbox,
        per_channel: int,
        total: int,
        at_once: int = AT_ONCE,
        patience: float = PATIENCE,
        speak: Speak = english,
    ) -> None:
        self._claims = claims
        self._handle = handle
        self._outbox = outbox
        self._per_channel = per_channel
        self._total = total
        self._places = asyncio.Semaphore(at_once)
        self._patience = patience
        self._speak = speak
        self._sessions: dict[int, _Session] = {}
        self._told: set[_Asker] = set()
        self._notices: set[asyncio.Task[None]] = set()
        self._draining = False
        self._idle = asyncio.Event()
        self._idle.set()
        self._room = asyncio.Event()
        self.late = LateAnswers(settle=claims.settle)
        self._log = structlog.get_logger("sessions")

    @property
    def waiting(self) -> int:
        """Messages that wait in all channels, without those being worked on."""
        return sum(len(session.waiting) for session in self._sessions.values())

    @property
    def oldest_unclaimed(self) -> int | None:
        """The smallest id of a message that a restart would forget, since nothing of it is stored yet."""
        ids = (each.message_id for session in self._sessions.values() for each in session.unclaimed())
        return min(ids, default=None)

    def submit(self, incoming: Incoming) -> None:
        """Takes a message in and returns at once. At a bound its author is told, once until there is room."""
        channel_id = incoming.channel.id
        session = self._sessions.get(channel_id)
        if session is not None and session.holds(incoming.message_id):
            self._log.info("message already waiting", message=incoming.message_id)
            return
        refusal = self._refusal(session)
        if refusal is not None:
            self._refuse(incoming, *refusal)
            return
        if session is None:
            session = self._sessions[channel_id] = _Session()
            session.worker = asyncio.create_task(self._work_off(channel_id, session))
            self._idle.clear()
        session.waiting.append(incoming)

    async def wait_for_room(self, channel_id: int) -> None:
        """Returns when a message to this channel would not meet a bound; for senders that can wait."""
        while not self._draining and self._refusal(self._sessions.get(channel_id)) is not None:
            self._room.clear()
            await self._room.wait()

    def running(self, channel_id: int) -> Incoming | None:
        """The newest message whose turn runs in this channel."""
        session = self._sessions.get(channel_id)
        return session.current[-1] if session and session.current else None

    def drop(self, message_id: int) -> bool:
        """Forgets a message whose turn has not begun; False where it has, or where there is none such."""
        self.late.forget(message_id)
        for channel_id, session in self._sessions.items():
            was_full = self._is_full
            if _taken_out(session.claiming, message_id):
                return True
            if _taken_out(session.waiting, message_id):
                self._made_room(channel_id, was_full=was_full)
                return True
        return False

    def edit(self, incoming: Incoming) -> bool:
        """Puts a new form of a message in its place; False where its turn has begun, or there is none."""
        return any(
            _replaced(session.claiming, incoming) or _replaced(session.waiting, incoming)
            for session in self._sessions.values()
        )

    async def wait_idle(self) -> None:
        """Returns when nothing waits and nothing runs."""
        await self._idle.wait()

    async def drain(self, *, grace: float, reply_grace: float) -> None:
        """Takes nothing more in, ends what runs, and says so to each author who gets no answer any more.

        Running turns have `grace` seconds, answers on their way `reply_grace` more. Idempotent.
        """
        self._draining = True
        self._room.set()
        self._told.clear()
        unstarted = self._take_unstarted()
        await self._wait_for_workers(grace)
        for incoming in [*self._cancel_turns(), *unstarted]:
            self._refuse(incoming, STOPPING, ReplyKind.STOPPING)
        await self._wait_for_workers(reply_grace)
        for session in self._sessions.values():
            _cancel(session)
        await self._wait_for_workers(None)
        if self._notices:
            await asyncio.wait(self._notices, timeout=reply_grace)
        await self.late.close()

    # ------------------------------------------------------------------ work

    async def _work_off(self, channel_id: int, session: _Session) -> None:
        try:
            while session.waiting:
                await self._guarded(session, session.waiting[0])
        finally:
            del self._sessions[channel_id]
            if not self._sessions:
                self._idle.set()

    async def _guarded(self, session: _Session, first: Incoming) -> None:
        try:
            await self._next(session, first.channel)
        except StoreUnavailable as fault:  # raised before the turn began; a turn deals with its own
            self._log.error("message not taken up", message=first.message_id, reason=str(fault))
            await self._apologise(session, first, STORE_DOWN)
        except Exception:  # noqa: BLE001 - a bug in one turn must not end the channel's worker
            self._log.exception("turn crashed", channel=first.channel.id, message=first.message_id)
            await self._apologise(session, first, CRASHED)
        finally:
            session.answered()
            session.claiming.clear()
        await self._settle(session)

    async def _settle(self, session: _Session) -> None:
        settled, session.taken_up = session.taken_up, []
        if settled:
            await self._note_settled(settled)

    async def _note_settled(self, settled: Sequence[int]) -> None:
        try:
            await self._claims.settle(settled)
        except StoreUnavailable as fault:  # after a restart the channel itself shows that it was answered
            self._log.error("answer not noted", messages=settled, reason=str(fault))

    def _owe(self, session: _Session, again: Again) -> None:
        """What the messages taken up were to be told did not arrive, so they are not settled yet."""
        owed, session.taken_up = session.taken_up, []
        self.late.keep(owed, again)

    async def _apologise(self, session: _Session, first: Incoming, words: Words) -> None:
        newest = (session.current or tuple(session.claiming) or (first,))[-1]
        draft = session.draft
        try:
            text = say(words, await self._speak(newest))
            if draft is not None and draft.shown:
                await self._finish(session, draft, f"{draft.shown.rstrip()}\n\n{text}")
                return
            if draft is not None:
                await draft.withdraw()
            if not await self._outbox.reply(newest, text, ReplyKind.CRASHED):
                self._owe(session, self._later(newest, text, ReplyKind.CRASHED))
        except Exception:  # noqa: BLE001 - likewise
            self._log.exception("apology crashed", channel=first.channel.id, message=newest.message_id)

    async def _next(self, session: _Session, channel: Channel) -> None:
        """Waits for the channel's place, then answers what the first author in it wrote."""
        async with self._outbox.working(channel), self._places:
            session.current = await self._claimed(session)
            if not session.current:
                return
            newest = session.current[-1]
            draft = session.draft = self._outbox.draft(newest)
            async with self._patiently(newest, draft):
                text = await self._left_behind(draft, self._handle(session.current, draft))
        session.answered()
        if text is not None:
            await self._finish(session, draft, text)
        elif not await draft.withdraw():
            self._owe(session, lambda: draft.withdraw(late=True))

    async def _finish(self, session: _Session, draft: Draft, text: str) -> None:
        if not await draft.finish(text):
            self._owe(session, lambda: draft.finish(text, late=True))

    def _later(self, incoming: Incoming, text: str, kind: ReplyKind) -> Again:
        return lambda: self._outbox.reply(incoming, text, kind, late=True)

    async def _claimed(self, session: _Session) -> tuple[Incoming, ...]:
        """The messages to answer now, none where they were handled before or deleted meanwhile."""
        was_full = self._is_full
        session.claiming = _taken_together(session.waiting)
        if not session.claiming:
            return ()
        self._made_room(session.claiming[0].channel.id, was_full=was_full)
        for incoming in tuple(session.claiming):
            if await self._claims.claim(incoming):
                session.taken_up.append(incoming.message_id)
            else:
                self._log.info("message already handled", message=incoming.message_id)
                _taken_out(session.claiming, incoming.message_id)
        claimed = tuple(session.claiming)
        session.claiming.clear()
        return claimed

    async def _left_behind(self, draft: Draft, turn: Awaitable[str | None]) -> str | None:
        """What the turn gives; where it is cancelled, what was shown of its answer is left in order."""
        try:
            return await turn
        except asyncio.CancelledError:
            self._in_background(draft.leave())
            raise

    @asynccontextmanager
    async def _patiently(self, incoming: Incoming, draft: Draft) -> AsyncIterator[None]:
        """Says once, while the body runs for long and shows nothing, that it still does."""
        saying = asyncio.create_task(self._say_that_it_goes_on(incoming, draft))
        try:
            yield
        finally:
            saying.cancel()
            await asyncio.wait({saying})

    async def _say_that_it_goes_on(self, incoming: Incoming, draft: Draft) -> None:
        await asyncio.sleep(self._patience)
        text = say(STILL_WORKING, await self._speak(incoming))
        if not draft.shown:
            await draft.goes_on(text)

    # ------------------------------------------------------------------ bounds

    def _refusal(self, session: _Session | None) -> tuple[Words, ReplyKind] | None:
        waiting = len(session.waiting) if session else 0
        if self._draining:
            return STOPPING, ReplyKind.STOPPING
        if waiting >= self._per_channel:
            return CHANNEL_FULL, ReplyKind.BUSY
        if self._is_full:
            return HOUSE_FULL, ReplyKind.BUSY
        return None

    def _refuse(self, incoming: Incoming, words: Words, kind: ReplyKind) -> None:
        self._log.info("message refused", channel=incoming.channel.id, reason=kind.name, waiting=self.waiting)
        is_told = _asker(incoming) in self._told and not incoming.by_command
        self._told.add(_asker(incoming))
        count = self._waiting_in(incoming.channel.id)
        self._in_background(self._turn_away(incoming, words, kind, count=count, silently=is_told))

    async def _turn_away(
        self, incoming: Incoming, words: Words, kind: ReplyKind, *, count: int, silently: bool
    ) -> None:
        """Takes a message up only to say that it will not be answered, so that no restart answers it.

        It is settled when that is said: one that the end of the process cuts off is told at the next start.
        """
        try:
            is_new = await self._claims.claim(incoming)
        except StoreUnavailable as fault:
            self._log.error("refusal not noted", message=incoming.message_id, reason=str(fault))
            is_new = True
        if not is_new and kind is not ReplyKind.STOPPING:
            return
        text = say(words, await self._speak(incoming)).format(count=count)
        if silently or await self._outbox.reply(incoming, text, kind):
            await self._note_settled([incoming.message_id])
        elif not self._draining:
            self.late.keep([incoming.message_id], self._later(incoming, text, kind))

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        notice = asyncio.create_task(work)
        self._notices.add(notice)
        notice.add_done_callback(self._notices.discard)

    def _waiting_in(self, channel_id: int) -> int:
        session = self._sessions.get(channel_id)
        return len(session.waiting) if session else 0

    @property
    def _is_full(self) -> bool:
        return self.waiting >= self._total

    def _made_room(self, channel_id: int, *, was_full: bool) -> None:
        """Whoever was told that there is none is told again the next time."""
        self._room.set()
        self._told = set() if was_full else {told for told in self._told if told[0] != channel_id}

    # ------------------------------------------------------------------ the end

    def _take_unstarted(self) -> list[Incoming]:
        unstarted: list[Incoming] = []
        for session in self._sessions.values():
            unstarted.extend(session.waiting)
            session.waiting.clear()
        return unstarted

    def _cancel_turns(self) -> list[Incoming]:
        """The messages whose turns these are, each author's newest first: that is the one that is told."""
        unfinished: list[Incoming] = []
        for session in self._sessions.values():
            unfinished += reversed(session.current or session.claiming)
            if session.current or session.claiming:
                _cancel(session)
        return unfinished

    async def _wait_for_workers(self, seconds: float | None) -> None:
        workers = [session.worker for session in self._sessions.values() if session.worker]
        if workers:
            await asyncio.wait(workers, timeout=seconds)


def _taken_together(waiting: deque[Incoming]) -> list[Incoming]:
    """Takes the first message out, and those that its author wrote right after it."""
    taken: list[Incoming] = []
    while waiting and len(taken) < TOGETHER and (not taken or _joins(taken[-1], waiting[0])):
        taken.append(waiting.popleft())
    return taken


def _joins(first: Incoming, second: Incoming) -> bool:
    return first.joins and second.joins and first.author.id == second.author.id


def _taken_out(messages: MutableSequence[Incoming], message_id: int) -> bool:
    for incoming in messages:
        if incoming.message_id == message_id:
            messages.remove(incoming)
            return True
    return False


def _replaced(messages: MutableSequence[Incoming], incoming: Incoming) -> bool:
    for place, each in enumerate(messages):
        if each.message_id == incoming.message_id:
            messages[place] = edited(each, incoming)
            return True
    return False


def _cancel(session: _Session) -> None:
    if session.worker is not None:
        session.worker.cancel()


def _asker(incoming: Incoming) -> _Asker:
    return incoming.channel.id, incoming.author.id
