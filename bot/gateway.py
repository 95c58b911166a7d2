"""The connection to Discord: logs in, stays connected, and hands messages on without waiting for anything."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import zip_longest
from typing import Any, ClassVar
from weakref import WeakValueDictionary

import aiohttp
import discord
import discord.gateway
import discord.http
import structlog
import yarl
from discord.gateway import KeepAliveHandler
from pydantic import SecretStr

from agent.errors import ConfigError, CredentialError, OperatorError, StoreUnavailable
from agent.types import Clock, Incoming
from bot.access import AccessRules, OthersRule, Verdict, Visitor, asks_for_pairing, may_remind_others, verdict
from bot.commands import CommandTree, add_commands
from bot.desk import Desk
from bot.discord_about import AboutMenu
from bot.discord_access import Guarded, permissions_of, sender
from bot.discord_ask import Answerer
from bot.discord_buttons import BUTTONS
from bot.discord_faults import NETWORK_FAULTS, SEND_FAULTS, is_worth_repeating
from bot.discord_forget import ForgetButton
from bot.discord_listing import ITEMS
from bot.discord_messages import Listening, as_incoming, to_incoming
from bot.discord_notes import NOTE_ITEMS
from bot.discord_pacing import REQUESTS, Pace, paced
from bot.discord_questions import ChoiceButton
from bot.discord_requests import never_torn
from bot.discord_stop import StopButton
from bot.gateway_line import Line
from bot.pair_guard import PairGuard
from bot.pairing import PairingDesk
from bot.personas import PersonaDesk
from bot.questions import QuestionDesk
from bot.reminder_desk import ReminderDesk
from bot.sharding import Sharding

LOGIN_DELAYS = (1, 2, 4, 8, 15, 30, 60)
"""Seconds between attempts to log in; the last one repeats. Only faults of the network are tried again."""
LONGEST_RATE_LIMIT = 60.0
"""Seconds; a longer wait is raised to the caller, who may have something better to do."""
GUILD_READY_TIMEOUT = 1.0
"""Seconds without a further server after which the start-up list counts as complete."""
TOKEN_REFUSED, INVALID_SHARD, SHARDING_REQUIRED = 4004, 4010, 4011
"""Gateway close codes (discord.com/developers/docs/topics/opcodes-and-status-codes#gateway)."""

RESTART = 4000
"""Close code of a client that will be back; Discord then does not show it as gone."""
CLOSING_SECONDS = 5.0
"""Until a socket that does not answer is left to itself."""
CLOCK_SLACK = timedelta(minutes=1)
"""How far this machine's clock may be ahead of Discord's."""
HISTORY_DELAYS = (0.5, 1, 2, 4, 8, 15, 30)
"""Seconds before each further attempt to read what was missed in a channel."""
STORE_DELAYS = (0.2, 1, 4, 10, 15)
"""Seconds before each further attempt to find out whether somebody may write to the bot."""
MOST_PLACES = 50
"""Channels that are looked through for what came while the bot was away; each is a request."""
MOST_MISSED = 100
"""Messages of one channel that are looked through, the newest ones."""

Shared = discord.TextChannel | discord.VoiceChannel | discord.Thread
Readable = Shared | discord.PartialMessageable
Sleep = Callable[[float], Awaitable[None]]
_Members = dict[tuple[int, int], discord.Member | None]
"""By server and user: who wrote what one search found, asked for once each."""


class TooManySessions(Exception):
    """Another new session now would bring the bot near the number at which Discord takes the token away."""


async def _ignore(message_id: int) -> None:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Listeners:
    """Who hears what: each message for the bot, the id of each deleted message, each message that was edited,
    whomever it is for, each return of a lost connection, one line of status, and, after a session that could
    not be resumed, the newest message that came before the gap.
    """

    receive: Callable[[Incoming], None]
    reconnected: Callable[[], Awaitable[None]]
    report: Callable[[str], None]
    deleted: Callable[[int], None] = lambda message_id: None
    edited: Callable[[Incoming], None] = lambda incoming: None
    session_lost: Callable[[int], Awaitable[None]] = _ignore


def use_endpoints(*, api_base: str, gateway_url: str) -> None:
    """Points discord.py, for this whole process, at a stand-in for Discord. Only one would leak the token."""
    discord.http.Route.BASE = api_base
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)


