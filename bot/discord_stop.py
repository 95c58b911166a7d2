"""The button under an answer that is still being written. It works after a restart: there is then nothing to
stop, and it goes away.
"""

from __future__ import annotations

import re

import discord

from agent.errors import StoreUnavailable
from agent.words import say
from bot import command_words as words
from bot.desk import Stopped
from bot.discord_access import Guarded, Interaction, moderates
from bot.discord_asking import asked_by, desk_of

Button = discord.ui.Button[discord.ui.View]
Item = discord.ui.Item[discord.ui.View]


class StopButton(Guarded, discord.ui.DynamicItem[Button], template=r"stop:(?P<message>[0-9]{1,20})"):
    """Ends the answer to one message, for its author and for moderators."""

    def __init__(self, message_id: int) -> None:
        style = discord.ButtonStyle.secondary
        super().__init__(discord.ui.Button(label="Stop", style=style, custom_id=stop_id(message_id)))
        self.message_id = message_id

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: Item, match: re.Match[str], /
    ) -> StopButton:
        return cls(int(match["message"]))

    async def callback(self, interaction: Interaction) -> None:
        desk, asked = desk_of(interaction), asked_by(interaction)
        try:
            stopped = await desk.stop_answer(asked, self.message_id, moderates=moderates(interaction))
        except StoreUnavailable:
            stopped = Stopped(text=say(words.STORE_DOWN, asked.locale.partition("-")[0]), over=False)
        if stopped.over:
            await interaction.response.edit_message(view=None)
        else:
            await interaction.response.send_message(stopped.text, ephemeral=True)


def stop_id(message_id: int) -> str:
    """The custom id of the button under an answer to this message."""
    return f"stop:{message_id}"


def stop_view(message_id: int) -> discord.ui.View:
    """The row under an answer to this message."""
    view = discord.ui.View(timeout=None)
    view.add_item(StopButton(message_id))
    return view
