"""The server as a whole: one loopback port for REST, gateway, CDN and control."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from aiohttp import web
from aiohttp.typedefs import Handler

from . import threads
from .actors import Actor
from .administration import Administration
from .backend import Backend
from .call import REQUEST_LIMIT
from .control import Control
from .errors import ApiError
from .gateway import Gateway
from .persistence import StateFile
from .rest import Rest, error_response
from .route_table import ROUTES
from .seed import build_world
from .state import Channel, Guild, Json, Message, World
from .transcript import Transcript

API_PREFIX = "/api/v10"
DEFAULT_WAIT = 5.0


class DiscordServer(Administration):
    """A Discord that lives on 127.0.0.1. Use as an async context manager, or `start` and `stop`.

    `api_base`, `gateway_url` and `cdn_url` are where a client must be pointed; `world` is all state,
    `transcript` what happened, `faults`, `limits` and `gateway` are for tests to play with. `crashes` holds
    errors of the server itself; the fixture fails on them.
    """

    def __init__(
        self,
        world: World | None = None,
        *,
        transcript: Transcript | None = None,
        port: int = 0,
        state: Path | None = None,
    ) -> None:
        self.world = build_world() if world is None else world
        self.transcript = Transcript() if transcript is None else transcript
        super().__init__(Backend(self.world, self.transcript))
        self.gateway = Gateway(self.backend)
        self.rest = Rest(self.backend)
        self.limits = self.rest.limits
        self.faults = self.rest.faults
        self.port = port
        self.crashes: list[Exception] = []
        self._runner: web.AppRunner | None = None
        self.backend.listeners.append(self.gateway.deliver)
        self._file = None if state is None else StateFile(state, self.world, self.transcript)

    # ------------------------------------------------------------ life

    async def start(self) -> None:
        self._runner = web.AppRunner(self._application(), access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self.backend.gateway_url = self.gateway_url
        self.backend.cdn_url = self.cdn_url
        if self._file is not None:
            self._file.start()
            self.backend.changed = self._file.mark

    async def stop(self) -> None:
        await self.gateway.stop()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None
        if self._file is not None:
            await self._file.stop()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    def _application(self) -> web.Application:
        application = web.Application(client_max_size=REQUEST_LIMIT, middlewares=[self._note_crash])
        for route in ROUTES:
            application.router.add_route(route.method, API_PREFIX + route.path, self.rest.endpoint(route))
        application.router.add_get("/gateway", self.gateway.handle)
        application.router.add_get("/gateway/", self.gateway.handle)
        application.router.add_get("/cdn/attachments/{channel}/{attachment}/{filename}", self._attachment)
        Control(self).add_to(application)
        application.router.add_route("*", "/{rest:.*}", self.rest.unknown)
        return application

    @web.middleware
    async def _note_crash(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Keep what went wrong in the server itself, so that no test takes it for a fault of the bot."""
        try:
            return await handler(request)
        except web.HTTPException:
            raise
        except Exception as error:
            self.crashes.append(error)
            raise

    async def _attachment(self, request: web.Request) -> web.Response:
        wanted = int(request.match_info["attachment"])
        for message in self.world.messages.get(int(request.match_info["channel"]), {}).values():
            for attachment in message.attachments:
                if attachment.id == wanted:
                    headers = {"Content-Type": attachment.content_type}
                    return web.Response(body=attachment.data, headers=headers)
        return error_response(ApiError(0, status=404, message="404: Not Found"))

    # ------------------------------------------------------------ addresses

    @property
    def root(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def api_base(self) -> str:
        return self.root + API_PREFIX

    @property
    def cdn_url(self) -> str:
        return self.root + "/cdn"

    @property
    def gateway_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/gateway"

    def addresses(self) -> Json:
        """What another process needs to find and use this server."""
        return {
            "port": self.port,
            "token": self.token,
            "api_base": self.api_base,
            "gateway_url": self.gateway_url,
            "cdn_url": self.cdn_url,
        }

    @property
    def token(self) -> str:
        return self.world.application.token

    @property
    def bot_mention(self) -> str:
        return f"<@{self.world.application.bot_id}>"

    # ------------------------------------------------------------ finding things

    def actor(self, name: str) -> Actor:
        found = next((u for u in self.world.users.values() if u.name == name), None)
        if found is None:
            raise LookupError(f"no user is named {name!r}")
        return Actor(self.backend, found)

    def channel(self, name: str, *, guild: Guild | None = None) -> Channel:
        """Of any guild, or of this one."""
        channels = [c for c in self.world.channels.values() if guild is None or c.guild_id == guild.id]
        found = next((c for c in channels if c.name == name), None)
        if found is None:
            raise LookupError(f"no channel is named {name!r}")
        return found

    def guild(self, name: str = "Test Guild") -> Guild:
        found = next((g for g in self.world.guilds.values() if g.name == name), None)
        if found is None:
            raise LookupError(f"no guild is named {name!r}")
        return found

    def dm(self, name: str) -> Channel:
        """The direct-message channel between the bot and this user."""
        return threads.dm_channel(self.backend, self.world.application.bot_id, self.actor(name).id)

    def messages(self, channel: Channel | int, *, author_id: int | None = None) -> list[Message]:
        """Present messages of a channel in order, ephemeral ones included."""
        stored = self.world.messages.get(channel if isinstance(channel, int) else channel.id, {})
        return [stored[i] for i in sorted(stored) if author_id in {None, stored[i].author_id}]

    # ------------------------------------------------------------ waiting

    async def wait_for_message(
        self,
        channel: Channel | int,
        predicate: Callable[[Message], bool] = lambda message: True,
        timeout: float = DEFAULT_WAIT,  # noqa: ASYNC109 - part of the API
        *,
        after: Message | int | None = None,
    ) -> Message:
        """The bot's first message in this channel that fits, also by a later edit; older ones count too.

        `after` leaves out everything up to that message. Raises TimeoutError with the last records.
        """
        start = after.id if isinstance(after, Message) else after or 0

        def fitting() -> Message | None:
            own = self.messages(channel, author_id=self.world.application.bot_id)
            return next((m for m in own if m.id > start and predicate(m)), None)

        return await self.transcript.until(fitting, timeout)

    async def wait_until(
        self,
        probe: Callable[[], bool],
        timeout: float = DEFAULT_WAIT,  # noqa: ASYNC109 - part of the API
    ) -> None:
        """Wait until `probe` is true; it is asked again after every change the server makes or sees."""
        await self.transcript.until(lambda: True if probe() else None, timeout)
