"""A form as named rules: the one set of productions that both renderings print.

A production is a leaf (one terminal: a scalar and everything inside it) or structure (objects, lists,
alternatives of them, which refer to leaves).

llguidance's lexer takes the longest lexeme, so two that may begin at the same place must not be such that
one goes on where the other ends. JSON's own tokens are never so. Texts of several tokens
(`{"name":"x","args":`) are fused only where one alternative is possible, or where alternatives differ in
the value of their first key.
"""

from __future__ import annotations

from collections import abc
from dataclasses import dataclass, replace
from functools import lru_cache

from agent.grammar import base
from agent.grammar.expression import (
    Chain,
    Choice,
    Exact,
    Expression,
    Ref,
    Repeat,
    chain,
    choice,
    optional,
    repeat,
)
from agent.grammar.form import (
    Branch,
    Field,
    Form,
    Integer,
    List,
    Literal,
    Mapping,
    Named,
    Number,
    OneOf,
    Quote,
    Record,
    Text,
    Tuple,
    is_leaf,
    unnamed,
)
from agent.grammar.groups import needs_rule
from agent.grammar.labels import label, tag_label, told_apart
from agent.grammar.leaves import leaf_expression, slug, speaking_name
from agent.grammar.printing import printed
from agent.grammar.punctuation import Place, key_text, literal, separated
from agent.grammar.quotes import quote_rules
from agent.grammar.rules import ROOT, Fragment, NameTaken, Printed, Production, Productions, ordered

SCALARS = 256
"""Scalars kept with their rules; most tools share few."""


def productions(form: Form) -> Productions:
    """The rules of a whole language, beginning with `root`. Raises NameTaken where fragments clash."""
    builder = _Builder()
    body = builder.body(form, Place(ROOT, fused=True))
    language = ordered(Production.of(ROOT, body, leaf=is_leaf(form)), builder.rules)
    return replace(language, printed=builder.printed)


def part_productions(form: Record, name: str, prefix: str) -> Productions:
    """The rules of a part that will be used inside a whole, its own one first.

    All but the speaking names of scalars begin with `prefix`.
    """
    builder = _Builder(prefix)
    body = builder.body(form, Place(slug(name), fused=True))
    language = ordered(Production.of(slug(name), body, leaf=False), builder.rules)
    return replace(language, printed=builder.printed)


@dataclass(frozen=True, slots=True)
class _Scalar:
    """A scalar under its speaking name, made and printed."""

    name: Expression
    rules: abc.Mapping[str, Production]
    printed: abc.Mapping[str, Printed]


@lru_cache(maxsize=SCALARS)
def _scalar(form: Form) -> _Scalar | None:
    """None where the scalar has no speaking name."""
    name = speaking_name(form)
    if name is None or name in base.names() or name == ROOT:
        return None
    builder = _Builder()
    rule = Production.of(name, builder.body(form, Place(name, fused=True)), leaf=True)
    language = replace(ordered(rule, builder.rules), printed=builder.printed)
    return _Scalar(Ref(name, leaf=True), {each.name: each for each in language.rules}, printed(language))


