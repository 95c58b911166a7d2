"""Rows are what the product sends to its engine, answered as its grammar allows."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, pairwise
from typing import Any

import pytest

from agent.engine.models import default_model_path
from agent.grammar.parse import parse_envelope
from agent.routing.plan import Plan, Planner, Request
from agent.testing.engine import ScriptedEngine
from agent.testing.history import InMemoryHistory
from agent.testing.stores import InMemoryClarifications, InMemoryReminderStore
from agent.turn import Turn
from agent.types import Offer, Regime
from training.answers import CHOICE_WEIGHT, MESSAGE_WEIGHT, weights
from training.build import build, counts, line
from training.builder import Builder, Made
from training.product import PROFILES

pytestmark = pytest.mark.model


def whole(made: Sequence[Made]) -> list[Made]:
    return [each for each in made if each.row.said.endswith("}")]


class Given(Planner):
    """Plans one offer, whatever is said."""

    def __init__(self, offer: Offer) -> None:
        self._given = offer

    def plan(self, request: Request) -> Plan:
        return Plan(offer=self._given, asked=request.origin.text, language=request.origin.language)


async def sent(each: Made) -> Any:
    """What a real turn asks its engine first, for the message, offer, reminders and history of a row."""
    engine = ScriptedEngine(['{"thought":"","status":"Idle","message_to_user":"ok","tool_calls":[]}'])
    reminders, history = InMemoryReminderStore(), InMemoryHistory()
    reminders.reminders = {reminder.id: reminder for reminder in each.scene.pending}
    for message in each.scene.history:
        await history.append(each.origin.channel.id, message)
    turn = Turn(
        engine=engine,
        planner=Given(each.offer),
        reminders=reminders,
        history=history,
        clarifications=InMemoryClarifications(),
        profile=PROFILES[each.offer.regime],
    )
    await turn.run(each.origin)
    return engine.rendered[0], engine.requests[0]


async def test_every_prompt_and_grammar_is_what_a_turn_sends(builder: Builder, made: list[Made]) -> None:
    first_steps = [each for each in made if each.row.kind != "after a call"]
    kinds = Counter((each.row.kind, each.row.regime) for each in first_steps)
    assert {"talk", "own", "correction", "no call"} <= {kind for kind, _ in kinds}
    for each in first_steps:
        messages, request = await sent(each)
        assert messages == each.messages, each.row.text
        assert request.grammar == builder.tokeniser.grammar(each.offer), each.row.text


def test_every_answer_is_accepted_and_validates(builder: Builder, made: list[Made]) -> None:
    calls = 0
    for each in whole(made):
        answer = parse_envelope(each.row.said)
        for call in answer.calls:
            offered = {tool.tool.name: tool.tool for tool in each.offer.tools}
            arguments = offered[call.name].arguments.model_validate(dict(call.args))
            assert arguments.model_dump() == dict(call.args)
            calls += 1
        tokens = builder.tokeniser.tokens(each.messages, each.offer, each.row.said, whole=True)
        assert tokens is not None, each.row.said
        assert (tokens.prompt, tokens.answer) == (each.row.prompt, each.row.answer)
    assert calls > 20


def test_an_answer_outside_its_offer_is_refused(builder: Builder, made: list[Made]) -> None:
    each = next(one for one in whole(made) if one.row.tool == "agenda:remind_at")
    others = tuple(tool for tool in each.offer.tools if tool.tool.name != "agenda:remind_at")
    without = replace(each.offer, tools=others)
    assert builder.tokeniser.tokens(each.messages, without, each.row.said, whole=True) is None
    assert builder.tokeniser.tokens(each.messages, each.offer, each.row.said[:-1], whole=True) is None


def test_only_chosen_tokens_count_and_the_choice_of_the_tool_most(made: list[Made]) -> None:
    for each in made:
        row = each.row
        assert len(row.answer) == len(row.weights)
        assert row.weights[0] == 0.0  # every envelope opens alike
        assert any(row.weights), row.said
    several = next(
        one for one in whole(made) if one.row.tool == "agenda:remind_at" and len(one.offer.tools) > 2
    )
    assert max(several.row.weights) == CHOICE_WEIGHT


def test_weights_follow_the_parts_of_an_answer() -> None:
    answer = '{"thought":"","status":"Idle","message_to_user":"Ja","tool_calls":[]}'
    ends = [
        answer.index("Idle"),
        answer.index("Idle") + 4,
        answer.index("Ja"),
        answer.index("Ja") + 2,
        len(answer),
    ]
    assert weights(answer, ends, [False, True, False, True, False]) == [
        0.0,
        CHOICE_WEIGHT,
        0.0,
        MESSAGE_WEIGHT,
        0.0,
    ]


def test_rows_of_a_group_share_the_offer(builder: Builder) -> None:
    for group in islice(builder.groups(), 3):
        for one, other in pairwise(group):
            assert one.offer.names() == other.offer.names()
            assert one.origin.now == other.origin.now


def test_wide_rows_have_the_prompt_for_larger_models(made: list[Made]) -> None:
    wide = [each for each in made if each.offer.regime is Regime.WIDE]
    assert wide
    for each in wide:
        assert "four keys" in each.messages[0].content


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others() -> None:
    def text(seed: int) -> str:
        return "\n".join(map(line, build(default_model_path(), None, count=30, seed=seed)))

    first = text(5)
    assert first == text(5)
    assert first != text(6)
    assert len({json.loads(each)["text"] for each in first.splitlines()}) > 10


def test_counts_are_by_tool_and_language(made: list[Made]) -> None:
    rows = [each.row for each in made]
    found = counts(rows)
    assert sum(found["tool"].values()) == sum(found["tool and language"].values()) == len(rows)
    one = rows[0]
    assert found["tool and language"][f"{one.tool} {one.language}"] >= 1
