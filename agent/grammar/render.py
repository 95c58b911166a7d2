"""A form as a `Grammar`: both texts and the longest output. Parts that recur are made once, as fragments."""

from __future__ import annotations

from agent.grammar.form import Form, Literal, Record
from agent.grammar.gbnf import gbnf_rule, gbnf_text
from agent.grammar.lark import lark_rule, lark_text
from agent.grammar.leaves import slug
from agent.grammar.measures import lengths
from agent.grammar.productions import part_productions, productions
from agent.grammar.rules import ROOT, Fragment, Printed, Productions
from agent.types import Grammar


def render(form: Form) -> Grammar:
    """Raises NameTaken where two fragments inside the form name different rules alike."""
    rules = productions(form)
    printed = _printed(rules)
    lines = [printed[rule.name] for rule in rules.rules]
    return Grammar(
        gbnf=gbnf_text((line.gbnf for line in lines), rules.base),
        lark=lark_text((line.lark for line in lines), rules.base),
        longest=printed[ROOT].longest,
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
        printed=_printed(rules),
    )


def _printed(rules: Productions) -> dict[str, Printed]:
    """Every rule in both notations, as far as it is not known."""
    known = dict(rules.printed)
    sizes = lengths(rules)
    for rule in rules.rules:
        if rule.name not in known:
            known[rule.name] = Printed(gbnf_rule(rule), lark_rule(rule), sizes[rule.name])
    return known
