"""Whose direct messages a code opened, the codes that wait, and who tried how often."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

import aiosqlite

from agent.errors import LimitReached
from bot.pairing_codes import SealedCode
from bot.store.db import Database
from bot.store.instants import from_stored, to_stored

CODE_LIFETIME = timedelta(hours=1)
MOST_PENDING = 3
"""Codes that wait at once: each one more is one more to guess."""
MOST_TRIES = 5
"""Wrong codes of one user within an hour ..."""
LOCKED_FOR = timedelta(hours=1)
"""... after which further ones are not looked at for so long."""
TELL_AGAIN = timedelta(days=1)
"""Between two times that a stranger is told how to get a code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedUser:
    user_id: int
    since: datetime


class SqlitePairings:
    """Every method may raise StoreUnavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add_code(self, *, salt: bytes, digest: bytes, now: datetime) -> datetime:
        """Keeps a code, and gives the instant until which it counts. Raises LimitReached."""
        return await self._database.write(partial(_add_code, salt, digest, now))

    async def users(self) -> tuple[PairedUser, ...]:
        """All that are paired, the first one first."""
        rows = await self._database.read("SELECT * FROM paired_users ORDER BY paired_utc, user_id")
        return tuple(PairedUser(user_id=row["user_id"], since=from_stored(row["paired_utc"])) for row in rows)

    async def is_paired(self, user_id: int) -> bool:
        return bool(await self._database.read("SELECT 1 FROM paired_users WHERE user_id = ?", (user_id,)))

    async def revoke(self, user_id: int) -> bool:
        """Whether there was something to revoke."""
        return await self._database.write(partial(_revoke, user_id))

    async def begin_try(self, user_id: int, *, now: datetime) -> tuple[SealedCode, ...] | None:
        """Counts a try before it is made, so that tries at the same time are counted too.

        The codes that it may match; None where the user has tried too often.
        """
        return await self._database.write(partial(_begin_try, user_id, now))

    async def is_locked(self, user_id: int, *, now: datetime) -> bool:
        rows = await self._database.read(
            "SELECT 1 FROM pairing_strangers WHERE user_id = ? AND locked_until_utc > ?",
            (user_id, to_stored(now)),
        )
        return bool(rows)

    async def redeem(self, code: SealedCode, user_id: int, *, now: datetime) -> bool:
        """Uses the code up and pairs the user; False where it was used or ran out meanwhile."""
        return await self._database.write(partial(_redeem, code.id, user_id, now))

    async def tell(self, user_id: int, *, now: datetime) -> bool:
        """Whether the user is to be told now how to get a code: once a day."""
        return await self._database.write(partial(_tell, user_id, now))


async def _add_code(salt: bytes, digest: bytes, now: datetime, connection: aiosqlite.Connection) -> datetime:
    await _forget_old(connection, now)
    found = await connection.execute_fetchall("SELECT expires_utc FROM pairing_codes ORDER BY expires_utc")
    rows = list(found)
    if len(rows) >= MOST_PENDING:
        until = from_stored(rows[0]["expires_utc"])
        raise LimitReached(
            f"{MOST_PENDING} codes wait to be used; the first one runs out at {until:%H:%M} UTC"
        )
    expires = now + CODE_LIFETIME
    await connection.execute(
        "INSERT INTO pairing_codes (salt, digest, expires_utc) VALUES (?, ?, ?)",
        (salt, digest, to_stored(expires)),
    )
    return expires


async def _revoke(user_id: int, connection: aiosqlite.Connection) -> bool:
    cursor = await connection.execute("DELETE FROM paired_users WHERE user_id = ?", (user_id,))
    return cursor.rowcount > 0


async def _begin_try(
    user_id: int, now: datetime, connection: aiosqlite.Connection
) -> tuple[SealedCode, ...] | None:
    await _forget_old(connection, now)
    await connection.execute("INSERT OR IGNORE INTO pairing_strangers (user_id) VALUES (?)", (user_id,))
    rows = await connection.execute_fetchall("SELECT * FROM pairing_strangers WHERE user_id = ?", (user_id,))
    (stranger,) = rows
    if stranger["locked_until_utc"] is not None and stranger["locked_until_utc"] > to_stored(now):
        return None
    first = stranger["first_try_utc"]
    goes_on = first is not None and stranger["tries"] < MOST_TRIES and now - from_stored(first) < LOCKED_FOR
    tries = stranger["tries"] + 1 if goes_on else 1
    locked = to_stored(now + LOCKED_FOR) if tries >= MOST_TRIES else None
    await connection.execute(
        "UPDATE pairing_strangers SET tries = ?, first_try_utc = ?, locked_until_utc = ? WHERE user_id = ?",
        (tries, first if goes_on else to_stored(now), locked, user_id),
    )
    codes = await connection.execute_fetchall("SELECT * FROM pairing_codes ORDER BY id")
    return tuple(SealedCode(id=row["id"], salt=row["salt"], digest=row["digest"]) for row in codes)


async def _redeem(code_id: int, user_id: int, now: datetime, connection: aiosqlite.Connection) -> bool:
    cursor = await connection.execute(
        "DELETE FROM pairing_codes WHERE id = ? AND expires_utc > ?", (code_id, to_stored(now))
    )
    if cursor.rowcount == 0:
        return False
    await connection.execute(
        "INSERT OR IGNORE INTO paired_users (user_id, paired_utc) VALUES (?, ?)", (user_id, to_stored(now))
    )
    await connection.execute("DELETE FROM pairing_strangers WHERE user_id = ?", (user_id,))
    return True


async def _tell(user_id: int, now: datetime, connection: aiosqlite.Connection) -> bool:
    await _forget_old(connection, now)
    cursor = await connection.execute(
        """
        INSERT INTO pairing_strangers (user_id, told_utc) VALUES (?, ?)
        ON CONFLICT (user_id) DO UPDATE SET told_utc = excluded.told_utc
        WHERE told_utc IS NULL OR told_utc <= ?
        """,
        (user_id, to_stored(now), to_stored(now - TELL_AGAIN)),
    )
    return cursor.rowcount > 0


async def _forget_old(connection: aiosqlite.Connection, now: datetime) -> None:
    """Strangers come without end; what has no more effect is not kept."""
    await connection.execute("DELETE FROM pairing_codes WHERE expires_utc <= ?", (to_stored(now),))
    await connection.execute(
        """
        DELETE FROM pairing_strangers
        WHERE coalesce(told_utc, 0) <= ? AND coalesce(locked_until_utc, 0) <= ?
            AND coalesce(first_try_utc, 0) <= ?
        """,
        (to_stored(now - TELL_AGAIN), to_stored(now), to_stored(now - LOCKED_FOR)),
    )
