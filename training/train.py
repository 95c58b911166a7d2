"""Trains the adapter on rendered rows, within a budget of minutes, and can go on after it was stopped.

    python -m training.train --base GGUF --rows FILE --validation FILE --out DIRECTORY --minutes N
        [--resume | --start FILE] [--workers N]

Each of N processes (as many as there are cores) trains on groups of rows of its own, in step. The learning
rate rises and falls along a cosine over the budget, so that a run ends annealed on a machine of any speed.
Every ten minutes DIRECTORY/checkpoint gets everything that going on needs. In the end DIRECTORY holds
`adapter.safetensors` (in the layout of peft) and `adapter.json`, which says what was trained on what.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import math
import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import torch
from peft import get_peft_model_state_dict
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from safetensors.torch import load_file, save_file
from torch import Tensor
from torch.nn.functional import cross_entropy

from agent.engine.adapter import sha256_of
from training.network import Network, load
from training.workers import Workers, together

RANK, ALPHA = 16, 32
PEAK, WARM_UP = 8e-4, 0.05
"""The highest learning rate, and the share of the budget after which it is reached."""
CLIP = 1.0
MOST_APART = 150
"""Tokens by which rows of one batch differ at the most, so that it has little padding."""
NEAR = 8
"""Batches among which groups of like cost are looked for."""
USUAL_WORKERS, MOST_WORKERS = 4, 64
"""Processes at the most where nothing is said, and whatever is said."""
TRIM_STEPS = 10
"""Steps after which freed memory is given back: blocks of ever other sizes leave gaps, 30 MB a step."""
SAVE_SECONDS = 600.0
FORMAT = 1


@dataclass(frozen=True, slots=True)
class Row:
    """`weights` belong to the tokens of the answer."""

    prompt: list[int]
    answer: list[int]
    weights: list[float]
    group: int

    @property
    def length(self) -> int:
        return len(self.prompt) + self.counted

    @property
    def counted(self) -> int:
        """Tokens of the answer up to the last one that counts."""
        return max((at + 1 for at, weight in enumerate(self.weights) if weight), default=0)


@dataclass(slots=True)
class State:
    """Where a run stands. `seconds` is what it took up to its last step by the leader's clock, `losses`
    (step, loss), `validated` likewise with the share of right choices.
    """

    step: int = 0
    row: int = 0
    seconds: float = 0.0
    losses: list[tuple[int, float]] = field(default_factory=list)
    validated: list[tuple[int, float, float]] = field(default_factory=list)


def read_rows(file: Path) -> list[Row]:
    found = []
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            item = json.loads(line)
            row = Row(item["prompt"], item["answer"], item["weights"], item["group"])
            if row.counted:
                found.append(row)
    return found


def common_prefix(rows: Sequence[Row]) -> list[int]:
    """The tokens with which all prompts begin; at least one is left to each of them."""
    first, *others = [row.prompt for row in rows]
    size = min(len(prompt) for prompt in (first, *others)) - 1
    for prompt in others:
        while prompt[:size] != first[:size]:
            size -= 1
    return first[:size]


def batches(rows: Sequence[Row], *, size: int = 1, start: int = 0) -> Iterator[list[list[Row]]]:
    """`size` groups of rows at a time, about equally long, without end, in new order after the first time;
    the first `start` batches are left out. The same rows give the same batches.
    """
    groups = _groups(rows)
    if len(groups) < size:
        raise ValueError(f"{len(groups)} groups of rows are too few for {size} processes")
    made, turn = 0, 0
    while True:
        order = list(groups)
        if turn:
            Random(turn).shuffle(order)
        for batch in _paired(order, size):
            if made >= start:
                yield batch
            made += 1
        turn += 1


def _paired(groups: Sequence[list[Row]], size: int) -> Iterator[list[list[Row]]]:
    """Groups of like cost together, so that no worker waits long for another. What is over is left out."""
    if size == 1:
        yield from ([group] for group in groups)
        return
    for start in range(0, len(groups), NEAR * size):
        some = sorted(groups[start : start + NEAR * size], key=_cost)
        found = [some[at : at + size] for at in range(0, len(some) - size + 1, size)]
        Random(start).shuffle(found)
        yield from found


def _cost(rows: Sequence[Row]) -> int:
    """Tokens that are computed."""
    shared = len(common_prefix(rows)) if len(rows) > 1 else 0
    return shared + sum(row.length - shared for row in rows)


def _groups(rows: Sequence[Row]) -> list[list[Row]]:
    by_group: dict[int, list[list[Row]]] = {}
    for row in rows:
        parts = by_group.setdefault(row.group, [])
        if not parts or not _alike(parts[-1], row):
            parts.append([])
        parts[-1].append(row)
    return [part for parts in by_group.values() for part in parts]


def _alike(rows: Sequence[Row], other: Row) -> bool:
    """Whether a row is of a group; groups of one number but of other length are steps after calls."""
    return abs(rows[0].length - other.length) < MOST_APART


def rate(share: float) -> float:
    """The learning rate after this share of the budget."""
    if share < WARM_UP:
        return PEAK * (0.05 + 0.95 * share / WARM_UP)
    return PEAK * 0.5 * (1 + math.cos(math.pi * min(1.0, (share - WARM_UP) / (1 - WARM_UP))))


def scored(network: Network, rows: Sequence[Row]) -> tuple[Tensor, Tensor, int, int]:
    """The weighted sum of losses, the sum of weights, and how many of the tokens that count are the
    likeliest, of how many.
    """
    prefix = common_prefix(rows) if len(rows) > 1 else rows[0].prompt[:-1]
    shared = len(prefix)
    tails, places, targets, counts = [], [], [], []
    start = 0
    for row in rows:
        tail = (row.prompt + row.answer[: row.counted])[shared:-1]
        before = start + len(row.prompt) - shared - 1
        for at, weight in enumerate(row.weights[: row.counted]):
            if weight:
                places.append(before + at)
                targets.append(row.answer[at])
                counts.append(weight)
        tails.append(tail)
        start += len(tail)
    states = network.hidden(prefix, tails)
    logits = network.logits(states.index_select(0, torch.tensor(places)))
    target, weight = torch.tensor(targets), torch.tensor(counts)
    right = int((logits.argmax(-1) == target).sum())
    total = (cross_entropy(logits, target, reduction="none") * weight).sum()
    return total, weight.sum(), right, len(targets)


class Run:
    """One run of training: the network, exact copies of its adapter's weights, and where it stands."""

    def __init__(
        self, base: Path, out: Path, *, minutes: float, adapted: Any = None, workers: Workers | None = None
    ) -> None:
        self.base, self.out, self.minutes = base, out, minutes
        self.workers = workers or Workers()
        torch.manual_seed(0)
        self.adapted = adapted or load(base, rank=RANK, alpha=ALPHA)
        self.network = Network(self.adapted)
        self.weights = [weight for weight in self.adapted.parameters() if weight.requires_grad]
        self.exact = [weight.detach().float().requires_grad_() for weight in self.weights]
        self.optimiser = torch.optim.AdamW(self.exact, lr=PEAK, weight_decay=0.0, betas=(0.9, 0.98))
        self.state = State()
        self._since: float | None = None

    @property
    def share(self) -> float:
        return self.state.seconds / (60 * self.minutes)

    def step(self, batch: Sequence[Sequence[Row]]) -> float:
        """The mean loss of a token that counts, before the step, in this worker's group of the batch."""
        rows = batch[self.workers.number]
        since = time.perf_counter() if self._since is None else self._since
        for group in self.optimiser.param_groups:
            group["lr"] = rate(self.share)
        total, weight, _, _ = scored(self.network, rows)
        loss = total / weight
        torch.autograd.backward(loss)
        for exact, used in zip(self.exact, self.weights, strict=True):
            exact.grad = None if used.grad is None else used.grad.float()
            used.grad = None
        grads = [exact.grad for exact in self.exact if exact.grad is not None]
        self._since = time.perf_counter()
        self.state.seconds = self.workers.average(grads, of_leader=self.state.seconds + self._since - since)
        torch.nn.utils.clip_grad_norm_(self.exact, CLIP)
        self.optimiser.step()
        self._use_exact()
        self.state.step += 1
        self.state.row += sum(len(group) for group in batch)
        mean = float(loss.detach())
        self.state.losses.append((self.state.step, mean))
        return mean

    def _use_exact(self) -> None:
        with torch.no_grad():
            for exact, used in zip(self.exact, self.weights, strict=True):
                used.copy_(exact)

    def validate(self, rows: Sequence[Row]) -> tuple[float, float]:
        """Loss and share of right choices on rows that are never trained on."""
        loss, weight, right, count = 0.0, 0.0, 0, 0
        with torch.no_grad():
            for group in _groups(rows):
                some = scored(self.network, group)
                loss, weight = loss + float(some[0]), weight + float(some[1])
                right, count = right + some[2], count + some[3]
        found = loss / weight, right / count
        self.state.validated.append((self.state.step, *found))
        return found

    # ------------------------------------------------------------------ files

    def tensors(self) -> dict[str, Tensor]:
        """The adapter in the layout of peft, from the exact weights."""
        exact = {id(used): kept for used, kept in zip(self.weights, self.exact, strict=True)}
        named = {
            name: exact[id(weight)].detach()
            for name, weight in self.adapted.named_parameters()
            if weight.requires_grad
        }
        return {
            name: value.contiguous() for name, value in get_peft_model_state_dict(self.adapted, named).items()
        }

    def save(self, directory: Path, facts: dict[str, Any]) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        _replace(directory / "adapter.safetensors", lambda path: save_file(self.tensors(), path))
        card = {
            "format": FORMAT,
            "rank": RANK,
            "alpha": ALPHA,
            "base": self.base.name,
            "base_sha256": sha256_of(self.base),
            "peak_rate": PEAK,
            "budget_minutes": self.minutes,
            "torch": torch.__version__,
            **facts,
            **asdict(self.state),
        }
        text = json.dumps(card, indent=1, ensure_ascii=False)
        _replace(directory / "adapter.json", lambda path: path.write_text(text, encoding="utf-8"))

    def keep(self, facts: dict[str, Any]) -> None:
        """What going on needs."""
        directory = self.out / "checkpoint"
        self.save(directory, facts)
        _replace(
            directory / "state.pt",
            lambda path: torch.save(
                {
                    "exact": self.exact,
                    "optimiser": self.optimiser.state_dict(),
                    "state": asdict(self.state),
                    "workers": self.workers.size,
                },
                path,
            ),
        )

    def start_from(self, file: Path) -> None:
        """Begins with the weights of an adapter that was trained before, in the layout of peft."""
        given = load_file(file)
        own = self.tensors()
        if given.keys() != own.keys() or any(given[name].shape != own[name].shape for name in own):
            raise ValueError(f"{file} is no adapter of this rank for this model")
        with torch.no_grad():
            for name, kept in own.items():
                kept.copy_(given[name])
        self._use_exact()

    def resume(self) -> None:
        """Goes on where the last checkpoint was. Raises ValueError for another number of processes, which
        would go through the rows in another order.
        """
        kept = torch.load(self.out / "checkpoint" / "state.pt", weights_only=True)
        if kept["workers"] != self.workers.size:
            raise ValueError(f"the run was made by {kept['workers']} processes; go on with --workers so many")
        with torch.no_grad():
            for exact, value in zip(self.exact, kept["exact"], strict=True):
                exact.copy_(value)
        self.optimiser.load_state_dict(kept["optimiser"])
        self.state = State(**kept["state"])
        self._use_exact()


