"""SIGKILL at any point of a commit leaves the old or the new note, indexed as such after the restart."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from agent.memory.keeper import Keeper
from agent.memory.notebook import Notebook
from agent.memory.opening import embedded_index
from agent.memory.vault import Vault
from agent.memory_types import OnConflict, Scope, ScopeKind
from agent.testing.notes import DIMENSION, WordEmbedder
from bot.store.db import open_database
from bot.store.staged import SqliteStagedNotes
from tests.memory.commit_child import NEW, OLD, origin

ANN = Scope(kind=ScopeKind.USER, id=7)
ROOT = Path(__file__).parents[2]
MOST_STEPS = 60


def run_child(directory: Path, left: int) -> tuple[int, list[str]]:
    child = subprocess.run(
        [sys.executable, "-m", "tests.memory.commit_child", str(directory), str(left)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    if child.returncode not in (0, -signal.SIGKILL):
        pytest.fail(child.stderr)
    return child.returncode, child.stdout.split()


async def check_after_restart(directory: Path, said: list[str]) -> str:
    """What the note says after the restart; index, files and staged rows agree with it."""
    vault = Vault(directory / "vault")
    await vault.open()
    index = embedded_index(directory / "index", embedder=WordEmbedder(), space="words", dimension=DIMENSION)
    keeper = Keeper(vault=vault, index=index)
    await keeper.sync()
    texts = [(await vault.read(head.id)).text for head in await vault.heads()]
    found = [each.text for each in await index.query("wifi password", scopes=[ANN], limit=9)]
    assert texts in ([], [OLD], [NEW])
    assert found == texts
    assert await index.digests() == {head.id: head.digest for head in await vault.heads()}
    assert not list((directory / "vault" / ".tmp").iterdir())
    async with open_database(directory / "kallisti.sqlite3") as database:
        notebook = Notebook(vault=vault, staged=SqliteStagedNotes(database), index=index)
        waiting = await notebook.staged(origin(3))
        state = texts[0] if texts else ""
        if said[-1:] == ["new"]:
            assert (state, waiting) == (NEW, ())
        elif "old" in said:
            assert state in (OLD, NEW)
        for each in waiting:  # going on where it was interrupted ends as if it had not been
            await notebook.commit(origin(3), each.number, on_conflict=OnConflict.UPDATE)
            await keeper.sync()
        ended = [(await vault.read(head.id)).text for head in await vault.heads()]
        assert len(ended) <= 1
        assert not waiting or ended == [waiting[-1].draft.text]
        assert await notebook.staged(origin(3)) == ()
    await index.close()
    return state


@pytest.mark.timeout(300)
async def test_a_kill_at_every_step_leaves_the_old_or_the_new_note(tmp_path: Path) -> None:
    states = []
    for left in range(1, MOST_STEPS):
        directory = tmp_path / str(left)
        directory.mkdir()
        code, said = run_child(directory, left)
        states.append(await check_after_restart(directory, said))
        if code == 0:
            break
    else:
        pytest.fail("the commit takes more steps than expected")
    assert {"", OLD, NEW} == set(states)
    assert len(states) > 15
