"""The header of a GGUF file: its metadata, its size in weights, and whether the file is whole.

Format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md (versions 2 and 3, little endian).
"""

from __future__ import annotations

import math
import mmap
import struct
from dataclasses import dataclass, field, replace
from pathlib import Path

from agent.errors import ModelFileError

MAGIC = b"GGUF"
VERSIONS = (2, 3)
DEFAULT_ALIGNMENT = 32
MAX_DIMENSIONS = 8
LONGEST_NAME = 256
"""Bytes of a tensor's name; llama.cpp takes 64."""
_HEAD_BYTES = 1 << 20

Scalar = str | int | float | bool

_STRING, _ARRAY, _BOOL = 8, 9, 7
_SCALARS = {
    0: "<B",
    1: "<b",
    2: "<H",
    3: "<h",
    4: "<I",
    5: "<i",
    6: "<f",
    7: "<?",
    10: "<Q",
    11: "<q",
    12: "<d",
}

# ggml type -> (weights per block, bytes per block); an unknown type is only checked up to its offset.
_BLOCKS = {
    0: (1, 4),  # F32
    1: (1, 2),  # F16
    2: (32, 18),  # Q4_0
    3: (32, 20),  # Q4_1
    6: (32, 22),  # Q5_0
    7: (32, 24),  # Q5_1
    8: (32, 34),  # Q8_0
    9: (32, 36),  # Q8_1
    10: (256, 84),  # Q2_K
    11: (256, 110),  # Q3_K
    12: (256, 144),  # Q4_K
    13: (256, 176),  # Q5_K
    14: (256, 210),  # Q6_K
    15: (256, 292),  # Q8_K
    16: (256, 66),  # IQ2_XXS
    17: (256, 74),  # IQ2_XS
    18: (256, 98),  # IQ3_XXS
    19: (256, 50),  # IQ1_S
    20: (32, 18),  # IQ4_NL
    21: (256, 110),  # IQ3_S
    22: (256, 82),  # IQ2_S
    23: (256, 136),  # IQ4_XS
    24: (1, 1),  # I8
    25: (1, 2),  # I16
    26: (1, 4),  # I32
    27: (1, 8),  # I64
    28: (1, 8),  # F64
    29: (256, 56),  # IQ1_M
    30: (1, 2),  # BF16
    34: (256, 54),  # TQ1_0
    35: (256, 66),  # TQ2_0
    39: (32, 17),  # MXFP4
}


@dataclass(frozen=True, slots=True, kw_only=True)
class GgufTensor:
    """`kind` is ggml's number of the form that the weights are in, `shape` is (rows, ..., weights of a row),
    and the bytes begin at `offset` in the file.
    """

    kind: int
    shape: tuple[int, ...]
    offset: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GgufHeader:
    """`metadata` holds scalar values and strings; arrays are left out. `expected_size` is in bytes. `tensors`
    are by name.
    """

    metadata: dict[str, Scalar]
    parameters: int
    expected_size: int
    tensors: dict[str, GgufTensor] = field(default_factory=dict)

    def text(self, key: str) -> str | None:
        value = self.metadata.get(key)
        return value if isinstance(value, str) else None

    def number(self, key: str) -> int | None:
        value = self.metadata.get(key)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    @property
    def architecture(self) -> str:
        return self.text("general.architecture") or "unknown"

    @property
    def trained_context(self) -> int | None:
        return self.number(f"{self.architecture}.context_length")

    @property
    def chat_template(self) -> str | None:
        return self.text("tokenizer.chat_template")


class _Cursor:
    """Reads forward through the mapped file; running past the end raises struct.error or ValueError."""

    def __init__(self, data: mmap.mmap, position: int) -> None:
        self._data = data
        self.position = position

    def scalar(self, layout: str) -> Scalar:
        (value,) = struct.unpack_from(layout, self._data, self.position)
        self.position += struct.calcsize(layout)
        assert isinstance(value, str | int | float | bool)
        return value

    def whole_number(self) -> int:
        value = self.scalar("<Q")
        assert isinstance(value, int)
        return value

    def count(self) -> int:
        value = self.whole_number()
        if value > len(self._data):
            raise ValueError(f"a length of {value} in a file of {len(self._data)} bytes")
        return value

    def type_code(self) -> int:
        value = self.scalar("<I")
        assert isinstance(value, int)
        return value

    def skip(self, size: int) -> None:
        if self.position + size > len(self._data):
            raise ValueError("a value that reaches past the end of the file")
        self.position += size

    def string(self, *, longest: int | None = None) -> str:
        size = self.count()
        if longest is not None and size > longest:
            raise ValueError(f"a name of {size} bytes")
        start = self.position
        self.skip(size)
        return self._data[start : self.position].decode("utf-8", "replace")

    def value(self) -> Scalar | None:
        code = self.type_code()
        if code == _STRING:
            return self.string()
        if code == _ARRAY:
            self._skip_array()
            return None
        return self.scalar(_layout(code))

    def _skip_array(self) -> None:
        code, length = self.type_code(), self.count()
        if code == _STRING:
            for _ in range(length):
                self.skip(self.count())
        elif code == _ARRAY:
            for _ in range(length):
                self._skip_array()
        else:
            self.skip(length * struct.calcsize(_layout(code)))


