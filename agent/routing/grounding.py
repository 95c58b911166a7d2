"""The values that this message allows for grounded arguments. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from agent.types import (
    Grounded,
    GroundedArgument,
    GroundingPolicy,
    Regime,
    Reminder,
    Source,
    TimePhrase,
    Tool,
)

POLITE = frozenset({"", "please", "up", "again", "bitte", "doch", "mal"})
"""What may stand between the asking words and their time."""
LONGEST_VALUE = 1000
"""Characters of a text taken from a message where its argument sets no limit of its own."""
_AND_OR = r"(?:or|and|oder|und|bzw\.?|ou|et|o|y|e|of|en)"
_ALTERNATIVE = re.compile(
    rf"\s*(?:,\s*\d{{1,2}})*,?\s+{_AND_OR}\s+\d{{1,2}}(?:[:.h]\d\d)?(?!\w)", re.IGNORECASE
)
"""A bare number behind a time: "at 9 or 10", "at 9, 10 and 11"."""
_CONJUNCTION = re.compile(rf"(?<!\w){_AND_OR}\s+$", re.IGNORECASE)
MOST_IDS = 25
"""Reminders, or notes, among which a model chooses: those that the message may mean, then the soonest."""
BY_NAME_ONLY = frozenset(
    {
        Source.REMINDER_ID,
        Source.NOTE_NAME,
        Source.STAGED_NUMBER,
        Source.ATTACHMENT,
        Source.DOCUMENT_NAME,
        Source.PART,
    }
)
"""What does not exist is never taken."""
QUOTED = frozenset({Source.MESSAGE_TEXT, Source.STATEMENT})


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What a message gives. `subject` is what it is about without its time and asking words; may be empty.
    `statement` is what it wants to be remembered; `referred` is what the message that it replies to says,
    where the author points at that ("remind me about this").

    `best_phrase` is the time meant, or empty; `reminders` are those that the message may mean, or, with
    `several`, that it means together; `rivals` says that several times stand side by side. `notes` are
    names, those that the message may mean first, and `meant` the one that it means beyond doubt, or empty;
    `staged` and `chosen` likewise for staged notes, `documents` and `document` for documents. `attachments`
    are the names of files that came along, `part` the number of a part that is named, or 0.
    """

    text: str
    subject: str = ""
    phrases: tuple[str, ...] = ()
    best_phrase: str = ""
    reminders: tuple[Reminder, ...] = ()
    pending: tuple[Reminder, ...] = ()
    rivals: bool = False
    several: bool = False
    statement: str = ""
    notes: tuple[str, ...] = ()
    meant: str = ""
    staged: tuple[int, ...] = ()
    chosen: int = 0
    referred: str = ""
    attachments: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    document: str = ""
    part: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenTime:
    """`text` is what to resolve, `phrases` the stretches of the message that it was read from."""

    text: str = ""
    phrases: tuple[TimePhrase, ...] = ()


def sources(tool: Tool) -> dict[str, Source]:
    """Argument name -> its source, for the grounded arguments of a tool."""
    found: dict[str, Source] = {}
    for name, field in _fields(tool).items():
        for mark in field.metadata:
            if isinstance(mark, Grounded):
                found[name] = mark.source
    return found


def required_sources(tool: Tool) -> frozenset[Source]:
    """Sources without whose values the tool cannot be called."""
    fields = _fields(tool)
    return frozenset(source for name, source in sources(tool).items() if fields[name].is_required())


def policies(tool: Tool, default: GroundingPolicy) -> dict[str, GroundingPolicy]:
    """Argument name -> how far its values bind; an id that does not exist is never taken."""
    found: dict[str, GroundingPolicy] = {}
    for name, field in _fields(tool).items():
        for mark in field.metadata:
            if isinstance(mark, Grounded):
                strict = mark.source in BY_NAME_ONLY
                found[name] = GroundingPolicy.STRICT if strict else mark.policy or default
    return found


def missing(
    tool: Tool, facts: Facts, *, policy: GroundingPolicy = GroundingPolicy.STRICT
) -> frozenset[Source]:
    """Sources of required arguments that this message gives nothing for and that take nothing else."""
    fields, origins = _fields(tool), sources(tool)
    return frozenset(
        origins[name]
        for name, binding in policies(tool, policy).items()
        if binding is GroundingPolicy.STRICT
        and fields[name].is_required()
        and not _all_values(origins[name], facts)
    )


def ground(
    tool: Tool, facts: Facts, *, regime: Regime, policy: GroundingPolicy = GroundingPolicy.STRICT
) -> tuple[GroundedArgument, ...]:
    """One entry for each grounded argument that has values, the best first.

    NARROW: the single best candidate, to be taken whole, or the argument's default. WIDE: all values; a text
    may be quoted from anywhere in the message. `policy` is for arguments that do not state their own.
    """
    found = (
        _argument(tool, name, sources(tool)[name], facts, regime, free=binding is GroundingPolicy.PREFER)
        for name, binding in policies(tool, policy).items()
        if binding is not GroundingPolicy.OFF
    )
    return tuple(argument for argument in found if argument.values)


