"""Who may do what where, computed as Discord documents it ("Permissions", "Permission Overwrites")."""

from __future__ import annotations

from enum import IntFlag

from .errors import ApiError
from .state import Channel, Guild, Member, World


class Permission(IntFlag):
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38


ALL_PERMISSIONS = (1 << 53) - 1
MEMBER_DEFAULT = int(
    Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)
DM_PERMISSIONS = MEMBER_DEFAULT


def permissions_in(world: World, channel: Channel, user_id: int) -> int:
    """Permission bits of a user in a channel; 0 for somebody who is not in the guild or the DM."""
    if channel.is_dm:
        return DM_PERMISSIONS if user_id in channel.recipients else 0
    guild = world.guild_of(channel)
    member = None if guild is None else guild.members.get(user_id)
    if guild is None or member is None:
        return 0
    base = guild_permissions(guild, member)
    if base & Permission.ADMINISTRATOR:
        return ALL_PERMISSIONS
    source = world.channels.get(channel.parent_id or 0, channel) if channel.is_thread else channel
    granted = _with_overwrites(base, guild, member, source)
    return granted if granted & Permission.VIEW_CHANNEL else 0


def guild_permissions(guild: Guild, member: Member) -> int:
    if member.user_id == guild.owner_id:
        return ALL_PERMISSIONS
    bits = 0
    for role_id in (guild.id, *member.role_ids):
        role = guild.roles.get(role_id)
        bits |= 0 if role is None else role.permissions
    return ALL_PERMISSIONS if bits & Permission.ADMINISTRATOR else bits


def _with_overwrites(base: int, guild: Guild, member: Member, channel: Channel) -> int:
    everyone = [o for o in channel.overwrites if o.kind == 0 and o.id == guild.id]
    roles = [o for o in channel.overwrites if o.kind == 0 and o.id in member.role_ids]
    own = [o for o in channel.overwrites if o.kind == 1 and o.id == member.user_id]
    bits = base
    for level in (everyone, roles, own):
        for overwrite in level:
            bits &= ~overwrite.deny
        for overwrite in level:
            bits |= overwrite.allow
    return bits


def can_view(world: World, channel: Channel, user_id: int) -> bool:
    if channel.kind == 12 and user_id not in channel.thread_members:
        return bool(permissions_in(world, channel, user_id) & Permission.MANAGE_THREADS)
    return bool(permissions_in(world, channel, user_id) & Permission.VIEW_CHANNEL)


def require(world: World, channel: Channel, user_id: int, *needed: Permission) -> None:
    """Raise 50001 where the channel is hidden from the user, 50013 where a needed permission is missing."""
    if not can_view(world, channel, user_id):
        raise ApiError(50001)
    granted = permissions_in(world, channel, user_id)
    if any(not granted & permission for permission in needed):
        raise ApiError(50013)
