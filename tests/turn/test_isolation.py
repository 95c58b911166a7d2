"""Two people and two servers who ask the same: no answer, no prompt and no list holds what belongs elsewhere.

Through whole turns with the tools and the recall, and through /memory; the model does whatever reads most.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from agent.memory.keeper import Keeper, PresentNotes
from agent.memory.library import Library
from agent.memory.notebook import Notebook
from agent.memory.recall import Recall
from agent.memory.scopes import visible_scopes
from agent.memory_types import Scope
from agent.testing.engine import ScriptedEngine
from agent.testing.notes import in_memory_index
from agent.testing.vault import InMemoryStagedNotes, InMemoryVault
from agent.types import AttachedText, Author, Channel, ChannelKind, Origin
from bot.asking import Asked, Origins
from bot.config import TimeConfig
from bot.note_desk import NoteDesk
from bot.store.db import open_database
from bot.store.users import SqliteUsers
from tests.turn.house import NOW, WIDE, build, encoder, idle, origin, task

PEOPLE = (Author(id=7, name="Ann"), Author(id=8, name="Bob"))
PLACES = (
    Channel(id=80, kind=ChannelKind.GUILD, guild_id=90),
    Channel(id=81, kind=ChannelKind.GUILD, guild_id=91),
    Channel(id=82, kind=ChannelKind.THREAD, guild_id=90, parent_id=80),
)
DIRECT = (Channel(id=70, kind=ChannelKind.DM), Channel(id=71, kind=ChannelKind.DM))
QUESTIONS: tuple[tuple[str, tuple[str, dict[str, Any]] | None], ...] = (
    ("what do you know about the garden?", ("memory:query", {"text": "what do you know about the garden"})),
    ("which notes do you have?", ("vault:list", {})),
    ("/read the note about the garden", ("vault:read", {"name": ""})),
    ("vault:search find notes about the garden", ("vault:search", {"text": "the garden"})),
    ("what is waiting to be kept?", ("memory:staged_list", {})),
    ("what is the secret word of the garden?", None),
    ("which documents do you have?", ("doc:list", {})),
    (
        "what does the document say about the garden?",
        ("doc:query", {"text": "what does the document say about the garden"}),
    ),
)


class World:
    def __init__(self, origins: Origins) -> None:
        self.vault, index = InMemoryVault(), in_memory_index(encoder())
        self.keeper = Keeper(vault=self.vault, index=index)
        present = PresentNotes(index, vault=self.vault)
        self.notebook = Notebook(vault=self.vault, staged=InMemoryStagedNotes(), index=present)
        self.desk = NoteDesk(memory=self.notebook, origins=origins)
        self.engine = ScriptedEngine(strict=False)
        self.files = InMemoryVault()
        pages = in_memory_index(encoder())
        self.filing = Keeper(vault=self.files, index=pages)
        self.library = Library(vault=self.files, index=PresentNotes(pages, vault=self.files), most=100)
        self.house = build(
            self.engine, memory=self.notebook, recall=Recall(present), documents=self.library, profile=WIDE
        )
        self.told: dict[str, Scope] = {}
        self.number = 0

    def origin(self, who: int, where: int, text: str) -> Origin:
        self.number += 1
        place = DIRECT[who] if where == len(PLACES) else PLACES[where]
        return origin(text, message_id=self.number, channel=place, author=PEOPLE[who])

    async def tell(self, who: int, where: int, *, staged: bool) -> None:
        secret = f"secret{self.number}word"
        text = f"the secret word of the garden is {secret}"
        said = self.origin(who, where, text if staged else f"remember that {text}, keep both")
        self.told[secret] = visible_scopes(said.channel, said.author)[0]
        if staged:
            await self.notebook.stage(said, text=text, call_index=0)
        else:
            self.engine.add(task(("memory:stage", {"text": text})), idle("Kept."))
            await self.house.turn.run(said)
            await self.keeper.sync()

    async def file(self, who: int, where: int) -> None:
        secret = f"secret{self.number}file"
        said = self.origin(who, where, "keep this file")
        self.told[secret] = visible_scopes(said.channel, said.author)[0]
        file = AttachedText(name=f"{secret} garden.txt", text=f"The secret word of the garden is {secret}.")
        await self.library.keep(said, file, call_index=0)
        await self.filing.sync()

    async def seen(self, who: int, where: int) -> str:
        """All that can be got out by asking there, and all that the model was shown for it."""
        before, found = len(self.engine.requests), []
        for question, call in QUESTIONS:
            self.engine.add(*([task(call)] if call else []), idle("That is all."), idle("That is all."))
            found.append((await self.house.turn.run(self.origin(who, where, question))).text)
        for request in self.engine.requests[before:]:
            found += [segment.text for segment in request.prompt.segments]
        asked = self.asked(who, where)
        for number in range(10):
            page = await self.desk.page(asked, number)
            found.append(page.text)
            for key, _ in page.entries:
                detail = await self.desk.detail(asked, key, moderates=True)
                found.append(detail.text if detail else "")
        return "\n".join(found)

    def asked(self, who: int, where: int) -> Asked:
        at = self.origin(who, where, "")
        return Asked(id=at.message_id, author=at.author, channel=at.channel, text="", at=NOW)


@pytest.mark.parametrize("seed", range(3))
async def test_nobody_sees_what_belongs_elsewhere(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    async with open_database(tmp_path / "users.sqlite3") as database:
        world = World(Origins(users=SqliteUsers(database), zone="UTC", time=TimeConfig()))
        for _ in range(14):
            await world.tell(random.randrange(2), random.randrange(4), staged=random.random() < 0.3)
        for _ in range(8):
            await world.file(random.randrange(2), random.randrange(4))
        shown = files = 0
        for who in range(2):
            for where in range(4):
                at = world.asked(who, where)
                visible = visible_scopes(at.channel, at.author)
                seen = await world.seen(who, where)
                for secret, scope in world.told.items():
                    assert secret not in seen or scope in visible
                    shown += secret in seen
                    files += secret in seen and secret.endswith("file")
        assert shown > files > 0
