"""The only caller of tools.

Each call passes the same gates: offered in this step, allowed to the author, known spellings, values of this
turn, valid arguments, not made before in this turn, within its deadline. Rights come from the turn's origin;
nothing that the model wrote is read for it. A call that needs its author's approval is not run but asked
about; the answer comes back through a gatekeeper of its own, and all gates are passed again.

What others wrote may give the model orders: messages of a channel, notes, results. Beside it a call is put to
the author too where the author's own message does not ask for its tool, and what may change something takes
free values in the author's words only.

Calls that only read run side by side; a call that may change something waits for all before it, and all
behind it wait for it, so that effects come in the order in which they were asked for.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

import structlog
from pydantic import BaseModel, ValidationError

from agent import approvals
from agent.errors import ApprovalNeeded, EngineError, ToolFailed, ToolRetry
from agent.excerpts import CountTokens, excerpt
from agent.own_words import foreign_words
from agent.reports import CallReport, Standing
from agent.rights import Authoriser, Rights
from agent.types import Call, GroundedArgument, Offer, OfferedTool, Origin, Risk, ToolContext, ToolResult

BATCH_LIMIT = 8
"""Calls of one step that are looked at; the rest are refused."""
DEADLINE = 10.0
"""Seconds that one call may take."""
RESULT_TOKENS = 600
"""Tokens of a result that reach the model."""
CORRECTIONS = 2
"""Corrected calls of one turn, one for each tool; after that a wrong call ends the attempt."""
FOREIGN_SHOWN = 8
"""Words that are named as not the author's."""
SCHEMA_CHARACTERS = 800
"""Of the description of its arguments that a wrong call gets back."""

log = structlog.get_logger(__name__)


async def roughly(text: str) -> int:
    """An upper estimate of tokens without a tokenizer: seldom is one shorter than two bytes."""
    return len(text.encode("utf-8", "replace")) // 2 + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ready:
    """A call that passed all gates."""

    key: str
    offered: OfferedTool
    arguments: Any
    index: int

    @property
    def only_reads(self) -> bool:
        return self.offered.descriptor.risk is Risk.READ