def mark_of(path: Path) -> bytes:
    """Size and beginning of a file, to be hashed: what tells one model from another without reading all."""
    with path.open("rb") as file:
        return str(path.stat().st_size).encode() + file.read(_HEAD_BYTES)


def read_header(path: Path, *, key: str = "model") -> GgufHeader:
    """Reads and checks a GGUF file. Raises ModelFileError; the sentence names the file and the remedy.

    `key` is the one of [engine] that names the file: "model" or "adapter".
    """
    try:
        with path.open("rb") as file:
            return _read(path, file.fileno(), path.stat().st_size, key)
    except FileNotFoundError:
        raise ModelFileError(f"There is no {key} file {path}; correct [engine] {key}.") from None
    except IsADirectoryError:
        raise ModelFileError(f"{path} is a directory; name a .gguf file in [engine] {key}.") from None
    except OSError as error:
        raise ModelFileError(f"The {key} file {path} cannot be read: {error.strerror}.") from error


def _read(path: Path, descriptor: int, size: int, key: str) -> GgufHeader:
    if size < 24:
        raise ModelFileError(f"{path} is not a GGUF file ({size} bytes); name one in [engine] {key}.")
    with mmap.mmap(descriptor, 0, access=mmap.ACCESS_READ) as data:
        _check_magic(path, data, key)
        try:
            header = _parse(data)
        except (
            struct.error,
            ValueError,
            RecursionError,
        ) as error:  # the last for arrays of arrays without end
            raise ModelFileError(
                f"The header of {path} is damaged or cut off ({error}); fetch the file again."
            ) from error
    if size < header.expected_size:
        raise ModelFileError(
            f"{path} is truncated: it has {size} of {header.expected_size} bytes; fetch the file again."
        )
    return header


def _check_magic(path: Path, data: mmap.mmap, key: str) -> None:
    if data[:4] != MAGIC:
        raise ModelFileError(f"{path} is not a GGUF file; name a .gguf {key} in [engine] {key}.")
    version = int.from_bytes(data[4:8], "little")
    if version not in VERSIONS:
        raise ModelFileError(
            f"{path} has GGUF version {version}, but versions 2 and 3 can be read; convert the {key} anew."
        )


def _parse(data: mmap.mmap) -> GgufHeader:
    cursor = _Cursor(data, 8)
    tensors, pairs = cursor.count(), cursor.count()
    metadata: dict[str, Scalar] = {}
    for _ in range(pairs):
        key, value = cursor.string(), cursor.value()
        if value is not None:
            metadata[key] = value
    found = dict(_tensor(cursor) for _ in range(tensors))
    if len(found) != tensors:
        raise ValueError("two tensors of one name")
    alignment = metadata.get("general.alignment", DEFAULT_ALIGNMENT)
    if not isinstance(alignment, int) or alignment < 1:
        raise ValueError("an impossible alignment")
    start = -(-cursor.position // alignment) * alignment
    placed = {name: replace(tensor, offset=start + tensor.offset) for name, tensor in found.items()}
    return GgufHeader(
        metadata=metadata,
        parameters=sum(math.prod(tensor.shape) for tensor in placed.values()),
        expected_size=max(map(_end, placed.values()), default=cursor.position),
        tensors=placed,
    )


def _tensor(cursor: _Cursor) -> tuple[str, GgufTensor]:
    """Its offset is counted from the start of the data."""
    name = cursor.string(longest=LONGEST_NAME)
    dimensions = cursor.type_code()
    if not 1 <= dimensions <= MAX_DIMENSIONS:
        raise ValueError(f"a tensor with {dimensions} dimensions")
    extents = [cursor.whole_number() for _ in range(dimensions)]
    kind = cursor.type_code()
    return name, GgufTensor(kind=kind, shape=tuple(reversed(extents)), offset=cursor.whole_number())


def _end(tensor: GgufTensor) -> int:
    """Where its bytes end; where its form is unknown, where the first of them ends."""
    block, size = _BLOCKS.get(tensor.kind, (0, 0))
    return tensor.offset + (-(-math.prod(tensor.shape) // block) * size if block else 1)


def _layout(code: int) -> str:
    if code not in _SCALARS:
        raise ValueError(f"an unknown value type {code}")
    return _SCALARS[code]
