"""Words that tools compose from stored facts. Pure.

Texts that users wrote stand last, so that an open code fence in them cannot swallow a time.
"""

from __future__ import annotations

import re
from dataclasses import replace
from zoneinfo import ZoneInfo

from agent.recurrence import describe, from_json
from agent.types import Channel, ChannelKind, Origin, Reminder, ReminderKind, ReminderState
from agent.words import KIND, Words, local_time, say, short_time

__all__ = [
    "KIND",
    "Words",
    "kind_name",
    "local_time",
    "plain_line",
    "reminder_line",
    "rule_words",
    "say",
    "seen_from",
    "short_time",
    "when",
    "without_pings",
    "zone_hint",
]

ZONE_HINT = {
    "en": "Times are read in {zone}, the default; choose your own time zone with /timezone.",
    "de": "Zeiten gelten in {zone}, der Voreinstellung; deine eigene Zeitzone wählst du mit /timezone.",
    "es": "Las horas se leen en {zone}, la zona predeterminada; elige la tuya con /timezone.",
    "fr": "Les heures sont lues en {zone}, le fuseau par défaut ; choisis le tien avec /timezone.",
    "it": "Gli orari valgono per {zone}, il fuso predefinito; scegli il tuo con /timezone.",
    "nl": "Tijden gelden in {zone}, de standaard; kies je eigen tijdzone met /timezone.",
    "pt": "Os horários valem em {zone}, o padrão; escolha o seu fuso com /timezone.",
}
ZONE_HINT_IN_CONSOLE = {
    "en": "Times are read in {zone}; to change that, set time.zone in the configuration file.",
    "de": "Zeiten gelten in {zone}; das ändert der Schlüssel time.zone in der Konfigurationsdatei.",
    "es": "Las horas se leen en {zone}; para cambiarlo, pon time.zone en el archivo de configuración.",
    "fr": "Les heures sont lues en {zone} ; pour changer cela, règle time.zone dans le fichier de "
    "configuration.",
    "it": "Gli orari valgono per {zone}; per cambiarlo, imposta time.zone nel file di configurazione.",
    "nl": "Tijden gelden in {zone}; wijzig dat met time.zone in het configuratiebestand.",
    "pt": "Os horários valem em {zone}; para mudar isso, defina time.zone no arquivo de configuração.",
}
"""A terminal has no commands to choose by."""
NEXT = {
    "en": "{rule}, next {when}",
    "de": "{rule}, das nächste Mal {when}",
    "es": "{rule}, la próxima vez {when}",
    "fr": "{rule}, la prochaine fois {when}",
    "it": "{rule}, la prossima volta {when}",
    "nl": "{rule}, de volgende keer {when}",
    "pt": "{rule}, a próxima vez {when}",
}
PAUSED = {
    "en": "paused",
    "de": "angehalten",
    "es": "en pausa",
    "fr": "en pause",
    "it": "in pausa",
    "nl": "gepauzeerd",
    "pt": "em pausa",
}
REQUEST = {
    "en": "Request",
    "de": "Auftrag",
    "es": "Petición",
    "fr": "Demande",
    "it": "Richiesta",
    "nl": "Verzoek",
    "pt": "Pedido",
}
FOR = {
    "en": " for {whom}",
    "de": " für {whom}",
    "es": " para {whom}",
    "fr": " pour {whom}",
    "it": " per {whom}",
    "nl": " voor {whom}",
    "pt": " para {whom}",
}
LAST_FAILED = {
    "en": " (last time not delivered: {why})",
    "de": " (zuletzt nicht zugestellt: {why})",
    "es": " (la última vez no se entregó: {why})",
    "fr": " (pas remis la dernière fois : {why})",
    "it": " (l’ultima volta non consegnato: {why})",
    "nl": " (de vorige keer niet bezorgd: {why})",
    "pt": " (da última vez não foi entregue: {why})",
}
SET_ELSEWHERE = {
    "en": "(set elsewhere; ask me there or in a direct message for its text)",
    "de": "(woanders gesetzt; frag mich dort oder in einer Direktnachricht nach dem Text)",
    "es": "(puesto en otro sitio; pídeme el texto allí o en un mensaje directo)",
    "fr": "(noté ailleurs ; demande-moi le texte là-bas ou en message privé)",
    "it": "(impostato altrove; chiedimi il testo lì o in un messaggio diretto)",
    "nl": "(elders ingesteld; vraag me daar of in een privébericht om de tekst)",
    "pt": "(definido em outro lugar; peça o texto lá ou em uma mensagem direta)",
}

