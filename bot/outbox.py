"""Everything that goes out to Discord: replies, typing and reminders.

A logical message has one nonce for all attempts, so a message that went out although its answer was lost is
not sent twice. Nobody but the author is ever pinged.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Protocol, TypeVar

import discord
import structlog

from agent.direct import without_pings
from agent.errors import ContentRefused, DeliveryDelayed, DeliveryError, TargetGone
from agent.types import Author, Channel, ChannelKind, Incoming
from agent.words import say
from bot.delivery import Notice, marked
from bot.discord_ask import Answerer, quoted
from bot.discord_buttons import notice_view
from bot.discord_draft import DiscordDraft, Part, Parts
from bot.discord_faults import (
    ARCHIVED,
    NO_HISTORY_PERMISSION,
    PASSING,
    SEND_FAULTS,
    UNKNOWN_MESSAGE,
    delivery_error,
    is_worth_repeating,
)
from bot.discord_parts import REPLY_DELAYS, delays_for, part_view
from bot.discord_stop import stop_id, stop_view
from bot.drafts import Draft
from bot.notice_words import ANSWER_REFUSED, ANSWERED_LATE, MISSED, STOPPING
from bot.sessions import ReplyKind, Speak, english
from bot.splitter import LIMIT, split
from bot.store.handled import Interrupted

NOTICE_DELAYS = (0.2, 1)
"""Few, because the scheduler tries a reminder again for hours with the same nonce."""
TYPING_EVERY = 8.0
"""Seconds; Discord shows typing for 10."""
SEARCH_LIMIT = 1000
"""How many messages are looked through for an earlier delivery."""
LONGEST_QUOTED = 300
"""Characters of a question above its late answer."""
LINKED = 10
"""Messages that are named by links; more would bury the sentence."""
CLOCK_SLACK = timedelta(minutes=1)
"""How far this machine's clock may be ahead of Discord's."""
ALREADY_GONE = 0
"""The message id of what was sent and has been deleted since."""

Sleep = Callable[[float], Awaitable[None]]


T = TypeVar("T")
Sent = Callable[[int, Collection[int]], None]
"""Hears as which messages the answer to a message stands in the channel."""
Unseen = Callable[[Incoming], Awaitable[None]]
"""Hears that the question in the answer to this message could not be shown. Must not raise."""


def _ignore(answered: int, message_ids: Collection[int]) -> None:
    pass


async def _ignore_question(incoming: Incoming) -> None:
    pass


class MessageGone(TargetGone):
    """A message that was deleted; its channel may well be there."""


class ThreadArchived(TargetGone):
    """A thread whose messages cannot be changed until it is opened again, as a new message does."""


class _Sendable(Protocol):
    async def __call__(self, *, reference: discord.MessageReference | None) -> discord.Message: ...


class DiscordOutbox:
    """Sends through a logged-in client; by channel id, whether or not the channel is in its cache.

    `speak` gives the language of a message's author; `answerers` take the replies to questions that a command
    asked, by the question's id; `mark` is put on reminders where several daemons send them (`bot.sharding`).
    """

    def __init__(
        self,
        client: discord.Client,
        *,
        sleep: Sleep = asyncio.sleep,
        speak: Speak = english,
        answerers: dict[int, Answerer] | None = None,
        mark: str = "",
    ) -> None:
        self._client = client
        self._mark = mark
        self._sleep = sleep
        self.speak = speak
        self.sent: Sent = _ignore
        self.unseen: Unseen = _ignore_question
        self._answerers = {} if answerers is None else answerers
        self._log = structlog.get_logger("outbox")

    # ------------------------------------------------------------------ replies

    async def reply(self, incoming: Incoming, text: str, kind: ReplyKind, *, late: bool = False) -> bool:
        """See `bot.sessions.Outbox`. A reply that cannot be delivered is logged, never raised."""
        answerer = self._answerers.get(incoming.message_id)
        if answerer is not None and await answerer.tell(text, kind):
            return True
        try:
            if answerer is not None and answerer.is_private:
                incoming = await self._direct(incoming)
            await self._reply(incoming, text, kind, late=late)
        except ContentRefused as error:
            self._log.warning("reply refused", channel=incoming.channel.id, reason=str(error))
            await self._apologise(incoming)
        except DeliveryError as error:
            self._log.warning("reply not delivered", channel=incoming.channel.id, reason=str(error))
            return not isinstance(error, PASSING)
        return True

    async def _apologise(self, incoming: Incoming) -> None:
        try:
            await self._reply(incoming, await self._refusal(incoming), ReplyKind.REFUSED)
        except DeliveryError as error:
            self._log.warning("apology not delivered", channel=incoming.channel.id, reason=str(error))

    async def _reply(self, incoming: Incoming, text: str, kind: ReplyKind, *, late: bool = False) -> None:
        known: list[int] = []
        for number, part in enumerate(split(text)):
            arrived = await self.arrived(incoming, number, part, known=known) if late else None
            message = arrived or await self.send_part(
                incoming, number, part, kind=kind, delays=() if late else REPLY_DELAYS
            )
            known += [message.id] if message else []

    def draft(self, incoming: Incoming) -> Draft:
        """See `Outbox.draft`."""
        in_channel = ReplyParts(self, incoming)
        answerer = self._answerers.get(incoming.message_id)
        return DiscordDraft(
            incoming,
            in_channel if answerer is None else answerer.parts(incoming, self, in_channel),
            refused=lambda: self._refusal(incoming),
            sent=lambda message_ids: self.sent(incoming.message_id, message_ids),
            unseen=lambda: self.unseen(incoming),
            opening="" if answerer is None else answerer.opening,
        )

    async def _refusal(self, incoming: Incoming) -> str:
        return say(ANSWER_REFUSED, await self.speak(incoming))

    async def send_part(
        self,
        incoming: Incoming,
        number: int,
        text: str,
        *,
        kind: ReplyKind,
        delays: Sequence[float],
        view: discord.ui.View | None = None,
        pings: bool = True,
    ) -> discord.Message | None:
        """Part `number` of a reply; None where it was sent before and deleted. Raises DeliveryError."""
        return await self._send(
            incoming.channel,
            text,
            nonce=reply_nonce(incoming.message_id, kind, number),
            mention_id=incoming.author.id if pings else None,
            reference=_reference(incoming) if number == 0 else None,
            delays=delays,
            view=view,
        )

    async def arrived(
        self, incoming: Incoming, number: int, text: str, *, known: Collection[int]
    ) -> discord.Message | None:
        """The message in which an earlier attempt at this part stands after all. For attempts that are so
        late that Discord has forgotten their nonce. Raises DeliveryDelayed.
        """
        try:
            own = await self._own_after(incoming.channel, incoming.message_id)
        except DeliveryDelayed:
            raise
        except DeliveryError:  # where it may not look, it can only send
            return None
        replied = _reference(incoming).message_id
        for each in own:
            grew = number == 0 and stop_id(incoming.message_id) in _custom_ids(each)
            belongs = number > 0 or each.reference is None or _refers_to(each, replied)
            if each.id not in known and (grew or (belongs and each.content.strip() == text.strip())):
                return each
        return None

    async def in_direct(self, incoming: Incoming) -> Parts:
        """See `bot.discord_ask.Requests`."""
        there = await self._direct(incoming)
        place = f"<#{incoming.channel.id}>"
        text = say(ANSWERED_LATE, await self.speak(incoming)).format(place=place)
        question = quoted(without_pings(incoming.text[:LONGEST_QUOTED]))
        heading = f"{text}\n{question}"
        await self.send_part(there, 0, heading, kind=ReplyKind.LATE, delays=REPLY_DELAYS, pings=False)
        return ReplyParts(self, there)

    async def _direct(self, incoming: Incoming) -> Incoming:
        """As if its author had written it to the bot alone. Raises DeliveryError."""
        return replace(incoming, channel=await self.direct_channel(incoming.author.id))

    async def edit(
        self,
        channel: Channel,
        message_id: int,
        text: str,
        *,
        view: discord.ui.View | None,
        delays: Sequence[float],
    ) -> None:
        """Changes a message of the bot's own; without a view it loses its buttons. Raises DeliveryError."""
        message = self._place(channel).get_partial_message(message_id)

        async def attempt() -> None:
            await message.edit(content=text, view=view, allowed_mentions=discord.AllowedMentions.none())

        try:
            await self.repeated(attempt, delays)
        except ThreadArchived:
            await self.repeated(lambda: self._client.http.edit_channel(channel.id, archived=False), delays)
            await self.repeated(attempt, delays)

    async def delete(self, channel: Channel, message_id: int, *, delays: Sequence[float]) -> None:
        """Deletes a message of the bot's own, if it is still there. Raises DeliveryError."""
        message = self._place(channel).get_partial_message(message_id)
        with suppress(TargetGone):
            await self.repeated(message.delete, delays)

    @asynccontextmanager
    async def working(self, channel: Channel) -> AsyncIterator[None]:
        """Shows typing in `channel` while the body runs; failing to show it changes nothing."""
        typing = asyncio.create_task(self._type(channel.id))
        try:
            yield
        finally:
            typing.cancel()
            await asyncio.wait({typing})

    async def _type(self, channel_id: int) -> None:
        try:
            while True:
                await self._client.http.send_typing(channel_id)
                await asyncio.sleep(TYPING_EVERY)
        except SEND_FAULTS as fault:
            self._log.debug("typing not shown", channel=channel_id, reason=str(delivery_error(fault)))

    # ------------------------------------------------------------------ what was left behind

    async def tell_missed(self, messages: Sequence[Incoming]) -> None:
        """See `bot.backfill.Teller`."""
        newest = messages[-1]
        links = " ".join(_link(each) for each in messages[-LINKED:])
        text = say(MISSED, await self.speak(newest)).format(links=links)
        await self._reply(newest, text, ReplyKind.MISSED)

    async def tell_interrupted(self, message: Interrupted) -> None:
        """See `bot.backfill.Teller`. An answer that was growing is left as it is, with the sentence below."""
        incoming = _as_incoming(message)
        own = await self._own_after(message.channel, message.message_id)
        growing = [each for each in own if stop_id(message.message_id) in _custom_ids(each)]
        text = say(STOPPING, await self.speak(incoming))
        told = [await self._say_below(message.channel, each, text) for each in growing]
        answered = not growing and any(_refers_to(each, message.message_id) for each in own)
        if not answered and not any(told):
            await self._reply(incoming, text, ReplyKind.STOPPING)

    async def _say_below(self, channel: Channel, message: discord.Message, text: str) -> bool:
        """Takes the buttons off a message of the bot's own; False where `text` could not be added to it."""
        whole = f"{message.content}\n\n{text}"
        fits = len(whole) <= LIMIT
        shown = whole if fits else message.content
        try:
            await self.edit(channel, message.id, shown, view=None, delays=REPLY_DELAYS)
        except DeliveryError as error:
            self._log.warning("answer left as it was", channel=channel.id, reason=str(error))
            return False
        return fits

    async def _own_after(self, channel: Channel, message_id: int) -> list[discord.Message]:
        own_id = self._require_login()
        after = discord.Object(message_id)
        history = self._place(channel).history(limit=SEARCH_LIMIT, after=after, oldest_first=True)
        try:
            return [each async for each in history if each.author.id == own_id]
        except SEND_FAULTS as fault:
            raise delivery_error(fault) from fault

    # ------------------------------------------------------------------ reminders

    async def deliver(self, target: Channel, notice: Notice) -> int:
        """See `Deliverer.deliver`. Gives `ALREADY_GONE` for a notice that was delivered and then deleted."""
        marker = marked(notice.marker, self._mark)
        message = await self._send(
            target,
            notice.text,
            nonce=marked(notice.nonce, self._mark),
            mention_id=notice.mention_id,
            mentions_role=notice.mentions_role,
            view=notice_view(marker, language=notice.language) if notice.marker else None,
            delays=NOTICE_DELAYS,
        )
        return message.id if message else ALREADY_GONE

    async def direct_channel(self, user_id: int) -> Channel:
        """See `Deliverer.direct_channel`."""
        self._require_login()
        try:
            channel = await self._client.create_dm(discord.Object(user_id))
        except SEND_FAULTS as fault:
            raise delivery_error(fault) from fault
        return Channel(id=channel.id, kind=ChannelKind.DM)

    async def find_delivered(self, target: Channel, notice: Notice, since: datetime) -> int | None:
        """See `DeliverySearch.find_delivered`."""
        own_id, marker = self._require_login(), marked(notice.marker, self._mark)
        history = self._place(target).history(limit=SEARCH_LIMIT, after=since - CLOCK_SLACK)
        try:
            async for message in history:
                if message.author.id == own_id and marker in _custom_ids(message):
                    return message.id
        except SEND_FAULTS as fault:
            raise delivery_error(fault) from fault
        return None

    # ------------------------------------------------------------------ one message

    async def _send(
        self,
        target: Channel,
        text: str,
        *,
        nonce: str,
        mention_id: int | None,
        mentions_role: bool = False,
        delays: Sequence[float],
        reference: discord.MessageReference | None = None,
        view: discord.ui.View | None = None,
    ) -> discord.Message | None:
        """None where Discord says that it was sent before and deleted. Raises DeliveryError."""
        self._require_login()
        place = self._place(target)
        pinged = [] if mention_id is None else [discord.Object(mention_id)]
        mentions = discord.AllowedMentions(
            everyone=False,
            roles=pinged if mentions_role else False,
            users=False if mentions_role else pinged,
            replied_user=mention_id is not None,
        )

        async def attempt(*, reference: discord.MessageReference | None) -> discord.Message:
            options = _present(reference=reference, view=view)
            return await place.send(text, nonce=nonce, allowed_mentions=mentions, **options)

        return await self._attempts(attempt, reference, delays)

    async def _attempts(
        self, attempt: _Sendable, reference: discord.MessageReference | None, delays: Sequence[float]
    ) -> discord.Message | None:
        try:
            return await self.repeated(lambda: _with_or_without_reference(attempt, reference), delays)
        except MessageGone:
            return None

    async def repeated(self, attempt: Callable[[], Awaitable[T]], delays: Sequence[float]) -> T:
        """What `attempt` gives, tried again while that may help. Raises DeliveryError."""
        self._require_login()
        for delay in (*delays, None):
            try:
                return await attempt()
            except SEND_FAULTS as fault:
                if isinstance(fault, discord.NotFound) and fault.code == UNKNOWN_MESSAGE:
                    raise MessageGone("the message was deleted") from fault
                if isinstance(fault, discord.HTTPException) and fault.code == ARCHIVED:
                    raise ThreadArchived("the thread is archived") from fault
                if delay is None or not is_worth_repeating(fault):
                    raise delivery_error(fault) from fault
                self._log.info("sending again", seconds=delay, reason=str(delivery_error(fault)))
                await self._sleep(delay)
        raise AssertionError("the last attempt returns or raises")

    def _place(self, target: Channel) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(target.id, guild_id=target.guild_id)

    def _require_login(self) -> int:
        """The bot's own user id. Raises DeliveryDelayed before login and after closing."""
        if self._client.user is None or self._client.is_closed():
            raise DeliveryDelayed("not connected to Discord")
        return self._client.user.id


