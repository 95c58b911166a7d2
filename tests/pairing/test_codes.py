"""One-time codes: how they look, what is taken for one, and how often one may be tried."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.errors import LimitReached
from bot.pairing_codes import ALPHABET, LENGTH, matching, new_code, new_salt, sealed, shown, typed
from bot.store.db import Database, open_database
from bot.store.pairings import CODE_LIFETIME, LOCKED_FOR, MOST_PENDING, MOST_TRIES, TELL_AGAIN, SqlitePairings

NOW = datetime(2026, 3, 2, 11, 0, tzinfo=UTC)
ADA, EVE = 1, 2
MINUTE = timedelta(minutes=1)


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    async with open_database(tmp_path / "pairings.sqlite3") as opened:
        yield opened


@pytest.fixture
def pairings(database: Database) -> SqlitePairings:
    return SqlitePairings(database)


async def add(pairings: SqlitePairings, code: str, *, now: datetime = NOW) -> None:
    salt = new_salt()
    await pairings.add_code(salt=salt, digest=sealed(code, salt), now=now)


async def attempt(pairings: SqlitePairings, code: str, *, user: int = EVE, now: datetime = NOW) -> str:
    pending = await pairings.begin_try(user, now=now)
    if pending is None:
        return "locked"
    found = matching(code, pending)
    return "paired" if found is not None and await pairings.redeem(found, user, now=now) else "wrong"


def test_a_code_has_eight_characters_that_nobody_mixes_up() -> None:
    assert len(set(ALPHABET)) == 32
    assert not set("IO01") & set(ALPHABET)
    codes = {new_code() for _ in range(200)}
    assert len(codes) == 200
    assert all(len(code) == LENGTH and set(code) <= set(ALPHABET) for code in codes)


@given(st.text(alphabet=ALPHABET, min_size=LENGTH, max_size=LENGTH), st.sampled_from(["", " ", "\n", "`"]))
def test_a_code_is_read_however_it_is_typed(code: str, around: str) -> None:
    assert typed(f"{around}{shown(code)}{around}") == code
    assert typed(" ".join(code.lower())) == code


@pytest.mark.parametrize(
    "text", ["", "hello", "remind me at 9", "ABCDEFG", "ABCDEFGHJ", "ABCD-EFGß", "A" * 99]
)
def test_other_messages_are_no_codes(text: str) -> None:
    assert typed(text) is None


async def test_the_database_holds_no_code(database: Database, pairings: SqlitePairings) -> None:
    await add(pairings, "ABCDEFGH")
    rows = await database.read("SELECT * FROM pairing_codes")
    assert len(rows) == 1
    assert not any("ABCDEFGH" in str(value) for value in tuple(rows[0]))


async def test_a_code_works_once(pairings: SqlitePairings) -> None:
    await add(pairings, "ABCDEFGH")
    assert await attempt(pairings, "ABCDEFGH", user=ADA) == "paired"
    assert await attempt(pairings, "ABCDEFGH", user=EVE) == "wrong"
    assert [each.user_id for each in await pairings.users()] == [ADA]


async def test_two_who_send_the_same_code_at_once_are_not_both_let_in(pairings: SqlitePairings) -> None:
    await add(pairings, "ABCDEFGH")
    first, second = await pairings.begin_try(ADA, now=NOW), await pairings.begin_try(EVE, now=NOW)
    assert first is not None
    assert second is not None
    assert await pairings.redeem(first[0], ADA, now=NOW)
    assert not await pairings.redeem(second[0], EVE, now=NOW)


async def test_a_code_lives_for_an_hour(pairings: SqlitePairings) -> None:
    await add(pairings, "ABCDEFGH")
    assert await attempt(pairings, "ABCDEFGH", now=NOW + CODE_LIFETIME) == "wrong"
    await add(pairings, "ABCDEFGH")
    assert await attempt(pairings, "ABCDEFGH", now=NOW + CODE_LIFETIME - MINUTE) == "paired"


async def test_three_codes_wait_at_most(pairings: SqlitePairings) -> None:
    for number in range(MOST_PENDING):
        await add(pairings, f"ABCDEFG{number + 2}")
    with pytest.raises(LimitReached, match="3 codes wait to be used; the first one runs out at 12:00 UTC"):
        await add(pairings, "ABCDEFGH")
    await add(pairings, "ABCDEFGH", now=NOW + CODE_LIFETIME)


async def test_five_wrong_codes_lock_their_sender_alone_for_an_hour(
    pairings: SqlitePairings,
) -> None:
    await add(pairings, "ABCDEFGH")
    assert [await attempt(pairings, "AAAAAAAA") for _ in range(MOST_TRIES)] == ["wrong"] * MOST_TRIES
    assert await attempt(pairings, "ABCDEFGH") == "locked"
    assert await attempt(pairings, "ABCDEFGH", now=NOW + LOCKED_FOR - MINUTE) == "locked"
    await add(pairings, "BBBBBBBB", now=NOW + LOCKED_FOR)
    assert await attempt(pairings, "BBBBBBBB", now=NOW + LOCKED_FOR) == "paired"
    await add(pairings, "CCCCCCCC", now=NOW)
    assert await attempt(pairings, "CCCCCCCC", user=ADA) == "paired"


async def test_wrong_codes_of_an_hour_ago_do_not_count(pairings: SqlitePairings) -> None:
    for _ in range(MOST_TRIES - 1):
        assert await attempt(pairings, "AAAAAAAA") == "wrong"
    later = NOW + LOCKED_FOR
    assert [await attempt(pairings, "AAAAAAAA", now=later) for _ in range(2)] == ["wrong"] * 2
    await add(pairings, "ABCDEFGH", now=later)
    assert await attempt(pairings, "ABCDEFGH", now=later) == "paired"


async def test_a_stranger_is_told_once_a_day(pairings: SqlitePairings) -> None:
    times = [timedelta(), MINUTE, TELL_AGAIN - MINUTE, TELL_AGAIN, TELL_AGAIN + MINUTE]
    told = [await pairings.tell(EVE, now=NOW + each) for each in times]
    assert told == [True, False, False, True, False]
    assert await pairings.tell(ADA, now=NOW)


async def test_strangers_leave_no_rows_behind(database: Database, pairings: SqlitePairings) -> None:
    for user in range(1, 30):
        await pairings.tell(user, now=NOW)
        await pairings.begin_try(user, now=NOW)
    await pairings.tell(EVE, now=NOW + 2 * TELL_AGAIN)
    assert len(await database.read("SELECT * FROM pairing_strangers")) == 1


async def test_what_is_revoked_is_gone(pairings: SqlitePairings) -> None:
    await add(pairings, "ABCDEFGH")
    await attempt(pairings, "ABCDEFGH")
    assert await pairings.is_paired(EVE)
    assert await pairings.revoke(EVE)
    assert not await pairings.is_paired(EVE)
    assert not await pairings.revoke(EVE)
