"""`kallisti memory rebuild|export`."""

from __future__ import annotations

import tarfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agent.errors import ConfigError
from bot.app_house import Setup
from bot.app_memory_commands import exported, rebuilt
from bot.config import Config, DataConfig, Surroundings


def setup_in(directory: Path) -> Setup:
    config = Config(data=DataConfig(directory=str(directory)))
    return Setup(config=config, surroundings=Surroundings(), clock=lambda: datetime(2026, 3, 1, tzinfo=UTC))


def note(directory: Path, place: str, text: str) -> None:
    path = directory / "vault" / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_a_rebuild_counts_the_notes_and_may_be_repeated(tmp_path: Path) -> None:
    note(tmp_path, "user/7/anna.md", "Anna's birthday is on May 3")
    note(tmp_path, "channel/80/bins.md", "The bins go out on Monday")
    for _ in range(2):
        assert rebuilt(setup_in(tmp_path)) == [f"indexed: 2 notes from {tmp_path / 'vault'}"]


def test_an_export_holds_every_note_and_nothing_else(tmp_path: Path) -> None:
    note(tmp_path, "user/7/anna.md", "Anna's birthday is on May 3")
    note(tmp_path, ".revisions/x/0001.md", "old")
    (tmp_path / "secret.md").write_text("token")
    (tmp_path / "vault" / "user" / "7" / "link.md").symlink_to(tmp_path / "secret.md")
    target = tmp_path / "notes.tar.gz"
    exported(setup_in(tmp_path), target)
    with tarfile.open(target) as archive:
        assert archive.getnames() == ["vault/user/7/anna.md"]
    assert target.stat().st_mode & 0o077 == 0
    with pytest.raises(ConfigError, match="cannot be written"):
        exported(setup_in(tmp_path), target)


def test_a_missing_vault_is_said(tmp_path: Path) -> None:
    for act in (rebuilt, lambda setup: exported(setup, tmp_path / "x")):
        with pytest.raises(ConfigError, match="no vault"):
            act(setup_in(tmp_path))
