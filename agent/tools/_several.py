"""Which stretch of time, and which several reminders, the author's own words name. Pure.

"cancel all of tomorrow's", "delete the dentist and the plants ones", "what do I have this week?": the ids
come from the author's own pending reminders and from the words of their message, never from a model.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from agent.errors import LimitReached
from agent.recurrence import RuleError, from_json, occurrences_between
from agent.types import Reminder, ReminderKind

SHORTEST_STEM = 4
LONGEST_TEXT = 500
"""Characters looked at."""

_PERIODS = (
    ("today", r"today(?:'s)?|tonight|heute|heutigen?|aujourd'hui|hoy|oggi|vandaag|hoje"),
    ("tomorrow", r"tomorrow(?:'s)?|(?<!guten )morgen|morgigen?|demain|ma[ñn]ana|domani|amanh[ãa]"),
    ("this week", r"this week(?:'s)?|diese[rn]? woche|cette semaine|esta semana|questa settimana|deze week"),
    (
        "next week",
        (
            r"next week(?:'s)?|(?:n[äa]chste[rn]?|kommende[rn]?) woche|la semaine prochaine"
            r"|(?:la )?(?:pr[óo]xima semana|semana que (?:viene|vem))|(?:la )?(?:prossima settimana"
            r"|settimana prossima)|volgende week"
        ),
    ),
    (
        "this month",
        r"this month(?:'s)?|diese[nms]* monats?|ce mois(?:-ci)?|este m[eê]s|questo mese|deze maand",
    ),
)
_PERIOD = tuple((name, re.compile(rf"(?<!\w)(?:{words})(?!\w)")) for name, words in _PERIODS)
_ALL = re.compile(
    r"(?<!\w)(?:all|everything|every one|alle[sn]?|s[äa]mtliche|tous|toutes|tout|todos|todas|todo|tutti"
    r"|tutte|tutto|allemaal|tudo)(?!\w)"
)
_LEAD_TEXT = """
cancel delete remove clear scrap erase drop stop please can could you get rid of me lösch lösche
löschen streich streiche entferne entfern storniere vergiss bitte kannst du mir supprime annule
efface borra cancela elimina quita cancella annulla rimuovi verwijder annuleer schrap wis apague
cancele remova exclua
"""
_LEAD = frozenset(_LEAD_TEXT.split())
"""Only these may stand before "all": "cancel the all-hands reminder" names one."""
_NOT_ALL = re.compile(
    r"(?<!\w)(?:not all|except|but|apart from|other than|nicht alle\w*|au[ßs]+er|bis auf|sauf|excepto|menos"
    r"|salvo|tranne|eccetto|behalve|exceto)(?!\w)"
)
_AND = re.compile(r"\s*,\s*(?:and |und |et |y |e |en )?|\s+(?:and|und|et|y|e|en)\s+")
_KINDS = (
    (ReminderKind.TIMER, re.compile(r"(?<!\w)(?:timers?|minuteurs?|temporizador(?:es)?|kookwekkers?)(?!\w)")),
    (
        ReminderKind.ALARM,
        re.compile(
            r"(?<!\w)(?:alarms?|wecker|alarme[ns]?|r[ée]veils?|alarmas?|svegli[ae]|wekkers?|despertador(?:es)?)"
            r"(?!\w)"
        ),
    ),
)
_WORD = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"(?<![\w:.,])#?(\d{1,18})(?![\w:]|[.,]\d)")
_EMPTY_TEXT = """
a all an the my me of for to at on in about please with that this these those one ones it them
everything every cancel delete remove scrap erase drop clear stop forget get rid off out pending
reminder reminders can could you und and der die das den dem des ein eine einen meine meinen meiner
mein alle alles allen von für an am auf bitte lösch lösche löschen streich streiche entfern entferne
stornier storniere vergiss erinnerung erinnerungen kannst du ab tous toutes tout mes les le la
supprime annule efface rappel rappels de du des todos todas todo mis los las borra cancela elimina
quita recordatorio recordatorios tutti tutte tutto i miei le mie cancella annulla rimuovi promemoria
di alle mijn verwijder annuleer schrap wis herinnering herinneringen van meus minhas apague lembrete
lembretes os as do da
"""
_EMPTY = frozenset(_EMPTY_TEXT.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """From `start` (included) to `end` (excluded), both aware."""

    start: datetime
    end: datetime


def period_in(text: str, *, now: datetime, zone: str) -> Period | None:
    """The stretch of time that a message names by "this week", "morgen" and the like."""
    folded = _fold(text)
    name = next((name for name, pattern in _PERIOD if pattern.search(folded)), None)
    if name is None:
        return None
    place = ZoneInfo(zone)
    today = now.astimezone(place).date()
    monday = today - timedelta(days=today.weekday())
    first_of_month = today.replace(day=1)
    next_month = (first_of_month + timedelta(days=32)).replace(day=1)
    start, end = {
        "today": (today, today + timedelta(days=1)),
        "tomorrow": (today + timedelta(days=1), today + timedelta(days=2)),
        "this week": (monday, monday + timedelta(days=7)),
        "next week": (monday + timedelta(days=7), monday + timedelta(days=14)),
        "this month": (first_of_month, next_month),
    }[name]
    return Period(start=datetime.combine(start, time.min, place), end=datetime.combine(end, time.min, place))


def due_in(reminder: Reminder, period: Period) -> bool:
    """Whether it is due then; a series also where a later occurrence of it is."""
    if period.start <= reminder.due < period.end:
        return True
    if reminder.rule is None or reminder.due >= period.end:
        return False
    just_before = period.start - timedelta(seconds=1)
    try:
        found = occurrences_between(
            from_json(reminder.rule),
            after=just_before,
            until=period.end - timedelta(seconds=1),
            zone=ZoneInfo(reminder.zone),
            limit=1,
        )
    except (RuleError, LimitReached, ValueError):
        return False
    return bool(found)


def several(text: str, pending: Sequence[Reminder], *, now: datetime, zone: str) -> tuple[Reminder, ...]:
    """The two or more of the author's reminders that the words name beyond doubt; nothing otherwise."""
    folded = _fold(text)
    if _NOT_ALL.search(folded):
        return ()
    every = _ALL.search(folded)
    if every is not None and _LEAD.issuperset(_WORD.findall(folded[: every.start()])):
        found = _all_of(folded, pending, now=now, zone=zone)
    else:
        found = _each_of(folded, pending)
    return found if len(found) > 1 else ()


