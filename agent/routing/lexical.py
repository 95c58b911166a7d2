"""Lexical guards: what the words of a message ask for beyond doubt, before any vector is compared. Pure."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import cache
from re import Match, Pattern

from agent.routing import words
from agent.types import FollowUp

LONGEST_TEXT = 500
"""Characters looked at: requests stand at the start, and cost must not grow with the message."""
FEW_WORDS = 3
FEW_CHARACTERS = 12
"""A message of so few words or characters says too little for a comparison of vectors."""

REMIND, TIMER, ALARM = "agenda:remind_at", "clock:timer", "clock:alarm"
LIST, REMOVE, NOW = "agenda:list", "agenda:remove", "clock:now"
EDIT, SNOOZE, REQUEST = "agenda:edit", "agenda:snooze", "agenda:remind_self"
SETTING = frozenset((REMIND, TIMER, ALARM, REQUEST))
STAGE, COMMIT, QUERY, FORGET = "memory:stage", "memory:commit", "memory:query", "memory:forget"
LONGEST_FOLLOW_UP = 8
"""Words of a message that leans on the one before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """`tool` is asked for by `cue`; `start` and `end` are its place in the folded text.

    Not `sure`: the words stand in other requests too ("add a minute to the timer"), so the scores must agree.
    """

    tool: str
    cue: str
    start: int
    end: int
    sure: bool = True


def fold(text: str) -> str:
    """NFKC, case-folded, straight apostrophes, at most LONGEST_TEXT characters."""
    folded = unicodedata.normalize("NFKC", text[:LONGEST_TEXT]).casefold()
    return folded.replace("’", "'").replace("‘", "'")


def is_greeting(text: str) -> bool:
    """A few words that greet, thank or take leave, or no word at all."""
    worded = _words(text)
    return not worded or (len(worded) <= FEW_WORDS and worded[0] in words.GREETINGS)


def is_small_talk(text: str) -> bool:
    """Greetings and questions after how somebody is, and nothing else, however many words that takes."""
    return _small_talk().fullmatch(fold(text)) is not None


@cache
def _small_talk() -> Pattern[str]:
    said = "|".join(words.SMALL_TALK)
    return re.compile(rf"\W*(?:(?:{said})(?!\w)(?:[\s,]+(?:{words.SMALL_TALK_ENDS})(?!\w)){{0,2}}\W*){{1,4}}")


def says_little(text: str) -> bool:
    """A greeting, or too short to be compared by its vector."""
    worded = _words(text)
    return is_greeting(text) or len(worded) < FEW_WORDS or sum(map(len, worded)) < FEW_CHARACTERS


def _words(text: str) -> list[str]:
    found = (word.strip(".,!?;:…'\"") for word in fold(text).split())
    return [word for word in found if any(character.isalnum() for character in word)]


def hits(text: str, *, has_time: bool) -> tuple[Hit, ...]:
    """The tools that the words ask for, surest first; at most one of those that set something at a time.

    `has_time`: the message contains a time phrase. A request to be reminded or woken counts without one too,
    because its time can be asked for.
    """
    folded = fold(text)
    if not folded.strip():
        return ()
    noted = _about_notes(folded)
    if noted is not None:
        return (noted,)
    asked = _asked_about_existing(folded)
    if asked is not None:
        return (replace(asked, sure=False),)
    setting = None if _search("refused", folded) else _setting(folded, has_time=has_time)
    again = _found(SNOOZE, "remind again", folded)
    if setting is not None:
        return (again, setting) if again is not None and has_time else (setting,)
    if again is not None and has_time:
        return (again,)
    now = _found(NOW, "now", folded)
    return (replace(now, sure=False),) if now is not None else ()


def kinds_in(text: str) -> tuple[str, ...]:
    """The words that speak of a reminder, a timer or an alarm."""
    return tuple(found.group() for found in _pattern("nouns").finditer(fold(text)))


def rings(text: str) -> bool:
    """Whether it speaks of being woken or of an alarm clock, and not of a reminder or a timer."""
    folded = fold(text)
    if any(_search(name, folded) is not None for name in ("remind", "reminder", "timer")):
        return False
    return any(_search(name, folded) is not None for name in ("wake", "alarm"))


def speaks_of_notes(text: str) -> bool:
    """Whether a word stands in it that requests about notes have."""
    return _search("notes", fold(text)) is not None


def speaks_of(tool: str, text: str) -> bool:
    """Whether the verb of this tool stands in it, beside whatever else it asks for."""
    verbs = {REMIND: "remind", ALARM: "wake", STAGE: "remember", COMMIT: "commit", FORGET: "forget"}
    return tool in verbs and _search(verbs[tool], fold(text)) is not None


def _about_notes(folded: str) -> Hit | None:
    """A request to remember, to keep what is noted, to tell what is known, or to forget it."""
    kinds = ((STAGE, "remember"), (COMMIT, "commit"), (QUERY, "known"), (FORGET, "forget"))
    return next((hit for tool, phrases in kinds if (hit := _found(tool, phrases, folded))), None)


def calls_off(text: str) -> Match[str] | None:
    """A verb at the start by which something is called off: "cancel the milk one"."""
    folded = fold(text)
    match = _search("call off", folded)
    if match is None or _search("remind", folded):
        return None
    before = folded[: match.start()].split()
    return match if len(before) <= FEW_WORDS and not words.TELLERS.intersection(before) else None


def sets_something(text: str) -> bool:
    """Whether its words ask for a reminder or for being woken, or say that nothing is asked for."""
    folded = fold(text)
    return any(_search(name, folded) is not None for name in ("remind", "wake", "refused"))


