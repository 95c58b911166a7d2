"""Lines from pipes, files and a real terminal."""

from __future__ import annotations

import asyncio
import io
import os
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from bot.terminal import PipeTerminal, PromptTerminal, Terminal, printable


async def all_lines(terminal: Terminal) -> list[str]:
    return [line async for line in terminal.lines()]


async def piped(data: bytes) -> list[str]:
    reading, writing = os.pipe()
    os.write(writing, data)
    os.close(writing)
    with os.fdopen(reading) as source:
        return await all_lines(PipeTerminal(source=source, sink=io.StringIO()))


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"one\ntwo\n", ["one", "two"]),
        (b"one\r\ntwo", ["one", "two"]),
        ("übermorgen\n".encode(), ["übermorgen"]),
        (b"\xff\xfe\n", ["\ufffd\ufffd"]),
        (b"a\n\nb\n", ["a", "", "b"]),
    ],
)
async def test_a_pipe_gives_its_lines_and_ends(data: bytes, lines: list[str]) -> None:
    assert await piped(data) == lines


async def test_a_line_arrives_while_the_pipe_stays_open() -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading) as source:
        lines = PipeTerminal(source=source, sink=io.StringIO()).lines()
        os.write(writing, "first ü".encode()[:-1])
        await asyncio.sleep(0.02)
        os.write(writing, "ü".encode()[-1:] + b"\n")
        assert await anext(lines) == "first ü"
        os.close(writing)
        with pytest.raises(StopAsyncIteration):
            await anext(lines)


async def test_a_file_can_be_the_input(tmp_path: Path) -> None:
    path = tmp_path / "questions.txt"
    path.write_text("what time is it?\n")
    with path.open() as source:
        terminal = PipeTerminal(source=source, sink=io.StringIO())
        assert await all_lines(terminal) == ["what time is it?"]


async def test_a_terminal_gives_edited_lines_until_its_input_ends() -> None:
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        keys.send_text("helo\x7flo\rsecond\r\x04")
        assert await all_lines(PromptTerminal()) == ["hello", "second"]


async def test_control_c_ends_the_input() -> None:
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        keys.send_text("half\x03")
        assert await all_lines(PromptTerminal()) == []


def test_words_of_a_model_cannot_drive_the_terminal() -> None:
    assert printable("red \x1b[31mtext\x07\r\n\tnext\x9b") == "red [31mtext\n\tnext"
