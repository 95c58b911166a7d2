"""Messages that move what is set, or want what arrived once more: which reminder, and when. Pure.

"push the dentist by an hour" moves a pending one; "snooze that 20 minutes" lets the last delivered one come
again; "push that by an hour" is either, by whether one was just set.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.routing import lexical, matching
from agent.routing.lexical import Hit
from agent.routing.recent import ToolUse
from agent.tools._shifts import Shift
from agent.types import Reminder

SETTING = lexical.SETTING | {lexical.EDIT, lexical.SNOOZE}

_SHOWN = re.compile(r"(?<!\w)(?:#|(?:number|nummer|num[ée]ro|n[úu]mero) )(\d{1,18})(?!\w)", re.IGNORECASE)
_LONE_NUMBER = re.compile(r"(?<![\w#:.,-])(?P<hour>\d{1,2})(?![\w:-]|[.,]\d)")
_TO_NUMBER = re.compile(
    r"(?<!\w)(?:to|it|that|auf|um|es|das|à|a las|alle|a|naar|op|om|para|às)\s+"
    r"(?P<hour>\d{1,2})(?![\w:-]|[.,]\d)",
    re.IGNORECASE,
)
AT = {
    "en": "at {}",
    "de": "um {}",
    "fr": "à {} h",
    "es": "a las {}",
    "it": "alle {}",
    "nl": "om {} uur",
    "pt": "às {}",
}
_UNTIL = re.compile(r"(?<!\w)(?:until|till|bis|jusqu'[àa]|hasta|fino a|tot|até)(?!\w)", re.IGNORECASE)
_POINTING = re.compile(
    r"\b(?:the|my|it|that|this|one|thing|by|back|again|another|bit|forward|es|das|ihn|sie|den|die|dem|der|meine?n?|dies\w*|um|noch|nochmal"
    r"|le|la|les|l|[çc]a|cela|lo|eso|esto|quello|questo|di|de|met|dat|het|deze|isso|esse|essa|isto|o|por|em|n[äa]ch"
    r"|hinten|vorne?|vor|uit|up|off|please|pls|bitte|mal|then|earlier|later|sooner|fr[üu]her|sp[äa]ter|eher"
    r"|mon|mi|mij|mijn|mio|meu|a|el|il|een|plus|t[ôo]t|tard|m[áa]s|temprano|tarde|pi[ùu]|presto|tardi|prima|dopo|eerder|vroeger|mais|cedo)\b"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Moving:
    """`hit` forces the tool; `reminders` are those that may be meant, None where the words do not tell."""

    hit: Hit
    reminders: tuple[Reminder, ...] | None = None


def moving(
    text: str, rest: str, shift: Shift | None, pending: Sequence[Reminder], recent: Sequence[ToolUse]
) -> Moving | None:
    """What a message that shifts or snoozes asks for; `rest` is the text without times and shift."""
    snoozes = lexical.snoozes(text)
    if lexical.sets_something(text) or (shift is None and snoozes is None):
        return None
    named = _named(text, rest, pending)
    if named and (snoozes is None or any(each.rule is None for each in named)):
        return Moving(hit=_hit(lexical.EDIT, text), reminders=named)
    if snoozes is not None:
        return Moving(hit=_hit(lexical.SNOOZE, snoozes.group()))
    if lexical.moves(text, has_time=True) is None:
        return None
    assert shift is not None
    if not _POINTING.sub(" ", matching.without_requests(rest)).strip(" \t,.!?'-"):
        if pending and lexical.kinds_in(text):
            return Moving(hit=_hit(lexical.EDIT, text), reminders=_of_kind(text, pending))
        return _of_pointing(text, shift, pending, recent)
    return Moving(hit=_hit(lexical.EDIT, text), reminders=()) if pending else None


def _of_pointing(
    text: str, shift: Shift, pending: Sequence[Reminder], recent: Sequence[ToolUse]
) -> Moving | None:
    if any(use.tool in SETTING for use in recent):
        return Moving(hit=_hit(lexical.EDIT, text), reminders=last_set(pending, recent))
    if shift.span.total_seconds() > 0:
        return Moving(hit=_hit(lexical.SNOOZE, text))
    return Moving(hit=_hit(lexical.EDIT, text), reminders=tuple(pending)) if pending else None


def last_set(pending: Sequence[Reminder], recent: Sequence[ToolUse]) -> tuple[Reminder, ...]:
    """The one that "it" means behind the last call; all of them where that call changed some other one."""
    changed = bool(recent) and recent[-1].tool == lexical.EDIT
    return tuple(pending) if changed else matching.newest(pending)


def clock_alone(text: str, language: str, *, leans: bool) -> tuple[str, str]:
    """("at 6", "6") for "make it 6 instead"; empty where no lone number can be an hour.

    `leans`: the message follows one that set something, so that any number of it may be the hour.
    """
    found = [*_TO_NUMBER.finditer(text)] or ([*_LONE_NUMBER.finditer(text)] if leans else [])
    if len(found) != 1 or not 0 <= int(found[0]["hour"]) <= 24:
        return "", ""
    return AT.get(language, AT["en"]).format(found[0]["hour"]), found[0]["hour"]


def _of_kind(text: str, pending: Sequence[Reminder]) -> tuple[Reminder, ...]:
    """Those of the kind that is named, or all where there is none of it."""
    nouns = " ".join(lexical.kinds_in(text))
    return matching.matching(nouns, pending) or tuple(pending)


def without_until(text: str) -> str:
    """ "snooze it until tomorrow" is for tomorrow."""
    return _UNTIL.sub(" ", text)


def _named(text: str, rest: str, pending: Sequence[Reminder]) -> tuple[Reminder, ...]:
    shown = {int(number) for number in _SHOWN.findall(text)}
    if shown:
        return tuple(reminder for reminder in pending if reminder.id in shown)
    named = set(matching.named(rest, pending))
    return tuple(each for each in matching.matching(rest, pending) if each in named)


def _hit(tool: str, cue: str) -> Hit:
    return Hit(tool=tool, cue=cue[:40], start=0, end=0)
