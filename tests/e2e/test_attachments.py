"""Files sent to the whole daemon, with the default model."""

from __future__ import annotations

from tests.documents.pdfs import pdf
from tests.documents.test_content import PNG
from tests.e2e.daemon import Daemon


async def test_files_are_answered_with_what_was_done_and_what_was_not_read(daemon: Daemon) -> None:
    server, ada = daemon.server, daemon.server.actor("ada")
    paste = b"remind me in 2 hours to water the plants\n" + b"They are thirsty, and here is why. " * 100

    sent = await ada.send_dm("remind me in 3 hours to pay the rent", attachments={"photo.png": PNG})
    answer = await server.wait_for_message(ada.dm(), after=sent, timeout=60)
    assert "pay the rent" in answer.content
    assert answer.content.endswith("I cannot see images, so I did not look at photo.png.")

    sent = await ada.send_dm("", attachments={"message.txt": paste})
    answer = await server.wait_for_message(ada.dm(), after=sent, timeout=60)
    assert "water the plants" in answer.content

    sent = await ada.send_dm("", attachments={"tool.bin": b"\x7fELF\0\0"})
    answer = await server.wait_for_message(ada.dm(), after=sent, timeout=60)
    assert answer.content == "I did not read tool.bin: I can read text, source code and PDF only."


async def test_a_document_is_kept_and_asked_about(daemon: Daemon) -> None:
    server, ada = daemon.server, daemon.server.actor("ada")
    lease = pdf("The rent is 700 Euro.", "The deposit is 2100 Euro.")

    sent = await ada.send_dm("keep this file", attachments={"lease.pdf": lease})
    answer = await server.wait_for_message(ada.dm(), after=sent, timeout=60)
    assert answer.content == "Kept: document lease-pdf (only in our direct messages)."
    await daemon.until(lambda: len(daemon.events("the index of notes is up to date")) > 0)

    sent = await ada.send_dm("what does the document say about the deposit?")
    answer = await server.wait_for_message(ada.dm(), after=sent, timeout=60)
    assert "“The deposit is 2100 Euro.” (lease-pdf, part 1)" in answer.content


async def test_this_in_a_reply_reminds_of_the_message_replied_to(daemon: Daemon) -> None:
    server, general = daemon.server, daemon.server.channel("general")
    first = await server.actor("bob").send(general, f"{server.bot_mention} hi")
    await server.wait_for_message(general, after=first, timeout=60)
    said = await server.actor("bob").send(general, f"The rent is due, {server.bot_mention}")
    answer = await server.wait_for_message(general, after=said, timeout=60)

    sent = await server.actor("ada").send(
        general, f"{server.bot_mention} remind me about this in 3 hours", reply_to=said
    )
    told = await server.wait_for_message(general, after=max(sent.id, answer.id), timeout=60)

    assert "The rent is due" in told.content
