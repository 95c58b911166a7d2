"""/memory and the question "update or both?": who sees which notes where, and what they can do with them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from agent.memory_types import NoteDraft, NoteHead, Scope, ScopeKind
from agent.testing.engine import ScriptedEngine
from agent.words import LANGUAGES, say
from bot.config import AccessConfig, MemoryConfig
from bot.note_desk_words import NOTHING
from tests.commands.house import NOW, Running, running
from tests.discord_server.actors import Actor
from tests.discord_server.interaction_values import Interaction
from tests.discord_server.server import DiscordServer
from tests.discord_server.state import Channel, Message
from tests.turn.house import task

BIRTHDAY = "Anna's birthday is on May 3"
LATER = "Anna's birthday is on May 4"
PATIENCE = 30.0


class Library:
    """The bot with its memory at work, and people who keep notes."""

    def __init__(self, server: DiscordServer, directory: Path) -> None:
        self.server, self.directory = server, directory
        self.ada, self.bob = server.actor("ada"), server.actor("bob")
        self.owner = server.actor("owner")
        self.room = server.channel("general")
        self.number = 0

    @asynccontextmanager
    async def open(
        self, *, curators: tuple[int, ...] = (), access: AccessConfig | None = None
    ) -> AsyncIterator[Running]:
        memory = MemoryConfig(curators=curators)
        async with running(self.server, self.directory, memory=memory, access=access) as bot:
            remembering = bot.house.remembering
            assert remembering is not None
            await remembering.vault.open()
            keeping = asyncio.create_task(remembering.keeper.run())
            yield bot
            keeping.cancel()
            with suppress(asyncio.CancelledError):
                await keeping

    def scope(self, place: Channel, person: Actor) -> Scope:
        if place.guild_id is None:
            return Scope(kind=ScopeKind.USER, id=person.id)
        return Scope(kind=ScopeKind.CHANNEL, id=place.id)

    async def keep(self, bot: Running, person: Actor, place: Channel, text: str) -> None:
        assert bot.house.remembering is not None
        self.number += 1
        await bot.house.remembering.vault.create(
            self.draft(person, place, text), note_id=f"note-{self.number}"
        )
        await bot.house.remembering.keeper.sync()

    async def stage(self, bot: Running, person: Actor, place: Channel, text: str) -> None:
        assert bot.house.remembering is not None
        self.number += 1
        staged = bot.house.remembering.notebook._staged  # what a model would have staged
        await staged.add(self.draft(person, place, text), expires=NOW.replace(year=2027))

    def draft(self, person: Actor, place: Channel, text: str) -> NoteDraft:
        return NoteDraft(
            scope=self.scope(place, person),
            text=text,
            author_id=person.id,
            source_message_id=self.number,
            call_index=0,
            created=NOW,
        )

    async def press(self, person: Actor, shown: Message, label: str) -> None:
        """Until the message has changed, which may be later than Discord's answer."""
        before = (shown.content, repr(shown.components))
        await person.press_label(shown, label)
        await self.changed(shown, before)

    async def submit(self, person: Actor, shown: Message, form: Interaction, text: str) -> None:
        before = (shown.content, repr(shown.components))
        await person.submit(form, text=text)
        await self.changed(shown, before)

    async def changed(self, shown: Message, before: tuple[str, str]) -> None:
        await self.server.wait_until(lambda: (shown.content, repr(shown.components)) != before, PATIENCE)

    async def texts(self, bot: Running, scope: Scope | None = None) -> list[str]:
        assert bot.house.remembering is not None
        vault = bot.house.remembering.vault
        heads: tuple[NoteHead, ...] = await vault.heads(scopes=None if scope is None else [scope])
        return sorted([(await vault.read(head.id)).text for head in heads])


@pytest.fixture
def library(discord_pointed: DiscordServer, tmp_path: Path) -> Library:
    return Library(discord_pointed, tmp_path)


def labels(message: Message) -> list[str]:
    return [item.get("label", "menu") for row in message.components for item in row["components"]]


async def listed(actor: Actor, place: Channel) -> Message:
    used = await actor.command(place, "memory")
    shown = await actor.reply_to(used, within=PATIENCE)
    assert shown is not None
    assert shown.ephemeral_to == actor.id
    return shown


async def opened(actor: Actor, place: Channel, number: int = 0) -> Message:
    shown = await listed(actor, place)
    (menu,) = [item for row in shown.components for item in row["components"] if "options" in item]
    before = shown.content
    await actor.choose(shown, menu["custom_id"], menu["options"][number]["value"])
    for _ in range(1000):
        if shown.content != before:
            break
        await asyncio.sleep(0.02)
    return shown


