"""Offers of the shipped tools, grounded by chance."""

from __future__ import annotations

import random
from functools import cache
from types import MappingProxyType

from agent.routing.grounding import BY_NAME_ONLY, QUOTED, sources
from agent.testing.stores import InMemoryReminderStore
from agent.types import GroundedArgument, Offer, OfferedTool, Regime, Source
from bot.app_brain import offered
from tests.turn.house import catalogue_with

VALUES = MappingProxyType(
    {
        Source.TIME_PHRASE: ("in 20 minutes", "tomorrow at 9", 'um "halb" zehn'),
        Source.MESSAGE_TEXT: ('remind me to "call" Mum\\ Tuesday\nüber 語 😀', "call Mum"),
        Source.REMINDER_ID: (3, 17, 2**40),
        Source.ZONE: ("Europe/Berlin", "UTC"),
        Source.STATEMENT: ("the code of the shed is 4711", "blue"),
        Source.NOTE_NAME: ("shed", "über-uns", "a"),
        Source.STAGED_NUMBER: (1, 2),
        Source.ATTACHMENT: ("notes.txt", 'a "b".pdf'),
        Source.DOCUMENT_NAME: ("contract", "minutes 2026"),
        Source.PART: (1,),
    }
)


@cache
def shipped() -> tuple[OfferedTool, ...]:
    return offered(catalogue_with(InMemoryReminderStore()))


def grounded(tool: OfferedTool, chance: random.Random) -> tuple[GroundedArgument, ...]:
    """Some arguments of the tool with some of the values that their source may have."""
    return tuple(
        GroundedArgument(
            tool=tool.tool.name,
            argument=name,
            source=source,
            values=tuple(chance.sample(VALUES[source], chance.randint(1, len(VALUES[source])))),
            quote=source in QUOTED and chance.random() < 0.7,
            free=source not in BY_NAME_ONLY and chance.random() < 0.2,
        )
        for name, source in sources(tool.tool).items()
        if chance.random() < 0.8
    )


def an_offer(chance: random.Random) -> Offer:
    """One tool, some or all of them, in any order."""
    count = chance.choice((0, 1, 1, 2, 3, 5, 10, len(shipped())))
    tools = tuple(chance.sample(shipped(), count))
    return Offer(
        tools=tools,
        regime=chance.choice(list(Regime)),
        required=bool(tools) and chance.random() < 0.5,
        grounded=tuple(argument for tool in tools for argument in grounded(tool, chance)),
    )
