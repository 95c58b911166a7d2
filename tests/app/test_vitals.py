"""`kallisti status`, the socket behind it, and the figures for Prometheus."""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import aiohttp
import pytest

from agent.types import GenerationStats, TurnEnd, TurnOutcome
from bot import status_socket
from bot.metrics import exposition, metrics_server
from bot.status_socket import SOCKET, ask, telling
from bot.store.counts import counts
from bot.store.db import open_database, sole_owner
from bot.tally import Distribution, Tally
from bot.vitals import Vitals, backup_age, from_json, page, to_json
from tests.app.test_command_line import kallisti

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
WELL = Vitals(
    version="0.1.0",
    process=4711,
    since=NOON - timedelta(hours=26),
    connected=True,
    servers=2,
    latency_ms=41,
    model="SmolLM2",
    waiting=0,
    pending=3,
    overdue=0,
    turns=12,
    worker_restarts=1,
    last_backup=NOON - timedelta(hours=9),
    schema=8,
)


async def described() -> str:
    return to_json(WELL)


def test_what_is_told_can_be_read_again() -> None:
    assert from_json(to_json(WELL)) == WELL
    assert from_json(to_json(replace(WELL, last_backup=None, trouble=("a",)))).trouble == ("a",)
    for other in ("", "{}", '{"since": 3}', "[]"):
        with pytest.raises(ValueError):  # noqa: PT011
            from_json(other)


def test_the_page_says_how_it_is() -> None:
    assert page(replace(WELL, trouble=("no model answers",)), now=NOON) == [
        "running   0.1.0, process 4711, for 1 d 2 h",
        "Discord   connected, servers: 2, 41 ms",
        "model     SmolLM2",
        "worker    1 restarts",
        "messages  0 waiting, 12 turns since the start",
        "reminders 3 pending, 0 overdue",
        "backup    2026-03-01 03:00 UTC, 9 h 0 min ago",
        "schema    step 8",
        "trouble   no model answers",
    ]


def test_shards_stand_with_the_connection() -> None:
    lines = page(replace(WELL, shards="1 of 2"), now=NOON)
    assert "Discord   connected, servers: 2, shards: 1 of 2, 41 ms" in lines
    lines = page(replace(WELL, shards="1 of 2", connected=False), now=NOON)
    assert "Discord   not connected, shards: 1 of 2" in lines


def test_llama_servers_stand_in_place_of_a_worker() -> None:
    lines = page(replace(WELL, model_servers=3, model_servers_up=2), now=NOON)
    assert "worker    none; llama-servers that answer: 2 of 3" in lines


def test_an_old_backup_or_none_is_no_comfort() -> None:
    assert "kallisti backup" in backup_age(None, now=NOON)
    assert "timer enabled?" in backup_age(NOON - timedelta(days=9), now=NOON)
    assert "timer" not in backup_age(NOON - timedelta(days=7), now=NOON)


# ------------------------------------------------------------------ the socket


async def test_it_answers_everybody_who_may_look_and_is_gone_at_the_end(tmp_path: Path) -> None:
    long = tmp_path / ("d" * 120)
    await asyncio.to_thread(long.mkdir)
    (long / SOCKET).touch()  # as a killed process leaves it
    async with telling(long, described):
        answers = await asyncio.gather(*(asyncio.to_thread(ask, long) for _ in range(5)))
        assert {from_json(answer) for answer in answers} == {WELL}
        assert (long / SOCKET).stat().st_mode & 0o077 == 0
    assert not (long / SOCKET).exists()


async def test_who_sends_something_or_hangs_up_disturbs_nobody(tmp_path: Path) -> None:
    async with telling(tmp_path, described):
        for _ in range(3):
            with socket.socket(socket.AF_UNIX) as rude, suppress(OSError):
                rude.connect(str(tmp_path / SOCKET))
                rude.sendall(b"GET / HTTP/1.1\r\n\r\n" * 100)
        assert from_json(await asyncio.to_thread(ask, tmp_path)) == WELL


async def test_without_a_socket_the_daemon_runs_all_the_same(tmp_path: Path) -> None:
    async with telling(tmp_path / "absent", described):
        pass


# ------------------------------------------------------------------ the command


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "c.toml"
    path.write_text(f'[data]\ndirectory = "{tmp_path}"\n')
    return path


def test_where_nothing_runs_that_is_said(config: Path, tmp_path: Path) -> None:
    result = kallisti("status", "-c", str(config))
    assert result.exit_code == 3
    assert result.stdout.splitlines() == [
        f"Kallisti is not running on {tmp_path}.",
        "backup    none; make one with `kallisti backup`",
    ]


def test_a_socket_that_a_killed_daemon_left_is_not_taken_for_life(config: Path, tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(tmp_path / SOCKET))
    assert kallisti("status", "-c", str(config)).exit_code == 3