def form_of(pressed: Interaction) -> dict[str, str]:
    assert pressed.modal is not None
    return {c["custom_id"]: c["value"] for row in pressed.modal["components"] for c in row["components"]}


async def test_each_place_shows_what_belongs_there_and_nothing_else(library: Library) -> None:
    ada, bob, direct = library.ada, library.bob, library.ada.dm()
    async with library.open() as bot:
        await library.keep(bot, ada, direct, "the alarm code is 4711")
        await library.keep(bot, ada, library.room, "the bins go out on Monday")
        await library.keep(bot, bob, library.room, "the oven is broken")
        await library.stage(bot, bob, library.room, "bob likes tea")
        here, there, bobs = (
            await listed(ada, library.room),
            await listed(ada, direct),
            await listed(bob, bob.dm()),
        )
    assert "4711" in there.content
    assert "bins" not in there.content
    assert {"bins" in here.content, "oven" in here.content} == {True}
    assert "4711" not in here.content
    assert "tea" not in here.content
    assert bobs.content == NOTHING["en"]


async def test_a_note_is_opened_changed_and_deleted_after_a_restart(library: Library) -> None:
    ada, direct = library.ada, library.ada.dm()
    async with library.open() as bot:
        await library.keep(bot, ada, direct, BIRTHDAY)
        shown = await opened(ada, direct)
        assert BIRTHDAY in shown.content
        assert labels(shown) == ["Edit", "Delete", "Back to the list"]
    async with library.open() as bot:
        pressed = await ada.press_label(shown, "Edit")
        assert form_of(pressed) == {"text": BIRTHDAY}
        await library.submit(ada, shown, pressed, LATER)
        assert await library.texts(bot) == [LATER]
        assert shown.content.startswith("Changed: ")
    async with library.open() as bot:
        await library.press(ada, shown, "Delete")
        assert await library.texts(bot) == []
        assert shown.content.startswith("Forgotten: ")


async def test_somebody_elses_note_is_read_only_but_for_moderators_and_owners(library: Library) -> None:
    ada, bob = library.ada, library.bob
    access = AccessConfig(owners=(library.owner.id,))
    async with library.open(access=access) as bot:
        await library.keep(bot, ada, library.room, BIRTHDAY)
        hers, his = await opened(ada, library.room), await opened(bob, library.room)
        assert labels(his) == ["Back to the list"]
        assert labels(hers)[:2] == labels(await opened(library.owner, library.room))[:2] == ["Edit", "Delete"]
        with pytest.raises(LookupError):
            await bob.press_label(hers, "Delete")
        assert await library.texts(bot) == [BIRTHDAY]


async def test_a_staged_note_is_changed_in_a_form_and_then_kept(library: Library) -> None:
    ada, direct = library.ada, library.ada.dm()
    async with library.open() as bot:
        await library.stage(bot, ada, direct, BIRTHDAY)
        shown = await opened(ada, direct)
        pressed = await ada.press_label(shown, "Edit")
        assert form_of(pressed) == {"text": BIRTHDAY}
        await library.submit(ada, shown, pressed, LATER)
        assert shown.content.startswith(f"Number 1 now says: “{LATER}”")
        late = await ada.press_label(shown, "Edit")
        await library.press(ada, shown, "Keep it")
        assert await library.texts(bot) == [LATER]
        await library.submit(ada, shown, late, "too late")
        assert await library.texts(bot) == [LATER]
        assert "too late" not in shown.content


async def test_a_staged_note_is_marked_and_kept_or_dropped(library: Library) -> None:
    ada, direct = library.ada, library.ada.dm()
    async with library.open() as bot:
        for text in (BIRTHDAY, "the oven is broken"):
            await library.stage(bot, ada, direct, text)
        shown = await listed(ada, direct)
        assert shown.content.count("not kept yet") == 2
        kept = await opened(ada, direct)
        assert labels(kept) == ["Keep it", "Edit", "Drop it", "Back to the list"]
        await library.press(ada, kept, "Keep it")
        assert kept.content.startswith(f"I will remember: “{BIRTHDAY}”")
        dropped = await opened(ada, direct)
        await library.press(ada, dropped, "Drop it")
        assert await library.texts(bot) == [BIRTHDAY]
        assert "not kept yet" not in (await listed(ada, direct)).content


