"""Who a message mentions and who it pings, from its text and the request's allowed_mentions.

Source: Discord reference, "Allowed Mentions Object". Absent means that everything in the text pings (for
interaction answers: users only). What stands in code spans is text, not a mention.
"""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass

from .errors import invalid_form
from .permissions import Permission, can_view, permissions_in
from .state import Channel, Json, World

MAXIMUM_EXPLICIT_IDS = 100
SUPPRESS_NOTIFICATIONS = 1 << 12

_CODE = re.compile(r"```.*?```|(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
_USER = re.compile(r"<@!?(\d{15,20})>")
_ROLE = re.compile(r"<@&(\d{15,20})>")
_EVERYONE = re.compile(r"@(everyone|here)\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """A checked allowed_mentions value: None for a kind means "all of that kind"."""

    users: frozenset[int] | None
    roles: frozenset[int] | None
    everyone: bool
    replied_user: bool


EVERYTHING = Policy(users=None, roles=None, everyone=True, replied_user=True)
USERS_ONLY = Policy(users=None, roles=frozenset(), everyone=False, replied_user=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mentions:
    users: tuple[int, ...]
    roles: tuple[int, ...]
    everyone: bool
    pinged: tuple[int, ...]


def read_policy(raw: Json | None, default: Policy = EVERYTHING) -> Policy:
    """Check an allowed_mentions object; raises 50035 where a kind is both parsed and listed."""
    if raw is None:
        return default
    parse = set(raw.get("parse") or ())
    return Policy(
        users=_allowed("users", parse, raw),
        roles=_allowed("roles", parse, raw),
        everyone="everyone" in parse,
        replied_user=bool(raw.get("replied_user", False)),
    )


def _allowed(kind: str, parse: set[str], raw: Json) -> frozenset[int] | None:
    listed = [int(item) for item in raw.get(kind) or ()]
    if len(listed) > MAXIMUM_EXPLICIT_IDS:
        raise invalid_form(
            f"allowed_mentions.{kind}", "BASE_TYPE_MAX_LENGTH", "Must be 100 or fewer in length."
        )
    if kind in parse and listed:
        raise invalid_form(
            "allowed_mentions",
            "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
            f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.',
        )
    return None if kind in parse else frozenset(listed)


def find_mentions(
    world: World,
    channel: Channel,
    author_id: int,
    content: str,
    policy: Policy,
    replied_to: int | None = None,
) -> Mentions:
    text = _CODE.sub(" ", content)
    users = _chosen(_USER, text, policy.users, world.users)
    guild = world.guild_of(channel)
    may_mention_all = bool(permissions_in(world, channel, author_id) & Permission.MENTION_EVERYONE)
    roles = _chosen(_ROLE, text, policy.roles, {} if guild is None else guild.roles)
    everyone = guild is not None and may_mention_all and policy.everyone and bool(_EVERYONE.search(text))
    if replied_to is not None and policy.replied_user and replied_to not in users:
        users = (*users, replied_to)
    reached = set(users)
    if guild is not None:
        loud = {r for r in roles if may_mention_all or guild.roles[r].mentionable}
        reached |= {m.user_id for m in guild.members.values() if everyone or loud & set(m.role_ids)}
    pinged = sorted(u for u in reached if u != author_id and can_view(world, channel, u))
    return Mentions(users=users, roles=roles, everyone=everyone, pinged=tuple(pinged))


def _chosen(
    pattern: re.Pattern[str], text: str, allowed: frozenset[int] | None, known: Container[int]
) -> tuple[int, ...]:
    found = dict.fromkeys(int(match) for match in pattern.findall(text))
    return tuple(i for i in found if i in known and (allowed is None or i in allowed))
