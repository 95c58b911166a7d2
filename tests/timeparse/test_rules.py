"""The rules of docs/time.md, in its order; each has a test here."""

from __future__ import annotations

from datetime import datetime, time

import pytest

from agent.timeparse import DucklingTimeParser, GuardedTimeParser, Policy
from agent.types import Basis, Grain
from tests.timeparse.moments import BERLIN, berlin, local, resolve

WEDNESDAY_NOON = berlin(2026, 3, 25, 12, 0)
NEW_YORK = "America/New_York"


def said(
    parser: GuardedTimeParser, phrase: str, now: datetime, language: str = "en", zone: str = BERLIN
) -> str | None:
    return local(resolve(parser, phrase, language, now=now, zone=zone))


# ------------------------------------------------------------------ durations


def test_hours_minutes_and_seconds_are_elapsed_time(parser: GuardedTimeParser) -> None:
    resolved = resolve(parser, "in 36 hours", "en", now=berlin(2026, 3, 28, 12, 0))
    assert resolved is not None
    assert resolved.basis is Basis.ELAPSED
    assert resolved.wall is None
    assert resolved.grain is Grain.SECOND
    assert local(resolved) == "2026-03-30 01:00"  # 36 hours later, over the 23 hours of Sunday


def test_days_weeks_and_months_keep_the_time_of_day(parser: GuardedTimeParser) -> None:
    now = berlin(2026, 3, 28, 12, 0)
    assert said(parser, "in 2 days", now) == "2026-03-30 12:00"
    assert said(parser, "in a week", now) == "2026-04-04 12:00"
    assert said(parser, "in a month", berlin(2026, 1, 31, 12, 0)) == "2026-02-28 12:00"


def test_half_a_day_is_twelve_hours_and_half_a_month_nothing(parser: GuardedTimeParser) -> None:
    assert said(parser, "in half a day", WEDNESDAY_NOON) == "2026-03-26 00:00"
    assert said(parser, "in 0.5 months", WEDNESDAY_NOON) is None


def test_a_few_is_three_and_a_couple_two(parser: GuardedTimeParser) -> None:
    assert said(parser, "in a few minutes", WEDNESDAY_NOON) == "2026-03-25 12:03"
    assert said(parser, "in a couple of hours", WEDNESDAY_NOON) == "2026-03-25 14:00"
    assert said(parser, "in ein paar Stunden", WEDNESDAY_NOON, "de") == "2026-03-25 14:00"


def test_an_amount_of_hours_that_is_a_time_as_well_is_unclear(parser: GuardedTimeParser) -> None:
    assert said(parser, "3 heures", WEDNESDAY_NOON, "fr") is None
    assert said(parser, "3 uur", WEDNESDAY_NOON, "nl") is None
    assert said(parser, "dans 3 heures", WEDNESDAY_NOON, "fr") == "2026-03-25 15:00"
    assert said(parser, "à 3 heures", WEDNESDAY_NOON, "fr") == "2026-03-25 15:00"
    assert said(parser, "15 heures", WEDNESDAY_NOON, "fr") == "2026-03-25 15:00"


# ------------------------------------------------------------------ times of day


@pytest.mark.parametrize(
    ("phrase", "now", "expected"),
    [
        ("at 3", berlin(2026, 3, 25, 12, 0), "2026-03-25 15:00"),
        ("at 3", berlin(2026, 3, 25, 16, 0), "2026-03-26 15:00"),
        ("at 3", berlin(2026, 3, 25, 22, 15), "2026-03-26 15:00"),
        ("at 6:45", berlin(2026, 3, 25, 22, 15), "2026-03-26 06:45"),
        ("at 6:45", berlin(2026, 3, 25, 12, 0), "2026-03-25 18:45"),
        ("at 12", berlin(2026, 3, 25, 13, 0), "2026-03-26 12:00"),
        ("tomorrow at 3", berlin(2026, 3, 25, 12, 0), "2026-03-26 15:00"),
        ("tomorrow at 8", berlin(2026, 3, 25, 12, 0), "2026-03-26 08:00"),
    ],
)
def test_a_bare_hour_is_the_next_one_in_waking_hours(
    parser: GuardedTimeParser, phrase: str, now: datetime, expected: str
) -> None:
    assert said(parser, phrase, now) == expected


