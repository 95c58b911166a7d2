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
from agent.grammar.render import fragment, render
from agent.grammar.rules import Fragment, NameTaken
from agent.types import Grammar, Offer, OfferedTool, Regime

THOUGHT, STATUS, MESSAGE, CALLS = "thought", "status", "message_to_user", "tool_calls"
NAME, ARGS = "name", "args"
TASK, REFLECT, IDLE, PROCESS = "Task", "Reflect", "Idle", "Process"

CallForm = Callable[[Offer, OfferedTool], Form]
"""A call of a tool in an offer: as a plain form, or as a fragment from a cache."""


def envelope(
    offer: Offer, *, thought_limit: int, message_limit: int, max_calls: int, call: CallForm | None = None
) -> Grammar:
    """The grammar of one step. Limits count characters and calls; a thought limit of 0 leaves it empty.

    `call` supplies the tools' parts where they were made before. Raises SchemaError for a tool that cannot be
    described, GrammarError where a required argument has no value this turn.
    """

    def form(source: CallForm | None) -> Form:
        return envelope_form(
            offer, thought_limit=thought_limit, message_limit=message_limit, max_calls=max_calls, call=source
        )

    try:
        return render(form(call or call_fragment))
    except NameTaken:
        return render(form(None))


def envelope_form(
    offer: Offer, *, thought_limit: int, message_limit: int, max_calls: int, call: CallForm | None = None
) -> Form:
    """The envelope as a form; without `call` it holds the tools' plain forms."""
    thought = Field(THOUGHT, Text(0, thought_limit) if thought_limit else Literal('""'))
    remark = Text(1, message_limit, visible=True)
    calls = [(call or _plain_call)(offer, offered) for offered in offer.tools]
    return Branch((thought,), tuple(_endings(offer, remark, calls, max_calls)))


def call_fragment(offer: Offer, offered: OfferedTool, plain: Form | None = None) -> Fragment:
    """A call of a tool, grounded as in the offer, with its rules made; `plain` as for `grounded_form`."""
    name = offered.tool.name
    return fragment(call_record(offer, offered, plain), name=f"call {name}", prefix=name)


def _endings(
    offer: Offer, remark: Form, calls: list[Form], max_calls: int
) -> list[tuple[Field, Field, Field]]:
    endings: list[tuple[Field, Field, Field]] = []
    if calls:
        endings.append(_task(offer, remark, Named("call", one_of(*calls)), max_calls))
    if calls and not offer.required:
        endings.append(_ending(Literal(f'"{REFLECT}"'), NULL, EMPTY_LIST))
    if not (calls and offer.required):
        endings.append(_ending(Literal(f'"{IDLE}"'), remark, EMPTY_LIST))
    return endings


def _task(offer: Offer, remark: Form, call: Form, max_calls: int) -> tuple[Field, Field, Field]:
    task, process = Literal(f'"{TASK}"'), Literal(f'"{PROCESS}"')
    if offer.required and offer.regime is Regime.NARROW:
        return _ending(task, NULL, List(call, 1, 1))
    status = task if offer.required else one_of(task, process)
    return _ending(status, Named("remark", one_of(remark, NULL)), List(call, 1, max_calls))


def _ending(status: Form, message: Form, calls: Form) -> tuple[Field, Field, Field]:
    return Field(STATUS, status), Field(MESSAGE, message), Field(CALLS, calls)


def _plain_call(offer: Offer, offered: OfferedTool) -> Form:
    return Named(f"call {offered.tool.name}", call_record(offer, offered))


def call_record(offer: Offer, offered: OfferedTool, plain: Form | None = None) -> Record:
    """A call of a tool, grounded as in the offer; `plain` as for `grounded_form`."""
    name = offered.tool.name
    args = Named(name, grounded_form(offer, offered, plain))
    return Record((Field(NAME, Literal(json_text(name))), Field(ARGS, args)))
