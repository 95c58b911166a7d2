"""Schemas from outside: what they take is taken, what they refuse is refused, and departures are told."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator, FormatChecker
from pydantic import BaseModel, ConfigDict, Field, FutureDate, PostgresDsn

from agent.errors import ConfigError, SchemaError
from agent.grammar.check import check
from agent.grammar.form import Record
from agent.grammar.from_schema import from_document, from_model
from agent.grammar.productions import productions
from agent.grammar.render import render
from tests.grammar.schemas import CASES, Case
from tests.grammar.walks import Walker, accepts_lark


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_valid_texts_are_taken_and_others_refused(case: Case) -> None:
    grammar = render(from_document(case.schema, tool=case.name).form)
    check(grammar)
    for text in case.valid:
        assert accepts_lark(grammar.lark, text), f"refuses {text}"
    for text in case.invalid:
        assert not accepts_lark(grammar.lark, text), f"takes {text}"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_walks_validate_where_nothing_is_looser(case: Case) -> None:
    conversion = from_document(case.schema, tool=case.name)
    assert not [difference for difference in conversion.differences if difference.kind == "looser"]
    if "draft 4" in case.name:
        return  # the validator here reads draft 2020-12
    validator = Draft202012Validator(case.schema, format_checker=FormatChecker())
    walker = Walker(conversion.form)
    for _ in range(100):
        validator.validate(json.loads(walker.text()))
    for _ in range(10):
        validator.validate(json.loads(walker.matched()))


@pytest.mark.parametrize(
    ("schema", "keyword"),
    [
        ({"type": "string", "not": {"const": "x"}}, "not"),
        ({"type": "string", "pattern": "^(?!x)"}, "pattern"),
        ({"type": "string", "format": "relative-json-pointer"}, "format"),
        ({"type": "integer", "multipleOf": 7}, "multipleOf"),
        ({"type": "array", "contains": {"type": "integer"}}, "contains"),
        ({"type": "array", "items": {"type": "integer"}, "uniqueItems": True}, "uniqueItems"),
        ({"oneOf": [{"type": "integer"}, {"type": "number"}]}, "oneOf"),
        ({"type": "array", "dependentRequired": {"a": ["b"]}}, "dependentRequired"),
        ({"properties": {"a": {}, "b": {}}, "not": {"properties": {"a": {"const": 1}}}}, "not"),
        (
            {
                "properties": {"a": {}, "b": {}},
                "oneOf": [{"required": ["a"], "minProperties": 1}, {"required": ["b"]}],
                "additionalProperties": False,
            },
            "oneOf",
        ),
        ({"type": "object", "properties": {"a": {}, "b": {}}, "minProperties": 1}, "minProperties"),
        ({"if": {"required": ["a"]}, "then": {"required": ["b"]}, "properties": {"a": {}, "b": {}}}, "if"),
    ],
)
def test_what_is_looser_is_told(schema: dict[str, Any], keyword: str) -> None:
    conversion = from_document({"type": "object", "properties": {"it": schema}}, tool="outside")
    looser = [difference for difference in conversion.differences if difference.kind == "looser"]
    assert (looser[0].path, looser[0].keyword) == ("/it", keyword)


@pytest.mark.parametrize(
    ("schema", "keyword"),
    [
        (
            {
                "properties": {"a": {}},
                "patternProperties": {"^b": {}, "^c": {}},
                "additionalProperties": False,
            },
            "patternProperties",
        ),
        ({"anyOf": [{"type": "integer"}, {"type": "string", "minLength": 2, "maxLength": 1}]}, "anyOf"),
        ({"type": "string", "pattern": "^a+-b+$", "maxLength": 9}, "pattern"),
        (
            {"$ref": "#/$defs/Node", "$defs": {"Node": {"properties": {"next": {"$ref": "#/$defs/Node"}}}}},
            "$ref",
        ),
    ],
)
def test_what_is_narrower_is_told(schema: dict[str, Any], keyword: str) -> None:
    conversion = from_document(schema, tool="outside")
    assert keyword in [each.keyword for each in conversion.differences if each.kind == "narrower"]


ENDLESS = {
    "$ref": "#/$defs/Loop",
    "$defs": {"Loop": {"properties": {"a": {"$ref": "#/$defs/Loop"}}, "required": ["a"]}},
}


@pytest.mark.parametrize(
    ("schema", "path", "keyword"),
    [
        ({"properties": {"a": {"$ref": "#/$defs/Missing"}}}, "/a", "$ref"),
        ({"properties": {"a": {"$ref": "https://example.org/schema"}}}, "/a", "$ref"),
        (ENDLESS, "/", "$ref"),
        ({"properties": {"a": {"type": "text"}}}, "/a", "type"),
        ({"properties": {"a": {"type": "integer", "minimum": 3, "maximum": 2}}}, "/a", "minimum"),
        ({"properties": {"a": {"type": "string", "minLength": 3, "maxLength": 2}}}, "/a", "minLength"),
        ({"properties": {"a": {"enum": []}}}, "/a", "enum"),
        ({"properties": {"a": {"enum": ["\ud800"]}}}, "/a", "enum"),
        ({"properties": {"a": False}, "required": ["a"]}, "/a", "false"),
        ({"properties": {"a": {}}, "required": ["a"], "not": {"required": ["a"]}}, "/", "allOf"),
        ({"properties": {}, "required": ["a"], "additionalProperties": False}, "/", "required"),
        ({"allOf": [{"type": "string"}, {"type": "integer"}]}, "/", "type"),
        ({"allOf": [{"$ref": "#/allOf/0"}]}, "/", "$ref"),
        ({"type": "array", "items": {}, "minItems": 3, "maxItems": 2}, "/", "minItems"),
    ],
)
def test_an_impossible_schema_is_refused_with_tool_path_and_keyword(
    schema: Any, path: str, keyword: str
) -> None:
    with pytest.raises(SchemaError) as caught:
        from_document(schema, tool="outside:tool")
    assert (caught.value.tool, caught.value.path, caught.value.keyword) == ("outside:tool", path, keyword)
    assert all(part in str(caught.value) for part in ("outside:tool", path, keyword))
    assert isinstance(caught.value, ConfigError)


def test_a_format_that_json_schema_does_not_define_is_a_remark() -> None:
    conversion = from_document({"type": "string", "format": "byte"}, tool="outside")
    assert conversion.differences == ()
    assert accepts_lark(render(conversion.form).lark, '"any text"')


def test_definitions_used_everywhere_are_visited_once() -> None:
    """As a tree this one has more parts than could ever be written."""
    value = {"$ref": "#/$defs/Value"}
    both = {
        "anyOf": [{"type": "integer"}, {"type": "array", "items": value}, {"additionalProperties": value}]
    }
    properties = dict.fromkeys("abcdefgh", value)
    document = {
        "properties": properties,
        "$defs": {"Value": {"properties": {"x": both, "y": both, "z": both}}},
    }
    rules = productions(from_document(document, tool="outside").form).rules
    assert len(rules) < 100


def test_a_schema_that_unfolds_without_measure_is_refused() -> None:
    definitions = {
        f"D{number}": {"properties": {f"p{each}": {"$ref": f"#/$defs/D{each}"} for each in range(12)}}
        for number in range(12)
    }
    with pytest.raises(SchemaError, match="unfolds"):
        from_document({"$ref": "#/$defs/D0", "$defs": definitions}, tool="outside")


# ------------------------------------------------------------------ models of our own are exact or refused


class LookAhead(BaseModel):
    model_config = ConfigDict(regex_engine="python-re")
    code: str = Field(pattern=r"^(?!0)\d+$")


class Future(BaseModel):
    day: FutureDate


class Database(BaseModel):
    address: PostgresDsn


class Sevenths(BaseModel):
    number: int = Field(multiple_of=7)


class Pair(BaseModel):
    numbers: set[int] = Field(min_length=2)


@pytest.mark.parametrize(
    ("model", "path", "keyword"),
    [
        (LookAhead, "/code", "pattern"),
        (Future, "/day", "format"),
        (Database, "/address", "format"),
        (Sevenths, "/number", "multipleOf"),
        (Pair, "/numbers", "uniqueItems"),
    ],
)
def test_a_model_that_cannot_be_exact_is_refused(model: type[BaseModel], path: str, keyword: str) -> None:
    with pytest.raises(SchemaError) as caught:
        from_model(model, tool="ours")
    assert (caught.value.path, caught.value.keyword) == (path, keyword)


def test_fields_keep_their_order_and_are_all_written() -> None:
    class Ordered(BaseModel):
        zebra: int = 1
        apple: str | None = None
        mango: bool = True

    form = from_model(Ordered, tool="ours")
    assert isinstance(form, Record)
    assert [(field.name, field.optional) for field in form.fields] == [
        ("zebra", False),
        ("apple", False),
        ("mango", False),
    ]
