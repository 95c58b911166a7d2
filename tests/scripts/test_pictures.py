"""Pictures of terminal and chat: well-formed, with all that was said, and small where they are kept."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from scripts.pictures import COLOURS, TERMINAL_COLUMNS, ChatLine, chat, terminal

IMAGES = Path(__file__).parents[2] / "docs" / "images"
KEPT = ("chat.svg", "check.svg", "console.svg")
LARGEST = 20_000
NAMESPACE = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter(f"{NAMESPACE}text"))


def words(svg: str) -> str:
    return " ".join(" ".join(each.text or "" for each in texts(svg)).split())


def test_a_terminal_shows_every_line_and_colours_what_was_found() -> None:
    svg = terminal("title", ["$ kallisti check", "ok       a: <b> & c", "error    d: e"])
    assert words(svg) == "title $ kallisti check ok a: <b> & c error d: e"
    colours = {each.text: each.get("fill") for each in texts(svg)}
    assert (colours["ok"], colours["error"]) == (COLOURS["ok"], COLOURS["error"])


def test_long_lines_are_wrapped_and_the_picture_grows() -> None:
    line = "word " * 60
    svg = terminal("t", [line])
    assert words(svg) == f"t {line.strip()}"
    assert max(len(each.text or "") for each in texts(svg)) <= TERMINAL_COLUMNS
    heights = [
        int(ElementTree.fromstring(terminal("t", [line] * count)).get("height") or 0) for count in (1, 2)
    ]
    assert heights[0] < heights[1]


def test_a_chat_shows_who_said_what_and_the_buttons() -> None:
    lines = [
        ChatLine(author="Ada", time="9:00", text="hello\nthere"),
        ChatLine(author="Kallisti", time="9:01", text="**when**?", is_bot=True, buttons=("Done", "1 h")),
    ]
    svg = chat("#general", lines)
    assert words(svg) == "#general A Ada 9:00 hello there K Kallisti APP 9:01 when? Done 1 h"
    heights = [int(each.get("y") or 0) for each in texts(svg) if each.get("x") == "68"]
    assert heights == sorted(heights)


@pytest.mark.parametrize("name", KEPT)
def test_what_is_kept_is_small_and_fetches_nothing(name: str) -> None:
    svg = (IMAGES / name).read_text(encoding="utf-8")
    assert len(svg) < LARGEST
    assert words(svg)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|<script|<image|@import|href", svg)


def test_every_picture_is_shown_in_the_documentation() -> None:
    root = IMAGES.parents[1]
    pages = [*(root / "docs").glob("*.md"), root / "README.md"]
    shown = {name for page in pages for name in re.findall(r"images/([\w-]+\.svg)", page.read_text())}
    assert shown == set(KEPT) == {path.name for path in IMAGES.iterdir()}
