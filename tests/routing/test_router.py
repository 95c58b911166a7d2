"""The sentence encoder behind its port, and scores over descriptors."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from agent.descriptors import Entry
from agent.routing.embedder import CACHED_TEXTS, DIMENSION, SentenceEncoder
from agent.routing.router import Router
from agent.testing.stores import InMemoryReminderStore
from tests.turn.house import catalogue_with, encoder


def of_the_head() -> dict[str, Entry]:
    """The shipped tools that the head was trained on, and what goes by words only."""
    catalogue = catalogue_with(InMemoryReminderStore())
    return {
        name: each for name, each in catalogue.items() if each.descriptor.domain not in ("memory", "vault")
    }


@pytest.fixture(scope="module")
def router() -> Router:
    return Router(catalogue=of_the_head(), embedder=encoder())


def test_tools_that_are_not_to_be_scored_leave_the_others_as_they_are(router: Router) -> None:
    whole = Router(catalogue=catalogue_with(InMemoryReminderStore()), embedder=encoder())
    without = [
        name for name in catalogue_with(InMemoryReminderStore()) if name.startswith(("memory", "vault"))
    ]
    scores = whole.score("which reminders are still open for me?", without=without)
    alone = router.score("which reminders are still open for me?")
    assert {name: score for name, score in scores.tools.items() if score} == {
        name: score for name, score in alone.tools.items() if score
    }
    assert scores.nothing == alone.nothing


def test_rows_have_unit_length_and_empty_texts_none() -> None:
    vectors = encoder().embed(["what time is it", "", "  ", "💥", "wie spät ist es"])
    assert vectors.shape == (5, DIMENSION)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1).round(4).tolist() == [1.0, 0.0, 0.0, 0.0, 1.0]
    assert float(vectors[0] @ vectors[4]) > 0.5


def test_no_texts_give_no_rows() -> None:
    assert encoder().embed([]).shape == (0, DIMENSION)


def test_a_seen_text_gives_the_same_row_again() -> None:
    first, again = encoder().embed(["remind me later", "remind me later"])
    assert first is not again
    assert np.array_equal(first, again)
    assert np.array_equal(encoder().embed(["remind me later"])[0], first)


def test_the_cache_is_bounded() -> None:
    own = SentenceEncoder()
    own._model = encoder()._loaded()
    own.embed([f"text number {number}" for number in range(CACHED_TEXTS + 50)])
    assert len(own._cache) == CACHED_TEXTS


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("which reminders are still open for me?", "agenda:list"),
        ("do you happen to know the time?", "clock:now"),
        ("please take the dentist reminder away", "agenda:remove"),
        ("sag mir bitte, wie spät es gerade ist", "clock:now"),
        ("quels rappels sont prévus ?", "agenda:list"),
    ],
)
def test_the_right_tool_scores_best(router: Router, text: str, tool: str) -> None:
    scores = router.score(text)
    assert next(iter(scores.tools)) == tool
    assert list(scores.tools.values()) == sorted(scores.tools.values(), reverse=True)
    assert len(scores.tools) == 17, "all but those that are offered by words alone"
    assert sum(scores.tools.values()) + scores.nothing == pytest.approx(1)


@pytest.mark.parametrize("text", ["", "   ", "💥💥", "\u200b\u200d", "?!"])
def test_a_text_without_words_scores_nothing(router: Router, text: str) -> None:
    scores = router.score(text)
    assert set(scores.tools.values()) == {0.0}
    assert scores.nothing == 1


def test_what_the_head_says_of_tools_that_are_not_there_counts_for_nothing() -> None:
    catalogue = of_the_head()
    for name in ("agenda:push", "agenda:tasks", "agenda:complete"):
        del catalogue[name]
    scores = Router(catalogue=catalogue, embedder=encoder()).score("put milk on my shopping list please")
    assert "agenda:push" not in scores.tools
    assert scores.nothing > 0.9


def test_threads_may_share_it(router: Router) -> None:
    texts = [f"remind me of thing {number % 7}" for number in range(40)]
    with ThreadPoolExecutor(4) as pool:
        scores = list(pool.map(router.score, texts))
    assert all(scores[number] == scores[number % 7] for number in range(40))
