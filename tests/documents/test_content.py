"""What a file is shows in its content, whatever it is called."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.documents.content import FileKind, kind_of, text_of

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\6\0\0\0"


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"", FileKind.TEXT),
        (b"def main():\n\tpass\n", FileKind.TEXT),
        ("Grüße aus Köln".encode(), FileKind.TEXT),
        ("Grüße aus Köln".encode("cp1252"), FileKind.TEXT),
        ("Grüße aus Köln".encode("utf-16"), FileKind.TEXT),
        (b"\xef\xbb\xbfname;age\r\n", FileKind.TEXT),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", FileKind.PDF),
        (b"junk before\n%PDF-1.4\n", FileKind.PDF),
        (b"what does %PDF- mean?", FileKind.TEXT),
        (b'is_pdf = data.startswith(b"%PDF-1")\n', FileKind.TEXT),
        (PNG, FileKind.IMAGE),
        (b"\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0\xff\xdb\0C", FileKind.IMAGE),
        (b"RIFF\x10\0\0\0WEBPVP8 \0\0\0\0", FileKind.IMAGE),
        (b"\0\0\0\x1cftypheic\0\0\0\0", FileKind.IMAGE),
        (b"PK\3\4\x14\0\0\0\x08\0", FileKind.OTHER),
        (b"\x7fELF\2\1\1\0\0\0", FileKind.OTHER),
        (bytes(range(1, 32)) * 8, FileKind.OTHER),
    ],
)
def test_a_file_is_what_its_content_says(data: bytes, kind: FileKind) -> None:
    assert kind_of(data) is kind


def test_a_text_has_plain_line_ends_and_no_byte_order_mark() -> None:
    assert text_of("\ufeffa\r\nb\rc\u2028d".encode()) == "a\nb\nc\nd"


@given(st.binary(max_size=300))
def test_no_file_breaks_the_reading_or_leaves_control_characters(data: bytes) -> None:
    kind_of(data)
    text = text_of(data)
    assert text is None or not any(ord(each) < 32 and each not in "\t\n" for each in text)
