"""Log lines: key-value on a terminal, JSON for the journal. Tokens never, contents of messages only at debug.

Everything goes to one stream, the libraries' own lines too.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterable
from typing import Any, Literal, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

REDACTED = "[redacted]"
_TOKEN = re.compile(r"[A-Za-z0-9_-]{23,30}\.[A-Za-z0-9_-]{5,8}\.[A-Za-z0-9_-]{25,80}")
"""The form of Discord's bot tokens."""
_QUIET_LIBRARIES = (
    "aiosqlite",
    "apscheduler",
    "asyncio",
    "filelock",
    "hpack",
    "httpcore",
    "httpx",
    "tzlocal",
    "watchfiles",
)

Level = Literal["debug", "info", "warning", "error"]
Form = Literal["auto", "text", "json"]


def configure_logging(
    *,
    level: Level,
    form: Form,
    stream: TextIO,
    journal_stream: str = "",
    secrets: Iterable[str] = (),
) -> None:
    """Sets up structlog and the standard library's logging for this process.

    `journal_stream` is systemd's $JOURNAL_STREAM: "auto" takes JSON where `stream` really is the journal.
    `secrets` are texts that must not appear, whatever logs them.
    """
    number = logging.getLevelNamesMapping()[level.upper()]
    as_json = form == "json" or (form == "auto" and is_journal(stream, journal_stream))
    shared = _shared_processors(as_json=as_json)
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                _redactor(secrets),
                _renderer(stream, as_json=as_json),
            ],
        )
    )
    _route_standard_logging(handler, number)
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )


def is_journal(stream: TextIO, journal_stream: str) -> bool:
    """Whether `stream` is the file that $JOURNAL_STREAM ("device:inode") names.

    The variable alone says nothing: a terminal that a user's session manager started inherits it.
    """
    device, _, inode = journal_stream.partition(":")
    try:
        status = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return False
    return (device, inode) == (str(status.st_dev), str(status.st_ino))


def _shared_processors(*, as_json: bool) -> list[Processor]:
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso" if as_json else "%H:%M:%S", utc=as_json),
    ]


def _renderer(stream: TextIO, *, as_json: bool) -> Processor:
    if as_json:
        return structlog.processors.JSONRenderer(default=str)
    return structlog.dev.ConsoleRenderer(colors=stream.isatty())


def _redactor(secrets: Iterable[str]) -> Processor:
    known = [re.escape(secret) for secret in secrets if secret]
    pattern = re.compile("|".join([*known, _TOKEN.pattern]))

    def redact(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
        return {key: _redacted(value, pattern) for key, value in event.items()}

    return redact


def _redacted(value: Any, pattern: re.Pattern[str]) -> Any:
    if isinstance(value, str):
        return pattern.sub(REDACTED, value)
    if isinstance(value, int | float | None):
        return value
    text = str(value)
    return pattern.sub(REDACTED, text) if pattern.search(text) else value


def _route_standard_logging(handler: logging.Handler, level: int) -> None:
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    logging.captureWarnings(capture=True)
    for name in _QUIET_LIBRARIES:
        logging.getLogger(name).setLevel(max(level, logging.WARNING))
    # discord.py's debug lines hold whole messages, and its info lines say what ours say.
    logging.getLogger("discord").setLevel(max(level, logging.WARNING))
    client = logging.getLogger("discord.client")
    client.filters = [_without_traceback]


def _without_traceback(record: logging.LogRecord) -> bool:
    """discord.py logs each lost connection with its traceback; the reason in one line says as much."""
    if record.msg == "Attempting a reconnect in %.2fs" and record.exc_info and record.exc_info[1]:
        record.msg = (
            f"connection to Discord lost ({type(record.exc_info[1]).__name__}), next attempt in %.0f s"
        )
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.exc_info = None
    return True
