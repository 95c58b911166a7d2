"""Every fault of sending belongs to exactly one class of delivery error."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest

from agent.errors import ContentRefused, DeliveryDelayed, DeliveryError, TargetGone
from bot.discord_faults import PlaceClosed, delivery_error, is_worth_repeating


def answered(status: int, code: int) -> discord.HTTPException:
    """What discord.py raises for such an answer; it reads only status and reason of the response."""
    response = cast(Any, SimpleNamespace(status=status, reason="reason"))
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = discord.DiscordServerError if status >= 500 else kinds.get(status, discord.HTTPException)
    return kind(response, {"code": code, "message": "Discord's words"})


@pytest.mark.parametrize(
    ("status", "code", "error"),
    [
        (404, 10003, TargetGone),
        (404, 10004, TargetGone),
        (403, 50001, PlaceClosed),
        (403, 50007, TargetGone),
        (403, 50013, PlaceClosed),
        (400, 50083, TargetGone),
        (403, 50278, TargetGone),
        (403, 160005, TargetGone),
        (403, 99999, TargetGone),
        (400, 50006, ContentRefused),
        (400, 50035, ContentRefused),
        (400, 200000, ContentRefused),
        (400, 99999, ContentRefused),
        (403, 20016, DeliveryDelayed),
        (403, 20028, DeliveryDelayed),
        (429, 40003, DeliveryDelayed),
        (429, 0, DeliveryDelayed),
        (403, 0, DeliveryDelayed),
        (401, 0, DeliveryDelayed),
        (500, 0, DeliveryDelayed),
        (503, 0, DeliveryDelayed),
    ],
)
def test_discords_code_decides_and_then_the_status(
    status: int, code: int, error: type[DeliveryError]
) -> None:
    fault = answered(status, code)
    assert type(delivery_error(fault)) is error
    assert is_worth_repeating(fault) is (error is DeliveryDelayed)


@pytest.mark.parametrize(
    "fault",
    [
        ConnectionResetError(104, "Connection reset by peer"),
        aiohttp.ServerDisconnectedError(),
        TimeoutError(),
    ],
)
def test_a_lost_connection_is_worth_repeating(fault: Exception) -> None:
    assert type(delivery_error(fault)) is DeliveryDelayed
    assert is_worth_repeating(fault)


def test_a_long_rate_limit_is_left_to_whoever_can_wait() -> None:
    fault = discord.RateLimited(600.0)
    assert str(delivery_error(fault)) == "Discord asks to wait for 600 s"
    assert not is_worth_repeating(fault)
