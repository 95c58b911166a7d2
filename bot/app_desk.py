"""Wiring of the commands: the desk, on the same stores, time parser and limits as the tools."""

from __future__ import annotations

import math
from pathlib import Path

from agent.descriptors import load_catalogue
from agent.direct import Direct
from agent.ports import Services
from agent.tools import discover
from bot.access import AccessRules, OthersRule
from bot.app_house import House, Setup
from bot.backfill import Backfill
from bot.comparing import Comparison
from bot.config import AccessConfig, Config, data_directory
from bot.desk import Desk, Facts, Parts
from bot.discord_present import DiscordPresent
from bot.discord_sync import SyncMemory
from bot.forget_desk import ForgetDesk, ForgetParts
from bot.gateway import Gateway
from bot.note_desk import NoteDesk
from bot.outbox import DiscordOutbox
from bot.pairing import PairingDesk
from bot.personas import PersonaDesk
from bot.sessions import ReplyKind

SYNCED = "commands.json"


def build_desk(setup: Setup, house: House, gateway: Gateway) -> Desk:
    stores, services = house.stores, house.services
    parts = Parts(
        direct=Direct(reminders=services.reminders, times=services.times, morning=services.morning),
        origins=house.origins,
        reminders=services.reminders,
        users=stores.users,
        history=stores.history,
        turns=house.sessions,
        stop=house.answering.stop,
        forget=house.brain.forget,
        most=setup.config.reminders.per_user,
        notes=NoteDesk(memory=services.memory, origins=house.origins),
        forgetting=build_forgetting(house, apart=not setup.config.discord.sharding.is_whole),
        apart=not setup.config.discord.sharding.is_whole,
    )
    facts = Facts(
        tools=_purposes(services),
        model=lambda: house.brain.model,
        latency=lambda: _latency(gateway),
        since=setup.clock(),
    )
    return Desk(parts, facts, clock=setup.clock)


def build_forgetting(house: House, *, apart: bool = False) -> ForgetDesk:
    async def erase() -> None:
        if house.remembering is not None:
            await house.remembering.keeper.erase()
            await house.remembering.documents.keeper.erase()

    def stop(channel_id: int, person_id: int) -> None:
        running = house.sessions.running(channel_id)
        if running is not None and running.author.id == person_id:
            house.answering.stop(running.message_id)

    return ForgetDesk(
        ForgetParts(
            rows=house.stores.forgetting,
            memory=house.services.memory,
            origins=house.origins,
            erase=erase,
            forget_channel=house.brain.forget,
            stop=stop,
            apart=apart,
        )
    )


def build_backfill(setup: Setup, house: House, gateway: Gateway, outbox: DiscordOutbox) -> Backfill:
    comparison = Comparison(
        channels=DiscordPresent(gateway),
        session=house.stores.standing,
        deleted=house.changes.deleted,
        edited=house.changes.edited,
        settled=house.changes.settled,
    )
    return Backfill(
        compare=comparison.run,
        discord=gateway,
        handled=house.stores.handled,
        last_seen=house.stores.last_seen,
        teller=outbox,
        receive=house.sessions.submit,
        room=house.sessions.wait_for_room,
        oldest_unclaimed=lambda: house.sessions.oldest_unclaimed,
        clock=setup.clock,
        late=house.sessions.late,
    )


def build_pairing(setup: Setup, house: House, outbox: DiscordOutbox) -> PairingDesk:
    return PairingDesk(
        pairings=house.stores.pairings,
        speak=house.origins.language,
        tell=lambda incoming, text: outbox.reply(incoming, text, ReplyKind.REFUSED),
        clock=setup.clock,
    )


def build_personas(house: House) -> PersonaDesk:
    return PersonaDesk(
        personas=house.stores.personas,
        origins=house.origins,
        follows=lambda: house.brain.follows_personas,
    )


def sync_memory(setup: Setup) -> SyncMemory:
    return SyncMemory(Path(data_directory(setup.config, setup.surroundings), SYNCED))


def access_rules(config: AccessConfig) -> AccessRules:
    return AccessRules(
        owners=frozenset(config.owners),
        allowed_users=frozenset(config.allowed_users),
        blocked_users=frozenset(config.blocked_users),
        roles=frozenset(config.roles),
        guilds=frozenset(config.guilds),
        channels=frozenset(config.channels),
        bots=frozenset(config.bots),
        direct_messages=config.dms,
    )


def others_rule(config: Config) -> OthersRule:
    return OthersRule(
        owners=frozenset(config.access.owners),
        roles=frozenset(config.reminders.others_roles),
        permission=config.reminders.others_permission,
    )


def _purposes(services: Services) -> tuple[tuple[str, str], ...]:
    catalogue = load_catalogue(discover(services))
    return tuple((name, entry.descriptor.short_description) for name, entry in catalogue.items())


def _latency(gateway: Gateway) -> float | None:
    """Not a number before the first heartbeat was answered."""
    return gateway.latency if math.isfinite(gateway.latency) else None
