"""The steps of one turn: generate under the grammar, parse, call, and again, within the step budget."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Protocol

import structlog

from agent import outcome, replies
from agent.errors import EngineDeadline, EngineError, EngineLost, EnvelopeError
from agent.gatekeeper import Gatekeeper
from agent.grammar.cache import GrammarCache
from agent.grammar.parse import Envelope, parse_envelope
from agent.grammar.streaming import MessageReader
from agent.plain_text import is_visible
from agent.ports import Engine
from agent.prompt import render, texts
from agent.reports import CallReport, Standing
from agent.rights import Authoriser, Rights
from agent.stopping import Stop
from agent.types import (
    Call,
    ChatMessage,
    Completion,
    Finish,
    GenerationRequest,
    GenerationStats,
    GroundingPolicy,
    Offer,
    Origin,
    Regime,
    TurnEnd,
)

_WORD = re.compile(r"\w")

Show = Callable[[str], None]
"""Is given the answer so far, again and again; each text replaces the one before. Returns at once."""

log = structlog.get_logger(__name__)

_ENDING = frozenset({Standing.GIVEN_UP, Standing.NEEDS_APPROVAL})
"""What the model can do nothing more about in this turn."""
ATTEMPTS = 2
"""Generations of one step: an answer that cannot be read is asked for once more."""


class Profile(Protocol):
    """What a turn needs to know of the model. Limits count characters."""

    @property
    def regime(self) -> Regime: ...

    @property
    def thought_limit(self) -> int: ...

    @property
    def message_limit(self) -> int: ...

    @property
    def grounding(self) -> GroundingPolicy: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnLimits:
    """`steps` with tools, before a last one without; `seconds` for the whole turn, `tool_seconds` for one
    call.

    `output_tokens` is what a prompt leaves to the answer; an answer may be longer where the context has room.
    `thinking_tokens` is what a reasoning model may think before each answer.
    """

    steps: int = 6
    seconds: float = 120.0
    tool_seconds: float = 10.0
    calls_per_step: int = 8
    output_tokens: int = 768
    thinking_tokens: int = 0
    history_messages: int = 40


@dataclass(slots=True, kw_only=True)
class Progress:
    """What one turn has done so far. `messages` is the conversation that the next generation reads,
    `last_words` the latest message that the model wrote to the user, `show` who reads along. `foreign`: the
    conversation holds what others wrote. `shown`: some of an answer has been shown; `moved`: an engine was
    lost once.
    """

    origin: Origin
    messages: list[ChatMessage]
    deadline: float
    stop: Stop = field(default_factory=Stop)
    reports: list[CallReport] = field(default_factory=list)
    stats: GenerationStats = field(default_factory=GenerationStats)
    generations: int = 0
    pending: bool = False
    foreign: bool = False
    steps: int = 0
    corrected: bool = False
    last_words: str | None = None
    show: Show | None = None
    shown: bool = False
    moved: bool = False


class Steps:
    """Runs the steps of turns. Raises EngineError; what was done before stands in `progress`."""

    def __init__(
        self, *, engine: Engine, profile: Profile, limits: TurnLimits, rights: Authoriser | None = None
    ) -> None:
        self._engine = engine
        self._rights = rights or Rights()
        self._profile = profile
        self._limits = limits
        self._grammars = GrammarCache()

    async def run(self, progress: Progress, offer: Offer) -> outcome.Said:
        """The text for the user and how the turn ended."""
        language = progress.origin.language
        gatekeeper = self._gatekeeper(progress)
        for _ in range(self._limits.steps):
            answer = await self._answer(progress, offer)
            if answer is None:
                return self._unreadable(progress)
            if not answer.calls:
                if answer.message is None:
                    progress.messages.append(ChatMessage(role="user", content=texts.GO_ON))
                    continue
                if self._must_correct(progress, answer.message):
                    progress.messages.append(ChatMessage(role="user", content=texts.CORRECTION))
                    continue
                progress.last_words = self._whole(answer)
                return self._said(progress)
            reports = await gatekeeper.run(answer.calls, offer)
            progress.reports.extend(reports)
            if offer.required:
                return outcome.after_required_call(progress.reports, language)
            if any(report.standing in _ENDING for report in reports):
                return self._said(progress)
            if all(report.standing is Standing.REPEATED for report in reports):
                break
            progress.messages.append(ChatMessage(role="user", content=render.results_text(reports, offer)))
        return await self._last(progress, offer)

    async def _last(self, progress: Progress, offer: Offer) -> outcome.Said:
        """One more step in which no tool can be called, so that it ends in words."""
        progress.messages.append(ChatMessage(role="user", content=texts.LAST_STEP))
        answer = await self._answer(progress, Offer(regime=offer.regime))
        progress.last_words = self._whole(answer)
        text, end = self._said(progress)
        if end is TurnEnd.EMPTY_REPLY:
            return replies.sentence(TurnEnd.STEP_LIMIT, progress.origin.language), TurnEnd.STEP_LIMIT
        return text, end

    def _gatekeeper(self, progress: Progress) -> Gatekeeper:
        return Gatekeeper(
            origin=progress.origin,
            foreign=progress.foreign,
            rights=self._rights,
            deadline=self._limits.tool_seconds,
            count=self._engine.count_tokens,
            batch_limit=self._limits.calls_per_step,
        )

    def _said(self, progress: Progress) -> outcome.Said:
        """The end of a turn in the model's last words, as far as the calls bear them out."""
        return outcome.after_last_message(
            progress.last_words, progress.reports, progress.origin.language, pending=progress.pending
        )

    def _whole(self, answer: Envelope | None) -> str | None:
        """The model's message, without the torn end of one that grew as long as it may."""
        if answer is None or answer.message is None:
            return None
        return outcome.without_torn_end(answer.message, self._profile.message_limit)

    def _must_correct(self, progress: Progress, message: str) -> bool:
        """Whether the model gets its one chance to take back a claim; a small model would only repeat it."""
        if progress.corrected or self._profile.regime is Regime.NARROW:
            return False
        progress.corrected = outcome.unbacked(message, progress.reports, pending=progress.pending)
        return progress.corrected

    def _unreadable(self, progress: Progress) -> outcome.Said:
        language = progress.origin.language
        done = outcome.confirmations(progress.reports)
        return replies.interrupted(TurnEnd.EMPTY_REPLY, done, language), TurnEnd.EMPTY_REPLY

    async def _answer(self, progress: Progress, offer: Offer) -> Envelope | None:
        """One step's envelope, also appended to the conversation; None where no attempt gave a usable one."""
        progress.steps += 1
        for attempt in range(ATTEMPTS):
            completion = await self._generate(progress, offer)
            answer = _read(completion, offer)
            if answer is not None:
                progress.messages.append(ChatMessage(role="assistant", content=completion.text))
                return answer
            if attempt == 0:
                progress.messages.append(ChatMessage(role="user", content=texts.MALFORMED))
        return None

    async def _generate(self, progress: Progress, offer: Offer) -> Completion:
        left = progress.deadline - asyncio.get_running_loop().time()
        if left <= 0:
            raise EngineDeadline("the turn's time is used up")
        grammar = self._grammars.envelope(
            offer,
            thought_limit=self._profile.thought_limit,
            message_limit=self._profile.message_limit,
            max_calls=self._limits.calls_per_step,
        )
        request = GenerationRequest(
            id="",
            prompt=await self._engine.render(progress.messages),
            grammar=grammar,
            max_tokens=grammar.longest,
            deadline=left,
            thinking=self._limits.thinking_tokens,
            session=str(progress.origin.channel.id),
        )
        completion = await self._written(request, progress)
        progress.stats = added(progress.stats, completion.stats)
        log.debug(
            "generated",
            message=progress.origin.message_id,
            text=completion.text,
            finish=completion.finish.value,
        )
        return completion

    async def _written(self, request: GenerationRequest, progress: Progress) -> Completion:
        """Once in a turn, and while nothing of the answer was shown, a lost engine is not the end."""
        try:
            return await self._attempt(request, progress)
        except EngineLost as error:
            if progress.moved or progress.shown:
                raise
            progress.moved = True
            log.warning("a turn goes on elsewhere", message=progress.origin.message_id, reason=str(error))
        left = progress.deadline - asyncio.get_running_loop().time()
        return await self._attempt(replace(request, deadline=left), progress)

    async def _attempt(self, request: GenerationRequest, progress: Progress) -> Completion:
        progress.generations += 1
        number = f"{progress.origin.channel.id}-{progress.origin.message_id}-{progress.generations}"
        work = self._cancellable(replace(request, id=number), _reading_along(progress))
        return await progress.stop.guarded(work)

    async def _cancellable(self, request: GenerationRequest, on_text: Show | None) -> Completion:
        try:
            return await self._engine.generate(request, on_text=on_text)
        except asyncio.CancelledError:
            with suppress(EngineError):
                await self._engine.cancel(request.id)
            raise


