"""What breaks around the daemon, and what people and the operator read about it."""

from __future__ import annotations

import asyncio
import signal
import time
from pathlib import Path

import pytest

from agent.errors import EXIT_CONFIG, EXIT_CREDENTIAL
from bot.notice_words import STOPPING
from tests.discord_server.server import DiscordServer
from tests.discord_server.transcript import Kind
from tests.e2e.daemon import Daemon
from tests.e2e.test_reminders import answer_to

pytestmark = [pytest.mark.e2e, pytest.mark.model]


async def typing_in(server: DiscordServer, channel_id: int) -> None:
    await server.wait_until(
        lambda: bool(server.transcript.select(kind=Kind.TYPING, channel_id=channel_id)), timeout=10
    )


async def test_a_worker_killed_in_the_middle_of_a_turn_is_told_and_the_next_turn_works(
    daemon: Daemon, discord_server: DiscordServer
) -> None:
    ada = discord_server.actor("ada")
    answers: list[str] = []
    for pause in (0.5, 1.0, 2.0, 4.0):  # what has not reached the worker by then is sent to its successor
        answers = await killed_in_the_middle(daemon, discord_server, pause=pause)
        if any("restarted" in answer for answer in answers):
            break
    else:
        pytest.fail(f"nobody was told of a worker killed in the middle of a turn: {answers}")
    again = await answer_to(discord_server, await ada.send_dm("remind me in 5 minutes to stretch"))
    assert "stretch" in again.content
    assert len(daemon.stored_due()) == 1


async def killed_in_the_middle(daemon: Daemon, server: DiscordServer, *, pause: float) -> list[str]:
    """What three people are told whose requests had `pause` seconds to reach a worker that only then ran."""
    (worker,) = daemon.workers()
    worker.suspend()
    chats = [
        await server.actor(name).send_dm("tell me a story about a fox") for name in ("ada", "bob", "owner")
    ]
    await typing_in(server, server.actor("ada").dm().id)
    await asyncio.sleep(pause)
    worker.resume()
    await asyncio.sleep(0.02)
    worker.kill()
    return [(await answer_to(server, chat)).content for chat in chats]


async def test_sigterm_in_the_middle_of_a_turn_ends_it_with_words_and_closes_cleanly(
    daemon: Daemon, discord_server: DiscordServer
) -> None:
    ada = discord_server.actor("ada")
    chat = await ada.send_dm("hello there")
    await typing_in(discord_server, ada.dm().id)
    await asyncio.sleep(0.2)
    started = time.monotonic()
    daemon.terminate()
    assert await daemon.wait() == 0
    assert time.monotonic() - started < 10
    answer = await answer_to(discord_server, chat)
    assert answer.content
    closed = [details["code"] for name, details in discord_server.gateway.log.entries if name == "close"]
    assert closed == [1000]
    assert "STOPPING=1" in daemon.heard()
    assert daemon.last_words() == ""


async def test_what_still_waits_at_the_end_is_told(daemon: Daemon, discord_server: DiscordServer) -> None:
    general, mention = discord_server.channel("general"), discord_server.bot_mention
    await discord_server.actor("ada").send(general, f"{mention} hello there")
    waiting = await discord_server.actor("bob").send(general, f"{mention} hello again")
    await typing_in(discord_server, general.id)
    daemon.terminate()
    assert await daemon.wait() == 0
    answer = await answer_to(discord_server, waiting)
    assert answer.content == STOPPING["en"]


async def test_an_event_that_discord_delivers_twice_is_answered_once(
    daemon: Daemon, discord_server: DiscordServer
) -> None:
    discord_server.gateway.copies = lambda name, data: 2
    ada = discord_server.actor("ada")
    for hours in (2, 3):
        await answer_to(discord_server, await ada.send_dm(f"remind me in {hours} hours to stretch"))
    ignored = ("message already waiting", "message already handled")
    await daemon.until(lambda: sum(len(daemon.events(event)) for event in ignored) == 2)
    assert len(daemon.stored_due()) == 2
    assert len(discord_server.messages(ada.dm(), author_id=discord_server.world.application.bot_id)) == 2


async def test_a_hangup_is_answered_in_the_log_and_survived(
    daemon: Daemon, discord_server: DiscordServer
) -> None:
    daemon.terminate(signal.SIGHUP)
    await daemon.until(lambda: bool(daemon.events("the configuration was read again")))
    asked = await discord_server.actor("ada").send_dm("remind me in 2 hours to stretch")
    assert "stretch" in (await answer_to(discord_server, asked)).content


