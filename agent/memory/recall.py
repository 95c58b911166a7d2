"""What of the notes a message is answered with: the best passages above a floor, newest of equals first.

`choose` is pure. `Recall` asks the index beside the routing of a turn, and never keeps the turn waiting: what
is not there in time is left out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import median

import structlog

from agent.errors import IndexUnavailable, StoreUnavailable
from agent.memory import terms
from agent.memory.scopes import visible_scopes
from agent.memory_types import Passage
from agent.ports import NoteIndex
from agent.types import Offer, Origin, Regime

log = structlog.get_logger(__name__)

CANDIDATES = 16
"""Passages asked of the index; of one note several may come, and only its best is taken."""
GRACE_SECONDS = 0.03
"""How much longer than the routing recall may take."""
LONGEST_PASSAGE = 480
"""Characters of one passage in a prompt."""
ALIKE = 0.8
"""Two passages that share so much of their words say the same; the newer one is taken."""
DAY = 86_400.0
_QUESTION_TEXT = """
what whats when where who whose whom which why how was wann wo wer wem wen wessen welche welcher
welches welchen wie warum wofur wovor womit quoi quand ou qui quel quelle comment combien que cuando
donde quien cual como cosa quando dove chi quale wat wanneer waar wie welke hoe
"""
QUESTION_WORDS = frozenset(_QUESTION_TEXT.split())
"""First words of a question without its mark, folded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallPolicy:
    """`relevance` is similarity, and up to `words` more where most words of the question are in it.

    What is less relevant than `floor` is no answer to the question. Among the others, age counts a little: in
    `half_life_days` a note loses half of `recency` of its rank. `characters` bounds all passages together.
    From `sure` on, a passage may be the whole answer to a question.

    The floor rises by `crowd` of what the ordinary passage is more relevant than `ordinary`: where everything
    is somewhat alike, likeness says little.
    """

    floor: float = 0.37
    crowd: float = 0.2
    ordinary: float = 0.09
    words: float = 0.2
    recency: float = 0.4
    half_life_days: float = 30.0
    most: int = 5
    characters: int = 1200
    sure: float = 0.55


def relevance(passage: Passage, policy: RecallPolicy) -> float:
    return passage.similarity + policy.words * max(0.0, 2 * passage.words - 1)


def floor_among(passages: Sequence[Passage], policy: RecallPolicy) -> float:
    """The floor for what was found. What is missing of `CANDIDATES` notes counts as ordinary, so that few
    notes are not measured by each other.
    """
    best: dict[str, float] = {}
    for passage in passages:
        best[passage.note_id] = max(relevance(passage, policy), best.get(passage.note_id, -1.0))
    found = sorted(best.values(), reverse=True)[:CANDIDATES]
    usual = median([*found, *[policy.ordinary] * (CANDIDATES - len(found))])
    return policy.floor + policy.crowd * max(0.0, usual - policy.ordinary)


def rank(passage: Passage, policy: RecallPolicy, *, now: datetime) -> float:
    """Relevance, less for what is old."""
    age = max(0.0, (now - passage.updated).total_seconds() / DAY)
    freshness: float = 0.5 ** (age / policy.half_life_days)
    return relevance(passage, policy) * (1 - policy.recency * (1 - freshness))


def choose(passages: Sequence[Passage], policy: RecallPolicy, *, now: datetime) -> tuple[Passage, ...]:
    """Best first: at most one passage of a note, none that says what a better one says, all within bounds."""
    floor = floor_among(passages, policy)
    good = [passage for passage in passages if relevance(passage, policy) >= floor]
    good.sort(key=lambda passage: -rank(passage, policy, now=now))
    chosen: list[Passage] = []
    left = policy.characters
    for passage in good:
        size = min(len(passage.text), LONGEST_PASSAGE)
        if size <= left and not any(_repeats(passage, other) for other in chosen):
            chosen.append(passage)
            left -= size
        if len(chosen) == policy.most:
            break
    return tuple(chosen)


def answers_alone(passages: Sequence[Passage], offer: Offer, text: str, policy: RecallPolicy) -> bool:
    """Whether the best passage is quoted instead of asking the model.

    Only for a model that cannot use notes in its prompt, and only where nothing but talk was offered and the
    message asks something that the passage is surely about.
    """
    if offer.regime is not Regime.NARROW or offer.tools or not passages:
        return False
    return is_question(text) and relevance(passages[0], policy) >= policy.sure


def is_question(text: str) -> bool:
    """Whether it ends with a question mark or begins with a question word."""
    words = terms.folded(text[:200]).split()
    return bool(words) and (text.rstrip().endswith(("?", "？")) or words[0].strip(",'’") in QUESTION_WORDS)


def _repeats(passage: Passage, other: Passage) -> bool:
    if passage.note_id == other.note_id:
        return True
    one, two = set(terms.stems(passage.text)), set(terms.stems(other.text))
    if not one or not two:
        return passage.text == other.text
    return len(one & two) / len(one | two) >= ALIKE


class Recall:
    """Recalls for turns; one instance serves all."""

    def __init__(self, index: NoteIndex, policy: RecallPolicy | None = None) -> None:
        self._index = index
        self.policy = policy or RecallPolicy()
        self._down = False

    def begin(self, origin: Origin) -> Recalling:
        """Starts to look; to be ended by `Recalling.passages` or `Recalling.drop`."""
        return Recalling(asyncio.create_task(self._passages(origin)))

    async def _passages(self, origin: Origin) -> tuple[Passage, ...]:
        scopes = visible_scopes(origin.channel, origin.author)
        try:
            found = await self._index.query(origin.text, scopes=scopes, limit=CANDIDATES)
        except (IndexUnavailable, StoreUnavailable) as error:
            self._note_down(str(error))
            return ()
        except Exception:  # a turn is answered without notes, whatever is wrong with them
            log.exception("notes could not be recalled", message=origin.message_id)
            return ()
        self._down = False
        return choose(found, self.policy, now=origin.now)

    def _note_down(self, reason: str) -> None:
        """Said once until it works again, not with every message."""
        if not self._down:
            log.warning("turns go on without notes", reason=reason)
        self._down = True


class Recalling:
    """One search under way. `late` says that its turn went on without it."""

    def __init__(self, task: asyncio.Task[tuple[Passage, ...]]) -> None:
        self._task = task
        self.late = False

    async def passages(self, grace: float = GRACE_SECONDS) -> tuple[Passage, ...]:
        """What was found, or nothing where it takes longer than `grace` seconds from now."""
        done, _ = await asyncio.wait({self._task}, timeout=grace)
        if not done:
            self.late = True
            log.info("notes came too late for a turn")
            self.drop()
            return ()
        return self._task.result()

    def drop(self) -> None:
        self._task.cancel()
