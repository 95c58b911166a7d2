"""The agenda: reminders set, listed and removed, each author's own only."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from agent.errors import NotFound, ToolFailed
from agent.ports import Services
from agent.tools._scheduling import LONGEST_PHRASE, LONGEST_TEXT, Wish, schedule
from agent.tools._wording import local_time, reminder_line, say, seen_from
from agent.types import Grounded, Reminder, ReminderKind, Source, Tool, ToolContext, ToolResult

LIST_LIMIT = 25
"""Reminders listed in one answer."""
MOST_PENDING = 100_000
"""More than any configuration allows: what is not listed is counted."""
EFFECT_REMOVED = "reminder_removed"

NONE_PENDING = {"en": "You have no pending reminders.", "de": "Du hast keine offenen Erinnerungen."}
PENDING = {"en": "Your pending reminders:", "de": "Deine offenen Erinnerungen:"}
MORE = {"en": "… and {count} more, due later.", "de": "… und {count} weitere, die später fällig sind."}
REMOVED = {"en": "Cancelled: {line}", "de": "Gelöscht: {line}"}
NO_SUCH = {
    "en": "There is no pending reminder number {id} of yours, so nothing was cancelled.",
    "de": "Es gibt keine offene Erinnerung Nummer {id} von dir, also wurde nichts gelöscht.",
}


class RemindAt(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    time: Annotated[
        str, Grounded(source=Source.TIME_PHRASE), Field(min_length=1, max_length=LONGEST_PHRASE)
    ] = Field(description="when, in the user's words")
    text: Annotated[str, Grounded(source=Source.MESSAGE_TEXT), Field(max_length=LONGEST_TEXT)] = Field(
        default="", description="what to remind of, in the user's words"
    )


class ListReminders(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class RemoveReminder(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    reminder_id: Annotated[int, Grounded(source=Source.REMINDER_ID), Field(ge=1)] = Field(
        description="number of the reminder to cancel"
    )


def _plain_line(reminder: Reminder) -> str:
    local = local_time(reminder.due, zone=reminder.zone, language="en")
    return f"{reminder.id}: {reminder.kind.value}, due {local} ({reminder.zone}), text: {reminder.text}"


def _listing(reminders: tuple[Reminder, ...], language: str) -> ToolResult:
    if not reminders:
        return ToolResult(content=NONE_PENDING["en"], user_text=say(NONE_PENDING, language))
    listed, left_out = reminders[:LIST_LIMIT], len(reminders[LIST_LIMIT:])
    more = {key: [words.format(count=left_out)] if left_out else [] for key, words in MORE.items()}
    lines = [say(PENDING, language), *(reminder_line(reminder, language) for reminder in listed)]
    return ToolResult(
        content="\n".join((*map(_plain_line, listed), *more["en"])),
        user_text="\n".join((*lines, *more.get(language, more["en"]))),
    )


def tools(services: Services) -> tuple[Tool, ...]:
    async def remind_at(arguments: RemindAt, context: ToolContext) -> ToolResult:
        wish = Wish(kind=ReminderKind.REMINDER, phrase=arguments.time, text=arguments.text)
        return await schedule(services, context, wish)

    async def list_reminders(_arguments: ListReminders, context: ToolContext) -> ToolResult:
        origin = context.origin
        reminders = await services.reminders.pending(origin.author.id, limit=MOST_PENDING)
        shown = tuple(seen_from(reminder, origin.channel, origin.language) for reminder in reminders)
        return _listing(shown, origin.language)

    async def remove(arguments: RemoveReminder, context: ToolContext) -> ToolResult:
        origin = context.origin
        try:
            row = await services.reminders.remove(arguments.reminder_id, author_id=origin.author.id)
        except NotFound as error:
            words = say(NO_SUCH, origin.language).format(id=arguments.reminder_id)
            raise ToolFailed(words) from error
        removed = seen_from(row, origin.channel, origin.language)
        return ToolResult(
            content=f"Cancelled: {_plain_line(removed)}",
            user_text=say(REMOVED, origin.language).format(line=reminder_line(removed, origin.language)),
            effect=EFFECT_REMOVED,
        )

    return (
        Tool(name="agenda:remind_at", arguments=RemindAt, run=remind_at),
        Tool(name="agenda:list", arguments=ListReminders, run=list_reminders),
        Tool(name="agenda:remove", arguments=RemoveReminder, run=remove),
    )
