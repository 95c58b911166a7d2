"""Every REST route that the server knows, with the name that faults and limits use for it."""

from __future__ import annotations

from . import routes_commands as command_routes
from . import routes_interactions as interaction_routes
from . import routes_messages as message_routes
from . import routes_places as place_routes
from .call import Route

CHANNEL = "/channels/{channel}"
MESSAGE = CHANNEL + "/messages/{message}"
REACTION = MESSAGE + "/reactions/{emoji}"
COMMANDS = "/applications/{application}/commands"
GUILD_COMMANDS = "/applications/{application}/guilds/{guild}/commands"
COMMAND = "/{command}"
WEBHOOK = "/webhooks/{application}/{token}"
ANSWER = WEBHOOK + "/messages/{message}"
CALLBACK = "/interactions/{interaction}/{token}/callback"


def _route(name: str, method: str, path: str, handler: object, *, is_open: bool = False) -> Route:
    return Route(name=name, method=method, path=path, handler=handler, open=is_open)  # type: ignore[arg-type]


ROUTES: tuple[Route, ...] = (
    _route("user.me", "GET", "/users/@me", place_routes.get_own_user),
    _route("user.guilds", "GET", "/users/@me/guilds", place_routes.get_own_guilds),
    _route("dm.open", "POST", "/users/@me/channels", place_routes.open_dm),
    _route("user.get", "GET", "/users/{user}", place_routes.get_user),
    _route("application.me", "GET", "/oauth2/applications/@me", place_routes.get_own_application),
    _route("gateway", "GET", "/gateway", place_routes.get_gateway, is_open=True),
    _route("gateway.bot", "GET", "/gateway/bot", place_routes.get_bot_gateway),
    _route("guild.get", "GET", "/guilds/{guild}", place_routes.get_guild),
    _route("guild.channels", "GET", "/guilds/{guild}/channels", place_routes.get_guild_channels),
    _route("guild.roles", "GET", "/guilds/{guild}/roles", place_routes.get_guild_roles),
    _route("guild.threads", "GET", "/guilds/{guild}/threads/active", place_routes.get_active_threads),
    _route("member.get", "GET", "/guilds/{guild}/members/{user}", place_routes.get_member),
    _route("channel.get", "GET", CHANNEL, place_routes.get_channel),
    _route("channel.edit", "PATCH", CHANNEL, place_routes.edit_channel),
    _route("typing", "POST", CHANNEL + "/typing", message_routes.trigger_typing),
    _route("thread.start", "POST", CHANNEL + "/threads", place_routes.start_thread),
    _route("thread.start", "POST", MESSAGE + "/threads", place_routes.start_thread_from_message),
    _route("thread.join", "PUT", CHANNEL + "/thread-members/@me", place_routes.join_thread),
    _route("message.create", "POST", CHANNEL + "/messages", message_routes.create_message),
    _route("message.history", "GET", CHANNEL + "/messages", message_routes.get_history),
    _route(
        "message.bulk_delete", "POST", CHANNEL + "/messages/bulk-delete", message_routes.bulk_delete_messages
    ),
    _route("message.get", "GET", MESSAGE, message_routes.get_message),
    _route("message.edit", "PATCH", MESSAGE, message_routes.edit_message),
    _route("message.delete", "DELETE", MESSAGE, message_routes.delete_message),
    _route("reaction.list", "GET", REACTION, message_routes.get_reactions),
    _route("reaction.add", "PUT", REACTION + "/@me", message_routes.add_reaction),
    _route("reaction.remove", "DELETE", REACTION + "/{user}", message_routes.remove_reaction),
    _route("command.list", "GET", COMMANDS, command_routes.get_commands),
    _route("command.put", "PUT", COMMANDS, command_routes.put_commands),
    _route("command.create", "POST", COMMANDS, command_routes.post_command),
    _route("command.get", "GET", COMMANDS + COMMAND, command_routes.get_command),
    _route("command.delete", "DELETE", COMMANDS + COMMAND, command_routes.delete_command),
    _route("command.list", "GET", GUILD_COMMANDS, command_routes.get_commands),
    _route("command.put", "PUT", GUILD_COMMANDS, command_routes.put_commands),
    _route("command.create", "POST", GUILD_COMMANDS, command_routes.post_command),
    _route("command.get", "GET", GUILD_COMMANDS + COMMAND, command_routes.get_command),
    _route("command.delete", "DELETE", GUILD_COMMANDS + COMMAND, command_routes.delete_command),
    _route("interaction.answer", "POST", CALLBACK, interaction_routes.answer_interaction, is_open=True),
    _route("followup.create", "POST", WEBHOOK, interaction_routes.follow_up, is_open=True),
    _route("followup.get", "GET", ANSWER, interaction_routes.get_answer, is_open=True),
    _route("followup.edit", "PATCH", ANSWER, interaction_routes.edit_answer, is_open=True),
    _route("followup.delete", "DELETE", ANSWER, interaction_routes.delete_answer, is_open=True),
)