class ReplyParts:
    """See `bot.discord_draft.Parts`."""

    def __init__(self, outbox: DiscordOutbox, incoming: Incoming) -> None:
        self._outbox = outbox
        self._incoming = incoming

    async def send(
        self, number: int, part: Part, *, anew: bool = False, known: Collection[int] = ()
    ) -> int | None:
        arrived = None
        if part.late and not anew:
            arrived = await self._outbox.arrived(self._incoming, number, part.text, known=known)
        view = part_view(part, self._incoming)
        message = arrived or await self._outbox.send_part(
            self._incoming,
            number,
            part.text,
            kind=ReplyKind.ANEW if anew else ReplyKind.ANSWER,
            delays=delays_for(part),
            view=view,
        )
        if message is not None and not _shows(message, part.text, view):
            await self.edit(message.id, part)  # it went out in an earlier form
        return message.id if message else None

    async def edit(self, message_id: int, part: Part) -> None:
        view = part_view(part, self._incoming)
        await self._outbox.edit(
            self._incoming.channel, message_id, part.text, view=view, delays=delays_for(part)
        )

    async def remark(self, text: str) -> int | None:
        message = await self._outbox.send_part(
            self._incoming,
            0,
            text,
            kind=ReplyKind.WORKING,
            delays=(),
            view=stop_view(self._incoming.message_id),
            pings=False,
        )
        return message.id if message else None

    async def delete(self, message_id: int, *, once: bool = False) -> None:
        await self._outbox.delete(self._incoming.channel, message_id, delays=() if once else REPLY_DELAYS)


