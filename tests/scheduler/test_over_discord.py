"""Schedule, store and outbox together on the loopback Discord, which fails in every temporary way."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from datetime import timedelta

from agent.types import Channel, ChannelKind
from bot.outbox import DiscordOutbox
from bot.schedule.policy import DeliveryPolicy
from bot.store.db import Database
from tests.discord_server.faults import Action, Drop, Fault, RateLimited, Refuse, ServerError
from tests.discord_server.seed import add_channel
from tests.discord_server.server import DiscordServer
from tests.discord_server.state import Channel as Place
from tests.discord_server.state import Message
from tests.gateway.connected import connected
from tests.scheduler.fakes import eventually
from tests.scheduler.running import real_clock, running, store_of
from tests.store.making import draft

SOON = DeliveryPolicy(first_pause=timedelta(milliseconds=50), longest_pause=timedelta(milliseconds=200))
AUTOMOD = 200_000
TROUBLES: tuple[Action, ...] = (
    ServerError(status=503),
    ServerError(status=503, after_commit=True),
    Drop(),
    Drop(after_commit=True),
    Drop(reset=True),
    RateLimited(retry_after=0.1, scope="shared"),
)


async def no_pause(_: float) -> None:
    return


def delivered(server: DiscordServer, place: Place) -> list[Message]:
    return [message for message in server.messages(place) if message.components]


async def test_whatever_fails_for_a_while_each_reminder_arrives_once_under_one_nonce(
    discord_pointed: DiscordServer, database: Database
) -> None:
    server, dice = discord_pointed, random.Random(random.randrange(10**6))
    places = [add_channel(server.world, server.guild(), f"place-{number}") for number in range(12)]

    def trouble(route: str, path: Mapping[str, str]) -> Action | None:
        fails = route == "message.create" and dice.random() < 0.6
        return dice.choice(TROUBLES) if fails else None

    server.faults.chooser = trouble
    store = store_of(database)
    for number in range(24):
        place = Channel(id=places[number % 12].id, kind=ChannelKind.GUILD, guild_id=server.guild().id)
        await store.add(
            draft(
                text=f"thing {number}",
                author_id=server.actor("ada").id,
                channel=place,
                now=real_clock(),
                after=timedelta(0),
            )
        )
    async with connected(server) as connection:
        outbox = DiscordOutbox(connection.gateway, sleep=no_pause)
        async with running(database, outbox, policy=SOON):

            async def all_done() -> bool:
                return await store.all_pending() == ()

            await eventually(all_done, seconds=60)
    seen = Counter(message.nonce for place in places for message in delivered(server, place))
    assert len(seen) == 24
    assert set(seen.values()) == {1}
    refused = sum(request.fault is not None for request in server.rest.requests)
    assert refused >= 10


async def test_words_that_the_server_refuses_are_left_out_once(
    discord_pointed: DiscordServer, database: Database
) -> None:
    server = discord_pointed
    general = server.channel("general")
    server.faults.add(Fault(route="message.create", action=Refuse(code=AUTOMOD), times=1))
    store = store_of(database)
    place = Channel(id=general.id, kind=ChannelKind.GUILD, guild_id=server.guild().id)
    await store.add(
        draft(
            text="a forbidden word",
            author_id=server.actor("ada").id,
            channel=place,
            now=real_clock(),
            after=timedelta(0),
        )
    )
    async with connected(server) as connection, running(database, DiscordOutbox(connection.gateway)):

        async def all_done() -> bool:
            return await store.all_pending() == ()

        await eventually(all_done, seconds=20)
    (message,) = delivered(server, general)
    assert "forbidden" not in message.content
    assert message.pinged == [server.actor("ada").id]
    assert [request.status for request in server.rest.requests if request.route == "message.create"] == [
        400,
        200,
    ]
