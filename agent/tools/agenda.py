"""The agenda: reminders set, listed and removed, each author's own only.

In a server everybody reads along, so what was set in another place is listed there without its words.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from agent.errors import NotFound, ToolFailed
from agent.ports import Services
from agent.tools._scheduling import LONGEST_PHRASE, LONGEST_TEXT, Wish, schedule
from agent.tools._several import due_in, period_in, several
from agent.tools._targets import target_of
from agent.tools._wording import plain_line, reminder_line, say, seen_from, without_pings
from agent.types import Grounded, Origin, Reminder, ReminderKind, Source, Tool, ToolContext, ToolResult

LIST_LIMIT = 25
"""Reminders listed in one answer."""
NAMED = 15
"""Reminders named where several were cancelled."""
FAILURES = 5
"""Failed ones at the end of a list of those that are pending."""
MOST_PENDING = 100_000
"""More than any configuration allows: what is not listed is counted."""
EFFECT_REMOVED = "reminder_removed"

NONE_PENDING = {
    "en": "You have no pending reminders.",
    "de": "Du hast keine offenen Erinnerungen.",
    "es": "No tienes recordatorios pendientes.",
    "fr": "Tu n’as aucun rappel en attente.",
    "it": "Non hai promemoria in sospeso.",
    "nl": "Je hebt geen openstaande herinneringen.",
    "pt": "Você não tem lembretes pendentes.",
}
PENDING = {
    "en": "Your pending reminders:",
    "de": "Deine offenen Erinnerungen:",
    "es": "Tus recordatorios pendientes:",
    "fr": "Tes rappels en attente :",
    "it": "I tuoi promemoria in sospeso:",
    "nl": "Je openstaande herinneringen:",
    "pt": "Seus lembretes pendentes:",
}
MORE = {
    "en": "… and {count} more, due later.",
    "de": "… und {count} weitere, die später fällig sind.",
    "es": "… y {count} más, para más tarde.",
    "fr": "… et {count} de plus, pour plus tard.",
    "it": "… e altri {count}, per più tardi.",
    "nl": "… en nog {count}, voor later.",
    "pt": "… e mais {count}, para mais tarde.",
}
FAILED = {
    "en": "Could not be delivered:",
    "de": "Konnten nicht zugestellt werden:",
    "es": "No se pudieron entregar:",
    "fr": "N’ont pas pu être remis :",
    "it": "Non è stato possibile consegnarli:",
    "nl": "Konden niet worden bezorgd:",
    "pt": "Não puderam ser entregues:",
}
REMOVED = {
    "en": "Cancelled: {line}",
    "de": "Gelöscht: {line}",
    "es": "Cancelado: {line}",
    "fr": "Annulé : {line}",
    "it": "Annullato: {line}",
    "nl": "Geannuleerd: {line}",
    "pt": "Cancelado: {line}",
}
NO_SUCH = {
    "en": "There is no pending reminder number {id} of yours, so nothing was cancelled.",
    "de": "Es gibt keine offene Erinnerung Nummer {id} von dir, also wurde nichts gelöscht.",
    "es": "No tienes ningún recordatorio pendiente con el número {id}, así que no se ha cancelado nada.",
    "fr": "Tu n’as aucun rappel en attente numéro {id}, donc rien n’a été annulé.",
    "it": "Non hai nessun promemoria in sospeso numero {id}, quindi non è stato annullato nulla.",
    "nl": "Je hebt geen openstaande herinnering met nummer {id}, dus er is niets geannuleerd.",
    "pt": "Você não tem nenhum lembrete pendente de número {id}, então nada foi cancelado.",
}


NONE_THEN = {
    "en": "None of your reminders is due then.",
    "de": "In dieser Zeit ist keine deiner Erinnerungen fällig.",
    "es": "Ninguno de tus recordatorios toca entonces.",
    "fr": "Aucun de tes rappels n’est prévu à ce moment-là.",
    "it": "Nessuno dei tuoi promemoria scade allora.",
    "nl": "Geen van je herinneringen valt dan.",
    "pt": "Nenhum dos seus lembretes é para então.",
}
NONE_FAILED = {
    "en": "All your reminders were delivered; none failed.",
    "de": "Alle deine Erinnerungen wurden zugestellt; keine ist fehlgeschlagen.",
    "es": "Todos tus recordatorios se entregaron; ninguno falló.",
    "fr": "Tous tes rappels ont été remis ; aucun n’a échoué.",
    "it": "Tutti i tuoi promemoria sono stati consegnati; nessuno è fallito.",
    "nl": "Al je herinneringen zijn bezorgd; er is er geen mislukt.",
    "pt": "Todos os seus lembretes foram entregues; nenhum falhou.",
}
REMOVED_SEVERAL = {
    "en": "Cancelled, {count} in all:",
    "de": "Gelöscht, insgesamt {count}:",
    "es": "Cancelados, {count} en total:",
    "fr": "Annulés, {count} en tout :",
    "it": "Annullati, {count} in tutto:",
    "nl": "Geannuleerd, {count} in totaal:",
    "pt": "Cancelados, {count} ao todo:",
}
AND_MORE = {
    "en": "… and {count} more.",
    "de": "… und {count} weitere.",
    "es": "… y {count} más.",
    "fr": "… et {count} de plus.",
    "it": "… e altri {count}.",
    "nl": "… en nog {count}.",
    "pt": "… e mais {count}.",
}
_WHAT_FAILED = re.compile(
    r"(?<!\w)(?:failed|undelivered|not delivered|couldn't (?:be )?deliver(?:ed)?|fehlgeschlagen"
    r"|schiefgegangen|nicht (?:zugestellt|angekommen)|[ée]chou[ée]\w*|fallaron|fall[óo]|falliti|fallito"
    r"|mislukt|falharam|falhou)(?!\w)",
    re.IGNORECASE,
)


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


def _listing(
    reminders: tuple[Reminder, ...],
    failures: tuple[Reminder, ...],
    language: str,
    *,
    filtered: bool = False,
) -> ToolResult:
    listed, left_out = reminders[:LIST_LIMIT], len(reminders[LIST_LIMIT:])
    more = {key: [words.format(count=left_out)] if left_out else [] for key, words in MORE.items()}
    lines = [say(PENDING, language), *(reminder_line(reminder, language) for reminder in listed)]
    if not reminders:
        lines = [say(NONE_THEN if filtered else NONE_PENDING, language)]
    lines += more.get(language, more["en"])
    if failures:
        lines += [say(FAILED, language), *(_failed_line(reminder, language) for reminder in failures)]
    content = "\n".join((*map(plain_line, listed), *more["en"])) or NONE_PENDING["en"]
    return ToolResult(content=content, user_text="\n".join(lines))


def _failures(failures: tuple[Reminder, ...], language: str) -> ToolResult:
    if not failures:
        return ToolResult(content=NONE_FAILED["en"], user_text=say(NONE_FAILED, language))
    lines = [_failed_line(reminder, language) for reminder in failures[:LIST_LIMIT]]
    content = "\n".join(f"{plain_line(each)}, failed: {each.failure}" for each in failures[:LIST_LIMIT])
    return ToolResult(content=content, user_text="\n".join((say(FAILED, language), *lines)))


def _removed(rows: tuple[Reminder, ...], language: str) -> ToolResult:
    """Names every one, up to NAMED, and counts them."""
    named = [reminder_line(row, language) for row in rows[:NAMED]]
    more = [say(AND_MORE, language).format(count=len(rows) - NAMED)] if len(rows) > NAMED else []
    heading = say(REMOVED_SEVERAL, language).format(count=len(rows))
    return ToolResult(
        content="\n".join((f"Cancelled {len(rows)}:", *map(plain_line, rows[:NAMED]))),
        user_text="\n".join((heading, *named, *more)),
        effect=EFFECT_REMOVED,
    )


def _failed_line(reminder: Reminder, language: str) -> str:
    why = without_pings(reminder.failure or "?")
    return f"{reminder_line(reminder, language)} – {why}"


def tools(services: Services) -> tuple[Tool, ...]:
    async def remind_at(arguments: RemindAt, context: ToolContext) -> ToolResult:
        wish = Wish(
            kind=ReminderKind.REMINDER,
            phrase=arguments.time,
            text=arguments.text,
            target=target_of(context.origin),
        )
        return await schedule(services, context, wish)

    async def list_reminders(_arguments: ListReminders, context: ToolContext) -> ToolResult:
        origin = context.origin
        reminders = await services.reminders.pending(origin.author.id, limit=MOST_PENDING)
        shown = tuple(seen_from(reminder, origin.channel, origin.language) for reminder in reminders)
        lost = await services.reminders.failures(origin.author.id, limit=LIST_LIMIT)
        failures = tuple(seen_from(reminder, origin.channel, origin.language) for reminder in lost)
        if _WHAT_FAILED.search(origin.text):
            going_on = tuple(reminder for reminder in shown if reminder.failure)
            return _failures((*going_on, *failures), origin.language)
        period = period_in(origin.text, now=origin.now, zone=origin.zone)
        if period is not None:
            shown = tuple(reminder for reminder in shown if due_in(reminder, period))
        return _listing(shown, failures[:FAILURES], origin.language, filtered=period is not None)

    async def remove(arguments: RemoveReminder, context: ToolContext) -> ToolResult:
        origin = context.origin
        pending = await services.reminders.pending(origin.author.id, limit=MOST_PENDING)
        meant = several(origin.text, pending, now=origin.now, zone=origin.zone)
        if arguments.reminder_id in {reminder.id for reminder in meant}:
            return await remove_all(meant, origin)
        try:
            row = await services.reminders.remove(arguments.reminder_id, author_id=origin.author.id)
        except NotFound as error:
            words = say(NO_SUCH, origin.language).format(id=arguments.reminder_id)
            raise ToolFailed(words) from error
        removed = seen_from(row, origin.channel, origin.language)
        return ToolResult(
            content=f"Cancelled: {plain_line(removed)}",
            user_text=say(REMOVED, origin.language).format(line=reminder_line(removed, origin.language)),
            effect=EFFECT_REMOVED,
        )

    async def remove_all(meant: tuple[Reminder, ...], origin: Origin) -> ToolResult:
        gone: list[Reminder] = []
        for reminder in meant:
            with suppress(NotFound):  # delivered or cancelled a moment ago
                gone.append(await services.reminders.remove(reminder.id, author_id=origin.author.id))
        shown = tuple(seen_from(reminder, origin.channel, origin.language) for reminder in gone)
        return _removed(shown, origin.language)

    return (
        Tool(name="agenda:remind_at", arguments=RemindAt, run=remind_at),
        Tool(name="agenda:list", arguments=ListReminders, run=list_reminders),
        Tool(name="agenda:remove", arguments=RemoveReminder, run=remove),
    )