@pytest.mark.parametrize(
    ("label", "left"), [("Update: replace the old one", [LATER]), ("Keep both", [BIRTHDAY, LATER])]
)
async def test_a_staged_note_like_another_one_is_asked_about(
    library: Library, label: str, left: list[str]
) -> None:
    ada, direct = library.ada, library.ada.dm()
    async with library.open() as bot:
        await library.keep(bot, ada, direct, BIRTHDAY)
        await library.stage(bot, ada, direct, LATER)
        shown = await opened(ada, direct)
        await library.press(ada, shown, "Keep it")
        assert BIRTHDAY in shown.content
        assert labels(shown)[:2] == ["Update: replace the old one", "Keep both"]
        assert await library.texts(bot) == [BIRTHDAY]
        await library.press(ada, shown, label)
        assert await library.texts(bot) == left


async def test_only_curators_keep_notes_for_the_whole_server(library: Library) -> None:
    ada, bob = library.ada, library.bob
    async with library.open(curators=(ada.id,)) as bot:
        await library.stage(bot, bob, library.room, "the oven is broken")
        assert "Keep it for the whole server" not in labels(await opened(bob, library.room))
        await library.stage(bot, ada, library.room, BIRTHDAY)
        shown = await opened(ada, library.room)
        await library.press(ada, shown, "Keep it for the whole server")
        assert library.room.guild_id is not None
        everywhere = Scope(kind=ScopeKind.GUILD, id=library.room.guild_id)
        assert await library.texts(bot, everywhere) == [BIRTHDAY]


async def test_who_was_a_curator_when_the_button_was_shown_is_asked_for_again(library: Library) -> None:
    ada = library.ada
    async with library.open(curators=(ada.id,)) as bot:
        await library.stage(bot, ada, library.room, BIRTHDAY)
        shown = await opened(ada, library.room)
    async with library.open() as bot:
        await library.press(ada, shown, "Keep it for the whole server")
        assert await library.texts(bot) == []


async def test_a_long_list_of_long_notes_fits_and_has_pages(library: Library) -> None:
    ada, direct = library.ada, library.ada.dm()
    async with library.open() as bot:
        for number in range(19):
            await library.keep(bot, ada, direct, f"{number} @everyone " + "word " * 700)
        shown = await listed(ada, direct)
        assert len(shown.content) <= 2000
        assert "(1 to 8 of 19)" in shown.content
        await library.press(ada, shown, "Later")
        await library.press(ada, shown, "Later")
        assert "(17 to 19 of 19)" in shown.content
        long = await opened(ada, direct)
        assert len(long.content) <= 2000


async def test_it_speaks_the_language_of_whoever_asks(library: Library) -> None:
    ada, direct = library.ada, library.ada.dm()
    async with library.open() as bot:
        for language in LANGUAGES:
            await bot.house.stores.users.set_language(ada.id, language)
            assert (await listed(ada, direct)).content == say(NOTHING, language)


async def test_a_choice_between_update_and_both_is_pressed_in_a_channel(library: Library) -> None:
    ada, room, server = library.ada, library.room, library.server
    me = server.world.application.bot_id

    def sent() -> list[Message]:
        return [each for each in server.messages(room, author_id=me) if each.ephemeral_to is None]

    async def say_(bot: Running, text: str) -> Message:
        before = len(sent())
        await ada.send(room, f"<@{me}> {text}")
        await server.wait_until(lambda: len(sent()) > before, PATIENCE)
        await bot.house.sessions.wait_idle()
        return sent()[-1]

    script = [task(("memory:stage", {"text": text})) for text in (BIRTHDAY, LATER)]
    async with library.open() as bot:
        assert bot.house.remembering is not None
        bot.think_with(ScriptedEngine(script, strict=False), remembers=True)
        await say_(bot, f"remember that {BIRTHDAY}")
        await bot.house.remembering.keeper.sync()
        question = await say_(bot, f"remember that {LATER}")
        assert labels(question) == ["Update: replace the old one", "Keep both"]
        with suppress(LookupError):
            await library.bob.press_label(question, "Update: replace the old one")
        await bot.house.sessions.wait_idle()
        assert await library.texts(bot) == [BIRTHDAY]
        await ada.press_label(question, "Update: replace the old one")
        await bot.house.sessions.wait_idle()
        assert await library.texts(bot) == [LATER]
    assert sent()[-1].content.startswith(f"Changed: “{LATER}”")
