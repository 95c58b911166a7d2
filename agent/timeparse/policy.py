"""The rules that a parser follows where a phrase leaves something open. docs/time.md explains each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import time, timedelta
from enum import StrEnum
from types import MappingProxyType


class Part(StrEnum):
    """A part of the day. DAWN, the end of the night, can hold a time that is named, but is not due by
    itself.
    """

    DAWN = "dawn"
    EARLY = "early"
    MORNING = "morning"
    NOON = "noon"
    AFTERNOON = "afternoon"
    EVENING = "evening"
    TONIGHT = "tonight"
    NIGHT = "night"


PART_STARTS: Mapping[Part, time] = MappingProxyType(
    {
        Part.EARLY: time(7),
        Part.MORNING: time(9),
        Part.NOON: time(12),
        Part.AFTERNOON: time(15),
        Part.EVENING: time(19),
        Part.TONIGHT: time(20),
        Part.NIGHT: time(22),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """`morning` is when a bare day is due; a bare hour lies between `waking_from` and before `waking_until`.

    `at_hand`: a bare hour that comes sooner than this is meant even outside waking hours, since its author
    is awake. `night_ends`: until then "tonight" is the night that is still going on. For an alarm clock a
    bare hour lies between `alarm_from` and before `alarm_until` instead.
    """

    morning: time = time(9)
    waking_from: time = time(6)
    waking_until: time = time(22)
    at_hand: timedelta = timedelta(hours=2)
    night_ends: time = time(4)
    alarm_from: time = time(3)
    alarm_until: time = time(15)
    parts: Mapping[Part, time] = field(default_factory=lambda: PART_STARTS)

    def start_of(self, part: Part) -> time | None:
        """The wall time at which `part` is due when no hour is named."""
        return self.morning if part is Part.MORNING else self.parts.get(part)

    def rest_of_day(self) -> tuple[time, ...]:
        """When "today" is due: the first of these that is still ahead."""
        return (self.morning, self.parts[Part.AFTERNOON], self.parts[Part.EVENING])

    def for_alarm(self) -> Policy:
        """The same rules, with the bare hours of an alarm clock."""
        return replace(self, waking_from=self.alarm_from, waking_until=self.alarm_until)

    def awake(self, hour: time) -> bool:
        return self.waking_from <= hour < self.waking_until
