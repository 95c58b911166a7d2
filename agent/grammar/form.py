"""The normalised description of a JSON value that a model may write: closed, bounded and ordered.

A form is a finite tree. Every key of a record is written, in one order, unless it is marked optional. There
is no white space between tokens. Bounds are always set: where a schema gives none, the named defaults of
`Limits` do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal as OneWord

from agent.grammar.expression import Expression
from agent.grammar.rules import Fragment

FormatName = OneWord[
    "date",
    "time",
    "local-time",
    "zoned-time",
    "date-time",
    "local-date-time",
    "zoned-date-time",
    "duration",
    "uuid",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds where a schema gives none. Counts: characters, items, digits, levels of recursion."""

    text: int = 256
    largest_text: int = 8000
    items: int = 8
    largest_items: int = 256
    entries: int = 8
    integer_digits: int = 15
    decimals: int = 6
    depth: int = 3
    repetitions: int = 64


@dataclass(frozen=True, slots=True)
class Literal:
    """Exactly this compact JSON text."""

    json: str


@dataclass(frozen=True, slots=True)
class Text:
    """A string of `minimum` to `maximum` characters, an escape counting as one.

    `visible`: the first character is none of the ASCII blanks, so that the string is not blank.
    """

    minimum: int
    maximum: int
    visible: bool = False


@dataclass(frozen=True, slots=True)
class Pattern:
    """A string whose JSON-escaped content is described by an expression."""

    content: Expression


@dataclass(frozen=True, slots=True)
class Format:
    """A string in one of the formats that the base rules describe."""

    name: FormatName


@dataclass(frozen=True, slots=True)
class Integer:
    """An integer between two bounds, inclusive; with a `step`, its multiples alone."""

    lowest: int
    highest: int
    step: int = 1


@dataclass(frozen=True, slots=True)
class Number:
    """A decimal number between two bounds, inclusive, both in units of 10**-places."""

    lowest: int
    highest: int
    places: int


@dataclass(frozen=True, slots=True)
class Quote:
    """A string that is a run of neighbouring words of one of `texts`, at most `maximum` characters long.

    White space between words counts as one blank. Punctuation at the outer ends of the run may be left out.
    """

    texts: tuple[str, ...]
    maximum: int


@dataclass(frozen=True, slots=True)
class OneOf:
    options: tuple[Form, ...]


@dataclass(frozen=True, slots=True)
class Named:
    """The same language as `form`, with a wish for the name of its rule."""

    name: str
    form: Form


@dataclass(frozen=True, slots=True)
class List:
    item: Form
    minimum: int
    maximum: int


@dataclass(frozen=True, slots=True)
class Tuple:
    """Positions in order; those from `minimum` on may be left out at the end; then up to `more` of `rest`."""

    items: tuple[Form, ...]
    minimum: int
    rest: Form | None = None
    more: int = 0


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    form: Form
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """An object with these keys in this order, then free ones; their key form leaves out the declared
    names.
    """

    fields: tuple[Field, ...]
    extra: Mapping | None = None


@dataclass(frozen=True, slots=True)
class Branch:
    """An object that begins with `shared` keys and goes on with exactly one of several endings.

    All endings begin with the same key, and no value of it belongs to two of them.
    """

    shared: tuple[Field, ...]
    endings: tuple[tuple[Field, ...], ...]


@dataclass(frozen=True, slots=True)
class Mapping:
    """An object with free keys: `minimum` to `maximum` entries. `key` is a string form."""

    key: Form
    value: Form
    minimum: int
    maximum: int


Leaf = Literal | Text | Pattern | Format | Integer | Number | Quote
Form = Leaf | OneOf | Named | List | Tuple | Record | Branch | Mapping | Fragment

NULL = Literal("null")
BOOLEAN = OneOf((Literal("true"), Literal("false")))
EMPTY_LIST = Literal("[]")


def one_of(*options: Form) -> Form:
    """One of the options, opened, and scalars without repetitions.

    Structures are not compared: they may share parts so often that a comparison would take for ever.
    """
    flat: list[Form] = []
    for option in options:
        flat.extend(option.options if isinstance(option, OneOf) else (option,))
    unique = tuple({(option if isinstance(option, Leaf) else id(option)): option for option in flat}.values())
    return unique[0] if len(unique) == 1 else OneOf(unique)


def is_leaf(form: Form) -> bool:
    """Whether the form is a language of JSON scalars, and so becomes one terminal."""
    match form:
        case OneOf(options):
            return all(is_leaf(option) for option in options)
        case Named(_, inner):
            return is_leaf(inner)
        case Literal(json):
            return json[0] not in "{["
        case _:
            return isinstance(form, Leaf)


def unnamed(form: Form) -> Form:
    """The form below its names."""
    while isinstance(form, Named):
        form = form.form
    return form
