"""Terminal and chat as SVG: small, without scripts, and without anything that has to be fetched. Pure."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
SANS = "'gg sans', 'Noto Sans', 'Helvetica Neue', Helvetica, Arial, sans-serif"

CELL, LINE, EDGE = 8.4, 20, 16
"""Width of a character and height of a line of the terminal, and the margin, in pixels."""
TERMINAL_COLUMNS = 110
COLOURS = {"ok": "#3fb950", "warning": "#d29922", "error": "#f85149", "dim": "#8b949e", "plain": "#e6edf3"}

CHAT_WIDTH, CHAT_COLUMNS, TEXT_LEFT = 760, 84, 68
"""Pixels, and characters of one line of a message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatLine:
    """One message as people see it. `buttons` are their labels, `time` as it is shown."""

    author: str
    time: str
    text: str
    is_bot: bool = False
    buttons: tuple[str, ...] = ()


# ------------------------------------------------------------------ a terminal


def terminal(title: str, lines: Sequence[str]) -> str:
    """The lines of a terminal; the words `ok`, `warning` and `error` in front have their colours."""
    rows = [row for line in lines for row in _rows(line)]
    width = int(2 * EDGE + CELL * TERMINAL_COLUMNS)
    height = 3 * EDGE + LINE * (len(rows) + 1)
    parts = [_text(EDGE, EDGE + 12, title, COLOURS["dim"], size=12)]
    for number, row in enumerate(rows):
        y = 2 * EDGE + LINE * (number + 1)
        parts.extend(_terminal_row(row, y))
    return _page(width, height, "#0d1117", MONO, parts)


def _rows(line: str) -> list[str]:
    wrapped = textwrap.wrap(line, TERMINAL_COLUMNS, subsequent_indent="         ", drop_whitespace=False)
    return wrapped or [""]


def _terminal_row(row: str, y: int) -> Iterator[str]:
    word = re.match(r"ok|warning|error", row)
    if word is None:
        yield _text(EDGE, y, row, COLOURS["dim" if row.startswith("$") else "plain"], size=14)
        return
    yield _text(EDGE, y, word[0], COLOURS[word[0]], size=14)
    rest = row[word.end() :]
    indent = len(rest) - len(rest.lstrip())
    yield _text(EDGE + CELL * (word.end() + indent), y, rest.lstrip(), COLOURS["plain"], size=14)


# ------------------------------------------------------------------ a chat


def chat(title: str, lines: Sequence[ChatLine]) -> str:
    """A channel with its messages, oldest first, drawn as Discord draws them."""
    parts = [_text(EDGE, 26, title, "#f2f3f5", size=15, bold=True)]
    y = 48
    for line in lines:
        drawn, height = _message(line, y)
        parts.extend(drawn)
        y += height
    return _page(CHAT_WIDTH, y + EDGE, "#313338", SANS, parts)


def _message(line: ChatLine, y: int) -> tuple[list[str], int]:
    colour = "#5865f2" if line.is_bot else "#3ba55c"
    parts = [
        f'<circle cx="38" cy="{y + 20}" r="20" fill="{colour}"/>',
        _text(38, y + 26, line.author[:1].upper(), "#ffffff", size=17, middle=True),
        _text(TEXT_LEFT, y + 14, line.author, "#f2f3f5", size=15, bold=True),
    ]
    after = TEXT_LEFT + 9 * len(line.author) + 12
    if line.is_bot:
        parts.append(f'<rect x="{after}" y="{y + 2}" width="34" height="15" rx="3" fill="#5865f2"/>')
        parts.append(_text(after + 17, y + 13, "APP", "#ffffff", size=10, middle=True))
        after += 42
    parts.append(_text(after, y + 14, line.time, "#949ba4", size=12))
    bottom = y + 20
    for row in _message_rows(line.text):
        bottom += 20
        parts.append(_text(TEXT_LEFT, bottom - 4, row, "#dbdee1", size=15))
    if line.buttons:
        parts.extend(_buttons(line.buttons, bottom + 6))
        bottom += 44
    return parts, max(bottom - y, 44) + 14


def _message_rows(text: str) -> Iterator[str]:
    for line in re.sub(r"\*\*(.+?)\*\*", r"\1", text).splitlines():
        yield from textwrap.wrap(line, CHAT_COLUMNS) or [""]


def _buttons(labels: Sequence[str], y: int) -> Iterator[str]:
    left = TEXT_LEFT
    for label in labels:
        width = 26 + 8 * len(label)
        yield f'<rect x="{left}" y="{y}" width="{width}" height="32" rx="4" fill="#4e5058"/>'
        yield _text(left + width / 2, y + 21, label, "#ffffff", size=14, middle=True)
        left += width + 8


# ------------------------------------------------------------------ SVG


def _page(width: int, height: int, background: str, font: str, parts: Sequence[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="{font}">'
    )
    body = "\n".join(parts)
    return f'{head}\n<rect width="{width}" height="{height}" rx="8" fill="{background}"/>\n{body}\n</svg>\n'


def _text(
    x: float, y: float, text: str, colour: str, *, size: int, bold: bool = False, middle: bool = False
) -> str:
    weight = ' font-weight="600"' if bold else ""
    anchor = ' text-anchor="middle"' if middle else ""
    return (
        f'<text x="{x:g}" y="{y:g}" fill="{colour}" font-size="{size}"{weight}{anchor} '
        f'xml:space="preserve">{escape(text, quote=False)}</text>'
    )
