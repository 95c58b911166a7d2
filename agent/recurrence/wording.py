"""Rules in words. `read` understands what stands here, or says that it does not."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time, timedelta, tzinfo
from itertools import pairwise

from agent.recurrence.rule import CalendarRule, ElapsedRule, Rule
from agent.recurrence.rule_words import Words, words_of
from agent.recurrence.terms import LAST, WORKING_DAYS, Frequency

_FEW_TIMES = 4
"""Up to so many times are listed even if they are evenly spaced."""
_UNITS = (("hours", 3600), ("minutes", 60), ("seconds", 1))
_LEAP_DAY = (2, 29)
_END_OF_DAY = time(23, 59)


def describe(rule: Rule, *, zone: tzinfo, language: str) -> str:
    """The rule in a phrase: "every other Tuesday at 09:00, until 25 December 2026"."""
    words = words_of(language)
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
    working = rule.weekdays == WORKING_DAYS
    other = not working and words.other_gender.issuperset(rule.weekdays)
    nth, form = (words.nth_other, words.the_nth_other) if other else (words.nth, words.the_nth)
    names = [words.weekdays[day] for day in rule.weekdays]
    named = words.working_day if working else _list(names, words.or_)
    days = form.format(nth=_list([nth[number] for number in rule.nth], words.and_), days=named)
    if rule.month is not None:
        days = words.nth_of_month.format(days=days, month=words.months[rule.month - 1])
    return words.fluent(days)


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
