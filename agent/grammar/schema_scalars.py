"""Strings, integers and numbers of a JSON Schema as leaf forms. Pure functions of one schema object."""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Any

from agent.grammar.expression import Chars, Exact, chain, chars, repeat
from agent.grammar.form import Form, Format, Integer, Limits, Number, Pattern, Text, one_of
from agent.grammar.ranges import multiples
from agent.grammar.schema_model import DECIMAL_PLACES, TIMEZONE

Schema = dict[str, Any]

MOST_DIGITS = 15
"""Decimal digits that a double keeps, so that a bound holds after parsing too."""

PLAIN_FORMATS = frozenset({"path", "file-path", "directory-path", "password", "binary"})
"""Formats of pydantic that any text satisfies as far as the text alone can tell."""

_HEX = chars("09", "af", "AF")
_TIMES = {
    ("date-time", None): "date-time",
    ("date-time", "naive"): "local-date-time",
    ("date-time", "aware"): "zoned-date-time",
    ("time", None): "time",
    ("time", "naive"): "local-time",
    ("date", None): "date",
    ("duration", None): "duration",
    ("uuid", None): "uuid",
}


class Unsupported(Exception):
    """A keyword that no form expresses; the reader adds tool and path."""

    def __init__(self, keyword: str, reason: str) -> None:
        super().__init__(reason)
        self.keyword = keyword
        self.reason = reason


def string_form(schema: Schema, limits: Limits) -> Form:
    """A string by its pattern, its format, or its length."""
    minimum, maximum = text_bounds(schema, limits)
    name = schema.get("format")
    if "pattern" in schema:
        raise Unsupported("pattern", "regular expressions are not translated")
    if name is None or name in PLAIN_FORMATS:
        return Text(minimum, maximum)
    known = _TIMES.get((name, schema.get(TIMEZONE)))
    if known is not None:
        return Format(known)  # type: ignore[arg-type]  # the table's values are the names
    if name.startswith("uuid") and name[4:] in set("12345678"):
        return Pattern(_uuid(name[4:]))
    raise Unsupported("format", f'the format "{name}" has no rule')


def text_bounds(schema: Schema, limits: Limits) -> tuple[int, int]:
    minimum = int(schema.get("minLength", 0))
    wanted = schema.get("maxLength")
    maximum = max(limits.text, minimum) if wanted is None else min(int(wanted), limits.largest_text)
    if minimum > maximum:
        raise Unsupported("minLength", f"at least {minimum} and at most {maximum} characters is impossible")
    return minimum, maximum


def _uuid(version: str) -> Any:
    return chain(
        repeat(_HEX, 8, 8),
        Exact("-"),
        repeat(_HEX, 4, 4),
        Exact("-" + version),
        repeat(_HEX, 3, 3),
        Exact("-"),
        Chars(chars("89", "ab", "AB").ranges),
        repeat(_HEX, 3, 3),
        Exact("-"),
        repeat(_HEX, 12, 12),
    )


def integer_form(schema: Schema, limits: Limits) -> Form:
    """An integer within its bounds, or within as many digits as the limits say."""
    widest = 10**limits.integer_digits - 1
    lowest, highest = _bounds(schema, 0)
    lowest, highest = _default_bounds(lowest, highest, widest)
    _check_order(lowest, highest)
    step = schema.get("multipleOf")
    if step is None or step == 1:
        return Integer(lowest, highest)
    return _stepped(lowest, highest, step)


def _stepped(lowest: int, highest: int, step: Any) -> Form:
    if step != int(step) or step <= 0:
        raise Unsupported("multipleOf", f"{step} is not a whole step")
    step = int(step)
    first, last = -(-lowest // step) * step, highest // step * step
    if first > last:
        raise Unsupported("multipleOf", f"no multiple of {step} lies between {lowest} and {highest}")
    if (last - first) // step < 64:  # few enough to be written out
        return one_of(*(Integer(number, number) for number in range(first, last + 1, step)))
    if multiples(lowest, highest, step) is None:
        raise Unsupported("multipleOf", f"{step} does not divide 10, 100 or 1000")
    return Integer(lowest, highest, step)


def number_form(schema: Schema, limits: Limits) -> Form:
    """A decimal number without exponent."""
    if "multipleOf" in schema:
        return _stepped_number(schema, limits)
    places = int(schema.get(DECIMAL_PLACES, limits.decimals))
    widest = 10 ** (MOST_DIGITS - places) * 10**places - 1
    lowest, highest = _default_bounds(*_bounds(schema, places), widest)
    _check_order(lowest, highest)
    return Number(lowest, highest, places)


def _stepped_number(schema: Schema, limits: Limits) -> Form:
    """Only whole steps are exact in binary floating point."""
    step = Decimal(str(schema["multipleOf"]))
    if step != step.to_integral_value():
        raise Unsupported("multipleOf", f"{step} is not a whole step")
    return integer_form(schema, limits)


def _default_bounds(lowest: int | None, highest: int | None, widest: int) -> tuple[int, int]:
    """A missing bound is as far away as the digits allow, also from a given one beyond them."""
    if lowest is None:
        lowest = min(-widest, highest) if highest is not None else -widest
    if highest is None:
        highest = max(widest, lowest)
    return lowest, highest


def _bounds(schema: Schema, places: int) -> tuple[int | None, int | None]:
    """Both bounds in units of 10**-places, made inclusive and moved inwards to whole units."""
    lows = [
        _inward(schema.get("minimum"), places, ROUND_CEILING),
        _beyond(schema, "exclusiveMinimum", places, 1),
    ]
    highs = [
        _inward(schema.get("maximum"), places, ROUND_FLOOR),
        _beyond(schema, "exclusiveMaximum", places, -1),
    ]
    return (
        max((low for low in lows if low is not None), default=None),
        min((high for high in highs if high is not None), default=None),
    )


def _inward(bound: Any, places: int, rounding: str) -> int | None:
    if bound is None:
        return None
    return int((Decimal(str(bound)) * 10**places).to_integral_value(rounding=rounding))


def _beyond(schema: Schema, keyword: str, places: int, direction: int) -> int | None:
    """The first whole unit past an exclusive bound; draft 4 writes a boolean beside the plain bound."""
    bound = schema.get(keyword)
    if bound is True:
        bound = schema.get("minimum" if direction > 0 else "maximum")
    if bound is None or bound is False:
        return None
    inward = _inward(bound, places, ROUND_FLOOR if direction > 0 else ROUND_CEILING)
    assert inward is not None
    return inward + direction


def _check_order(lowest: int, highest: int) -> None:
    if lowest > highest:
        raise Unsupported("minimum", "no number lies between the bounds")
