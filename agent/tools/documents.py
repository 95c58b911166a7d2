"""Documents: files that are kept, listed, read by part, asked about and deleted."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from pydantic import Field

from agent.errors import IndexUnavailable, LimitReached, NotAllowed, NotFound, ToolFailed, ToolRetry
from agent.ports import Documents, Services
from agent.tools import _document_words as words
from agent.tools._fields import Arguments, DocumentName, FileName, NoArguments, Words
from agent.tools._notes import where
from agent.tools._wording import say, without_pings
from agent.types import Grounded, Origin, Source, Tool, ToolContext, ToolResult

FOUND_LIMIT = 4
MOST_LISTED = 25
MOST_CHOICES = 5
LONGEST_SHOWN = 300
EFFECT_KEPT, EFFECT_DELETED = "document_kept", "document_deleted"


class Ingest(Arguments):
    name: FileName = Field(
        default="", description="name of the file to keep; empty for all files of the message"
    )


class Query(Arguments):
    text: Words = Field(description="what to look for, in the user's words")
    name: DocumentName = Field(default="", description="name of the document to look in; empty for all")


class Read(Arguments):
    name: DocumentName = Field(default="", description="name of the document to read")
    part: Annotated[int, Grounded(source=Source.PART), Field(ge=1, le=10_000)] = Field(
        default=1, description="number of the part, from 1"
    )


class Delete(Arguments):
    name: DocumentName = Field(default="", description="name of the document to delete")


def tools(services: Services) -> tuple[Tool, ...]:
    return (
        Tool(name="doc:ingest", arguments=Ingest, run=partial(_run_ingest, services)),
        Tool(name="doc:query", arguments=Query, run=partial(_run_query, services)),
        Tool(name="doc:read", arguments=Read, run=partial(_run_read, services)),
        Tool(name="doc:list", arguments=NoArguments, run=partial(_run_list, services)),
        Tool(name="doc:delete", arguments=Delete, run=partial(_run_delete, services)),
    )


async def _run_ingest(services: Services, arguments: Ingest, context: ToolContext) -> ToolResult:
    """Keeps what came with the message. Nothing else can be named."""
    origin, library = context.origin, _library(services, context.origin)
    files = [file for file in origin.attached if arguments.name in ("", file.name)]
    if not files:
        raise ToolFailed(say(words.NO_FILE, origin.language))
    lines: list[str] = []
    plain: list[str] = []
    for file in files:
        try:
            kept = await library.keep(origin, file, call_index=context.call_index)
        except LimitReached as limit:
            if not lines:
                raise ToolFailed(say(words.NO_ROOM, origin.language).format(name=file.name)) from limit
            lines.append(say(words.NO_ROOM, origin.language).format(name=file.name))
            continue
        text = words.KNOWN if kept.known else words.REPLACED if kept.replaced else words.KEPT
        facts = {"name": without_pings(kept.head.name), "where": where(kept.head.scope, origin.language)}
        lines.append(say(text, origin.language).format(**facts))
        plain.append(say(text, "en").format(**facts))
    return ToolResult(content="\n".join(plain), user_text="\n".join(lines), effect=EFFECT_KEPT)


async def _run_query(services: Services, arguments: Query, context: ToolContext) -> ToolResult:
    origin, library = context.origin, _library(services, context.origin)
    try:
        found = await library.search(origin, arguments.text, name=arguments.name, limit=FOUND_LIMIT)
    except IndexUnavailable as error:
        raise ToolFailed(say(words.NO_INDEX, origin.language)) from error
    except NotFound as error:
        raise ToolFailed(say(words.NONE, origin.language)) from error
    if not found:
        return ToolResult(content=words.NOT_FOUND["en"], user_text=say(words.NOT_FOUND, origin.language))
    part = say(words.PART, origin.language)
    lines = [f"- “{_shown(each.text)}” ({without_pings(each.name)}, {part} {each.part})" for each in found]
    return ToolResult(
        content="\n".join(lines), user_text="\n".join((say(words.FOUND, origin.language), *lines))
    )


async def _run_read(services: Services, arguments: Read, context: ToolContext) -> ToolResult:
    origin, library = context.origin, _library(services, context.origin)
    name = await _meant(library, arguments.name, context)
    try:
        part = await library.read(origin, name, part=arguments.part)
    except LimitReached as error:
        raise ToolFailed(say(words.NO_SUCH_PART, origin.language).format(name=name)) from error
    except NotFound as error:
        raise ToolFailed(say(words.NONE, origin.language)) from error
    head = say(words.PART_OF, origin.language).format(number=part.number, count=part.count)
    more = ""
    if part.number < part.count:
        more = "\n" + say(words.NEXT, origin.language).format(number=part.number + 1, name=part.name)
    text = without_pings(part.text)
    return ToolResult(
        content=f"{part.name} ({part.number} of {part.count}): {text}",
        user_text=f"**{without_pings(part.name)}** ({head})\n{text}{more}",
    )


async def _run_list(services: Services, _arguments: NoArguments, context: ToolContext) -> ToolResult:
    origin, library = context.origin, _library(services, context.origin)
    heads = await library.documents(origin)
    if not heads:
        return ToolResult(content=words.NONE["en"], user_text=say(words.NONE, origin.language))
    some = heads[:MOST_LISTED]
    lines = "\n".join(f"- {without_pings(each.name)} ({where(each.scope, origin.language)})" for each in some)
    heading = say(words.LISTED, origin.language).format(shown=len(some), count=len(heads))
    return ToolResult(content=lines, user_text=f"{heading}\n{lines}")


async def _run_delete(services: Services, arguments: Delete, context: ToolContext) -> ToolResult:
    origin, library = context.origin, _library(services, context.origin)
    name = await _meant(library, arguments.name, context)
    try:
        gone = await library.remove(origin, name)
    except NotFound as error:
        raise ToolFailed(say(words.NONE, origin.language)) from error
    except NotAllowed as error:
        raise ToolFailed(say(words.NOT_YOURS, origin.language)) from error
    facts = {"name": without_pings(gone.name)}
    return ToolResult(
        content=words.DELETED["en"].format(**facts),
        user_text=say(words.DELETED, origin.language).format(**facts),
        effect=EFFECT_DELETED,
    )


async def _meant(library: Documents, name: str, context: ToolContext) -> str:
    """The document named or chosen, or the only one. Raises ToolRetry with a question, and ToolFailed."""
    origin = context.origin
    names = [head.name for head in await library.documents(origin)]
    if not names:
        raise ToolFailed(say(words.NONE, origin.language))
    for wanted in (context.answer, name):
        if wanted in names:
            return wanted
    if len(names) == 1 and not name:
        return names[0]
    some = names[:MOST_CHOICES]
    listed = ", ".join(map(without_pings, some))
    raise ToolRetry(
        say(words.WHICH, "en").format(names=listed),
        question=say(words.WHICH, origin.language).format(names=listed),
        choices=tuple((each, each) for each in some) if len(some) > 1 else (),
    )


def _library(services: Services, origin: Origin) -> Documents:
    """Raises ToolFailed where nothing is kept."""
    if services.documents is None:
        raise ToolFailed(say(words.OFF, origin.language))
    return services.documents


def _shown(text: str) -> str:
    line = " ".join(text.split())
    cut = line if len(line) <= LONGEST_SHOWN else line[: LONGEST_SHOWN - 1].rstrip() + "…"
    return without_pings(cut)
