"""A pydantic model, or a JSON Schema document from outside, as a form.

A model's form is exact: whatever it describes, the model accepts, and what cannot be described is a
`SchemaError` that names tool, path and keyword. A document's form may be looser or narrower than the
document; the conversion says where, so that what is looser is validated afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Mapping as Table
from dataclasses import dataclass
from typing import Any
from typing import Literal as OneWord

from pydantic import BaseModel

from agent.errors import SchemaError
from agent.grammar.form import (
    BOOLEAN,
    EMPTY_LIST,
    NULL,
    Field,
    Form,
    Limits,
    List,
    Literal,
    Mapping,
    Named,
    Record,
    Text,
    Tuple,
    one_of,
)
from agent.grammar.leaves import json_text
from agent.grammar.schema_model import model_document
from agent.grammar.schema_scalars import (
    Schema,
    Unsupported,
    integer_form,
    number_form,
    string_form,
    text_bounds,
)

OUTSIDE = Limits(text=2000, items=64, entries=32, integer_digits=18, decimals=12)
LARGEST_FORM = 20_000
"""Forms that one schema may unfold into."""

_INFERRED = {
    "properties": "object",
    "additionalProperties": "object",
    "patternProperties": "object",
    "required": "object",
    "items": "array",
    "prefixItems": "array",
    "minItems": "array",
    "maxItems": "array",
    "pattern": "string",
    "format": "string",
    "minLength": "string",
    "maxLength": "string",
    "minimum": "number",
    "maximum": "number",
    "exclusiveMinimum": "number",
    "exclusiveMaximum": "number",
    "multipleOf": "number",
}
_UNEXPRESSED = (
    "not",
    "if",
    "then",
    "else",
    "contains",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
    "minProperties",
    "maxProperties",
)


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a form departs from its schema: looser takes what the schema refuses, narrower the reverse."""

    kind: OneWord["looser", "narrower"]
    path: str
    keyword: str
    reason: str


@dataclass(frozen=True, slots=True)
class Conversion:
    form: Form
    differences: tuple[Difference, ...]


def from_model(model: type[BaseModel], *, tool: str, limits: Limits | None = None) -> Form:
    """The form of a tool's arguments: every field in declared order. Raises SchemaError."""
    return _Reader(model_document(model), tool, limits or Limits(), ours=True).read()


def from_document(document: Schema | bool, *, tool: str, limits: Limits | None = None) -> Conversion:
    """The form of a schema from outside: keys in the document's order, optional ones optional. Raises
    SchemaError.
    """
    reader = _Reader(document, tool, limits or OUTSIDE, ours=False)
    form = reader.read()
    return Conversion(form, tuple(dict.fromkeys(reader.differences)))


class _DeadEnd(Exception):
    """The recursion is deeper than allowed; whoever can do without this part does."""


