"""Texts of a language, two ways: by chance from its productions, and from llguidance's masks over bytes."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date, timedelta
from functools import lru_cache
from typing import Any

from agent.grammar.check import byte_matcher
from agent.grammar.expression import Chain, Chars, Choice, Exact, Expression, Ref, Repeat
from agent.grammar.form import Form
from agent.grammar.lark import lark
from agent.grammar.productions import productions
from agent.grammar.render import render
from agent.grammar.rules import Productions

MOST_EXTRA_TURNS = 6
"""A repetition rarely goes far above its smallest count, else walks would be all text."""

END = 256


@lru_cache(maxsize=64)
def _lark_of(form: Form) -> str:
    return render(form).lark


def accepts(form: Form, text: str) -> bool:
    """Whether llguidance takes the whole text, byte by byte."""
    return accepts_lark(_lark_of(form), text)


compiled = lru_cache(maxsize=64)(byte_matcher)


def accepts_lark(grammar: str, text: str) -> bool:
    matcher = compiled(grammar).deep_copy()
    tokens = list(text.encode())
    if matcher.validate_tokens(tokens) != len(tokens):
        return False
    return bool(matcher.consume_tokens(tokens) and matcher.is_accepting())


class Walker:
    """Random texts of one language."""

    def __init__(self, form: Form, seed: int = 0) -> None:
        self.rules: Productions = productions(form)
        self._bodies = {rule.name: rule.body for rule in self.rules.rules}
        self._random = random.Random(seed)
        self.lark = lark(self.rules)
        self._matcher: Any = None

    def text(self) -> str:
        """A text from the productions."""
        return self._walk(Ref("root"))

    def _walk(self, expression: Expression) -> str:
        match expression:
            case Exact(text):
                return text
            case Chars(ranges):
                low, high = self._random.choice(ranges)
                return chr(self._random.choice((low, high, self._random.randint(low, high))))
            case Ref(name):
                body = self._bodies.get(name)
                return BASE[name](self._random) if body is None else self._walk(body)
            case Chain(parts):
                return "".join(map(self._walk, parts))
            case Choice(options):
                return self._walk(self._random.choice(options))
            case Repeat(part, minimum, maximum):
                most = min(maximum, minimum + MOST_EXTRA_TURNS)
                if self._random.random() < 0.02 and maximum <= 300:
                    most = minimum = maximum
                return "".join(self._walk(part) for _ in range(self._random.randint(minimum, most)))

    def matched(self) -> str:
        """A text from llguidance: at each byte one that its mask allows, and soon the end."""
        if self._matcher is None:
            self._matcher = byte_matcher(self.lark)
        matcher = self._matcher.deep_copy()
        output = bytearray()
        while not matcher.is_stopped():
            mask = matcher.compute_bitmask()
            allowed = [token for token in range(END) if mask[token >> 3] >> (token & 7) & 1]
            if matcher.is_accepting() and (not allowed or self._random.random() < 0.3):
                break
            output.append(self._preferred(allowed))
            matcher.consume_token(output[-1])
        return output.decode()

    def _preferred(self, allowed: list[int]) -> int:
        """Inside a string, half of all bytes end it, so that texts stay short."""
        if ord('"') in allowed and len(allowed) > 30 and self._random.random() < 0.5:
            return ord('"')
        return self._random.choice(allowed)


# ------------------------------------------------------------------ the base rules, written a third time

_CHARACTERS = [
    (0x20, 0x21),
    (0x23, 0x5B),
    (0x5D, 0x7E),
    (0x80, 0xD7FF),
    (0xE000, 0x10FFFF),
    (0x61, 0x7A),
    (0x61, 0x7A),
]
_ESCAPES = [
    '\\"',
    "\\\\",
    "\\/",
    "\\n",
    "\\r",
    "\\t",
    "\\u0020",
    "\\u007e",
    "\\u00e9",
    "\\uD7fF",
    "\\ue000",
    "\\uFFFF",
]


def _character(chance: random.Random) -> str:
    if chance.random() < 0.15:
        return chance.choice(_ESCAPES)
    low, high = chance.choice(_CHARACTERS)
    return chr(chance.randint(low, high))


def _visible(chance: random.Random) -> str:
    return chance.choice(["a", "Ü", "¡", "語", "😀", "\U000323af", "!", "~", "[", "#", '\\"', "\\\\", "\\/"])


def _day(chance: random.Random) -> str:
    day = date(1000, 1, 1) + timedelta(days=chance.randrange(3_287_181))
    return chance.choice(
        [day.isoformat(), "2000-02-29", "2024-02-29", "1999-12-31", "9999-12-31", "1000-01-01"]
    )


def _clock(chance: random.Random) -> str:
    fraction = "".join(chance.choice("0123456789") for _ in range(chance.randint(0, 6)))
    clock = f"{chance.randint(0, 23):02}:{chance.randint(0, 59):02}:{chance.randint(0, 59):02}"
    return clock + (f".{fraction}" if fraction else "")


def _zone(chance: random.Random) -> str:
    return chance.choice(["Z", f"{chance.choice('+-')}{chance.randint(0, 23):02}:{chance.randint(0, 59):02}"])


def _duration(chance: random.Random) -> str:
    def count() -> str:
        return str(chance.choice([0, 1, 9, 10, 9999, chance.randint(0, 9999)]))

    def run(units: str) -> str:
        start = chance.randrange(len(units))
        return "".join(count() + unit for unit in units[start : chance.randint(start + 1, len(units))])

    time = "T" + run("HMS")
    return "P" + chance.choice([run("YMD"), run("YMD") + time, time, count() + "W"])


def _quoted(*parts: Callable[[random.Random], str]) -> Callable[[random.Random], str]:
    return lambda chance: '"' + "".join(part(chance) for part in parts) + '"'


def _maybe_zone(chance: random.Random) -> str:
    return chance.choice(["", _zone(chance)])


def _t(chance: random.Random) -> str:
    return "T"


def _uuid(chance: random.Random) -> str:
    digits = "".join(chance.choice("0123456789abcdefABCDEF") for _ in range(32))
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


BASE: dict[str, Callable[[random.Random], str]] = {
    "char": _character,
    "visible": _visible,
    "date": _quoted(_day),
    "time": _quoted(_clock, _maybe_zone),
    "local-time": _quoted(_clock),
    "zoned-time": _quoted(_clock, _zone),
    "date-time": _quoted(_day, _t, _clock, _maybe_zone),
    "local-date-time": _quoted(_day, _t, _clock),
    "zoned-date-time": _quoted(_day, _t, _clock, _zone),
    "duration": _quoted(_duration),
    "uuid": _quoted(_uuid),
}
