"""Who may use the bot, and where: one verdict for messages, commands, buttons and autocomplete. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

DirectMessages = Literal["everyone", "allowed", "pairing", "nobody"]
_NOBODY: frozenset[int] = frozenset()


class Verdict(StrEnum):
    """`ALLOWED`, or what stands against it."""

    ALLOWED = "allowed"
    BOT = "bot"
    BLOCKED = "blocked user"
    DIRECT_MESSAGE = "direct message"
    UNPAIRED = "direct message without pairing"
    GUILD = "server"
    CHANNEL = "channel"
    PERSON = "user"


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """Whoever sent, used or pressed something, and where, as Discord says it.

    `guild_id` is None in direct messages. `places` holds the ids of the channel, and of the parent and the
    category that it belongs to.
    """

    user_id: int
    is_bot: bool = False
    guild_id: int | None = None
    places: frozenset[int] = field(default=_NOBODY)
    roles: frozenset[int] = field(default=_NOBODY)


@dataclass(frozen=True, slots=True, kw_only=True)
class OthersRule:
    """Who may have others reminded: `owners`, members with one of `roles`, those with Discord's `permission`
    where they write (empty: none counts).
    """

    owners: frozenset[int] = _NOBODY
    roles: frozenset[int] = _NOBODY
    permission: str = ""


def may_remind_others(rule: OthersRule, visitor: Visitor, permissions: frozenset[str]) -> bool:
    """Whether this visitor may; `permissions` are the names of those that they have there. Bots never."""
    if visitor.is_bot:
        return False
    return (
        visitor.user_id in rule.owners
        or not rule.roles.isdisjoint(visitor.roles)
        or rule.permission in permissions
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessRules:
    """Ids of users, roles, guilds and channels. An empty set of guilds or channels stands for all of them;
    with neither `allowed_users` nor `roles`, everybody in a guild is allowed. `bots` are other bots that are
    heard like people.
    """

    owners: frozenset[int] = _NOBODY
    allowed_users: frozenset[int] = _NOBODY
    blocked_users: frozenset[int] = _NOBODY
    roles: frozenset[int] = _NOBODY
    guilds: frozenset[int] = _NOBODY
    channels: frozenset[int] = _NOBODY
    bots: frozenset[int] = _NOBODY
    direct_messages: DirectMessages = "everyone"


def asks_for_pairing(rules: AccessRules, visitor: Visitor) -> bool:
    """Whether the verdict depends on `paired`, which takes a look into the store."""
    return verdict(rules, visitor) is Verdict.UNPAIRED


def verdict(rules: AccessRules, visitor: Visitor, *, paired: bool = False) -> Verdict:
    """Owners are always answered, other bots only where they are named, and never as owners; a block
    outweighs every permission except an owner's.

    `paired`: the visitor once sent a valid code. It opens direct messages and nothing else.
    """
    if visitor.is_bot and visitor.user_id not in rules.bots:
        return Verdict.BOT
    if visitor.user_id in rules.owners and not visitor.is_bot:
        return Verdict.ALLOWED
    if visitor.user_id in rules.blocked_users:
        return Verdict.BLOCKED
    if visitor.guild_id is None:
        return _in_private(rules, visitor, paired)
    return _in_guild(rules, visitor)


def _in_private(rules: AccessRules, visitor: Visitor, paired: bool) -> Verdict:
    match rules.direct_messages:
        case "everyone":
            return Verdict.ALLOWED
        case "allowed" | "pairing" if visitor.user_id in rules.allowed_users:
            return Verdict.ALLOWED
        case "pairing":
            return Verdict.ALLOWED if paired else Verdict.UNPAIRED
        case _:
            return Verdict.DIRECT_MESSAGE


def _in_guild(rules: AccessRules, visitor: Visitor) -> Verdict:
    if rules.guilds and visitor.guild_id not in rules.guilds:
        return Verdict.GUILD
    if rules.channels and rules.channels.isdisjoint(visitor.places):
        return Verdict.CHANNEL
    chosen = bool(rules.allowed_users or rules.roles)
    if chosen and visitor.user_id not in rules.allowed_users and rules.roles.isdisjoint(visitor.roles):
        return Verdict.PERSON
    return Verdict.ALLOWED
