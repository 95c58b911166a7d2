"""Discord's messages as `Incoming` values: which of them are for the bot, and what they say. No I/O."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime

import discord

from agent.types import Attachment, Author, Channel, ChannelKind, Incoming, Mentions, Quoted

NAME_LIMIT = 32
"""Discord's own limit for display names; sanitising can only shorten them."""
NAMELESS = "user"
_NAME_PUNCTUATION = frozenset(" .-_'")
_TALK = (discord.MessageType.default, discord.MessageType.reply)
"""Everything else is an event that Discord words itself: joins, pins, boosts, new threads."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listening:
    """What this bot listens to. `open_channels` are answered without a mention, their threads too; `bots` are
    other bots that it hears.
    """

    own_id: int
    open_channels: frozenset[int] = frozenset()
    reads_content: bool = False
    bots: frozenset[int] = frozenset()


def to_incoming(
    message: discord.Message, listening: Listening, *, now: datetime, may_remind_others: bool = False
) -> Incoming | None:
    """The message as the sessions take it, or None when it is not for the bot."""
    incoming = as_incoming(message, listening, now=now, may_remind_others=may_remind_others)
    if incoming is None or not _is_addressed(message, incoming.channel, listening):
        return None
    return incoming


def as_incoming(
    message: discord.Message, listening: Listening, *, now: datetime, may_remind_others: bool = False
) -> Incoming | None:
    """The same, whether or not it is addressed to the bot; None when nobody whom it hears said it."""
    channel = channel_of(message.channel, message.guild.id if message.guild else None)
    if channel is None or not _is_heard(message, listening):
        return None
    return Incoming(
        message_id=message.id,
        channel=channel,
        author=author_of(message.author),
        text=without_mentions(message.content, _own_mentions(message, listening)),
        received_at=now,
        joins=True,
        attachments=tuple(_attachment(each) for each in message.attachments),
        reply_to=_reply_to(message),
        replied=_replied(message, listening.own_id),
        mentions=_mentions(message, listening, may_remind_others),
    )


def _mentions(message: discord.Message, listening: Listening, may_remind: bool) -> Mentions:
    """From the marks in the text: Discord's own list also holds the author of a message replied to."""
    return Mentions(
        users=frozenset(message.raw_mentions) - {listening.own_id},
        roles=frozenset(message.raw_role_mentions),
        may_remind=may_remind,
    )


def author_of(user: discord.User | discord.Member) -> Author:
    return Author(id=user.id, name=clean_name(user.display_name), is_bot=user.bot, roles=roles_of(user))


def roles_of(user: discord.abc.User) -> frozenset[int]:
    """The ids of a member's roles; nobody has any outside of a server."""
    roles = user.roles if isinstance(user, discord.Member) else []
    return frozenset(role.id for role in roles)


def quoted(message: discord.Message, *, own_id: int) -> Quoted:
    """A message as a quotation, under its author's clean name, without the marks that mention the bot."""
    is_own = message.author.id == own_id
    own = frozenset({f"<@{own_id}>", f"<@!{own_id}>"})
    return Quoted(
        message_id=message.id,
        author=clean_name(message.author.display_name),
        text=without_mentions(message.content, own),
        is_own=is_own,
        reply_to=_reply_to(message),
        attachments=tuple(_attachment(each) for each in message.attachments),
    )


def clean_name(name: str, *, limit: int = NAME_LIMIT) -> str:
    """Letters, digits and plain punctuation of a name that anybody may choose, on one line.

    Line breaks, colons, brackets and invisible characters would let a name pose as somebody's words.
    """
    kept = "".join(_name_character(character) for character in unicodedata.normalize("NFKC", name))
    return " ".join(kept.split())[:limit].strip() or NAMELESS


def _name_character(character: str) -> str:
    if character in _NAME_PUNCTUATION or unicodedata.category(character)[0] in "LMN":
        return character
    return " "


def without_mentions(text: str, mentions: frozenset[str]) -> str:
    """`text` without these mentions and the spaces that they leave behind; line breaks stay."""
    for mention in sorted(mentions):
        # A run of blanks is tried from its first one only: from each, thousands of them hold the loop up.
        before_or_between = rf"(?:(?<![^\S\n])[^\S\n]+)?{re.escape(mention)}[^\S\n]*(?=[\s,.;:!?]|$)"
        text = re.sub(before_or_between, "", text, flags=re.MULTILINE)
        text = re.sub(rf"{re.escape(mention)}[^\S\n]*", "", text)
    return text.strip(" \t\n,:")


# ------------------------------------------------------------------ whom it is for


def _is_heard(message: discord.Message, listening: Listening) -> bool:
    """What people say, and the bots that are named; never its own words, nor those of webhooks."""
    author = message.author
    if author.id == listening.own_id or message.webhook_id is not None or message.type not in _TALK:
        return False
    return not author.bot or author.id in listening.bots


def _is_addressed(message: discord.Message, channel: Channel, listening: Listening) -> bool:
    if channel.kind is ChannelKind.DM:
        return True
    if _mentions_bot(message, listening):
        return True
    if not listening.reads_content:
        return False
    return _replies_to_bot(message, listening) or not listening.open_channels.isdisjoint(
        {channel.id, channel.parent_id}
    )


def _mentions_bot(message: discord.Message, listening: Listening) -> bool:
    return any(user.id == listening.own_id for user in message.mentions) or (
        _own_role(message) in message.role_mentions
    )


def _replies_to_bot(message: discord.Message, listening: Listening) -> bool:
    resolved = message.reference.resolved if message.reference else None
    return isinstance(resolved, discord.Message) and resolved.author.id == listening.own_id


def _own_role(message: discord.Message) -> discord.Role | None:
    """The role that Discord makes for a bot. People pick it by mistake: it has the bot's name."""
    return message.guild.self_role if message.guild else None


def _own_mentions(message: discord.Message, listening: Listening) -> frozenset[str]:
    role = _own_role(message)
    own = {f"<@{listening.own_id}>", f"<@!{listening.own_id}>"}
    return frozenset(own | ({role.mention} if role else set()))


# ------------------------------------------------------------------ where and with what


def channel_of(place: discord.abc.Snowflake | None, guild_id: int | None) -> Channel | None:
    """The channel as a value; None where there is none, and for groups, which bots cannot join."""
    if place is None or isinstance(place, discord.GroupChannel):
        return None
    if guild_id is None:
        return Channel(id=place.id, kind=ChannelKind.DM)
    if isinstance(place, discord.Thread):
        return Channel(id=place.id, kind=ChannelKind.THREAD, guild_id=guild_id, parent_id=place.parent_id)
    return Channel(id=place.id, kind=ChannelKind.GUILD, guild_id=guild_id)


def _attachment(attachment: discord.Attachment) -> Attachment:
    return Attachment(
        id=attachment.id,
        filename=attachment.filename,
        content_type=attachment.content_type or "",
        size=attachment.size,
        url=attachment.url,
    )


def _reply_to(message: discord.Message) -> int | None:
    if message.type is not discord.MessageType.reply or message.reference is None:
        return None
    return message.reference.message_id


def _replied(message: discord.Message, own_id: int) -> Quoted | None:
    """The message that this one replies to, as Discord sent it along."""
    if _reply_to(message) is None or message.reference is None:
        return None
    resolved = message.reference.resolved
    return quoted(resolved, own_id=own_id) if isinstance(resolved, discord.Message) else None
