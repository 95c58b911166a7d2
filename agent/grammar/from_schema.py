"""A pydantic model, or a JSON Schema document from outside, as a form.

A model's form is exact: whatever it describes, the model accepts, and what cannot be described is a
`SchemaError` that names tool, path and keyword. A document's form may be looser or narrower than the
document; the conversion says where, so that what is looser is validated afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any
from typing import Literal as OneWord

from pydantic import BaseModel

from agent.errors import SchemaError
from agent.grammar.disjoint import all_disjoint
from agent.grammar.form import (
    BOOLEAN,
    NULL,
    Form,
    Limits,
    List,
    Literal,
    Mapping,
    Named,
    Pattern,
    Record,
    Text,
    one_of,
)
from agent.grammar.formats import STANDARD, UNSURE
from agent.grammar.leaves import json_text
from agent.grammar.schema_containers import Containers, DeadEnd
from agent.grammar.schema_merge import ANNOTATIONS, merged
from agent.grammar.schema_model import TIMEZONE, WIDE, model_document
from agent.grammar.schema_presence import by_presence, exclusive
from agent.grammar.schema_scalars import (
    Schema,
    Unsupported,
    integer_form,
    number_form,
    pattern_content,
    string_form,
)
from agent.grammar.schema_shapes import check_shapes

OUTSIDE = Limits(text=4000, items=64, entries=32, integer_digits=18, decimals=9, repetitions=256)
LARGEST_FORM = 20_000
"""Parts that one schema may unfold into."""
DEEPEST_FORM = 64
"""Levels of schemas in one another; Python's own stack holds some more of them."""

_OBJECT = (
    "properties",
    "additionalProperties",
    "patternProperties",
    "required",
    "propertyNames",
    "minProperties",
)
_ARRAY = ("items", "prefixItems", "minItems", "maxItems", "uniqueItems")
_STRING = ("pattern", "format", "minLength", "maxLength")
_NUMBER = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
_INFERRED = {
    keyword: kind
    for kind, keywords in (("object", _OBJECT), ("array", _ARRAY), ("string", _STRING), ("number", _NUMBER))
    for keyword in keywords
}
_UNEXPRESSED = (
    *("not", "if", "then", "else", "contains", "dependencies", "dependentRequired", "dependentSchemas"),
    *("unevaluatedItems", "unevaluatedProperties"),
)
_LOOSENED = {"pattern": _STRING, "format": ("format",), "multipleOf": ("multipleOf",)}
"""Keywords that an outside schema may lose, and what is read without."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a form departs from its schema: looser takes what the schema refuses, narrower the reverse."""

    kind: OneWord["looser", "narrower"]
    path: str
    keyword: str
    reason: str


@dataclass(frozen=True, slots=True)
class Conversion:
    """A form, and where it is not what the schema says."""

    form: Form
    differences: tuple[Difference, ...]


def from_model(model: type[BaseModel], *, tool: str, limits: Limits | None = None) -> Form:
    """The form of a tool's arguments: every field in declared order. Raises SchemaError."""
    return _Reader(model_document(model), tool, limits or Limits(), ours=True).read()


def from_document(document: Schema | bool, *, tool: str, limits: Limits | None = None) -> Conversion:
    """The form of a schema from outside: keys in the document's order, optional ones optional.

    Raises SchemaError.
    """
    reader = _Reader(document, tool, limits or OUTSIDE, ours=False)
    form = reader.read()
    return Conversion(form, tuple(dict.fromkeys(reader.differences)))


