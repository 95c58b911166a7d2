"""Asking the author before a call runs that is dangerous: what is shown, and what became of it. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from agent.question_words import APPROVE, DENY, HOW_TO_APPROVE, MORE_CHARACTERS, NEEDS_APPROVAL
from agent.questions import APPROVAL_LIFETIME
from agent.tools._wording import say, without_pings
from agent.types import Descriptor

LONGEST_VALUE = 300
"""Characters of one argument that are shown; that more follow is said."""
MOST_ARGUMENTS = 8
"""Arguments of a call that can be shown; a call with more is refused, because nobody sees what it does."""

APPROVED, DENIED = "approve", "deny"


def asked(descriptor: Descriptor, arguments: Mapping[str, Any], language: str) -> str:
    """The call in plain words: the tool's purpose, its name, and each argument on a line."""
    lines = [f"- {name}: {_shown(value, language)}" for name, value in arguments.items()]
    opening = say(NEEDS_APPROVAL, language).format(purpose=descriptor.short_description, tool=descriptor.name)
    minutes = int(APPROVAL_LIFETIME.total_seconds() // 60)
    return "\n".join((opening, *lines, say(HOW_TO_APPROVE, language).format(minutes=minutes)))


def choices(language: str) -> tuple[tuple[str, str], ...]:
    return (say(APPROVE, language), APPROVED), (say(DENY, language), DENIED)


def _shown(value: Any, language: str) -> str:
    """As code, so that nothing in it formats, pings, or ends the line that it stands in."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    plain = "".join(each if each.isprintable() else " " for each in text).replace("`", "ˋ")
    cut = plain[:LONGEST_VALUE]
    rest = len(plain) - len(cut)
    return f"`{without_pings(cut) or ' '}`" + (
        say(MORE_CHARACTERS, language).format(count=rest) if rest else ""
    )
