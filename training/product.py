"""The product's own prompt, offer and grammar for one message, and the tokens of both sides.

Nothing is imitated here: the planner grounds, `agent.prompt` renders, the model's template and tokenizer make
tokens, and the grammar's matcher says which tokens of an answer the model really chooses.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from agent.descriptors import Catalogue, load_catalogue
from agent.engine.decode import prompt_tokens
from agent.engine.gguf import read_header
from agent.engine.matcher import Grammars
from agent.engine.native import Interrupt, LoadOptions, NativeModel, quiet
from agent.engine.profile import LARGE, SMALL, ModelProfile
from agent.engine.template import ChatTemplate
from agent.engine.vocabulary import build_tokenizer
from agent.grammar.cache import GrammarCache
from agent.ports import Services
from agent.prompt import render, texts, window
from agent.recurrence import RecurringTimes
from agent.routing.grounding import Facts, ground
from agent.routing.lexical import is_greeting
from agent.routing.plan import Planner, Request
from agent.routing.policy import Thresholds
from agent.routing.recent import ToolUse
from agent.routing.router import Router, Scores
from agent.steps import TurnLimits
from agent.testing.stores import InMemoryReminderStore
from agent.timeparse import time_parser
from agent.tools import discover
from agent.types import (
    ChatMessage,
    Grammar,
    GroundingPolicy,
    HistoryMessage,
    Offer,
    OfferedTool,
    OfferReason,
    Origin,
    Regime,
    Reminder,
)

CONTEXT = 2048
MOST_TOOLS = 8
"""Tools in an offer."""
LIKELY = 0.2
"""The score of every tool of an offer: enough to be offered, too little to be asked about instead."""
PROFILES: Mapping[Regime, ModelProfile] = {Regime.NARROW: SMALL, Regime.WIDE: LARGE}


class AnyTools(Router):
    """Finds the tools that it is told, all alike, in place of those that the words ask for."""

    def __init__(self) -> None:
        self.names: tuple[str, ...] = ()

    def score(self, text: str, *, without: Collection[str] = ()) -> Scores:
        return Scores(tools=dict.fromkeys(self.names, LIKELY), nothing=0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What the product knows beside the message."""

    pending: tuple[Reminder, ...] = ()
    notes: tuple[str, ...] = ()
    staged: tuple[int, ...] = ()
    documents: tuple[str, ...] = ()
    history: tuple[HistoryMessage, ...] = ()
    recent: tuple[ToolUse, ...] = ()


class Offers:
    """Offers of given tools for a message, grounded by the product's planner."""

    def __init__(self) -> None:
        self.times = RecurringTimes(time_parser())
        self.reminders = InMemoryReminderStore()
        there = cast("Any", object())  # the tools are described and never run
        services = Services(reminders=self.reminders, times=self.times, memory=there, documents=there)
        self.catalogue: Catalogue = load_catalogue(discover(services))
        self._router = AnyTools()
        self._planner = Planner(
            catalogue=self.catalogue,
            router=self._router,
            times=self.times,
            thresholds=Thresholds(cap=MOST_TOOLS),
        )

    def offer(self, names: Sequence[str], origin: Origin, scene: Scene, *, regime: Regime) -> Offer:
        """All these tools in this order, with the values that the message has for them. Texts may be quoted
        from anywhere in the message, in either regime, and what is not in it may be put in other words.

        Where the planner would rather ask which reminder is meant, all pending ones are there to choose from.
        """
        self._router.names = tuple(names)
        plan = self._planner.plan(
            Request(
                origin=origin,
                regime=Regime.WIDE,
                grounding=GroundingPolicy.PREFER,
                pending=scene.pending,
                notes=scene.notes,
                staged=scene.staged,
                documents=scene.documents,
                recent=scene.recent,
            )
        )
        grounded = list(plan.offer.grounded)
        facts = Facts(text=origin.text, pending=scene.pending, notes=scene.notes, staged=scene.staged)
        there = set(plan.offer.names())
        for name in names:
            if name not in there:
                grounded += ground(
                    self.catalogue[name].tool, facts, regime=Regime.WIDE, policy=GroundingPolicy.PREFER
                )
        tools = tuple(
            OfferedTool(
                tool=self.catalogue[name].tool,
                descriptor=self.catalogue[name].descriptor,
                reason=OfferReason.RANKED,
                score=LIKELY,
            )
            for name in names
        )
        return Offer(tools=tools, regime=regime, required=False, grounded=tuple(grounded))