def test_a_bare_hour_at_hand_is_meant_even_at_night(parser: GuardedTimeParser) -> None:
    assert said(parser, "at 11", berlin(2026, 3, 25, 22, 15)) == "2026-03-25 23:00"
    assert said(parser, "at 1", berlin(2026, 3, 26, 0, 10)) == "2026-03-26 01:00"
    assert said(parser, "at 3", berlin(2026, 3, 26, 0, 10)) == "2026-03-26 15:00"


def test_an_alarm_is_early(parser: GuardedTimeParser) -> None:
    now = berlin(2026, 3, 25, 16, 0)
    resolved = parser.resolve("at 5", now=now, zone=BERLIN, language="en", alarm=True)
    assert local(resolved) == "2026-03-25 17:00"  # at hand: a nap
    now = berlin(2026, 3, 25, 12, 0)
    assert (
        local(parser.resolve("at 5", now=now, zone=BERLIN, language="en", alarm=True)) == "2026-03-26 05:00"
    )
    assert (
        local(parser.resolve("at 2", now=now, zone=BERLIN, language="en", alarm=True)) == "2026-03-25 14:00"
    )
    assert said(parser, "at 5", now) == "2026-03-25 17:00"


def test_am_pm_and_a_leading_nought_decide_the_half_of_the_day(parser: GuardedTimeParser) -> None:
    assert said(parser, "at 3am", WEDNESDAY_NOON) == "2026-03-26 03:00"
    assert said(parser, "at 03:00", WEDNESDAY_NOON) == "2026-03-26 03:00"
    assert said(parser, "12am", WEDNESDAY_NOON) == "2026-03-26 00:00"
    assert said(parser, "12pm", berlin(2026, 3, 25, 9, 0)) == "2026-03-25 12:00"
    assert said(parser, "15:00 am", WEDNESDAY_NOON) is None


def test_h_mm_is_on_the_24_hour_clock_where_that_is_the_custom(parser: GuardedTimeParser) -> None:
    assert said(parser, "at 9:30", WEDNESDAY_NOON) == "2026-03-25 21:30"
    for language, phrase in (("de", "um 9:30"), ("fr", "à 9h30"), ("nl", "om 9:30"), ("it", "alle 9:30")):
        assert said(parser, phrase, WEDNESDAY_NOON, language) == "2026-03-26 09:30"


def test_and_there_the_small_hours_are_unclear_unless_at_hand(parser: GuardedTimeParser) -> None:
    assert said(parser, "um 3:30", WEDNESDAY_NOON, "de") is None
    assert said(parser, "um 03:30", WEDNESDAY_NOON, "de") == "2026-03-26 03:30"
    assert said(parser, "um 3:30", berlin(2026, 3, 25, 2, 0), "de") == "2026-03-25 03:30"
    assert said(parser, "alle tre e venti", WEDNESDAY_NOON, "it") is None
    assert said(parser, "alle 3", WEDNESDAY_NOON, "it") == "2026-03-25 15:00"


EARLY = (
    ("de", "um 5:45", "2026-03-26 05:45"),
    ("de", "auf 4:30 Uhr morgen", "2026-03-26 04:30"),
    ("fr", "demain à 5h45", "2026-03-26 05:45"),
    ("fr", "à 3h50", "2026-03-26 03:50"),
    ("it", "alle 5:30 domani", "2026-03-26 05:30"),
    ("it", "alle cinque e venti", "2026-03-26 05:20"),
    ("nl", "morgen om 4:45", "2026-03-26 04:45"),
)


