"""Notes for tests."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from hashlib import sha256

from agent.memory_types import Note, Scope, ScopeKind

ANN = Scope(kind=ScopeKind.USER, id=7)
BEN = Scope(kind=ScopeKind.USER, id=8)
ROOM = Scope(kind=ScopeKind.CHANNEL, id=80)
SERVER = Scope(kind=ScopeKind.GUILD, id=90)
NOW = datetime(2026, 3, 27, 14, 15, tzinfo=UTC)


def note(
    text: str, *, key: str = "one", scope: Scope = ANN, title: str = "", name: str = "", days_ago: float = 0
) -> Note:
    at = NOW - timedelta(days=days_ago)
    return Note(
        id=key,
        scope=scope,
        name=name or f"notes/{key}",
        title=title,
        text=text,
        tags=(),
        created=at,
        updated=at,
        digest=sha256(f"{title}\n{text}\n{scope}\n{at}".encode("utf-8", "replace")).hexdigest(),
    )
