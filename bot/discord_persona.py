"""/persona: for members who may manage the server. A form asks for the text."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol, cast

import discord

from agent.errors import StoreUnavailable
from agent.words import say, spoken
from bot import persona_words as words
from bot.discord_access import Guarded, Interaction
from bot.discord_asking import Said, answer, asked_by
from bot.personas import LONGEST, PersonaDesk, Where


class Act(StrEnum):
    SHOW = "show"
    SET = "set"
    CLEAR = "clear"


class HasPersonaDesk(Protocol):
    """The client that an interaction came through."""

    persona_desk: PersonaDesk


def _desk(interaction: Interaction) -> PersonaDesk:
    return cast(HasPersonaDesk, interaction.client).persona_desk


def manages(interaction: Interaction) -> bool:
    """Asked anew each time: a server's settings may show the command to others, and forms wait."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


async def persona(interaction: Interaction, act: Act, where: Where) -> None:
    if act is Act.SET and manages(interaction):
        await interaction.response.send_modal(await _form(interaction, where))
    else:
        await answer(interaction, _done(interaction, act, where))


async def _form(interaction: Interaction, where: Where) -> PersonaModal:
    """Filled with what is set; a form must be the first answer, within 3 s."""
    desk, asked = _desk(interaction), asked_by(interaction)
    try:
        return PersonaModal(where, language=await desk.language(asked), text=await desk.text(asked, where))
    except StoreUnavailable:
        return PersonaModal(where, language=spoken(str(interaction.locale)) or "en", text="")


async def _done(interaction: Interaction, act: Act, where: Where, text: str = "") -> Said:
    desk, asked = _desk(interaction), asked_by(interaction, text)
    if not manages(interaction):
        return Said(text=await desk.denied(asked))
    if act is Act.SHOW:
        return Said(text=await desk.show(asked, where))
    return Said(text=await desk.put(asked, where))


class PersonaModal(Guarded, discord.ui.Modal):
    def __init__(self, where: Where, *, language: str, text: str) -> None:
        super().__init__(title=say(words.TITLE, language), custom_id=f"persona:{where.value}")
        self.where = where
        self.text: discord.ui.TextInput[discord.ui.View] = discord.ui.TextInput(
            label=say(words.LABEL, language),
            style=discord.TextStyle.paragraph,
            default=text,
            max_length=LONGEST,
            required=False,
            custom_id="text",
        )
        self.add_item(self.text)

    async def on_submit(self, interaction: Interaction, /) -> None:
        await answer(interaction, _done(interaction, Act.SET, self.where, self.text.value))