def _reading_along(progress: Progress) -> Show | None:
    """What takes the pieces of one output and shows what of its message can be read already."""
    show = progress.show
    if show is None:
        return None
    reader, sentences, shown = MessageReader(), "", ""

    def on_text(piece: str) -> None:
        nonlocal sentences, shown
        grown = outcome.whole_sentences(reader.feed(piece))
        if grown == sentences:
            return
        sentences = grown
        fit = outcome.fit_to_show(grown, progress.reports, pending=progress.pending)
        if fit != shown:
            shown = fit
            progress.shown = True
            show(fit)

    return on_text


def _read(completion: Completion, offer: Offer) -> Envelope | None:
    """The envelope, or None for one that cannot be read, shows nothing, whose calls were cut off, or that was
    cut off before it said anything.
    """
    try:
        answer = parse_envelope(completion.text)
    except EnvelopeError as error:
        log.info("unreadable answer", reason=str(error))
        return None
    if answer.message is not None and not is_visible(answer.message):
        log.info("an answer shows nothing", characters=len(answer.message))
        if not answer.calls:
            return None
        answer = replace(answer, message=None)
    if completion.finish is not Finish.STOP and answer.calls and determined(offer) is None:
        log.info("calls of a cut-off answer are not run", finish=completion.finish.value)
        return None
    if completion.finish is not Finish.STOP and answer.message:
        message = outcome.torn_end_cut(answer.message)
        log.info("an answer was cut off", finish=completion.finish.value, characters=len(message))
        return replace(answer, message=message) if _WORD.search(message) else None
    return answer


def determined(offer: Offer) -> Call | None:
    """The one call that the offer leaves, if it leaves no choice of any value: the same wherever an answer
    was cut, and without a model too.
    """
    if not offer.required or len(offer.tools) != 1:
        return None
    tool = offer.tools[0].tool
    fixed = {
        argument.argument: argument.values[0]
        for argument in offer.grounded
        if argument.tool == tool.name and len(argument.values) == 1 and not (argument.quote or argument.free)
    }
    return Call(name=tool.name, args=fixed) if fixed.keys() >= tool.arguments.model_fields.keys() else None


def added(first: GenerationStats, second: GenerationStats) -> GenerationStats:
    """Sums of all counts and times."""
    names: Sequence[str] = GenerationStats.__slots__
    return replace(first, **{name: getattr(first, name) + getattr(second, name) for name in names})
