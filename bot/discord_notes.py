"""/memory: pages of notes, and a menu to open one and change it. It works after a restart: all that it needs
stands in the custom ids, and what may be seen and changed is looked up anew at every press.
"""

from __future__ import annotations

import re
from collections.abc import Coroutine
from enum import StrEnum
from typing import Any

import discord

from agent import note_words
from agent.errors import StoreUnavailable
from agent.memory_types import OnConflict
from agent.words import say
from bot import command_words
from bot import note_desk_words as words
from bot.desk import MESSAGE_LIMIT
from bot.discord_access import Guarded, Interaction, moderates
from bot.discord_asking import Said, asked_by, change, desk_of
from bot.note_desk import FORM_LIMIT, NoteDesk, NoteDetail, NotePage

LABEL_LIMIT = 100
"""Characters of a menu's option."""
BUTTON_LIMIT = 80

Button = discord.ui.Button[discord.ui.View]
Menu = discord.ui.Select[discord.ui.View]
Item = discord.ui.Item[discord.ui.View]


class NotePageButton(Guarded, discord.ui.DynamicItem[Button], template=r"memory:page:(?P<number>[0-9]{1,9})"):
    def __init__(self, number: int, *, label: str = "", disabled: bool = False) -> None:
        super().__init__(discord.ui.Button(label=label, custom_id=f"memory:page:{number}", disabled=disabled))
        self.number = number

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: Item, match: re.Match[str], /
    ) -> NotePageButton:
        return cls(int(match["number"]))

    async def callback(self, interaction: Interaction) -> None:
        await change(interaction, notes_page(interaction, self.number))


class NoteMenu(Guarded, discord.ui.DynamicItem[Menu], template=r"memory:choose:(?P<number>[0-9]{1,9})"):
    """Opens one note of the page."""

    def __init__(
        self, number: int, *, placeholder: str = "", options: list[discord.SelectOption] | None = None
    ) -> None:
        super().__init__(
            discord.ui.Select(
                custom_id=f"memory:choose:{number}", placeholder=placeholder, options=options or []
            )
        )
        self.number = number

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Item, match: re.Match[str], /) -> NoteMenu:
        return cls(int(match["number"]))

    async def callback(self, interaction: Interaction) -> None:
        await change(interaction, opened_note(interaction, self.item.values[0], self.number))


class NoteAction(StrEnum):
    EDIT = "edit"
    DELETE = "delete"
    COMMIT = "commit"
    SERVER = "server"
    UPDATE = "update"
    BOTH = "both"
    DISCARD = "discard"


LABELS = {
    NoteAction.EDIT: command_words.EDIT,
    NoteAction.DELETE: command_words.DELETE,
    NoteAction.COMMIT: words.KEEP,
    NoteAction.SERVER: words.KEEP_SERVER_WIDE,
    NoteAction.UPDATE: note_words.UPDATE,
    NoteAction.BOTH: note_words.BOTH,
    NoteAction.DISCARD: words.DISCARD,
}
DANGEROUS = (NoteAction.DELETE, NoteAction.DISCARD)
CHOICES = {NoteAction.UPDATE: OnConflict.UPDATE, NoteAction.BOTH: OnConflict.BOTH}


class NoteButton(
    Guarded,
    discord.ui.DynamicItem[Button],
    template=rf"memory:(?P<action>{'|'.join(NoteAction)}):(?P<key>n[0-9a-f]{{16}}|s[0-9]{{1,9}})"
    r":(?P<number>[0-9]{1,9}):(?P<similar>[0-9a-f]{0,16}):(?P<wide>w?)",
):
    """Does something with the note that is open. `similar` and `wide` go with a staged note: the note
    that was shown as similar, and whether it is for the whole server.
    """

    def __init__(
        self,
        action: NoteAction,
        key: str,
        number: int,
        *,
        similar: str = "",
        wide: bool = False,
        language: str = "en",
    ) -> None:
        danger, plain = discord.ButtonStyle.danger, discord.ButtonStyle.secondary
        super().__init__(
            discord.ui.Button(
                label=say(LABELS[action], language)[:BUTTON_LIMIT],
                style=danger if action in DANGEROUS else plain,
                custom_id=f"memory:{action.value}:{key}:{number}:{similar}:{'w' if wide else ''}",
            )
        )
        self.action, self.key, self.number = action, key, number
        self.similar, self.wide = similar, wide

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: Item, match: re.Match[str], /
    ) -> NoteButton:
        return cls(
            NoteAction(match["action"]),
            match["key"],
            int(match["number"]),
            similar=match["similar"],
            wide=bool(match["wide"]),
        )

    async def callback(self, interaction: Interaction) -> None:
        if self.action is NoteAction.EDIT:
            await self._ask(interaction)
        elif self.action is NoteAction.DELETE:
            await change(interaction, self._deleted(interaction))
        elif self.action is NoteAction.DISCARD:
            await change(interaction, self._discarded(interaction))
        else:
            await change(interaction, self._committed(interaction))

    async def _ask(self, interaction: Interaction) -> None:
        """Opens the form, filled with what the note says; a modal must be the first answer, within 3 s."""
        try:
            detail = await _detail(interaction, self.key)
        except StoreUnavailable:
            detail = None
        if detail is None or not detail.editable:
            await change(interaction, opened_note(interaction, self.key, self.number))
        elif len(detail.form) > FORM_LIMIT:
            heading = say(words.TOO_LONG_FOR_A_FORM, detail.language).format(limit=FORM_LIMIT)
            await change(interaction, opened_note(interaction, self.key, self.number, heading=heading))
        else:
            await interaction.response.send_modal(NoteForm(detail, self.number))

    async def _deleted(self, interaction: Interaction) -> Said:
        heading = await _notes(interaction).forget(
            asked_by(interaction), self.key, moderates=moderates(interaction)
        )
        return await notes_page(interaction, self.number, heading=heading)

    async def _discarded(self, interaction: Interaction) -> Said:
        heading = await _notes(interaction).discard(asked_by(interaction), self.key)
        return await notes_page(interaction, self.number, heading=heading)

    async def _committed(self, interaction: Interaction) -> Said:
        outcome = await _notes(interaction).commit(
            asked_by(interaction),
            self.key,
            choice=CHOICES.get(self.action),
            shown=self.similar,
            server_wide=self.wide or self.action is NoteAction.SERVER,
        )
        if outcome.detail is None:
            return await notes_page(interaction, self.number, heading=outcome.text)
        return Said(text=outcome.text[:MESSAGE_LIMIT], view=_note_view(outcome.detail, self.number))


