"""`kallisti check --model PATH`: one page on how a model does under the constraint."""

from __future__ import annotations

import asyncio
from pathlib import Path

from rich.console import Console
from rich.table import Table

from agent.engine.adapter import AUTO, Adapter, resolve_adapter
from agent.engine.models import resolve_model
from agent.engine.profile import profile_for
from agent.trial import Subject, Trial, run_trial
from agent.types import ModelInfo
from bot.app_engine import tried

CONTEXT = 2048
SHOWN_FAULTS = 5
EXIT_FAILED = 1


def try_model(model: str, console: Console) -> int:
    """Runs the trial and prints the page. Returns the exit code; raises ModelFileError."""
    path = resolve_model(model)
    adapter = resolve_adapter(AUTO, model=model, model_path=path)
    console.print(f"Trying {path.name}; this takes a minute or more.", style="dim", highlight=False)
    info, trial = asyncio.run(_try(path, adapter))
    show(info, trial, console)
    return 0 if trial.passed else EXIT_FAILED


async def _try(path: Path, adapter: Adapter | None) -> tuple[ModelInfo, Trial]:
    async with tried(path, adapter, context=CONTEXT) as engine:
        return await engine.info(), await run_trial(engine)


def show(info: ModelInfo, trial: Trial, console: Console) -> None:
    """One page: the model, whether the constraint held, what it cost, whether the model finishes."""
    console.print(
        f"[bold]{info.label}[/] ({info.architecture}, {info.parameters / 1e6:,.0f} million weights)"
    )
    template = "its own" if info.has_template else "none, the plain form is used"
    console.print(f"context {info.context}, vocabulary {info.vocabulary}, chat template: {template}")
    console.print(f"regime: {profile_for(info).regime.value}", highlight=False)
    console.print(_constraint(trial))
    console.print(_cost(trial))
    for fault in trial.faults[:SHOWN_FAULTS]:
        console.print(f"  {fault}", style="red", markup=False, highlight=False)
    console.print(_verdict(trial))


def _constraint(trial: Trial) -> Table:
    table = Table("does the constraint hold", "turns", "held")
    for subject in Subject:
        tried = trial.of(subject)
        held = sum(each.fault is None for each in tried)
        table.add_row(subject.value, str(len(tried)), str(held))
    return table


def _cost(trial: Trial) -> Table:
    held, free = trial.token_ms()
    table = Table("what does it cost", "")
    table.add_row("a token under the grammar", f"{held:.1f} ms")
    table.add_row("a token without it", f"{free:.1f} ms")
    table.add_row("grammar's work in a turn", f"{trial.turn_constraint_ms():.1f} ms")
    table.add_row("tokens without a choice", f"{trial.forced_share():.0%}")
    table.add_row("answers that the model ended itself", f"{trial.finished:.0%}")
    return table


def _verdict(trial: Trial) -> str:
    if trial.faults:
        return f"[red]The constraint did not hold in {len(trial.faults)} of {len(trial.tried)} turns.[/]"
    if not trial.passed:
        return "[red]The constraint holds, but the model never comes to an end by itself.[/]"
    return "[green]The constraint holds, and the model finishes.[/]"
