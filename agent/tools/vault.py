"""The notes as files: read, listed, searched by words, written. Each as far as the message may see them."""

from __future__ import annotations

from collections import Counter
from functools import partial

from pydantic import Field

from agent import note_words as words
from agent.errors import LimitReached, NotAllowed, NotFound
from agent.memory_types import OnConflict
from agent.ports import Services
from agent.tools import _conflicts
from agent.tools import _notes as notes
from agent.tools._fields import Arguments, NoArguments, NoteName, Statement, Words
from agent.tools._notes import memory_of
from agent.tools._statements import choice_in, statement
from agent.tools._wording import say, without_pings
from agent.types import Tool, ToolContext, ToolResult

LONGEST_READ = 1500
"""Characters of a note in an answer, so that it fits one message."""
FOUND_LIMIT = 8


class ReadNote(Arguments):
    name: NoteName = Field(default="", description="name of the note to read")


class SearchNotes(Arguments):
    text: Words = Field(description="words to look for, in the user's words")


class WriteNote(Arguments):
    name: NoteName = Field(default="", description="name of the note to rewrite; empty for a new one")
    text: Statement = Field(description="what the note shall say, in the user's words")


def tools(services: Services) -> tuple[Tool, ...]:
    return (
        Tool(name="vault:read", arguments=ReadNote, run=partial(_run_read, services)),
        Tool(name="vault:list", arguments=NoArguments, run=partial(_run_list_notes, services)),
        Tool(name="vault:search", arguments=SearchNotes, run=partial(_run_search, services)),
        Tool(name="vault:write", arguments=WriteNote, run=partial(_run_write, services)),
        Tool(name="vault:taglist", arguments=NoArguments, run=partial(_run_taglist, services)),
    )


async def _run_read(services: Services, arguments: ReadNote, context: ToolContext) -> ToolResult:
    memory = memory_of(services, context.origin)
    name = await notes.meant(memory, arguments.name, context)
    try:
        note = await memory.read(context.origin, name)
    except NotFound as error:
        raise notes.refusal(error, context.origin) from error
    text = without_pings(note.text)
    text = text if len(text) <= LONGEST_READ else text[: LONGEST_READ - 1].rstrip() + "…"
    return ToolResult(content=f"{name} says: {text}", user_text=f"**{without_pings(name)}**\n{text}")


async def _run_list_notes(services: Services, _arguments: NoArguments, context: ToolContext) -> ToolResult:
    heads = await memory_of(services, context.origin).notes(context.origin)
    language = context.origin.language
    if not heads:
        return ToolResult(content=words.NO_NOTES["en"], user_text=say(words.NO_NOTES, language))
    some = heads[: notes.MOST_SHOWN]
    lines = "\n".join(notes.head_line(head, language) for head in some)
    heading = say(words.LISTED, language).format(shown=len(some), count=len(heads))
    return ToolResult(content=lines, user_text=f"{heading}\n{lines}")


async def _run_search(services: Services, arguments: SearchNotes, context: ToolContext) -> ToolResult:
    origin = context.origin
    found = await memory_of(services, origin).find(origin, arguments.text, limit=FOUND_LIMIT)
    if not found:
        return ToolResult(
            content=words.WITHOUT_WORDS["en"], user_text=say(words.WITHOUT_WORDS, origin.language)
        )
    lines = "\n".join(f"- “{without_pings(each.name)}”: {notes.shown(each.text, 150)}" for each in found)
    return ToolResult(content=lines, user_text=f"{say(words.WITH_WORDS, origin.language)}\n{lines}")


async def _run_write(services: Services, arguments: WriteNote, context: ToolContext) -> ToolResult:
    origin, text = context.origin, statement(arguments.text)
    memory = memory_of(services, origin)
    try:
        settled = await _conflicts.chosen(memory, origin, context.answer)
        if settled is not None:
            return notes.told(settled, origin)
        if not _names_it(arguments.name, origin.text):
            saved = await memory.remember(
                origin, text=text, call_index=context.call_index, on_conflict=choice_in(origin.text)
            )
            return notes.told(saved, origin)
        note = await memory.rewrite(origin, arguments.name, text=text)
    except (NotFound, NotAllowed, LimitReached) as error:
        raise notes.refusal(error, origin) from error
    line = {"name": note.name, "text": notes.shown(note.text)}
    return ToolResult(
        content=words.CHANGED["en"].format(**line),
        user_text=say(words.CHANGED, origin.language).format(**line),
        effect=notes.EFFECT_CHANGED,
    )


async def _run_taglist(services: Services, _arguments: NoArguments, context: ToolContext) -> ToolResult:
    heads = await memory_of(services, context.origin).notes(context.origin)
    language = context.origin.language
    counts = Counter(tag for head in heads for tag in head.tags)
    if not counts:
        return ToolResult(content=words.NO_TAGS["en"], user_text=say(words.NO_TAGS, language))
    tags = without_pings(", ".join(f"#{tag} ({count})" for tag, count in counts.most_common(50)))
    return ToolResult(
        content=words.TAGS["en"].format(tags=tags), user_text=say(words.TAGS, language).format(tags=tags)
    )


def _names_it(name: str, text: str) -> bool:
    """Whether the author asks for this very note to be changed; what only sounds like it is not replaced."""
    spoken = " ".join(text.casefold().replace("-", " ").split())
    named = bool(name) and name.casefold().replace("-", " ") in spoken
    return named or (bool(name) and choice_in(text) is OnConflict.UPDATE)
