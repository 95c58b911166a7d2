"""Files are read within limits, and a PDF in a process of its own."""

from __future__ import annotations

import sys
import time
import zlib

import pytest

from agent.documents.reading import ContentReader, ReadingLimits
from agent.types import FileText, Unread
from tests.documents.pdfs import locked, pdf
from tests.documents.test_content import PNG

TWO_PAGES = pdf("The rent is 700 Euro.", "It is due on the third.")


async def test_a_text_is_read_up_to_a_limit() -> None:
    reader = ContentReader(ReadingLimits(characters=10))

    assert await reader.read(b"short") == FileText(text="short")
    assert await reader.read(b"twelve chars") == FileText(text="twelve cha", is_cut=True)


@pytest.mark.parametrize(
    ("data", "why"),
    [(b"", Unread.EMPTY), (b" \n\t ", Unread.EMPTY), (PNG, Unread.IMAGE), (b"PK\3\4\0", Unread.NO_TEXT_FILE)],
)
async def test_a_file_without_text_says_why(data: bytes, why: Unread) -> None:
    assert await ContentReader().read(data) is why


async def test_a_pdf_is_read_with_the_numbers_of_its_pages() -> None:
    found = await ContentReader().read(TWO_PAGES)

    assert found == FileText(text="## 1\n\nThe rent is 700 Euro.\n\n## 2\n\nIt is due on the third.")


async def test_a_pdf_is_read_up_to_a_number_of_pages() -> None:
    found = await ContentReader(ReadingLimits(pages=1)).read(TWO_PAGES)

    assert found == FileText(text="## 1\n\nThe rent is 700 Euro.", is_cut=True)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (locked(TWO_PAGES, "secret"), Unread.LOCKED),
        (b"%PDF-1.7\nnothing that follows makes sense", Unread.BROKEN),
        (TWO_PAGES[:200], Unread.BROKEN),
        (pdf(""), Unread.EMPTY),
    ],
)
async def test_a_pdf_that_cannot_be_read_says_why(data: bytes, why: Unread) -> None:
    assert await ContentReader().read(data) is why


async def test_a_pdf_that_only_forbids_changes_is_read() -> None:
    assert isinstance(await ContentReader().read(locked(TWO_PAGES, "")), FileText)


async def test_a_pdf_that_takes_too_long_is_ended() -> None:
    endless = (sys.executable, "-c", "import time; time.sleep(600)")
    reader = ContentReader(ReadingLimits(seconds=0.3), command=endless)
    started = time.monotonic()

    assert await reader.read(TWO_PAGES) is Unread.TOO_LONG
    assert time.monotonic() - started < 30


@pytest.mark.parametrize("said", ["", "nonsense", '{"text": 1}', '{"unread": "no such"}', "[]"])
async def test_a_child_that_dies_or_raves_takes_nothing_with_it(said: str) -> None:
    reader = ContentReader(command=(sys.executable, "-c", f"import sys; sys.stdout.write({said!r})"))

    assert await reader.read(TWO_PAGES) in (Unread.TOO_LONG, Unread.BROKEN)


async def test_a_pdf_that_asks_for_all_memory_is_given_up_on() -> None:
    """A page whose content grows a thousandfold when it is unpacked, again and again."""
    inner = zlib.compress(b"\0" * 50_000_000, 9)
    stream = zlib.compress(inner, 9)
    header = b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n"
    pages = b"2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n"
    page = b"3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>\nendobj\n"
    filters = b"<< /Length %d /Filter [/FlateDecode /FlateDecode] >>" % len(stream)
    content = b"4 0 obj\n" + filters + b"\nstream\n" + stream + b"\nendstream\nendobj\n"
    data = header + pages + page + content + b"trailer\n<< /Root 1 0 R >>\n%%EOF\n"

    assert isinstance(await ContentReader().read(data), Unread)
