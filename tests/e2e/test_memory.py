"""What was noted is answered from the file, by whichever daemon runs by then."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.discord_server.server import DiscordServer
from tests.discord_server.state import Message
from tests.e2e.daemon import Daemon
from tests.e2e.test_reminders import answer_to

pytestmark = [pytest.mark.e2e, pytest.mark.model]

QUESTION = "what did I tell you about Anna?"


async def said_to(daemon: Daemon, server: DiscordServer, text: str) -> Message:
    ada = server.actor("ada")
    return await answer_to(server, await ada.send(ada.dm(), text))


def only_note(daemon: Daemon) -> Path:
    (note,) = (daemon.directory / "data" / "vault" / "user").rglob("*.md")
    return note


async def test_a_note_outlives_a_kill_and_says_what_its_file_says_by_then(
    daemon: Daemon, discord_server: DiscordServer
) -> None:
    kept = await said_to(daemon, discord_server, "remember that Anna's birthday is on May 3")
    assert "Anna's birthday is on May 3" in kept.content
    note = only_note(daemon)
    assert f"“{note.stem}”" in kept.content
    await daemon.kill()

    await daemon.start()
    before = await said_to(daemon, discord_server, QUESTION)
    assert "May 3" in before.content
    assert note.stem in before.content
    await daemon.kill()

    note.write_text(note.read_text().replace("May 3", "June 17"))
    await daemon.start()
    after = await said_to(daemon, discord_server, QUESTION)
    assert "June 17" in after.content
    assert note.stem in after.content
    assert "May 3" not in after.content
