"""The answer to a sample in an offer, as far as it is known, and what each of its tokens counts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from agent.grammar.leaves import json_text
from agent.prompt.texts import as_envelope
from agent.routing.grounding import sources
from agent.types import GroundedArgument, Offer, Origin, Source
from training.product import Offers, Scene
from training.rows import Sample

CHOICE_WEIGHT, MESSAGE_WEIGHT = 3.0, 0.3
"""Weights of a token of status or tool, and of a message; other chosen ones count 1, forced ones nothing."""
NO_CALL = '{"thought":"","status":"Idle'
CALL = '{"thought":"","status":"Task","message_to_user":null,"tool_calls":[{"name":'


class Answers:
    """Writes the envelopes that the rows are to be answered with."""

    def __init__(self, offers: Offers) -> None:
        self._offers = offers

    def of(
        self, sample: Sample, tool: str | None, origin: Origin, offer: Offer, scene: Scene
    ) -> tuple[str, bool]:
        """The answer, or its beginning as far as it is known; and whether that is all."""
        if tool is None:
            return (as_envelope(sample.answer), True) if sample.answer is not None else (NO_CALL, False)
        args, whole = self._arguments(sample, tool, origin, offer, scene)
        written = f'{CALL}{json_text(tool)},"args":{{{",".join(args)}'
        return (f"{written}}}}}]}}", True) if whole else (written, False)

    def _arguments(
        self, sample: Sample, tool: str, origin: Origin, offer: Offer, scene: Scene
    ) -> tuple[list[str], bool]:
        described = self._offers.catalogue[tool].tool
        origins = sources(described)
        given = {argument.argument: argument for argument in offer.grounded if argument.tool == tool}
        written: list[str] = []
        for name, field in described.arguments.model_fields.items():
            value = self._value(sample, tool, origins.get(name), given.get(name), origin, scene, field)
            if value is None:
                return written, False
            written.append(f"{json_text(name)}:{json_text(value)}")
        return written, True

    def _value(
        self,
        sample: Sample,
        tool: str,
        source: Source | None,
        given: GroundedArgument | None,
        origin: Origin,
        scene: Scene,
        field: Any,
    ) -> str | int | None:
        match source:
            case Source.TIME_PHRASE:
                return self._time(sample, tool, given, origin)
            case Source.MESSAGE_TEXT | Source.STATEMENT:
                empty = "" if field.default == "" and (given is None or given.free) and sample.time else None
                return sample.quote or (empty if tool.startswith("clock:") else None)
            case Source.REMINDER_ID:
                meant = [reminder.id for reminder in scene.pending if reminder.text == sample.about]
                return meant[0] if meant else None
            case Source.NOTE_NAME | Source.DOCUMENT_NAME:
                return sample.named or ""
            case Source.STAGED_NUMBER:
                return sample.staged
            case _:
                default = field.default
                return default if isinstance(default, str | int) else None

    def _time(self, sample: Sample, tool: str, given: GroundedArgument | None, origin: Origin) -> str | None:
        """A time of the offer that reads as the annotated one."""
        values = [str(value) for value in given.values] if given is not None else []
        if sample.time is not None and sample.time in values:
            return sample.time
        meant = {self._instant(phrase, tool, origin) for phrase in sample.phrases} - {None}
        right = [value for value in values if self._instant(value, tool, origin) in meant]
        return right[0] if right else None

    def _instant(self, phrase: str, tool: str, origin: Origin) -> datetime | None:
        found = self._offers.times.resolve(
            phrase, now=origin.now, zone=origin.zone, language=origin.language, alarm=tool == "clock:alarm"
        )
        return None if found is None else found.at


def weights(answer: str, ends: Sequence[int], chosen: Sequence[bool]) -> list[float]:
    """What each token of an answer counts; `ends` in bytes."""
    data = answer.encode()
    heavy = [_span(data, b'"status":"', b'"'), _span(data, b'"name":"', b'"')]
    light = _span(data, b'"message_to_user":"', b'","tool_calls"')
    found: list[float] = []
    for end, free in zip(ends, chosen, strict=True):
        if not free or end > len(data) + 1:
            found.append(0.0)
        elif any(start < end <= stop for start, stop in heavy):
            found.append(CHOICE_WEIGHT)
        else:
            found.append(MESSAGE_WEIGHT if light[0] < end <= light[1] else 1.0)
    return found


def _span(data: bytes, opening: bytes, closing: bytes) -> tuple[int, int]:
    start = data.find(opening)
    if start < 0:
        return (0, 0)
    start += len(opening)
    end = data.find(closing, start)
    return (start, len(data) if end < 0 else end)
