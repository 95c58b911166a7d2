"""The GBNF of a turn, as a person reads it."""

from __future__ import annotations

from syrupy.assertion import SnapshotAssertion

from agent.grammar.envelope import envelope
from agent.types import Offer
from tests.grammar.offers import NARROW, NOTHING, THREE


def gbnf_of(offer: Offer) -> str:
    return envelope(offer, thought_limit=400, message_limit=800, max_calls=4).gbnf


def test_three_tools(snapshot: SnapshotAssertion) -> None:
    assert gbnf_of(THREE) == snapshot


def test_one_required_tool(snapshot: SnapshotAssertion) -> None:
    assert gbnf_of(NARROW) == snapshot


def test_no_tools(snapshot: SnapshotAssertion) -> None:
    assert gbnf_of(NOTHING) == snapshot


def test_three_tools_in_lark(snapshot: SnapshotAssertion) -> None:
    assert envelope(THREE, thought_limit=400, message_limit=800, max_calls=4).lark == snapshot
