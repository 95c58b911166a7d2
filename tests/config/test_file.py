"""The configuration file: what is accepted, and the sentence for what is not."""

from __future__ import annotations

from datetime import time
from pathlib import Path

import pytest

from agent.errors import ConfigError
from bot.config import Config, Surroundings
from bot.config_file import find_config, known_keys, load_config, parse_config
from bot.sharding import Sharding


def refusal(text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        parse_config(text, name="config.toml")
    return str(caught.value)


def test_an_empty_file_gives_the_defaults() -> None:
    assert parse_config("", name="config.toml") == Config() == load_config(None)


def test_values_are_taken_from_their_sections() -> None:
    config = parse_config(
        "[discord]\nmessage_content = true\nchannels = [123456789012345678]\n"
        '[engine]\nserver = "http://10.0.0.2:8080/"\n'
        '[turn]\nseconds = 30\n[time]\nzone = "Europe/Berlin"\nlanguage = "de"\nmorning = "07:30"\n',
        name="config.toml",
    )
    assert config.discord.channels == (123456789012345678,)
    assert config.engine.server == "http://10.0.0.2:8080"
    assert config.turn.seconds == 30.0
    assert (config.time.zone, config.time.language) == ("Europe/Berlin", "de")
    assert config.time.morning == time(7, 30)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[turn]\nmax_stepz = 3", "config.toml: unknown key turn.max_stepz; did you mean turn.max_steps?"),
        ("[discord]\nzone = 'UTC'", "config.toml: unknown key discord.zone; did you mean time.zone?"),
        ("max_steps = 3", "config.toml: unknown key max_steps; did you mean turn.max_steps?"),
        ("[discrod]", "config.toml: unknown key discrod; did you mean discord?"),
        ("discord = 3", "config.toml: discord should be a section, written [discord]"),
        ("[turn]\nmax_steps = 'six'", 'config.toml: turn.max_steps should be a valid integer, but is "six"'),
        ("[turn]\nmax_steps = true", "config.toml: turn.max_steps should be a valid integer, but is true"),
        (
            "[turn]\nmax_steps = 0",
            "config.toml: turn.max_steps should be greater than or equal to 1, but is 0",
        ),
        ("[discord]\nchannels = 7", "config.toml: discord.channels should be a list, but is 7"),
        (
            "[log]\nlevel = 'loud'",
            "config.toml: log.level should be 'debug', 'info', 'warning' or 'error', but is \"loud\"",
        ),
        (
            "[turn]\nseconds = inf",
            "config.toml: turn.seconds should be a finite number, but is Infinity",
        ),
        (
            "[time]\nmorning = '09:00Z'",
            'config.toml: time.morning = "09:00Z" should be a time without a zone, such as "09:00"',
        ),
        (
            "[time]\nzone = 'Europe/Berln'",
            'config.toml: time.zone = "Europe/Berln" is no IANA time zone; did you mean "Europe/Berlin"?',
        ),
        (
            "[engine]\nserver = 'box:8080'",
            'config.toml: engine.server = "box:8080" should be an address such as "http://127.0.0.1:8080"',
        ),
        (
            "[engine]\nserver = 'http://box:99999'",
            (
                'config.toml: engine.server = "http://box:99999" should be an address such as '
                '"http://127.0.0.1:8080"'
            ),
        ),
        (
            "[discord]\nshards = 2\nshard_ids = [0, 2]",
            "config.toml: section discord has 2 in shard_ids, but of 2 shards the last is 1",
        ),
        (
            "[discord]\nshards = 2\nshard_ids = [1, 1]",
            "config.toml: section discord names a shard twice in shard_ids",
        ),
        (
            "[discord]\nshard_ids = [-1]",
            "config.toml: discord.shard_ids[0] should be greater than or equal to 0, but is -1",
        ),
        (
            "[engine]\nserver = 'http://a:1'\nservers = ['http://b:1']",
            "config.toml: section engine has both server and servers; put all addresses into servers",
        ),
        (
            "[engine]\nservers = ['http://a:1', 'http://a:1/']",
            "config.toml: section engine names an address twice in servers",
        ),
        ("[engine]\nservers = ['']", "config.toml: section engine has an empty address in servers"),
        (
            "[engine]\nservers = ['http://a:1', 'b:1']",
            'config.toml: engine.servers[1] = "b:1" should be an address such as "http://127.0.0.1:8080"',
        ),
        (
            "[engine]\nmodel = 'x.gguf'\nservers = ['http://a:1']",
            (
                "config.toml: section engine has both model and servers; the servers have their model "
                "already, so name one of them"
            ),
        ),
        (
            "[data]\ndirectory = '~nobody-here/x'",
            (
                'config.toml: data.directory = "~nobody-here/x" begins with a home directory that this '
                "machine does not know"
            ),
        ),
        (
            '[discord]\ntoken_file = "a\\u0000b"',
            r'config.toml: discord.token_file = "a\u0000b" holds a null character, which no path may have',
        ),
        ('"" = 1', 'config.toml: unknown key ""; did you mean turn?'),
        ('[turn]\n"a\\nb" = 1', r'config.toml: unknown key turn."a\nb"; did you mean turn.seconds?'),
    ],
)
def test_a_mistake_is_named_with_what_is_expected(text: str, sentence: str) -> None:
    assert refusal(text) == sentence


