"""/forget-me: what somebody said is in no table and in no file afterwards, and what others said still is."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from agent.memory_types import Scope, ScopeKind
from agent.testing.engine import ScriptedEngine
from agent.types import AttachedText, Author, ChannelKind
from agent.types import Channel as Place
from bot.config import DiscordConfig
from bot.note_desk_words import APART, CANCELLED, NOTHING_LEFT
from tests.commands.house import NOW, Running, running
from tests.commands.test_memory import PATIENCE, Library, labels
from tests.discord_server.actors import Actor
from tests.discord_server.server import DiscordServer
from tests.discord_server.state import Channel, Message
from tests.turn.house import idle, origin

WORD, OTHER = "zephyrine", "ordinary"
"""In everything that ada says, and in everything that bob says."""


@pytest.fixture
def library(discord_pointed: DiscordServer, tmp_path: Path) -> Library:
    return Library(discord_pointed, tmp_path)


def tables_with(directory: Path, *needles: object) -> list[str]:
    with sqlite3.connect(directory / "kallisti.sqlite3") as connection:
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = {name: repr(connection.execute(f"SELECT * FROM {name}").fetchall()) for name in names}
    return sorted(name for name, text in rows.items() if any(str(needle) in text for needle in needles))


def files_with(directory: Path, *needles: str | int) -> list[str]:
    """By content and by name; SQLite stores an id as eight bytes."""
    wanted = [str(needle).encode() for needle in needles]
    wanted += [needle.to_bytes(8, "big") for needle in needles if isinstance(needle, int)]
    return sorted(set(_with(directory, wanted)))


def _with(directory: Path, wanted: list[bytes]) -> Iterator[str]:
    for path in directory.rglob("*"):
        name = str(path.relative_to(directory))
        content = path.read_bytes() if path.is_file() else b""
        if any(each in content or each in name.encode() for each in wanted):
            yield name


async def say(library: Library, bot: Running, person: Actor, place: Channel, text: str) -> None:
    me = library.server.world.application.bot_id
    before = len(library.server.messages(place, author_id=me))
    await person.send(place, f"<@{me}> {text}")
    await library.server.wait_until(
        lambda: len(library.server.messages(place, author_id=me)) > before, PATIENCE
    )
    await bot.house.sessions.wait_idle()


async def live(library: Library, bot: Running, person: Actor, word: str) -> None:
    """Leaves something of this person in every place that keeps anything."""
    remembering = bot.house.remembering
    assert remembering is not None
    for place in (library.room, person.dm()):
        await say(library, bot, person, place, f"hello, I am {word}")
        used = await person.command(place, "remind", when="tomorrow at 9", text=f"{word} bins")
        await person.reply_to(used, within=PATIENCE)
        await library.keep(bot, person, place, f"the {word} is blue")
        await library.stage(bot, person, place, f"{word} likes tea")
    await say(library, bot, person, library.room, f"remind me at 9 or 10 to call {word}")
    (head,) = await remembering.vault.heads(scopes=[Scope(kind=ScopeKind.USER, id=person.id)])
    await remembering.vault.revise(head.id, text=f"the {word} is green", now=NOW)
    await remembering.vault.refresh()
    await remembering.keeper.sync()
    await bot.house.stores.users.set_zone(person.id, "Europe/Berlin")


async def asked(person: Actor, place: Channel) -> Message:
    used = await person.command(place, "forget-me")
    shown = await person.reply_to(used, within=PATIENCE)
    assert shown is not None
    assert shown.ephemeral_to == person.id
    return shown


async def test_nothing_of_a_person_is_left_and_all_of_others(library: Library, tmp_path: Path) -> None:
    ada, bob = library.ada, library.bob
    async with library.open() as bot:
        bot.think_with(ScriptedEngine([idle(f"Hello {WORD}.")] * 2 + [idle(f"Hello {OTHER}.")] * 2))
        await live(library, bot, ada, WORD)
        await live(library, bot, bob, OTHER)
        held = tables_with(tmp_path, WORD, ada.id)
        assert {"messages", "reminders", "staged_notes", "clarifications", "handled_messages"} <= set(held)
        assert {Path(name).parts[0] for name in files_with(tmp_path, WORD, ada.id)} >= {"vault"}
        others, texts = tables_with(tmp_path, OTHER, bob.id), len(await library.texts(bot))
        shown = await asked(ada, library.room)
        assert labels(shown) == ["Forget everything", "Forget all but my settings", "Cancel"]
        await library.press(ada, shown, "Forget everything")
        assert tables_with(tmp_path, WORD, ada.id, ada.dm().id) == []
        assert files_with(tmp_path, WORD, ada.id) == []
        assert tables_with(tmp_path, OTHER, bob.id) == others
        assert len(await library.texts(bot)) == texts - 2
        assert bot.house.remembering is not None
        assert len(await bot.house.remembering.index.digests()) == texts - 2
        said = shown.content.splitlines()
        again = await asked(ada, library.room)
        await library.press(ada, again, "Forget everything")
    assert said[0] == "Forgotten. I removed:"
    assert "- notes, with their earlier versions: 2" in said
    assert "- notes that waited to be kept: 2" in said
    assert "- reminders, alarms, timers and scheduled requests: 2" in said
    assert labels(shown) == []
    assert again.content == NOTHING_LEFT["en"]
    assert files_with(tmp_path, WORD, ada.id) == []


async def test_documents_go_too_and_are_counted_by_themselves(library: Library, tmp_path: Path) -> None:
    async with library.open() as bot:
        remembering = bot.house.remembering
        assert remembering is not None
        shelf = remembering.documents
        await shelf.vault.open()
        for number, (person, word) in enumerate(((library.ada, WORD), (library.bob, OTHER))):
            asked_by = origin(
                "keep this", message_id=number + 1, author=Author(id=person.id, name="Somebody")
            )
            place = replace(asked_by, channel=Place(id=library.room.id, kind=ChannelKind.GUILD, guild_id=90))
            for version in ("first", "second"):
                file = AttachedText(name=f"{word}.txt", text=f"the {version} {word} file")
                await shelf.library.keep(place, file, call_index=0)
        await shelf.keeper.sync()
        assert files_with(tmp_path / "documents", WORD)
        shown = await asked(library.ada, library.room)
        await library.press(library.ada, shown, "Forget everything")
        assert "- documents: 1" in shown.content.splitlines()
        assert "notes" not in shown.content
        assert [head.title for head in await shelf.vault.heads()] == [f"{OTHER}.txt"]
        assert len(await shelf.index.digests()) == 1
    assert files_with(tmp_path, WORD) == []


async def test_settings_stay_on_request_and_a_cancelled_wish_removes_nothing(
    library: Library, tmp_path: Path
) -> None:
    ada = library.ada
    async with library.open() as bot:
        await library.keep(bot, ada, ada.dm(), f"the {WORD} is blue")
        await bot.house.stores.users.set_zone(ada.id, "Asia/Tokyo")
        shown = await asked(ada, ada.dm())
        await library.press(ada, shown, "Cancel")
        assert shown.content == CANCELLED["en"]
        assert len(await library.texts(bot)) == 1
        shown = await asked(ada, ada.dm())
    async with library.open() as bot:  # the buttons work after a restart
        await library.press(ada, shown, "Forget all but my settings")
        assert await library.texts(bot) == []
        assert (await bot.house.stores.users.get(ada.id)).zone == "Asia/Tokyo"
    assert tables_with(tmp_path, ada.id) == ["users"]


async def test_only_the_person_who_asked_may_press(library: Library) -> None:
    """The question is shown to nobody else; a forged press is refused all the same."""
    ada, bob = library.ada, library.bob
    async with library.open() as bot:
        await library.keep(bot, ada, library.room, f"the {WORD} is blue")
        shown = await asked(ada, library.room)
        with pytest.raises(LookupError):
            await bob.press_label(shown, "Forget everything")
        shown.ephemeral_to = None
        pressed = await bob.press_label(shown, "Forget everything")
        assert pressed.reply is not None
        assert "Only the person who asked" in pressed.reply.content
        assert len(await library.texts(bot)) == 1


async def test_one_of_several_daemons_says_that_others_may_hold_more(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada = discord_pointed.actor("ada")
    async with running(discord_pointed, tmp_path, discord=DiscordConfig(shards=2, shard_ids=(0,))):
        await ada.command(ada.dm(), "remind", when="tomorrow at 9", text="water the plants")
        shown = await asked(ada, ada.dm())
        await ada.press_label(shown, "Forget everything")
        await discord_pointed.wait_until(lambda: APART["en"] in shown.content)
        assert shown.content.startswith("Forgotten. I removed:")
