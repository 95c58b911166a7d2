"""The buttons under a reminder. They work after a restart: all they need stands in the message."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Protocol, runtime_checkable

import discord
import structlog

from agent.errors import NotFound, StoreUnavailable
from bot.discord_access import Guarded
from bot.reminder_desk import LONGEST_PHRASE, MINUTES, NOT_YOURS, TOMORROW, Press, ReminderDesk

MARKER_PATTERN = r"rem:(?P<id>[0-9]+):(?P<due>[0-9]+)"
"""The form of `bot.delivery.marker`."""
CUSTOM = "custom"
SNOOZE_LABELS = {"10m": "10 min", "1h": "1 h", TOMORROW: "Tomorrow", CUSTOM: "Custom"}
SNOOZE_PATTERN = rf"snz:(?P<id>[0-9]+):(?P<due>[0-9]+):(?P<when>{'|'.join(SNOOZE_LABELS)})"
UNAVAILABLE = "I cannot write anything down right now; please try again in a minute."

Interaction = discord.Interaction[discord.Client]
Button = discord.ui.Button[discord.ui.View]

log = structlog.get_logger("buttons")


@runtime_checkable
class HasDesk(Protocol):
    """A client that knows where presses are handled; None while nothing is behind it."""

    reminder_desk: ReminderDesk | None


class DoneButton(Guarded, discord.ui.DynamicItem[Button], template=MARKER_PATTERN):
    """Ticks a delivered reminder off. Stays on the message, because its id marks the delivery for good."""

    def __init__(self, marker: str, *, done: bool = False) -> None:
        style = discord.ButtonStyle.success if done else discord.ButtonStyle.secondary
        super().__init__(discord.ui.Button(label="Done", style=style, custom_id=marker, disabled=done))

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: discord.ui.Item[discord.ui.View], match: re.Match[str], /
    ) -> DoneButton:
        return cls(match.string)

    async def callback(self, interaction: Interaction) -> None:
        if not await _is_owner(interaction):
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
            await interaction.response.edit_message(view=notice_view(self.custom_id, done=True))


class SnoozeButton(Guarded, discord.ui.DynamicItem[Button], template=SNOOZE_PATTERN):
    """Asks to be reminded again later, at a fixed time or at one that is asked for."""

    def __init__(self, custom_id: str) -> None:
        label = SNOOZE_LABELS[custom_id.rpartition(":")[2]]
        super().__init__(
            discord.ui.Button(label=label, style=discord.ButtonStyle.secondary, custom_id=custom_id)
        )

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: discord.ui.Item[discord.ui.View], match: re.Match[str], /
    ) -> SnoozeButton:
        return cls(match.string)

    async def callback(self, interaction: Interaction) -> None:
        if not await _is_owner(interaction):
            return
        when = self.custom_id.rpartition(":")[2]
        if when == CUSTOM:
            await interaction.response.send_modal(SnoozeModal(self.custom_id))
        else:
            await _snooze(interaction, self.custom_id, when)


class SnoozeModal(Guarded, discord.ui.Modal, title="Remind me again"):
    when: discord.ui.TextInput[discord.ui.View] = discord.ui.TextInput(
        label="When?", placeholder="in 20 minutes, tomorrow at 9", max_length=LONGEST_PHRASE, custom_id="when"
    )

    def __init__(self, custom_id: str) -> None:
        super().__init__(custom_id=custom_id)

    async def on_submit(self, interaction: Interaction, /) -> None:
        await _snooze(interaction, self.custom_id, self.when.value)


BUTTONS = (DoneButton, SnoozeButton)


async def _snooze(interaction: Interaction, custom_id: str, when: str) -> None:
    desk = _desk(interaction)
    if desk is None:
        await interaction.response.send_message(UNAVAILABLE, ephemeral=True)
        return
    try:
        answer = await desk.snooze(_press(interaction, custom_id), when)
    except StoreUnavailable as fault:
        await _excuse(interaction, fault)
    except NotFound:
        await _refuse(interaction)
    else:
        await interaction.response.send_message(answer, ephemeral=True)


async def _is_owner(interaction: Interaction) -> bool:
    """Whether the presser is who the reminder is for; anybody else is told so."""
    if interaction.message is not None and interaction.user.id == owner_of(interaction.message):
        return True
    await _refuse(interaction)
    return False


async def _refuse(interaction: Interaction) -> None:
    desk = _desk(interaction)
    words = NOT_YOURS["en"] if desk is None else await desk.refusal(interaction.user.id)
    await interaction.response.send_message(words, ephemeral=True)


async def _excuse(interaction: Interaction, fault: StoreUnavailable) -> None:
    log.warning("press not recorded", reason=str(fault))
    await interaction.response.send_message(UNAVAILABLE, ephemeral=True)


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
    )


def owner_of(message: discord.Message) -> int | None:
    """The user whom a delivered reminder is for: the first that it mentions."""
    return message.raw_mentions[0] if message.raw_mentions else None


def notice_view(marker: str, *, done: bool = False) -> discord.ui.View:
    """The row of buttons for one delivery; `marker` becomes a custom id."""
    view = discord.ui.View(timeout=None)
    view.add_item(DoneButton(marker, done=done))
    if not done:
        for when in (*MINUTES, TOMORROW, CUSTOM):
            view.add_item(SnoozeButton(f"{marker.replace('rem', 'snz', 1)}:{when}"))
    return view