_MENTION = re.compile(r"@(?=everyone|here|[!&]?\d)", re.IGNORECASE)
_NO_BREAK_MARK = "\u200b"


def kind_name(kind: ReminderKind, language: str) -> str:
    return say(KIND[kind], language)


def without_pings(text: str) -> str:
    """The same words; a zero-width space keeps Discord from reading a mention in them."""
    return _MENTION.sub("@" + _NO_BREAK_MARK, text)


def when(reminder: Reminder, language: str) -> str:
    """Local time with its zone, then Discord's own two renderings for each reader's zone.

    A terminal has one reader and no renderings, so there the first says it all. Of a series, its rule in
    words and then the next time.
    """
    local = local_time(reminder.due, zone=reminder.zone, language=language)
    following = f"{local} ({reminder.zone})"
    if reminder.channel.kind is not ChannelKind.CONSOLE:
        unix = int(reminder.due.timestamp())
        following += f", <t:{unix}:F> (<t:{unix}:R>)"
    if reminder.rule is None:
        return following
    return say(NEXT, language).format(rule=rule_words(reminder, language), when=following)


def rule_words(reminder: Reminder, language: str) -> str:
    """The series of a reminder that has one: "every Tuesday at 09:00"."""
    assert reminder.rule is not None
    return describe(from_json(reminder.rule), zone=ZoneInfo(reminder.zone), language=language)


def seen_from(reminder: Reminder, here: Channel, language: str) -> Reminder:
    """The reminder as it may be shown in `here`: others read along in a guild's channel, so what was set in
    another place keeps its text to itself there. Who reads a thread may read its parent, not the reverse.
    """
    alone = here.kind in (ChannelKind.DM, ChannelKind.CONSOLE)
    if alone or reminder.channel.id in (here.id, here.parent_id):
        return reminder
    return replace(reminder, text=say(SET_ELSEWHERE, language))


def reminder_line(reminder: Reminder, language: str) -> str:
    """One line of a list, with the number that the reminder is named by."""
    kind = say(REQUEST, language) if reminder.request else kind_name(reminder.kind, language)
    if reminder.target is not None:
        kind += say(FOR, language).format(whom=reminder.target.mention)
    state = f" ({say(PAUSED, language)})" if reminder.paused else ""
    if reminder.failure and reminder.state is ReminderState.PENDING:
        state += say(LAST_FAILED, language).format(why=without_pings(reminder.failure))
    return f"#{reminder.id} {kind}{state}, {when(reminder, language)}: {without_pings(reminder.text)}"


def plain_line(reminder: Reminder) -> str:
    """One line of facts for the model."""
    local = local_time(reminder.due, zone=reminder.zone, language="en")
    rule = "" if reminder.rule is None else f", {rule_words(reminder, 'en')}"
    kind = "scheduled request" if reminder.request else reminder.kind.value
    kind += f" for {reminder.target.mention}" if reminder.target else ""
    return f"{reminder.id}: {kind}, due {local} ({reminder.zone}){rule}, text: {reminder.text}"


def zone_hint(origin: Origin) -> str:
    """A line of its own for an author who is to be told which zone is taken, else nothing."""
    if not origin.zone_is_default:
        return ""
    words = ZONE_HINT_IN_CONSOLE if origin.channel.kind is ChannelKind.CONSOLE else ZONE_HINT
    return "\n" + say(words, origin.language).format(zone=origin.zone)
