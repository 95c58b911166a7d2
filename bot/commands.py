"""The slash commands: what Discord is told of them, and which part of the desk each one uses."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from types import MappingProxyType
from typing import Any, Literal

import discord
import structlog
from discord import app_commands

from agent.direct import LONGEST_PHRASE, LONGEST_TEXT, Outcome
from agent.types import ReminderKind
from agent.words import LANGUAGE_NAMES, say, spoken
from bot import command_words as words
from bot.desk import AUTOMATIC, Choice
from bot.discord_about import remind_about
from bot.discord_access import Interaction, may_use, moderates
from bot.discord_ask import LONGEST_QUESTION, ask
from bot.discord_asking import Said, answer, asked_by, desk_of
from bot.discord_forget import confirmation
from bot.discord_listing import listing
from bot.discord_notes import notes_page
from bot.discord_persona import Act, persona
from bot.personas import Where

Phrase = app_commands.Range[str, 1, LONGEST_PHRASE]
Text = app_commands.Range[str, 1, LONGEST_TEXT]
Command = app_commands.Command[Any, ..., None]
Choices = list[app_commands.Choice[str]]
LONGEST_ZONE = 64
REMIND_ABOUT = "Remind me about this"
"""In a message's menu, under Apps."""
AUTOMATIC_CHOICE = "automatic"
KINDS: Mapping[str, ReminderKind] = MappingProxyType(
    {"remind": ReminderKind.REMINDER, "alarm": ReminderKind.ALARM, "timer": ReminderKind.TIMER}
)


class CommandTree(app_commands.CommandTree[Any]):
    """The commands of this bot. Who may not use it is told so, and is offered nothing while typing."""

    def __init__(self, client: discord.Client) -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        return await may_use(interaction)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """A command that this version does not know, or a bug; `answer` tells all other faults."""
        log = structlog.get_logger("commands")
        log.error("command failed", interaction=interaction.id, exc_info=error)
        if not interaction.response.is_done():
            text = say(words.BROKEN, spoken(str(interaction.locale)) or "en")
            await interaction.response.send_message(text, ephemeral=True)


def add_commands(tree: CommandTree) -> None:
    """Fills a new tree."""
    for command in (*_reminder_commands(), *_other_commands()):
        tree.add_command(command)
    tree.add_command(app_commands.ContextMenu(name=REMIND_ABOUT, callback=_remind_about))


def _reminder_commands() -> tuple[Command, ...]:
    when = "When, in your words: in 20 minutes, tomorrow at 9, every Monday at 8"
    remind = _command("remind", "Set a reminder", _remind, when=when, text="What to remind you of")
    alarm = _command("alarm", "Set an alarm", _alarm, when="When it rings: 6:45", label="What it is for")
    timer = _command(
        "timer", "Start a timer", _timer, duration="How long: 25 minutes", label="What it is for"
    )
    for command, parameter in ((remind, "when"), (alarm, "when"), (timer, "duration")):
        command.autocomplete(parameter)(_suggest_times)
    shown = _command(
        *("reminders", "Show your reminders, and change, pause or delete them", _reminders),
        export="Give me mine as a calendar file",
    )
    return remind, alarm, timer, shown


def _other_commands() -> tuple[Command, ...]:
    zone = _command(
        *("timezone", "Choose the time zone that your times are read in", _timezone),
        zone="A city or an IANA name, such as Berlin or America/New_York; empty shows yours",
    )
    zone.autocomplete("zone")(_suggest_zones)
    ask_ = _command(
        *("ask", "Ask me something", _ask),
        question="What you want to know, or to have done",
        private="Only you see the answer",
    )
    language = _command(
        *("language", "Choose the language that I answer you in", _language),
        language="A language, or automatic: that of your Discord or of your messages",
    )
    persona_ = _command(
        *("persona", "How I sound in this channel or on this server", _persona),
        act="Show it, set it or take it away",
        where="For this channel alone, or for the whole server",
    )
    persona_.guild_only = True
    persona_.default_permissions = discord.Permissions(manage_guild=True)
    return (
        ask_,
        persona_,
        zone,
        language,
        _command("help", "What I am and how to use me", _help),
        _command("status", "How I am", _status),
        _command("tools", "What I can do when you ask for it", _tools),
        _command("memory", "Show what I have noted here, and change or delete it", _memory),
        _command("forget-me", "Make me forget everything that I hold of you", _forget_me),
        _command("reset", "Make me forget what was said in this channel", _reset),
        _command("stop", "End the answer that I am working on in this channel", _stop),
    )


