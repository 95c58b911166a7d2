"""Makes rows of samples: an offer, the product's prompt, and an answer as far as it is known."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from agent.gatekeeper import Gatekeeper
from agent.grammar.leaves import json_text
from agent.grammar.parse import parse_envelope
from agent.prompt import render
from agent.prompt.texts import as_envelope
from agent.rights import Rights
from agent.types import ChatMessage, Offer, Origin, Regime
from training.answers import CALL, Answers, weights
from training.choice import OFTEN, SELDOM, Choice
from training.product import MOST_TOOLS, Offers, Scene, Tokeniser, conversation
from training.rows import SETTING, Sample
from training.scenes import origin_of, scene_of

SIZES = {1: 7, 2: 11, 3: 17, 4: 21, 5: 30, 6: 6, 7: 4, 8: 4}
"""Tools in an offer -> how often, of 100."""
GROUPS = {"tools": 82, "talk": 9, "wide": 4, "correction": 5}
"""Kinds of groups, of 100. "talk" offers nothing, "wide" has the prompt for larger models."""
ROWS, WIDE_ROWS, MOST_AFTER, AFTER_SHARE = 12, 6, 2, 0.04
"""Rows of a group, steps after calls beside it, and how many of the calls get one."""
MOST_WIDE = 3
"""Tools in an offer in the form for larger models, which takes three times the tokens."""
STRICT_SHARE = 0.5
"""Of the rows: arguments bound to the values that the message has."""
CLOSING = {"en": "All right!", "de": "Alles klar!", "es": "¡De acuerdo!", "fr": "D'accord !"}
LONGEST = 900
"""Tokens of prompt and answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    prompt: list[int]
    answer: list[int]
    weights: list[float]
    kind: str
    tool: str
    language: str
    regime: str
    offered: int
    text: str
    said: str
    group: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A row with all that it was made of."""

    row: Row
    origin: Origin
    scene: Scene
    offer: Offer
    messages: tuple[ChatMessage, ...]


class Builder:
    """Makes groups of rows, with one source of chance. The rows of a group share all that stands before the
    message, so that the same tools are right for one message and wrong for the next.
    """

    def __init__(self, model: Path, choice: Choice, chance: Random) -> None:
        self.offers = Offers()
        self.tokeniser = Tokeniser(model)
        self._answers = Answers(self.offers)
        self._choice = choice
        self._chance = chance
        self._said = 0

    def groups(self) -> Iterator[list[Made]]:
        """Without end. Steps after a call make groups of their own: they are longer."""
        while True:
            (kind,) = self._chance.choices(list(GROUPS), list(GROUPS.values()))
            yield from (group for group in self.group(kind) if group)

    def group(self, kind: str) -> tuple[list[Made], list[Made]]:
        """A group of one of GROUPS' kinds, and the steps after its calls."""
        chance = self._chance
        names = [] if kind == "talk" else self._names(kind)
        base = origin_of(self._number(), chance)
        scene = scene_of(base, names, chance, corrected=kind == "correction")
        regime = Regime.WIDE if kind == "wide" else Regime.NARROW
        rows: list[Made] = []
        after: list[Made] = []
        for _ in range(3 * ROWS):
            sample = self._choice.draw(kind, names, scene)
            if sample is None:
                continue
            language = sample.language.split("_", maxsplit=1)[0]
            origin = replace(base, message_id=self._number(), text=sample.text, language=language)
            found = self._made(sample, origin, scene, names, regime)
            if found is None:
                continue
            rows.append(found[0])
            if len(after) < MOST_AFTER and found[1] is not None and chance.random() < AFTER_SHARE:
                after.append(found[1])
            if len(rows) == (WIDE_ROWS if kind == "wide" else ROWS):
                break
        return rows, after

    def _made(
        self, sample: Sample, origin: Origin, scene: Scene, names: Sequence[str], regime: Regime
    ) -> tuple[Made, Made | None] | None:
        offer = self.offers.offer(names, origin, scene, regime=regime)
        if self._chance.random() < STRICT_SHARE:
            offer = replace(offer, grounded=tuple(replace(each, free=False) for each in offer.grounded))
        tool = sample.tool if sample.tool in names else None
        messages = conversation(origin, offer, scene)
        answer, whole = self._answers.of(sample, tool, origin, offer, scene)
        row = self._row(sample, messages, offer, answer, whole=whole, tool=tool)
        if row is None:
            return None
        made = Made(row=row, origin=origin, scene=scene, offer=offer, messages=messages)
        is_call = tool in SETTING and row.said == answer and whole
        return made, self._second(sample, made) if is_call else None

    def _number(self) -> int:
        self._said += 1
        return self._said

    def _names(self, kind: str) -> list[str]:
        """The tools of the offer, in random order."""
        chance = self._chance
        (size,) = chance.choices(list(SIZES), list(SIZES.values()))
        names = ["agenda:edit"] if kind == "correction" else []
        others = [name for name in self.offers.catalogue if name not in names]
        while len(names) < min(size, MOST_WIDE if kind == "wide" else MOST_TOOLS):
            (pick,) = chance.choices(others, [OFTEN.get(name, SELDOM) for name in others])
            names.append(pick)
            others.remove(pick)
        chance.shuffle(names)
        return names

    def _second(self, sample: Sample, made: Made) -> Made | None:
        """The step after the call: its result is there, and a word ends the turn."""

        async def count(text: str) -> int:
            return len(text) // 3

        gatekeeper = Gatekeeper(
            origin=made.origin, foreign=False, rights=Rights(), deadline=10.0, count=count, batch_limit=8
        )
        reports = asyncio.run(gatekeeper.run(parse_envelope(made.row.said).calls, made.offer))
        if not all(report.effect for report in reports):
            return None
        language = sample.language.split("_", maxsplit=1)[0]
        later = (
            *made.messages,
            ChatMessage(role="assistant", content=made.row.said),
            ChatMessage(role="user", content=render.results_text(reports, made.offer)),
        )
        said = as_envelope(CLOSING[language])
        ended = replace(sample, kind="after a call")
        row = self._row(ended, later, made.offer, said, whole=True, tool=None)
        return None if row is None else replace(made, row=row, messages=later)

    def _row(
        self,
        sample: Sample,
        messages: Sequence[ChatMessage],
        offer: Offer,
        answer: str,
        *,
        whole: bool,
        tool: str | None,
    ) -> Row | None:
        tokens = self.tokeniser.tokens(messages, offer, answer, whole=whole)
        if (
            tokens is None and whole and tool is not None
        ):  # its text cannot be quoted so: the tool is still right
            whole, answer = False, f"{CALL}{json_text(tool)}"
            tokens = self.tokeniser.tokens(messages, offer, answer, whole=False)
        if tokens is None or len(tokens.prompt) + len(tokens.answer) > LONGEST:
            return None
        return Row(
            prompt=tokens.prompt,
            answer=tokens.answer,
            weights=weights(answer, tokens.ends, tokens.chosen),
            kind=sample.kind,
            tool=tool or "none",
            language=sample.language,
            regime=offer.regime.value,
            offered=len(offer.tools),
            text=sample.text,
            said=answer,
        )
