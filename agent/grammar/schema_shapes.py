"""Whether the keywords of a JSON Schema have values of the kind that they must have: outside ones may not."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any

from agent.grammar.schema_scalars import Schema, Unsupported

_DECIMAL = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]{1,2})?")


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _is_limit(value: Any) -> bool:
    """The limits of a Decimal come as texts from our own models."""
    return _is_number(value) or (isinstance(value, str) and _DECIMAL.fullmatch(value) is not None)


def _is_bound(value: Any) -> bool:
    """Draft 4 has true and false for whether a bound is exclusive."""
    return isinstance(value, bool) or _is_limit(value)


def _is_count(value: Any) -> bool:
    return _is_number(value) and value >= 0 and value == int(value)


def _is_kinds(value: Any) -> bool:
    return _is_text(value) or (_is_texts(value) and bool(value))


_OBJECTS = ("properties", "patternProperties", "dependencies", "dependentRequired", "dependentSchemas")
_COUNTS = ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties")
_SHAPES: tuple[tuple[str, Callable[[Any], bool], tuple[str, ...]], ...] = (
    ("an object", _is_object, (*_OBJECTS, "discriminator")),
    ("a list", _is_list, ("enum", "allOf", "anyOf", "oneOf", "prefixItems")),
    ("a list of strings", _is_texts, ("required",)),
    ("a string", _is_text, ("$ref", "pattern", "format")),
    ("a type or several", _is_kinds, ("type",)),
    ("a number", _is_limit, ("minimum", "maximum", "multipleOf")),
    ("a bound", _is_bound, ("exclusiveMinimum", "exclusiveMaximum")),
    ("a number of something", _is_count, _COUNTS),
)
_BY_KEYWORD: Mapping[str, tuple[str, Callable[[Any], bool]]] = {
    keyword: (words, fits) for words, fits, keywords in _SHAPES for keyword in keywords
}


def check_shapes(schema: Schema) -> None:
    """The schema's own keywords; not those of schemas inside it. Raises Unsupported."""
    for keyword, value in schema.items():
        words, fits = _BY_KEYWORD.get(keyword, ("", bool))
        if words and not fits(value):
            raise Unsupported(keyword, f"it must be {words}")


def is_shaped(schema: Schema) -> bool:
    try:
        check_shapes(schema)
    except Unsupported:
        return False
    return True
