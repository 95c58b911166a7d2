"""Which samples come into the rows, how often, and which of them fit an offer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from training.product import Scene
from training.rows import SETTING, Sample, filled, of_routing, own, public, words_of
from training.scenes import newest

LANGUAGES = {"en": 38, "de": 42, "de_dialects": 2, "es": 9, "fr": 9}
"""Of 100."""
OFTEN = {
    "agenda:remind_at": 9.0,
    "clock:alarm": 8.0,
    "agenda:list": 6.5,
    "clock:timer": 6.0,
    "agenda:remove": 6.5,
    "agenda:edit": 6.0,
    "clock:now": 4.0,
    "agenda:push": 4.0,
    "agenda:complete": 3.5,
    "agenda:tasks": 3.0,
    "agenda:snooze": 2.0,
}
SELDOM = 1.3
"""How often a tool is in an offer, and how often one that is there is meant: OFTEN, or else SELDOM."""
NEVER_MEANT = frozenset({"doc:ingest"})
"""Is forced by a file, whatever the words say; it is in offers only."""
KIN = (
    SETTING,
    frozenset({"agenda:snooze", "agenda:edit", "agenda:remind_at", "clock:timer"}),
    frozenset({"agenda:complete", "agenda:remove"}),
    frozenset({"agenda:list", "agenda:tasks"}),
    frozenset({"clock:now", "agenda:list"}),
    frozenset({"memory:stage", "vault:write", "agenda:push"}),
    frozenset({"memory:query", "vault:search", "doc:query", "vault:read", "doc:read", "memory:forget"}),
)
"""Tools so close that none of them may stand in an offer that is to be left alone for want of another one."""
NO_CALL_SHARE, LEFT_OUT_SHARE = 0.38, 0.06
"""Of the messages: those that mean no tool, and those that mean one that is not offered."""
CORRECTIONS = {
    "en": ("no, at {hour}", "no, {when}", "make it {when} instead", "sorry, {when}", "I meant {when}"),
    "de": ("nein, um {hour}", "nein, {when}", "lieber {when}", "doch {when}", "ich meinte {when}"),
    "es": ("no, a las {hour}", "no, {when}", "mejor {when}"),
    "fr": ("non, à {hour}h", "non, {when}", "plutôt {when}"),
}


def samples(directory: Path | None, without: frozenset[str], chance: Random) -> list[Sample]:
    """All there is to draw from. Our own sentences come several times, with other words in their slots."""
    found = [sample for _ in range(12) for sample in own(chance)]
    found += [sample for _ in range(2) for sample in of_routing(chance)]
    found += [sample for _ in range(6) for sample in corrections(chance)]
    if directory is not None:
        found += public(directory, without=without)
    return found


def corrections(chance: Random) -> list[Sample]:
    found = []
    for language, texts in CORRECTIONS.items():
        words = words_of(language)
        for text in texts:
            time, hour = filled("{when}", words, chance, {}), chance.choice(words["hour"])
            said = filled(text, words, chance, {"when": time, "hour": hour})
            phrase = time if "{when}" in text else said.split(maxsplit=1)[1]
            found.append(
                Sample(
                    text=said,
                    language=language,
                    tool="agenda:edit",
                    accepted=frozenset({"agenda:edit", "agenda:snooze"}),
                    kind="correction",
                    phrases=(phrase,),
                )
            )
    return found


class Choice:
    """Draws samples for an offer: whether a tool is meant, which one, the language, the origin, the row."""

    def __init__(self, fixed: Sequence[Sample], chance: Random) -> None:
        self._chance = chance
        self._found: dict[tuple[str, str], dict[str, list[Sample]]] = defaultdict(lambda: defaultdict(list))
        for sample in fixed:
            origin = "own" if sample.kind in ("own", "routing sentences") else sample.kind
            self._found[sample.tool or "none", sample.language][origin].append(sample)

    def draw(self, kind: str, names: Sequence[str], scene: Scene) -> Sample | None:
        """None where there is nothing that fits."""
        chance = self._chance
        if kind == "talk":
            found = self._of("none", ("talk", "no call"))
            return found if found is not None and found.answer is not None else None
        if kind == "correction" and chance.random() < 0.75:
            found = self._of("agenda:edit", ("correction",))
            return None if found is None else replace(found, about=newest(scene.pending).text)
        share = chance.random()
        if share < NO_CALL_SHARE:
            return self._without_call(names)
        if share < NO_CALL_SHARE + LEFT_OUT_SHARE:
            return self._left_out(names, scene)
        there = [name for name in names if name not in NEVER_MEANT]
        if not there:
            return None
        (tool,) = chance.choices(there, [OFTEN.get(name, SELDOM) for name in there])
        sample = self._of(tool)
        if sample is None or any(name in sample.accepted and name != tool for name in names):
            return None
        return self._placed(sample, scene)

    def _without_call(self, names: Sequence[str]) -> Sample | None:
        share = self._chance.random()
        if share < 0.08 and not SETTING & {*names}:
            return self._of("none", ("asks",))
        return self._of("none", ("talk",) if share < 0.2 else ("no call",))

    def _left_out(self, names: Sequence[str], scene: Scene) -> Sample | None:
        """A message that means a tool which is not there, nor one like it."""
        close = {*names}.union(*(kin for kin in KIN if kin & {*names}))
        missing = [name for name in OFTEN if name not in close]
        sample = self._of(self._chance.choice(missing)) if missing else None
        if sample is None or sample.accepted & close:
            return None
        return self._placed(replace(sample, kind="tool not there"), scene)

    def _of(self, tool: str, origins: Sequence[str] = ()) -> Sample | None:
        chance = self._chance
        (language,) = chance.choices(list(LANGUAGES), list(LANGUAGES.values()))
        groups = self._found.get((tool, language), {})
        keys = [key for key in sorted(groups) if (key in origins if origins else key != "correction")]
        if not keys:
            return None
        (key,) = chance.choices(keys, [min(len(groups[key]), 400) ** 0.5 for key in keys])
        return chance.choice(groups[key])

    def _placed(self, sample: Sample, scene: Scene) -> Sample | None:
        """With the reminder, note or number of the scene in its place; None where no reminder is pending."""
        chance = self._chance
        if "\x01" in sample.text and not scene.pending:
            return None
        about = chance.choice(scene.pending).text if "\x01" in sample.text else None
        named, staged = chance.choice(scene.notes), chance.choice(scene.staged)
        text = sample.text.replace("\x01", about or "").replace("\x02", named).replace("\x03", str(staged))
        return replace(
            sample,
            text=text,
            about=about,
            named=named if "\x02" in sample.text else None,
            staged=staged if "\x03" in sample.text else None,
        )
