"""Commands, buttons, menus and modals through a real CommandTree and real views."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import discord
import pytest
from discord import app_commands

from tests.discord_server import DiscordServer, Kind, Permission
from tests.discord_server.interaction_values import Trigger
from tests.discord_server.interactions import create

from .client import RecordingClient, running


class Form(discord.ui.Modal, title="When?"):
    when: discord.ui.TextInput[Form] = discord.ui.TextInput(label="When", custom_id="when")

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"then {self.when.value}")


class Panel(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Done", custom_id="done")
    async def done(self, interaction: discord.Interaction, button: discord.ui.Button[Panel]) -> None:
        await interaction.response.edit_message(content=f"done by {interaction.user.name}", view=None)

    @discord.ui.button(label="Later", custom_id="later")
    async def later(self, interaction: discord.Interaction, button: discord.ui.Button[Panel]) -> None:
        await interaction.response.send_modal(Form())

    @discord.ui.button(label="Off", custom_id="off", disabled=True)
    async def off(self, interaction: discord.Interaction, button: discord.ui.Button[Panel]) -> None:
        raise AssertionError("a disabled button was pressed")

    @discord.ui.button(label="Mute", custom_id="mute")
    async def mute(self, interaction: discord.Interaction, button: discord.ui.Button[Panel]) -> None:
        """Answers nothing."""

    @discord.ui.select(
        custom_id="pick",
        options=[discord.SelectOption(label="A", value="a"), discord.SelectOption(label="B")],
    )
    async def pick(self, interaction: discord.Interaction, select: discord.ui.Select[Panel]) -> None:
        await interaction.response.send_message(f"picked {select.values}", ephemeral=True)


def add_commands(tree: app_commands.CommandTree[discord.Client]) -> None:
    @tree.command(description="Remind me")
    async def remind(
        interaction: discord.Interaction,
        text: app_commands.Range[str, 1, 50],
        who: discord.User | None = None,
    ) -> None:
        name = who.name if who else interaction.user.name
        await interaction.response.send_message(f"{text} for {name} <@{interaction.user.id}> @everyone")

    @remind.autocomplete("text")
    async def complete(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=f"{current}!", value=current)]

    @tree.command(description="Think first")
    async def think(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.followup.send("thought")
        await interaction.followup.send("and more")

    @tree.command(description="For managers")
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.guild_only()
    async def manage(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("managed")

    @tree.context_menu(name="Remind me about this")
    async def about(interaction: discord.Interaction, message: discord.Message) -> None:
        await interaction.response.send_message(f"about {message.content}", ephemeral=True)

    @tree.context_menu(name="Greet")
    async def greet(interaction: discord.Interaction, user: discord.User) -> None:
        await interaction.response.send_message(f"hello {user.name}")

    memory = app_commands.Group(name="memory", description="Memory")

    @memory.command(name="list", description="List")
    async def show(interaction: discord.Interaction, count: int) -> None:
        await interaction.response.send_message(f"{count} memories")

    tree.add_command(memory)


@pytest.fixture
async def commanded(bot: RecordingClient) -> RecordingClient:
    add_commands(bot.tree)
    await bot.tree.sync()
    return bot


async def test_a_command_is_answered_and_its_answer_pings_users_only(
    commanded: RecordingClient, discord_server: DiscordServer
) -> None:
    ada, general = discord_server.actor("ada"), discord_server.channel("general")
    discord_server.allow(general, Permission.MENTION_EVERYONE)
    used = await ada.command(general, "remind", text="tea", who=discord_server.actor("bob"))
    assert used.reply is not None
    assert used.reply.content == f"tea for bob {ada.mention} @everyone"
    assert (used.reply.pinged, used.reply.mention_everyone) == ([ada.id], False)
    kinds = [record.kind for record in discord_server.transcript]
    assert kinds == [Kind.INTERACTION, Kind.MESSAGE, Kind.RESPONSE]


async def test_a_command_works_in_a_direct_message(
    commanded: RecordingClient, discord_server: DiscordServer
) -> None:
    ada = discord_server.actor("ada")
    used = await ada.command(ada.dm(), "remind", text="tea")
    assert used.reply is not None
    assert used.reply.content.startswith("tea for ada")


async def test_the_first_followup_after_a_deferral_fills_the_answer(
    commanded: RecordingClient, discord_server: DiscordServer
) -> None:
    ada = discord_server.actor("ada")
    used = await ada.command(discord_server.channel("general"), "think")
    reply = await ada.reply_to(used)
    assert (reply.content, reply.ephemeral_to) == ("thought", ada.id)
    await discord_server.wait_until(lambda: [m.content for m in used.followups] == ["and more"])
    assert not discord_server.actor("bob").sees(reply)


async def test_an_ephemeral_answer_reaches_nobody_else(
    commanded: RecordingClient, discord_server: DiscordServer
) -> None:
    ada = discord_server.actor("ada")
    message = await ada.send(discord_server.channel("general"), "water the plants")
    used = await ada.message_command(message, "Remind me about this")
    assert used.reply is not None
    assert used.reply.content == "about water the plants"
    history = [m.content async for m in commanded.get_partial_messageable(message.channel_id).history()]
    assert history == ["water the plants"]
    assert [m.content for m in commanded.all("message")] == ["water the plants"]


async def test_user_commands_and_subcommands(
    commanded: RecordingClient, discord_server: DiscordServer
) -> None:
    ada, general = discord_server.actor("ada"), discord_server.channel("general")
    greeted = await ada.user_command(general, "Greet", discord_server.actor("bob"))
    listed = await ada.command(general, "memory list", count=3)
    assert [i.reply.content for i in (greeted, listed) if i.reply] == ["hello bob", "3 memories"]


async def test_autocomplete_offers_choices(commanded: RecordingClient, discord_server: DiscordServer) -> None:
    choices = await discord_server.actor("ada").autocomplete(
        discord_server.channel("general"), "remind", "text", text="te"
    )
    assert choices == [("te!", "te")]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("remind", {}),
        ("remind", {"text": "x" * 51}),
        ("remind", {"text": "x", "unknown": 1}),
        ("memory list", {"count": "three"}),
        ("memory forget", {}),
        ("nothing", {}),
        ("manage", {}),
    ],
)
async def test_what_the_client_does_not_offer_cannot_be_used(
    commanded: RecordingClient, discord_server: DiscordServer, name: str, options: dict[str, object]
) -> None:
    with pytest.raises(LookupError):
        await discord_server.actor("ada").command(discord_server.channel("general"), name, **options)


async def test_a_managers_command_is_offered_to_managers_in_the_guild_only(
    commanded: RecordingClient, discord_server: DiscordServer
) -> None:
    owner = discord_server.actor("owner")
    used = await owner.command(discord_server.channel("general"), "manage")
    assert used.reply is not None
    with pytest.raises(LookupError):
        await owner.command(owner.dm(), "manage")


@pytest.fixture
async def panel(bot: RecordingClient, discord_server: DiscordServer) -> int:
    sent = await bot.get_partial_messageable(discord_server.channel("general").id).send("panel", view=Panel())
    return sent.id


async def test_a_button_edits_its_message(panel: int, discord_server: DiscordServer) -> None:
    message = discord_server.world.messages[discord_server.channel("general").id][panel]
    used = await discord_server.actor("ada").press(message, "done")
    assert message.content == "done by ada"
    assert message.components == []
    assert used.reply is message


async def test_a_button_opens_a_modal_and_its_submission_is_answered(
    panel: int, discord_server: DiscordServer
) -> None:
    ada = discord_server.actor("ada")
    message = discord_server.world.messages[discord_server.channel("general").id][panel]
    opened = await ada.press_label(message, "Later")
    assert opened.modal is not None
    assert opened.modal["title"] == "When?"
    submitted = await ada.submit(opened, when="tomorrow")
    assert submitted.reply is not None
    assert submitted.reply.content == "then tomorrow"
    with pytest.raises(LookupError):
        await ada.submit(opened, where="here")


async def test_a_menu_is_chosen_from(panel: int, discord_server: DiscordServer) -> None:
    ada = discord_server.actor("ada")
    message = discord_server.world.messages[discord_server.channel("general").id][panel]
    used = await ada.choose(message, "pick", "a")
    assert used.reply is not None
    assert (used.reply.content, used.reply.ephemeral_to) == ("picked ['a']", ada.id)
    with pytest.raises(LookupError):
        await ada.choose(message, "pick", "c")


async def test_disabled_and_missing_buttons_cannot_be_pressed(
    panel: int, discord_server: DiscordServer
) -> None:
    ada = discord_server.actor("ada")
    message = discord_server.world.messages[discord_server.channel("general").id][panel]
    for custom_id in ("off", "nowhere", "pick"):
        with pytest.raises(LookupError):
            await ada.press(message, custom_id)


async def test_an_unanswered_button_fails_at_the_deadline(panel: int, discord_server: DiscordServer) -> None:
    assert discord_server.backend.interaction_deadline == timedelta(seconds=3)
    discord_server.backend.interaction_deadline = timedelta(seconds=0.1)
    message = discord_server.world.messages[discord_server.channel("general").id][panel]
    used = await discord_server.actor("ada").press(message, "mute")
    assert used.answer is None


async def test_a_persistent_view_works_after_a_restart(discord_pointed: DiscordServer) -> None:
    general = discord_pointed.channel("general")
    async with running(discord_pointed) as first:
        sent = await first.get_partial_messageable(general.id).send("panel", view=Panel())
    second = RecordingClient()
    second.add_view(Panel())
    async with running(discord_pointed, second):
        message = discord_pointed.world.messages[general.id][sent.id]
        await discord_pointed.actor("bob").press(message, "done")
    assert message.content == "done by bob"


class Clock:
    """A clock that a test moves forward."""

    def __init__(self) -> None:
        self.ahead = timedelta(0)

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.ahead


async def waiting_interaction(
    bot: RecordingClient, server: DiscordServer, clock: Clock
) -> discord.Interaction[discord.Client]:
    """An interaction that no handler answers; the press is left alone by moving on at once."""
    server.backend.now = clock
    sent = await bot.get_partial_messageable(server.channel("general").id).send("panel", view=Panel())
    message = server.world.messages[sent.channel.id][sent.id]
    ada = server.actor("ada")
    create(server.backend, Trigger.COMPONENT, ada.id, server.channel("general"), BUTTON, message)
    await bot.until_count("interaction")
    found: discord.Interaction[discord.Client] = bot.all("interaction")[0]
    return found


BUTTON = {"custom_id": "mute", "component_type": 2}


async def test_an_answer_after_three_seconds_is_10062(
    bot: RecordingClient, discord_server: DiscordServer
) -> None:
    clock = Clock()
    interaction = await waiting_interaction(bot, discord_server, clock)
    clock.ahead = timedelta(seconds=4)
    with pytest.raises(discord.NotFound) as caught:
        await interaction.response.send_message("late")
    assert caught.value.code == 10062


async def test_a_second_answer_is_40060_and_followups_end_after_fifteen_minutes(
    bot: RecordingClient, discord_server: DiscordServer
) -> None:
    clock = Clock()
    interaction = await waiting_interaction(bot, discord_server, clock)
    with pytest.raises(discord.NotFound) as too_early:
        await interaction.followup.send("before the answer")
    await interaction.response.send_message("answer")
    interaction.response._response_type = None  # the library guards it; Discord has to as well
    with pytest.raises(discord.HTTPException) as twice:
        await interaction.response.send_message("again")
    original = await interaction.edit_original_response(content="edited")
    followup = await interaction.followup.send("more", wait=True)
    await followup.delete()
    clock.ahead = timedelta(minutes=16)
    with pytest.raises(discord.HTTPException) as expired:
        await interaction.followup.send("too late")
    assert [e.value.code for e in (too_early, twice, expired)] == [10015, 40060, 50027]
    assert original.content == "edited"
    assert [m.content for m in discord_server.messages(original.channel.id)] == ["panel", "edited"]


async def test_sync_keeps_ids_and_counts_only_new_commands(
    commanded: RecordingClient, discord_server: DiscordServer
) -> None:
    application = discord_server.world.application
    before = {c["name"]: (c["id"], c["version"]) for c in application.global_commands}
    await commanded.tree.sync()
    assert before == {c["name"]: (c["id"], c["version"]) for c in application.global_commands}
    assert application.commands_created == len(before) == 6
    fetched = await commanded.tree.fetch_commands()
    assert {c.name: c.id for c in fetched} == {name: int(ids[0]) for name, ids in before.items()}


async def test_too_many_new_commands_a_day_are_30034(
    bot: RecordingClient, discord_server: DiscordServer
) -> None:
    add_commands(bot.tree)
    discord_server.backend.maximum_commands_per_day = 5
    with pytest.raises(discord.HTTPException) as caught:
        await bot.tree.sync()
    assert (caught.value.status, caught.value.code) == (400, 30034)


async def test_guild_commands_belong_to_their_guild(
    bot: RecordingClient, discord_server: DiscordServer
) -> None:
    add_commands(bot.tree)
    guild = discord.Object(discord_server.guild().id)
    bot.tree.copy_global_to(guild=guild)
    await bot.tree.sync(guild=guild)
    ada = discord_server.actor("ada")
    used = await ada.command(discord_server.channel("general"), "memory list", count=1)
    assert used.reply is not None
    with pytest.raises(LookupError):
        await ada.command(ada.dm(), "memory list", count=1)
