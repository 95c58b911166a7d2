"""Faults before and after the work was done, as the client sees them."""

from __future__ import annotations

import errno

import aiohttp
import discord
import pytest

from tests.discord_server import Delay, DiscordServer, Drop, Fault, Refuse, ServerError

from .client import RecordingClient

Place = discord.PartialMessageable


@pytest.fixture
def place(bot: RecordingClient, discord_server: DiscordServer) -> Place:
    return bot.get_partial_messageable(discord_server.channel("general").id)


def texts(server: DiscordServer) -> list[str]:
    return [m.content for m in server.messages(server.channel("general"))]


@pytest.mark.parametrize("after_commit", [False, True])
async def test_502_is_retried_with_the_same_nonce_and_yields_one_message(
    place: Place, discord_server: DiscordServer, after_commit: bool
) -> None:
    discord_server.faults.add(
        Fault(route="message.create", action=ServerError(status=502, after_commit=after_commit))
    )
    sent = await place.send("once")
    assert texts(discord_server) == ["once"]
    assert discord_server.messages(place.id)[0].id == sent.id
    statuses = [r.status for r in discord_server.rest.requests if r.route == "message.create"]
    assert statuses == [502, 200]


@pytest.mark.parametrize(("after_commit", "stored"), [(False, []), (True, ["lost?"])])
async def test_503_is_raised_whether_or_not_discord_stored_the_message(
    place: Place, discord_server: DiscordServer, after_commit: bool, stored: list[str]
) -> None:
    discord_server.faults.add(
        Fault(route="message.create", action=ServerError(status=503, after_commit=after_commit))
    )
    with pytest.raises(discord.DiscordServerError):
        await place.send("lost?")
    assert texts(discord_server) == stored


@pytest.mark.parametrize(("after_commit", "stored"), [(False, []), (True, ["lost?"])])
async def test_a_dropped_connection_is_raised(
    place: Place, discord_server: DiscordServer, after_commit: bool, stored: list[str]
) -> None:
    discord_server.faults.add(Fault(route="message.create", action=Drop(after_commit=after_commit)))
    with pytest.raises(aiohttp.ClientError):
        await place.send("lost?")
    assert texts(discord_server) == stored


async def test_a_reset_connection_shows_its_errno(place: Place, discord_server: DiscordServer) -> None:
    discord_server.faults.add(Fault(route="message.create", action=Drop(reset=True)))
    with pytest.raises(OSError, match="reset by peer") as caught:
        await place.send("lost?")
    assert caught.value.errno == errno.ECONNRESET


async def test_a_retry_after_a_lost_answer_with_the_same_nonce_gives_the_first_message(
    place: Place, discord_server: DiscordServer
) -> None:
    discord_server.faults.add(Fault(route="message.create", action=Drop(after_commit=True)))
    with pytest.raises(aiohttp.ClientError):
        await place.send("reminder", nonce="r1-100-0")
    again = await place.send("reminder", nonce="r1-100-0")
    assert texts(discord_server) == ["reminder"]
    assert again.id == discord_server.messages(place.id)[0].id


async def test_a_refusal_names_its_code_and_a_fault_can_wait_its_turn(
    place: Place, discord_server: DiscordServer
) -> None:
    discord_server.faults.add(Fault(route="message.*", action=Refuse(code=50013), skip=1, times=2))
    await place.send("passes")
    for _ in range(2):
        with pytest.raises(discord.Forbidden) as caught:
            await place.send("refused")
        assert caught.value.code == 50013
    await place.send("passes again")
    assert texts(discord_server) == ["passes", "passes again"]


async def test_a_fault_can_be_bound_to_one_channel(
    bot: RecordingClient, discord_server: DiscordServer
) -> None:
    general, random = discord_server.channel("general"), discord_server.channel("random")
    discord_server.faults.add(
        Fault(route="message.create", action=Refuse(code=10003), channel_id=random.id, times=None)
    )
    await bot.get_partial_messageable(general.id).send("fine")
    with pytest.raises(discord.NotFound):
        await bot.get_partial_messageable(random.id).send("not here")


async def test_a_delay_only_takes_time(place: Place, discord_server: DiscordServer) -> None:
    discord_server.faults.add(Fault(route="message.create", action=Delay(seconds=0.05)))
    await place.send("late")
    assert texts(discord_server) == ["late"]


async def test_a_refused_typing_call_raises_in_the_client(
    place: Place, discord_server: DiscordServer
) -> None:
    discord_server.faults.add(Fault(route="typing", action=Refuse(code=50013)))
    with pytest.raises(discord.Forbidden):
        async with place.typing():
            pytest.fail("the body runs although typing failed")


async def test_a_chooser_decides_where_no_order_does(place: Place, discord_server: DiscordServer) -> None:
    asked: list[str] = []

    def choose(route: str, path: object) -> Refuse | None:
        asked.append(route)
        return Refuse(code=50001) if route == "message.create" else None

    discord_server.faults.chooser = choose
    await place.typing()
    with pytest.raises(discord.Forbidden):
        await place.send("x")
    discord_server.faults.clear()
    await place.send("x")
    assert asked == ["typing", "message.create"]


async def test_unknown_routes_are_404_and_noted(bot: RecordingClient, discord_server: DiscordServer) -> None:
    with pytest.raises(discord.NotFound):
        await bot.fetch_sticker(1)
    assert [r.path for r in discord_server.rest.requests if r.route == "unknown"] == ["/api/v10/stickers/1"]
