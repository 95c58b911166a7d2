"""What `make install` puts into place, started as systemd would, and what `make uninstall` leaves."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tests.discord_server.server import DiscordServer
from tests.e2e.daemon import Daemon
from tests.e2e.test_reminders import answer_to
from tests.test_install import install, tree, uninstall
from tests.test_packaging import built_in, environment_with
from tests.test_systemd import keys_of

pytestmark = [pytest.mark.e2e, pytest.mark.model, pytest.mark.timeout(400)]


class Unit(Daemon):
    """The service of an installed unit, below a root: its own command, environment, credential and state."""

    def __init__(self, server: DiscordServer, root: Path, unit: str, directory: Path) -> None:
        text = (root / "etc/systemd/system" / unit).read_text()
        self.keys = {key: values for (_, key), values in keys_of(text).items()}
        self.root = root
        super().__init__(server, directory)

    def configure(self, extra: str = "", *, engine: str = "", discord: str = "") -> None:
        """As `kallisti init` does it: in the file that was installed."""
        self.config = self.root / "etc/kallisti/config.toml"
        text = self.config.read_text().replace("/var/lib/kallisti", str(self.root / "var/lib/kallisti"))
        for key, value in {"api_base": self.server.api_base, "gateway_url": self.server.gateway_url}.items():
            text = text.replace(f'\n{key} = ""', f'\n{key} = "{value}"')
        self.config.write_text(text.replace("\nthreads = 0", "\nthreads = 1"))
        (self.root / "etc/kallisti/discord_token").write_text(f"{self.server.token}\n")

    def command(self) -> Sequence[str]:
        (line,) = self.keys["ExecStart"]
        return [f"{self.root}{word}" if word.startswith("/") else word for word in shlex.split(line)]

    def environment(self) -> Mapping[str, str]:
        stated = dict(each.split("=", 1) for each in self.keys["Environment"])
        moved = {
            key: f"{self.root}{value}" if value.startswith("/") else value for key, value in stated.items()
        }
        seconds = int(self.keys["WatchdogSec"][0])
        return moved | {
            "PATH": os.environ["PATH"],
            "CREDENTIALS_DIRECTORY": str(self.root / "etc/kallisti"),
            "STATE_DIRECTORY": str(self.root / "var/lib" / self.keys["StateDirectory"][0]),
            "NOTIFY_SOCKET": str(self.directory / "notify"),
            "WATCHDOG_USEC": str(seconds * 1_000_000 // 30),
        }

    def log(self) -> list[dict[str, object]]:
        """Its format is for people here, so each line is an event of its own."""
        text = self.log_path.read_text() if self.log_path.exists() else ""
        return [{"event": line} for line in text.splitlines()]

    def events(self, name: str) -> list[dict[str, object]]:
        return [line for line in self.log() if name in str(line["event"])]


async def test_it_runs_as_its_unit_says_and_uninstalling_leaves_its_data(
    discord_server: DiscordServer, tmp_path: Path
) -> None:
    root, beside = tmp_path / "root", tmp_path / "beside"
    beside.mkdir()
    environment_with(built_in(beside), root / "opt/kallisti")
    install(root)
    unit = Unit(discord_server, root, "kallisti.service", beside)
    try:
        await unit.start()
        ada = discord_server.actor("ada")
        answer = await answer_to(discord_server, await ada.send_dm("remind me in 2 hours to stretch"))
        assert "stretch" in answer.content
        await unit.until(lambda: unit.heard().count("WATCHDOG=1") >= 2)
        unit.terminate()
        assert await unit.wait() == 0
        heard = unit.heard()
    finally:
        await unit.end()
    assert heard.count("READY=1") == 1
    assert any(state.startswith("STATUS=connected to Discord") for state in heard)
    assert "STOPPING=1" in heard
    said = uninstall(root)
    assert said.splitlines()[-2:] == ["kept: /etc/kallisti", "kept: /var/lib/kallisti"]
    left = tree(root)
    assert "var/lib/kallisti/kallisti.sqlite3" in left
    kept = {"etc/kallisti/config.toml", "etc/kallisti/discord_token"}
    assert {name for name in left if not name.startswith("var/lib/kallisti/")} == kept
