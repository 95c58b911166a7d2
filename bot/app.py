"""The wiring: what exists in a running Kallisti, in which order it starts, and how it ends.

Nothing fires before there is a place to fire into, and the end goes the other way round: what is said still
goes out, then the connection closes, then the engine, then the database.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from functools import partial

from pydantic import SecretStr

from bot.app_desk import (
    access_rules,
    build_backfill,
    build_desk,
    build_pairing,
    build_personas,
    others_rule,
    sync_memory,
)
from bot.app_house import House, Setup, end_house, open_house
from bot.app_life import Background, on_hangup, stop_on_signals, stop_or_fault
from bot.app_reload import Reloader
from bot.app_requests import Anybody
from bot.app_vitals import observed
from bot.backfill import Backfill
from bot.commands import CommandTree
from bot.config import default_zone
from bot.console import PERSON, Console
from bot.discord_attendance import DiscordAttendance
from bot.discord_context import DiscordContext
from bot.discord_shards import ShardedGateway
from bot.discord_sync import SyncMemory, sync_patiently
from bot.gateway import Gateway, Listeners, use_endpoints
from bot.health import Notifier, feed_watchdog
from bot.logging import Level, configure_logging
from bot.outbox import DiscordOutbox
from bot.terminal import Terminal

DISCORD_DATABASE = "kallisti.sqlite3"
CONSOLE_DATABASE = "console.sqlite3"
"""Its reminders can be shown only here, so they are kept apart, and both can run at once."""
MODEL_PATIENCE = 2.0
"""Seconds in which a broken model file can say so before anything else starts."""


async def run_discord(setup: Setup, token: SecretStr) -> None:
    """The daemon: answers in Discord until it is told to stop.

    Raises OperatorError where the operator must mend something first.
    """
    notifier = Notifier(setup.surroundings.notify_socket)
    gateway = _gateway(setup)
    stop = stop_on_signals(signal.SIGTERM, signal.SIGINT)
    on_hangup(lambda: None)  # nothing is there yet that a changed configuration could be applied to
    async with AsyncExitStack() as stack:
        background = Background(stack)
        outbox = DiscordOutbox(gateway, answerers=gateway.answerers, mark=gateway.sharding.mark)
        house = await stack.enter_async_context(
            open_house(
                setup,
                database=DISCORD_DATABASE,
                place=outbox,
                attendance=DiscordAttendance(gateway),
                lookup=DiscordContext(gateway),
            )
        )
        gateway.reminder_desk = house.reminder_desk
        outbox.speak = house.origins.language
        outbox.sent = house.changes.sent
        outbox.unseen = house.question_desk.unseen
        gateway.question_desk = house.question_desk
        gateway.pairing_desk = build_pairing(setup, house, outbox)
        gateway.persona_desk = build_personas(house)
        set_level = partial(log_of_daemon, setup, token)
        on_hangup(Reloader(setup, gateway, set_level=set_level))
        await stack.enter_async_context(observed(setup, house, gateway))
        thinking = await _thinking(background, house)
        tree = gateway.offer(build_desk(setup, house, gateway))
        backfill = build_backfill(setup, house, gateway, outbox)
        await backfill.look_back()
        listeners = Listeners(
            receive=house.sessions.submit,
            deleted=house.changes.deleted,
            edited=house.changes.edited,
            reconnected=house.reconnected,
            report=notifier.status,
            session_lost=backfill.answer_missed,
        )
        # In this order, so that at the end nobody reads the socket any more when it is closed: discord.py's
        # reader would answer the closing with code 4000, which leaves the session open and the bot online.
        stack.push_async_callback(gateway.close)
        serving = background.start(gateway.serve(token, listeners))
        starting = background.start(_when_connected(setup, gateway, house, notifier))
        syncing = background.start(_sync_when_connected(gateway, tree, sync_memory(setup)))
        watching = background.start(house.lag.run())
        noting = background.start(_catch_up(gateway, backfill))
        keeping = background.start(house.upkeep())
        stack.push_async_callback(end_house, house)
        stack.callback(notifier.stopping)
        await stop_or_fault(stop, {thinking, serving, starting, syncing, watching, noting, keeping})


def log_of_daemon(setup: Setup, token: SecretStr, level: Level) -> None:
    """Logs to standard error from now on, from this level on, and never the token."""
    configure_logging(
        level=level,
        form=setup.config.log.format,
        stream=sys.stderr,
        journal_stream=setup.surroundings.journal_stream,
        secrets=[token.get_secret_value()],
    )


async def run_console(setup: Setup, terminal: Terminal, *, greeting: str) -> None:
    """The console: one person in a terminal, until its input ends. Raises OperatorError."""
    console = Console(terminal, clock=setup.clock, zone=default_zone(setup.config))
    stop = stop_on_signals(signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    async with AsyncExitStack() as stack:
        background = Background(stack)
        house = await stack.enter_async_context(
            open_house(setup, database=CONSOLE_DATABASE, place=console, attendance=Anybody())
        )
        thinking = await _thinking(background, house)
        stack.push_async_callback(end_house, house)
        console.say(f"{greeting} One moment, the model is loading.")
        await house.scheduler.start()
        watching = background.start(house.lag.run())
        keeping = background.start(house.upkeep())
        typing = background.start(_typing(console, house, stop))
        await stop_or_fault(stop, {thinking, watching, keeping, typing})


async def _thinking(background: Background, house: House) -> asyncio.Task[None]:
    """Starts getting the model ready, and raises what is found wrong with its file at once."""
    thinking = background.start(house.brain.prepare())
    finding = background.start(_until_set(house.brain.found))
    await asyncio.wait({thinking, finding}, timeout=MODEL_PATIENCE, return_when=asyncio.FIRST_COMPLETED)
    if thinking.done():
        thinking.result()
    return thinking


async def _until_set(event: asyncio.Event) -> None:
    await event.wait()


async def _typing(console: Console, house: House, stop: asyncio.Event) -> None:
    """Takes lines once they can be answered: a time asked for "in 3 seconds" counts from its line."""
    await house.brain.settled()
    await console.run(house.sessions.submit, house.sessions.wait_for_room)
    await house.sessions.wait_idle()
    pending = len(await house.services.reminders.pending(PERSON.id))
    if pending:
        console.say(f"Pending reminders: {pending}. They are shown when the console runs again.")
    stop.set()


def _gateway(setup: Setup) -> Gateway:
    discord = setup.config.discord
    if discord.api_base:
        use_endpoints(api_base=discord.api_base, gateway_url=discord.gateway_url)
    kind = ShardedGateway if len(discord.sharding.ids) > 1 else Gateway
    return kind(
        sharding=discord.sharding,
        clock=setup.clock,
        message_content=discord.message_content,
        open_channels=frozenset(discord.channels),
        access=access_rules(setup.config.access),
        others=others_rule(setup.config),
    )


async def _sync_when_connected(gateway: Gateway, tree: CommandTree, memory: SyncMemory) -> None:
    """Commands belong to the whole bot, so one daemon tells Discord of them."""
    await gateway.became_ready.wait()
    if gateway.sharding.has_first:
        await sync_patiently(tree, memory)


async def _catch_up(gateway: Gateway, backfill: Backfill) -> None:
    await gateway.became_ready.wait()
    await backfill.catch_up()
    await backfill.keep_noting()


async def _when_connected(setup: Setup, gateway: Gateway, house: House, notifier: Notifier) -> None:
    """Starts what fires by itself, and from then on shows that the loop goes round."""
    await gateway.became_ready.wait()
    await house.scheduler.start()
    notifier.ready()
    limit = setup.surroundings.watchdog_seconds
    if limit is not None:
        await feed_watchdog(
            notifier, limit=limit, is_well=lambda: not gateway.is_closed() and house.scheduler.is_well
        )


def utc_now() -> datetime:
    return datetime.now(UTC)