async def _with_or_without_reference(
    attempt: _Sendable, reference: discord.MessageReference | None
) -> discord.Message:
    """Replies, or sends plainly where replying is what Discord refuses (no right to read the history)."""
    try:
        return await attempt(reference=reference)
    except discord.HTTPException as fault:
        replying_refused = fault.code == NO_HISTORY_PERMISSION or isinstance(
            delivery_error(fault), ContentRefused
        )
        if reference is None or not replying_refused:
            raise
    return await attempt(reference=None)


def reply_nonce(message_id: int, kind: ReplyKind, part: int) -> str:
    """The same for every attempt at one part of one reply, and no other; at most 25 characters."""
    return f"{kind.value}{message_id:x}-{part}"


def _reference(incoming: Incoming) -> discord.MessageReference:
    """A press is answered under the question that it answers."""
    return discord.MessageReference(
        message_id=incoming.picked.message_id if incoming.picked else incoming.message_id,
        channel_id=incoming.channel.id,
        guild_id=incoming.channel.guild_id,
        fail_if_not_exists=False,
    )


def _refers_to(message: discord.Message, message_id: int | None) -> bool:
    return message.reference is not None and message.reference.message_id == message_id


def _as_incoming(message: Interrupted) -> Incoming:
    return Incoming(
        message_id=message.message_id,
        channel=message.channel,
        author=Author(id=message.author_id, name=""),
        text="",
        received_at=message.taken_up,
    )


def _link(incoming: Incoming) -> str:
    place = incoming.channel.guild_id or "@me"
    return f"https://discord.com/channels/{place}/{incoming.channel.id}/{incoming.message_id}"


def _present(**options: Any) -> dict[str, Any]:
    """Without those that are None, which discord.py's annotations do not take."""
    return {name: value for name, value in options.items() if value is not None}


def _shows(message: discord.Message, text: str, view: discord.ui.View | None) -> bool:
    wanted = {getattr(item, "custom_id", "") for item in view.children} if view else set()
    return message.content.strip() == text.strip() and _custom_ids(message) == wanted


def _custom_ids(message: discord.Message) -> set[str]:
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)]
    return {child.custom_id for row in rows for child in row.children if child.custom_id}
