"""Numbers between bounds, compared with counting."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.grammar.expression import Chain, Chars, Choice, Exact, Expression, Repeat
from agent.grammar.ranges import decimals, integers, multiples


def python_regex(expression: Expression) -> str:
    """The same expression for Python's `re`."""
    match expression:
        case Exact(text):
            return re.escape(text)
        case Chars(ranges):
            return (
                "[" + "".join(f"{re.escape(chr(low))}-{re.escape(chr(high))}" for low, high in ranges) + "]"
            )
        case Chain(parts):
            return "".join(map(python_regex, parts))
        case Choice(options):
            return "(?:" + "|".join(map(python_regex, options)) + ")"
        case Repeat(part, minimum, maximum):
            return f"(?:{python_regex(part)}){{{minimum},{maximum}}}"
        case _:
            raise AssertionError(expression)


SPELLINGS = [str(number) for number in range(-1250, 1251)] + [
    "-0",
    "00",
    "01",
    "-01",
    "+1",
    "",
    "-",
    "1.0",
    "1e2",
    " 1",
    "1234567",
]


@pytest.mark.parametrize(
    ("lowest", "highest"),
    [
        (low, high)
        for low in (
            -1200,
            -1000,
            -999,
            -101,
            -100,
            -99,
            -10,
            -9,
            -1,
            0,
            1,
            5,
            9,
            10,
            11,
            42,
            99,
            100,
            101,
            999,
        )
        for high in (
            -1000,
            -999,
            -100,
            -99,
            -10,
            -2,
            -1,
            0,
            1,
            9,
            10,
            19,
            99,
            100,
            101,
            110,
            999,
            1000,
            1001,
            1249,
        )
        if low <= high
    ],
)
def test_integers_are_exact(lowest: int, highest: int) -> None:
    pattern = re.compile(python_regex(integers(lowest, highest)))
    matched = [text for text in SPELLINGS if pattern.fullmatch(text)]
    assert matched == [str(number) for number in range(lowest, highest + 1)]


@given(low=st.integers(-(10**18), 10**18), size=st.integers(0, 10**18), near=st.integers(-20, 20))
def test_large_bounds_are_exact_at_both_ends(low: int, size: int, near: int) -> None:
    high = low + size
    pattern = re.compile(python_regex(integers(low, high)))
    for number in (low + near, high + near, (low + high) // 2):
        assert bool(pattern.fullmatch(str(number))) == (low <= number <= high)


@pytest.mark.parametrize("places", [1, 2])
@pytest.mark.parametrize(
    ("lowest", "highest"),
    [
        (low, high)
        for low in (-1050, -1000, -250, -101, -100, -99, -50, -10, -7, -1, 0, 1, 9, 10, 25, 99, 100, 101, 305)
        for high in (-250, -100, -99, -11, -1, 0, 1, 5, 10, 50, 99, 100, 101, 199, 200, 305, 999, 1000)
        if low <= high
    ],
)
def test_decimals_are_exact(lowest: int, highest: int, places: int) -> None:
    pattern = re.compile(python_regex(decimals(lowest, highest, places)))
    for scaled in range(-1100, 1101):
        for text in decimal_spellings(scaled, places):
            assert bool(pattern.fullmatch(text)) == (lowest <= scaled <= highest), text
    for text in ("-0", "-0.0", "00", "1.", ".5", "1.000", "1e1", "01.5"):
        assert not pattern.fullmatch(text)


def decimal_spellings(scaled: int, places: int) -> set[str]:
    """All spellings with at most `places` decimals, without leading zeros and minus zero."""
    value = Decimal(scaled).scaleb(-places)
    spellings = {f"{value:.{count}f}" for count in range(places + 1) if value == round(value, count)}
    return {text for text in spellings if not (scaled == 0 and text.startswith("-"))}


@pytest.mark.parametrize("step", [2, 4, 5, 8, 10, 20, 25, 100, 125, 250, 1000])
@pytest.mark.parametrize(
    ("lowest", "highest"), [(-1234, 1234), (0, 999), (7, 1003), (-20, -1), (-5, 5), (995, 1240)]
)
def test_multiples_are_exact(lowest: int, highest: int, step: int) -> None:
    expression = multiples(lowest, highest, step)
    wanted = [str(number) for number in range(lowest, highest + 1) if number % step == 0]
    if expression is None:
        assert wanted == []
    else:
        pattern = re.compile(python_regex(expression))
        assert [text for text in SPELLINGS if pattern.fullmatch(text)] == wanted


@pytest.mark.parametrize("step", [3, 7, 16, 60])
def test_a_step_that_divides_no_power_of_ten_is_declined(step: int) -> None:
    assert multiples(0, 10**6, step) is None
