"""Reads the configuration file.

A mistake ends as a `ConfigError` whose one sentence names the file, the key, what is wrong and what to do.
"""

from __future__ import annotations

import difflib
import json
import os
import re
from pathlib import Path
from typing import Any

import tomli
from pydantic import ValidationError

from agent.errors import ConfigError
from bot.config import Config, Surroundings

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def find_config(explicit: Path | None, surroundings: Surroundings) -> Path | None:
    """The file to read: the named one, else the first that exists of the usual places, else None."""
    if explicit is not None:
        return explicit
    if surroundings.config:
        return Path(surroundings.config)
    places = (Path("config.toml"), *_own_place(surroundings), Path("/etc/kallisti/config.toml"))
    # Path.is_file raises for a directory that one may not look into; such a file is not meant for this user.
    return next((place for place in places if os.path.isfile(place)), None)  # noqa: PTH113


def own_config(surroundings: Surroundings) -> Path:
    """Where a user's own file belongs. Raises ConfigError where the user has no home."""
    for place in _own_place(surroundings):
        return place
    raise ConfigError("this user has no home directory; name the file with --config")


def _own_place(surroundings: Surroundings) -> tuple[Path, ...]:
    try:
        return (surroundings.config_home.expanduser() / "kallisti" / "config.toml",)
    except RuntimeError:  # a user without a home directory
        return ()


def load_config(path: Path | None) -> Config:
    """Reads and validates `path`; None gives the defaults. Raises ConfigError."""
    if path is None:
        return Config()
    try:
        text = path.read_bytes().decode("utf-8-sig")  # some editors begin the file with a mark
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{path} is not UTF-8 text; save it as UTF-8") from None
    return parse_config(text, name=str(path))


def parse_config(text: str, *, name: str) -> Config:
    """Validates TOML text; `name` stands at the start of every sentence. Raises ConfigError."""
    try:
        values = tomli.loads(text)
    except (ValueError, RecursionError) as error:  # plain ones for endless numbers and nesting
        raise ConfigError(f"{name} is not valid TOML: {error}") from None
    try:
        # By way of JSON, because strict validation then takes an array for a tuple and nothing else.
        return Config.model_validate_json(json.dumps(values, default=str))
    except ValidationError as error:
        raise ConfigError(f"{name}: {'; '.join(_sentences(error))}") from None


def known_keys() -> tuple[str, ...]:
    """Every key as `section.key`, in the order of the models."""
    return tuple(
        f"{section}.{key}"
        for section, field in Config.model_fields.items()
        for key in type(field.default).model_fields
    )


def _sentences(error: ValidationError) -> list[str]:
    problems = error.errors(include_url=False)
    return [_sentence(each["type"], each["loc"], each["msg"], each["input"]) for each in problems]


def _sentence(kind: str, location: tuple[int | str, ...], message: str, value: Any) -> str:
    key = _dotted(location)
    if kind == "extra_forbidden":
        return f"unknown key {key}; did you mean {_nearest(key)}?"
    if kind == "value_error":
        return f"{_shown(key, value)} {message.removeprefix('Value error, ')}"
    if kind in ("model_type", "model_attributes_type"):
        return f"{key} should be a section, written [{key}]"
    expected = message.removeprefix("Input ").replace("valid array", "list").replace("valid tuple", "list")
    return f"{key} {expected}, but is {_literal(value)}"


def _dotted(location: tuple[int | str, ...]) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{_key(part)}" for part in location)[1:]


def _key(name: str) -> str:
    """As TOML wants it written: a key may be empty or hold a line break, the sentence may not."""
    return name if _BARE_KEY.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _shown(key: str, value: Any) -> str:
    return f"section {key}" if isinstance(value, dict) else f"{key} = {_literal(value)}"


def _literal(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _nearest(key: str) -> str:
    """The known key with the same name in another section, else the one spelled most alike."""
    name = key.rpartition(".")[2]
    same_name = [known for known in known_keys() if known.endswith(f".{name}")]
    candidates = known_keys() if "." in key else tuple(Config.model_fields)
    return (same_name or difflib.get_close_matches(key, candidates, n=1, cutoff=0.0))[0]
