"""How well notes are recalled: hand-written facts and questions in other words, in made-up conversations.

    python -m evals.memory

Two readings of the same conversations: only what states a fact is a note (as people keep notes), and every
message is one. The floor and the weight of words are chosen on one half of the questions; all figures are of
the other half.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from agent.memory.opening import embedded_index
from agent.memory.ranking import Fusion
from agent.memory.recall import CANDIDATES, RecallPolicy, choose, is_question, relevance
from agent.memory_types import Note, Passage
from agent.routing.embedder import DIMENSION, SentenceEncoder
from evals import tables
from evals.memory_data import TALK, Conversation, Question, conversation

WORD_WEIGHTS = (0.0, 0.05, 0.1, 0.2, 0.3)
FLOORS = tuple(number / 100 for number in range(10, 90))
HALF_LIVES = (15.0, 30.0, 90.0)
RECENCIES = (0.2, 0.4, 0.6)
MARGIN = 0.02
"""Added to the least floor that keeps all never-said questions of the tuning half out: the other half
has near misses of its own.
"""
SHIPPED = "shipped"
"""With the policy that Kallisti comes with, instead of the one that is chosen here."""
KINDS = {SHIPPED: Fusion(), "fused": Fusion(), "meaning": Fusion(words=0.0), "words": Fusion(meaning=0.0)}
AT = 5
TALKED = 400
"""Messages that hold no fact, tried as if they were asked."""
ENCODER = SentenceEncoder()


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What the index gave for a question."""

    question: Question
    passages: tuple[Passage, ...]


def report_half(question: Question) -> bool:
    """Neighbours belong to different people, so halves are taken in pairs."""
    return question.number // 2 % 2 == 1


async def search(notes: Sequence[Note], questions: Sequence[Question], fusion: Fusion) -> list[Found]:
    with TemporaryDirectory() as directory:
        index = embedded_index(
            Path(directory), embedder=ENCODER, space="use", dimension=DIMENSION, fusion=fusion
        )
        for note in notes:
            await index.put(note)
        found = [
            Found(
                question=each,
                passages=await index.query(each.text, scopes=[each.scope], limit=CANDIDATES),
            )
            for each in questions
        ]
        await index.close()
    return found


def share(rows: Iterable[Found], right: Callable[[Found], bool]) -> float:
    marks = [right(row) for row in rows]
    return sum(marks) / len(marks) if marks else 0.0


def answered(row: Found) -> bool:
    return row.question.wanted in [passage.note_id for passage in row.passages[:AT]]


def recalled(row: Found, policy: RecallPolicy, talk: Conversation) -> list[str]:
    return [passage.note_id for passage in choose(row.passages, policy, now=talk.end)]


def tuned(rows: Sequence[Found], talk: Conversation) -> RecallPolicy:
    """The floor and the weights that recall most of what is asked for, and the newest of it first."""
    asked = [row for row in rows if row.question.wanted]
    never = [row for row in rows if not row.question.wanted]

    def worth(policy: RecallPolicy) -> float:
        got = share(asked, lambda row: row.question.wanted in recalled(row, policy, talk))
        changed = [row for row in asked if row.question.outdated and answered(row)]
        return got + 0.1 * share(changed, lambda row: newest_first(row, policy, talk))

    policies = []
    for words, half_life, recency in product(WORD_WEIGHTS, HALF_LIVES, RECENCIES):
        policy = RecallPolicy(words=words, half_life_days=half_life, recency=recency)
        highest = max(best_relevance(row, policy) for row in never)
        floor = next(floor for floor in FLOORS if floor > highest) + MARGIN
        policies.append(replace(policy, floor=floor))
    return max(policies, key=worth)


def best_relevance(row: Found, policy: RecallPolicy) -> float:
    return max((relevance(passage, policy) for passage in row.passages), default=0.0)


def quoted(row: Found, policy: RecallPolicy, talk: Conversation) -> str | None:
    """The note that a small model's turn quotes as the whole answer."""
    chosen = choose(row.passages, policy, now=talk.end)
    if not chosen or not is_question(row.question.text) or relevance(chosen[0], policy) < policy.sure:
        return None
    return chosen[0].note_id


