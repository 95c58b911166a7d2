"""The hand-written rules: the two files say the same, and the table of lengths is true."""

from __future__ import annotations

import json
import random
import re
from datetime import date, timedelta
from functools import cache

import pytest
from llguidance.gbnf_to_lark import gbnf_to_lark

from agent.grammar import base
from agent.grammar.check import check_gbnf
from agent.resources import grammar_text
from tests.grammar.walks import BASE, accepts_lark

ROOTS = sorted(base.LONGEST)


@cache
def gbnf_of(name: str) -> str:
    return f"root ::= {name}\n" + grammar_text("base.gbnf")


@cache
def converted(name: str) -> str:
    """The GBNF as llguidance reads it."""
    return str(gbnf_to_lark(gbnf_of(name)))


def lark_of(name: str) -> str:
    terminal = name.upper().replace("-", "_")
    return f"start: {terminal}\n" + grammar_text("base.lark")


def both(name: str, text: str) -> set[bool]:
    """What the two renderings say of a text."""
    return {accepts_lark(lark_of(name), text), accepts_lark(converted(name), text)}


def test_the_files_define_the_same_names() -> None:
    names = [name.upper().replace("-", "_") for name in base.rules(base.GBNF)]
    assert names == list(base.rules(base.LARK))
    assert len(re.findall("^[a-zA-Z]", grammar_text("base.gbnf"), re.MULTILINE)) == len(names)
    assert len(re.findall("^[a-zA-Z]", grammar_text("base.lark"), re.MULTILINE)) == len(names)


@pytest.mark.parametrize("name", ROOTS)
def test_each_rule_compiles(name: str) -> None:
    check_gbnf(gbnf_of(name))


@pytest.mark.parametrize("name", ROOTS)
def test_both_files_take_the_same_texts(name: str) -> None:
    chance = random.Random(name)
    for _ in range(60):
        text = BASE[name](chance)
        assert both(name, text) == {True}, text
        spoiled = list(text)
        spoiled[chance.randrange(len(spoiled))] = chance.choice('0123456789T:-Z"\\\n\x00 aé')
        assert len(both(name, "".join(spoiled))) == 1, spoiled


@pytest.mark.parametrize("name", ROOTS)
def test_the_lengths_are_true(name: str) -> None:
    assert both(name, base.LONGEST[name]) == both(name, base.SHORTEST[name]) == {True}
    chance = random.Random(name)
    sizes = [len(BASE[name](chance).encode()) for _ in range(2000)]
    assert len(base.SHORTEST[name].encode()) <= min(sizes)
    assert max(sizes) <= len(base.LONGEST[name].encode())


@pytest.mark.parametrize("year", [1000, 1900, 1999, 2000, 2023, 2024, 2100, 2400, 9996])
def test_every_day_of_a_year_and_no_other(year: int) -> None:
    real = {(date(year, 1, 1) + timedelta(days=day)).isoformat() for day in range(366)}
    for month in range(14):
        for day in range(33):
            text = f"{year}-{month:02}-{day:02}"
            assert accepts_lark(lark_of("date"), f'"{text}"') == (text in real), text


def test_characters_are_those_that_json_and_utf8_carry() -> None:
    for code in [*range(0x100), 0x2028, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFF]:
        legal = (0x20 <= code < 0x7F or code > 0x7F) and not 0xD800 <= code <= 0xDFFF
        for text in {f"\\u{code:04x}", f"\\u{code:04X}"}:
            assert both("char", text) == {legal}, text
            assert not legal or json.loads(f'"{text}"').encode()
    for text in ('"', "\\", "\\b", "\\f", "\\x", "\x00", "\x1f", "\x7f", "ab", ""):
        assert both("char", text) == {False}, text
    for text in (" ", "'", "/", "\\/", "\\n", "é", "\u2028", "\U0010ffff"):
        assert both("char", text) == {True}, text


def test_a_visible_character_is_never_blank() -> None:
    for code in [*range(0x21, 0x7F), 0xA1, 0xE9, 0x3042, 0x1F600]:
        if chr(code) not in '"\\':
            assert both("visible", chr(code)) == {True}, hex(code)
    for text in (
        *" \t\n\x0b\x85\xa0\xad\u1680\u180e\u2000\u200b\u200f\u2028\u202f\u205f\u2060\u3000\ufeff\ue000",
        "\\n",
        "\\u0041",
    ):
        assert both("visible", text) == {False}, text
