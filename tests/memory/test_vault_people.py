"""People edit, rename, copy and delete notes, while the daemon runs and while it does not."""

from __future__ import annotations

import asyncio
import os
import shutil
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from structlog.testing import capture_logs

from agent.memory.vault import Vault
from agent.memory.vault_watch import watch
from agent.memory_types import Note, NoteDraft, Scope, ScopeKind

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ANN = Scope(kind=ScopeKind.USER, id=7)
ROOM = Scope(kind=ScopeKind.CHANNEL, id=80)
BY_HAND = """---
# what Obsidian and its people put there
aliases: [Anna, "A. S."]
title: 'Anna'   # her first name
tags:
  - people
rating: 5
updated: 2026-03-02 10:00
---

# Anna

She likes tea.
"""


async def opened(root: Path) -> Vault:
    vault = Vault(root)
    await vault.open()
    return vault


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "vault"


def by_hand(root: Path, content: str, *, name: str = "anna.md", scope: Scope = ANN) -> Path:
    path = root / scope.kind.value / str(scope.id) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")
    return path


def with_word(root: Path, word: bytes) -> list[Path]:
    return [file for file in root.rglob("*") if file.is_file() and word in file.read_bytes()]


async def only_note(vault: Vault) -> Note:
    (head,) = await vault.heads()
    return await vault.read(head.id)


async def made(vault: Vault, text: str, *, title: str = "Plan", scope: Scope = ANN) -> Note:
    draft = NoteDraft(
        scope=scope,
        text=text,
        author_id=7,
        source_message_id=12345678901234567,
        call_index=0,
        created=NOW,
        title=title,
    )
    return await vault.create(draft, note_id=str(uuid4()))


async def test_a_note_is_plain_markdown_with_front_matter(root: Path) -> None:
    note = await made(await opened(root), "Milk & bread: both.", title='She said: "yes" #1')
    content = (root / "user" / "7" / f"{note.name}.md").read_text(encoding="utf-8")
    assert content == (
        f"---\nid: {note.id}\ntitle: 'She said: \"yes\" #1'\ntags: []\n"
        'created: "2026-03-01T12:00:00.000+00:00"\nupdated: "2026-03-01T12:00:00.000+00:00"\n'
        'source: "12345678901234567"\nauthor: "7"\nscope: user/7\n---\n\nMilk & bread: both.\n'
    )
    assert await only_note(await opened(root)) == note


async def test_what_people_wrote_is_kept_when_the_text_changes(root: Path) -> None:
    path = by_hand(root, BY_HAND)
    vault = await opened(root)
    note = await only_note(vault)
    assert (note.title, note.tags) == ("Anna", ("people",))
    await vault.revise(note.id, text="She likes coffee now.", now=NOW)
    content = path.read_text(encoding="utf-8")
    assert "# what Obsidian and its people put there\n" in content
    assert 'aliases: [Anna, "A. S."]\n' in content
    assert "title: 'Anna'   # her first name\n" in content
    assert "tags:\n  - people\n" in content
    assert "rating: 5\n" in content
    assert content.endswith("---\n\nShe likes coffee now.\n")


async def test_a_file_without_front_matter_becomes_a_note_and_is_not_touched(root: Path) -> None:
    path = by_hand(root, "Just a line.\n", name="some thoughts.md")
    before = path.stat()
    note = await only_note(await opened(root))
    assert (note.name, note.title, note.text) == ("some thoughts", "some thoughts", "Just a line.")
    assert str(UUID(note.id)) == note.id
    assert path.read_text() == "Just a line.\n"
    assert (path.stat().st_mtime_ns, path.stat().st_ino) == (before.st_mtime_ns, before.st_ino)


@pytest.mark.parametrize("front", ["", "---\ntitle: Anna\n---\n", "---\nid: my-own-name\n---\n"])
async def test_an_id_survives_edits_and_renames_while_stopped(root: Path, front: str) -> None:
    path = by_hand(root, f"{front}One.\n")
    os.utime(path, ns=(1_700_000_000_000_000_000,) * 2)
    first = await only_note(await opened(root))
    path.write_text(f"{front}Two.\n")
    edited = await only_note(await opened(root))
    assert (edited.id, edited.text) == (first.id, "Two.")
    assert edited.digest != first.digest
    await opened(root)
    path.rename(path.with_name("renamed.md"))
    renamed = await only_note(await opened(root))
    assert (renamed.id, renamed.name) == (first.id, "renamed")
    assert renamed.digest != edited.digest


async def test_an_edit_by_hand_counts_as_newer_than_the_time_written_in_the_file(root: Path) -> None:
    vault = await opened(root)
    note = await made(vault, "One.")
    path = root / "user" / "7" / f"{note.name}.md"
    path.write_text(path.read_text().replace("One.", "Two."))
    assert await vault.refresh()
    (head,) = await vault.heads()
    assert head.updated > note.updated
    assert (await (await opened(root)).heads())[0].updated == head.updated


