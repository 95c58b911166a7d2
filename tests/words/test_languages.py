"""Every text that people read exists in every language, with the same facts in it."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from string import Formatter
from typing import Any

import pytest

import agent
import bot
from agent.descriptors import parse_descriptor
from agent.resources import descriptor_files
from agent.words import LANGUAGES, local_time, say, short_time, spoken

NOON = datetime(2026, 3, 2, 11, tzinfo=UTC)


def modules() -> Iterator[Any]:
    for package in (agent, bot):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.endswith("__main__"):
                yield importlib.import_module(found.name)


def is_table(value: object) -> bool:
    """A table of texts by language: English among its keys, and texts or tuples of them as values."""
    return (
        isinstance(value, Mapping)
        and "en" in value
        and all(isinstance(each, str | tuple) for each in value.values())
    )


def tables_in(value: object, name: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if is_table(value):
        assert isinstance(value, Mapping)
        yield name, value
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from tables_in(each, f"{name}[{key}]")


def tables() -> dict[str, Mapping[str, Any]]:
    found: dict[str, Mapping[str, Any]] = {}
    for module in modules():
        for name, value in vars(module).items():
            found |= dict(tables_in(value, f"{module.__name__}.{name}"))
    return found


TABLES = tables()


def facts(text: object) -> set[str]:
    texts = text if isinstance(text, tuple) else (text,)
    return {name for each in texts for _, name, _, _ in Formatter().parse(str(each)) if name}


def test_there_are_tables_to_look_at() -> None:
    assert {"agent.replies.WHEN", "bot.command_words.HELP", "bot.delivery_words.LATE"} <= set(TABLES)
    assert len(TABLES) > 100


@pytest.mark.parametrize("name", sorted(TABLES))
def test_a_text_exists_in_every_language_with_the_same_facts(name: str) -> None:
    table = TABLES[name]
    assert set(table) == set(LANGUAGES)
    assert all(table.values())
    assert {language: facts(text) for language, text in table.items()} == dict.fromkeys(
        LANGUAGES, facts(table["en"])
    )
    assert len({type(text) for text in table.values()}) == 1


def test_what_a_question_calls_a_tool_exists_in_every_language() -> None:
    named = {}
    for file in descriptor_files():
        descriptor = parse_descriptor(file.read_text(encoding="utf-8"), file=file.name)
        if descriptor.choice:
            named[descriptor.name] = descriptor.choice
    assert all(set(words) == set(LANGUAGES) for words in named.values())
    assert "agenda:remind_at" in named


def test_an_incomplete_table_would_be_found() -> None:
    assert dict(tables_in({"key": {"en": "{a}", "de": "b"}}, "x")) == {"x[key]": {"en": "{a}", "de": "b"}}
    assert facts("{a} {b:,} c") == {"a", "b"}


def test_english_is_what_other_languages_get() -> None:
    assert say({"en": "yes", "de": "ja"}, "fi") == "yes"
    assert [spoken(locale) for locale in ("pt-BR", "de", "fi", "")] == ["pt", "de", None, None]


@pytest.mark.parametrize(
    ("language", "long", "short"),
    [
        ("en", "Monday, 2 March 2026, 12:00", "2 March, 12:00"),
        ("de", "Montag, 2. März 2026, 12:00", "2. März, 12:00"),
        ("es", "lunes, 2 de marzo de 2026, 12:00", "2 de marzo, 12:00"),
        ("fr", "lundi 2 mars 2026, 12:00", "2 mars, 12:00"),
        ("it", "lunedì 2 marzo 2026, 12:00", "2 marzo, 12:00"),
        ("nl", "maandag 2 maart 2026, 12:00", "2 maart, 12:00"),
        ("pt", "segunda-feira, 2 de março de 2026, 12:00", "2 de março, 12:00"),
        ("fi", "Monday, 2 March 2026, 12:00", "2 March, 12:00"),
    ],
)
def test_dates_in_words(language: str, long: str, short: str) -> None:
    assert local_time(NOON, zone="Europe/Berlin", language=language) == long
    assert short_time(NOON, zone="Europe/Berlin", language=language) == short
