"""config.example.toml says what the program does when told nothing, and says it of every key."""

from __future__ import annotations

from pathlib import Path

import tomli

from bot.config import Config
from bot.config_file import known_keys, parse_config

EXAMPLE = Path(__file__).parents[2] / "config.example.toml"


def test_the_example_equals_the_defaults() -> None:
    assert parse_config(EXAMPLE.read_text("utf-8"), name="config.example.toml") == Config()


def test_the_example_has_every_key_in_order() -> None:
    example = tomli.loads(EXAMPLE.read_text("utf-8"))
    assert tuple(f"{section}.{key}" for section, keys in example.items() for key in keys) == known_keys()


def test_every_key_of_the_example_follows_a_comment_or_a_key_of_the_same_comment() -> None:
    lines = EXAMPLE.read_text("utf-8").splitlines()
    described = False
    for line in lines:
        if line.startswith("#"):
            described = True
        elif line.startswith("["):
            described = False
        elif line:
            assert described, f"{line} has no comment"
