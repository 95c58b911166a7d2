"""What is sent: identity, words, limits."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.testing.clock import START
from agent.types import Basis, Channel, ChannelKind, Reminder, ReminderKind, ReminderState
from agent.words import KIND
from bot.delivery import (
    LATE_FROM,
    MESSAGE_LIMIT,
    NONCE_LIMIT,
    Notice,
    compose,
    marker,
    nonce,
    redirected,
    shortened,
    spoken,
)

EPOCH_SECOND = int(START.timestamp())
IDS = st.integers(1, 2**63 - 1)
DUES = st.datetimes(datetime(2020, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
TEXTS = st.text(st.sampled_from("ab `<>@\n*_é🥛"), max_size=1500) | st.text(max_size=2500)


def reminder(text: str, kind: ReminderKind = ReminderKind.REMINDER, reminder_id: int = 7) -> Reminder:
    return Reminder(
        id=reminder_id,
        author_id=2**62,
        channel=Channel(id=500, kind=ChannelKind.DM),
        text=text,
        kind=kind,
        state=ReminderState.PENDING,
        due=START,
        zone="Europe/Berlin",
        basis=Basis.ELAPSED,
        wall=None,
        created_at=START,
    )


def notice(text: str, *, late: timedelta = timedelta(0)) -> Notice:
    return compose(reminder(text), due=START, now=START + late)


def test_a_nonce_names_reminder_due_second_and_part() -> None:
    assert nonce(12, START) == f"r12-{EPOCH_SECOND}-0"
    assert nonce(12, START + timedelta(microseconds=999_999), 1) == f"r12-{EPOCH_SECOND}-1"
    assert marker(12, START) == f"rem:12:{EPOCH_SECOND}"


@given(IDS, DUES, st.integers(0, 35))
def test_a_nonce_never_exceeds_what_discord_takes(reminder_id: int, due: datetime, part: int) -> None:
    assert len(nonce(reminder_id, due, part)) <= NONCE_LIMIT
    assert nonce(reminder_id, due, part) == nonce(reminder_id, due, part)


@given(st.tuples(IDS, DUES, st.integers(0, 9)), st.tuples(IDS, DUES, st.integers(0, 9)))
def test_two_occurrences_share_no_nonce(
    one: tuple[int, datetime, int], other: tuple[int, datetime, int]
) -> None:
    def identity(key: tuple[int, datetime, int]) -> tuple[int, int, int]:
        return (key[0], int(key[1].timestamp()), key[2])

    assert (nonce(*one) == nonce(*other)) == (identity(one) == identity(other))


def test_the_largest_id_has_a_nonce_of_its_own() -> None:
    largest = nonce(2**63 - 1, START)
    assert largest.startswith("R1y2p0ij32e8e7-")
    assert largest != nonce(2**63 - 2, START)


def test_a_nonce_that_cannot_fit_is_refused_rather_than_cut() -> None:
    with pytest.raises(ValueError, match="no nonce"):
        nonce(2**63 - 1, START, 10**6)


def test_the_text_pings_the_owner_names_the_reminder_and_shows_the_time() -> None:
    sent = notice("stretch")
    assert sent.text == f"<@{2**62}> Reminder: stretch\n<t:{EPOCH_SECOND}:F>"
    assert (sent.mention_id, sent.body, sent.late_by) == (2**62, "stretch", None)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (ReminderKind.REMINDER, "You asked to be reminded."),
        (ReminderKind.TIMER, "Your timer is up."),
        (ReminderKind.ALARM, "Your alarm is ringing."),
    ],
)
def test_a_reminder_without_words_still_says_what_it_is(kind: ReminderKind, words: str) -> None:
    for text in ("  ", *KIND[kind].values()):
        sent = compose(reminder(text, kind), due=START, now=START)
        assert sent.text == f"<@{2**62}> {words}\n<t:{EPOCH_SECOND}:F>"


def test_words_that_name_another_kind_are_shown() -> None:
    assert notice("alarm").text == f"<@{2**62}> Reminder: alarm\n<t:{EPOCH_SECOND}:F>"


def test_lateness_is_said_from_its_limit_on() -> None:
    assert notice("x", late=LATE_FROM - timedelta(microseconds=1)).late_by is None
    late = notice("x", late=timedelta(hours=2, minutes=5, seconds=9))
    assert late.text.endswith(f"<t:{EPOCH_SECOND}:F> (late by 2 h 5 min)")
    assert late.late_by == timedelta(hours=2, minutes=5, seconds=9)
    assert late.nonce == notice("x").nonce


@pytest.mark.parametrize(
    ("span", "words"),
    [
        (timedelta(0), "0 s"),
        (timedelta(seconds=59.9), "59 s"),
        (timedelta(seconds=60), "1 min"),
        (timedelta(seconds=61), "1 min 1 s"),
        (timedelta(hours=1, seconds=5), "1 h"),
        (timedelta(hours=26), "1 d 2 h"),
        (timedelta(days=400, minutes=3), "400 d"),
        (timedelta(seconds=-5), "0 s"),
    ],
)
def test_spans_are_spoken_in_their_two_largest_units(span: timedelta, words: str) -> None:
    assert spoken(span) == words


@given(TEXTS, st.sampled_from(ReminderKind), st.timedeltas(timedelta(0), timedelta(days=4000)))
def test_every_form_fits_one_message_and_leaves_no_fence_open(
    text: str, kind: ReminderKind, late: timedelta
) -> None:
    sent = compose(reminder(text, kind, 2**63 - 1), due=START, now=START + late)
    for form in (sent, redirected(sent), shortened(sent), redirected(shortened(sent))):
        assert 0 < len(form.text) <= MESSAGE_LIMIT
        assert form.text.count("```") % 2 == 0
        assert form.text.startswith(f"<@{2**62}>")
        assert (form.nonce, form.marker) == (sent.nonce, sent.marker)
        assert f"<t:{EPOCH_SECOND}:F>" in form.text


@given(TEXTS.filter(lambda text: 0 < len(text.strip()) <= 1500 and "```" not in text))
def test_a_text_of_1500_characters_is_sent_whole(text: str) -> None:
    assert text.strip() in notice(text, late=timedelta(days=4000)).text


def test_the_plain_form_has_none_of_the_refused_words() -> None:
    plain = shortened(notice("forbidden words"))
    assert "forbidden" not in plain.text
    assert "Reminder 7 is due" in plain.text