@pytest.mark.parametrize(("language", "phrase", "due"), EARLY)
def test_but_an_alarm_clock_is_set_for_them(
    parser: GuardedTimeParser, language: str, phrase: str, due: str
) -> None:
    seen = {"now": WEDNESDAY_NOON, "zone": BERLIN, "language": language}
    assert local(parser.resolve(phrase, **seen, alarm=True)) == due  # type: ignore[arg-type]
    assert [each.text for each in parser.find(f"x {phrase}", **seen, alarm=True)] == [phrase]  # type: ignore[arg-type]
    assert said(parser, phrase, WEDNESDAY_NOON, language) is None


def test_half_past_one_is_unclear_for_an_alarm_too(parser: GuardedTimeParser) -> None:
    found = parser.resolve("um 1:30", now=WEDNESDAY_NOON, zone=BERLIN, language="de", alarm=True)
    assert found is None


def test_in_french_an_hour_on_a_date_is_on_the_24_hour_clock(parser: GuardedTimeParser) -> None:
    assert said(parser, "à 5h", WEDNESDAY_NOON, "fr") == "2026-03-25 17:00"
    assert said(parser, "le 2 avril à 5h", WEDNESDAY_NOON, "fr") == "2026-04-02 05:00"


def test_halves_and_quarters_of_the_hour_follow_the_language(parser: GuardedTimeParser) -> None:
    assert said(parser, "half past eight", WEDNESDAY_NOON) == "2026-03-25 20:30"
    assert said(parser, "half six", WEDNESDAY_NOON) == "2026-03-25 18:30"
    assert said(parser, "halb sechs", WEDNESDAY_NOON, "de") == "2026-03-25 17:30"
    assert said(parser, "viertel acht", WEDNESDAY_NOON, "de") == "2026-03-25 19:15"
    assert said(parser, "dreiviertel acht", WEDNESDAY_NOON, "de") == "2026-03-25 19:45"
    assert said(parser, "half zes", WEDNESDAY_NOON, "nl") == "2026-03-25 17:30"


# ------------------------------------------------------------------ parts of the day


@pytest.mark.parametrize(
    ("phrase", "language", "expected"),
    [
        ("in the morning", "en", "2026-03-26 09:00"),
        ("this afternoon", "en", "2026-03-25 15:00"),
        ("this evening", "en", "2026-03-25 19:00"),
        ("tonight", "en", "2026-03-25 20:00"),
        ("at lunch", "en", "2026-03-26 12:00"),
        ("early in the morning", "en", "2026-03-26 07:00"),
        ("at night", "en", "2026-03-25 22:00"),
        ("morgen früh", "de", "2026-03-26 09:00"),
        ("heute Abend", "de", "2026-03-25 19:00"),
        ("heute Nacht", "de", "2026-03-25 22:00"),
        ("ce soir", "fr", "2026-03-25 19:00"),
        ("esta noche", "es", "2026-03-25 20:00"),
        ("vanavond", "nl", "2026-03-25 19:00"),
        ("stasera", "it", "2026-03-25 19:00"),
        ("hoje à noite", "pt", "2026-03-25 20:00"),
    ],
)
def test_a_part_of_the_day_has_its_hour(
    parser: GuardedTimeParser, phrase: str, language: str, expected: str
) -> None:
    assert said(parser, phrase, WEDNESDAY_NOON, language) == expected


def test_a_part_of_today_that_has_begun_is_asked_about(parser: GuardedTimeParser) -> None:
    assert said(parser, "tonight", berlin(2026, 3, 25, 21, 0)) is None
    assert said(parser, "this morning", WEDNESDAY_NOON) is None


def test_a_part_of_the_day_chooses_the_half_of_an_hour(parser: GuardedTimeParser) -> None:
    assert said(parser, "at 3 in the morning", WEDNESDAY_NOON) == "2026-03-26 03:00"
    assert said(parser, "at 8 in the evening", WEDNESDAY_NOON) == "2026-03-25 20:00"
    assert said(parser, "um 7:30 abends", WEDNESDAY_NOON, "de") == "2026-03-25 19:30"
    assert said(parser, "at 3 in the evening", WEDNESDAY_NOON) is None
    assert said(parser, "12 in the afternoon", WEDNESDAY_NOON) is None


