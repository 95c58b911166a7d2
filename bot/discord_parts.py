"""What the messages of an answer have in common, wherever it goes."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from agent.types import Incoming
from bot.discord_draft import Part
from bot.discord_questions import choices_view
from bot.discord_stop import stop_view

REPLY_DELAYS = (0.5, 1, 2, 4, 8, 15, 30)
"""Seconds before each further attempt at a reply: a minute of outage makes nobody's answer late."""


def part_view(part: Part, incoming: Incoming) -> discord.ui.View | None:
    """The buttons under a part of the answer to a message."""
    if part.growing:
        return stop_view(incoming.message_id)
    return choices_view(part.question, incoming.author.id) if part.question else None


def delays_for(part: Part) -> Sequence[float]:
    """What grows is soon replaced, and what is late is tried again by others."""
    return () if part.growing or part.late else REPLY_DELAYS
