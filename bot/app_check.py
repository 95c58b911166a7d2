"""Looks at everything that must be right before the daemon can run, and says how to mend what is not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from agent.descriptors import load_descriptors
from agent.engine.models import resolve_model
from agent.errors import OperatorError
from agent.resources import descriptor_files
from bot.app import DISCORD_DATABASE
from bot.app_house import Setup, made
from bot.config import TOKEN_VARIABLE, data_directory, default_zone, find_token
from bot.store.db import open_database


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """`exit_code` is 0 where nothing is wrong, else what the daemon would end with."""

    subject: str
    text: str
    exit_code: int = 0


def examine(setup: Setup) -> tuple[Finding, ...]:
    """One finding for each subject, good or bad."""
    subjects: dict[str, Callable[[Setup], str]] = {
        "token": _token,
        "model": _model,
        "tools": _tools,
        "data": _data,
        "time zone": _zone,
    }
    return tuple(_finding(subject, look, setup) for subject, look in subjects.items())


def _finding(subject: str, look: Callable[[Setup], str], setup: Setup) -> Finding:
    try:
        return Finding(subject=subject, text=look(setup))
    except OperatorError as error:
        return Finding(subject=subject, text=str(error), exit_code=error.exit_code)


def _token(setup: Setup) -> str:
    if find_token(setup.config, setup.surroundings) is None:
        return (
            f"none, so Kallisti runs in the console; set ${TOKEN_VARIABLE} or discord.token_file for Discord"
        )
    return "found"


def _model(setup: Setup) -> str:
    if setup.config.engine.server:
        return f"served by {setup.config.engine.server}"
    return str(resolve_model(setup.config.engine.model))


def _tools(setup: Setup) -> str:
    texts = {file.name: file.read_text(encoding="utf-8") for file in descriptor_files()}
    return f"{len(load_descriptors(texts))} described"


def _data(setup: Setup) -> str:
    """Opens the database as the daemon does, but lets a running daemon be."""
    path = made(data_directory(setup.config, setup.surroundings)) / DISCORD_DATABASE

    async def look() -> None:
        async with open_database(path, exclusive=False):
            pass

    asyncio.run(look())
    return str(path)


def _zone(setup: Setup) -> str:
    return default_zone(setup.config)
