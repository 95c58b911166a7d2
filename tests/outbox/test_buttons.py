"""The buttons under a reminder, pressed on the loopback server with a real store behind them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any

import pytest

from agent.recurrence import to_json
from agent.reminder_limits import ReminderLimits
from agent.testing.clock import FixedClock
from agent.timeparse import Policy, time_parser
from agent.types import Author, Basis, Grain, Incoming, Reminder, ReminderDraft, ReminderKind, Resolved
from bot.delivery import compose
from bot.delivery_words import KEPT_ELSEWHERE
from bot.outbox import DiscordOutbox
from bot.reminder_desk import HUSHED, NOT_READ, NOT_YOURS, ReminderDesk
from bot.store.db import open_database
from bot.store.occurrences import SqliteOccurrences
from bot.store.reminders import SqliteReminderStore
from bot.store.users import SqliteUsers
from tests.discord_server.actors import Actor
from tests.discord_server.server import DiscordServer
from tests.discord_server.state import Message
from tests.gateway.connected import connected
from tests.outbox.sending import target
from tests.store.making import daily

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


class Desk:
    """One channel in which reminders of ada's arrive."""

    def __init__(self, server: DiscordServer, directory: Path) -> None:
        self.server = server
        self.directory = directory
        self.clock = FixedClock(NOW)
        self.ada = server.actor("ada")
        self.place = server.channel("general")

    @asynccontextmanager
    async def open(self, *, mark: str = "", sends_with: str = "") -> AsyncIterator[None]:
        """A process of the bot: the database and a connection, with nothing in memory from an earlier one.
        `mark` is its own, `sends_with` the one of whoever sends.
        """
        async with open_database(self.directory / "db") as database, connected(self.server) as connection:
            self.occurrences = SqliteOccurrences(database)
            self.store = SqliteReminderStore(database, limits=ReminderLimits(pending=5))
            self.users = SqliteUsers(database)
            self.desk = ReminderDesk(
                store=self.store,
                occurrences=self.occurrences,
                users=self.users,
                times=time_parser(Policy(morning=time(9))),
                clock=self.clock,
                zone="Europe/Berlin",
                language="en",
                mark=mark,
            )
            connection.gateway.reminder_desk = self.desk
            self.outbox = DiscordOutbox(connection.gateway, mark=sends_with)
            yield

    async def deliver(self, kind: ReminderKind = ReminderKind.REMINDER, **options: Any) -> Message:
        """A reminder of ada's that is due now, on its way through every step of its life."""
        at = Resolved(at=NOW, zone="Europe/Berlin", grain=Grain.MINUTE, basis=Basis.ELAPSED)
        draft = ReminderDraft(
            author_id=self.ada.id,
            channel=target(self.place),
            text="stretch",
            kind=kind,
            resolved=at,
            source_message_id=1,
            call_index=0,
            created_at=NOW,
        )
        self.reminder = await self.store.add(replace(draft, **options))
        return await self.send_due()

    async def send_due(self) -> Message:
        now = self.clock()
        (due,) = await self.occurrences.due(now=now, per_channel=5)
        claimed = await self.occurrences.claim(due.id, now=now, lease=timedelta(minutes=1))
        assert claimed is not None
        await self.occurrences.begin_sending(claimed, now=now)
        notice = compose(claimed.reminder, due=claimed.due, now=now)
        message_id = await self.outbox.deliver(claimed.reminder.channel, notice)
        await self.occurrences.delivered(
            claimed, channel_id=claimed.reminder.channel.id, message_id=message_id, now=now
        )
        return self.sent()[-1]

    def sent(self) -> list[Message]:
        """Without what was shown to a presser alone."""
        everything = self.server.messages(self.place, author_id=self.server.world.application.bot_id)
        return [message for message in everything if message.ephemeral_to is None]

    async def press(self, message: Message, label: str, actor: Actor | None = None) -> str:
        """What the presser alone reads."""
        presser = actor or self.ada
        interaction = await presser.press_label(message, label)
        assert interaction.reply is not None
        assert interaction.reply.ephemeral_to == presser.id
        return interaction.reply.content

    async def pending(self) -> tuple[Reminder, ...]:
        return await self.store.pending(self.ada.id)


@pytest.fixture
def desk(discord_pointed: DiscordServer, tmp_path: Path) -> Desk:
    return Desk(discord_pointed, tmp_path)


def labels(message: Message) -> list[str]:
    return [button["label"] for row in message.components for button in row["components"]]


@pytest.mark.parametrize(
    ("label", "due"),
    [
        ("10 min", NOW + timedelta(minutes=10)),
        ("1 h", NOW + timedelta(hours=1)),
        ("Tomorrow", datetime(2026, 3, 3, 8, 0, tzinfo=UTC)),
    ],
)
async def test_a_snooze_is_a_reminder_of_its_own(desk: Desk, label: str, due: datetime) -> None:
    async with desk.open():
        message = await desk.deliver()
        assert labels(message) == ["Done", "10 min", "1 h", "Tomorrow", "Custom"]
        answer = await desk.press(message, label)
        (child,) = await desk.pending()
    assert answer == f"Again <t:{int(due.timestamp())}:F> (<t:{int(due.timestamp())}:R>)."
    assert (child.due, child.text, child.parent_id, child.rule) == (due, "stretch", desk.reminder.id, None)


