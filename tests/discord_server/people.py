"""People: they write, edit, delete, react and type, under the same rules as everybody on Discord."""

from __future__ import annotations

import mimetypes
from dataclasses import dataclass
from typing import Any

from . import activity, message_changes, messages, threads
from .backend import Backend
from .errors import ApiError
from .messages import Draft
from .permissions import can_view
from .state import Attachment, Channel, Json, Message, User


@dataclass(frozen=True, slots=True)
class Person:
    """An account that a test moves. Channels may be given as the channel or its id."""

    backend: Backend
    user: User

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def mention(self) -> str:
        return f"<@{self.user.id}>"

    def place(self, channel: Channel | int) -> Channel:
        return self.backend.channel(channel) if isinstance(channel, int) else channel

    def dm(self) -> Channel:
        """The direct-message channel with the bot."""
        return threads.dm_channel(self.backend, self.backend.world.application.bot_id, self.id)

    async def send(
        self,
        channel: Channel | int,
        content: str = "",
        *,
        reply_to: Message | int | None = None,
        ping_reply: bool = True,
        attachments: dict[str, bytes] | None = None,
        **parts: Any,
    ) -> Message:
        """Post a message; `parts` are further Draft fields. Raises ApiError where Discord would refuse."""
        place = self.place(channel)
        reference = None if reply_to is None else _reference(place, reply_to)
        files = tuple(self._attachment(name, data) for name, data in (attachments or {}).items())
        policy: Json | None = None if ping_reply else {"parse": ["users", "roles", "everyone"]}
        draft = Draft(
            content=content, reference=reference, attachments=files, **{"allowed_mentions": policy, **parts}
        )
        return messages.send(self.backend, self.id, place, draft)

    async def send_dm(self, content: str = "", **parts: Any) -> Message:
        return await self.send(self.dm(), content, **parts)

    def _attachment(self, name: str, data: bytes) -> Attachment:
        guessed = mimetypes.guess_type(name)[0] or "application/octet-stream"
        kind = guessed + "; charset=utf-8" if guessed.startswith("text/") else guessed
        return Attachment(id=self.backend.next_id(), filename=name, content_type=kind, data=data)

    async def edit(self, message: Message, content: str) -> Message:
        return message_changes.edit(
            self.backend, self.id, self.place(message.channel_id), message, {"content": content}
        )

    async def delete(self, message: Message) -> None:
        message_changes.delete(self.backend, self.id, self.place(message.channel_id), message)

    async def type(self, channel: Channel | int) -> None:
        activity.start_typing(self.backend, self.id, self.place(channel))

    async def react(self, message: Message, emoji: str, *, add: bool = True) -> None:
        place = self.place(message.channel_id)
        activity.react(self.backend, self.id, place, message, emoji, add=add)

    async def start_thread(
        self, parent: Channel | int, name: str, *, source: Message | None = None
    ) -> Channel:
        """A public thread in a text channel, from a message or without one."""
        place = self.place(parent)
        return threads.start(self.backend, self.id, place, {"name": name, "type": 11}, source=source)

    async def post_in_forum(self, forum: Channel | int, name: str, content: str) -> Message:
        """A forum post; the message's channel_id is the new thread's id."""
        fields: Json = {"name": name, "message": {"content": content}}
        thread = threads.start(self.backend, self.id, self.place(forum), fields)
        return threads.first_post(self.backend, self.id, thread, Draft(content=content))

    def close_dms(self, *, closed: bool = True) -> None:
        """Stop (or again accept) direct messages from the bot: it gets 50007."""
        self.user.accepts_dms = not closed
        self.backend.touch()

    def sees(self, message: Message) -> bool:
        return message.ephemeral_to in {None, self.id} and self.can_read(message.channel_id)

    def can_read(self, channel_id: int) -> bool:
        try:
            place = self.backend.channel(channel_id)
        except ApiError:
            return False
        return can_view(self.backend.world, place, self.id)


def _reference(place: Channel, target: Message | int) -> Json:
    message_id = target if isinstance(target, int) else target.id
    return {"message_id": str(message_id), "channel_id": str(place.id)}
