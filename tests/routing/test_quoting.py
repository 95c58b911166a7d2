"""What somebody else said asks for nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.routing.plan import Planner, Request
from agent.routing.quoting import LONGEST_SCAN, own_words
from agent.testing.stores import InMemoryReminderStore
from agent.types import Regime
from tests.turn.house import catalogue_with, origin, planner_of

ASKED = "remind me in 5 minutes to stretch"
QUOTED = [
    f"she said: {ASKED}",
    f'Tom wrote "{ASKED}", what does that mean?',
    f"> {ASKED}",
    f"> {ASKED}\nfunny, isn't it?",
    f">>> hello\n{ASKED}",
    f"```\n{ASKED}\n```",
    f"`{ASKED}`",
    f"„{ASKED}“ stand auf dem Zettel",
    "Er sagte: erinnere mich in 5 Minuten ans Dehnen",
    "elle a dit : rappelle-moi demain d'appeler",
    f"my boss told me: {ASKED}",
]


@pytest.fixture(scope="module")
def planner() -> Planner:
    return planner_of(catalogue_with(InMemoryReminderStore()))


@pytest.mark.parametrize("text", QUOTED)
@pytest.mark.parametrize("regime", Regime)
def test_a_quoted_request_is_none(planner: Planner, text: str, regime: Regime) -> None:
    plan = planner.plan(Request(origin=origin(text), regime=regime))
    assert plan.offer.names() == ()
    assert plan.question is None


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        (f"> we should talk\n{ASKED}", "stretch"),
        ('remind me in 5 minutes to read "Dune"', 'read "Dune"'),
        ("remind me in 5 minutes to run `make test`", "run `make test`"),
        ('remind me in 5 minutes: "call Bob at 7"', '"call Bob at 7"'),
    ],
)
def test_a_request_beside_a_quotation_counts(planner: Planner, text: str, subject: str) -> None:
    plan = planner.plan(Request(origin=origin(text), regime=Regime.NARROW))
    assert plan.offer.names() == ("agenda:remind_at",)
    values = {argument.argument: argument.values for argument in plan.offer.grounded}
    assert values["time"] == ("in 5 minutes",)
    assert str(values["text"][0]).endswith(subject)


@given(st.text(max_size=300))
def test_places_stay_the_same(text: str) -> None:
    own = own_words(text)
    assert len(own) == len(text)
    assert all(left in (" ", right) for left, right in zip(own, text, strict=True))


def test_long_texts_are_cut() -> None:
    assert len(own_words('"' * 100_000)) == LONGEST_SCAN
