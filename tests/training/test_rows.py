"""Samples: from our own sentences, and from rows in the form of the public sets."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Any

import pytest

from agent.ports import Services
from agent.testing.stores import InMemoryReminderStore
from agent.timeparse import time_parser
from agent.tools import discover
from training.choice import Choice, samples
from training.product import Scene
from training.rows import excluded, own, public, sample_of
from training.split import is_kept_aside, text_hash


def row(text: str, intent: str, *, lang: str = "en", **more: Any) -> dict[str, Any]:
    return {"text": text, "lang": lang, "intent": intent, "src_intent": intent, "source": "made-up", **more}


def slot(text: str, name: str, part: str) -> dict[str, Any]:
    start = text.index(part)
    return {"name": name, "text": part, "start": start, "end": start + len(part)}


def write(directory: Path, rows: list[dict[str, Any]]) -> None:
    text = "".join(f"{json.dumps(each)}\n" for each in rows)
    (directory / "fb_mtod_dev.jsonl").write_text(text, encoding="utf-8")


def numbered(count: int) -> list[dict[str, Any]]:
    return [row(f"what will the weather be on day {number}", "weather_query") for number in range(count)]


def test_every_tool_has_sentences_in_english_and_german() -> None:
    languages: dict[str, set[str]] = defaultdict(set)
    for sample in own(Random(1)):
        languages[sample.tool or "none"].add(sample.language)
    services = Services(reminders=InMemoryReminderStore(), times=time_parser())
    for tool in discover(services):
        assert {"en", "de"} <= languages[tool.name], tool.name
    assert {"en", "de", "es", "fr"} <= languages["none"]


def test_no_slot_and_no_mark_is_left_in_a_sentence() -> None:
    for seed in range(5):
        for sample in own(Random(seed)):
            assert not set("{}[]") & set(sample.text), sample.text
            if sample.quote is not None:
                assert sample.quote in sample.text
            for phrase in sample.phrases:
                assert phrase in sample.text


def test_time_and_text_of_an_annotated_row() -> None:
    text = "remind me to feed the fish tomorrow at 9"
    slots = [slot(text, "todo", "to feed the fish"), slot(text, "datetime", "tomorrow at 9")]
    sample = sample_of(row(text, "reminder_set", slots=slots))
    assert sample is not None
    assert (sample.tool, sample.quote, sample.phrases[0]) == (
        "agenda:remind_at",
        "feed the fish",
        "tomorrow at 9",
    )


def test_a_text_with_its_time_in_the_middle_is_not_known() -> None:
    text = "remind me to feed at noon the fish"
    slots = [slot(text, "todo", "to feed"), slot(text, "datetime", "at noon"), slot(text, "todo", "the fish")]
    sample = sample_of(row(text, "reminder_set", slots=slots))
    assert sample is not None
    assert sample.quote is None


def test_a_row_that_may_or_may_not_mean_a_tool_teaches_nothing() -> None:
    assert sample_of(row("dinner at nine", "calendar_set", alt=["reminder_set"])) is None


def test_rows_kept_aside_are_in_no_training(tmp_path: Path) -> None:
    write(tmp_path, numbered(200))
    trained = {sample.text for sample in public(tmp_path)}
    aside = {sample.text for sample in public(tmp_path, aside=True)}
    assert len(trained) + len(aside) == 200
    assert trained
    assert aside == {each["text"] for each in numbered(200) if is_kept_aside(each["text"])}


def test_excluded_hashes_are_absent(tmp_path: Path) -> None:
    write(tmp_path, numbered(40))
    some = [sample.text for sample in public(tmp_path)][:7]
    hashes = tmp_path / "hashes"
    hashes.write_text("".join(f"{text_hash(text.upper())}\n" for text in some), encoding="utf-8")
    found = {sample.text for sample in samples(tmp_path, excluded(hashes), Random(1))}
    assert not found & set(some)
    assert {sample.text for sample in public(tmp_path)} - found == set(some)


def test_texts_of_two_meanings_and_repetitions_are_left_out(tmp_path: Path) -> None:
    once, _, other, *_ = [each for each in numbered(20) if not is_kept_aside(each["text"])]
    write(tmp_path, [once, once, {**other, "conflict": True}])
    assert [sample.text for sample in public(tmp_path)] == [once["text"]]


@pytest.mark.parametrize("names", [["clock:alarm", "clock:now"], ["agenda:push", "vault:list"]])
def test_what_fits_an_offer(names: list[str]) -> None:
    chance = Random(3)
    choice = Choice(samples(None, frozenset(), chance), chance)
    drawn = [choice.draw("tools", names, Scene(notes=("anna",), staged=(3,))) for _ in range(400)]
    found = [sample for sample in drawn if sample is not None]
    assert {sample.tool for sample in found if sample.tool in names} == set(names)
    for sample in found:
        assert sample.tool in names or not sample.accepted & set(names)
        assert sample.tool in (*names, None) or sample.kind == "tool not there"
