"""Which way imports point, as rules over the syntax tree of one module; nothing is imported to check it."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

VALUES = ("agent.types", "agent.memory_types", "agent.errors")
CONTRACTS = (*VALUES, "agent.ports")
KNOWN_TO_BOT = (
    *CONTRACTS,
    "agent.direct",
    "agent.memory.scopes",
    "agent.note_words",
    "agent.plain_text",
    "agent.recurrence",
    "agent.reminder_limits",
    "agent.turn",
    "agent.unix_socket",
    "agent.words",
)
WIRING = ("bot.app", "bot.app_")
"""The only place that builds the agent's other rooms."""

PURE_ROOMS = (
    "agent.descriptors",
    "agent.documents.content",
    "agent.grammar",
    "agent.memory.scopes",
    "agent.plain_text",
    "agent.prompt",
    "agent.recurrence",
    "agent.reminder_limits",
    "agent.routing.choosing",
    "agent.routing.explain",
    "agent.routing.extract",
    "agent.routing.grounding",
    "agent.routing.lexical",
    "agent.routing.matching",
    "agent.routing.moving",
    "agent.routing.pointing",
    "agent.routing.policy",
    "agent.routing.quoting",
    "agent.routing.recent",
    "agent.routing.requesting",
    "agent.routing.signals",
    "agent.routing.unseen",
    "agent.timeparse",
    "agent.words",
    "bot.access",
    "bot.schedule.policy",
    "bot.splitter",
    "bot.store.life_cycle",
)
"""Rooms that only compute: no event loop, no I/O, no clock of their own."""

IMPURE_MODULES = (
    "aiohttp",
    "aiosqlite",
    "apscheduler",
    "asyncio",
    "discord",
    "httpx",
    "os",
    "random",
    "secrets",
    "shutil",
    "socket",
    "sqlite3",
    "ssl",
    "subprocess",
    "tempfile",
    "threading",
    "time",
    "urllib.request",
)
CLOCK_METHODS = ("now", "today", "utcnow")
INPUT_AND_OUTPUT = ("input", "open", "print")

ONE_PLACE_LIBRARIES = {
    "aiosqlite": ("bot.store",),
    "apscheduler": ("bot.scheduler", "bot.schedule"),
    "discord": ("bot.gateway", "bot.commands", "bot.outbox", "bot.discord_"),
    "llama_cpp": ("agent.engine",),
    "llguidance": ("agent.engine", "agent.grammar.check"),
    "qdrant_client": ("agent.memory",),
    "qdrant_edge": ("agent.memory",),
    "sqlite3": ("bot.store",),
}
"""Library to the only rooms that may import it; a name ending in "_" stands for all modules that start so."""