def _replace(path: Path, write: Any) -> None:
    """A stop in the middle leaves the file of before."""
    fresh = path.with_name(f"{path.name}.new")
    write(fresh)
    fresh.replace(path)


def train(
    run: Run, rows: Sequence[Row], kept: Sequence[Row], *, steps: int | None, facts: dict[str, Any]
) -> None:
    """Until the budget, or `steps`, is used up. Only the leader of several workers shows, saves and
    validates.
    """
    console = Console(soft_wrap=True, quiet=not run.workers.leads)
    bar = Progress(
        TextColumn("step {task.fields[step]}  loss {task.fields[loss]:.3f}"),
        BarColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
        disable=not console.is_terminal,
    )
    saved, shown, mean = time.perf_counter(), 0.0, 0.0
    with bar:
        task = bar.add_task("training", total=run.minutes * 60, step=run.state.step, loss=0.0)
        for batch in batches(rows, size=run.workers.size, start=run.state.step):
            if run.share >= 1 or (steps is not None and run.state.step >= steps):
                break
            loss = run.step(batch)
            if run.state.step % TRIM_STEPS == 0:
                _give_back()
            mean = loss if not mean else 0.95 * mean + 0.05 * loss
            bar.update(task, completed=run.state.seconds, step=run.state.step, loss=mean)
            if not console.is_terminal and run.state.seconds - shown >= 30:
                shown = run.state.seconds
                console.print(_standing(run, mean))
            if run.workers.leads and time.perf_counter() - saved >= SAVE_SECONDS:
                saved = time.perf_counter()
                run.keep(facts)
                if kept:
                    console.print("validation: loss {:.3f}, right {:.3f}".format(*run.validate(kept[:48])))
    if run.workers.leads:
        if kept:
            console.print("validation: loss {:.3f}, right {:.3f}".format(*run.validate(kept)))
        run.save(run.out, facts)
    console.print(
        f"{run.state.step} steps in {run.state.seconds / 60:.1f} minutes; the adapter is in {run.out}"
    )