class Gatekeeper:
    """One for each turn: it remembers the turn's calls and corrections. Raises nothing but CancelledError."""

    def __init__(
        self,
        *,
        origin: Origin,
        rights: Authoriser | None = None,
        deadline: float = DEADLINE,
        count: CountTokens = roughly,
        result_tokens: int = RESULT_TOKENS,
        batch_limit: int = BATCH_LIMIT,
        answer: str | None = None,
        approved: bool = False,
        foreign: bool = False,
    ) -> None:
        """`answer` and `approved` are for the one call that a question to the author was about.

        `foreign`: the model has read what others wrote; it has in any case once a call has read something.
        """
        self._origin = origin
        self._rights = rights or Rights()
        self._deadline = deadline
        self._count = count
        self._result_tokens = result_tokens
        self._batch_limit = batch_limit
        self._answer = answer
        self._approved = approved
        self._foreign = foreign
        self._asking = False
        self._made: dict[str, CallReport | None] = {}
        self._corrected: list[str] = []

    async def run(self, calls: Sequence[Call], offer: Offer) -> tuple[CallReport, ...]:
        """Runs the calls of one step; one report each, in their order."""
        seen = calls[: self._batch_limit]
        prepared = [self._prepare(call, offer) for call in seen]
        ready = [each for each in prepared if isinstance(each, _Ready)]
        await self._run_all(ready)
        self._foreign = self._foreign or any(each.only_reads for each in ready)
        reports = [self._report(each) for each in prepared]
        refusal = f"not run: a step may make at most {self._batch_limit} calls"
        reports += [_refused(call.name, refusal) for call in calls[self._batch_limit :]]
        return self._granted(reports)

    # ------------------------------------------------------------------ gates

    def _prepare(self, call: Call, offer: Offer) -> _Ready | CallReport | str:
        """A call to make, the report of one that is not made, or the key of one that was made before."""
        offered = next((tool for tool in offer.tools if tool.tool.name == call.name), None)
        if offered is None:
            return _refused(call.name, "not run: this tool is not offered now")
        if not self._rights.allows(self._origin, offered.descriptor.risk):
            log.info("call not allowed", tool=call.name, author=self._origin.author.id)
            content = "not run: the author of the message may not have this done"
            return CallReport(name=call.name, standing=Standing.FORBIDDEN, content=content)
        args = with_known_names(call.args, offered.descriptor.aliases)
        key = f"{call.name} {json.dumps(args, sort_keys=True, ensure_ascii=False, default=str)}"
        if key in self._made:
            return key
        return self._checked(key, offered, args, offer)

    def _checked(
        self, key: str, offered: OfferedTool, args: Mapping[str, Any], offer: Offer
    ) -> _Ready | CallReport:
        """Notes the call as made, whether or not its arguments are right."""
        index = len(self._made)
        self._made[key] = None
        problem = ungrounded(offered.tool.name, args, offer.grounded)
        problem = problem or self._foreign_value(offered, args, offer)
        try:
            arguments = None if problem else offered.tool.arguments.model_validate(args)
        except ValidationError as error:
            problem, arguments = _explain(error), None
        if problem is None:
            ready = _Ready(key=key, offered=offered, arguments=arguments, index=index)
            return self._held_back(ready, offer) or ready
        content = f"{problem}\n{schema_text(offered.tool.arguments)}"
        report = CallReport(name=offered.tool.name, standing=Standing.RETRY, content=content)
        self._made[key] = report
        return report

    def _foreign_value(self, offered: OfferedTool, args: Mapping[str, Any], offer: Offer) -> str | None:
        """What is wrong with a free value that may come from somebody else, or None."""
        if not self._foreign or offered.descriptor.risk is Risk.READ:
            return None
        return not_in_own_words(offered.tool.name, args, offer.grounded, self._origin.text)

    def _held_back(self, ready: _Ready, offer: Offer) -> CallReport | None:
        """The report of a call that its author is asked about first."""
        unasked = self._foreign and not is_asked_for(ready.offered, offer)
        asks_first = self._rights.asks_first(self._origin, ready.offered.descriptor.risk)
        if self._approved or not (asks_first or unasked):
            return None
        self._made[ready.key] = report = self._ask(ready)
        return report

    def _ask(self, ready: _Ready) -> CallReport:
        """Asks about one call of a turn: an approval is for what its author has just read."""
        name, args = ready.offered.tool.name, as_json(ready.arguments)
        if self._approved or self._asking or len(args) > approvals.MOST_ARGUMENTS:
            return _refused(name, "not run: it needs an approval that cannot be asked for now")
        self._asking = True
        return CallReport(
            name=name,
            standing=Standing.NEEDS_APPROVAL,
            content="not run: the author is being asked to approve it",
            question=approvals.asked(ready.offered.descriptor, args, self._origin.language),
            choices=approvals.choices(self._origin.language),
            args=args,
        )

    def _report(self, prepared: _Ready | CallReport | str) -> CallReport:
        if isinstance(prepared, CallReport):
            return prepared
        report = self._made[prepared.key if isinstance(prepared, _Ready) else prepared]
        assert report is not None
        return report if isinstance(prepared, _Ready) else _repeated(report)

    def _granted(self, reports: Sequence[CallReport]) -> tuple[CallReport, ...]:
        """Wrong calls may be corrected, each tool's once and CORRECTIONS in all; the others are given up."""
        before = frozenset(self._corrected)
        return tuple(
            report
            if report.standing is not Standing.RETRY or self._may_correct(report.name, before)
            else replace(report, standing=Standing.GIVEN_UP)
            for report in reports
        )

    def _may_correct(self, name: str, before: frozenset[str]) -> bool:
        if name in before or len(self._corrected) >= CORRECTIONS:
            return False
        self._corrected.append(name)
        return True

    # ------------------------------------------------------------------ calls

    async def _run_all(self, ready: Sequence[_Ready]) -> None:
        for only_reads, group in groupby(ready, key=lambda each: each.only_reads):
            if only_reads:
                async with asyncio.TaskGroup() as together:
                    for each in group:
                        together.create_task(self._one(each))
            else:
                for each in group:
                    await self._one(each)

    async def _one(self, ready: _Ready) -> None:
        self._made[ready.key] = await self._call(ready)

    async def _call(self, ready: _Ready) -> CallReport:
        name = ready.offered.tool.name
        context = ToolContext(
            origin=self._origin, call_index=ready.index, answer=self._answer, approved=self._approved
        )
        limit = asyncio.timeout(self._deadline)
        try:
            async with limit:
                result = await ready.offered.tool.run(ready.arguments, context)
        except ToolRetry as error:
            return _asks_back(ready, error)
        except ToolFailed as error:
            return CallReport(name=name, standing=Standing.FAILED, content=str(error), said=str(error))
        except ApprovalNeeded:
            return self._ask(ready)
        except Exception as error:
            if isinstance(error, TimeoutError) and limit.expired():
                log.warning("tool timed out", tool=name, seconds=self._deadline)
                return CallReport(name=name, standing=Standing.TIMED_OUT, content="it did not finish in time")
            log.exception("tool broke", tool=name)
            return CallReport(name=name, standing=Standing.BROKEN, content="it failed by a fault of its own")
        return await self._done(name, result)

    async def _done(self, name: str, result: ToolResult) -> CallReport:
        return CallReport(
            name=name,
            standing=Standing.DONE,
            content=await self._bounded(name, result.content),
            user_text=result.user_text,
            effect=result.effect,
        )

    async def _bounded(self, name: str, content: str) -> str:
        hint = f"call {name} again for less at once to see it"
        try:
            return await excerpt(content, tokens=self._result_tokens, count=self._count, hint=hint)
        except EngineError:  # what was done stays done, whatever became of the model
            return await excerpt(content, tokens=self._result_tokens, count=roughly, hint=hint)


