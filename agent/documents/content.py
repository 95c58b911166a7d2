"""What a file is, by its content alone: anybody may call a file anything. Pure."""

from __future__ import annotations

import codecs
import re
from enum import StrEnum

LOOKED_AT = 1024
"""Bytes at the start in which the mark of a PDF is looked for, as readers of PDF do."""
MOST_CONTROLS = 0.01
"""Share of control characters from which on something is no text."""


class FileKind(StrEnum):
    TEXT = "text"
    PDF = "pdf"
    IMAGE = "image"
    OTHER = "other"


_IMAGES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"BM", b"II*\0", b"MM\0*")
_IN_BOXES = re.compile(rb"....(?:ftyp(?:avif|avis|heic|heix|mif1)|WEBP)|RIFF....WEBP", re.DOTALL)
_MARKED = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""Byte order marks, the longer before the one that it begins with."""
_PDF = re.compile(rb"(?:^|[\r\n]|^\xef\xbb\xbf)[ \t\f]*%PDF-\d")
"""The mark of a PDF, which begins a line."""
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f\ufffd]")
_LINE_END = re.compile(r"\r\n?|[\f\v\x85\u2028\u2029]")


def kind_of(data: bytes) -> FileKind:
    """What `data` is; an empty file is a text, and so is one that only speaks of PDF."""
    if _PDF.search(data[:LOOKED_AT]):
        return FileKind.PDF
    if text_of(data) is not None:
        return FileKind.TEXT
    is_image = data.startswith(_IMAGES) or _IN_BOXES.match(data[:16]) is not None
    return FileKind.IMAGE if is_image else FileKind.OTHER


def text_of(data: bytes) -> str | None:
    """The text in any usual encoding, with plain line ends; None where it is none."""
    text = _decoded(data)
    if text is None or len(_CONTROL.findall(text)) > MOST_CONTROLS * len(text):
        return None
    return _LINE_END.sub("\n", _CONTROL.sub("\ufffd", text))


def _decoded(data: bytes) -> str | None:
    for mark, encoding in _MARKED:
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    if b"\0" in data:
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        # What is not UTF-8 is nearly always the old encoding of Windows; controls show what is no text.
        return data.decode("cp1252", "replace")
