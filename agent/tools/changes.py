"""Changes to the author's own reminders: another time or text, and once more later."""

from __future__ import annotations

import re
from functools import partial
from typing import Annotated
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field

from agent.errors import LimitReached, NotFound, ToolFailed, ToolRetry
from agent.ports import Services
from agent.tools._moving import DayReader
from agent.tools._scheduling import EFFECT_SET, LONGEST_PHRASE, Wish, when_meant
from agent.tools._shifts import Shift, duration, shift_in
from agent.tools._wording import plain_line, reminder_line, say, seen_from, zone_hint
from agent.types import (
    Basis,
    Grain,
    Grounded,
    Origin,
    Reminder,
    ReminderDraft,
    Resolved,
    Source,
    Tool,
    ToolContext,
    ToolResult,
)

EFFECT_CHANGED = "reminder_changed"
LONGEST_TEXT = 1000
MOST_PENDING = 100_000
"""More than any configuration allows."""

CHANGED = {
    "en": "Changed: {line}",
    "de": "Geändert: {line}",
    "es": "Cambiado: {line}",
    "fr": "Modifié : {line}",
    "it": "Modificato: {line}",
    "nl": "Gewijzigd: {line}",
    "pt": "Alterado: {line}",
}
SNOOZED = {
    "en": "Once more later: {line}",
    "de": "Später noch einmal: {line}",
    "es": "Otra vez más tarde: {line}",
    "fr": "Encore une fois plus tard : {line}",
    "it": "Di nuovo più tardi: {line}",
    "nl": "Later nog een keer: {line}",
    "pt": "Mais uma vez, mais tarde: {line}",
}
NO_SUCH = {
    "en": "There is no pending reminder number {id} of yours, so nothing was changed.",
    "de": "Es gibt keine offene Erinnerung Nummer {id} von dir, also wurde nichts geändert.",
    "es": "No tienes ningún recordatorio pendiente con el número {id}, así que no se ha cambiado nada.",
    "fr": "Tu n’as aucun rappel en attente numéro {id}, donc rien n’a été modifié.",
    "it": "Non hai nessun promemoria in sospeso numero {id}, quindi non è stato modificato nulla.",
    "nl": "Je hebt geen openstaande herinnering met nummer {id}, dus er is niets gewijzigd.",
    "pt": "Você não tem nenhum lembrete pendente de número {id}, então nada foi alterado.",
}
WHAT = {
    "en": "What should I change: the time, or the text? "
    "For example: move it to tomorrow at 9, or: rename it to dentist.",
    "de": "Was soll ich ändern: die Zeit oder den Text? "
    "Zum Beispiel: verschieb sie auf morgen um 9, oder: nenn sie Zahnarzt.",
    "es": "¿Qué debo cambiar: la hora o el texto? Di la hora nueva, por ejemplo: mañana a las 9.",
    "fr": "Que dois-je changer : l’heure ou le texte ? Dis la nouvelle heure, par exemple : demain à 9 h.",
    "it": "Che cosa devo cambiare: l’ora o il testo? Di’ la nuova ora, per esempio: domani alle 9.",
    "nl": "Wat moet ik wijzigen: de tijd of de tekst? Noem de nieuwe tijd, bijvoorbeeld: morgen om 9 uur.",
    "pt": "O que devo mudar: o horário ou o texto? Diga o novo horário, por exemplo: amanhã às 9.",
}
OF_SERIES = {
    "en": "This one repeats, so tell me its new times as a whole, for example: every day at 8.",
    "de": "Diese wiederholt sich; sag mir die neuen Zeiten im Ganzen, zum Beispiel: jeden Tag um 8.",
    "es": "Este se repite, así que dime sus nuevas horas por completo, por ejemplo: cada día a las 8.",
    "fr": "Celui-ci se répète, alors dis-moi ses nouvelles heures en entier, par exemple : tous les "
    "jours à 8 h.",
    "it": "Questo si ripete, quindi dimmi per intero i nuovi orari, per esempio: ogni giorno alle 8.",
    "nl": "Deze herhaalt zich, dus noem de nieuwe tijden in hun geheel, bijvoorbeeld: elke dag om 8 uur.",
    "pt": "Este se repete, então diga os novos horários por inteiro, por exemplo: todos os dias às 8.",
}
OVER = {
    "en": "That would be in the past, so nothing was changed.",
    "de": "Das läge in der Vergangenheit, also wurde nichts geändert.",
    "es": "Eso estaría en el pasado, así que no se ha cambiado nada.",
    "fr": "Ce serait dans le passé, donc rien n’a été modifié.",
    "it": "Sarebbe nel passato, quindi non è stato modificato nulla.",
    "nl": "Dat zou in het verleden liggen, dus er is niets gewijzigd.",
    "pt": "Isso ficaria no passado, então nada foi alterado.",
}
NOTHING_CAME = {
    "en": "No reminder of yours has arrived here yet that could come again.",
    "de": "Hier ist noch keine Erinnerung von dir angekommen, die noch einmal kommen könnte.",
    "es": "Aquí aún no ha llegado ningún recordatorio tuyo que pueda volver.",
    "fr": "Aucun de tes rappels n’est encore arrivé ici qui pourrait revenir.",
    "it": "Qui non è ancora arrivato nessun tuo promemoria che possa tornare.",
    "nl": "Hier is nog geen herinnering van jou aangekomen die nog eens kan komen.",
    "pt": "Ainda não chegou aqui nenhum lembrete seu que possa voltar.",
}

