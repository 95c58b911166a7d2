"""Direct messages by a one-time code: who is paired, and what a stranger who writes is told."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import structlog

from agent.errors import StoreUnavailable
from agent.types import Clock, Incoming
from agent.words import Words, say
from bot import notice_words as words
from bot.access import Verdict
from bot.pairing_codes import matching, typed
from bot.sessions import Speak
from bot.store.pairings import SqlitePairings

Tell = Callable[[Incoming, str], Awaitable[object]]
"""Answers a message. Never raises."""


class PairingDesk:
    def __init__(self, *, pairings: SqlitePairings, speak: Speak, tell: Tell, clock: Clock) -> None:
        self._pairings = pairings
        self._speak = speak
        self._tell = tell
        self._clock = clock
        self._known: set[int] = set()
        self._excused: set[int] = set()
        self._log = structlog.get_logger("pairing")

    async def is_paired(self, user_id: int) -> bool:
        """Asks the store each time, since `kallisti pair --revoke` works beside the daemon. While it is down,
        whoever it knew last is still known; raises StoreUnavailable for all others.
        """
        try:
            paired = await self._pairings.is_paired(user_id)
        except StoreUnavailable as fault:
            self._log.warning("pairing not looked up", reason=str(fault))
            if user_id in self._known:
                return True
            raise
        self._excused.clear()
        (self._known.add if paired else self._known.discard)(user_id)
        return paired

    async def meet(self, incoming: Incoming) -> None:
        """Takes a stranger's direct message, which may be a code. It goes no further. Never raises."""
        try:
            said = await self._answer(incoming)
        except StoreUnavailable as fault:
            self._log.warning("stranger not answered", reason=str(fault))
            await self.excuse(incoming)
            return
        if said is not None:
            await self._tell(incoming, say(said, await self._speak(_without_code(incoming))))

    async def excuse(self, incoming: Incoming) -> None:
        """Says that the store is down, once to each sender until it is back. Never raises."""
        if incoming.author.id not in self._excused:
            self._excused.add(incoming.author.id)
            await self._tell(incoming, say(words.STORE_DOWN, await self._speak(incoming)))

    async def _answer(self, incoming: Incoming) -> Words | None:
        now, user_id = self._clock(), incoming.author.id
        code = typed(incoming.text)
        if code is None:
            told = await self._pairings.tell(user_id, now=now)
            return words.REFUSALS[Verdict.UNPAIRED] if told else None
        pending = await self._pairings.begin_try(user_id, now=now)
        if pending is None:
            return None  # a sentence for each try would be something to make the bot say without end
        found = await asyncio.to_thread(matching, code, pending)
        if found is not None and await self._pairings.redeem(found, user_id, now=now):
            self._log.info("user paired", user=user_id)
            return words.PAIRED
        locked = await self._pairings.is_locked(user_id, now=now)
        self._log.info("wrong pairing code", user=user_id, locked=locked)
        return words.CODES_LOCKED if locked else words.CODE_WRONG


def _without_code(incoming: Incoming) -> Incoming:
    """Letters drawn at random are of no language, although they may look like one."""
    return incoming if typed(incoming.text) is None else replace(incoming, text="")