def test_the_night_goes_on_after_midnight(parser: GuardedTimeParser) -> None:
    assert said(parser, "tonight at 1", WEDNESDAY_NOON) == "2026-03-26 01:00"
    assert said(parser, "heute Nacht um 2", WEDNESDAY_NOON, "de") == "2026-03-26 02:00"
    assert said(parser, "heute Nacht um 2", berlin(2026, 3, 26, 0, 30), "de") == "2026-03-26 02:00"


def test_midnight_is_the_next_one_or_the_end_of_today(parser: GuardedTimeParser) -> None:
    assert said(parser, "at midnight", WEDNESDAY_NOON) == "2026-03-26 00:00"
    assert said(parser, "tonight at midnight", WEDNESDAY_NOON) == "2026-03-26 00:00"
    assert said(parser, "friday at midnight", WEDNESDAY_NOON) is None


# ------------------------------------------------------------------ days


def test_a_bare_day_is_due_in_the_morning(parser: GuardedTimeParser) -> None:
    resolved = resolve(parser, "tomorrow", "en", now=WEDNESDAY_NOON)
    assert local(resolved) == "2026-03-26 09:00"
    assert resolved is not None
    assert resolved.grain is Grain.DAY
    assert resolved.wall == datetime(2026, 3, 26, 9)  # noqa: DTZ001 - wall times are naive


def test_the_morning_is_configurable() -> None:
    early = DucklingTimeParser(Policy(morning=time(7, 30)))
    assert said(early, "tomorrow", WEDNESDAY_NOON) == "2026-03-26 07:30"
    assert said(early, "tomorrow morning", WEDNESDAY_NOON) == "2026-03-26 07:30"
    assert said(early, "thanksgiving", WEDNESDAY_NOON) == "2026-11-26 07:30"


def test_today_is_due_at_the_next_part_of_the_day(parser: GuardedTimeParser) -> None:
    assert said(parser, "today", berlin(2026, 3, 25, 8, 0)) == "2026-03-25 09:00"
    assert said(parser, "today", WEDNESDAY_NOON) == "2026-03-25 15:00"
    assert said(parser, "today", berlin(2026, 3, 25, 16, 0)) == "2026-03-25 19:00"
    assert said(parser, "today", berlin(2026, 3, 25, 20, 0)) is None


def test_a_weekday_is_the_next_one_after_today(parser: GuardedTimeParser) -> None:
    assert said(parser, "friday", WEDNESDAY_NOON) == "2026-03-27 09:00"
    assert said(parser, "wednesday", WEDNESDAY_NOON) == "2026-04-01 09:00"
    assert said(parser, "wednesday", berlin(2026, 3, 25, 8, 0)) == "2026-04-01 09:00"


def test_a_weekday_with_a_time_may_be_today(parser: GuardedTimeParser) -> None:
    assert said(parser, "wednesday at 5pm", WEDNESDAY_NOON) == "2026-03-25 17:00"
    assert said(parser, "wednesday at 11am", WEDNESDAY_NOON) == "2026-04-01 11:00"


def test_in_the_small_hours_the_weekday_of_today_is_unclear(parser: GuardedTimeParser) -> None:
    assert said(parser, "wednesday", berlin(2026, 3, 25, 1, 0)) is None
    assert said(parser, "coming wednesday", berlin(2026, 3, 25, 1, 0)) == "2026-04-01 09:00"


def test_next_friday(parser: GuardedTimeParser) -> None:
    assert said(parser, "next friday", WEDNESDAY_NOON) == "2026-04-03 09:00"
    assert said(parser, "volgende vrijdag", WEDNESDAY_NOON, "nl") == "2026-04-03 09:00"
    assert said(parser, "nächsten Freitag", WEDNESDAY_NOON, "de") == "2026-03-27 09:00"
    assert said(parser, "vendredi prochain", WEDNESDAY_NOON, "fr") is None
    assert said(parser, "el próximo viernes", WEDNESDAY_NOON, "es") is None
    assert said(parser, "venerdì prossimo", WEDNESDAY_NOON, "it") is None
    assert said(parser, "próxima sexta", WEDNESDAY_NOON, "pt") is None
    assert said(parser, "mardi prochain", WEDNESDAY_NOON, "fr") == "2026-03-31 09:00"