class _Builder:
    """Gathers rules; equal bodies share one rule."""

    def __init__(self, prefix: str = "") -> None:
        self.rules: dict[str, Production] = {}
        self.printed: dict[str, Printed] = {}
        self._prefix = prefix
        self._by_body: dict[tuple[Expression, bool], str] = {}
        self._quotes: dict[Quote, Expression] = {}
        self._visited: dict[tuple[int, bool], tuple[Named, Expression]] = {}

    def _define(self, name: str, body: Expression, *, leaf: bool) -> Expression:
        """A reference to a rule with this body; the name gets a number where it is taken."""
        if isinstance(body, Ref):
            return body
        known = self._by_body.get((body, leaf))
        if known is None:
            known = self._free(name, body)
            self._by_body[body, leaf] = known
            if known not in self.rules:
                self.rules[known] = Production.of(known, body, leaf=leaf)
        return Ref(known, leaf)

    def _free(self, name: str, body: Expression) -> str:
        """The name, or with a number, that is not taken by another body."""
        candidate, number = name, 2
        while candidate in base.names() or candidate == ROOT or self._other(candidate, body):
            candidate, number = f"{name}-{number}", number + 1
        return candidate

    def _other(self, name: str, body: Expression) -> bool:
        return name in self.rules and self.rules[name].body != body

    def _named(self, name: str, place: Place) -> Place:
        part = slug(name)
        return place.renamed(f"{self._prefix}-{part}" if self._prefix not in {"", part} else part)

    def _adopt(self, fragment: Fragment) -> Expression:
        """The rules of a part made elsewhere."""
        for name, rule in fragment.rules.items():
            mine = self.rules.setdefault(name, rule)
            if mine is not rule and mine != rule:
                raise NameTaken(name)
        self.printed.update(fragment.printed)
        return Ref(fragment.name, leaf=False)

    # -------------------------------------------------------------- one form

    def reference(self, form: Form, place: Place) -> Expression:
        """What stands for the form in a structural rule: its text where there is one only, else a name."""
        match form:
            case Literal(text):
                return literal(text, place)
            case Named():
                return self._once(form, place)
            case Fragment():
                return self._adopt(form)
            case OneOf() | Record() | Branch() | List() | Tuple() | Mapping() if not is_leaf(form):
                body = self.body(form, place)
                return body if isinstance(body, Exact) else self._define(place.path, body, leaf=False)
            case _:
                return self._scalar_rule(form, place)

    def _scalar_rule(self, form: Form, place: Place) -> Expression:
        """Equal scalars share a rule, across fragments too."""
        known = _scalar(form)
        if known is None or any(self._other(name, rule.body) for name, rule in known.rules.items()):
            return self._define(place.path, self.body(form, place), leaf=True)
        self.rules.update(known.rules)
        self.printed.update(known.printed)
        return known.name

    def _once(self, form: Named, place: Place) -> Expression:
        """A definition may be used more often than anyone could count; it is visited once."""
        key = (id(form), place.fused)
        if key not in self._visited:
            self._visited[key] = (form, self.reference(form.form, self._named(form.name, place)))
        return self._visited[key][1]

    def body(self, form: Form, place: Place) -> Expression:
        match form:
            case Named(name, inner):
                return self.body(inner, self._named(name, place))
            case Fragment():
                return self._adopt(form)
            case OneOf(options):
                return self._one_of(options, place)
            case Record(fields, extra):
                return self._record(fields, extra, place)
            case Branch(shared, endings):
                return self._branch(shared, endings, place)
            case List(item, minimum, maximum):
                return separated("[", self.reference(item, place.under("item")), minimum, maximum, "]", place)
            case Tuple():
                return self._tuple(form, place)
            case Mapping():
                return self._mapping(form, place)
            case Quote():
                return self._quote(form, place)
            case _:
                return self._parted(leaf_expression(form), place)

    def _parted(self, leaf: Expression, place: Place) -> Expression:
        """What is repeated and not simple gets a rule: llama.cpp counts a group's rules once per turn."""
        match leaf:
            case Chain(parts):
                return chain(*(self._parted(part, place) for part in parts))
            case Choice(options):
                return choice(*(self._parted(option, place) for option in options))
            case Repeat(part, minimum, maximum):
                inner = self._parted(part, place)
                if needs_rule(inner, maximum):
                    inner = self._define(place.under("part").path, inner, leaf=True)
                return repeat(inner, minimum, maximum)
            case _:
                return leaf

    # -------------------------------------------------------------- alternatives

    def _one_of(self, options: tuple[Form, ...], place: Place) -> Expression:
        """All scalars among the options are one terminal."""
        scalars = [option for option in options if is_leaf(option)]
        leaves = [self._leaf(option, place.under(str(number))) for number, option in enumerate(scalars, 1)]
        if len(scalars) == len(options):
            return choice(*leaves)
        structures = [option for option in options if not is_leaf(option)]
        if not told_apart(structures):
            place = place.loose()
        parts = [
            self.reference(option, place.under(label(option, number)))
            for number, option in enumerate(structures, 1)
        ]
        if leaves:
            parts.append(self._define(f"{place.path}-scalar", choice(*leaves), leaf=True))
        return choice(*parts)

    def _leaf(self, form: Form, place: Place) -> Expression:
        """A scalar inside a terminal: by name where it has a speaking one, else in place."""
        scalar = unnamed(form)
        if isinstance(scalar, Text | Integer | Number | Quote):
            return self.reference(scalar, place)
        return self.body(scalar, place)

    def _branch(
        self, shared: tuple[Field, ...], endings: tuple[tuple[Field, ...], ...], place: Place
    ) -> Expression:
        """The key that tells the endings apart is written once, with what stands before it."""
        tag = endings[0][0].name
        ends: list[Expression] = []
        for number, (first, *rest) in enumerate(endings, 1):
            if first.name != tag:
                raise ValueError(f'every ending must begin with "{tag}"')
            value = self.reference(first.form, place.under(slug(tag)))
            entries = [self._entry(field, place, first=False) for field in rest]
            body = chain(value, *entries, Exact("}"), fused=place.fused)
            ends.append(self._define(place.under(tag_label(first, number)).path, body, leaf=False))
        start = [self._entry(field, place, first=number == 0) for number, field in enumerate(shared)]
        key = key_text(tag, first=not shared, place=place)
        return chain(Exact("{"), *start, key, choice(*ends), fused=place.fused)

    # -------------------------------------------------------------- objects

    def _record(self, fields: tuple[Field, ...], extra: Mapping | None, place: Place) -> Expression:
        if extra is not None:  # a free key and a declared one may begin at the same place
            place = place.loose()
        if extra is not None or any(field.optional for field in fields):
            inside = self._with_optional(fields, extra, place)
        else:
            inside = self._required(fields, place)
        return chain(Exact("{"), inside, Exact("}"), fused=place.fused)

    def _required(self, fields: tuple[Field, ...], place: Place) -> Expression:
        """An object that ends an object is written in place, where texts may be fused."""
        entries: list[Expression] = []
        for number, field in enumerate(fields):
            key = key_text(field.name, first=number == 0, place=place)
            ends = number == len(fields) - 1 and place.fused and isinstance(unnamed(field.form), Record)
            under = place.under(slug(field.name))
            value = self.body(field.form, under) if ends else self.reference(field.form, under)
            entries.append(chain(key, value, fused=place.fused))
        return chain(*entries, fused=place.fused)

    def _entry(self, field: Field, place: Place, *, first: bool) -> Expression:
        value = self.reference(field.form, place.under(slug(field.name)))
        return chain(key_text(field.name, first=first, place=place), value, fused=place.fused)

    def _with_optional(self, fields: tuple[Field, ...], extra: Mapping | None, place: Place) -> Expression:
        """Whichever key comes first is written without a comma; after it, each key brings its own."""
        rest: Expression = Exact("")
        starts: list[Expression] = []
        if extra is not None:
            free = self._free_entry(extra, place)
            rest = repeat(chain(Exact(","), free, fused=False), 0, extra.maximum)
            starts = [
                chain(free, repeat(chain(Exact(","), free, fused=False), 0, extra.maximum - 1), fused=False)
            ]
        for field in reversed(fields):
            if not field.optional:
                starts = []
            value = self.reference(field.form, place.under(slug(field.name)))
            first, later = (key_text(field.name, first=each, place=place) for each in (True, False))
            starts.append(chain(first, value, rest, fused=place.fused))
            entry = chain(later, value, fused=place.fused)
            body = chain(optional(entry) if field.optional else entry, rest, fused=place.fused)
            rest = self._define(place.under(f"from-{slug(field.name)}").path, body, leaf=False)
        start = choice(*reversed(starts))
        return optional(start) if all(field.optional for field in fields) else start

    def _mapping(self, form: Mapping, place: Place) -> Expression:
        entry = self._free_entry(form, place)
        return separated("{", entry, form.minimum, form.maximum, "}", place)

    def _free_entry(self, form: Mapping, place: Place) -> Expression:
        key = self.reference(form.key, place.under("key"))
        value = self.reference(form.value, place.under("value"))
        return self._define(
            place.under("entry").path, chain(key, Exact(":"), value, fused=place.fused), leaf=False
        )

    # -------------------------------------------------------------- lists and quotes

    def _tuple(self, form: Tuple, place: Place) -> Expression:
        tail: Expression = Exact("")
        if form.rest is not None and form.more:
            rest = self.reference(form.rest, place.under("rest"))
            tail = repeat(chain(Exact(","), rest, fused=place.fused), 0, form.more)
        for position in range(len(form.items) - 1, -1, -1):
            item = self.reference(form.items[position], place.under(str(position + 1)))
            tail = chain(Exact("," if position else ""), item, tail, fused=place.fused)
            if position >= form.minimum:
                tail = optional(tail)
        return chain(Exact("["), tail, Exact("]"), fused=place.fused)

    def _quote(self, form: Quote, place: Place) -> Expression:
        """Equal quotes share their chain of words."""
        if form not in self._quotes:
            prefix = place.path
            while f"{prefix}-from-1" in self.rules:
                prefix += "-also"
            self._quotes[form], rules = quote_rules(form, prefix)
            self.rules.update({name: Production.of(name, body, leaf=True) for name, body in rules})
        return self._quotes[form]
