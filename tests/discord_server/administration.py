"""What the owner of the guild does while the bot is running; every change is announced as Discord does."""

from __future__ import annotations

from typing import Any

from . import payloads, payloads_places, seed, threads
from .actors import Actor
from .backend import Backend, Event, Intent
from .permissions import Permission
from .state import Channel, ChannelKind, Guild, Json, Role


class Administration:
    """Changes to places, people and rights. Without a guild the first one is meant."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend

    def _guild(self, guild: Guild | None) -> Guild:
        return next(iter(self.backend.world.guilds.values())) if guild is None else guild

    def _publish(self, name: str, data: Json, intent: Intent = Intent.GUILDS) -> None:
        self.backend.publish(Event(name=name, data=data, intents=int(intent)))

    def deny(self, channel: Channel, *permissions: Permission, user_id: int | None = None) -> None:
        """Take permissions away in a channel, from the bot unless another user is named."""
        self._overwrite(channel, user_id, deny=sum(permissions))

    def allow(self, channel: Channel, *permissions: Permission, user_id: int | None = None) -> None:
        """Grant permissions in a channel and lift what `deny` took, for the bot unless another is named."""
        self._overwrite(channel, user_id, allow=sum(permissions))

    def _overwrite(self, channel: Channel, user_id: int | None, *, allow: int = 0, deny: int = 0) -> None:
        target = self.backend.world.application.bot_id if user_id is None else user_id
        threads.overwrite(self.backend, channel, target, kind=1, allow=allow, deny=deny)

    def add_guild(self, name: str, *people: Actor, shard: tuple[int, int] | None = None) -> Guild:
        """A guild with a channel "general" that the bot and these people join; see `seed.add_guild`."""
        world = self.backend.world
        guild = seed.add_guild(world, name, world.users[world.application.owner_id], shard=shard)
        for user in (world.bot, *(person.user for person in people)):
            seed.join(guild, user)
        seed.add_channel(world, guild, "general")
        self._publish("GUILD_CREATE", payloads_places.guild(world, guild, bot_id=world.application.bot_id))
        return guild

    def add_channel(
        self, name: str, kind: ChannelKind = ChannelKind.TEXT, *, guild: Guild | None = None
    ) -> Channel:
        channel = seed.add_channel(self.backend.world, self._guild(guild), name, kind)
        self._publish("CHANNEL_CREATE", payloads_places.channel(self.backend.world, channel))
        return channel

    def change_channel(self, channel: Channel, **fields: Any) -> None:
        """Rename, archive or lock: `name`, `archived`, `locked`, `topic`."""
        threads.change(self.backend, channel, fields)

    def delete_channel(self, channel: Channel) -> None:
        threads.delete(self.backend, channel)

    def add_person(self, name: str, *, bot: bool = False, guild: Guild | None = None) -> Actor:
        """A new account that joins the guild; with `bot` another bot."""
        place = self._guild(guild)
        user = seed.add_user(self.backend.world, name, bot=bot)
        member = seed.join(place, user)
        data = payloads.member(member, user) | {"guild_id": str(place.id)}
        self._publish("GUILD_MEMBER_ADD", data, Intent.GUILD_MEMBERS)
        return Actor(self.backend, user)

    def add_role(
        self, name: str, permissions: int = 0, *, mentionable: bool = False, guild: Guild | None = None
    ) -> Role:
        place = self._guild(guild)
        role = seed.add_role(self.backend.world, place, name, permissions, mentionable=mentionable)
        self._publish("GUILD_ROLE_CREATE", {"guild_id": str(place.id), "role": payloads.role(role)})
        return role

    def give_role(self, person: Actor, role: Role, *, guild: Guild | None = None) -> None:
        place = self._guild(guild)
        member = place.members[person.id]
        member.role_ids = [*member.role_ids, role.id]
        data = payloads.member(member, person.user) | {"guild_id": str(place.id)}
        self._publish("GUILD_MEMBER_UPDATE", data, Intent.GUILD_MEMBERS)

    def remove_from_guild(self, user_id: int | None = None, *, guild: Guild | None = None) -> None:
        """Kick somebody, the bot unless another is named."""
        place = self._guild(guild)
        bot_id = self.backend.world.application.bot_id
        target = bot_id if user_id is None else user_id
        del place.members[target]
        if target == bot_id:
            self._publish("GUILD_DELETE", {"id": str(place.id)})
            return
        user = payloads.user(self.backend.world.users[target])
        self._publish("GUILD_MEMBER_REMOVE", {"guild_id": str(place.id), "user": user}, Intent.GUILD_MEMBERS)

    def suffer_outage(self, *, over: bool = False, guild: Guild | None = None) -> None:
        """The guild becomes unavailable; with `over` it is back."""
        place = self._guild(guild)
        world = self.backend.world
        if over:
            self._publish(
                "GUILD_CREATE", payloads_places.guild(world, place, bot_id=world.application.bot_id)
            )
        else:
            self._publish("GUILD_DELETE", {"id": str(place.id), "unavailable": True})
