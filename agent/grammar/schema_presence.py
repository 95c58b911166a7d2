"""Which keys may stand together, as alternatives: `not` and `oneOf` about required keys, and dependencies.

Each becomes an `anyOf` whose options demand some keys and forbid others: `{"properties": {"a": false}}`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from agent.grammar.schema_merge import ANNOTATIONS
from agent.grammar.schema_scalars import Schema
from agent.grammar.schema_shapes import is_shaped

_DEPENDENCIES = ("dependencies", "dependentRequired", "dependentSchemas")
_OF_OBJECTS = frozenset(
    {"properties", "required", "additionalProperties", "patternProperties", *_DEPENDENCIES}
)


def by_presence(schema: Schema) -> Schema:
    """The schema of an object with its dependencies, and a `not` about required keys, as parts of `allOf`.

    What cannot be rewritten stays as it is.
    """
    if not is_of_objects(schema):
        return schema
    rest = dict(schema)
    always = frozenset(schema.get("required", ()))
    parts: list[Schema | bool] = []
    for keyword in _DEPENDENCIES:
        for name, needed in rest.pop(keyword, {}).items():
            present = _with(name, needed)
            parts.append(present if name in always else {"anyOf": [_absent(name), present]})
    refused = _required_only(rest.get("not"))
    if refused is not None:
        rest.pop("not")
        parts += [_lacking(names, always) for names in refused]
    return {**rest, "allOf": [*rest.get("allOf", ()), *parts]} if parts else schema


def is_of_objects(schema: Schema) -> bool:
    kind = schema.get("type")
    return kind == "object" or (kind is None and not _OF_OBJECTS.isdisjoint(schema))


def exclusive(options: list[Any], beside: Schema) -> list[Any] | None:
    """The options of a `oneOf` about objects, each without what satisfies another one too.

    None where an option says more than which keys are required and what stands beside all of them.
    """
    if not is_of_objects(beside):
        return None
    required = [_keys_beyond(option, beside) for option in options]
    if not all(required):
        return None
    apart: list[Any] = []
    for number, option in enumerate(options):
        others = [names for other, names in enumerate(required) if other != number]
        parts = [_lacking(names, frozenset(required[number])) for names in others]
        if False not in parts:
            apart.append({"allOf": [option, *parts]})
    return apart or None


def _absent(name: str) -> Schema:
    return {"properties": {name: False}}


def _lacking(names: Iterable[str], always: frozenset[str]) -> Schema | bool:
    """Objects without at least one of these keys, as options of which no two overlap; `always` are there."""
    options: list[Schema] = []
    before: list[str] = []
    for name in names:
        if name not in always:
            options.append({"required": list(before), **_absent(name)})
            before.append(name)
    return {"anyOf": options} if options else False


def _keys_beyond(option: Any, beside: Schema) -> list[str]:
    """The keys that an option demands beyond what stands beside it; none where it says anything else."""
    if not isinstance(option, dict) or not _says_only(option, {"required", "properties", "type"}):
        return []
    known = beside.get("properties", {})
    if any(known.get(name) != value for name, value in option.get("properties", {}).items()):
        return []
    always = beside.get("required", ())
    return [name for name in option.get("required", ()) if name not in always]


def _with(name: str, needed: Any) -> Schema:
    """Objects that have a key and satisfy what depends on it."""
    if isinstance(needed, list):
        return {"required": [name, *(each for each in needed if each != name)]}
    return {"allOf": [{"required": [name]}, needed]}


def _required_only(refused: Any) -> list[list[str]] | None:
    """What a `not` refuses, where it is about required keys alone: each of these sets."""
    if not isinstance(refused, dict):
        return None
    if _says_only(refused, {"required", "type"}) and refused.get("required"):
        return [list(refused["required"])]
    if _says_only(refused, {"anyOf", "type"}) and refused.get("anyOf"):
        sets = [_required_only(option) for option in refused["anyOf"]]
        return [names for each in sets if each for names in each] if all(sets) else None
    return None


def _says_only(schema: Schema, keywords: set[str]) -> bool:
    only = schema.get("type", "object") == "object" and not schema.keys() - ANNOTATIONS - keywords
    return only and is_shaped(schema)
