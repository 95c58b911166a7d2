"""The time parser: own grammar first, then a library behind guards, then none."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from agent.timeparse import guards
from agent.timeparse.combine import WallTime, combine
from agent.timeparse.doubts import Strength
from agent.timeparse.durations import Duration, after, read_duration
from agent.timeparse.find import find_phrases
from agent.timeparse.grammar import Phrase, read_phrase
from agent.timeparse.iso import read_iso
from agent.timeparse.languages import lexicon_of
from agent.timeparse.lexicon import Lexicon
from agent.timeparse.localise import instant, wall_time, zone_named
from agent.timeparse.normalise import digits, plain
from agent.timeparse.policy import Policy
from agent.timeparse.readings import Reader
from agent.types import Basis, Grain, Resolved, TimePhrase

YEARS = range(1970, 2200)
_MONTH_FIRST_ZONES = ("America/", "US/", "Pacific/Honolulu", "Etc/", "UTC", "GMT")


def month_first(language: str, zone: str) -> bool:
    """Whether 3/4 is the fourth of March: in English, where the zone is American or names no place."""
    return language == "en" and zone.startswith(_MONTH_FIRST_ZONES)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scene:
    """Where and when a phrase is said. `now` is in UTC."""

    now: datetime
    zone: ZoneInfo
    lexicon: Lexicon

    @property
    def wall(self) -> datetime:
        return wall_time(self.now, self.zone)

    @property
    def month_first(self) -> bool:
        return month_first(self.lexicon.language, self.zone.key)


class GuardedTimeParser:
    """`agent.ports.TimeParser` over one library. No state after construction, so threads may share it."""

    def __init__(self, reader: Reader, policy: Policy | None = None) -> None:
        self._reader = reader
        self._policy = policy or Policy()
        self.name = f"own grammar, then {reader.name}"

    def resolve(self, phrase: str, *, now: datetime, zone: str, language: str) -> Resolved | None:
        scene = _scene(now, zone, language)
        return None if scene is None else self._read(phrase, scene, thorough=True)[0]

    def find(self, text: str, *, now: datetime, zone: str, language: str) -> tuple[TimePhrase, ...]:
        scene = _scene(now, zone, language)
        if scene is None:
            return ()
        return find_phrases(
            text, scene.lexicon, lambda stretch, thorough: self._read(stretch, scene, thorough=thorough)[1]
        )

    def _read(self, phrase: str, scene: _Scene, *, thorough: bool) -> tuple[Resolved | None, Strength]:
        text = plain(phrase, scene.lexicon)
        if text is None:
            return None, Strength.NONE
        at = read_iso(text, scene.zone)
        if at is not None:
            return _sure(_at_wall(WallTime(wall=wall_time(at, scene.zone), grain=Grain.MINUTE), scene.zone))
        if guards.states_series(text, scene.lexicon) or guards.states_past(text, scene.lexicon):
            return None, Strength.NONE
        numbers = digits(text, scene.lexicon).strip(" .,")
        duration = _duration(numbers, scene.lexicon)
        if duration is not None:
            resolved = _after(duration, scene)
            return resolved, Strength.COUNTED if resolved else Strength.NONE
        parts = read_phrase(numbers, scene.lexicon, month_first=scene.month_first)
        if parts is not None:
            return self._combine(parts, scene)
        if thorough and not guards.tied_to_event(text, scene.lexicon):
            return _sure(self._ask(text, numbers, scene))
        return None, Strength.NONE

    def _combine(self, parts: Phrase, scene: _Scene) -> tuple[Resolved | None, Strength]:
        found = combine(parts, scene.wall, self._policy, scene.lexicon.small_hours)
        resolved, strength = _sure(None if found is None else _at_wall(found, scene.zone))
        bare = parts.clock is not None and parts.clock.bare and parts.day.empty and parts.part is None
        return resolved, (Strength.WEAK if bare and resolved else strength)

    def _ask(self, text: str, numbers: str, scene: _Scene) -> Resolved | None:
        """What the library says, after all guards."""
        lexicon, zone = scene.lexicon, scene.zone
        if guards.adds_hours(numbers, lexicon):
            return None
        for written in dict.fromkeys((text, numbers)):
            readings = self._reader.read(
                written,
                now=scene.now,
                zone=zone.key,
                language=lexicon.language,
                month_first=scene.month_first,
            )
            reading = guards.sole_reading(readings, written, lexicon)
            if reading is not None:
                found = guards.accept(reading, written, now=scene.wall, lexicon=lexicon, policy=self._policy)
                return None if found is None else _at_wall(found, zone)
        return None


def _scene(now: datetime, zone: str, language: str) -> _Scene | None:
    place, lexicon = zone_named(zone), lexicon_of(language)
    if place is None or lexicon is None:
        return None
    return _Scene(now=now.astimezone(UTC), zone=place, lexicon=lexicon)


def _sure(resolved: Resolved | None) -> tuple[Resolved | None, Strength]:
    return resolved, Strength.NONE if resolved is None else Strength.STRONG


def _duration(numbers: str, lexicon: Lexicon) -> Duration | None:
    """A duration that counts from now. An amount of hours that may be a time of day ("3 heures") is none."""
    today = next(pattern for pattern, ahead in lexicon.days if ahead == 0)
    rest = re.sub(rf"^(?:{today}),? (?=(?:{lexicon.ahead}) )", "", numbers)
    duration = read_duration(rest, lexicon)
    if duration is None or duration.ahead or lexicon.disputed_hours is None:
        return duration
    return None if re.fullmatch(lexicon.disputed_hours, rest) else duration


def _after(duration: Duration, scene: _Scene) -> Resolved | None:
    at = after(duration, scene.now, scene.zone)
    if at is None or at.year not in YEARS:
        return None
    grain = Grain.DAY if duration.calendar else Grain.SECOND
    return Resolved(at=at, zone=scene.zone.key, grain=grain, basis=Basis.ELAPSED)


def _at_wall(found: WallTime, zone: ZoneInfo) -> Resolved | None:
    """The wall time that is kept is one that clocks show: a time that they skip has moved forward."""
    if found.wall.year not in YEARS:
        return None
    at = instant(found.wall, zone)
    return Resolved(at=at, zone=zone.key, grain=found.grain, basis=Basis.WALL, wall=wall_time(at, zone))
