"""What Discord's and the network's errors mean for a message that was to be sent."""

from __future__ import annotations

from http import HTTPStatus

import aiohttp
import discord

from agent.errors import ContentRefused, DeliveryDelayed, DeliveryError, TargetGone

# Codes of discord.com/developers/docs/topics/opcodes-and-status-codes#json
UNKNOWN_MESSAGE = 10008
NO_HISTORY_PERMISSION = 160002
ARCHIVED = 50083
_GONE = {
    10003: "the channel does not exist any more",
    10004: "the server does not exist any more, or I have left it",
    10013: "the user does not exist any more",
    10015: "the command was used too long ago",
    50001: "I may not see the channel",
    50007: "the user does not take direct messages from me",
    50008: "nobody can write text in the channel",
    50013: "I may not write in the channel",
    50027: "the command was used too long ago",
    50033: "nobody can write to this user",
    ARCHIVED: "the thread is archived",
    50278: "I share no server with the user",
    160005: "the thread is locked",
}
_REFUSED = {
    30046: "the message is older than an hour and was edited too often",
    50006: "the message was empty",
    50035: "the message was malformed",
    200000: "the server's AutoMod blocked the message",
    200001: "the server's AutoMod blocked the title",
    240000: "the message held a blocked link",
}
_DELAYED = {
    20016: "the channel is in slow mode",
    20028: "the channel's write limit is reached",
    20029: "the server's write limit is reached",
    40003: "direct messages were opened too fast",
}

_CLOSED = frozenset({50001, 50013})
"""Permissions come back, often within minutes: somebody was just putting them in order."""

NETWORK_FAULTS = (aiohttp.ClientError, OSError, TimeoutError)
"""What a lost, refused or reset connection raises. Whether the message went out is then unknown."""
SEND_FAULTS = (discord.HTTPException, discord.RateLimited, *NETWORK_FAULTS)
"""Everything that sending may raise besides bugs."""


class PlaceClosed(TargetGone):
    """A place where the bot lacks a permission now."""


PASSING = (DeliveryDelayed, PlaceClosed)
"""After which a message may still arrive, however late."""


def delivery_error(fault: BaseException) -> DeliveryError:
    """The one class of `DeliveryError` for one of `SEND_FAULTS`."""
    if isinstance(fault, discord.RateLimited):
        return DeliveryDelayed(f"Discord asks to wait for {fault.retry_after:.0f} s")
    if isinstance(fault, discord.HTTPException):
        return _from_response(fault)
    return DeliveryDelayed(f"Discord could not be reached ({type(fault).__name__})")


def _from_response(fault: discord.HTTPException) -> DeliveryError:
    if fault.code in _CLOSED:
        return PlaceClosed(_GONE[fault.code])
    for error, reasons in ((TargetGone, _GONE), (ContentRefused, _REFUSED), (DeliveryDelayed, _DELAYED)):
        if fault.code in reasons:
            return error(reasons[fault.code])
    return _from_status(fault)


def _from_status(fault: discord.HTTPException) -> DeliveryError:
    """For codes that are not listed. An answer without any code is no verdict of Discord's own servers."""
    described = f"Discord answered {fault.status} (code {fault.code})"
    if fault.code and fault.status in (HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND):
        return TargetGone(described)
    if fault.status == HTTPStatus.BAD_REQUEST:
        return ContentRefused(described)
    return DeliveryDelayed(described)


def is_worth_repeating(fault: BaseException) -> bool:
    """Whether sending the same message with the same nonce again soon may succeed."""
    if isinstance(fault, discord.RateLimited):
        return False
    return isinstance(delivery_error(fault), DeliveryDelayed)
