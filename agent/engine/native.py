"""llama.cpp through llama-cpp-python's low-level API: one model, one context, one sequence.

Lives in the worker process only: a fault in native code takes the whole process down. llama.cpp's own grammar
sampler is never touched; it aborts the process on misuse.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import llama_cpp
import numpy as np
from llama_cpp import llama_cpp as api
from numpy.typing import NDArray

from agent.errors import EngineError, ModelFileError

BATCH = 128
"""Tokens per decode call in the prefill: larger ones are no faster on a CPU, and lose more when interrupted.
"""

_PIECE_BYTES = 1024
_logits_address = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int32)(
    ("llama_get_logits_ith", api._lib)
)
"""The binding's own function returns a typed pointer, which costs more to make than to use."""
_ABORTED = 2
_GO, _STOP = b"0", b"1"
_LOG_ERROR = 3
_INTERRUPT_NOISE = (
    b"decode: removing memory",
    b"graph_compute:",
    b"process_ubatch:",
    b"llama_decode: failed",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadOptions:
    """`threads` generate, `prefill_threads` read prompts; `extra_buffers` allows repacked (AMX) weights.
    `adapter` is a LoRA file over the weights.
    """

    path: Path
    context: int
    threads: int
    prefill_threads: int
    extra_buffers: bool
    adapter: Path | None = None


class Interrupt:
    """Stops a running `NativeModel.decode` from another thread, within one node of the compute graph.

    llama.cpp asks a C callback before each node. libc's `atoi` serves as that callback, reading "0" or "1"
    from a buffer of ours: a Python callback would need the GIL about a thousand times per token.
    """

    def __init__(self) -> None:
        self._flag = ctypes.create_string_buffer(_GO, 2)
        self.callback = ctypes.cast(ctypes.CDLL(None).atoi, api.ggml_abort_callback)

    @property
    def data(self) -> ctypes.c_void_p:
        return ctypes.cast(self._flag, ctypes.c_void_p)

    def set(self) -> None:
        self._flag[0] = _STOP

    def clear(self) -> None:
        self._flag[0] = _GO


class NativeModel:
    """Raises ModelFileError when llama.cpp cannot load the file or its adapter. Not thread-safe but for
    `tokenize` and `piece`.
    """

    def __init__(self, options: LoadOptions, interrupt: Interrupt) -> None:
        llama_cpp.llama_backend_init()
        self._interrupt = interrupt  # its buffer must live as long as the context
        self._model = _load(options)
        self.vocabulary: Any = api.llama_model_get_vocab(self._model)
        self.size: int = api.llama_vocab_n_tokens(self.vocabulary)
        # Before the context, which reserves room in its graphs for the adapters that there are by then.
        self._adapter = _adapter(self._model, options)
        self._context = _context(self._model, options, interrupt)
        if self._adapter is not None:
            _lay(self._adapter, self._context)
        self.context: int = api.llama_n_ctx(self._context)
        self._memory = api.llama_get_memory(self._context)
        self._batch = _Batch(BATCH)
        self._pieces: dict[int, bytes] = {}
        self._logits_at: int | None = None
        self._logits = np.zeros(0, dtype=np.float32)
        self.bos = _existing(api.llama_vocab_bos(self.vocabulary))
        self.eos = _existing(api.llama_vocab_eos(self.vocabulary))
        self.adds_bos = bool(api.llama_vocab_get_add_bos(self.vocabulary)) and self.bos is not None
        self.ending = frozenset(t for t in range(self.size) if api.llama_vocab_is_eog(self.vocabulary, t))

    def tokenize(self, text: str, *, special: bool) -> list[int]:
        """No beginning-of-text token is added; only `special` text may spell control tokens."""
        data = text.encode("utf-8", "replace")
        capacity = len(data) + 8
        while True:
            tokens = (api.llama_token * capacity)()
            count = api.llama_tokenize(self.vocabulary, data, len(data), tokens, capacity, False, special)
            if count >= 0:
                return list(tokens[:count])
            capacity = -count

    def piece(self, token: int, *, special: bool = False) -> bytes:
        """The bytes of one token; empty for control tokens unless `special`."""
        if special:
            return self._spell(token, special=True)
        piece = self._pieces.get(token)
        if piece is None:
            piece = self._pieces[token] = self._spell(token, special=False)
        return piece

    def _spell(self, token: int, *, special: bool) -> bytes:
        buffer = ctypes.create_string_buffer(_PIECE_BYTES)
        count = api.llama_token_to_piece(self.vocabulary, token, buffer, _PIECE_BYTES, 0, special)
        if count < 0:
            buffer = ctypes.create_string_buffer(-count)
            count = api.llama_token_to_piece(self.vocabulary, token, buffer, -count, 0, special)
        return buffer.raw[:count]

    def decode(self, tokens: Sequence[int], position: int) -> bool:
        """Runs at most BATCH tokens; logits are kept for the last. False when interrupted: then none of them
        count.
        """
        self._batch.fill(tokens, position)
        status = api.llama_decode(self._context, self._batch.native)
        if status == _ABORTED:
            return False
        if status != 0:
            raise EngineError(
                f"llama.cpp could not decode {len(tokens)} tokens at {position} (code {status})"
            )
        return True

    def logits(self) -> NDArray[np.float32]:
        """A view of the last decode's logits; the next decode overwrites it."""
        address = _logits_address(self._context, -1)
        if not address:
            raise EngineError("llama.cpp has no logits: nothing was decoded.")
        if address != self._logits_at:  # the buffer stays where it is until it has to grow
            values = (ctypes.c_float * self.size).from_address(address)
            self._logits_at, self._logits = address, np.ctypeslib.as_array(values)
        return self._logits

    def keep(self, count: int) -> int:
        """Forgets all but the first `count` positions. Returns how many are left: models with a recurrent
        state or a sliding window may have to forget everything.
        """
        if api.llama_memory_seq_rm(self._memory, 0, count, -1):
            return count
        api.llama_memory_clear(self._memory, True)
        return 0


class _Batch:
    def __init__(self, capacity: int) -> None:
        self.native = api.llama_batch_init(capacity, 0, 1)
        shape = (capacity,)
        self._tokens = np.ctypeslib.as_array(self.native.token, shape=shape)
        self._positions = np.ctypeslib.as_array(self.native.pos, shape=shape)
        self._wanted = np.ctypeslib.as_array(self.native.logits, shape=shape)
        for index in range(capacity):
            self.native.n_seq_id[index] = 1
            self.native.seq_id[index][0] = 0

    def fill(self, tokens: Sequence[int], position: int) -> None:
        count = len(tokens)
        self._tokens[:count] = tokens
        self._positions[:count] = np.arange(position, position + count)
        self._wanted[:count] = 0
        self._wanted[count - 1] = 1
        self.native.n_tokens = count


def quiet() -> None:
    """Keeps llama.cpp's own log to its errors; they go to standard error."""
    api.llama_log_set(_write_errors, ctypes.c_void_p(0))


@api.llama_log_callback  # type: ignore[untyped-decorator]
def _write_errors(level: int, text: bytes, _: ctypes.c_void_p) -> None:
    if level == _LOG_ERROR and not text.startswith(_INTERRUPT_NOISE):
        sys.stderr.buffer.write(text)
        sys.stderr.flush()


def _load(options: LoadOptions) -> Any:
    parameters = api.llama_model_default_params()
    parameters.use_extra_bufts = options.extra_buffers
    model = api.llama_model_load_from_file(str(options.path).encode(), parameters)
    if not model:
        raise ModelFileError(
            f"llama.cpp {llama_cpp.__version__} cannot load {options.path}; "
            "its architecture may be unknown to this version, or the file damaged."
        )
    return model


def _adapter(model: Any, options: LoadOptions) -> Any:
    """The loaded adapter, or None. llama.cpp itself compares architecture and shapes."""
    if options.adapter is None:
        return None
    adapter = api.llama_adapter_lora_init(model, str(options.adapter).encode())
    if not adapter:
        raise ModelFileError(
            f"llama.cpp cannot load the adapter {options.adapter} over {options.path.name}; "
            'name another one in [engine] adapter, or set it to "" for none.'
        )
    return adapter


def _lay(adapter: Any, context: Any) -> None:
    adapters, scales = (api.llama_adapter_lora_p_ctypes * 1)(adapter), (ctypes.c_float * 1)(1.0)
    if api.llama_set_adapters_lora(context, adapters, 1, scales) != 0:
        raise EngineError("llama.cpp does not take the adapter.")


def _context(model: Any, options: LoadOptions, interrupt: Interrupt) -> Any:
    parameters = api.llama_context_default_params()
    parameters.n_ctx = min(options.context, api.llama_model_n_ctx_train(model))
    parameters.n_batch = parameters.n_ubatch = BATCH
    parameters.n_threads, parameters.n_threads_batch = options.threads, options.prefill_threads
    parameters.no_perf = True
    parameters.abort_callback = interrupt.callback
    parameters.abort_callback_data = interrupt.data
    context = api.llama_init_from_model(model, parameters)
    if not context:
        raise ModelFileError(
            f"There is not enough memory for {options.path} with a context of {parameters.n_ctx} tokens; "
            "lower [engine] context or take a smaller model."
        )
    return context


def _existing(token: int) -> int | None:
    return token if token >= 0 else None