def _say_nothing_of_voice() -> None:
    """discord.py warns at each start that it cannot speak, which this bot never does."""
    discord.VoiceClient.warn_nacl = False
    discord.VoiceClient.warn_dave = False


def intents(*, message_content: bool) -> discord.Intents:
    """All intents that need no permission, and message content where the operator asked for it."""
    wanted = discord.Intents.default()
    wanted.message_content = message_content
    return wanted


class Gateway(discord.Client):
    """discord.py's client with the bot's own entry and exit.

    `serve` runs until `close`, and `became_ready` is set once messages can come and go. `open_channels` are
    ids of channels answered without a mention; `access` says who is heard at all,
    `others` who may have others reminded, `reminder_desk` handles what is pressed under reminders,
    `question_desk` what is under questions, and `pairing_desk` knows who may write direct messages by a
    code, and `persona_desk` how the bot is to sound.
    `online` says whether the connection stands now. `sharding` is which part of the servers come here, by one
    connection; `bot.discord_shards` has several.
    """

    CONNECTED: ClassVar[str] = "connect"

    def __init__(
        self,
        *,
        clock: Clock,
        message_content: bool = False,
        open_channels: frozenset[int] = frozenset(),
        access: AccessRules = AccessRules(),  # noqa: B008 - frozen
        others: OthersRule = OthersRule(),  # noqa: B008 - frozen
        sharding: Sharding = Sharding(),  # noqa: B008 - frozen
        guild_ready_timeout: float = GUILD_READY_TIMEOUT,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        _say_nothing_of_voice()
        super().__init__(
            intents=intents(message_content=message_content),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=LONGEST_RATE_LIMIT,
            max_messages=None,
            guild_ready_timeout=guild_ready_timeout,
            http_trace=paced(Pace(requests=max(1, int(REQUESTS * sharding.share)))),
            **self._shard_options(sharding),
        )
        # discord.py has no hook for this.
        self.http.request = never_torn(self.http.request)  # type: ignore[method-assign]
        self._open_socket = self.http.ws_connect
        self.http.ws_connect = self._ws_connect  # type: ignore[method-assign]
        self._opened: aiohttp.ClientWebSocketResponse | None = None
        self.clock = clock
        self.sharding = sharding
        self._message_content = message_content
        self.open_channels = open_channels
        self.access = access
        self.others = others
        self._wait = sleep
        self._line = Line(now=time.monotonic)
        self._heard_by: Listeners | None = None
        self._newest_seen = self._ready_since = 0
        self._gaps: dict[int, int] = {}
        self._unsearched: dict[int, int] = {}
        self._offline: set[int] = set()
        self._judging: set[int] = set()
        self._stays_down = False
        self._in_order: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self.became_ready = asyncio.Event()
        self.answerers: dict[int, Answerer] = {}
        self.reminder_desk: ReminderDesk | None = None
        self.question_desk: QuestionDesk | None = None
        self.pairing_desk: PairingDesk | None = None
        self.persona_desk: PersonaDesk | None = None
        self._bots = PairGuard()
        self._events = structlog.get_logger("gateway")

    def _shard_options(self, sharding: Sharding) -> dict[str, Any]:
        if sharding.count == 1:
            return {}
        (shard_id,) = sharding.ids
        return {"shard_id": shard_id, "shard_count": sharding.count}

    @property
    def online(self) -> bool:
        return self.became_ready.is_set() and not self._offline

    async def serve(self, token: SecretStr, listeners: Listeners) -> None:
        """Stays connected until closed.

        Raises CredentialError (token or intent refused) and OperatorError (Discord refuses this client).
        """
        self._heard_by = listeners
        await self._log_in(token)
        try:
            await self._stay_connected()
        except discord.PrivilegedIntentsRequired:
            raise CredentialError(
                "Discord refused the message content intent; switch on Message Content Intent on the bot's "
                "page of the Developer Portal, or set discord.message_content = false"
            ) from None
        except discord.ConnectionClosed as closed:
            raise _refusal(closed) from None

    async def _stay_connected(self) -> None:
        """Until closed; with a new session where one is hopeless, or Discord sends what nobody can read."""
        if isinstance(self, discord.AutoShardedClient):  # which sees to each of its connections
            return await self.connect(reconnect=True)
        while not self.is_closed():
            try:
                await self._connected_once()
            except (discord.ConnectionClosed, discord.PrivilegedIntentsRequired):
                raise
            except Exception as fault:  # noqa: BLE001 - whatever it is, reminders and other channels go on
                self._events.warning("session ended", reason=f"{type(fault).__name__}: {fault}")
            if not self.is_closed():
                await self._leave_socket()
                await self._wait(self._line.delay())
        return None

    async def _connected_once(self) -> None:
        """One session, and its resumptions. Raises what ends it."""
        self._line.begin()
        connecting = asyncio.create_task(self.connect(reconnect=True))
        hopeless = asyncio.create_task(self._line.hopeless.wait())
        try:
            await asyncio.wait({connecting, hopeless}, return_when=asyncio.FIRST_COMPLETED)
            if connecting.done():
                return connecting.result()
        finally:
            for task in (connecting, hopeless):
                task.cancel()
            await asyncio.wait({connecting, hopeless})
        self._events.warning("session given up, asking for a new one")
        return None

    async def _leave_socket(self) -> None:
        """Also one that was still being opened: its heart beats already, and nothing else tells of it."""
        beating = [each for each in threading.enumerate() if isinstance(each, KeepAliveHandler)]
        own = {each.ws for each in beating if each.ws._connection is self._connection}
        for socket in [*own, self._opened]:
            if socket is not None:
                with suppress(*NETWORK_FAULTS, RuntimeError):
                    await asyncio.wait_for(socket.close(code=RESTART), CLOSING_SECONDS)
        self._opened = None

    async def _ws_connect(self, url: str, **options: Any) -> aiohttp.ClientWebSocketResponse:
        self._opened = await self._open_socket(url, **options)
        return self._opened

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Raises TooManySessions, which ends `connect`: it waits for a minute at most."""
        await super().before_identify_hook(shard_id, initial=initial)
        if not isinstance(self, discord.AutoShardedClient) and not self._line.identifies():
            raise TooManySessions("too many new sessions")

    async def _log_in(self, token: SecretStr) -> None:
        attempt = 0
        while True:
            try:
                await self.login(token.get_secret_value())
                return
            except discord.LoginFailure:
                raise CredentialError(
                    "Discord refused the token; take a new one from the bot's page of the Developer Portal"
                ) from None
            except (discord.HTTPException, *NETWORK_FAULTS) as fault:
                delay = LOGIN_DELAYS[min(attempt, len(LOGIN_DELAYS) - 1)]
                self._events.warning("login failed, trying again", seconds=delay, reason=_reason(fault))
                self._report(f"Discord cannot be reached ({_reason(fault)})")
            attempt += 1
            await self._forget_session()
            await self._wait(delay)

    async def _forget_session(self) -> None:
        """A failed login leaves a session behind, and with it a connector that the next one cannot use."""
        await self.http.close()
        self.http.connector = aiohttp.TCPConnector(limit=0)

    def offer(self, desk: Desk) -> CommandTree:
        """Answers commands by this desk from now on; to be called once, before `serve`."""
        self.desk = desk
        self.add_dynamic_items(*ITEMS, *NOTE_ITEMS, ForgetButton, AboutMenu, StopButton)
        tree = CommandTree(self)
        add_commands(tree)
        return tree

    def take(self, incoming: Incoming, answerer: Answerer) -> None:
        """Hears what was asked by a command; the outbox gives its answers to `answerer`."""
        for message_id in [each for each, old in self.answerers.items() if old.is_over]:
            del self.answerers[message_id]
        if self._heard_by is not None:
            self.answerers[incoming.message_id] = answerer
            self._heard_by.receive(incoming)

    # ------------------------------------------------------------------ events

    async def setup_hook(self) -> None:
        self.add_dynamic_items(*BUTTONS, ChoiceButton)

    def add_dynamic_items(self, *items: type[discord.ui.DynamicItem[Any]]) -> None:
        """Raises TypeError for an item that anybody could press, whatever the rules of access."""
        for item in items:
            if not issubclass(item, Guarded):
                raise TypeError(f"{item.__name__} must inherit from bot.discord_access.Guarded")
        super().add_dynamic_items(*items)

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """discord.py's; `connect` says at once that a session is new, `on_ready` follows once its servers are
        there.
        """
        if event == self.CONNECTED:
            self._lose(*(args or self.sharding.ids))
        super().dispatch(event, *args, **kwargs)

    async def on_ready(self) -> None:
        """Comes again after each new session."""
        self._line.stands()
        await self._began(*self.sharding.ids)

    async def on_disconnect(self) -> None:
        self._line.breaks()
        self._broke(*self.sharding.ids)

    async def on_resumed(self) -> None:
        self._line.stands()
        await self._went_on(*self.sharding.ids)

    async def _began(self, shard: int) -> None:
        self._offline.discard(shard)
        self._events.info(
            "connected to Discord", servers=len(self.guilds), shards=str(self.sharding) or "none"
        )
        self._report(f"connected to Discord, servers: {len(self.guilds)}")
        if not self.became_ready.is_set():
            self._ready_since = discord.utils.time_snowflake(self.clock() - CLOCK_SLACK)
            self.became_ready.set()
        elif self._heard_by is not None:
            await self._heard_by.reconnected()
            await self._heard_by.session_lost(self._unsearched.pop(shard, self._known()))

    def _known(self) -> int:
        """The newest message so far."""
        return self._newest_seen or self._ready_since

    def _lose(self, shard: int) -> None:
        """What came since the connection broke is never sent again, also if the new session is resumed."""
        if shard in self._gaps:
            since = self._gaps.pop(shard)
            self._unsearched[shard] = min(since, self._unsearched.get(shard, since))

    def _broke(self, shard: int) -> None:
        if self.became_ready.is_set():
            self._gaps.setdefault(shard, self._known())
        self._offline.add(shard)
        if not self.is_closed():
            self._events.info("connection to Discord lost, reconnecting", shard=shard)
            self._report("connection to Discord lost, reconnecting")

    async def _went_on(self, shard: int) -> None:
        self._offline.discard(shard)
        self._gaps.pop(shard, None)
        self._events.info("connection to Discord resumed", shard=shard)
        self._report(f"connected to Discord, servers: {len(self.guilds)}")
        if self._heard_by is not None:
            await self._heard_by.reconnected()

    async def on_message(self, message: discord.Message) -> None:
        """Messages of a channel are handed on in the order in which they came."""
        self._newest_seen = max(self._newest_seen, message.id)
        incoming = self._addressed(message, at=self.clock())
        if incoming is None:
            return
        self._judging.add(message.id)
        in_order = self._in_order.setdefault(message.channel.id, asyncio.Lock())
        try:
            async with in_order:
                await self._hear(message, incoming)
        finally:
            self._judging.discard(message.id)

    async def _hear(self, message: discord.Message, incoming: Incoming) -> None:
        found = await self._judge_patiently(message, incoming)
        if found is Verdict.UNPAIRED and self.pairing_desk is not None:
            await self.pairing_desk.meet(incoming)
        if found is not None and self._admits(incoming, found) and self._heard_by is not None:
            self._heard_by.receive(incoming)

    async def _judge_patiently(self, message: discord.Message, incoming: Incoming) -> Verdict | None:
        """None where the store stays down: the author is then told so, and later ones do not wait for it."""
        for delay in () if self._stays_down else STORE_DELAYS:
            with suppress(StoreUnavailable):
                return await self.judge(sender(message))
            await self._wait(delay)
        try:
            found = await self.judge(sender(message))
        except StoreUnavailable as fault:
            self._stays_down = True
            self._events.error("message not taken up", message=message.id, reason=str(fault))
        else:
            self._stays_down = False
            return found
        if self.pairing_desk is not None:
            await self.pairing_desk.excuse(incoming)
        return None

    async def judge(self, visitor: Visitor) -> Verdict:
        """The one verdict, for messages and interactions alike. Raises StoreUnavailable where it depends on
        what cannot be looked up.
        """
        paired = (
            self.pairing_desk is not None
            and asks_for_pairing(self.access, visitor)
            and await self.pairing_desk.is_paired(visitor.user_id)
        )
        return verdict(self.access, visitor, paired=paired)

    def _addressed(self, message: discord.Message, *, at: datetime) -> Incoming | None:
        """The message as the sessions take it; None where it is not for the bot."""
        if self.user is None:
            return None
        return to_incoming(
            message,
            self._listening(self.user.id),
            now=at,
            may_remind_others=may_remind_others(self.others, sender(message), permissions_of(message)),
        )

    def _admits(self, incoming: Incoming, found: Verdict) -> bool:
        if found is not Verdict.ALLOWED:
            self._events.info("message ignored", message=incoming.message_id, refused=found.value)
            return False
        if incoming.author.is_bot and not self._bots.admits(incoming.author.id, incoming.received_at):
            self._events.info(
                "message ignored", message=incoming.message_id, refused="a bot that writes too much"
            )
            return False
        return True

    # ------------------------------------------------------------------ what came while it was away

    @property
    def newest_seen(self) -> int:
        """The id of the newest message that came in, from whom and where ever; 0 before the first. It stays
        before what is not decided on yet, and while a connection is broken where it was: what comes there
        meanwhile is still to be looked for.
        """
        undecided = (each - 1 for each in self._judging)
        return min([self._newest_seen, *undecided, *self._gaps.values(), *self._unsearched.values()])

    async def missed(self, since: int, *, direct_channels: Collection[int]) -> AsyncIterator[Incoming]:
        """Messages for the bot from people it answers, after message `since`, oldest first in each channel.

        Looks into the channels that have newer messages, and into these direct ones, if direct messages come
        here. What cannot be read is left out and logged. Raises StoreUnavailable.
        """
        members: _Members = {}
        for place in self._changed_places(since, direct_channels):
            for incoming in await self._missed_in(place, since, members):
                yield incoming

    def _changed_places(self, since: int, direct_channels: Collection[int]) -> list[Readable]:
        asked = direct_channels if self.sharding.has_first else ()
        direct: list[Readable] = [self.get_partial_messageable(each) for each in asked]
        shared = [place for guild in self.guilds for place in _readable(guild) if _goes_on(place, since)]
        in_turn = [place for pair in zip_longest(direct, shared) for place in pair if place is not None]
        if len(in_turn) > MOST_PLACES:
            left = len(in_turn) - MOST_PLACES
            self._events.warning("missed messages are not looked for in all channels", left_out=left)
        return in_turn[:MOST_PLACES]

    async def _missed_in(self, place: Readable, since: int, members: _Members) -> list[Incoming]:
        """Tried again like a reply: what is not found now is never looked for again."""
        for delay in (*HISTORY_DELAYS, None):
            try:
                return [each async for each in self._read_missed(place, since, members)]
            except SEND_FAULTS as fault:
                if delay is None or not is_worth_repeating(fault):
                    reason = _reason(fault)
                    self._events.warning("missed messages cannot be read", channel=place.id, reason=reason)
                    return []
                await self._wait(delay)
        raise AssertionError("the last attempt returns")

    async def _read_missed(self, place: Readable, since: int, members: _Members) -> AsyncIterator[Incoming]:
        history = place.history(limit=MOST_MISSED, after=discord.Object(since), oldest_first=False)
        newest = [message async for message in history]
        if len(newest) == MOST_MISSED:
            self._events.warning(
                "older missed messages are not looked for", channel=place.id, newest=MOST_MISSED
            )
        for message in reversed(newest):
            await _name_member(message, members)
            incoming = self._addressed(message, at=message.created_at)
            if incoming is not None and self._admits(incoming, await self.judge(sender(message))):
                yield incoming

    # ------------------------------------------------------------------ what becomes of messages

    async def on_raw_message_edit(self, event: discord.RawMessageUpdateEvent) -> None:
        """What can no longer be read, such as a text that mentions the bot no more, counts as deleted.

        The event also comes when Discord pins a message or shows what its links lead to.
        """
        if self._heard_by is None or event.message.edited_at is None:
            return
        incoming = self.reread(event.message)
        if incoming is not None and (incoming.text or incoming.attachments):
            self._heard_by.edited(incoming)
        elif incoming is not None:
            self._heard_by.deleted(incoming.message_id)

    def reread(self, message: discord.Message) -> Incoming | None:
        """A message that was changed, whomever it is for; None when nobody whom the bot hears said it.

        It is empty where it says nothing to the bot any more: what is looked up has its text all the same.
        """
        if self.user is None:
            return None
        listening, now = self._listening(self.user.id), self.clock()
        may_remind = may_remind_others(self.others, sender(message), permissions_of(message))
        incoming = as_incoming(message, listening, now=now, may_remind_others=may_remind)
        if incoming is None or listening.reads_content:
            return incoming
        addressed = to_incoming(message, listening, now=now) is not None
        return incoming if addressed else replace(incoming, text="", attachments=())

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        if self._heard_by is not None:
            self._heard_by.deleted(event.message_id)

    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        if self._heard_by is not None:
            for message_id in event.message_ids:
                self._heard_by.deleted(message_id)

    def _report(self, status: str) -> None:
        if self._heard_by is not None:
            self._heard_by.report(status)

    def _listening(self, own_id: int) -> Listening:
        return Listening(
            own_id=own_id,
            open_channels=self.open_channels,
            reads_content=self._message_content,
            bots=self.access.bots,
        )


def _readable(guild: discord.Guild) -> list[Shared]:
    """The channels and active threads of a server whose messages the bot may look up."""
    places: list[Shared] = [*guild.text_channels, *guild.voice_channels, *guild.threads]
    return [place for place in places if place.permissions_for(guild.me).read_message_history]


def _goes_on(place: Shared, since: int) -> bool:
    return (place.last_message_id or 0) > since


async def _name_member(message: discord.Message, members: _Members) -> None:
    """Gives a message that was looked up its author with roles, which Discord leaves out there."""
    if message.guild is None or isinstance(message.author, discord.Member) or message.author.bot:
        return
    key = message.guild.id, message.author.id
    if key not in members:
        try:
            members[key] = await message.guild.fetch_member(message.author.id)
        except discord.NotFound:
            members[key] = None
    message.author = members[key] or message.author


def _refusal(closed: discord.ConnectionClosed) -> OperatorError:
    if closed.code == TOKEN_REFUSED:
        return CredentialError(
            "Discord's gateway refused the token; take a new one from the Developer Portal"
        )
    if closed.code == SHARDING_REQUIRED:
        return ConfigError(
            "Discord's gateway refused this client: a shard would have more than 2500 servers; raise "
            "discord.shards, as docs/scaling.md tells"
        )
    if closed.code == INVALID_SHARD:
        return ConfigError("Discord's gateway refused discord.shards and discord.shard_ids; correct them")
    return OperatorError(f"Discord's gateway refused this client (close code {closed.code})")


def _reason(fault: BaseException) -> str:
    return f"HTTP {fault.status}" if isinstance(fault, discord.HTTPException) else type(fault).__name__
