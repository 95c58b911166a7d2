"""What people reported of reminder bots, each report as the behaviour that was missed."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from agent.errors import LimitReached
from agent.recurrence import (
    LAST,
    CalendarRule,
    ElapsedRule,
    Frequency,
    Rule,
    SeriesLimits,
    check_limits,
    from_json,
    latest_occurrences,
    next_occurrence,
    occurrences_between,
    to_json,
)

BERLIN = ZoneInfo("Europe/Berlin")
TORONTO = ZoneInfo("America/Toronto")
NINE = (time(9),)


def daily(start: str, *times: time, **more: Any) -> CalendarRule:
    return CalendarRule(
        frequency=Frequency.DAILY, start_wall=datetime.fromisoformat(start), times=times or NINE, **more
    )


def weekly(days: tuple[int, ...], *times: time) -> CalendarRule:
    return CalendarRule(
        frequency=Frequency.WEEKLY,
        start_wall=datetime.fromisoformat("2026-03-01T09:00"),
        times=times or NINE,
        weekdays=days,
    )


def monthly(start: str, *days: int, **more: Any) -> CalendarRule:
    return CalendarRule(
        frequency=Frequency.MONTHLY,
        start_wall=datetime.fromisoformat(start),
        times=NINE,
        month_days=days,
        **more,
    )


def following(rule: Rule, after: datetime, zone: ZoneInfo, count: int) -> list[str]:
    """The local times of the next `count` occurrences, each computed from the one before."""
    shown = []
    for _ in range(count):
        at = next_occurrence(rule, after=after, zone=zone)
        if at is None:
            break
        shown.append(at.astimezone(zone).isoformat(timespec="minutes"))
        after = at
    return shown


def local(zone: ZoneInfo, *parts: int) -> datetime:
    return datetime(*parts, tzinfo=zone)  # type: ignore[arg-type, misc]


def test_a_daily_series_keeps_its_wall_time_when_clocks_go_back() -> None:
    due = following(daily("2026-10-01T09:00"), local(BERLIN, 2026, 10, 24, 12), BERLIN, 2)
    assert due == ["2026-10-25T09:00+01:00", "2026-10-26T09:00+01:00"]


def test_a_daily_series_keeps_its_wall_time_when_clocks_go_forward() -> None:
    due = following(daily("2026-10-01T09:00"), local(BERLIN, 2027, 3, 27, 8), BERLIN, 3)
    assert due == ["2027-03-27T09:00+01:00", "2027-03-28T09:00+02:00", "2027-03-29T09:00+02:00"]


def test_a_daily_series_keeps_its_wall_time_in_toronto() -> None:
    due = following(daily("2026-10-01T09:00"), local(TORONTO, 2026, 10, 31, 12), TORONTO, 2)
    assert due == ["2026-11-01T09:00-05:00", "2026-11-02T09:00-05:00"]


def test_a_rule_read_back_after_a_restart_gives_the_same_times_across_the_change() -> None:
    rule = daily("2026-10-01T09:00")
    after = local(BERLIN, 2026, 10, 20)
    assert following(from_json(to_json(rule)), after, BERLIN, 10) == following(rule, after, BERLIN, 10)


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        (time(2), "2026-03-29T03:00+02:00"),
        (time(2, 30), "2026-03-29T03:30+02:00"),
        (time(3), "2026-03-29T03:00+02:00"),
    ],
)
def test_a_time_that_clocks_skip_moves_forward_by_the_gap_on_that_day_only(at: time, expected: str) -> None:
    due = following(daily("2026-03-01T00:00", at), local(BERLIN, 2026, 3, 28, 12), BERLIN, 2)
    assert due == [expected, f"2026-03-30T{at:%H:%M}+02:00"]


def test_a_time_that_clocks_show_twice_is_due_the_first_time_only() -> None:
    due = following(daily("2026-10-01T02:30", time(2, 30)), local(BERLIN, 2026, 10, 24, 12), BERLIN, 2)
    assert due == ["2026-10-25T02:30+02:00", "2026-10-26T02:30+01:00"]


def test_asking_between_the_two_showings_of_a_time_gives_the_next_day() -> None:
    between = datetime(2026, 10, 25, 1, 10, tzinfo=UTC)
    assert following(daily("2026-10-01T02:30", time(2, 30)), between, BERLIN, 1) == ["2026-10-26T02:30+01:00"]


@pytest.mark.parametrize("minute", range(0, 60, 7))
def test_there_is_exactly_one_occurrence_on_the_day_of_a_change(minute: int) -> None:
    rule = daily("2026-01-01T00:00", time(2, minute))
    for day in ((2026, 3, 29), (2026, 10, 25)):
        window = {"after": local(BERLIN, *day), "until": local(BERLIN, *day) + timedelta(days=1)}
        assert len(occurrences_between(rule, **window, zone=BERLIN, limit=50)) == 1


def test_two_times_that_a_gap_moves_onto_each_other_are_due_once() -> None:
    rule = daily("2026-03-01T00:00", time(2, 30), time(3, 30))
    due = following(rule, local(BERLIN, 2026, 3, 28, 12), BERLIN, 2)
    assert due == ["2026-03-29T03:30+02:00", "2026-03-30T02:30+02:00"]


def test_two_times_that_a_gap_swaps_are_due_in_the_order_of_the_clock() -> None:
    rule = daily("2026-03-01T00:00", time(2, 30), time(3))
    due = following(rule, local(BERLIN, 2026, 3, 28, 12), BERLIN, 2)
    assert due == ["2026-03-29T03:00+02:00", "2026-03-29T03:30+02:00"]


def test_half_an_hour_is_skipped_on_lord_howe() -> None:
    zone = ZoneInfo("Australia/Lord_Howe")
    due = following(daily("2026-09-01T00:00", time(2, 15)), local(zone, 2026, 10, 3, 12), zone, 2)
    assert due == ["2026-10-04T02:45+11:00", "2026-10-05T02:15+11:00"]


def test_a_day_that_a_zone_never_had_is_not_made_up_for() -> None:
    samoa = ZoneInfo("Pacific/Apia")
    due = following(daily("2011-12-01T09:00"), local(samoa, 2011, 12, 28, 12), samoa, 3)
    assert due == ["2011-12-29T09:00-10:00", "2011-12-31T09:00+14:00", "2012-01-01T09:00+14:00"]


def test_an_interval_in_hours_is_elapsed_time_through_both_changes() -> None:
    for start in (datetime(2026, 3, 28, 12, tzinfo=UTC), datetime(2026, 10, 24, 12, tzinfo=UTC)):
        rule = ElapsedRule(interval=timedelta(hours=2), start=start)
        due = occurrences_between(rule, after=start, until=start + timedelta(days=2), zone=BERLIN, limit=100)
        assert [later - earlier for earlier, later in pairwise(due)] == [timedelta(hours=2)] * 23


def test_an_interval_keeps_its_anchor_after_a_late_run() -> None:
    start = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
    rule = ElapsedRule(interval=timedelta(minutes=90), start=start)
    late = start + timedelta(minutes=90, seconds=47)
    assert next_occurrence(rule, after=late, zone=BERLIN) == start + timedelta(minutes=180)


def test_an_interval_does_not_drift_over_a_year_of_late_runs() -> None:
    start = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
    rule, at = ElapsedRule(interval=timedelta(hours=12), start=start), start
    for _ in range(730):
        due = next_occurrence(rule, after=at, zone=BERLIN)
        assert due is not None
        at = due + timedelta(seconds=40)
    assert at == start + timedelta(days=365, seconds=40)


def test_the_next_occurrence_is_strictly_later_even_when_asked_at_an_occurrence() -> None:
    rule = daily("2026-03-01T09:00")
    at = local(BERLIN, 2026, 3, 5, 9)
    assert following(rule, at, BERLIN, 1) == ["2026-03-06T09:00+01:00"]
    assert following(rule, at - timedelta(microseconds=1), BERLIN, 1) == ["2026-03-05T09:00+01:00"]


def test_a_series_goes_on_occurrence_after_occurrence() -> None:
    due = following(daily("2026-03-01T09:00"), local(BERLIN, 2026, 3, 1, 8), BERLIN, 5)
    assert [at[:10] for at in due] == [f"2026-03-0{day}" for day in range(1, 6)]


def test_the_31st_is_the_last_day_of_short_months_and_comes_back() -> None:
    due = following(monthly("2026-01-31T09:00", 31), local(BERLIN, 2026, 1, 31, 12), BERLIN, 4)
    assert [at[:10] for at in due] == ["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]


@pytest.mark.parametrize(("day", "february"), [(28, "02-28"), (29, "02-28"), (30, "02-28"), (LAST, "02-28")])
def test_late_days_of_the_month_are_clamped_in_february(day: int, february: str) -> None:
    due = following(monthly("2026-01-31T00:00", day), local(BERLIN, 2026, 2, 1), BERLIN, 2)
    expected = {28: "03-28", 29: "03-29", 30: "03-30", LAST: "03-31"}[day]
    assert [at[5:10] for at in due] == [february, expected]


def test_the_31st_is_the_29th_in_a_leap_year() -> None:
    assert (
        following(monthly("2028-01-31T00:00", 31), local(BERLIN, 2028, 2, 1), BERLIN, 1)[0][:10]
        == "2028-02-29"
    )


def test_29_february_is_28_february_in_common_years() -> None:
    rule = CalendarRule(
        frequency=Frequency.YEARLY,
        start_wall=datetime.fromisoformat("2028-02-29T09:00"),
        times=NINE,
        month=2,
        month_days=(29,),
    )
    due = following(rule, local(BERLIN, 2028, 1, 1), BERLIN, 5)
    assert [at[:10] for at in due] == ["2028-02-29", "2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"]


def test_every_other_tuesday_counts_from_the_week_of_its_start() -> None:
    rule = CalendarRule(
        frequency=Frequency.WEEKLY,
        start_wall=datetime.fromisoformat("2026-03-03T09:00"),
        times=NINE,
        weekdays=(1,),
        interval=2,
    )
    due = following(rule, local(BERLIN, 2026, 3, 2), BERLIN, 3)
    assert [at[:10] for at in due] == ["2026-03-03", "2026-03-17", "2026-03-31"]
    assert following(rule, local(BERLIN, 2026, 3, 11), BERLIN, 1)[0][:10] == "2026-03-17"


@pytest.mark.parametrize(
    ("nth", "weekdays", "expected"),
    [
        ((1,), (0,), ["2026-03-02", "2026-04-06", "2026-05-04"]),
        ((LAST,), (4,), ["2026-03-27", "2026-04-24", "2026-05-29"]),
        ((1, 3), (1,), ["2026-03-03", "2026-03-17", "2026-04-07"]),
        ((LAST,), (0, 1, 2, 3, 4), ["2026-03-31", "2026-04-30", "2026-05-29"]),
        ((1,), (0, 1, 2, 3, 4), ["2026-03-02", "2026-04-01", "2026-05-01"]),
    ],
)
def test_which_weekday_of_the_month(
    nth: tuple[int, ...], weekdays: tuple[int, ...], expected: list[str]
) -> None:
    rule = CalendarRule(
        frequency=Frequency.MONTHLY,
        start_wall=datetime.fromisoformat("2026-03-01T09:00"),
        times=NINE,
        weekdays=weekdays,
        nth=nth,
    )
    assert [at[:10] for at in following(rule, local(BERLIN, 2026, 3, 1), BERLIN, 3)] == expected


def test_a_reminder_two_months_ahead_does_not_overflow_any_timer() -> None:
    rule = ElapsedRule(interval=timedelta(days=60), start=datetime(2026, 3, 2, tzinfo=UTC))
    due = next_occurrence(rule, after=rule.start, zone=BERLIN)
    assert due == datetime(2026, 5, 1, tzinfo=UTC)


@pytest.mark.parametrize("days", [9_999_999, 100_000_000])
def test_an_absurd_interval_is_refused_in_one_sentence(days: int) -> None:
    with pytest.raises(LimitReached, match=r"^The longest interval is 5 years\.$"):
        daily("2026-03-01T09:00", interval=days)


def test_an_interval_under_a_minute_is_refused_in_one_sentence() -> None:
    with pytest.raises(LimitReached, match=r"^The shortest interval is 60 seconds\.$"):
        ElapsedRule(interval=timedelta(seconds=59), start=datetime(2026, 3, 2, tzinfo=UTC))


def test_a_first_occurrence_beyond_the_horizon_is_refused() -> None:
    rule, now = daily("2031-03-09T09:00"), local(BERLIN, 2026, 3, 1)
    with pytest.raises(LimitReached, match=r"^A reminder may be at most 5 years ahead\.$"):
        check_limits(rule, SeriesLimits(), now=now, zone=BERLIN)
    check_limits(rule, SeriesLimits(years=6), now=now, zone=BERLIN)
    check_limits(daily("2031-02-20T09:00"), SeriesLimits(), now=now, zone=BERLIN)


@pytest.mark.parametrize(
    ("rule", "gap"),
    [
        (ElapsedRule(interval=timedelta(minutes=5), start=datetime(2026, 3, 2, tzinfo=UTC)), 300),
        (daily("2026-03-01T09:00", time(9), time(9, 5), time(12)), 300),
        (daily("2026-03-01T09:00", time(0), time(23, 50)), 600),
        (daily("2026-03-01T09:00", time(0), time(23, 50), interval=2), 23 * 3600 + 3000),
        (weekly((0, 2), time(0), time(23, 50)), 23 * 3600 + 3000),
        (weekly((0, 1), time(0), time(23, 50)), 600),
        (weekly((0, 6), time(0), time(23, 50)), 600),
    ],
)
def test_an_operator_may_forbid_series_that_are_due_often(rule: Rule, gap: int) -> None:
    now = local(BERLIN, 2026, 3, 1)
    check_limits(rule, SeriesLimits(shortest=timedelta(seconds=gap)), now=now, zone=BERLIN)
    with pytest.raises(LimitReached, match=r"^The shortest interval is \d+ (seconds|minutes|hours)\.$"):
        check_limits(rule, SeriesLimits(shortest=timedelta(seconds=gap + 60)), now=now, zone=BERLIN)


def test_a_series_with_a_count_ends_after_it() -> None:
    due = following(daily("2026-03-01T09:00", count=3), local(BERLIN, 2026, 2, 1), BERLIN, 9)
    assert [at[:10] for at in due] == ["2026-03-01", "2026-03-02", "2026-03-03"]


def test_the_end_of_a_series_is_included() -> None:
    rule = CalendarRule(
        frequency=Frequency.DAILY,
        start_wall=datetime.fromisoformat("2026-03-01T09:00"),
        times=NINE,
        until_wall=datetime.fromisoformat("2026-03-02T09:00"),
    )
    assert len(following(rule, local(BERLIN, 2026, 2, 1), BERLIN, 9)) == 2


def test_after_a_long_downtime_the_latest_missed_ones_are_named() -> None:
    rule = ElapsedRule(interval=timedelta(minutes=1), start=datetime(2020, 1, 1, tzinfo=UTC))
    back = datetime(2026, 3, 1, 12, 0, 30, tzinfo=UTC)
    missed = latest_occurrences(rule, after=rule.start, until=back, zone=BERLIN, limit=3)
    assert [at.minute for at in missed] == [58, 59, 0]


def test_a_series_moves_with_the_zone_in_which_it_is_read() -> None:
    rule, after = daily("2026-03-01T09:00"), datetime(2026, 3, 10, 12, tzinfo=UTC)
    assert following(rule, after, BERLIN, 1) == ["2026-03-11T09:00+01:00"]
    assert following(rule, after, TORONTO, 1) == ["2026-03-10T09:00-04:00"]
