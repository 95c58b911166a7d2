"""What a note's file may be called. Pure.

A name that somebody wrote never becomes a path: notes are looked up among those that were found, and the
names of new files are made here from letters and digits alone.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

SUFFIX = ".md"
LONGEST_STEM = 60
"""Characters of a name that is made here."""
LONGEST_COMPONENT = 255
"""Bytes that file systems take for one component."""
DEEPEST = 8
"""Directories below a scope in which notes are looked for."""
UNTITLED = "note"

_NOT_IN_NAMES = re.compile(r"[^\w]+")
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)
"""Names that mean a device where the vault is opened on Windows."""
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp"})
"""Categories of characters that show nothing, or turn what stands around them."""
_SEPARATORS = frozenset("/\\:\u2044\u2215\u29f8\u29f9\u2571\u2572\ufe68\uff0f\uff3c\uff1a\u2024\u2025\uff0e")
"""Separators, and what looks or normalises like one or like a dot."""


def is_safe(component: str) -> bool:
    """Whether one component of a path can be opened without leading anywhere else."""
    return (
        bool(component)
        and not component.startswith((".", " ", "~"))
        and not component.endswith((" ", "."))
        and not _SEPARATORS.intersection(component)
        and not any(unicodedata.category(character) in _UNSEEN for character in component)
        and not _DEVICES.fullmatch(component)
        and len(component.encode("utf-8", "surrogatepass")) <= LONGEST_COMPONENT
    )


def stem_of(title: str) -> str:
    """A safe name made from a title: its letters and digits in lower case, with hyphens between the words."""
    plain = unicodedata.normalize("NFKC", title.encode("utf-8", "replace").decode("utf-8"))
    words = _NOT_IN_NAMES.sub("-", plain.casefold().replace("'", "").replace("’", "")).strip("-_")
    kept = unicodedata.normalize("NFC", words)[:LONGEST_STEM]
    if len(words) > LONGEST_STEM and "-" in kept:
        kept = kept.rpartition("-")[0]
    kept = kept.strip("-_")
    while len(kept.encode()) > LONGEST_COMPONENT - len(SUFFIX) - 8:
        kept = kept[:-1]
    return kept if is_safe(kept) else UNTITLED


def free_stem(title: str, taken: Collection[str]) -> str:
    """`stem_of(title)`, with a number behind it where that is taken; `taken` are folded names."""
    stem = stem_of(title)
    candidate, number = stem, 1
    while folded(candidate) in taken:
        number += 1
        candidate = f"{stem}-{number}"
    return candidate


def folded(name: str) -> str:
    """Two names that fold alike are one file on file systems that ignore case or normalise."""
    return unicodedata.normalize("NFKC", name).casefold()


def title_of(text: str) -> str:
    """A title for a text that has none: its first words."""
    line = next((line.strip("#*-> \t") for line in text.splitlines() if line.strip("#*-> \t")), "")
    words = " ".join("".join(c if c.isprintable() else " " for c in line).split())
    if len(words) <= LONGEST_STEM:
        return words.rstrip(".!?,;:") or UNTITLED
    return words[:LONGEST_STEM].rpartition(" ")[0] or words[:LONGEST_STEM]
