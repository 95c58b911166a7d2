"""What people read, in every language that is spoken here: tables of texts, and dates in words. Pure.

A table has a text for each of `LANGUAGES`; what is asked for in another one is said in English.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

from agent.types import ReminderKind

Words = Mapping[str, str]

LANGUAGES = ("en", "de", "es", "fr", "it", "nl", "pt")
LANGUAGE_NAMES = {
    "en": "English",
    "de": "Deutsch",
    "es": "Español",
    "fr": "Français",
    "it": "Italiano",
    "nl": "Nederlands",
    "pt": "Português",
}
"""Each in itself, as somebody looks for it who reads no other."""

WEEKDAYS = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "de": ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"),
    "es": ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"),
    "fr": ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"),
    "it": ("lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica"),
    "nl": ("maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag"),
    "pt": (
        *("segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira"),
        *("sábado", "domingo"),
    ),
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
    "es": (
        *("enero", "febrero", "marzo", "abril", "mayo", "junio"),
        *("julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"),
    ),
    "fr": (
        *("janvier", "février", "mars", "avril", "mai", "juin"),
        *("juillet", "août", "septembre", "octobre", "novembre", "décembre"),
    ),
    "it": (
        *("gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno"),
        *("luglio", "agosto", "settembre", "ottobre", "novembre", "dicembre"),
    ),
    "nl": (
        *("januari", "februari", "maart", "april", "mei", "juni"),
        *("juli", "augustus", "september", "oktober", "november", "december"),
    ),
    "pt": (
        *("janeiro", "fevereiro", "março", "abril", "maio", "junho"),
        *("julho", "agosto", "setembro", "outubro", "novembro", "dezembro"),
    ),
}
KIND = {
    ReminderKind.REMINDER: {
        "en": "Reminder",
        "de": "Erinnerung",
        "es": "Recordatorio",
        "fr": "Rappel",
        "it": "Promemoria",
        "nl": "Herinnering",
        "pt": "Lembrete",
    },
    ReminderKind.TIMER: {
        "en": "Timer",
        "de": "Timer",
        "es": "Temporizador",
        "fr": "Minuteur",
        "it": "Timer",
        "nl": "Timer",
        "pt": "Timer",
    },
    ReminderKind.ALARM: {
        "en": "Alarm",
        "de": "Wecker",
        "es": "Alarma",
        "fr": "Réveil",
        "it": "Sveglia",
        "nl": "Wekker",
        "pt": "Alarme",
    },
}
LOCAL_TIME = {
    "en": "{weekday}, {day} {month} {year}, {clock}",
    "de": "{weekday}, {day}. {month} {year}, {clock}",
    "es": "{weekday}, {day} de {month} de {year}, {clock}",
    "fr": "{weekday} {day} {month} {year}, {clock}",
    "it": "{weekday} {day} {month} {year}, {clock}",
    "nl": "{weekday} {day} {month} {year}, {clock}",
    "pt": "{weekday}, {day} de {month} de {year}, {clock}",
}
SHORT_TIME = {
    "en": "{day} {month}, {clock}",
    "de": "{day}. {month}, {clock}",
    "es": "{day} de {month}, {clock}",
    "fr": "{day} {month}, {clock}",
    "it": "{day} {month}, {clock}",
    "nl": "{day} {month}, {clock}",
    "pt": "{day} de {month}, {clock}",
}


def say(words: Words, language: str) -> str:
    """The text in `language`, or in English."""
    return words.get(language, words["en"])


def names_kind_only(text: str, kind: ReminderKind) -> bool:
    """Whether a reminder's text is nothing but the name of its kind, in any language, or empty."""
    said = text.strip().casefold()
    return not said or said in {name.casefold() for name in KIND[kind].values()}


def spoken(locale: str) -> str | None:
    """The language of a locale such as "pt-BR", where it is one of `LANGUAGES`."""
    language = locale.partition("-")[0]
    return language if language in LANGUAGES else None


def local_time(instant: datetime, *, zone: str, language: str) -> str:
    """Absolute local time, with seconds only where there are any: "Friday, 27 March 2026, 22:15"."""
    return _worded(LOCAL_TIME, instant, zone=zone, language=language)


def short_time(instant: datetime, *, zone: str, language: str) -> str:
    """Local time within a year: "27 March, 22:15"."""
    return _worded(SHORT_TIME, instant, zone=zone, language=language)


def _worded(form: Words, instant: datetime, *, zone: str, language: str) -> str:
    local = instant.astimezone(ZoneInfo(zone))
    names = language if language in LANGUAGES else "en"
    return form[names].format(
        weekday=WEEKDAYS[names][local.weekday()],
        day=local.day,
        month=MONTHS[names][local.month - 1],
        year=local.year,
        clock=f"{local:%H:%M:%S}" if local.second else f"{local:%H:%M}",
    )
