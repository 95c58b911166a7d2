"""No name leads out of the vault, whoever wrote it."""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.errors import NotFound
from agent.memory.vault import Vault
from agent.memory.vault_files import VaultFiles
from agent.memory.vault_names import folded, free_stem, is_safe, stem_of
from agent.memory_types import NoteDraft, Scope, ScopeKind
from tests.memory.hostile import NAMES, WHOLE

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ANN = Scope(kind=ScopeKind.USER, id=7)
SECRET = "the operator's token"


def tree(root: Path) -> dict[str, bytes]:
    """Every file below `root` but what the vault keeps for itself, by its path."""
    found = {path.relative_to(root): path for path in root.rglob("*") if path.is_file()}
    return {str(short): path.read_bytes() for short, path in found.items() if ".kallisti" not in short.parts}


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A vault with secrets around it, and with links out of it."""
    root = tmp_path / "around" / "vault"
    (root / "user" / "7" / "dir").mkdir(parents=True)
    (root / "user" / "8").mkdir()
    (root / "user" / "8" / "theirs.md").write_text(SECRET)
    for place in (tmp_path, tmp_path / "around", root, root / "user"):
        (place / "secret.md").write_text(SECRET)
        (place / "secret").write_text(SECRET)
    (root / "user" / "7" / "link.md").symlink_to(tmp_path / "secret.md")
    (root / "user" / "7" / "linked").symlink_to(tmp_path)
    (root / "user" / "7" / "loop").symlink_to(root / "user" / "7")
    (root / "user" / "9").symlink_to(root / "user" / "8")
    os.mkfifo(root / "user" / "7" / "fifo.md")
    return tmp_path


def test_the_list_is_long_enough() -> None:
    assert len(set(NAMES)) >= 1000


def test_no_listed_name_is_opened_outside_of_its_scope(outside: Path) -> None:
    files = VaultFiles(outside / "around" / "vault")
    files.prepare()
    before = tree(outside)
    for name in NAMES:
        for parts in ((name,), tuple(name.split("/")), (f"{name}.md",)):
            with pytest.raises((NotFound, OSError, ValueError)):
                files.read(ANN, parts)
            if not all(map(is_safe, parts)):
                with pytest.raises((NotFound, OSError, ValueError)):
                    files.replace(ANN, parts, b"overwritten")
                with pytest.raises((NotFound, OSError, ValueError)):
                    files.remove(ANN, parts)
    assert tree(outside) == before


def test_a_listed_name_that_may_be_written_stays_in_its_scope(outside: Path) -> None:
    files = VaultFiles(outside / "around" / "vault")
    files.prepare()
    before = tree(outside)
    for name in NAMES:
        parts = tuple(name.split("/"))
        if all(map(is_safe, parts)):
            with suppress(OSError):
                files.replace(ANN, parts, b"written")
    after = tree(outside)
    assert {path: after[path] for path in before} == before
    assert all(path.startswith("around/vault/user/7/") for path in after.keys() - before.keys())


async def test_a_note_with_any_title_stays_in_its_scope(outside: Path) -> None:
    root = outside / "around" / "vault"
    vault = Vault(root)
    await vault.open()
    before = tree(outside)
    titles = (*WHOLE, *NAMES[len(WHOLE) :: 10])
    for name in titles:
        draft = NoteDraft(
            scope=ANN, text="text", author_id=7, source_message_id=1, call_index=0, created=NOW, title=name
        )
        await vault.create(draft, note_id=str(uuid4()))
    added = {path: data for path, data in tree(outside).items() if path not in before}
    assert len(added) == len(titles)
    for path in added:
        assert Path(path).parent == Path("around/vault/user/7")
    assert {path: data for path, data in tree(outside).items() if path in before} == before
    assert len({folded(path) for path in added}) == len(titles)


async def test_links_pipes_and_other_directories_are_no_notes(outside: Path) -> None:
    vault = Vault(outside / "around" / "vault")
    await vault.open()
    heads = await vault.heads()
    assert {(head.scope.id, head.name) for head in heads} == {(8, "theirs")}
    assert await vault.heads(scopes=[ANN]) == ()


async def test_a_scope_directory_that_became_a_link_is_not_written_through(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    vault = Vault(root)
    await vault.open()
    (tmp_path / "elsewhere").mkdir()
    (root / "user" / "7").symlink_to(tmp_path / "elsewhere")
    draft = NoteDraft(scope=ANN, text="text", author_id=7, source_message_id=1, call_index=0, created=NOW)
    with pytest.raises(Exception, match="vault cannot be used"):
        await vault.create(draft, note_id=str(uuid4()))
    assert tree(tmp_path / "elsewhere") == {}


@settings(max_examples=1000, deadline=None)
@given(st.text(max_size=80) | st.sampled_from(NAMES))
def test_every_name_that_is_made_is_safe(title: str) -> None:
    stem = stem_of(title.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))
    assert is_safe(stem + ".md")
    assert not {"/", "\\", "\0", "."} & set(stem)
    assert len(f"{stem}-99999.md".encode()) <= 255
    assert free_stem(stem, {folded(stem)}) != stem


@settings(max_examples=1000, deadline=None)
@given(st.text(max_size=300))
def test_a_safe_component_is_one_component(name: str) -> None:
    if is_safe(name):
        assert os.path.basename(name) == name  # noqa: PTH119
        assert name not in ("", ".", "..")
        assert "\0" not in name
        assert not name.startswith(".")
