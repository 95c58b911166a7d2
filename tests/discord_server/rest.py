"""The way of one REST request: token, ordered faults, rate limits, the handler, and the answer's exact form.

The content type is exactly `application/json`: with a charset behind it discord.py does not decode the body.
"""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from aiohttp import web

from .backend import Backend
from .call import Reply, Route, read_call
from .errors import ApiError, not_found, unauthorized
from .faults import Action, Delay, Drop, Faults, RateLimited, Refuse, ServerError
from .limits import Limits, refusal

CLOUDFLARE_PAGE = "<html><title>Access denied | discord.com used Cloudflare to restrict access</title></html>"


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A request as the log keeps it; `route` is "unknown" where the table has none for it."""

    time: datetime
    route: str
    method: str
    path: str
    status: int
    fault: Action | None = None


@dataclass(slots=True)
class Rest:
    backend: Backend
    limits: Limits = field(default_factory=Limits)
    faults: Faults = field(default_factory=Faults)
    requests: list[Request] = field(default_factory=list)

    def endpoint(self, route: Route) -> Any:
        async def respond(request: web.Request) -> web.StreamResponse:
            action = self.faults.take(route.name, request.match_info)
            response = await self._answer(route, request, action)
            self._log(route.name, request, response.status, action)
            return response

        return respond

    async def unknown(self, request: web.Request) -> web.StreamResponse:
        self._log("unknown", request, 404, None)
        return error_response(not_found())

    def _log(self, route: str, request: web.Request, status: int, action: Action | None) -> None:
        now = self.backend.now()
        self.requests.append(
            Request(
                time=now, route=route, method=request.method, path=request.path, status=status, fault=action
            )
        )
        self.backend.transcript.notify()

    async def _answer(self, route: Route, request: web.Request, action: Action | None) -> web.StreamResponse:
        if not route.open and not self._authorized(request):
            return error_response(unauthorized())
        early = await self._before(request, action)
        if early is not None:
            return early
        verdict = self.limits.take(route.name, request.match_info, counts_globally=not route.open)
        if verdict.retry_after is not None:
            return limited_response(verdict.retry_after, verdict.scope, dict(verdict.headers))
        response = await self._handle(route, request)
        response.headers.update(verdict.headers)
        return await self._after(request, action, response)

    def _authorized(self, request: web.Request) -> bool:
        return request.headers.get("Authorization") == f"Bot {self.backend.world.application.token}"

    async def _handle(self, route: Route, request: web.Request) -> web.Response:
        try:
            return json_response(await route.handler(await read_call(request, self.backend)))
        except ApiError as error:
            return error_response(error)

    async def _before(self, request: web.Request, action: Action | None) -> web.Response | None:
        match action:
            case ServerError(after_commit=False):
                return server_error(action.status)
            case Drop(after_commit=False):
                return cut(request, action)
            case RateLimited():
                return limited_response(action.retry_after, action.scope, {})
            case Refuse():
                return refused_response(action)
            case Delay(after_commit=False):
                await asyncio.sleep(action.seconds)
        return None

    async def _after(
        self, request: web.Request, action: Action | None, response: web.Response
    ) -> web.Response:
        match action:
            case ServerError(after_commit=True):
                return server_error(action.status)
            case Drop(after_commit=True):
                return cut(request, action)
            case Delay(after_commit=True):
                await asyncio.sleep(action.seconds)
        return response


def json_response(reply: Reply) -> web.Response:
    if reply.body is None:
        return web.Response(status=reply.status)
    body = json.dumps(reply.body).encode()
    return web.Response(status=reply.status, body=body, headers={"Content-Type": "application/json"})


def error_response(error: ApiError) -> web.Response:
    return json_response(Reply(status=error.status, body=error.body()))


def refused_response(refuse: Refuse) -> web.Response:
    error = ApiError(refuse.code)
    if error.status != 429:
        return error_response(error)
    headers, body = refusal(refuse.retry_after, "user")
    response = json_response(Reply(status=429, body=body | error.body()))
    response.headers.update(headers)
    return response


def server_error(status: int) -> web.Response:
    return json_response(Reply(status=status, body={"message": f"{status}: Server Error", "code": 0}))


def limited_response(retry_after: float, scope: str, headers: dict[str, str]) -> web.Response:
    if scope == "cloudflare":
        return web.Response(status=429, text=CLOUDFLARE_PAGE, content_type="text/html")
    more, body = refusal(retry_after, scope)
    response = json_response(Reply(status=429, body=body))
    response.headers.update(headers | more)
    return response


def cut(request: web.Request, drop: Drop) -> web.Response:
    """Lose the connection under the request; the returned response reaches nobody."""
    transport = request.transport
    if transport is not None:
        connection = transport.get_extra_info("socket")
        if drop.reset and connection is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        transport.abort()
    return web.Response(status=599)
