"""A loopback server that follows llama-server's documented API, with a script in place of a model.

Tokens are bytes (id = byte + 10); two control tokens have the spellings of ChatML's turn marks. A completion
that the script gives is sent in pieces of four bytes.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from aiohttp import web
from aiohttp.typedefs import Handler

from agent.errors import GrammarError
from agent.grammar.check import check_gbnf

CONTROL = {"<|im_start|>": 1, "<|im_end|>": 2}
FIRST_BYTE = 10
CONTEXT = 4096
PIECE = 4


def spell(tokens: list[int]) -> str:
    names = {token: name for name, token in CONTROL.items()}
    data = b"".join(names[t].encode() if t in names else bytes([t - FIRST_BYTE]) for t in tokens)
    return data.decode("utf-8", "replace")


def tokenize(text: str, *, special: bool) -> list[int]:
    if not special:
        return [byte + FIRST_BYTE for byte in text.encode()]
    tokens: list[int] = []
    while text:
        name = next((name for name in CONTROL if text.startswith(name)), None)
        tokens += [CONTROL[name]] if name else [byte + FIRST_BYTE for byte in text[0].encode()]
        text = text.removeprefix(name) if name else text[1:]
    return tokens


def never(body: dict[str, Any]) -> bool:
    return False


def always(body: dict[str, Any]) -> bool:
    return True


class LlamaServer:
    """`script` maps the body of POST /completion to the text that follows; `pause` is seconds per piece.

    `slots` completions run at once, and further ones wait, as llama-server has it; `most_at_once` is how many
    did. `broken` says for which requests the connection ends after the first piece. `hung`: nothing is
    answered any more, and no connection ends. `hold_at`: after so many pieces a completion waits until that
    changes; `spoken` is how many the newest one has said.
    """

    def __init__(
        self, script: Callable[[dict[str, Any]], str], *, pause: float = 0.01, slots: int = 1, port: int = 0
    ) -> None:
        self.script = script
        self.pause = pause
        self.slots = slots
        self.port = port
        self.hung = False
        self.context = CONTEXT
        self.weights = 1_000_000_001
        self.hold_at: int | None = None
        self.spoken = 0
        self._held = asyncio.Condition()
        self.running = self.most_at_once = 0
        self._free = asyncio.Semaphore(slots)
        self.loading = False
        self.refuse_system = False
        self.broken: Callable[[dict[str, Any]], bool] = never
        self.url = ""
        self.completions: list[dict[str, Any]] = []
        self.abandoned = asyncio.Event()
        self._cached: list[int] = []
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        app = web.Application(middlewares=[self._hang])
        app.router.add_get("/health", self._health)
        app.router.add_get("/props", self._props)
        app.router.add_get("/v1/models", self._models)
        app.router.add_post("/apply-template", self._apply_template)
        app.router.add_post("/tokenize", self._tokenize)
        app.router.add_post("/completion", self._completion)
        app.router.add_post("/_control", self._control)
        self._runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self.url = f"http://127.0.0.1:{self.port}"

    async def stop(self) -> None:
        assert self._runner is not None
        await self._runner.cleanup()

    @web.middleware
    async def _hang(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if self.hung:
            await asyncio.Event().wait()
        return await handler(request)

    async def _health(self, request: web.Request) -> web.Response:
        if self.loading:
            return _error(503, "Loading model", "unavailable_error")
        return web.json_response({"status": "ok"})

    async def _control(self, request: web.Request) -> web.Response:
        """For tests whose server is another process: sets `hold_at`, and tells what is going on."""
        body = await request.json()
        if "hold_at" in body:
            self.hold_at = body["hold_at"]
            async with self._held:
                self._held.notify_all()
        said = {"completions": len(self.completions), "running": self.running, "spoken": self.spoken}
        return web.json_response(said | {"most_at_once": self.most_at_once})

    async def _props(self, request: web.Request) -> web.Response:
        return web.json_response(
            {
                "default_generation_settings": {"n_ctx": self.context},
                "total_slots": self.slots,
                "model_path": "/models/Tiny-1B-Q4_K_M.gguf",
                "chat_template": "{{ messages }}",
            }
        )

    async def _models(self, request: web.Request) -> web.Response:
        meta = {"vocab_type": 2, "n_vocab": 266, "n_ctx_train": 8192, "n_params": self.weights, "size": 1}
        return web.json_response({"object": "list", "data": [{"id": "tiny", "meta": meta}]})

    async def _apply_template(self, request: web.Request) -> web.Response:
        messages = (await request.json())["messages"]
        if self.refuse_system and any(message["role"] == "system" for message in messages):
            return _error(500, "System role not supported", "server_error")
        turns = (f"<|im_start|>{m['role']}\n{m['content'].strip()}<|im_end|>\n" for m in messages)
        return web.json_response({"prompt": "".join(turns) + "<|im_start|>assistant\n"})

    async def _tokenize(self, request: web.Request) -> web.Response:
        body = await request.json()
        return web.json_response(
            {"tokens": tokenize(body["content"], special=body.get("parse_special", True))}
        )

    async def _completion(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        refusal = _refusal(body)
        if refusal is not None:
            return refusal
        self.completions.append(body)
        try:
            async with self._free:
                self.running += 1
                self.most_at_once = max(self.most_at_once, self.running)
                try:
                    return await self._speak(request, body)
                finally:
                    self.running -= 1
        except (asyncio.CancelledError, ConnectionError):
            self.abandoned.set()
            raise

    async def _speak(self, request: web.Request, body: dict[str, Any]) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        text = self.script(body)
        pieces = [text[start : start + PIECE] for start in range(0, len(text), PIECE)]
        said = pieces[: body["n_predict"]]
        self.spoken = 0
        for piece in said:
            await asyncio.sleep(self.pause)
            if self.hung:
                await asyncio.Event().wait()
            async with self._held:
                await self._held.wait_for(lambda: self.spoken != self.hold_at)
            self.spoken += 1
            tokens = tokenize(piece, special=False)[:1]
            await _send(response, {"content": piece, "tokens": tokens, "stop": False})
            if self.broken(body):
                assert request.transport is not None
                request.transport.close()
                return response
        await _send(response, self._last(body, complete=len(said) == len(pieces), count=len(said)))
        return response

    def _last(self, body: dict[str, Any], *, complete: bool, count: int) -> dict[str, Any]:
        prompt = body["prompt"]
        known = 0
        while known < min(len(prompt) - 1, len(self._cached)) and prompt[known] == self._cached[known]:
            known += 1
        self._cached = prompt
        return {
            "content": "",
            "tokens": [],
            "stop": True,
            "stop_type": "eos" if complete else "limit",
            "truncated": False,
            "tokens_evaluated": len(prompt),
            "timings": {
                "prompt_n": len(prompt) - known,
                "prompt_ms": 1.5,
                "predicted_n": count,
                "predicted_ms": 2.5,
            },
        }


def _refusal(body: dict[str, Any]) -> web.Response | None:
    if len(body["prompt"]) > CONTEXT:
        details = {"n_prompt_tokens": len(body["prompt"]), "n_ctx": CONTEXT}
        return _error(
            400, "the request exceeds the available context size", "exceed_context_size_error", details
        )
    try:
        if body.get("grammar"):
            check_gbnf(body["grammar"])
    except GrammarError:
        return _error(400, "Failed to parse grammar", "invalid_request_error")
    return None


def _error(status: int, message: str, kind: str, details: dict[str, int] | None = None) -> web.Response:
    error = {"code": status, "message": message, "type": kind, **(details or {})}
    return web.json_response({"error": error}, status=status)


async def _send(response: web.StreamResponse, event: dict[str, Any]) -> None:
    await response.write(b"data: " + json.dumps(event).encode() + b"\n\n")
