"""The contract of `agent.ports.StagedNotes`, for every implementation."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from agent.errors import LimitReached
from agent.memory_types import NoteDraft, Scope, ScopeKind, StagedNote
from agent.ports import StagedNotes
from agent.testing.clock import START
from agent.testing.vault import InMemoryStagedNotes
from bot.store.db import Database, open_database
from bot.store.staged import SqliteStagedNotes
from tests.store.making import ANN, BOB

HERE = Scope(kind=ScopeKind.CHANNEL, id=80)
PRIVATE = Scope(kind=ScopeKind.USER, id=ANN)
LATER = START + timedelta(days=1)


@pytest.fixture(params=["memory", "sqlite"])
def staged(request: pytest.FixtureRequest, database: Database) -> StagedNotes:
    return InMemoryStagedNotes(most=3) if request.param == "memory" else SqliteStagedNotes(database, most=3)


def draft(text: str, *, message: int, author: int = ANN, scope: Scope = HERE) -> NoteDraft:
    return NoteDraft(
        scope=scope,
        text=text,
        author_id=author,
        source_message_id=message,
        call_index=0,
        created=START,
        title="A title",
        tags=("a", "b/c"),
    )


async def test_a_staged_note_waits_as_it_was_said(staged: StagedNotes) -> None:
    added = await staged.add(draft("Tea.", message=1), expires=LATER)
    assert (added.number, added.draft, added.expires) == (1, draft("Tea.", message=1), LATER)
    assert await staged.waiting(ANN, scopes=[HERE], now=START) == (added,)


async def test_the_same_call_stages_once(staged: StagedNotes) -> None:
    first = await staged.add(draft("Tea.", message=1), expires=LATER)
    assert await staged.add(draft("Coffee.", message=1), expires=LATER) == first
    assert len(await staged.waiting(ANN, scopes=[HERE], now=START)) == 1


async def test_nobody_sees_what_others_staged_or_what_was_staged_elsewhere(staged: StagedNotes) -> None:
    await staged.add(draft("Tea.", message=1), expires=LATER)
    await staged.add(draft("Secret.", message=2, scope=PRIVATE), expires=LATER)
    await staged.add(draft("Bob's.", message=3, author=BOB), expires=LATER)
    assert [each.draft.text for each in await staged.waiting(ANN, scopes=[HERE], now=START)] == ["Tea."]
    assert await staged.waiting(ANN, scopes=[], now=START) == ()
    await staged.remove(1, author_id=BOB)
    assert [each.draft.text for each in await staged.waiting(ANN, scopes=[HERE], now=START)] == ["Tea."]


async def test_what_expired_is_not_there_and_is_pruned(staged: StagedNotes) -> None:
    await staged.add(draft("Tea.", message=1), expires=LATER)
    assert await staged.waiting(ANN, scopes=[HERE], now=LATER) == ()
    assert await staged.prune(now=LATER - timedelta(microseconds=1)) == 0
    assert await staged.prune(now=LATER) == 1


async def test_a_staged_note_is_given_another_text_by_its_author(staged: StagedNotes) -> None:
    await staged.add(draft("Tea.", message=1), expires=LATER)
    await staged.add(draft("Bob's.", message=3, author=BOB), expires=LATER)
    assert await staged.rewrite(1, author_id=ANN, text="Coffee.")
    assert not await staged.rewrite(2, author_id=ANN, text="Milk.")
    assert await staged.waiting(ANN, scopes=[HERE], now=START) == (
        StagedNote(
            number=1,
            note_id=(await staged.add(draft("Tea.", message=1), expires=LATER)).note_id,
            draft=draft("Coffee.", message=1),
            expires=LATER,
        ),
    )
    assert [each.draft.text for each in await staged.waiting(BOB, scopes=[HERE], now=START)] == ["Bob's."]


async def test_all_of_one_author_can_be_removed(staged: StagedNotes) -> None:
    await staged.add(draft("Tea.", message=1), expires=LATER)
    await staged.add(draft("Secret.", message=2, scope=PRIVATE), expires=LATER)
    bobs = await staged.add(draft("Bob's.", message=3, author=BOB), expires=LATER)
    assert await staged.remove_all(ANN) == 2
    assert await staged.waiting(BOB, scopes=[HERE], now=START) == (bobs,)


async def test_the_limit_is_said_and_nothing_is_lost(staged: StagedNotes) -> None:
    for message in range(3):
        await staged.add(draft("Tea.", message=message), expires=LATER)
    with pytest.raises(LimitReached, match="3"):
        await staged.add(draft("More.", message=9), expires=LATER)
    assert len(await staged.waiting(ANN, scopes=[HERE], now=START)) == 3


async def test_staged_notes_survive_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "kallisti.sqlite3"
    async with open_database(path) as database:
        added = await SqliteStagedNotes(database).add(draft("Tea.", message=1), expires=LATER)
    async with open_database(path) as database:
        assert await SqliteStagedNotes(database).waiting(ANN, scopes=[HERE], now=START) == (added,)