@pytest.mark.parametrize(("mark", "sends_with"), [("", "1"), ("1", ""), ("1", "2")])
@pytest.mark.parametrize("label", ["Done", "10 min", "Custom"])
async def test_what_another_daemon_sent_is_not_changed_here(
    desk: Desk, label: str, mark: str, sends_with: str
) -> None:
    """Its number is another reminder's here, even of the same author's."""
    async with desk.open(mark=mark, sends_with=sends_with):
        message = await desk.deliver()
        assert await desk.press(message, label) == KEPT_ELSEWHERE["en"]
        assert await desk.pending() == ()
        assert labels(message) == ["Done", "10 min", "1 h", "Tomorrow", "Custom"]


async def test_a_daemon_with_a_mark_knows_its_own(desk: Desk) -> None:
    async with desk.open(mark="12", sends_with="12"):
        message = await desk.deliver()
        assert (await desk.press(message, "10 min")).startswith("Again")
        await desk.ada.press_label(message, "Done")
        (child,) = await desk.pending()
    assert child.parent_id == desk.reminder.id
    assert labels(message) == ["Done"]


async def test_snoozing_leaves_the_series_alone(desk: Desk) -> None:
    async with desk.open():
        message = await desk.deliver(rule=to_json(daily(10)))
        (series,) = await desk.pending()
        await desk.press(message, "10 min")
        child, same = await desk.pending()
    assert same == series
    assert (child.rule, child.parent_id) == (None, series.id)


async def test_a_time_of_ones_own_is_asked_for_and_read_in_the_users_zone_and_language(desk: Desk) -> None:
    async with desk.open():
        await desk.users.set_zone(desk.ada.id, "America/New_York")
        await desk.users.set_language(desk.ada.id, "de")
        message = await desk.deliver()
        assert labels(message) == ["Fertig", "10 min", "1 h", "Morgen", "Andere Zeit"]
        opened = await desk.ada.press_label(message, "Andere Zeit")
        answered = await desk.ada.submit(opened, when="morgen um 18 Uhr")
        (child,) = await desk.pending()
    assert child.due == datetime(2026, 3, 3, 23, 0, tzinfo=UTC)
    assert answered.reply is not None
    assert answered.reply.content.startswith("Wieder <t:")


@pytest.mark.parametrize("phrase", ["whenever", "yesterday at 5", "@everyone"])
async def test_a_time_that_cannot_be_read_or_is_over_sets_nothing(desk: Desk, phrase: str) -> None:
    async with desk.open():
        opened = await desk.ada.press_label(await desk.deliver(), "Custom")
        answered = await desk.ada.submit(opened, when=phrase)
        assert await desk.pending() == ()
    assert answered.reply is not None
    assert answered.reply.content == NOT_READ["en"]


async def test_the_buttons_work_after_a_restart_and_a_chain_of_snoozes_goes_on(desk: Desk) -> None:
    async with desk.open():
        await desk.deliver()
    for number in range(1, 4):
        async with desk.open():
            await desk.press(desk.sent()[-1], "10 min")
        async with desk.open():
            desk.clock.advance(timedelta(minutes=10))
            message = await desk.send_due()
            assert "stretch" in message.content
            assert len(desk.sent()) == number + 1


@pytest.mark.parametrize("label", ["Done", "10 min", "Custom"])
async def test_nobody_else_can_press(desk: Desk, label: str) -> None:
    async with desk.open():
        message = await desk.deliver(ReminderKind.ALARM)
        assert await desk.press(message, label, desk.server.actor("bob")) == NOT_YOURS["en"]
        assert len(await desk.pending()) == 1
        assert await desk.occurrences.upcoming(after=NOW, until=NOW + timedelta(hours=1), limit=5)


async def test_at_the_limit_the_presser_reads_the_limit(desk: Desk) -> None:
    async with desk.open():
        message = await desk.deliver()
        for _ in range(5):
            await desk.press(message, "1 h")
        assert "5 is the limit" in await desk.press(message, "1 h")


@pytest.mark.parametrize("label", ["Done", "10 min"])
async def test_an_alarm_that_is_answered_rings_no_more(desk: Desk, label: str) -> None:
    async with desk.open():
        message = await desk.deliver(ReminderKind.ALARM)
        await desk.ada.press_label(message, label)
        upcoming = await desk.occurrences.upcoming(after=NOW, until=NOW + timedelta(minutes=5), limit=5)
    assert upcoming == ()


@pytest.mark.parametrize(
    ("text", "stops"),
    [
        ("done", True),
        ("Stop!", True),
        ("ok I’m up", True),
        ("Fertig.", True),
        ("stop the music please", False),
    ],
)
async def test_a_word_in_the_channel_stops_what_rings(desk: Desk, text: str, stops: bool) -> None:
    async with desk.open():
        incoming = Incoming(
            message_id=77,
            channel=target(desk.place),
            author=Author(id=desk.ada.id, name="ada"),
            text=text,
            received_at=NOW,
        )
        assert await desk.desk.hush(incoming) is None
        await desk.deliver(ReminderKind.ALARM)
        assert await desk.desk.hush(incoming) == (HUSHED["en"] if stops else None)
        assert (await desk.pending() == ()) is stops
