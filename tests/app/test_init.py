"""`kallisti init`: answered by a script, broken off at every question, and what it writes."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from agent.errors import ConfigError
from agent.resources import example_config
from bot.app_house import Setup
from bot.app_init import NOT_CHECKED, WELCOME, filled, questions, set_up, write_together
from bot.config import Config, Surroundings
from bot.config_file import load_config, parse_config
from tests.discord_server.fixtures import discord_pointed, discord_server
from tests.discord_server.server import DiscordServer

__all__ = ["discord_pointed", "discord_server"]

CHECKOUT = Path(__file__).parents[2]
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"
SETUP = Setup(config=Config(), surroundings=Surroundings(), clock=lambda: datetime(2026, 3, 1, tzinfo=UTC))
ANSWERS = (TOKEN, "7, 8", "y", "9", "", "Europe/Berlin", "de", "")


class Script:
    """Gives answers in order, then raises `after`."""

    def __init__(self, *answers: str, after: type[BaseException] = EOFError) -> None:
        self._answers: Iterator[str] = iter(answers)
        self._after = after
        self.said: list[str] = []
        self.asked: list[str] = []

    def ask(self, text: str, *, hidden: bool = False) -> str:
        self.asked.append(text)
        for answer in self._answers:
            return answer
        raise self._after

    def say(self, text: str) -> None:
        self.said.append(text)


def test_the_answers_stand_in_a_file_with_every_comment(tmp_path: Path) -> None:
    target = tmp_path / "kallisti" / "config.toml"
    lines = set_up(SETUP, target, Script(*ANSWERS), offline=True)
    config = load_config(target)
    assert config.access.owners == (7, 8)
    assert (config.discord.message_content, config.discord.channels) == (True, (9,))
    assert (config.time.zone, config.time.language) == ("Europe/Berlin", "de")
    token_file = tmp_path / "kallisti" / "discord_token"
    assert config.discord.token_file == str(token_file)
    assert token_file.read_text() == f"{TOKEN}\n"
    assert token_file.stat().st_mode & 0o077 == 0
    assert TOKEN not in target.read_text()
    assert lines[:2] == [f"written: {target}", f"written: {token_file}"]
    comments = [line for line in example_config().splitlines() if line.startswith("#")]
    assert [line for line in target.read_text().splitlines() if line.startswith("#")] == comments


def test_without_a_token_only_what_the_console_needs_is_asked(tmp_path: Path) -> None:
    script = Script("", "", "UTC", "", "")
    set_up(SETUP, tmp_path / "c.toml", script, offline=True)
    assert len(script.asked) == 5
    assert sorted(path.name for path in tmp_path.iterdir()) == ["c.toml"]


def test_a_wrong_answer_is_explained_and_asked_for_again(tmp_path: Path) -> None:
    script = Script(
        "two words", TOKEN, "me", "7", "maybe", "n", "absent.gguf", "", "Berlin", "UTC", "xx", "en", ""
    )
    set_up(SETUP, tmp_path / "c.toml", script, offline=True)
    remarks = "\n".join(script.said)
    for words in (
        "than a Discord bot token",
        '"me" is no id',
        "answer y or n",
        "absent.gguf",
        "IANA",
        "time.language",
    ):
        assert words in remarks
    assert TOKEN not in remarks


async def test_discord_is_asked_about_the_token(tmp_path: Path, discord_pointed: DiscordServer) -> None:
    script = Script("MTA.wrong.token", discord_pointed.token, *ANSWERS[1:])
    await asyncio.to_thread(set_up, SETUP, tmp_path / "c.toml", script)
    assert script.asked[0] == script.asked[1]
    (remark,) = [line for line in script.said if line not in WELCOME]
    assert "Discord refuses it" in remark
    assert (tmp_path / "discord_token").read_text() == f"{discord_pointed.token}\n"


async def test_a_token_that_cannot_be_checked_now_is_taken_and_that_is_said(
    tmp_path: Path, discord_pointed: DiscordServer
) -> None:
    await discord_pointed.stop()
    script = Script(*ANSWERS)
    await asyncio.to_thread(set_up, SETUP, tmp_path / "c.toml", script)
    assert [line for line in script.said if line not in WELCOME] == [f"  {NOT_CHECKED}"]
    assert "`kallisti check`" in NOT_CHECKED
    assert (tmp_path / "discord_token").read_text() == f"{TOKEN}\n"


@pytest.mark.parametrize("after", [EOFError, KeyboardInterrupt])
@pytest.mark.parametrize("given", range(len(ANSWERS)))
def test_broken_off_at_any_question_nothing_is_written(
    tmp_path: Path, given: int, after: type[BaseException]
) -> None:
    script = Script(*ANSWERS[:given], after=after)
    with pytest.raises((ConfigError, KeyboardInterrupt)):
        set_up(SETUP, tmp_path / "new" / "c.toml", script, offline=True)
    assert len(script.asked) == given + 1
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_there_is_replaced_only_after_a_yes(tmp_path: Path) -> None:
    target = tmp_path / "c.toml"
    target.write_text("# mine\n")
    with pytest.raises(ConfigError, match="left as it is"):
        set_up(SETUP, target, Script("n"), offline=True)
    assert target.read_text() == "# mine\n"
    set_up(SETUP, target, Script("y", "", "", "UTC", "", ""), offline=True)
    assert load_config(target).time.zone == "UTC"


def test_where_one_file_cannot_be_written_none_is(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ConfigError, match="cannot be written"):
        write_together({tmp_path / "a.toml": "a", tmp_path / "file" / "b": "b"})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file"]


def test_any_text_survives_the_way_into_the_file() -> None:
    for value in ('/srv/"odd"\\dir', "/srv/ümläut", "/srv/tab\there", "/srv/# no comment"):
        text = filled(example_config(), {"data.directory": value})
        assert parse_config(text, name="c").data.directory == value


def test_every_question_but_the_token_is_for_a_key_that_exists() -> None:
    keys = [question.key for question in questions(SETUP, offline=True)]
    assert len(filled(example_config(), {key: "x" for key in keys if key != "token"})) > 1000


def interrupted(child: subprocess.Popen[bytes]) -> int:
    """The exit code after Ctrl-C, pressed again where it came just before a read, which then goes on."""
    for _ in range(10):
        child.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            return child.wait(timeout=10)
    pytest.fail("it goes on in spite of Ctrl-C")


def test_ctrl_c_in_a_terminal_ends_it_in_one_sentence(tmp_path: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "bot.launch", "init", "--config", str(tmp_path / "c.toml"), "--offline"],
        cwd=CHECKOUT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        # Jobs in the background of a shell ignore it.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no thread yet
    )
    assert child.stdin is not None
    assert child.stdout is not None
    assert child.stderr is not None
    with child, child.stdin, child.stdout, child.stderr:
        for question in (b"Discord's Developer Portal", b"The model"):
            while question not in (line := child.stdout.readline()):
                assert line, "it ended before it asked"
            if question != b"The model":
                child.stdin.write(b"\n")
                child.stdin.flush()
        # Its input stays open meanwhile: the end of that would end it too.
        assert interrupted(child) == 130
        errors = child.stderr.read()
    assert errors.decode().strip() == "kallisti: broken off; nothing was written"
    assert list(tmp_path.iterdir()) == []
