"""The commands as an operator types them: exit codes, and one sentence for each mistake."""

from __future__ import annotations

import re
from importlib.metadata import version
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from agent import descriptors
from agent.errors import EXIT_CONFIG, EXIT_CREDENTIAL
from agent.resources import descriptor_files
from bot.__main__ import cli

VARIABLES = ("KALLISTI_DISCORD_TOKEN", "KALLISTI_CONFIG", "CREDENTIALS_DIRECTORY", "STATE_DIRECTORY")


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)


def kallisti(*arguments: str) -> Result:
    return CliRunner().invoke(cli, list(arguments))


def test_the_version_is_that_of_the_distribution() -> None:
    result = kallisti("version")
    assert (result.exit_code, result.output) == (0, f"{version('kallisti-bot')}\n")


def test_help_names_every_command() -> None:
    output = kallisti("--help").output
    assert all(command in output for command in ("run", "chat", "check", "route", "version"))


def test_route_shows_scores_signals_rules_and_the_offer_in_both_regimes() -> None:
    result = kallisti("route", "cancel the milk one", "--pending", "call mum", "--pending", "buy milk")
    assert result.exit_code == 0
    wide, narrow = result.stdout.splitlines()
    assert wide.startswith("wide | scores: agenda:remove 0.")
    assert "signals: agenda:remove by 'cancel'" in wide
    assert "rules: asked by words" in wide
    assert wide.endswith("offer: agenda:remove (forced), agenda:list (companion)")
    assert narrow.startswith("narrow | scores: ")
    assert narrow.endswith("offer: required agenda:remove (forced)")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("domain =", "domian ="), "unknown key 'domian'"),
        (('risk = "read"', ""), "the key 'risk' is missing"),
        (('name = "clock:now"', 'name = "clock:timer"'), "the tool 'clock:timer' is described in"),
        (('again = ["clock:now"]', 'again = ["clock:noon"]'), "names the tool 'clock:noon'"),
    ],
)
def test_a_faulty_descriptor_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, change: tuple[str, str], words: str
) -> None:
    copies = []
    for file in descriptor_files():
        text = file.read_text(encoding="utf-8")
        copy = tmp_path / file.name
        copy.write_text(text.replace(*change) if file.name == "clock_now.toml" else text, encoding="utf-8")
        copies.append(copy)
    monkeypatch.setattr(descriptors, "descriptor_files", lambda: tuple(copies))
    result = kallisti("route", "hello")
    assert result.exit_code == EXIT_CONFIG == 2
    assert words in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", ["run", "chat", "check"])
def test_a_mistake_in_the_configuration_ends_every_command_in_one_sentence(
    command: str, tmp_path: Path
) -> None:
    (tmp_path / "config.toml").write_text("[turn]\nmax_stepz = 3\n")
    result = kallisti(command)
    assert result.exit_code == EXIT_CONFIG
    assert (
        result.stderr == "kallisti: config.toml: unknown key turn.max_stepz; did you mean turn.max_steps?\n"
    )
    assert result.stdout == ""


def test_a_configuration_that_is_not_there_is_named() -> None:
    result = kallisti("run", "--config", "absent.toml")
    assert result.exit_code == EXIT_CONFIG
    assert result.stderr == "kallisti: absent.toml cannot be read: No such file or directory\n"


def test_without_token_and_terminal_run_says_how_to_set_one() -> None:
    result = kallisti("run")
    assert result.exit_code == EXIT_CREDENTIAL
    assert "KALLISTI_DISCORD_TOKEN" in result.stderr


def test_a_data_directory_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "config.toml").write_text('[data]\ndirectory = "file/data"\n')
    result = kallisti("chat")
    assert result.exit_code == EXIT_CONFIG
    assert result.stderr == "kallisti: the data directory file/data cannot be made: Not a directory\n"


def test_check_finds_all_well(default_model: Path, tmp_path: Path) -> None:
    result = kallisti("check")
    assert result.exit_code == 0
    found = {line.split()[1].rstrip(":"): line.split()[0] for line in result.stdout.splitlines()}
    assert set(found.values()) == {"ok"}
    assert found.keys() >= {"configuration", "token", "model", "grammar", "data", "index", "disk", "units"}
    assert str(default_model) in result.stdout
    assert not (tmp_path / "data" / "kallisti" / "kallisti.sqlite3").exists(), "a look changes nothing"


@pytest.mark.parametrize(
    ("config", "subject", "exit_code"),
    [
        ('[discord]\ntoken_file = "absent"', "token: the Discord token cannot be read", EXIT_CREDENTIAL),
        ('[engine]\nmodel = "absent.gguf"', 'model: There is no model file "absent.gguf"', EXIT_CONFIG),
        ('[memory]\ndirectory = "config.toml"', "notes: config.toml is no directory", EXIT_CONFIG),
    ],
)
def test_check_names_what_is_wrong_and_still_looks_at_the_rest(
    default_model: Path, tmp_path: Path, config: str, subject: str, exit_code: int
) -> None:
    (tmp_path / "config.toml").write_text(config)
    result = kallisti("check", "--quick")
    assert result.exit_code == exit_code
    (wrong,) = [line for line in result.stdout.splitlines() if line.startswith("error")]
    assert subject in wrong
    assert len(result.stdout.splitlines()) >= 12


def test_check_lets_a_broken_database_be_known(default_model: Path, tmp_path: Path) -> None:
    directory = tmp_path / "data" / "kallisti"
    directory.mkdir(parents=True)
    (directory / "kallisti.sqlite3").write_bytes(b"no database at all" * 100)
    result = kallisti("check", "--quick")
    assert result.exit_code == EXIT_CONFIG
    assert "file is not a database; restore a backup" in result.stdout


def test_the_readme_lists_every_command_as_help_does() -> None:
    page = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    listed = re.findall(
        r"^(\w+) +[A-Z]", page.partition("$ kallisti --help\n")[2].partition("```")[0], re.MULTILINE
    )
    assert listed == re.findall(
        r"^│ (\w+) ", kallisti("--help").output.partition("Commands")[2], re.MULTILINE
    )