def test_a_weekday_in_a_week(parser: GuardedTimeParser) -> None:
    assert said(parser, "Freitag in einer Woche", WEDNESDAY_NOON, "de") == "2026-04-03 09:00"
    assert said(parser, "vendredi en huit", WEDNESDAY_NOON, "fr") == "2026-04-03 09:00"
    assert said(parser, "friday in a week", WEDNESDAY_NOON) == "2026-04-03 09:00"
    assert said(parser, "monday in a week", WEDNESDAY_NOON) is None


def test_next_week_is_its_monday_and_next_month_its_first(parser: GuardedTimeParser) -> None:
    assert said(parser, "next week", WEDNESDAY_NOON) == "2026-03-30 09:00"
    assert said(parser, "next month", WEDNESDAY_NOON) == "2026-04-01 09:00"
    assert said(parser, "this week", WEDNESDAY_NOON) is None


def test_the_weekend_is_its_saturday(parser: GuardedTimeParser) -> None:
    assert said(parser, "this weekend", WEDNESDAY_NOON) == "2026-03-28 09:00"
    assert said(parser, "am Wochenende", WEDNESDAY_NOON, "de") == "2026-03-28 09:00"
    assert said(parser, "next weekend", WEDNESDAY_NOON) == "2026-04-04 09:00"


def test_the_end_of_the_month_is_its_last_day(parser: GuardedTimeParser) -> None:
    assert said(parser, "end of the month", WEDNESDAY_NOON) == "2026-03-31 09:00"
    assert said(parser, "at the end of next month", WEDNESDAY_NOON) == "2026-04-30 09:00"
    assert said(parser, "Ende des Monats um 18 Uhr", WEDNESDAY_NOON, "de") == "2026-03-31 18:00"


def test_the_end_of_a_named_day_is_its_last_minute_and_end_of_day_unclear(parser: GuardedTimeParser) -> None:
    assert said(parser, "end of tomorrow", WEDNESDAY_NOON) == "2026-03-26 23:59"
    assert said(parser, "end of day", WEDNESDAY_NOON) is None


def test_a_date_is_the_next_one(parser: GuardedTimeParser) -> None:
    assert said(parser, "5 march", WEDNESDAY_NOON) == "2027-03-05 09:00"
    assert said(parser, "on the 5th", WEDNESDAY_NOON) == "2026-04-05 09:00"
    assert said(parser, "on the 31st", berlin(2026, 4, 1, 12, 0)) == "2026-05-31 09:00"
    assert said(parser, "29 february", WEDNESDAY_NOON) == "2028-02-29 09:00"


def test_a_weekday_must_fit_its_date(parser: GuardedTimeParser) -> None:
    assert said(parser, "friday 3 april", WEDNESDAY_NOON) == "2026-04-03 09:00"
    assert said(parser, "thursday 3 april", WEDNESDAY_NOON) is None
    assert said(parser, "friday the 13th", WEDNESDAY_NOON) == "2026-11-13 09:00"


def test_the_order_of_day_and_month_follows_language_and_zone(parser: GuardedTimeParser) -> None:
    assert said(parser, "3/4", WEDNESDAY_NOON) == "2026-04-03 09:00"
    assert said(parser, "3/4", WEDNESDAY_NOON, zone=NEW_YORK) == "2027-03-04 09:00"
    assert said(parser, "3/4", WEDNESDAY_NOON, "de", NEW_YORK) == "2026-04-03 09:00"
    assert said(parser, "4/25", WEDNESDAY_NOON) == "2026-04-25 09:00"


