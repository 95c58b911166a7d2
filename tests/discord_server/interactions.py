"""Interactions: what a press, a command or a modal becomes, and how the bot may answer it.

Source: Discord reference, "Receiving and Responding to Interactions". The first answer must come within three
seconds, the token lives for fifteen minutes, and an interaction is acknowledged once.
"""

from __future__ import annotations

import secrets

from . import message_changes, messages
from .backend import INTERACTION_LIFETIME, Backend, Event
from .errors import ApiError, invalid_form
from .interaction_values import LOADING, Answer, Interaction, Trigger, metadata, payload
from .messages import EPHEMERAL, Draft
from .state import Channel, Json, Message, MessageKind, Reference
from .transcript import Kind
from .validation import check_length, check_modal, too_long

AUTOCOMPLETE_CHOICES = 25
CHOICE_LIMIT = 100


_ALLOWED_ANSWERS = {
    Trigger.COMMAND: {Answer.MESSAGE, Answer.DEFERRED_MESSAGE, Answer.MODAL},
    Trigger.COMPONENT: set(Answer) - {Answer.CHOICES},
    Trigger.AUTOCOMPLETE: {Answer.CHOICES},
    Trigger.MODAL: set(Answer) - {Answer.CHOICES, Answer.MODAL},
}


def create(
    backend: Backend,
    trigger: Trigger,
    user_id: int,
    channel: Channel,
    data: Json,
    source: Message | None = None,
) -> Interaction:
    """Make an interaction and tell the bot of it."""
    interaction = Interaction(
        id=backend.next_id(),
        token=secrets.token_urlsafe(64),
        trigger=trigger,
        user_id=user_id,
        channel_id=channel.id,
        data=data,
        created=backend.now(),
        source=source,
    )
    backend.interactions[interaction.token] = interaction
    label = data.get("name") or data.get("custom_id")
    detail = {"interaction": interaction.id, "trigger": trigger.name.lower()}
    backend.record(
        Kind.INTERACTION,
        user_id,
        channel.id,
        content=label,
        message_id=None if source is None else source.id,
        detail=detail,
    )
    backend.publish(Event(name="INTERACTION_CREATE", data=payload(backend, interaction, channel)))
    return interaction


def find_waiting(backend: Backend, interaction_id: int, token: str) -> Interaction:
    """The interaction that a callback answers: 10062 when unknown or too late, 40060 when answered before."""
    found = backend.interactions.get(token)
    if found is None or found.id != interaction_id:
        raise ApiError(10062)
    if found.acknowledged:
        raise ApiError(40060)
    if backend.now() - found.created > backend.interaction_deadline:
        raise ApiError(10062)
    return found


def find_answered(backend: Backend, token: str) -> Interaction:
    """The interaction whose token a followup uses: 10015 when unknown or unanswered, 50027 when expired."""
    found = backend.interactions.get(token)
    if found is None or not found.acknowledged:
        raise ApiError(10015)
    if backend.now() - found.created > INTERACTION_LIFETIME:
        raise ApiError(50027)
    return found


def respond(backend: Backend, interaction: Interaction, answer: Answer, draft: Draft, data: Json) -> None:
    """Take the first answer."""
    if answer not in _ALLOWED_ANSWERS[interaction.trigger]:
        raise invalid_form("type", "INTERACTION_APPLICATION_INVALID_CALLBACK_TYPE", "Invalid callback type.")
    match answer:
        case Answer.MESSAGE:
            interaction.reply = _post(backend, interaction, draft, loading=False)
        case Answer.DEFERRED_MESSAGE:
            interaction.reply = _post(
                backend, interaction, Draft(flags=draft.flags & EPHEMERAL), loading=True
            )
        case Answer.DEFERRED_UPDATE:
            interaction.reply = interaction.source
        case Answer.UPDATE:
            interaction.reply = interaction.source
            _edit(backend, interaction, interaction.source, data)
        case Answer.CHOICES:
            interaction.choices = _checked_choices(data)
        case Answer.MODAL:
            check_modal(data)
            interaction.modal = data
    interaction.answer = answer
    _record_answer(backend, interaction)
    backend.touch()


