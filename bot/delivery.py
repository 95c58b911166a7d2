"""What leaves the house when an occurrence is due, and the port it leaves through.

Everything here is decided from the stored row: no model, no clock, no I/O. `Deliverer` is implemented once
for Discord and once for the console.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Protocol, runtime_checkable

from agent.types import Channel, Reminder, ReminderKind, Target
from agent.words import KIND, names_kind_only, say
from bot import delivery_words as words
from bot.request_answer import RequestAnswer
from bot.request_words import asked, outcome, set_by

MESSAGE_LIMIT = 2000
"""Code points in one Discord message."""
NONCE_LIMIT = 25
"""Characters that Discord accepts as a nonce."""
LATE_FROM = timedelta(seconds=10)
"""A delivery that starts this long after it was due says so."""
LATE_ANSWER = timedelta(minutes=3)
"""The same for a request, which is worked on from when it is due."""
LONGEST_REQUEST = 300
"""Code points of a request above its answer."""
RINGS = 5
"""How often an alarm rings again until somebody acknowledges it."""
UNDELIVERED_PART = 9
"""Of a nonce: far from the parts of what is delivered."""
RESERVED = 80
MOST_COUNTED = 100
"""Missed occurrences that are counted one by one."""

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_FENCE = "```"
_UNITS = ((86_400, "d"), (3_600, "h"), (60, "min"), (1, "s"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """One delivery of one occurrence, ready to send.

    `text` is complete Discord markup of at most 2000 code points and mentions `mention_id`, the only user
    `text` is complete Discord markup of at most 2000 code points and mentions `mention_id`, the only user
    (with `mentions_role`, the only role) that may be pinged. `author_id` is who set it, None for
    `mention_id`. A deliverer without markup composes its own from `kind`, `body` (the reminder's words,
    may be empty), `due`, `zone` (IANA name), `late_by` (None when on time), `missed`, in `language`. `nonce`
    makes repeats recognisable for a few minutes, `marker` for ever.
    """

    reminder_id: int
    kind: ReminderKind
    text: str
    body: str
    mention_id: int
    due: datetime
    zone: str
    late_by: timedelta | None
    nonce: str
    marker: str
    missed: int = 0
    language: str = "en"
    mentions_role: bool = False
    author_id: int | None = None

    @property
    def last_resort(self) -> int:
        """The user whose direct channel takes it where its place is gone."""
        return self.mention_id if self.author_id is None else self.author_id


class Deliverer(Protocol):
    """Puts notices in front of people. Any number of calls may run at once, one per channel."""

    async def deliver(self, target: Channel, notice: Notice) -> int:
        """Sends `notice.text` to `target` and returns the id of the message that carries it.

        A notice whose nonce was sent there before within Discord's memory returns the first message's id.
        Pings nobody but `notice.mention_id`, and never silently.
        Raises TargetGone (gone or forbidden for good), ContentRefused (the content itself was refused) and
        DeliveryDelayed (everything temporary, also not being connected yet; the message may or may not be
        out).
        """
        ...

    async def direct_channel(self, user_id: int) -> Channel:
        """The direct channel with a user, opened if need be.

        Raises TargetGone (there is none and cannot be) and DeliveryDelayed.
        """
        ...


@runtime_checkable
class DeliverySearch(Protocol):
    """What a deliverer may add: finding an earlier delivery after Discord has forgotten its nonce."""

    async def find_delivered(self, target: Channel, notice: Notice, since: datetime) -> int | None:
        """The id of our own message in `target`, not older than `since`, that carries `notice.marker`.

        None says that it was looked for and is not there. Raises TargetGone and DeliveryDelayed.
        """
        ...


# ------------------------------------------------------------------ identity


def nonce(reminder_id: int, due: datetime, part: int = 0) -> str:
    """`r<id>-<due>-<part>`, the same for every attempt at one occurrence, at most 25 characters.

    `due` is in seconds since the epoch. Where decimal numbers do not fit, `R<id>-<due>-<part>` in base 36
    does: a 63-bit id takes 13 characters, and a second before the year 4453 takes 7.
    """
    seconds = int(due.timestamp())
    decimal = f"r{reminder_id}-{seconds}-{part}"
    if len(decimal) <= NONCE_LIMIT:
        return decimal
    short = f"R{_base36(reminder_id)}-{_base36(seconds)}-{_base36(part)}"
    if len(short) > NONCE_LIMIT:
        raise ValueError(
            f"no nonce of {NONCE_LIMIT} characters for reminder {reminder_id}, {seconds}, part {part}"
        )
    return short


def marker(reminder_id: int, due: datetime) -> str:
    """What a delivered message carries for good (a component's custom_id): `rem:<id>:<due epoch>`."""
    return f"rem:{reminder_id}:{int(due.timestamp())}"


def marked(text: str, mark: str) -> str:
    """A nonce or marker of the daemon with this mark (`bot.sharding`): each daemon counts its reminders from
    1, and Discord compares the nonces of all of them.
    """
    if not mark:
        return text
    head, separator, rest = text.partition(":")
    if separator:
        return f"{head}{mark}{separator}{rest}"
    whole = f"{mark}{text}"
    return whole if len(whole) <= NONCE_LIMIT else _base36(int.from_bytes(_digest(whole)))


def mark_of(marker: str) -> str:
    """What `marked` put into a marker, or into a custom id made from one."""
    return "".join(character for character in marker.partition(":")[0] if character.isdecimal())


def _digest(text: str) -> bytes:
    """As long as a nonce can hold in base 36."""
    return hashlib.blake2b(text.encode(), digest_size=15).digest()


def _base36(number: int) -> str:
    digits = ""
    while True:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
        if number == 0:
            return digits


# ------------------------------------------------------------------ words


def compose(
    reminder: Reminder,
    *,
    due: datetime,
    now: datetime,
    ring: int = 0,
    missed: int = 0,
    missed_since: datetime | None = None,
    language: str = "en",
    answer: RequestAnswer | None = None,
) -> Notice:
    """The notice for one occurrence of `reminder`, as it reads when sending starts at `now`.

    `ring` counts an alarm's repetitions; `missed` occurrences of the series passed since `missed_since`.
    `language` is for authors of whom none is known; `answer` is what a request came to.
    """
    language = reminder.language or language
    target = reminder.target
    late_by = now - due if now - due >= (LATE_FROM if answer is None else LATE_ANSWER) else None
    tail = _when(due, late_by, language) + _again(ring, language)
    tail += _missed_line(missed, missed_since, language)
    return Notice(
        reminder_id=reminder.id,
        kind=reminder.kind,
        text=_text(reminder, tail=tail, language=language, answer=answer),
        body=reminder.text if answer is None else f"{reminder.text}\n{outcome(answer, language)}",
        mention_id=reminder.author_id if target is None else target.id,
        mentions_role=target is not None and target.is_role,
        author_id=reminder.author_id,
        due=due,
        zone=reminder.zone,
        late_by=late_by,
        nonce=nonce(reminder.id, due),
        marker=marker(reminder.id, due),
        missed=missed,
        language=language,
    )


def _again(ring: int, language: str) -> str:
    return f" ({say(words.AGAIN, language).format(ring=ring, rings=RINGS)})" if ring else ""


def _missed_line(missed: int, since: datetime | None, language: str) -> str:
    if not missed or since is None:
        return ""
    many = say(words.OR_MORE, language).format(count=MOST_COUNTED)
    count = many if missed >= MOST_COUNTED else str(missed)
    return "\n" + say(words.MISSED, language).format(count=count, since=f"<t:{int(since.timestamp())}:F>")


def shortened(notice: Notice) -> Notice:
    """The plain form for refused content, without the user's own words: they are what was refused."""
    what = say(words.CONTENT_REFUSED, notice.language).format(
        kind=say(KIND[notice.kind], notice.language), id=notice.reminder_id
    )
    when = _when(notice.due, notice.late_by, notice.language)
    mention = Target(id=notice.mention_id, is_role=notice.mentions_role).mention
    return replace(notice, text=f"{mention} {what}\n{when}")


def undelivered(notice: Notice) -> Notice:
    """For a place where others may read along: that a notice reached nobody, without any of its words.

    It has no marker and so no buttons, and a nonce of its own.
    """
    why = say(words.NO_WAY, notice.language)
    told = say(words.UNDELIVERED, notice.language).format(id=notice.reminder_id, why=why)
    return replace(
        notice,
        text=f"<@{notice.last_resort}> {told}",
        body="",
        mention_id=notice.last_resort,
        mentions_role=False,
        nonce=nonce(notice.reminder_id, notice.due, UNDELIVERED_PART),
        marker="",
    )


def redirected(notice: Notice) -> Notice:
    """The form for a fallback target: says why it arrives here."""
    return replace(notice, text=f"{notice.text}\n{say(words.ELSEWHERE, notice.language)}")


def _text(reminder: Reminder, *, tail: str, language: str, answer: RequestAnswer | None) -> str:
    target = reminder.target
    mention = (target or Target(id=reminder.author_id)).mention
    body = reminder.text.strip()
    if answer is not None:
        return _answered(f"{mention} {asked(language)}", body, outcome(answer, language), tail)
    setter = "" if target is None else set_by(reminder.author_id, language)
    if names_kind_only(body, reminder.kind):
        return f"{mention} {say(words.WITHOUT_BODY[reminder.kind], language)}{setter}\n{tail}"
    head = f"{mention} {say(KIND[reminder.kind], language)}{setter}: "
    # So many code points stay free for the closing fence and for `redirected`.
    return f"{head}{_fitted(body, MESSAGE_LIMIT - len(head) - len(tail) - RESERVED)}\n{tail}"


def _answered(head: str, request: str, said: str, tail: str) -> str:
    """The request, shortened where it is long, then what came of it, which gets the room that is left."""
    shown = _fitted(request, LONGEST_REQUEST)
    room = MESSAGE_LIMIT - len(head) - len(shown) - len(tail) - RESERVED
    return f"{head}{shown}\n{_fitted(said, room)}\n{tail}"


def _when(due: datetime, late_by: timedelta | None, language: str) -> str:
    moment = f"<t:{int(due.timestamp())}:F>"
    return moment if late_by is None else f"{moment} ({late(late_by, language)})"


def late(span: timedelta, language: str) -> str:
    """ "late by 2 h 5 min"."""
    return say(words.LATE, language).format(span=spoken(span))


def _fitted(body: str, room: int) -> str:
    """`body` cut to `room`, with an open code fence closed so that it cannot swallow what follows."""
    cut = body if len(body) <= room else body[: room - 1] + "…"
    return cut if cut.count(_FENCE) % 2 == 0 else f"{cut}\n{_FENCE}"


def spoken(span: timedelta) -> str:
    """A span in its two largest units, rounded down: `2 h 5 min`, `3 d`, `40 s`."""
    seconds = max(0, int(span.total_seconds()))
    parts: list[str] = []
    for size, unit in _UNITS:
        count, seconds = divmod(seconds, size)
        if count or (unit == "s" and not parts):
            parts.append(f"{count} {unit}")
        elif parts:
            break
    return " ".join(parts[:2])
