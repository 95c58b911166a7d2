"""The world a fresh server starts with: one guild, its channels, a bot and three people."""

from __future__ import annotations

from .backend import PRIVILEGED, utc_now
from .permissions import MEMBER_DEFAULT
from .sessions import shard_of
from .state import SNOWFLAKE_TIME_SHIFT, Application, Channel, ChannelKind, Guild, Member, Role, User, World

DEFAULT_TOKEN = "MTA.loopback.token"
GUILD_NAME = "Test Guild"
BOT_NAME = "Kallisti"
OWNER = "owner"
PEOPLE = ("ada", "bob")


def build_world(*, token: str = DEFAULT_TOKEN, bot_name: str = BOT_NAME) -> World:
    """Guild "Test Guild" with #general, #random, #forum, thread "side-talk"; people owner, ada and bob."""
    now = utc_now()
    placeholder = Application(
        id=0, name=bot_name, owner_id=0, bot_id=0, token=token, privileged_intents=int(PRIVILEGED)
    )
    world = World(application=placeholder)
    owner = add_user(world, OWNER)
    bot = add_user(world, bot_name, bot=True)
    world.application.id = bot.id
    world.application.bot_id = bot.id
    world.application.owner_id = owner.id
    guild = add_guild(world, GUILD_NAME, owner)
    join(guild, bot)
    for name in PEOPLE:
        join(guild, add_user(world, name))
    general = add_channel(world, guild, "general")
    add_channel(world, guild, "random")
    add_channel(world, guild, "forum", ChannelKind.FORUM)
    thread = add_channel(world, guild, "side-talk", ChannelKind.PUBLIC_THREAD)
    thread.parent_id = general.id
    thread.owner_id = owner.id
    thread.thread_members = [owner.id]
    assert world.next_id(now) > thread.id
    return world


def add_user(world: World, name: str, *, bot: bool = False) -> User:
    user = User(id=world.next_id(utc_now()), name=name, global_name=None if bot else name.title(), bot=bot)
    world.users[user.id] = user
    return user


def add_guild(world: World, name: str, owner: User, *, shard: tuple[int, int] | None = None) -> Guild:
    """With `shard`, one whose id falls to this shard of so many."""
    guild_id = world.next_id(utc_now())
    while shard is not None and shard_of(guild_id, shard[1]) != shard[0]:
        world.last_id = guild_id = guild_id + (1 << SNOWFLAKE_TIME_SHIFT)
    everyone = Role(id=guild_id, name="@everyone", permissions=MEMBER_DEFAULT, position=0)
    guild = Guild(id=guild_id, name=name, owner_id=owner.id, roles={guild_id: everyone})
    world.guilds[guild_id] = guild
    join(guild, owner)
    return guild


def join(guild: Guild, user: User) -> Member:
    member = Member(user_id=user.id, joined_at=utc_now())
    guild.members[user.id] = member
    return member


def add_channel(world: World, guild: Guild, name: str, kind: ChannelKind = ChannelKind.TEXT) -> Channel:
    channel = Channel(id=world.next_id(utc_now()), kind=kind, name=name, guild_id=guild.id)
    world.channels[channel.id] = channel
    return channel


def add_role(
    world: World, guild: Guild, name: str, permissions: int = 0, *, mentionable: bool = False
) -> Role:
    role = Role(id=world.next_id(utc_now()), name=name, permissions=permissions, mentionable=mentionable)
    guild.roles[role.id] = role
    return role
