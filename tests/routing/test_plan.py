"""From a message to an offer with its values, on the real encoder and time parser."""

from __future__ import annotations

from typing import Any

import pytest

from agent.routing.plan import Need, Plan, Planner, Request
from agent.testing.engine import ScriptedEngine
from agent.testing.stores import InMemoryReminderStore
from agent.types import OfferReason, Regime, Source
from tests.turn.house import build, catalogue_with, origin, planner_of


@pytest.fixture(scope="module")
def planner() -> Planner:
    return planner_of(catalogue_with(InMemoryReminderStore()))


def plan(planner: Planner, text: str, regime: Regime = Regime.NARROW, **changes: Any) -> Plan:
    return planner.plan(Request(origin=origin(text, **changes), regime=regime))


def values(found: Plan) -> dict[str, tuple[str | int, ...]]:
    return {argument.argument: argument.values for argument in found.offer.grounded}


def test_a_narrow_offer_is_one_tool_with_its_values(planner: Planner) -> None:
    found = plan(planner, "remind me in 3 seconds to stretch")
    assert found.offer.names() == ("agenda:remind_at",)
    assert found.offer.required
    assert found.offer.tools[0].reason is OfferReason.FORCED
    assert values(found) == {"time": ("in 3 seconds",), "text": ("stretch",)}
    assert found.question is None


def test_the_message_decides_the_language_of_its_times(planner: Planner) -> None:
    found = plan(planner, "erinnere mich übermorgen um halb neun an den Zahnarzt", language="en")
    assert found.language == "de"
    assert values(found) == {"time": ("übermorgen um halb neun",), "text": ("den Zahnarzt",)}


def test_the_authors_language_is_tried_too(planner: Planner) -> None:
    found = plan(planner, "remind me übermorgen to call", language="de")
    assert found.language == "de"
    assert values(found)["time"] == ("übermorgen",)


def test_a_day_and_a_time_apart_are_one(planner: Planner) -> None:
    found = plan(planner, "remind me tomorrow to call mum at 9")
    assert values(found) == {"time": ("tomorrow at 9",), "text": ("call mum",)}


def test_a_wide_offer_is_ranked_and_quotes(planner: Planner) -> None:
    found = plan(planner, "remind me tomorrow at 9 to call mum", Regime.WIDE)
    assert found.offer.names()[0] == "agenda:remind_at"
    assert not found.offer.required
    (text,) = [
        a for a in found.offer.grounded if a.tool == "agenda:remind_at" and a.source is Source.MESSAGE_TEXT
    ]
    assert text.quote


def test_what_cannot_be_called_is_not_offered(planner: Planner) -> None:
    found = plan(planner, "what reminders do I have?", Regime.WIDE)
    assert "agenda:list" in found.offer.names()
    assert "agenda:remove" not in found.offer.names(), "nothing is pending"
    assert "agenda:remind_at" not in found.offer.names(), "no time is named"


@pytest.mark.parametrize("regime", Regime)
def test_a_request_without_a_time_is_asked_about(planner: Planner, regime: Regime) -> None:
    found = plan(planner, "remind me to buy milk", regime)
    assert found.question is not None
    assert found.question.need is Need.TIME
    assert found.offer.tools == ()
    assert found.offer.regime is regime


@pytest.mark.parametrize("text", ["hello there", "", "💥", "I like trains", "the weather is nice in spring"])
@pytest.mark.parametrize("regime", Regime)
def test_talk_gets_no_tools(planner: Planner, text: str, regime: Regime) -> None:
    found = plan(planner, text, regime)
    assert found.offer.tools == ()
    assert found.question is None
    assert not found.offer.required


async def test_the_list_of_a_choice_is_the_authors_own() -> None:
    house = build(ScriptedEngine())
    first, second = await house.set("call mum"), await house.set("call dad")
    pending = await house.reminders.pending(7)
    found = house.planner.plan(
        Request(origin=origin("cancel the call reminder"), regime=Regime.WIDE, pending=pending)
    )
    assert found.question is not None
    assert found.question.candidates == (first, second)
