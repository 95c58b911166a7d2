"""Rules in words, as confirmations and lists show them."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest

from agent.recurrence import LAST, CalendarRule, ElapsedRule, Frequency, describe
from agent.recurrence.terms import WEEKEND, WORKING_DAYS
from tests.recurrence.saying import BERLIN, said

START = datetime.fromisoformat("2026-03-27T09:00")
DAILY, WEEKLY, MONTHLY, YEARLY = Frequency
HOURLY = tuple(time(hour) for hour in range(9, 18))

CALENDAR: tuple[tuple[dict[str, Any], str, str], ...] = (
    ({"frequency": DAILY}, "every day at 09:00", "jeden Tag um 09:00"),
    ({"frequency": DAILY, "interval": 2}, "every other day at 09:00", "jeden zweiten Tag um 09:00"),
    ({"frequency": DAILY, "interval": 3}, "every 3 days at 09:00", "alle 3 Tage um 09:00"),
    (
        {"frequency": DAILY, "times": (time(8), time(20, 30))},
        "every day at 08:00 and 20:30",
        "jeden Tag um 08:00 und 20:30",
    ),
    (
        {"frequency": DAILY, "times": HOURLY},
        "every hour from 09:00 to 17:00",
        "jede Stunde von 09:00 bis 17:00",
    ),
    ({"frequency": DAILY, "count": 10}, "every day at 09:00, 10 times", "jeden Tag um 09:00, 10-mal"),
    (
        {"frequency": DAILY, "until_wall": datetime.fromisoformat("2026-12-25T23:59:59")},
        "every day at 09:00, until 25 December 2026",
        "jeden Tag um 09:00, bis 25. Dezember 2026",
    ),
    ({"frequency": WEEKLY, "weekdays": (0,)}, "every Monday at 09:00", "jeden Montag um 09:00"),
    (
        {"frequency": WEEKLY, "weekdays": WORKING_DAYS},
        "every weekday at 09:00",
        "montags bis freitags um 09:00",
    ),
    (
        {"frequency": WEEKLY, "weekdays": WORKING_DAYS, "times": HOURLY},
        "every weekday, every hour from 09:00 to 17:00",
        "montags bis freitags, jede Stunde von 09:00 bis 17:00",
    ),
    (
        {"frequency": WEEKLY, "weekdays": WEEKEND},
        "every Saturday and Sunday at 09:00",
        "jeden Samstag und Sonntag um 09:00",
    ),
    (
        {"frequency": WEEKLY, "weekdays": (1,), "interval": 2},
        "every other Tuesday at 09:00",
        "jeden zweiten Dienstag um 09:00",
    ),
    (
        {"frequency": WEEKLY, "weekdays": (0, 3), "interval": 3},
        "every 3 weeks on Monday and Thursday at 09:00",
        "alle 3 Wochen am Montag und Donnerstag um 09:00",
    ),
    (
        {"frequency": MONTHLY, "month_days": (1, 15)},
        "every month on the 1st and 15th at 09:00",
        "jeden Monat am 1. und 15. um 09:00",
    ),
    (
        {"frequency": MONTHLY, "month_days": (31,)},
        "every month on the 31st or the last day at 09:00",
        "jeden Monat am 31. oder am letzten Tag um 09:00",
    ),
    (
        {"frequency": MONTHLY, "month_days": (LAST,), "interval": 2},
        "every other month on the last day at 09:00",
        "alle zwei Monate am letzten Tag um 09:00",
    ),
    (
        {"frequency": MONTHLY, "weekdays": (0,), "nth": (1, 3)},
        "every month on the first and third Monday at 09:00",
        "jeden Monat am ersten und dritten Montag um 09:00",
    ),
    (
        {"frequency": MONTHLY, "weekdays": WORKING_DAYS, "nth": (LAST,)},
        "every month on the last weekday at 09:00",
        "jeden Monat am letzten Werktag um 09:00",
    ),
    (
        {"frequency": YEARLY, "month": 5, "month_days": (3,)},
        "every year on 3 May at 09:00",
        "jedes Jahr am 3. Mai um 09:00",
    ),
    (
        {"frequency": YEARLY, "month": 2, "month_days": (29,)},
        "every year on 29 February, or the 28th at 09:00",
        "jedes Jahr am 29. Februar, sonst am 28. um 09:00",
    ),
    (
        {"frequency": YEARLY, "month": 5, "weekdays": (6,), "nth": (2,)},
        "every year on the second Sunday of May at 09:00",
        "jedes Jahr am zweiten Sonntag im Mai um 09:00",
    ),
)


@pytest.mark.parametrize(("parts", "english", "german"), CALENDAR)
def test_calendar_rules(parts: dict[str, Any], english: str, german: str) -> None:
    rule = CalendarRule(**{"start_wall": START, "times": (time(9),), **parts})
    assert describe(rule, zone=BERLIN, language="en") == english
    assert describe(rule, zone=BERLIN, language="de") == german
    assert describe(rule, zone=BERLIN, language="fi") == english


@pytest.mark.parametrize(
    ("interval", "english", "german"),
    [
        (timedelta(minutes=1), "every minute", "jede Minute"),
        (timedelta(minutes=90), "every 90 minutes", "alle 90 Minuten"),
        (timedelta(hours=2), "every 2 hours", "alle 2 Stunden"),
        (timedelta(seconds=90), "every 90 seconds", "alle 90 Sekunden"),
    ],
)
def test_elapsed_rules(interval: timedelta, english: str, german: str) -> None:
    rule = ElapsedRule(interval=interval, start=datetime(2026, 3, 27, tzinfo=UTC))
    assert describe(rule, zone=BERLIN, language="en") == english
    assert describe(rule, zone=BERLIN, language="de") == german


def test_the_end_of_counted_time_is_shown_on_the_wall() -> None:
    start = datetime(2026, 3, 27, 21, tzinfo=UTC)
    rule = ElapsedRule(interval=timedelta(minutes=5), start=start, until=start + timedelta(hours=1))
    assert describe(rule, zone=BERLIN, language="en") == "every 5 minutes, until 27 March 2026, 23:00"


OTHERS = ("es", "fr", "it", "nl", "pt")


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(("parts", "english", "german"), CALENDAR)
def test_what_is_told_in_other_languages_is_never_read_as_another_rule(
    parts: dict[str, Any], english: str, german: str, language: str
) -> None:
    rule = CalendarRule(**{"start_wall": START, "times": (time(9),), **parts})
    told = describe(rule, zone=BERLIN, language=language)
    assert told not in (english, german)
    again = said(told, language)
    assert again is None or pattern(again) == pattern(rule)


def pattern(rule: object) -> tuple[object, ...]:
    assert isinstance(rule, CalendarRule)
    days = (rule.frequency, rule.interval, rule.weekdays, rule.nth, rule.month_days, rule.month)
    return (*days, rule.times, rule.count, rule.until_wall)


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ({"frequency": WEEKLY, "weekdays": (0,)}, ("cada lunes a las 09:00", "chaque lundi à 09:00")),
        (
            {"frequency": MONTHLY, "weekdays": (0,), "nth": (LAST,)},
            ("cada mes el último lunes a las 09:00", "chaque mois le dernier lundi à 09:00"),
        ),
        (
            {"frequency": YEARLY, "month": 4, "weekdays": (6,), "nth": (1,)},
            (
                "cada año el primer domingo de abril a las 09:00",
                "chaque année le premier dimanche d’avril à 09:00",
            ),
        ),
    ],
)
def test_spanish_and_french(parts: dict[str, Any], told: tuple[str, str]) -> None:
    rule = CalendarRule(start_wall=START, times=(time(9),), **parts)
    assert tuple(describe(rule, zone=BERLIN, language=language) for language in ("es", "fr")) == told


@pytest.mark.parametrize(
    ("language", "weekday", "told"),
    [
        ("it", 0, "ogni mese l’ultimo lunedì alle 09:00"),
        ("it", 6, "ogni mese l’ultima domenica alle 09:00"),
        ("nl", 0, "elke maand op de laatste maandag om 09:00"),
        ("pt", 0, "todo mês na última segunda-feira às 09:00"),
        ("pt", 6, "todo mês no último domingo às 09:00"),
    ],
)
def test_genders_of_days(language: str, weekday: int, told: str) -> None:
    rule = CalendarRule(
        frequency=MONTHLY, weekdays=(weekday,), nth=(LAST,), start_wall=START, times=(time(9),)
    )
    assert describe(rule, zone=BERLIN, language=language) == told
