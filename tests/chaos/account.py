"""What became of every message, read off the channels as people see them. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from tests.chaos.stories import names_in
from tests.discord_server.permissions import Permission
from tests.discord_server.server import DiscordServer
from tests.discord_server.state import Message

LONGEST_ANSWER = timedelta(seconds=90)
"""Until an answer is given up at the latest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shut:
    """The bot had lost a permission in this channel for a while."""

    channel_id: int
    lost: Permission
    since: datetime
    until: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """Names of messages. `told`: no answer, but a word why to its author in this channel; `gone`: the channel
    was deleted; `shut_out`: the bot could not see the message or was not allowed to answer it. `lost`,
    `twice` and `growing` are faults always, `out_of_order` where no session was lost: what is found after one
    is answered after newer ones.
    """

    answered: tuple[str, ...]
    told: tuple[str, ...]
    gone: tuple[str, ...]
    shut_out: tuple[str, ...]
    lost: tuple[str, ...]
    twice: tuple[str, ...]
    growing: tuple[str, ...]
    out_of_order: tuple[str, ...]

    @property
    def is_settled(self) -> bool:
        return not self.lost and not self.growing

    def faults(self) -> dict[str, tuple[str, ...]]:
        return {
            "lost": self.lost,
            "twice": self.twice,
            "still growing": self.growing,
        }

    def counts(self) -> dict[str, int]:
        return {
            "answered": len(self.answered),
            "told why not": len(self.told),
            "channel deleted": len(self.gone),
            "shut out": len(self.shut_out),
        }


def account(server: DiscordServer, asked: Mapping[str, Message], shut: Sequence[Shut]) -> Account:
    """`asked` by the name that each message asked for."""
    own = _own(server)
    times = Counter(name for message in own for name in set(names_in(message.content)))
    words = [message for message in own if not names_in(message.content)]
    told = Counter(message.reference.message_id for message in words if message.reference)
    people = {(each.channel_id, each.author_id) for each in asked.values() if told[each.id]}
    unanswered = {name: message for name, message in asked.items() if not times[name]}
    gone = {name for name, each in unanswered.items() if each.channel_id not in server.world.channels}
    said = {name for name, each in unanswered.items() if (each.channel_id, each.author_id) in people} - gone
    kept_out = {name for name, each in unanswered.items() if _was_shut(each, shut)} - gone - said
    return Account(
        answered=tuple(name for name in asked if times[name]),
        told=tuple(said),
        gone=tuple(gone),
        shut_out=tuple(kept_out),
        lost=tuple(set(unanswered) - gone - said - kept_out),
        twice=tuple(name for name, each in asked.items() if times[name] > 1 or told[each.id] > 1),
        growing=tuple(name for message in own if message.components for name in names_in(message.content)),
        out_of_order=tuple(_out_of_order(own, asked)),
    )


def _own(server: DiscordServer) -> list[Message]:
    bot = server.world.application.bot_id
    places = list(server.world.channels.values())
    return [message for place in places for message in server.messages(place, author_id=bot)]


def _was_shut(message: Message, shut: Sequence[Shut]) -> bool:
    return any(
        each.channel_id == message.channel_id
        and message.timestamp <= each.until
        and each.since <= message.timestamp + LONGEST_ANSWER
        for each in shut
    )


def _out_of_order(own: Sequence[Message], asked: Mapping[str, Message]) -> list[str]:
    """Names that were answered after one that was asked for later in the same channel."""
    newest: dict[int, int] = {}
    found: list[str] = []
    for message in sorted(own, key=lambda each: each.id):
        for name in names_in(message.content):
            if name not in asked:
                continue
            if asked[name].id < newest.get(message.channel_id, 0):
                found.append(name)
            newest[message.channel_id] = max(newest.get(message.channel_id, 0), asked[name].id)
    return found
