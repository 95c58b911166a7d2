"""`kallisti check`: looks at everything that must be right, and says how to mend what is not."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

from pydantic import SecretStr

from agent.canary import try_tools
from agent.descriptors import load_catalogue, load_descriptors
from agent.engine.llama_server import LlamaServerEngine
from agent.engine.models import is_fetched
from agent.engine.profile import profile_for
from agent.engine.socket_client import unreachable
from agent.errors import ConfigError, CredentialError, EngineError, ModelFileError, OperatorError
from agent.ports import Services
from agent.resources import descriptor_files
from agent.testing.stores import InMemoryReminderStore
from agent.tools import discover
from agent.unix_socket import reachable
from bot.app_brain import load_time_parser, offered
from bot.app_check_data import look_at_data
from bot.app_engine import SERVER_SECONDS, build_engine, model_files
from bot.app_house import Setup
from bot.config import TOKEN_VARIABLE, default_zone, find_token
from bot.discord_check import Questions, ask_discord
from bot.findings import Finding, Level, fine, warning, wrong
from bot.gateway import use_endpoints

NO_TOKEN = f"none, so Kallisti runs in the console; set ${TOKEN_VARIABLE} or discord.token_file for Discord"


def examine(setup: Setup, *, quick: bool = False) -> Iterator[Finding]:
    """Findings, good and bad, as they are made. `quick` asks nobody outside and loads no model."""
    yield fine("configuration", str(setup.source) if setup.source else "no file, so all is as by default")
    yield from _token_and_discord(setup, quick=quick)
    model = _looked("model", lambda: _model(setup))
    yield model
    yield _looked("tools", _tools)
    if not quick:
        yield from asyncio.run(look_at_servers(setup))
    if not quick and not model.exit_code and "fetch" not in model.text:
        yield _looked("grammar", lambda: asyncio.run(_canary(setup)))
    yield from look_at_data(setup)
    yield fine("time zone", default_zone(setup.config))


def _looked(subject: str, look: Callable[[], Finding | str]) -> Finding:
    try:
        found = look()
    except OperatorError as error:
        return wrong(subject, error)
    return found if isinstance(found, Finding) else fine(subject, found)


# ------------------------------------------------------------------ Discord


def _token_and_discord(setup: Setup, *, quick: bool) -> Iterator[Finding]:
    try:
        token = find_token(setup.config, setup.surroundings)
    except CredentialError as error:
        yield wrong("token", error)
        return
    if token is None:
        yield fine("token", NO_TOKEN)
    elif quick:
        yield fine("token", "found; Discord was not asked")
    else:
        yield from _asked(setup, token)


def _asked(setup: Setup, token: SecretStr) -> list[Finding]:
    discord, access = setup.config.discord, setup.config.access
    if discord.api_base:
        use_endpoints(api_base=discord.api_base, gateway_url=discord.gateway_url)
    channels = dict.fromkeys(discord.channels, "discord.channels")
    channels |= {place: "access.channels" for place in access.channels if place not in channels}
    questions = Questions(
        token=token.get_secret_value(),
        message_content=discord.message_content,
        channels=tuple((key, place) for place, key in channels.items()),
        guilds=access.guilds,
        sharding=discord.sharding,
    )
    return asyncio.run(ask_discord(questions, now=setup.clock()))


# ------------------------------------------------------------------ the model


def _model(setup: Setup) -> Finding | str:
    engine = setup.config.engine
    if engine.addresses:
        return f"served by {', '.join(engine.addresses)}; which adapters is the server's matter"
    if engine.socket:
        return _served_at(Path(engine.socket).expanduser())
    if not is_fetched(engine.model):
        text = f"{engine.model} is not here yet; fetch it with `kallisti model pull {engine.model}`"
        return warning("model", text)
    path, adapter = model_files(engine)
    return f"{path}, with the adapter {adapter.label}" if adapter else f"{path}, without an adapter"


async def look_at_servers(setup: Setup, *, seconds: float = SERVER_SECONDS) -> list[Finding]:
    """One for each llama-server where there are several, and one on what they can do together."""
    addresses = setup.config.engine.addresses
    if len(addresses) < 2:
        return []
    engines = [LlamaServerEngine(url=each, start_deadline=seconds) for each in addresses]
    try:
        findings = await asyncio.gather(
            *(_server(engine, url) for engine, url in zip(engines, addresses, strict=True))
        )
    finally:
        for engine in engines:
            await engine.close()
    answering = (engine for engine, found in zip(engines, findings, strict=True) if found.level is Level.OK)
    slots, parallel = sum(engine.slots for engine in answering), setup.config.turn.parallel
    if parallel < slots:
        idle = f"they can work on {slots} at once, but turn.parallel = {parallel}; raise it to {slots}"
        return [*findings, warning("model servers", idle)]
    return findings


async def _server(engine: LlamaServerEngine, url: str) -> Finding:
    subject = f"model server {url}"
    try:
        info = await engine.info()
    except EngineError as error:
        return warning(subject, f"{error} The others do its work until it is back")
    return fine(subject, f"{info.name}, context {info.context}, slots: {engine.slots}")


def _served_at(path: Path) -> str:
    try:
        with reachable(path) as address, socket.socket(socket.AF_UNIX) as connection:
            connection.connect(address)
    except OSError as error:
        raise ConfigError(unreachable(path, error)) from None
    return f"served at {path}"


def _tools() -> str:
    texts = {file.name: file.read_text(encoding="utf-8") for file in descriptor_files()}
    return f"{len(load_descriptors(texts))} described"


async def _canary(setup: Setup) -> str:
    """Compiles the grammar of every tool on the vocabulary of the model that is configured."""
    engine = build_engine(setup.config.engine)
    services = Services(
        reminders=InMemoryReminderStore(),
        times=load_time_parser(setup.config),
        morning=setup.config.time.morning,
    )
    tools = offered(load_catalogue(discover(services)))
    try:
        info = await engine.info()
        profile = profile_for(info)
        await try_tools(
            tools, engine, thought_limit=profile.thought_limit, message_limit=profile.message_limit
        )
    except ModelFileError:
        raise
    except EngineError as error:
        raise ConfigError(f"the model does not run here: {error}") from error
    finally:
        await engine.close()
    return f"all {len(tools)} tools compile for {info.label}"
