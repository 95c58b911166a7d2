"""The wheel, built from the checkout and installed where no checkout is in sight."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.import_rules import imported, modules_under

ROOT = Path(__file__).resolve().parent.parent

# The new environment borrows the libraries of this one: nothing is compiled or downloaded. A .pth file adds a
# folder without reading the .pth files in it: the editable install stays behind.
BORROWED = "borrowed.pth"

PART_OF = {"pydantic-core": "pydantic", "yarl": "aiohttp"}
"""Distributions that belong to a declared one, which pins them."""
IMPORTED_NOWHERE = {"tzdata", "rich", "qdrant-client"}
"""`zoneinfo` finds tzdata by itself, typer writes its help with rich, and Qdrant's room is not built yet."""


def declared_dependencies() -> set[str]:
    lines = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    return {canonicalize_name(Requirement(line).name) for line in lines}


def run(*command: str | Path, cwd: Path) -> str:
    """Runs a command that sees nothing of the checkout's environment, and returns its stdout."""
    hidden = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command} exited with {done.returncode}:\n{done.stdout}\n{done.stderr}"
    return done.stdout


def built_in(folder: Path) -> Path:
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


def environment_with(wheel: Path, home: Path) -> Path:
    """The bin folder of a fresh environment at `home` that holds the wheel."""
    venv.create(home, with_pip=False)
    scheme = {"base": str(home), "platbase": str(home)}
    site = Path(sysconfig.get_path("purelib", "venv", scheme))
    (site / BORROWED).write_text(sysconfig.get_path("purelib") + "\n")
    python = home / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check", "install", "-q")
    run(*pip, "--no-deps", "--no-index", "--ignore-installed", wheel, cwd=home)
    return python.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_in(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return environment_with(wheel, tmp_path_factory.mktemp("elsewhere") / "environment")


def loaded(installed: Path, program: str) -> list[str]:
    return run(installed / "python", "-c", program, cwd=installed).splitlines()


def test_nothing_comes_from_the_checkout(installed: Path) -> None:
    places = loaded(installed, "import agent, bot; print(agent.__file__); print(bot.__file__)")
    assert len(places) == 2
    assert all(Path(place).is_relative_to(installed.parent) for place in places)


def test_every_descriptor_loads_from_the_wheel(installed: Path) -> None:
    program = (
        "import tomli; from agent.resources import descriptor_files\n"
        "for file in descriptor_files(): tomli.loads(file.read_text('utf-8')); print(file.name)"
    )
    expected = sorted(path.name for path in (ROOT / "descriptors").glob("*.toml"))
    assert expected
    assert loaded(installed, program) == expected


def test_every_grammar_loads_from_the_wheel(installed: Path) -> None:
    expected = sorted((ROOT / "grammars").iterdir())
    assert expected
    for path in expected:
        program = f"from agent.resources import grammar_text; print(grammar_text({path.name!r}), end='')"
        assert "\n".join(loaded(installed, program)) == path.read_text(encoding="utf-8").rstrip("\n")


def test_a_missing_grammar_is_an_error(installed: Path) -> None:
    program = (
        "from agent.resources import grammar_text\n"
        "try: grammar_text('none.gbnf')\n"
        "except FileNotFoundError: print('not found')"
    )
    assert loaded(installed, program) == ["not found"]


def test_data_files_of_the_packages_travel(wheel: Path) -> None:
    kept = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith(("agent/", "bot/"))}
    sources = {
        path.relative_to(ROOT).as_posix()
        for package in ("agent", "bot")
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert sources <= kept
    assert {"agent/py.typed", "bot/py.typed"} <= kept


def test_licence_and_notice_travel(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert [name for name in names if name.endswith("licenses/LICENSE")]
    assert [name for name in names if name.endswith("licenses/NOTICE")]


def test_the_command_runs_outside_any_checkout(installed: Path, tmp_path: Path) -> None:
    text = run(installed / "kallisti", "--help", cwd=tmp_path)
    assert "run" in text
    assert "chat" in text


def test_check_and_chat_work_outside_any_checkout(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(f'[data]\ndirectory = "{tmp_path}/data"\n')
    found = run(installed / "kallisti", "check", "--quick", cwd=tmp_path)
    assert not [line for line in found.splitlines() if line.startswith("error")]
    said = run("/bin/sh", "-c", f"echo 'what time is it?' | {installed / 'kallisti'} chat", cwd=tmp_path)
    assert "Kallisti: It is " in said


def test_every_library_that_is_imported_is_declared() -> None:
    providers = packages_distributions()
    imports = {
        name.partition(".")[0] for module in modules_under(ROOT, "agent", "bot") for name in imported(module)
    }
    libraries = imports - sys.stdlib_module_names - {"agent", "bot"}
    named = {canonicalize_name(name) for library in libraries for name in providers.get(library, [library])}
    used = {PART_OF.get(name, name) for name in named}
    declared = declared_dependencies()
    assert used - declared == set(), "imported, but not declared in pyproject.toml"
    assert declared - used <= IMPORTED_NOWHERE, "declared in pyproject.toml, but imported nowhere"


def test_every_bound_is_in_the_dependencies_page() -> None:
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    named = {canonicalize_name(name) for name in re.findall(r"^\| ([\w.-]+) \|", page, re.MULTILINE)} - {
        "package"
    }
    declared = declared_dependencies()
    assert named == declared
