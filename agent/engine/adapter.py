"""LoRA adapters: which one belongs to a model, what its file says of itself, and that it fits its base.

An adapter is a GGUF file in llama.cpp's own form. Ours say in their metadata which base file they were
trained for, by name and by sha256: over another quantisation, or another model of the same shape, an adapter
loads and is nonsense. `training/convert.py` writes them.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from agent.engine.gguf import read_header
from agent.errors import ModelFileError

AUTO = "auto"
"""Of `[engine] adapter`: the shipped adapter for the embedded default model, none for any other."""
SHIPPED = Path(__file__).with_name("adapter.gguf")
"""The adapter of the embedded default model. Where the file is missing, none is loaded."""

BASE_NAME, BASE_SHA256 = "kallisti.base.name", "kallisti.base.sha256"
DATA_VERSION = "kallisti.data.version"
ALPHA, DOWN, UP = "adapter.lora.alpha", ".lora_a", ".lora_b"
"""llama.cpp's own: the key of alpha, and what is behind a weight's name in those of its A and B."""
_SHOWN_DIGITS = 12
"""Hexadecimal digits of a hash that stand in sentences."""
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Adapter:
    """What the file says. `sha256` is the file's own; `base_*` and `data_version` are empty where it names
    none.
    """

    path: Path
    name: str
    sha256: str
    architecture: str
    base_name: str = ""
    base_sha256: str = ""
    data_version: str = ""

    @property
    def label(self) -> str:
        """How it is shown to people: the name, and the version of the data that it was trained on."""
        return f"{self.name} (data {self.data_version})" if self.data_version else self.name


def resolve_adapter(configured: str, *, model: str, model_path: Path) -> Adapter | None:
    """The adapter that `[engine] adapter` means for the model, checked to fit it; None for none.

    `model` is `[engine] model`, `model_path` the file that it stands for. Blocks: both files are hashed.
    Raises ModelFileError; the sentence names what is wrong and what to do.
    """
    if configured == AUTO:
        if model or not SHIPPED.is_file():
            return None
        adapter = read_adapter(SHIPPED)
    elif configured:
        adapter = read_adapter(Path(configured).expanduser())
    else:
        return None
    check_base(adapter, model_path)
    return adapter


def read_adapter(path: Path) -> Adapter:
    """Raises ModelFileError for a file that is missing, damaged or no LoRA adapter."""
    header = read_header(path, key="adapter")
    kind = (header.text("general.type"), header.text("adapter.type"))
    if kind != ("adapter", "lora"):
        raise ModelFileError(
            f"{path} is no LoRA adapter but a {kind[0] or 'model'}; name an adapter in [engine] adapter, "
            'or set it to "" for none.'
        )
    return Adapter(
        path=path.absolute(),
        name=header.text("general.name") or path.stem,
        sha256=sha256_of(path),
        architecture=header.architecture,
        base_name=header.text(BASE_NAME) or "",
        base_sha256=header.text(BASE_SHA256) or "",
        data_version=header.text(DATA_VERSION) or "",
    )


def check_base(adapter: Adapter, model_path: Path) -> None:
    """Raises ModelFileError where the adapter was trained for another file, naming both by name and hash.

    One that names no base is held to the architecture alone; llama.cpp compares the shapes.
    """
    header = read_header(model_path)
    name = header.text("general.name") or model_path.stem
    if adapter.base_sha256:
        found = sha256_of(model_path)
        fits = found == adapter.base_sha256
        wanted = f"{adapter.base_name or 'another file'} (sha256 {adapter.base_sha256[:_SHOWN_DIGITS]}…)"
        given = f"{name} (sha256 {found[:_SHOWN_DIGITS]}…)"
    else:
        fits = header.architecture == adapter.architecture
        wanted, given = f"the architecture {adapter.architecture}", f"{name} ({header.architecture})"
    if not fits:
        raise ModelFileError(
            f"The adapter {adapter.path.name} was trained for {wanted}, but the model is {given}; "
            'name the adapter of this model in [engine] adapter, or set it to "" for none.'
        )


def sha256_of(path: Path) -> str:
    """Raises ModelFileError for a file that cannot be read."""
    try:
        stat = path.stat()
    except OSError as error:
        raise ModelFileError(f"{path} cannot be read: {error.strerror}.") from error
    return _hashed(path, stat.st_size, stat.st_mtime_ns)


@lru_cache(maxsize=8)
def _hashed(path: Path, _size: int, _changed: int) -> str:
    """Remembered for as long as size and time of the file stay: a base is hashed once, not at each start."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()
