"""Runs the child process, kills it again and again, and remembers what it confirmed.

`python -m tests.scheduler.killing KILLS` does many more rounds than the test takes time for.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from tests.scheduler.child import read_messages
from tests.scheduler.fakes import eventually

CHANNELS = (1000, 1001, 1002)
REMOVED_DUE = 1.5
"""Seconds until what is to be removed would be due."""
START_LIMIT = 30.0
"""Seconds that a child may take to start on a busy machine."""


@dataclass(kw_only=True)
class Killing:
    """One database and one outbox over the lives of many processes.

    `wanted` are the texts that must be visible exactly once, `removed` those that must never be.
    """

    directory: Path
    forgetful: bool
    seed: int
    wanted: dict[int, str] = field(default_factory=dict)
    removed: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.outbox = self.directory / "outbox.jsonl"
        self._random = random.Random(self.seed)
        self._message_ids = count(1)
        self._unanswered: list[list[Any]] = []
        self._children: list[asyncio.subprocess.Process] = []

    async def start(self, *, die: str | None = None) -> asyncio.subprocess.Process:
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.scheduler.child"),
            *(str(self.directory / "kallisti.db"), str(self.outbox)),
            *(("--forgetful",) if self.forgetful else ()),
            *(("--die", die) if die else ()),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        self._children.append(child)
        assert await self._answer(child, START_LIMIT) == ["ready"]
        return child

    async def clean_up(self) -> None:
        """Leaves no process behind, also where a test failed."""
        for child in self._children:
            if child.returncode is None:
                await kill(child)

    async def ask(self, child: asyncio.subprocess.Process, command: list[Any]) -> list[Any]:
        """The answer, which says that it is committed; [] if the child died over it."""
        assert child.stdin is not None
        try:
            child.stdin.write(json.dumps(command).encode() + b"\n")
            await child.stdin.drain()
        except (BrokenPipeError, ConnectionResetError):
            return []
        return await self._answer(child, START_LIMIT)

    async def add(self, child: asyncio.subprocess.Process, seconds: float) -> int | None:
        """Sets a reminder; one whose answer is lost is set again by the next child, as its user would."""
        message_id = next(self._message_ids)
        text = f"reminder {message_id}"
        self.wanted[message_id] = text
        command = ["add", message_id, self._random.choice(CHANNELS), text, seconds]
        return await self._add(child, command)

    async def _add(self, child: asyncio.subprocess.Process, command: list[Any]) -> int | None:
        answer = await self.ask(child, command)
        if not answer:
            self._unanswered.append(command)
            return None
        return int(answer[2])

    async def add_and_remove(self, child: asyncio.subprocess.Process) -> None:
        """Sets one that is due later and removes it; once that is confirmed it must never be seen."""
        reminder_id = await self.add(child, REMOVED_DUE)
        if reminder_id is None:
            return
        answer = await self.ask(child, ["remove", reminder_id])
        if answer == ["removed", reminder_id]:
            message_id = max(self.wanted)
            self.removed.add(self.wanted.pop(message_id))
        elif not answer:
            # Whether it was removed is unknown, so nothing can be said about it.
            del self.wanted[max(self.wanted)]

    async def repeat_unanswered(self, child: asyncio.subprocess.Process) -> None:
        commands, self._unanswered = self._unanswered, []
        for command in commands:
            await self._add(child, command)

    async def live_and_die(self) -> None:
        """One life: a few reminders, then SIGKILL at a moment that nobody chose."""
        child = await self.start()
        killer = asyncio.create_task(self._kill(child, self._random.uniform(0.0, 0.8)))
        await self.repeat_unanswered(child)
        for _ in range(self._random.randint(1, 6)):
            await self.add(child, self._random.uniform(0.0, 0.5))
        await self.add_and_remove(child)
        await killer
        await child.communicate(b"")

    async def live_to_the_end(self) -> None:
        """The last life: waits until everything wanted is visible, then some more for what is not."""
        child = await self.start()
        await self.repeat_unanswered(child)
        await eventually(self._all_are_visible, seconds=60)
        if self.removed:
            await asyncio.sleep(REMOVED_DUE + 0.1)
        await child.communicate(b"")
        assert child.returncode == 0

    async def _all_are_visible(self) -> bool:
        return set(self.wanted.values()) <= set(self.texts())

    def texts(self) -> list[str]:
        return [message["text"] for message in read_messages(self.outbox)]

    def check(self) -> None:
        visible = Counter(self.texts())
        doubled = {text: times for text, times in visible.items() if times > 1}
        assert doubled == {}, f"seen more than once, seed {self.seed}"
        missing = set(self.wanted.values()) - visible.keys()
        assert missing == set(), f"never seen, seed {self.seed}"
        assert self.removed & visible.keys() == set(), f"seen though removed, seed {self.seed}"
        early = [message for message in read_messages(self.outbox) if message["at"] < message["due"]]
        assert early == [], f"seen early, seed {self.seed}"

    async def _kill(self, child: asyncio.subprocess.Process, seconds: float) -> None:
        await asyncio.sleep(seconds)
        child.kill()

    async def _answer(self, child: asyncio.subprocess.Process, seconds: float) -> list[Any]:
        assert child.stdout is not None
        async with asyncio.timeout(seconds):
            line = await child.stdout.readline()
        return list(json.loads(line)) if line.endswith(b"\n") else []


async def kill(child: asyncio.subprocess.Process) -> None:
    child.kill()
    await child.communicate(b"")


async def kill_many(kills: int) -> None:
    for forgetful in (False, True):
        with tempfile.TemporaryDirectory() as directory:
            killing = Killing(directory=Path(directory), forgetful=forgetful, seed=random.randrange(10**6))
            for _ in range(kills):
                await killing.live_and_die()
            await killing.live_to_the_end()
            killing.check()
            memory = "forgotten" if forgetful else "remembered"
            print(f"nonces {memory}: {kills} kills, {len(killing.wanted)} reminders seen once each")


if __name__ == "__main__":
    asyncio.run(kill_many(int(sys.argv[1])))
