"""Tries the constraint on a model: does it hold, what does it cost, and does the model finish.

Tools are made up, and messages ask for what the tools forbid: values that do not exist, numbers out of range,
answers that are cut off. Every output is read as a turn would read it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from statistics import mean
from typing import Annotated, Literal

from pydantic import BaseModel, Field, ValidationError

from agent.errors import EngineError, EnvelopeError
from agent.grammar.cache import GrammarCache
from agent.grammar.parse import parse_envelope
from agent.ports import Engine
from agent.types import (
    ChatMessage,
    Completion,
    Descriptor,
    Finish,
    GenerationRequest,
    Offer,
    OfferedTool,
    OfferReason,
    Risk,
    Tool,
    ToolContext,
    ToolResult,
)

LIMITS = {"thought_limit": 80, "message_limit": 160, "max_calls": 2}
DEADLINE = 60.0
FREE_TOKENS = 48
"""Of each answer without a grammar, which shows what a token costs by itself."""
WARM = 1.2
"""A temperature at which small models leave every beaten path."""


class Paint(BaseModel):
    colour: Literal["red", "dark green", 'the "other" blue']
    code: str = Field(pattern="^[A-Z]{2}-[0-9]{3}$")


class Order(BaseModel):
    count: int = Field(ge=2, le=7)
    price: float = Field(ge=0.5, le=99.5)
    labels: list[Annotated[str, Field(min_length=1, max_length=12)]] = Field(max_length=2)


class Ask(BaseModel):
    query: str = Field(min_length=1, max_length=60)
    limit: int | None = Field(None, ge=1, le=9)


class Subject(StrEnum):
    VALUES = "values and patterns"
    BOUNDS = "numbers and lengths"
    TRUNCATION = "answers cut off"
    CHOICE = "free choice of tools"


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    subject: Subject
    text: str
    offer: Offer
    temperature: float = 0.0
    max_tokens: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """`fault` says how the constraint did not hold; None where it did."""

    subject: Subject
    fault: str | None
    completion: Completion | None


@dataclass(slots=True, kw_only=True)
class Trial:
    """What a trial found. Milliseconds are wall time of one token."""

    tried: list[Tried] = field(default_factory=list)
    free: list[Completion] = field(default_factory=list)

    @property
    def faults(self) -> list[str]:
        return [each.fault for each in self.tried if each.fault is not None]

    @property
    def finished(self) -> float:
        """The share of free choices that the model itself brought to an end."""
        ends = [
            each.completion is not None and each.completion.finish is Finish.STOP
            for each in self.of(Subject.CHOICE)
        ]
        return sum(ends) / len(ends) if ends else 0.0

    @property
    def passed(self) -> bool:
        return not self.faults and self.finished > 0

    def of(self, subject: Subject) -> list[Tried]:
        return [each for each in self.tried if each.subject is subject]

    def token_ms(self) -> tuple[float, float]:
        """With and without the grammar; closing a cut-off answer decodes nothing, so these are left out."""
        whole = [each for each in self.tried if each.subject is not Subject.TRUNCATION]
        return _token_ms([each.completion for each in whole if each.completion]), _token_ms(self.free)

    def turn_constraint_ms(self) -> float:
        return mean([each.completion.stats.constraint_ms for each in self.tried if each.completion] or [0.0])

    def forced_share(self) -> float:
        stats = [each.completion.stats for each in self.tried if each.completion]
        generated = sum(each.generated_tokens for each in stats)
        return sum(each.forced_tokens for each in stats) / max(1, generated)


async def run_trial(engine: Engine, tried: Sequence[Case] | None = None) -> Trial:
    """Runs these cases, or all. Raises EngineError where there is no answer even without a grammar."""
    trial, cache = Trial(), GrammarCache()
    for number, case in enumerate(cases() if tried is None else tried):
        trial.tried.append(await _try(engine, cache, case, number))
    for number, text in enumerate(FREE_TEXTS):
        trial.free.append(await engine.generate(await _free_request(engine, text, number)))
    return trial


async def _try(engine: Engine, cache: GrammarCache, case: Case, number: int) -> Tried:
    grammar = cache.envelope(case.offer, **LIMITS)
    request = GenerationRequest(
        id=f"trial-{number}",
        prompt=await engine.render([_task(case.offer), ChatMessage(role="user", content=case.text)]),
        grammar=grammar,
        max_tokens=grammar.longest if case.max_tokens is None else case.max_tokens,
        deadline=DEADLINE,
        temperature=case.temperature,
        seed=number,
    )
    try:
        completion = await engine.generate(request)
    except EngineError as error:
        fault = f"{type(error).__name__}: {error}"
        return Tried(subject=case.subject, fault=fault, completion=None)
    return Tried(subject=case.subject, fault=fault_of(completion, case.offer), completion=completion)


def fault_of(completion: Completion, offer: Offer) -> str | None:
    """How an output breaks what its grammar promises, or None. Pure."""
    if completion.finish not in (Finish.STOP, Finish.CLOSED):
        return f"ended with {completion.finish.value}: {completion.text[:80]!r}"
    known = {offered.tool.name: offered.tool.arguments for offered in offer.tools}
    try:
        envelope = parse_envelope(completion.text)
        for call in envelope.calls:
            if call.name not in known:
                return f"called {call.name}, which was not offered"
            known[call.name].model_validate(call.args)
    except EnvelopeError as error:
        return f"{error}: {completion.text[:80]!r}"
    except ValidationError as error:
        return f"invalid arguments: {error.errors()[0]['msg']}: {completion.text[:80]!r}"
    if offer.required and not envelope.calls:
        return "made no call where one was required"
    return None


async def _free_request(engine: Engine, text: str, number: int) -> GenerationRequest:
    return GenerationRequest(
        id=f"free-{number}",
        prompt=await engine.render([ChatMessage(role="user", content=text)]),
        grammar=None,
        max_tokens=FREE_TOKENS,
        deadline=DEADLINE,
    )


def _task(offer: Offer) -> ChatMessage:
    lines = [f"- {each.tool.name}: {', '.join(each.tool.arguments.model_fields)}" for each in offer.tools]
    opening = "Answer with one JSON object: thought, status, message_to_user, tool_calls. Tools:"
    return ChatMessage(role="system", content="\n".join((opening, *lines)))


def _token_ms(completions: Sequence[Completion]) -> float:
    tokens = sum(each.stats.generated_tokens for each in completions)
    return sum(each.stats.decode_ms for each in completions) / max(1, tokens)


# ------------------------------------------------------------------ the cases


FREE_TEXTS = ("Tell me a story about a fox.", "Explain how rain comes about.", "Describe a market square.")
_WRONG_VALUES = (
    "Paint it octarine, code zz9!",
    'Paint it "light green"\\, code: \n\t',
    "colour = null, code = AB-12345678",
    "Malen Sie es bitte in Übergrün, Nummer äö-½½½.",
)
_WRONG_BOUNDS = (
    "Order a million of them for -3 dollars, no labels, or rather twenty labels.",
    "count: 1e9, price: NaN, labels: [null]",
    "Order 1 for 99.51, label it with a very, very long sentence that never ends.",
    "0x10 pieces at 0.4999999 each, please",
)
_CHOICES = (
    "hello",
    "What is the weather like?",
    "Look up when the library opens, at most five results.",
    "Paint the fence red and order three brushes.",
)


def cases() -> tuple[Case, ...]:
    """Thirty-two turns, each kind half greedy and half at a high temperature."""
    required = {name: Offer(tools=(tool,), required=True) for name, tool in _TOOLS.items()}
    every = Offer(tools=tuple(_TOOLS.values()))
    return (
        *_both(Subject.VALUES, _WRONG_VALUES, required["test:paint"]),
        *_both(Subject.BOUNDS, _WRONG_BOUNDS, required["test:order"]),
        *(
            Case(subject=Subject.TRUNCATION, text=_CHOICES[2], offer=every, max_tokens=budget)
            for budget in (1, 3, 7, 12, 18, 25, 33, 42)
        ),
        *_both(Subject.CHOICE, _CHOICES, every),
    )


def _both(subject: Subject, messages: Sequence[str], offer: Offer) -> list[Case]:
    return [
        Case(subject=subject, text=text, offer=offer, temperature=temperature)
        for text in messages
        for temperature in (0.0, WARM)
    ]


async def _nothing(arguments: object, context: ToolContext) -> ToolResult:
    return ToolResult(content="")


def stand_in(name: str, arguments: type[BaseModel]) -> OfferedTool:
    """A tool that does nothing, to try grammars with."""
    descriptor = Descriptor(
        name=name,
        version=1,
        short_description=name,
        when_to_use="",
        when_not_to_use="",
        routing_hints=(),
        domain="test",
        risk=Risk.READ,
    )
    tool = Tool(name=name, arguments=arguments, run=_nothing)
    return OfferedTool(tool=tool, descriptor=descriptor, reason=OfferReason.RANKED, score=1.0)


_TOOLS = {
    name: stand_in(name, arguments)
    for name, arguments in (("test:paint", Paint), ("test:order", Order), ("test:ask", Ask))
}
