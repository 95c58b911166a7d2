"""Direct messages by a code, on the loopback Discord, with the command line beside the running daemon."""

from __future__ import annotations

import asyncio
from pathlib import Path

from typer.testing import CliRunner

from agent.testing.engine import ScriptedEngine
from bot.__main__ import cli
from bot.access import Verdict
from bot.config import AccessConfig
from bot.notice_words import CODE_WRONG, CODES_LOCKED, PAIRED, REFUSALS
from tests.commands.house import Running, running
from tests.discord_server.actors import Actor
from tests.discord_server.backend import utc_now
from tests.discord_server.server import DiscordServer
from tests.turn.house import idle

HOW_TO = REFUSALS[Verdict.UNPAIRED]["en"]
FRENCH_LETTERS = "AA8W-2UN3"
"""A wrong code with a French word in it, which says nothing of the language of who typed it."""


def kallisti(directory: Path, *arguments: str, dms: str = "pairing", discord: str = "") -> str:
    config = directory / "config.toml"
    config.write_text(
        f'[discord]\n{discord}\n[access]\ndms = "{dms}"\n[data]\ndirectory = "{directory}"\n',
        encoding="utf-8",
    )
    result = CliRunner().invoke(cli, ["pair", *arguments, "--config", str(config)])
    return result.output if result.exit_code == 0 else f"exit {result.exit_code}: {result.output}"


async def beside(directory: Path, *arguments: str) -> str:
    """The command line, while the daemon runs."""
    return await asyncio.to_thread(kallisti, directory, *arguments)


async def fresh_code(directory: Path) -> str:
    return (await beside(directory)).splitlines()[0]


def rules(server: DiscordServer, **more: object) -> AccessConfig:
    return AccessConfig.model_validate({"owners": (server.actor("owner").id,), "dms": "pairing", **more})


def answers_to(bot: Running, actor: Actor) -> list[str]:
    said = bot.server.messages(actor.dm(), author_id=bot.server.world.application.bot_id)
    return [message.content for message in said if message.ephemeral_to is None]


async def tell(bot: Running, actor: Actor, text: str, *, answers: int) -> list[str]:
    """What the bot has said to this person once it said so much, and nothing more is on its way."""
    await actor.send_dm(text)
    await bot.server.wait_until(lambda: len(answers_to(bot, actor)) >= answers)
    owner = bot.server.actor("owner")
    marker = await owner.send_dm("are you there")
    await bot.server.wait_for_message(marker.channel_id, after=marker)
    await bot.house.sessions.wait_idle()
    return answers_to(bot, actor)


async def test_a_stranger_is_told_once_and_let_in_by_a_code(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    bob = discord_pointed.actor("bob")
    async with running(discord_pointed, tmp_path, access=rules(discord_pointed), clock=utc_now) as bot:
        bot.think_with(ScriptedEngine([idle("Hello!")] * 8))
        assert await tell(bot, bob, "hello", answers=1) == [HOW_TO]
        assert await tell(bot, bob, "hello?", answers=1) == [HOW_TO]
        assert await tell(bot, bob, FRENCH_LETTERS, answers=2) == [HOW_TO, CODE_WRONG["en"]]
        used = await bob.command(bob.dm(), "help")
        assert used.reply is not None
        assert used.reply.content == HOW_TO
        assert await bob.autocomplete(bob.dm(), "timezone", "zone", zone="Berlin") == []

        code = await fresh_code(tmp_path)
        assert (await tell(bot, bob, code.lower(), answers=3))[-1] == PAIRED["en"]
        assert (await tell(bot, bob, "hello", answers=4))[-1] == "Hello!"
        used = await bob.command(bob.dm(), "help")
        assert used.reply is not None
        assert used.reply.content != HOW_TO

    async with running(discord_pointed, tmp_path, access=rules(discord_pointed), clock=utc_now) as bot:
        bot.think_with(ScriptedEngine([idle("Hello again!")] * 8))
        assert (await tell(bot, bob, "hello", answers=5))[-1] == "Hello again!"
        assert f"{bob.id} since" in await beside(tmp_path, "--list")
        assert await beside(tmp_path, "--revoke", str(bob.id)) == f"{bob.id} is not paired any more\n"
        assert await beside(tmp_path, "--list") == "nobody is paired\n"
        assert "is not paired" in await beside(tmp_path, "--revoke", str(bob.id))
        assert await tell(bot, bob, "hello", answers=6) == [*answers_to(bot, bob)[:5], HOW_TO]


async def test_five_wrong_codes_end_in_silence(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    bob = discord_pointed.actor("bob")
    async with running(discord_pointed, tmp_path, access=rules(discord_pointed), clock=utc_now) as bot:
        bot.think_with(ScriptedEngine([idle("Hello!")] * 8))
        for number in range(1, 6):
            await tell(bot, bob, "AAAA-AAAA", answers=number)
        assert answers_to(bot, bob) == [*[CODE_WRONG["en"]] * 4, CODES_LOCKED["en"]]
        code = await fresh_code(tmp_path)
        assert len(await tell(bot, bob, code, answers=5)) == 5


async def test_a_pairing_gives_no_right_in_a_server(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    bob, general = discord_pointed.actor("bob"), discord_pointed.channel("general")
    access = rules(discord_pointed, allowed_users=(discord_pointed.actor("ada").id,))
    async with running(discord_pointed, tmp_path, access=access, clock=utc_now) as bot:
        bot.think_with(ScriptedEngine([idle("Hello!")] * 8))
        await tell(bot, bob, await fresh_code(tmp_path), answers=1)
        used = await bob.command(general, "help")
        assert used.reply is not None
        assert used.reply.content == REFUSALS[Verdict.PERSON]["en"]


async def test_a_code_goes_no_further(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    bob = discord_pointed.actor("bob")
    engine = ScriptedEngine([idle("Hello!")] * 8)
    async with running(discord_pointed, tmp_path, access=rules(discord_pointed), clock=utc_now) as bot:
        bot.think_with(engine)
        code = await fresh_code(tmp_path)
        await tell(bot, bob, code, answers=1)
        await tell(bot, bob, "hello", answers=2)
    assert not any(code in message.content for rendered in engine.rendered for message in rendered)


async def test_a_blocked_user_is_let_in_by_no_code(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    bob = discord_pointed.actor("bob")
    access = rules(discord_pointed, blocked_users=(bob.id,))
    async with running(discord_pointed, tmp_path, access=access, clock=utc_now) as bot:
        bot.think_with(ScriptedEngine([idle("Hello!")] * 8))
        assert await tell(bot, bob, await fresh_code(tmp_path), answers=0) == []
        assert not await bot.house.stores.pairings.is_paired(bob.id)


def test_a_code_that_opens_nothing_is_not_made(tmp_path: Path) -> None:
    said = kallisti(tmp_path, dms="everyone")
    assert 'access.dms is "everyone", so a code would open nothing; set it to "pairing"' in said
    assert said.startswith("exit ")


def test_the_fourth_code_is_refused(tmp_path: Path) -> None:
    codes = {kallisti(tmp_path) for _ in range(3)}
    assert len(codes) == 3
    assert "3 codes wait to be used" in kallisti(tmp_path)


def test_codes_are_made_where_direct_messages_come_to(tmp_path: Path) -> None:
    refused = kallisti(tmp_path, discord="shards = 2\nshard_ids = [1]")
    assert refused.startswith("exit 2: ")
    assert "the daemon with shard 0, and this one has 1 of 2" in " ".join(refused.split())
    assert "Whoever sends this" in kallisti(tmp_path, discord="shards = 2\nshard_ids = [0]")
