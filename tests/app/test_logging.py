"""What reaches the log, and what never does."""

from __future__ import annotations

import io
import json
import logging
import os
from pathlib import Path
from typing import Any

import pytest
import structlog

from bot.logging import Form, Level, configure_logging, is_journal

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe." + "x" * 38


def logged(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def configured(*, level: Level = "info", form: Form = "json", secrets: tuple[str, ...] = ()) -> io.StringIO:
    stream = io.StringIO()
    configure_logging(level=level, form=form, stream=stream, secrets=secrets)
    return stream


def test_json_lines_carry_level_name_and_values() -> None:
    stream = configured()
    structlog.get_logger("turn").info("answered", channel=5, milliseconds=12)
    (line,) = logged(stream)
    assert line["event"] == "answered"
    assert (line["level"], line["logger"], line["channel"]) == ("info", "turn", 5)
    assert line["timestamp"].endswith("Z")


def test_text_lines_show_keys_and_values_without_colour_off_a_terminal() -> None:
    stream = configured(form="text")
    structlog.get_logger("turn").info("answered", channel=5)
    assert "answered" in stream.getvalue()
    assert "channel=5" in stream.getvalue()
    assert "\x1b[" not in stream.getvalue()


def test_lines_below_the_level_are_left_out() -> None:
    stream = configured(level="warning")
    structlog.get_logger().info("quiet")
    structlog.get_logger().warning("loud")
    assert [line["event"] for line in logged(stream)] == ["loud"]


def test_loggers_made_before_the_configuration_follow_it() -> None:
    logger = structlog.get_logger("early")
    stream = configured()
    logger.info("late")
    assert logged(stream)[0]["logger"] == "early"


def test_lines_of_libraries_take_the_same_form() -> None:
    stream = configured()
    logging.getLogger("some.library").warning("careful with %s", "this")
    assert logged(stream)[0]["event"] == "careful with this"


def test_discords_debug_lines_with_whole_messages_never_appear() -> None:
    stream = configured(level="debug")
    logging.getLogger("discord.http").debug("POST with %s", '{"content": "private"}')
    logging.getLogger("discord.gateway").info("private")
    assert stream.getvalue() == ""


def test_a_lost_connection_is_one_line_and_no_traceback() -> None:
    stream = configured()
    try:
        raise ConnectionResetError(104, "reset")
    except ConnectionResetError:
        logging.getLogger("discord.client").exception("Attempting a reconnect in %.2fs", 3.2)
    (line,) = logged(stream)
    assert line["event"] == "connection to Discord lost (ConnectionResetError), next attempt in 3 s"
    assert line["level"] == "warning"
    assert "exception" not in line


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_token_is_redacted_wherever_it_stands(form: Form) -> None:
    stream = configured(form=form, secrets=("hunter2",))
    logger = structlog.get_logger()
    logger.warning(
        "token leaked", text=f"the token {TOKEN}", value=TOKEN, nested={"authorization": f"Bot {TOKEN}"}
    )
    logging.getLogger("library").warning("password %s", "hunter2")
    try:
        raise ValueError(f"bad token {TOKEN}")
    except ValueError:
        logger.exception("failed")
    output = stream.getvalue()
    assert TOKEN not in output
    assert "hunter2" not in output
    assert output.count("[redacted]") >= 5


def test_tracebacks_show_no_local_variables() -> None:
    stream = configured(form="text")
    secret_thought = "a private message"
    try:
        raise ValueError(len(secret_thought))
    except ValueError:
        structlog.get_logger().exception("failed")
    assert "ValueError: 17" in stream.getvalue()
    assert secret_thought not in stream.getvalue()


def test_only_the_journal_itself_counts_as_the_journal(tmp_path: Path) -> None:
    with (tmp_path / "journal").open("w") as journal, (tmp_path / "other").open("w") as other:
        status = os.fstat(journal.fileno())
        named = f"{status.st_dev}:{status.st_ino}"
        assert is_journal(journal, named)
        assert not is_journal(other, named)
        assert not is_journal(journal, "")
        assert not is_journal(io.StringIO(), named)


def test_auto_takes_json_for_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with path.open("w") as journal:
        status = os.fstat(journal.fileno())
        named = f"{status.st_dev}:{status.st_ino}"
        configure_logging(level="info", form="auto", stream=journal, journal_stream=named)
        structlog.get_logger().info("hello")
    assert json.loads(path.read_text())["event"] == "hello"
