"""Which notes a message may see and make. Pure: it follows from where the message was written, alone."""

from __future__ import annotations

from agent.memory_types import Scope, ScopeKind
from agent.types import Author, Channel, ChannelKind


def visible_scopes(channel: Channel, author: Author) -> tuple[Scope, ...]:
    """The scopes whose notes may be recalled in `channel` for `author`, the nearest first.

    What is said in private stays there: an author's own notes are seen in direct messages and on the
    console only, where nobody else reads along. A thread also sees its channel, and all of a server see
    the server's notes.
    """
    if channel.kind in (ChannelKind.DM, ChannelKind.CONSOLE):
        return (Scope(kind=ScopeKind.USER, id=author.id),)
    ids = [channel.id]
    if channel.kind is ChannelKind.THREAD and channel.parent_id is not None:
        ids.append(channel.parent_id)
    scopes = [Scope(kind=ScopeKind.CHANNEL, id=each) for each in ids]
    if channel.guild_id is not None:
        scopes.append(Scope(kind=ScopeKind.GUILD, id=channel.guild_id))
    return tuple(scopes)


def home_scope(channel: Channel, author: Author) -> Scope:
    """The scope that a note made in `channel` by `author` belongs to: the nearest that it may see."""
    return visible_scopes(channel, author)[0]
