"""The bot on the loopback server with everything but a model: stores, time parser, gateway and commands."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pydantic import SecretStr

from agent.descriptors import Entry
from agent.engine.profile import ModelProfile
from agent.ports import Engine
from agent.steps import TurnLimits
from agent.turn import Turn
from agent.types import Clock, Reminder
from bot.app_desk import access_rules, build_backfill, build_desk, build_pairing, build_personas
from bot.app_house import House, Setup, end_house, open_house
from bot.app_rights import rights_of
from bot.backfill import Backfill
from bot.commands import CommandTree
from bot.config import (
    AccessConfig,
    Config,
    DataConfig,
    DiscordConfig,
    MemoryConfig,
    RemindersConfig,
    RightsConfig,
    Surroundings,
    TimeConfig,
    TurnConfig,
)
from bot.discord_attendance import DiscordAttendance
from bot.discord_sync import SyncMemory, sync_patiently
from bot.gateway import Gateway, Listeners
from bot.outbox import DiscordOutbox, Sleep
from tests.discord_server.actors import Actor
from tests.discord_server.server import DiscordServer
from tests.turn.house import NARROW, catalogue_with, planner_of

NOW = datetime(2026, 3, 2, 11, 0, tzinfo=UTC)
"""A Monday: noon in Berlin."""
PATIENCE = timedelta(seconds=20)
"""What Discord's three seconds become on a busy machine; tests of that deadline set it themselves."""


@dataclass(slots=True, kw_only=True)
class Running:
    server: DiscordServer
    house: House
    gateway: Gateway
    tree: CommandTree
    config: Config
    backfill: Backfill

    async def reminders_of(self, actor: Actor) -> tuple[Reminder, ...]:
        return await self.house.services.reminders.pending(actor.id, limit=1000)

    def think_with(
        self,
        engine: Engine,
        *,
        profile: ModelProfile = NARROW,
        further: Sequence[Entry] = (),
        remembers: bool = False,
    ) -> None:
        """Gives the house a model that is loaded at once, and `further` tools beside the shipped ones;
        `remembers`: those of the memory are among them.
        """
        services, brain = self.house.services, self.house.brain
        added = {entry.tool.name: entry for entry in further}
        memory = services.memory if remembers else None
        planner = planner_of({**catalogue_with(services.reminders, memory), **added})
        planner.warm()
        turn = Turn(
            engine=engine,
            planner=planner,
            reminders=services.reminders,
            history=self.house.stores.history,
            clarifications=brain.stores.clarifications,
            personas=brain.stores.personas,
            profile=profile,
            limits=TurnLimits(),
            rights=rights_of(self.config),
        )
        brain.use(turn, name="scripted")


@asynccontextmanager
async def running(
    server: DiscordServer,
    directory: Path,
    *,
    access: AccessConfig | None = None,
    reminders: RemindersConfig | None = None,
    rights: RightsConfig | None = None,
    memory: MemoryConfig | None = None,
    turn: TurnConfig | None = None,
    discord: DiscordConfig | None = None,
    clock: Clock = lambda: NOW,
    sleep: Sleep = asyncio.sleep,
    before: Callable[[House], None] = lambda house: None,
) -> AsyncIterator[Running]:
    """Connected, with its commands synced; `directory` keeps the data between runs."""
    server.backend.interaction_deadline = PATIENCE
    config = Config(
        discord=discord or DiscordConfig(),
        access=access or AccessConfig(),
        reminders=reminders or RemindersConfig(),
        rights=rights or RightsConfig(),
        memory=memory or MemoryConfig(),
        turn=turn or TurnConfig(),
        data=DataConfig(directory=str(directory)),
        time=TimeConfig(zone="Europe/Berlin"),
    )
    setup = Setup(config=config, surroundings=Surroundings(), clock=clock)
    sharding = config.discord.sharding
    gateway = Gateway(
        clock=clock,
        access=access_rules(config.access),
        guild_ready_timeout=0.05,
        sharding=sharding,
        sleep=sleep,
    )
    outbox = DiscordOutbox(gateway, sleep=sleep, answerers=gateway.answerers, mark=sharding.mark)
    attendance = DiscordAttendance(gateway)
    async with open_house(setup, database="kallisti.sqlite3", place=outbox, attendance=attendance) as house:
        gateway.reminder_desk = house.reminder_desk
        outbox.speak = house.origins.language
        outbox.sent = house.changes.sent
        outbox.unseen = house.question_desk.unseen
        before(house)
        gateway.question_desk = house.question_desk
        gateway.pairing_desk = build_pairing(setup, house, outbox)
        gateway.persona_desk = build_personas(house)
        tree = gateway.offer(build_desk(setup, house, gateway))
        backfill = build_backfill(setup, house, gateway, outbox)
        listeners = Listeners(
            receive=house.sessions.submit,
            deleted=house.changes.deleted,
            edited=house.changes.edited,
            reconnected=house.reconnected,
            report=lambda status: None,
            session_lost=backfill.answer_missed,
        )
        serving = asyncio.create_task(gateway.serve(SecretStr(server.token), listeners))
        try:
            async with asyncio.timeout(10):
                await gateway.became_ready.wait()
                await sync_patiently(tree, SyncMemory(directory / "commands.json"))
            yield Running(
                server=server, house=house, gateway=gateway, tree=tree, config=config, backfill=backfill
            )
        finally:
            await end_house(house)
            await gateway.close()
            await serving
