"""Reads a regular expression into a small tree: the part that JSON Schema, Rust and Python agree on.

Refused, each by its name: look-around, back-references, word boundaries, Unicode classes, inline flags
other than a leading `(?i)`. Lazy repetition is read as plain, for laziness does not change what matches.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from agent.grammar.expression import complement, merge_ranges

Ranges = tuple[tuple[int, int], ...]

MOST_REPEATED = 2000


class Refused(Exception):
    """What in the pattern cannot be translated."""


@dataclass(frozen=True, slots=True)
class Set:
    """One character out of code point ranges."""

    ranges: Ranges


@dataclass(frozen=True, slots=True)
class Edge:
    """The start or the end of the text."""

    start: bool


@dataclass(frozen=True, slots=True)
class Sequence:
    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Either:
    options: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Times:
    """`part` repeated; no `maximum` means without end."""

    part: Node
    minimum: int
    maximum: int | None


Node = Set | Edge | Sequence | Either | Times


def _points(text: str) -> Ranges:
    return merge_ranges((ord(character), ord(character)) for character in text)


DIGITS: Ranges = ((0x30, 0x39),)
WORD: Ranges = ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A))
SPACES = _points(" \t\n\r\v\f")
# White space of any dialect, so that its complement is not white space in any.
_ALL_SPACES = _points(
    "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u180e"
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
# Dialects differ on what beyond ASCII is a digit or a letter; the complements keep to what all agree on.
_CLASSES: dict[str, Ranges] = {
    "d": DIGITS,
    "D": ((0x00, 0x2F), (0x3A, 0x65F)),
    "w": WORD,
    "W": ((0x00, 0x2F), (0x3A, 0x40), (0x5B, 0x5E), (0x60, 0x60), (0x7B, 0x7F)),
    "s": SPACES,
    "S": complement(_ALL_SPACES),
}
_ANY = complement(_points("\n\r\u2028\u2029"))
_CONTROLS = {"n": 0x0A, "r": 0x0D, "t": 0x09, "f": 0x0C, "v": 0x0B, "0": 0x00}
_BRACES = re.compile(r"\{(\d+)(?:(,)(\d*))?\}")
_HEXADECIMAL = re.compile(
    r"x([0-9a-fA-F]{2})|x\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}"
)


def parse(pattern: str) -> Node:
    """The tree of a pattern. Raises Refused."""
    ignore_case = pattern.startswith("(?i)")
    reader = _Reader(pattern.removeprefix("(?i)"), ignore_case=ignore_case)
    node = reader.alternatives()
    if reader.position < len(reader.text):
        raise Refused(f"the parenthesis at {reader.position} closes nothing")
    return node


class _Reader:
    """Recursive descent over the text of one pattern."""

    def __init__(self, text: str, *, ignore_case: bool) -> None:
        self.text = text
        self.position = 0
        self._ignore_case = ignore_case

    def _peek(self) -> str:
        return self.text[self.position : self.position + 1]

    def _take(self) -> str:
        character = self._peek()
        if not character:
            raise Refused("the pattern ends too early")
        self.position += 1
        return character

    def alternatives(self) -> Node:
        options = [self._sequence()]
        while self._peek() == "|":
            self._take()
            options.append(self._sequence())
        return options[0] if len(options) == 1 else Either(tuple(options))

    def _sequence(self) -> Node:
        parts: list[Node] = []
        while self._peek() not in {"", "|", ")"}:
            parts.append(self._repeated(self._atom()))
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def _repeated(self, part: Node) -> Node:
        bounds = self._quantifier()
        if bounds is None:
            return part
        if isinstance(part, Edge):
            raise Refused("an anchor cannot be repeated")
        if self._peek() == "?":
            self._take()
        if self._peek() == "+" or self._quantifier() is not None:
            raise Refused("a repetition of a repetition")
        return Times(part, *bounds)

    def _quantifier(self) -> tuple[int, int | None] | None:
        simple: dict[str, tuple[int, int | None]] = {"*": (0, None), "+": (1, None), "?": (0, 1)}
        if self._peek() in simple:
            return simple[self._take()]
        match = _BRACES.match(self.text, self.position)
        if match is None:
            return None
        self.position = match.end()
        minimum = int(match[1])
        maximum = minimum if match[2] is None else int(match[3]) if match[3] else None
        if minimum > MOST_REPEATED or (maximum is not None and maximum < minimum):
            raise Refused(f"the repetition {match[0]}")
        return minimum, maximum

    def _atom(self) -> Node:
        character = self._take()
        match character:
            case "(":
                return self._group()
            case "[":
                return self._brackets()
            case ".":
                return Set(_ANY)
            case "^" | "$":
                return Edge(start=character == "^")
            case "\\":
                return self._escaped()
            case "*" | "+" | "?":
                raise Refused(f'"{character}" repeats nothing')
            case _:
                return self._character(ord(character))

    def _character(self, code_point: int) -> Set:
        return Set(self._cased(((code_point, code_point),)))

    def _cased(self, ranges: Ranges) -> Ranges:
        """Both cases of ASCII letters where case is ignored."""
        if not self._ignore_case:
            return ranges
        both = list(ranges)
        for low, high in ranges:
            for first, last, shift in ((0x41, 0x5A, 32), (0x61, 0x7A, -32)):
                if low <= last and high >= first:
                    both.append((max(low, first) + shift, min(high, last) + shift))
        return merge_ranges(both)

    def _group(self) -> Node:
        if self._peek() == "?":
            self._group_kind()
        node = self.alternatives()
        if self._peek() != ")":
            raise Refused("a group is not closed")
        self._take()
        return node

    def _group_kind(self) -> None:
        match = re.compile(r"\?(?::|P?<([A-Za-z_]\w*)>)").match(self.text, self.position)
        if match is None:
            raise Refused(f'the group "({self.text[self.position : self.position + 3]}"')
        self.position = match.end()

    def _escaped(self) -> Node:
        character = self._peek()
        if character and character in _CLASSES:
            self._take()
            return Set(_CLASSES[character])
        if character in {"A", "z", "Z"}:
            self._take()
            return Edge(start=character == "A")
        return self._character(self._escaped_point())

    def _escaped_point(self) -> int:
        """The code point of an escape that stands for one character."""
        match = _HEXADECIMAL.match(self.text, self.position)
        if match is not None:
            self.position = match.end()
            return int(next(group for group in match.groups() if group), 16)
        character = self._take()
        if character in _CONTROLS:
            return _CONTROLS[character]
        if character.isalnum():
            raise Refused(f'the escape "\\{character}"')
        return ord(character)

    def _brackets(self) -> Node:
        negated = self._peek() == "^"
        if negated:
            self._take()
        ranges: list[tuple[int, int]] = []
        first = True
        while first or self._peek() != "]":
            ranges.extend(self._bracket_item())
            first = False
        self._take()
        merged = self._cased(merge_ranges(ranges))
        return Set(complement(merged) if negated else merged)

    def _bracket_item(self) -> Ranges:
        low = self._bracket_point()
        if not isinstance(low, int):
            return low
        if self._peek() != "-" or self.text[self.position + 1 : self.position + 2] in {"]", ""}:
            return ((low, low),)
        self._take()
        high = self._bracket_point()
        if not isinstance(high, int):
            return merge_ranges([(low, low), (0x2D, 0x2D), *high])
        if high < low:
            raise Refused("a range that runs backwards")
        return ((low, high),)

    def _bracket_point(self) -> int | Ranges:
        character = self._take()
        if character == "[" and self._peek() == ":":
            raise Refused("a POSIX class")
        if character != "\\":
            return ord(character)
        following = self._peek()
        if following and following in _CLASSES:
            self._take()
            return _CLASSES[following]
        if following == "b":
            raise Refused("the backspace")
        return self._escaped_point()
