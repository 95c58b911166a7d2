"""What holding a model to the envelope costs, and how much of outside schemas the form takes.

    python -m bench.grammar --model smollm2=PATH --model gemma=PATH [--tools 3,10,50] [--turns 6] [--peers 2]
                            [--schemas DIRECTORY]

For each model and number of tools, on the same answers: the turn's time against unconstrained decoding of
the same text (`ratio`), the constraint's own work per turn beyond the plain argmax, the share of forced
tokens, and what a new and a seen offer cost until the matcher stands. DIRECTORY is the folder
`maskbench/data` of JSONSchemaBench; without it that part is left out. Writes `build/bench-grammar.json`.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median

from agent.engine.matcher import Grammars
from agent.engine.native import Interrupt, LoadOptions, NativeModel, quiet
from agent.engine.probe import choose_settings
from agent.engine.vocabulary import build_tokenizer
from agent.engine.weights import fast_weights
from agent.grammar.cache import GrammarCache
from agent.grammar.check import check
from agent.types import Grammar, GroundedArgument, Offer, Source
from bench import tools
from bench.replay import Answer, Cost, Replay, Stopwatch, along, best_of
from bench.schemas import measure_schemas
from evals import tables

CONTEXT = 4096
LIMITS = {"thought_limit": 400, "message_limit": 800, "max_calls": 4}
NEW_OFFERS = 9
SEEN = 50
INSTRUCTION = (
    "You are an assistant. Answer with one JSON object: thought, status, message_to_user, tool_calls.\n"
    "Tools:\n"
)


def main() -> None:
    arguments = _arguments()
    figures: dict[str, float] = {}
    for name, path in arguments.model:
        figures |= _measure_model(name, path, arguments)
    if arguments.schemas is None:
        print("Schemas from outside: left out; --schemas names JSONSchemaBench's maskbench/data folder.")
    else:
        figures |= measure_schemas(arguments.schemas)
    print(f"Written to {tables.write('bench-grammar', figures)}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", action="append", default=[], type=_named_path, metavar="NAME=PATH")
    parser.add_argument("--tools", default=(3, 10, 50), type=_numbers, metavar="N,N")
    parser.add_argument("--turns", default=6, type=int, help="answers per number of tools")
    parser.add_argument(
        "--peers", default=2, type=int, help="answers for llama.cpp's slow ways; 0 leaves them out"
    )
    parser.add_argument("--schemas", type=Path, metavar="DIRECTORY")
    return parser.parse_args()


def _named_path(text: str) -> tuple[str, Path]:
    name, separator, path = text.partition("=")
    if not separator or not Path(path).is_file():
        raise argparse.ArgumentTypeError(f'"{text}" is not NAME=PATH of a model file')
    return name, Path(path)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(","))


# ------------------------------------------------------------------ one model


def _measure_model(name: str, path: Path, arguments: argparse.Namespace) -> dict[str, float]:
    model = _loaded(path)
    grammars = Grammars(build_tokenizer(model))
    measured = {count: _measure_offer(model, grammars, count, arguments) for count in arguments.tools}
    _show(name, measured)
    return {
        f"{name}.{count}.{key}": value for count, values in measured.items() for key, value in values.items()
    }


def _loaded(path: Path) -> NativeModel:
    """With the weights and settings that the product uses here."""
    quiet()
    with tempfile.TemporaryDirectory() as folder:
        used = asyncio.run(fast_weights(path, state_directory=Path(folder)))
        verdict = asyncio.run(choose_settings(used, state_directory=None))
        options = LoadOptions(
            path=used, context=CONTEXT, threads=1, prefill_threads=1, extra_buffers=verdict.extra_buffers
        )
        return NativeModel(options, Interrupt())


def _show(name: str, measured: dict[int, dict[str, float]]) -> None:
    keys = next(iter(measured.values()))
    rows = [[key, *(f"{values[key]:.3g}" for values in measured.values())] for key in keys]
    tables.show(
        f"{name}: envelope turns (milliseconds are CPU time of one thread)",
        ["", *(f"{count} tools" for count in measured)],
        rows,
    )


def _measure_offer(
    model: NativeModel, grammars: Grammars, count: int, arguments: argparse.Namespace
) -> dict[str, float]:
    offer = tools.offer(count)
    grammar = GrammarCache().envelope(offer, **LIMITS)
    check(grammar)
    texts = tools.answers(count, arguments.turns)
    answers = [along(model, grammars.matcher(grammar.lark), text) for text in texts]
    replay = Replay(model, _prompt(model, offer))
    replay.prepare()
    floor = _sum(answers, replay.unconstrained)
    ours = _sum(answers, lambda answer: replay.ours(answer, grammars.matcher(grammar.lark)))
    turns = len(answers)
    return {
        "ratio": ours.total / floor.total,
        "constraint_ms": (ours.work - floor.work * _sampled_share(answers)) / turns,
        "work_ms": ours.work / turns,
        "tokens": ours.tokens / turns,
        "forced": ours.forced / ours.tokens,
        **_compile_cost(grammars, offer),
        **_peers(replay, answers[: arguments.peers], grammar),
    }


def _sampled_share(answers: list[Answer]) -> float:
    """Sampled tokens per token: the plain argmax that our loop pays too."""
    return sum(len(answer.steps) - 1 for answer in answers) / sum(len(answer.tokens()) for answer in answers)


def _prompt(model: NativeModel, offer: Offer) -> list[int]:
    lines = [f"- {each.tool.name}: {', '.join(each.tool.arguments.model_fields)}" for each in offer.tools]
    text = INSTRUCTION + "\n".join(lines) + "\nUser: hello\nAssistant: "
    return ([model.bos] if model.adds_bos and model.bos is not None else []) + model.tokenize(
        text, special=False
    )


def _sum(answers: list[Answer], way: Callable[[Answer], Cost]) -> Cost:
    """The first answer once for warmth, then all."""
    way(answers[0])
    total = Cost()
    for answer in answers:
        total.add(way(answer))
    return total


def _compile_cost(grammars: Grammars, offer: Offer) -> dict[str, float]:
    """From an offer whose tools are known to a matcher that stands at its start."""
    cache = GrammarCache()
    for each in offer.tools:
        cache.prepare(each)
    spent: list[float] = []
    for fresh in _new_offers(offer):
        watch = Stopwatch()
        with watch.running():
            grammars.matcher(cache.envelope(fresh, **LIMITS).lark).forced()
        spent.append(watch.spent)
    seen = best_of(SEEN, lambda: grammars.matcher(cache.envelope(offer, **LIMITS).lark))
    return {"compile_ms": median(spent), "seen_ms": seen}


def _new_offers(offer: Offer) -> Iterator[Offer]:
    """Offers that differ in what is grounded, as those of real turns do."""
    tool = offer.tools[0].tool
    for number in range(NEW_OFFERS):
        values = (f"Zürich {number}", f"place {number}")
        place = GroundedArgument(tool=tool.name, argument="place", source=Source.MESSAGE_TEXT, values=values)
        yield replace(offer, grounded=(place,))


def _peers(replay: Replay, answers: list[Answer], grammar: Grammar) -> dict[str, float]:
    if not answers:
        return {}
    floor = _sum(answers, replay.unconstrained)
    whole = _sum(answers, lambda answer: replay.llama_cpp(answer, grammar, probe_first=False))
    probing = _sum(answers, lambda answer: replay.llama_cpp(answer, grammar, probe_first=True))
    return {
        "llama_cpp_ratio": whole.total / floor.total,
        "llama_cpp_constraint_ms": whole.work / len(answers),
        "llama_server_ratio": probing.total / floor.total,
    }


if __name__ == "__main__":
    main()
