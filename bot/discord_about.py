"""“Remind me about this”: a message's menu entry that brings the message back later, by its link.

What is to be remembered stands in the private answer itself and in its custom id, so that it also works after
a restart.
"""

from __future__ import annotations

import re
from collections.abc import Coroutine
from typing import Any

import discord

from agent.direct import LONGEST_PHRASE, without_pings
from agent.types import ReminderKind
from agent.words import Words, say
from bot import command_words as words
from bot.delivery_words import WHEN, WHEN_FOR_EXAMPLE
from bot.discord_access import Guarded, Interaction
from bot.discord_asking import Said, answer, asked_by, change, desk_of

EXCERPT = 200
"""Characters of the message that the reminder repeats."""
QUOTE = "> "
CUSTOM = "custom"
PRESETS: dict[str, Words] = {
    "20m": words.IN_20_MINUTES,
    "1h": words.IN_AN_HOUR,
    "morning": words.TOMORROW_MORNING,
}

Menu = discord.ui.Select[discord.ui.View]
Item = discord.ui.Item[discord.ui.View]


async def remind_about(interaction: Interaction, message: discord.Message) -> None:
    """Asks, in private, when to come back to this message."""

    async def asked() -> Said:
        language = await desk_of(interaction).language(asked_by(interaction))
        quotation = excerpt(message) or say(words.NO_WORDS, language)
        view = discord.ui.View(timeout=None)
        view.add_item(AboutMenu(_place(message), language=language))
        return Said(text=f"{say(words.ABOUT_WHEN, language)}\n{QUOTE}{quotation}", view=view)

    await answer(interaction, asked())


class AboutMenu(
    Guarded,
    discord.ui.DynamicItem[Menu],
    template=r"about:(?P<place>(?:@me|[0-9]{1,20}):[0-9]{1,20}:[0-9]{1,20})",
):
    def __init__(self, place: str, *, language: str = "en") -> None:
        options = [
            discord.SelectOption(label=say(label, language), value=value)
            for value, label in (*PRESETS.items(), (CUSTOM, words.CUSTOM_TIME))
        ]
        placeholder = say(WHEN, language)
        super().__init__(
            discord.ui.Select(custom_id=f"about:{place}", placeholder=placeholder, options=options)
        )
        self.place = place

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Item, match: re.Match[str], /) -> AboutMenu:
        return cls(match["place"])

    async def callback(self, interaction: Interaction) -> None:
        chosen = self.item.values[0]
        if chosen != CUSTOM:
            await change(interaction, _set(interaction, self.place, preset=PRESETS[chosen]))
            return
        language = await desk_of(interaction).language(asked_by(interaction))
        await interaction.response.send_modal(AboutModal(self.place, language))


class AboutModal(Guarded, discord.ui.Modal):
    def __init__(self, place: str, language: str) -> None:
        super().__init__(title=say(words.ABOUT_TITLE, language), custom_id=f"about:{place}")
        self.place = place
        self.when: discord.ui.TextInput[discord.ui.View] = discord.ui.TextInput(
            label=say(WHEN, language),
            placeholder=say(WHEN_FOR_EXAMPLE, language),
            max_length=LONGEST_PHRASE,
            custom_id="when",
        )
        self.add_item(self.when)

    async def on_submit(self, interaction: Interaction, /) -> None:
        await change(interaction, _set(interaction, self.place, phrase=self.when.value))


def _set(
    interaction: Interaction, place: str, *, preset: Words | None = None, phrase: str = ""
) -> Coroutine[Any, Any, Said]:
    """Stores the reminder; what cannot be read leaves the question standing, with the reason above it."""

    async def said() -> Said:
        desk = desk_of(interaction)
        question = interaction.message.content if interaction.message else ""
        asked = asked_by(interaction, f"{_quotation(question)}\n{link(place)}")
        language = await desk.language(asked)
        meant = phrase if preset is None else say(preset, language)
        outcome = await desk.set(asked, kind=ReminderKind.REMINDER, phrase=meant)
        if outcome.done:
            return Said(text=outcome.text)
        view = discord.ui.View(timeout=None)
        view.add_item(AboutMenu(place, language=language))
        return Said(text=f"{outcome.text}\n{QUOTE}{_quotation(question)}", view=view)

    return said()


def excerpt(message: discord.Message) -> str:
    """The message's first words on one line, naming people instead of pinging them."""
    plain = without_pings(" ".join(message.clean_content.replace("`", "'").split()))
    return plain if len(plain) <= EXCERPT else plain[: EXCERPT - 1].rstrip() + "…"


def link(place: str) -> str:
    return f"https://discord.com/channels/{place.replace(':', '/')}"


def _place(message: discord.Message) -> str:
    guild = message.guild.id if message.guild else "@me"
    return f"{guild}:{message.channel.id}:{message.id}"


def _quotation(question: str) -> str:
    """What the private answer quotes; it is a message of our own, which nobody else can change."""
    return question.rpartition(f"\n{QUOTE}")[2]
