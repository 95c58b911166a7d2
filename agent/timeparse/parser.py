"""The time parser: own grammar first, then a library behind guards, then none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from zoneinfo import ZoneInfo

from agent.timeparse import guards
from agent.timeparse.alternatives import alternatives
from agent.timeparse.combine import WallTime, combine
from agent.timeparse.doubts import Strength
from agent.timeparse.durations import Duration, after, read_duration, rival_durations
from agent.timeparse.find import SCANNED_CHARACTERS, find_phrases
from agent.timeparse.grammar import Phrase, read_phrase
from agent.timeparse.iso import read_iso
from agent.timeparse.languages import lexicon_of
from agent.timeparse.lexicon import Lexicon
from agent.timeparse.localise import instant, wall_time, zone_named
from agent.timeparse.normalise import digits, plain
from agent.timeparse.policy import Policy
from agent.timeparse.readings import Reader
from agent.timeparse.unread import leaves_date
from agent.types import Basis, Grain, Resolved, TimePhrase

YEARS = range(1970, 2200)
"""What lies outside is neither read nor answered; dates near the ends of the calendar overflow."""
SECOND_LANGUAGE = "en"
MOST_READINGS = 3
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
    policy: Policy

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

    def resolve(
        self, phrase: str, *, now: datetime, zone: str, language: str, alarm: bool = False
    ) -> Resolved | None:
        policy = self._policy.for_alarm() if alarm else self._policy
        for scene in _scenes(now, zone, language, policy):
            resolved, strength = self._read(phrase, scene, thorough=True)
            if strength is not Strength.NONE:
                return resolved
        return None

    def find(
        self, text: str, *, now: datetime, zone: str, language: str, alarm: bool = False
    ) -> tuple[TimePhrase, ...]:
        policy = self._policy.for_alarm() if alarm else self._policy
        scenes = tuple(_scenes(now, zone, language, policy))
        lexicons = tuple(scene.lexicon for scene in scenes)
        unclear: list[tuple[int, int]] = []
        for count, scene in enumerate(scenes, 1):
            judge = partial(self._strength, scenes[:count])
            found = find_phrases(text, scene.lexicon, judge, effort=2 * count - 1)
            phrases = tuple(each for each in found.phrases if not _within(each, unclear))
            unclear += found.unclear
            if phrases and leaves_date(text, phrases, lexicons):
                continue
            if phrases or guards.rules_out(text[:SCANNED_CHARACTERS], scene.lexicon):
                return phrases
        return ()

    def ambiguities(self, phrase: str, *, now: datetime, zone: str, language: str) -> tuple[Resolved, ...]:
        """Two or three concrete readings of `phrase`, all ahead, soonest first; nothing where it has but
        one.
        """
        for scene in _scenes(now, zone, language, self._policy):
            text = plain(phrase, scene.lexicon)
            if text is None or guards.rules_out(phrase, scene.lexicon):
                return ()
            readings = _several(digits(text, scene.lexicon).strip(" .,"), scene)
            if readings:
                return readings
        return ()

    def _strength(self, scenes: tuple[_Scene, ...], stretch: str, thorough: bool) -> Strength:
        """That of the last scene, unless an earlier one reads the stretch: what is found must resolve."""
        *earlier, last = scenes
        strength = self._read(stretch, last, thorough=thorough)[1]
        if strength in (Strength.NONE, Strength.UNCLEAR):
            return strength
        for scene in earlier:
            other = self._read(stretch, scene, thorough=True)[1]
            if other is not Strength.NONE:
                return other
        return strength

    def _read(self, phrase: str, scene: _Scene, *, thorough: bool) -> tuple[Resolved | None, Strength]:
        text = plain(phrase, scene.lexicon)
        if text is None:
            return None, Strength.NONE
        at = read_iso(text, scene.zone)
        if at is not None:
            return _at_wall(
                WallTime(wall=wall_time(at, scene.zone), grain=Grain.MINUTE), scene
            ), Strength.STRONG
        if guards.rules_out(text, scene.lexicon):
            return None, Strength.UNCLEAR
        numbers = digits(text, scene.lexicon).strip(" .,")
        if rival_durations(numbers, scene.lexicon):
            return None, Strength.NONE
        duration = _duration(numbers, scene.lexicon)
        if duration is not None:
            resolved = _after(duration, scene)
            return resolved, _certainty(resolved, duration, phrase)
        parts = read_phrase(numbers, scene.lexicon, month_first=scene.month_first)
        if parts is not None:
            return _combined(parts, scene)
        if _disputed(numbers, scene.lexicon):
            return None, Strength.UNCLEAR
        if guards.tied_to_event(text, scene.lexicon):
            return None, Strength.NONE
        resolved = self._ask(text, numbers, scene) if thorough else None
        return resolved, Strength.STRONG if resolved else Strength.NONE

    def _ask(self, text: str, numbers: str, scene: _Scene) -> Resolved | None:
        """What the library says, after all guards."""
        lexicon, zone = scene.lexicon, scene.zone
        if guards.adds_hours(numbers, lexicon) or guards.impossible(numbers):
            return None
        readings = self._reader.read(
            text, now=scene.now, zone=zone, language=lexicon.language, month_first=scene.month_first
        )
        reading = guards.sole_reading(readings, text, lexicon)
        if reading is None:
            return None
        found = guards.accept(reading, text, now=scene.wall, lexicon=lexicon, policy=scene.policy)
        return None if found is None else _at_wall(found, scene)


def _within(phrase: TimePhrase, stretches: Iterable[tuple[int, int]]) -> bool:
    """A piece of what the author's own language leaves unclear is not clear in another one."""
    return any(start <= phrase.start and phrase.end <= end for start, end in stretches)


