"""Strings, integers and numbers of a JSON Schema as leaf forms. Pure functions of one schema object."""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Any

from agent.grammar.form import Form, Integer, Limits, Number, Pattern, Text, one_of
from agent.grammar.formats import UNCHECKED, format_form
from agent.grammar.ranges import multiples
from agent.grammar.regex import Translation, translate
from agent.grammar.regex_syntax import Refused
from agent.grammar.schema_model import BOUNDED, DECIMAL_PLACES, MAX_DIGITS, SCHEMES, STRIPPED, TIMEZONE, WIDE

Schema = dict[str, Any]

MOST_DIGITS = 15
"""Decimal digits that a double keeps, so that a bound holds after parsing too."""

_EXCLUSIVE = ("exclusiveMinimum", "exclusiveMaximum")

FEW = 64
"""Multiples that are written out one by one."""

BYTES_PER_CHARACTER = 4


class Unsupported(Exception):
    """A keyword that no form expresses; the reader adds tool and path."""

    def __init__(self, keyword: str, reason: str) -> None:
        super().__init__(reason)
        self.keyword = keyword
        self.reason = reason


# ------------------------------------------------------------------ strings


def string_form(schema: Schema, limits: Limits) -> Form:
    """A string by its pattern, its format, or its length. Raises Unsupported."""
    if "pattern" in schema:
        return Pattern(pattern_content(schema, limits).content)
    name = schema.get("format")
    if name is None or name in UNCHECKED:
        return _text(schema, limits)
    if BOUNDED in schema:
        raise Unsupported("format", "the moment is bounded, which only validation can tell")
    form = format_form(name, schema.get(TIMEZONE), schema.get(SCHEMES), wide=bool(schema.get(WIDE)))
    if form is None:
        raise Unsupported("format", f'the format "{name}" has no rule')
    return form


def pattern_content(schema: Schema, limits: Limits) -> Translation:
    """The content of a string with a pattern. Raises Unsupported."""
    try:
        return translate(
            schema["pattern"],
            minimum=_shortest(schema, limits),
            maximum=min(int(schema["maxLength"]), limits.largest_text) if "maxLength" in schema else None,
            repetitions=limits.repetitions,
        )
    except Refused as error:
        raise Unsupported("pattern", f"{error} cannot be translated") from None


def _text(schema: Schema, limits: Limits) -> Form:
    minimum, maximum = text_bounds(schema, limits)
    if schema.get("format") == "binary" and "maxLength" in schema:
        maximum //= BYTES_PER_CHARACTER
    if maximum < minimum:
        raise Unsupported("maxLength", "so few bytes hold no character for certain")
    if not (schema.get(STRIPPED) and minimum):
        return Text(minimum, maximum)
    if minimum > 1:
        raise Unsupported("minLength", "a length above 1 is measured without the outer white space")
    return Text(minimum, maximum, visible=True)


def _shortest(schema: Schema, limits: Limits) -> int:
    minimum = int(schema.get("minLength", 0))
    if minimum > limits.largest_text:
        raise Unsupported("minLength", f"no text is longer than {limits.largest_text} characters")
    return minimum


def text_bounds(schema: Schema, limits: Limits) -> tuple[int, int]:
    """The shortest and longest length in characters. Raises Unsupported where none is possible."""
    minimum = _shortest(schema, limits)
    wanted = schema.get("maxLength")
    maximum = max(limits.text, minimum) if wanted is None else min(int(wanted), limits.largest_text)
    if minimum > maximum:
        raise Unsupported("minLength", f"at least {minimum} and at most {maximum} characters is impossible")
    return minimum, maximum


# ------------------------------------------------------------------ numbers


def integer_form(schema: Schema, limits: Limits) -> Form:
    """An integer within its bounds, or within as many digits as the limits say. Raises Unsupported."""
    widest = 10**limits.integer_digits - 1
    lowest, highest = _default_bounds(*_bounds(schema, 0), widest)
    _check_order(lowest, highest)
    step = schema.get("multipleOf")
    if step is None or step == 1:
        return Integer(lowest, highest)
    return _stepped(lowest, highest, Decimal(str(step)))


def _stepped(lowest: int, highest: int, exact_step: Decimal) -> Form:
    step = int(exact_step)
    if step != exact_step or step <= 0:
        raise Unsupported("multipleOf", f"{exact_step} is not a whole step")
    first, last = -(-lowest // step) * step, highest // step * step
    if first > last:
        raise Unsupported("multipleOf", f"no multiple of {step} lies between {lowest} and {highest}")
    if (last - first) // step < FEW:
        return one_of(*(Integer(number, number) for number in range(first, last + 1, step)))
    if multiples(lowest, highest, step) is None:
        raise Unsupported("multipleOf", f"{step} does not divide 10, 100 or 1000")
    return Integer(lowest, highest, step)


def number_form(schema: Schema, limits: Limits) -> Form:
    """A decimal number without exponent. Raises Unsupported."""
    if "multipleOf" in schema:  # whole steps alone are exact in binary floating point
        return integer_form(schema, limits)
    places = int(schema.get(DECIMAL_PLACES, limits.decimals))
    digits = limits.integer_digits + places
    if MAX_DIGITS in schema:
        digits = int(schema[MAX_DIGITS])
        places = min(places, digits - 1)
    places = max(0, min(places, _exact_places(schema)))
    widest = 10**digits - 1
    lowest, highest = _default_bounds(*_bounds(schema, places), widest)
    if MAX_DIGITS in schema:
        lowest, highest = max(lowest, -widest), min(highest, widest)
    _check_order(lowest, highest)
    return Number(lowest, highest, places)


def _exact_places(schema: Schema) -> int:
    """Places at which the neighbours of an exclusive bound are still other doubles than the bound."""
    bounds = [
        abs(Decimal(str(schema[key]))) for key in _EXCLUSIVE if schema.get(key) not in {None, True, False}
    ]
    return MOST_DIGITS - max((bound.adjusted() + 1 for bound in bounds if bound), default=0)


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
