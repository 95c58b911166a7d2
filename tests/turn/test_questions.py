"""The pure parts of questions with choices."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent import approvals, questions
from agent.tools._readings import as_choices, from_value, to_value
from agent.types import Basis, Choice, Clarification, Descriptor, Grain, QuestionKind, Resolved, Risk

NOW = datetime(2026, 3, 2, 21, 0, tzinfo=UTC)
ZONES = st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe"])
INSTANTS = st.datetimes(min_value=datetime(1980, 1, 1), max_value=datetime(2190, 1, 1))  # noqa: DTZ001


def asked(kind: QuestionKind, *labels: str) -> Clarification:
    choices = tuple(Choice(label=label, value=label) for label in labels)
    return Clarification(tool="t", text="x", asked_at=NOW, kind=kind, choices=choices)


@given(INSTANTS, ZONES, st.sampled_from(Basis), st.sampled_from(Grain))
def test_a_reading_survives_as_a_value(when: datetime, zone: str, basis: Basis, grain: Grain) -> None:
    at = when.replace(tzinfo=UTC)
    wall = at.astimezone(ZoneInfo(zone)).replace(tzinfo=None) if basis is Basis.WALL else None
    reading = Resolved(at=at, zone=zone, grain=grain, basis=basis, wall=wall)
    assert from_value(to_value(reading)) == reading
    ((label, value),) = as_choices([reading], "en")
    assert (from_value(value), str(at.astimezone(ZoneInfo(zone)).year) in label) == (reading, True)


@given(st.text(max_size=60))
def test_any_other_value_is_no_reading(text: str) -> None:
    assert from_value(text) is None


@given(st.text(max_size=80), st.lists(st.text(max_size=40), min_size=2, max_size=9))
def test_whatever_is_written_picks_a_choice_that_there_is_or_none(text: str, labels: list[str]) -> None:
    for kind in QuestionKind:
        number = questions.picked(text, asked(kind, *labels))
        assert number is None or 1 <= number <= len(labels)


@given(st.integers(min_value=1, max_value=25))
def test_a_number_picks_its_choice(number: int) -> None:
    question = asked(QuestionKind.CALL, *(f"label {chr(96 + place)}" for place in range(1, 26)))
    assert questions.picked(f"{number}.", question) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *[(yes, 1) for yes in ("yes", "Yes!", "ja", "yes please", "Approve once", "1")],
        *[(no, 2) for no in ("no", "Nein.", "deny", "2", "no, stop")],
        *[(other, None) for other in ("yes but only the first", "yes no", "ok", "3", "maybe", "", "who?")],
    ],
)
def test_an_approval_takes_a_plain_yes_and_nothing_else(text: str, number: int | None) -> None:
    assert questions.picked(text, asked(QuestionKind.APPROVAL, "Approve once", "Deny")) == number


def test_an_approval_lives_shorter_than_a_question() -> None:
    later = NOW + timedelta(minutes=6)
    assert questions.is_fresh(asked(QuestionKind.CALL, "a", "b"), later)
    assert not questions.is_fresh(asked(QuestionKind.APPROVAL, "a", "b"), later)


DESCRIPTOR = Descriptor(
    name="files:delete",
    version=1,
    short_description="Delete a file.",
    when_to_use="",
    when_not_to_use="",
    routing_hints=(),
    domain="files",
    risk=Risk.DANGEROUS,
)
SCALARS = st.none() | st.booleans() | st.integers() | st.text(max_size=900)
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3))


@given(st.dictionaries(st.from_regex(r"[a-z_]{1,20}", fullmatch=True), VALUES, max_size=8))
def test_what_is_approved_is_shown_on_one_line_each_and_in_one_message(args: dict[str, object]) -> None:
    text = approvals.asked(DESCRIPTOR, args, "en")
    assert len(text) <= 4000
    assert len(text.split("\n")) == len(args) + 2
    assert text.count("`") == 2 * (len(args) + 1)
    assert "@everyone" not in text
    assert [line.split(":")[0] for line in text.split("\n")[1:-1]] == [f"- {name}" for name in args]