class _Reader:
    """One pass over one document. `path` is a list of keys as in JSON Pointer."""

    def __init__(self, document: Schema | bool, tool: str, limits: Limits, *, ours: bool) -> None:
        self.document = document
        self.tool = tool
        self.limits = limits
        self.ours = ours
        self.differences: list[Difference] = []
        self._open: dict[str, int] = {}
        self._known: dict[tuple[str, frozenset[tuple[str, int]]], Form] = {}
        self._count = 0

    def read(self) -> Form:
        try:
            return self.form(self.document, "")
        except _DeadEnd:
            raise self._error("", "$ref", "the recursion has no end") from None

    # -------------------------------------------------------------- what went wrong

    def _error(self, path: str, keyword: str, reason: str) -> SchemaError:
        return SchemaError(tool=self.tool, path=path or "/", keyword=keyword, reason=reason)

    def _looser(self, path: str, keyword: str, reason: str) -> None:
        """Ours is exact, so it may not be looser; a document may, and says so."""
        if self.ours:
            raise self._error(path, keyword, reason)
        self.differences.append(Difference("looser", path or "/", keyword, reason))

    def _narrower(self, path: str, keyword: str, reason: str) -> None:
        self.differences.append(Difference("narrower", path or "/", keyword, reason))

    # -------------------------------------------------------------- any schema

    def form(self, schema: Any, path: str) -> Form:
        self._count += 1
        if self._count > LARGEST_FORM:
            raise self._error(path, "$ref", f"the schema unfolds into more than {LARGEST_FORM} parts")
        if schema is True or schema == {}:
            return self._anything(self.limits.depth)
        if not isinstance(schema, dict):
            raise self._error(path, "false", "nothing satisfies this schema")
        for keyword in _UNEXPRESSED:
            if keyword in schema:
                self._looser(path, keyword, f'"{keyword}" cannot be expressed')
        return self._by_keyword(schema, path)

    def _by_keyword(self, schema: Schema, path: str) -> Form:
        if "$ref" in schema:
            return self._reference(schema, path)
        if "const" in schema:
            return self._literals([schema["const"]], path)
        if "enum" in schema:
            return self._literals(schema["enum"], path)
        if "allOf" in schema:
            return self.form(self._merged(schema, path), path)
        for keyword in ("anyOf", "oneOf"):
            if keyword in schema:
                return self._union(schema, keyword, path)
        return self._typed(schema, path)

    def _literals(self, values: list[Any], path: str) -> Form:
        try:
            texts = [json_text(value) for value in values]
            "".join(texts).encode()
        except ValueError as error:
            raise self._error(path, "enum", "a value cannot be written as JSON") from error
        if not texts:
            raise self._error(path, "enum", "there is no value to choose from")
        return one_of(*map(Literal, texts))

    # -------------------------------------------------------------- references

    def _reference(self, schema: Schema, path: str) -> Form:
        name = str(schema["$ref"])
        siblings = {
            key: value for key, value in schema.items() if key not in {"$ref", "$defs", "definitions"}
        }
        if any(key in siblings for key in (*_INFERRED, "type", "anyOf", "oneOf", "allOf", "enum", "const")):
            return self.form({"allOf": [{"$ref": name}, siblings]}, path)
        if self._open.get(name, 0) > self.limits.depth:
            self._narrower(path, "$ref", f"the recursion ends after {self.limits.depth} levels")
            raise _DeadEnd
        key = (name, frozenset(self._open.items()))
        if key not in self._known:
            self._known[key] = Named(name.rsplit("/", 1)[-1] or "root", self._unfolded(name, path))
        return self._known[key]

    def _unfolded(self, name: str, path: str) -> Form:
        before = self._open.get(name, 0)
        self._open[name] = before + 1
        try:
            return self.form(self._lookup(name, path), path)
        finally:
            self._open[name] = before
            if not before:
                del self._open[name]

    def _lookup(self, name: str, path: str) -> Any:
        if not name.startswith("#"):
            raise self._error(path, "$ref", f'"{name}" lies outside the document')
        target: Any = self.document
        for part in name[1:].split("/")[1:]:
            key = part.replace("~1", "/").replace("~0", "~")
            target = target[int(key)] if isinstance(target, list) and key.isdigit() else _get(target, key)
            if target is None:
                raise self._error(path, "$ref", f'"{name}" is not in the document')
        return target

    # -------------------------------------------------------------- combinations

    def _union(self, schema: Schema, keyword: str, path: str) -> Form:
        """Each option together with what stands beside it. The tag of a discriminated union comes first."""
        beside = {key: value for key, value in schema.items() if key not in {keyword, "discriminator"}}
        tag = schema.get("discriminator", {}).get("propertyName")
        constrained = any(key in beside for key in (*_INFERRED, "type", "allOf", "anyOf", "oneOf"))
        options: list[Form] = []
        failure: Exception | None = None
        for number, option in enumerate(schema[keyword]):
            whole = {"allOf": [beside, option]} if constrained else option
            try:
                form = self.form(whole, f"{path}/{keyword}/{number}")
            except (_DeadEnd, SchemaError) as error:
                failure = failure or error
                continue
            options.append(_tag_first(form, tag) if tag else form)
        if not options:
            raise failure or self._error(path, keyword, "there is no option")
        if failure is not None:
            self._narrower(path, keyword, f"an option is left out: {failure}")
        return one_of(*options)

    def _merged(self, schema: Schema, path: str) -> Schema:
        """All parts of an `allOf` and what stands beside it as one schema."""
        merged = {key: value for key, value in schema.items() if key != "allOf"}
        for part in schema["allOf"]:
            resolved = part
            while isinstance(resolved, dict) and "$ref" in resolved:
                rest = {key: value for key, value in resolved.items() if key != "$ref"}
                resolved = {**self._plain(self._lookup(str(resolved["$ref"]), path), path), **rest}
            merged = self._both(merged, self._plain(resolved, path), path)
        return merged

    def _plain(self, schema: Any, path: str) -> Schema:
        if schema is True:
            return {}
        if not isinstance(schema, dict):
            raise self._error(path, "allOf", "nothing satisfies this schema")
        return self._merged(schema, path) if "allOf" in schema else schema

    def _both(self, left: Schema, right: Schema, path: str) -> Schema:
        both = dict(left)
        for keyword, value in right.items():
            if keyword not in both or both[keyword] == value or keyword in _ANNOTATIONS:
                both[keyword] = value
            elif keyword in _JOINS:
                both[keyword] = _JOINS[keyword](both[keyword], value)
            else:
                raise self._error(path, keyword, f'"{keyword}" stands in two parts of "allOf"')
        return both

    # -------------------------------------------------------------- types

    def _typed(self, schema: Schema, path: str) -> Form:
        kind = schema.get("type", next((_INFERRED[key] for key in schema if key in _INFERRED), None))
        if kind is None:
            return self._anything(self.limits.depth)
        if isinstance(kind, list):
            return one_of(*(self._typed({**schema, "type": each}, path) for each in kind))
        reader = {"object": self._object, "array": self._array}.get(kind)
        try:
            return reader(schema, path) if reader else self._scalar(kind, schema, path)
        except Unsupported as error:
            raise self._error(path, error.keyword, error.reason) from None

    def _scalar(self, kind: str, schema: Schema, path: str) -> Form:
        match kind:
            case "string":
                return string_form(schema, self.limits)
            case "integer":
                return integer_form(schema, self.limits)
            case "number":
                return number_form(schema, self.limits)
            case "boolean":
                return BOOLEAN
            case "null":
                return NULL
            case _:
                raise self._error(path, "type", f'"{kind}" is not a type')

    def _object(self, schema: Schema, path: str) -> Form:
        properties: Schema = schema.get("properties", {})
        if not properties and (schema.get("additionalProperties") or "patternProperties" in schema):
            return self._mapping(schema, path)
        required = set(schema.get("required", ()))
        fields: list[Field] = []
        for name, value in properties.items():
            optional = not self.ours and name not in required
            try:
                fields.append(Field(name, self.form(value, f"{path}/{name}"), optional))
            except _DeadEnd:
                if not optional:
                    raise
        for name in required - set(properties):
            raise self._error(path, "required", f'"{name}" is required but not described')
        return Record(tuple(fields))

    def _mapping(self, schema: Schema, path: str) -> Form:
        """Free keys; their number is bounded, and two alike are left to validation."""
        patterns: Schema = schema.get("patternProperties", {})
        extra = schema.get("additionalProperties", not patterns)
        pairs = [({"type": "string", "pattern": pattern}, value) for pattern, value in patterns.items()]
        if extra is not False and not pairs:
            pairs.append(({"type": "string"}, extra))
        key, value = pairs[0]
        minimum = int(schema.get("minProperties", 0))
        maximum = max(minimum, int(schema.get("maxProperties", self.limits.entries)))
        try:
            return Mapping(self.form(key, f"{path}/*"), self.form(value, f"{path}/*"), minimum, maximum)
        except _DeadEnd:
            if minimum:
                raise
            return Literal("{}")

    def _array(self, schema: Schema, path: str) -> Form:
        if "prefixItems" in schema:
            return self._tuple(schema, path)
        minimum, maximum = self._item_bounds(schema)
        if schema.get("items") is False or maximum == 0:
            return EMPTY_LIST
        if schema.get("uniqueItems") and not self.ours:
            self._looser(path, "uniqueItems", "items may be alike")
        try:
            return List(self.form(schema.get("items", True), f"{path}/items"), minimum, maximum)
        except _DeadEnd:
            if minimum:
                raise
            return EMPTY_LIST

    def _item_bounds(self, schema: Schema) -> tuple[int, int]:
        minimum = int(schema.get("minItems", 0))
        wanted = schema.get("maxItems")
        maximum = (
            max(self.limits.items, minimum) if wanted is None else min(int(wanted), self.limits.largest_items)
        )
        if minimum > maximum:
            raise Unsupported("minItems", f"at least {minimum} and at most {maximum} items is impossible")
        return minimum, maximum

    def _tuple(self, schema: Schema, path: str) -> Form:
        items = [self.form(item, f"{path}/{number}") for number, item in enumerate(schema["prefixItems"])]
        minimum, maximum = self._item_bounds(schema)
        if maximum < len(items):
            items = items[:maximum]
        rest = schema.get("items", not self.ours and "maxItems" not in schema)
        more = max(0, maximum - len(items)) if rest is not False else 0
        if minimum > len(items):
            raise Unsupported("minItems", "more items are demanded than are described")
        return Tuple(tuple(items), minimum, self.form(rest, f"{path}/items") if more else None, more)

    def _anything(self, depth: int) -> Form:
        """Any JSON value, nested as deep as allowed."""
        scalars = one_of(
            Text(0, self.limits.text),
            number_form({}, self.limits),
            BOOLEAN,
            NULL,
        )
        if depth == 0:
            return scalars
        inner = self._anything(depth - 1)
        key = Text(*text_bounds({}, self.limits))
        return Named(
            f"any-{depth}",
            one_of(
                scalars,
                List(inner, 0, self.limits.items),
                Mapping(key, inner, 0, self.limits.entries),
            ),
        )


