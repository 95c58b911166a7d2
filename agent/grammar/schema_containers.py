"""Objects and arrays of a JSON Schema as forms; what they hold is read by whoever extends this."""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from itertools import permutations
from typing import Any

from agent.grammar.form import (
    EMPTY_LIST,
    Field,
    Form,
    Integer,
    Limits,
    List,
    Literal,
    Mapping,
    OneOf,
    Pattern,
    Record,
    Text,
    Tuple,
    one_of,
    unnamed,
)
from agent.grammar.leaves import json_text
from agent.grammar.other_keys import other_than
from agent.grammar.ranges import integers
from agent.grammar.schema_scalars import Schema, Unsupported

LONGEST_KEY = 64
"""Characters of a key that is not declared, beyond what it shares with one that is."""

MOST_ORDERS = 128
"""Lists of different values that are written out one by one."""


class DeadEnd(Exception):
    """The recursion is deeper than allowed; whoever can do without this part does."""


class Containers(ABC):
    """`ours`: exact, every key written. Otherwise optional keys are optional, and departures are noted."""

    limits: Limits
    ours: bool

    @abstractmethod
    def form(self, schema: Any, path: str) -> Form: ...

    @abstractmethod
    def looser(self, path: str, keyword: str, reason: str) -> None: ...

    @abstractmethod
    def narrower(self, path: str, keyword: str, reason: str) -> None: ...

    # -------------------------------------------------------------- objects

    def object_form(self, schema: Schema, path: str) -> Form:
        properties: Schema = schema.get("properties", {})
        patterns: Schema = schema.get("patternProperties", {})
        free = schema.get("additionalProperties", not self.ours)
        listed = [name for name, value in properties.items() if value is not False]
        closed = free is False or ("additionalProperties" not in schema and bool(listed))
        if not properties and (patterns or not closed):
            return self._mapping(schema, patterns, False if closed else free, path)
        required = list(schema.get("required", ()))
        missing = {name: _described(name, patterns, free) for name in required if name not in properties}
        described = {**properties, **missing}
        self._check_counts(schema, len(listed) + len(missing), required, path)
        fields = self._fields(described, required, path)
        return Record(tuple(fields), self._extra(schema, described, False if closed else free, path))

    def _extra(self, schema: Schema, properties: Schema, free: Any, path: str) -> Mapping | None:
        """Keys beyond the declared ones, where the schema speaks of them; else it is taken as closed."""
        patterns: Schema = schema.get("patternProperties", {})
        if self.ours or (free is False and not patterns):
            return None
        if patterns:
            pattern, value = next(iter(patterns.items()))
            if len(patterns) > 1 or free is not False or any(re.search(pattern, name) for name in properties):
                self.narrower(path, "patternProperties", "keys that are not listed cannot be written")
                return None
            key = self.form({"type": "string", "pattern": pattern}, f"{path}/*")
        else:
            key, value = Pattern(other_than(properties, longest=LONGEST_KEY)), free
        try:
            return Mapping(key, self.form(value, f"{path}/*"), 0, self.limits.entries)
        except DeadEnd:
            return None

    def _fields(self, properties: Schema, required: list[str], path: str) -> list[Field]:
        fields: list[Field] = []
        for name, value in properties.items():
            if not _encodes(name):
                raise Unsupported("properties", "a key cannot be written as UTF-8")
            optional = not self.ours and name not in required
            if optional and value is False:
                continue
            try:
                fields.append(Field(name, self.form(value, f"{path}/{name}"), optional))
            except DeadEnd:
                if not optional:
                    raise
        return fields

    def _check_counts(self, schema: Schema, listed: int, required: list[str], path: str) -> None:
        written = listed if self.ours else len(required)
        if schema.get("minProperties", 0) > written:
            self.looser(path, "minProperties", "the number of keys is not counted")
        if schema.get("maxProperties", listed) < listed:
            self.looser(path, "maxProperties", "the number of keys is not counted")

    def _mapping(self, schema: Schema, patterns: Schema, free: Any, path: str) -> Form:
        """Free keys; their number is bounded, and two alike are left to validation."""
        key: Any = schema.get("propertyNames", {"type": "string"})
        value = free
        if patterns:
            pattern, value = next(iter(patterns.items()))
            key = {"type": "string", "pattern": pattern}
        if len(patterns) > 1 or (patterns and free is not False):
            self.narrower(path, "patternProperties", "keys of the first pattern alone can be written")
        for name in schema.get("required", ()):
            self.looser(path, "required", f'"{name}" may be missing')
        minimum = int(schema.get("minProperties", 0))
        wanted = int(schema.get("maxProperties", max(self.limits.entries, minimum)))
        maximum = max(minimum, min(wanted, self.limits.largest_items))
        if minimum > self.limits.largest_items:
            raise Unsupported("minProperties", f"no object has more than {self.limits.largest_items} keys")
        if maximum == 0:
            return Literal("{}")
        if minimum > 1:
            self.looser(path, "minProperties", "two keys may be alike")
        try:
            return Mapping(self._key(key, path), self.form(value, f"{path}/*"), minimum, maximum)
        except DeadEnd:
            if minimum:
                raise
            return Literal("{}")

    def _key(self, schema: Any, path: str) -> Form:
        """A string form; integers as keys are written as strings."""
        form = unnamed(
            self.form({"type": "string", **schema} if isinstance(schema, dict) else {}, f"{path}/*")
        )
        if isinstance(form, Integer):
            return Pattern(integers(form.lowest, form.highest))
        options = form.options if isinstance(form, OneOf) else (form,)
        strings = [option for option in options if _is_string(option)]
        if len(strings) < len(options):
            raise Unsupported("propertyNames", "a key must be a string or an integer")
        return one_of(*strings)

    # -------------------------------------------------------------- arrays

    def array_form(self, schema: Schema, path: str) -> Form:
        prefix = schema.get("prefixItems")
        items = schema.get("items", True)
        if isinstance(items, list):  # drafts up to 2019-09
            prefix, items = items, schema.get("additionalItems", True)
        minimum, maximum = self._item_bounds(schema)
        if prefix:
            return self._tuple(prefix, items, (minimum, maximum), schema, path)
        if items is False or maximum == 0:
            return EMPTY_LIST
        return self._list(items, (minimum, maximum), bool(schema.get("uniqueItems")), path)

    def _list(self, items: Any, bounds: tuple[int, int], unique: bool, path: str) -> Form:
        minimum, maximum = bounds
        try:
            item = self.form(items, f"{path}/items")
        except DeadEnd:
            if minimum:
                raise
            return EMPTY_LIST
        if unique:
            orders = _orders(unnamed(item), minimum, maximum)
            if orders is not None:
                return orders
            if not self.ours or minimum > 1:  # pydantic's sets drop what comes twice
                self.looser(path, "uniqueItems", "two items may be alike")
        return List(item, minimum, maximum)

    def _item_bounds(self, schema: Schema) -> tuple[int, int]:
        minimum = int(schema.get("minItems", 0))
        wanted = schema.get("maxItems")
        maximum = (
            max(self.limits.items, minimum) if wanted is None else min(int(wanted), self.limits.largest_items)
        )
        if minimum > self.limits.largest_items:
            raise Unsupported("minItems", f"no list has more than {self.limits.largest_items} items")
        if minimum > maximum:
            raise Unsupported("minItems", f"at least {minimum} and at most {maximum} items is impossible")
        return minimum, maximum

    def _tuple(
        self, prefix: list[Any], rest: Any, bounds: tuple[int, int], schema: Schema, path: str
    ) -> Form:
        minimum, maximum = bounds
        if schema.get("uniqueItems"):
            self.looser(path, "uniqueItems", "two items may be alike")
        items = tuple(self.form(item, f"{path}/{number}") for number, item in enumerate(prefix[:maximum]))
        more = (
            0 if rest is False or (self.ours and "maxItems" not in schema) else max(0, maximum - len(items))
        )
        if minimum > len(items):
            raise Unsupported("minItems", "more items are demanded than are described one by one")
        return Tuple(items, minimum, self.form(rest, f"{path}/items") if more else None, more)


def _encodes(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _described(name: str, patterns: Schema, free: Any) -> Any:
    """The schema of a required key that is not listed."""
    for pattern, value in patterns.items():
        if re.search(pattern, name):
            return value
    if free is False:
        raise Unsupported("required", f'"{name}" is required but not allowed')
    return free


def _is_string(form: Form) -> bool:
    return isinstance(form, Text | Pattern) or (isinstance(form, Literal) and form.json.startswith('"'))


def _orders(item: Form, minimum: int, maximum: int) -> Form | None:
    """All lists of different literals, where they are few."""
    options = item.options if isinstance(item, OneOf) else (item,)
    if not all(isinstance(option, Literal) for option in options) or len(options) > 5:
        return None
    values = [json.loads(option.json) for option in options if isinstance(option, Literal)]
    sizes = range(minimum, min(maximum, len(values)) + 1)
    lists = [Literal(json_text(list(order))) for size in sizes for order in permutations(values, size)]
    if not lists:
        raise Unsupported("uniqueItems", "there are not enough different values")
    return one_of(*lists) if len(lists) <= MOST_ORDERS else None
