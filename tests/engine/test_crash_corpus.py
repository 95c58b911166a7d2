"""Grammars and misuse that end other processes, each in a process of its own: here they are errors at most.

The worker of each case must answer the next request, and must still be the same process.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from agent.engine.client import WorkerEngine
from agent.errors import GrammarError
from agent.grammar.nesting import DEEPEST, too_deep
from agent.types import Finish, Grammar
from tests.engine.conftest import SHORT, Ask

pytestmark = pytest.mark.model

CHECKOUT = Path(__file__).parents[2]
BUDGET = 40


def chain(length: int) -> str:
    rules = "\n".join(f"r{number}: r{number + 1}" for number in range(length))
    return f'start: r0\n{rules}\nr{length}: "a"'


REFUSED = {
    "an open quote": 'start: "a',
    "an undefined rule": "start: nowhere",
    "no start": 'root: "a"',
    "nothing": "",
    "only a header": "%llguidance {",
    "half of a surrogate pair": 'start: "\ud800"',
    "an open class": "start: /[/",
    "looking ahead": "start: /(?=a)b/",
    "deep brackets": "start: " + "(" * 20_000 + '"a"' + ")" * 20_000,
    "deep brackets in an expression": "start: /" + "(" * 100_000 + "a" + ")" * 100_000 + "/",
    "a chain of rules that overflows the stack": chain(5000),
    "a text that is no grammar": "\x00\x01\x02 🎉",
    "a repetition that ends before it begins": "start: /a{5,3}/",
}
HARMLESS = {
    "left recursion": 'start: start "a" | "b"',
    "a bound above 2000": "start: /a{0,3000}/ /b/",
    "a minimum above 2000": "start: /a{2001}/",
    "products of bounds": "start: part{0,40} END\npart: /x[a]{0,50}/\nEND: /z/",
    "thirty optional letters": "start: " + "/[a-z]?/ " * 30 + '"."',
    "words and spaces of any kind": 'start: (/[a-z]+/ " "?)* "."',
    "nested stars": "start: /((a|aa)*,?)*[.]/",
    "overlapping texts": 'start: /[a-z ]{0,400}/ "!" | /[a-y ]{0,400}/ "?"',
    "a chain of rules": chain(DEEPEST - 2),
    "enormous bounds": "start: /(.{300}){300}/",
}


def engine_of(model: Path, state: Path) -> WorkerEngine:
    return WorkerEngine(model_path=model, context=512, threads=1, state_directory=state, start_deadline=60)


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("state")


@pytest.mark.parametrize("lark", REFUSED.values(), ids=REFUSED.keys())
async def test_a_bad_grammar_is_an_error(lark: str, default_model: Path, state: Path, ask: Ask) -> None:
    engine = engine_of(default_model, state)
    try:
        await engine.info()
        worker = engine.worker_pid
        with pytest.raises(GrammarError):
            await engine.generate(ask(grammar=Grammar(gbnf="", lark=lark, longest=10), max_tokens=BUDGET))
        answer = await engine.generate(ask(grammar=SHORT))
        assert set(json.loads(answer.text)) == {"colour", "count"}
        assert engine.worker_pid == worker
    finally:
        await engine.close()


@pytest.mark.parametrize("lark", HARMLESS.values(), ids=HARMLESS.keys())
async def test_a_heavy_grammar_gives_an_output_or_an_error(
    lark: str, default_model: Path, state: Path, ask: Ask
) -> None:
    engine = engine_of(default_model, state)
    try:
        await engine.info()
        worker = engine.worker_pid
        heavy = ask(grammar=Grammar(gbnf="", lark=lark, longest=100_000), max_tokens=BUDGET, deadline=20)
        with contextlib.suppress(GrammarError):
            assert (await engine.generate(heavy)).finish in (Finish.STOP, Finish.CLOSED)
        answer = await engine.generate(ask(grammar=SHORT))
        assert set(json.loads(answer.text)) == {"colour", "count"}
        assert engine.worker_pid == worker
    finally:
        await engine.close()


MISUSE = {
    "a token that the grammar refuses": "matcher.consume(model.tokenize('9', special=False))",
    "the end before the end": "matcher.consume([model.eos])",
    "anything after the end": "matcher.consume(model.tokenize('a}', special=False) + [model.eos] * 2 + [5])",
    "a token that does not exist": "matcher.consume([model.size + 7])",
    "a mask where nothing can follow": "matcher.consume(model.tokenize('9', special=False))\nmatcher.legal()",
    "no token at all, and the mask of an empty place": "Grammars(tokenizer).matcher('start: /[]/').legal()",
}
PREAMBLE = """
    import sys
    from pathlib import Path
    from agent.engine.matcher import Grammars
    from agent.engine.native import Interrupt, LoadOptions, NativeModel
    from agent.engine.vocabulary import build_tokenizer
    from agent.errors import GrammarError
    options = LoadOptions(
        path=Path(sys.argv[1]), context=256, threads=1, prefill_threads=1, extra_buffers=False
    )
    model = NativeModel(options, Interrupt())
    tokenizer = build_tokenizer(model)
    grammars = Grammars(tokenizer)
    matcher = grammars.matcher('start: "{" /[a-z]+/ "}"')
    matcher.forced()
    try:
        exec(sys.argv[2])
    except GrammarError as error:
        print("error:", error)
    again = grammars.matcher('start: "yes"')
    again.forced()
    assert again.finished
    print("alive")
"""


@pytest.mark.parametrize("code", MISUSE.values(), ids=MISUSE.keys())
def test_misuse_of_the_matcher_is_an_error(code: str, default_model: Path) -> None:
    child = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(PREAMBLE), str(default_model), code],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert child.returncode == 0, child.stderr[-1000:]
    error, alive = child.stdout.splitlines()
    assert error.startswith("error:")
    assert alive == "alive"


def test_the_depth_of_rules_is_counted() -> None:
    assert not too_deep(chain(DEEPEST - 2))
    assert too_deep(chain(DEEPEST + 1))
    wide = "start: " + " | ".join(f"r{number}" for number in range(3 * DEEPEST))
    assert not too_deep(wide + "".join(f'\nr{number}: "a"' for number in range(3 * DEEPEST)))
    circle = "start: r0" + "".join(f"\nr{number}: r{(number + 1) % 600}" for number in range(600))
    assert too_deep(circle)
