"""Argument models with what pydantic can ask for, one feature or a few each."""

from __future__ import annotations

import datetime as dt
import uuid
from decimal import Decimal
from enum import Enum, IntEnum
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import (
    UUID4,
    AnyWebsocketUrl,
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    HttpUrl,
    IPvAnyAddress,
    JsonValue,
    NaiveDatetime,
    SecretStr,
    StringConstraints,
)


class Unit(Enum):
    CELSIUS = "celsius"
    FAHRENHEIT = "fahrenheit"


class Level(IntEnum):
    LOW = 1
    HIGH = 10


class Weather(BaseModel):
    city: str = Field(min_length=1, max_length=64)
    unit: Unit = Unit.CELSIUS
    days: int = Field(1, ge=1, le=14)


class Search(BaseModel):
    model_config = ConfigDict(extra="forbid")
    query: str = Field(max_length=200)
    limit: int | None = Field(None, gt=0, lt=51)
    language: Literal["en", "de", 'say "hi"', "日本語", None] = "en"


class Moments(BaseModel):
    at: dt.datetime
    aware: AwareDatetime
    naive: NaiveDatetime
    day: dt.date
    clock: dt.time
    span: dt.timedelta | None = None


class ByUser(BaseModel):
    name: str = Field(max_length=16)
    kind: Literal["user"]


class ByRole(BaseModel):
    level: Level
    kind: Literal["role", "group"]


class Send(BaseModel):
    target: Annotated[ByUser | ByRole, Field(discriminator="kind")]
    silent: bool = False


class Money(BaseModel):
    amount: float = Field(ge=-0.5, le=100000.25)
    share: float = Field(gt=0, lt=1)
    exact: Decimal = Field(ge=Decimal("-2.5"), le=10, decimal_places=2, max_digits=4)
    any_number: float


class Order(BaseModel):
    sku: str = Field(pattern=r"^[A-Z]{3}-[0-9]{4}$")
    short: str = Field(pattern="^[a-zé]+$", max_length=5)
    quoting: str = Field(pattern=r'^"[^"\\]{2,4}\\$')
    anywhere: str = Field(pattern=r"b\d", max_length=12)
    quantity: int = Field(ge=-999, le=999, multiple_of=5)
    tags: list[Annotated[str, Field(max_length=8)]] = Field(default_factory=list, max_length=5)
    price: Money | None = None


class Node(BaseModel):
    value: int = Field(ge=0, le=9)
    children: list[Node] = Field(default_factory=list, max_length=2)


class Chained(BaseModel):
    word: str = Field(max_length=4)
    following: Chained | None = None


class Point(NamedTuple):
    x: int
    y: int = 0


class Collections(BaseModel):
    pair: tuple[int, str]
    many: tuple[bool, ...]
    point: Point
    unique: set[Literal["a", "b", "c"]] = Field(min_length=1)
    loose: frozenset[int]
    scores: dict[str, int] = Field(max_length=3)
    by_number: dict[int, bool]
    by_letter: dict[Literal["x", "y"], None]
    nested: list[list[int]] = Field(min_length=1, max_length=2)


class Identifiers(BaseModel):
    any_id: uuid.UUID
    random_id: UUID4
    page: HttpUrl
    socket: AnyWebsocketUrl
    host: IPvAnyAddress
    secret: SecretStr
    raw: bytes = Field(max_length=16)


class Anything(BaseModel):
    free: Any
    json_like: JsonValue


class Stripped(BaseModel):
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=20)]


class Unions(BaseModel):
    scalar: int | str | bool | None
    overlapping: Literal["auto"] | int | Annotated[str, Field(pattern="^a.c$")]
    structured: Weather | list[Weather] | dict[str, int] | None
    ambiguous: Weather | Search


class Bare(BaseModel):
    pass


class Large(BaseModel):
    text: str = Field(min_length=3, max_length=3000)
    numbers: list[int] = Field(max_length=200)
    wide: int = Field(ge=-(2**63), le=2**63 - 1)


class Aliased(BaseModel):
    model_config = ConfigDict(populate_by_name=True)
    from_: str = Field(alias="from", max_length=3)
    text: str = Field(alias='a "key"', max_length=3, description="quoted\nkey")


MODELS: tuple[type[BaseModel], ...] = (
    Weather,
    Search,
    Moments,
    Send,
    Money,
    Order,
    Node,
    Chained,
    Collections,
    Identifiers,
    Anything,
    Stripped,
    Unions,
    Bare,
    Large,
    Aliased,
)
