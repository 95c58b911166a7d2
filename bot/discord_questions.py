"""The buttons under a question. They work after a restart: all they need is in their ids and the store."""

from __future__ import annotations

import re
from typing import Protocol, runtime_checkable

import discord
import structlog

from agent.errors import StoreUnavailable
from agent.types import Author, Clarification, Clock, Incoming, Picked, QuestionKind
from bot.delivery import MESSAGE_LIMIT
from bot.discord_access import Guarded
from bot.discord_faults import SEND_FAULTS, delivery_error
from bot.discord_messages import channel_of, clean_name, roles_of
from bot.questions import NOT_YOURS, QuestionDesk

LABEL_LIMIT = 80
"""Characters on a button."""
PREFIXES = {kind: "apr" if kind is QuestionKind.APPROVAL else "ask" for kind in QuestionKind}
CHOICE_PATTERN = r"(?:ask|apr):(?P<question>[0-9]+):(?P<author>[0-9]+):(?P<number>[0-9]+)"
UNAVAILABLE = "I cannot look that up right now; please try again in a minute."

Interaction = discord.Interaction[discord.Client]
Button = discord.ui.Button[discord.ui.View]

log = structlog.get_logger("questions")


@runtime_checkable
class HasQuestionDesk(Protocol):
    """A client that knows where answers are taken in; None while nothing is behind it."""

    question_desk: QuestionDesk | None
    clock: Clock


class ChoiceButton(Guarded, discord.ui.DynamicItem[Button], template=CHOICE_PATTERN):
    """One answer. A press counts only from the author whom the question was put to."""

    def __init__(
        self, custom_id: str, *, label: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary
    ) -> None:
        self.label = label
        super().__init__(discord.ui.Button(label=label, style=style, custom_id=custom_id))

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: discord.ui.Item[discord.ui.View], match: re.Match[str], /
    ) -> ChoiceButton:
        label = item.label if isinstance(item, discord.ui.Button) else None
        return cls(match.string, label=label or "?")

    async def callback(self, interaction: Interaction) -> None:
        client: object = interaction.client
        desk = client.question_desk if isinstance(client, HasQuestionDesk) else None
        try:
            await _press(interaction, desk, self)
        except StoreUnavailable as fault:
            log.warning("press not taken in", reason=str(fault))
            await interaction.response.send_message(UNAVAILABLE, ephemeral=True)
        except SEND_FAULTS as fault:
            log.warning("press not answered", reason=str(delivery_error(fault)))


async def _press(interaction: Interaction, desk: QuestionDesk | None, button: ChoiceButton) -> None:
    prefix, question_id, author_id, number = button.custom_id.split(":")
    if interaction.user.id != int(author_id):
        words = NOT_YOURS["en"] if desk is None else await desk.not_yours(interaction.user.id)
        await interaction.response.send_message(words, ephemeral=True)
        return
    pressed = _incoming(interaction, int(question_id), int(number), button.label)
    if desk is None or pressed is None or interaction.message is None:
        await interaction.response.send_message(UNAVAILABLE, ephemeral=True)
        return
    kind = QuestionKind.APPROVAL if prefix == PREFIXES[QuestionKind.APPROVAL] else QuestionKind.WORDS
    line = await desk.press(pressed, kind)
    await interaction.response.edit_message(content=closed(interaction.message.content, line), view=None)


def _incoming(interaction: Interaction, question_id: int, number: int, label: str) -> Incoming | None:
    """The press as the message that it stands for."""
    channel = channel_of(interaction.channel, interaction.guild_id)
    client: object = interaction.client
    if channel is None or interaction.message is None or not isinstance(client, HasQuestionDesk):
        return None
    user = interaction.user
    return Incoming(
        message_id=interaction.id,
        channel=channel,
        author=Author(id=user.id, name=clean_name(user.display_name), roles=roles_of(user)),
        text=label,
        received_at=client.clock(),
        picked=Picked(question_id=question_id, number=number, message_id=interaction.message.id),
    )


def closed(question: str, line: str) -> str:
    """The question's text with what became of it, in one message; the line is never what is cut."""
    ending = f"\n**{discord.utils.escape_markdown(line)}**"
    room = MESSAGE_LIMIT - len(ending)
    if question.endswith(ending):
        return question
    return (question if len(question) <= room else question[: room - 1] + "…") + ending


def choices_view(question: Clarification, author_id: int) -> discord.ui.View:
    """A button for each choice, in their order, for `author_id` alone."""
    view = discord.ui.View(timeout=None)
    for number, choice in enumerate(question.choices, start=1):
        custom_id = f"{PREFIXES[question.kind]}:{question.id}:{author_id}:{number}"
        view.add_item(ChoiceButton(custom_id, label=_label(choice.label), style=_style(question, number)))
    return view


def _label(text: str) -> str:
    one_line = " ".join(text.split()) or "?"
    return one_line if len(one_line) <= LABEL_LIMIT else one_line[: LABEL_LIMIT - 1] + "…"


def _style(question: Clarification, number: int) -> discord.ButtonStyle:
    if question.kind is not QuestionKind.APPROVAL:
        return discord.ButtonStyle.secondary
    return discord.ButtonStyle.success if number == 1 else discord.ButtonStyle.danger
