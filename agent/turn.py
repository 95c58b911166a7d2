"""One turn: a message in, one answer out, always. Routing, prompt, steps, and what is remembered."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace

import structlog

from agent import outcome, replies
from agent.around import lines_around
from agent.asking import Asking, Heard, as_written
from agent.errors import EngineError, StoreUnavailable
from agent.memory.recall import Recall, answers_alone
from agent.memory_types import Passage, ScopeKind
from agent.past import Past, says_nothing
from agent.plain_text import plain_text
from agent.ports import Clarifications, Documents, Engine, History, Memory, Personas, ReminderStore
from agent.prompt import render, texts, window
from agent.reports import CallReport, Standing
from agent.resuming import Resumption
from agent.rights import Authoriser
from agent.routing.explain import explain
from agent.routing.language import language_of
from agent.routing.lexical import is_greeting
from agent.routing.plan import Need, Plan, Planner, Request
from agent.routing.recent import RecentUses, ToolUse
from agent.steps import Profile, Progress, Show, Steps, TurnLimits, determined
from agent.stopping import Stop
from agent.summarising import Summariser
from agent.tools._wording import seen_from
from agent.types import (
    ChatMessage,
    Clarification,
    Offer,
    Origin,
    Regime,
    Reminder,
    TurnEnd,
    TurnOutcome,
)

log = structlog.get_logger(__name__)

COUNTED_TEXTS = 512
"""Texts whose token counts are remembered."""
MOST_PENDING = 1000
"""Pending reminders among which the one that a message means is looked for."""
LEAST_MESSAGE = 64
"""Tokens of the message that are kept at the least, however small the context."""
NOTES_PART = 4
"""At most this part of the room for history and message goes to notes."""
AROUND_PART = 2
"""At most this part of the room goes to files, messages replied to and the like."""
_ABSENT = frozenset({TurnEnd.ENGINE_DOWN, TurnEnd.ENGINE_LOST, TurnEnd.ENGINE_BUSY, TurnEnd.DEADLINE})
"""How turns end for want of a model, whatever was asked of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    """What the model reads first. `foreign`: others' words may be in it; answers of the past quote them too,
    as do reminders about a message.
    """

    messages: tuple[ChatMessage, ...]
    foreign: bool


