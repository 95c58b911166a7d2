"""From a time phrase to a stored reminder: what `agenda:remind_at`, `clock:timer` and `clock:alarm` have in
common.

The host reads the phrase in the author's zone; the model never computes a time. What cannot be read, or is
over, becomes a question to the author, and nothing is stored.
"""

from __future__ import annotations

from dataclasses import dataclass

from agent.errors import LimitReached, ToolFailed, ToolRetry
from agent.ports import Services
from agent.recurrence import Rule, find, first_of, read, to_json
from agent.tools._wording import Words, kind_name, local_time, say, when, without_pings, zone_hint
from agent.types import Origin, Reminder, ReminderDraft, ReminderKind, Resolved, ToolContext, ToolResult

LONGEST_TEXT = 1000
"""Characters of a reminder's text or label."""
LONGEST_PHRASE = 120
"""Characters of a time phrase."""
EFFECT_SET = "reminder_set"

NOT_READ = {
    "en": "I could not read “{phrase}” as a time, so nothing is set. "
    "When exactly? For example: in 20 minutes, or tomorrow at 9.",
    "de": "„{phrase}“ konnte ich nicht als Zeit lesen, also ist nichts gesetzt. "
    "Wann genau? Zum Beispiel: in 20 Minuten, oder morgen um 9.",
}
SEVERAL = {
    "en": "“{phrase}” may mean {readings}, so nothing is set. Which one?",
    "de": "„{phrase}“ kann {readings} heißen, also ist nichts gesetzt. Was davon?",
}
OR = {"en": " or ", "de": " oder "}
OVER = {
    "en": "{local} ({zone}) is already over, so nothing is set. When should it be instead?",
    "de": "{local} ({zone}) ist schon vorbei, also ist nichts gesetzt. Wann soll es stattdessen sein?",
}
ENDED = {
    "en": "“{phrase}” has no time that is still to come, so nothing is set. When should it be instead?",
    "de": "„{phrase}“ hat keinen Termin, der noch kommt, also ist nichts gesetzt. "
    "Wann soll es stattdessen sein?",
}
CONFIRMATION = {
    ReminderKind.REMINDER: {
        "en": "I will remind you: {when}: {text}",
        "de": "Ich erinnere dich: {when}: {text}",
    },
    ReminderKind.TIMER: {
        "en": "Timer set: it rings {when}: {text}",
        "de": "Timer läuft: er klingelt {when}: {text}",
    },
    ReminderKind.ALARM: {"en": "Alarm set: {when}: {text}", "de": "Wecker gestellt: {when}: {text}"},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What the author wants: an empty `text` stands for the bare name of the kind."""

    kind: ReminderKind
    phrase: str
    text: str


async def schedule(services: Services, context: ToolContext, wish: Wish) -> ToolResult:
    """Stores the reminder and tells what the row says. Raises ToolRetry, ToolFailed."""
    origin = context.origin
    resolved, rule = when_meant(services, origin, wish)
    draft = ReminderDraft(
        author_id=origin.author.id,
        channel=origin.channel,
        text=wish.text.strip() or kind_name(wish.kind, origin.language),
        kind=wish.kind,
        resolved=resolved,
        source_message_id=origin.message_id,
        call_index=context.call_index,
        created_at=origin.now,
        rule=rule,
    )
    try:
        stored = await services.reminders.add(draft)
    except LimitReached as error:
        raise ToolFailed(str(error)) from error
    return _confirm(stored, origin)


def when_meant(services: Services, origin: Origin, wish: Wish) -> tuple[Resolved, str | None]:
    """The time that is meant, with the series that it is the first of. Raises ToolRetry, ToolFailed."""
    series = None if wish.kind is ReminderKind.TIMER else _series(services, origin, wish.phrase)
    if series is None:
        return _resolve(services, origin, wish), None
    first = first_of(series, now=origin.now, zone=origin.zone)
    if first is None:
        raise _question(ENDED, origin.language, phrase=without_pings(wish.phrase))
    return first, to_json(series)


def _series(services: Services, origin: Origin, phrase: str) -> Rule | None:
    """The series that the phrase belongs to; its other pieces may stand elsewhere in the message."""
    named = find(
        origin.text, now=origin.now, zone=origin.zone, language=origin.language, times=services.times
    )
    meant = [each for each in named if any(_belongs(phrase, piece.text) for piece in each.pieces)]
    if len(meant) == 1 and meant[0].refusal is not None:
        raise ToolFailed(meant[0].refusal)
    if len(meant) == 1:
        return meant[0].rule
    try:
        return read(phrase, now=origin.now, zone=origin.zone, language=origin.language, times=services.times)
    except LimitReached as limit:
        raise ToolFailed(str(limit)) from limit


def _belongs(phrase: str, piece: str) -> bool:
    return phrase in piece or piece in phrase


def _resolve(services: Services, origin: Origin, wish: Wish) -> Resolved:
    resolved = services.times.resolve(
        wish.phrase,
        now=origin.now,
        zone=origin.zone,
        language=origin.language,
        alarm=wish.kind is ReminderKind.ALARM,
    )
    if resolved is None:
        raise _unread(services, origin, wish.phrase)
    if resolved.at <= origin.now:
        raise _question(OVER, origin.language, **_place(resolved, origin))
    return resolved


def _unread(services: Services, origin: Origin, phrase: str) -> ToolRetry:
    """A question: which of the readings is meant, or when at all."""
    readings = services.times.ambiguities(phrase, now=origin.now, zone=origin.zone, language=origin.language)
    shown = without_pings(phrase)
    if not readings:
        return _question(NOT_READ, origin.language, phrase=shown)
    places = [_place(reading, origin)["local"] for reading in readings]
    either = say(OR, origin.language).join(places)
    return _question(SEVERAL, origin.language, phrase=shown, readings=either)


def _place(resolved: Resolved, origin: Origin) -> dict[str, str]:
    return {
        "local": local_time(resolved.at, zone=resolved.zone, language=origin.language),
        "zone": resolved.zone,
    }


def _question(words: Words, language: str, **facts: str) -> ToolRetry:
    return ToolRetry(words["en"].format(**facts), question=say(words, language).format(**facts))


def _confirm(stored: Reminder, origin: Origin) -> ToolResult:
    text = say(CONFIRMATION[stored.kind], origin.language).format(
        when=when(stored, origin.language), text=without_pings(stored.text)
    )
    local = local_time(stored.due, zone=stored.zone, language="en")
    return ToolResult(
        content=f"Set: {stored.kind.value} {stored.id}, due {local} ({stored.zone}), text: {stored.text}",
        user_text=text + zone_hint(origin),
        effect=EFFECT_SET,
    )
