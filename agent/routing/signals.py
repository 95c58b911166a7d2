"""What is known about a message beside its scores: guards that force a tool, and what it leans on. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from agent.descriptors import Catalogue
from agent.routing import files, lexical, matching
from agent.routing.lexical import Hit
from agent.routing.recent import ToolUse
from agent.types import FollowUp, Guard, Reminder

LONGEST_REST = 2
"""Words beside the time in a message that asks for the same again."""

_COMMAND = re.compile(r"^\s*/([^\W\d][\w-]{0,31})(?!\w)")
_NAMED = re.compile(r"(?<![\w/:])[a-z0-9_]+:[a-z0-9_]+(?![\w:])")
_URL = re.compile(
    r"(?<![\w@])(?:https?://[^\s<>]+|(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,5}"
    r"(?:com|org|net|io|dev|de|at|ch|eu|uk|fr|es|it|nl|pt|br|gov|edu|info|app|ai|me|tv|gg|wiki|news)(?![\w.-]*@)"
    r"(?:/[^\s<>]*)?)(?!\w)",
    re.IGNORECASE,
)
_SHOWN_NUMBER = re.compile(r"(?<!\w)#(\d{1,18})(?!\w)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Signals:
    """`hits` force tools, surest first. `answered` is the tool that an open question was about, where this
    message answers it. `follow_up` are the tools that a message means which leans on what was done before.
    `wants`: it asks for something at a time.
    """

    hits: tuple[Hit, ...] = ()
    says_little: bool = False
    answered: str | None = None
    follow_up: tuple[str, ...] = ()
    wants: bool = False

    def names(self) -> tuple[str, ...]:
        """What was seen, for the log."""
        seen = [f"{hit.tool} by {hit.cue!r}" for hit in self.hits]
        seen += [f"answers {self.answered}"] if self.answered else []
        seen += [f"follows up: {' '.join(self.follow_up)}"] if self.follow_up else []
        seen += ["says little"] if self.says_little else []
        return (*seen, "wants something at a time") if self.wants else tuple(seen)


def guards(
    text: str,
    *,
    catalogue: Catalogue,
    pending: Sequence[Reminder],
    has_time: bool,
    times: Sequence[datetime] = (),
    has_attachments: bool = False,
    has_files: bool = False,
) -> tuple[Hit, ...]:
    """The tools that a message asks for beyond doubt, one hit each, surest first.

    `has_files`: files came along that were read. Words about files ask for nothing else.
    """
    named = tuple(commanded(text, catalogue))
    filed = files.hit(text, has_files=has_files)
    if filed is not None and filed.tool in catalogue and not named:
        return (filed,)
    found = (
        *named,
        *called_off(text, pending, times),
        *moved(text, pending, has_time=has_time),
        *numbered(text, pending),
        *lexical.hits(text, has_time=has_time),
        *guarded(text, catalogue, has_attachments=has_attachments),
    )
    by_tool = {hit.tool: hit for hit in reversed(found) if hit.tool in catalogue}
    return tuple(hit for hit in found if by_tool.get(hit.tool) is hit)


def commanded(text: str, catalogue: Catalogue) -> Iterator[Hit]:
    """A tool by its command behind a slash ("/remind ...") or by its full name."""
    match = _COMMAND.match(text)
    if match is not None:
        name = _commanded(match[1].casefold(), catalogue)
        if name is not None:
            yield Hit(tool=name, cue=match[0].strip(), start=match.start(), end=match.end())
            return
    for named in _NAMED.finditer(text):
        if named[0] in catalogue:
            yield Hit(tool=named[0], cue=named[0], start=named.start(), end=named.end())


def _commanded(word: str, catalogue: Catalogue) -> str | None:
    """The tool that says that this is its command, else the only one whose name ends in the word."""
    for name, entry in catalogue.items():
        if word in (*entry.descriptor.commands, name.replace(":", "_")):
            return name
    ends = [name for name in catalogue if name.rpartition(":")[2] == word]
    return ends[0] if len(ends) == 1 else None


def called_off(text: str, pending: Sequence[Reminder], times: Sequence[datetime]) -> Iterator[Hit]:
    """ "cancel the milk one", where a pending reminder holds the word, or is due at the time named."""
    verb = lexical.calls_off(text)
    if verb is not None and matching.named(text, pending, times):
        yield Hit(tool=lexical.REMOVE, cue=verb.group(), start=verb.start(), end=verb.end())


def moved(text: str, pending: Sequence[Reminder], *, has_time: bool) -> Iterator[Hit]:
    """ "move the plants one to 10am", where a pending reminder holds the word. Its time is the new one."""
    verb = lexical.moves(text, has_time=has_time)
    if verb is not None and (matching.named(text, pending) or shown(text, pending)):
        yield Hit(tool=lexical.EDIT, cue=verb.group(), start=verb.start(), end=verb.end())


def numbered(text: str, pending: Sequence[Reminder]) -> Iterator[Hit]:
    """ "#12", where it is the number of a pending reminder: what is asked of it is to see it."""
    match = shown(text, pending)
    if match is not None:
        removes = lexical.removes(text)
        tool = lexical.REMOVE if removes else lexical.LIST
        yield Hit(tool=tool, cue=match[0], start=match.start(), end=match.end(), sure=removes)


def shown(text: str, pending: Sequence[Reminder]) -> re.Match[str] | None:
    """The first "#12" that is the number of a pending reminder."""
    numbers = {reminder.id for reminder in pending}
    return next((each for each in _SHOWN_NUMBER.finditer(text) if int(each[1]) in numbers), None)


def guarded(text: str, catalogue: Catalogue, *, has_attachments: bool) -> Iterator[Hit]:
    """Tools whose descriptors say that an address or an attachment asks for them."""
    address = _URL.search(text)
    for name, entry in catalogue.items():
        forced_by = entry.descriptor.forced_by
        if address is not None and Guard.URL in forced_by:
            yield Hit(tool=name, cue=address.group(), start=address.start(), end=address.end())
        elif has_attachments and Guard.ATTACHMENT in forced_by:
            yield Hit(tool=name, cue="attachment", start=0, end=0)


def followed_up(text: str, rest: str, recent: Sequence[ToolUse], catalogue: Catalogue) -> tuple[str, ...]:
    """The tools that a follow-up on the last use of a tool may mean; nothing where it is none.

    `rest` is the message without its times: "and tomorrow?" asks for the same, "and pizza tonight?" does not.
    """
    kind = lexical.follow_up(text)
    if kind is None or (kind is FollowUp.AGAIN and len(rest.split()) > LONGEST_REST):
        return ()
    for use in reversed(recent):
        followers = tuple(followers_of(use.tool, kind, catalogue))
        if followers:
            return followers
    return ()


def followers_of(tool: str, kind: FollowUp, catalogue: Catalogue) -> Iterator[str]:
    for name, entry in catalogue.items():
        if tool in entry.descriptor.follows.get(kind, ()):
            yield name
