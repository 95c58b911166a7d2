"""Arguments narrowed to the values of the turn."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from agent.errors import GrammarError
from agent.grammar.form import Quote
from agent.grammar.gbnf import gbnf
from agent.grammar.grounding import grounded_form, ungrounded
from agent.grammar.productions import productions
from agent.grammar.quotes import words
from agent.types import GroundedArgument, Offer, Source
from tests.grammar.offers import MESSAGE, NOW, REMIND_AT, REMOVE, offered
from tests.grammar.walks import Walker, accepts


def quote(*texts: str, maximum: int = 200) -> Quote:
    return Quote(texts, maximum)


def quoted(form: Quote, text: str) -> bool:
    return accepts(form, json.dumps(text, ensure_ascii=False))


@pytest.mark.parametrize(
    ("text", "legal"),
    [
        ("remind me", True),
        ("call", True),
        ("in 20 minutes to call", True),
        (MESSAGE, True),
        ('call "Mum."', True),
        ('"Mum."', True),
        ("Mum", True),
        ('call "Mum', True),
        ('Mum."', True),
        ('"Mum', True),
        ("Mum.", False),
        ("", False),
        ("remind in", False),
        ("remi", False),
        ("inutes", False),
        ("remind  me", False),
        (" call", False),
        ("call ", False),
        ("Call", False),
        ("call mum", False),
    ],
)
def test_a_quote_is_any_run_of_neighbouring_words(text: str, legal: bool) -> None:
    assert quoted(quote(MESSAGE), text) == legal


def test_every_run_of_every_text_can_be_quoted() -> None:
    texts = (
        "Übermorgen um halb neun: Oma anrufen!",
        'sag "ja"\tund\nnein',
        "日本語 の テキスト",
        "a a b a a",
    )
    form = quote(*texts)
    for text in texts:
        pieces = text.split()
        for start in range(len(pieces)):
            for end in range(start + 1, len(pieces) + 1):
                assert quoted(form, " ".join(pieces[start:end]))


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), min_size=1, max_size=400)


@given(text=WORDS, maximum=st.integers(1, 60), seed=st.integers(0, 1000))
@settings(max_examples=60)
def test_whatever_is_quoted_is_in_the_text_and_no_longer_than_allowed(
    text: str, maximum: int, seed: int
) -> None:
    normal = " ".join(text.split())
    form = quote(text, maximum=maximum)
    if not any(len(word.core) <= maximum for run in words(text) for word in run):
        return
    try:
        walker = Walker(form, seed)
    except ValueError:
        assert all(len(word.whole) > maximum for run in words(text) for word in run)
        return
    for _ in range(20):
        value = json.loads(walker.text())
        assert value in normal
        assert 1 <= len(value) <= maximum


def test_runs_up_to_half_the_longest_length_are_all_there() -> None:
    text = " ".join(f"w{number}" for number in range(60))
    form = quote(text, maximum=40)
    pieces = text.split()
    for start in range(len(pieces)):
        for end in range(start + 1, len(pieces) + 1):
            run = " ".join(pieces[start:end])
            if len(run) <= 20:
                assert quoted(form, run), run
            elif len(run) > 40:
                assert not quoted(form, run)


def test_rules_grow_with_the_words_and_not_with_their_square() -> None:
    sizes = [
        len(gbnf(productions(quote(" ".join(["word"] * count), maximum=4000))))
        for count in (100, 200, 400, 800)
    ]
    assert all(later < 2.5 * earlier for earlier, later in pairwise(sizes))


def test_what_json_cannot_carry_ends_a_run() -> None:
    form = quote("one \ud800broken two three")
    assert quoted(form, "one")
    assert quoted(form, "two three")
    assert not quoted(form, "one two")


# ------------------------------------------------------------------ arguments


class Choices(BaseModel):
    ids: list[int] = Field(min_length=1, max_length=3)
    when: str | None = None
    size: int = Field(ge=10, le=20)


CHOICES = offered("test:choices", Choices)


def ground(argument: str, *values: str | int, quoting: bool = False) -> GroundedArgument:
    return GroundedArgument(
        tool="test:choices", argument=argument, source=Source.MESSAGE_TEXT, values=values, quote=quoting
    )


def test_free_values_do_not_narrow_the_argument() -> None:
    offer = Offer(tools=(CHOICES,), grounded=(replace(ground("when", "noon"), free=True), ground("size", 12)))
    form = grounded_form(offer, CHOICES)
    assert accepts(form, '{"ids":[1],"when":"dawn","size":12}')
    assert not accepts(form, '{"ids":[1],"when":"dawn","size":13}')


def test_literals_are_json_of_their_own_type() -> None:
    offer = Offer(
        tools=(CHOICES,),
        grounded=(ground("ids", 3, 17), ground("when", 'at "9"', "noon"), ground("size", 12)),
    )
    form = grounded_form(offer, CHOICES)
    assert accepts(form, '{"ids":[3,17],"when":"at \\"9\\"","size":12}')
    assert accepts(form, '{"ids":[17],"when":null,"size":12}')
    for text in (
        '{"ids":[4],"when":null,"size":12}',
        '{"ids":["3"],"when":null,"size":12}',
        '{"ids":[],"when":null,"size":12}',
    ):
        assert not accepts(form, text)
    assert not accepts(form, '{"ids":[3],"when":null,"size":13}')


def test_an_optional_argument_without_values_is_null() -> None:
    form = grounded_form(Offer(tools=(CHOICES,), grounded=(ground("when"),)), CHOICES)
    assert accepts(form, '{"ids":[1],"when":null,"size":12}')
    assert not accepts(form, '{"ids":[1],"when":"noon","size":12}')


def test_values_that_the_argument_refuses_are_left_out() -> None:
    form = grounded_form(Offer(tools=(CHOICES,), grounded=(ground("size", 9, 12, "13"),)), CHOICES)
    assert accepts(form, '{"ids":[1],"when":null,"size":12}')
    assert not accepts(form, '{"ids":[1],"when":null,"size":9}')
    with pytest.raises(GrammarError, match="size"):
        grounded_form(Offer(tools=(CHOICES,), grounded=(ground("size", 9, 21),)), CHOICES)
    with pytest.raises(GrammarError, match="size"):
        grounded_form(Offer(tools=(CHOICES,), grounded=(ground("size"),)), CHOICES)


def test_half_a_surrogate_pair_is_no_value() -> None:
    form = grounded_form(Offer(tools=(CHOICES,), grounded=(ground("when", "\ud800", "noon"),)), CHOICES)
    assert accepts(form, '{"ids":[1],"when":"noon","size":12}')


def test_a_quote_with_no_words_is_no_value() -> None:
    argument = GroundedArgument(
        tool="agenda:remind_at", argument="text", source=Source.MESSAGE_TEXT, values=(" \n",), quote=True
    )
    with pytest.raises(GrammarError, match="text"):
        grounded_form(Offer(tools=(REMIND_AT,), grounded=(argument,)), REMIND_AT)


def test_other_tools_are_left_alone() -> None:
    offer = Offer(tools=(CHOICES, NOW, REMOVE), grounded=(ground("size", 12),))
    assert grounded_form(offer, NOW) == ungrounded(NOW)
    assert grounded_form(offer, REMOVE) == ungrounded(REMOVE)
