"""A message that waits is answered as it is by the time its turn begins; one that runs is left alone."""

from __future__ import annotations

from dataclasses import replace

from bot.message_changes import edited
from tests.sessions.house import House, message, settle


async def test_a_waiting_message_keeps_its_place_in_its_new_form() -> None:
    house = House()
    for number in (1, 2, 3):
        house.sessions.submit(message(number, text=f"old {number}"))
        await settle()
    assert house.sessions.edit(message(2, text="new 2"))
    house.handle.gate.set()
    await house.sessions.wait_idle()
    assert [text for _, text, _ in house.outbox.sent] == [
        "answer to old 1",
        "answer to new 2",
        "answer to old 3",
    ]


async def test_one_whose_turn_runs_or_is_unknown_is_not_changed() -> None:
    house = House()
    house.sessions.submit(message(1, text="old 1"))
    await settle()
    assert not house.sessions.edit(message(1, text="new 1"))
    assert not house.sessions.edit(message(2, text="new 2"))
    house.handle.gate.set()
    await house.sessions.wait_idle()
    assert [text for _, text, _ in house.outbox.sent] == ["answer to old 1"]


def test_an_edit_changes_what_is_said_and_brought_and_nothing_else() -> None:
    before = message(2, author=7, text="old", joins=True)
    after = replace(edited(before, message(2, channel=9, author=8, text="new")), text="old")
    assert after == before
