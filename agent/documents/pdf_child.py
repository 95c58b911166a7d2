"""The throw-away child that reads one PDF: `python -m agent.documents.pdf_child PAGES CHARACTERS SECONDS`.

The file comes in by standard input; one JSON object goes out: "text" and "cut", or "unread". A PDF is a
program of sorts, so the child may use little memory and little time, and can write no file.
"""

from __future__ import annotations

import io
import json
import logging
import resource
import sys
from typing import Any

from agent.types import Unread

MEMORY = 1 << 30
"""Bytes of address space; the interpreter and pypdf take about a tenth of that."""


def main() -> int:
    pages, characters, seconds = (int(argument) for argument in sys.argv[1:4])
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    logging.disable()
    found = _read(sys.stdin.buffer.read(), pages=pages, characters=characters)
    sys.stdout.write(json.dumps(found))
    return 0


def _read(data: bytes, *, pages: int, characters: int) -> dict[str, Any]:
    try:
        return _text(data, pages=pages, characters=characters)
    except RecursionError:
        return {"unread": Unread.BROKEN}
    except MemoryError:
        return {"unread": Unread.TOO_LONG}
    except Exception:  # noqa: BLE001 - what a damaged file makes pypdf raise is not foreseeable
        return {"unread": Unread.BROKEN}


def _text(data: bytes, *, pages: int, characters: int) -> dict[str, Any]:
    from pypdf import PdfReader  # noqa: PLC0415 - within the limits set above

    reader = PdfReader(io.BytesIO(data))
    if reader.is_encrypted and not reader.decrypt(""):
        return {"unread": Unread.LOCKED}
    count = len(reader.pages)
    parts: list[str] = []
    length = number = 0
    while number < min(count, pages) and length <= characters:
        text = reader.pages[number].extract_text().strip()
        number += 1
        if text:
            parts.append(f"## {number}\n\n{text}")
            length += len(parts[-1]) + 2
    if not parts:
        return {"unread": Unread.EMPTY}
    whole = "\n\n".join(parts)
    return {"text": whole[:characters], "cut": number < count or len(whole) > characters}


if __name__ == "__main__":
    sys.exit(main())
