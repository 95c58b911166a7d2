"""How well time phrases are read, on the phrase sets of Duckling and of Microsoft's Recognizers.

Which rows count: those that denote one future instant, in our seven languages, written without a region.

- `datetime_duckling`: kind "time" of grain second, minute, hour or day; no end (that is an interval), not
open
  ("after 5pm"); it starts after the reference time, or on its day at the earliest for a grain of day.
- `datetime_recognizers`: spans of type date, time or datetime in the kinds DateTimeModel and
  DateTimeModelTasksMode that have a value after the reference time and no modifier but "approx" (before,
  after, since and until make an open interval), in sentences with no other span: beside another one a span
  may be a piece that says nothing by itself ("18" in "18 and 19 June"). The span's own text is the phrase.
  Where the row lists several values (morning and afternoon, last year and next), those that lie ahead are
  right; of a date without time only the first ahead.

A row whose answer lies on another weekday than the one its phrase names ("Tuesday March 7" for a Thursday)
has no right answer and is left out. The same phrase said at the same time counts once. Bare durations and
series are not instants and not counted.

An answer is exact when it is on the same day (rows without a time of day) or less than a minute off (rows
with one); Duckling cuts a count of days ("in 7 days") to the hour and we do not, so a row of grain hour is
compared at the hour. Every other answer is wrong.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from agent.timeparse import LANGUAGES, DateparserTimeParser, GuardedTimeParser, time_parser
from agent.timeparse.languages import lexicon_of

ZONE = "Etc/GMT+2"
"""Two hours behind UTC all year: where Duckling's phrases are said. The Recognizers' times have no zone."""
EXACT, WRONG, NONE = "exact", "wrong", "none"
_TYPES = frozenset({"datetimeV2.date", "datetimeV2.time", "datetimeV2.datetime"})
_GRAINS = frozenset({"second", "minute", "hour", "day"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A phrase said at `reference`; any of `accepted` is right. Naive times on the wall of `ZONE`."""

    text: str
    language: str
    source: str
    reference: datetime
    accepted: tuple[datetime, ...]
    grain: str


def main() -> None:
    options = _options()
    parser = DateparserTimeParser() if options.fallback else time_parser()
    rows = [row for row in dict.fromkeys(read_rows(options.data)) if not contradicts_itself(row)]
    if not rows:
        raise SystemExit(f"no datetime_duckling_*.jsonl or datetime_recognizers_*.jsonl in {options.data}")
    verdicts = [(row, *judge(parser, row)) for row in rows]
    for row, verdict, answer in verdicts:
        if verdict == WRONG or (options.verbose and verdict == NONE):
            said = f"{row.text!r} at {row.reference}"
            print(f"{verdict:5} {row.language} {row.source:11} {said}: {answer}, not {row.accepted[0]}")
    figures = summarise((row.language, verdict) for row, verdict, _ in verdicts)
    print(f"\n{parser.name}\n" + table(figures))
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Evaluates the time parser.")
    parser.add_argument("--data", type=Path, required=True, help="directory with the evaluation sets")
    parser.add_argument("--output", type=Path, default=Path("build/eval-time.json"))
    parser.add_argument("--fallback", action="store_true", help="dateparser instead of Duckling")
    parser.add_argument("-v", "--verbose", action="store_true", help="also list what was not understood")
    return parser.parse_args()


# ------------------------------------------------------------------ rows


def read_rows(directory: Path) -> Iterator[Row]:
    for path in sorted(directory.glob("datetime_duckling_*.jsonl")):
        for item in _lines(path):
            yield from duckling_rows(item)
    for path in sorted(directory.glob("datetime_recognizers_*.jsonl")):
        for item in _lines(path):
            yield from recognizers_rows(item)


def _lines(path: Path) -> Iterator[dict[str, object]]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def duckling_rows(item: dict) -> Iterator[Row]:  # type: ignore[type-arg]
    value = item["value"]
    if item["kind"] != "time" or item["lang"] not in LANGUAGES or value["grain"] not in _GRAINS:
        return
    if "end" in value or "open" in value:
        return
    start, reference = datetime.fromisoformat(value["start"]), datetime.fromisoformat(item["ref"])
    ahead = start.date() >= reference.date() if value["grain"] == "day" else start > reference
    if ahead:
        yield Row(
            text=item["text"],
            language=item["lang"],
            source="duckling",
            reference=reference,
            accepted=(start,),
            grain=value["grain"],
        )