def test_a_daemon_that_starts_is_told_from_none(config: Path, tmp_path: Path) -> None:
    with sole_owner(tmp_path / "kallisti.sqlite3"):
        result = kallisti("status", "-c", str(config))
    assert (result.exit_code, "starting or ending" in result.stdout) == (1, True)


def test_a_daemon_that_hangs_is_told_from_one_that_is_well(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(status_socket.ask, "__kwdefaults__", {"seconds": 0.1})
    with socket.socket(socket.AF_UNIX) as held_up:
        held_up.bind(str(tmp_path / SOCKET))
        held_up.listen()
        result = kallisti("status", "-c", str(config))
    assert (result.exit_code, "does not answer" in result.stdout) == (1, True)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may look everywhere")
def test_who_may_not_look_is_told_so(config: Path, tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir(mode=0)
    config.write_text(f'[data]\ndirectory = "{tmp_path}/closed"\n')
    assert "may not be looked into" in kallisti("status", "-c", str(config)).stderr


# ------------------------------------------------------------------ figures


def tally() -> Tally:
    counted = Tally()
    stats = GenerationStats(
        prompt_tokens=100,
        reused_tokens=80,
        generated_tokens=20,
        forced_tokens=12,
        prefill_ms=300,
        decode_ms=700,
    )
    counted.turn(TurnOutcome(text="x", end=TurnEnd.REPLIED, stats=stats), seconds=1.5)
    counted.turn(TurnOutcome(text="x", end=TurnEnd.ENGINE_DOWN), seconds=0.01)
    counted.delivered(timedelta(seconds=0.3))
    return counted


def test_values_fall_into_buckets_that_add_up() -> None:
    values = Distribution((1.0, 2.0))
    for value in (0.5, 1.0, 1.5, 9.0):
        values.observe(value)
    assert values.buckets() == [("1", 2.0), ("2", 3.0), ("+Inf", 4.0)]
    assert (values.count, values.total) == (4, 12.0)


def test_prometheus_gets_every_figure() -> None:
    text = exposition(WELL, tally()).decode()
    for line in (
        "kallisti_connected 1.0",
        "kallisti_queue_messages 0.0",
        "kallisti_reminders_pending 3.0",
        "kallisti_worker_restarts_total 1.0",
        'kallisti_turns_total{end="replied"} 1.0',
        'kallisti_tokens_total{kind="forced"} 12.0',
        'kallisti_tokens_total{kind="reused"} 80.0',
        'kallisti_stage_seconds_bucket{le="0.5",stage="prefill"} 1.0',
        'kallisti_stage_seconds_count{stage="whole"} 2.0',
        'kallisti_reminder_lateness_seconds_bucket{lane="delivery",le="0.5"} 1.0',
    ):
        assert line in text.splitlines()


async def test_the_pages_are_served_on_loopback_only_and_health_has_reasons(unused_port: int) -> None:
    now = WELL

    async def look() -> Vitals:
        return now

    async with metrics_server(unused_port, look=look, tally=tally()), aiohttp.ClientSession() as session:
        base = f"http://127.0.0.1:{unused_port}"
        async with session.get(f"{base}/healthz") as answer:
            assert (answer.status, await answer.text()) == (200, "ok\n")
        async with session.get(f"{base}/metrics") as answer:
            assert answer.content_type == "text/plain"
            assert "kallisti_turns_total" in await answer.text()
        now = replace(WELL, trouble=("no model answers",))
        async with session.get(f"{base}/healthz") as answer:
            assert (answer.status, await answer.text()) == (503, "no model answers\n")


async def test_a_port_that_is_taken_stops_nothing(unused_port: int) -> None:
    async def look() -> Vitals:
        return WELL

    with socket.create_server(("127.0.0.1", unused_port)):
        async with metrics_server(unused_port, look=look, tally=Tally()):
            pass


@pytest.fixture
def unused_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


async def test_an_empty_database_has_nothing_pending(tmp_path: Path) -> None:
    async with open_database(tmp_path / "kallisti.sqlite3") as database:
        found = await counts(database, now=NOON)
    assert (found.pending, found.overdue) == (0, 0)
    assert found.schema >= 8


def test_the_dashboard_asks_for_figures_that_exist() -> None:
    board = json.loads((Path(__file__).parents[2] / "docs" / "grafana-dashboard.json").read_text())
    asked = {
        name
        for panel in board["panels"]
        for target in panel["targets"]
        for name in re.findall(r"kallisti_\w+", target["expr"])
    }
    text = exposition(WELL, tally()).decode()
    given = {line.split("{")[0].split(" ")[0] for line in text.splitlines() if not line.startswith("#")}
    assert asked
    assert asked <= given
