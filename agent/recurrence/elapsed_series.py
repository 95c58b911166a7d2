"""Series that count elapsed time, from now, from the next full hour, or from a stated time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from agent.recurrence.lexicon import Unit
from agent.recurrence.occurrences import instant
from agent.recurrence.rule import ElapsedRule
from agent.recurrence.said import Said
from agent.recurrence.scene import END_OF_DAY, SECONDS, Built, Scene, span
from agent.types import Grain, Resolved


def elapsed_series(said: Said, unit: Unit, scene: Scene) -> Built | None:
    """None where days or times of day are named too: they contradict counted time."""
    if said.weekdays or said.nth or said.month_days or said.date or said.month or said.part or said.clocks:
        return None
    interval = timedelta(seconds=SECONDS[unit] * (said.interval or 1))
    now = scene.now.astimezone(UTC).replace(microsecond=0)
    start, until = _start(said, now, interval, scene), _until(said, now, scene)
    return Built(rule=ElapsedRule(interval=interval, start=start, count=said.count, until=until), timed=True)


def _start(said: Said, now: datetime, interval: timedelta, scene: Scene) -> datetime:
    if said.on_the_hour:
        return instant(scene.wall.replace(minute=0, second=0) + timedelta(hours=1), scene.zone)
    if said.start is not None and not _is_today(said.start, scene):
        return said.start.at.replace(microsecond=0)
    return now + interval


def _is_today(start: Resolved, scene: Scene) -> bool:
    """Whether it says "from today", which begins now."""
    return start.grain is Grain.DAY and start.at.astimezone(scene.zone).date() == scene.wall.date()


def _until(said: Said, now: datetime, scene: Scene) -> datetime | None:
    if said.length is not None:
        amount, unit = said.length
        if unit in SECONDS:
            return now + timedelta(seconds=amount * SECONDS[unit])
        return instant(scene.wall + span(amount, unit), scene.zone)
    if said.until is None:
        return None
    if said.until.grain is not Grain.DAY:
        return said.until.at.replace(microsecond=0)
    day = said.until.at.astimezone(scene.zone).date()
    return instant(datetime.combine(day, END_OF_DAY), scene.zone)
