"""Which message answers which; cheap where a channel holds thousands."""

from __future__ import annotations

from tests.discord_server.server import DiscordServer
from tests.discord_server.state import Channel, Message


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
