"""Descriptors: what each tool is for, read from `descriptors/*.toml` and matched with the tools at start.

Every fault is a `ConfigError` that names the file and the key, or the tool.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import tomli

from agent.errors import ConfigError
from agent.resources import descriptor_files
from agent.types import Descriptor, Example, FollowUp, Guard, Risk, Tool

REQUIRED_KEYS = frozenset(
    {
        "name",
        "version",
        "short_description",
        "when_to_use",
        "when_not_to_use",
        "routing_hints",
        "domain",
        "risk",
    }
)
OPTIONAL_KEYS = frozenset(
    {"aliases", "examples", "commands", "choice", "accompanies", "follows", "forced_by", "by_words_only"}
)
SUPPORTED_VERSION = 1
EXAMPLE_KEYS = frozenset({"text", "args", "language"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One tool with its descriptor."""

    tool: Tool
    descriptor: Descriptor


Catalogue = Mapping[str, Entry]
"""Every usable tool by name, in the order of the names."""


def parse_descriptor(text: str, *, file: str) -> Descriptor:
    """The descriptor in one TOML text. Raises ConfigError naming `file` and the key."""
    data = _toml(text, file)
    _check_keys(data, file)
    return Descriptor(
        name=_string(data, "name", file),
        version=_version(data, file),
        short_description=_string(data, "short_description", file),
        when_to_use=_string(data, "when_to_use", file),
        when_not_to_use=_string(data, "when_not_to_use", file),
        routing_hints=_strings(data, "routing_hints", file),
        domain=_string(data, "domain", file),
        risk=_risk(data, file),
        aliases=_aliases(data, file),
        examples=_examples(data, file),
        commands=_strings(data, "commands", file) if "commands" in data else (),
        choice=_choice(data, file),
        accompanies=_strings(data, "accompanies", file) if "accompanies" in data else (),
        follows=_follows(data, file),
        forced_by=_guards(data, file),
        by_words_only=_flag(data, "by_words_only", file),
    )


def load_descriptors(texts: Mapping[str, str]) -> tuple[Descriptor, ...]:
    """All descriptors from file name -> TOML text. Raises ConfigError, also where two files describe one
    tool.
    """
    origin: dict[str, str] = {}
    found = []
    for file, text in sorted(texts.items()):
        descriptor = parse_descriptor(text, file=file)
        if descriptor.name in origin:
            other = origin[descriptor.name]
            raise ConfigError(f"{file}: the tool {descriptor.name!r} is described in {other} already")
        origin[descriptor.name] = file
        found.append(descriptor)
    return tuple(found)


def build_catalogue(tools: Sequence[Tool], descriptors: Iterable[Descriptor]) -> Catalogue:
    """Pairs tools with descriptors. Raises ConfigError naming a duplicate, undescribed or unknown tool."""
    described = {descriptor.name: descriptor for descriptor in descriptors}
    by_name: dict[str, Tool] = {}
    for tool in tools:
        if tool.name in by_name:
            raise ConfigError(f"two tools are named {tool.name!r}; rename one of them")
        by_name[tool.name] = tool
    _refuse("has no descriptor; add descriptors/{file}.toml", set(by_name) - set(described))
    _refuse("is described, but no tool has that name", set(described) - set(by_name))
    for name, tool in by_name.items():
        _check_aliases(tool, described[name])
        _check_kin(described[name], described)
    return MappingProxyType(
        {name: Entry(tool=by_name[name], descriptor=described[name]) for name in sorted(by_name)}
    )


def load_catalogue(tools: Sequence[Tool]) -> Catalogue:
    """The given tools with the packaged descriptors. Raises ConfigError as the parts do."""
    texts = {file.name: file.read_text(encoding="utf-8") for file in descriptor_files()}
    return build_catalogue(tools, load_descriptors(texts))


def _refuse(complaint: str, names: set[str]) -> None:
    for name in sorted(names):
        raise ConfigError(f"the tool {name!r} " + complaint.format(file=name.replace(":", "_")))


def _check_aliases(tool: Tool, descriptor: Descriptor) -> None:
    fields: Mapping[str, Any] = tool.arguments.model_fields
    for alias, target in descriptor.aliases.items():
        if target not in fields:
            raise ConfigError(
                f"the descriptor of {tool.name!r}: aliases.{alias} names the argument {target!r}, "
                "which the tool does not have"
            )
        if alias in fields:
            raise ConfigError(
                f"the descriptor of {tool.name!r}: aliases.{alias} is the name of an argument itself"
            )


def _check_kin(descriptor: Descriptor, described: Mapping[str, Descriptor]) -> None:
    named = {"accompanies": descriptor.accompanies}
    named |= {f"follows.{kind.value}": names for kind, names in descriptor.follows.items()}
    for key, names in named.items():
        for name in names:
            if name not in described:
                raise ConfigError(
                    f"the descriptor of {descriptor.name!r}: {key} names the tool {name!r}, "
                    "which does not exist"
                )


