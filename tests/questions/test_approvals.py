"""A dangerous call is shown to its author, who approves it once or denies it, on the loopback server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from pydantic import BaseModel, ConfigDict

from agent import question_words, replies
from agent.descriptors import Entry
from agent.errors import ToolRetry
from agent.testing.engine import ScriptedEngine
from agent.types import Descriptor, Risk, Tool, ToolContext, ToolResult
from bot.config import AccessConfig, RightsConfig
from bot.questions import NOT_YOURS
from tests.commands.house import Running, running
from tests.discord_server.server import DiscordServer
from tests.questions.test_pressing import Place, labels
from tests.turn.house import NARROW, WIDE, idle, task

APPROVE, DENY = question_words.APPROVE["en"], question_words.DENY["en"]
DENIED = question_words.DENIED["en"]
ASK = "<@{bot}> /shred the old report"
FORBIDDEN = replies.FORBIDDEN["en"]


class Delete(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    path: str
    force: bool = False


class Files:
    """A tool of the risk that a test needs; `deleted` are the paths that it was run with."""

    def __init__(self, risk: Risk = Risk.DANGEROUS) -> None:
        self.deleted: list[str] = []
        self.contexts: list[ToolContext] = []
        descriptor = Descriptor(
            name="files:delete",
            version=1,
            short_description="Delete a file for good.",
            when_to_use="The user wants a file gone.",
            when_not_to_use="Anything else.",
            routing_hints=("delete the file",),
            domain="files",
            risk=risk,
            commands=("shred",),
        )
        tool = Tool(name="files:delete", arguments=Delete, run=self.run)
        self.entry = Entry(tool=tool, descriptor=descriptor)

    async def run(self, arguments: Delete, context: ToolContext) -> ToolResult:
        self.contexts.append(context)
        self.deleted.append(arguments.path)
        return ToolResult(content="gone", user_text=f"Deleted {arguments.path}.", effect="deleted")


def deletion(path: str = "/srv/report `@everyone`.txt") -> str:
    return task(("files:delete", {"path": path, "force": True}))


@asynccontextmanager
async def house(
    place: Place,
    files: Files,
    script: Sequence[str] = (),
    *,
    rights: RightsConfig | None = None,
    wide: bool = False,
) -> AsyncIterator[Running]:
    access = AccessConfig(owners=(place.ada.id,))
    async with running(place.server, place.directory, access=access, rights=rights, clock=place.clock) as bot:
        engine = ScriptedEngine(script or [deletion()], strict=False)
        bot.think_with(engine, profile=WIDE if wide else NARROW, further=[files.entry])
        yield bot


@pytest.fixture
def place(discord_pointed: DiscordServer, tmp_path: Path) -> Place:
    return Place(discord_pointed, tmp_path)


@pytest.mark.parametrize("wide", [False, True])
async def test_what_would_be_done_is_shown_and_done_once_when_approved(place: Place, wide: bool) -> None:
    files = Files()
    async with house(place, files, wide=wide) as bot:
        question = await place.say(bot, place.ada, ASK)
        assert files.deleted == []
        assert labels(question) == [APPROVE, DENY]
        assert "Delete a file for good. (`files:delete`)" in question.content
        assert "- path: `/srv/report ˋ@\u200beveryoneˋ.txt`" in question.content
        assert "- force: `true`" in question.content
        await place.press(bot, question, APPROVE)
        assert files.deleted == ["/srv/report `@everyone`.txt"]
        (context,) = files.contexts
        assert (context.approved, context.origin.author.id) == (True, place.ada.id)
    assert labels(place.again(question)) == []
    assert place.again(question).content.endswith(f"**Chosen: {APPROVE}**")
    assert place.sent()[-1].content.startswith("Deleted /srv/report")


async def test_denied_is_not_done(place: Place) -> None:
    files = Files()
    async with house(place, files, [deletion(), idle("Hm.")]) as bot:
        question = await place.say(bot, place.ada, ASK)
        await place.press(bot, question, DENY)
        assert (files.deleted, place.sent()[-1].content) == ([], DENIED)
        await place.say(bot, place.ada, "<@{bot}> yes")
        assert files.deleted == []


@pytest.mark.parametrize(("answer", "deleted"), [("yes", 1), ("Ja!", 1), ("no", 0), ("yes, but all", 0)])
async def test_yes_and_no_in_words(place: Place, answer: str, deleted: int) -> None:
    files = Files()
    async with house(place, files, [deletion(), idle("Hm.")]) as bot:
        await place.say(bot, place.ada, ASK)
        await place.say(bot, place.ada, f"<@{{bot}}> {answer}")
    assert len(files.deleted) == deleted


async def test_nobody_else_approves_not_even_another_owner(place: Place) -> None:
    files = Files()
    async with house(place, files, [deletion(), idle("No.")]) as bot:
        question = await place.say(bot, place.ada, ASK)
        for actor in (place.bob, place.owner):
            pressed = await place.press(bot, question, APPROVE, actor)
            assert pressed.reply is not None
            assert pressed.reply.content == NOT_YOURS["en"]
        await place.say(bot, place.bob, "<@{bot}> yes")
        assert files.deleted == []
        await place.press(bot, question, APPROVE)
        assert len(files.deleted) == 1


async def test_two_presses_at_once_run_it_once(place: Place) -> None:
    files = Files()
    async with house(place, files) as bot:
        question = await place.say(bot, place.ada, ASK)
        await asyncio.gather(
            *(place.ada.press_label(question, APPROVE) for _ in range(4)), return_exceptions=True
        )
        await bot.house.sessions.wait_idle()
    assert len(files.deleted) == 1


async def test_after_five_minutes_it_is_not_done(place: Place) -> None:
    files = Files()
    async with house(place, files) as bot:
        question = await place.say(bot, place.ada, ASK)
        place.clock.advance(timedelta(minutes=5, seconds=1))
        await place.press(bot, question, APPROVE)
        assert files.deleted == []
        assert "not approved within 5 minutes, so it was not done" in place.again(question).content
        said = await place.say(bot, place.ada, "<@{bot}> yes")
        assert "not approved within 5 minutes" in said.content
    assert (files.deleted, labels(place.again(question))) == ([], [])


async def test_after_a_restart_it_counts_as_denied(place: Place) -> None:
    files = Files()
    async with house(place, files) as bot:
        question = await place.say(bot, place.ada, ASK)
    async with house(place, files, [idle("Hm.")]) as bot:
        await place.press(bot, question, APPROVE)
        await place.say(bot, place.ada, "<@{bot}> yes")
    assert files.deleted == []
    assert "That counts as denied, so it was not done." in place.again(question).content
    assert labels(place.again(question)) == []


async def test_an_approval_that_was_given_before_a_restart_is_not_called_denied(place: Place) -> None:
    files = Files()
    async with house(place, files) as bot:
        question = await place.say(bot, place.ada, ASK)
        await place.say(bot, place.ada, "<@{bot}> yes")
    async with house(place, files) as bot:
        await place.press(bot, question, APPROVE)
    assert len(files.deleted) == 1
    assert place.again(question).content.endswith("**That question has been answered already.**")


async def test_rights_are_checked_anew_when_it_is_approved(place: Place) -> None:
    files = Files()
    role = place.server.add_role("deleters")
    place.server.give_role(place.bob, role)
    async with house(place, files, rights=RightsConfig(dangerous=(role.id,))) as bot:
        question = await place.say(bot, place.bob, ASK)
        assert labels(question) == [APPROVE, DENY]
        member = place.server.guild().members[place.bob.id]
        member.role_ids.remove(role.id)
        await place.press(bot, question, APPROVE, place.bob)
    assert files.deleted == []
    assert place.sent()[-1].content == FORBIDDEN


async def test_who_may_not_have_it_done_is_not_asked(place: Place) -> None:
    files = Files()
    async with house(place, files) as bot:
        refused = await place.say(bot, place.bob, ASK)
        assert (refused.content, labels(refused)) == (FORBIDDEN, [])
    assert files.deleted == []


@pytest.mark.parametrize(
    ("rights", "asked"),
    [
        (RightsConfig(approval=("outward",)), True),
        (RightsConfig(), False),
        (RightsConfig(outward="everyone", approval=("outward", "dangerous")), True),
    ],
)
async def test_the_configuration_says_what_needs_approval(
    place: Place, rights: RightsConfig, asked: bool
) -> None:
    files = Files(Risk.OUTWARD)
    async with house(place, files, rights=rights) as bot:
        question = await place.say(bot, place.ada, ASK)
        assert labels(question) == ([APPROVE, DENY] if asked else [])
        assert len(files.deleted) == (not asked)


async def test_what_is_for_direct_messages_only_is_not_asked_in_a_server(place: Place) -> None:
    files = Files()
    async with house(place, files, rights=RightsConfig(dangerous_in="dms")) as bot:
        assert (await place.say(bot, place.ada, ASK)).content == FORBIDDEN


class Notes:
    """A tool that asks back with choices, as one does whose new fact contradicts an old one."""

    def __init__(self) -> None:
        self.kept: list[tuple[str, str | None]] = []
        self.entry = Entry(
            tool=Tool(name="files:delete", arguments=Delete, run=self.run),
            descriptor=Files(Risk.WRITE).entry.descriptor,
        )

    async def run(self, arguments: Delete, context: ToolContext) -> ToolResult:
        if context.answer is None:
            choices = (("Update the old one", "update 7"), ("Keep both", "both"))
            raise ToolRetry("contradicts note 7", question="There is another one. What now?", choices=choices)
        self.kept.append((arguments.path, context.answer))
        return ToolResult(content="kept", user_text=f"Kept: {context.answer}.", effect="kept")


async def test_a_tool_can_ask_with_choices_of_its_own(place: Place) -> None:
    notes = Notes()
    async with house(place, Files()) as bot:
        bot.think_with(ScriptedEngine([deletion("a")] * 2, strict=False), further=[notes.entry])
        question = await place.say(bot, place.ada, ASK)
        assert question.content.splitlines() == [
            "There is another one. What now?",
            "1. Update the old one",
            "2. Keep both",
        ]
        await place.press(bot, question, "Update the old one")
        await place.say(bot, place.ada, ASK)
        said = await place.say(bot, place.ada, "<@{bot}> keep both")
    assert notes.kept == [("a", "update 7"), ("a", "both")]
    assert said.content == "Kept: both."


def test_the_script_is_an_envelope() -> None:
    assert json.loads(deletion())["tool_calls"][0]["name"] == "files:delete"
