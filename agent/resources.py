"""The data files that travel with the code: tool descriptors and base grammars.

In a wheel they lie inside the package (`agent/_data`), in a checkout at its root.
"""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def _folder(kind: str) -> Traversable:
    package = files("agent")
    packed = package / "_data" / kind
    if packed.is_dir():
        return packed
    checkout = Path(str(package)).parent
    if (checkout / "pyproject.toml").is_file() and (checkout / kind).is_dir():
        return checkout / kind
    raise FileNotFoundError(f"the installation is incomplete: {packed} is missing; install Kallisti again")


def descriptor_files() -> tuple[Traversable, ...]:
    """All tool descriptors (`*.toml`), in the order of their names."""
    found = (entry for entry in _folder("descriptors").iterdir() if entry.name.endswith(".toml"))
    return tuple(sorted(found, key=lambda entry: entry.name))


def grammar_text(name: str) -> str:
    """The text of a file of base rules, such as "base.gbnf". Raises FileNotFoundError for an unknown one."""
    return (_folder("grammars") / name).read_text(encoding="utf-8")
