"""Every implementation of the vault's port keeps its contract."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from agent.errors import LimitReached, NotFound
from agent.memory.vault import Vault
from agent.memory_types import NoteDraft, Scope, ScopeKind
from agent.ports import NoteVault
from agent.testing.vault import InMemoryVault

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ANN = Scope(kind=ScopeKind.USER, id=7)
BOB = Scope(kind=ScopeKind.USER, id=8)
FIRST, SECOND = "3a1c4f5e-0000-4000-8000-000000000001", "3a1c4f5e-0000-4000-8000-000000000002"


def draft(text: str, *, scope: Scope = ANN, title: str = "", tags: tuple[str, ...] = ()) -> NoteDraft:
    return NoteDraft(
        scope=scope,
        text=text,
        author_id=7,
        source_message_id=99,
        call_index=0,
        created=NOW,
        title=title,
        tags=tags,
    )


@pytest.fixture(params=["files", "memory"])
async def vault(request: pytest.FixtureRequest, tmp_path: Path) -> NoteVault:
    if request.param == "memory":
        return InMemoryVault()
    made = Vault(tmp_path / "vault")
    await made.open()
    return made


async def test_a_note_is_read_as_it_was_written(vault: NoteVault) -> None:
    made = await vault.create(
        draft("Anna's birthday is on May 3.", title="Anna", tags=("people",)), note_id=FIRST
    )
    read = await vault.read(FIRST)
    assert read == made
    assert (read.text, read.title, read.tags) == ("Anna's birthday is on May 3.", "Anna", ("people",))
    assert (read.created, read.updated, read.author_id, read.source_message_id) == (NOW, NOW, 7, 99)
    assert [head.id for head in await vault.heads()] == [FIRST]


async def test_creating_with_an_id_that_is_there_changes_nothing(vault: NoteVault) -> None:
    first = await vault.create(draft("One."), note_id=FIRST)
    assert await vault.create(draft("Two."), note_id=FIRST) == first
    assert len(await vault.heads()) == 1


async def test_names_are_unique_in_a_scope(vault: NoteVault) -> None:
    first = await vault.create(draft("One.", title="Plan"), note_id=FIRST)
    second = await vault.create(draft("Two.", title="plan"), note_id=SECOND)
    assert first.name != second.name


async def test_a_note_is_found_in_its_own_scope_only(vault: NoteVault) -> None:
    await vault.create(draft("One."), note_id=FIRST)
    assert await vault.heads(scopes=[BOB]) == ()
    assert await vault.heads(scopes=[]) == ()
    for refused in (
        vault.read(FIRST, scopes=[BOB]),
        vault.revise(FIRST, text="x", now=NOW, scopes=[BOB]),
        vault.remove(FIRST, scopes=[BOB]),
    ):
        with pytest.raises(NotFound):
            await refused
    assert (await vault.read(FIRST, scopes=[ANN, BOB])).text == "One."


async def test_a_revision_replaces_the_text_and_changes_the_digest(vault: NoteVault) -> None:
    made = await vault.create(draft("One.", tags=("old",)), note_id=FIRST)
    later = NOW + timedelta(days=1)
    revised = await vault.revise(FIRST, text="Two.", now=later)
    assert (revised.id, revised.name, revised.text, revised.updated) == (FIRST, made.name, "Two.", later)
    assert revised.tags == ("old",)
    assert revised.digest != made.digest
    assert await vault.read(FIRST) == revised
    assert (await vault.revise(FIRST, text="Two.", now=later, tags=("new",))).tags == ("new",)


async def test_the_newest_head_comes_first(vault: NoteVault) -> None:
    await vault.create(draft("One."), note_id=FIRST)
    await vault.create(draft("Two."), note_id=SECOND)
    await vault.revise(FIRST, text="One again.", now=NOW + timedelta(hours=1))
    assert [head.id for head in await vault.heads(scopes=[ANN])] == [FIRST, SECOND]


async def test_a_removed_note_is_gone(vault: NoteVault) -> None:
    await vault.create(draft("One."), note_id=FIRST)
    assert (await vault.remove(FIRST)).id == FIRST
    assert await vault.heads() == ()
    for refused in (vault.read(FIRST), vault.remove(FIRST), vault.revise(FIRST, text="x", now=NOW)):
        with pytest.raises(NotFound):
            await refused


@pytest.mark.parametrize("text", ["", " \n ", "x" * 20_001])
async def test_an_empty_or_too_long_text_is_refused(vault: NoteVault, text: str) -> None:
    with pytest.raises(LimitReached):
        await vault.create(draft(text), note_id=FIRST)
    await vault.create(draft("One."), note_id=FIRST)
    with pytest.raises(LimitReached):
        await vault.revise(FIRST, text=text, now=NOW)
    assert (await vault.read(FIRST)).text == "One."


async def test_a_title_that_was_made_from_the_text_goes_with_it(vault: NoteVault) -> None:
    await vault.create(draft("Tea is green"), note_id=FIRST)
    await vault.create(draft("Tea is green", title="Drinks"), note_id=SECOND)
    assert (await vault.revise(FIRST, text="Tea is black", now=NOW)).title == "Tea is black"
    assert (await vault.revise(SECOND, text="Tea is black", now=NOW)).title == "Drinks"
