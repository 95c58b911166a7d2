"""The one JSON object that every answer is: thought, status, message_to_user, tool_calls.

| status          | tool_calls  | message_to_user          | offered when                    |
|-----------------|-------------|--------------------------|---------------------------------|
| Task, Process   | at least one| null, or a remark        | there are tools                 |
| Reflect         | none        | null                     | there are tools, none required  |
| Idle            | none        | a text that is not blank | no tool is required             |

Without tools only Idle is left, so that a last step always ends in words. A required call leaves Task
alone; in the narrow regime it is exactly one call, with no remark before its result is known. Process means
the same as Task.
"""

from __future__ import annotations

from collections.abc import Callable

from agent.grammar.form import (
    EMPTY_LIST,
    NULL,
    Branch,
    Field,
    Form,
    List,
    Literal,
    Named,
    Record,
    Text,
    one_of,
)
from agent.grammar.grounding import grounded_form
from agent.grammar.leaves import json_text
from agent.grammar.render import render
from agent.types import Grammar, Offer, OfferedTool, Regime

THOUGHT, STATUS, MESSAGE, CALLS = "thought", "status", "message_to_user", "tool_calls"
NAME, ARGS = "name", "args"
TASK, REFLECT, IDLE, PROCESS = "Task", "Reflect", "Idle", "Process"

ToolForm = Callable[[OfferedTool], Form]
"""The plain form of a tool's arguments, from a cache or anew."""


def envelope(offer: Offer, *, thought_limit: int, message_limit: int, max_calls: int) -> Grammar:
    """The grammar of one step. Limits count characters and calls; a thought limit of 0 leaves it empty.

    Raises SchemaError for a tool that cannot be described, GrammarError where a required argument has no
    value.
    """
    return render(
        envelope_form(offer, thought_limit=thought_limit, message_limit=message_limit, max_calls=max_calls)
    )


def envelope_form(
    offer: Offer, *, thought_limit: int, message_limit: int, max_calls: int, tool_form: ToolForm | None = None
) -> Form:
    """The envelope as a form; `tool_form` supplies each tool's plain form."""
    thought = Field(THOUGHT, Text(0, thought_limit) if thought_limit else Literal('""'))
    remark = Text(1, message_limit, visible=True)
    return Branch((thought,), tuple(_endings(offer, remark, max_calls, tool_form)))


def _endings(
    offer: Offer, remark: Form, max_calls: int, tool_form: ToolForm | None
) -> list[tuple[Field, Field, Field]]:
    endings: list[tuple[Field, Field, Field]] = []
    if offer.tools:
        endings.append(_task(offer, remark, max_calls, tool_form))
    if offer.tools and not offer.required:
        endings.append(_ending(Literal(f'"{REFLECT}"'), NULL, EMPTY_LIST))
    if not (offer.tools and offer.required):
        endings.append(_ending(Literal(f'"{IDLE}"'), remark, EMPTY_LIST))
    return endings


def _task(
    offer: Offer, remark: Form, max_calls: int, tool_form: ToolForm | None
) -> tuple[Field, Field, Field]:
    calls = one_of(*(_call(offer, offered, tool_form) for offered in offer.tools))
    task, process = Literal(f'"{TASK}"'), Literal(f'"{PROCESS}"')
    if offer.required and offer.regime is Regime.NARROW:
        return _ending(task, NULL, List(Named("call", calls), 1, 1))
    status = task if offer.required else one_of(task, process)
    return _ending(status, Named("remark", one_of(remark, NULL)), List(Named("call", calls), 1, max_calls))


def _ending(status: Form, message: Form, calls: Form) -> tuple[Field, Field, Field]:
    return Field(STATUS, status), Field(MESSAGE, message), Field(CALLS, calls)


def _call(offer: Offer, offered: OfferedTool, tool_form: ToolForm | None) -> Form:
    name = offered.tool.name
    args = Named(name, grounded_form(offer, offered, tool_form))
    return Named(f"call {name}", Record((Field(NAME, Literal(json_text(name))), Field(ARGS, args))))
