"""The list of somebody's reminders: pages, and a menu to remove one. It works after a restart: all that it
needs stands in the custom ids.

Everybody sees and removes only their own, because whose they are is read from who presses.
"""

from __future__ import annotations

import re
from collections.abc import Coroutine
from typing import Any

import discord

from agent.words import say
from bot import command_words as words
from bot.desk import Page
from bot.discord_access import Guarded, Interaction
from bot.discord_asking import Said, asked_by, change, desk_of

LABEL_LIMIT = 100
"""Characters of a menu's option."""

Button = discord.ui.Button[discord.ui.View]
Menu = discord.ui.Select[discord.ui.View]
Item = discord.ui.Item[discord.ui.View]


class PageButton(Guarded, discord.ui.DynamicItem[Button], template=r"reminders:page:(?P<number>[0-9]{1,9})"):
    def __init__(self, number: int, *, label: str = "", disabled: bool = False) -> None:
        super().__init__(
            discord.ui.Button(label=label, custom_id=f"reminders:page:{number}", disabled=disabled)
        )
        self.number = number

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: Item, match: re.Match[str], /
    ) -> PageButton:
        return cls(int(match["number"]))

    async def callback(self, interaction: Interaction) -> None:
        await change(interaction, listing(interaction, self.number))


class RemoveMenu(Guarded, discord.ui.DynamicItem[Menu], template=r"reminders:remove:(?P<number>[0-9]{1,9})"):
    def __init__(
        self, number: int, *, placeholder: str = "", options: list[discord.SelectOption] | None = None
    ) -> None:
        super().__init__(
            discord.ui.Select(
                custom_id=f"reminders:remove:{number}", placeholder=placeholder, options=options or []
            )
        )
        self.number = number

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: Item, match: re.Match[str], /
    ) -> RemoveMenu:
        return cls(int(match["number"]))

    async def callback(self, interaction: Interaction) -> None:
        await change(interaction, self._without(interaction))

    async def _without(self, interaction: Interaction) -> Said:
        chosen = int(self.item.values[0])
        outcome = await desk_of(interaction).remove(asked_by(interaction), chosen)
        return await listing(interaction, self.number, heading=outcome.text)


def listing(interaction: Interaction, number: int, *, heading: str = "") -> Coroutine[Any, Any, Said]:
    """Page `number` of the reminders of whoever used or pressed; `heading` stands above it."""

    async def shown() -> Said:
        page = await desk_of(interaction).page(asked_by(interaction), number)
        return Said(text=f"{heading}\n{page.text}".strip(), view=_view(page))

    return shown()


def _view(page: Page) -> discord.ui.View | None:
    if not page.entries:
        return None
    view = discord.ui.View(timeout=None)
    options = [discord.SelectOption(label=line[:LABEL_LIMIT], value=str(id_)) for id_, line in page.entries]
    view.add_item(RemoveMenu(page.number, placeholder=say(words.CHOOSE_ONE, page.language), options=options))
    if page.pages > 1:
        first, last = page.number == 0, page.number == page.pages - 1
        earlier, later = say(words.EARLIER, page.language), say(words.LATER, page.language)
        view.add_item(PageButton(max(0, page.number - 1), label=earlier, disabled=first))
        view.add_item(PageButton(page.number + 1, label=later, disabled=last))
    return view
