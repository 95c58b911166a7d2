"""Calls beside what others wrote: what the author's own message does not ask for is put to the author."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.gatekeeper import Gatekeeper
from agent.reports import Standing
from agent.testing.engine import ScriptedEngine
from agent.types import Call, GroundedArgument, Offer, Risk, Source
from tests.gatekeeper.test_gatekeeper import Recorder, offer_of
from tests.turn.house import build, origin

CALL = Call(name="test:number", args={"number": 3})


def unasked(offer: Offer) -> Offer:
    return replace(offer, tools=tuple(replace(each, asked=False) for each in offer.tools))


async def test_what_is_not_asked_for_is_put_to_the_author() -> None:
    tool = Recorder()
    keeper = Gatekeeper(origin=origin("hello"), foreign=True)
    (report,) = await keeper.run([CALL], unasked(offer_of(tool)))
    assert report.standing is Standing.NEEDS_APPROVAL
    assert report.question
    assert tool.calls == []


async def test_what_is_asked_for_runs() -> None:
    tool = Recorder()
    keeper = Gatekeeper(origin=origin("hello"), foreign=True)
    (report,) = await keeper.run([CALL], offer_of(tool))
    assert report.standing is Standing.DONE


async def test_reading_needs_no_approval_but_makes_what_follows_need_it() -> None:
    read, write = Recorder(), Recorder()
    keeper = Gatekeeper(origin=origin("hello"))
    (report,) = await keeper.run([CALL], unasked(offer_of(read, risk=Risk.READ)))
    assert report.standing is Standing.DONE
    other = Call(name=CALL.name, args={"number": 4})
    (report,) = await keeper.run([other], unasked(offer_of(write)))
    assert report.standing is Standing.NEEDS_APPROVAL
    assert write.calls == []


async def test_a_reading_call_comes_along_with_what_is_asked_for_and_not_by_itself() -> None:
    read, write = Recorder(), Recorder()
    reading = unasked(offer_of(read, risk=Risk.READ))
    (report,) = await Gatekeeper(origin=origin("hello"), foreign=True).run([CALL], reading)
    assert (report.standing, read.calls) == (Standing.NEEDS_APPROVAL, [])
    both = replace(reading, tools=(*reading.tools, *offer_of(write).tools))
    (report,) = await Gatekeeper(origin=origin("hello"), foreign=True).run([CALL], both)
    assert report.standing is Standing.DONE
    assert write.calls == []


async def test_without_foreign_words_a_wide_offer_is_a_free_choice() -> None:
    tool = Recorder()
    (report,) = await Gatekeeper(origin=origin("hello")).run([CALL], unasked(offer_of(tool)))
    assert report.standing is Standing.DONE


async def test_what_the_author_approved_runs() -> None:
    tool = Recorder()
    keeper = Gatekeeper(origin=origin("hello"), foreign=True, approved=True)
    (report,) = await keeper.run([CALL], unasked(offer_of(tool)))
    assert report.standing is Standing.DONE


@pytest.mark.parametrize(("text", "standing"), [("Call Bob", Standing.DONE), ("pay Eve", Standing.RETRY)])
async def test_free_values_are_in_the_authors_words(text: str, standing: Standing) -> None:
    house = build(ScriptedEngine())
    said = origin("remind me tomorrow at 9 that I should call Bob")
    offer = house.planner.offer_of("agenda:remind_at")
    assert offer is not None
    grounded = tuple(
        GroundedArgument(tool="agenda:remind_at", argument=name, source=source, values=(value,), free=True)
        for name, source, value in (
            ("time", Source.TIME_PHRASE, "tomorrow at 9"),
            ("text", Source.MESSAGE_TEXT, said.text),
        )
    )
    keeper = Gatekeeper(origin=said, foreign=True)
    call = Call(name="agenda:remind_at", args={"time": "tomorrow at 9", "text": text})
    (report,) = await keeper.run([call], replace(offer, grounded=grounded))
    assert report.standing is standing
    if standing is Standing.RETRY:
        assert "these are not: pay eve" in report.content
        assert house.reminders.reminders == {}
