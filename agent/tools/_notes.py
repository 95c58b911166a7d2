"""What tools say about notes. A note's text comes from the vault, and is quoted, never followed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent import note_words as words
from agent.errors import KallistiError, LimitReached, NotAllowed, NotFound, ToolFailed, ToolRetry
from agent.memory_types import Note, NoteHead, Saved, Scope, StagedNote
from agent.ports import Memory, Services
from agent.tools import _conflicts
from agent.tools._wording import say, without_pings
from agent.types import Origin, ToolContext, ToolResult

EFFECT_KEPT = "note_kept"
EFFECT_STAGED = "note_staged"
EFFECT_CHANGED = "note_changed"
EFFECT_FORGOTTEN = "note_forgotten"
LONGEST_SHOWN = 300
"""Characters of a note in a confirmation or a list."""
MOST_SHOWN = 20


def memory_of(services: Services, origin: Origin) -> Memory:
    """Raises ToolFailed where the memory is switched off."""
    if services.memory is None:
        raise ToolFailed(say(words.OFF, origin.language))
    return services.memory


def refusal(error: KallistiError, origin: Origin) -> ToolFailed:
    return ToolFailed(reason(error, origin))


def reason(error: KallistiError, origin: Origin) -> str:
    """Why something cannot be done, in the author's language where there is a text for it."""
    if isinstance(error, LimitReached):
        return error.told(origin.language)
    if isinstance(error, NotAllowed):
        return say(words.SOMEBODY_ELSES, origin.language)
    return say(words.GONE, origin.language) if isinstance(error, NotFound) else str(error)


def shown(text: str, limit: int = LONGEST_SHOWN) -> str:
    """A note's text on one line, cut, and pinging nobody."""
    line = " ".join(text.split())
    return without_pings(line if len(line) <= limit else line[: limit - 1].rstrip() + "…")


def where(scope: Scope, language: str) -> str:
    return say(words.WHERE[scope.kind], language)


def told(saved: Saved, origin: Origin) -> ToolResult:
    """What became of a note. Raises ToolRetry where its author must say what to do with a similar one."""
    language = origin.language
    if saved.note is None:
        raise ToolRetry(
            similar_text(saved, "en"),
            question=similar_text(saved, language),
            choices=_conflicts.choices(saved, language),
        )
    line = _line(saved, saved.note, language)
    extra = f" {say(words.NARROWED, language)}" if saved.narrowed else ""
    effect = None if saved.known else EFFECT_CHANGED if saved.replaced else EFFECT_KEPT
    return ToolResult(content=_line(saved, saved.note, "en"), user_text=line + extra, effect=effect)


def one_of(saved: Sequence[Saved], done: Sequence[str], origin: Origin) -> ToolRetry:
    """The question about the first of several notes, below what was `done`; the others are named."""
    first, *others = saved

    def text(language: str) -> str:
        waiting = [staged_line(each.staged) for each in others if each.staged is not None]
        named = (say(words.WAITING, language), *waiting) if waiting else ()
        return "\n".join((*done, *named, similar_text(first, language)))

    choices = _conflicts.choices(first, origin.language)
    return ToolRetry(text("en"), question=text(origin.language), choices=choices)


def similar_text(saved: Saved, language: str) -> str:
    assert saved.similar is not None
    assert saved.staged is not None
    return say(words.SIMILAR, language).format(
        old=shown(saved.similar.text),
        name=saved.similar.name,
        text=shown(saved.staged.draft.text),
        number=saved.staged.number,
    )


def _line(saved: Saved, note: Note, language: str) -> str:
    text = words.KNOWN if saved.known else words.REPLACED if saved.replaced else words.KEPT
    old = shown(saved.similar.text) if saved.similar is not None else ""
    return say(text, language).format(
        text=shown(note.text), name=without_pings(note.name), where=where(note.scope, language), old=old
    )


def line_of(saved: Saved, language: str) -> str:
    """One line on what became of a note, whatever it is."""
    return similar_text(saved, language) if saved.note is None else _line(saved, saved.note, language)


def staged_line(staged: StagedNote) -> str:
    return f"{staged.number}. {shown(staged.draft.text)}"


def head_line(head: NoteHead, language: str) -> str:
    tags = "".join(f" #{tag}" for tag in head.tags)
    title = "" if head.title.casefold() == head.name.casefold() else f": {shown(head.title, 80)}"
    return f"- “{without_pings(head.name)}”{title}{without_pings(tags)} ({where(head.scope, language)})"


async def meant(memory: Memory, name: str, context: ToolContext) -> str:
    """The name of the one note that is meant: the one named, else the one that the message's words fit.

    Raises ToolRetry with a question where that is not one, and ToolFailed where there are none.
    """
    origin = context.origin
    heads = await memory.notes(origin)
    if not heads:
        raise ToolFailed(say(words.NO_NOTES, origin.language))
    names = {head.name for head in heads}
    if name in names:
        return name
    found = await memory.find(origin, name or _about(origin.text), limit=2)
    if len(found) == 1:
        return found[0].name
    candidates: Sequence[NoteHead | Note] = found or heads
    listed = ", ".join(f"“{without_pings(each.name)}”" for each in candidates[:MOST_SHOWN])
    raise ToolRetry(
        say(words.WHICH, "en").format(names=listed),
        question=say(words.WHICH, origin.language).format(names=listed),
    )


_EMPTY_WORDS = re.compile(
    r"\b(?:forget|delete|remove|erase|read|show|open|me|the|my|your|note|notes|about|what|you|know|i|told|said"
    r"|that|please|of|from|memory|it|is|was|vergiss|lösch\w*|entfern\w*|zeig\w*|lies|mir|die|der|das|den|meine?n?"
    r"|deine?n?|notiz(?:en)?|über|was|du|weißt|ich|dir|gesagt|habe|bitte|aus|von|ist)\b",
    re.IGNORECASE,
)


def _about(text: str) -> str:
    return _EMPTY_WORDS.sub(" ", text)