def _command(
    name: str, description: str, callback: Callable[..., Coroutine[Any, Any, None]], **parameters: str
) -> Command:
    described = app_commands.describe(**parameters)(callback) if parameters else callback
    return app_commands.Command(name=name, description=description, callback=described)


# ------------------------------------------------------------------ reminders


async def _remind(interaction: Interaction, when: Phrase, text: Text) -> None:
    await _set(interaction, ReminderKind.REMINDER, when, text)


async def _alarm(interaction: Interaction, when: Phrase, label: Text | None = None) -> None:
    await _set(interaction, ReminderKind.ALARM, when, label or "")


async def _timer(interaction: Interaction, duration: Phrase, label: Text | None = None) -> None:
    await _set(interaction, ReminderKind.TIMER, duration, label or "")


async def _set(interaction: Interaction, kind: ReminderKind, phrase: str, text: str) -> None:
    """A confirmation is for everybody in the channel to see, as the reminder will be."""

    async def said() -> Said:
        outcome: Outcome = await desk_of(interaction).set(
            asked_by(interaction, text), kind=kind, phrase=phrase
        )
        return Said(text=outcome.text, private=not outcome.done)

    await answer(interaction, said(), waits_in_private=False)


async def _suggest_times(interaction: Interaction, typed: str) -> Choices:
    kind = KINDS[interaction.command.name] if interaction.command else ReminderKind.REMINDER
    text = str(getattr(interaction.namespace, "text", None) or "")
    choices = await desk_of(interaction).meanings(asked_by(interaction, text), kind=kind, phrase=typed)
    return _shown(choices)


async def _reminders(interaction: Interaction, export: bool = False) -> None:
    await answer(interaction, _calendar(interaction) if export else listing(interaction, 0))


async def _calendar(interaction: Interaction) -> Said:
    text, calendar = await desk_of(interaction).calendar(asked_by(interaction))
    return Said(text=text, file=calendar)


async def _remind_about(interaction: Interaction, message: discord.Message) -> None:
    await remind_about(interaction, message)


# ------------------------------------------------------------------ the rest


async def _ask(
    interaction: Interaction, question: app_commands.Range[str, 1, LONGEST_QUESTION], private: bool = False
) -> None:
    await ask(interaction, question, private=private)


@app_commands.choices(
    language=[
        app_commands.Choice(name=AUTOMATIC_CHOICE, value=AUTOMATIC),
        *(app_commands.Choice(name=name, value=code) for code, name in LANGUAGE_NAMES.items()),
    ]
)
async def _language(interaction: Interaction, language: str) -> None:
    await _say(interaction, desk_of(interaction).set_language(asked_by(interaction), language))


async def _persona(
    interaction: Interaction,
    act: Literal["show", "set", "clear"],
    where: Literal["channel", "server"] = "channel",
) -> None:
    await persona(interaction, Act(act), Where(where))


async def _timezone(interaction: Interaction, zone: app_commands.Range[str, 1, LONGEST_ZONE] = "") -> None:
    await _say(interaction, desk_of(interaction).set_zone(asked_by(interaction), zone))


async def _suggest_zones(interaction: Interaction, typed: str) -> Choices:
    return _shown(desk_of(interaction).zone_choices(typed))


async def _help(interaction: Interaction) -> None:
    await _say(interaction, desk_of(interaction).help(asked_by(interaction)))


async def _status(interaction: Interaction) -> None:
    await _say(interaction, desk_of(interaction).status(asked_by(interaction)))


async def _tools(interaction: Interaction) -> None:
    await _say(interaction, desk_of(interaction).tools(asked_by(interaction)))


async def _memory(interaction: Interaction) -> None:
    await answer(interaction, notes_page(interaction, 0))


async def _forget_me(interaction: Interaction) -> None:
    await answer(interaction, confirmation(interaction))


async def _reset(interaction: Interaction) -> None:
    await _say(interaction, desk_of(interaction).reset(asked_by(interaction)))


async def _stop(interaction: Interaction) -> None:
    await _say(
        interaction, desk_of(interaction).stop(asked_by(interaction), moderates=moderates(interaction))
    )


async def _say(interaction: Interaction, text: Coroutine[Any, Any, str]) -> None:
    async def said() -> Said:
        return Said(text=await text)

    await answer(interaction, said())


def _shown(choices: tuple[Choice, ...]) -> Choices:
    return [app_commands.Choice(name=choice.name, value=choice.value) for choice in choices]
