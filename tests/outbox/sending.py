"""An outbox on the loopback server, without waiting between attempts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from agent.types import Author, Channel, ChannelKind, Incoming, ReminderKind
from bot.delivery import Notice
from bot.drafts import Draft
from bot.outbox import DiscordOutbox
from tests.discord_server.backend import utc_now
from tests.discord_server.server import DiscordServer
from tests.discord_server.state import Channel as Place
from tests.discord_server.state import Message
from tests.gateway.connected import connected


class Sending:
    def __init__(self, server: DiscordServer, outbox: DiscordOutbox, waits: list[float]) -> None:
        self.server = server
        self.outbox = outbox
        self.waits = waits

    def sent(self, place: Place) -> list[Message]:
        return self.server.messages(place, author_id=self.server.world.application.bot_id)


@asynccontextmanager
async def sending(server: DiscordServer, *, mark: str = "") -> AsyncIterator[Sending]:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    async with connected(server) as connection:
        yield Sending(server, DiscordOutbox(connection.gateway, sleep=sleep, mark=mark), waits)


def target(place: Place) -> Channel:
    kind = ChannelKind.DM if place.guild_id is None else ChannelKind.GUILD
    return Channel(id=place.id, kind=kind, guild_id=place.guild_id)


def question(message: Message, place: Place) -> Incoming:
    return Incoming(
        message_id=message.id,
        channel=target(place),
        author=Author(id=message.author_id, name="ada"),
        text=message.content,
        received_at=utc_now(),
    )


async def until(probe: Callable[[], bool], seconds: float = 10.0) -> None:
    async with asyncio.timeout(seconds):
        while not probe():  # noqa: ASYNC110 - what is waited for has no event
            await asyncio.sleep(0.01)


async def growing(house: Sending, asked: Message, place: Place) -> Draft:
    """An answer of which "One." can be seen, and nothing else of the bot."""
    draft = house.outbox.draft(question(asked, place))
    draft.show("One.")
    await until(lambda: len(house.sent(place)) == 1)
    return draft


def buttons(message: Message) -> list[str]:
    return [item["custom_id"] for row in message.components for item in row["components"]]


def notice(user_id: int, *, text: str | None = None, due: datetime | None = None) -> Notice:
    moment = due or datetime(2026, 3, 1, 12, tzinfo=UTC)
    seconds = int(moment.timestamp())
    return Notice(
        reminder_id=4,
        kind=ReminderKind.REMINDER,
        text=text or f"<@{user_id}> Reminder: stretch\n<t:{seconds}:F>",
        body="stretch",
        mention_id=user_id,
        due=moment,
        zone="UTC",
        late_by=None,
        nonce=f"r4-{seconds}-0",
        marker=f"rem:4:{seconds}",
    )
