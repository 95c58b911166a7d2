"""The buttons under a reminder. They work after a restart: all they need stands in the message."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Protocol, runtime_checkable

import discord
import structlog

from agent.errors import NotFound, StoreUnavailable
from agent.words import Words, say, spoken
from bot import delivery_words as words
from bot.delivery import mark_of
from bot.discord_access import Guarded
from bot.reminder_desk import LONGEST_PHRASE, MINUTES, NOT_YOURS, TOMORROW, Press, ReminderDesk

MARKER_PATTERN = r"rem(?P<mark>[0-9]*):(?P<id>[0-9]+):(?P<due>[0-9]+)"
"""The form of `bot.delivery.marker`, with the mark of its daemon."""
CUSTOM = "custom"
SNOOZES = ("10m", "1h", TOMORROW, CUSTOM)
SNOOZE_PATTERN = rf"snz(?P<mark>[0-9]*):(?P<id>[0-9]+):(?P<due>[0-9]+):(?P<when>{'|'.join(SNOOZES)})"

Interaction = discord.Interaction[discord.Client]
Button = discord.ui.Button[discord.ui.View]

log = structlog.get_logger("buttons")


@runtime_checkable
class HasDesk(Protocol):
    """A client that knows where presses are handled; None while nothing is behind it."""

    reminder_desk: ReminderDesk | None


class DoneButton(Guarded, discord.ui.DynamicItem[Button], template=MARKER_PATTERN):
    """Ticks a delivered reminder off. Stays on the message, because its id marks the delivery for good."""

    def __init__(self, marker: str, *, done: bool = False, language: str = "en") -> None:
        style = discord.ButtonStyle.success if done else discord.ButtonStyle.secondary
        label = say(words.DONE, language)
        super().__init__(discord.ui.Button(label=label, style=style, custom_id=marker, disabled=done))

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: discord.ui.Item[discord.ui.View], match: re.Match[str], /
    ) -> DoneButton:
        return cls(match.string)

    async def callback(self, interaction: Interaction) -> None:
        if not await _is_ours(interaction, self.custom_id):
            return
        desk = _desk(interaction)
        try:
            if desk is not None:
                await desk.done(_press(interaction, self.custom_id))
        except StoreUnavailable as fault:
            await _excuse(interaction, fault)
        except NotFound:
            await _refuse(interaction)
        else:
            view = notice_view(self.custom_id, done=True, language=await _language(interaction))
            await interaction.response.edit_message(view=view)


class SnoozeButton(Guarded, discord.ui.DynamicItem[Button], template=SNOOZE_PATTERN):
    """Asks to be reminded again later, at a fixed time or at one that is asked for."""

    def __init__(self, custom_id: str, *, language: str = "en") -> None:
        label = _snooze_label(custom_id.rpartition(":")[2], language)
        super().__init__(
            discord.ui.Button(label=label, style=discord.ButtonStyle.secondary, custom_id=custom_id)
        )

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: discord.ui.Item[discord.ui.View], match: re.Match[str], /
    ) -> SnoozeButton:
        return cls(match.string)

    async def callback(self, interaction: Interaction) -> None:
        if not await _is_ours(interaction, self.custom_id):
            return
        when = self.custom_id.rpartition(":")[2]
        if when == CUSTOM:
            modal = SnoozeModal(self.custom_id, language=await _language(interaction))
            await interaction.response.send_modal(modal)
        else:
            await _snooze(interaction, self.custom_id, when)


class SnoozeModal(Guarded, discord.ui.Modal):
    def __init__(self, custom_id: str, *, language: str) -> None:
        super().__init__(title=say(words.REMIND_AGAIN, language), custom_id=custom_id)
        self.when: discord.ui.TextInput[discord.ui.View] = discord.ui.TextInput(
            label=say(words.WHEN, language),
            placeholder=say(words.WHEN_FOR_EXAMPLE, language),
            max_length=LONGEST_PHRASE,
            custom_id="when",
        )
        self.add_item(self.when)

    async def on_submit(self, interaction: Interaction, /) -> None:
        await _snooze(interaction, self.custom_id, self.when.value)


BUTTONS = (DoneButton, SnoozeButton)


async def _snooze(interaction: Interaction, custom_id: str, when: str) -> None:
    desk = _desk(interaction)
    if desk is None:
        await _say(interaction, words.UNAVAILABLE)
        return
    try:
        answer = await desk.snooze(_press(interaction, custom_id), when)
    except StoreUnavailable as fault:
        await _excuse(interaction, fault)
    except NotFound:
        await _refuse(interaction)
    else:
        await interaction.response.send_message(answer, ephemeral=True)


async def _is_ours(interaction: Interaction, custom_id: str) -> bool:
    """Whether the message concerns the presser and its reminder is kept here; else the presser is told so.
    What they may do is in the rows.
    """
    desk = _desk(interaction)
    if not _concerns(interaction):
        await _refuse(interaction)
    elif desk is not None and mark_of(custom_id) != desk.mark:
        await _say(interaction, words.KEPT_ELSEWHERE)
    else:
        return True
    return False


def _concerns(interaction: Interaction) -> bool:
    message = interaction.message
    return message is not None and (
        interaction.user.id in message.raw_mentions
        or not _roles(interaction).isdisjoint(message.raw_role_mentions)
    )


async def _refuse(interaction: Interaction) -> None:
    await _say(interaction, NOT_YOURS)


async def _excuse(interaction: Interaction, fault: StoreUnavailable) -> None:
    log.warning("press not recorded", reason=str(fault))
    await _say(interaction, words.UNAVAILABLE)


async def _say(interaction: Interaction, table: Words) -> None:
    await interaction.response.send_message(say(table, await _language(interaction)), ephemeral=True)


async def _language(interaction: Interaction) -> str:
    """That of whoever presses; without a store the one of their Discord."""
    locale = str(interaction.locale)
    desk = _desk(interaction)
    try:
        if desk is not None:
            return await desk.language_of(interaction.user.id, locale)
    except StoreUnavailable as fault:
        log.warning("language not looked up", reason=str(fault))
    return spoken(locale) or "en"


def _desk(interaction: Interaction) -> ReminderDesk | None:
    client: object = interaction.client
    return client.reminder_desk if isinstance(client, HasDesk) else None


def _press(interaction: Interaction, custom_id: str) -> Press:
    _, reminder_id, due, *_ = custom_id.split(":")
    return Press(
        id=interaction.id,
        user_id=interaction.user.id,
        reminder_id=int(reminder_id),
        due=datetime.fromtimestamp(int(due), UTC),
        locale=str(interaction.locale),
        roles=_roles(interaction),
    )


def _roles(interaction: Interaction) -> frozenset[int]:
    roles = interaction.user.roles if isinstance(interaction.user, discord.Member) else []
    return frozenset(role.id for role in roles)


def notice_view(marker: str, *, done: bool = False, language: str = "en") -> discord.ui.View:
    """The row of buttons for one delivery; `marker` becomes a custom id."""
    view = discord.ui.View(timeout=None)
    view.add_item(DoneButton(marker, done=done, language=language))
    if not done:
        for when in (*MINUTES, TOMORROW, CUSTOM):
            view.add_item(SnoozeButton(f"{marker.replace('rem', 'snz', 1)}:{when}", language=language))
    return view


def _snooze_label(when: str, language: str) -> str:
    if when in MINUTES:
        minutes = MINUTES[when]
        return f"{minutes} min" if minutes % 60 else f"{minutes // 60} h"
    return say(words.TOMORROW if when == TOMORROW else words.CUSTOM, language)