def _scenes(now: datetime, zone: str, language: str, policy: Policy) -> Iterator[_Scene]:
    """The author's language first, then English, which many mix in; English alone for languages unknown
    here.
    """
    place = zone_named(zone)
    if place is None or now.astimezone(UTC).year not in YEARS:
        return
    for lexicon in dict.fromkeys((lexicon_of(language), lexicon_of(SECOND_LANGUAGE))):
        if lexicon is not None:
            yield _Scene(now=now.astimezone(UTC), zone=place, lexicon=lexicon, policy=policy)


def _combined(parts: Phrase, scene: _Scene) -> tuple[Resolved | None, Strength]:
    found = combine(parts, scene.wall, scene.policy, scene.lexicon.small_hours)
    resolved = None if found is None else _at_wall(found, scene)
    if resolved is None:
        return None, Strength.UNCLEAR
    bare = parts.clock is not None and parts.clock.bare and parts.day.empty and parts.part is None
    return resolved, Strength.WEAK if bare else Strength.STRONG


def _several(numbers: str, scene: _Scene) -> tuple[Resolved, ...]:
    found: dict[datetime, Resolved] = {}
    orders = (True, False) if scene.lexicon.language == "en" else (False,)
    for month_first_here in orders:
        parts = read_phrase(numbers, scene.lexicon, month_first=month_first_here, settled=False)
        for wall in alternatives(parts, scene.wall, scene.policy) if parts else ():
            resolved = _at_wall(wall, scene)
            if resolved is not None:
                found.setdefault(resolved.at, resolved)
    duration = read_duration(numbers, scene.lexicon)
    for each in (duration,) if duration else rival_durations(numbers, scene.lexicon):
        elapsed = _after(each, scene)
        if elapsed is not None:
            found.setdefault(elapsed.at, elapsed)
    soonest = sorted(found.values(), key=lambda resolved: resolved.at)
    return tuple(soonest[:MOST_READINGS]) if len(soonest) > 1 else ()


def _certainty(resolved: Resolved | None, duration: Duration, phrase: str) -> Strength:
    """ "A day" in words is rarely meant as from now; "in a day" and "1 day" are."""
    if resolved is None:
        return Strength.UNCLEAR
    single = duration.single and not duration.ahead and not any(sign.isdigit() for sign in phrase)
    return Strength.WEAK if single else Strength.COUNTED


def _duration(numbers: str, lexicon: Lexicon) -> Duration | None:
    """A duration that counts from now. An amount of hours that may be a time of day ("3 heures") is none."""
    today = next(pattern for pattern, ahead in lexicon.days if ahead == 0)
    rest = re.sub(rf"^(?:{today}),? (?=(?:{lexicon.ahead}) )", "", numbers)
    duration = read_duration(rest, lexicon)
    if (
        duration
        and duration.days
        and any(ahead not in (0, duration.days) and re.fullmatch(day, numbers) for day, ahead in lexicon.days)
    ):
        return None  # "heute in 8 Tagen" is in a week
    return None if duration is not None and not duration.ahead and _disputed(rest, lexicon) else duration


def _disputed(numbers: str, lexicon: Lexicon) -> bool:
    return lexicon.disputed_hours is not None and re.fullmatch(lexicon.disputed_hours, numbers) is not None


def _after(duration: Duration, scene: _Scene) -> Resolved | None:
    at = after(duration, scene.now, scene.zone)
    if at is None or at.year not in YEARS:
        return None
    grain = Grain.DAY if duration.calendar else Grain.SECOND
    return Resolved(at=at, zone=scene.zone.key, grain=grain, basis=Basis.ELAPSED)


def _at_wall(found: WallTime, scene: _Scene) -> Resolved | None:
    """The wall time that is kept is one that clocks show: a time that they skip has moved forward."""
    if found.wall.year not in YEARS:
        return None
    at = instant(found.wall, scene.zone, now=scene.now)
    wall = wall_time(at, scene.zone)
    return Resolved(at=at, zone=scene.zone.key, grain=found.grain, basis=Basis.WALL, wall=wall)