_NEW_TEXT = re.compile(
    r"(?:\b(?:rename|reword|retitle|call)\b.{0,80}?\b(?:to|it|into)\b|\b(?:to|should|shall) (?:say|read)\b"
    r"|\b(?:text|title|name)\b.{0,40}?\bto\b|\bnenn\w*\b.{0,40}?\b(?:sie|es|ihn|um in)\b"
    r"|\bsoll\b.{0,40}?\bheißen\b"
    r"|\b(?:text|titel)\b.{0,40}?\b(?:auf|zu|in)\b)[:\s]+[\"“„']?(?P<text>[^\"“”„]+?)[\"”“']?[.!]*$",
    re.IGNORECASE | re.DOTALL,
)


class EditReminder(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    reminder_id: Annotated[int, Grounded(source=Source.REMINDER_ID), Field(ge=1)] = Field(
        description="number of the reminder to change"
    )
    time: Annotated[str, Grounded(source=Source.TIME_PHRASE), Field(max_length=LONGEST_PHRASE)] = Field(
        default="", description="its new time, in the user's words"
    )


class Snooze(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    time: Annotated[
        str, Grounded(source=Source.TIME_PHRASE), Field(min_length=1, max_length=LONGEST_PHRASE)
    ] = Field(description="when to be reminded again, in the user's words")


def new_text_in(text: str) -> str | None:
    """The wording that a message asks for: "rename it to X", "nenn sie X"; None where it does not."""
    found = _NEW_TEXT.search(text)
    return found["text"].strip()[:LONGEST_TEXT] or None if found else None


def tools(services: Services) -> tuple[Tool, ...]:
    async def edit(arguments: EditReminder, context: ToolContext) -> ToolResult:
        origin = context.origin
        reminder = await _own(services, arguments.reminder_id, origin)
        text = new_text_in(origin.text)
        phrase = "" if text is not None and arguments.time in text else arguments.time
        resolved, rule = _new_time(services, context, reminder, phrase)
        if resolved is None and text is None:
            raise ToolRetry(WHAT["en"], question=say(WHAT, origin.language))
        try:
            changed = await services.reminders.edit(
                reminder.id,
                author_id=origin.author.id,
                now=origin.now,
                resolved=resolved,
                rule=rule,
                text=text,
            )
        except NotFound as gone:
            raise _no_such(reminder.id, origin) from gone
        except LimitReached as limit:
            raise ToolFailed(limit.told(origin.language)) from limit
        return _told(changed, CHANGED, EFFECT_CHANGED, origin)

    async def snooze(arguments: Snooze, context: ToolContext) -> ToolResult:
        origin = context.origin
        last = await services.reminders.last_delivered(origin.author.id, channel_id=origin.channel.id)
        if last is None:
            raise ToolFailed(say(NOTHING_CAME, origin.language))
        wish = Wish(kind=last.kind, phrase=arguments.time, text="")
        resolved, _ = when_meant(services, origin, wish, answer=context.answer)
        try:
            child = await services.reminders.add(_child(last, resolved, context))
        except LimitReached as limit:
            raise ToolFailed(limit.told(origin.language)) from limit
        return _told(child, SNOOZED, EFFECT_SET, origin)

    return (
        Tool(name="agenda:edit", arguments=EditReminder, run=edit),
        Tool(name="agenda:snooze", arguments=Snooze, run=snooze),
    )


async def _own(services: Services, reminder_id: int, origin: Origin) -> Reminder:
    pending = await services.reminders.pending(origin.author.id, limit=1000, guild_id=origin.channel.guild_id)
    for reminder in pending:
        if reminder.id == reminder_id:
            return reminder
    raise _no_such(reminder_id, origin)


def _no_such(reminder_id: int, origin: Origin) -> ToolFailed:
    return ToolFailed(say(NO_SUCH, origin.language).format(id=reminder_id))


def _new_time(
    services: Services, context: ToolContext, reminder: Reminder, phrase: str
) -> tuple[Resolved | None, str | None]:
    """The shift that the message names, or the time of the phrase; a mere time of day keeps the day."""
    origin = context.origin
    shift = shift_in(origin.text, partial(_duration, services, origin))
    if shift is not None and (not phrase or _same_stretch(phrase, shift.amount)):
        if reminder.rule is not None:
            raise _of_series(origin)
        return _shifted(reminder, shift, origin), None
    if not phrase:
        return None, None
    if context.answer is None:
        kept = _kept(DayReader(services.times, origin, phrase, kind=reminder.kind), reminder)
        if kept is not None:
            return kept
    wish = Wish(kind=reminder.kind, phrase=phrase, text="")
    resolved, rule = when_meant(services, origin, wish, answer=context.answer)
    if reminder.rule is not None and rule is None:
        raise _of_series(origin)
    return resolved, rule


def _kept(reader: DayReader, reminder: Reminder) -> tuple[Resolved, str | None] | None:
    if reminder.rule is not None:
        return reader.of_the_series(reminder)
    single = reader.on_the_day_of(reminder)
    return None if single is None else (single, None)


def _same_stretch(phrase: str, amount: str) -> bool:
    """Whether the time that a model quotes is the amount of the shift: "by an hour", "an hour later"."""
    said = phrase.casefold()
    return amount in said or said in amount


def _of_series(origin: Origin) -> ToolRetry:
    return ToolRetry(OF_SERIES["en"], question=say(OF_SERIES, origin.language))


def _duration(services: Services, origin: Origin, amount: str) -> Resolved | None:
    return duration(services.times, amount, language=origin.reading_language)


def _shifted(reminder: Reminder, shift: Shift, origin: Origin) -> Resolved:
    at = shift.of(reminder.due, zone=reminder.zone)
    if at <= origin.now:
        raise ToolFailed(say(OVER, origin.language))
    wall = at.astimezone(ZoneInfo(reminder.zone)).replace(tzinfo=None)
    return Resolved(
        at=at,
        zone=reminder.zone,
        grain=Grain.MINUTE,
        basis=reminder.basis,
        wall=wall if reminder.basis is Basis.WALL else None,
    )


def _child(last: Reminder, resolved: Resolved, context: ToolContext) -> ReminderDraft:
    origin = context.origin
    return ReminderDraft(
        author_id=origin.author.id,
        channel=origin.channel,
        text=last.text,
        kind=last.kind,
        resolved=resolved,
        source_message_id=origin.message_id,
        call_index=context.call_index,
        created_at=origin.now,
        parent_id=last.id,
        language=origin.language,
    )


def _told(stored: Reminder, words: dict[str, str], effect: str, origin: Origin) -> ToolResult:
    stored = seen_from(stored, origin.channel, origin.language)
    line = reminder_line(stored, origin.language)
    return ToolResult(
        content=f"{words['en'].partition(':')[0]}: {plain_line(stored)}",
        user_text=say(words, origin.language).format(line=line) + zone_hint(origin),
        effect=effect,
    )
