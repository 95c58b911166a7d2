"""Duckling in this process, by way of `pyduckling-native-phihos` (x86-64 Linux).

`agent.timeparse.guards` deals with what it gets wrong: values in the past, a match of part of the phrase,
series read as one instant. Its zones are not used at all: it adds hours on the wall clock, does not know
times that clocks skip, and reads zone files of the slim kind without their rule for the years to come. It
is told the local wall time as if it were UTC and answers in the same. Bodies are mended here; a NUL, on which
the binding panics, never gets this far.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from agent.timeparse.localise import wall_time
from agent.timeparse.readings import Reading

SYSTEM_ZONES = Path("/usr/share/zoneinfo")
_LOCALES = {
    "en": "EN_US",
    "de": "DE_XX",
    "fr": "FR_XX",
    "es": "ES_ES",
    "nl": "NL_XX",
    "it": "IT_XX",
    "pt": "PT_XX",
}
_ENGLISH_ELSEWHERE = "EN_GB"
_ENGLISH = (
    (("Australia/",), "EN_AU"),
    (("Pacific/Auckland", "NZ"), "EN_NZ"),
    (("Asia/Kolkata", "Asia/Calcutta"), "EN_IN"),
    (
        ("Europe/London", "Europe/Belfast", "Europe/Jersey", "Europe/Guernsey", "Europe/Isle_of_Man", "GB"),
        "EN_GB",
    ),
    (("Europe/Dublin", "Eire"), "EN_IE"),
    (("Africa/Johannesburg",), "EN_ZA"),
    (("America/Toronto", "America/Vancouver", "America/Edmonton", "America/Halifax", "Canada/"), "EN_CA"),
)
_NATIONAL = re.compile(r"mother|father|independence|lab\w+ day|bank holiday|memorial|remembrance")
"""Days that differ from country to country."""
_EASTWARD = ("Etc/GMT-5", timedelta(hours=5))


def available() -> bool:
    """Whether the wheel is installed; there is none but for x86-64 Linux."""
    return importlib.util.find_spec("duckling") is not None


@cache
def _zones(duckling: Any) -> Any:
    """Loaded once: Duckling never gives the 13 MB of them back."""
    return duckling.load_time_zones(str(zone_directory()))


def zone_directory() -> Path:
    """Where compiled zone files lie: the system's, else those of the `tzdata` package."""
    if (SYSTEM_ZONES / "Etc" / "UTC").is_file():
        return SYSTEM_ZONES
    spec = importlib.util.find_spec("tzdata")
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError("no zone database found; install the package tzdata")
    return Path(spec.submodule_search_locations[0]) / "zoneinfo"


class Duckling:
    """Reads time phrases with Duckling. Loading takes about 0.2 s and 60 MB; calls are thread-safe."""

    name = "duckling"

    def __init__(self) -> None:
        import duckling  # noqa: PLC0415 - absent where no wheel exists

        self._duckling: Any = duckling
        self._zones = _zones(duckling)
        self._time = duckling.parse_dimensions(["time"])
        self._locale = lru_cache(maxsize=32)(self._new_locale)

    def _new_locale(self, name: str) -> Any:
        language = self._duckling.parse_lang(name[:2])
        return self._duckling.parse_locale(name, self._duckling.default_locale_lang(language))

    def read(
        self, text: str, *, now: datetime, zone: ZoneInfo, language: str, month_first: bool
    ) -> tuple[Reading, ...]:
        """Every stretch of `text` that Duckling takes for a time, with its values, as it reports them.

        Nothing where Duckling itself fails.
        """
        name = _LOCALES.get(language)
        if language == "en":
            name = _english(zone.key, text, month_first=month_first)
        if name is None:
            return ()
        wall = wall_time(now, zone)
        readings = self._parse(text, wall, name)
        if not readings or readings == self._parse(text, wall, name, *_EASTWARD):
            return readings
        # The answer depends on where it is asked, so the phrase names a zone ("8:00 GMT"): ask in real UTC.
        return tuple(
            _moved(reading, zone) for reading in self._parse(text, wall_time(now, ZoneInfo("UTC")), name)
        )

    def _parse(
        self, text: str, wall: datetime, locale: str, zone: str = "UTC", ahead: timedelta = timedelta()
    ) -> tuple[Reading, ...]:
        """What Duckling reads in `text` where clocks show `wall`, in a zone that is `ahead` of UTC."""
        timestamp = int((wall - ahead).replace(tzinfo=UTC).timestamp())
        reference = self._duckling.parse_ref_time(self._zones, zone, timestamp)
        context = self._duckling.Context(reference, self._locale(locale))
        try:
            entities = self._duckling.parse(text, context, self._time, False)
        except BaseException as error:
            # The binding lets Rust's panics through as an exception that derives from BaseException only.
            if type(error).__name__ != "PanicException":
                raise
            return ()
        return tuple(_reading(entity) for entity in entities if entity.get("dim") == "time")


def _english(zone: str, text: str, *, month_first: bool) -> str | None:
    """The English of the country of `zone`; none where it names no such country and countries differ."""
    named = next((locale for zones, locale in _ENGLISH if zone.startswith(zones)), None)
    if named is not None or month_first:
        return named or _LOCALES["en"]
    return None if _NATIONAL.search(text) else _ENGLISH_ELSEWHERE


def _moved(reading: Reading, zone: ZoneInfo) -> Reading:
    """A reading in UTC, on the wall of `zone`."""
    points = tuple((wall_time(at.replace(tzinfo=UTC), zone), grain) for at, grain in reading.points)
    return replace(reading, points=points)


def _reading(entity: dict[str, Any]) -> Reading:
    value = entity["value"]
    return Reading(
        body=_utf8(entity["body"]),
        interval=value.get("type") == "interval",
        points=tuple(_points([value, *value.get("values", [])])),
    )


def _points(values: list[dict[str, Any]]) -> Iterator[tuple[datetime, str]]:
    for value in values:
        if value.get("type", "value") == "value" and "value" in value:
            try:
                yield datetime.fromisoformat(value["value"]).replace(tzinfo=None), str(value["grain"])
            except ValueError:  # a year of five digits
                return


def _utf8(body: str) -> str:
    """The binding hands over UTF-8 read as Latin-1."""
    try:
        return body.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return body
