"""`make install` and `make uninstall`, below a temporary root."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bot.config_file import load_config
from tests.test_makefile import ROOT, commands, make

DEVELOPMENT = {"build", "hatchling", "hypothesis", "mypy", "pre-commit", "pytest", "ruff", "syrupy", "psutil"}


def pins(name: str) -> dict[str, str]:
    found = re.findall(r"^([A-Za-z0-9._-]+)==(\S+)", (ROOT / name).read_text(), re.MULTILINE)
    return {canonicalize_name(package): version for package, version in found}


def tree(root: Path) -> set[str]:
    return {str(path.relative_to(root)) for path in root.rglob("*") if not path.is_dir() or path.is_symlink()}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A root with an environment that looks installed, and with data."""
    for name in (
        "opt/kallisti/bin",
        "var/lib/kallisti",
        "var/cache/kallisti",
        "usr/local/bin",
        "var/lib/kallisti-engine",
    ):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "opt/kallisti/pyvenv.cfg").touch()
    (tmp_path / "opt/kallisti/bin/kallisti").touch()
    (tmp_path / "var/lib/kallisti/kallisti.sqlite3").touch()
    (tmp_path / "var/cache/kallisti/model.gguf").touch()
    (tmp_path / "var/lib/kallisti-engine/engine-probe.json").touch()
    return tmp_path


def install(root: Path, *arguments: str) -> None:
    done = make("install-files", f"ROOT={root}", *arguments)
    assert done.returncode == 0, done.stderr


def uninstall(root: Path, *arguments: str) -> str:
    done = make("uninstall", f"ROOT={root}", *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_everything_has_its_place_and_the_configuration_names_the_data(root: Path) -> None:
    install(root)
    config = load_config(root / "etc/kallisti/config.toml")
    assert config.data.directory == "/var/lib/kallisti"
    assert config.backup.directory == config.memory.directory == ""
    units = root / "etc/systemd/system"
    assert {path.name for path in units.iterdir()} == {
        *("kallisti.service", "kallisti-backup.service", "kallisti-backup.timer", "kallisti-engine.service")
    }
    assert (units / "kallisti.service").read_text() == (ROOT / "systemd/kallisti.service").read_text()
    assert (root / "usr/local/bin/kallisti").readlink() == Path("/opt/kallisti/bin/kallisti")


def test_other_places_stand_in_the_units_too(root: Path) -> None:
    install(root, "PREFIX=/srv/bot", "SYSCONFDIR=/srv/etc")
    unit = (root / "etc/systemd/system/kallisti.service").read_text()
    assert "ExecStart=/srv/bot/bin/kallisti run --config /srv/etc/config.toml" in unit
    assert "LoadCredential=discord_token:/srv/etc/discord_token" in unit
    assert "/opt/kallisti" not in unit


def test_uninstalling_leaves_nothing_but_data(root: Path) -> None:
    install(root)
    said = uninstall(root)
    assert tree(root) == {"var/lib/kallisti/kallisti.sqlite3"}
    assert said.splitlines()[-1] == "kept: /var/lib/kallisti"
    uninstall(root)


def test_a_configuration_that_somebody_changed_and_a_token_are_kept(root: Path) -> None:
    install(root)
    config = root / "etc/kallisti/config.toml"
    config.write_text(config.read_text() + "# mine\n")
    (config.parent / "discord_token").write_text("secret")
    install(root)
    assert config.read_text().endswith("# mine\n"), "installing again must not replace it"
    assert "kept: /etc/kallisti" in uninstall(root)
    assert tree(root) >= {"etc/kallisti/config.toml", "etc/kallisti/discord_token"}


def test_a_directory_that_is_no_environment_is_not_removed(root: Path) -> None:
    (root / "opt/kallisti/pyvenv.cfg").unlink()
    (root / "opt/kallisti/precious").touch()
    assert "left alone" in uninstall(root)
    assert (root / "opt/kallisti/precious").exists()


def test_a_command_of_the_same_name_from_elsewhere_is_not_removed(root: Path) -> None:
    (root / "usr/local/bin/kallisti").symlink_to("/home/somebody/kallisti")
    uninstall(root)
    assert (root / "usr/local/bin/kallisti").is_symlink()


def test_what_is_installed_has_nothing_that_only_development_needs(tmp_path: Path) -> None:
    run, everything = pins("requirements-run.lock"), pins("requirements.lock")
    assert run.items() <= everything.items(), "run `make lock`"
    assert not DEVELOPMENT & run.keys()
    listed = commands(
        make("-n", f"ROOT={tmp_path}", f"PYTHON={sys.executable}", "install-environment").stdout
    )
    assert any(line.endswith("--require-hashes -r requirements-run.lock") for line in listed)
    assert not any("-r requirements.lock" in line for line in listed)


def test_the_run_lock_has_every_declared_dependency() -> None:
    lines = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    declared = {canonicalize_name(Requirement(line).name) for line in lines} - {"llama-cpp-python"}
    assert declared <= pins("requirements-run.lock").keys()
