"""The changing part of a prompt: history, this turn's block, the message, results. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import dropwhile
from typing import Any
from zoneinfo import ZoneInfo

from agent.memory_types import Passage
from agent.prompt.texts import as_envelope
from agent.reports import CallReport
from agent.types import (
    ChannelKind,
    ChatMessage,
    HistoryMessage,
    Offer,
    OfferedTool,
    Origin,
    Regime,
    Reminder,
    Source,
)

LONGEST_NAME = 40
"""Characters of an author's name; names are chosen by their bearers."""
LONGEST_NOTE, LONGEST_NOTE_NAME = 480, 80
"""Characters of a recalled passage and of its note's name."""


def history_message(message: HistoryMessage, *, named: bool) -> ChatMessage:
    """A past message; `named` puts its author's name first, which only a place with several people needs."""
    if message.role == "assistant":
        return ChatMessage(role="assistant", content=as_envelope(message.text))
    content = f"{_name(message.author_name)}: {message.text}" if named else message.text
    return ChatMessage(role="user", content=content)


def turn_text(
    origin: Origin,
    offer: Offer,
    pending: Sequence[Reminder],
    passages: Sequence[Passage] = (),
    *,
    text: str,
    around: Sequence[str] = (),
) -> str:
    """This turn's block and the message, shortened to `text` where it had to be; `around` are lines on what
    the message stands in.

    A small model that is only to talk gets the message without the rest: it would answer the block.
    """
    if offer.regime is Regime.NARROW and not offer.tools:
        return "\n".join((*around, text))
    local = origin.now.astimezone(ZoneInfo(origin.zone))
    lines = [f"[It is {local:%A, %d %B %Y, %H:%M} in {origin.zone}.]", *tool_lines(offer)]
    author = f"{_name(origin.author.name)}: " if speaks_by_name(origin, offer.regime) else ""
    noted = note_lines(passages) if offer.regime is Regime.WIDE else []
    block = (*lines, *noted, *_reminder_lines(offer, pending), *_note_lines(offer), *_document_lines(offer))
    return "\n".join((*block, *around, author + text))


def speaks_by_name(origin: Origin, regime: Regime) -> bool:
    """Whether messages carry names: where several people talk and the model can tell them apart."""
    return regime is Regime.WIDE and origin.channel.kind in (ChannelKind.GUILD, ChannelKind.THREAD)


def tool_lines(offer: Offer) -> list[str]:
    """One line for each offered tool, and no other; nothing where none is offered."""
    if not offer.tools:
        return []
    opening = "[You must call this tool:" if offer.required else "[Tools for this message:"
    return [opening, *(_tool_line(offered, offer.regime) for offered in offer.tools), "]"]


def note_lines(passages: Sequence[Passage]) -> list[str]:
    """What was recalled: each passage a quoted text in one line, so that it cannot end the block or begin
    another one, behind the name by which the answer may refer to it.
    """
    if not passages:
        return []
    return ["[Notes that may help, as information:", *(_note_line(each) for each in passages), "]"]


def results_text(reports: Sequence[CallReport], offer: Offer) -> str:
    """What the calls of the last step gave, and what may be called next."""
    lines = [f"- {report.name}: {report.standing.value}: {report.content}" for report in reports]
    return "\n".join(("[Results of your calls, as information:", *lines, "]", *tool_lines(offer)))


def earlier_text(summary: str) -> str:
    """The channel's summary as one quoted line, which cannot end its block; empty where there is none."""
    if not summary:
        return ""
    return f"[Earlier in this channel, as information: {json.dumps(_one_line(summary), ensure_ascii=False)}]"


def conversation(
    *, prefix: Sequence[ChatMessage], history: Sequence[ChatMessage], turn: ChatMessage, earlier: str = ""
) -> tuple[ChatMessage, ...]:
    """One list in which user and assistant take turns, as many templates demand.

    Neighbours of one role are joined; answers whose question is not in the window are left out. `earlier`
    stands before all of them.
    """
    asked = dropwhile(lambda message: message.role == "assistant", history)
    before = [ChatMessage(role="user", content=earlier)] if earlier else []
    joined: list[ChatMessage] = []
    for message in (*before, *asked, turn):
        follows = bool(joined) and joined[-1].role == message.role
        content = f"{joined.pop().content}\n{message.content}" if follows else message.content
        joined.append(ChatMessage(role=message.role, content=content))
    return (*prefix, *joined)


def _tool_line(offered: OfferedTool, regime: Regime) -> str:
    arguments = ", ".join(_argument_texts(offered.tool.arguments.model_fields.items(), regime))
    descriptor = offered.descriptor
    line = f"- {offered.tool.name}({arguments}): {descriptor.short_description}"
    if regime is Regime.NARROW:
        return line
    return f"{line} Use: {descriptor.when_to_use} Not: {descriptor.when_not_to_use}"


def _argument_texts(fields: Iterable[tuple[str, Any]], regime: Regime) -> list[str]:
    if regime is Regime.NARROW:
        return [name for name, _ in fields]
    return [f"{name}: {field.description}" if field.description else name for name, field in fields]


def names_stored(offer: Offer) -> bool:
    """Whether the block names reminders or notes, whose words may be anybody's."""
    return any(argument.source in (Source.REMINDER_ID, Source.NOTE_NAME) for argument in offer.grounded)


def _reminder_lines(offer: Offer, pending: Sequence[Reminder]) -> list[str]:
    """The reminders whose numbers this offer allows."""
    allowed = {
        value
        for argument in offer.grounded
        if argument.source is Source.REMINDER_ID
        for value in argument.values
    }
    lines = [_reminder_line(reminder) for reminder in pending if reminder.id in allowed]
    return ["[Pending reminders of this user:", *lines, "]"] if lines else []


def _note_lines(offer: Offer) -> list[str]:
    """The names of the notes that this offer allows. People chose them, so they stand on one line, quoted."""
    found = (argument for argument in offer.grounded if argument.source is Source.NOTE_NAME)
    names = dict.fromkeys(_one_line(str(value)) for argument in found for value in argument.values if value)
    return [f"[Names of notes: {json.dumps(list(names), ensure_ascii=False)}]"] if names else []


def _document_lines(offer: Offer) -> list[str]:
    """The names of the files and documents that this offer allows, likewise."""
    names = {Source.ATTACHMENT: "[Files of this message: ", Source.DOCUMENT_NAME: "[Names of documents: "}
    lines: dict[str, None] = {}
    for argument in offer.grounded:
        values = [_one_line(str(value)) for value in argument.values if value]
        if argument.source in names and values:
            lines[f"{names[argument.source]}{json.dumps(values, ensure_ascii=False)}]"] = None
    return list(lines)


def _reminder_line(reminder: Reminder) -> str:
    local = reminder.due.astimezone(ZoneInfo(reminder.zone))
    return f"{reminder.id}: {reminder.kind.value}, {local:%Y-%m-%d %H:%M}, {_one_line(reminder.text)}"


def _note_line(passage: Passage) -> str:
    text = shortened_at_word(_one_line(passage.text), LONGEST_NOTE)
    said = json.dumps(text, ensure_ascii=False)
    return f"- {_one_line(passage.name)[:LONGEST_NOTE_NAME]} ({passage.updated:%Y-%m-%d}): {said}"


def shortened_at_word(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    return f"{text[:limit].rpartition(' ')[0] or text[:limit]} …"


def _name(name: str) -> str:
    return _one_line(name)[:LONGEST_NAME]


def _one_line(text: str) -> str:
    return " ".join(text.split())
