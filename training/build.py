"""Renders rows to train on: the product's prompt, an answer that its grammar allows, what was chosen in it.

    python -m training.build --data DIRECTORY --out FILE [--exclude FILE] [--rows N] [--seed N]

DIRECTORY holds the public sets' building halves (`NAME_dev.jsonl`); without it only our own sentences are
used. FILE gets one row a line, in the order to train in: token ids of prompt and answer, and a weight for
each token of the answer. Beside it `FILE.counts.json` says what is in it. The same seed and data give the
same bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from rich.progress import track

from agent.engine.models import default_model_path
from training.builder import Builder, Row
from training.choice import Choice, samples
from training.rows import excluded, public

VERSION = 7
"""Rises with every change that gives other rows. Version 1, in the first adapter, showed past exchanges that
a small model is not shown: greetings, and confirmations before a correction. Version 2 trained none. Version
3, in the second one, left gaps where a message names a reminder and its tool is not offered. Version 4 said
nothing of what to answer to what is out of scope. Version 5 had few sentences that change a timer or a list.
Version 6, the last in the third adapter, had talk without an answer, from which nothing is to be learned.
"""
SEED = 9


def build(
    model: Path,
    directory: Path | None,
    *,
    count: int,
    seed: int = SEED,
    without: frozenset[str] = frozenset(),
    kept_aside: bool = False,
) -> Iterator[Row]:
    """`kept_aside`: rows for validation, of the public sets' texts that no row for training has."""
    chance = Random(seed)
    found = public(directory, aside=True) if kept_aside and directory else samples(directory, without, chance)
    builder = Builder(model, Choice(list(found), chance), chance)
    made = 0
    for number, group in enumerate(builder.groups()):
        for each in group:
            made += 1
            yield replace(each.row, group=number)
        if made >= count:
            return


def counts(rows: Sequence[Row]) -> dict[str, dict[str, int]]:
    by: Mapping[str, Counter[str]] = {
        "language": Counter(row.language for row in rows),
        "tool": Counter(row.tool for row in rows),
        "kind": Counter(row.kind for row in rows),
        "regime": Counter(row.regime for row in rows),
        "offered": Counter(str(row.offered) for row in rows),
        "tool and language": Counter(f"{row.tool} {row.language}" for row in rows),
    }
    return {name: dict(sorted(found.items())) for name, found in by.items()}


def line(row: Row) -> str:
    return json.dumps(
        {name: getattr(row, name) for name in Row.__slots__}, ensure_ascii=False, separators=(",", ":")
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Render rows to train the default model's adapter on.")
    parser.add_argument("--data", type=Path, help="directory with the sets' building halves")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--exclude", type=Path, help="hashes of texts that must not be in the rows")
    parser.add_argument("--kept-aside", action="store_true", help="rows for validation instead")
    parser.add_argument("--rows", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args()
    made = build(
        default_model_path(),
        options.data,
        count=options.rows,
        seed=options.seed,
        without=excluded(options.exclude),
        kept_aside=options.kept_aside,
    )
    rows = list(track(made, total=options.rows, description="rows"))
    text = "".join(f"{line(row)}\n" for row in rows)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(text, encoding="utf-8")
    found = {
        "version": VERSION,
        "seed": options.seed,
        "rows": len(rows),
        "tokens": sum(len(row.prompt) + len(row.answer) for row in rows),
        "sha256": hashlib.sha256(text.encode()).hexdigest(),
        **counts(rows),
    }
    options.out.with_name(f"{options.out.name}.counts.json").write_text(
        json.dumps(found, indent=1, ensure_ascii=False), encoding="utf-8"
    )
    print(f"{len(rows)} rows in {options.out}")


if __name__ == "__main__":
    main()
