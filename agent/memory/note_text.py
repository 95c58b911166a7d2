"""A note as Markdown with YAML front matter, read and written. Pure.

What a person wrote into the front matter is kept as it stands: order, comments, quotes, keys of their own.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap
from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.scalarstring import DoubleQuotedScalarString

LONGEST_FRONT = 8_192
"""Characters of front matter that are read as such."""
DEEPEST_FRONT = 16
"""Brackets, dashes and question marks that may open within each other: the reader's time grows with their
square.
"""
MOST_TAGS = 50
MOST_LOOKED_AT = 1000
"""Tags among which the first `MOST_TAGS` different ones are taken."""

_FENCED = re.compile(r"\A---[ \t]*\n(?P<front>.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_NESTED = re.compile(rf"(?:[-?] +){{{DEEPEST_FRONT},}}")
_TAG = re.compile(r"[^\w/-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedNote:
    """`values` of the front matter, empty where there is none. `front` is its text with both fences; `fault`
    says why it cannot be read.
    """

    text: str
    front: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    fault: str | None = None


def parse(content: str) -> ParsedNote:
    """Splits a file. Never fails: what is no front matter belongs to the text."""
    content = content.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    fenced = _FENCED.match(content)
    if fenced is None:
        opened = content.startswith("---\n") and ":" in content.partition("\n\n")[0]
        fault = "its front matter has no closing line" if opened else None
        return ParsedNote(text=_trimmed(content), fault=fault)
    text = _trimmed(content[fenced.end() :])
    if len(fenced["front"]) > LONGEST_FRONT:
        fault = f"its front matter has more than {LONGEST_FRONT} characters"
        return ParsedNote(text=text, front=fenced[0], fault=fault)
    if _nests_deeply(fenced["front"]):
        return ParsedNote(text=text, front=fenced[0], fault="its front matter is nested too deeply")
    try:
        values = _reader().load(fenced["front"])
    except Exception as error:  # noqa: BLE001 - whatever a YAML library raises, the text is a note all the same
        return ParsedNote(
            text=text, front=fenced[0], fault=f"its front matter is no YAML: {_what_is_wrong(error)}"
        )
    if values is None:
        return ParsedNote(text=text, front=fenced[0])
    if not isinstance(values, dict):
        return ParsedNote(text=text, front=fenced[0], fault="its front matter is no table of keys")
    known = {str(key): value for key, value in values.items()}
    return ParsedNote(text=text, front=fenced[0], values=known)


def render(old: ParsedNote, *, text: str, changes: Mapping[str, Any]) -> str:
    """The file's new content: `text` under the old front matter with `changes` made in it.

    Front matter that cannot be read is kept to the letter, without the changes.
    """
    if old.fault is not None:
        return f"{old.front}{_separated(old.front)}{text.strip()}\n"
    writer = _writer()
    values = writer.load(_inside(old.front)) if old.values else None
    table = values if isinstance(values, CommentedMap) else CommentedMap()
    for key, value in changes.items():
        table[key] = _written(value)
    stream = io.StringIO()
    writer.dump(table, stream)
    return f"---\n{stream.getvalue().rstrip()}\n---\n\n{text.strip()}\n"


def text_value(values: Mapping[str, Any], key: str) -> str:
    """A key as one line of text, or empty."""
    value = values.get(key)
    return _one_line(value) if isinstance(value, str | int | float | date) else ""


def number_value(values: Mapping[str, Any], key: str) -> int | None:
    """A key as a positive id, whether it is quoted or not."""
    text = text_value(values, key)
    return int(text) if text.isascii() and text.isdecimal() and 0 < len(text) < 20 and int(text) > 0 else None


def instant_value(values: Mapping[str, Any], key: str) -> datetime | None:
    """A key as an instant; a time without a zone is one in UTC."""
    value = values.get(key)
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value.strip())
        except ValueError:
            return None
    if isinstance(value, date) and not isinstance(value, datetime):
        value = datetime(value.year, value.month, value.day, tzinfo=UTC)
    if not isinstance(value, datetime):
        return None
    try:
        return (value if value.tzinfo else value.replace(tzinfo=UTC)).astimezone(UTC)
    except (OverflowError, ValueError):
        return None


def tags_value(values: Mapping[str, Any]) -> tuple[str, ...]:
    """`tags` as a list or as words, with or without a hash, each once."""
    value = values.get("tags")
    found = re.split(r"[,\s]+", value) if isinstance(value, str) else value
    if not isinstance(found, list | tuple):
        return ()
    tags = (clean_tag(_one_line(each)) for each in found[:MOST_LOOKED_AT] if isinstance(each, str | int))
    return tuple(dict.fromkeys(tag for tag in tags if tag))[:MOST_TAGS]


def clean_tag(tag: str) -> str:
    """A tag as Obsidian takes it: letters, digits, hyphens and slashes."""
    return _TAG.sub("-", tag.strip().lstrip("#")).strip("-/")[:60]


def _one_line(value: object) -> str:
    """Empty for what cannot be written: Python gives no number of more than 4,300 digits as text."""
    try:
        return " ".join(str(value).split())
    except ValueError:
        return ""


def _what_is_wrong(error: Exception) -> str:
    """What and where, without what is written there: it is for the log."""
    if not isinstance(error, MarkedYAMLError) or error.problem_mark is None:
        return type(error).__name__
    return f"{type(error).__name__} in line {error.problem_mark.line + 2}"


def _nests_deeply(front: str) -> bool:
    depth = deepest = 0
    for character in front:
        if character in "[{":
            depth += 1
        elif character in "]}":
            depth = max(0, depth - 1)
        deepest = max(deepest, depth)
    return deepest > DEEPEST_FRONT or _NESTED.search(front) is not None


def _written(value: Any) -> Any:
    if isinstance(value, datetime):
        return DoubleQuotedScalarString(value.astimezone(UTC).isoformat(timespec="milliseconds"))
    if isinstance(value, int):
        # Obsidian's editor would round an id: its numbers have 53 bits.
        return DoubleQuotedScalarString(str(value))
    return list(value) if isinstance(value, tuple) else value


def _reader() -> YAML:
    return YAML(typ="safe", pure=True)


def _writer() -> YAML:
    writer = YAML(typ="rt")
    writer.preserve_quotes = True
    writer.width = 4096
    writer.indent(mapping=2, sequence=4, offset=2)
    return writer


def _inside(front: str) -> str:
    return "\n".join(front.strip().split("\n")[1:-1])


def _separated(front: str) -> str:
    return "" if not front else ("\n" if front.endswith("\n") else "\n\n")


def _trimmed(text: str) -> str:
    return text.replace("\0", "\ufffd").strip()
