"""The question "update or keep both?" as choices, and the way back from the one that was chosen."""

from __future__ import annotations

import json

from agent import note_words as words
from agent.errors import IndexUnavailable, ToolFailed
from agent.memory_types import OnConflict, Saved
from agent.ports import Memory
from agent.tools._wording import say
from agent.types import Origin


def choices(saved: Saved, language: str) -> tuple[tuple[str, str], ...]:
    """A label and a value for each. The value names what was shown, so that nothing else is replaced."""
    assert saved.similar is not None
    assert saved.staged is not None
    number, shown = saved.staged.number, saved.similar.shown_as
    return (
        (say(words.UPDATE, language), json.dumps([OnConflict.UPDATE, number, shown])),
        (say(words.BOTH, language), json.dumps([OnConflict.BOTH, number, ""])),
    )


async def chosen(memory: Memory, origin: Origin, answer: str | None) -> Saved | None:
    """Commits the staged note that an answer is about; None where it is no answer to such a question.

    Raises ToolFailed for what cannot be carried out now, and what `Memory.commit` raises.
    """
    read = _read(answer)
    if read is None:
        return None
    choice, number, shown = read
    try:
        return await memory.commit(origin, number, on_conflict=choice, shown=shown)
    except IndexUnavailable as error:
        raise ToolFailed(say(words.NO_INDEX, origin.language)) from error


def _read(answer: str | None) -> tuple[OnConflict, int, str] | None:
    try:
        choice, number, shown = json.loads(answer or "")
        return OnConflict(choice), int(number), str(shown)
    except (ValueError, TypeError):
        return None
