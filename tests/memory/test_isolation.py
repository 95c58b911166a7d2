"""People, channels and servers never see each other's notes, whatever they do one after the other."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from agent.errors import KallistiError
from agent.memory.keeper import Keeper, PresentNotes
from agent.memory.notebook import MemorySettings, Notebook
from agent.memory.scopes import visible_scopes
from agent.memory_types import OnConflict
from agent.testing.notes import in_memory_index
from agent.testing.vault import InMemoryStagedNotes, InMemoryVault
from agent.types import Author, Channel, ChannelKind, Origin

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
PEOPLE = (Author(id=7, name="Ann"), Author(id=8, name="Bob"))
PLACES = (
    *(Channel(id=70 + number, kind=ChannelKind.DM) for number in range(2)),
    *(Channel(id=80 + number, kind=ChannelKind.GUILD, guild_id=90 + number % 2) for number in range(4)),
    Channel(id=84, kind=ChannelKind.THREAD, guild_id=90, parent_id=80),
    Channel(id=85, kind=ChannelKind.THREAD, guild_id=91, parent_id=81),
)
QUESTION = "what is the secret word of the garden"


@dataclass
class World:
    """A notebook, and beside it what each place may know: secret word -> the scope it was told in."""

    curators: frozenset[int]
    told: dict[str, Any] = field(default_factory=dict)
    number: int = 0

    def __post_init__(self) -> None:
        self.vault = InMemoryVault()
        index = in_memory_index()
        self.keeper = Keeper(vault=self.vault, index=index)
        self.notebook = Notebook(
            vault=self.vault,
            staged=InMemoryStagedNotes(most=1000),
            index=PresentNotes(index, vault=self.vault),
            settings=MemorySettings(curators=self.curators),
        )

    def origin(self, who: int, where: int, text: str = "") -> Origin:
        """A direct message is always its author's own."""
        self.number += 1
        place = PLACES[who] if where < 2 else PLACES[where]
        return Origin(
            message_id=self.number,
            channel=place,
            author=PEOPLE[who],
            text=text,
            now=NOW,
            zone="UTC",
            language="en",
        )

    async def act(self, action: str, who: int, where: int, wide: bool) -> None:
        origin = self.origin(who, where, "for the whole server" if wide else "")
        secret = f"secret{self.number}word"
        text = f"the secret word of the garden is {secret}"
        with suppress(KallistiError):
            if action in ("commit", "update"):
                await self.settle(origin, OnConflict.BOTH if action == "commit" else OnConflict.UPDATE)
            elif action in ("remember", "stage"):
                await self.tell(action, origin, text, secret)
            elif action == "rewrite":
                for head in (await self.notebook.notes(origin))[:1]:
                    self.told[secret] = (await self.notebook.rewrite(origin, head.name, text=text)).scope
            elif action == "forget":
                for head in (await self.notebook.notes(origin))[:1]:
                    await self.notebook.forget(origin, head.name)
            else:
                await self.keeper.sync()

    async def tell(self, action: str, origin: Origin, text: str, secret: str) -> None:
        if action == "stage":
            staged = await self.notebook.stage(origin, text=text, call_index=0)
            self.told[secret] = staged.draft.scope
            return
        both = OnConflict.BOTH
        saved = await self.notebook.remember(origin, text=text, call_index=0, on_conflict=both)
        assert saved.note is not None
        self.told[secret] = saved.note.scope

    async def settle(self, origin: Origin, choice: OnConflict) -> None:
        for each in await self.notebook.staged(origin):
            await self.notebook.commit(origin, each.number, on_conflict=choice)

    async def seen(self, who: int, where: int) -> str:
        """Everything that can be got out of the memory there."""
        origin = self.origin(who, where)
        texts = [passage.text for passage in await self.notebook.search(origin, QUESTION, limit=1000)]
        texts += [note.text for note in await self.notebook.find(origin, QUESTION, limit=1000)]
        texts += [each.draft.text for each in await self.notebook.staged(origin)]
        for head in await self.notebook.notes(origin):
            texts += [head.title, head.name, (await self.notebook.read(origin, head.name)).text]
        for head in await self.vault.heads():
            with suppress(KallistiError):
                texts.append((await self.notebook.read(origin, head.name)).text)
        return "\n".join(texts)


ACTIONS = st.tuples(
    st.sampled_from(
        ["remember", "remember", "stage", "commit", "update", "rewrite", "forget", "sync", "sync"]
    ),
    st.integers(0, 1),
    st.integers(0, len(PLACES) - 1),
    st.booleans(),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(ACTIONS, max_size=25), st.frozensets(st.sampled_from([7, 8])))
def test_nobody_sees_what_was_told_elsewhere(actions: list[Any], curators: frozenset[int]) -> None:
    asyncio.run(_nobody_sees(actions, curators))


async def _nobody_sees(actions: list[Any], curators: frozenset[int]) -> None:
    world = World(curators=curators)
    for action in actions:
        await world.act(*action)
    for who in range(2):
        for where in range(1, len(PLACES)):
            origin = world.origin(who, where)
            visible = visible_scopes(origin.channel, origin.author)
            seen = await world.seen(who, where)
            for secret, scope in world.told.items():
                assert secret not in seen or scope in visible
    kinds = {action[0] for action in actions}
    if "remember" in kinds and not kinds & {"forget", "rewrite", "update"}:
        everything = [await world.seen(who, where) for who in range(2) for where in range(1, len(PLACES))]
        assert any(secret in each for each in everything for secret in world.told)
