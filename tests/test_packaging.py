"""The wheel, built from the checkout and installed where no checkout is in sight."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# The new environment borrows the libraries of this one, so that nothing is compiled or downloaded. A line of a
# .pth file adds its folder without reading the .pth files in it: the editable install stays behind.
BORROWED = "borrowed.pth"


def run(*command: str | Path, cwd: Path) -> str:
    """Runs a command that sees nothing of the checkout's environment, and returns its stdout."""
    hidden = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command} exited with {done.returncode}:\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin folder of a fresh environment that holds the wheel."""
    home = tmp_path_factory.mktemp("elsewhere") / "environment"
    venv.create(home, with_pip=False)
    scheme = {"base": str(home), "platbase": str(home)}
    site = Path(sysconfig.get_path("purelib", "venv", scheme))
    (site / BORROWED).write_text(sysconfig.get_path("purelib") + "\n")
    python = home / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check", "install", "-q")
    run(*pip, "--no-deps", "--no-index", "--ignore-installed", wheel, cwd=home)
    return python.parent


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
