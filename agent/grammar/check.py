"""Whether a grammar compiles, found out without a model and without llama.cpp.

llama.cpp answers a broken grammar with a null pointer, which its Python binding follows into a crash of the
process; and it drops the bound of a large repetition silently. So every GBNF text is read here first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from llguidance import LLMatcher, LLTokenizer
from llguidance._tokenizer import TokenizerWrapper
from llguidance.gbnf_to_lark import (
    AlternativeNode,
    ASTNode,
    GrammarParser,
    RegexNode,
    RepetitionNode,
    RuleNode,
    RuleRefNode,
    SequenceNode,
    gbnf_to_lark,
)

from agent.errors import GrammarError
from agent.grammar.gbnf import MOST_REPETITIONS
from agent.grammar.nesting import too_deep
from agent.types import Grammar

_END = 256


class _Bytes:
    """A vocabulary of the 256 bytes and an end mark."""

    eos_token_id = _END
    bos_token_id = None
    tokens: Sequence[bytes] = (*(bytes([byte]) for byte in range(_END)), b"<end>")
    special_token_ids = (_END,)

    def __call__(self, text: bytes | str) -> list[int]:
        return list(text if isinstance(text, bytes) else text.encode())


@cache
def byte_tokenizer() -> Any:
    """A tokenizer of single bytes: the smallest vocabulary that spells every text."""
    return LLTokenizer(TokenizerWrapper(_Bytes()))


def byte_matcher(lark: str) -> Any:
    """An llguidance matcher over single bytes (token id = byte). Raises GrammarError."""
    if too_deep(lark):
        raise GrammarError("the grammar does not compile: its rules lead too deep into one another")
    matcher = LLMatcher(byte_tokenizer(), LLMatcher.grammar_from_lark(lark), log_level=0)
    if matcher.is_error():
        raise GrammarError(f"the grammar does not compile: {_first_line(matcher.get_error())}")
    return matcher


def check(grammar: Grammar) -> None:
    """Both texts of a grammar. Raises GrammarError."""
    byte_matcher(grammar.lark)
    check_gbnf(grammar.gbnf)


def check_gbnf(text: str) -> None:
    """A GBNF text as llama.cpp would read it. Raises GrammarError that says what is wrong."""
    try:
        rules = GrammarParser().parse(text)
        converted = gbnf_to_lark(text)
    except Exception as error:  # noqa: BLE001 - it raises plain Exception, and IndexError at an open end
        raise GrammarError(
            f"the grammar does not compile: {_first_line(str(error) or repr(error))}"
        ) from None
    for rule in rules.values():
        _check_rule(rule)
    _check_left_recursion(rules)
    byte_matcher(converted)


def _check_rule(rule: RuleNode) -> None:
    for node in _nodes(rule.alternatives):
        if isinstance(node, RepetitionNode) and max(node.min_times, node.max_times or 0) > MOST_REPETITIONS:
            raise GrammarError(f'the rule "{rule.name}" repeats more than {MOST_REPETITIONS} times')
        if isinstance(node, RepetitionNode) and _made(node.node) * (node.max_times or 1) > MOST_REPETITIONS:
            raise GrammarError(f'the rule "{rule.name}" repeats too large a group')
        if isinstance(node, RegexNode) and node.rx.startswith("[^") and not node.rx.isascii():
            raise GrammarError(f'the rule "{rule.name}" has a negated class with non-ASCII characters')


def _made(node: ASTNode) -> int:
    """The rules that llama.cpp makes of what a repetition repeats: one per group and per turn inside."""
    inner = sum(map(_made, node.children()))
    if isinstance(node, RepetitionNode):
        return inner + (node.max_times or 1)
    return inner + isinstance(node, AlternativeNode)


def _check_left_recursion(rules: dict[str, RuleNode]) -> None:
    """A rule that can begin with itself is refused by llama.cpp."""
    starts = {name: set(_first_names(rule.alternatives)) for name, rule in rules.items()}
    for name in rules:
        seen: set[str] = set()
        waiting = list(starts[name])
        while waiting:
            following = waiting.pop()
            if following == name:
                raise GrammarError(f'the rule "{name}" begins with itself')
            if following not in seen:
                seen.add(following)
                waiting.extend(starts.get(following, ()))


def _first_names(node: ASTNode) -> Iterator[str]:
    """The rules that a text of this node may begin with; a repetition from 0 lets the next part begin too."""
    if isinstance(node, RuleRefNode):
        yield node.name
    elif isinstance(node, SequenceNode):
        for part in node.nodes:
            yield from _first_names(part)
            if not (isinstance(part, RepetitionNode) and part.min_times == 0):
                break
    else:
        for part in node.children():
            yield from _first_names(part)


def _nodes(node: ASTNode) -> Iterator[ASTNode]:
    yield node
    for part in node.children():
        yield from _nodes(part)


def _first_line(message: str) -> str:
    return message.strip().splitlines()[0] if message.strip() else "unknown error"
