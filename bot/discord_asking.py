"""Interactions as values, and their answers: at once where the work is quick, else deferred in a second."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any, Protocol, cast

import discord
import structlog

from agent.errors import StoreUnavailable
from agent.types import Author, Clock
from agent.words import say, spoken
from bot import command_words as words
from bot.asking import Asked
from bot.desk import Desk
from bot.discord_access import Interaction
from bot.discord_faults import SEND_FAULTS
from bot.discord_messages import channel_of, clean_name, roles_of

DEFER_AFTER = 0.5
"""Seconds without a result after which Discord is told that one will come; it allows three."""
CALENDAR = "reminders.ics"
UNKNOWN_INTERACTION = 10062
"""Discord's code for an interaction whose time is over, or whose place is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """An answer. `private`: only who asked can see it. No `view` is a message without buttons. `file` is the
    content of an attached calendar.
    """

    text: str
    private: bool = True
    view: discord.ui.View | None = None
    file: bytes | None = None


class HasDesk(Protocol):
    """The client that an interaction came through."""

    desk: Desk
    clock: Clock


def desk_of(interaction: Interaction) -> Desk:
    return cast(HasDesk, interaction.client).desk


def asked_by(interaction: Interaction, text: str = "") -> Asked:
    """Who asks and where. Raises ValueError for a place without messages, which Discord does not send."""
    channel = channel_of(interaction.channel, interaction.guild_id)
    if channel is None:
        raise ValueError("an interaction without a channel")
    return Asked(
        id=interaction.id,
        author=Author(
            id=interaction.user.id,
            name=clean_name(interaction.user.display_name),
            roles=roles_of(interaction.user),
        ),
        channel=channel,
        text=text,
        at=cast(HasDesk, interaction.client).clock(),
        locale=str(interaction.locale),
    )


async def answer(interaction: Interaction, work: Awaitable[Said], *, waits_in_private: bool = True) -> None:
    """Answers a command with what `work` gives. Never raises; a fault is told and logged.

    `waits_in_private`: who sees that an answer is on its way, whoever is to see the answer itself.
    """
    task = asyncio.ensure_future(_result(interaction, work))
    try:
        await asyncio.wait({task}, timeout=DEFER_AFTER)
        if task.done():
            await _send(interaction, await task)
            return
        await interaction.response.defer(ephemeral=waits_in_private, thinking=True)
        await fill(interaction, await task, waited_in_private=waits_in_private)
    except SEND_FAULTS as fault:
        await _fall_back(interaction, await task, fault)


async def change(interaction: Interaction, work: Awaitable[Said]) -> None:
    """Answers the press of a button by changing its message to what `work` gives; else like `answer`."""
    task = asyncio.ensure_future(_result(interaction, work))
    try:
        await asyncio.wait({task}, timeout=DEFER_AFTER)
        if not task.done():
            await interaction.response.defer()
            said = await task
            await interaction.edit_original_response(content=said.text, view=said.view)
        else:
            said = await task
            await interaction.response.edit_message(content=said.text, view=said.view)
    except SEND_FAULTS as fault:
        _log(interaction, fault)


async def _result(interaction: Interaction, work: Awaitable[Said]) -> Said:
    language = spoken(str(interaction.locale)) or "en"
    log = structlog.get_logger("commands")
    try:
        return await work
    except StoreUnavailable as fault:
        log.error("command not carried out", interaction=interaction.id, reason=str(fault))
        return Said(text=say(words.STORE_DOWN, language))
    except Exception:
        log.exception("command crashed", interaction=interaction.id)
        return Said(text=say(words.BROKEN, language))


async def fill(interaction: Interaction, said: Said, *, waited_in_private: bool) -> None:
    """Puts an answer where a deferred one is awaited. Raises one of SEND_FAULTS.

    Who sees a deferred answer is settled when it is deferred; another audience gets a message of its own.
    """
    if said.private is not waited_in_private:
        await interaction.delete_original_response()
    await interaction.followup.send(said.text, ephemeral=said.private, **_options(said))


async def _send(interaction: Interaction, said: Said) -> None:
    await interaction.response.send_message(said.text, ephemeral=said.private, **_options(said))


def _options(said: Said) -> dict[str, Any]:
    options: dict[str, Any] = {} if said.view is None else {"view": said.view}
    if said.file is not None:
        options["file"] = discord.File(io.BytesIO(said.file), filename=CALENDAR)
    return options


async def _fall_back(interaction: Interaction, said: Said, fault: BaseException) -> None:
    """What was stored is confirmed in the channel where the interaction itself cannot be answered."""
    _log(interaction, fault)
    expired = isinstance(fault, discord.HTTPException) and fault.code == UNKNOWN_INTERACTION
    if said.private or not expired or interaction.channel_id is None:
        return
    place = interaction.client.get_partial_messageable(interaction.channel_id, guild_id=interaction.guild_id)
    try:
        await place.send(said.text)
    except SEND_FAULTS as second:
        _log(interaction, second)


def _log(interaction: Interaction, fault: BaseException) -> None:
    log = structlog.get_logger("commands")
    log.warning("command not answered", interaction=interaction.id, reason=f"{type(fault).__name__}: {fault}")