def _toml(text: str, file: str) -> dict[str, Any]:
    try:
        return tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        raise ConfigError(f"{file}: not valid TOML: {error}") from error


def _check_keys(data: Mapping[str, Any], file: str) -> None:
    for key in sorted(data.keys() - REQUIRED_KEYS - OPTIONAL_KEYS):
        raise ConfigError(f"{file}: unknown key {key!r}")
    for key in sorted(REQUIRED_KEYS - data.keys()):
        raise ConfigError(f"{file}: the key {key!r} is missing")


def _string(data: Mapping[str, Any], key: str, file: str) -> str:
    value = data[key]
    if not isinstance(value, str) or not value.strip():
        raise ConfigError(f"{file}: {key!r} must be a text that is not empty")
    return value.strip()


def _strings(data: Mapping[str, Any], key: str, file: str) -> tuple[str, ...]:
    values = data[key]
    if (
        not isinstance(values, list)
        or not values
        or not all(isinstance(v, str) and v.strip() for v in values)
    ):
        raise ConfigError(f"{file}: {key!r} must be a list of texts with at least one entry")
    return tuple(value.strip() for value in values)


def _version(data: Mapping[str, Any], file: str) -> int:
    if data["version"] != SUPPORTED_VERSION or isinstance(data["version"], bool):
        raise ConfigError(f"{file}: 'version' must be {SUPPORTED_VERSION}")
    return SUPPORTED_VERSION


def _flag(data: Mapping[str, Any], key: str, file: str) -> bool:
    value = data.get(key, False)
    if not isinstance(value, bool):
        raise ConfigError(f"{file}: {key!r} must be true or false")
    return value


def _risk(data: Mapping[str, Any], file: str) -> Risk:
    try:
        return Risk(data["risk"])
    except ValueError:
        known = ", ".join(risk.value for risk in Risk)
        raise ConfigError(f"{file}: 'risk' must be one of {known}") from None


def _aliases(data: Mapping[str, Any], file: str) -> Mapping[str, str]:
    aliases = data.get("aliases", {})
    if not isinstance(aliases, dict) or not all(isinstance(target, str) for target in aliases.values()):
        raise ConfigError(f"{file}: 'aliases' must be a table of other spelling = argument name")
    return MappingProxyType(dict(aliases))


def _choice(data: Mapping[str, Any], file: str) -> Mapping[str, str]:
    choice = data.get("choice", {})
    if not isinstance(choice, dict) or not all(isinstance(words, str) for words in choice.values()):
        raise ConfigError(f"{file}: 'choice' must be a table of language = words")
    if choice and "en" not in choice:
        raise ConfigError(f"{file}: 'choice' needs words for 'en', which other languages fall back to")
    return MappingProxyType(dict(choice))


def _follows(data: Mapping[str, Any], file: str) -> Mapping[FollowUp, tuple[str, ...]]:
    follows = data.get("follows", {})
    known = [kind.value for kind in FollowUp]
    if not isinstance(follows, dict) or not set(follows) <= set(known):
        raise ConfigError(f"{file}: 'follows' must be a table with keys of {', '.join(known)}")
    return MappingProxyType({FollowUp(kind): _strings(follows, kind, file) for kind in follows})


def _guards(data: Mapping[str, Any], file: str) -> frozenset[Guard]:
    guards = _strings(data, "forced_by", file) if "forced_by" in data else ()
    known = [guard.value for guard in Guard]
    if not set(guards) <= set(known):
        raise ConfigError(f"{file}: 'forced_by' must be a list of {', '.join(known)}")
    return frozenset(map(Guard, guards))


def _examples(data: Mapping[str, Any], file: str) -> tuple[Example, ...]:
    examples = data.get("examples", [])
    if not isinstance(examples, list):
        raise ConfigError(f"{file}: 'examples' must be an array of tables")
    return tuple(_example(example, file, number) for number, example in enumerate(examples, start=1))


def _example(example: Any, file: str, number: int) -> Example:
    if not isinstance(example, dict):
        raise ConfigError(f"{file}: examples[{number}] must be a table")
    for key in sorted(example.keys() - EXAMPLE_KEYS):
        raise ConfigError(f"{file}: unknown key {key!r} in examples[{number}]")
    text, args, language = example.get("text"), example.get("args", {}), example.get("language", "en")
    if not isinstance(text, str) or not text.strip():
        raise ConfigError(f"{file}: 'text' of examples[{number}] must be a text that is not empty")
    if not isinstance(args, dict) or not isinstance(language, str):
        raise ConfigError(f"{file}: examples[{number}] needs a table 'args' and a text 'language'")
    return Example(text=text.strip(), args=MappingProxyType(dict(args)), language=language)
