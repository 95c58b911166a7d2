"""Compiles the pinned llama-cpp-python once per machine kind, and prints the path of the wheel on stdout.

The wheel is kept under `${XDG_CACHE_HOME:-~/.cache}/kallisti/wheels/<key>/`. The key is made of the version,
the Python tag, the platform, the CPU's flags and the CMake arguments: a native build runs only on a CPU that
has the flags it was built for. `CMAKE_ARGS` of the environment is appended to the arguments chosen here, and
wins.

Standard library only: it runs before anything is installed.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import hashlib
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

ROOT = Path(__file__).resolve().parent.parent
LOCK_FILE = ROOT / "requirements-llama.lock"
SKIP_COMMON = ROOT / "scripts" / "llama_without_common.cmake"

EXPECTED_TIME = "3 to 14 minutes on two cores"
STEP_ON_TERMINAL = 1.0
STEP_IN_LOG = 20.0
"""Seconds between two signs of life."""
LOG_TAIL = 40
"""Lines of the compiler's output shown when it fails."""

UNUSED_PARTS = (
    "-DLLAVA_BUILD=OFF",
    "-DLLAMA_BUILD_APP=OFF",
    "-DLLAMA_BUILD_EXAMPLES=OFF",
    "-DLLAMA_BUILD_SERVER=OFF",
    "-DLLAMA_BUILD_TESTS=OFF",
    "-DLLAMA_BUILD_TOOLS=OFF",
)
# gcc 12 drops the stores of ggml's tile set-up: on a CPU with AMX the first batch of two tokens dies with
# SIGILL. Without the AMX kernels ggml takes its repacked AVX-512 ones.
AMX_OFF = ("-mno-amx-tile", "-mno-amx-int8", "-mno-amx-bf16")
FLAG_ARGUMENTS = ("CMAKE_C_FLAGS", "CMAKE_CXX_FLAGS")
NEEDS_COMMON = re.compile(r"-D(LLAVA_BUILD|LLAMA_BUILD_\w+)(:\w+)?=(ON|TRUE|YES|1)$", re.IGNORECASE)
PROGRESS = re.compile(r"^\s*\[(\d+)/(\d+)\]")


class BuildError(Exception):
    """`str(error)` is one clear sentence, perhaps with the compiler's last lines below it."""


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


# ------------------------------------------------------------------ what to build


def pinned_version(lock_text: str) -> str:
    """The version in the lock's `llama-cpp-python==VERSION` line."""
    found = re.search(r"^llama-cpp-python==([^\s\\;]+)", lock_text, re.MULTILINE)
    if found is None:
        raise BuildError(f"{LOCK_FILE.name} has no line 'llama-cpp-python==VERSION'")
    return found.group(1)


