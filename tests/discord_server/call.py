"""One REST request as handlers see it, and the reply they give."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web

from .backend import Backend
from .errors import ApiError
from .state import Attachment, Channel, Json, Message
from .validation import required

REQUEST_LIMIT = 25 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    status: int = 200
    body: Any = None


NO_CONTENT = Reply(status=204)


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """`path` holds the raw path variables, `body` the JSON (a dict, or a list for bulk calls)."""

    backend: Backend
    path: Mapping[str, str]
    query: Mapping[str, str]
    body: Any
    files: tuple[Attachment, ...] = ()

    @property
    def bot_id(self) -> int:
        return self.backend.world.application.bot_id

    @property
    def fields(self) -> Json:
        if not isinstance(self.body, dict):
            raise ApiError(50109)
        return self.body

    def id(self, name: str) -> int:
        """A snowflake of the path; anything else is 50035, as on Discord."""
        raw = self.path[name]
        if not raw.isdecimal():
            raise ApiError(
                50035,
                errors={
                    name: {
                        "_errors": [
                            {"code": "NUMBER_TYPE_COERCE", "message": f'Value "{raw}" is not snowflake.'}
                        ]
                    }
                },
            )
        return int(raw)

    def field(self, name: str) -> Any:
        if self.fields.get(name) is None:
            raise required(name)
        return self.fields[name]

    def channel(self) -> Channel:
        return self.backend.channel(self.id("channel"))

    def message(self) -> Message:
        return self.backend.message(self.id("channel"), self.id("message"))


Handler = Callable[[Call], Awaitable[Reply]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """`name` is how faults and limits address it; `open` routes need no bot token."""

    name: str
    method: str
    path: str
    handler: Handler
    open: bool = False


@dataclass(slots=True)
class _Parts:
    body: Any = None
    files: list[Attachment] = field(default_factory=list)


async def read_call(request: web.Request, backend: Backend) -> Call:
    parts = await _read_parts(request, backend)
    return Call(
        backend=backend,
        path=request.match_info,
        query=request.query,
        body=parts.body,
        files=tuple(parts.files),
    )


async def _read_parts(request: web.Request, backend: Backend) -> _Parts:
    if request.content_type.startswith("multipart/"):
        return await _read_multipart(request, backend)
    raw = await request.read()
    return _Parts(body=_decode(raw) if raw else {})


async def _read_multipart(request: web.Request, backend: Backend) -> _Parts:
    parts = _Parts(body={})
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        data = bytes(await part.read())
        if part.name == "payload_json":
            parts.body = _decode(data)
            continue
        if len(data) > backend.maximum_file_bytes:
            raise ApiError(40005)
        parts.files.append(
            Attachment(
                id=backend.next_id(),
                filename=part.filename or "unknown",
                content_type=part.headers.get("Content-Type", "application/octet-stream"),
                data=data,
            )
        )
    return parts


def _decode(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except ValueError:
        raise ApiError(50109) from None
