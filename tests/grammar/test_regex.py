"""Patterns as grammar: compared with Python's `re` on texts from both sides."""

from __future__ import annotations

import json
import random
import re

import pytest

from agent.grammar.form import Pattern
from agent.grammar.leaves import string_content
from agent.grammar.regex import translate
from agent.grammar.regex_syntax import Refused
from tests.grammar.walks import Walker, accepts

TRANSLATED = [
    (r"^[0-9]{3}-[a-z]+$", ["123-ab", "000-z"], ["12-ab", "123-ab!", "x123-ab"]),
    (r"^\d{2}\w$", ["12a", "00_"], ["1aa", "12!"]),
    ("foo", ["foo", "xfoox", 'say "foo"', "foo\nbar"], ["bar", "fo"]),
    ("^(a|b)$", ["a", "b"], ["c", "ab", ""]),
    ("^a|b$", ["ax", "xb", "a", "b"], ["xa", "bx", "c"]),
    ("(^foo|bar)baz", ["foobaz", "foobaz!", "xbarbazx"], ["xfoobaz", "foo"]),
    (r"^[a-z]+(-[a-z]+)*$", ["a", "a-b", "abc-de-f"], ["-a", "a-", "a--b"]),
    (r"^\S+@\S+\.\S+$", ["a@b.co", "é@ü.x"], ["a b@c.d", "a@b"]),
    (r"^\+?[1-9]\d{1,14}$", ["+4930123", "12"], ["0123", "+", "1"]),
    (r"^#(?:[A-Fa-f0-9]{6}|[A-Fa-f0-9]{3})$", ["#fff", "#A0b1C2"], ["#ffff", "fff"]),
    (r"(?i)^ab+c?$", ["AB", "aBBc"], ["b", "abcc"]),
    (r'^[^"\\]{1,3}$', ["a", "äöü", "a\n"], ['a"', "\\"]),
    (r'^"\\\t\]\[\^\-\/$', ['"\\\t][^-/'], ["x"]),
    (r"^.{2,4}$", ["ab", "日本", '"\\'], ["a", "abcde", "a\nb"]),
    (r"^[\w.-]+$", ["a.b-c_9"], ["a b", ""]),
    (r"^\x41\u00e9[\x30-\x32]$", ["Aé0", "Aé2"], ["Aé3"]),
    (r"^(\d+\.)*\d+$", ["1", "1.22.3"], ["1.", ".1"]),
    ("^$", [""], ["a"]),
    ("", ["", "anything"], []),
    (r"^(a*)*$", ["", "aaa"], ["b"]),
    (r"^(?P<year>[0-9]{4})$", ["2026"], ["26"]),
    (r"^[]a]+$", ["]a"], ["b"]),
    (r"^a{2}b{0}c{1,}?$", ["aac", "aaccc"], ["ac", "aabc"]),
    (r"^[^\d\s]+$", ["ab!"], ["a1", "a b"]),
]


@pytest.mark.parametrize(("pattern", "matching", "other"), TRANSLATED, ids=[case[0] for case in TRANSLATED])
def test_a_pattern_takes_what_matches_and_no_more(
    pattern: str, matching: list[str], other: list[str]
) -> None:
    form = Pattern(translate(pattern, minimum=0, maximum=None, repetitions=64).content)
    for text in matching:
        assert accepts(form, f'"{string_content(text)}"'), text
    for text in other:
        assert not accepts(form, f'"{string_content(text)}"'), text
    walker = Walker(form)
    for _ in range(200):
        assert re.search(pattern, json.loads(walker.text()))


BOUNDED = [
    ("^[a-z]+$", 0, 3),
    ("^[a-z]+$", 2, 3),
    (r"^[a-z]+(-[a-z]+)*$", 3, 40),
    ("foo", 5, 12),
    (r"^(\d+\.)*\d+$", 0, 30),
    ("^(?:[a-z]{1,3}){2,4}$", 5, 8),
    ("^(a|bc)+$", 9, 20),
    (r"^\S+@\S+$", 10, 50),
    ("", 2, 5),
    (r"^.*x.*y?$", 4, 9),
    ("^(ab|c{3,}|d*)e?$", 3, 6),
]


@pytest.mark.parametrize(("pattern", "minimum", "maximum"), BOUNDED)
def test_lengths_hold_together_with_the_pattern(pattern: str, minimum: int, maximum: int) -> None:
    walker = Walker(Pattern(translate(pattern, minimum=minimum, maximum=maximum, repetitions=64).content))
    lengths = set()
    for _ in range(400):
        text = json.loads(walker.text())
        assert re.search(pattern, text)
        assert minimum <= len(text) <= maximum
        lengths.add(len(text))
    assert lengths


def test_one_part_that_grows_gets_all_the_room() -> None:
    """`[a-z]+` within 3 is exact: every match of that length is there."""
    translation = translate("^x[a-z]+$", minimum=2, maximum=3, repetitions=64)
    assert translation.exact
    assert all(accepts(Pattern(translation.content), f'"{text}"') for text in ("xa", "xab"))
    assert not translate("^[a-z]+-[a-z]+$", minimum=0, maximum=9, repetitions=64).exact


@pytest.mark.parametrize(
    ("pattern", "named"),
    [
        ("^(?!x)[a-z]+$", "(?!x"),
        ("(?<=a)b", "(?<="),
        ("^(?=.*[0-9]).+$", "(?=."),
        (r"(a)\1", r"\1"),
        (r"\bword\b", r"\b"),
        (r"^\p{L}+$", r"\p"),
        ("a^b", "anchor"),
        ("(^a)*", "anchor"),
        ("a++", "repetition"),
        ("(a", "group"),
        ("a)", "parenthesis"),
        ("[a", "early"),
        ("*a", "*"),
        ("a{5,2}", "{5,2}"),
        ("[z-a]", "backwards"),
        ("^[[:alpha:]]$", "POSIX"),
        ("a\\", "early"),
        ("^\x01$", "matches"),
        ("^abc$", "matches"),
    ],
)
def test_what_cannot_be_translated_is_refused_by_name(pattern: str, named: str) -> None:
    with pytest.raises(Refused, match=re.escape(named)):
        translate(pattern, minimum=4, maximum=None, repetitions=64)


def test_any_text_as_a_pattern_is_translated_or_refused() -> None:
    """Whatever comes from outside, nothing but Refused is raised."""
    chance = random.Random(7)
    for _ in range(4000):
        pattern = "".join(
            chance.choice(r"ab1.^$|?*+()[]{}-,\dwsDWSbxu:=!<>P\"é") for _ in range(chance.randint(1, 12))
        )
        try:
            translate(
                pattern, minimum=chance.randint(0, 3), maximum=chance.choice([None, 3, 8]), repetitions=16
            )
        except Refused:
            continue
