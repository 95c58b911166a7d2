"""What the lexicons have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

ISO_DATE = ("iso", r"(?P<y>\d{4})[-/.](?P<mo>\d{1,2})[-/.](?P<d>\d{1,2})")


def compounds(tens: Mapping[str, int], ones: Sequence[str], joiner: str) -> dict[str, int]:
    """Number words of two members, tens first: "twenty one". `ones` start at one."""
    return {
        f"{ten}{joiner}{one}": value + digit
        for ten, value in tens.items()
        for digit, one in enumerate(ones, 1)
    }


def compounds_reversed(tens: Mapping[str, int], ones: Sequence[str], joiner: str) -> dict[str, int]:
    """Number words of two members, ones first: "einundzwanzig". `ones` start at one."""
    return {
        f"{one}{joiner}{ten}": value + digit
        for ten, value in tens.items()
        for digit, one in enumerate(ones, 1)
    }
