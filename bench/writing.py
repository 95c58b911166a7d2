"""A JSON value as a form would have it written: the keys of each object in the form's order.

Nothing is judged here: what does not fit is written as it is, and the grammar refuses it.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from itertools import islice, product
from typing import Any

from agent.grammar.form import Branch, Form, Integer, List, Mapping, OneOf, Record, Tuple, unnamed
from agent.grammar.leaves import json_text

MOST = 64
"""Spellings of one value: alternatives of a union may order its keys differently."""


def spellings(form: Form, value: Any) -> Iterator[str]:
    """The value's texts, one for each alternative that might describe it."""
    return islice(dict.fromkeys(_spell(form, value)), MOST)


def _spell(form: Form, value: Any) -> Iterator[str]:
    form = unnamed(form)
    match form, value:
        case OneOf(options), _:
            for option in options:
                yield from islice(_spell(option, value), MOST)
        case Record(fields, extra), dict():
            known = {field.name: field.form for field in fields}
            order = [name for name in known if name in value] + [name for name in value if name not in known]
            free = extra.value if extra else None
            yield from _object({name: (known.get(name, free), value[name]) for name in order})
        case Mapping(_, inner, _, _), dict():
            yield from _object({name: (inner, each) for name, each in value.items()})
        case List(item, _, _), list():
            yield from _list([(item, each) for each in value])
        case Tuple(items, _, rest, _), list():
            forms = [*items, *[rest] * (len(value) - len(items))]
            yield from _list(list(zip(forms, value, strict=False)))
        case Integer(), float() if value.is_integer():
            yield str(int(value))
        case Branch(), _:
            raise TypeError("branches are for envelopes")
        case _:
            yield _plain(value)


def _plain(value: Any) -> str:
    return format(Decimal(repr(value)), "f") if isinstance(value, float) else json_text(value)


def _object(entries: dict[str, tuple[Form | None, Any]]) -> Iterator[str]:
    keys = [json_text(name) for name in entries]
    for values in product(*map(_each, entries.values())):
        yield "{" + ",".join(f"{key}:{value}" for key, value in zip(keys, values, strict=True)) + "}"


def _list(entries: list[tuple[Form | None, Any]]) -> Iterator[str]:
    for values in product(*map(_each, entries)):
        yield "[" + ",".join(values) + "]"


def _each(entry: tuple[Form | None, Any]) -> list[str]:
    form, value = entry
    return [_plain(value)] if form is None else list(islice(dict.fromkeys(_spell(form, value)), MOST))
