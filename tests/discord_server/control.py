"""The control API under /_control, for tests that live in another process than the server.

    GET  /_control/info                     addresses, token, ids of users and channels by name
    GET  /_control/transcript?start=N       records from N on
    GET  /_control/requests?start=N         the REST log from N on
    GET  /_control/gateway                  the gateway's log
    GET  /_control/messages/{channel}       present messages of a channel
    POST /_control/actors/{name}/{action}   send, edit, delete, react, type, press, command, ... (`ACTIONS`)
    POST /_control/actors/{name}/{action}   send, edit, delete, react, press, command ... (see `ACTIONS`)
    POST /_control/faults                   {route, action: {kind, ...}, channel_id?, times?, skip?}
    DELETE /_control/faults
    POST /_control/chaos                    {seed, rate, route?}: random faults until DELETE faults
    POST /_control/people                   {name, bot?}
    POST /_control/channels                 {name, kind?}
    POST /_control/gateway/{action}         reconnect, invalidate, close, drop, zombies, refuse, copies
    POST /_control/limits                   {enabled?, rules?: {route: [limit, per]}}
    POST /_control/channels/{name}/{action} deny, allow, delete, change
    POST /_control/users/{name}             {accepts_dms}
    POST /_control/application              {privileged_intents?, token?}

Channels are given by name, by id, or as {"dm": "ada"}. Errors come as 400 with {"error": ...}.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from random import Random
from typing import TYPE_CHECKING, Any

from aiohttp import web

from . import faults
from .chaos import Chaos
from .control_actors import ACTIONS, find_channel, show_message
from .errors import ApiError
from .limits import Rule
from .permissions import Permission
from .state import ChannelKind, Json

if TYPE_CHECKING:
    from .server import DiscordServer

PREFIX = "/_control"
DEFAULT_WAIT = 10.0

FAULT_ACTIONS: dict[str, Callable[..., faults.Action]] = {
    "server_error": faults.ServerError,
    "drop": faults.Drop,
    "rate_limited": faults.RateLimited,
    "refuse": faults.Refuse,
    "delay": faults.Delay,
}


class Control:
    """The handlers; `server` is what they work on."""

    def __init__(self, server: DiscordServer) -> None:
        self.server = server

    def add_to(self, application: web.Application) -> None:
        router = application.router
        for method, path, handler in (
            ("GET", "/info", self.info),
            ("GET", "/transcript", self.transcript),
            ("GET", "/requests", self.requests),
            ("GET", "/gateway", self.gateway_log),
            ("GET", "/messages/{channel}", self.messages),
            ("POST", "/actors/{name}/{action}", self.act),
            ("POST", "/wait", self.wait),
            ("POST", "/faults", self.add_fault),
            ("DELETE", "/faults", self.clear_faults),
            ("POST", "/chaos", self.start_chaos),
            ("POST", "/people", self.add_person),
            ("POST", "/channels", self.add_channel),
            ("POST", "/gateway/{action}", self.disturb),
            ("POST", "/limits", self.set_limits),
            ("POST", "/channels/{name}/{action}", self.change_channel),
            ("POST", "/users/{name}", self.change_user),
            ("POST", "/application", self.change_application),
        ):
            router.add_route(method, PREFIX + path, _guarded(handler))

    async def info(self, request: web.Request) -> Any:
        world = self.server.world
        return self.server.addresses() | {
            "bot_id": world.application.bot_id,
            "users": {u.name: u.id for u in world.users.values()},
            "channels": {c.name: c.id for c in world.channels.values() if c.name},
            "guilds": {g.name: g.id for g in world.guilds.values()},
        }

    async def transcript(self, request: web.Request) -> Any:
        return self.server.transcript.to_json(_start(request))

    async def requests(self, request: web.Request) -> Any:
        return [
            {
                "time": r.time.isoformat(),
                "route": r.route,
                "method": r.method,
                "path": r.path,
                "status": r.status,
            }
            for r in self.server.rest.requests[_start(request) :]
        ]

    async def gateway_log(self, request: web.Request) -> Any:
        return self.server.gateway.log.entries

    async def messages(self, request: web.Request) -> Any:
        channel = find_channel(self.server, request.match_info["channel"])
        return [show_message(m) for m in self.server.messages(channel)]

    async def act(self, request: web.Request) -> Any:
        action = ACTIONS.get(request.match_info["action"])
        if action is None:
            raise LookupError(f"no actor can {request.match_info['action']!r}; known: {', '.join(ACTIONS)}")
        return await action(self.server, self.server.actor(request.match_info["name"]), await _body(request))

    async def wait(self, request: web.Request) -> Any:
        body = await _body(request)
        wanted = body.get("contains", "")
        found = await self.server.wait_for_message(
            find_channel(self.server, body["channel"]),
            lambda message: wanted in message.content,
            float(body.get("timeout", DEFAULT_WAIT)),
            after=body.get("after"),
        )
        return show_message(found)

    async def add_fault(self, request: web.Request) -> Any:
        body = await _body(request)
        described = dict(body.pop("action"))
        action = FAULT_ACTIONS[described.pop("kind")](**described)
        self.server.faults.add(faults.Fault(**body, action=action))
        return {}

    async def clear_faults(self, request: web.Request) -> Any:
        self.server.faults.clear()
        return {}

    async def start_chaos(self, request: web.Request) -> Any:
        body = await _body(request)
        seeded = Random(body["seed"])
        self.server.faults.chooser = Chaos(random=seeded, rate=body["rate"], route=body.get("route", "*"))
        return {}

    async def add_person(self, request: web.Request) -> Any:
        body = await _body(request)
        return {"id": self.server.add_person(body["name"], bot=body.get("bot", False)).id}

    async def add_channel(self, request: web.Request) -> Any:
        body = await _body(request)
        return {"id": self.server.add_channel(body["name"], ChannelKind(body.get("kind", 0))).id}

    async def disturb(self, request: web.Request) -> Any:
        gateway, body = self.server.gateway, await _body(request)
        match request.match_info["action"]:
            case "reconnect":
                gateway.ask_to_reconnect()
            case "invalidate":
                gateway.invalidate(resumable=bool(body.get("resumable")))
            case "close":
                await gateway.close_all(int(body["code"]))
            case "drop":
                gateway.drop_all()
            case "zombies":
                gateway.make_zombies()
            case "refuse":
                gateway.refuse(int(body["count"]))
            case "copies":
                wanted = dict(body)
                gateway.copies = lambda name, data: wanted.get(name, 1)
            case unknown:
                raise LookupError(f"the gateway cannot {unknown!r}")
        return {}

    async def set_limits(self, request: web.Request) -> Any:
        body, limits = await _body(request), self.server.limits
        limits.enabled = bool(body.get("enabled", limits.enabled))
        for route, (limit, per) in (body.get("rules") or {}).items():
            limits.rules[route] = Rule(limit=limit, per=per)
        return {}

    async def change_channel(self, request: web.Request) -> Any:
        channel = find_channel(self.server, request.match_info["name"])
        body = await _body(request)
        permissions = [Permission[name.upper()] for name in body.get("permissions", ())]
        match request.match_info["action"]:
            case "deny":
                self.server.deny(channel, *permissions, user_id=body.get("user_id"))
            case "allow":
                self.server.allow(channel, *permissions, user_id=body.get("user_id"))
            case "delete":
                self.server.delete_channel(channel)
            case "change":
                self.server.change_channel(channel, **body)
            case unknown:
                raise LookupError(f"a channel cannot be made to {unknown!r}")
        return {}

    async def change_user(self, request: web.Request) -> Any:
        body = await _body(request)
        self.server.actor(request.match_info["name"]).close_dms(closed=not body.get("accepts_dms", True))
        return {}

    async def change_application(self, request: web.Request) -> Any:
        body, application = await _body(request), self.server.world.application
        application.token = body.get("token", application.token)
        application.privileged_intents = body.get("privileged_intents", application.privileged_intents)
        self.server.backend.touch()
        return {}


async def _body(request: web.Request) -> Json:
    raw = await request.read()
    body = json.loads(raw) if raw else {}
    if not isinstance(body, dict):
        raise TypeError("a JSON object is needed")
    return body


def _start(request: web.Request) -> int:
    return int(request.query.get("start", 0))


def _guarded(handler: Callable[[web.Request], Awaitable[Any]]) -> Callable[..., Awaitable[web.Response]]:
    async def respond(request: web.Request) -> web.Response:
        try:
            return web.json_response(await handler(request))
        except ApiError as error:
            return web.json_response({"error": str(error), "code": error.code}, status=400)
        except (LookupError, TypeError, ValueError, TimeoutError) as error:
            return web.json_response({"error": f"{type(error).__name__}: {error}"}, status=400)

    return respond