def _give_back() -> None:
    """What the C library keeps of freed memory, where it is glibc."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def _standing(run: Run, loss: float) -> str:
    state, minutes = run.state, run.state.seconds / 60
    return (
        f"step {state.step}  rows {state.row}  loss {loss:.3f}  rate {rate(run.share):.1e}  "
        f"{minutes:.1f} min, {run.minutes - minutes:.1f} left  {state.seconds / state.step:.1f} s a step"
    )


def work(workers: Workers, options: argparse.Namespace) -> None:
    """One worker's whole run."""
    torch.set_num_threads(1 if workers.size > 1 else options.threads)
    rows = read_rows(options.rows)
    kept = read_rows(options.validation) if options.validation else []
    counts = options.rows.with_name(f"{options.rows.name}.counts.json")
    data = json.loads(counts.read_text(encoding="utf-8")) if counts.exists() else {}
    facts = {"data_version": str(data.get("version", "")), "data": data, "workers": workers.size}
    run = Run(options.base, options.out, minutes=options.minutes, workers=workers)
    if options.resume:
        run.resume()
    elif options.start:
        run.start_from(options.start)
        facts["started_from"] = sha256_of(options.start)
    train(run, rows, kept, steps=options.steps, facts=facts)


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the default model's adapter.")
    parser.add_argument("--base", type=Path, required=True, help="the GGUF of the default model")
    parser.add_argument("--rows", type=Path, required=True)
    parser.add_argument("--validation", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=600.0, help="budget, validation included")
    parser.add_argument("--steps", type=int, help="stop after so many steps, however early")
    cores = os.cpu_count() or 1
    parser.add_argument(
        "--workers",
        type=int,
        choices=range(1, MOST_WORKERS + 1),
        default=min(cores, USUAL_WORKERS),
        help="processes, with one thread and up to 5 GB each",
    )
    parser.add_argument("--threads", type=int, default=cores, help="of a single worker")
    again = parser.add_mutually_exclusive_group()
    again.add_argument("--resume", action="store_true", help="go on with a run that was stopped")
    again.add_argument("--start", type=Path, help="an adapter.safetensors to begin with, with a new budget")
    options = parser.parse_args()
    together(options.workers, work, options)


if __name__ == "__main__":
    main()
