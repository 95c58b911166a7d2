"""Leaf forms as expressions. A leaf is one JSON scalar, and becomes one terminal."""

from __future__ import annotations

import json
import re
import zlib
from functools import lru_cache
from json.encoder import encode_basestring

from agent.grammar.expression import EMPTY, Exact, Expression, Ref, chain, repeat
from agent.grammar.form import Form, Format, Integer, Leaf, Literal, Number, OneOf, Pattern, Quote, Text
from agent.grammar.ranges import decimals, integers, multiples

MARK = Exact('"')

LONGEST_NAME = 60
"""Characters of a name made of what a choice offers."""

LONGEST_MARKED_NAME = 32
"""Characters of a name before the mark that tells it from others that begin or are spelled alike."""

MARKS = 0x10000

_PLAIN = re.compile(r'null|true|false|"[a-z]+"')
"""Values whose names cannot be mistaken for others."""


def leaf_expression(leaf: Leaf) -> Expression:
    """The whole JSON text of the leaf. A quote has rules of its own and is not taken here."""
    match leaf:
        case Literal(text):
            return Exact(text)
        case Text():
            return chain(MARK, _text(leaf), MARK)
        case Pattern(content):
            return chain(MARK, content, MARK)
        case Format(name):
            return Ref(name)
        case Integer(lowest, highest, 1):
            return integers(lowest, highest)
        case Integer(lowest, highest, step):
            return multiples(lowest, highest, step) or EMPTY
        case Number(lowest, highest, places):
            return decimals(lowest, highest, places)
        case Quote():
            raise TypeError("a quote has rules of its own")


def _text(text: Text) -> Expression:
    if not text.visible or text.maximum == 0:
        return repeat(Ref("char"), text.minimum, text.maximum)
    return chain(Ref("visible"), repeat(Ref("char"), max(0, text.minimum - 1), text.maximum - 1))


def speaking_name(form: Form) -> str | None:
    """A name that equal scalars share wherever they stand, and no others have; None where there is none."""
    name = _in_words(form)
    if name is None or (_is_clear(form) and len(name) <= LONGEST_NAME):
        return name
    start = (name if name[0].isalpha() else f"value-{name}")[:LONGEST_MARKED_NAME].strip("-")
    return f"{start}-{zlib.crc32(repr(form).encode()) % MARKS:04x}"


def _is_clear(form: Form) -> bool:
    """Whether its words say all of a form."""
    match form:
        case OneOf(options):
            return all(map(_is_clear, options))
        case Literal(text):
            return _PLAIN.fullmatch(text) is not None
        case _:
            return not isinstance(form, Quote)


def _in_words(form: Form) -> str | None:
    match form:
        case Text(minimum, maximum, visible):
            return f"{'shown' if visible else 'string'}-{minimum}-{maximum}"
        case Integer(lowest, highest, step):
            every = "" if step == 1 else f"-by-{step}"
            return f"integer-{_signed(lowest)}-to-{_signed(highest)}{every}"
        case Number(lowest, highest, places):
            return f"number-{_signed(lowest)}-to-{_signed(highest)}-over-{places}"
        case Literal(text):
            return slug(text)
        case Quote():
            return "words"
        case OneOf(options):
            names = [_in_words(option) for option in options]
            known = [name for name in names if name]
            return "-or-".join(known) if len(known) == len(names) else None
        case _:
            return None


def _signed(number: int) -> str:
    return f"minus-{-number}" if number < 0 else str(number)


@lru_cache(maxsize=1024)
def slug(text: str) -> str:
    """A rule name's part: letters of ASCII, digits and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "value"


def json_text(value: object) -> str:
    """Compact JSON with characters written as themselves."""
    if isinstance(value, str):  # most often, and json.dumps makes an encoder for each call
        return encode_basestring(value)
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def string_content(text: str) -> str:
    """`text` as it stands between the quotation marks of a JSON string."""
    return json_text(text)[1:-1]
