"""The clock: what time it is, timers and alarms."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from agent.ports import Services
from agent.tools._scheduling import LONGEST_PHRASE, LONGEST_TEXT, Wish, schedule
from agent.tools._wording import local_time, say
from agent.types import Grounded, ReminderKind, Source, Tool, ToolContext, ToolResult

NOW = {
    "en": "It is {local} ({zone}).",
    "de": "Es ist {local} ({zone}).",
    "es": "Es {local} ({zone}).",
    "fr": "Nous sommes le {local} ({zone}).",
    "it": "È {local} ({zone}).",
    "nl": "Het is {local} ({zone}).",
    "pt": "É {local} ({zone}).",
}

Phrase = Annotated[str, Grounded(source=Source.TIME_PHRASE), Field(min_length=1, max_length=LONGEST_PHRASE)]
Label = Annotated[str, Grounded(source=Source.MESSAGE_TEXT), Field(max_length=LONGEST_TEXT)]


class Now(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Timer(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    time: Phrase = Field(description="how long, in the user's words")
    label: Label = Field(default="", description="what the timer is for, in the user's words, or empty")


class Alarm(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    time: Phrase = Field(description="when it rings, in the user's words")
    label: Label = Field(default="", description="what the alarm is for, in the user's words, or empty")


async def _now(_arguments: Now, context: ToolContext) -> ToolResult:
    origin = context.origin
    english = local_time(origin.now, zone=origin.zone, language="en")
    local = local_time(origin.now, zone=origin.zone, language=origin.language)
    return ToolResult(
        content=f"Now: {english} ({origin.zone})",
        user_text=say(NOW, origin.language).format(local=local, zone=origin.zone),
    )


def tools(services: Services) -> tuple[Tool, ...]:
    async def timer(arguments: Timer, context: ToolContext) -> ToolResult:
        wish = Wish(kind=ReminderKind.TIMER, phrase=arguments.time, text=arguments.label)
        return await schedule(services, context, wish)

    async def alarm(arguments: Alarm, context: ToolContext) -> ToolResult:
        wish = Wish(kind=ReminderKind.ALARM, phrase=arguments.time, text=arguments.label)
        return await schedule(services, context, wish)

    return (
        Tool(name="clock:now", arguments=Now, run=_now),
        Tool(name="clock:timer", arguments=Timer, run=timer),
        Tool(name="clock:alarm", arguments=Alarm, run=alarm),
    )
