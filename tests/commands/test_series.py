"""/remind and /alarm with series, and what autocomplete shows of them."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.commands.house import running
from tests.discord_server.server import DiscordServer


@pytest.mark.parametrize(
    ("locale", "command", "when", "due", "rule"),
    [
        (
            "en-US",
            "remind",
            "every monday at 9",
            datetime(2026, 3, 9, 8, tzinfo=UTC),
            "every Monday at 09:00",
        ),
        (
            "de",
            "alarm",
            "jeden zweiten Dienstag um 8",
            datetime(2026, 3, 3, 7, tzinfo=UTC),
            "jeden zweiten Dienstag um 08:00",
        ),
        ("en-US", "alarm", "jeden Montag um 9", datetime(2026, 3, 9, 8, tzinfo=UTC), "every Monday at 09:00"),
        ("fr", "remind", "tous les lundis à 9h", datetime(2026, 3, 9, 8, tzinfo=UTC), None),
    ],
)
async def test_a_series_is_stored_and_confirmed_in_the_authors_language(
    discord_pointed: DiscordServer,
    tmp_path: Path,
    locale: str,
    command: str,
    when: str,
    due: datetime,
    rule: str | None,
) -> None:
    ada = discord_pointed.actor("ada")
    ada.user.locale = locale
    named = {"text": "bins"} if command == "remind" else {"label": "bins"}
    async with running(discord_pointed, tmp_path) as bot:
        used = await ada.command(ada.dm(), command, when=when, **named)
        (stored,) = await bot.reminders_of(ada)
    assert stored.due == due
    assert stored.rule is not None
    assert used.reply is not None
    assert rule is None or rule in used.reply.content


async def test_while_typing_the_next_times_are_shown(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    ada = discord_pointed.actor("ada")
    async with running(discord_pointed, tmp_path):
        series = await ada.autocomplete(ada.dm(), "remind", "when", when="every monday at 9")
        ended = await ada.autocomplete(ada.dm(), "remind", "when", when="every day at 9, two times")
        too_often = await ada.autocomplete(ada.dm(), "alarm", "when", when="every 30 seconds")
        impossible = await ada.autocomplete(ada.dm(), "remind", "when", when="every 31 february at 9")
    assert series == [
        (
            "every monday at 9: Monday, 9 March 2026, 09:00; 16 March, 09:00; 23 March, 09:00",
            "every monday at 9",
        )
    ]
    assert [name.count(";") for name, _ in ended] == [1]
    assert too_often == [("every 30 seconds: The shortest interval is 60 seconds.", "every 30 seconds")]
    assert impossible == [
        ("every 31 february at 9: not a time that I can read yet", "every 31 february at 9")
    ]


@pytest.mark.parametrize(
    ("locale", "typed", "dues"),
    [
        (
            "en-US",
            "every second tuesday at 8",
            [datetime(2026, 3, 3, 7, tzinfo=UTC), datetime(2026, 3, 10, 7, tzinfo=UTC)],
        ),
        (
            "de",
            "jeden zweiten Dienstag um 8",
            [datetime(2026, 3, 3, 7, tzinfo=UTC), datetime(2026, 3, 10, 7, tzinfo=UTC)],
        ),
        (
            "en-US",
            "every monday at 3 or 4",
            [datetime(2026, 3, 2, 14, tzinfo=UTC), datetime(2026, 3, 2, 15, tzinfo=UTC)],
        ),
        (
            "en-US",
            "tomorrow at 14:00 or 15:00",
            [datetime(2026, 3, 3, 13, tzinfo=UTC), datetime(2026, 3, 3, 14, tzinfo=UTC)],
        ),
    ],
)
async def test_what_may_mean_two_things_is_offered_as_both(
    discord_pointed: DiscordServer, tmp_path: Path, locale: str, typed: str, dues: list[datetime]
) -> None:
    ada = discord_pointed.actor("ada")
    ada.user.locale = locale
    async with running(discord_pointed, tmp_path) as bot:
        offered = await ada.autocomplete(ada.dm(), "remind", "when", when=typed)
        for _, value in offered:
            await ada.command(ada.dm(), "remind", when=value, text="x")
        stored = await bot.reminders_of(ada)
    assert [each.due for each in stored] == dues
    assert len({name for name, _ in offered}) == 2
