"""The list of somebody's reminders: pages, and a menu to open one and change it. It works after a restart:
all that it needs stands in the custom ids.

Everybody sees and changes only their own, because whose they are is read from who presses.
"""

from __future__ import annotations

import re
from collections.abc import Coroutine
from enum import StrEnum
from typing import Any

import discord

from agent.direct import LONGEST_PHRASE
from agent.errors import StoreUnavailable
from agent.words import say
from bot import command_words as words
from bot.delivery_words import WHEN
from bot.desk import MESSAGE_LIMIT, Detail, Page
from bot.discord_access import Guarded, Interaction
from bot.discord_asking import Said, asked_by, change, desk_of

LABEL_LIMIT = 100
"""Characters of a menu's option."""
MOST_TYPED = 4000
"""Discord's limit for a field of a form; what may be stored is the store's to say."""

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


class ChooseMenu(Guarded, discord.ui.DynamicItem[Menu], template=r"reminders:choose:(?P<number>[0-9]{1,9})"):
    """Opens one reminder of the page."""

    def __init__(
        self, number: int, *, placeholder: str = "", options: list[discord.SelectOption] | None = None
    ) -> None:
        super().__init__(
            discord.ui.Select(
                custom_id=f"reminders:choose:{number}", placeholder=placeholder, options=options or []
            )
        )
        self.number = number

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: Item, match: re.Match[str], /
    ) -> ChooseMenu:
        return cls(int(match["number"]))

    async def callback(self, interaction: Interaction) -> None:
        await change(interaction, opened(interaction, int(self.item.values[0]), self.number))


class Action(StrEnum):
    EDIT = "edit"
    PAUSE = "pause"
    RESUME = "resume"
    DELETE = "delete"


LABELS = {
    Action.EDIT: words.EDIT,
    Action.PAUSE: words.PAUSE,
    Action.RESUME: words.RESUME,
    Action.DELETE: words.DELETE,
}


class ActionButton(
    Guarded,
    discord.ui.DynamicItem[Button],
    template=rf"reminders:(?P<action>{'|'.join(Action)}):(?P<id>[0-9]{{1,19}}):(?P<number>[0-9]{{1,9}})",
):
    """Changes the reminder that is open."""

    def __init__(self, action: Action, reminder_id: int, number: int, *, language: str = "en") -> None:
        danger, plain = discord.ButtonStyle.danger, discord.ButtonStyle.secondary
        super().__init__(
            discord.ui.Button(
                label=say(LABELS[action], language),
                style=danger if action is Action.DELETE else plain,
                custom_id=f"reminders:{action.value}:{reminder_id}:{number}",
            )
        )
        self.action = action
        self.reminder_id = reminder_id
        self.number = number

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: Item, match: re.Match[str], /
    ) -> ActionButton:
        return cls(Action(match["action"]), int(match["id"]), int(match["number"]))

    async def callback(self, interaction: Interaction) -> None:
        if self.action is Action.EDIT:
            await self._ask(interaction)
        elif self.action is Action.DELETE:
            await change(interaction, self._deleted(interaction))
        else:
            await change(interaction, self._paused(interaction, paused=self.action is Action.PAUSE))

    async def _ask(self, interaction: Interaction) -> None:
        """Opens the form, filled with what is stored; a modal must be the first answer, within 3 s."""
        try:
            detail = await desk_of(interaction).detail(asked_by(interaction), self.reminder_id)
        except StoreUnavailable:
            detail = None
        if detail is None:
            await change(interaction, opened(interaction, self.reminder_id, self.number))
        else:
            await interaction.response.send_modal(EditModal(detail, self.number))

    async def _deleted(self, interaction: Interaction) -> Said:
        outcome = await desk_of(interaction).remove(asked_by(interaction), self.reminder_id)
        return await listing(interaction, self.number, heading=outcome.text)

    async def _paused(self, interaction: Interaction, *, paused: bool) -> Said:
        desk = desk_of(interaction)
        outcome = await desk.set_paused(asked_by(interaction), self.reminder_id, paused=paused)
        heading = "" if outcome.done else outcome.text
        return await opened(interaction, self.reminder_id, self.number, heading=heading)


