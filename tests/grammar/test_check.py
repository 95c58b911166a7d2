"""Broken grammars are errors. Through llama.cpp's binding each of these ends the process, or changes the
language.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

from agent.errors import GrammarError
from agent.grammar.check import byte_matcher, check, check_gbnf
from agent.grammar.form import List, Text
from agent.grammar.render import render
from agent.types import Grammar

BROKEN = {
    "unclosed literal": 'root ::= "a',
    "unclosed class": "root ::= [a",
    "unclosed group": 'root ::= ("a"',
    "unclosed repetition": 'root ::= "a"{2',
    "undefined rule": "root ::= nope",
    "no root": 'start ::= "a"',
    "nothing": "",
    "not a rule": "hello",
    "left recursion": 'root ::= root "a" | "b"',
    "hidden left recursion": 'root ::= "x"? root "a" | "b"',
    "left recursion through another rule": 'root ::= other "a"\nother ::= "y"* third\nthird ::= root | "b"',
    "a bound that llama.cpp drops": "root ::= [a]{0,2001}",
    "a least count that llama.cpp refuses": "root ::= [a]{2001}",
    "a group that llama.cpp finds too large": 'root ::= ("x" [a]{0,8}){0,300}',
    "a negated class that hides other characters": 'root ::= "<" [^\u2028]* ">"',
    "unknown escape": r'root ::= "\q"',
    "a bar on a line of its own": 'root ::= "a"\n | "b"',
}

ALONE = """
import sys
from agent.errors import GrammarError
from agent.grammar.check import check_gbnf
try:
    check_gbnf(sys.stdin.read())
except GrammarError as error:
    sys.exit(3 if str(error) else 4)
"""


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_grammar_is_an_error_that_says_why(text: str) -> None:
    with pytest.raises(GrammarError, match=r"grammar does not compile|the rule"):
        check_gbnf(text)


@pytest.mark.parametrize("name", ["unclosed literal", "undefined rule", "no root", "left recursion"])
def test_what_crashes_the_binding_ends_no_process_of_ours(name: str) -> None:
    child = subprocess.run(
        [sys.executable, "-c", ALONE],
        input=BROKEN[name],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert child.returncode == 3, child.stderr


def test_broken_lark_is_an_error() -> None:
    good = render(Text(0, 5))
    for lark in ("", "start: missing", 'start: "a', "start: /[/"):
        with pytest.raises(GrammarError):
            check(Grammar(gbnf=good.gbnf, lark=lark, longest=good.longest))


def test_what_we_write_passes_whatever_its_size() -> None:
    check(render(List(List(Text(0, 8000), 0, 256), 0, 256)))
    check(render(Text(2500, 8000)))


def test_large_groups_that_llama_cpp_takes_are_taken() -> None:
    check_gbnf('root ::= ("x" [a]{0,8}){0,200}')
    check_gbnf('root ::= ([a] | "b"){0,1500}')
    check_gbnf('root ::= string{0,40}\nstring ::= "x" [a]{0,50}')


def test_a_group_may_be_empty_and_a_rule_may_have_an_empty_end() -> None:
    check_gbnf('root ::= "a" ("b" | )\n')


def test_rules_that_lead_too_deep_are_an_error_and_not_an_overflow() -> None:
    chain = "start: r0" + "".join(f"\nr{number}: r{number + 1}" for number in range(3000)) + '\nr3000: "a"'
    with pytest.raises(GrammarError, match="too deep"):
        byte_matcher(chain)
