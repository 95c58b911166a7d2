"""The commands of the Makefile: what they need, what they run, and what a failure leaves behind."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def make(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Runs make as from a terminal, also when these tests themselves run under make."""
    hidden = ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "CMAKE_ARGS", "JOBS")
    environment = {name: value for name, value in os.environ.items() if name not in hidden} | settings
    return subprocess.run(
        ["make", "-C", str(ROOT), "--no-print-directory", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )


def commands(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def stamped(environment: Path) -> Path:
    """A folder that looks like a finished environment, all steps done."""
    listed = commands(make("-n", f"VENV={environment}", "test").stdout)
    stamps = {line.split()[-1] for line in listed if line.startswith("touch ")}
    (environment / ".stamps").mkdir(parents=True)
    now = time.time()
    for stamp in stamps | {str(environment / ".stamps" / "venv")}:
        Path(stamp).touch()
        os.utime(stamp, (now, now))  # none is newer than another
    return environment


def test_help_lists_the_commands() -> None:
    listed = make("help").stdout
    assert all(
        f"make {name} " in listed for name in ("run", "test", "check", "lock", "wheel", "clean", "help")
    )


def test_check_ends_with_what_test_runs(tmp_path: Path) -> None:
    environment = stamped(tmp_path / "environment")
    test = commands(make("-n", f"VENV={environment}", "test").stdout)
    check = commands(make("-n", f"VENV={environment}", "check").stdout)
    assert test == [f"{environment}/bin/python -m pytest"]
    assert check[-1:] == test
    parallel = commands(make("-n", f"VENV={environment}", "test", "JOBS=3", "ARGS=-x").stdout)
    assert parallel == [f"{environment}/bin/python -m pytest -n 3 --dist loadfile -x"]
    assert any("ruff check" in line for line in check)
    assert any("ruff format --check" in line for line in check)
    assert any(line.endswith("mypy") for line in check)
    assert any("test_import_directions" in line for line in check)


def test_a_finished_environment_is_left_alone(tmp_path: Path) -> None:
    environment = stamped(tmp_path / "environment")
    assert commands(make("-n", f"VENV={environment}", "run").stdout) == [
        f"exec {environment}/bin/kallisti run"
    ]


def test_other_cmake_arguments_need_another_binding(tmp_path: Path) -> None:
    environment = stamped(tmp_path / "environment")
    again = make("-n", f"VENV={environment}", "run", CMAKE_ARGS="-DGGML_CUDA=on").stdout
    assert "build_llama_wheel.py" in again
    assert "requirements.lock" not in again


def test_a_python_that_is_too_old_gets_one_sentence(tmp_path: Path) -> None:
    old = tmp_path / "python3.8"
    old.write_text('#!/bin/sh\n[ "$1" = -V ] && echo "Python 3.8.18" && exit 0\nexit 1\n')
    old.chmod(0o755)
    done = make(f"PYTHON={old}", f"VENV={tmp_path / 'environment'}", "run")
    assert done.returncode != 0
    assert "Kallisti needs Python 3.11 or newer" in done.stderr
    assert "is Python 3.8.18" in done.stderr
    assert "make run PYTHON=" in done.stderr


def test_a_python_that_is_missing_gets_one_sentence(tmp_path: Path) -> None:
    done = make("PYTHON=no-such-python", f"VENV={tmp_path / 'environment'}", "test")
    assert done.returncode != 0
    assert "'no-such-python' is not on this machine" in done.stderr


def test_a_failed_install_leaves_no_stamp(tmp_path: Path) -> None:
    environment = tmp_path / "environment"
    offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "", "PIP_CONFIG_FILE": os.devnull}
    done = make(f"PYTHON={sys.executable}", f"VENV={environment}", "test", **offline)
    assert done.returncode != 0
    assert [stamp.name for stamp in (environment / ".stamps").iterdir()] == ["venv"]
    shutil.rmtree(environment)
