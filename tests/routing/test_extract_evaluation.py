"""Which rows the evaluation of requests counts, and how it judges them; the rows are made up."""

from __future__ import annotations

from typing import Any

import pytest

from agent.types import TurnEnd, TurnOutcome
from evals.extract import RIGHT, Tally, chosen, figures_of, verdict
from evals.extract_data import Row, row_of, text_fault, time_phrases
from tests.turn.house import parser

TEXT = "please remind me tomorrow to water the plants at 9"


def item(**changes: Any) -> dict[str, Any]:
    slots = [
        span(TEXT, "datetime", "tomorrow"),
        span(TEXT, "todo", "water the plants"),
        span(TEXT, "datetime", "at 9"),
    ]
    return {
        "text": TEXT,
        "lang": "en",
        "intent": "reminder_set",
        "source": "made up",
        "slots": slots,
        **changes,
    }


def span(text: str, name: str, part: str) -> dict[str, Any]:
    start = text.index(part)
    return {"name": name, "text": part, "start": start, "end": start + len(part)}


def row(**changes: Any) -> Row:
    found = row_of(item(**changes))
    assert found is not None
    return found


def test_stretches_of_time_that_stand_apart_are_put_together_in_any_order() -> None:
    assert list(time_phrases(row())) == ["tomorrow at 9", "at 9 tomorrow"]


@pytest.mark.parametrize(
    "changes",
    [
        {"intent": "reminder_query"},
        {"lang": "ja"},
        {"conflict": True},
        {"slots": [span(TEXT, "todo", "water the plants")]},
        {"slots": [span(TEXT, "datetime", "tomorrow")]},
    ],
)
def test_a_row_without_time_or_text_in_a_language_of_ours_does_not_count(changes: dict[str, Any]) -> None:
    assert row_of(item(**changes)) is None


@pytest.mark.parametrize(
    ("stored", "fault"),
    [
        ("water the plants", None),
        ("I have to water the plants", None),
        ("water plants the", "words lost"),
        ("water", "words lost"),
        ("water the plants tomorrow", "time kept"),
        ("remind me to water the plants", "request kept"),
    ],
)
def test_a_text_keeps_the_annotated_words_and_no_request(stored: str, fault: str | None) -> None:
    assert text_fault(row(), stored) == fault


def test_what_is_not_set_is_no_success() -> None:
    outcome = TurnOutcome(text="When?", end=TurnEnd.ASKED)
    assert verdict(row(), parser(), outcome, ()) == "nothing set (asked)"


def test_a_time_that_nobody_reads_makes_a_miss() -> None:
    text = "remind me sometime to rest"
    slots = [span(text, "datetime", "sometime"), span(text, "todo", "rest")]
    outcome = TurnOutcome(text="When?", end=TurnEnd.ASKED)
    assert verdict(row(text=text, slots=slots), parser(), outcome, ()) == "time span unread"


def test_a_limit_takes_the_same_rows_each_time() -> None:
    rows = [row(text=f"{TEXT} {number}") for number in range(20)]
    assert chosen(rows, 5) == chosen(rows, 5)
    assert len(chosen(rows, 5)) == 5


def test_figures_are_shares_of_all_rows() -> None:
    tally = Tally()
    tally.kinds.update({RIGHT: 3, "tool": 1})
    assert figures_of({"grounded": {"en": tally}}) == {"en.rows": 4, "en.grounded": 0.75, "en.unread": 0.0}