def _split_flags(arguments: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """Separates the compiler flags, by their variable, from all other CMake arguments."""
    flags: dict[str, str] = {}
    others: list[str] = []
    for argument in arguments:
        name, _, value = argument.removeprefix("-D").partition("=")
        variable = name.partition(":")[0]
        if argument.startswith("-D") and variable in FLAG_ARGUMENTS:
            flags[variable] = value
        else:
            others.append(argument)
    return flags, others


def cmake_arguments(user: str, *, amx_flags_known: bool) -> list[str]:
    """The CMake arguments of the build; `user` is the value of CMAKE_ARGS, whose settings come last and win.

    Compiler flags are joined, since a second `-DCMAKE_CXX_FLAGS` would throw the first away.
    """
    user_flags, user_others = _split_flags(shlex.split(user))
    arguments = list(UNUSED_PARTS)
    if not any(NEEDS_COMMON.match(argument) for argument in user_others):
        arguments.append(f"-DCMAKE_PROJECT_llama_cpp_INCLUDE={SKIP_COMMON}")
    own = " ".join(AMX_OFF) if amx_flags_known else ""
    for variable in FLAG_ARGUMENTS:
        joined = f"{own} {user_flags.get(variable, '')}".strip()
        if joined:
            arguments.append(f"-D{variable}={joined}")
    return arguments + user_others


def _first_found(*names: str) -> str | None:
    return next((path for name in names if (path := shutil.which(name))), None)


def compilers() -> tuple[str, str]:
    """The C and C++ compilers that CMake will take."""
    c_compiler = os.environ.get("CC") or _first_found("cc", "gcc", "clang")
    cxx_compiler = os.environ.get("CXX") or _first_found("c++", "g++", "clang++")
    if not c_compiler or not cxx_compiler:
        raise BuildError(
            "no C and C++ compiler found: llama-cpp-python is compiled on this machine; "
            "install one (Debian: apt-get install build-essential) and run the command again"
        )
    return c_compiler, cxx_compiler


def knows_amx_flags(compiler: str) -> bool:
    """Whether the compiler targets x86-64 and takes the flags that switch AMX off."""
    if platform.machine().lower() not in {"x86_64", "amd64"}:
        return False
    command = [*shlex.split(compiler), *AMX_OFF, "-Werror", "-x", "c", "-fsyntax-only", os.devnull]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


# ------------------------------------------------------------------ where it is kept


def cpu_flags(cpuinfo: str) -> str:
    """The CPU's flags in a fixed order, from the text of /proc/cpuinfo; empty where it names none."""
    found = re.search(r"^(?:flags|Features)\s*:(.*)$", cpuinfo, re.MULTILINE)
    return " ".join(sorted(found.group(1).split())) if found else ""


def cache_key(version: str, *, flags: str, arguments: Sequence[str]) -> str:
    """A folder name that changes with everything that the binary depends on."""
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    system = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    # The path of the checkout is no property of the wheel.
    portable = [argument.replace(str(ROOT), "") for argument in arguments]
    digest = hashlib.sha256("\0".join([flags, *portable]).encode()).hexdigest()[:16]
    return f"{version}-{python}-{system}-{digest}"


def cache_home() -> Path:
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "kallisti" / "wheels"


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def usable_wheel(folder: Path) -> Path | None:
    """The wheel in a cache folder, if it is the one that was put there, byte for byte."""
    wheels = sorted(folder.glob("*.whl"))
    digest = folder / "sha256"
    if len(wheels) != 1 or not digest.is_file():
        return None
    return wheels[0] if digest.read_text().strip() == sha256_of(wheels[0]) else None


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Holds the folder's lock; a second builder waits and then finds the wheel of the first."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Another build of llama-cpp-python is running; waiting for it ...")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


# ------------------------------------------------------------------ the build


@dataclass(slots=True)
class Progress:
    """How far the compiler is: `done` of `total` steps, 0 of 0 before the first."""

    done: int = 0
    total: int = 0

    def read(self, line: str) -> None:
        if found := PROGRESS.match(line):
            self.done, self.total = int(found.group(1)), int(found.group(2))

    def sentence(self, elapsed: float) -> str:
        clock = f"{int(elapsed) // 60}:{int(elapsed) % 60:02d}"
        if not self.total:
            return f"llama-cpp-python: {clock} preparing"
        return f"llama-cpp-python: {clock} compiled {self.done} of {self.total} files"


def _report(progress: Progress, stop: Event) -> None:
    """Shows that the build moves: a line rewritten each second on a terminal, else a line now and then."""
    started = time.monotonic()
    terminal = sys.stderr.isatty()
    while not stop.wait(STEP_ON_TERMINAL if terminal else STEP_IN_LOG):
        sentence = progress.sentence(time.monotonic() - started)
        if terminal:
            print(f"\r{sentence}\x1b[K", end="", file=sys.stderr, flush=True)
        else:
            say(sentence)
    if terminal:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def run_shown(command: Sequence[str], *, environment: dict[str, str], log: Path) -> None:
    """Runs a command with all its output in `log` and its progress on stderr. Raises BuildError."""
    progress, stop = Progress(), Event()
    reporter = Thread(target=_report, args=(progress, stop), daemon=True)
    with (
        log.open("w") as file,
        subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        ) as process,
    ):
        reporter.start()
        try:
            assert process.stdout is not None
            for line in process.stdout:
                file.write(line)
                progress.read(line)
        except BaseException:
            process.terminate()
            raise
        finally:
            stop.set()
            reporter.join()
    if process.returncode:
        tail = "\n".join(log.read_text().splitlines()[-LOG_TAIL:])
        raise BuildError(f"{tail}\n\nThe build failed; the lines above are the end of {log}.")