def is_asked_for(offered: OfferedTool, offer: Offer) -> bool:
    """Whether the author's message asks for this tool; one that reads may come along with any that is."""
    if offered.descriptor.risk is Risk.READ:
        return any(each.asked for each in offer.tools)
    return offered.asked


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
        if argument.tool != tool or argument.free or argument.argument not in args:
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


def not_in_own_words(
    tool: str, args: Mapping[str, Any], grounded: Sequence[GroundedArgument], text: str
) -> str | None:
    """What is wrong with a value that was free to be put otherwise than in the message, or None."""
    for argument in grounded:
        value = args.get(argument.argument)
        if argument.tool != tool or not argument.free or not isinstance(value, str):
            continue
        words = foreign_words(value, (text, *map(str, argument.values)))
        if words:
            shown = " ".join(words[:FOREIGN_SHOWN])
            return f"{argument.argument}: must be in the user's own words; these are not: {shown}"
    return None


def schema_text(arguments: type[BaseModel]) -> str:
    """What the arguments must look like, for a model that got them wrong."""
    properties = arguments.model_json_schema().get("properties", {})
    shown = {name: _without_titles(schema) for name, schema in properties.items()}
    text = json.dumps(shown, ensure_ascii=False, separators=(",", ":"))
    return f"arguments: {text}" if len(text) <= SCHEMA_CHARACTERS else f"arguments: {', '.join(shown)}"


def _without_titles(schema: Any) -> Any:
    return {key: value for key, value in schema.items() if key != "title"}


def _explain(error: ValidationError) -> str:
    faults = (f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors())
    return "wrong arguments: " + "; ".join(faults)


def _asks_back(ready: _Ready, error: ToolRetry) -> CallReport:
    return CallReport(
        name=ready.offered.tool.name,
        standing=Standing.RETRY,
        content=str(error),
        question=error.question,
        choices=error.choices,
        args=as_json(ready.arguments) if error.choices else {},
    )


def as_json(arguments: Any) -> dict[str, Any]:
    """Validated arguments as JSON values, which validate to the same again."""
    dumped: dict[str, Any] = arguments.model_dump(mode="json")
    return dumped


def _refused(name: str, why: str) -> CallReport:
    return CallReport(name=name, standing=Standing.REFUSED, content=why)


def _repeated(first: CallReport) -> CallReport:
    """The first report again, without a second confirmation or effect."""
    if first.standing is not Standing.DONE:
        return first
    content = f"done already in this turn: {first.content}"
    return replace(first, standing=Standing.REPEATED, content=content, user_text=None, effect=None)
