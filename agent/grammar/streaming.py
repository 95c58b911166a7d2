"""The final message of an envelope, read while it is still being written. Pure.

Nothing else of an envelope comes out: no thought, no call, and no remark beside a call.
"""

from __future__ import annotations

import json
import re

from agent.grammar.envelope import IDLE, MESSAGE, STATUS, THOUGHT

_ESCAPE = r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})'
_STRING = rf'"(?:[^"\\]|{_ESCAPE})*"'
_OPENING = re.compile(rf'\{{"{THOUGHT}":{_STRING},"{STATUS}":"{IDLE}","{MESSAGE}":"')
_WHOLE = re.compile(rf'(?:[^"\\]|{_ESCAPE})*')
"""As much of a string's inside as can be decoded by itself."""
_HALF_PAIR = re.compile(r"(?<!\\)(?:\\\\)*(\\u[dD][89abAB][0-9a-fA-F]{2})\Z")
"""The first half of an escaped surrogate pair, whose second half is still to come. Behind an odd number of
backslashes the letters are only text.
"""


class MessageReader:
    """Takes the pieces of an output in order, cut anywhere; gives the message as far as it has come."""

    def __init__(self) -> None:
        self._raw = ""
        self._position: int | None = None
        self._message = ""

    def feed(self, piece: str) -> str:
        """The message so far; what it gave before is a prefix of it. Empty before the message begins."""
        self._raw += piece
        if self._position is None:
            opening = _OPENING.match(self._raw)
            if opening is None:
                return ""
            self._position = opening.end()
        self._message += self._decoded(self._position)
        return self._message

    def _decoded(self, start: int) -> str:
        match = _WHOLE.match(self._raw, start)
        assert match is not None
        half = _HALF_PAIR.search(match[0])
        end = start + half.start(1) if half else match.end()
        self._position = end
        return str(json.loads(f'"{self._raw[start:end]}"', strict=False))
