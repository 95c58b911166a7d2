"""The matcher on real vocabularies: what its mask allows is what it takes, and forced runs are canonical.

Always on the default model's; on others with `pytest --more-vocabularies PATH`.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, cast

import pytest

from agent.engine.matcher import Grammars, Matcher
from agent.engine.models import default_model_path
from agent.engine.native import NativeModel
from agent.engine.vocabulary import build_tokenizer
from tests.grammar.mask_child import Vocabulary
from tests.grammar.offers import NARROW, NOTHING, THREE, envelope_of
from tests.grammar.walks import Walker

pytestmark = [
    pytest.mark.model,
    pytest.mark.filterwarnings("ignore:llama_load_model_from_file:DeprecationWarning"),
]

PAIRS = 100_000
STATES = 250
TEXTS = 60
CANONICAL = 0.95
"""A token that the grammar rules out in one place may shift the spelling behind it."""
SENTENCES = (
    "The user wants to be reminded, so I call the tool.",
    "I have the result and can answer now",
    "Which city do you mean?",
    "Es ist 9 Uhr; die Besprechung beginnt um 9:30 Uhr.",
    "Le rendez-vous est demain à midi.",
    "¿A qué hora quieres que te avise?",
    "Here it is: sunny, 21 °C, light wind.\nAnything else?",
    'One moment: "ABC-1234" is on its way!',
)


@dataclass(frozen=True)
class Tried:
    vocabulary: Vocabulary
    grammars: Grammars


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "path" in metafunc.fixturenames:
        paths = [default_model_path(), *map(Path, metafunc.config.getoption("--more-vocabularies"))]
        metafunc.parametrize("path", paths, ids=lambda path: path.stem, scope="module")


@pytest.fixture(scope="module")
def tried(path: Path) -> Tried:
    vocabulary = Vocabulary(path)
    return Tried(vocabulary, Grammars(build_tokenizer(cast("NativeModel", vocabulary))))


def spelled(vocabulary: Vocabulary, data: bytes) -> bool:
    """Whether the vocabulary can spell it at all."""
    return b"".join(vocabulary.pieces[token] for token in vocabulary.tokenize(data)) == data


def texts(walker: Walker, vocabulary: Vocabulary) -> Iterator[bytes]:
    while True:
        data = walker.text().encode()
        if spelled(vocabulary, data):
            yield data


def next_token(tried: Tried, matcher: Matcher, rest: bytes) -> int:
    """The canonical token where it is legal, else the longest legal one."""
    token = tried.vocabulary.tokenize(rest)[0]
    if matcher.allows(token):
        return token
    pieces = tried.vocabulary.pieces
    return max(
        (int(each) for each in matcher.legal() if pieces[each] and rest.startswith(pieces[each])),
        key=lambda each: len(pieces[each]),
    )


def walk(tried: Tried, lark: str, data: bytes) -> Iterator[tuple[Matcher, list[int], list[int]]]:
    """At each place of a text: the matcher there, the forced run that led to it, all tokens so far."""
    matcher = tried.grammars.matcher(lark)
    pieces = tried.vocabulary.pieces
    tokens: list[int] = []
    while True:
        run = matcher.forced()
        tokens += run
        yield matcher, run, tokens
        rest = data[sum(len(pieces[token]) for token in tokens) :]
        if not rest or matcher.finished:
            return
        tokens.append(next_token(tried, matcher, rest))
        matcher.consume(tokens[-1:])


def states(tried: Tried) -> Iterator[Matcher]:
    walkers = [Walker(envelope_of(offer), seed=7) for offer in (THREE, NARROW, NOTHING)]
    sources = [texts(walker, tried.vocabulary) for walker in walkers]
    while True:
        for walker, source in zip(walkers, sources, strict=True):
            for matcher, _, _ in walk(tried, walker.lark, next(source)):
                if not matcher.finished:
                    yield matcher.copy()


def test_mask_and_consume_agree(tried: Tried) -> None:
    chance = random.Random(5)
    size = tried.vocabulary.size
    pairs = 0
    each = -(-PAIRS // STATES)
    for state, _ in zip(states(tried), range(STATES), strict=False):
        legal = {int(token) for token in state.legal()}
        some = chance.sample(sorted(legal), min(len(legal), each // 2))
        others = chance.sample(range(size), each - len(some))
        for token in (*some, *others):
            assert state.copy().try_consume(token) == (token in legal), token
            pairs += 1
    assert pairs >= PAIRS


def test_forced_runs_are_canonical(tried: Tried) -> None:
    vocabulary = tried.vocabulary
    walker = Walker(envelope_of(THREE), seed=3)
    runs = canonical = 0
    for data, _ in zip(texts(walker, vocabulary), range(TEXTS), strict=False):
        places = list(walk(tried, walker.lark, data))
        for run in (run for _, run, _ in places if run):
            text = b"".join(vocabulary.pieces[token] for token in run)
            runs += 1
            canonical += vocabulary.tokenize(text) == run
    assert runs > TEXTS
    assert canonical / runs >= CANONICAL


def test_outputs_with_their_forced_runs_are_canonical(tried: Tried) -> None:
    """Of ordinary words; where a text is odd, a forced run may begin in the middle of a token."""
    lark = Walker(envelope_of(THREE)).lark
    whole = 0
    for thought, message in product(SENTENCES, SENTENCES):
        envelope = {"thought": thought, "status": "Idle", "message_to_user": message, "tool_calls": []}
        data = json.dumps(envelope, ensure_ascii=False, separators=(",", ":")).encode()
        *_, (_, _, tokens) = walk(tried, lark, data)
        whole += tokens == tried.vocabulary.tokenize(data)
    assert whole / len(SENTENCES) ** 2 >= CANONICAL


def test_no_control_token_is_ever_legal(tried: Tried) -> None:
    special: Any = tried.vocabulary.special()
    special[list(tried.vocabulary.ending)] = False
    for state, _ in zip(states(tried), range(STATES), strict=False):
        assert not special[state.legal()].any()
