"""The tools of the agent, one module per domain.

A module here offers `tools(services) -> tuple[Tool, ...]`; nothing else lists it. Names that start with an
underscore are helpers that hold no tools. A new tool is one module and one file in `descriptors/`.
"""

from __future__ import annotations

import importlib
import pkgutil

from agent.errors import ConfigError
from agent.ports import Services
from agent.types import Tool


def discover(services: Services) -> tuple[Tool, ...]:
    """Every tool of every module of this package, in module order. Raises ConfigError for a module without
    tools.
    """
    return tuple(tool for name in module_names() for tool in _tools_of(name, services))


def module_names() -> tuple[str, ...]:
    """Names of the tool modules, sorted."""
    return tuple(sorted(m.name for m in pkgutil.iter_modules(__path__) if not m.name.startswith("_")))


def _tools_of(name: str, services: Services) -> tuple[Tool, ...]:
    module = importlib.import_module(f"{__name__}.{name}")
    make = getattr(module, "tools", None)
    if not callable(make):
        raise ConfigError(f"the tool module {name!r} has no function tools(services)")
    return tuple(make(services))