async def test_without_a_network_it_waits_says_so_and_can_be_stopped(
    discord_server: DiscordServer, tmp_path: Path
) -> None:
    await discord_server.stop()
    daemon = Daemon(discord_server, tmp_path)
    await daemon.launch()
    await daemon.until(lambda: any("Discord cannot be reached" in state for state in daemon.heard()))
    assert any("EXTEND_TIMEOUT_USEC" in state for state in daemon.heard())
    daemon.terminate()
    assert await daemon.wait() == 0
    assert daemon.last_words() == ""
    await daemon.end()


async def test_a_second_daemon_on_the_same_data_ends_in_one_sentence(
    daemon: Daemon, discord_server: DiscordServer, tmp_path: Path
) -> None:
    other_place = tmp_path / "other"
    other_place.mkdir()
    second = Daemon(discord_server, other_place)
    second.config.write_text(daemon.config.read_text())
    await second.launch()
    assert await second.wait() == EXIT_CONFIG
    assert "another Kallisti" in second.last_words()
    assert len(second.last_words().splitlines()) == 1
    await second.end()


async def test_the_service_manager_hears_ready_and_signs_of_life(daemon: Daemon) -> None:
    await daemon.until(lambda: daemon.heard().count("WATCHDOG=1") >= 2)
    heard = daemon.heard()
    assert heard.count("READY=1") == 1
    assert heard.index("READY=1") < heard.index("WATCHDOG=1")
    assert any(state.startswith("STATUS=connected to Discord") for state in heard)


@pytest.mark.parametrize("token", ["MTA.wrong.token", "two words"])
async def test_a_wrong_token_ends_in_one_sentence_that_the_unit_does_not_restart_on(
    discord_server: DiscordServer, tmp_path: Path, token: str
) -> None:
    daemon = Daemon(discord_server, tmp_path, token=token)
    await daemon.launch()
    assert await daemon.wait(60) == EXIT_CREDENTIAL
    assert daemon.last_words().startswith("kallisti: ")
    assert "token" in daemon.last_words()
    assert len(daemon.last_words().splitlines()) == 1
    assert token not in daemon.log_path.read_text()
    await daemon.end()


async def test_an_intent_that_is_not_granted_is_named(discord_server: DiscordServer, tmp_path: Path) -> None:
    discord_server.world.application.privileged_intents = 0
    daemon = Daemon(discord_server, tmp_path)
    daemon.config.write_text(
        daemon.config.read_text().replace("[engine]", "message_content = true\n[engine]")
    )
    await daemon.launch()
    assert await daemon.wait(60) == EXIT_CREDENTIAL
    assert "Message Content Intent" in daemon.last_words()
    await daemon.end()


async def test_an_unknown_key_is_named_with_the_nearest_known_one(
    discord_server: DiscordServer, tmp_path: Path
) -> None:
    daemon = Daemon(discord_server, tmp_path)
    daemon.configure("[turn]\nmax_stepz = 3")
    await daemon.launch()
    assert await daemon.wait() == EXIT_CONFIG
    words = f"kallisti: {daemon.config}: unknown key turn.max_stepz; did you mean turn.max_steps?"
    assert daemon.last_words() == words
    await daemon.end()


def broken_model(path: Path, fault: str, default_model: Path) -> None:
    if fault == "not GGUF":
        path.write_bytes(b"PK\x03\x04" * 1000)
    elif fault == "truncated":
        path.write_bytes(default_model.read_bytes()[:20_000_000])
    elif fault == "empty":
        path.write_bytes(b"")


@pytest.mark.parametrize("fault", ["missing", "not GGUF", "truncated", "empty"])
async def test_a_model_file_that_cannot_be_used_is_named_before_anything_connects(
    discord_server: DiscordServer, default_model: Path, tmp_path: Path, fault: str
) -> None:
    model = tmp_path / "model.gguf"
    broken_model(model, fault, default_model)
    daemon = Daemon(discord_server, tmp_path)
    daemon.configure(engine=f'model = "{model}"')
    await daemon.launch()
    assert await daemon.wait(60) == EXIT_CONFIG
    assert "model.gguf" in daemon.last_words()
    assert len(daemon.last_words().splitlines()) == 1
    assert discord_server.gateway.log.count("identify") == 0
    await daemon.end()
