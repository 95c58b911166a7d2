"""What people do with a reminder that has arrived: done, later, or a word that stops an alarm.

No model and no Discord in it: an answer is composed from the stored row.
"""

from __future__ import annotations

import asyncio
import unicodedata
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from agent.direct import language_of
from agent.errors import IllegalTransition, LimitReached
from agent.ports import TimeParser
from agent.types import (
    Basis,
    Clock,
    Grain,
    Incoming,
    Reminder,
    ReminderDraft,
    Resolved,
)
from agent.words import LANGUAGES, Words, say, spoken
from bot.store.occurrences import SqliteOccurrences
from bot.store.reminders import SqliteReminderStore
from bot.store.users import SqliteUsers

TOMORROW = "tomorrow"
MINUTES = {"10m": 10, "1h": 60}
"""What a snooze button says, in minutes; `TOMORROW` is the user's morning."""
LONGEST_PHRASE = 120
LONGEST_HUSH = 40
"""Characters of a message that may be nothing but a word that stops an alarm."""
HUSHES = frozenset(
    {
        *("done", "stop", "ok", "okay", "awake", "i'm awake", "im awake", "i am awake"),
        *("i'm up", "im up", "i am up", "ok i'm up", "okay i'm up", "ok im up", "stop it", "stop the alarm"),
        *("fertig", "stopp", "aus", "erledigt", "wach", "bin wach", "ich bin wach", "ok ich bin wach"),
        *("ich bin auf", "bin auf", "wecker aus", "alarm aus"),
        *("hecho", "listo", "para", "apaga la alarma", "fini", "arrête", "éteins le réveil", "c'est fait"),
        *(
            "fatto",
            "basta",
            "spegni la sveglia",
            "klaar",
            "wekker uit",
            "feito",
            "pronto",
            "desliga o alarme",
        ),
    }
)
"""While an alarm rings in the channel, each of these as a whole message stops it."""

