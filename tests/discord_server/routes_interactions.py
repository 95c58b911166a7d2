"""REST: answers to interactions, and the webhook routes that live as long as an interaction's token."""

from __future__ import annotations

from . import interactions, message_changes
from .call import NO_CONTENT, Call, Reply
from .errors import invalid_form
from .interaction_values import Answer, Interaction
from .messages import EPHEMERAL
from .routes_messages import draft_from, render
from .state import Json


async def answer_interaction(call: Call) -> Reply:
    interaction = interactions.find_waiting(call.backend, call.id("interaction"), call.path["token"])
    raw = call.field("type")
    if raw not in set(Answer):
        raise invalid_form("type", "BASE_TYPE_CHOICES", "Invalid callback type.")
    data: Json = call.fields.get("data") or {}
    changes = data | ({"files": call.files} if call.files else {})
    interactions.respond(call.backend, interaction, Answer(raw), draft_from(call, data), changes)
    if call.query.get("with_response") not in {"1", "true", "True"}:
        return NO_CONTENT
    return Reply(body=_callback_body(call, interaction))


def _callback_body(call: Call, interaction: Interaction) -> Json:
    about: Json = {"id": str(interaction.id), "type": int(interaction.trigger)}
    body: Json = {"interaction": about}
    if interaction.reply is not None:
        about["response_message_id"] = str(interaction.reply.id)
        about["response_message_loading"] = interaction.is_thinking
        about["response_message_ephemeral"] = bool(interaction.reply.flags & EPHEMERAL)
        assert interaction.answer is not None
        body["resource"] = {"type": int(interaction.answer), "message": render(call, interaction.reply)}
    return body


async def follow_up(call: Call) -> Reply:
    interaction = interactions.find_answered(call.backend, call.path["token"])
    message = interactions.follow_up(call.backend, interaction, draft_from(call, call.fields))
    return Reply(body=render(call, message))


async def get_answer(call: Call) -> Reply:
    interaction = interactions.find_answered(call.backend, call.path["token"])
    return Reply(body=render(call, interactions.answer_named(interaction, call.path["message"])))


async def edit_answer(call: Call) -> Reply:
    interaction = interactions.find_answered(call.backend, call.path["token"])
    message = interactions.answer_named(interaction, call.path["message"])
    changes = call.fields | ({"files": call.files} if call.files else {})
    return Reply(body=render(call, interactions.edit_answer(call.backend, interaction, message, changes)))


async def delete_answer(call: Call) -> Reply:
    interaction = interactions.find_answered(call.backend, call.path["token"])
    message = interactions.answer_named(interaction, call.path["message"])
    channel = call.backend.channel(message.channel_id)
    message_changes.remove(call.backend, call.bot_id, channel, message)
    interactions.forget_answer(interaction, message)
    return NO_CONTENT
