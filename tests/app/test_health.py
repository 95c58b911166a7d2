"""Signs of life for the service manager, and the measure of the event loop."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.health import LagProbe, Notifier, feed_watchdog


class Manager:
    """The service manager's end of the notify socket."""

    def __init__(self, address: str | bytes) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(address)
        self._socket.setblocking(False)

    def heard(self) -> list[str]:
        messages: list[str] = []
        with contextlib.suppress(BlockingIOError):
            while True:
                messages.append(self._socket.recv(4096).decode())
        return messages

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    manager = Manager(str(tmp_path / "notify"))
    yield manager
    manager.close()


@pytest.fixture
def notifier(manager: Manager, tmp_path: Path) -> Notifier:
    return Notifier(str(tmp_path / "notify"))


def test_ready_is_said_once(manager: Manager, notifier: Notifier) -> None:
    notifier.ready()
    notifier.ready()
    assert manager.heard() == ["READY=1"]


def test_a_status_while_starting_asks_for_time_and_later_does_not(
    manager: Manager, notifier: Notifier
) -> None:
    notifier.status("waiting for\nDiscord")
    notifier.ready()
    notifier.status("connected")
    starting, _, running = manager.heard()
    assert starting == "STATUS=waiting for Discord\nEXTEND_TIMEOUT_USEC=120000000"
    assert running == "STATUS=connected"


def test_stopping_is_said(manager: Manager, notifier: Notifier) -> None:
    notifier.stopping()
    assert manager.heard() == ["STOPPING=1"]


def test_an_abstract_socket_is_reached() -> None:
    manager = Manager(b"\0kallisti-test-notify")
    Notifier("@kallisti-test-notify").alive()
    assert manager.heard() == ["WATCHDOG=1"]
    manager.close()


@pytest.mark.parametrize("address", ["", "/nonexistent/socket"])
def test_without_a_service_manager_nothing_happens(address: str) -> None:
    notifier = Notifier(address)
    notifier.ready()
    notifier.status("fine")
    notifier.stopping()


async def test_the_watchdog_is_fed_only_while_all_is_well(manager: Manager, notifier: Notifier) -> None:
    well = True
    feeding = asyncio.create_task(feed_watchdog(notifier, limit=0.02, is_well=lambda: well))
    await asyncio.sleep(0.1)
    fed = manager.heard()
    well = False
    await asyncio.sleep(0.05)
    manager.heard()
    await asyncio.sleep(0.05)
    starved = manager.heard()
    feeding.cancel()
    assert len(fed) >= 2
    assert set(fed) == {"WATCHDOG=1"}
    assert starved == []


async def test_a_held_up_loop_shows_and_an_idle_one_does_not() -> None:
    probe = LagProbe(interval=0.01)
    measuring = asyncio.create_task(probe.run())
    loop = asyncio.get_running_loop()
    await asyncio.sleep(0.05)
    moment = loop.time()
    time.sleep(0.2)  # noqa: ASYNC251 - holding the loop up is what is measured
    await asyncio.sleep(0.05)
    after = loop.time()
    await asyncio.sleep(0.05)
    measuring.cancel()
    assert probe.worst(since=moment) >= 0.15
    assert probe.worst(since=after) < 0.15
    assert LagProbe().worst() == 0.0


async def test_only_the_newest_looks_are_remembered() -> None:
    probe = LagProbe(interval=0.001, samples=3)
    measuring = asyncio.create_task(probe.run())
    while not list(probe.samples()):  # noqa: ASYNC110 - no event
        await asyncio.sleep(0.001)
    (first, _) = list(probe.samples())[-1]
    while list(probe.samples())[-1][0] <= first:
        assert len(list(probe.samples())) <= 3
        await asyncio.sleep(0.001)
    measuring.cancel()
    moments = [moment for moment, _ in probe.samples()]
    assert len(moments) == 3
    assert moments == sorted(moments, reverse=True)
