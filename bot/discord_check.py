"""What Discord says of the set-up: of the token, the intents, the clock, and named servers and channels."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime

import aiohttp
import discord
import discord.http

from agent.errors import ConfigError, CredentialError
from bot.discord_faults import NETWORK_FAULTS
from bot.findings import Finding, fine, warning, wrong
from bot.sharding import Sharding, shard_of

SECONDS = 30.0
"""For all questions together."""
CLOCK_WARNING, CLOCK_ERROR = timedelta(seconds=5), timedelta(minutes=1)
NEEDED = ("view_channel", "send_messages", "read_message_history")
NEEDED_IN_THREADS = ("view_channel", "send_messages_in_threads", "read_message_history")
INTENT_REMEDY = (
    "switch on Message Content Intent on the bot's page of the Developer Portal, "
    "or set discord.message_content = false"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Questions:
    """What is to be asked. `channels` are pairs of the key that names a channel and the channel's id."""

    token: str
    message_content: bool
    channels: tuple[tuple[str, int], ...]
    guilds: tuple[int, ...]
    sharding: Sharding = field(default_factory=Sharding)


async def ask_discord(questions: Questions, *, now: datetime) -> list[Finding]:
    """One finding for each question; where Discord cannot be reached, that is the only one."""
    findings: list[Finding] = []
    client = discord.Client(intents=discord.Intents.none())
    try:
        async with asyncio.timeout(SECONDS), client:
            findings.append(await _clock(now))
            await client.login(questions.token)
            findings.append(fine("token", f"Discord knows it as {client.user}"))
            findings.append(await _intents(client, questions))
            findings.append(await _shards(client, questions.sharding))
            findings.extend([await _guild(client, guild, questions.sharding) for guild in questions.guilds])
            findings.extend([await _channel(client, key, place) for key, place in questions.channels])
    except discord.LoginFailure:
        refused = CredentialError(
            "Discord refuses it; take a new one from the bot's page of the Developer Portal"
        )
        findings.append(wrong("token", refused))
    except (discord.HTTPException, *NETWORK_FAULTS) as fault:
        reason = f"it cannot be reached now ({type(fault).__name__}); look at the network, and try again"
        findings.append(warning("Discord", reason))
    return findings


# ------------------------------------------------------------------ each question


async def _clock(now: datetime) -> Finding:
    """Compares with the clock of Discord's servers, which costs no account anything."""
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"{discord.http.Route.BASE}/gateway") as answer,
    ):
        stamp = answer.headers.get("Date", "")
    try:
        theirs = parsedate_to_datetime(stamp)
    except ValueError:
        return warning("clock", "Discord did not say what time it is")
    return judged_clock(now - theirs)


def judged_clock(ahead: timedelta) -> Finding:
    """The finding on a clock that is so far ahead of Discord's."""
    seconds = round(ahead.total_seconds())
    text = f"{abs(seconds)} s {'ahead of' if seconds > 0 else 'behind'} Discord's"
    remedy = "switch time synchronisation on, as with `timedatectl set-ntp true`"
    if abs(ahead) > CLOCK_ERROR:
        return wrong("clock", ConfigError(f"{text}, so reminders come at the wrong time; {remedy}"))
    if abs(ahead) > CLOCK_WARNING:
        return warning("clock", f"{text}; {remedy}")
    return fine("clock", "as Discord's")


async def _intents(client: discord.Client, questions: Questions) -> Finding:
    flags = (await client.application_info()).flags
    granted = flags.gateway_message_content or flags.gateway_message_content_limited
    if questions.message_content and not granted:
        return wrong("intents", CredentialError(f"message content is not granted; {INTENT_REMEDY}"))
    if granted and not questions.message_content:
        return fine("intents", "message content is granted, and not asked for")
    return fine("intents", "message content" if granted else "none is needed")


async def _shards(client: discord.Client, sharding: Sharding) -> Finding:
    """Discord recommends a shard for each thousand servers, and refuses one with more than 2500."""
    recommended, *_ = await client.http.get_bot_gateway()
    have = f"this daemon serves {sharding}" if sharding.count > 1 else "none, all servers come here"
    if sharding.count < recommended:
        return warning(
            "shards",
            f"{have}; Discord recommends {recommended} shards, so set discord.shards, "
            "as docs/scaling.md tells",
        )
    return fine("shards", have)


async def _guild(client: discord.Client, guild: int, sharding: Sharding) -> Finding:
    subject = f"server {guild}"
    theirs = (
        ""
        if sharding.serves(guild)
        else f"; another daemon serves its shard {shard_of(guild, sharding.count)}"
    )
    try:
        return fine(subject, (await client.fetch_guild(guild, with_counts=False)).name + theirs)
    except (discord.NotFound, discord.Forbidden):
        return wrong(subject, ConfigError("the bot is not in it; invite it, or correct access.guilds"))


async def _channel(client: discord.Client, key: str, place: int) -> Finding:
    subject = f"channel {place}"
    try:
        found = await _found(client, place)
        missing = list(_missing(*found)) if found else []
    except (discord.NotFound, discord.InvalidData):
        return wrong(subject, ConfigError(f"there is none with this id; correct {key}"))
    except discord.Forbidden:
        return wrong(subject, ConfigError("the bot may not see it; give it View Channel there"))
    if missing:
        names = ", ".join(name.replace("_", " ").title() for name in missing)
        return wrong(
            subject, ConfigError(f"the bot lacks there: {names}; change it in the channel's settings")
        )
    return fine(subject, f"the bot may read and write there ({key})")


async def _found(
    client: discord.Client, place: int
) -> tuple[discord.abc.GuildChannel | discord.Thread, discord.Member, discord.abc.GuildChannel] | None:
    """A channel, the bot there, and the channel that its permissions come from; None for a direct message."""
    channel = await client.fetch_channel(place)
    if isinstance(channel, discord.abc.PrivateChannel) or client.user is None:
        return None
    guild = await client.fetch_guild(channel.guild.id, with_counts=False)
    myself = await guild.fetch_member(client.user.id)
    whole = await guild.fetch_channel(place)
    if not isinstance(whole, discord.Thread):
        return whole, myself, whole
    parent = await guild.fetch_channel(whole.parent_id)
    assert not isinstance(parent, discord.Thread)
    return whole, myself, parent


def _missing(
    channel: discord.abc.GuildChannel | discord.Thread,
    myself: discord.Member,
    source: discord.abc.GuildChannel,
) -> Iterator[str]:
    granted = source.permissions_for(myself)
    needed: tuple[str, ...] = NEEDED_IN_THREADS if isinstance(channel, discord.Thread) else NEEDED
    if isinstance(channel, discord.CategoryChannel):
        needed = ("view_channel",)
    yield from (name for name in needed if not getattr(granted, name))
