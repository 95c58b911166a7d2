"""What in a message is somebody else's word: quotations, code, reported speech. It asks for nothing. Pure."""

from __future__ import annotations

import re

LONGEST_SCAN = 2000
"""Characters looked at; a request stands in the first sentences."""

_FENCE = re.compile(r"```.*?(?:```|\Z)|``[^`]*``|`[^`\n]*`", re.DOTALL)
_ONE_QUOTED_LINE = re.compile(r"^[ \t]*>(?!>>).*$", re.MULTILINE)
_REST_QUOTED = re.compile(r"^[ \t]*>>>.*\Z", re.MULTILINE | re.DOTALL)
_QUOTES = re.compile(r"\"[^\"\n]*\"|“[^”\n]*”|„[^“”\n]*[“”]|«[^»\n]*»|»[^«\n]*«|「[^」\n]*」")
_REPORTED = re.compile(
    r"(?<!\w)(?!(?:i|we|ich|wir|je|yo|io|ik|eu)\b)[^\W\d_]+ (?:just |always |has |hat |ha |a |heeft )?"
    r"(?:said|says|wrote|writes|asked|asks|texted|told (?:me|us|him|her|them)|sagte?"
    r"|sagt|meinte?|schrieb|schreibt|fragte?|gesagt|dit|écrit|demande|dijo|dice|escribió|detto|scrive|zei|zegt|schreef|schrijft|disse|diz"
    r"|escreveu)"
    r"(?: (?:to )?(?:me|us|him|her|you|mir|uns))?\s*[:,]\s*[^\n.!?]*",
    re.IGNORECASE,
)


def own_words(text: str) -> str:
    """The first LONGEST_SCAN characters with everything quoted blanked out, so that places stay the same."""
    left = text[:LONGEST_SCAN]
    for pattern in (_FENCE, _REST_QUOTED, _ONE_QUOTED_LINE, _QUOTES, _REPORTED):
        left = pattern.sub(_blank, left)
    return left


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match.group())
