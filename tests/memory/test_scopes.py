"""Which notes a message may see follows from where it was written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.memory.scopes import home_scope, visible_scopes
from agent.memory_types import Scope, ScopeKind
from agent.types import Author, Channel, ChannelKind

ANN = Author(id=7, name="Ann")
DM = Channel(id=70, kind=ChannelKind.DM)
ROOM = Channel(id=80, kind=ChannelKind.GUILD, guild_id=90)
THREAD = Channel(id=81, kind=ChannelKind.THREAD, guild_id=90, parent_id=80)
CONSOLE = Channel(id=1, kind=ChannelKind.CONSOLE)


def _scope(kind: ScopeKind, number: int) -> Scope:
    return Scope(kind=kind, id=number)


@pytest.mark.parametrize(
    ("channel", "expected"),
    [
        (DM, [_scope(ScopeKind.USER, 7)]),
        (CONSOLE, [_scope(ScopeKind.USER, 7)]),
        (ROOM, [_scope(ScopeKind.CHANNEL, 80), _scope(ScopeKind.GUILD, 90)]),
        (
            THREAD,
            [_scope(ScopeKind.CHANNEL, 81), _scope(ScopeKind.CHANNEL, 80), _scope(ScopeKind.GUILD, 90)],
        ),
        (Channel(id=80, kind=ChannelKind.GUILD), [_scope(ScopeKind.CHANNEL, 80)]),
    ],
)
def test_each_kind_of_place_sees_its_own_scopes(channel: Channel, expected: list[Scope]) -> None:
    assert list(visible_scopes(channel, ANN)) == expected


ids = st.integers(min_value=1, max_value=5)
channels = st.builds(
    Channel,
    id=ids,
    kind=st.sampled_from(ChannelKind),
    guild_id=st.none() | ids,
    parent_id=st.none() | ids,
)
authors = st.builds(Author, id=ids, name=st.text(max_size=5))


@given(channel=channels, author=authors)
def test_a_note_made_in_a_place_is_seen_there(channel: Channel, author: Author) -> None:
    assert home_scope(channel, author) in visible_scopes(channel, author)


@given(channel=channels, author=authors, other=authors)
def test_nobody_sees_what_another_wrote_in_private(channel: Channel, author: Author, other: Author) -> None:
    theirs = {scope for scope in visible_scopes(channel, author) if scope.kind is ScopeKind.USER}

    assert all(scope.id == author.id for scope in theirs)
    assert not theirs or channel.kind in (ChannelKind.DM, ChannelKind.CONSOLE)


@given(author=authors)
def test_a_server_never_sees_private_notes(author: Author) -> None:
    seen = (*visible_scopes(ROOM, author), *visible_scopes(THREAD, author))

    assert all(scope.kind is not ScopeKind.USER for scope in seen)
