"""The only caller of tools.

Each call passes the same gates: offered in this step, known spellings, valid arguments, values of this turn,
not made before in this turn, within its deadline. Rights come from the turn's origin; nothing that the model
wrote is read for it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import structlog
from pydantic import ValidationError

from agent.errors import ApprovalNeeded, ToolFailed, ToolRetry
from agent.reports import CallReport, Standing
from agent.types import Call, GroundedArgument, Offer, OfferedTool, Origin, ToolContext, ToolResult

BATCH_LIMIT = 8
"""Calls of one step that are looked at; the rest are refused."""
DEADLINE = 10.0
"""Seconds that one call may take."""
RESULT_LIMIT = 2000
"""Characters of a result that reach the model."""

log = structlog.get_logger(__name__)


class Gatekeeper:
    """One for each turn: it remembers the turn's calls. Raises nothing but CancelledError."""

    def __init__(
        self, *, origin: Origin, deadline: float = DEADLINE, result_limit: int = RESULT_LIMIT
    ) -> None:
        self._origin = origin
        self._deadline = deadline
        self._result_limit = result_limit
        self._made: dict[str, CallReport] = {}

    async def run(self, calls: Sequence[Call], offer: Offer) -> tuple[CallReport, ...]:
        """Runs the calls of one step in their order; one report each."""
        reports = [await self._one(call, offer) for call in calls[:BATCH_LIMIT]]
        refusal = f"not run: a step may make at most {BATCH_LIMIT} calls"
        reports += [_refused(call.name, refusal) for call in calls[BATCH_LIMIT:]]
        return tuple(reports)

    async def _one(self, call: Call, offer: Offer) -> CallReport:
        offered = next((tool for tool in offer.tools if tool.tool.name == call.name), None)
        if offered is None:
            return _refused(call.name, "not run: this tool is not offered now")
        args = with_known_names(call.args, offered.descriptor.aliases)
        key = f"{call.name} {json.dumps(args, sort_keys=True, ensure_ascii=False, default=str)}"
        if key in self._made:
            return _repeated(self._made[key])
        report = await self._checked(offered, args, offer)
        if report.standing is not Standing.REFUSED:
            self._made[key] = report
        return report

    async def _checked(self, offered: OfferedTool, args: Mapping[str, Any], offer: Offer) -> CallReport:
        name = offered.tool.name
        problem = ungrounded(name, args, offer.grounded)
        if problem is not None:
            return CallReport(name=name, standing=Standing.RETRY, content=problem)
        try:
            arguments = offered.tool.arguments.model_validate(args)
        except ValidationError as error:
            return CallReport(name=name, standing=Standing.RETRY, content=_explain(error))
        return await self._call(offered, arguments)

    async def _call(self, offered: OfferedTool, arguments: Any) -> CallReport:
        name = offered.tool.name
        context = ToolContext(origin=self._origin, call_index=len(self._made))
        limit = asyncio.timeout(self._deadline)
        try:
            async with limit:
                result = await offered.tool.run(arguments, context)
        except ToolRetry as error:
            return CallReport(name=name, standing=Standing.RETRY, content=str(error), question=error.question)
        except ToolFailed as error:
            return CallReport(name=name, standing=Standing.FAILED, content=str(error), said=str(error))
        except ApprovalNeeded as error:
            return CallReport(name=name, standing=Standing.NEEDS_APPROVAL, content=str(error))
        except Exception as error:
            if isinstance(error, TimeoutError) and limit.expired():
                log.warning("tool timed out", tool=name, seconds=self._deadline)
                return CallReport(name=name, standing=Standing.TIMED_OUT, content="it did not finish in time")
            log.exception("tool broke", tool=name)
            return CallReport(name=name, standing=Standing.BROKEN, content="it failed by a fault of its own")
        return self._done(name, result)

    def _done(self, name: str, result: ToolResult) -> CallReport:
        return CallReport(
            name=name,
            standing=Standing.DONE,
            content=bounded(result.content, self._result_limit),
            user_text=result.user_text,
            effect=result.effect,
        )


def with_known_names(args: Mapping[str, Any], aliases: Mapping[str, str]) -> dict[str, Any]:
    """Renames other spellings to the argument's name, unless that one is given too."""
    renamed = {name: value for name, value in args.items() if name not in aliases}
    for alias, name in aliases.items():
        if alias in args:
            renamed.setdefault(name, args[alias])
    return renamed


def ungrounded(tool: str, args: Mapping[str, Any], grounded: Sequence[GroundedArgument]) -> str | None:
    """What is wrong with a value that this turn does not hold, or None.

    The grammar excludes it; a server that ignored the grammar would not.
    """
    for argument in grounded:
        if argument.tool != tool or argument.argument not in args:
            continue
        value = args[argument.argument]
        if argument.quote:
            quoted = " ".join(str(value or "").split())
            allowed = any(quoted in " ".join(str(text).split()) for text in argument.values)
        else:
            allowed = value in argument.values
        if not allowed:
            return f"{argument.argument}: must be taken from the message; it holds no {value!r}"
    return None


def bounded(text: str, limit: int) -> str:
    """At most `limit` characters, cut at a line's end where there is one, and saying so."""
    if len(text) <= limit:
        return text
    note = "\n[the rest is left out]"
    kept = text[: limit - len(note)]
    return (kept.rsplit("\n", 1)[0] if "\n" in kept else kept) + note


def _explain(error: ValidationError) -> str:
    faults = (f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors())
    return "wrong arguments: " + "; ".join(faults)


def _refused(name: str, why: str) -> CallReport:
    return CallReport(name=name, standing=Standing.REFUSED, content=why)


def _repeated(first: CallReport) -> CallReport:
    """The first report again, without a second confirmation or effect."""
    if first.standing is not Standing.DONE:
        return first
    content = f"done already in this turn: {first.content}"
    return replace(first, standing=Standing.REPEATED, content=content, user_text=None, effect=None)