def _all_of(folded: str, pending: Sequence[Reminder], *, now: datetime, zone: str) -> tuple[Reminder, ...]:
    """All of a kind, a time or a word, as far as those are named."""
    pool = tuple(pending)
    for kind, pattern in _KINDS:
        if pattern.search(folded):
            pool = tuple(reminder for reminder in pool if reminder.kind is kind)
            folded = pattern.sub(" ", folded)
    period = period_in(folded, now=now, zone=zone)
    if period is not None:
        pool = tuple(reminder for reminder in pool if due_in(reminder, period))
        for _, pattern in _PERIOD:
            folded = pattern.sub(" ", folded)
    words = _words(folded)
    if _NUMBER.search(folded):
        return ()  # "all at 9": a time that is no whole day
    return tuple(reminder for reminder in pool if _shares(words, reminder)) if words else pool


def _each_of(folded: str, pending: Sequence[Reminder]) -> tuple[Reminder, ...]:
    """One for each of the parts between "and" and commas; nothing where a part names none, or several."""
    parts = [part for part in _AND.split(folded) if part and part.strip()]
    found = [_named(part, pending) for part in parts]
    if len(parts) < 2 or any(len(each) != 1 for each in found):
        return ()
    return tuple({each[0].id: each[0] for each in found}.values())


def _named(part: str, pending: Sequence[Reminder]) -> tuple[Reminder, ...]:
    numbers = {int(number) for number in _NUMBER.findall(part)}
    if numbers:
        return tuple(reminder for reminder in pending if reminder.id in numbers)
    words = _words(part)
    return tuple(reminder for reminder in pending if words and _shares(words, reminder))


def _shares(words: frozenset[str], reminder: Reminder) -> bool:
    own = _WORD.findall(_fold(reminder.text))
    return any(_same(word, other) for word in words for other in own)


def _same(word: str, other: str) -> bool:
    alike = word.startswith(other) or other.startswith(word)
    return word == other or (min(len(word), len(other)) >= SHORTEST_STEM and alike)


def _words(folded: str) -> frozenset[str]:
    return frozenset(word for word in _WORD.findall(folded) if word not in _EMPTY and len(word) > 1)


def _fold(text: str) -> str:
    return text[:LONGEST_TEXT].casefold().replace("’", "'")
