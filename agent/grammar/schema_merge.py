"""Parts of an `allOf`, joined into one schema where their keywords agree or can be tightened."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

from agent.grammar.schema_scalars import Schema, Unsupported
from agent.grammar.schema_shapes import check_shapes

ANNOTATIONS = frozenset(
    {
        "title",
        "description",
        "default",
        "example",
        "examples",
        "deprecated",
        "readOnly",
        "writeOnly",
        "discriminator",
    }
    | {"$comment", "$schema", "$id", "$anchor", "$defs", "definitions", "contentMediaType", "contentEncoding"}
)

MOST_PAIRS = 64
"""Pairs of options into which two unions may unfold."""


def merged(schema: Schema, lookup: Callable[[str], Any]) -> Schema:
    """The schema with its `allOf` worked in; `lookup` finds what a reference names. Raises Unsupported."""
    whole = {key: value for key, value in schema.items() if key != "allOf"}
    for part in schema["allOf"]:
        whole = _both(whole, _plain(part, lookup))
    return whole


def _plain(part: Any, lookup: Callable[[str], Any]) -> Schema:
    """A part without references and `allOf` of its own at its top."""
    seen: set[str] = set()
    while isinstance(part, dict) and "$ref" in part:
        name = str(part["$ref"])
        if name in seen:
            raise Unsupported("$ref", "the references run in a circle")
        seen.add(name)
        rest = {key: value for key, value in part.items() if key != "$ref"}
        part = {"allOf": [lookup(name), rest]} if rest.keys() - ANNOTATIONS else lookup(name)
    if part is True:
        return {}
    if not isinstance(part, dict):
        raise Unsupported("allOf", "nothing satisfies one of the parts")
    check_shapes(part)
    return merged(part, lookup) if "allOf" in part else part


def _both(left: Schema, right: Schema) -> Schema:
    both = dict(left)
    for keyword, value in right.items():
        if keyword not in both or both[keyword] == value or keyword in ANNOTATIONS:
            both[keyword] = value
        elif keyword in _JOINS:
            both[keyword] = _JOINS[keyword](both[keyword], value)
        else:
            raise Unsupported(keyword, f'"{keyword}" stands in two parts of "allOf"')
    return _closed(both, left, right)


def _closed(both: Schema, left: Schema, right: Schema) -> Schema:
    """A part that allows no other properties takes away what only the other part describes."""
    for one, other in ((left, right), (right, left)):
        if one.get("additionalProperties") is False and "properties" in other:
            allowed, patterns = one.get("properties", {}), one.get("patternProperties", {})
            kept = {
                name: value
                for name, value in both.get("properties", {}).items()
                if name in allowed or any(re.search(pattern, name) for pattern in patterns)
            }
            both = {**both, "properties": kept, "additionalProperties": False}
    return both


def _both_properties(left: Schema, right: Schema) -> Schema:
    return {
        **left,
        **{name: _both_values(left[name], value) if name in left else value for name, value in right.items()},
    }


def _both_values(left: Any, right: Any) -> Any:
    """A key that one part forbids is forbidden."""
    return False if left is False or right is False else _both_items(left, right)


def _both_items(left: Any, right: Any) -> Any:
    return {"allOf": [left, right]}


def _each_pair(left: list[Any], right: list[Any]) -> list[Any]:
    """One option of each of two unions."""
    if len(left) * len(right) > MOST_PAIRS:
        raise Unsupported("anyOf", f"two unions have more than {MOST_PAIRS} pairs of options")
    return [_both_items(*pair) for pair in product(left, right)]


def _common_types(left: Any, right: Any) -> Any:
    lefts, rights = (_types(kinds) for kinds in (left, right))
    common = [kind for kind in lefts if kind in rights]
    if not common:
        raise Unsupported("type", "no type satisfies all parts")
    return common[0] if len(common) == 1 else common


def _types(kinds: Any) -> list[str]:
    """A list of types; numbers include integers."""
    names = [kinds] if isinstance(kinds, str) else list(kinds)
    return [*names, "integer"] if "number" in names and "integer" not in names else names


_JOINS: Mapping[str, Callable[[Any, Any], Any]] = {
    "properties": _both_properties,
    "patternProperties": _both_properties,
    "items": _both_items,
    "anyOf": _each_pair,
    "oneOf": _each_pair,
    "required": lambda left, right: [*left, *(name for name in right if name not in left)],
    "type": _common_types,
    "enum": lambda left, right: [value for value in left if value in right],
    "minimum": max,
    "exclusiveMinimum": max,
    "minLength": max,
    "minItems": max,
    "minProperties": max,
    "maximum": min,
    "exclusiveMaximum": min,
    "maxLength": min,
    "maxItems": min,
    "maxProperties": min,
    "uniqueItems": lambda left, right: left or right,
    "additionalProperties": lambda left, right: False if False in (left, right) else _both_items(left, right),
}
