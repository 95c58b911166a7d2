"""The builder of llama-cpp-python's wheel: what it builds, where it keeps it, what it does with a bad one."""

from __future__ import annotations

import hashlib
import os
import shlex
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from scripts import build_llama_wheel as builder

AMX_OFF = "-mno-amx-tile -mno-amx-int8 -mno-amx-bf16"
WITHOUT_COMMON = f"-DCMAKE_PROJECT_llama_cpp_INCLUDE={builder.SKIP_COMMON}"
LIBRARY = "llama_cpp/lib/libllama.so"


def publish(folder: Path, *, names: tuple[str, ...] = (LIBRARY,)) -> Path:
    """Puts a small wheel and its digest where the builder keeps them."""
    folder.mkdir(parents=True)
    wheel = folder / "llama_cpp_python-0.3.36-py3-none-linux_x86_64.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name in names:
            archive.writestr(name, "content")
    (folder / "sha256").write_text(hashlib.sha256(wheel.read_bytes()).hexdigest())
    return wheel


# ------------------------------------------------------------------ arguments


def test_unused_parts_and_amx_are_switched_off() -> None:
    arguments = builder.cmake_arguments("", amx_flags_known=True)
    assert {"-DLLAVA_BUILD=OFF", "-DLLAMA_BUILD_SERVER=OFF", "-DLLAMA_BUILD_EXAMPLES=OFF"} <= set(arguments)
    assert WITHOUT_COMMON in arguments
    assert f"-DCMAKE_C_FLAGS={AMX_OFF}" in arguments
    assert f"-DCMAKE_CXX_FLAGS={AMX_OFF}" in arguments


def test_a_compiler_without_the_amx_flags_gets_none() -> None:
    arguments = builder.cmake_arguments("", amx_flags_known=False)
    assert not [argument for argument in arguments if "FLAGS" in argument]


def test_the_operators_arguments_come_last() -> None:
    arguments = builder.cmake_arguments("-DGGML_CUDA=on -DLLAVA_BUILD=OFF", amx_flags_known=True)
    assert arguments[-2:] == ["-DGGML_CUDA=on", "-DLLAVA_BUILD=OFF"]


def test_the_operators_compiler_flags_are_joined_to_ours() -> None:
    arguments = builder.cmake_arguments("-DCMAKE_CXX_FLAGS:STRING='-O2 -g'", amx_flags_known=True)
    assert [each for each in arguments if "CXX_FLAGS" in each] == [f"-DCMAKE_CXX_FLAGS={AMX_OFF} -O2 -g"]
    assert f"-DCMAKE_C_FLAGS={AMX_OFF}" in arguments


@pytest.mark.parametrize("wish", ["-DLLAVA_BUILD=ON", "-DLLAMA_BUILD_APP:BOOL=on", "-DLLAMA_BUILD_COMMON=1"])
def test_a_part_asked_for_brings_the_common_library(wish: str) -> None:
    assert WITHOUT_COMMON not in builder.cmake_arguments(wish, amx_flags_known=True)


def test_the_pinned_version_is_read_from_the_lock() -> None:
    assert builder.pinned_version(builder.LOCK_FILE.read_text()).startswith("0.3.")
    with pytest.raises(builder.BuildError, match="llama-cpp-python==VERSION"):
        builder.pinned_version("numpy==2.0\n")


# ------------------------------------------------------------------ the key


def test_cpu_flags_are_sorted_and_taken_from_the_first_core() -> None:
    text = "processor\t: 0\nflags\t\t: sse avx2 fpu\n\nprocessor\t: 1\nflags\t\t: other\n"
    assert builder.cpu_flags(text) == "avx2 fpu sse"
    assert builder.cpu_flags("Features\t: neon asimd\n") == "asimd neon"
    assert builder.cpu_flags("processor : 0\n") == ""


def test_the_key_changes_with_version_flags_and_arguments() -> None:
    keys = {
        builder.cache_key("0.3.36", flags="avx2", arguments=["-DA=1"]),
        builder.cache_key("0.3.37", flags="avx2", arguments=["-DA=1"]),
        builder.cache_key("0.3.36", flags="avx2 amx_tile", arguments=["-DA=1"]),
        builder.cache_key("0.3.36", flags="avx2", arguments=["-DA=2"]),
    }
    assert len(keys) == 4
    assert all(f"cp{sys.version_info.major}{sys.version_info.minor}" in key for key in keys)


def test_the_place_of_the_checkout_is_no_part_of_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    def key_in(root: str) -> str:
        monkeypatch.setattr(builder, "ROOT", Path(root))
        return builder.cache_key("0.3.36", flags="", arguments=[f"-DX={root}/scripts/a.cmake"])

    assert key_in("/home/one/kallisti") == key_in("/srv/two")


# ------------------------------------------------------------------ the kept wheel


