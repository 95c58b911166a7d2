"""The buttons under a reminder. They work after a restart: all they need stands in the message."""

from __future__ import annotations

import re

import discord

from bot.discord_access import Guarded

MARKER_PATTERN = r"rem:[0-9]+:[0-9]+"
"""The form of `bot.delivery.marker`."""
NOT_YOURS = "Only the person who set this reminder can tick it off."


class DoneButton(
    Guarded, discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=MARKER_PATTERN
):
    """Ticks a delivered reminder off. Stays on the message, because its id marks the delivery for good."""

    def __init__(self, marker: str, *, done: bool = False) -> None:
        style = discord.ButtonStyle.success if done else discord.ButtonStyle.secondary
        super().__init__(discord.ui.Button(label="Done", style=style, custom_id=marker, disabled=done))

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[discord.Client],
        item: discord.ui.Item[discord.ui.View],
        match: re.Match[str],
        /,
    ) -> DoneButton:
        return cls(match.string)

    async def callback(self, interaction: discord.Interaction[discord.Client]) -> None:
        if interaction.message is None or interaction.user.id != owner_of(interaction.message):
            await interaction.response.send_message(NOT_YOURS, ephemeral=True)
            return
        await interaction.response.edit_message(view=notice_view(self.custom_id, done=True))


def owner_of(message: discord.Message) -> int | None:
    """The user whom a delivered reminder is for: the first that it mentions."""
    return message.raw_mentions[0] if message.raw_mentions else None


def notice_view(marker: str, *, done: bool = False) -> discord.ui.View:
    """The row of buttons for one delivery; `marker` becomes a custom id."""
    view = discord.ui.View(timeout=None)
    view.add_item(DoneButton(marker, done=done))
    return view
