"""What the source can tell an operator, as sentences with "…" for what is only known when it runs."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
GAP = "…"
TELLING = {"ConfigError", "CredentialError", "ModelFileError", "OperatorError", "warning"}
"""Whose last argument an operator reads: exceptions that end a command, and findings of `kallisti check`."""
CONFIG = "bot.config"
"""Its validators' sentences stand behind the name of the file and the key."""


def sentences() -> Iterator[tuple[str, str]]:
    """Each text that has words of its own, and the module that it stands in."""
    for package in ("agent", "bot"):
        for path in sorted((ROOT / package).rglob("*.py")):
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for text in _texts(tree, module):
                if any(character.isalpha() for character in text):
                    yield text, module


def _texts(tree: ast.Module, module: str) -> Iterator[str]:
    constants = dict(_constants(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
            if node.func.id in TELLING:
                yield _text(node.args[-1], constants)
            elif node.func.id == "ValueError" and module == CONFIG:
                yield f"{GAP}: {GAP} {_text(node.args[-1], constants)}"


def _constants(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            text = _text(node.value, {})
            if GAP not in text:
                yield node.targets[0].id, text


def _text(node: ast.expr, constants: Mapping[str, str]) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(part, constants) for part in node.values)
    if isinstance(node, ast.FormattedValue):
        return _text(node.value, constants)
    if isinstance(node, ast.Name):
        return constants.get(node.id, GAP)
    return GAP
