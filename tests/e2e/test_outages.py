"""A whole daemon goes on while what it stands on fails: the network is lost and found, the disk is full."""

from __future__ import annotations

import contextlib
import resource
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.notice_words import STORE_DOWN
from tests.discord_server.server import DiscordServer
from tests.e2e.daemon import Daemon
from tests.e2e.test_reminders import answer_to, reminder_in, reminders_in

pytestmark = [pytest.mark.e2e, pytest.mark.model, pytest.mark.timeout(400)]

BACK_SECONDS = 60.0
"""discord.py waits up to some twenty seconds between two attempts to connect."""


async def test_a_reminder_due_while_the_network_is_gone_comes_once_when_it_is_back(
    daemon: Daemon, discord_server: DiscordServer
) -> None:
    ada = discord_server.actor("ada")
    asked = await ada.send_dm("remind me in 8 seconds to stretch")
    assert "stretch" in (await answer_to(discord_server, asked)).content
    await discord_server.stop()
    await daemon.until(lambda: bool(daemon.events("delivery delayed")))
    assert reminders_in(discord_server, ada.dm()) == []
    await discord_server.start()
    reminder = await discord_server.wait_for_message(
        ada.dm(), lambda m: bool(m.components), timeout=BACK_SECONDS
    )
    assert "stretch" in reminder.content
    again = await answer_to(discord_server, await ada.send_dm("remind me in 2 seconds to sit down"))
    assert "sit down" in again.content
    await discord_server.wait_for_message(
        ada.dm(), lambda m: bool(m.components) and "sit down" in m.content, timeout=BACK_SECONDS
    )
    assert len(reminders_in(discord_server, ada.dm())) == 2
    assert "Traceback" not in daemon.log_path.read_text()


@contextlib.contextmanager
def full_disk(daemon: Daemon) -> Iterator[None]:
    """The database of the running daemon cannot grow, but its log can: that is shorter."""
    assert daemon.process is not None
    size = wal_of(daemon).stat().st_size
    assert size > 4 * daemon.log_path.stat().st_size, "the log would not fit either"
    unlimited = resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE, (size, unlimited[1]))
    try:
        yield
    finally:
        resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE, unlimited)


def wal_of(daemon: Daemon) -> Path:
    return daemon.directory / "data" / "kallisti.sqlite3-wal"


async def test_on_a_full_disk_nothing_is_confirmed_and_with_room_all_goes_on(
    daemon: Daemon, discord_server: DiscordServer
) -> None:
    ada = discord_server.actor("ada")
    await answer_to(discord_server, await ada.send_dm("remind me in 2 hours to stretch"))
    with full_disk(daemon):
        refused = await answer_to(discord_server, await ada.send_dm("remind me in 3 hours to sit down"))
        assert refused.content == STORE_DOWN["en"]
    again = await answer_to(discord_server, await ada.send_dm("remind me in 1 second to get up"))
    assert "get up" in again.content
    assert "get up" in (await reminder_in(discord_server, ada.dm())).content
    assert len(daemon.stored_due()) == 2
    assert "Traceback" not in daemon.log_path.read_text()
