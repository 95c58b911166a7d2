"""Application commands: what may be registered, and what a client sends when somebody uses one.

Source: Discord reference, "Application Commands".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from .backend import Backend
from .errors import ApiError, invalid_form
from .permissions import Permission, permissions_in
from .state import Channel, Json
from .validation import check_length, required, too_long

CHAT_INPUT, USER_COMMAND, MESSAGE_COMMAND = 1, 2, 3
SUBCOMMAND, SUBCOMMAND_GROUP, STRING, INTEGER, BOOLEAN = 1, 2, 3, 4, 5
USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = 6, 7, 8, 9, 10, 11
GLOBAL_COMMANDS = 100
OPTIONS = 25
CHOICES = 25
DESCRIPTION_LIMIT = 100
NAME_LIMIT = 32
GUILD_CONTEXT, BOT_DM_CONTEXT = 0, 1

_NAME = re.compile(r"^[-_'\w]{1,32}$")


def check_commands(commands: list[Json]) -> None:
    """Raise 50035 for the first thing that Discord would refuse."""
    chat = [c for c in commands if c.get("type", CHAT_INPUT) == CHAT_INPUT]
    if len(chat) > GLOBAL_COMMANDS:
        raise too_long("commands", GLOBAL_COMMANDS)
    seen: set[tuple[int, str]] = set()
    for index, command in enumerate(commands):
        _check_command(str(index), command)
        key = (command.get("type", CHAT_INPUT), command["name"])
        if key in seen:
            message = "Application command names must be unique"
            raise invalid_form(str(index), "APPLICATION_COMMANDS_DUPLICATE_NAME", message)
        seen.add(key)


def _check_command(path: str, command: Json) -> None:
    if command.get("type", CHAT_INPUT) != CHAT_INPUT:
        if not command.get("name"):
            raise required(f"{path}.name")
        return check_length(f"{path}.name", command["name"], NAME_LIMIT, 1)
    _check_named(path, command)
    return _check_options(path, command.get("options") or [])


def _check_named(path: str, item: Json) -> None:
    name = item.get("name")
    if not name:
        raise required(f"{path}.name")
    if not _NAME.match(name) or name != name.lower():
        message = "Command name is invalid"
        raise invalid_form(f"{path}.name", "APPLICATION_COMMAND_INVALID_NAME", message)
    if not item.get("description"):
        raise required(f"{path}.description")
    check_length(f"{path}.description", item["description"], DESCRIPTION_LIMIT, 1)


def _check_options(path: str, options: list[Json]) -> None:
    if len(options) > OPTIONS:
        raise too_long(f"{path}.options", OPTIONS)
    optional_seen = False
    for index, option in enumerate(options):
        here = f"{path}.options.{index}"
        _check_named(here, option)
        _check_options(here, option.get("options") or [])
        if len(option.get("choices") or ()) > CHOICES:
            raise too_long(f"{here}.choices", CHOICES)
        if option.get("required") and optional_seen:
            message = "Required options must be placed before non-required options"
            raise invalid_form(here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        optional_seen = optional_seen or not option.get("required")


def replace_all(backend: Backend, guild_id: int | None, wanted: list[Json]) -> list[Json]:
    """The bulk overwrite: known names keep their id, new ones count towards the daily limit."""
    check_commands(wanted)
    application = backend.world.application
    present = {_key(c): c for c in registered(backend, guild_id)}
    new = sum(1 for command in wanted if _key(command) not in present)
    if application.commands_created + new > backend.maximum_commands_per_day:
        raise ApiError(30034)
    application.commands_created += new
    stored = [_stored(backend, guild_id, command, present.get(_key(command))) for command in wanted]
    if guild_id is None:
        application.global_commands = stored
    else:
        application.guild_commands[guild_id] = stored
    backend.touch()
    return stored


def registered(backend: Backend, guild_id: int | None) -> list[Json]:
    application = backend.world.application
    return application.global_commands if guild_id is None else application.guild_commands.get(guild_id, [])


def _key(command: Json) -> tuple[int, str]:
    return command.get("type", CHAT_INPUT), command["name"]


def _stored(backend: Backend, guild_id: int | None, command: Json, before: Json | None) -> Json:
    body: Json = {"type": CHAT_INPUT, "description": "", "default_member_permissions": None, "nsfw": False}
    body |= command
    body["application_id"] = str(backend.world.application.id)
    if guild_id is not None:
        body["guild_id"] = str(guild_id)
    if before is not None and {**before, **command} == before:
        return before
    body["id"] = str(backend.next_id()) if before is None else before["id"]
    body["version"] = str(backend.next_id())
    return body


def offered(backend: Backend, user_id: int, channel: Channel) -> Iterator[Json]:
    """The commands that this user sees here: by context, and by the permissions that a command asks for."""
    granted = permissions_in(backend.world, channel, user_id)
    if channel.guild_id is not None and not granted & Permission.USE_APPLICATION_COMMANDS:
        return
    own = [] if channel.guild_id is None else registered(backend, channel.guild_id)
    for command in (*own, *registered(backend, None)):
        needed = int(command.get("default_member_permissions") or 0)
        if _in_context(command, channel) and (channel.is_dm or granted & needed == needed):
            yield command


def _in_context(command: Json, channel: Channel) -> bool:
    contexts = command.get("contexts")
    if contexts is None:
        return not channel.is_dm or command.get("dm_permission", True) is not False
    return (BOT_DM_CONTEXT if channel.is_dm else GUILD_CONTEXT) in contexts


def find_offered(backend: Backend, user_id: int, channel: Channel, name: str, kind: int) -> Json:
    for command in offered(backend, user_id, channel):
        if _key(command) == (kind, name):
            return command
    raise LookupError(f"Discord does not show a command {name!r} (type {kind}) to this user here")


def fill(command: Json, path: list[str], values: dict[str, Any], focused: str | None = None) -> Json:
    """Interaction data of a chat command; `path` names subcommands. LookupError where a client objects."""
    options: list[Json] = command.get("options") or []
    wrappers: list[Json] = []
    for name in path:
        found = next((o for o in options if o["name"] == name and o["type"] in {1, 2}), None)
        if found is None:
            raise LookupError(f"/{command['name']} has no subcommand {name!r}")
        wrappers.append({"name": name, "type": found["type"]})
        options = found.get("options") or []
    filled = [_option(_named(options, name), value, focused) for name, value in values.items()]
    missing = [o["name"] for o in options if o.get("required") and o["name"] not in values]
    if missing and focused is None:
        raise LookupError(f"/{command['name']} needs {', '.join(missing)}")
    for wrapper in reversed(wrappers):
        filled = [{**wrapper, "options": filled}]
    body: Json = {"id": command["id"], "name": command["name"], "type": CHAT_INPUT, "options": filled}
    return body | ({"guild_id": command["guild_id"]} if "guild_id" in command else {})


def _named(options: list[Json], name: str) -> Json:
    found = next((o for o in options if o["name"] == name), None)
    if found is None:
        raise LookupError(f"there is no option {name!r}")
    return found


def _option(option: Json, value: Any, focused: str | None) -> Json:
    body: Json = {"name": option["name"], "type": option["type"], "value": value}
    if option["name"] == focused:
        return body | {"focused": True, "value": str(value)}
    _check_value(option, value)
    return body


def _check_value(option: Json, value: Any) -> None:
    name = option["name"]
    choices = [c["value"] for c in option.get("choices") or ()]
    if choices and value not in choices:
        raise LookupError(f"{value!r} is not among the choices of {name!r}")
    if option["type"] == STRING:
        low, high = option.get("min_length", 0), option.get("max_length", 6000)
        if not isinstance(value, str) or not low <= len(value) <= high:
            raise LookupError(f"{name!r} takes text of {low} to {high} characters")
    if option["type"] in {INTEGER, NUMBER}:
        low, high = option.get("min_value", float("-inf")), option.get("max_value", float("inf"))
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise LookupError(f"{name!r} takes a number from {low} to {high}")