async def test_a_deleted_file_is_a_note_no_more(root: Path) -> None:
    vault = await opened(root)
    note = await made(vault, "One.")
    (root / "user" / "7" / f"{note.name}.md").unlink()
    assert await vault.refresh()
    assert await vault.heads() == ()
    assert await (await opened(root)).heads() == ()


async def test_a_copied_file_is_a_note_of_its_own_and_the_first_keeps_its_id(root: Path) -> None:
    vault = await opened(root)
    note = await made(vault, "One.")
    path = root / "user" / "7" / f"{note.name}.md"
    shutil.copy(path, path.with_name("a copy.md"))
    await vault.refresh()
    heads = {head.name: head.id for head in await vault.heads()}
    assert heads[note.name] == note.id
    assert heads["a copy"] != note.id
    again = {head.name: head.id for head in await (await opened(root)).heads()}
    assert again == heads
    assert (await vault.read(heads["a copy"])).id == heads["a copy"]


async def test_the_directory_decides_the_scope_whatever_the_front_matter_says(root: Path) -> None:
    by_hand(root, "---\nscope: guild/90\nauthor: 8\n---\nPrivate.\n")
    note = await only_note(await opened(root))
    assert note.scope == ANN


async def test_a_note_that_is_moved_belongs_where_it_lies(root: Path) -> None:
    vault = await opened(root)
    note = await made(vault, "One.")
    target = root / "channel" / "80" / "plan.md"
    target.parent.mkdir(parents=True)
    (root / "user" / "7" / f"{note.name}.md").rename(target)
    await vault.refresh()
    moved = await only_note(vault)
    assert (moved.id, moved.scope) == (note.id, ROOM)
    assert moved.digest != note.digest
    assert await vault.heads(scopes=[ANN]) == ()


@pytest.mark.parametrize(
    "front",
    [
        "---\ntitle: [unclosed\n---\n",
        "---\n- a list\n---\n",
        "---\na: *unknown\n---\n",
        "---\n" + "[" * 5000 + "\n---\n",
        f"---\nnotes: {'x' * 9000}\nid: 0b1c\n---\n",
    ],
)
async def test_a_broken_front_matter_is_named_and_the_text_still_recalled(root: Path, front: str) -> None:
    path = by_hand(root, f"{front}\nThe text.\n")
    with capture_logs() as lines:
        vault = await opened(root)
        await vault.refresh()
    told = [line for line in lines if line.get("path") == "user/7/anna.md"]
    assert len(told) == 1
    assert "front matter" in told[0]["reason"]
    assert "unclosed" not in told[0]["reason"]
    note = await only_note(vault)
    assert note.text == "The text."
    await vault.revise(note.id, text="Another text.", now=NOW)
    assert path.read_text() == f"{front}\nAnother text.\n"


@pytest.mark.parametrize("front", ["title", "id", "author", "tags"])
async def test_a_number_too_long_for_words_takes_no_other_note_away(root: Path, front: str) -> None:
    by_hand(root, f"---\n{front}: [0x{'f' * 5000}]\n---\nOne.\n", name="one.md")
    by_hand(root, f"---\n{front}: 0x{'f' * 5000}\n---\nTwo.\n", name="two.md")
    vault = await opened(root)
    assert {(await vault.read(head.id)).text for head in await vault.heads()} == {"One.", "Two."}


async def test_whose_note_it_is_counts_on_while_its_front_matter_is_broken(root: Path) -> None:
    vault = await opened(root)
    note = await made(vault, "The text.")
    path = root / "user" / "7" / f"{note.name}.md"
    os.utime(path, (NOW.timestamp(), NOW.timestamp()))  # as if it had lain there for a while
    await vault.refresh()
    whole = path.read_text()
    path.write_text(whole.replace("title:", "title: [").replace("The text.", "Another text."))
    await vault.refresh()
    for again in (vault, await opened(root)):
        broken = await only_note(again)
        assert (broken.id, broken.author_id, broken.title) == (note.id, 7, "Plan")
        assert broken.text == "Another text."
    path.write_text(whole)
    await vault.refresh()
    mended = await only_note(vault)
    assert (mended.id, mended.author_id, mended.text) == (note.id, 7, "The text.")


async def test_a_broken_file_takes_nothing_over_from_a_note_of_another_place(root: Path) -> None:
    vault = await opened(root)
    note = await made(vault, "The text.", title="The pin is 1234")
    path = root / "user" / "7" / f"{note.name}.md"
    await vault.refresh()
    target = by_hand(root, "", name="new.md", scope=ROOM)
    path.rename(target)  # the file system may give a new file the number of a deleted one
    target.write_text("---\ntitle: [\n---\nHello.\n")
    await vault.refresh()
    moved = await only_note(vault)
    assert moved.scope == ROOM
    assert (moved.title, moved.author_id) == ("new", None)


async def test_a_vault_that_was_deleted_is_made_anew_by_the_next_note(root: Path) -> None:
    vault = await opened(root)
    await made(vault, "Old.")
    shutil.rmtree(root)
    await made(vault, "New.")
    await vault.refresh()
    assert (await only_note(vault)).text == "New."


