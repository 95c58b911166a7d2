"""Reminders on the loopback server, as `bot.delivery.Deliverer` promises them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from agent.errors import ContentRefused, DeliveryDelayed, TargetGone
from agent.types import Channel, ChannelKind
from bot.gateway import Gateway
from bot.outbox import ALREADY_GONE, NOTICE_DELAYS, DiscordOutbox
from bot.reminder_desk import NOT_YOURS
from tests.discord_server.backend import utc_now
from tests.discord_server.faults import Drop, Fault, Refuse, ServerError
from tests.discord_server.server import DiscordServer
from tests.gateway.connected import NOW
from tests.outbox.sending import notice, sending, target


async def test_a_reminder_arrives_and_pings_its_owner_only(discord_pointed: DiscordServer) -> None:
    general, ada = discord_pointed.channel("general"), discord_pointed.actor("ada")
    bob = discord_pointed.actor("bob")
    async with sending(discord_pointed) as house:
        text = f"{ada.mention} Reminder: tell {bob.mention} and @everyone"
        message_id = await house.outbox.deliver(target(general), notice(ada.id, text=text))
    (message,) = house.sent(general)
    assert (message.id, message.content, message.pinged) == (message_id, text, [ada.id])
    assert message.flags == 0


@pytest.mark.parametrize("after_commit", [False, True])
async def test_a_fault_on_the_way_ends_in_exactly_one_message_with_its_id(
    discord_pointed: DiscordServer, after_commit: bool
) -> None:
    general, ada = discord_pointed.channel("general"), discord_pointed.actor("ada")
    action = Drop(after_commit=after_commit, reset=True)
    discord_pointed.faults.add(Fault(route="message.create", action=action))
    async with sending(discord_pointed) as house:
        message_id = await house.outbox.deliver(target(general), notice(ada.id))
    assert [message.id for message in house.sent(general)] == [message_id]


async def test_the_same_notice_again_gives_the_first_messages_id(discord_pointed: DiscordServer) -> None:
    general, ada = discord_pointed.channel("general"), discord_pointed.actor("ada")
    async with sending(discord_pointed) as house:
        first = await house.outbox.deliver(target(general), notice(ada.id))
        second = await house.outbox.deliver(target(general), notice(ada.id))
    assert first == second
    assert len(house.sent(general)) == 1


async def test_reminders_of_two_daemons_with_one_number_and_time_both_arrive(
    discord_pointed: DiscordServer,
) -> None:
    general, ada = discord_pointed.channel("general"), discord_pointed.actor("ada")
    async with sending(discord_pointed) as first, sending(discord_pointed, mark="1") as second:
        ids = [
            await house.outbox.deliver(target(general), notice(ada.id)) for house in (first, second, first)
        ]
        assert [message.id for message in first.sent(general)] == ids[:2]
        assert ids[2] == ids[0]
        since = utc_now() - timedelta(minutes=1)
        for house, own in ((first, ids[0]), (second, ids[1])):
            assert await house.outbox.find_delivered(target(general), notice(ada.id), since) == own


async def test_a_delivered_reminder_that_was_deleted_does_not_come_again(
    discord_pointed: DiscordServer,
) -> None:
    general, ada = discord_pointed.channel("general"), discord_pointed.actor("ada")
    async with sending(discord_pointed) as house:
        await house.outbox.deliver(target(general), notice(ada.id))
        await discord_pointed.actor("owner").delete(house.sent(general)[0])
        assert await house.outbox.deliver(target(general), notice(ada.id)) == ALREADY_GONE
    assert house.sent(general) == []


@pytest.mark.parametrize(
    ("code", "error"),
    [(10003, TargetGone), (50013, TargetGone), (50035, ContentRefused), (200000, ContentRefused)],
)
async def test_discords_refusals_have_their_class(
    discord_pointed: DiscordServer, code: int, error: type[Exception]
) -> None:
    general = discord_pointed.channel("general")
    fault = discord_pointed.faults.add(Fault(route="message.create", action=Refuse(code=code), times=None))
    async with sending(discord_pointed) as house:
        with pytest.raises(error):
            await house.outbox.deliver(target(general), notice(discord_pointed.actor("ada").id))
    assert fault.hits == 1


async def test_a_lasting_fault_is_handed_back_soon_as_delayed(discord_pointed: DiscordServer) -> None:
    general = discord_pointed.channel("general")
    discord_pointed.faults.add(Fault(route="message.create", action=ServerError(status=503), times=None))
    async with sending(discord_pointed) as house:
        with pytest.raises(DeliveryDelayed):
            await house.outbox.deliver(target(general), notice(discord_pointed.actor("ada").id))
    assert house.waits == list(NOTICE_DELAYS)


async def test_before_login_and_after_closing_everything_is_delayed(discord_pointed: DiscordServer) -> None:
    channel = Channel(id=discord_pointed.channel("general").id, kind=ChannelKind.GUILD)
    early = DiscordOutbox(Gateway(clock=lambda: NOW))
    with pytest.raises(DeliveryDelayed, match="not connected"):
        await early.deliver(channel, notice(5))
    async with sending(discord_pointed) as house:
        pass
    for attempt in (
        house.outbox.deliver(channel, notice(5)),
        house.outbox.direct_channel(5),
        house.outbox.find_delivered(channel, notice(5), NOW),
    ):
        with pytest.raises(DeliveryDelayed, match="not connected"):
            await attempt


async def test_a_direct_channel_is_opened_and_written_to(discord_pointed: DiscordServer) -> None:
    ada = discord_pointed.actor("ada")
    async with sending(discord_pointed) as house:
        channel = await house.outbox.direct_channel(ada.id)
        await house.outbox.deliver(channel, notice(ada.id))
    assert channel == Channel(id=ada.dm().id, kind=ChannelKind.DM)
    assert len(house.sent(ada.dm())) == 1


async def test_closed_direct_messages_are_a_target_that_is_gone(discord_pointed: DiscordServer) -> None:
    ada = discord_pointed.actor("ada")
    ada.close_dms()
    async with sending(discord_pointed) as house:
        channel = await house.outbox.direct_channel(ada.id)
        with pytest.raises(TargetGone, match="direct messages"):
            await house.outbox.deliver(channel, notice(ada.id))


async def test_a_direct_channel_with_nobody_is_a_target_that_is_gone(discord_pointed: DiscordServer) -> None:
    discord_pointed.faults.add(Fault(route="dm.open", action=Refuse(code=50278)))
    async with sending(discord_pointed) as house:
        with pytest.raises(TargetGone):
            await house.outbox.direct_channel(discord_pointed.actor("ada").id)


async def test_an_earlier_delivery_is_found_by_its_mark_among_other_messages(
    discord_pointed: DiscordServer,
) -> None:
    general, ada = discord_pointed.channel("general"), discord_pointed.actor("ada")
    before = utc_now()
    wanted, other = notice(ada.id), notice(ada.id, due=NOW + timedelta(hours=1))
    async with sending(discord_pointed) as house:
        assert await house.outbox.find_delivered(target(general), wanted, before) is None
        await house.outbox.deliver(target(general), other)
        message_id = await house.outbox.deliver(target(general), wanted)
        for number in range(150):
            await ada.send(general, f"chatter {number} {wanted.marker}")
        assert await house.outbox.find_delivered(target(general), wanted, before) == message_id


async def test_searching_a_channel_that_is_gone_says_so(discord_pointed: DiscordServer) -> None:
    channel = Channel(id=12345, kind=ChannelKind.GUILD)
    async with sending(discord_pointed) as house:
        with pytest.raises(TargetGone):
            await house.outbox.find_delivered(channel, notice(5), utc_now())


async def test_its_owner_ticks_a_reminder_off_and_the_mark_stays(discord_pointed: DiscordServer) -> None:
    general, ada = discord_pointed.channel("general"), discord_pointed.actor("ada")
    sent = notice(ada.id)
    async with sending(discord_pointed) as house:
        message_id = await house.outbox.deliver(target(general), sent)
        (message,) = house.sent(general)
        await ada.press_label(message, "Done")
        (message,) = house.sent(general)
        assert message.components[0]["components"][0]["disabled"] is True
        found = await house.outbox.find_delivered(target(general), sent, utc_now() - timedelta(minutes=1))
    assert found == message_id


async def test_somebody_else_cannot_tick_a_reminder_off(discord_pointed: DiscordServer) -> None:
    general, ada = discord_pointed.channel("general"), discord_pointed.actor("ada")
    async with sending(discord_pointed) as house:
        await house.outbox.deliver(target(general), notice(ada.id))
        (message,) = house.sent(general)
        interaction = await discord_pointed.actor("bob").press_label(message, "Done")
    assert interaction.reply is not None
    assert interaction.reply.content == NOT_YOURS["en"]
    assert interaction.reply.ephemeral_to == discord_pointed.actor("bob").id
    assert not house.sent(general)[0].components[0]["components"][0].get("disabled")


async def test_the_button_works_after_a_restart(discord_pointed: DiscordServer) -> None:
    general, ada = discord_pointed.channel("general"), discord_pointed.actor("ada")
    async with sending(discord_pointed) as house:
        await house.outbox.deliver(target(general), notice(ada.id))
    async with sending(discord_pointed) as house:
        await ada.press_label(house.sent(general)[0], "Done")
        assert house.sent(general)[0].components[0]["components"][0]["disabled"] is True


async def test_a_thread_that_was_archived_before_the_start_is_written_to(
    discord_pointed: DiscordServer,
) -> None:
    ada, thread = discord_pointed.actor("ada"), discord_pointed.channel("side-talk")
    discord_pointed.change_channel(thread, archived=True)
    async with sending(discord_pointed) as house:
        channel = Channel(id=thread.id, kind=ChannelKind.THREAD)
        await house.outbox.deliver(channel, notice(ada.id))
    assert len(house.sent(thread)) == 1
