"""What a message stands in, as lines of a prompt: files, messages replied to, the thread. Pure.

All of it is somebody else's text. Each piece is quoted as JSON on one line, so that nothing in it can end its
line, begin another block or pass for the author's words.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence

from agent.types import AttachedText, Quoted, ThreadStart

LONGEST_QUOTED = 600
"""Characters of a message that is quoted."""
LONGEST_NAME = 100
BOT = "you"
"""How a message of the bot's own is quoted."""


def quoted_lines(chain: Sequence[Quoted], *, said: Collection[str] = ()) -> list[str]:
    """The chain of messages that this one answers, oldest first. Those that are `said` in the history anyway
    are left out, but for the one that is replied to.
    """
    if not chain:
        return []
    *before, replied = chain
    fresh = [each for each in before if each.text not in said]
    lines = [f"- {quoted_line(each)}" for each in (*fresh, replied)]
    return ["[This message is a reply. What it replies to, as information:", *lines, "]"]


def quoted_line(quoted: Quoted) -> str:
    author = BOT if quoted.is_own else _one_line(quoted.author)
    files = ", ".join(_one_line(each.filename) for each in quoted.attachments)
    named = f" (files: {json.dumps(files, ensure_ascii=False)})" if files else ""
    return f"{author} wrote{named}: {_quoted(_shortened(quoted.text, LONGEST_QUOTED))}"


def thread_lines(thread: ThreadStart | None, *, said: Collection[str] = ()) -> list[str]:
    """The title of a thread, and its first message where that is not in the history."""
    if thread is None:
        return []
    title = f"[This thread is called {_quoted(_one_line(thread.title)[:LONGEST_NAME])}, as information.]"
    if thread.first is None or not thread.first.text or thread.first.text in said:
        return [title]
    return [title, f"[It began with this, as information: {quoted_line(thread.first)}]"]


def attachment_line(file: AttachedText, text: str) -> str:
    """A file under its name, with as much of its `text` as there is room for."""
    return f"[Attachment {_quoted(_one_line(file.name)[:LONGEST_NAME])}, as information: {_quoted(text)}]"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _shortened(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[:limit].rpartition(' ')[0] or text[:limit]} …"


def _one_line(text: str) -> str:
    return " ".join(text.split())