def conversation(origin: Origin, offer: Offer, scene: Scene) -> tuple[ChatMessage, ...]:
    """The messages of a turn in a direct message, as `agent.turn` and `agent.past` put them together where
    everything fits.
    """
    past: Sequence[HistoryMessage] = scene.history
    if offer.regime is Regime.NARROW:
        past = () if is_greeting(origin.text) else window.worth_recalling(past, is_greeting)
    content = render.turn_text(origin, offer, scene.pending, text=origin.text)
    return render.conversation(
        prefix=texts.prefix(offer.regime),
        history=[render.history_message(message, named=False) for message in past],
        turn=ChatMessage(role="user", content=content),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """`chosen` says for each token of the answer whether the grammar left a choice; `ends` is where each
    token's text ends in the answer, in bytes.
    """

    prompt: list[int]
    answer: list[int]
    chosen: list[bool]
    ends: list[int]


class Tokeniser:
    """The default model's template, tokenizer and matcher."""

    def __init__(self, model: Path) -> None:
        quiet()
        header = read_header(model)
        options = LoadOptions(path=model, context=CONTEXT, threads=1, prefill_threads=1, extra_buffers=False)
        self._model = NativeModel(options, Interrupt())
        self._template = ChatTemplate(
            header.chat_template,
            bos=self._spelling(self._model.bos),
            eos=self._spelling(self._model.eos),
            report=_refuse,
        )
        self._grammars = Grammars(build_tokenizer(self._model))
        self._cache = GrammarCache()

    def _spelling(self, token: int | None) -> str:
        return "" if token is None else self._model.piece(token, special=True).decode()

    def grammar(self, offer: Offer) -> Grammar:
        profile = PROFILES[offer.regime]
        return self._cache.envelope(
            offer,
            thought_limit=profile.thought_limit,
            message_limit=profile.message_limit,
            max_calls=TurnLimits().calls_per_step,
        )

    def prompt(self, messages: Sequence[ChatMessage]) -> list[int]:
        return prompt_tokens(self._model, self._template.render(messages))

    def tokens(
        self, messages: Sequence[ChatMessage], offer: Offer, answer: str, *, whole: bool
    ) -> Tokens | None:
        """None where the grammar of the offer does not allow the answer, or its beginning, unless `whole`."""
        walked = self._walk(self.grammar(offer), answer.encode(), whole=whole)
        return None if walked is None else replace(walked, prompt=self.prompt(messages))

    def _walk(self, grammar: Grammar, answer: bytes, *, whole: bool) -> Tokens | None:
        matcher = self._grammars.matcher(grammar.lark)
        found = Tokens(prompt=[], answer=[], chosen=[], ends=[])
        at = 0
        while True:
            for token in matcher.forced():
                at += self._add(found, token, at, chosen=False)
            written = b"".join(self._model.piece(token) for token in found.answer)
            if written[: len(answer)] != answer[: len(written)]:
                return None
            if matcher.finished or at >= len(answer):
                break
            chosen = self._next(matcher, answer[at:])
            if chosen is None:
                return None
            matcher.consume([chosen])
            at += self._add(found, chosen, at, chosen=True)
        complete = at == len(answer) and (matcher.finished or matcher.accepting)
        return found if at >= len(answer) and (complete or not whole) else None

    def _add(self, found: Tokens, token: int, at: int, *, chosen: bool) -> int:
        size = len(self._model.piece(token))
        found.answer.append(token)
        found.chosen.append(chosen)
        found.ends.append(at + size)
        return size

    def _next(self, matcher: Any, rest: bytes) -> int | None:
        """The first token of what is left, as the tokenizer cuts it; a shorter one where it is not legal."""
        text = rest.decode("utf-8", "ignore")
        for length in (len(text), *range(min(len(text), 16), 0, -1)):
            tokens = self._model.tokenize(text[:length], special=False)
            if tokens and rest.startswith(self._model.piece(tokens[0])) and matcher.allows(tokens[0]):
                return tokens[0]
        return None


def _refuse(event: str) -> None:
    raise ValueError(event)
