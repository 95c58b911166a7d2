"""How the daemon is: what the service manager is told, and how long the event loop is held up."""

from __future__ import annotations

import asyncio
import socket
from array import array
from collections.abc import Callable, Iterator
from itertools import takewhile

STARTING_SECONDS = 120
"""What each sign of life while starting asks for: a network that is down is no failed start."""
PROBE_SECONDS = 0.02
"""Between two looks at the loop. A hold-up shows to within this."""
PROBE_SAMPLES = 30_000
"""Ten minutes of looks."""


class Notifier:
    """Speaks sd_notify(3) to the socket at `address` ($NOTIFY_SOCKET); without one it says nothing.

    Never blocks and never raises: a deaf service manager is no reason to stop.
    """

    def __init__(self, address: str) -> None:
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._ready = False

    def ready(self) -> None:
        if not self._ready:
            self._ready = True
            self._send("READY=1")

    def status(self, text: str) -> None:
        """One line for people. While starting it also asks for more time to start in."""
        one_line = " ".join(text.split())
        extension = "" if self._ready else f"\nEXTEND_TIMEOUT_USEC={STARTING_SECONDS * 1_000_000}"
        self._send(f"STATUS={one_line}{extension}")

    def stopping(self) -> None:
        self._send("STOPPING=1")

    def alive(self) -> None:
        self._send("WATCHDOG=1")

    def _send(self, state: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as connection:
                connection.setblocking(False)
                connection.sendto(state.encode(), self._address)
        except OSError:
            return


async def feed_watchdog(notifier: Notifier, *, limit: float, is_well: Callable[[], bool]) -> None:
    """Says that the daemon is alive, twice within `limit` seconds ($WATCHDOG_USEC), as long as it is well.

    A held-up event loop cannot come here, which is the point.
    """
    while True:
        if is_well():
            notifier.alive()
        await asyncio.sleep(limit / 2)


class LagProbe:
    """Measures how late the event loop runs what is due; `run` measures until it is cancelled."""

    def __init__(self, *, interval: float = PROBE_SECONDS, samples: int = PROBE_SAMPLES) -> None:
        self._interval = interval
        self._moments, self._lags = (array("d", bytes(8 * samples)) for _ in range(2))
        self._seen = 0

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + self._interval
            await asyncio.sleep(self._interval)
            now = loop.time()
            self._note(now, max(0.0, now - due))

    def worst(self, *, since: float = 0.0) -> float:
        """The longest hold-up in seconds since this loop time, of those remembered; 0 without any."""
        later = takewhile(lambda sample: sample[0] >= since, self.samples())
        return max((lag for _, lag in later), default=0.0)

    def samples(self) -> Iterator[tuple[float, float]]:
        """(loop time, lag) in seconds of the looks that are remembered, the newest first."""
        kept = len(self._lags)
        for number in range(self._seen - 1, max(0, self._seen - kept) - 1, -1):
            yield self._moments[number % kept], self._lags[number % kept]

    def _note(self, moment: float, lag: float) -> None:
        place = self._seen % len(self._lags)
        self._moments[place], self._lags[place] = moment, lag
        self._seen += 1
