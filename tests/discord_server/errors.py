"""Discord's JSON errors: the code, the HTTP status it comes with, and the text.

Source: Discord reference, "Opcodes and Status Codes" (JSON error codes).
"""

from __future__ import annotations

from .state import Json

INVALID_FORM_BODY = 50035

KNOWN_ERRORS: dict[int, tuple[int, str]] = {
    0: (401, "401: Unauthorized"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    20012: (403, "You are not authorized to perform this action on this application"),
    30034: (400, "Max number of daily application command creates has been reached (200)"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later"),
    40003: (429, "You are opening direct messages too fast"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50003: (403, "Cannot execute action on a DM channel"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50008: (400, "Cannot send messages in a non-text channel"),
    50013: (403, "Missing Permissions"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50033: (400, "Invalid Recipient(s)"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    160002: (400, "You cannot reply without permission to read message history"),
    160004: (400, "A thread has already been created for this message"),
    160005: (403, "Thread is locked"),
    200000: (400, "Message was blocked by automatic moderation"),
}


class ApiError(Exception):
    """An answer of Discord that is not a success.

    `status` is the HTTP status, `code` Discord's JSON code, `errors` the tree that goes with code 50035.
    """

    def __init__(
        self, code: int, *, status: int | None = None, message: str | None = None, errors: Json | None = None
    ) -> None:
        known_status, known_message = KNOWN_ERRORS.get(code, (400, "Unknown error"))
        self.code = code
        self.status = known_status if status is None else status
        self.message = known_message if message is None else message
        self.errors = errors
        super().__init__(f"{self.status} (error code: {code}): {self.message}")

    def body(self) -> Json:
        body: Json = {"message": self.message, "code": self.code}
        return body if self.errors is None else {**body, "errors": self.errors}


def invalid_form(path: str, code: str, message: str) -> ApiError:
    """The 50035 error whose tree blames one field; `path` is dotted ("embeds.0.title")."""
    tree: Json = {"_errors": [{"code": code, "message": message}]}
    for key in reversed(path.split(".")):
        tree = {key: tree}
    return ApiError(INVALID_FORM_BODY, errors=tree)


def not_found() -> ApiError:
    return ApiError(0, status=404, message="404: Not Found")


def unauthorized() -> ApiError:
    return ApiError(0)
