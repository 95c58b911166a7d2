"""Things to do without a time: pushed, listed, ticked off. Each author's own only; a server shows its own."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from agent.errors import LimitReached, NotFound, ToolFailed, ToolRetry
from agent.ports import Services
from agent.tools._wording import say, without_pings
from agent.types import Grounded, Source, Task, TaskDraft, Tool, ToolContext, ToolResult

LONGEST_TEXT = 1000
LIST_LIMIT = 50
EFFECT_PUSHED = "task_pushed"
EFFECT_COMPLETED = "task_completed"

PUSHED = {
    "en": "On your list: {line}",
    "de": "Auf deiner Liste: {line}",
    "es": "En tu lista: {line}",
    "fr": "Sur ta liste : {line}",
    "it": "Nella tua lista: {line}",
    "nl": "Op je lijst: {line}",
    "pt": "Na sua lista: {line}",
}
COMPLETED = {
    "en": "Done: {line}",
    "de": "Erledigt: {line}",
    "es": "Hecho: {line}",
    "fr": "Fait : {line}",
    "it": "Fatto: {line}",
    "nl": "Klaar: {line}",
    "pt": "Feito: {line}",
}
OPEN = {
    "en": "On your list:",
    "de": "Auf deiner Liste:",
    "es": "En tu lista:",
    "fr": "Sur ta liste :",
    "it": "Nella tua lista:",
    "nl": "Op je lijst:",
    "pt": "Na sua lista:",
}
EMPTY = {
    "en": "Your list is empty.",
    "de": "Deine Liste ist leer.",
    "es": "Tu lista está vacía.",
    "fr": "Ta liste est vide.",
    "it": "La tua lista è vuota.",
    "nl": "Je lijst is leeg.",
    "pt": "Sua lista está vazia.",
}
NOTHING = {
    "en": "What should I put on your list?",
    "de": "Was soll ich auf deine Liste setzen?",
    "es": "¿Qué pongo en tu lista?",
    "fr": "Que dois-je mettre sur ta liste ?",
    "it": "Che cosa metto nella tua lista?",
    "nl": "Wat moet ik op je lijst zetten?",
    "pt": "O que devo pôr na sua lista?",
}
WHICH = {
    "en": "Which of these is done? Name its number or its words.",
    "de": "Was davon ist erledigt? Nenn die Nummer oder die Worte.",
    "es": "¿Cuál de estas está hecha? Di su número o sus palabras.",
    "fr": "Laquelle est faite ? Dis son numéro ou ses mots.",
    "it": "Quale di queste è fatta? Di’ il numero o le parole.",
    "nl": "Welke hiervan is klaar? Noem het nummer of de woorden.",
    "pt": "Qual destas está feita? Diga o número ou as palavras.",
}
_LIST_WORDS = re.compile(
    r"^(?:please |bitte )*(?:put|add|push|note|write|setze?|schreibe?|pack|notiere?)\b\s*(?:that\s)?"
    r"|\s*\b(?:on|onto|to|auf) (?:my|the|meine|die) (?:to-?do |task |shopping |todo-?)?\w*liste?\b"
    r"(?:,? (?:please|bitte))?\s*[.!]*$",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]{2,}")
_EMPTY_TEXT = """
the my is are done did have finished complete completed tick off mark as task item list it on of to and number
die der das den ist sind erledigt fertig habe ich hake hak ab von auf meiner liste aufgabe nummer
"""
_EMPTY_WORDS = frozenset(_EMPTY_TEXT.split())


class PushTask(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    text: Annotated[
        str, Grounded(source=Source.MESSAGE_TEXT), Field(min_length=1, max_length=LONGEST_TEXT)
    ] = Field(description="what to put on the list, in the user's words")


class ListTasks(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class CompleteTask(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    text: Annotated[str, Grounded(source=Source.MESSAGE_TEXT), Field(max_length=LONGEST_TEXT)] = Field(
        default="", description="which task is done, in the user's words"
    )


def without_list_words(text: str) -> str:
    """ "put milk on my list" is about "milk"."""
    while (shorter := _LIST_WORDS.sub("", text).strip(" :,")) != text:
        text = shorter
    return text


def meant_by(text: str, tasks: tuple[Task, ...]) -> tuple[Task, ...]:
    """The tasks that a message may mean: those of its number, else those that share most of its words."""
    numbers = {int(number) for number in re.findall(r"(?<![\w.:])#?(\d{1,9})(?![\w:])", text)}
    named = tuple(task for task in tasks if task.number in numbers)
    if named:
        return named
    words = _words(text)
    scores = [(len(words & _words(task.text)), task) for task in tasks]
    best = max((score for score, _ in scores), default=0)
    return tuple(task for score, task in scores if score == best > 0)


def tools(services: Services) -> tuple[Tool, ...]:
    async def push(arguments: PushTask, context: ToolContext) -> ToolResult:
        origin = context.origin
        text = without_list_words(arguments.text)
        if not text:
            raise ToolRetry(NOTHING["en"], question=say(NOTHING, origin.language))
        draft = TaskDraft(
            author_id=origin.author.id,
            channel=origin.channel,
            text=text,
            source_message_id=origin.message_id,
            call_index=context.call_index,
            created_at=origin.now,
        )
        try:
            task = await services.reminders.push_task(draft)
        except LimitReached as limit:
            raise ToolFailed(limit.told(origin.language)) from limit
        return ToolResult(
            content=f"On the list: {_line(task)}",
            user_text=say(PUSHED, origin.language).format(line=_line(task)),
            effect=EFFECT_PUSHED,
        )

    async def list_tasks(_arguments: ListTasks, context: ToolContext) -> ToolResult:
        tasks, language = await _open(services, context), context.origin.language
        if not tasks:
            return ToolResult(content=EMPTY["en"], user_text=say(EMPTY, language))
        lines = "\n".join(map(_line, tasks))
        return ToolResult(content=lines, user_text=f"{say(OPEN, language)}\n{lines}")

    async def complete(_arguments: CompleteTask, context: ToolContext) -> ToolResult:
        origin = context.origin
        tasks = await _open(services, context)
        if not tasks:
            raise ToolFailed(say(EMPTY, origin.language))
        meant = meant_by(origin.text, tasks)
        if len(meant) != 1:
            choice = "\n".join(map(_line, meant or tasks))
            raise ToolRetry(WHICH["en"], question=f"{say(WHICH, origin.language)}\n{choice}")
        try:
            task = await services.reminders.complete_task(
                meant[0].number, author_id=origin.author.id, now=origin.now
            )
        except NotFound as gone:
            raise ToolFailed(str(gone)) from gone
        return ToolResult(
            content=f"Done: {_line(task)}",
            user_text=say(COMPLETED, origin.language).format(line=_line(task)),
            effect=EFFECT_COMPLETED,
        )

    return (
        Tool(name="agenda:push", arguments=PushTask, run=push),
        Tool(name="agenda:tasks", arguments=ListTasks, run=list_tasks),
        Tool(name="agenda:complete", arguments=CompleteTask, run=complete),
    )


async def _open(services: Services, context: ToolContext) -> tuple[Task, ...]:
    origin = context.origin
    return await services.reminders.open_tasks(
        origin.author.id, limit=LIST_LIMIT, guild_id=origin.channel.guild_id
    )


def _line(task: Task) -> str:
    return f"{task.number}. {without_pings(task.text)}"


def _words(text: str) -> frozenset[str]:
    return frozenset(word for word in _WORD.findall(text.casefold()) if word not in _EMPTY_WORDS)
