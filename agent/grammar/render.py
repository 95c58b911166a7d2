"""A form as a `Grammar`: both texts and the longest output."""

from __future__ import annotations

from agent.grammar.form import Form
from agent.grammar.gbnf import gbnf
from agent.grammar.lark import lark
from agent.grammar.measures import longest
from agent.grammar.productions import productions
from agent.types import Grammar


def render(form: Form) -> Grammar:
    rules = productions(form)
    return Grammar(gbnf=gbnf(rules), lark=lark(rules), longest=longest(rules))
