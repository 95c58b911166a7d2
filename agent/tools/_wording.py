"""Words that tools compose from stored facts, in English and German. Pure.

Other languages get English. Texts that users wrote stand last, so that an open code fence in them cannot
swallow a time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from agent.recurrence import describe, from_json
from agent.types import Channel, ChannelKind, Origin, Reminder, ReminderKind

Words = Mapping[str, str]

WEEKDAYS = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "de": ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"),
}
MONTHS = {
    "en": (
        *("January", "February", "March", "April", "May", "June"),
        *("July", "August", "September", "October", "November", "December"),
    ),
    "de": (
        *("Januar", "Februar", "März", "April", "Mai", "Juni"),
        *("Juli", "August", "September", "Oktober", "November", "Dezember"),
    ),
}
LOCAL_TIME = {
    "en": "{weekday}, {day} {month} {year}, {clock}",
    "de": "{weekday}, {day}. {month} {year}, {clock}",
}
ZONE_HINT = {
    "en": "Times are read in {zone}, the default; choose your own time zone with /timezone.",
    "de": "Zeiten gelten in {zone}, der Voreinstellung; deine eigene Zeitzone wählst du mit /timezone.",
}
ZONE_HINT_IN_CONSOLE = {
    "en": "Times are read in {zone}; to change that, set time.zone in the configuration file.",
    "de": "Zeiten gelten in {zone}; das ändert der Schlüssel time.zone in der Konfigurationsdatei.",
}
"""A terminal has no commands to choose by."""
NEXT = {"en": "{rule}, next {when}", "de": "{rule}, das nächste Mal {when}"}
PAUSED = {"en": "paused", "de": "angehalten"}
KIND = {
    ReminderKind.REMINDER: {"en": "Reminder", "de": "Erinnerung"},
    ReminderKind.TIMER: {"en": "Timer", "de": "Timer"},
    ReminderKind.ALARM: {"en": "Alarm", "de": "Wecker"},
}

SET_ELSEWHERE = {
    "en": "(set elsewhere; ask me there or in a direct message for its text)",
    "de": "(woanders gesetzt; frag mich dort oder in einer Direktnachricht nach dem Text)",
}

_MENTION = re.compile(r"@(?=everyone|here|[!&]?\d)", re.IGNORECASE)
_NO_BREAK_MARK = "\u200b"


def say(words: Words, language: str) -> str:
    """The text in `language`, or in English."""
    return words.get(language, words["en"])


def kind_name(kind: ReminderKind, language: str) -> str:
    return say(KIND[kind], language)


def without_pings(text: str) -> str:
    """The same words; a zero-width space keeps Discord from reading a mention in them."""
    return _MENTION.sub("@" + _NO_BREAK_MARK, text)


def local_time(instant: datetime, *, zone: str, language: str) -> str:
    """Absolute local time, with seconds only where there are any: "Friday, 27 March 2026, 22:15"."""
    local = instant.astimezone(ZoneInfo(zone))
    names = language if language in WEEKDAYS else "en"
    return say(LOCAL_TIME, language).format(
        weekday=WEEKDAYS[names][local.weekday()],
        day=local.day,
        month=MONTHS[names][local.month - 1],
        year=local.year,
        clock=f"{local:%H:%M:%S}" if local.second else f"{local:%H:%M}",
    )


def when(reminder: Reminder, language: str) -> str:
    """Local time with its zone, then Discord's own two renderings for each reader's zone.

    Of a series, its rule in words and then the next time.
    """
    unix = int(reminder.due.timestamp())
    local = local_time(reminder.due, zone=reminder.zone, language=language)
    following = f"{local} ({reminder.zone}), <t:{unix}:F> (<t:{unix}:R>)"
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
    kind = kind_name(reminder.kind, language)
    state = f" ({say(PAUSED, language)})" if reminder.paused else ""
    return f"#{reminder.id} {kind}{state}, {when(reminder, language)}: {without_pings(reminder.text)}"


def plain_line(reminder: Reminder) -> str:
    """One line of facts for the model."""
    local = local_time(reminder.due, zone=reminder.zone, language="en")
    rule = "" if reminder.rule is None else f", {rule_words(reminder, 'en')}"
    return f"{reminder.id}: {reminder.kind.value}, due {local} ({reminder.zone}){rule}, text: {reminder.text}"


def zone_hint(origin: Origin) -> str:
    """A line of its own for an author who is to be told which zone is taken, else nothing."""
    if not origin.zone_is_default:
        return ""
    words = ZONE_HINT_IN_CONSOLE if origin.channel.kind is ChannelKind.CONSOLE else ZONE_HINT
    return "\n" + say(words, origin.language).format(zone=origin.zone)