def refuses(text: str) -> bool:
    """Whether its words say that nobody is to be woken or reminded, and ask for nothing beside that."""
    folded = fold(text)
    match = _search("refusal", folded)
    return match is not None and _setting(folded.replace(match.group(), " "), has_time=False) is None


def moves(text: str, *, has_time: bool) -> Match[str] | None:
    """A verb at the start by which something is moved, with a time or "earlier" in the message."""
    folded = fold(text)
    match = _search("move", folded)
    if match is None or _search("remind", folded) or not (has_time or _search("earlier", folded)):
        return None
    before = folded[: match.start()].split()
    return match if len(before) <= FEW_WORDS and not words.TELLERS.intersection(before) else None


def snoozes(text: str) -> Match[str] | None:
    """A verb at the start by which what arrived is put off: "snooze that", "schlummern"."""
    folded = fold(text)
    match = _search("snooze", folded)
    if match is None:
        return None
    before = folded[: match.start()].split()
    return match if len(before) <= FEW_WORDS and not words.TELLERS.intersection(before) else None


def wants(text: str) -> bool:
    """Whether it asks for something to be done: "please ...", "can you ...", "I need ..."."""
    return _search("wants", fold(text)) is not None


def removes(text: str) -> bool:
    """Whether some verb in it takes things away."""
    return _search("remove", fold(text)) is not None


def follow_up(text: str) -> FollowUp | None:
    """How a short message leans on what was done before, as far as its words show it."""
    folded = fold(text).strip(" \t\n.,!?¿¡")
    if not folded or len(folded.split()) > LONGEST_FOLLOW_UP:
        return None
    if _search("undo", folded):
        return FollowUp.UNDO
    if _search("change", folded):
        return FollowUp.CHANGE
    return FollowUp.AGAIN if _pattern("again").match(folded) else None


def _asked_about_existing(folded: str) -> Hit | None:
    noun = _search("nouns", folded)
    if noun is None:
        return None
    if _search("remind", folded):
        return None
    if _search("adjust", folded) and not _search("list", folded):
        return None
    remove = _search("remove", folded)
    if remove is not None:
        return _hit(REMOVE, remove)
    cue = _search("list", folded)
    setting = _search("set", folded)
    if cue is not None and (setting is None or cue.start() < setting.start()):
        return _hit(LIST, cue)
    return None


def _setting(folded: str, *, has_time: bool) -> Hit | None:
    for tool, phrases in ((REMIND, "remind"), (ALARM, "wake")):
        found = _found(tool, phrases, folded)
        if found is not None:
            return replace(found, sure=has_time)
    measured = _search("timed", folded) if has_time and not _search("adjust", folded) else None
    if measured is not None:
        return _hit(TIMER, measured)
    for tool, nouns in ((TIMER, "timer"), (REMIND, "reminder"), (ALARM, "alarm")):
        noun = _search(nouns, folded)
        if (
            noun is not None
            and not _search("adjust", folded)
            and (_search("set", folded) or (has_time and _leads(noun.start(), folded)))
        ):
            return replace(_hit(tool, noun), sure=False)
    return None


def _leads(start: int, folded: str) -> bool:
    """The noun stands at the start, or behind a span: "timer 5 minutes", "a 10 minute timer please".

    "The alarm" and "my timer" are there already.
    """
    before = folded[:start].split()
    return len(before) <= FEW_WORDS and not words.KNOWN_THINGS.intersection(before)


def _found(tool: str, phrases: str, folded: str) -> Hit | None:
    match = _search(phrases, folded)
    return None if match is None else _hit(tool, match)


def _hit(tool: str, match: Match[str]) -> Hit:
    return Hit(tool=tool, cue=match.group(), start=match.start(), end=match.end())


def _search(name: str, folded: str) -> Match[str] | None:
    return _pattern(name).search(folded)


@cache
def _pattern(name: str) -> Pattern[str]:
    groups = {
        "remind": (words.REMIND_PHRASES, (words.wished(*words.REMINDED),)),
        "wake": (words.WAKE_PHRASES, (words.wished(*words.WOKEN),)),
        "timer": (words.TIMER_NOUNS,),
        "timed": (words.TIMED,),
        "alarm": (words.ALARM_NOUNS,),
        "reminder": (words.REMINDER_NOUNS,),
        "nouns": (words.TIMER_NOUNS, words.ALARM_NOUNS, words.REMINDER_NOUNS),
        "set": (words.SET_VERBS,),
        "remove": (words.REMOVE_VERBS,),
        "list": (words.LIST_CUES,),
        "adjust": (words.ADJUST_WORDS,),
        "now": (words.NOW_PHRASES,),
        "refused": (words.NOT_A_REQUEST,),
        "refusal": (words.REFUSALS,),
        "call off": (words.CALL_OFF_VERBS,),
        "wants": (words.WISHES,),
        "move": (words.MOVE_VERBS,),
        "snooze": (words.SNOOZE_VERBS,),
        "remind again": (words.REMIND_AGAIN,),
        "earlier": (words.EARLIER_OR_LATER,),
        "undo": (words.UNDO_PHRASES,),
        "change": (words.CHANGE_PHRASES,),
        "again": (words.AGAIN_PHRASES,),
        "notes": (words.NOTE_WORDS,),
        "remember": (words.REMEMBER_PHRASES,),
        "commit": (words.COMMIT_PHRASES,),
        "known": (words.KNOWN_PHRASES,),
        "forget": (words.FORGET_PHRASES,),
    }
    return words.one_of(*groups[name])