def _record_answer(backend: Backend, interaction: Interaction) -> None:
    assert interaction.answer is not None
    reply = interaction.reply
    backend.record(
        Kind.MODAL if interaction.answer is Answer.MODAL else Kind.RESPONSE,
        backend.world.application.bot_id,
        interaction.channel_id,
        content=None if reply is None else reply.content,
        message_id=None if reply is None else reply.id,
        ephemeral_to=None if reply is None else reply.ephemeral_to,
        detail={"interaction": interaction.id, "answer": interaction.answer.name.lower()},
    )


def _checked_choices(data: Json) -> list[Json]:
    choices: list[Json] = data.get("choices") or []
    if len(choices) > AUTOCOMPLETE_CHOICES:
        raise too_long("data.choices", AUTOCOMPLETE_CHOICES)
    for index, choice in enumerate(choices):
        check_length(f"data.choices.{index}.name", choice.get("name"), CHOICE_LIMIT, 1)
        if isinstance(choice.get("value"), str):
            check_length(f"data.choices.{index}.value", choice["value"], CHOICE_LIMIT, 1)
    return choices


def _post(backend: Backend, interaction: Interaction, draft: Draft, *, loading: bool) -> Message:
    if not loading:
        messages.check_draft(draft)
    application = backend.world.application
    full = messages.with_interaction(
        draft,
        kind=_KINDS.get(interaction.data.get("type", 0), MessageKind.DEFAULT),
        application_id=application.id,
        interaction=metadata(backend, interaction),
        ephemeral_to=interaction.user_id if draft.flags & EPHEMERAL else None,
        extra_flags=LOADING if loading else 0,
    )
    channel = backend.channel(interaction.channel_id)
    message = messages.create(backend, application.bot_id, channel, full)
    if interaction.source is not None:
        source = interaction.source
        message.reference = Reference(message_id=source.id, channel_id=channel.id, guild_id=channel.guild_id)
    return message


_KINDS = {
    1: MessageKind.CHAT_INPUT_COMMAND,
    2: MessageKind.CONTEXT_MENU_COMMAND,
    3: MessageKind.CONTEXT_MENU_COMMAND,
}


def follow_up(backend: Backend, interaction: Interaction, draft: Draft) -> Message:
    """A further message. The first one after a deferral fills the waiting answer, as Discord does."""
    if interaction.is_thinking:
        assert interaction.reply is not None
        changes: Json = {
            "content": draft.content,
            "embeds": list(draft.embeds),
            "components": list(draft.components),
            "files": draft.attachments,
            "allowed_mentions": draft.allowed_mentions,
        }
        return edit_answer(backend, interaction, interaction.reply, changes)
    message = _post(backend, interaction, draft, loading=False)
    interaction.followups.append(message)
    return message


def edit_answer(backend: Backend, interaction: Interaction, message: Message, changes: Json) -> Message:
    message.flags &= ~LOADING
    return _edit(backend, interaction, message, changes)


def _edit(backend: Backend, interaction: Interaction, message: Message | None, changes: Json) -> Message:
    if message is None:
        raise ApiError(10008)
    channel = backend.channel(interaction.channel_id)
    return message_changes.edit(backend, backend.world.application.bot_id, channel, message, changes)


def forget_answer(interaction: Interaction, message: Message) -> None:
    """A deleted answer is not awaited any more, so that the next followup is a message of its own."""
    message.flags &= ~LOADING
    if interaction.reply is message:
        interaction.reply = None
    elif message in interaction.followups:
        interaction.followups.remove(message)


def answer_named(interaction: Interaction, name: str) -> Message:
    """The message that a webhook path names: "@original" or the id of an answer."""
    known = [m for m in (interaction.reply, *interaction.followups) if m is not None]
    found = interaction.reply if name == "@original" else next((m for m in known if str(m.id) == name), None)
    if found is None:
        raise ApiError(10008)
    return found
