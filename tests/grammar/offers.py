"""Offers for tests, of tools that never run."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from agent.grammar.envelope import envelope_form
from agent.grammar.form import Form
from agent.types import (
    Descriptor,
    GroundedArgument,
    Offer,
    OfferedTool,
    OfferReason,
    Regime,
    Risk,
    Source,
    Tool,
    ToolContext,
    ToolResult,
)


class RemindAt(BaseModel):
    text: str = Field(min_length=1, max_length=200)
    when: str = Field(max_length=100)


class Remove(BaseModel):
    reminder_id: int = Field(ge=1)


class Now(BaseModel):
    zone: str | None = Field(None, max_length=64)


def offered(name: str, arguments: type[BaseModel]) -> OfferedTool:
    async def run(arguments: Any, context: ToolContext) -> ToolResult:
        return ToolResult(content="")

    descriptor = Descriptor(
        name=name,
        version=1,
        short_description="",
        when_to_use="",
        when_not_to_use="",
        routing_hints=(),
        domain=name.partition(":")[0],
        risk=Risk.READ,
    )
    tool = Tool(name=name, arguments=arguments, run=run)
    return OfferedTool(tool=tool, descriptor=descriptor, reason=OfferReason.RANKED, score=1.0)


REMIND_AT = offered("agenda:remind_at", RemindAt)
REMOVE = offered("agenda:remove", Remove)
NOW = offered("clock:now", Now)

MESSAGE = 'remind me in 20 minutes to call "Mum."'
GROUNDED = (
    GroundedArgument(
        tool="agenda:remind_at", argument="text", source=Source.MESSAGE_TEXT, values=(MESSAGE,), quote=True
    ),
    GroundedArgument(
        tool="agenda:remind_at",
        argument="when",
        source=Source.TIME_PHRASE,
        values=("in 20 minutes", "20 minutes"),
    ),
    GroundedArgument(tool="agenda:remove", argument="reminder_id", source=Source.REMINDER_ID, values=(3, 17)),
)

THREE = Offer(tools=(REMIND_AT, REMOVE, NOW), grounded=GROUNDED)
NARROW = Offer(tools=(REMIND_AT,), regime=Regime.NARROW, required=True, grounded=GROUNDED[:2])
REQUIRED = Offer(tools=(REMIND_AT, NOW), required=True)
NOTHING = Offer()


def envelope_of(
    offer: Offer, *, thought_limit: int = 400, message_limit: int = 800, max_calls: int = 4
) -> Form:
    return envelope_form(offer, thought_limit=thought_limit, message_limit=message_limit, max_calls=max_calls)
