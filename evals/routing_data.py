"""Rows of the public utterance sets as routing cases: one table from their intents to our tools."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

NO_TOOL = "none"
FOLDS = 3
"""Parts of the rows, each held out once from a head that is trained on the others."""

TOOL_OF_INTENT = {
    "time_query": "clock:now",
    "date_query": "clock:now",
    "datetime_query": "clock:now",
    "timer_set": "clock:timer",
    "alarm_set": "clock:alarm",
    "reminder_set": "agenda:remind_at",
    "delayed_command": "agenda:remind_at",
    "reminder_query": "agenda:list",
    "alarm_query": "agenda:list",
    "timer_query": "agenda:list",
    "reminder_cancel": "agenda:remove",
    "alarm_cancel": "agenda:remove",
    "timer_cancel": "agenda:remove",
    "alarm_modify": "agenda:edit",
    "timer_modify": "agenda:edit",
    "timer_pause": "agenda:edit",
    "timer_resume": "agenda:edit",
    "alarm_snooze": "agenda:snooze",
    "todo_add": "agenda:push",
    "todo_query": "agenda:tasks",
    "todo_remove": "agenda:complete",
    "todo_complete": "agenda:complete",
}
"""Every other intent of the sets (chat, out of scope, weather, calendars ...) means no tool of ours."""

DIALECTS = dict.fromkeys(("de-ba", "de-muc", "de-st", "de-CH", "gsw"), "de_dialects")
"""Bavarian, South Tyrolean and Swiss German, which the sets spell as spoken, are told apart from German."""

SETS = ("clinc150", "hwu64", "ha_intents", "xsid", "fb_mtod", "quick", "scheduling")


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """`accepted`: the right tools (NO_TOOL among them where no call is right); `tool`: the set's label."""

    text: str
    language: str
    tool: str
    accepted: frozenset[str]
    source: str


def case_of(row: dict[str, object]) -> Case:
    tool = TOOL_OF_INTENT.get(str(row["intent"]), NO_TOOL)
    alternatives = row.get("alt")
    names = alternatives if isinstance(alternatives, list) else []
    accepted = {TOOL_OF_INTENT.get(str(name), NO_TOOL) for name in names}
    tag = str(row["lang"])
    return Case(
        text=str(row["text"]),
        language=DIALECTS.get(tag, tag.split("-", maxsplit=1)[0]),
        tool=tool,
        accepted=frozenset(accepted | {tool}),
        source=str(row["source"]).split("-")[0],
    )


def read(files: Iterable[Path]) -> Iterator[Case]:
    """Cases of all files, without rows in conflict and without repetitions of (text, language)."""
    seen: set[tuple[str, str]] = set()
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            key = (row["text"], row["lang"])
            if row.get("conflict") or key in seen:
                continue
            seen.add(key)
            yield case_of(row)


def files_in(directory: Path) -> list[Path]:
    """The files of SETS in `directory`, whichever half they hold (`NAME_dev.jsonl`, `NAME_holdout.jsonl`)."""
    return sorted(path for name in SETS for path in directory.glob(f"{name}_*.jsonl"))


def fold_of(case: Case) -> int:
    """By the text alone, so that a text is in one fold in every language that spells it so."""
    return hashlib.sha256(case.text.casefold().encode()).digest()[1] % FOLDS


def fold_file(fold: int) -> Path:
    """Where `evals.train_routing` leaves the head that was trained without `fold`."""
    return Path("build") / f"routing-head-without-{fold}.npz"