def _argument(
    tool: Tool, name: str, source: Source, facts: Facts, regime: Regime, *, free: bool
) -> GroundedArgument:
    narrow = regime is Regime.NARROW
    values = _best_value(source, facts) if narrow else _all_values(source, facts)
    field = _fields(tool)[name]
    if not values and narrow and isinstance(field.default, str | int):
        values = (field.default,)
    limit = _longest(field)
    return GroundedArgument(
        tool=tool.name,
        argument=name,
        source=source,
        values=tuple(_cut(value, limit) if isinstance(value, str) else value for value in values),
        quote=source in QUOTED and not narrow,
        free=free,
    )


def _best_value(source: Source, facts: Facts) -> tuple[str | int, ...]:
    if source is Source.TIME_PHRASE:
        return (facts.best_phrase,) if facts.best_phrase else ()
    if source is Source.MESSAGE_TEXT:
        return (facts.subject,) if facts.subject else ()
    if source is Source.REMINDER_ID:
        return tuple(reminder.id for reminder in facts.reminders[:1])
    best: dict[Source, str | int] = {
        Source.STATEMENT: facts.statement,
        Source.NOTE_NAME: facts.meant,
        Source.STAGED_NUMBER: facts.chosen,
        Source.ATTACHMENT: facts.attachments[0] if len(facts.attachments) == 1 else "",
        Source.DOCUMENT_NAME: facts.document,
        Source.PART: facts.part,
    }
    return (best[source],) if best.get(source) else ()


def _all_values(source: Source, facts: Facts) -> tuple[str | int, ...]:
    """What the message means, where it means something: the model is not to take another one."""
    if source is Source.TIME_PHRASE:
        return tuple(dict.fromkeys(phrase for phrase in (facts.best_phrase, *facts.phrases) if phrase))
    if source in QUOTED:
        return tuple(text for text in (facts.text, facts.referred) if text.strip())
    if source is Source.NOTE_NAME:
        return (facts.meant,) if facts.meant else facts.notes[:MOST_IDS]
    if source is Source.STAGED_NUMBER:
        return facts.staged[:MOST_IDS]
    if source is Source.ATTACHMENT:
        return facts.attachments
    if source is Source.DOCUMENT_NAME:
        return facts.documents[:MOST_IDS]
    if source is Source.PART:
        return (facts.part or 1,)
    if source is Source.REMINDER_ID:
        ids = dict.fromkeys(reminder.id for reminder in facts.reminders or facts.pending)
        return tuple(ids)[:MOST_IDS]
    return ()


def choose_phrases(
    text: str, phrases: Sequence[TimePhrase], *, cue: int, resolves: Callable[[str], bool]
) -> ChosenTime:
    """The time that a request means where it names several.

    Two that read as one together ("tomorrow ... at 9") are joined; else the one right behind the asking words
    wins (`cue` is where those end), then one that opens the message ("at 7, remind me about ..."), else the
    last, which is where a request puts its time.
    """
    for first, second in pairwise(phrases):
        for joined in (f"{first.text} {second.text}", f"{second.text} {first.text}"):
            if resolves(joined):
                return ChosenTime(text=joined, phrases=(first, second))
    for phrase in phrases:
        between = text[cue : phrase.start].casefold().strip(" ,:")
        if cue and cue <= phrase.start and between in POLITE:
            return ChosenTime(text=phrase.text, phrases=(phrase,))
    if phrases and cue > phrases[0].end and len(text[: phrases[0].start].split()) <= 1:
        return ChosenTime(text=phrases[0].text, phrases=(phrases[0],))
    return ChosenTime(text=phrases[-1].text, phrases=(phrases[-1],)) if phrases else ChosenTime()


def names_rivals(text: str, phrases: Sequence[TimePhrase]) -> bool:
    """Whether several times are named side by side: "at 9 or 10", "at 9 to eat and at 10 to sleep".

    One call can hold one of them, and which is not to be guessed. A time further on in what the request is
    about ("at 5 to call Bob about the 9 o'clock meeting") is no rival.
    """
    if any(_ALTERNATIVE.match(text, phrase.end) for phrase in phrases):
        return True
    return any(_CONJUNCTION.search(text, 0, second.start) for _, second in pairwise(phrases))


def _fields(tool: Tool) -> dict[str, Any]:
    return dict(tool.arguments.model_fields)


def _longest(field: Any) -> int:
    limits: list[int] = [mark.max_length for mark in field.metadata if getattr(mark, "max_length", None)]
    return min([*limits, LONGEST_VALUE])


def _cut(value: str, limit: int) -> str:
    """At a word's end where there is one, with an ellipsis."""
    if len(value) <= limit:
        return value
    kept = value[: limit - 1]
    at_border = value[limit - 1].isspace() or kept[-1:].isspace()
    whole_words = kept if at_border else kept.rsplit(None, 1)[0]
    return (whole_words.rstrip() or kept) + "…"
