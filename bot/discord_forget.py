"""/forget-me: the question before it, and the buttons that answer it, also after a restart."""

from __future__ import annotations

import re
from collections.abc import Coroutine
from enum import StrEnum
from typing import Any

import discord

from agent.words import say
from bot import note_desk_words as words
from bot.discord_access import Guarded, Interaction
from bot.discord_asking import Said, asked_by, change, desk_of

Button = discord.ui.Button[discord.ui.View]
Item = discord.ui.Item[discord.ui.View]


class Answer(StrEnum):
    ALL = "all"
    BUT_SETTINGS = "but-settings"
    CANCEL = "cancel"


LABELS = {
    Answer.ALL: words.FORGET_ALL,
    Answer.BUT_SETTINGS: words.FORGET_BUT_SETTINGS,
    Answer.CANCEL: words.CANCEL,
}


class ForgetButton(
    Guarded,
    discord.ui.DynamicItem[Button],
    template=rf"forget:(?P<answer>{'|'.join(Answer)}):(?P<person>[0-9]{{1,20}})",
):
    """Counts only from the person who asked, whoever gets to see it."""

    def __init__(self, answer: Answer, person: int, *, language: str = "en") -> None:
        danger, plain = discord.ButtonStyle.danger, discord.ButtonStyle.secondary
        super().__init__(
            discord.ui.Button(
                label=say(LABELS[answer], language),
                style=plain if answer is Answer.CANCEL else danger,
                custom_id=f"forget:{answer.value}:{person}",
            )
        )
        self.answer = answer
        self.person = person

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: Item, match: re.Match[str], /
    ) -> ForgetButton:
        return cls(Answer(match["answer"]), int(match["person"]))

    async def callback(self, interaction: Interaction) -> None:
        if interaction.user.id != self.person:
            language = await desk_of(interaction).forgetting.language(asked_by(interaction))
            await interaction.response.send_message(say(words.NOT_YOURS, language), ephemeral=True)
            return
        await change(interaction, self._done(interaction))

    async def _done(self, interaction: Interaction) -> Said:
        desk, asked = desk_of(interaction).forgetting, asked_by(interaction)
        if self.answer is Answer.CANCEL:
            return Said(text=say(words.CANCELLED, await desk.language(asked)))
        return Said(text=await desk.forget(asked, settings=self.answer is Answer.ALL))


def confirmation(interaction: Interaction) -> Coroutine[Any, Any, Said]:
    """What would go, and the buttons that say so."""

    async def shown() -> Said:
        language = await desk_of(interaction).forgetting.language(asked_by(interaction))
        view = discord.ui.View(timeout=None)
        for each in Answer:
            view.add_item(ForgetButton(each, interaction.user.id, language=language))
        return Said(text=say(words.FORGET_ASK, language), view=view)

    return shown()
