"""The time parser: own grammar first, then a library behind guards, then none."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from agent.timeparse import guards
from agent.timeparse.combine import WallTime, combine
from agent.timeparse.durations import Duration, after, read_duration
from agent.timeparse.find import find_phrases
from agent.timeparse.grammar import read_phrase
from agent.timeparse.iso import read_iso
from agent.timeparse.languages import lexicon_of
from agent.timeparse.lexicon import Lexicon
from agent.timeparse.localise import instant, wall_time, zone_named
from agent.timeparse.normalise import digits, plain
from agent.timeparse.policy import Policy
from agent.timeparse.readings import Reader
from agent.types import Basis, Grain, Resolved, TimePhrase

LATEST_YEAR = 2200
_MONTH_FIRST_ZONES = ("America/", "US/", "Pacific/Honolulu", "Etc/", "UTC", "GMT")


def month_first(language: str, zone: str) -> bool:
    """Whether 3/4 is the fourth of March: in English, where the zone is American or names no place."""
    return language == "en" and zone.startswith(_MONTH_FIRST_ZONES)


class GuardedTimeParser:
    """`agent.ports.TimeParser` over one library. No state after construction, so threads may share it."""

    def __init__(self, reader: Reader, policy: Policy | None = None) -> None:
        self._reader = reader
        self._policy = policy or Policy()
        self.name = f"own grammar, then {reader.name}"

    def resolve(self, phrase: str, *, now: datetime, zone: str, language: str) -> Resolved | None:
        place = zone_named(zone)
        lexicon = lexicon_of(language)
        if place is None or lexicon is None:
            return None
        return self._resolve(phrase, now.astimezone(UTC), place, lexicon, self._reader)

    def find(self, text: str, *, now: datetime, zone: str, language: str) -> tuple[TimePhrase, ...]:
        place = zone_named(zone)
        lexicon = lexicon_of(language)
        if place is None or lexicon is None:
            return ()
        at = now.astimezone(UTC)

        def understood(phrase: str, *, thorough: bool) -> bool:
            return self._resolve(phrase, at, place, lexicon, self._reader if thorough else None) is not None

        return find_phrases(text, lexicon, understood)

    def _resolve(
        self, phrase: str, now: datetime, zone: ZoneInfo, lexicon: Lexicon, reader: Reader | None
    ) -> Resolved | None:
        text = plain(phrase, lexicon)
        if text is None:
            return None
        at = read_iso(text, zone)
        if at is not None:
            return _at_wall(WallTime(wall=wall_time(at, zone), grain=Grain.MINUTE), zone)
        if guards.states_series(text, lexicon) or guards.states_past(text, lexicon):
            return None
        numbers = digits(text, lexicon)
        duration = read_duration(numbers.rstrip("."), lexicon)
        if duration is not None:
            return _after(duration, now, zone)
        first = month_first(lexicon.language, zone.key)
        parts = read_phrase(numbers, lexicon, month_first=first)
        if parts is not None:
            found = combine(parts, wall_time(now, zone), self._policy)
        elif reader is not None and not guards.tied_to_event(text, lexicon):
            found = self._ask(reader, text, now, zone, lexicon, first)
        else:
            found = None
        return None if found is None else _at_wall(found, zone)

    def _ask(
        self, reader: Reader, text: str, now: datetime, zone: ZoneInfo, lexicon: Lexicon, first: bool
    ) -> WallTime | None:
        if guards.adds_hours(digits(text, lexicon), lexicon):
            return None
        readings = reader.read(text, now=now, zone=zone.key, language=lexicon.language, month_first=first)
        reading = guards.sole_reading(readings, text, lexicon)
        if reading is None:
            return None
        return guards.accept(reading, text, now=now, zone=zone, lexicon=lexicon, policy=self._policy)


def _after(duration: Duration, now: datetime, zone: ZoneInfo) -> Resolved | None:
    at = after(duration, now, zone)
    if at is None or at.year > LATEST_YEAR:
        return None
    grain = Grain.DAY if duration.calendar else Grain.SECOND
    return Resolved(at=at, zone=zone.key, grain=grain, basis=Basis.ELAPSED)


def _at_wall(found: WallTime, zone: ZoneInfo) -> Resolved | None:
    """The stored wall time is the one that clocks show: a time that they skip has moved forward."""
    if not 1970 <= found.wall.year <= LATEST_YEAR:
        return None
    at = instant(found.wall, zone)
    return Resolved(at=at, zone=zone.key, grain=found.grain, basis=Basis.WALL, wall=wall_time(at, zone))
