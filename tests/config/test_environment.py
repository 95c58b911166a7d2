"""Token, data directory and zone: from the environment, systemd or the file."""

from __future__ import annotations

from pathlib import Path

import pytest
import tzlocal

from agent.errors import EXIT_CREDENTIAL, ConfigError, CredentialError
from bot.config import (
    Config,
    DataConfig,
    DiscordConfig,
    Surroundings,
    TimeConfig,
    data_directory,
    default_zone,
    find_token,
    read_surroundings,
)
from bot.config_file import find_config

TOKEN = "MTA.not-a-real.token"


def with_token_file(path: Path | str) -> Config:
    return Config(discord=DiscordConfig(token_file=str(path)))


def token_of(config: Config, surroundings: Surroundings) -> str | None:
    token = find_token(config, surroundings)
    return token.get_secret_value() if token else None


def test_an_empty_environment_says_nothing() -> None:
    surroundings = read_surroundings({})
    assert (surroundings.token, surroundings.notify_socket, surroundings.watchdog_seconds) == ("", "", None)
    assert find_token(Config(), surroundings) is None


def test_the_environment_is_read_in_one_go() -> None:
    surroundings = read_surroundings(
        {
            "KALLISTI_DISCORD_TOKEN": f" {TOKEN}\n",
            "STATE_DIRECTORY": "/var/lib/kallisti:/var/lib/other",
            "WATCHDOG_USEC": "30000000",
            "NOTIFY_SOCKET": "@notify",
            "JOURNAL_STREAM": "8:1234",
        }
    )
    assert surroundings.token == TOKEN
    assert surroundings.state_directory == "/var/lib/kallisti"
    assert surroundings.watchdog_seconds == 30.0
    assert (surroundings.notify_socket, surroundings.journal_stream) == ("@notify", "8:1234")


@pytest.mark.parametrize("value", ["", "0", "soon", "-5"])
def test_a_watchdog_time_that_is_none_is_ignored(value: str) -> None:
    assert read_surroundings({"WATCHDOG_USEC": value}).watchdog_seconds is None


def test_environment_before_credential_before_file(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("from.the.file\n")
    config = with_token_file(tmp_path / "token")
    assert token_of(config, Surroundings()) == "from.the.file"
    (tmp_path / "discord_token").write_text("from.the.credential")
    credentials = str(tmp_path)
    assert token_of(config, Surroundings(credentials_directory=credentials)) == "from.the.credential"
    surroundings = Surroundings(credentials_directory=credentials, token=TOKEN)
    assert token_of(config, surroundings) == TOKEN


def test_a_credentials_directory_of_another_service_changes_nothing(tmp_path: Path) -> None:
    assert find_token(Config(), Surroundings(credentials_directory=str(tmp_path))) is None


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "empty"),
        (b" \n", "empty"),
        (b"two words", "something other"),
        (b"x" * 300, "something other"),
        (b"\xff\xfe\x00t", "something other"),
        (b"a\nb", "something other"),
    ],
)
def test_a_file_without_a_token_is_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "token"
    path.write_bytes(content)
    with pytest.raises(CredentialError, match=reason) as caught:
        find_token(with_token_file(path), Surroundings())
    assert caught.value.exit_code == EXIT_CREDENTIAL


def test_a_byte_order_mark_is_no_part_of_the_token(tmp_path: Path) -> None:
    path = tmp_path / "token"
    path.write_bytes(b"\xef\xbb\xbf" + TOKEN.encode() + b"\r\n")
    assert token_of(with_token_file(path), Surroundings()) == TOKEN


def test_a_missing_token_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(CredentialError, match="No such file") as caught:
        find_token(with_token_file(tmp_path / "absent"), Surroundings())
    assert str(tmp_path / "absent") in str(caught.value)


def test_a_token_put_where_its_file_belongs_is_not_repeated() -> None:
    token = "M" * 24 + ".Gabcde." + "x" * 38
    with pytest.raises(CredentialError) as caught:
        find_token(with_token_file(token), Surroundings())
    assert token not in str(caught.value)


def test_a_token_does_not_show_when_printed() -> None:
    assert TOKEN not in repr(find_token(Config(), Surroundings(token=TOKEN)))


def test_the_data_directory_is_configured_or_given_or_the_users_own(tmp_path: Path) -> None:
    given = Surroundings(state_directory="/var/lib/kallisti", data_home=tmp_path)
    assert data_directory(Config(data=DataConfig(directory="/srv/k")), given) == Path("/srv/k")
    assert data_directory(Config(), given) == Path("/var/lib/kallisti")
    assert data_directory(Config(), Surroundings(data_home=tmp_path)) == tmp_path / "kallisti"


def test_the_zone_is_configured_or_the_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    assert default_zone(Config(time=TimeConfig(zone="Asia/Tokyo"))) == "Asia/Tokyo"
    with monkeypatch.context() as patched:
        patched.setenv("TZ", "Europe/Lisbon")
        tzlocal.reload_localzone()  # it remembers its first answer
        assert default_zone(Config()) == "Europe/Lisbon"
    tzlocal.reload_localzone()


def test_a_user_without_a_home_directory_needs_one_only_where_nothing_else_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr("pwd.getpwuid", lambda uid: {}[uid])
    surroundings = read_surroundings({})
    monkeypatch.chdir(tmp_path)
    assert find_config(None, surroundings) is None
    named = Config(data=DataConfig(directory="/srv/kallisti"))
    assert data_directory(named, surroundings) == Path("/srv/kallisti")
    with pytest.raises(ConfigError, match=r"no home directory; set data\.directory"):
        data_directory(Config(), surroundings)
