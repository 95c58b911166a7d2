"""Schemas as they come from outside, each with texts that it takes and texts that it refuses, all compact."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Case:
    name: str
    schema: Any
    valid: tuple[str, ...]
    invalid: tuple[str, ...]


def _object(properties: dict[str, Any], **more: Any) -> dict[str, Any]:
    closed = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    return closed | more


ANIMALS = {
    "$defs": {
        "Cat": _object({"kind": {"const": "cat"}, "lives": {"type": "integer", "minimum": 1, "maximum": 9}}),
        "Dog": _object({"kind": {"const": "dog"}, "good": {"type": "boolean"}}),
        "Node": {
            "type": "object",
            "properties": {
                "value": {"type": "integer"},
                "children": {"type": "array", "items": {"$ref": "#/$defs/Node"}},
            },
            "required": ["value"],
            "additionalProperties": False,
        },
    }
}
CITY = {"type": "string", "description": "The city, as in 'Paris'"}

CASES = (
    Case(
        "nullable",
        {"anyOf": [{"type": "integer"}, {"type": "null"}]},
        ("5", "null", "-12"),
        ('"x"', "5.0", "05"),
    ),
    Case(
        "optional key after a required one",
        {"type": "object", "properties": {"city": CITY, "unit": {"enum": ["c", "f"]}}, "required": ["city"]},
        ('{"city":"Zürich"}', '{"city":"x","unit":"c"}'),
        ('{"unit":"c"}', "{}", '{"city":"x","unit":"k"}', '{"unit":"c","city":"x"}'),
    ),
    Case(
        "optional keys around a required one",
        {
            "type": "object",
            "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}, "c": {}, "d": {"const": 1}},
            "required": ["b"],
            "additionalProperties": False,
        },
        ('{"a":1,"b":2}', '{"b":2}', '{"b":2,"d":1}', '{"a":1,"b":2,"c":[null],"d":1}'),
        ('{"a":1}', "{}", '{"a":1,"b":2,"d":2}', '{"a":1"b":2}', '{,"b":2}', '{"b":2,}'),
    ),
    Case(
        "all keys optional",
        {"type": "object", "properties": {"a": {"type": "boolean"}, "b": {"type": "null"}}},
        ("{}", '{"a":true}', '{"b":null}', '{"a":false,"b":null}'),
        ('{"a":1}', '{,"b":null}', '{"b":null,"a":true}'),
    ),
    Case(
        "a key that is forbidden",
        {"type": "object", "properties": {"a": False, "b": {"const": 1}}},
        ("{}", '{"b":1}'),
        ('{"a":1}', '{"a":1,"b":1}'),
    ),
    Case(
        "a key that is forbidden among free ones",
        {"properties": {"a": False}, "additionalProperties": {"const": 1}},
        ("{}", '{"b":1}', '{"ab":1,"b":1}'),
        ('{"a":1}', '{"b":1,"a":1}'),
    ),
    Case(
        "exactly one set of keys",
        {
            "type": "object",
            "properties": {"r": {"const": 1}, "w": {"const": 2}, "h": {"const": 3}, "n": {"const": 4}},
            "oneOf": [{"required": ["r"]}, {"required": ["w", "h"]}],
        },
        ('{"r":1}', '{"w":2,"h":3}', '{"r":1,"w":2}', '{"r":1,"h":3,"n":4}', '{"w":2,"h":3,"n":4}'),
        ("{}", '{"r":1,"w":2,"h":3}', '{"w":2}', '{"n":4}'),
    ),
    Case(
        "exactly one set of keys among free ones",
        {
            "type": "object",
            "properties": {"a": {"const": 1}, "b": {"const": 2}},
            "oneOf": [{"required": ["a"]}, {"required": ["b"]}],
            "additionalProperties": {"const": 3},
        },
        ('{"a":1}', '{"b":2}', '{"a":1,"c":3}', '{"b":2,"ab":3}'),
        ("{}", '{"a":1,"b":2}', '{"a":1,"b":3}', '{"c":3}', '{"b":2,"a":3}'),
    ),
    Case(
        "one set of keys that holds another",
        {
            "properties": {"a": {"const": 1}, "b": {"const": 2}},
            "oneOf": [{"required": ["a"]}, {"required": ["a", "b"]}],
        },
        ('{"a":1}',),
        ("{}", '{"b":2}', '{"a":1,"b":2}'),
    ),
    Case(
        "a required key that needs others",
        {
            "properties": {"a": {"enum": [1, 2]}, "b": {"const": 3}},
            "required": ["a"],
            "dependencies": {
                "a": {
                    "oneOf": [
                        {"properties": {"a": {"const": 1}}},
                        {"properties": {"a": {"const": 2}}, "required": ["b"]},
                    ]
                }
            },
        },
        ('{"a":1}', '{"a":1,"b":3}', '{"a":2,"b":3}'),
        ("{}", '{"a":2}', '{"b":3}'),
    ),
    Case(
        "not all of some keys, and none of others",
        {
            "type": "object",
            "properties": {"a": {}, "b": {}, "c": {}},
            "not": {"anyOf": [{"required": ["a", "b"]}, {"required": ["c"]}]},
            "additionalProperties": False,
        },
        ("{}", '{"a":1}', '{"b":1}'),
        ('{"a":1,"b":1}', '{"c":1}', '{"a":1,"c":1}'),
    ),
    Case(
        "keys that need others",
        {
            "type": "object",
            "properties": {"card": {"const": 1}, "name": {"const": 2}, "until": {"const": 3}},
            "dependentRequired": {"card": ["name", "until"]},
            "dependentSchemas": {"until": {"properties": {"name": {"const": 2}}, "required": ["name"]}},
            "additionalProperties": False,
        },
        ("{}", '{"name":2}', '{"card":1,"name":2,"until":3}', '{"name":2,"until":3}'),
        ('{"card":1}', '{"card":1,"name":2}', '{"until":3}', '{"card":1,"until":3}'),
    ),
    Case(
        "keys that need others, as draft 4 had it",
        {
            "properties": {"a": {"const": 1}, "b": {"const": 2}},
            "dependencies": {"a": ["b"], "b": {"required": ["c"]}},
        },
        ("{}", '{"a":1,"b":2,"c":null}', '{"b":2,"c":[1]}'),
        ('{"a":1}', '{"a":1,"b":2}', '{"b":2}'),
    ),
    Case(
        "no keys at all",
        {"type": "object", "properties": {}, "additionalProperties": False},
        ("{}",),
        ('{"a":1}',),
    ),
    Case(
        "enumerated strings",
        {"enum": ["a", 'say "hi"', "é", "a\\b"]},
        ('"a"', '"say \\"hi\\""', '"é"'),
        ('"e"',),
    ),
    Case(
        "mixed enumeration",
        {"enum": ["x", 1, None, True, [1], {"a": "b"}]},
        ('"x"', "1", "null", "[1]"),
        ("2",),
    ),
    Case(
        "enumeration and type", {"enum": [1, "1", None], "type": ["integer", "null"]}, ("1", "null"), ('"1"',)
    ),
    Case(
        "bounds", {"type": "integer", "minimum": -90, "maximum": 90}, ("-90", "0", "90"), ("-91", "91", "-0")
    ),
    Case(
        "exclusive bounds",
        {"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 10},
        ("1", "9"),
        ("0", "10", "-1"),
    ),
    Case(
        "exclusive bounds of draft 4",
        {"type": "number", "minimum": 0, "exclusiveMinimum": True, "maximum": 1},
        ("0.5", "1", "0.001"),
        ("0", "0.0", "1.01", "2"),
    ),
    Case(
        "half-open numbers", {"type": "number", "minimum": 1.5}, ("1.5", "1.50", "1000"), ("1.49", "-2", "1")
    ),
    Case(
        "multiples", {"type": "integer", "multipleOf": 5, "minimum": -20}, ("-20", "0", "1005"), ("7", "-25")
    ),
    Case(
        "string lengths",
        {"type": "string", "minLength": 1, "maxLength": 3},
        ('"a"', '"\\n\\"é"'),
        ('""', '"abcd"'),
    ),
    Case("emoji count once", {"type": "string", "maxLength": 2}, ('"😀😀"',), ('"😀😀😀"',)),
    Case("long strings", {"type": "string", "maxLength": 3000}, (f'"{"a" * 3000}"',), (f'"{"a" * 3001}"',)),
    Case(
        "what a JSON string may be",
        {"type": "string"},
        ('"a\\nb"', '"\\u00e9"', '"é😀"', '"\\/"'),
        ('"a\tb"', '"a\nb"', '"\\x"', '"a\\"', '"\\ud800"', '"\x7f"', '"\\u0000"'),
    ),
    Case("pattern with classes", {"type": "string", "pattern": r"^\d{2}\w$"}, ('"12a"',), ('"1aa"', '"12!"')),
    Case("pattern anywhere", {"type": "string", "pattern": "foo"}, ('"foo"', '"xfoox"'), ('"bar"',)),
    Case(
        "pattern within a length",
        {"type": "string", "pattern": "^[a-z]+$", "maxLength": 3},
        ('"a"', '"abc"'),
        ('"abcd"', '"AB"', '""'),
    ),
    Case(
        "moments",
        {"type": "string", "format": "date-time"},
        ('"2026-03-14T09:30:00Z"', '"2024-02-29T23:59:59.123+01:00"'),
        ('"yesterday"', '"2026-13-40T09:30:00Z"', '"2026-02-29T09:30:00Z"', '"2026-03-14T09:30:00"'),
    ),
    Case("dates", {"type": "string", "format": "date"}, ('"2000-02-29"',), ('"1900-02-29"', '"2026-06-31"')),
    Case(
        "durations",
        {"type": "string", "format": "duration"},
        ('"P1DT2H"', '"PT30M"', '"P2W"'),
        ('"soon"', '"P"'),
    ),
    Case(
        "ids",
        {"type": "string", "format": "uuid"},
        ('"0b6ab1f2-6f0e-4a3b-9d38-5f4c1c2f7e11"',),
        ('"xyz"', '"0b6ab1f26f0e4a3b9d385f4c1c2f7e11"'),
    ),
    Case(
        "addresses",
        {"type": "string", "format": "uri"},
        ('"https://a.org/x?y=z#k"',),
        ('"not an address"', '""'),
    ),
    Case(
        "mail",
        {"type": "string", "format": "email"},
        ('"ann.b@mail.example.org"',),
        ('"nope"', '"@b.co"', '"a b@c.d"'),
    ),
    Case(
        "addresses of other schemes",
        {"type": "string", "format": "uri"},
        ('"file:///home/a"', '"urn:isbn:0451450523"', '"mailto:a@b.c"'),
        ('"file"', '"a b:c"', '"https://a b"', '"https://a#b#c"'),
    ),
    Case(
        "templates of addresses",
        {"type": "string", "format": "uri-template"},
        ('"/a/{id}"', '"https://a.org{/path*}{?x,y:3}#%41"', '"{+a.b}"', '""', '"no-variable"'),
        ('"/a/{"', '"}"', '"{}"', '"{!a}"', '"{a:0}"', '"{a,}"', '"a b"', '"%4"'),
    ),
    Case(
        "IPv6",
        {"type": "string", "format": "ipv6"},
        ('"::"', '"::1"', '"2001:db8::8a2e:370:7334"', '"1:2:3:4:5:6:7:8"', '"fe80::"'),
        ('":"', '"1::2::3"', '"1:2:3:4:5:6:7:8:9"', '"12345::"', '"1:2:3:4:5:6:7"'),
    ),
    Case("IPv4", {"type": "string", "format": "ipv4"}, ('"192.168.0.255"',), ('"1.2.3.256"', '"01.2.3.4"')),
    Case(
        "lists",
        {"type": "array", "items": {"type": "integer"}, "minItems": 1, "maxItems": 3},
        ("[1]", "[1,2,3]"),
        ("[]", "[1,2,3,4]", "[1,]", "[,1]"),
    ),
    Case(
        "lists of different values",
        {"type": "array", "items": {"enum": ["a", "b"]}, "uniqueItems": True},
        ("[]", '["b","a"]'),
        ('["a","a"]', '["a","b","a"]'),
    ),
    Case(
        "tuples",
        {
            "type": "array",
            "prefixItems": [{"type": "integer"}, {"type": "string"}],
            "minItems": 1,
            "maxItems": 2,
        },
        ('[1,"a"]', "[1]"),
        ("[]", '["a",1]', '[1,"a",2]'),
    ),
    Case(
        "tuples of draft 4",
        {
            "type": "array",
            "items": [{"type": "integer"}, {"type": "null"}],
            "additionalItems": {"type": "boolean"},
        },
        ("[]", "[1,null]", "[1,null,true,false]"),
        ("[null]", "[1,null,1]"),
    ),
    Case(
        "free keys",
        {"type": "object", "additionalProperties": {"type": "integer"}},
        ('{"x":1,"y":2}', "{}"),
        ('{"x":"a"}', '{"x":1,}'),
    ),
    Case(
        "free keys beside declared ones",
        {
            "type": "object",
            "properties": {"name": {"type": "string"}, "names": {"type": "integer"}, 'a"b': {"type": "null"}},
            "required": ["names"],
            "additionalProperties": {"type": "boolean"},
        },
        (
            '{"names":1}',
            '{"name":"x","names":1,"other":true}',
            '{"names":1,"nam":true,"namesake":false,"":true,"nà":true}',
            '{"names":1,"a\\"b":null,"a":true}',
        ),
        ('{"names":1,"name":true}', '{"names":true}', '{"other":true}', '{"names":1,"x":1}', '{"names":1,}'),
    ),
    Case(
        "free keys beside optional ones",
        {"properties": {"a": {"type": "integer"}}, "additionalProperties": {"type": "null"}},
        ("{}", '{"a":1}', '{"b":null}', '{"a":1,"aa":null,"b":null}', '{"":null}'),
        ('{"a":null}', '{"b":1}', '{"b":null,"a":1}', '{,"b":null}'),
    ),
    Case(
        "patterned keys beside declared ones",
        {
            "type": "object",
            "properties": {"a": {"type": "integer"}},
            "patternProperties": {"^x-": {"type": "string"}},
            "additionalProperties": False,
        },
        ('{"a":1,"x-b":"c"}', '{"x-":""}', "{}"),
        ('{"b":1}', '{"x-b":1}'),
    ),
    Case(
        "a required key that is not described",
        {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["b"]},
        ('{"a":1,"b":[null]}', '{"b":2}'),
        ('{"a":1}', "{}"),
    ),
    Case("large numbers", {"type": "number"}, ("123456789012", "-0.000000001", "5000000.25"), ("1e5", "1.")),
    Case(
        "free keys by pattern",
        {
            "type": "object",
            "patternProperties": {"^[a-z]+$": {"type": "integer"}},
            "additionalProperties": False,
        },
        ('{"ab":1}',),
        ('{"AB":1}', '{"ab":"x"}'),
    ),
    Case(
        "anything",
        {},
        ("1", '"a"', '{"a":[1,{"b":null}]}', "null", "[[1]]", "{}", "[]", "-0.5"),
        ("nul", "{1:2}"),
    ),
    Case(
        "references with something beside",
        ANIMALS | _object({"pet": {"$ref": "#/$defs/Cat", "description": "yours"}}),
        ('{"pet":{"kind":"cat","lives":9}}',),
        ('{"pet":{"kind":"dog","lives":9}}', '{"pet":{"kind":"cat","lives":10}}'),
    ),
    Case(
        "a tag that decides",
        ANIMALS | _object({"pet": {"oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}]}}),
        ('{"pet":{"kind":"dog","good":true}}', '{"pet":{"kind":"cat","lives":1}}'),
        ('{"pet":{"kind":"dog","lives":1}}',),
    ),
    Case(
        "recursion",
        ANIMALS | {"$ref": "#/$defs/Node"},
        ('{"value":1,"children":[{"value":2,"children":[]}]}', '{"value":1,"children":[{"value":2}]}'),
        ('{"value":1,"children":[3]}',),
    ),
    Case(
        "overlapping types",
        {"anyOf": [{"type": "integer"}, {"type": "string"}]},
        ("1", '"a"'),
        ("true", "1.5"),
    ),
    Case("several types", {"type": ["number", "integer", "null"]}, ("1", "1.5", "null"), ('"a"',)),
    Case(
        "all of several",
        {
            "allOf": [
                {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]},
                {"properties": {"b": {"type": "integer", "minimum": 3}}, "required": ["b"]},
                {"properties": {"b": {"maximum": 5}}},
            ]
        },
        ('{"a":1,"b":4}',),
        ('{"a":1}', '{"a":1,"b":2}', '{"a":1,"b":6}'),
    ),
    Case(
        "options beside what they share",
        {
            "type": "object",
            "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
            "anyOf": [{"required": ["a"]}, {"required": ["b"]}],
        },
        ('{"a":1}', '{"b":1}', '{"a":1,"b":2}'),
        ("{}",),
    ),
    Case(
        "alternatives that begin alike",
        {
            "anyOf": [
                _object({"a": {"const": 1}, "b": {"const": True}}),
                _object({"a": {"type": "integer"}, "c": {"type": "string"}}),
                {"type": "object", "additionalProperties": {"type": "null"}, "maxProperties": 2},
                {"enum": [{"a": 1}, []]},
                {"type": "array", "items": {"type": "boolean"}, "minItems": 1},
            ]
        },
        (
            '{"a":1,"b":true}',
            '{"a":1,"c":"x"}',
            '{"a":null}',
            "{}",
            '{"a":1}',
            "[]",
            "[true]",
            '{"a":12,"c":""}',
        ),
        ('{"a":2,"b":true}', '{"a":2}', "[null]", '{"a":1,"b":1}'),
    ),
)