SQL = re.compile(
    r"^\s*(SELECT\s.+\sFROM\s|INSERT\s+(OR\s+\w+\s+)?INTO\s|UPDATE\s+\w+\s+SET\s|DELETE\s+FROM\s"
    r"|CREATE\s+(UNIQUE\s+)?(TABLE|INDEX|TRIGGER|VIEW)\s|ALTER\s+TABLE\s|PRAGMA\s|BEGIN\s+IMMEDIATE)",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Module:
    """`name` is dotted; a package is named without its `__init__`."""

    name: str
    tree: ast.Module
    is_package: bool = False

    def within(self, *rooms: str) -> bool:
        return any(
            _is_in(self.name, room) or (room.endswith("_") and self.name.startswith(room)) for room in rooms
        )


Rule = Callable[[Module], Iterator[str]]


def _is_in(name: str, room: str) -> bool:
    return name == room or name.startswith(room if room.endswith("_") else f"{room}.")


def parse(name: str, source: str, *, is_package: bool = False) -> Module:
    return Module(name=name, tree=ast.parse(source, filename=name), is_package=is_package)


def modules_under(root: Path, *packages: str) -> list[Module]:
    """Every module of these packages, in the order of their paths."""
    found = []
    for path in sorted(path for package in packages for path in (root / package).rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        is_package = parts[-1] == "__init__"
        name = ".".join(parts[:-1] if is_package else parts)
        found.append(parse(name, path.read_text(encoding="utf-8"), is_package=is_package))
    return found


def imported(module: Module) -> Iterator[str]:
    """The dotted name of everything that is imported anywhere in the module; `from a import b` is "a.b"."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(module, node)
            yield from (f"{base}.{alias.name}" for alias in node.names)


def _absolute(module: Module, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    package = module.name if module.is_package else module.name.rpartition(".")[0]
    for _ in range(node.level - 1):
        package = package.rpartition(".")[0]
    return f"{package}.{node.module}" if node.module else package


def _standard_library(name: str) -> bool:
    return name.partition(".")[0] in sys.stdlib_module_names


def _only(module: Module, *rooms: str) -> Iterator[str]:
    for name in imported(module):
        if not _standard_library(name) and not any(_is_in(name, room) for room in rooms):
            yield f"imports {name}"


# ------------------------------------------------------------------ the rules


def agent_never_imports_bot(module: Module) -> Iterator[str]:
    if module.within("agent"):
        yield from (f"imports {name}" for name in imported(module) if _is_in(name, "bot"))


def only_the_wiring_knows_the_agents_rooms(module: Module) -> Iterator[str]:
    if not module.within("bot") or module.within(*WIRING):
        return
    for name in imported(module):
        if _is_in(name, "agent") and not any(_is_in(name, room) for room in KNOWN_TO_BOT):
            yield f"imports {name}"


def contracts_stay_at_the_bottom(module: Module) -> Iterator[str]:
    if module.name in VALUES:
        yield from _only(module)
    elif module.name == "agent.ports":
        yield from _only(module, *VALUES)


def tools_know_only_the_contracts(module: Module) -> Iterator[str]:
    """A module whose name begins with "_" is shared by the tools and holds none itself.

    Series are values with arithmetic of their own, as instants are, so their room counts as one.
    """
    if module.within("agent.tools"):
        shared = tuple(name for name in imported(module) if name.startswith("agent.tools._"))
        yield from _only(
            module, *CONTRACTS, "agent.note_words", "agent.recurrence", "agent.words", "pydantic", *shared
        )


def libraries_have_one_place(module: Module) -> Iterator[str]:
    for name in imported(module):
        library = name.partition(".")[0]
        rooms = ONE_PLACE_LIBRARIES.get(library)
        if rooms is not None and not module.within(*rooms):
            yield f"imports {name}"


def sql_is_written_in_the_store(module: Module) -> Iterator[str]:
    if module.within("bot.store"):
        return
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and SQL.match(node.value):
            yield f"line {node.lineno} holds SQL"


def environment_is_read_in_config(module: Module) -> Iterator[str]:
    if module.name == "bot.config":
        return
    names = ("environ", "environb", "getenv", "getenvb")
    yield from (f"imports {name}" for name in imported(module) if name in {f"os.{each}" for each in names})
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Attribute) and node.attr in names and ast.unparse(node.value) == "os":
            yield f"line {node.lineno} reads {ast.unparse(node)}"


def pure_rooms_only_compute(module: Module) -> Iterator[str]:
    if not module.within(*PURE_ROOMS):
        return
    for name in imported(module):
        if any(_is_in(name, impure) for impure in IMPURE_MODULES):
            yield f"imports {name}"
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call) and _acts(node.func):
            yield f"line {node.lineno} calls {ast.unparse(node.func)}"
        elif isinstance(node, ast.AsyncFunctionDef):
            yield f"line {node.lineno} is asynchronous"


def _acts(function: ast.expr) -> bool:
    if isinstance(function, ast.Name):
        return function.id in INPUT_AND_OUTPUT
    if not isinstance(function, ast.Attribute) or function.attr not in CLOCK_METHODS:
        return False
    return ast.unparse(function.value).rpartition(".")[2] in ("date", "datetime")


RULES: tuple[Rule, ...] = (
    agent_never_imports_bot,
    only_the_wiring_knows_the_agents_rooms,
    contracts_stay_at_the_bottom,
    tools_know_only_the_contracts,
    libraries_have_one_place,
    sql_is_written_in_the_store,
    environment_is_read_in_config,
    pure_rooms_only_compute,
)
