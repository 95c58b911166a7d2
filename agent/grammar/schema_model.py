"""A pydantic model's JSON Schema, with what plain JSON Schema cannot say added under names of our own.

`timezone` ("aware" or "naive") stands beside `date-time` and `time` where pydantic demands one of them,
`schemes` beside `uri`, `stripped` beside strings that lose their outer white space before they are
measured, and `bounded` where a moment must lie before or after another. A decimal is the number alone, as
its other spelling, a string, needs look-ahead. Keys of a dictionary that are not plain strings stand in
`propertyNames`.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

TIMEZONE = "timezone"
SCHEMES = "schemes"
WIDE = "wide"
"""Set by the reader of outside schemas: a format is all that it allows, not what can be read well."""
STRIPPED = "stripped"
BOUNDED = "bounded"
DECIMAL_PLACES = "decimalPlaces"
MAX_DIGITS = "maxDigits"


class _Generator(GenerateJsonSchema):
    def datetime_schema(self, schema: core_schema.DatetimeSchema) -> JsonSchemaValue:
        return super().datetime_schema(schema) | _moment(schema)

    def date_schema(self, schema: core_schema.DateSchema) -> JsonSchemaValue:
        return super().date_schema(schema) | _moment(schema)

    def time_schema(self, schema: core_schema.TimeSchema) -> JsonSchemaValue:
        return super().time_schema(schema) | _moment(schema)

    def timedelta_schema(self, schema: core_schema.TimedeltaSchema) -> JsonSchemaValue:
        return super().timedelta_schema(schema) | _moment(schema)

    def url_schema(self, schema: core_schema.UrlSchema) -> JsonSchemaValue:
        allowed = schema.get("allowed_schemes")
        return super().url_schema(schema) | ({SCHEMES: list(allowed)} if allowed else {})

    def str_schema(self, schema: core_schema.StringSchema) -> JsonSchemaValue:
        stripped = schema.get("strip_whitespace", self._config.str_strip_whitespace)
        return super().str_schema(schema) | ({STRIPPED: True} if stripped else {})

    def dict_schema(self, schema: core_schema.DictSchema) -> JsonSchemaValue:
        keys = self.generate_inner(schema["keys_schema"]) if "keys_schema" in schema else {"type": "string"}
        plain = not (set(keys) - {"type", "title", STRIPPED}) and keys.get("type", "string") == "string"
        return super().dict_schema(schema) | ({} if plain else {"propertyNames": keys})

    def decimal_schema(self, schema: core_schema.DecimalSchema) -> JsonSchemaValue:
        written: JsonSchemaValue = {"type": "number"}
        for bound, keyword in _BOUNDS.items():
            if schema.get(bound) is not None:
                written[keyword] = str(schema[bound])  # type: ignore[literal-required]  # a table of its keys
        places, digits = schema.get("decimal_places"), schema.get("max_digits")
        if digits is not None:
            written[MAX_DIGITS] = digits
        return written if places is None else written | {DECIMAL_PLACES: places}


_BOUNDS = {"ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum", "lt": "exclusiveMaximum"}


def _moment(schema: Any) -> JsonSchemaValue:
    """What a moment must be beyond its format: aware or naive, past or future, between bounds."""
    constraint = schema.get("tz_constraint")
    extra: JsonSchemaValue = {TIMEZONE: constraint} if constraint in {"aware", "naive"} else {}
    for bound in ("now_op", *_BOUNDS):
        if schema.get(bound) is not None:
            extra[BOUNDED] = bound
    return extra


def model_document(model: type[BaseModel]) -> dict[str, Any]:
    """The schema of what `model_validate_json` accepts."""
    return model.model_json_schema(schema_generator=_Generator)
