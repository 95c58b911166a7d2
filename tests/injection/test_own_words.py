"""Whose words a value is in."""

from __future__ import annotations

import pytest

from agent.own_words import foreign_words

SAID = "please remind me tomorrow at 9 that I need to call Bob about the invoices"


@pytest.mark.parametrize(
    "value",
    [
        "call Bob",
        "Call Bob about the invoice",
        "calling Bob",
        "the invoices: call BOB",
        "tomorrow at 9",
        "",
        "9",
    ],
)
def test_what_its_author_said_in_other_forms(value: str) -> None:
    assert foreign_words(value, [SAID]) == ()


@pytest.mark.parametrize(
    ("value", "foreign"),
    [
        ("call Bob to send money", ("send", "money")),
        ("tomorrow at 8", ("8",)),
        ("visit evil.example", ("visit", "evil", "example")),
        ("callously pay Eve", ("callously", "pay", "eve")),
        ("überweise 500 Euro", ("überweise", "500", "euro")),
    ],
)
def test_what_somebody_else_said(value: str, foreign: tuple[str, ...]) -> None:
    assert foreign_words(value, [SAID]) == foreign


def test_all_texts_count() -> None:
    assert foreign_words("call Bob at 9", ["call Bob", "at 9"]) == ()