async def test_nothing_of_a_forgotten_person_is_left_beside_the_notes(root: Path) -> None:
    vault = await opened(root)
    gone, broken = await made(vault, "zephyr one", scope=ROOM), await made(vault, "zephyr two", scope=ROOM)
    for note in (gone, broken):
        await vault.revise(note.id, text="other words", now=NOW)
    (root / "channel" / "80" / f"{gone.name}.md").unlink()
    path = root / "channel" / "80" / f"{broken.name}.md"
    await vault.refresh()
    path.write_text(path.read_text().replace("title:", "title: [").replace("other words", "zephyr three"))
    by_hand(root, "zephyr four, by hand a moment ago")
    theirs = by_hand(root, "Somebody's.", scope=ROOM)
    assert await vault.forget_author(7) == 2
    assert with_word(root, b"zephyr") == []
    assert not (root / ".revisions" / gone.id).exists()
    assert (await only_note(vault)).text == theirs.read_text()


async def test_a_front_matter_that_never_ends_is_text(root: Path) -> None:
    by_hand(root, "---\ntitle: Anna\n\nThe text.\n")
    note = await only_note(await opened(root))
    assert "The text." in note.text


@pytest.mark.parametrize(
    "content", [b"\xff\xfe\x00broken", b"", b"\xef\xbb\xbf---\r\ntitle: T\r\n---\r\nText\r\n"]
)
async def test_any_bytes_are_a_note(root: Path, content: bytes) -> None:
    path = by_hand(root, "")
    path.write_bytes(content)
    note = await only_note(await opened(root))
    assert "\0" not in note.text
    assert note.title == ("T" if b"title" in content else "anna")


async def test_a_file_that_is_too_large_is_named_and_left_alone(root: Path) -> None:
    by_hand(root, "x" * 1_048_577)
    with capture_logs() as lines:
        assert await (await opened(root)).heads() == ()
    assert "larger" in lines[0]["reason"]


async def test_directories_below_a_scope_are_part_of_the_name(root: Path) -> None:
    by_hand(root, "Text.", name="projects/garden/roses.md")
    by_hand(root, "Settings.", name=".obsidian/app.md")
    assert (await only_note(await opened(root))).name == "projects/garden/roses"


async def test_older_revisions_are_kept_numbered_and_bounded(root: Path) -> None:
    vault = await opened(root)
    note = await made(vault, "Text 0.")
    for number in range(1, 25):
        await vault.revise(note.id, text=f"Text {number}.", now=NOW)
    kept = sorted((root / ".revisions" / note.id).iterdir())
    assert len(kept) == 20
    assert kept[-1].name == "0024.md"
    assert "Text 23." in kept[-1].read_text()
    assert [head.id for head in await vault.heads()] == [note.id]
    await vault.remove(note.id)
    assert not (root / ".revisions" / note.id).exists()


async def test_an_unchanged_file_is_not_read_again_at_the_next_start(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = by_hand(root, BY_HAND)
    os.utime(path, ns=(1_700_000_000_000_000_000,) * 2)
    first = await (await opened(root)).heads()
    vault = Vault(root)

    def unexpected(*_place: object) -> None:
        raise AssertionError("an unchanged file was read")

    monkeypatch.setattr(vault._files, "read", unexpected)
    await vault.open()
    assert await vault.heads() == first


async def test_a_lost_catalogue_costs_nothing_but_time(root: Path) -> None:
    by_hand(root, BY_HAND)
    by_hand(root, "Plain.", name="plain.md")
    first = await (await opened(root)).heads()
    for content in (b"", b"{}", b"\xff", b'{"format": 1, "notes": [{}]}'):
        (root / ".kallisti" / "catalogue.json").write_bytes(content)
        assert await (await opened(root)).heads() == first


async def test_changes_are_noticed_while_running(root: Path) -> None:
    vault = await opened(root)
    changed = asyncio.Event()
    watching = asyncio.create_task(watch(vault, root, changed=changed.set))
    try:
        await asyncio.sleep(1)  # watching begins a moment after the task does
        path = by_hand(root, BY_HAND)
        await asyncio.wait_for(changed.wait(), 20)
        assert (await only_note(vault)).title == "Anna"
        changed.clear()
        path.unlink()
        await asyncio.wait_for(changed.wait(), 20)
        assert await vault.heads() == ()
    finally:
        watching.cancel()
        await asyncio.wait({watching})


async def test_an_edit_while_the_bot_writes_is_not_lost(root: Path) -> None:
    vault = await opened(root)
    note = await made(vault, "One.")
    path = root / "user" / "7" / f"{note.name}.md"
    path.write_text(path.read_text().replace("One.", "By hand."))
    await vault.revise(note.id, text="Two.", now=NOW)
    kept = [each.read_text() for each in (root / ".revisions" / note.id).iterdir()]
    assert any("By hand." in each for each in kept)