class _Reader(Containers):
    """One pass over one document. `path` is a JSON Pointer into the described value."""

    def __init__(self, document: Schema | bool, tool: str, limits: Limits, *, ours: bool) -> None:
        self.document = document
        self.tool = tool
        self.limits = limits
        self.ours = ours
        self.differences: list[Difference] = []
        self._open: dict[str, int] = {}
        self._known: dict[tuple[str, frozenset[tuple[str, int]]], Form] = {}
        self._count = 0
        self._level = 0

    def read(self) -> Form:
        try:
            return self.form(self.document, "")
        except DeadEnd:
            raise self._error("", "$ref", "the recursion has no end") from None
        except RecursionError:  # parts of "allOf" in one another, and references among them
            raise self._error("", "allOf", "the schema leads too deep into itself") from None

    # -------------------------------------------------------------- what went wrong

    def _error(self, path: str, keyword: str, reason: str) -> SchemaError:
        return SchemaError(tool=self.tool, path=path or "/", keyword=keyword, reason=reason)

    def looser(self, path: str, keyword: str, reason: str) -> None:
        """Ours is exact, so it may not be looser; a document may, and says so."""
        if self.ours:
            raise self._error(path, keyword, reason)
        self.differences.append(Difference("looser", path or "/", keyword, reason))

    def narrower(self, path: str, keyword: str, reason: str) -> None:
        self.differences.append(Difference("narrower", path or "/", keyword, reason))

    # -------------------------------------------------------------- any schema

    def form(self, schema: Any, path: str) -> Form:
        self._count += 1
        if self._count > LARGEST_FORM:
            raise self._error(path, "$ref", f"the schema unfolds into more than {LARGEST_FORM} parts")
        deeper = not (isinstance(schema, dict) and "$ref" in schema)
        self._level += deeper
        try:
            return self._form(schema, path)
        finally:
            self._level -= deeper

    def _form(self, schema: Any, path: str) -> Form:
        if self._level > DEEPEST_FORM:
            raise self._error(path, "$ref", f"the schema is more than {DEEPEST_FORM} levels deep")
        if schema is True or schema == {}:
            return self._anything(self.limits.depth)
        if not isinstance(schema, dict):
            raise self._error(path, "false", "nothing satisfies this schema")
        try:
            check_shapes(schema)
            return self._by_keyword(schema if self.ours else by_presence(schema), path)
        except Unsupported as error:
            raise self._error(path, error.keyword, error.reason) from None

    def _by_keyword(self, schema: Schema, path: str) -> Form:
        for keyword in _UNEXPRESSED:
            if keyword in schema:
                self.looser(path, keyword, f'"{keyword}" cannot be expressed')
        if "$ref" in schema:
            return self._reference(schema, path)
        if "allOf" in schema:
            return self.form(merged(schema, lambda name: self._lookup(name, path)), path)
        if "const" in schema:
            return self._literals([schema["const"]], schema, path)
        if "enum" in schema:
            return self._literals(schema["enum"], schema, path)
        for keyword in ("anyOf", "oneOf"):
            if keyword in schema:
                return self._union(schema, keyword, path)
        return self._typed(schema, path)

    def _literals(self, values: list[Any], schema: Schema, path: str) -> Form:
        """The values that also have one of the types that stand beside them."""
        kinds = schema.get("type", [])
        possible = [
            value for value in values if _has_type(value, [kinds] if isinstance(kinds, str) else kinds)
        ]
        if not possible:
            raise Unsupported("enum", "there is no value to choose from")
        try:
            texts = [json_text(value) for value in possible]
            "".join(texts).encode()
        except ValueError:
            raise Unsupported("enum", "a value cannot be written as JSON") from None
        return one_of(*map(Literal, texts))

    # -------------------------------------------------------------- references

    def _reference(self, schema: Schema, path: str) -> Form:
        name = str(schema["$ref"])
        siblings = {key: value for key, value in schema.items() if key != "$ref"}
        if siblings.keys() - ANNOTATIONS:
            return self.form({"allOf": [{"$ref": name}, siblings]}, path)
        if self._open.get(name, 0) > self.limits.depth:
            self.narrower(path, "$ref", f"the recursion ends after {self.limits.depth} levels")
            raise DeadEnd
        key = (name, frozenset(self._open.items()))
        if key not in self._known:
            self._known[key] = Named(name.rsplit("/", 1)[-1].strip("#") or "root", self._unfolded(name, path))
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
            key = part.replace("~1", "/").replace("~0", "~").replace("%25", "%")
            if isinstance(target, list):
                target = target[int(key)] if key.isdigit() and int(key) < len(target) else None
            else:
                target = target.get(key) if isinstance(target, dict) else None
            if target is None:
                raise self._error(path, "$ref", f'"{name}" is not in the document')
        return target

    # -------------------------------------------------------------- alternatives

    def _union(self, schema: Schema, keyword: str, path: str) -> Form:
        """Each option together with what stands beside it. The tag of a discriminated union comes first."""
        beside = {key: value for key, value in schema.items() if key != keyword and key not in ANNOTATIONS}
        tag = schema.get("discriminator", {}).get("propertyName")
        apart = exclusive(schema[keyword], beside) if keyword == "oneOf" and not self.ours else None
        options: list[Form] = []
        failure: Exception | None = None
        for number, option in enumerate(apart or schema[keyword]):
            whole = {"allOf": [beside, option]} if beside else option
            try:
                form = self.form(whole, f"{path}/{keyword}/{number}")
            except (DeadEnd, SchemaError) as error:
                failure = failure or error
                continue
            options.append(_tag_first(form, tag) if tag else form)
        if not options:
            raise failure or Unsupported(keyword, "there is no option")
        if isinstance(failure, SchemaError):
            self.narrower(path, keyword, f"an option is left out, for {failure.reason}")
        if keyword == "oneOf" and not (self.ours or apart or all_disjoint(options)):
            self.looser(path, "oneOf", "more than one option may match")
        return one_of(*options)

    # -------------------------------------------------------------- types

    def _typed(self, schema: Schema, path: str) -> Form:
        kind = schema.get("type", next((_INFERRED[key] for key in schema if key in _INFERRED), None))
        if kind is None:
            return self._anything(self.limits.depth)
        if isinstance(kind, list):
            kinds = [each for each in kind if not (each == "integer" and "number" in kind)]
            return one_of(*(self._typed({**schema, "type": each}, path) for each in kinds))
        if kind == "object":
            return self.object_form(schema, path)
        if kind == "array":
            return self.array_form(schema, path)
        return self._scalar(kind, schema, path)

    def _scalar(self, kind: str, schema: Schema, path: str) -> Form:
        if kind in {"boolean", "null"}:
            return BOOLEAN if kind == "boolean" else NULL
        readers: dict[str, Callable[[Schema, Limits], Form]] = {
            "string": string_form,
            "integer": integer_form,
            "number": number_form,
        }
        if kind not in readers:
            raise Unsupported("type", f'"{kind}" is not a type')
        if self.ours and schema.get("format") in UNSURE:
            raise Unsupported("format", f'a valid "{schema["format"]}" cannot be told by its text')
        if not self.ours:  # RFC 3339 demands a zone, pydantic does not
            schema = {TIMEZONE: "aware", WIDE: True, **schema}
            if schema.get("format", "") not in STANDARD:
                schema.pop("format", None)
        try:
            form = readers[kind](schema, self.limits)
        except Unsupported as error:
            if self.ours or error.keyword not in _LOOSENED:
                raise
            self.looser(path, error.keyword, error.reason)
            return self._scalar(kind, _without(schema, _LOOSENED[error.keyword]), path)
        if (
            isinstance(form, Pattern)
            and "pattern" in schema
            and not pattern_content(schema, self.limits).exact
        ):
            self.narrower(path, "pattern", "the room between the length bounds is shared out")
        return form

    def _anything(self, depth: int) -> Form:
        """Any JSON value, nested as deep as allowed."""
        text = Text(0, self.limits.text)
        scalars = one_of(text, number_form({}, self.limits), BOOLEAN, NULL)
        if depth == 0:
            return scalars
        inner = self._anything(depth - 1)
        entries = Mapping(text, inner, 0, self.limits.entries)
        return Named(f"any-{depth}", one_of(scalars, List(inner, 0, self.limits.items), entries))


def _without(schema: Schema, keywords: tuple[str, ...]) -> Schema:
    """Lengths stay where a pattern goes."""
    return {
        key: value
        for key, value in schema.items()
        if key not in keywords or key in {"minLength", "maxLength"}
    }


def _tag_first(form: Form, tag: str) -> Form:
    """The record with its tag moved to the front."""
    match form:
        case Named(name, inner):
            return Named(name, _tag_first(inner, tag))
        case Record(fields):
            return replace(form, fields=tuple(sorted(fields, key=lambda field: field.name != tag)))
        case _:
            return form


def _has_type(value: Any, kinds: list[str]) -> bool:
    return not kinds or bool(_names(value) & set(kinds))


def _names(value: Any) -> set[str]:
    """The JSON types that a Python value has."""
    match value:
        case bool():
            return {"boolean"}
        case None:
            return {"null"}
        case int():
            return {"integer", "number"}
        case float():
            return {"number", "integer"} if value.is_integer() else {"number"}
        case str():
            return {"string"}
        case list():
            return {"array"}
        case _:
            return {"object"}