def test_without_shard_ids_all_shards_are_meant() -> None:
    assert Config().discord.sharding == Sharding()
    assert parse_config("[discord]\nshards = 3", name="x").discord.sharding.ids == (0, 1, 2)
    part = parse_config("[discord]\nshards = 3\nshard_ids = [2]", name="x").discord.sharding
    assert (part.count, part.ids) == (3, (2,))


def test_one_address_or_several_are_those_of_servers() -> None:
    one = parse_config("[engine]\nserver = 'http://a:1/'", name="x")
    several = parse_config("[engine]\nservers = ['http://a:1', 'http://b:1']", name="x")
    assert one.engine.addresses == ("http://a:1",)
    assert several.engine.addresses == ("http://a:1", "http://b:1")
    assert Config().engine.addresses == ()


@pytest.mark.parametrize("text", ["a = " + "[" * 1000 + "]" * 1000, "a = " + "9" * 5000])
def test_nesting_and_numbers_without_end_are_no_valid_toml(text: str) -> None:
    assert refusal(text).startswith("config.toml is not valid TOML: ")


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_bytes(b"\xef\xbb\xbf[turn]\nmax_steps = 3\n")
    assert load_config(file).turn.max_steps == 3


def test_several_mistakes_stand_in_one_line() -> None:
    sentence = refusal("[turn]\nmax_steps = 'six'\nqueue = 3\n")
    assert "turn.max_steps" in sentence
    assert "unknown key turn.queue" in sentence
    assert "\n" not in sentence


@pytest.mark.parametrize(
    "url",
    ["http://discord.example/api", "http://127.0.0.1@evil.example/", "http://10.0.0.1:80", "http://"],
)
def test_the_token_goes_to_no_address_but_loopback(url: str) -> None:
    sentence = refusal(f"[discord]\napi_base = '{url}'\ngateway_url = 'ws://127.0.0.1:1'")
    assert "discord.api_base" in sentence
    assert "loopback" in sentence


def test_one_address_without_the_other_would_send_a_local_token_to_discord() -> None:
    assert "both api_base and gateway_url" in refusal("[discord]\napi_base = 'http://127.0.0.1:8099/api'")


@pytest.mark.parametrize("host", ["127.0.0.1:8099", "[::1]:8099", "localhost:8099", "127.8.8.8"])
def test_loopback_addresses_are_taken(host: str) -> None:
    text = f"[discord]\napi_base = 'http://{host}/api/v10/'\ngateway_url = 'ws://{host}/gateway'"
    assert parse_config(text, name="config.toml").discord.api_base == f"http://{host}/api/v10"


def test_open_channels_need_the_intent_that_shows_their_text() -> None:
    assert "message_content = true" in refusal("[discord]\nchannels = [5]")


def test_a_model_and_a_server_are_one_too_many() -> None:
    server = "server = 'http://127.0.0.1:8080'"
    assert "adapters are the server's matter" in refusal(f"[engine]\nadapter = 'a.gguf'\n{server}")
    assert parse_config(f"[engine]\nadapter = ''\n{server}", name="config.toml").engine.adapter == ""
    assert "both model and server" in refusal("[engine]\nmodel = 'm.gguf'\nserver = 'http://127.0.0.1:8080'")


def test_broken_toml_is_shown_with_its_place() -> None:
    sentence = refusal("[turn\nmax_steps = 3")
    assert sentence.startswith("config.toml is not valid TOML")
    assert "line 1" in sentence


@pytest.mark.parametrize(("content", "reason"), [(b"\xff\xfe", "UTF-8"), (None, "No such file")])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, content: bytes | None, reason: str) -> None:
    path = tmp_path / "settings.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ConfigError, match=reason) as caught:
        load_config(path)
    assert str(path) in str(caught.value)


def test_a_directory_is_no_configuration(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load_config(tmp_path)


def test_the_file_named_first_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    home = Surroundings(config_home=tmp_path / "home")
    assert find_config(None, home) is None
    in_home = tmp_path / "home" / "kallisti" / "config.toml"
    in_home.parent.mkdir(parents=True)
    in_home.touch()
    assert find_config(None, home) == in_home
    Path("config.toml").touch()
    assert find_config(None, home) == Path("config.toml")
    named = Surroundings(config_home=tmp_path / "home", config="other.toml")
    assert find_config(None, named) == Path("other.toml")
    assert find_config(Path("explicit.toml"), named) == Path("explicit.toml")


def test_every_key_is_listed_once() -> None:
    assert "turn.max_steps" in known_keys()
    assert len(set(known_keys())) == len(known_keys())
