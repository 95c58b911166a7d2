"""Small GGUF files, whole and damaged, written by hand from the format's description."""

from __future__ import annotations

import struct

Value = str | int | float | bool | list[str]

_F32, _Q4_0 = 0, 2


def small_gguf(
    *, name: str = "tiny", version: int = 3, metadata: dict[str, Value] | None = None, magic: bytes = b"GGUF"
) -> bytes:
    """Two tensors: 64 weights in Q4_0 (36 bytes) and 4 in F32 (16 bytes), 32 bytes apart."""
    pairs: dict[str, Value] = {
        "general.architecture": "llama",
        "general.name": name,
        "llama.context_length": 512,
        "tokenizer.ggml.tokens": ["a", "b", "c"],
        **(metadata or {}),
    }
    header = magic + struct.pack("<IQQ", version, 2, len(pairs))
    header += b"".join(_string(key) + _value(value) for key, value in pairs.items())
    header += _tensor("one", (32, 2), _Q4_0, 0) + _tensor("two", (4,), _F32, 64)
    return header + bytes(-len(header) % 32) + bytes(64) + bytes(16)


def _tensor(name: str, shape: tuple[int, ...], kind: int, offset: int) -> bytes:
    return _string(name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, kind, offset)


def _string(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<Q", len(data)) + data


def _value(value: Value) -> bytes:
    if isinstance(value, str):
        return struct.pack("<I", 8) + _string(value)
    if isinstance(value, bool):
        return struct.pack("<I?", 7, value)
    if isinstance(value, int):
        return struct.pack("<II", 4, value)
    if isinstance(value, float):
        return struct.pack("<If", 6, value)
    return struct.pack("<IIQ", 9, 8, len(value)) + b"".join(map(_string, value))
