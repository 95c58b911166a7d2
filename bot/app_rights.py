"""Wiring of the rights: what the configuration says of the risks that tools have."""

from __future__ import annotations

from agent.rights import Entitled, Rights, Where
from agent.types import Risk
from bot.config import Config, Entitlement
from bot.console import PERSON


def rights_of(config: Config) -> Rights:
    """The person at the console owns the machine that it runs on."""
    stated = config.rights
    return Rights(
        owners=frozenset({*config.access.owners, PERSON.id}),
        entitled={
            Risk.READ: _entitled(stated.read, stated.read_in),
            Risk.WRITE: _entitled(stated.write, stated.write_in),
            Risk.OUTWARD: _entitled(stated.outward, stated.outward_in),
            Risk.DANGEROUS: _entitled(stated.dangerous, stated.dangerous_in),
        },
        approval=frozenset(map(Risk, stated.approval)),
    )


def _entitled(who: Entitlement, where: str) -> Entitled:
    roles = frozenset() if isinstance(who, str) else frozenset(who)
    return Entitled(everyone=who == "everyone", roles=roles, where=Where(where))
