"""What is kept aside from training."""

from __future__ import annotations

import hashlib

from training.split import is_kept_aside, normalised, text_hash


def test_texts_that_differ_in_form_only_are_the_same() -> None:
    texts = ("Wake me, at SEVEN!", "wake me at seven", "  wake  me\tat seven.", "ｗake me at seven")
    assert {normalised(text) for text in texts} == {"wake me at seven"}
    assert len({text_hash(text) for text in texts}) == 1


def test_letters_of_every_language_stay() -> None:
    assert normalised("Straße, ÜBERMORGEN; mañana: 7:30") == "strasse übermorgen mañana 7 30"


def test_a_hash_is_that_of_the_normalised_text() -> None:
    assert text_hash("Hello, World") == hashlib.sha256(b"hello world").hexdigest()


def test_about_fifteen_of_a_hundred_texts_are_kept_aside() -> None:
    kept = sum(is_kept_aside(f"remind me to buy {number} eggs") for number in range(4000))
    assert 0.12 < kept / 4000 < 0.18


def test_the_second_byte_decides() -> None:
    for number in range(200):
        text = f"sentence {number}"
        assert is_kept_aside(text) == (hashlib.sha256(text.encode()).digest()[1] < 38)