SNOOZED: Words = {
    "en": "Again <t:{unix}:F> (<t:{unix}:R>).",
    "de": "Wieder <t:{unix}:F> (<t:{unix}:R>).",
    "es": "Otra vez <t:{unix}:F> (<t:{unix}:R>).",
    "fr": "À nouveau <t:{unix}:F> (<t:{unix}:R>).",
    "it": "Di nuovo <t:{unix}:F> (<t:{unix}:R>).",
    "nl": "Opnieuw <t:{unix}:F> (<t:{unix}:R>).",
    "pt": "De novo <t:{unix}:F> (<t:{unix}:R>).",
}
NOT_READ: Words = {
    "en": "I could not read that as a time to come, so nothing is set. "
    "For example: in 20 minutes, or tomorrow at 9.",
    "de": "Das konnte ich nicht als kommende Zeit lesen, also ist nichts gesetzt. "
    "Zum Beispiel: in 20 Minuten, oder morgen um 9.",
    "es": "No he podido leer eso como una hora por venir, así que no he puesto nada. Por ejemplo: en "
    "20 minutos, o mañana a las 9.",
    "fr": "Je n’ai pas pu lire cela comme une heure à venir, donc rien n’est noté. Par exemple : dans "
    "20 minutes, ou demain à 9 h.",
    "it": "Non sono riuscito a leggerlo come un orario a venire, quindi non ho impostato nulla. Per "
    "esempio: tra 20 minuti, o domani alle 9.",
    "nl": "Ik kon dat niet lezen als een tijd die nog komt, dus er is niets ingesteld. Bijvoorbeeld: "
    "over 20 minuten, of morgen om 9 uur.",
    "pt": "Não consegui ler isso como um horário por vir, então nada foi definido. Por exemplo: em 20 "
    "minutos, ou amanhã às 9.",
}
NOT_YOURS: Words = {
    "en": "Only the person who set this reminder can do that.",
    "de": "Das kann nur, wer diese Erinnerung gesetzt hat.",
    "es": "Solo puede hacerlo quien puso este recordatorio.",
    "fr": "Seule la personne qui a noté ce rappel peut faire cela.",
    "it": "Può farlo solo chi ha impostato questo promemoria.",
    "nl": "Dat kan alleen wie deze herinnering heeft ingesteld.",
    "pt": "Só quem definiu este lembrete pode fazer isso.",
}
HUSHED: Words = {
    "en": "The alarm is off.",
    "de": "Der Wecker ist aus.",
    "es": "La alarma está apagada.",
    "fr": "Le réveil est arrêté.",
    "it": "La sveglia è spenta.",
    "nl": "De wekker staat uit.",
    "pt": "O alarme está desligado.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """Who pressed under which delivery. `id` is unique to the press: repeating one does nothing more.

    `locale` is that of their Discord, `roles` those that they have there.
    """

    id: int
    user_id: int
    reminder_id: int
    due: datetime
    locale: str = ""
    roles: frozenset[int] = frozenset()


class ReminderDesk:
    """`zone` and `language` are those of people who chose none; `mark` tells what is pressed here from what
    belongs to another daemon (`bot.sharding`).
    """

    def __init__(
        self,
        *,
        store: SqliteReminderStore,
        occurrences: SqliteOccurrences,
        users: SqliteUsers,
        times: TimeParser,
        clock: Clock,
        zone: str,
        language: str,
        mark: str = "",
    ) -> None:
        self.mark = mark
        self._store = store
        self._occurrences = occurrences
        self._users = users
        self._times = times
        self._clock = clock
        self._zone = zone
        self._language = language

    async def done(self, press: Press) -> None:
        """Ticks a delivery off; an alarm rings no more. Raises NotFound for anybody but who set it and whom
        it is for.
        """
        try:
            await self._occurrences.acknowledge(
                press.reminder_id, due=press.due, author_id=press.user_id, roles=press.roles
            )
        except IllegalTransition:
            return  # done before, or pressed before the delivery was recorded

    async def snooze(self, press: Press, when: str) -> str:
        """Reminds again at `when`, a snooze button's value or a time phrase; gives the sentence to show.

        The reminder itself and its series stay as they are. Raises NotFound for anybody but who
        set it and the user whom it is for.
        """
        reminder = await self._store.find_for(press.reminder_id, user_id=press.user_id)
        language = await self.language_of(press.user_id, press.locale)
        resolved = await self._resolved(when, reminder, press.user_id, language)
        if resolved is None:
            return say(NOT_READ, language)
        await self.done(press)
        try:
            child = await self._store.add(self._child(reminder, resolved, press))
        except LimitReached as limit:
            return limit.told(language)
        return say(SNOOZED, language).format(unix=int(child.due.timestamp()))

    async def hush(self, incoming: Incoming) -> str | None:
        """The answer to a word that stopped an alarm, or None if nothing rings or it says something else."""
        if not _is_hush(incoming.text):
            return None
        stopped = await self._occurrences.silence_ringing(incoming.author.id, channel_id=incoming.channel.id)
        if not stopped:
            return None
        chosen = (await self._users.get(incoming.author.id)).language
        return say(HUSHED, chosen or language_of(incoming.text, default=self._language))

    async def language_of(self, user_id: int, locale: str) -> str:
        """What somebody who presses something is answered in."""
        return (await self._users.get(user_id)).language or spoken(locale) or self._language

    async def _resolved(self, when: str, reminder: Reminder, user_id: int, language: str) -> Resolved | None:
        now = self._clock()
        zone = (await self._users.get(user_id)).zone or self._zone
        if when in MINUTES:
            at = (now + timedelta(minutes=MINUTES[when])).astimezone(UTC)
            return Resolved(at=at, zone=reminder.zone, grain=Grain.MINUTE, basis=Basis.ELAPSED)
        for tried in dict.fromkeys((language, *LANGUAGES)):
            found = await asyncio.to_thread(
                self._times.resolve, when[:LONGEST_PHRASE], now=now, zone=zone, language=tried
            )
            if found is not None and found.at > now:
                return found
        return None

    def _child(self, reminder: Reminder, resolved: Resolved, press: Press) -> ReminderDraft:
        return ReminderDraft(
            author_id=reminder.author_id,
            channel=reminder.channel,
            text=reminder.text,
            kind=reminder.kind,
            resolved=resolved,
            source_message_id=press.id,
            call_index=0,
            created_at=self._clock(),
            parent_id=reminder.id,
            language=reminder.language,
            request=reminder.request,
            target=reminder.target,
        )


def _is_hush(text: str) -> bool:
    if len(text) > LONGEST_HUSH:
        return False
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    kept = "".join(character for character in folded if character.isalnum() or character in " '")
    return " ".join(kept.split()) in HUSHES
