"""Rules in words, in English and German; other languages get English. `read` understands what stands here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta, tzinfo
from itertools import pairwise

from agent.recurrence.rule import CalendarRule, ElapsedRule, Rule
from agent.recurrence.terms import LAST, WORKING_DAYS, Frequency

_FEW_TIMES = 4
"""Up to so many times are listed even if they are evenly spaced."""
_UNITS = (("hours", 3600), ("minutes", 60), ("seconds", 1))
_LEAP_DAY = (2, 29)
_END_OF_DAY = time(23, 59)


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """`every` has three forms for each unit: every one, every other, every {n}."""

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

    def ordinal(self, number: int) -> str:
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class _English(Words):
    def ordinal(self, number: int) -> str:
        ending = "th" if 10 < number < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
        return f"{number}{ending}"


@dataclass(frozen=True, slots=True, kw_only=True)
class _German(Words):
    def ordinal(self, number: int) -> str:
        return f"{number}."


def describe(rule: Rule, *, zone: tzinfo, language: str) -> str:
    """The rule in a phrase: "every other Tuesday at 09:00, until 25 December 2026"."""
    words = _words(language)
    if isinstance(rule, ElapsedRule):
        end = _end(rule.count, None if rule.until is None else rule.until.astimezone(zone), words)
        return f"{_interval(rule.interval, words)}{end}"
    return f"{_days_and_times(rule, words)}{_end(rule.count, rule.until_wall, words)}"


def _days_and_times(rule: CalendarRule, words: Words) -> str:
    spaced = _spaced(rule.times, words)
    if spaced is None:
        times = words.at.format(times=_list([f"{at:%H:%M}" for at in rule.times], words.and_))
        return f"{_pattern(rule, words)} {times}"
    daily = rule.frequency is Frequency.DAILY and rule.interval == 1
    return spaced if daily else f"{_pattern(rule, words)}, {spaced}"


def _interval(interval: timedelta, words: Words) -> str:
    seconds = int(interval.total_seconds())
    unit, length = next(unit for unit in _UNITS if not seconds % unit[1])
    one, many = words.elapsed[unit]
    amount = seconds // length
    return one if amount == 1 else many.format(n=amount)


def _pattern(rule: CalendarRule, words: Words) -> str:
    if rule.frequency is Frequency.WEEKLY:
        return _weekly(rule, words)
    every = _every(words.every[rule.frequency], rule.interval)
    return every if rule.frequency is Frequency.DAILY else f"{every} {_days(rule, words)}"


def _weekly(rule: CalendarRule, words: Words) -> str:
    names = [words.weekdays[day] for day in rule.weekdays]
    if rule.interval == 1:
        is_working = rule.weekdays == WORKING_DAYS
        return (
            words.working_days if is_working else words.every_weekday[0].format(days=_list(names, words.and_))
        )
    if rule.interval == 2 and len(names) == 1:
        return words.every_weekday[1].format(days=names[0])
    return _every(words.every[Frequency.WEEKLY], rule.interval).format(days=_list(names, words.and_))


def _every(forms: tuple[str, str, str], interval: int) -> str:
    return forms[min(interval, 3) - 1].replace("{n}", str(interval))


def _days(rule: CalendarRule, words: Words) -> str:
    if rule.nth:
        return _nth(rule, words)
    if rule.month is None:
        return _month_days(rule.month_days, words)
    day, month = rule.month_days[0], words.months[rule.month - 1]
    if (rule.month, day) == _LEAP_DAY:
        return words.leap_day
    if day == LAST:
        return words.nth_of_month.format(days=words.last_day, month=month)
    return words.date.format(day=day, month=month)


def _nth(rule: CalendarRule, words: Words) -> str:
    numbers = _list([words.nth[number] for number in rule.nth], words.and_)
    names = [words.weekdays[day] for day in rule.weekdays]
    named = words.working_day if rule.weekdays == WORKING_DAYS else _list(names, words.or_)
    days = words.the_nth.format(nth=numbers, days=named)
    return (
        days
        if rule.month is None
        else words.nth_of_month.format(days=days, month=words.months[rule.month - 1])
    )


def _month_days(days: tuple[int, ...], words: Words) -> str:
    if days == (LAST,):
        return words.last_day
    numbers = [words.ordinal(day) for day in days if day != LAST]
    named = words.the_days.format(days=_list(numbers, words.and_))
    if LAST in days:
        return f"{named} {words.and_} {words.last_day}"
    return f"{named} {words.late_day}" if days[-1] > 28 else named


def _spaced(times: tuple[time, ...], words: Words) -> str | None:
    """Many evenly spaced times, by their step and their ends."""
    steps = {(later.hour - at.hour) * 60 + later.minute - at.minute for at, later in pairwise(times)}
    if len(times) <= _FEW_TIMES or len(steps) > 1:
        return None
    step = _interval(timedelta(minutes=steps.pop()), words)
    return words.spaced.format(step=step, first=f"{times[0]:%H:%M}", last=f"{times[-1]:%H:%M}")


def _end(count: int | None, until: datetime | None, words: Words) -> str:
    if count is not None:
        return words.times.format(n=count)
    if until is None:
        return ""
    day = words.until_date.format(day=until.day, month=words.months[until.month - 1], year=until.year)
    date = words.until.format(date=day)
    return date if until.time() >= _END_OF_DAY else f"{date}, {until:%H:%M}"


def _list(items: Sequence[str], joiner: str) -> str:
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {joiner} {items[-1]}"


def _words(language: str) -> Words:
    return _german() if language == "de" else _english()


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
