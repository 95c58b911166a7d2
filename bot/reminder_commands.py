"""`kallisti reminders list|export|import`: what is stored, for the operator. The daemon may be running."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from zoneinfo import ZoneInfo

from agent.errors import ConfigError, LimitReached
from agent.recurrence import describe, from_json
from agent.reminder_limits import ReminderLimits
from agent.types import Channel, ChannelKind, Reminder, ReminderDraft
from bot.app_house import Setup
from bot.calendar_file import CalendarError, Imported, Owner, from_calendar, to_calendar
from bot.config import data_directory, default_zone
from bot.store.db import open_database
from bot.store.reminders import SqliteReminderStore

DATABASE = "kallisti.sqlite3"


def listed(setup: Setup) -> list[str]:
    """One line for each pending reminder, soonest first. Raises ConfigError."""
    return [_line(reminder) for reminder in asyncio.run(_pending(setup))]


def exported(setup: Setup) -> bytes:
    """All pending reminders as iCalendar. Raises ConfigError."""
    return to_calendar(asyncio.run(_pending(setup)), now=setup.clock())


def imported(
    setup: Setup, path: Path, *, author: int | None, channel: int | None, trusted: bool = False
) -> list[str]:
    """Stores what a calendar file holds; gives what became of it, line by line. Raises ConfigError.

    `trusted`: requests for later and reminders for others are taken from it too.
    """
    if (author is None) != (channel is None):
        raise ConfigError("--author and --channel belong together: name both or neither")
    owner = None
    if author is not None and channel is not None:
        owner = Owner(author_id=author, channel=Channel(id=channel, kind=ChannelKind.GUILD))
    try:
        found = from_calendar(
            path.read_bytes(),
            now=setup.clock(),
            owner=owner,
            zone=default_zone(setup.config),
            trusted=trusted,
        )
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}") from None
    except CalendarError as error:
        raise ConfigError(f"{path}: {error}") from None
    return asyncio.run(_stored(setup, found))


async def _pending(setup: Setup) -> tuple[Reminder, ...]:
    async with _store(setup) as store:
        return await store.all_pending()


async def _stored(setup: Setup, found: Imported) -> list[str]:
    lines = [f"not taken: {why}" for why in found.refused]
    count = known = 0
    async with _store(setup) as store:
        present = {_identity(reminder) for reminder in await store.all_pending()}
        for draft in found.drafts:
            if _identity_of_draft(draft) in present:
                known += 1
                continue
            try:
                stored = await store.add(draft)
                if draft.source_message_id in found.paused:
                    await store.set_paused(stored.id, author_id=stored.author_id, paused=True)
                count += 1
            except LimitReached as limit:
                lines.append(f"not taken: “{draft.text[:60]}”: {limit}")
    lines.append(f"imported: {count}, there already: {known}, not taken: {len(lines)}")
    return lines


@asynccontextmanager
async def _store(setup: Setup) -> AsyncIterator[SqliteReminderStore]:
    path = data_directory(setup.config, setup.surroundings) / DATABASE
    if not path.is_file():
        raise ConfigError(f"there is no database {path} yet; start Kallisti once, or name its configuration")
    limits = ReminderLimits(
        pending=setup.config.reminders.per_user,
        requests=setup.config.reminders.requests_per_user,
        text=setup.config.reminders.longest_text,
        years=setup.config.reminders.years_ahead,
    )
    async with open_database(path, exclusive=False) as database:
        yield SqliteReminderStore(database, limits=limits)


def _line(reminder: Reminder) -> str:
    zone = ZoneInfo(reminder.zone)
    local = f"{reminder.due.astimezone(zone):%Y-%m-%d %H:%M:%S}"
    rule = (
        "" if reminder.rule is None else f", {describe(from_json(reminder.rule), zone=zone, language='en')}"
    )
    marks = ", a request" if reminder.request else ""
    marks += f", for {reminder.target.mention}" if reminder.target else ""
    marks += ", paused" if reminder.paused else ""
    marks += f", failed: {reminder.failure}" if reminder.failure else ""
    return (
        f"#{reminder.id} {reminder.kind.value} of {reminder.author_id} in {reminder.channel.id}: "
        f"{local} {reminder.zone}{rule}{marks}: {_one_line(reminder.text)}"
    )


def _one_line(text: str) -> str:
    return " ".join("".join(character if character.isprintable() else " " for character in text).split())


def _identity(reminder: Reminder) -> tuple[object, ...]:
    about = (reminder.text, reminder.due, reminder.rule, reminder.request, reminder.target)
    return reminder.author_id, reminder.channel.id, *about


def _identity_of_draft(draft: ReminderDraft) -> tuple[object, ...]:
    about = (draft.text, draft.resolved.at, draft.rule, draft.request, draft.target)
    return draft.author_id, draft.channel.id, *about
