"""Whether a converted adapter says what the trained one does: the likeliest tokens of torch and of llama.cpp.

    python -m training.compare DIRECTORY --rows FILE --adapter FILE [--positions 500]

DIRECTORY holds the trained LoRA (`training.convert`), FILE rows as `training.build` writes them. At every
place of an answer where the grammar leaves a choice, torch in single precision, on the dequantised base,
and llama.cpp, with the weights that the product makes of base and GGUF adapter, read the same tokens. It
fails below AGREE. Needs the extra `training`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.progress import track

from agent.engine.adapter import read_adapter
from agent.engine.models import default_model_path
from agent.engine.native import BATCH, Interrupt, LoadOptions, NativeModel, quiet
from agent.engine.prefix import PrefixCache, common_prefix
from agent.engine.weights import fast_weights

POSITIONS = 500
AGREE = 0.99
CONTEXT = 2048
NEAR = 0.1
"""Of a logit: two tokens so close are a tie, which rounding decides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The tokens before a chosen one are `tokens[:end]`."""

    tokens: tuple[int, ...]
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """`margin`: how much likelier the token is than the next one, as a difference of logits."""

    token: int
    margin: float


def places(rows: Path, count: int) -> list[Place]:
    """The first `count` places where an answer's token was chosen."""
    found: list[Place] = []
    for line in rows.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        tokens = tuple(row["prompt"] + row["answer"])
        start = len(row["prompt"])
        chosen = (index for index, weight in enumerate(row["weights"]) if weight > 0)
        found += [Place(tokens=tokens, end=start + index) for index in chosen]
        if len(found) >= count:
            break
    return found[:count]


def of_llama(wanted: Sequence[Place], *, base: Path, adapter: Path | None) -> Iterator[Choice]:
    """In the order of the places. A beginning in common with the place before is read once."""
    quiet()
    options = LoadOptions(
        path=base, context=CONTEXT, threads=1, prefill_threads=1, extra_buffers=True, adapter=adapter
    )
    model = NativeModel(options, Interrupt())
    cache = PrefixCache(model)
    for place in wanted:
        read = list(place.tokens[: place.end])
        at = cache.reuse(read)
        while at < len(read):
            cache.extend(read[at : at + BATCH])
            at = cache.length
        yield _likeliest(model.logits())


def of_torch(wanted: Sequence[Place], *, base: Path, directory: Path) -> Iterator[Choice]:
    """In the order of the places. The tokens of a row are read once, and so is the beginning of all rows."""
    import torch  # noqa: PLC0415  # only here, so that all else can be tested without it
    from peft import set_peft_model_state_dict  # noqa: PLC0415
    from safetensors.torch import load_file  # noqa: PLC0415

    from training.network import load  # noqa: PLC0415

    described = json.loads((directory / "adapter.json").read_text(encoding="utf-8"))
    model = load(base, rank=described["rank"], alpha=described["alpha"], dtype=torch.float32).eval()
    unknown = set_peft_model_state_dict(model, load_file(directory / "adapter.safetensors")).unexpected_keys
    assert not unknown, unknown
    rows = [(tokens, [place.end for place in found]) for tokens, found in groupby(wanted, _tokens)]
    shared = min((common_prefix(rows[0][0], row) for row, _ in rows[1:]), default=1)
    with torch.no_grad():
        past = model(torch.tensor([rows[0][0][:shared]]), use_cache=True).past_key_values
        for tokens, ends in rows:
            rest = torch.tensor([tokens[shared : max(ends)]])
            logits = model(rest, past_key_values=past, use_cache=True).logits[0]
            past.crop(-rest.shape[1])
            for end in ends:
                yield _likeliest(logits[end - 1 - shared].numpy())


def _tokens(place: Place) -> tuple[int, ...]:
    return place.tokens


def _likeliest(logits: Any) -> Choice:
    best = int(logits.argmax())
    second = max(float(logits[:best].max(initial=-1e9)), float(logits[best + 1 :].max(initial=-1e9)))
    return Choice(token=best, margin=float(logits[best]) - second)


def report(left: Sequence[Choice], right: Sequence[Choice]) -> float:
    """The share of places where both take the same token; what differs is printed with its margins."""
    same = 0
    for number, (a, b) in enumerate(zip(left, right, strict=True)):
        same += a.token == b.token
        if a.token != b.token:
            tie = "a tie" if min(a.margin, b.margin) < NEAR else "no tie"
            both = f"torch {a.token} by {a.margin:.3f}, llama.cpp {b.token} by {b.margin:.3f}"
            print(f"place {number}: {both}: {tie}")
    share = same / len(left)
    print(f"{same} of {len(left)} places agree: {100 * share:.2f} %")
    return share


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare a converted adapter with the trained one.")
    parser.add_argument("directory", type=Path, help="holds adapter.safetensors and adapter.json")
    parser.add_argument("--rows", type=Path, required=True, help="rows of training.build, best unseen ones")
    parser.add_argument("--adapter", type=Path, required=True, help="the GGUF that it was converted to")
    parser.add_argument("--positions", type=int, default=POSITIONS)
    options = parser.parse_args()
    wanted = places(options.rows, options.positions)
    base = default_model_path()
    with TemporaryDirectory() as folder:
        adapter = read_adapter(options.adapter)
        used = asyncio.run(fast_weights(base, adapter=adapter, state_directory=Path(folder)))
        converted = of_llama(wanted, base=used, adapter=options.adapter if used == base else None)
        ours = list(track(converted, total=len(wanted), description="llama.cpp"))
    trained = of_torch(wanted, base=base, directory=options.directory)
    theirs = list(track(trained, total=len(wanted), description="torch"))
    sys.exit(report(theirs, ours) < AGREE)


if __name__ == "__main__":
    main()