def _get(target: Any, key: str) -> Any:
    return target.get(key) if isinstance(target, dict) else None


def _tag_first(form: Form, tag: str) -> Form:
    """The record with its tag moved to the front."""
    match form:
        case Named(name, inner):
            return Named(name, _tag_first(inner, tag))
        case Record(fields):
            return Record(tuple(sorted(fields, key=lambda field: field.name != tag)))
        case _:
            return form


# ------------------------------------------------------------------ how two parts of an allOf join

_ANNOTATIONS = frozenset(
    {"title", "description", "default", "examples", "$comment", "$schema", "$id", "$defs", "definitions"}
)


def _both_properties(left: Schema, right: Schema) -> Schema:
    return {
        **left,
        **{name: {"allOf": [left[name], value]} if name in left else value for name, value in right.items()},
    }


def _common_types(left: Any, right: Any) -> Any:
    lefts, rights = ([kind] if isinstance(kind, str) else kind for kind in (left, right))
    common = [kind for kind in lefts if kind in rights]
    return common[0] if len(common) == 1 else common


_JOINS: Table[str, Callable[[Any, Any], Any]] = {
    "properties": _both_properties,
    "required": lambda left, right: [*left, *(name for name in right if name not in left)],
    "type": _common_types,
    "enum": lambda left, right: [value for value in left if value in right],
    "minimum": max,
    "exclusiveMinimum": max,
    "minLength": max,
    "minItems": max,
    "maximum": min,
    "exclusiveMaximum": min,
    "maxLength": min,
    "maxItems": min,
    "additionalProperties": lambda left, right: left and right,
}
