"""What of the notes a message is answered with."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from structlog.testing import capture_logs

from agent.errors import IndexUnavailable, StoreUnavailable
from agent.memory.recall import Recall, RecallPolicy, answers_alone, choose, is_question
from agent.memory_types import Passage, Scope
from agent.testing.notes import in_memory_index
from agent.types import Channel, ChannelKind, Offer, Regime
from tests.memory.making import ANN, BEN, NOW, ROOM, note
from tests.turn.house import origin

POLICY = RecallPolicy()


def passage(
    text: str, *, key: str = "", similarity: float = 0.6, words: float = 0.0, days: int = 0
) -> Passage:
    return Passage(
        note_id=key or text,
        scope=ANN,
        name=key or "note",
        title="",
        heading="",
        text=text,
        updated=NOW - timedelta(days=days),
        similarity=similarity,
        score=1.0,
        words=words,
    )


def _texts(*passages: Passage, policy: RecallPolicy = POLICY) -> list[str]:
    return [chosen.text for chosen in choose(passages, policy, now=NOW)]


def test_what_is_below_the_floor_is_left_out() -> None:
    assert _texts(passage("far", similarity=0.2), passage("near", similarity=0.7)) == ["near"]


def test_where_everything_is_somewhat_alike_likeness_says_less() -> None:
    near = passage("near", similarity=POLICY.floor + 0.01)
    others = [passage(f"other {number}", similarity=POLICY.floor - 0.1) for number in range(15)]
    far = [passage(f"other {number}", similarity=0.0) for number in range(15)]
    assert _texts(near, *others) == []
    assert _texts(near, *others[:3]) == ["near"]
    assert _texts(near, *far) == ["near"]
    assert _texts(near, *(replace(each, note_id="one") for each in others)) == ["near"]


def test_the_words_of_the_question_count_where_most_of_them_are_there() -> None:
    assert _texts(passage("half", similarity=0.3, words=0.5)) == []
    assert _texts(passage("all", similarity=0.3, words=1.0)) == ["all"]


def test_of_two_alike_in_meaning_the_newer_comes_first() -> None:
    old, new = passage("code 2580", days=90, similarity=0.65), passage("the door opens by 6641")

    assert _texts(old, new) == [new.text, old.text]


def test_what_says_the_same_is_given_once_and_newest() -> None:
    assert _texts(passage("The cat is Minka.", days=50, key="a"), passage("the cat is minka", key="b")) == [
        "the cat is minka"
    ]


def test_of_one_note_only_the_best_part_is_given() -> None:
    assert _texts(passage("one part", key="n"), passage("other words", key="n", similarity=0.7)) == [
        "other words"
    ]


def test_passages_stay_within_their_budget() -> None:
    many = [passage(f"word{number} " * 50, similarity=0.9 - number / 100) for number in range(9)]

    chosen = choose(many, RecallPolicy(characters=800, most=9), now=NOW)
    assert len(chosen) == 2
    assert len(choose(many, RecallPolicy(characters=100_000, most=4), now=NOW)) == 4


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("what is the code", True),
        ("The code?", True),
        ("Wie heißt der Hund", True),
        ("où est la clé", True),
        ("I like whales.", False),
        ("", False),
        ("tell me a story", False),
    ],
)
def test_questions_are_told_from_talk(text: str, expected: bool) -> None:
    assert is_question(text) is expected


def test_only_a_small_model_that_has_nothing_to_call_is_answered_for() -> None:
    sure, unsure = [passage("x", similarity=0.9)], [passage("x", similarity=0.45)]
    narrow, wide = Offer(regime=Regime.NARROW), Offer(regime=Regime.WIDE)

    assert answers_alone(sure, narrow, "what is x?", POLICY)
    assert not answers_alone(sure, wide, "what is x?", POLICY)
    assert not answers_alone(unsure, narrow, "what is x?", POLICY)
    assert not answers_alone(sure, narrow, "x is nice", POLICY)
    assert not answers_alone([], narrow, "what is x?", POLICY)


# ------------------------------------------------------------------ asking the index


class Fault:
    """An index that cannot be asked, or answers late."""

    def __init__(self, *, seconds: float = 0.0, error: Exception | None = None) -> None:
        self.seconds = seconds
        self.error = error or IndexUnavailable("the index is on holiday")
        self.asked: list[Collection[Scope]] = []
        self.ended = False

    async def query(self, text: str, *, scopes: Collection[Scope], limit: int) -> tuple[Passage, ...]:
        self.asked.append(scopes)
        if not self.seconds:
            raise self.error
        try:
            await asyncio.sleep(self.seconds)
        finally:
            self.ended = True
        return (passage("late"),)


async def _recalled(index: Any, text: str = "what is the code of the door?", **changes: Any) -> list[str]:
    found = await Recall(index).begin(origin(text, **changes)).passages(grace=5.0)
    return [each.note_id for each in found]


async def test_the_scopes_of_the_place_are_asked() -> None:
    index = in_memory_index()
    for scope in (ANN, BEN, ROOM):
        await index.put(note("The code of the door is 4711.", key=f"{scope.kind}{scope.id}", scope=scope))
    room = Channel(id=80, kind=ChannelKind.GUILD, guild_id=90)

    assert await _recalled(index) == ["user7"]
    assert await _recalled(index, channel=room) == ["channel80"]
    await index.close()


async def test_a_turn_goes_on_without_an_index_and_says_so_once() -> None:
    recall = Recall(Fault())  # type: ignore[arg-type]

    with capture_logs() as logs:
        for _ in range(3):
            assert await recall.begin(origin("what is it?")).passages() == ()
    assert [line["event"] for line in logs] == ["turns go on without notes"]


@pytest.mark.parametrize("error", [StoreUnavailable("the vault cannot be read"), ValueError("a bug")])
async def test_whatever_is_wrong_with_notes_takes_no_answer_away(error: Exception) -> None:
    recall = Recall(Fault(error=error))  # type: ignore[arg-type]

    assert await recall.begin(origin("what is it?")).passages() == ()


async def test_an_index_that_is_late_is_not_waited_for() -> None:
    index = Fault(seconds=5.0)
    recalling = Recall(index).begin(origin("what is it?"))  # type: ignore[arg-type]

    assert await asyncio.wait_for(recalling.passages(grace=0.02), timeout=1) == ()
    await asyncio.sleep(0)
    assert index.ended
