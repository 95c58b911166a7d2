"""From a time phrase to a stored reminder: what `agenda:remind_at`, `clock:timer` and `clock:alarm` have in
common.

The host reads the phrase in the author's zone; the model never computes a time. What cannot be read, or is
over, becomes a question to the author, and nothing is stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from agent.errors import LimitReached, ToolFailed, ToolRetry
from agent.ports import Services
from agent.recurrence import DayHours, RecurringPhrase, Rule, find, first_of, read, to_json
from agent.tools._readings import as_choices, from_value
from agent.tools._wording import Words, kind_name, local_time, say, when, without_pings, zone_hint
from agent.types import (
    Basis,
    Grain,
    Origin,
    Reminder,
    ReminderDraft,
    ReminderKind,
    Resolved,
    Target,
    ToolContext,
    ToolResult,
)
from agent.words import names_kind_only

LONGEST_TEXT = 1000
"""Characters of a reminder's text or label."""
LONGEST_PHRASE = 120
"""Characters of a time phrase."""
EFFECT_SET = "reminder_set"

NOT_READ = {
    "en": "I could not read “{phrase}” as a time, so nothing is set. "
    "When exactly? For example: in 20 minutes, or tomorrow at 9.",
    "de": "„{phrase}“ konnte ich nicht als Zeit lesen, also ist nichts gesetzt. "
    "Wann genau? Zum Beispiel: in 20 Minuten, oder morgen um 9.",
    "es": "No he podido leer «{phrase}» como una hora, así que no he puesto nada. ¿Cuándo exactamente? "
    "Por ejemplo: en 20 minutos, o mañana a las 9.",
    "fr": "Je n’ai pas pu lire « {phrase} » comme une heure, donc rien n’est noté. Quand exactement ? "
    "Par exemple : dans 20 minutes, ou demain à 9 h.",
    "it": "Non sono riuscito a leggere «{phrase}» come un orario, quindi non ho impostato nulla. "
    "Quando esattamente? Per esempio: tra 20 minuti, o domani alle 9.",
    "nl": "Ik kon “{phrase}” niet als tijd lezen, dus er is niets ingesteld. Wanneer precies? "
    "Bijvoorbeeld: over 20 minuten, of morgen om 9 uur.",
    "pt": "Não consegui ler “{phrase}” como um horário, então nada foi definido. Quando exatamente? "
    "Por exemplo: em 20 minutos, ou amanhã às 9.",
}
SEVERAL = {
    "en": "“{phrase}” may mean {readings}, so nothing is set. Which one?",
    "de": "„{phrase}“ kann {readings} heißen, also ist nichts gesetzt. Was davon?",
    "es": "«{phrase}» puede significar {readings}, así que no he puesto nada. ¿Cuál de ellas?",
    "fr": "« {phrase} » peut vouloir dire {readings}, donc rien n’est noté. Laquelle ?",
    "it": "«{phrase}» può voler dire {readings}, quindi non ho impostato nulla. Quale delle due?",
    "nl": "“{phrase}” kan {readings} betekenen, dus er is niets ingesteld. Welke bedoel je?",
    "pt": "“{phrase}” pode significar {readings}, então nada foi definido. Qual delas?",
}
OR = {
    "en": " or ",
    "de": " oder ",
    "es": " o ",
    "fr": " ou ",
    "it": " o ",
    "nl": " of ",
    "pt": " ou ",
}
OVER = {
    "en": "{local} ({zone}) is already over, so nothing is set. When should it be instead?",
    "de": "{local} ({zone}) ist schon vorbei, also ist nichts gesetzt. Wann soll es stattdessen sein?",
    "es": "{local} ({zone}) ya ha pasado, así que no he puesto nada. ¿Cuándo debe ser entonces?",
    "fr": "{local} ({zone}) est déjà passé, donc rien n’est noté. Quand alors ?",
    "it": "{local} ({zone}) è già passato, quindi non ho impostato nulla. Quando deve essere invece?",
    "nl": "{local} ({zone}) is al voorbij, dus er is niets ingesteld. Wanneer moet het dan zijn?",
    "pt": "{local} ({zone}) já passou, então nada foi definido. Quando deve ser então?",
}
ENDED = {
    "en": "“{phrase}” has no time that is still to come, so nothing is set. When should it be instead?",
    "de": "„{phrase}“ hat keinen Termin, der noch kommt, also ist nichts gesetzt. "
    "Wann soll es stattdessen sein?",
    "es": "«{phrase}» no tiene ninguna fecha por venir, así que no he puesto nada. ¿Cuándo debe ser "
    "entonces?",
    "fr": "« {phrase} » n’a plus aucune date à venir, donc rien n’est noté. Quand alors ?",
    "it": "«{phrase}» non ha più nessuna data a venire, quindi non ho impostato nulla. Quando deve "
    "essere invece?",
    "nl": "“{phrase}” heeft geen moment dat nog komt, dus er is niets ingesteld. Wanneer moet het dan zijn?",
    "pt": "“{phrase}” não tem nenhuma data por vir, então nada foi definido. Quando deve ser então?",
}
CONFIRMATION = {
    ReminderKind.REMINDER: {
        "en": "I will remind you: {when}: {text}",
        "de": "Ich erinnere dich: {when}: {text}",
        "es": "Te lo recordaré: {when}: {text}",
        "fr": "Je te le rappellerai : {when} : {text}",
        "it": "Te lo ricorderò: {when}: {text}",
        "nl": "Ik herinner je eraan: {when}: {text}",
        "pt": "Vou lembrar você: {when}: {text}",
    },
    ReminderKind.TIMER: {
        "en": "Timer set: it rings {when}: {text}",
        "de": "Timer läuft: er klingelt {when}: {text}",
        "es": "Temporizador puesto: suena {when}: {text}",
        "fr": "Minuteur lancé : il sonne {when} : {text}",
        "it": "Timer impostato: suona {when}: {text}",
        "nl": "Timer gezet: hij gaat af {when}: {text}",
        "pt": "Timer definido: toca {when}: {text}",
    },
    ReminderKind.ALARM: {
        "en": "Alarm set: {when}: {text}",
        "de": "Wecker gestellt: {when}: {text}",
        "es": "Alarma puesta: {when}: {text}",
        "fr": "Réveil réglé : {when} : {text}",
        "it": "Sveglia impostata: {when}: {text}",
        "nl": "Wekker gezet: {when}: {text}",
        "pt": "Alarme definido: {when}: {text}",
    },
}
WILL_DO = {
    "en": "I will do this for you: {when}: {text}",
    "de": "Das mache ich für dich: {when}: {text}",
    "es": "Haré esto por ti: {when}: {text}",
    "fr": "Je ferai ceci pour toi : {when} : {text}",
    "it": "Farò questo per te: {when}: {text}",
    "nl": "Dit doe ik voor je: {when}: {text}",
    "pt": "Vou fazer isto para você: {when}: {text}",
}
WILL_REMIND = {
    "en": "I will remind {whom}: {when}: {text}",
    "de": "Ich erinnere {whom}: {when}: {text}",
    "es": "Se lo recordaré a {whom}: {when}: {text}",
    "fr": "Je le rappellerai à {whom} : {when} : {text}",
    "it": "Lo ricorderò a {whom}: {when}: {text}",
    "nl": "Ik herinner {whom}: {when}: {text}",
    "pt": "Vou lembrar {whom}: {when}: {text}",
}
USUAL_TIME = {
    "en": " – you named no hour, so I took your morning",
    "de": " – du hast keine Uhrzeit genannt, darum am Morgen",
    "es": " – no dijiste la hora, así que por la mañana",
    "fr": " – tu n’as pas dit d’heure, donc le matin",
    "it": " – non hai detto l’ora, quindi di mattina",
    "nl": " – je noemde geen uur, dus ’s ochtends",
    "pt": " – você não disse a hora, então de manhã",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What the author wants: an empty `text` stands for the bare name of the kind.

    `request`: `text` is to be worked on then. `target` is whom it is for, None for the author.
    """

    kind: ReminderKind
    phrase: str
    text: str
    request: bool = False
    target: Target | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeMeant:
    """`rule` is the series as JSON, None for a single time; `usual_time`: no hour was said."""

    resolved: Resolved
    rule: str | None = None
    usual_time: bool = False


async def schedule(services: Services, context: ToolContext, wish: Wish) -> ToolResult:
    """Stores the reminder and tells what the row says. Raises ToolRetry, ToolFailed."""
    origin = context.origin
    meant = time_meant(services, origin, wish, answer=context.answer)
    resolved, rule = meant.resolved, meant.rule
    draft = ReminderDraft(
        author_id=origin.author.id,
        channel=origin.channel,
        text=wish.text.strip() or kind_name(wish.kind, origin.language),
        kind=wish.kind,
        resolved=resolved,
        source_message_id=origin.message_id,
        call_index=context.call_index,
        created_at=origin.now,
        rule=rule,
        language=origin.language,
        request=wish.request,
        target=wish.target,
    )
    try:
        stored = await services.reminders.add(draft)
    except LimitReached as error:
        raise ToolFailed(error.told(origin.language)) from error
    return _confirm(stored, origin, usual_time=meant.usual_time)


def when_meant(
    services: Services, origin: Origin, wish: Wish, *, answer: str | None = None
) -> tuple[Resolved, str | None]:
    """The time that is meant, with the series that it is the first of. Raises ToolRetry, ToolFailed.

    `answer` is the reading that the author chose among those of an unclear phrase.
    """
    meant = time_meant(services, origin, wish, answer=answer)
    return meant.resolved, meant.rule


def time_meant(services: Services, origin: Origin, wish: Wish, *, answer: str | None = None) -> TimeMeant:
    """The same, and whether the author left the hour open. Raises ToolRetry, ToolFailed."""
    chosen = None if answer is None else from_value(answer)
    if chosen is not None:
        return TimeMeant(resolved=_ahead(chosen, origin))
    series = None if wish.kind is ReminderKind.TIMER else _series(services, origin, wish.phrase)
    if series is None:
        single = _resolve(services, origin, wish)
        at = single.at.astimezone(ZoneInfo(single.zone)).time()
        usual = single.grain is Grain.DAY and single.basis is Basis.WALL and at == services.morning
        return TimeMeant(resolved=single, usual_time=usual)
    rule, timed = series
    first = first_of(rule, now=origin.now, zone=origin.zone)
    if first is None:
        raise _question(ENDED, origin.language, phrase=without_pings(wish.phrase))
    return TimeMeant(resolved=first, rule=to_json(rule), usual_time=not timed)


def _series(services: Services, origin: Origin, phrase: str) -> tuple[Rule, bool] | None:
    """The series that the phrase belongs to, and whether its hour is said; its other pieces may stand
    elsewhere in the message.
    """

    def series_in(text: str) -> tuple[RecurringPhrase, ...]:
        return find(
            text,
            now=origin.now,
            zone=origin.zone,
            language=origin.reading_language,
            times=services.times,
            hours=DayHours(morning=services.morning),
        )

    named = series_in(origin.text)
    meant = [each for each in named if any(_belongs(phrase, piece.text) for piece in each.pieces)]
    if len(meant) == 1 and meant[0].refusal is not None:
        raise ToolFailed(meant[0].refusal.told(origin.language))
    if len(meant) == 1:
        return None if meant[0].rule is None else (meant[0].rule, meant[0].timed)
    try:
        rule = read(
            phrase,
            now=origin.now,
            zone=origin.zone,
            language=origin.reading_language,
            times=services.times,
            hours=DayHours(morning=services.morning),
        )
    except LimitReached as limit:
        raise ToolFailed(limit.told(origin.language)) from limit
    return None if rule is None else (rule, all(each.timed for each in series_in(phrase)))


def _belongs(phrase: str, piece: str) -> bool:
    return phrase in piece or piece in phrase


def _resolve(services: Services, origin: Origin, wish: Wish) -> Resolved:
    resolved = services.times.resolve(
        wish.phrase,
        now=origin.now,
        zone=origin.zone,
        language=origin.reading_language,
        alarm=wish.kind is ReminderKind.ALARM,
    )
    if resolved is None:
        raise _unread(services, origin, wish.phrase)
    return _ahead(resolved, origin)


def _ahead(resolved: Resolved, origin: Origin) -> Resolved:
    if resolved.at <= origin.now:
        raise _question(OVER, origin.language, **_place(resolved, origin))
    return resolved


def _unread(services: Services, origin: Origin, phrase: str) -> ToolRetry:
    """A question: which of the readings is meant, or when at all."""
    readings = services.times.ambiguities(
        phrase, now=origin.now, zone=origin.zone, language=origin.reading_language
    )
    shown = without_pings(phrase)
    if not readings:
        return _question(NOT_READ, origin.language, phrase=shown)
    places = [_place(reading, origin)["local"] for reading in readings]
    either = say(OR, origin.language).join(places)
    question = _question(SEVERAL, origin.language, phrase=shown, readings=either)
    question.choices = as_choices(readings, origin.language)
    return question


def _place(resolved: Resolved, origin: Origin) -> dict[str, str]:
    return {
        "local": local_time(resolved.at, zone=resolved.zone, language=origin.language),
        "zone": resolved.zone,
    }


def _question(words: Words, language: str, **facts: str) -> ToolRetry:
    return ToolRetry(words["en"].format(**facts), question=say(words, language).format(**facts))


def _confirm(stored: Reminder, origin: Origin, *, usual_time: bool) -> ToolResult:
    words = CONFIRMATION[stored.kind]
    if stored.request:
        words = WILL_DO
    elif stored.target is not None:
        words = WILL_REMIND
    sentence = say(words, origin.language)
    if names_kind_only(stored.text, stored.kind):
        sentence = sentence.removesuffix("{text}").rstrip(" :\u00a0\u202f")
    text = sentence.format(
        when=when(stored, origin.language) + (say(USUAL_TIME, origin.language) if usual_time else ""),
        text=without_pings(stored.text),
        whom=stored.target.mention if stored.target else "",
    )
    local = local_time(stored.due, zone=stored.zone, language="en")
    return ToolResult(
        content=f"Set: {stored.kind.value} {stored.id}, due {local} ({stored.zone}), text: {stored.text}",
        user_text=text + zone_hint(origin),
        effect=EFFECT_SET,
    )
