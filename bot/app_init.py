"""`kallisti init`: asks, checks each answer, and at the very end writes the configuration with comments."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from agent.engine.models import is_fetched, resolve_model
from agent.errors import ConfigError, CredentialError, OperatorError
from agent.resources import example_config
from bot.app_house import Setup
from bot.config import default_zone, token_in
from bot.config_file import parse_config
from bot.discord_check import Questions, ask_discord
from bot.findings import Level

TOKEN_FILE = "discord_token"  # noqa: S105 - a file's name
NO_ANSWER = "-"
"""Takes a default away: nothing is configured then."""

WELCOME = (
    "This writes Kallisti's configuration. Enter takes what stands in brackets.",
    "Nothing is written before the last answer; Ctrl-C ends it at any time.",
    "",
)


NOT_CHECKED = (
    "Discord cannot be reached now, so the token was not checked; "
    "`kallisti check` checks it once the network is there."
)


class Asker(Protocol):
    """Where somebody answers."""

    def ask(self, text: str, *, hidden: bool = False) -> str:
        """One answer, without spaces around it; `hidden` does not show it. Raises EOFError."""
        ...

    def say(self, text: str) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Asks for `key`. `read` makes a value of an answer, or raises ValueError or OperatorError: why not."""

    key: str
    text: str
    default: str = ""
    read: Callable[[str], Any] = str
    hidden: bool = False
    asked: Callable[[Mapping[str, Any]], bool] = lambda answers: True


def set_up(setup: Setup, target: Path, asker: Asker, *, offline: bool = False) -> list[str]:
    """Asks and writes `target`, and beside it the token. Raises ConfigError; nothing is written then.

    `offline` does not ask Discord about the token.
    """
    for line in WELCOME:
        asker.say(line)
    if target.exists() and not _yes(_answer(asker, f"{target} exists. Replace it? y/N")):
        raise ConfigError(f"{target} was left as it is; name another file with --config")
    answers: dict[str, Any] = {}
    for question in questions(setup, offline=offline, remark=lambda text: asker.say(f"  {text}")):
        if question.asked(answers):
            answers[question.key] = _asked(question, asker)
    token = answers.pop("token", "")
    if token:
        answers["discord.token_file"] = str(target.absolute().parent / TOKEN_FILE)
    text = filled(example_config(), answers)
    parse_config(text, name=str(target))
    files = {target: text, **({target.absolute().parent / TOKEN_FILE: f"{token}\n"} if token else {})}
    write_together(files)
    written = [f"written: {path}" for path in files]
    return [*written, "Look at everything with `kallisti check`, then start with `kallisti run`."]


def questions(
    setup: Setup, *, offline: bool, remark: Callable[[str], None] = lambda text: None
) -> tuple[Question, ...]:
    """In the order in which they are asked. `remark` gets what is to be said of an answer that is taken."""

    def has_token(answers: Mapping[str, Any]) -> bool:
        return bool(answers.get("token"))

    return (
        Question(
            key="token",
            text="The bot's token, from its page in Discord's Developer Portal (empty: console only)",
            read=lambda answer: _token(answer, offline=offline, setup=setup, remark=remark),
            hidden=True,
        ),
        Question(
            key="access.owners",
            text="Ids of users who own the bot (in Discord: Copy User ID), separated by commas",
            read=_ids,
            asked=has_token,
        ),
        Question(
            key="discord.message_content",
            text="Is Message Content Intent switched on for it in the portal? y/N",
            read=_yes,
            asked=has_token,
        ),
        Question(
            key="discord.channels",
            text="Ids of channels where it answers every message, separated by commas",
            read=_ids,
            asked=lambda answers: bool(answers.get("discord.message_content")),
        ),
        Question(
            key="engine.model",
            text="The model: a GGUF file or a hub id (empty: the small default)",
            read=_model,
        ),
        Question(
            key="time.zone",
            text="The time zone of people who chose none",
            default=default_zone(setup.config),
            read=_key("time", "zone"),
        ),
        Question(
            key="time.language",
            text="The language where a message shows none: de, en, es, fr, it, nl or pt",
            default="en",
            read=_key("time", "language"),
        ),
        Question(
            key="data.directory",
            text="The data directory (empty: the usual place)",
            read=_key("data", "directory"),
        ),
    )