def test_years_of_two_digits_lie_between_1970_and_2069(parser: GuardedTimeParser) -> None:
    assert said(parser, "3.4.27", WEDNESDAY_NOON, "de") == "2027-04-03 09:00"
    assert said(parser, "3.4.99", WEDNESDAY_NOON, "de") == "1999-04-03 09:00"


# ------------------------------------------------------------------ the past, series, events


def test_only_what_names_its_day_may_be_past(parser: GuardedTimeParser) -> None:
    assert said(parser, "january 18, 2019", WEDNESDAY_NOON) == "2019-01-18 09:00"
    assert said(parser, "2019-01-18T10:00", WEDNESDAY_NOON) == "2019-01-18 10:00"
    assert said(parser, "today at 8am", WEDNESDAY_NOON) == "2026-03-25 08:00"
    assert said(parser, "yesterday", WEDNESDAY_NOON) is None
    assert said(parser, "5 minutes ago", WEDNESDAY_NOON) is None
    assert said(parser, "last friday", WEDNESDAY_NOON) is None


@pytest.mark.parametrize(
    ("phrase", "language"),
    [
        ("every monday at 9", "en"),
        ("each day", "en"),
        ("daily at 8", "en"),
        ("mondays at 9", "en"),
        ("jeden Montag um 9", "de"),
        ("täglich um 8", "de"),
        ("montags um 9", "de"),
        ("alle zwei Stunden", "de"),
        ("tous les lundis à 9h", "fr"),
        ("chaque jour à 8h", "fr"),
        ("cada lunes a las 9", "es"),
        ("todos los días a las 8", "es"),
        ("elke maandag om 9", "nl"),
        ("ogni lunedì alle 9", "it"),
        ("toda segunda às 9", "pt"),
    ],
)
def test_a_series_is_no_instant(parser: GuardedTimeParser, phrase: str, language: str) -> None:
    assert said(parser, phrase, WEDNESDAY_NOON, language) is None


def test_what_counts_from_an_event_is_unclear(parser: GuardedTimeParser) -> None:
    assert said(parser, "two hours before the 6pm meeting", WEDNESDAY_NOON) is None
    assert said(parser, "eine Stunde vor dem Termin", WEDNESDAY_NOON, "de") is None
    assert said(parser, "after lunch", WEDNESDAY_NOON) is None


# ------------------------------------------------------------------ languages


def test_english_is_understood_beside_any_language(parser: GuardedTimeParser) -> None:
    assert said(parser, "in 3 minutes", WEDNESDAY_NOON, "de") == "2026-03-25 12:03"
    assert said(parser, "tomorrow at 9", WEDNESDAY_NOON, "sv") == "2026-03-26 09:00"
    assert said(parser, "tomorrow at 9", WEDNESDAY_NOON, "pt-BR") == "2026-03-26 09:00"


def test_but_english_never_overrules_what_the_language_finds_unclear(parser: GuardedTimeParser) -> None:
    assert said(parser, "3:30", WEDNESDAY_NOON, "de") is None
    assert said(parser, "3:30", WEDNESDAY_NOON) == "2026-03-25 15:30"


@pytest.mark.parametrize(("phrase", "language"), [("for 7:00", "en"), ("für 7:00", "de")])
def test_a_written_time_behind_a_word_that_also_counts_hours_is_a_time(
    parser: GuardedTimeParser, phrase: str, language: str
) -> None:
    early = berlin(2026, 3, 25, 6, 10)
    assert local(resolve(parser, phrase, language, now=early)) == "2026-03-25 07:00"


@pytest.mark.parametrize(
    ("message", "language"),
    [
        ("remind me to take my pills at 4 pm tonight", "en"),
        ("recuérdame tomar la pastilla esta noche a las 3 pm", "es"),
        ("recuérdame renovar el carné el próximo sábado", "es"),
    ],
)
def test_no_part_of_a_phrase_that_is_unclear_as_a_whole_is_taken_for_it(
    parser: GuardedTimeParser, message: str, language: str
) -> None:
    at_noon = WEDNESDAY_NOON
    assert parser.find(message, now=at_noon, zone=BERLIN, language=language) == ()
