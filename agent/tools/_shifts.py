"""How far a message moves a time: "push it by an hour", "eine Stunde früher". Pure.

The amount is read by the time parser, so that every length that a reminder can be set with can be moved by.
Which way "move it forward by an hour" goes is not known, so it goes none.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from agent.ports import TimeParser
from agent.types import Resolved

LONGEST_AMOUNT = 6
"""Words of an amount: "an hour and thirty minutes"."""
LONGEST_MESSAGE = 25
"""Words of a message that is looked at."""

_EARLIER = re.compile(
    r"earlier|sooner|früher|eher|vorher|(?:plus )?tôt|(?:más )?temprano|antes|(?:più )?presto|prima"
    r"|eerder|vroeger|(?:mais )?cedo|vor|nach vorne?"
)
_LATER = re.compile(
    r"later|später|nach hinten|(?:plus )?tard|(?:más )?tarde|después|(?:più )?tardi|dopo|back|uit|depois"
)
_PUT_OFF = re.compile(
    r"push|delay|postpone|snooze[nr]?|verschieb\w*|schlummer\w*|repousse[rz]?|reporte[rz]?|d[ée]cale[rz]?"
    r"|retarde[rz]?|posp[oó]n(?:er|lo|la)?|aplaza(?:r|lo|la)?|retrasa(?:r|lo|la)?|atrasa(?:r|lo|la)?"
    r"|posticipa(?:re|lo|la)?|rimanda(?:re|lo|la)?|ritarda(?:re|lo|la)?|verschuif|verschuiven|verzet(?:ten)?"
    r"|stel|uitstellen|adi[ae]r?|atras[ae]r?"
)
_PUT_FORWARD = re.compile(
    r"bring|zieh|ziehe|vorziehen|vorverlegen|avance[rz]?|adelanta(?:r|lo|la)?|anticipa(?:re|lo|la)?"
    r"|vervroeg|vervroegen|antecip[ae]r?|adiant[ae]r?"
)
_UNCLEAR = re.compile(r"\b(?:forwards?|vorwärts)\b")
_UNIT = re.compile(
    r"(?<!\w)(?:min(?:ute)?[sn]?|h|hours?|stunden?|days?|tage?n?|weeks?|wochen?|months?|monate?n?|heures?|jours?"
    r"|semaines?|mois|minutos?|horas?|d[ií]as?|semanas?|mes(?:es)?|minut[oi]|or[ae]|giorn[oi]|settiman[ae]|mes[ei]"
    r"|minu(?:ut|ten)|uur|uren|dag(?:en)?|we(?:ek|ken)|maand(?:en)?|m[êe]s)(?!\w)"
)
_HOURS = re.compile(r"(?<!\w)(?:min|h\b|hour|stunde|heure|hora|or[ae]\b|uur|uren)")
_RELATIVE = re.compile(
    r"(?<!\w)(?:next|this|same|every|ago|n[äa]chst\w*|dies\w*|jed\w*|kommend\w*|prochain\w*|chaque|pr[óo]xim\w*|cada"
    r"|prossim\w*|ogni|volgend\w*|elk\w*|in|at|to|at|am|auf|für|for|dans|à|en|em|tra|fra|over|naar|op)(?!\w)"
)
_NOT_BEFORE = frozenset(
    [
        "to",
        "in",
        "at",
        "until",
        "till",
        "within",
        "auf",
        "bis",
        "nach",
        "à",
        "dans",
        "en",
        "a",
        "para",
        "tra",
        "fra",
        "over",
        "naar",
        "op",
        "tot",
        "hasta",
        "até",
        "fino",
    ]
)
"""Words before an amount that make a time of it: "move it to in an hour"."""
_BY = re.compile(r"^(?:de|di|por|met|em) ")
_ENDING = re.compile(
    r"(?:[\s,.!?]|(?<!\w)(?:please|pls|thanks|bitte|danke|por favor|per favore|graag|alsjeblieft"
    r"|s'il te pla[iî]t|verschieben"
    r"|vorziehen|vorverlegen|uitstellen|verzetten|verschuiven|vervroegen|doch|mal)(?!\w))+$"
)

Duration = Callable[[str], Resolved | None]
"""Reads an amount from `REFERENCE` on, in UTC."""
REFERENCE = datetime(2026, 6, 1, 12, tzinfo=UTC)
IN = {"en": "in", "de": "in", "fr": "dans", "es": "en", "it": "tra", "nl": "over", "pt": "em"}
"""In front of an amount, so that "deux heures" is no time of day."""
ALSO_READ = ("en", "de")
"""Languages whose amounts are read in messages of every other one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """`span` is negative for earlier; `elapsed`: hours and minutes, not days on the calendar.

    `amount` is the stretch that says it.
    """

    span: timedelta
    elapsed: bool
    amount: str

    def of(self, instant: datetime, *, zone: str) -> datetime:
        """The instant moved; days and weeks keep the time of day."""
        if self.elapsed:
            return instant.astimezone(UTC) + self.span
        place = ZoneInfo(zone)
        wall = instant.astimezone(place).replace(tzinfo=None) + self.span
        return wall.replace(tzinfo=place).astimezone(UTC)


def duration(times: TimeParser, amount: str, *, language: str) -> Resolved | None:
    """The instant that lies the amount ahead of REFERENCE."""
    for each in dict.fromkeys((language if language in IN else "en", *ALSO_READ)):
        read = times.resolve(f"{IN[each]} {amount}", now=REFERENCE, zone="UTC", language=each)
        if read is not None:
            return read
    return None


def shift_in(text: str, read: Duration) -> Shift | None:
    """How far the message moves a time; None where it does not say, or not which way."""
    folded = text.casefold().replace("’", "'")
    words = folded.split()[:LONGEST_MESSAGE]
    ending = re.compile(rf"\s(?:(?P<earlier>{_EARLIER.pattern})|(?P<later>{_LATER.pattern}))(?!\w)")
    for way in ending.finditer(" ".join(words)):
        found = _amount(_trimmed(" ".join(words)[: way.start()]), read)
        if found is not None:
            return _signed(found, earlier=way["earlier"] is not None)
    if _UNCLEAR.search(folded) and not any(word == "bring" for word in words):
        return None
    parts = re.findall(r"\w+", " ".join(words))
    earlier = any(map(_PUT_FORWARD.fullmatch, parts))
    later = any(map(_PUT_OFF.fullmatch, parts))
    if earlier == later:
        return None
    found = _amount(_trimmed(" ".join(words)), read)
    return None if found is None else _signed(found, earlier=earlier)


def _trimmed(text: str) -> str:
    return _ENDING.sub("", text)


def _signed(shift: Shift, *, earlier: bool) -> Shift:
    return Shift(span=-shift.span if earlier else shift.span, elapsed=shift.elapsed, amount=shift.amount)


def _amount(text: str, duration: Duration) -> Shift | None:
    """The longest amount of time that the text ends in."""
    words = re.sub(r"(?<!\w)d'", "de ", text).split()
    for count in range(min(LONGEST_AMOUNT, len(words)), 0, -1):
        amount = " ".join(words[-count:])
        before = words[-count - 1] if count < len(words) else ""
        if before in _NOT_BEFORE or not _UNIT.search(amount) or _RELATIVE.search(amount):
            continue
        read = duration(amount)
        if read is not None and read.at > REFERENCE:
            in_days = (read.at - REFERENCE) % timedelta(days=1) == timedelta(0) and not _HOURS.search(amount)
            return Shift(span=read.at - REFERENCE, elapsed=not in_days, amount=_BY.sub("", amount))
    return None
