"""Which rows the evaluation of the time parser counts, and how it judges; the rows are made up."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from agent.timeparse import GuardedTimeParser
from evals.time import (
    EXACT,
    NONE,
    WRONG,
    Row,
    contradicts_itself,
    duckling_rows,
    judge,
    recognizers_rows,
    summarise,
    table,
)

REFERENCE = datetime.fromisoformat("2026-03-25T12:00:00")


def row(text: str, right: str, grain: str = "minute", language: str = "en") -> Row:
    return Row(
        text=text,
        language=language,
        source="made up",
        reference=REFERENCE,
        accepted=(datetime.fromisoformat(right),),
        grain=grain,
    )


def duckling(value: dict[str, Any], **other: Any) -> list[Row]:
    item = {"text": "x", "lang": "en", "ref": REFERENCE.isoformat(), "value": value, "kind": "time", **other}
    return list(duckling_rows(item))


def recognizers(name: str, values: list[dict[str, str]], more: int = 0, **other: Any) -> list[Row]:
    span = {"name": name, "text": "x y", "values": values, "start": 3, "end": 6}
    item = {
        "text": "at x Y now",
        "lang": "en",
        "ref": REFERENCE.isoformat(),
        "spans": [span] * (1 + more),
        "kind": "DateTimeModel",
        **other,
    }
    return list(recognizers_rows(item))


def test_an_instant_ahead_counts_and_an_interval_or_the_past_does_not() -> None:
    ahead = {"start": "2026-03-26T00:00:00", "grain": "day"}
    assert len(duckling(ahead)) == 1
    assert len(duckling({**ahead, "holiday": True})) == 1
    assert len(duckling({"start": "2026-03-25T00:00:00", "grain": "day"})) == 1
    assert duckling({**ahead, "end": "2026-03-27T00:00:00"}) == []
    assert duckling({**ahead, "open": "after"}) == []
    assert duckling({**ahead, "grain": "week"}) == []
    assert duckling({"start": "2026-03-24T00:00:00", "grain": "day"}) == []
    assert duckling({"start": "2026-03-25T12:00:00", "grain": "second"}) == []
    assert duckling(ahead, lang="en-GB") == []
    assert duckling(ahead, kind="duration") == []


def test_of_several_values_those_ahead_are_right() -> None:
    (dates,) = recognizers("datetimeV2.date", [{"value": "2026-03-20"}, {"value": "2027-03-20"}])
    assert dates.accepted == (datetime.fromisoformat("2027-03-20"),)
    assert dates.text == "x Y"
    (times,) = recognizers("datetimeV2.time", [{"value": "03:00:00"}, {"value": "15:00:00"}])
    assert times.accepted == (REFERENCE + timedelta(hours=3), REFERENCE + timedelta(hours=15))


def test_spans_that_are_no_instant_or_lean_on_another_do_not_count() -> None:
    day = [{"value": "2026-03-26"}]
    assert recognizers("datetimeV2.daterange", day) == []
    assert recognizers("datetimeV2.date", [{"value": "2026-03-26", "Mod": "before"}]) == []
    assert recognizers("datetimeV2.date", [{"value": "not resolved"}]) == []
    assert recognizers("datetimeV2.date", [{"value": "2026-03-24"}]) == []
    assert recognizers("datetimeV2.date", day, more=1) == []
    assert recognizers("datetimeV2.date", day, kind="SetParser") == []
    assert recognizers("datetimeV2.date", day, ref=None) == []
    assert len(recognizers("datetimeV2.date", [{"value": "2026-03-26", "Mod": "approx"}])) == 1


def test_a_row_that_contradicts_its_own_weekday_does_not_count() -> None:
    assert contradicts_itself(row("tuesday march 26", "2026-03-26", "day"))
    assert not contradicts_itself(row("thursday march 26", "2026-03-26", "day"))
    assert not contradicts_itself(row("march 26", "2026-03-26", "day"))


@pytest.mark.parametrize(
    ("case", "verdict"),
    [
        (row("tomorrow at 9", "2026-03-26T09:00"), EXACT),
        (row("tomorrow at 9", "2026-03-26T09:01"), WRONG),
        (row("tomorrow", "2026-03-26", "day"), EXACT),
        (row("tomorrow", "2026-03-27", "day"), WRONG),
        (row("gibberish", "2026-03-27", "day"), NONE),
        (row("in 7 days", "2026-04-01T12:00", "hour"), EXACT),
    ],
)
def test_verdicts(parser: GuardedTimeParser, case: Row, verdict: str) -> None:
    assert judge(parser, case)[0] == verdict


def test_figures_are_flat_shares_of_the_rows() -> None:
    figures = summarise([("en", EXACT), ("en", EXACT), ("en", WRONG), ("en", NONE), ("de", EXACT)])
    assert figures["en.rows"] == 4
    assert (figures["en.exact"], figures["en.wrong"], figures["en.none"]) == (0.5, 0.25, 0.25)
    assert figures["de.exact"] == 1.0
    assert figures["fr.rows"] == 0
    assert "en            4" in table(figures)
