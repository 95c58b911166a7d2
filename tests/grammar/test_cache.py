"""Grammars are kept by what they depend on."""

from __future__ import annotations

from dataclasses import replace

from agent.grammar.cache import GrammarCache
from agent.grammar.envelope import envelope
from agent.types import Grammar, Offer, OfferReason
from tests.grammar.offers import GROUNDED, NARROW, NOTHING, NOW, REMIND_AT, REMOVE, THREE


def cached(cache: GrammarCache, offer: Offer, thought_limit: int = 40) -> Grammar:
    return cache.envelope(offer, thought_limit=thought_limit, message_limit=80, max_calls=2)


def test_a_seen_offer_is_the_same_grammar() -> None:
    cache = GrammarCache()
    first = cached(cache, THREE)
    reasoned = tuple(replace(each, reason=OfferReason.FORCED, score=0.1) for each in THREE.tools)
    assert cached(cache, replace(THREE, tools=reasoned)) is first
    assert len(cache) == 1


def test_the_cached_grammar_is_what_the_function_gives() -> None:
    cache = GrammarCache()
    for offer in (THREE, NARROW, replace(THREE, grounded=()), NOTHING):
        assert cached(cache, offer) == envelope(offer, thought_limit=40, message_limit=80, max_calls=2)


def test_what_changes_the_language_changes_the_grammar() -> None:
    cache = GrammarCache()
    offers = [
        THREE,
        replace(THREE, grounded=GROUNDED[:2]),
        replace(THREE, required=True),
        replace(THREE, tools=(REMIND_AT, REMOVE), grounded=()),
        replace(THREE, tools=(REMOVE, REMIND_AT), grounded=()),
        NOTHING,
    ]
    assert len({cached(cache, offer) for offer in offers} | {cached(cache, THREE, thought_limit=41)}) == 7
    assert len(cache) == 7


def test_the_oldest_goes_first_and_a_used_one_stays() -> None:
    cache = GrammarCache(capacity=2)
    first = cached(cache, THREE)
    cached(cache, NOTHING)
    assert cached(cache, THREE) is first
    cached(cache, Offer(tools=(NOW,)))
    assert len(cache) == 2
    assert cached(cache, THREE) is first
