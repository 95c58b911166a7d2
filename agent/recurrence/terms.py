"""The terms and limits that rules are written in."""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum

from agent.errors import LimitReached

SHORTEST_INTERVAL = timedelta(seconds=60)
LONGEST_YEARS = 5
"""The longest interval, and how far ahead a first occurrence may lie unless a caller sets another limit."""
MOST_TIMES = 48
"""Times in one day: every half hour around the clock."""
MOST_OCCURRENCES = 100_000
EARLIEST_YEAR = 1970
LATEST_YEAR = 2200

LAST = -1
"""The last day of a month, or the last of the days that weekdays name in it."""
WORKING_DAYS = (0, 1, 2, 3, 4)
WEEKEND = (5, 6)

_UNITS = (("hours", 3600), ("minutes", 60), ("seconds", 1))

AMOUNTS = {
    "hours": {
        "en": "{count} hours",
        "de": "{count} Stunden",
        "es": "{count} horas",
        "fr": "{count} heures",
        "it": "{count} ore",
        "nl": "{count} uur",
        "pt": "{count} horas",
    },
    "minutes": {
        "en": "{count} minutes",
        "de": "{count} Minuten",
        "es": "{count} minutos",
        "fr": "{count} minutes",
        "it": "{count} minuti",
        "nl": "{count} minuten",
        "pt": "{count} minutos",
    },
    "seconds": {
        "en": "{count} seconds",
        "de": "{count} Sekunden",
        "es": "{count} segundos",
        "fr": "{count} secondes",
        "it": "{count} secondi",
        "nl": "{count} seconden",
        "pt": "{count} segundos",
    },
}

TOO_OFTEN = {
    "en": "The shortest interval is {amount}.",
    "de": "Der kürzeste Abstand ist {amount}.",
    "es": "El intervalo más corto es de {amount}.",
    "fr": "L’intervalle le plus court est de {amount}.",
    "it": "L’intervallo più breve è di {amount}.",
    "nl": "De kortste tussentijd is {amount}.",
    "pt": "O intervalo mais curto é de {amount}.",
}
TOO_RARELY = {
    "en": "The longest interval is {years} years.",
    "de": "Der längste Abstand ist {years} Jahre.",
    "es": "El intervalo más largo es de {years} años.",
    "fr": "L’intervalle le plus long est de {years} ans.",
    "it": "L’intervallo più lungo è di {years} anni.",
    "nl": "De langste tussentijd is {years} jaar.",
    "pt": "O intervalo mais longo é de {years} anos.",
}
TOO_MANY_OCCURRENCES = {
    "en": "A series may have at most {most:,} occurrences.",
    "de": "Eine Serie darf höchstens {most} Termine haben.",
    "es": "Una serie puede tener como máximo {most} repeticiones.",
    "fr": "Une série peut avoir au plus {most} occurrences.",
    "it": "Una serie può avere al massimo {most} ripetizioni.",
    "nl": "Een reeks mag hoogstens {most} keer voorkomen.",
    "pt": "Uma série pode ter no máximo {most} ocorrências.",
}
TOO_MANY_TIMES = {
    "en": "A series may have at most {most} times in a day.",
    "de": "Eine Serie darf höchstens {most} Zeiten am Tag haben.",
    "es": "Una serie puede tener como máximo {most} horas al día.",
    "fr": "Une série peut avoir au plus {most} heures par jour.",
    "it": "Una serie può avere al massimo {most} orari al giorno.",
    "nl": "Een reeks mag hoogstens {most} tijden per dag hebben.",
    "pt": "Uma série pode ter no máximo {most} horários por dia.",
}


def too_often(shortest: timedelta) -> LimitReached:
    seconds = int(shortest.total_seconds())
    unit, length = next(unit for unit in _UNITS if not seconds % unit[1] and seconds > unit[1])
    amounts = {language: text.format(count=seconds // length) for language, text in AMOUNTS[unit].items()}
    return LimitReached(
        {language: text.format(amount=amounts[language]) for language, text in TOO_OFTEN.items()}
    )


def too_rarely() -> LimitReached:
    return LimitReached(TOO_RARELY, years=LONGEST_YEARS)


class RuleError(ValueError):
    """No such rule; `str(error)` is one sentence that says what is wrong with it."""


class Frequency(StrEnum):
    DAILY = "daily"
    WEEKLY = "weekly"
    MONTHLY = "monthly"
    YEARLY = "yearly"


MOST_INTERVALS = {
    Frequency.DAILY: LONGEST_YEARS * 365 + 1,
    Frequency.WEEKLY: LONGEST_YEARS * 52,
    Frequency.MONTHLY: LONGEST_YEARS * 12,
    Frequency.YEARLY: LONGEST_YEARS,
}
