"""The entries of docs/troubleshooting.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from agent.errors import EXIT_CONFIG
from tests.troubleshooting.sentences import GAP, ROOT

PAGE = ROOT / "docs" / "troubleshooting.md"


class Kind(StrEnum):
    ENDS = "ends a command"
    WARNS = "a warning"
    LOGGED = "in the log"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """`code` is what the command ends with, `body` cause and remedy."""

    sentence: str
    kind: Kind
    code: int
    body: str

    def stands_in(self, text: str) -> bool:
        return any(matches(self.sentence, _bare(line, self.kind)) for line in text.splitlines())


def matches(sentence: str, text: str) -> bool:
    """Whether `text` is the sentence with something in each gap."""
    return re.fullmatch(re.escape(sentence).replace(re.escape(GAP), "(.+)"), text) is not None


def _bare(line: str, kind: Kind) -> str:
    """Without what stands before every sentence of its kind."""
    prefix = r"warning +[^:]+(:\d+)?: " if kind is Kind.WARNS else r"kallisti: |error +[^:]+: "
    return re.sub(rf"^({prefix})", "", line.strip())


def entries() -> Iterator[Entry]:
    for part in PAGE.read_text(encoding="utf-8").split("\n### ")[1:]:
        heading, _, body = part.partition("\n")
        body = body.split("\n## ")[0].strip()
        yield Entry(sentence=_sentence(heading), kind=_kind(body), code=_code(body), body=body)


def _sentence(heading: str) -> str:
    found = re.fullmatch(r"(`+) ?(.+?) ?\1", heading.strip())
    assert found is not None, f"no sentence: {heading}"
    return found[2]


def _kind(body: str) -> Kind:
    if body.startswith("*Warning.*"):
        return Kind.WARNS
    return Kind.LOGGED if body.startswith("*Log.*") else Kind.ENDS


def _code(body: str) -> int:
    """As the body begins, where it is not the usual one."""
    found = re.match(r"\*Exit code (\d+)\.\*", body)
    if found:
        return int(found[1])
    return EXIT_CONFIG if _kind(body) is Kind.ENDS else 0