def filled(example: str, answers: Mapping[str, Any]) -> str:
    """The example's text with other values; comments and order stay. Raises KeyError for an unknown key."""
    left, lines, section = dict(answers), [], ""
    for line in example.splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        name, equals, _ = line.partition(" = ")
        key = f"{section}.{name}"
        is_setting = bool(equals) and not line.startswith("#") and key in left
        lines.append(f"{name} = {_toml(left.pop(key))}" if is_setting else line)
    if left:
        raise KeyError(*left)
    return "\n".join(lines) + "\n"


def write_together(files: Mapping[Path, str]) -> None:
    """Writes files for their owner alone: all of them, or, whatever comes in between, none.

    Raises ConfigError.
    """
    with ExitStack() as stack:
        drafts: dict[Path, Path] = {}
        try:
            for path, text in files.items():
                path.parent.mkdir(parents=True, exist_ok=True)
                drafts[path] = stack.enter_context(_draft(path, text))
            with _undisturbed():
                for path, draft in drafts.items():
                    draft.replace(path)
        except OSError as error:
            raise ConfigError(f"{error.filename} cannot be written: {error.strerror}") from None


# ------------------------------------------------------------------ asking


def _asked(question: Question, asker: Asker) -> Any:
    bracket = f" [{question.default}]" if question.default else ""
    while True:
        answer = _answer(asker, f"{question.text}{bracket}", hidden=question.hidden) or question.default
        try:
            return question.read("" if answer == NO_ANSWER else answer)
        except (ValueError, OperatorError) as error:
            asker.say(f"  {error}")


def _answer(asker: Asker, text: str, *, hidden: bool = False) -> str:
    try:
        return asker.ask(text, hidden=hidden)
    except EOFError:
        raise ConfigError(f'there was no answer to "{text}"; nothing was written') from None


def _yes(answer: str) -> bool:
    known = {"y": True, "yes": True, "n": False, "no": False, "": False}
    if answer.lower() not in known:
        raise ValueError("answer y or n")
    return known[answer.lower()]


def _ids(answer: str) -> list[int]:
    parts = [part for part in re.split(r"[\s,]+", answer) if part]
    for part in parts:
        if not (part.isascii() and part.isdecimal() and 0 < int(part) < 2**63):
            raise ValueError(f'"{part}" is no id; ids are whole numbers such as 123456789012345678')
    return [int(part) for part in parts]


def _token(answer: str, *, offline: bool, setup: Setup, remark: Callable[[str], None]) -> str:
    if not answer:
        return ""
    token = token_in(answer, source="this answer").get_secret_value()
    if not offline:
        asked = Questions(token=token, message_content=False, channels=(), guilds=())
        findings = {each.subject: each for each in asyncio.run(ask_discord(asked, now=setup.clock()))}
        if "token" not in findings:
            remark(NOT_CHECKED)
        elif findings["token"].level is Level.ERROR:
            raise CredentialError(findings["token"].text)
    return token


def _model(answer: str) -> str:
    if is_fetched(answer):
        resolve_model(answer)
    return answer


def _key(section: str, name: str) -> Callable[[str], str]:
    """Takes what the configuration takes for a key."""

    def read(answer: str) -> str:
        try:
            parse_config(f"[{section}]\n{name} = {_toml(answer)}\n", name="this")
        except ConfigError as error:
            raise ValueError(str(error).removeprefix("this: ")) from None
        return answer

    return read


# ------------------------------------------------------------------ writing


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value, ensure_ascii=False)


@contextmanager
def _draft(path: Path, text: str) -> Iterator[Path]:
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    draft = Path(name)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        yield draft
    finally:
        with suppress(FileNotFoundError):
            draft.unlink()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C waits until the block is done."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGTERM})
