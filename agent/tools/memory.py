"""What is remembered: staged, committed, recalled, forgotten. Where it belongs follows from the message."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Literal

from pydantic import Field

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
from agent.memory_types import OnConflict, Saved
from agent.ports import Memory, Services
from agent.tools import _conflicts
from agent.tools import _notes as notes
from agent.tools._fields import Arguments, NoArguments, NoteName, Statement, Words
from agent.tools._notes import memory_of
from agent.tools._statements import asks_to_remember, choice_in, statement
from agent.tools._wording import say
from agent.types import Grounded, Origin, Source, Tool, ToolContext, ToolResult

FOUND_LIMIT = 5


class Stage(Arguments):
    text: Statement = Field(description="what to remember, in the user's words")


class Commit(Arguments):
    number: Annotated[int, Grounded(source=Source.STAGED_NUMBER), Field(ge=0, le=1_000_000)] = Field(
        default=0, description="number of the staged note"
    )
    on_conflict: Literal["", "update", "both"] = Field(
        default="", description="where a similar note was found: update it, or keep both"
    )


class Query(Arguments):
    text: Words = Field(description="what to look for, in the user's words")


class Forget(Arguments):
    name: NoteName = Field(default="", description="name of the note to forget")


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
    """Every staged note is named in the answer, with what became of it. Those that are close to one that is
    there are asked about one after the other, and each answer goes on with the rest.
    """
    origin = context.origin
    memory = memory_of(services, origin)
    done = await _settled(memory, context)
    waiting = await memory.staged(origin)
    if not waiting and done is None:
        return ToolResult(
            content=words.NONE_WAITING["en"], user_text=say(words.NONE_WAITING, origin.language)
        )
    done = done or _Done()
    for each in waiting:
        try:
            done.note(each.number, await memory.commit(origin, each.number), origin)
        except KallistiError as error:
            why = notes.reason(error, origin)
            done.lines.append(say(words.FAILED, origin.language).format(number=each.number, why=why))
    if done.open:
        raise notes.one_of(done.open, done.lines, origin)
    text = "\n".join(done.lines)
    return ToolResult(content=text, user_text=text, effect=notes.EFFECT_KEPT if done.kept else None)


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


@dataclass(slots=True)
class _Done:
    """What became of several notes, in lines; `open` are those that their author is to be asked about."""

    lines: list[str] = field(default_factory=list)
    kept: int = 0
    open: list[Saved] = field(default_factory=list)

    def note(self, number: int, saved: Saved, origin: Origin) -> None:
        if saved.note is None:
            self.open.append(saved)
            return
        self.kept += not saved.known
        self.lines.append(f"{number}. {notes.line_of(saved, origin.language)}")


async def _settled(memory: Memory, context: ToolContext) -> _Done | None:
    """What the author's answer to the last question came to; None where it is no such answer."""
    origin, done = context.origin, _Done()
    try:
        saved = await _conflicts.chosen(memory, origin, context.answer)
    except KallistiError as error:
        done.lines.append(f"- {notes.reason(error, origin)}")
        return done
    if saved is None:
        return None
    if saved.note is not None:  # else it still waits, and is asked about anew
        done.kept += not saved.known
        done.lines.append(f"- {notes.line_of(saved, origin.language)}")
    return done


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
