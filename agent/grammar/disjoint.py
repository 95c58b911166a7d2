"""Whether two forms have no value in common, as far as their structure tells."""

from __future__ import annotations

from itertools import combinations

from agent.grammar.form import (
    Branch,
    Form,
    Format,
    Integer,
    List,
    Literal,
    Mapping,
    Number,
    OneOf,
    Pattern,
    Quote,
    Record,
    Text,
    Tuple,
    unnamed,
)
from agent.grammar.rules import Fragment

_KINDS: tuple[tuple[type | tuple[type, ...], str], ...] = (
    ((Text, Pattern, Format, Quote), "string"),
    ((Integer, Number), "number"),
    ((List, Tuple), "array"),
    ((Record, Branch, Mapping, Fragment), "object"),
)
_FIRST = {'"': "string", "{": "object", "[": "array", "t": "true", "f": "false", "n": "null"}


def all_disjoint(forms: list[Form]) -> bool:
    return all(disjoint(left, right) for left, right in combinations(forms, 2))


def disjoint(left: Form, right: Form) -> bool:
    """True is certain; False means that they may overlap."""
    left, right = unnamed(left), unnamed(right)
    if isinstance(left, OneOf):
        return all(disjoint(option, right) for option in left.options)
    if isinstance(right, OneOf):
        return disjoint(right, left)
    if _kind(left) != _kind(right):
        return True
    match left, right:
        case Literal(one), Literal(other):
            return one != other
        case Integer(_, highest), Integer(lowest, _) if highest < lowest:
            return True
        case Integer(lowest, _), Integer(_, highest) if highest < lowest:
            return True
        case Record(), Record():
            return _told_apart(left, right)
        case _:
            return False


def _kind(form: Form) -> str:
    if isinstance(form, Literal):
        return _FIRST.get(form.json[0], "number")
    return next(name for kinds, name in _KINDS if isinstance(form, kinds))


def _told_apart(left: Record, right: Record) -> bool:
    """One demands a key that the other never has, or a key of both has values without a common one."""
    if left.extra is not None or right.extra is not None:
        return any(
            not (mine.optional or theirs.optional) and disjoint(mine.form, theirs.form)
            for mine in left.fields
            for theirs in right.fields
            if mine.name == theirs.name
        )
    lefts = {field.name: field for field in left.fields}
    rights = {field.name: field for field in right.fields}
    for mine, others in ((lefts, rights), (rights, lefts)):
        for name, field in mine.items():
            if field.optional:
                continue
            if name not in others or disjoint(field.form, others[name].form):
                return True
    return False
