"""Rules in both notations, with the length of their longest texts; what is known is not made again."""

from __future__ import annotations

from agent.grammar.gbnf import gbnf_rule
from agent.grammar.lark import lark_rule
from agent.grammar.measures import lengths
from agent.grammar.rules import Printed, Productions


def printed(rules: Productions) -> dict[str, Printed]:
    known = dict(rules.printed)
    sizes = lengths(rules)
    for rule in rules.rules:
        if rule.name not in known:
            known[rule.name] = Printed(gbnf_rule(rule), lark_rule(rule), sizes[rule.name])
    return known
