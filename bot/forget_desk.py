"""What /forget-me does, whoever shows it. No model, no Discord."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

import structlog

from agent.errors import IndexUnavailable, StoreUnavailable
from agent.memory_types import ForgottenNotes
from agent.ports import Memory
from agent.types import ChannelKind
from agent.words import say
from bot import note_desk_words as words
from bot.asking import Asked, Origins
from bot.store.forgetting import Held, SqliteForgetting

INDEX_SECONDS = 20.0
"""How long whoever asked waits for the index; it is cleaned anyway."""

log = structlog.get_logger("forgetting")


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetParts:
    """`erase` brings the index in step and leaves nothing of what was dropped in its files, `forget_channel`
    drops what a channel's turns hold in memory, `stop` ends the turn that runs for somebody in a channel.
    `memory` is None where it is switched off; `apart`: other daemons hold what belongs to other servers.
    """

    rows: SqliteForgetting
    memory: Memory | None
    origins: Origins
    erase: Callable[[], Awaitable[object]]
    forget_channel: Callable[[int], None]
    stop: Callable[[int, int], None]
    apart: bool = False


class ForgetDesk:
    """Acts for whoever asks. May raise StoreUnavailable; what was removed by then stays removed, and asking
    again removes the rest.
    """

    def __init__(self, parts: ForgetParts) -> None:
        self._parts = parts

    async def language(self, asked: Asked) -> str:
        return (await self._parts.origins.of(asked)).language

    async def forget(self, asked: Asked, *, settings: bool) -> str:
        """Removes all that is held of the asker, their settings only with `settings`; says what that was."""
        language, person = await self.language(asked), asked.author.id
        self._parts.stop(asked.channel.id, person)
        kept = ForgottenNotes()
        if self._parts.memory is not None:
            kept = await self._parts.memory.forget_person(person)
        private = asked.channel.id if asked.channel.kind is ChannelKind.DM else None
        forgotten = await self._parts.rows.forget(person, private=private, settings=settings, now=asked.at)
        for channel_id in forgotten.channels:
            self._parts.forget_channel(channel_id)
        counts = {**forgotten.counts, Held.STAGED: kept.staged + forgotten.counts.get(Held.STAGED, 0)}
        log.info(
            "a person was forgotten",
            notes=kept.notes,
            documents=kept.documents,
            **{held.value: n for held, n in counts.items()},
        )
        erased = await self._erased()
        told = _told(kept, counts, erased=erased, language=language)
        return f"{told}\n{say(words.APART, language)}" if self._parts.apart else told

    async def _erased(self) -> bool:
        """Whether the index is clean by now; where it is not, it will be."""
        if self._parts.memory is None:
            return True
        work = asyncio.ensure_future(self._parts.erase())
        try:
            await asyncio.wait_for(asyncio.shield(work), INDEX_SECONDS)
        except (TimeoutError, IndexUnavailable, StoreUnavailable) as fault:
            work.add_done_callback(_seen)
            log.warning("the index is not clean yet", reason=f"{type(fault).__name__}: {fault}")
            return False
        return True


def _seen(work: asyncio.Future[object]) -> None:
    """Nobody waits for it any more; the keeper tries again by itself."""
    if not work.cancelled():
        work.exception()


def _told(kept: ForgottenNotes, counts: Mapping[Held, int], *, erased: bool, language: str) -> str:
    files = ((words.NOTES, kept.notes), (words.DOCUMENTS, kept.documents))
    lines = [say(text, language).format(count=count) for text, count in files if count]
    lines += [say(words.HELD[held], language).format(count=count) for held, count in counts.items() if count]
    if not lines:
        return say(words.NOTHING_LEFT, language)
    heading, ending = say(words.FORGOT, language), [say(words.BACKUPS, language)]
    if not erased:
        ending.insert(0, say(words.INDEX_LATER, language))
    return "\n".join((heading, *(f"- {line}" for line in lines), *ending))