def pip(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", *arguments]


def download(folder: Path) -> Path:
    """Fetches the pinned source archive, checked against the lock's hash."""
    command = pip("download", "-q", "--no-deps", "--no-binary", ":all:", "--require-hashes")
    done = subprocess.run([*command, "-d", str(folder), "-r", str(LOCK_FILE)], check=False, stdout=sys.stderr)
    archives = list(folder.glob("*.tar.gz"))
    if done.returncode or len(archives) != 1:
        raise BuildError("the source of llama-cpp-python could not be downloaded; pip's words are above")
    return archives[0]


def check_contents(wheel: Path) -> None:
    """Raises BuildError unless the wheel is whole and carries the native library."""
    with zipfile.ZipFile(wheel) as archive:
        broken = archive.testzip()
        library = any(re.match(r"llama_cpp/lib/(lib)?llama\.", name) for name in archive.namelist())
    if broken or not library:
        raise BuildError(f"the build ended without an error, but {wheel.name} is incomplete")


def build_into(folder: Path, arguments: Sequence[str], log: Path) -> None:
    """Leaves the wheel and its digest in `folder`."""
    environment = os.environ | {"CMAKE_ARGS": shlex.join(arguments)}
    # ggml takes this variable as a wish for a binary that runs on every CPU, slowly.
    environment.pop("SOURCE_DATE_EPOCH", None)
    with tempfile.TemporaryDirectory(prefix="kallisti-llama-") as temporary:
        archive = download(Path(temporary))
        # A cached wheel of pip's own would have been built with other arguments.
        command = pip("wheel", "-v", "--no-deps", "--no-cache-dir", "-w", str(folder), str(archive))
        run_shown(command, environment=environment, log=log)
    (wheel,) = folder.glob("*.whl")
    check_contents(wheel)
    (folder / "sha256").write_text(sha256_of(wheel) + "\n")


def obtain(cache: Path, key: str, arguments: Sequence[str]) -> Path:
    """The wheel for this key: the kept one if it is whole, else a new one, published by a rename."""
    target = cache / key
    with locked(cache):
        if wheel := usable_wheel(target):
            say(f"llama-cpp-python: using the wheel kept in {target}")
            return wheel
        for leftover in cache.glob(".building-*"):
            shutil.rmtree(leftover)
        if target.exists():
            say(f"llama-cpp-python: the wheel kept in {target} is damaged and is built again")
            shutil.rmtree(target)
        say(f"llama-cpp-python is compiled for this CPU, once: {EXPECTED_TIME}. It is kept in {target}")
        building = Path(tempfile.mkdtemp(prefix=".building-", dir=cache))
        started = time.monotonic()
        build_into(building, arguments, log=cache / f"{key}.log")
        building.rename(target)
        minutes, seconds = divmod(int(time.monotonic() - started), 60)
        say(f"llama-cpp-python: built in {minutes} min {seconds} s")
    wheel = usable_wheel(target)
    assert wheel is not None, "the wheel just published is gone"
    return wheel


def plan() -> tuple[str, list[str]]:
    """The cache key and the CMake arguments for this machine."""
    compiler, _ = compilers()
    user = os.environ.get("CMAKE_ARGS", "")
    arguments = cmake_arguments(user, amx_flags_known=knows_amx_flags(compiler))
    cpuinfo = Path("/proc/cpuinfo")
    flags = cpu_flags(cpuinfo.read_text()) if cpuinfo.exists() else platform.machine()
    return cache_key(pinned_version(LOCK_FILE.read_text()), flags=flags, arguments=arguments), arguments


def main() -> int:
    parser = argparse.ArgumentParser(description="Build llama-cpp-python, or find the wheel built before.")
    parser.add_argument(
        "--plan", action="store_true", help="print the key and the CMake arguments, build nothing"
    )
    options = parser.parse_args()
    try:
        key, arguments = plan()
        print(f"{key}\n{shlex.join(arguments)}" if options.plan else obtain(cache_home(), key, arguments))
    except BuildError as error:
        say(f"error: {error}")
        return 1
    except KeyboardInterrupt:
        say("interrupted; nothing was kept")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
