"""Schemas from outside may be damaged, endless or huge: they are described or refused, never a crash."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest

from agent.errors import SchemaError
from agent.grammar.from_schema import DEEPEST_FORM, from_document
from agent.grammar.productions import productions
from agent.grammar.render import render
from tests.grammar.schemas import CASES

DAMAGED = 600
KEYWORDS = (
    *(
        "properties",
        "required",
        "items",
        "anyOf",
        "oneOf",
        "allOf",
        "not",
        "type",
        "enum",
        "pattern",
        "format",
    ),
    *("minLength", "maxLength", "minItems", "maxItems", "minimum", "exclusiveMaximum", "multipleOf", "$ref"),
    *("additionalProperties", "patternProperties", "propertyNames", "dependencies", "dependentSchemas"),
    *("prefixItems", "uniqueItems", "discriminator", "minProperties", "maxProperties", "if", "contains"),
)
JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1.5, float("nan"), float("inf"), 10**30, "", "x", "(", "^a$", "string"),
    *("object", "array", "number", "#", "#/", "#/$defs/Node", [], [1], ["a"], ["string", "null"], {}),
    *({"a": 1}, {"type": "string"}, {"type": 5}, [{}], [[]], {"$ref": "#"}),
)


@pytest.mark.parametrize(
    ("schema", "path", "keyword"),
    [
        ({"properties": {"a": {"type": "object", "required": True}}}, "/a", "required"),
        ({"properties": []}, "/", "properties"),
        ({"items": {"enum": 5}}, "/items", "enum"),
        ({"type": ["string", 5]}, "/", "type"),
        ({"type": "number", "minimum": "three"}, "/", "minimum"),
        ({"type": "number", "maximum": float("inf")}, "/", "maximum"),
        ({"type": "string", "minLength": 1.5}, "/", "minLength"),
        ({"type": "string", "minLength": 10**9}, "/", "minLength"),
        ({"type": "array", "minItems": 10**9}, "/", "minItems"),
        ({"type": "object", "minProperties": 10**9}, "/", "minProperties"),
        ({"properties": {}, "allOf": [{"required": 5}]}, "/", "required"),
        ({"properties": {}, "dependencies": []}, "/", "dependencies"),
        ({"properties": {"\ud800": {}}}, "/", "properties"),
    ],
)
def test_a_damaged_schema_is_refused_with_path_and_keyword(schema: Any, path: str, keyword: str) -> None:
    with pytest.raises(SchemaError) as caught:
        from_document(schema, tool="outside")
    assert (caught.value.path, caught.value.keyword) == (path, keyword)


def test_bounds_beyond_all_measure_become_ours() -> None:
    pattern = from_document({"type": "string", "pattern": "^[a-z]+$", "maxLength": 10**30}, tool="outside")
    huge = {"type": "object", "maxProperties": 10**30, "additionalProperties": {"const": 1}}
    entries = from_document(huge, tool="outside")
    assert max(render(each.form).longest for each in (pattern, entries)) < 10**7


def nested(levels: int, wrap: str) -> Any:
    schema: Any = {"type": "integer"}
    for _ in range(levels):
        schema = {"properties": {"a": schema, "b": {}}, "required": ["a", "b"] if wrap == "required" else []}
        schema = {"anyOf": [schema, {"type": "null"}]} if wrap == "union" else schema
    return schema


@pytest.mark.parametrize("wrap", ["optional", "required", "union"])
def test_rules_do_not_multiply_with_depth(wrap: str) -> None:
    """Twenty levels whose parts were written twice each would be a million."""
    assert len(productions(from_document(nested(20, wrap), tool="outside").form).rules) < 200


def test_a_schema_that_is_too_deep_is_refused() -> None:
    with pytest.raises(SchemaError, match="levels deep"):
        from_document(nested(DEEPEST_FORM + 1, "required"), tool="outside")
    with pytest.raises(SchemaError, match="levels deep"):
        from_document({"properties": {"a": {}}, "anyOf": [{"$ref": "#"}]}, tool="outside")
    folded: Any = {"type": "integer"}
    for _ in range(3000):
        folded = {"allOf": [folded]}
    with pytest.raises(SchemaError, match="too deep"):
        from_document(folded, tool="outside")


def test_whatever_is_damaged_is_described_or_refused() -> None:
    described = 0
    for number in range(DAMAGED):
        chance = random.Random(number)
        schema = copy.deepcopy(chance.choice(CASES).schema)
        for _ in range(chance.choice((1, 1, 2, 3))):
            damage(schema, chance)
        try:
            render(from_document(schema, tool="outside").form)
            described += 1
        except SchemaError:
            pass
    assert 0.2 < described / DAMAGED < 0.95


def damage(schema: Any, chance: random.Random) -> None:
    """Adds a keyword somewhere, or puts something else where a value or a key was."""
    place = chance.choice([each for each in places(schema) if isinstance(each, dict | list) and each] or [{}])
    junk = copy.deepcopy(chance.choice(JUNK))
    if isinstance(place, list):
        place[chance.randrange(len(place))] = junk
    elif chance.random() < 0.5 or not place:
        place[chance.choice(KEYWORDS)] = junk
    elif chance.random() < 0.3:
        place[chance.choice(("(", "^x", "a", "", "é\ud800", "b c"))] = place.pop(chance.choice(list(place)))
    else:
        place[chance.choice(list(place))] = junk


def places(schema: Any) -> Iterator[Any]:
    yield schema
    for each in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from places(each)
