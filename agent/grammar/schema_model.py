"""A pydantic model's JSON Schema, with what plain JSON Schema cannot say about times and decimals added.

`timezone` ("aware" or "naive") stands beside `date-time` and `time` where pydantic demands one of them; a
decimal is the number alone, as its other spelling, a string, needs look-ahead.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

TIMEZONE = "timezone"
DECIMAL_PLACES = "decimalPlaces"


class _Generator(GenerateJsonSchema):
    def datetime_schema(self, schema: core_schema.DatetimeSchema) -> JsonSchemaValue:
        return super().datetime_schema(schema) | _timezone(schema)

    def time_schema(self, schema: core_schema.TimeSchema) -> JsonSchemaValue:
        return super().time_schema(schema) | _timezone(schema)

    def decimal_schema(self, schema: core_schema.DecimalSchema) -> JsonSchemaValue:
        places = schema.get("decimal_places")
        return self.float_schema(
            core_schema.float_schema(
                ge=_float(schema, "ge"),
                gt=_float(schema, "gt"),
                le=_float(schema, "le"),
                lt=_float(schema, "lt"),
            )
        ) | ({} if places is None else {DECIMAL_PLACES: places})


def _timezone(schema: core_schema.DatetimeSchema | core_schema.TimeSchema) -> JsonSchemaValue:
    constraint = schema.get("tz_constraint")
    return {TIMEZONE: constraint} if constraint in {"aware", "naive"} else {}


def _float(schema: core_schema.DecimalSchema, bound: str) -> float | None:
    value: Any = schema.get(bound)
    return None if value is None else float(value)


def model_document(model: type[BaseModel]) -> dict[str, Any]:
    """The schema of what `model_validate_json` accepts."""
    return model.model_json_schema(schema_generator=_Generator)
