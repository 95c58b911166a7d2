"""Time zones by IANA name or by city. Pure, apart from the zone database that Python reads."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache
from zoneinfo import available_timezones

MOST = 25
"""Choices that Discord shows at once."""
_NO_PLACES = ("Brazil/", "Canada/", "Chile/", "Etc/", "Mexico/", "SystemV/", "US/", "posix/", "right/")
_SHORT_NAMES = frozenset({"UTC"})

CITIES = {
    "Africa/Cairo": ("Alexandria", "Kairo"),
    "Africa/Johannesburg": ("Cape Town", "Durban", "Kapstadt", "Pretoria"),
    "Africa/Lagos": ("Abuja",),
    "America/Bogota": ("Medellín",),
    "America/Chicago": ("Austin", "Dallas", "Houston", "Minneapolis", "New Orleans", "San Antonio"),
    "America/Denver": ("Albuquerque", "Salt Lake City"),
    "America/Edmonton": ("Calgary",),
    "America/Los_Angeles": (
        *("Las Vegas", "Portland", "Sacramento", "San Diego", "San Francisco", "San Jose", "Seattle"),
        "Silicon Valley",
    ),
    "America/Mexico_City": ("Guadalajara", "Mexiko-Stadt"),
    "America/New_York": (
        *("Atlanta", "Baltimore", "Boston", "Charlotte", "Cleveland", "Miami", "Orlando", "Philadelphia"),
        *("Pittsburgh", "Washington"),
    ),
    "America/Sao_Paulo": ("Brasília", "Rio de Janeiro"),
    "America/Toronto": ("Ottawa", "Québec"),
    "Asia/Bangkok": ("Hanoi",),
    "Asia/Dubai": ("Abu Dhabi",),
    "Asia/Jerusalem": ("Haifa",),
    "Asia/Karachi": ("Islamabad", "Lahore"),
    "Asia/Kolkata": ("Bangalore", "Bengaluru", "Chennai", "Delhi", "Hyderabad", "Kalkutta", "Mumbai", "Pune"),
    "Asia/Riyadh": ("Jeddah", "Mecca"),
    "Asia/Seoul": ("Busan",),
    "Asia/Shanghai": ("Beijing", "Guangzhou", "Peking", "Shenzhen", "Wuhan"),
    "Asia/Singapore": ("Singapur",),
    "Asia/Tokyo": ("Kyoto", "Nagoya", "Osaka", "Sapporo", "Tokio"),
    "Australia/Brisbane": ("Gold Coast",),
    "Europe/Amsterdam": ("Eindhoven", "Rotterdam", "The Hague", "Utrecht"),
    "Europe/Athens": ("Athen", "Thessaloniki"),
    "Europe/Berlin": (
        *("Bonn", "Bremen", "Cologne", "Dortmund", "Dresden", "Düsseldorf", "Essen", "Frankfurt", "Freiburg"),
        *("Hamburg", "Hannover", "Karlsruhe", "Köln", "Leipzig", "Mannheim", "München", "Munich"),
        *("Nürnberg", "Nuremberg", "Stuttgart"),
    ),
    "Europe/Brussels": ("Antwerp", "Brüssel", "Gent"),
    "Europe/Bucharest": ("Cluj", "Bukarest"),
    "Europe/Copenhagen": ("Aarhus", "Kopenhagen"),
    "Europe/Istanbul": ("Ankara", "Izmir"),
    "Europe/Kyiv": ("Lviv", "Odesa", "Kiew"),
    "Europe/Lisbon": ("Lissabon", "Porto"),
    "Europe/London": (
        *("Birmingham", "Bristol", "Cardiff", "Edinburgh", "Glasgow", "Leeds", "Liverpool", "Manchester"),
    ),
    "Europe/Madrid": ("Barcelona", "Sevilla", "Valencia"),
    "Europe/Moscow": ("Moskau", "Saint Petersburg", "Sankt Petersburg"),
    "Europe/Paris": ("Bordeaux", "Lille", "Lyon", "Marseille", "Nice", "Strasbourg", "Toulouse"),
    "Europe/Prague": ("Brno", "Prag"),
    "Europe/Rome": ("Florence", "Mailand", "Milan", "Milano", "Naples", "Rom", "Roma", "Turin", "Venice"),
    "Europe/Stockholm": ("Gothenburg", "Malmö"),
    "Europe/Vienna": ("Graz", "Innsbruck", "Linz", "Salzburg", "Wien"),
    "Europe/Warsaw": ("Gdańsk", "Kraków", "Warschau", "Wrocław"),
    "Europe/Zurich": ("Basel", "Bern", "Geneva", "Genf", "Lausanne"),
    "Pacific/Auckland": ("Christchurch", "Wellington"),
}
"""Cities that no zone is named after, and other names of those that one is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A city with its IANA zone; `city` is what it was found by, in its usual spelling."""

    city: str
    zone: str


def search(typed: str, *, limit: int = MOST) -> tuple[Place, ...]:
    """Places that `typed` may be the beginning of, best first, each zone once; for "" the first of all."""
    wanted = _folded(typed)
    ranked = sorted(
        (rank, len(place.city), place.zone, place.city)
        for place, names in _places()
        if (rank := _rank(wanted, names)) is not None
    )
    best: dict[str, Place] = {}
    for _, _, zone, city in ranked:
        best.setdefault(zone, Place(city=city, zone=zone))
    return tuple(best.values())[:limit]


def exact(typed: str) -> str | None:
    """The zone of that very IANA name or city, however it is written; None for anything else.

    Of several, such as Asia/Istanbul and Europe/Istanbul, it is the last: those are names of one zone.
    """
    wanted = _folded(typed)
    found = [place.zone for place, names in _places() if wanted in names]
    return max(found, default=None) or _by_name().get(wanted)


def _rank(wanted: str, names: tuple[str, ...]) -> int | None:
    if wanted in names:
        return 0
    if any(name.startswith(wanted) for name in names):
        return 1
    if any(f" {wanted}" in name for name in names):
        return 2
    return 3 if any(wanted in name for name in names) else None


@cache
def _by_name() -> dict[str, str]:
    return {_folded(name): name for name in sorted(available_timezones())}


@cache
def _places() -> tuple[tuple[Place, tuple[str, ...]], ...]:
    """Every city with the folded names that it is found by."""
    zones = sorted(name for name in available_timezones() if _names_a_place(name))
    own = [Place(city=_city(zone), zone=zone) for zone in zones]
    more = [Place(city=city, zone=zone) for zone in CITIES for city in CITIES[zone] if zone in zones]
    return tuple(
        (place, (_folded(place.city), *([_folded(place.zone)] if place.city == _city(place.zone) else [])))
        for place in (*own, *more)
    )


def _names_a_place(name: str) -> bool:
    return name in _SHORT_NAMES or ("/" in name and not name.startswith(_NO_PLACES))


def _city(zone: str) -> str:
    return zone.rpartition("/")[2].replace("_", " ")


def _folded(text: str) -> str:
    """Lower case without accents; words are parted by one space, parts of a name by a slash."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("_", " ").replace("-", " "))
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).split()).replace(" / ", "/")
