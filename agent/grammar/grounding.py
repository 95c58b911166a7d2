"""Arguments narrowed to the values that exist this turn, so that a model cannot invent a reminder or a
time.
"""

from __future__ import annotations

from dataclasses import replace

from agent.errors import GrammarError
from agent.grammar.form import (
    Form,
    Integer,
    List,
    Literal,
    Named,
    OneOf,
    Quote,
    Record,
    Text,
    one_of,
    unnamed,
)
from agent.grammar.from_schema import from_model
from agent.grammar.leaves import json_text
from agent.grammar.quotes import words
from agent.types import GroundedArgument, Offer, OfferedTool

NULL = Literal("null")


def ungrounded(offered: OfferedTool) -> Form:
    """The form of a tool's arguments as its model alone describes it. Raises SchemaError."""
    return from_model(offered.tool.arguments, tool=offered.tool.name)


def grounded_form(offer: Offer, offered: OfferedTool, plain: Form | None = None) -> Form:
    """The form of a tool's arguments in this offer; `plain` is its ungrounded form, where it is at hand.

    Raises GrammarError where a required argument has no value this turn, or an argument does not exist.
    """
    form = plain or ungrounded(offered)
    for argument in offer.grounded:
        if argument.tool == offered.tool.name and not argument.free:
            form = _with_argument(form, argument)
    return form


def _with_argument(form: Form, argument: GroundedArgument) -> Form:
    record = unnamed(form)
    if not isinstance(record, Record) or argument.argument not in {field.name for field in record.fields}:
        raise GrammarError(f'the tool "{argument.tool}" has no argument "{argument.argument}" to ground')
    fields = tuple(
        replace(field, form=_narrowed(field.form, argument)) if field.name == argument.argument else field
        for field in record.fields
    )
    return replace(record, fields=fields)


def _narrowed(form: Form, argument: GroundedArgument) -> Form:
    """What is left of the form. Null stays where the argument allows it."""
    options = form.options if isinstance(form, OneOf) else (form,)
    left = [part for option in options if option != NULL for part in _values(option, argument)]
    if NULL in options:
        left.append(NULL)
    if not left:
        raise GrammarError(f'the argument "{argument.argument}" of "{argument.tool}" has no value this turn')
    return one_of(*left)


def _values(form: Form, argument: GroundedArgument) -> list[Form]:
    """The values that one alternative of the argument may take."""
    match form:
        case Named(name, inner):
            return [Named(name, each) for each in _values(inner, argument)]
        case List(item, minimum, maximum):
            items = _values(item, argument)
            return [List(one_of(*items), minimum, maximum)] if items else []
        case Text(_, maximum) if argument.quote:
            return _quotes(argument, maximum)
        case _:
            return [Literal(json_text(value)) for value in argument.values if _admits(form, value)]


def _quotes(argument: GroundedArgument, maximum: int) -> list[Form]:
    texts = tuple(str(value) for value in argument.values)
    shortest = min(
        (len(word.core) for text in texts for run in words(text) for word in run), default=maximum + 1
    )
    return [Quote(texts, maximum)] if shortest <= maximum else []


def _admits(form: Form, value: str | int) -> bool:
    """Whether the argument's own form has room for the value."""
    match form:
        case Integer(lowest, highest, step):
            return isinstance(value, int) and lowest <= value <= highest and value % step == 0
        case Text(minimum, maximum):
            return isinstance(value, str) and minimum <= len(value) <= maximum and _encodes(value)
        case Literal(text):
            return text == json_text(value)
        case _:
            return isinstance(value, str) and _encodes(value)


def _encodes(value: str) -> bool:
    """Discord can send halves of surrogate pairs, which no output may contain."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