def test_a_whole_wheel_is_used_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wheel = publish(tmp_path / "key")
    assert builder.obtain(tmp_path, "key", []) == wheel
    assert "using the wheel kept in" in capsys.readouterr().err


@pytest.mark.parametrize("damage", ["cut", "no digest", "no wheel", "two wheels"])
def test_a_damaged_wheel_is_built_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str) -> None:
    wheel = publish(tmp_path / "key")
    match damage:
        case "cut":
            wheel.write_bytes(wheel.read_bytes()[:-10])
        case "no digest":
            (wheel.parent / "sha256").unlink()
        case "no wheel":
            wheel.unlink()
        case "two wheels":
            (wheel.parent / "other.whl").touch()

    def build_into(folder: Path, _arguments: object, *, log: Path) -> None:
        publish(folder / "made")
        for made in (folder / "made").iterdir():
            made.rename(folder / made.name)
        (folder / "made").rmdir()
        log.touch()

    monkeypatch.setattr(builder, "build_into", build_into)
    rebuilt = builder.obtain(tmp_path, "key", [])
    assert zipfile.ZipFile(rebuilt).testzip() is None
    assert builder.usable_wheel(tmp_path / "key") == rebuilt
    assert not list(tmp_path.glob(".building-*"))


def test_a_failed_build_publishes_nothing_and_its_leftovers_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(folder: Path, _arguments: object, *, log: Path) -> None:
        (folder / "half.whl").touch()
        log.write_text("compiling")
        raise builder.BuildError("the compiler gave up")

    monkeypatch.setattr(builder, "build_into", fail)
    for _ in range(2):
        with pytest.raises(builder.BuildError, match="gave up"):
            builder.obtain(tmp_path, "key", [])
        assert builder.usable_wheel(tmp_path / "key") is None
        assert len(list(tmp_path.glob(".building-*"))) <= 1


@pytest.mark.parametrize("names", [("llama_cpp/__init__.py",), ()])
def test_a_wheel_without_the_native_library_is_refused(tmp_path: Path, names: tuple[str, ...]) -> None:
    with pytest.raises(builder.BuildError, match="incomplete"):
        builder.check_contents(publish(tmp_path / "key", names=names))


def test_a_second_builder_waits_for_the_first(tmp_path: Path) -> None:
    publish(tmp_path / "key")
    program = (
        "import sys; from pathlib import Path; from scripts import build_llama_wheel as b;"
        "print(b.obtain(Path(sys.argv[1]), 'key', []))"
    )
    with builder.locked(tmp_path):
        second = subprocess.Popen(
            [sys.executable, "-c", program, str(tmp_path)],
            cwd=builder.ROOT,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert second.stderr is not None
        assert "waiting for it" in second.stderr.readline()
        assert second.poll() is None
    output, _ = second.communicate(timeout=30)
    assert second.returncode == 0
    assert output.strip().endswith(".whl")


# ------------------------------------------------------------------ the build


def test_progress_reads_ninjas_counter() -> None:
    progress = builder.Progress()
    assert progress.sentence(5) == "llama-cpp-python: 0:05 preparing"
    progress.read("  [12/83] /usr/bin/g++ -c ggml.cpp\n")
    progress.read("warning: [-Wunused]\n")
    assert progress.sentence(75) == "llama-cpp-python: 1:15 compiled 12 of 83 files"


def test_a_command_that_moves_shows_it_and_keeps_its_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(builder, "STEP_IN_LOG", 0.05)
    program = "import time; print('[3/9] cc', flush=True); time.sleep(0.4)"
    log = tmp_path / "log"
    builder.run_shown([sys.executable, "-c", program], environment=dict(os.environ), log=log)
    assert "compiled 3 of 9 files" in capsys.readouterr().err
    assert log.read_text() == "[3/9] cc\n"


def test_a_failing_command_shows_its_last_lines(tmp_path: Path) -> None:
    program = "import sys; print('\\n'.join(f'line {n}' for n in range(200))); sys.exit(3)"
    with pytest.raises(builder.BuildError, match=r"line 199\n\nThe build failed") as failure:
        builder.run_shown([sys.executable, "-c", program], environment=dict(os.environ), log=tmp_path / "log")
    assert "line 100\n" not in str(failure.value)


def test_a_missing_compiler_is_one_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.delenv("CXX", raising=False)
    with pytest.raises(builder.BuildError, match="no C and C\\+\\+ compiler found"):
        builder.compilers()


def test_the_plan_can_be_shown_without_building() -> None:
    command = [sys.executable, str(builder.ROOT / "scripts" / "build_llama_wheel.py"), "--plan"]
    environment = os.environ | {"CMAKE_ARGS": "-DGGML_OPENMP=OFF"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    key, arguments = done.stdout.splitlines()
    assert key.startswith(builder.pinned_version(builder.LOCK_FILE.read_text()))
    assert shlex.split(arguments)[-1] == "-DGGML_OPENMP=OFF"
