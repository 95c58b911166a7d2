"""What tells the alternatives of a choice apart, and what their rules are called."""

from __future__ import annotations

from agent.grammar.form import Field, Form, Literal, OneOf, Record, unnamed
from agent.grammar.leaves import slug
from agent.grammar.rules import Fragment


def told_apart(structures: list[Form]) -> bool:
    """Whether there is one alternative, or all are objects that differ in the only value of one first key."""
    if len(structures) == 1:
        return True
    tags = [_only_value(form) for form in structures]
    known = [tag for tag in tags if tag is not None]
    return len(known) == len(tags) == len(set(known)) and len({key for key, _ in known}) == 1


def _only_value(form: Form) -> tuple[str, str] | None:
    """The first key of an object and its value, where it has one only."""
    plain = unnamed(form)
    if isinstance(plain, Fragment):
        return plain.tag
    first = _first_field(plain)
    if first is None or first.optional or not isinstance(first.form, Literal):
        return None
    return first.name, first.form.json


def _first_field(form: Form) -> Field | None:
    return form.fields[0] if isinstance(form, Record) and form.fields else None


def label(option: Form, number: int) -> str:
    """What to call an alternative: by its tag, or its number."""
    first = _first_field(unnamed(option))
    return tag_label(first, number) if first else str(number)


def tag_label(field: Field, number: int) -> str:
    """The literal values of a field, as a name."""
    options = field.form.options if isinstance(field.form, OneOf) else (field.form,)
    texts = [slug(option.json) for option in options if isinstance(option, Literal)]
    return "-or-".join(texts) or str(number)
