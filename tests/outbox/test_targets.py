"""Reminders for others on the loopback server: who is pinged, who set it, and who may press what."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.types import Target
from bot.delivery import compose
from bot.reminder_desk import NOT_YOURS
from bot.schedule.courier import Courier
from tests.discord_server.server import DiscordServer
from tests.outbox.sending import target
from tests.outbox.test_buttons import NOW, Desk


@pytest.fixture
def desk(discord_pointed: DiscordServer, tmp_path: Path) -> Desk:
    return Desk(discord_pointed, tmp_path)


async def test_a_reminder_for_another_pings_exactly_them_and_says_who_set_it(desk: Desk) -> None:
    bob, cyd = desk.server.actor("bob"), desk.server.add_person("cyd")
    async with desk.open():
        message = await desk.deliver(target=Target(id=bob.id), text=f"write to {cyd.mention} and @everyone")
    assert message.pinged == [bob.id]
    assert message.content.startswith(f"<@{bob.id}> Reminder (set by <@{desk.ada.id}>): write to ")


async def test_a_reminder_for_a_role_pings_its_members_and_nobody_else(desk: Desk) -> None:
    bob = desk.server.actor("bob")
    role = desk.server.add_role("Crew", mentionable=True)
    desk.server.give_role(bob, role)
    async with desk.open():
        message = await desk.deliver(target=Target(id=role.id, is_role=True), text="report")
    assert message.pinged == [bob.id]


async def test_the_target_and_the_setter_can_press_done_and_nobody_else(desk: Desk) -> None:
    bob, cyd = desk.server.actor("bob"), desk.server.add_person("cyd")
    async with desk.open():
        message = await desk.deliver(target=Target(id=bob.id), text=f"write to {cyd.mention}")
        assert await desk.press(message, "Done", cyd) == NOT_YOURS["en"]
        interaction = await bob.press_label(message, "Done")
        assert interaction.reply is not None
        assert interaction.reply.ephemeral_to is None
        (row,) = await desk.occurrences._database.read("SELECT state FROM occurrences")
    assert row["state"] == "acknowledged"


async def test_a_member_of_the_role_can_press_done_and_others_cannot(desk: Desk) -> None:
    bob, cyd = desk.server.actor("bob"), desk.server.add_person("cyd")
    role = desk.server.add_role("Crew", mentionable=True)
    desk.server.give_role(bob, role)
    async with desk.open():
        message = await desk.deliver(target=Target(id=role.id, is_role=True), text="report")
        assert await desk.press(message, "Done", cyd) == NOT_YOURS["en"]
        await bob.press_label(message, "Done")
        (row,) = await desk.occurrences._database.read("SELECT state FROM occurrences")
    assert row["state"] == "acknowledged"


async def test_a_snooze_by_the_target_stays_the_setters_and_is_for_the_target_again(desk: Desk) -> None:
    bob = desk.server.actor("bob")
    async with desk.open():
        message = await desk.deliver(target=Target(id=bob.id))
        assert (await desk.press(message, "10 min", bob)).startswith("Again ")
        (child,) = await desk.pending()
    assert (child.author_id, child.target) == (desk.ada.id, Target(id=bob.id))


async def test_where_the_channel_is_gone_the_setter_is_told_and_not_the_target(desk: Desk) -> None:
    bob = desk.server.actor("bob")
    async with desk.open():
        await desk.deliver(target=Target(id=bob.id))
        due = desk.reminder.due
        notice = compose(desk.reminder, due=due, now=NOW)
        desk.server.delete_channel(desk.place)
        receipt = await Courier(desk.outbox).carry(target(desk.place), notice, look_since=None)
    assert receipt.channel_id == desk.ada.dm().id
    assert not desk.server.messages(bob.dm())
