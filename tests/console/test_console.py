"""The console as the place where one person writes and reads."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

from agent.types import ChannelKind, Incoming, ReminderKind
from bot.console import CONSOLE, PERSON, Console
from bot.delivery import Notice
from bot.sessions import ReplyKind

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


class MemoryTerminal:
    def __init__(self, *lines: str) -> None:
        self._lines = lines
        self.shown: list[str] = []
        self.rings = 0

    async def lines(self) -> AsyncIterator[str]:
        for line in self._lines:
            yield line

    def show(self, text: str, *, ring: bool = False) -> None:
        self.shown.append(text)
        self.rings += ring


def console(*lines: str) -> tuple[Console, MemoryTerminal]:
    terminal = MemoryTerminal(*lines)
    return Console(terminal, clock=lambda: NOW, zone="Europe/Berlin"), terminal


async def typed(*lines: str) -> list[Incoming]:
    received: list[Incoming] = []
    await console(*lines)[0].run(received.append)
    return received


def notice(*, body: str = "stretch", late_by: timedelta | None = None) -> Notice:
    return Notice(
        reminder_id=4,
        kind=ReminderKind.REMINDER,
        text="<@1> Reminder: stretch",
        body=body,
        mention_id=1,
        due=NOW,
        zone="UTC",
        late_by=late_by,
        nonce="r4-1-0",
        marker="rem:4:1",
    )


async def test_what_is_typed_is_a_message_and_blank_lines_are_none() -> None:
    (first, second) = await typed("hello", "", "  ", " again ")
    assert (first.text, second.text) == ("hello", "again")
    assert (first.channel, first.author, first.received_at) == (CONSOLE, PERSON, NOW)


async def test_message_ids_differ_and_grow_also_from_run_to_run() -> None:
    ids = [incoming.message_id for _ in range(2) for incoming in await typed("a", "b", "c")]
    assert ids[:3] == sorted(set(ids[:3]))
    later = Console(MemoryTerminal(), clock=lambda: NOW + timedelta(seconds=1), zone="UTC")
    assert await later.deliver(CONSOLE, notice()) > max(ids)
    assert max(ids) < 2**63


def test_its_own_ids_are_below_those_of_discord() -> None:
    assert CONSOLE.kind is ChannelKind.CONSOLE
    assert CONSOLE.id < 1000
    assert PERSON.id < 1000


async def test_a_reply_shows_times_of_this_place() -> None:
    place, terminal = console()
    (asked,) = await typed("remind me")
    await place.reply(asked, f"Set for <t:{int(NOW.timestamp())}:F>.", ReplyKind.ANSWER)
    assert terminal.shown == ["Kallisti: Set for Sunday, 1 March 2026 13:00."]


async def test_a_reminder_is_shown_with_a_bell_in_words_of_its_own() -> None:
    place, terminal = console()
    await place.deliver(CONSOLE, notice())
    await place.deliver(CONSOLE, notice(body="", late_by=timedelta(minutes=5)))
    assert terminal.shown == [
        "Reminder: stretch (Sunday, 1 March 2026, 13:00)",
        "Reminder (Sunday, 1 March 2026, 13:00, late by 5 min)",
    ]
    assert terminal.rings == 2


async def test_a_reminder_that_is_called_like_its_kind_says_so_once() -> None:
    place, terminal = console()
    await place.deliver(CONSOLE, notice(body="Erinnerung"))
    assert terminal.shown == ["Reminder (Sunday, 1 March 2026, 13:00)"]


async def test_everybodys_direct_channel_is_the_console() -> None:
    assert await console()[0].direct_channel(1) == CONSOLE
