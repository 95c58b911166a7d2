"""A form as a `Grammar`: both texts and the longest output. Parts that recur are made once, as fragments."""

from __future__ import annotations

from agent.grammar.form import Form, Literal, Record
from agent.grammar.gbnf import gbnf_text
from agent.grammar.lark import lark_text
from agent.grammar.leaves import slug
from agent.grammar.printing import printed
from agent.grammar.productions import part_productions, productions
from agent.grammar.rules import ROOT, Fragment
from agent.types import Grammar


def render(form: Form) -> Grammar:
    """Raises NameTaken where two fragments inside the form name different rules alike."""
    rules = productions(form)
    known = printed(rules)
    lines = [known[rule.name] for rule in rules.rules]
    return Grammar(
        gbnf=gbnf_text((line.gbnf for line in lines), rules.base),
        lark=lark_text((line.lark for line in lines), rules.base),
        longest=known[ROOT].longest,
    )


def fragment(record: Record, *, name: str, prefix: str) -> Fragment:
    """An object whose first key has one value, made and printed; `prefix` begins the names of its rules."""
    first = record.fields[0]
    assert isinstance(first.form, Literal)
    rules = part_productions(record, name, slug(prefix))
    return Fragment(
        name=rules.rules[0].name,
        tag=(first.name, first.form.json),
        rules={rule.name: rule for rule in rules.rules},
        printed=printed(rules),
    )
