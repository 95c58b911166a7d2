"""What stands around a message: when it is said, reminders, notes, what was said before. By chance."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random

from agent.routing.recent import ToolUse
from agent.types import (
    Author,
    Basis,
    Channel,
    ChannelKind,
    HistoryMessage,
    Origin,
    Reminder,
    ReminderKind,
    ReminderState,
)
from training.product import Scene
from training.rows import filled, talk_of, words_of

ZONES = (
    "Europe/Berlin",
    "Europe/Berlin",
    "Europe/Vienna",
    "Europe/London",
    "America/New_York",
    "Europe/Madrid",
)
NOTES = ("garden-plan", "anna", "wifi", "recipes", "holiday-2026", "shopping", "car", "books", "work", "tom")
DONE = {"en": "Reminder set", "de": "Erinnerung gestellt", "es": "Recordatorio creado", "fr": "Rappel créé"}
HISTORY_SHARE = 0.1
START = datetime(2026, 1, 1, tzinfo=UTC)
MINUTES = 2 * 365 * 24 * 60
"""Messages are said within two years from START."""


def origin_of(number: int, chance: Random) -> Origin:
    """A direct message without its text, of somebody new, whose number is the message's."""
    return Origin(
        message_id=number,
        channel=Channel(id=number, kind=ChannelKind.DM),
        author=Author(id=number, name="someone"),
        text="",
        now=START + timedelta(minutes=chance.randrange(MINUTES)),
        zone=chance.choice(ZONES),
        language="en",
    )


def scene_of(base: Origin, names: Sequence[str], chance: Random, *, corrected: bool) -> Scene:
    """Reminders, notes and history of the author of `base`, for an offer of these tools.

    `corrected`: the newest reminder was set just now, and is to be put right.
    """
    language = chance.choice(("en", "de", "en", "de", "es", "fr"))
    words = words_of(language)
    least = 1 if corrected or {"agenda:remove", "agenda:edit"} & {*names} else 0
    texts = chance.sample([*words["thing"], *words["task"]], chance.randint(least, 3))
    first = chance.randint(1, 60)
    pending = [_pending(number, text, base, chance) for number, text in enumerate(texts, start=first)]
    history: list[HistoryMessage] = []
    recent: tuple[ToolUse, ...] = ()
    if corrected:
        about = newest(pending).text
        time = filled("{when}", words, chance, {})
        history = [_said(f"{about}, {time}", base), _heard(f"{DONE[language]}: {about}", base, composed=True)]
        recent = (ToolUse(tool="agenda:remind_at", at=base.now),)
    elif chance.random() < HISTORY_SHARE:
        for said, heard in chance.sample(talk_of(language), chance.randint(1, 2)):
            history += [_said(said, base), _heard(heard, base)]
    notes = tuple(chance.sample(NOTES, 2))
    return Scene(
        pending=tuple(sorted(pending, key=lambda reminder: (reminder.due, reminder.id))),
        notes=notes,
        staged=tuple(sorted(chance.sample(range(1, 21), 2))),
        documents=notes,
        history=tuple(history),
        recent=recent,
    )


def newest(pending: Sequence[Reminder]) -> Reminder:
    return max(pending, key=lambda reminder: reminder.created_at)


def _pending(number: int, text: str, base: Origin, chance: Random) -> Reminder:
    return Reminder(
        id=number,
        author_id=base.author.id,
        channel=base.channel,
        text=text,
        kind=ReminderKind.REMINDER,
        state=ReminderState.PENDING,
        due=base.now.replace(minute=0) + timedelta(minutes=15 * chance.randrange(100, 4000)),
        zone=base.zone,
        basis=Basis.ELAPSED,
        wall=None,
        created_at=base.now - timedelta(minutes=100 - number),
    )


def _said(text: str, base: Origin) -> HistoryMessage:
    return HistoryMessage(role="user", author_name="someone", text=text, sent_at=base.now)


def _heard(text: str, base: Origin, *, composed: bool = False) -> HistoryMessage:
    return HistoryMessage(
        role="assistant", author_name="Kallisti", text=text, sent_at=base.now, composed=composed
    )
