"""Who may have what done, and what is asked about first.

Rights come from a turn's origin; nothing that a model or a tool wrote is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from agent.types import ChannelKind, Origin, Risk


class Authoriser(Protocol):
    """Decides by the author and the place of the message that a turn answers."""

    def allows(self, origin: Origin, risk: Risk) -> bool:
        """Whether a call of this risk may run for this origin. Pure and quick."""
        ...

    def asks_first(self, origin: Origin, risk: Risk) -> bool:
        """Whether a call that is allowed runs only once its author approved it."""
        ...


class Where(StrEnum):
    EVERYWHERE = "everywhere"
    DIRECT = "dms"
    GUILDS = "guilds"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entitled:
    """Who beside the owners may have calls of one risk made: everyone, or members with one of these roles.

    `where` binds owners too; the console counts as a direct message.
    """

    everyone: bool = False
    roles: frozenset[int] = frozenset()
    where: Where = Where.EVERYWHERE


OWNERS_ONLY = Entitled()
EVERYONE = Entitled(everyone=True)
USUAL: Mapping[Risk, Entitled] = {
    Risk.READ: EVERYONE,
    Risk.WRITE: EVERYONE,
    Risk.OUTWARD: OWNERS_ONLY,
    Risk.DANGEROUS: OWNERS_ONLY,
}
"""Reading and writing touches only the author's own things."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rights:
    """`owners` are user ids; another bot is never one. `approval` are the risks that are asked about."""

    owners: frozenset[int] = frozenset()
    entitled: Mapping[Risk, Entitled] = field(default_factory=lambda: USUAL)
    approval: frozenset[Risk] = frozenset({Risk.DANGEROUS})

    def allows(self, origin: Origin, risk: Risk) -> bool:
        rule, author = self.entitled.get(risk, OWNERS_ONLY), origin.author
        if not _is_within(rule.where, origin.channel.kind):
            return False
        if rule.everyone:
            return True
        return not author.is_bot and (author.id in self.owners or not rule.roles.isdisjoint(author.roles))

    def asks_first(self, origin: Origin, risk: Risk) -> bool:
        return risk in self.approval


def _is_within(where: Where, kind: ChannelKind) -> bool:
    in_guild = kind in (ChannelKind.GUILD, ChannelKind.THREAD)
    return where is Where.EVERYWHERE or in_guild is (where is Where.GUILDS)
