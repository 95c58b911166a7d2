"""Several llama-servers with the same model behind the one `Engine` port.

A request goes to the server that its session used last, while that has a free slot, because the beginning of
its prompt is in a cache there; else to the server with the fewest requests for its slots. A server that fails
gets nothing more until it answers again, for which it is asked with growing pauses.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TypeVar

import structlog

from agent.engine.closing import Closings
from agent.engine.lifecycle import pause_after
from agent.engine.llama_server import START_SECONDS, LlamaServerEngine
from agent.engine.queueing import RequestQueue
from agent.errors import EngineCancelled, EngineDeadline, EngineDown, EngineError, EngineLost
from agent.types import ChatMessage, Completion, GenerationRequest, Grammar, ModelInfo, Prompt

WATCH_SECONDS = 5.0
"""Between two looks at a server that answers: one that hangs breaks no connection off."""
AWAITED_SECONDS = 0.25
"""Between two looks at servers that are down while somebody waits for one."""
REMEMBERED_SESSIONS = 4096

OnText = Callable[[str], None]
T = TypeVar("T")

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How a server is. `reason` says why it is not used, and is empty where it is."""

    url: str
    slots: int
    reason: str

    @property
    def is_up(self) -> bool:
        return not self.reason


class ServerPool:
    """See `agent.ports.Engine`. `urls` are the servers' roots; `start_deadline` is the seconds that a caller
    waits while no server answers. `queue_limit` requests may wait behind those that run.
    """

    def __init__(
        self,
        *,
        urls: Sequence[str],
        queue_limit: int = 16,
        start_deadline: float = START_SECONDS,
        watch_seconds: float = WATCH_SECONDS,
    ) -> None:
        self._closings = Closings()
        self._members = tuple(
            _Member(url, LlamaServerEngine(url=url, start_deadline=0, closings=self._closings))
            for url in urls
        )
        self._start_deadline = start_deadline
        self._watch_seconds = watch_seconds
        self._queue = RequestQueue(limit=queue_limit)
        self._homes: OrderedDict[str, _Member] = OrderedDict()
        self._uses = itertools.count(1)
        self._any_up = asyncio.Event()
        self._watches: list[asyncio.Task[None]] = []
        self._closed = False

    async def info(self) -> ModelInfo:
        """The smallest context of all that are up: a prompt must fit wherever it goes."""
        infos = [each.info for each in await self._up(self._start_deadline) if each.info is not None]
        return replace(infos[0], context=min(info.context for info in infos))

    async def render(self, messages: Sequence[ChatMessage]) -> Prompt:
        return await self._asked(lambda engine: engine.render(messages))

    async def compile(self, grammar: Grammar) -> None:
        """See `LlamaServerEngine.compile`."""
        self._closings.start(grammar.lark)

    async def count_tokens(self, text: str) -> int:
        return await self._asked(lambda engine: engine.count_tokens(text))

    async def generate(self, request: GenerationRequest, *, on_text: OnText | None = None) -> Completion:
        output = _Output(on_text)
        return await self._queue.run(
            request.id, request.deadline, lambda seconds: self._generate(request, seconds, output)
        )

    async def cancel(self, request_id: str) -> None:
        self._queue.cancel(request_id)

    async def close(self) -> None:
        self._closed = True
        self._queue.close()
        for watch in self._watches:
            watch.cancel()
        if self._watches:
            await asyncio.wait(self._watches)
        for member in self._members:
            await member.engine.close()

    @property
    def standings(self) -> tuple[Standing, ...]:
        return tuple(Standing(url=each.url, slots=each.slots, reason=each.reason) for each in self._members)

    # ------------------------------------------------------------------ requests

    async def _generate(self, request: GenerationRequest, seconds: float, output: _Output) -> Completion:
        """On the servers in turn, each at most once, until one of them has said something to a reader: where
        that one fails then and another is up, it raises EngineLost.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        tried: list[_Member] = []
        while True:
            up = await self._up(end - loop.time())
            member = self._choose(request.session, [each for each in up if each not in tried] or up)
            tried.append(member)
            try:
                return await member.run(replace(request, deadline=end - loop.time()), output)
            except EngineDown as error:
                self._fail(member, error)
                others = [each for each in self._members if each.is_up and each not in tried]
                if output.begun and others:
                    raise EngineLost(str(error)) from error
                if not others:
                    raise

    def _choose(self, session: str, candidates: Sequence[_Member]) -> _Member:
        home = self._homes.get(session)
        if home is None or home not in candidates or not home.has_room:
            home = min(candidates, key=lambda each: (each.load, each.used))
        home.used = next(self._uses)
        if session:
            self._homes[session] = home
            self._homes.move_to_end(session)
            if len(self._homes) > REMEMBERED_SESSIONS:
                self._homes.popitem(last=False)
        return home

    async def _asked(self, ask: Callable[[LlamaServerEngine], Awaitable[T]]) -> T:
        """What the first server says that can answer."""
        tried: list[_Member] = []
        while True:
            up = await self._up(self._start_deadline)
            member = next((each for each in up if each not in tried), up[0])
            tried.append(member)
            try:
                return await ask(member.engine)
            except EngineDown as error:
                self._fail(member, error)
                if not any(each.is_up and each not in tried for each in self._members):
                    raise

    async def _up(self, seconds: float) -> list[_Member]:
        """The servers that may be used, one at least.

        Waits where there is none. Raises EngineDown after the start deadline, EngineDeadline after `seconds`
        where these are fewer.
        """
        self._check_open()
        if not self._watches:
            self._watches = [asyncio.create_task(self._watch(each)) for each in self._members]
        try:
            async with asyncio.timeout(min(seconds, self._start_deadline)):
                await self._until_any_is_up()
        except TimeoutError:
            if seconds < self._start_deadline:
                raise EngineDeadline("The deadline passed while no llama-server answered.") from None
            raise EngineDown("; ".join(each.reason for each in self._members)) from None
        return [each for each in self._members if each.is_up]

    async def _until_any_is_up(self) -> None:
        while not self._any_up.is_set():
            self._check_open()
            for member in self._members:
                member.look_now.set()
            with suppress(TimeoutError):
                async with asyncio.timeout(AWAITED_SECONDS):
                    await self._any_up.wait()

    def _check_open(self) -> None:
        if self._closed:
            raise EngineDown("The engine is closed.")

    # ------------------------------------------------------------------ the servers

    async def _watch(self, member: _Member) -> None:
        """Looks after one server; never ends."""
        failures = 0
        while True:
            member.look_now.clear()
            await self._look(member)
            failures = 0 if member.is_up else failures + 1
            pause = self._watch_seconds if member.is_up else pause_after(failures)
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await member.look_now.wait()

    async def _look(self, member: _Member) -> None:
        try:
            await member.engine.check()
            info = await member.engine.info()
        except EngineError as error:
            self._put_aside(member, str(error))
            await member.break_off()
            return
        except Exception as error:
            log.exception("a llama-server was looked at in vain", url=member.url)
            self._put_aside(member, f"{member.url} cannot be used ({type(error).__name__}: {error}).")
            return
        other = next((each for each in self._members if each.is_up and each is not member), None)
        if other is not None and other.info is not None and not _is_same_model(info, other.info):
            self._put_aside(member, f"{member.url} serves {info.name}, but {other.url} {other.info.name}.")
            return
        if not member.is_up:
            log.info("llama-server answers", url=member.url, model=info.name, slots=member.slots)
        member.info, member.reason, member.told = info, "", False
        self._count()

    def _fail(self, member: _Member, error: EngineDown) -> None:
        """After a request that failed. Others that run there may still end well."""
        if not self._closed:
            self._put_aside(member, str(error))
            member.look_now.set()

    def _put_aside(self, member: _Member, reason: str) -> None:
        if not member.told:
            log.warning("llama-server is not used", url=member.url, reason=reason)
        member.reason, member.told = reason, True
        self._count()

    def _count(self) -> None:
        up = [each for each in self._members if each.is_up]
        self._queue.resize(max(1, sum(each.slots for each in up)))
        (self._any_up.set if up else self._any_up.clear)()


class _Member:
    """One server and what is known of it. `used` grows with each request; `told`: the log has it down."""

    def __init__(self, url: str, engine: LlamaServerEngine) -> None:
        self.url = url
        self.engine = engine
        self.info: ModelInfo | None = None
        self.reason = f"llama-server at {url} was not asked yet."
        self.look_now = asyncio.Event()
        self.used = 0
        self.told = False
        self._running: set[str] = set()

    @property
    def is_up(self) -> bool:
        return not self.reason

    @property
    def slots(self) -> int:
        return self.engine.slots

    @property
    def has_room(self) -> bool:
        return len(self._running) < self.slots

    @property
    def load(self) -> float:
        return len(self._running) / self.slots

    async def run(self, request: GenerationRequest, output: _Output) -> Completion:
        """Raises EngineDown also for a request that `break_off` ended."""
        self._running.add(request.id)
        try:
            return await self.engine.generate(request, on_text=output.take)
        except EngineCancelled:
            raise EngineDown(self.reason or f"llama-server at {self.url} was given up.") from None
        finally:
            self._running.discard(request.id)

    async def break_off(self) -> None:
        """Ends what runs there: nothing comes of it any more."""
        for request_id in tuple(self._running):
            await self.engine.cancel(request_id)


class _Output:
    """Passes the pieces of one output on; `begun` once somebody has read one."""

    def __init__(self, on_text: OnText | None) -> None:
        self._on_text = on_text
        self.begun = False

    def take(self, text: str) -> None:
        if self._on_text is not None:
            self.begun = True
            self._on_text(text)


def _is_same_model(first: ModelInfo, second: ModelInfo) -> bool:
    """However it is quantised, and whatever its file is called."""
    return (first.parameters, first.vocabulary) == (second.parameters, second.vocabulary)
