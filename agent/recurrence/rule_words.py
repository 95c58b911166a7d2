"""The words that rules are told in, for each language."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from agent.recurrence.terms import LAST, Frequency
from agent.words import MONTHS, WEEKDAYS


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """`every` has three forms for each unit: every one, every other, every {n}. The weekdays of
    `other_gender` take `nth_other` and `the_nth_other`.
    """

    every: dict[Frequency, tuple[str, str, str]]
    every_weekday: tuple[str, str]
    elapsed: dict[str, tuple[str, str]]
    working_days: str
    weekdays: tuple[str, ...]
    months: tuple[str, ...]
    nth: dict[int, str]
    the_days: str
    the_nth: str
    last_day: str
    working_day: str
    late_day: str
    date: str
    leap_day: str
    nth_of_month: str
    at: str
    spaced: str
    times: str
    until: str
    until_date: str
    and_: str
    or_: str
    nth_other: dict[int, str] = field(default_factory=dict)
    the_nth_other: str = ""
    other_gender: frozenset[int] = frozenset()

    def fluent(self, text: str) -> str:
        """`text` with the words drawn together that the language does not leave apart."""
        return text

    def ordinal(self, number: int) -> str:
        """A day of the month."""
        return str(number)


@dataclass(frozen=True, slots=True, kw_only=True)
class _English(Words):
    def ordinal(self, number: int) -> str:
        ending = "th" if 10 < number < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
        return f"{number}{ending}"


@dataclass(frozen=True, slots=True, kw_only=True)
class _German(Words):
    def ordinal(self, number: int) -> str:
        return f"{number}."


@dataclass(frozen=True, slots=True, kw_only=True)
class _French(Words):
    def ordinal(self, number: int) -> str:
        return "1er" if number == 1 else str(number)

    def fluent(self, text: str) -> str:
        return re.sub(r"\bde (?=[ao])", "d’", text)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Italian(Words):
    def fluent(self, text: str) -> str:
        return text.replace("il ultimo", "l’ultimo").replace("la ultima", "l’ultima")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Dutch(Words):
    def ordinal(self, number: int) -> str:
        return f"{number}e"


def words_of(language: str) -> Words:
    """Those of `language`, or English ones."""
    return _BY_LANGUAGE.get(language, _english)()


def _english() -> Words:
    return _English(
        every={
            Frequency.DAILY: ("every day", "every other day", "every {n} days"),
            Frequency.WEEKLY: ("", "every other week on {days}", "every {n} weeks on {days}"),
            Frequency.MONTHLY: ("every month", "every other month", "every {n} months"),
            Frequency.YEARLY: ("every year", "every other year", "every {n} years"),
        },
        every_weekday=("every {days}", "every other {days}"),
        elapsed={
            "hours": ("every hour", "every {n} hours"),
            "minutes": ("every minute", "every {n} minutes"),
            "seconds": ("every second", "every {n} seconds"),
        },
        working_days="every weekday",
        weekdays=("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
        months=(
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ),
        nth={1: "first", 2: "second", 3: "third", 4: "fourth", LAST: "last"},
        the_days="on the {days}",
        the_nth="on the {nth} {days}",
        last_day="on the last day",
        working_day="weekday",
        late_day="or the last day",
        date="on {day} {month}",
        leap_day="on 29 February, or the 28th",
        nth_of_month="{days} of {month}",
        at="at {times}",
        spaced="{step} from {first} to {last}",
        times=", {n} times",
        until=", until {date}",
        until_date="{day} {month} {year}",
        and_="and",
        or_="or",
    )  # fmt: skip


def _german() -> Words:
    return _German(
        every={
            Frequency.DAILY: ("jeden Tag", "jeden zweiten Tag", "alle {n} Tage"),
            Frequency.WEEKLY: ("", "alle zwei Wochen am {days}", "alle {n} Wochen am {days}"),
            Frequency.MONTHLY: ("jeden Monat", "alle zwei Monate", "alle {n} Monate"),
            Frequency.YEARLY: ("jedes Jahr", "alle zwei Jahre", "alle {n} Jahre"),
        },
        every_weekday=("jeden {days}", "jeden zweiten {days}"),
        elapsed={
            "hours": ("jede Stunde", "alle {n} Stunden"),
            "minutes": ("jede Minute", "alle {n} Minuten"),
            "seconds": ("jede Sekunde", "alle {n} Sekunden"),
        },
        working_days="montags bis freitags",
        weekdays=("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"),
        months=(
            "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
            "November", "Dezember",
        ),
        nth={1: "ersten", 2: "zweiten", 3: "dritten", 4: "vierten", LAST: "letzten"},
        the_days="am {days}",
        the_nth="am {nth} {days}",
        last_day="am letzten Tag",
        working_day="Werktag",
        late_day="oder am letzten Tag",
        date="am {day}. {month}",
        leap_day="am 29. Februar, sonst am 28.",
        nth_of_month="{days} im {month}",
        at="um {times}",
        spaced="{step} von {first} bis {last}",
        times=", {n}-mal",
        until=", bis {date}",
        until_date="{day}. {month} {year}",
        and_="und",
        or_="oder",
    )  # fmt: skip


def _spanish() -> Words:
    return Words(
        every={
            Frequency.DAILY: ("cada día", "cada dos días", "cada {n} días"),
            Frequency.WEEKLY: ("", "cada dos semanas, {days}", "cada {n} semanas, {days}"),
            Frequency.MONTHLY: ("cada mes", "cada dos meses", "cada {n} meses"),
            Frequency.YEARLY: ("cada año", "cada dos años", "cada {n} años"),
        },
        every_weekday=("cada {days}", "cada dos semanas, {days}"),
        elapsed={
            "hours": ("cada hora", "cada {n} horas"),
            "minutes": ("cada minuto", "cada {n} minutos"),
            "seconds": ("cada segundo", "cada {n} segundos"),
        },
        weekdays=WEEKDAYS["es"],
        months=MONTHS["es"],
        nth={1: "primer", 2: "segundo", 3: "tercer", 4: "cuarto", LAST: "último"},
        working_days="de lunes a viernes",
        the_days="el día {days}",
        the_nth="el {nth} {days}",
        last_day="el último día",
        working_day="día laborable",
        late_day="o el último día",
        date="el {day} de {month}",
        leap_day="el 29 de febrero, o el 28",
        nth_of_month="{days} de {month}",
        at="a las {times}",
        spaced="{step} de {first} a {last}",
        times=", {n} veces",
        until=", hasta el {date}",
        until_date="{day} de {month} de {year}",
        and_="y",
        or_="o",
    )


def _french() -> Words:
    return _French(
        every={
            Frequency.DAILY: ("chaque jour", "tous les deux jours", "tous les {n} jours"),
            Frequency.WEEKLY: ("", "toutes les deux semaines, {days}", "toutes les {n} semaines, {days}"),
            Frequency.MONTHLY: ("chaque mois", "tous les deux mois", "tous les {n} mois"),
            Frequency.YEARLY: ("chaque année", "tous les deux ans", "tous les {n} ans"),
        },
        every_weekday=("chaque {days}", "un {days} sur deux"),
        elapsed={
            "hours": ("toutes les heures", "toutes les {n} heures"),
            "minutes": ("toutes les minutes", "toutes les {n} minutes"),
            "seconds": ("toutes les secondes", "toutes les {n} secondes"),
        },
        weekdays=WEEKDAYS["fr"],
        months=MONTHS["fr"],
        nth={1: "premier", 2: "deuxième", 3: "troisième", 4: "quatrième", LAST: "dernier"},
        working_days="du lundi au vendredi",
        the_days="le {days}",
        the_nth="le {nth} {days}",
        last_day="le dernier jour",
        working_day="jour ouvré",
        late_day="ou le dernier jour",
        date="le {day} {month}",
        leap_day="le 29 février, ou le 28",
        nth_of_month="{days} de {month}",
        at="à {times}",
        spaced="{step} de {first} à {last}",
        times=", {n} fois",
        until=", jusqu’au {date}",
        until_date="{day} {month} {year}",
        and_="et",
        or_="ou",
    )


def _italian() -> Words:
    return _Italian(
        every={
            Frequency.DAILY: ("ogni giorno", "ogni due giorni", "ogni {n} giorni"),
            Frequency.WEEKLY: ("", "ogni due settimane, {days}", "ogni {n} settimane, {days}"),
            Frequency.MONTHLY: ("ogni mese", "ogni due mesi", "ogni {n} mesi"),
            Frequency.YEARLY: ("ogni anno", "ogni due anni", "ogni {n} anni"),
        },
        every_weekday=("ogni {days}", "ogni due settimane, {days}"),
        elapsed={
            "hours": ("ogni ora", "ogni {n} ore"),
            "minutes": ("ogni minuto", "ogni {n} minuti"),
            "seconds": ("ogni secondo", "ogni {n} secondi"),
        },
        weekdays=WEEKDAYS["it"],
        months=MONTHS["it"],
        nth={1: "primo", 2: "secondo", 3: "terzo", 4: "quarto", LAST: "ultimo"},
        nth_other={1: "prima", 2: "seconda", 3: "terza", 4: "quarta", LAST: "ultima"},
        the_nth_other="la {nth} {days}",
        other_gender=frozenset([6]),
        working_days="dal lunedì al venerdì",
        the_days="il giorno {days}",
        the_nth="il {nth} {days}",
        last_day="l’ultimo giorno",
        working_day="giorno feriale",
        late_day="o l’ultimo giorno",
        date="il {day} {month}",
        leap_day="il 29 febbraio, o il 28",
        nth_of_month="{days} di {month}",
        at="alle {times}",
        spaced="{step} dalle {first} alle {last}",
        times=", {n} volte",
        until=", fino al {date}",
        until_date="{day} {month} {year}",
        and_="e",
        or_="o",
    )


def _dutch() -> Words:
    return _Dutch(
        every={
            Frequency.DAILY: ("elke dag", "om de dag", "elke {n} dagen"),
            Frequency.WEEKLY: ("", "om de week op {days}", "elke {n} weken op {days}"),
            Frequency.MONTHLY: ("elke maand", "om de maand", "elke {n} maanden"),
            Frequency.YEARLY: ("elk jaar", "om het jaar", "elke {n} jaar"),
        },
        every_weekday=("elke {days}", "om de week op {days}"),
        elapsed={
            "hours": ("elk uur", "elke {n} uur"),
            "minutes": ("elke minuut", "elke {n} minuten"),
            "seconds": ("elke seconde", "elke {n} seconden"),
        },
        weekdays=WEEKDAYS["nl"],
        months=MONTHS["nl"],
        nth={1: "eerste", 2: "tweede", 3: "derde", 4: "vierde", LAST: "laatste"},
        working_days="van maandag tot en met vrijdag",
        the_days="op de {days}",
        the_nth="op de {nth} {days}",
        last_day="op de laatste dag",
        working_day="werkdag",
        late_day="of de laatste dag",
        date="op {day} {month}",
        leap_day="op 29 februari, of de 28e",
        nth_of_month="{days} van {month}",
        at="om {times}",
        spaced="{step} van {first} tot {last}",
        times=", {n} keer",
        until=", tot en met {date}",
        until_date="{day} {month} {year}",
        and_="en",
        or_="of",
    )


def _portuguese() -> Words:
    return Words(
        every={
            Frequency.DAILY: ("todos os dias", "a cada dois dias", "a cada {n} dias"),
            Frequency.WEEKLY: ("", "a cada duas semanas, {days}", "a cada {n} semanas, {days}"),
            Frequency.MONTHLY: ("todo mês", "a cada dois meses", "a cada {n} meses"),
            Frequency.YEARLY: ("todo ano", "a cada dois anos", "a cada {n} anos"),
        },
        every_weekday=("cada {days}", "a cada duas semanas, {days}"),
        elapsed={
            "hours": ("a cada hora", "a cada {n} horas"),
            "minutes": ("a cada minuto", "a cada {n} minutos"),
            "seconds": ("a cada segundo", "a cada {n} segundos"),
        },
        weekdays=WEEKDAYS["pt"],
        months=MONTHS["pt"],
        nth={1: "primeiro", 2: "segundo", 3: "terceiro", 4: "quarto", LAST: "último"},
        nth_other={1: "primeira", 2: "segunda", 3: "terceira", 4: "quarta", LAST: "última"},
        the_nth_other="na {nth} {days}",
        other_gender=frozenset([0, 1, 2, 3, 4]),
        working_days="de segunda a sexta-feira",
        the_days="no dia {days}",
        the_nth="no {nth} {days}",
        last_day="no último dia",
        working_day="dia útil",
        late_day="ou no último dia",
        date="em {day} de {month}",
        leap_day="em 29 de fevereiro, ou no dia 28",
        nth_of_month="{days} de {month}",
        at="às {times}",
        spaced="{step} das {first} às {last}",
        times=", {n} vezes",
        until=", até {date}",
        until_date="{day} de {month} de {year}",
        and_="e",
        or_="ou",
    )


_BY_LANGUAGE: Mapping[str, Callable[[], Words]] = MappingProxyType(
    {
        "en": _english,
        "de": _german,
        "es": _spanish,
        "fr": _french,
        "it": _italian,
        "nl": _dutch,
        "pt": _portuguese,
    }
)
