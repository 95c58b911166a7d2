"""What "this" means in a reply: the message that is replied to. Pure.

A message replied to is somebody else's text. It is quoted only where the author points at it, and nothing in
it is read as a request, a time or the name of a tool.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.types import Quoted

LONGEST_EXCERPT = 200
"""Characters of the message that is pointed at."""
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_POINTING_TEXT = """
this that it these those
das dies diese dieses diesen dieser daran dran hieran darüber davon
esto eso ello este esta
ça cela ceci ce cette
questo questa quello ciò
dit dat deze die eraan hieraan
isto isso disto disso
"""
POINTING = frozenset(_POINTING_TEXT.split())
_NEAR_TEXT = "this dies dieses esto ceci ça questo dit isto isso"
NEAR = frozenset(_NEAR_TEXT.split())
"""Of these, the ones that point even behind a verb: "to answer this"."""
_FILLING_TEXT = """
about of to the message one post again
an der die den nachricht
de sobre a el la mensaje
à le message
di il messaggio
van het bericht
o mensagem
"""
_FILLING = frozenset(_FILLING_TEXT.split())


def referred(subject: str, text: str, quoted: Sequence[Quoted]) -> str:
    """An excerpt of the message replied to where the author points at it, else nothing.

    `text` is what they wrote without its times, and `subject` what that is about: nothing but pointing words
    ("about this"), or something that is to be done with it ("answer this").
    """
    if not quoted or not POINTING.intersection(_words(text)):
        return ""
    said = _words(subject)
    points = POINTING.union(_FILLING).issuperset(said) or said[-1] in NEAR
    return _excerpt(quoted[-1].text) if points else ""


def completed(subject: str, excerpt: str) -> str:
    """`subject` with the `excerpt` that it points at: "this" becomes it, "answer this" keeps its words."""
    if not excerpt:
        return subject
    if POINTING.union(_FILLING).issuperset(_words(subject)):
        return excerpt
    return f"{subject}: “{excerpt}”"


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _excerpt(text: str) -> str:
    """On one line, cut at a word."""
    line = " ".join(text.split())
    if len(line) <= LONGEST_EXCERPT:
        return line
    return (line[:LONGEST_EXCERPT].rpartition(" ")[0] or line[:LONGEST_EXCERPT]) + " …"
