"""What people ask of one daemon, one after the other: real daemon, real model, real client, loopback Discord.

It starts once for all of these tests; each of them has a person of its own.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.discord_server.actors import Actor
from tests.discord_server.server import DiscordServer
from tests.discord_server.state import Channel, Message
from tests.documents.pdfs import pdf
from tests.documents.test_content import PNG
from tests.e2e.daemon import Daemon, named_second
from tests.e2e.test_reminders import LATEST, QUIET_SECONDS, answer_to, reminders_in

pytestmark = [pytest.mark.e2e, pytest.mark.model, pytest.mark.asyncio(loop_scope="module")]

PATIENCE = 60.0
INDEXED = "the index of notes is up to date"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server() -> AsyncIterator[DiscordServer]:
    async with DiscordServer() as server:
        yield server
    assert server.crashes == [], "the loopback server itself failed"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def running(
    server: DiscordServer, default_model: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Daemon]:
    daemon = Daemon(server, tmp_path_factory.mktemp("daemon"))
    try:
        await daemon.start()
        yield daemon
    finally:
        await daemon.end()


@pytest.fixture
def person(server: DiscordServer, running: Daemon) -> Actor:
    """Somebody who never wrote before."""
    return server.add_person(f"person{len(server.world.users)}")


async def reminder_for(server: DiscordServer, place: Channel, person: Actor) -> Message:
    return await server.wait_for_message(
        place, lambda message: bool(message.components) and message.pinged == [person.id], timeout=PATIENCE
    )


@pytest.mark.parametrize("kind", ["guild", "thread", "direct"])
async def test_a_reminder_arrives_where_it_was_asked_for_on_time_for_its_author_alone(
    running: Daemon, server: DiscordServer, person: Actor, kind: str
) -> None:
    places = {
        "guild": server.channel("general"),
        "thread": server.channel("side-talk"),
        "direct": person.dm(),
    }
    mention = "" if kind == "direct" else f"{server.bot_mention} "
    before = len(reminders_in(server, places[kind]))
    asked = await person.send(places[kind], f"{mention}remind me in 3 seconds to stretch")

    confirmation = await answer_to(server, asked)
    (due,) = running.stored_due(author_id=person.id)
    assert named_second(confirmation.content) == int(due.timestamp())
    assert "stretch" in confirmation.content

    reminder = await reminder_for(server, places[kind], person)
    assert "stretch" in reminder.content
    assert due <= reminder.timestamp <= due + LATEST
    await asyncio.sleep(QUIET_SECONDS)
    assert len(reminders_in(server, places[kind])) == before + 1


@pytest.mark.parametrize(
    ("request_text", "about"),
    [
        ("kannst du mich in 3 Sekunden ans Dehnen erinnern?", "Dehnen"),
        ("ping me in three seconds, I need to stretch", "stretch"),
    ],
)
async def test_a_request_that_names_no_tool_becomes_a_reminder_too(
    running: Daemon, server: DiscordServer, person: Actor, request_text: str, about: str
) -> None:
    confirmation = await answer_to(server, await person.send_dm(request_text))
    (due,) = running.stored_due(author_id=person.id)
    assert named_second(confirmation.content) == int(due.timestamp())
    reminder = await reminder_for(server, person.dm(), person)
    assert about in reminder.content
    assert due <= reminder.timestamp <= due + LATEST


@pytest.mark.parametrize(
    "request_text",
    ["remind me to stretch", "remind me 5 minutes ago to stretch", "remind me on the 35th of May"],
)
async def test_without_a_time_to_come_it_asks_and_stores_nothing(
    running: Daemon, server: DiscordServer, person: Actor, request_text: str
) -> None:
    answer = await answer_to(server, await person.send_dm(request_text))
    assert "?" in answer.content
    assert running.stored_due(author_id=person.id) == []


async def test_files_are_answered_with_what_was_done_and_what_was_not_read(
    server: DiscordServer, person: Actor
) -> None:
    paste = b"remind me in 2 hours to water the plants\n" + b"They are thirsty, and here is why. " * 100

    sent = await person.send_dm("remind me in 3 hours to pay the rent", attachments={"photo.png": PNG})
    answer = await server.wait_for_message(person.dm(), after=sent, timeout=PATIENCE)
    assert "pay the rent" in answer.content
    assert answer.content.endswith("I cannot see images, so I did not look at photo.png.")

    sent = await person.send_dm("", attachments={"message.txt": paste})
    answer = await server.wait_for_message(person.dm(), after=sent, timeout=PATIENCE)
    assert "water the plants" in answer.content

    sent = await person.send_dm("", attachments={"tool.bin": b"\x7fELF\0\0"})
    answer = await server.wait_for_message(person.dm(), after=sent, timeout=PATIENCE)
    assert answer.content == "I did not read tool.bin: I can read text, source code and PDF only."


async def test_a_document_is_kept_and_asked_about(
    running: Daemon, server: DiscordServer, person: Actor
) -> None:
    lease = pdf("The rent is 700 Euro.", "The deposit is 2100 Euro.")

    indexed = len(running.events(INDEXED))
    sent = await person.send_dm("keep this file", attachments={"lease.pdf": lease})
    answer = await server.wait_for_message(person.dm(), after=sent, timeout=PATIENCE)
    assert answer.content == "Kept: document lease-pdf (only in our direct messages)."
    await running.until(lambda: len(running.events(INDEXED)) > indexed)

    sent = await person.send_dm("what does the document say about the deposit?")
    answer = await server.wait_for_message(person.dm(), after=sent, timeout=PATIENCE)
    assert "“The deposit is 2100 Euro.” (lease-pdf, part 1)" in answer.content


async def test_this_in_a_reply_reminds_of_the_message_replied_to(
    server: DiscordServer, person: Actor
) -> None:
    place = server.add_channel("rent")
    first = await server.actor("bob").send(place, f"{server.bot_mention} hi")
    await server.wait_for_message(place, after=first, timeout=PATIENCE)
    said = await server.actor("bob").send(place, f"The rent is due, {server.bot_mention}")
    answer = await server.wait_for_message(place, after=said, timeout=PATIENCE)

    sent = await person.send(place, f"{server.bot_mention} remind me about this in 3 hours", reply_to=said)
    told = await server.wait_for_message(place, after=max(sent.id, answer.id), timeout=PATIENCE)

    assert "The rent is due" in told.content