class NoteForm(Guarded, discord.ui.Modal):
    def __init__(self, detail: NoteDetail, number: int) -> None:
        super().__init__(
            title=say(words.EDIT_TITLE, detail.language), custom_id=f"memory:form:{detail.key}:{number}"
        )
        self.key, self.number = detail.key, number
        self.text: discord.ui.TextInput[discord.ui.View] = discord.ui.TextInput(
            label=say(command_words.TEXT, detail.language),
            style=discord.TextStyle.paragraph,
            default=detail.form,
            max_length=FORM_LIMIT,
            custom_id="text",
        )
        self.add_item(self.text)

    async def on_submit(self, interaction: Interaction, /) -> None:
        await change(interaction, self._edited(interaction))

    async def _edited(self, interaction: Interaction) -> Said:
        asked = asked_by(interaction, self.text.value)
        heading = await _notes(interaction).edit(asked, self.key, moderates=moderates(interaction))
        return await opened_note(interaction, self.key, self.number, heading=heading)


NOTE_ITEMS = (NotePageButton, NoteMenu, NoteButton)


def opened_note(
    interaction: Interaction, key: str, number: int, *, heading: str = ""
) -> Coroutine[Any, Any, Said]:
    """One note with what can be done to it; the list where it is not there any more."""

    async def shown() -> Said:
        detail = await _detail(interaction, key)
        if detail is None:
            language = await desk_of(interaction).language(asked_by(interaction))
            return await notes_page(interaction, number, heading=heading or say(note_words.GONE, language))
        text = f"{heading}\n{detail.text}".strip()
        return Said(text=text[:MESSAGE_LIMIT], view=_note_view(detail, number))

    return shown()


def notes_page(interaction: Interaction, number: int, *, heading: str = "") -> Coroutine[Any, Any, Said]:
    """Page `number` of what may be seen here by whoever used or pressed; `heading` stands above it."""

    async def shown() -> Said:
        page = await _notes(interaction).page(asked_by(interaction), number)
        return Said(text=f"{heading}\n{page.text}".strip()[:MESSAGE_LIMIT], view=_page_view(page))

    return shown()


def _notes(interaction: Interaction) -> NoteDesk:
    return desk_of(interaction).notes


async def _detail(interaction: Interaction, key: str) -> NoteDetail | None:
    return await _notes(interaction).detail(asked_by(interaction), key, moderates=moderates(interaction))


def _note_view(detail: NoteDetail, number: int) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    for action in _actions(detail):
        wide = detail.server_wide if detail.similar else False
        view.add_item(
            NoteButton(
                action, detail.key, number, similar=detail.similar, wide=wide, language=detail.language
            )
        )
    view.add_item(NotePageButton(number, label=say(command_words.BACK, detail.language)))
    return view


def _actions(detail: NoteDetail) -> tuple[NoteAction, ...]:
    if detail.similar:
        return (NoteAction.UPDATE, NoteAction.BOTH, NoteAction.DISCARD)
    if detail.staged:
        server = (NoteAction.SERVER,) if detail.server_wide else ()
        return (NoteAction.COMMIT, *server, NoteAction.EDIT, NoteAction.DISCARD)
    return (NoteAction.EDIT, NoteAction.DELETE) if detail.editable else ()


def _page_view(page: NotePage) -> discord.ui.View | None:
    if not page.entries:
        return None
    view = discord.ui.View(timeout=None)
    options = [discord.SelectOption(label=line[:LABEL_LIMIT], value=key) for key, line in page.entries]
    view.add_item(NoteMenu(page.number, placeholder=say(words.OPEN_ONE, page.language), options=options))
    if page.pages > 1:
        first, last = page.number == 0, page.number == page.pages - 1
        earlier = say(command_words.EARLIER, page.language)
        later = say(command_words.LATER, page.language)
        view.add_item(NotePageButton(max(0, page.number - 1), label=earlier, disabled=first))
        view.add_item(NotePageButton(page.number + 1, label=later, disabled=last))
    return view
