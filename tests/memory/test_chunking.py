"""Headings of a note, and lines that only look like some."""

from __future__ import annotations

import time

import pytest

from agent.memory.chunking import LONGEST_HEADING, MOST_CHUNKS, chunks
from tests.memory.making import note

LONG = 200_000
"""Characters of the longest document."""
SECONDS = 3.0
"""Of computing; where each space was tried with each hash, a fiftieth of this text took minutes."""


def headings(text: str) -> list[str]:
    return [part.heading for part in chunks(note(text))]


@pytest.mark.parametrize(
    ("line", "heading"),
    [
        ("# One", "One"),
        ("## One ##", "One"),
        ("# One #  ", "One"),
        ("# C#", "C#"),
        ("#\tOne \t#", "One"),
        ("   # One", "One"),
        ("# ##", "##"),
        ("#One", ""),
        ("#", ""),
        ("# ", ""),
        ("    # One", ""),
        ("####### One", ""),
    ],
)
def test_a_heading_is_what_markdown_takes_for_one(line: str, heading: str) -> None:
    assert headings(f"{line}\ntext") == [heading]


def test_a_heading_above_another_one_stands_before_it() -> None:
    assert headings("# A\na\n## B\nb\n# C\nc") == ["A", "A > B", "C"]


def test_a_long_heading_is_cut() -> None:
    [heading] = headings(f"# {'h' * LONG}\ntext")
    assert heading == "h" * LONGEST_HEADING


@pytest.mark.parametrize(
    "piece", [" ", "#", "\t", " #", "# ", "\n", "\n\n", "# h\n", "```\n", "a'", "x", ". "]
)
@pytest.mark.parametrize("frame", ["{}", "# a{}x", "# a{0}{1}x", "x{}y", "```\n{}"])
def test_no_text_takes_long_to_be_cut(piece: str, frame: str) -> None:
    run = piece * (LONG // 2 // len(piece))
    began = time.process_time()
    found = chunks(note(frame.format(run, "#" * (LONG // 2))))
    assert time.process_time() - began < SECONDS
    assert 1 <= len(found) <= MOST_CHUNKS
