"""No message takes long to be read as one that wants something remembered."""

from __future__ import annotations

import time

import pytest

from agent.tools._statements import asks_to_remember, choice_in, statement

LONG = 8_000
"""Characters of the longest message."""
SECONDS = 2.0
"""Of computing, where a square of the length takes ten and more on any machine."""


@pytest.mark.parametrize(
    "piece", [" ", ".", "–", ",", "please ", "remember ", "can you please ", "remember that.", "server", "!"]
)
@pytest.mark.parametrize("frame", ["{}", "x{}y", "remember{}x", "please{}remember x", "x remember that{}y"])
def test_a_long_run_of_anything_is_read_at_once(piece: str, frame: str) -> None:
    text = frame.format(piece * (LONG // len(piece)))
    began = time.process_time()
    statement(text)
    asks_to_remember(text)
    choice_in(text)
    assert time.process_time() - began < SECONDS