def figures_of(rows: Sequence[Found], policy: RecallPolicy, talk: Conversation) -> dict[str, float]:
    asked = [row for row in rows if row.question.wanted]
    never = [row for row in rows if not row.question.wanted]
    changed = [row for row in asked if row.question.outdated and answered(row)]
    figures = {
        "questions": float(len(asked)),
        "recall_at_5": share(asked, answered),
        "recalled": share(asked, lambda row: row.question.wanted in recalled(row, policy, talk)),
        "never_said": share(never, lambda row: bool(recalled(row, policy, talk))),
        "newest_first": share(changed, lambda row: newest_first(row, policy, talk)),
        "quoted_right": share(asked, lambda row: quoted(row, policy, talk) in right(row)),
        "quoted_wrong": share(
            rows,
            lambda row: quoted(row, policy, talk) not in (None, row.question.wanted, row.question.outdated),
        ),
    }
    for language in ("en", "de"):
        some = [row for row in asked if row.question.language == language]
        figures[f"{language}.recall_at_5"] = share(some, answered)
    return figures


def right(row: Found) -> set[str]:
    return {note for note in (row.question.wanted, row.question.outdated) if note is not None}


def newest_first(row: Found, policy: RecallPolicy, talk: Conversation) -> bool:
    """Whether what was said last comes before what it changed."""
    order = recalled(row, replace(policy, floor=-1.0), talk)
    newest, old = row.question.wanted, row.question.outdated
    return newest in order and (old not in order or order.index(newest) < order.index(str(old)))


async def main() -> None:
    talk = conversation()
    facts = [note for note in talk.notes if not note.id.startswith(TALK)]
    figures: dict[str, float] = {}
    columns: dict[str, dict[str, float]] = {}
    for (name, notes), (kind, fusion) in product(
        {"notes": facts, "messages": talk.notes}.items(), KINDS.items()
    ):
        found = await search(notes, talk.questions, fusion)
        if kind == SHIPPED:
            policy = RecallPolicy()
        else:
            policy = tuned([row for row in found if not report_half(row.question)], talk)
        half = [row for row in found if report_half(row.question)]
        part = figures_of(half, policy, talk) | settings_of(policy)
        columns[f"{name}, {kind}"] = part
        figures |= {f"{name}.{kind}.{key}": value for key, value in part.items()}
    figures |= await small_talk(facts, talk)
    keys = list(next(iter(columns.values())))
    rows = [[key, *(f"{column[key]:.2f}" for column in columns.values())] for key in keys]
    talked = [[key, f"{figures[key]:.3f}"] for key in figures if key.startswith("talk.")]
    tables.show("Messages that ask for nothing", ("", "shipped"), talked)
    tables.show("Recall of notes, on the half that nothing was chosen on", ("", *columns), rows)
    print(f"figures: {tables.write('eval-memory', figures)}")


async def small_talk(facts: Sequence[Note], talk: Conversation) -> dict[str, float]:
    """What messages that ask for nothing draw, with the policy that Kallisti comes with."""
    said = {note.text: note.scope for note in talk.notes if note.id.startswith(TALK)}
    questions = [Question(text=text, language="", number=0, scope=scope) for text, scope in said.items()]
    rows, policy = await search(facts, questions[:TALKED], Fusion()), RecallPolicy()
    return {
        "talk.messages": float(len(rows)),
        "talk.drawn": share(rows, lambda row: bool(recalled(row, policy, talk))),
        "talk.quoted": share(rows, lambda row: quoted(row, policy, talk) is not None),
    }


def settings_of(policy: RecallPolicy) -> dict[str, float]:
    return {
        "set.floor": policy.floor,
        "set.words": policy.words,
        "set.recency": policy.recency,
        "set.half_life_days": policy.half_life_days,
    }


if __name__ == "__main__":
    asyncio.run(main())
