"""A process to be killed: store, schedule, and a Discord that is a file.

`python -m tests.scheduler.child DATABASE OUTBOX` reads commands from stdin, one JSON array a line, and
answers each on stdout once it is committed:

    ["add", message_id, channel_id, text, seconds]  ->  ["added", message_id, reminder_id, due epoch]
    ["ask", message_id, channel_id, text, seconds]  ->  the same, for a request
    ["remove", reminder_id]                         ->  ["removed", reminder_id] or ["not found", reminder_id]
"""

from __future__ import annotations

import argparse
import asyncio
import fcntl
import json
import os
import random
import signal
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import structlog

from agent.errors import NotFound, TargetGone
from agent.types import Channel, ChannelKind
from bot.delivery import Notice
from bot.request_answer import RequestAnswer
from bot.schedule.policy import DeliveryPolicy
from bot.schedule.requests import Answer
from bot.store.claiming import Claimed
from bot.store.db import open_database
from bot.store.reminders import SqliteReminderStore
from tests.scheduler.running import real_clock, running, store_of
from tests.store.making import ANN, draft

LONGEST_PAUSE = 0.06
"""Seconds before and after a message is out: where a kill is to fall between two steps."""


class FileDiscord:
    """Implements `Deliverer` and `DeliverySearch` on a file. `forgetful`: as if each nonce were too old."""

    def __init__(self, path: Path, *, forgetful: bool, die: str | None) -> None:
        self._path = path
        self._forgetful = forgetful
        self._die = die

    async def deliver(self, target: Channel, notice: Notice) -> int:
        self._perhaps_die("before")
        await asyncio.sleep(random.uniform(0, LONGEST_PAUSE))
        message_id = await asyncio.to_thread(self._post, target, notice)
        self._perhaps_die("after")
        await asyncio.sleep(random.uniform(0, LONGEST_PAUSE))
        return message_id

    async def direct_channel(self, user_id: int) -> Channel:
        raise TargetGone(f"user {user_id} takes no messages")

    async def find_delivered(self, target: Channel, notice: Notice, since: datetime) -> int | None:
        for message in read_messages(self._path):
            own = message["channel"] == target.id and message["marker"] == notice.marker
            if own and message["at"] >= since.timestamp():
                return int(message["id"])
        return None

    def _post(self, target: Channel, notice: Notice) -> int:
        with _locked(self._path) as file:
            messages = read_messages(self._path)
            for message in messages:
                if message["nonce"] == notice.nonce and not self._forgetful:
                    return int(message["id"])
            message = {
                "id": len(messages) + 1,
                "at": time.time(),
                "channel": target.id,
                "nonce": notice.nonce,
                "marker": notice.marker,
                "text": notice.body,
                "due": notice.due.timestamp(),
            }
            os.write(file, json.dumps(message).encode() + b"\n")
            os.fsync(file)
            return int(message["id"])

    def _perhaps_die(self, point: str) -> None:
        if self._die == point:
            os.kill(os.getpid(), signal.SIGKILL)


def read_messages(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text().splitlines()]


@contextmanager
def _locked(path: Path) -> Iterator[int]:
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND)
    try:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield file
    finally:
        os.close(file)


async def commands() -> AsyncIterator[list[Any]]:
    reader = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, sys.stdin)
    while line := await reader.readline():
        yield json.loads(line)


async def obey(store: SqliteReminderStore, command: list[Any]) -> list[Any]:
    if command[0] in ("add", "ask"):
        _, message_id, channel_id, text, seconds = command
        reminder = await store.add(
            draft(
                text=text,
                channel=Channel(id=channel_id, kind=ChannelKind.DM),
                after=timedelta(seconds=seconds),
                source_message_id=message_id,
                now=datetime.now(UTC),
                request=command[0] == "ask",
            )
        )
        return ["added", message_id, reminder.id, reminder.due.timestamp()]
    try:
        removed = await store.remove(command[1], author_id=ANN)
    except NotFound:
        return ["not found", command[1]]
    return ["removed", removed.id]


def working(arguments: argparse.Namespace) -> Answer:
    """Turns that leave a line each in a file beside the outbox, and end the process if it is to die then."""

    async def answer(claimed: Claimed) -> RequestAnswer:
        with turns_file(arguments.outbox).open("a") as file:
            file.write(f"{claimed.reminder.id}\n")
        if arguments.die == "working":
            os.kill(os.getpid(), signal.SIGKILL)
        return RequestAnswer(text="two things")

    return answer


def turns_file(outbox: Path) -> Path:
    return outbox.with_suffix(".turns")


async def main(arguments: argparse.Namespace) -> None:
    discord = FileDiscord(arguments.outbox, forgetful=arguments.forgetful, die=arguments.die)
    policy = DeliveryPolicy(nonce_memory=timedelta(0)) if arguments.forgetful else DeliveryPolicy()
    async with (
        open_database(arguments.database) as database,
        running(database, discord, clock=real_clock, policy=policy, answer=working(arguments)) as scheduler,
    ):
        store = store_of(database, scheduler)
        print(json.dumps(["ready"]), flush=True)
        async for command in commands():
            print(json.dumps(await obey(store, command)), flush=True)


def parse(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("database", type=Path)
    parser.add_argument("outbox", type=Path)
    parser.add_argument("--forgetful", action="store_true", help="nonces are not recognised at all")
    parser.add_argument("--die", choices=("before", "after", "working"))
    return parser.parse_args(argv)


if __name__ == "__main__":
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    asyncio.run(main(parse(sys.argv[1:])))
