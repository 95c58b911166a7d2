"""How much of JSONSchemaBench's schemas the form takes: those of Glaive, BFCL and the MCP specification.

A schema counts as accepted where it becomes a form, its grammar compiles, every valid instance can be written
in it and no invalid one can. JSON objects have no order, so an instance is written with its keys as the form
has them; an invalid instance also as it came.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from llguidance import LLMatcher

from agent.errors import GrammarError, SchemaError
from agent.grammar.check import byte_matcher, byte_tokenizer
from agent.grammar.from_schema import from_document
from agent.grammar.leaves import json_text
from agent.grammar.render import render
from bench.writing import spellings
from evals import tables

SETS = {"glaive": "Glaiveai2K---", "bfcl": "BFCL_", "mcp": "MCPspec---"}


@dataclass(slots=True)
class Tally:
    """Counts of schemas; `taken` and `refused` of instances."""

    schemas: int = 0
    accepted: int = 0
    not_expressed: int = 0
    refused: int = 0
    taken: int = 0
    peer: int = 0
    seconds: float = 0.0


def measure_schemas(directory: Path) -> dict[str, float]:
    """Figures per set; prints a table and, per set, the schemas that are not accepted."""
    figures: dict[str, float] = {}
    rows: list[list[str]] = []
    taken = 0
    for name, prefix in SETS.items():
        tally = _measure_set(sorted(directory.glob(f"{prefix}*.json")))
        if not tally.schemas:
            print(f"{name}: no file {prefix}*.json in {directory}")
            continue
        taken += tally.taken
        accepted, peer = tally.accepted / tally.schemas, tally.peer / tally.schemas
        figures |= {
            f"jsb.{name}.accepted": accepted,
            f"jsb.{name}.schemas": tally.schemas,
            f"jsb.{name}.llguidance": peer,
        }
        counts = (tally.schemas, tally.not_expressed, tally.refused, tally.taken)
        ms = tally.seconds * 1000 / tally.schemas
        rows.append([name, *map(str, counts), f"{accepted:.1%}", f"{peer:.1%}", f"{ms:.1f}"])
    figures["jsb.invalid_taken"] = taken
    columns = [
        "set",
        "schemas",
        "not expressed",
        "valid refused",
        "invalid taken",
        "accepted",
        "llguidance",
        "ms each",
    ]
    tables.show("JSONSchemaBench", columns, rows)
    return figures


def _measure_set(files: list[Path]) -> Tally:
    tally = Tally()
    for file in files:
        case = json.loads(file.read_text(encoding="utf-8"))
        tally.schemas += 1
        tally.peer += _peer_accepts(case)
        problem = _problem(case, tally)
        tally.accepted += problem is None
        if problem is not None:
            print(f"  {file.name}: {problem}")
    return tally


def _problem(case: dict[str, Any], tally: Tally) -> str | None:
    """Why a schema is not accepted, or None."""
    started = time.perf_counter()
    try:
        form = from_document(case["schema"], tool=case.get("description", "schema")).form
        matcher = byte_matcher(render(form).lark)
    except (SchemaError, GrammarError) as error:
        tally.not_expressed += 1
        return str(error)
    finally:
        tally.seconds += time.perf_counter() - started
    problem = None
    for test in case["tests"]:
        texts = list(spellings(form, test["data"]))
        if not test["valid"]:
            texts.append(json_text(test["data"]))
        took = any(_takes(matcher, text) for text in texts)
        tally.refused += test["valid"] and not took
        tally.taken += took and not test["valid"]
        if took != test["valid"]:
            kind = "valid refused" if test["valid"] else "invalid taken"
            problem = problem or f"{kind}: {json_text(test['data'])[:160]}"
    return problem


def _takes(matcher: Any, text: str) -> bool:
    fresh = matcher.deep_copy()
    tokens = list(text.encode("utf-8", "replace"))
    if fresh.validate_tokens(tokens) != len(tokens):
        return False
    return bool(fresh.consume_tokens(tokens) and fresh.is_accepting())


def _peer_accepts(case: dict[str, Any]) -> bool:
    """llguidance's own reading of the schema, with its usual white space and the instances as they came."""
    grammar = LLMatcher.grammar_from_json_schema(json.dumps(case["schema"]))
    try:
        matcher = LLMatcher(byte_tokenizer(), grammar, log_level=0)
    except ValueError:
        return False
    if matcher.is_error():
        return False
    return all(
        _takes(matcher, json.dumps(test["data"], ensure_ascii=False)) == test["valid"]
        for test in case["tests"]
    )
