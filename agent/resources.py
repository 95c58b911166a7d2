"""The data files that travel with the code: tool descriptors, base grammars, the example of a configuration.

In a wheel they lie inside the package (`agent/_data`), in a checkout at its root.
"""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def _found(kind: str) -> Traversable:
    package = files("agent")
    packed = package / "_data" / kind
    if packed.is_dir() or packed.is_file():
        return packed
    checkout = Path(str(package)).parent
    if (checkout / "pyproject.toml").is_file() and (checkout / kind).exists():
        return checkout / kind
    raise FileNotFoundError(f"the installation is incomplete: {packed} is missing; install Kallisti again")


def descriptor_files() -> tuple[Traversable, ...]:
    """All tool descriptors (`*.toml`), in the order of their names."""
    found = (entry for entry in _found("descriptors").iterdir() if entry.name.endswith(".toml"))
    return tuple(sorted(found, key=lambda entry: entry.name))


def grammar_text(name: str) -> str:
    """The text of a file of base rules, such as "base.gbnf". Raises FileNotFoundError for an unknown one."""
    return (_found("grammars") / name).read_text(encoding="utf-8")


def example_config() -> str:
    """The text of config.example.toml: every key with its default and what it does."""
    return _found("config.example.toml").read_text(encoding="utf-8")
