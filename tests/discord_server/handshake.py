"""Checks on what a client sends over the gateway, with the close code for each fault."""

from __future__ import annotations

import json

from .backend import PRIVILEGED
from .connection import SENDS_PER_MINUTE, SendCounter
from .state import Application, Json

MAXIMUM_PAYLOAD_BYTES = 4096
KNOWN_INTENTS = (1 << 27) - 1


class Rejected(Exception):
    """The socket must be closed with `code`."""

    def __init__(self, code: int, reason: str) -> None:
        self.code = code
        self.reason = reason
        super().__init__(f"{code} {reason}")


def decode_frame(raw: str | bytes, counter: SendCounter) -> Json:
    size = len(raw.encode()) if isinstance(raw, str) else len(raw)
    if size > MAXIMUM_PAYLOAD_BYTES:
        raise Rejected(4002, "Error while decoding payload.")
    if counter.exceeded():
        raise Rejected(4008, f"More than {SENDS_PER_MINUTE} frames in a minute.")
    try:
        frame = json.loads(raw)
    except ValueError:
        raise Rejected(4002, "Error while decoding payload.") from None
    if not isinstance(frame, dict):
        raise Rejected(4002, "Error while decoding payload.")
    return frame


def check_identify(data: Json, application: Application) -> None:
    if data.get("token") != application.token:
        raise Rejected(4004, "Authentication failed.")
    intents = data.get("intents")
    if not isinstance(intents, int) or intents & ~KNOWN_INTENTS:
        raise Rejected(4013, "Invalid intent(s).")
    if intents & PRIVILEGED & ~application.privileged_intents:
        raise Rejected(4014, "Disallowed intent(s).")
    shard = data.get("shard")
    if shard is not None and not 0 <= int(shard[0]) < int(shard[1]):
        raise Rejected(4010, "Invalid shard.")