class EditModal(Guarded, discord.ui.Modal):
    def __init__(self, detail: Detail, number: int) -> None:
        language, reminder = detail.language, detail.reminder
        super().__init__(
            title=say(words.EDIT_TITLE, language), custom_id=f"reminders:form:{reminder.id}:{number}"
        )
        self.reminder_id, self.number = reminder.id, number
        self.when: discord.ui.TextInput[discord.ui.View] = discord.ui.TextInput(
            label=say(WHEN, language),
            default=detail.phrase[:LONGEST_PHRASE],
            max_length=LONGEST_PHRASE,
            custom_id="when",
        )
        self.text: discord.ui.TextInput[discord.ui.View] = discord.ui.TextInput(
            label=say(words.TEXT, language),
            style=discord.TextStyle.paragraph,
            default=reminder.text,
            max_length=MOST_TYPED,
            custom_id="text",
        )
        self.add_item(self.when)
        self.add_item(self.text)

    async def on_submit(self, interaction: Interaction, /) -> None:
        await change(interaction, self._edited(interaction))

    async def _edited(self, interaction: Interaction) -> Said:
        asked = asked_by(interaction, self.text.value)
        outcome = await desk_of(interaction).edit(asked, self.reminder_id, phrase=self.when.value)
        return await opened(interaction, self.reminder_id, self.number, heading=outcome.text)


ITEMS = (PageButton, ChooseMenu, ActionButton)


def opened(
    interaction: Interaction, reminder_id: int, number: int, *, heading: str = ""
) -> Coroutine[Any, Any, Said]:
    """One reminder with what can be done to it; the list where it is not pending any more."""

    async def shown() -> Said:
        desk = desk_of(interaction)
        detail = await desk.detail(asked_by(interaction), reminder_id)
        if detail is None:
            gone = heading or say(words.GONE, await desk.language(asked_by(interaction)))
            return await listing(interaction, number, heading=gone)
        text = heading if heading and detail.text in heading else f"{heading}\n{detail.text}".strip()
        return Said(text=text[:MESSAGE_LIMIT], view=_open_view(detail, number))

    return shown()


def _open_view(detail: Detail, number: int) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    other = Action.RESUME if detail.reminder.paused else Action.PAUSE
    for action in (Action.EDIT, other, Action.DELETE):
        view.add_item(ActionButton(action, detail.reminder.id, number, language=detail.language))
    view.add_item(PageButton(number, label=say(words.BACK, detail.language)))
    return view


def listing(interaction: Interaction, number: int, *, heading: str = "") -> Coroutine[Any, Any, Said]:
    """Page `number` of the reminders of whoever used or pressed; `heading` stands above it."""

    async def shown() -> Said:
        page = await desk_of(interaction).page(asked_by(interaction), number)
        return Said(text=f"{heading}\n{page.text}".strip()[:MESSAGE_LIMIT], view=_view(page))

    return shown()


def _view(page: Page) -> discord.ui.View | None:
    if not page.entries and page.pages == 1:
        return None
    view = discord.ui.View(timeout=None)
    options = [discord.SelectOption(label=line[:LABEL_LIMIT], value=str(id_)) for id_, line in page.entries]
    if options:
        placeholder = say(words.CHOOSE_ONE, page.language)
        view.add_item(ChooseMenu(page.number, placeholder=placeholder, options=options))
    if page.pages > 1:
        first, last = page.number == 0, page.number == page.pages - 1
        earlier, later = say(words.EARLIER, page.language), say(words.LATER, page.language)
        view.add_item(PageButton(max(0, page.number - 1), label=earlier, disabled=first))
        view.add_item(PageButton(page.number + 1, label=later, disabled=last))
    return view
