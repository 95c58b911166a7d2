"""The people of `bench.crowd`, who write, wait for the answer, and write again."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass

from bench.crowd import COMMANDS, KINDS
from tests.discord_server.actors import Actor
from tests.discord_server.server import DiscordServer
from tests.discord_server.state import Channel, Message

COMMAND_EVERY = 8
"""One use in so many is a command."""
PATIENCE = 60.0
"""Seconds for an answer."""


@dataclass(slots=True, kw_only=True)
class Crowd:
    """People who each write, wait for the answer, and write again."""

    server: DiscordServer
    places: list[tuple[Actor, Channel]]
    done: int = 0
    silent: int = 0

    async def use(self, turns: int) -> None:
        numbers = iter(range(turns))
        await asyncio.gather(*(self._chat(person, place, numbers) for person, place in self.places))

    async def _chat(self, person: Actor, place: Channel, numbers: Iterator[int]) -> None:
        for number in numbers:
            if number % COMMAND_EVERY == COMMAND_EVERY - 1:
                await self._command(person, place, COMMANDS[number // COMMAND_EVERY % len(COMMANDS)])
            else:
                await self._say(person, place, KINDS[number % len(KINDS)].said(number))
            self.done += 1

    async def _command(self, person: Actor, place: Channel, name: str) -> None:
        used = await person.command(place, name)
        if not used.acknowledged:
            self.silent += 1

    async def _say(self, person: Actor, place: Channel, text: str) -> None:
        asked = await person.send(place, f"{self.server.bot_mention} {text}")
        try:
            async with asyncio.timeout(PATIENCE):
                while answer_in(self.server, place, asked) is None:  # noqa: ASYNC110 - no event
                    await asyncio.sleep(0.02)
        except TimeoutError:
            self.silent += 1


def place_for_each(server: DiscordServer, people: int) -> list[tuple[Actor, Channel]]:
    """So many people, each in a channel of their own."""
    return [
        (server.add_person(f"person{number}"), server.add_channel(f"place-{number}"))
        for number in range(people)
    ]


def answer_in(server: DiscordServer, place: Channel, asked: Message) -> Message | None:
    """The first message that refers to `asked`; looks back from the newest one."""
    messages = server.world.messages[place.id]
    found = None
    for number in reversed(messages):
        if number <= asked.id:
            break
        reference = messages[number].reference
        if reference is not None and reference.message_id == asked.id:
            found = messages[number]
    return found