class Turn:
    """Answers messages. One instance serves all channels; turns of different channels may run at once."""

    def __init__(
        self,
        *,
        engine: Engine,
        planner: Planner,
        reminders: ReminderStore,
        history: History,
        clarifications: Clarifications,
        profile: Profile,
        limits: TurnLimits | None = None,
        rights: Authoriser | None = None,
        recall: Recall | None = None,
        persona: str = texts.PERSONA,
        memory: Memory | None = None,
        personas: Personas | None = None,
        documents: Documents | None = None,
        summariser: Summariser | None = None,
    ) -> None:
        self._engine = engine
        self._limits = limits or TurnLimits()
        self._planner = planner
        self._reminders = reminders
        self._past = Past(
            history, count=self._count, limit=self._limits.history_messages, summariser=summariser
        )
        self._summariser = summariser
        self._asking = Asking(clarifications)
        self._memory = memory
        self._personas = personas
        self._documents = documents
        self._profile = profile
        self._steps = Steps(engine=engine, profile=profile, limits=self._limits, rights=rights)
        self._resumption = Resumption(planner=planner, rights=rights, seconds=self._limits.tool_seconds)
        self._prefix = texts.prefix(profile.regime, persona=persona)
        self._counts: OrderedDict[str, int] = OrderedDict()
        self._uses = RecentUses()
        self._recall = recall
        self._running: dict[int, Stop] = {}

    @property
    def regime(self) -> Regime:
        return self._profile.regime

    async def run(self, origin: Origin, show: Show | None = None) -> TurnOutcome:
        """The answer to one message; it is also appended to the channel's history, unless it was stopped.

        `show` is given the whole sentences of an answer while the model writes it. What it was given last is
        not yet the answer: the outcome is.

        Raises nothing but CancelledError, after withdrawing its request from the engine.
        """
        started = asyncio.get_running_loop().time()
        origin = replace(origin, text=plain_text(origin.text))
        with self._summariser.held() if self._summariser else nullcontext():
            result = await self._remembered(origin, show)
        _log(origin, result, milliseconds=(asyncio.get_running_loop().time() - started) * 1000)
        return result

    async def _remembered(self, origin: Origin, show: Show | None) -> TurnOutcome:
        stop = self._running[origin.message_id] = Stop()
        try:
            result = await self._outcome(origin, stop, show)
        except Exception:
            log.exception("turn broke", message=origin.message_id)
            result = _ended(TurnEnd.INTERNAL, origin.language)
        finally:
            del self._running[origin.message_id]
        if result.end is not TurnEnd.CANCELLED or result.calls:
            await self._past.remember(origin, result)
        return result

    def stop(self, message_id: int) -> None:
        """Ends the turn of this message early: it withdraws its request from the engine, and its outcome is
        `TurnEnd.CANCELLED` with what was done by then. Does nothing where none runs.
        """
        if message_id in self._running:
            self._running[message_id].request()

    async def close(self) -> None:
        """Ends what goes on behind the turns."""
        if self._summariser is not None:
            await self._summariser.close()

    def forget(self, channel_id: int) -> None:
        """Reads no further message of this channel as a follow-up to what was asked before."""
        self._uses.forget(channel_id)

    async def _outcome(self, origin: Origin, stop: Stop, show: Show | None) -> TurnOutcome:
        if says_nothing(origin.text):
            return _wordless(origin)
        heard = Heard() if origin.scheduled else await self._asking.hear(origin)
        if heard.refusal is not None:
            return TurnOutcome(text=heard.refusal, end=TurnEnd.REPLIED)
        if heard.settles_call:
            return await self._resume(heard, origin)
        if heard.question is not None and heard.choice is not None and origin.picked is not None:
            origin = replace(origin, text=as_written(heard.question, heard.choice))
        return await self._routed(origin, heard, stop, show)

    async def _routed(self, origin: Origin, heard: Heard, stop: Stop, show: Show | None) -> TurnOutcome:
        pending = await self._reminders.pending(origin.author.id, limit=MOST_PENDING)
        notes, staged = await self._noted(origin)
        request = Request(
            origin=origin,
            regime=self._profile.regime,
            grounding=self._profile.grounding,
            pending=pending,
            clarification=heard.for_planner,
            recent=() if origin.scheduled else self._recent(origin),
            notes=notes,
            staged=staged,
            documents=await self._documents_seen(origin),
        )
        recalling = self._recall.begin(origin) if self._recall and not is_greeting(origin.text) else None
        try:
            plan = await asyncio.to_thread(self._planner.plan, request)
            passages = await recalling.passages() if recalling else ()
        finally:
            if recalling:
                recalling.drop()
        text = plan.asked if plan.chosen else origin.text
        origin = replace(_in_language(origin, plan.language), text=text)
        log.debug("routed", message=origin.message_id, route=explain(plan))
        if heard.question is not None:
            await self._asking.close(origin, heard.question, answered=plan.answered)
        if plan.question is not None:
            return await self._ask(plan, origin)
        if self._recall and answers_alone(passages, plan.offer, origin.text, self._recall.policy):
            return _quoted(passages[0], plan.offer, origin)
        progress = Progress(
            origin=origin,
            messages=[],
            deadline=asyncio.get_running_loop().time() + self._limits.seconds,
            pending=bool(pending),
            stop=stop,
            show=show,
        )
        return await self._with_model(plan, progress, pending, passages)

    def _recent(self, origin: Origin) -> tuple[ToolUse, ...]:
        return self._uses.of(origin.channel.id, origin.author.id, now=origin.now)

    async def _resume(self, heard: Heard, origin: Origin) -> TurnOutcome:
        """The question is closed first: whatever happens then, its call is made once."""
        question, choice = heard.question, heard.choice
        assert question is not None
        assert choice is not None
        await self._asking.close(origin, question, answered=True)
        origin = _in_language(origin, language_of(question.text, default=origin.language))
        resumed = await self._resumption.run(question, choice, origin)
        self._note_uses(origin, resumed.reports)
        asks = resumed.end is TurnEnd.ASKED
        return TurnOutcome(
            text=resumed.text,
            end=resumed.end,
            calls=tuple(report.name for report in resumed.reports),
            question=await self._asking.put_by_call(resumed.reports, origin, text=question.text)
            if asks
            else None,
        )

    async def _noted(self, origin: Origin) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """The names of the notes that may be seen here, and the numbers of the author's staged ones."""
        if self._memory is None:
            return (), ()
        notes, staged = await self._memory.notes(origin), await self._memory.staged(origin)
        return tuple(note.name for note in notes), tuple(each.number for each in staged)

    async def _documents_seen(self, origin: Origin) -> tuple[str, ...]:
        """The names of the documents that may be seen here."""
        if self._documents is None:
            return ()
        return tuple(head.name for head in await self._documents.documents(origin))

    async def _ask(self, plan: Plan, origin: Origin) -> TurnOutcome:
        assert plan.question is not None
        shown = replace(plan.question, candidates=_seen(plan.question.candidates, origin))
        text = replies.question(shown, origin.language)
        if plan.question.need is Need.NONE_PENDING:
            return TurnOutcome(text=text, end=TurnEnd.REPLIED, offer=(plan.question.tool,))
        question = Clarification(
            tool=plan.question.tool,
            text=plan.asked,
            asked_at=origin.now,
            kind=replies.kind_of(shown),
            choices=replies.choices(shown, origin.language),
            args=plan.question.args,
        )
        opened = await self._asking.put(origin, question)
        return TurnOutcome(text=text, end=TurnEnd.ASKED, offer=(plan.question.tool,), question=opened)

    def _note_uses(self, origin: Origin, reports: Sequence[CallReport]) -> None:
        done = [report.name for report in reports if report.standing is Standing.DONE]
        self._uses.note(origin.channel.id, origin.author.id, done, at=origin.now)

    async def _with_model(
        self, plan: Plan, progress: Progress, pending: Sequence[Reminder], passages: Sequence[Passage]
    ) -> TurnOutcome:
        origin, stop = progress.origin, progress.stop
        try:
            read = await stop.guarded(self._conversation(plan.offer, origin, pending, passages))
            progress.messages.extend(read.messages)
            progress.foreign = read.foreign
            text, end = await self._steps.run(progress, plan.offer)
        except EngineError as error:
            text, end = await self._without_model(error, plan.offer, progress)
        self._note_uses(origin, progress.reports)
        asks = end is TurnEnd.ASKED
        return TurnOutcome(
            text=text,
            end=end,
            composed=text != progress.last_words,
            steps=progress.steps,
            calls=tuple(report.name for report in progress.reports),
            offer=plan.offer.names(),
            stats=progress.stats,
            question=await self._asking.put_by_call(progress.reports, origin, text=plan.asked)
            if asks
            else None,
        )

    async def _without_model(self, error: EngineError, offer: Offer, progress: Progress) -> outcome.Said:
        """A message that leaves one call needs no model; any other one is told what became of it."""
        origin, end = progress.origin, replies.end_of(error)
        if end is not TurnEnd.CANCELLED:
            log.warning("the engine failed a turn", message=origin.message_id, error=str(error))
        call = determined(offer) if end in _ABSENT and not progress.reports else None
        if call is not None:
            resumed = await self._resumption.alone(call, offer, origin)
            progress.reports.extend(resumed.reports)
            return resumed.text, resumed.end
        return replies.interrupted(end, outcome.confirmations(progress.reports), origin.language), end

    async def _conversation(
        self, offer: Offer, origin: Origin, pending: Sequence[Reminder], passages: Sequence[Passage]
    ) -> _Read:
        """The fixed prefix, as much history as fits, and this turn's message."""
        persona = await self._persona(origin)
        prefix = texts.with_persona(self._prefix, persona)
        budget = await self._prompt_budget(prefix)
        passages = await self._fitting(passages, budget // NOTES_PART)
        pending = _seen(pending, origin)
        around = await self._around(origin, offer, budget // AROUND_PART)
        block = render.turn_text(origin, offer, pending, passages, text="", around=around)
        room = max(LEAST_MESSAGE, budget - await self._count(block) - window.MESSAGE_OVERHEAD)
        tokens = await self._count(origin.text)
        text = window.shortened(origin.text, tokens=tokens, budget=room)
        content = render.turn_text(origin, offer, pending, passages, text=text, around=around)
        past = await self._past.shown(origin, offer, room=room - tokens)
        messages = render.conversation(
            prefix=prefix,
            history=past.messages,
            turn=ChatMessage(role="user", content=content),
            earlier=past.earlier,
        )
        quoted = passages or past.messages or past.earlier or around or persona or render.names_stored(offer)
        return _Read(messages=messages, foreign=bool(quoted))

    async def _around(self, origin: Origin, offer: Offer, room: int) -> list[str]:
        """Lines on what the message stands in; nothing for most messages."""
        if not (origin.attached or origin.quoted or origin.thread):
            return []
        said = await self._past.said(origin.channel.id)
        return await lines_around(origin, offer, room=room, said=said, count=self._count)

    async def _persona(self, origin: Origin) -> str:
        """A small model is shown none: it would answer it. A failing store takes no answer away."""
        if self._personas is None or self._profile.regime is Regime.NARROW:
            return ""
        try:
            return await self._personas.persona(origin.channel)
        except StoreUnavailable as error:
            log.warning("persona not looked up", reason=str(error))
            return ""

    async def _prompt_budget(self, prefix: Sequence[ChatMessage]) -> int:
        """Tokens for history and message: the context without the prefix and the longest answer."""
        context = (await self._engine.info()).context
        answer = min(self._limits.output_tokens + self._limits.thinking_tokens, context // 2)
        counts = [await self._count(message.content) + window.MESSAGE_OVERHEAD for message in prefix]
        return context - answer - sum(counts)

    async def _fitting(self, passages: Sequence[Passage], room: int) -> Sequence[Passage]:
        """The first of them that fit into `room` tokens."""
        while passages and await self._count("\n".join(render.note_lines(passages))) > room:
            passages = passages[:-1]
        return passages

    async def _count(self, text: str) -> int:
        if text not in self._counts:
            self._counts[text] = await self._engine.count_tokens(text)
            while len(self._counts) > COUNTED_TEXTS:
                self._counts.popitem(last=False)
        self._counts.move_to_end(text)
        return self._counts[text]


def _in_language(origin: Origin, read: str) -> Origin:
    """Who chose a language is answered in it; anybody else in the one that the message was read in."""
    return replace(origin, written_in=read) if origin.keeps_language else replace(origin, language=read)


def _seen(reminders: Sequence[Reminder], origin: Origin) -> tuple[Reminder, ...]:
    return tuple(seen_from(reminder, origin.channel, origin.language) for reminder in reminders)


def _ended(end: TurnEnd, language: str) -> TurnOutcome:
    return TurnOutcome(text=replies.sentence(end, language), end=end)


def _wordless(origin: Origin) -> TurnOutcome:
    """What is said to a message without words: that its files were read, or that there is nothing to read."""
    if not origin.attached:
        return _ended(TurnEnd.EMPTY_INPUT, origin.language)
    names = [file.name for file in origin.attached]
    return TurnOutcome(text=replies.files_read(names, origin.language), end=TurnEnd.REPLIED)


def _quoted(passage: Passage, offer: Offer, origin: Origin) -> TurnOutcome:
    """A note as the whole answer, in the host's words: a small model would not find it in its prompt."""
    own = passage.scope.kind is ScopeKind.USER
    text = replies.from_note(passage.name, passage.text, origin.language, own=own)
    return TurnOutcome(text=text, end=TurnEnd.REPLIED, composed=True, offer=offer.names())


def _log(origin: Origin, result: TurnOutcome, *, milliseconds: float) -> None:
    """One line for each turn; what was said stands in it at debug level only."""
    log.info(
        "turn",
        message=origin.message_id,
        channel=origin.channel.id,
        end=result.end.value,
        steps=result.steps,
        offer=result.offer,
        calls=result.calls,
        prompt_tokens=result.stats.prompt_tokens,
        reused_tokens=result.stats.reused_tokens,
        generated_tokens=result.stats.generated_tokens,
        forced_tokens=result.stats.forced_tokens,
        milliseconds=round(milliseconds),
    )
    log.debug("turn said", message=origin.message_id, text=origin.text, answer=result.text)
