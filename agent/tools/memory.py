"""What is remembered: staged, committed, recalled, forgotten. Where it belongs follows from the message."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from agent import note_words as words
from agent.errors import (
    IndexUnavailable,
    KallistiError,
    LimitReached,
    NotAllowed,
    NotFound,
    ToolFailed,
    ToolRetry,
)
from agent.memory_types import OnConflict
from agent.ports import Services
from agent.tools import _conflicts
from agent.tools import _notes as notes
from agent.tools._notes import memory_of
from agent.tools._statements import asks_to_remember, choice_in, statement
from agent.tools._wording import say
from agent.types import Grounded, Source, Tool, ToolContext, ToolResult

LONGEST_TEXT = 2000
LONGEST_NAME = 255
FOUND_LIMIT = 5


class Stage(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    text: Annotated[str, Grounded(source=Source.STATEMENT), Field(min_length=1, max_length=LONGEST_TEXT)] = (
        Field(description="what to remember, in the user's words")
    )


class NoArguments(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Commit(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    number: Annotated[int, Grounded(source=Source.STAGED_NUMBER), Field(ge=0, le=1_000_000)] = Field(
        default=0, description="number of the staged note"
    )
    on_conflict: Literal["", "update", "both"] = Field(
        default="", description="where a similar note was found: update it, or keep both"
    )


class Query(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    text: Annotated[
        str, Grounded(source=Source.MESSAGE_TEXT), Field(min_length=1, max_length=LONGEST_TEXT)
    ] = Field(description="what to look for, in the user's words")


class Forget(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, Grounded(source=Source.NOTE_NAME), Field(max_length=LONGEST_NAME)] = Field(
        default="", description="name of the note to forget"
    )


def tools(services: Services) -> tuple[Tool, ...]:
    return (
        Tool(name="memory:stage", arguments=Stage, run=partial(_run_stage, services)),
        Tool(name="memory:staged_list", arguments=NoArguments, run=partial(_run_staged_list, services)),
        Tool(name="memory:commit", arguments=Commit, run=partial(_run_commit, services)),
        Tool(name="memory:commit_all", arguments=NoArguments, run=partial(_run_commit_all, services)),
        Tool(name="memory:query", arguments=Query, run=partial(_run_query, services)),
        Tool(name="memory:forget", arguments=Forget, run=partial(_run_forget, services)),
    )


async def _run_stage(services: Services, arguments: Stage, context: ToolContext) -> ToolResult:
    """What a person asks for is kept at once; what the model thinks worth keeping waits for a person."""
    origin, text = context.origin, statement(arguments.text)
    memory = memory_of(services, origin)
    try:
        settled = await _conflicts.chosen(memory, origin, context.answer)
        if settled is not None:
            return notes.told(settled, origin)
        if asks_to_remember(origin.text):
            saved = await memory.remember(
                origin, text=text, call_index=context.call_index, on_conflict=choice_in(origin.text)
            )
            return notes.told(saved, origin)
        staged = await memory.stage(origin, text=text, call_index=context.call_index)
    except (NotFound, NotAllowed, LimitReached) as error:
        raise notes.refusal(error, origin) from error
    line = notes.staged_line(staged)
    return ToolResult(
        content=f"Staged, not kept yet: {line}",
        user_text=say(words.STAGED, origin.language).format(line=line, number=staged.number),
        effect=notes.EFFECT_STAGED,
    )


async def _run_staged_list(services: Services, _arguments: NoArguments, context: ToolContext) -> ToolResult:
    waiting = await memory_of(services, context.origin).staged(context.origin)
    language = context.origin.language
    if not waiting:
        return ToolResult(content=words.NONE_WAITING["en"], user_text=say(words.NONE_WAITING, language))
    lines = "\n".join(map(notes.staged_line, waiting))
    return ToolResult(content=lines, user_text=f"{say(words.WAITING, language)}\n{lines}")


async def _run_commit(services: Services, arguments: Commit, context: ToolContext) -> ToolResult:
    origin, memory = context.origin, memory_of(services, context.origin)
    try:
        saved = await _conflicts.chosen(memory, origin, context.answer)
        if saved is None:
            number = await _number(services, arguments.number, context)
            saved = await memory.commit(origin, number, on_conflict=_choice(arguments, context))
    except IndexUnavailable as error:
        raise ToolFailed(say(words.NO_INDEX, origin.language)) from error
    except NotFound as error:
        raise ToolFailed(say(words.NOT_WAITING, origin.language)) from error
    except (NotAllowed, LimitReached) as error:
        raise notes.refusal(error, origin) from error
    return notes.told(saved, origin)


async def _run_commit_all(services: Services, _arguments: NoArguments, context: ToolContext) -> ToolResult:
    """Every staged note is named in the answer, with what became of it."""
    origin = context.origin
    memory = memory_of(services, origin)
    waiting = await memory.staged(origin)
    if not waiting:
        return ToolResult(
            content=words.NONE_WAITING["en"], user_text=say(words.NONE_WAITING, origin.language)
        )
    lines: list[str] = []
    kept = 0
    for each in waiting:
        try:
            saved = await memory.commit(origin, each.number)
        except KallistiError as error:
            why = notes.reason(error, origin)
            lines.append(say(words.FAILED, origin.language).format(number=each.number, why=why))
            continue
        kept += saved.note is not None and not saved.known
        lines.append(f"{each.number}. {notes.line_of(saved, origin.language)}")
    text = "\n".join(lines)
    return ToolResult(content=text, user_text=text, effect=notes.EFFECT_KEPT if kept else None)


async def _run_query(services: Services, arguments: Query, context: ToolContext) -> ToolResult:
    origin = context.origin
    try:
        found = await memory_of(services, origin).search(origin, arguments.text, limit=FOUND_LIMIT)
    except IndexUnavailable as error:
        raise ToolFailed(say(words.NO_INDEX, origin.language)) from error
    if not found:
        return ToolResult(content=words.NOT_FOUND["en"], user_text=say(words.NOT_FOUND, origin.language))
    lines = "\n".join(f"- “{notes.shown(each.text)}” ({each.name})" for each in found)
    return ToolResult(content=lines, user_text=f"{say(words.FOUND, origin.language)}\n{lines}")


async def _run_forget(services: Services, arguments: Forget, context: ToolContext) -> ToolResult:
    origin = context.origin
    memory = memory_of(services, origin)
    name = await notes.meant(memory, arguments.name, context)
    try:
        gone = await memory.forget(origin, name)
    except (NotFound, NotAllowed) as error:
        raise notes.refusal(error, origin) from error
    return ToolResult(
        content=words.FORGOTTEN["en"].format(name=gone.name),
        user_text=say(words.FORGOTTEN, origin.language).format(name=gone.name),
        effect=notes.EFFECT_FORGOTTEN,
    )


def _choice(arguments: Commit, context: ToolContext) -> OnConflict | None:
    """What the author says counts. The model may keep both once it has seen, in this turn, that there is a
    similar note (its first call cannot know); to replace what is there takes its author.
    """
    said = choice_in(context.origin.text)
    if said is None and context.call_index and arguments.on_conflict == OnConflict.BOTH.value:
        return OnConflict.BOTH
    return said


async def _number(services: Services, number: int, context: ToolContext) -> int:
    """The staged note that is meant; the only one where none is named. Raises ToolRetry and ToolFailed."""
    origin = context.origin
    if number:
        return number
    waiting = await memory_of(services, origin).staged(origin)
    if not waiting:
        raise ToolFailed(say(words.NONE_WAITING, origin.language))
    if len(waiting) > 1:
        lines = "\n".join(map(notes.staged_line, waiting))
        raise ToolRetry(
            words.WHICH_NUMBER["en"], question=f"{say(words.WHICH_NUMBER, origin.language)}\n{lines}"
        )
    return waiting[0].number
