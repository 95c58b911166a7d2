"""Documents: kept where they were sent, found by what is asked, read by part, removed by those who may."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from hypothesis import given
from hypothesis import strategies as st

from agent.errors import LimitReached, NotAllowed, NotFound
from agent.memory import parts
from agent.memory.keeper import Keeper, PresentNotes
from agent.memory.library import Library
from agent.memory.vault import Vault
from agent.testing.notes import in_memory_index
from agent.types import AttachedText, Author, Channel, ChannelKind, Origin
from tests.turn.house import ANN, encoder, origin

BEN = Author(id=8, name="Ben")
GUILD = Channel(id=80, kind=ChannelKind.GUILD, guild_id=90)
OTHER_ROOM = Channel(id=81, kind=ChannelKind.GUILD, guild_id=90)
LEASE = AttachedText(
    name="Lease 2026.pdf", text="## 1\n\nThe rent is 700 Euro.\n\n## 2\n\nThe deposit is 2,100 Euro."
)


class Shelf:
    """A library on real files and a real index."""

    def __init__(self, root: Path, **options: Any) -> None:
        self.vault = Vault(root, longest=200_000)
        index = in_memory_index(encoder())
        self._keeper = Keeper(vault=self.vault, index=index)
        present = PresentNotes(index, vault=self.vault)
        self.library = Library(vault=self.vault, index=present, **{"most": 3, **options})

    async def keep(self, asked: Origin, file: AttachedText, *, call: int = 0) -> Any:
        kept = await self.library.keep(asked, file, call_index=call)
        await self._keeper.sync()
        return kept


@pytest_asyncio.fixture
async def shelf(tmp_path: Path) -> Shelf:
    shelf = Shelf(tmp_path / "documents")
    await shelf.vault.open()
    return shelf


def said(number: int = 1, *, author: Author = ANN, channel: Channel | None = None) -> Origin:
    asked = origin("keep this", message_id=number, author=author)
    return replace(asked, channel=channel) if channel else asked


async def test_a_document_is_found_with_its_page_and_part(shelf: Shelf) -> None:
    await shelf.keep(said(), LEASE)

    [found, *_] = await shelf.library.search(said(), "how much is the deposit?", limit=3)

    assert (found.name, found.heading, found.text) == ("lease-2026-pdf", "2", "The deposit is 2,100 Euro.")
    assert found.part == 1


async def test_a_document_of_direct_messages_is_seen_nowhere_else_and_by_nobody_else(shelf: Shelf) -> None:
    await shelf.keep(said(), LEASE)

    for elsewhere in (said(author=BEN), said(channel=GUILD)):
        assert await shelf.library.documents(elsewhere) == ()
        assert await shelf.library.search(elsewhere, "how much is the deposit?", limit=3) == ()
        with pytest.raises(NotFound):
            await shelf.library.read(elsewhere, "lease-2026-pdf", part=1)
        with pytest.raises(NotFound):
            await shelf.library.remove(elsewhere, "lease-2026-pdf")


async def test_a_document_of_a_channel_stays_in_it_and_is_its_senders_to_remove(shelf: Shelf) -> None:
    await shelf.keep(said(channel=GUILD), LEASE)

    assert len(await shelf.library.documents(said(channel=GUILD, author=BEN))) == 1
    assert await shelf.library.documents(said(channel=OTHER_ROOM)) == ()
    with pytest.raises(NotAllowed):
        await shelf.library.remove(said(channel=GUILD, author=BEN), "lease-2026-pdf")
    await shelf.library.remove(said(channel=GUILD), "Lease 2026.pdf")
    assert await shelf.library.documents(said(channel=GUILD)) == ()


async def test_a_file_of_the_same_name_replaces_only_its_senders_own(shelf: Shelf) -> None:
    await shelf.keep(said(1, channel=GUILD), LEASE)

    again = await shelf.keep(said(2, channel=GUILD), LEASE)
    changed = await shelf.keep(said(3, channel=GUILD), replace(LEASE, text="The rent is 750 Euro."))
    bens = await shelf.keep(said(4, channel=GUILD, author=BEN), replace(LEASE, text="mine"))

    assert (again.known, again.replaced) == (True, False)
    assert (changed.known, changed.replaced) == (False, True)
    assert bens.head.name == "lease-2026-pdf-2"
    part = await shelf.library.read(said(channel=GUILD), "lease-2026-pdf", part=1)
    assert part.text == "The rent is 750 Euro."


async def test_a_person_keeps_so_many_documents_and_no_more(shelf: Shelf) -> None:
    for number in range(3):
        await shelf.keep(said(number + 1), AttachedText(name=f"{number}.txt", text="text"))

    with pytest.raises(LimitReached):
        await shelf.keep(said(9), AttachedText(name="9.txt", text="text"))
    assert len(await shelf.library.documents(said())) == 3


async def test_a_long_document_is_read_part_by_part(shelf: Shelf) -> None:
    text = "\n\n".join(f"Paragraph {number}: " + "word " * 60 for number in range(30))
    await shelf.keep(said(), AttachedText(name="long.txt", text=text))

    first = await shelf.library.read(said(), "long-txt", part=1)
    rest = [await shelf.library.read(said(), "long-txt", part=number) for number in range(2, first.count + 1)]

    assert first.count > 5
    assert "".join("".join(part.text.split()) for part in (first, *rest)) == "".join(text.split())
    with pytest.raises(LimitReached):
        await shelf.library.read(said(), "long-txt", part=first.count + 1)


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/etc/passwd", "..", "a/../../b", "\u202e.md", "con", "\0"]
)
async def test_no_name_of_a_file_leaves_the_directory(shelf: Shelf, tmp_path: Path, name: str) -> None:
    before = {path for path in tmp_path.parent.rglob("*") if not path.is_relative_to(shelf.vault.root)}

    await shelf.keep(said(), AttachedText(name=name, text="text"))

    after = {path for path in tmp_path.parent.rglob("*") if not path.is_relative_to(shelf.vault.root)}
    assert after == before
    assert len(await shelf.library.documents(said())) == 1


async def test_all_documents_of_a_person_are_forgotten(shelf: Shelf) -> None:
    await shelf.keep(said(1), LEASE)
    await shelf.keep(said(2, channel=GUILD), LEASE)
    await shelf.keep(said(3, channel=GUILD, author=BEN), LEASE)

    assert await shelf.library.forget_person(ANN.id) == 2
    assert await shelf.library.documents(said()) == ()
    assert len(await shelf.library.documents(said(channel=GUILD))) == 1


@given(st.text(alphabet="ab .\n#", max_size=6000))
def test_the_parts_of_a_text_are_the_text(text: str) -> None:
    starts = parts.starts(text)
    bounds = (*starts, len(text))

    assert "".join(text[a:b] for a, b in pairwise(bounds)) == text
    assert all(b - a <= parts.LONGEST_PART for a, b in pairwise(bounds))
    assert [parts.part_at(text, start) for start in starts] == list(range(1, len(starts) + 1))
