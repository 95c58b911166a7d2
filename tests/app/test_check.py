"""`kallisti check` on set-ups that are broken in one way each: it names that, and how to mend it."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from agent.errors import ConfigError
from bot.app import CONSOLE_DATABASE
from bot.app_check import look_at_servers
from bot.app_check_data import judged_memory, judged_space, judged_units
from bot.app_house import Setup
from bot.app_vitals import DATABASE
from bot.config import Config, EngineConfig, Surroundings
from bot.discord_check import Questions, ask_discord, judged_clock
from bot.findings import Finding, Level
from bot.sharding import Sharding
from bot.store.db import open_database
from tests.app.test_command_line import kallisti
from tests.discord_server.fixtures import discord_pointed, discord_server
from tests.discord_server.permissions import Permission
from tests.discord_server.seed import add_guild, join
from tests.discord_server.server import DiscordServer
from tests.engine.llama_server_fake import LlamaServer

__all__ = ["discord_pointed", "discord_server"]

CHECKOUT = Path(__file__).parents[2]


def lines(result: str, level: str) -> list[str]:
    return [" ".join(line.split()[1:]) for line in result.splitlines() if line.startswith(level)]


def made_newer(directory: Path) -> None:
    asyncio.run(opened(directory))
    with closing(sqlite3.connect(directory / "kallisti.sqlite3")) as database, database:
        database.execute("INSERT INTO migrations (position, name) VALUES (900, 'from_the_future')")


def damaged(directory: Path) -> None:
    asyncio.run(opened(directory))
    damage(directory / DATABASE)


def damage(database: Path) -> None:
    with database.open("r+b") as file:
        file.seek(8192)
        file.write(os.urandom(20_000))


async def opened(directory: Path, name: str = DATABASE) -> None:
    async with open_database(directory / name):
        pass


def nothing(_directory: Path) -> None:
    pass


@pytest.mark.parametrize(
    ("config", "prepare", "said"),
    [
        ('[discord]\ntoken_file = "absent"', nothing, "token: the Discord token cannot be read from absent"),
        ('[discord]\ntoken_file = "empty"', nothing, "token: the Discord token from empty is empty"),
        ('[engine]\nmodel = "absent.gguf"', nothing, 'model: There is no model file "absent.gguf"'),
        ('[engine]\nmodel = "empty"', nothing, "model: "),
        ('[engine]\nadapter = "absent.gguf"', nothing, "model: There is no adapter file absent.gguf"),
        ("", made_newer, 'data: the database has the schema step "from_the_future"'),
        ("", damaged, "data: "),
        ('[memory]\ndirectory = "empty"', nothing, "notes: empty is no directory; correct memory.directory"),
        ('[memory]\nserver = "http://127.0.0.1:9"', nothing, "index: it cannot be read"),
    ],
)
def test_an_error_is_the_only_one_and_says_what_to_do(
    default_model: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    config: str,
    prepare: Callable[[Path], None],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("KALLISTI_DISCORD_TOKEN", raising=False)
    (tmp_path / "empty").touch(mode=0o600)
    (tmp_path / "data").mkdir()
    prepare(tmp_path / "data")
    (tmp_path / "c.toml").write_text(f'[data]\ndirectory = "{tmp_path}/data"\n{config}\n')
    result = kallisti("check", "--quick", "--config", "c.toml")
    (error,) = lines(result.stdout, "error")
    assert error.startswith(said)
    assert result.exit_code in {2, 78}


@pytest.mark.parametrize(
    ("config", "said"),
    [
        (
            '[discord]\ntoken_file = "open"',
            "token file: others on this machine may read it; run `chmod 600 open`",
        ),
        (
            '[engine]\nmodel = "somebody/some-model"',
            "model: somebody/some-model is not here yet; fetch it with",
        ),
    ],
)
def test_a_warning_does_not_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, config: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("KALLISTI_DISCORD_TOKEN", raising=False)
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    (tmp_path / "open").write_text("a" * 60)
    (tmp_path / "open").chmod(0o644)
    (tmp_path / "c.toml").write_text(f'[data]\ndirectory = "{tmp_path}/data"\n{config}\n')
    result = kallisti("check", "--quick", "--config", "c.toml")
    assert lines(result.stdout, "error") == []
    assert [line for line in lines(result.stdout, "warning") if line.startswith(said)]
    assert result.exit_code == 0


def test_data_that_was_never_backed_up_is_a_warning(tmp_path: Path) -> None:
    asyncio.run(opened(tmp_path))
    (tmp_path / "c.toml").write_text(f'[data]\ndirectory = "{tmp_path}"\n')
    result = kallisti("check", "--quick", "--config", str(tmp_path / "c.toml"))
    assert lines(result.stdout, "warning") == ["backup: none; make one with `kallisti backup`"]


def test_the_data_of_the_console_alone_is_backed_up_and_looked_at(tmp_path: Path) -> None:
    asyncio.run(opened(tmp_path, CONSOLE_DATABASE))
    (tmp_path / "c.toml").write_text(f'[data]\ndirectory = "{tmp_path}"\n')
    config = ("--config", str(tmp_path / "c.toml"))
    before = kallisti("check", "--quick", *config)
    assert lines(before.stdout, "warning") == ["backup: none; make one with `kallisti backup`"]
    assert kallisti("backup", *config).exit_code == 0
    (backup,) = [
        line for line in lines(kallisti("check", "--quick", *config).stdout, "ok") if "backup:" in line
    ]
    assert backup.endswith("UTC, 0 min ago")
    damage(tmp_path / CONSOLE_DATABASE)
    (error,) = lines(kallisti("check", "--quick", *config).stdout, "error")
    assert error.startswith(f"data: {tmp_path / CONSOLE_DATABASE} cannot be used: ")


def test_before_the_first_start_there_is_nothing_to_back_up(tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_text(f'[data]\ndirectory = "{tmp_path / "data"}"\n')
    result = kallisti("check", "--quick", "--config", str(tmp_path / "c.toml"))
    assert "backup: nothing to back up yet" in lines(result.stdout, "ok")


def test_a_disk_that_is_nearly_full_is_told_from_one_that_is() -> None:
    low = judged_space(500_000_000, Path("/srv"))
    assert isinstance(low, Finding)
    assert low.level is Level.WARNING
    with pytest.raises(ConfigError, match=r"0\.0 GB free in /srv; make room"):
        judged_space(10_000_000, Path("/srv"))
    assert judged_space(50_000_000_000, Path("/srv")) == "50.0 GB free in /srv"


def test_a_model_that_does_not_fit_the_memory_is_a_warning() -> None:
    found = judged_memory(8_000_000_000, 4_000_000_000)
    assert isinstance(found, Finding)
    assert "choose a smaller model" in found.text


def test_a_clock_that_is_wrong_is_named() -> None:
    assert judged_clock(timedelta(seconds=2)).level is Level.OK
    assert judged_clock(timedelta(seconds=-20)).text.startswith("20 s behind Discord's; switch time sync")
    assert judged_clock(timedelta(hours=1)).exit_code == 2


def test_units_whose_program_is_gone_or_without_backups_are_named(tmp_path: Path) -> None:
    assert judged_units(tmp_path) == "not installed"
    unit = tmp_path / "kallisti.service"
    unit.write_text("[Service]\nExecStart=/nowhere/kallisti run\n")
    with pytest.raises(ConfigError, match="/nowhere/kallisti, which is not there"):
        judged_units(tmp_path)
    unit.write_text(f"[Service]\nExecStart={sys.executable} run\n")
    found = judged_units(tmp_path)
    assert isinstance(found, Finding)
    assert "enable --now kallisti-backup.timer" in found.text


# ------------------------------------------------------------------ model servers


async def test_each_model_server_is_named_and_idle_slots_are() -> None:
    server = LlamaServer(lambda _: "", slots=8)
    await server.start()
    setup = Setup(
        config=Config(engine=EngineConfig(servers=(server.url, "http://127.0.0.1:9"))),
        surroundings=Surroundings(),
        clock=lambda: datetime.now(UTC),
    )
    try:
        up, down, idle = await look_at_servers(setup, seconds=0.1)
    finally:
        await server.stop()
    assert (up.level, up.text) == (Level.OK, "Tiny-1B-Q4_K_M, context 4096, slots: 8")
    assert down.level is Level.WARNING
    assert down.text.startswith("llama-server at http://127.0.0.1:9 cannot be reached")
    assert idle.text == "they can work on 8 at once, but turn.parallel = 4; raise it to 8"


async def test_one_model_server_is_looked_at_by_the_grammars_trial_alone() -> None:
    setup = Setup(
        config=Config(engine=EngineConfig(server="http://127.0.0.1:9")),
        surroundings=Surroundings(),
        clock=lambda: datetime.now(UTC),
    )
    assert await look_at_servers(setup, seconds=0.1) == []


# ------------------------------------------------------------------ what Discord says


def questions(server: DiscordServer, **changes: object) -> Questions:
    base = Questions(token=server.token, message_content=False, channels=(), guilds=())
    return replace(base, **changes)  # type: ignore[arg-type]


async def errors(asked: Questions) -> list[str]:
    found = await ask_discord(asked, now=datetime.now(UTC))
    return [f"{each.subject}: {each.text}" for each in found if each.level is not Level.OK]


async def test_all_is_well(discord_pointed: DiscordServer) -> None:
    server = discord_pointed
    channels = tuple(("discord.channels", server.channel(name).id) for name in ("general", "side-talk"))
    asked = questions(server, message_content=True, channels=channels, guilds=(server.guild().id,))
    found = await ask_discord(asked, now=datetime.now(UTC))
    assert [each.level for each in found] == [Level.OK] * 7, found
    assert "Kallisti" in found[1].text


async def test_a_refused_token_is_named_and_nothing_more_is_asked(discord_pointed: DiscordServer) -> None:
    asked = questions(discord_pointed, token="MTA.wrong.token", guilds=(1,))
    assert await errors(asked) == [
        "token: Discord refuses it; take a new one from the bot's page of the Developer Portal"
    ]


async def test_a_missing_intent_is_named(discord_pointed: DiscordServer) -> None:
    discord_pointed.backend.world.application.privileged_intents = 0
    (error,) = await errors(questions(discord_pointed, message_content=True))
    assert error.startswith("intents: message content is not granted; switch on Message Content Intent")


async def test_missing_permissions_in_a_channel_are_named(discord_pointed: DiscordServer) -> None:
    server = discord_pointed
    general = server.channel("general")
    server.deny(general, Permission.SEND_MESSAGES, Permission.READ_MESSAGE_HISTORY)
    (error,) = await errors(questions(server, channels=(("discord.channels", general.id),)))
    assert error == (
        f"channel {general.id}: the bot lacks there: Send Messages, Read Message History; "
        "change it in the channel's settings"
    )


async def test_a_channel_that_is_gone_or_hidden_and_a_foreign_server_are_named(
    discord_pointed: DiscordServer,
) -> None:
    server = discord_pointed
    hidden = server.channel("random")
    server.deny(hidden, Permission.VIEW_CHANNEL)
    asked = questions(
        server, channels=(("access.channels", hidden.id), ("access.channels", 12)), guilds=(34,)
    )
    foreign, unseen, gone = await errors(asked)
    assert foreign == "server 34: the bot is not in it; invite it, or correct access.guilds"
    assert "View Channel" in unseen
    assert gone == "channel 12: there is none with this id; correct access.channels"


async def test_shards_are_named_and_missing_ones(discord_pointed: DiscordServer) -> None:
    server, ada = discord_pointed, discord_pointed.actor("ada")
    guilds = [server.add_guild(f"guild {shard}", ada, shard=(shard, 2)) for shard in range(2)]
    part = Sharding(count=2, ids=(0,))
    asked = questions(server, guilds=tuple(guild.id for guild in guilds), sharding=part)
    found = {each.subject: each for each in await ask_discord(asked, now=datetime.now(UTC))}
    assert str(found["shards"]) == "ok       shards: this daemon serves 0 of 2"
    assert found[f"server {guilds[0].id}"].text == "guild 0"
    assert found[f"server {guilds[1].id}"].text == "guild 1; another daemon serves its shard 1"


async def test_a_bot_in_thousands_of_servers_is_told_to_divide_them(discord_pointed: DiscordServer) -> None:
    owner = discord_pointed.world.users[discord_pointed.world.application.owner_id]
    for number in range(1000):
        guild = add_guild(discord_pointed.world, f"guild {number}", owner)
        join(guild, discord_pointed.world.bot)
    (remark,) = await errors(questions(discord_pointed))
    assert remark.startswith("shards: none, all servers come here; Discord recommends 2 shards, so set")


async def test_without_a_network_that_is_the_only_remark(
    discord_pointed: DiscordServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("discord.http.Route.BASE", "http://127.0.0.1:9")
    (remark,) = await errors(questions(discord_pointed))
    assert remark.startswith("Discord: it cannot be reached now (ClientConnectorError)")
