"""Every error on the troubleshooting page is provoked, and every error that the source can print is on it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.app.test_command_line import VARIABLES
from tests.discord_server.fixtures import discord_pointed, discord_server
from tests.discord_server.server import DiscordServer
from tests.troubleshooting import of_configuration, of_data, of_discord, of_models
from tests.troubleshooting.page import Entry, Kind, entries, matches
from tests.troubleshooting.place import Cases, Outcome, Place
from tests.troubleshooting.sentences import sentences

__all__ = ["discord_pointed", "discord_server"]

OFFLINE = Cases(of_configuration.CASES | of_models.CASES | of_data.CASES)
PAGE = {entry.sentence: entry for entry in entries()}

OF_DEVELOPERS = ("agent.canary", "agent.descriptors", "agent.tools.__init__")
"""Their errors name a fault in a tool of Kallisti's own, which its tests find."""
NOT_TO_BE_PROVOKED = {
    "SQLite … is too old: 3.37 or newer is needed",
    "… lies on a file system without shared memory, which SQLite needs",
    "the backup does not hold what was written; is the disk sound?",
    "the bot may not see it; give it View Channel there",
}
"""They take another machine, a broken disk, or an answer that the loopback server does not give."""


@pytest.fixture
def place(tmp_path: Path, default_model: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "nothing"))
    monkeypatch.chdir(tmp_path)
    return Place(root=tmp_path, model=default_model, patch=monkeypatch)


def assert_as_on_the_page(entry: Entry, outcome: Outcome) -> None:
    assert entry.stands_in(outcome.text), outcome.text
    if outcome.code is not None:
        assert outcome.code == entry.code, outcome.text


def test_every_entry_has_what_provokes_it_and_nothing_is_provoked_that_is_not_there() -> None:
    assert len(PAGE) == len(list(entries())), "a sentence stands there twice"
    assert PAGE.keys() == OFFLINE.keys() | of_discord.CASES.keys() | set(of_discord.LOGGED)


def test_every_sentence_that_the_source_can_tell_is_on_the_page() -> None:
    told = {text for text, module in sentences() if module not in OF_DEVELOPERS}
    assert told >= NOT_TO_BE_PROVOKED
    missing = {text for text in told if not any(matches(text, sentence) for sentence in PAGE)}
    assert missing == NOT_TO_BE_PROVOKED, "see `Adding an error` in CONTRIBUTING.md"


@pytest.mark.parametrize("entry", PAGE.values(), ids=PAGE)
def test_every_entry_names_cause_and_remedy(entry: Entry) -> None:
    cause, remedy, rest = entry.body.partition("**Remedy:**")
    assert remedy
    assert len(cause.split()) >= 3
    assert len(rest.split()) >= 2


@pytest.mark.model
@pytest.mark.parametrize("sentence", OFFLINE)
def test_provoked(sentence: str, place: Place) -> None:
    assert_as_on_the_page(PAGE[sentence], OFFLINE[sentence](place))


@pytest.mark.parametrize("sentence", of_discord.CASES)
async def test_provoked_at_discord(sentence: str, place: Place, discord_pointed: DiscordServer) -> None:
    assert_as_on_the_page(PAGE[sentence], await of_discord.CASES[sentence](discord_pointed, place))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def logged(tmp_path_factory: pytest.TempPathFactory, default_model: Path) -> AsyncIterator[Outcome]:
    with pytest.MonkeyPatch.context() as patch:
        place = Place(root=tmp_path_factory.mktemp("unlucky"), model=default_model, patch=patch)
        async with DiscordServer() as server:
            yield await of_discord.unlucky_daemon(server, place)


@pytest.mark.e2e
@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("sentence", of_discord.LOGGED)
async def test_logged(sentence: str, logged: Outcome) -> None:
    assert PAGE[sentence].kind is Kind.LOGGED
    assert_as_on_the_page(PAGE[sentence], logged)