def recognizers_rows(item: dict) -> Iterator[Row]:  # type: ignore[type-arg]
    if item["lang"] not in LANGUAGES or not item["kind"].startswith("DateTimeModel") or not item["ref"]:
        return
    reference = datetime.fromisoformat(item["ref"][:19])
    for span in item["spans"] if len(item["spans"]) == 1 else ():
        if span.get("name") not in _TYPES or not span.get("values"):
            continue
        values = span["values"]
        if any(value.get("Mod", "approx") != "approx" or "value" not in value for value in values):
            continue
        accepted, grain = _ahead(span["name"], [value["value"] for value in values], reference)
        if accepted:
            text = (
                item["text"][span["start"] : span["end"]] if span.get("start") is not None else span["text"]
            )
            yield Row(
                text=text,
                language=item["lang"],
                source="recognizers",
                reference=reference,
                accepted=accepted,
                grain=grain,
            )


def _ahead(name: str, values: list[str], reference: datetime) -> tuple[tuple[datetime, ...], str]:
    """The values that lie ahead, soonest first, and their grain."""
    try:
        match name:
            case "datetimeV2.time":
                times = [time.fromisoformat(value) for value in values]
                today = [datetime.combine(reference.date(), at) for at in times]
                return tuple(
                    sorted(at if at > reference else at + timedelta(days=1) for at in today)
                ), "minute"
            case "datetimeV2.date":
                days = sorted(datetime.fromisoformat(value) for value in values)
                return tuple(day for day in days if day.date() >= reference.date())[:1], "day"
        moments = sorted(datetime.fromisoformat(value) for value in values)
    except ValueError:  # "not resolved", 24:00
        return (), "day"
    return tuple(at for at in moments if at > reference), "minute"


def contradicts_itself(row: Row) -> bool:
    """Whether the phrase names one weekday and the set's answer lies on another."""
    lexicon = lexicon_of(row.language)
    assert lexicon is not None
    words = re.findall(r"[^\W\d_]{4,}", row.text.lower())
    named = {
        number
        for number, weekday in enumerate(lexicon.weekdays)
        for word in words
        if re.fullmatch(weekday, word)
    }
    return len(named) == 1 and not named & {right.weekday() for right in row.accepted}


# ------------------------------------------------------------------ verdicts


def judge(parser: GuardedTimeParser, row: Row) -> tuple[str, datetime | None]:
    zone = ZoneInfo(ZONE)
    now = row.reference.replace(tzinfo=zone).astimezone(UTC)
    resolved = parser.resolve(row.text, now=now, zone=ZONE, language=row.language)
    if resolved is None:
        return NONE, None
    answer = resolved.at.astimezone(zone).replace(tzinfo=None)
    return (EXACT if any(_same(answer, right, row.grain) for right in row.accepted) else WRONG), answer


def _same(answer: datetime, right: datetime, grain: str) -> bool:
    if grain == "day":
        return answer.date() == right.date()
    if grain == "hour":
        return answer.replace(minute=0, second=0, microsecond=0) == right
    return abs(answer - right) < timedelta(minutes=1)


def summarise(verdicts: Iterable[tuple[str, str]]) -> dict[str, float]:
    """Shares per language, flat: "en.exact", "en.wrong", "en.none", "en.rows"."""
    counts = Counter(verdicts)
    figures: dict[str, float] = {}
    for language in LANGUAGES:
        rows = sum(counts[language, verdict] for verdict in (EXACT, WRONG, NONE))
        figures[f"{language}.rows"] = rows
        for verdict in (EXACT, WRONG, NONE):
            figures[f"{language}.{verdict}"] = round(counts[language, verdict] / rows, 4) if rows else 0.0
    return figures


def table(figures: dict[str, float]) -> str:
    lines = ["language   rows   exact   wrong    none"]
    lines += [
        f"{language:8} {figures[f'{language}.rows']:6.0f} "
        + " ".join(f"{figures[f'{language}.{verdict}']:7.2%}" for verdict in (EXACT, WRONG, NONE))
        for language in LANGUAGES
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
