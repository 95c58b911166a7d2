"""Finds out, in throw-away children, with which settings a model decodes on this machine at all.

The hazard: llama.cpp built by gcc 12 for a processor with AMX loses the stores that set up its tiles, and any
batch of two tokens or more ends the process with SIGILL (https://github.com/ggml-org/llama.cpp/pull/26954).
Loading the weights without the extra buffer types (repacked layouts, AMX) avoids these kernels at some cost
in speed. Settings are tried fastest first; the verdict is kept per processor, library, model file and
adapter.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import importlib.metadata
import importlib.util
import json
import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import structlog

from agent.engine.adapter import Adapter
from agent.engine.child import PACKAGE_ROOT
from agent.engine.gguf import mark_of
from agent.errors import EngineDown, ModelFileError

VERDICTS_FILE = "engine-probe.json"
PROBE_SECONDS = 180.0
"""For one try; loading a large model from a slow disk is the longest part."""
KILLED = signal.Signals.SIGKILL.name
"""No fault of native code ends so: it is the kernel short of memory, or somebody's hand."""
REFUSED = 3
"""Exit code of the probe child when llama.cpp cannot load the file."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """One that is not `lasting` holds for this start only."""

    extra_buffers: bool
    reason: str
    lasting: bool = True


async def choose_settings(
    model_path: Path,
    *,
    state_directory: Path | None,
    adapter: Adapter | None = None,
    command: Sequence[str] = (sys.executable, "-m", "agent.engine.probe_child"),
    seconds: float = PROBE_SECONDS,
) -> Verdict:
    """The verdict for this model here, remembered in `state_directory` or found by trying.

    `command` gets four more arguments: the parent's process id, the path, "1" or "0" for the extra buffers,
    and the adapter's path, empty for none. Raises ModelFileError when the model decodes with none of the
    settings, and EngineDown when the trials were killed from outside, which says nothing about the model.
    """
    identity = await asyncio.to_thread(identify, model_path, adapter)
    verdicts = await asyncio.to_thread(_load, state_directory)
    if identity in verdicts:
        verdict = verdicts[identity]
        log.info(
            "engine settings", extra_buffers=verdict.extra_buffers, reason=verdict.reason, remembered=True
        )
        return verdict
    verdict = await _try_all(model_path, adapter, command, seconds)
    log.info("engine settings", extra_buffers=verdict.extra_buffers, reason=verdict.reason, remembered=False)
    if verdict.lasting:
        await asyncio.to_thread(_save, state_directory, verdicts | {identity: verdict})
    return verdict


async def distrust(
    model_path: Path, *, state_directory: Path | None, adapter: Adapter | None = None
) -> Verdict:
    """Takes back a verdict for the fastest settings, for a fault that the trial did not show."""
    reason = (
        "a worker with the fastest settings ended with SIGILL; the extra buffers are left out from now on"
    )
    verdict = Verdict(extra_buffers=False, reason=reason)
    identity = await asyncio.to_thread(identify, model_path, adapter)
    verdicts = await asyncio.to_thread(_load, state_directory)
    await asyncio.to_thread(_save, state_directory, verdicts | {identity: verdict})
    log.warning("engine settings", extra_buffers=False, reason=reason, remembered=False)
    return verdict


async def _try_all(
    model_path: Path, adapter: Adapter | None, command: Sequence[str], seconds: float
) -> Verdict:
    fast = await _try(model_path, adapter, command, seconds, extra_buffers=True)
    if fast is None:
        return Verdict(extra_buffers=True, reason="a trial decode with the fastest settings worked")
    safe = await _try(model_path, adapter, command, seconds, extra_buffers=False)
    if safe is None:
        reason = f"a trial decode with the fastest settings failed ({fast}); without extra buffers it worked"
        return Verdict(extra_buffers=False, reason=reason, lasting=fast != KILLED)
    if KILLED in (fast, safe):
        raise EngineDown(
            "The trial decode was killed from outside, most likely because memory ran out; "
            "give the service more of it or take a smaller model."
        )
    raise ModelFileError(
        f"{model_path} does not decode on this machine: {fast} with the fastest settings, {safe} with the "
        "safest; rebuild llama-cpp-python or take another model."
    )


async def _try(
    model_path: Path, adapter: Adapter | None, command: Sequence[str], seconds: float, *, extra_buffers: bool
) -> str | None:
    """None when it worked, else how it failed. Raises ModelFileError when the file is refused."""
    process = await asyncio.create_subprocess_exec(
        *command,
        *(str(os.getpid()), str(model_path), "1" if extra_buffers else "0"),
        str(adapter.path) if adapter else "",
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        cwd=PACKAGE_ROOT,
    )
    try:
        async with asyncio.timeout(seconds):
            output, _ = await process.communicate()
    except TimeoutError:
        return f"no answer within {seconds:g} s"
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    status = process.returncode
    if status == REFUSED:
        raise ModelFileError(output.decode("utf-8", "replace").strip())
    return _failure(status or 0)


def _failure(status: int) -> str | None:
    if status == 0:
        return None
    if status > 0:
        return f"exit code {status}"
    with contextlib.suppress(ValueError):
        return signal.Signals(-status).name
    return f"signal {-status}"


# ------------------------------------------------------------------ what a verdict holds for


def identify(model_path: Path, adapter: Adapter | None = None) -> str:
    """A digest of the processor, llama-cpp-python with its native files, the model file's beginning and the
    adapter.
    """
    digest = hashlib.sha256()
    digest.update(_processor().encode())
    digest.update(_library().encode())
    digest.update(mark_of(model_path))
    if adapter is not None:
        digest.update(adapter.sha256.encode())
    return digest.hexdigest()


def _processor() -> str:
    """Model name and instruction sets; where there is no /proc, the platform's own words."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return " ".join(os.uname())
    wanted = ("model name", "flags", "Features")
    found = {line.split(":", 1)[0].strip(): line for line in lines if line.startswith(wanted)}
    return "\n".join(found.values())


def _library() -> str:
    """Version, and size and time of each native file: a rebuild of the same version is another library."""
    found = importlib.util.find_spec("llama_cpp")  # finds without importing
    if found is None or found.origin is None:
        return "missing"
    files = sorted((Path(found.origin).parent / "lib").glob("*.so*"))
    marks = [f"{file.name} {file.stat().st_size} {file.stat().st_mtime_ns}" for file in files]
    return "\n".join([importlib.metadata.version("llama-cpp-python"), *marks])


# ------------------------------------------------------------------ the file


def _load(directory: Path | None) -> dict[str, Verdict]:
    """What is remembered; a missing or damaged file is as good as an empty one."""
    if directory is None:
        return {}
    try:
        stored = json.loads((directory / VERDICTS_FILE).read_text(encoding="utf-8"))
        return {
            key: Verdict(extra_buffers=bool(v["extra_buffers"]), reason=str(v["reason"]))
            for key, v in stored.items()
        }
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        log.warning("the remembered engine settings are unreadable and are found anew", reason=str(error))
        return {}


def _save(directory: Path | None, verdicts: dict[str, Verdict]) -> None:
    if directory is None:
        return
    stored = {key: {"extra_buffers": v.extra_buffers, "reason": v.reason} for key, v in verdicts.items()}
    fresh = directory / f"{VERDICTS_FILE}.new"
    try:
        directory.mkdir(parents=True, exist_ok=True)
        fresh.write_text(json.dumps(stored, indent=1), encoding="utf-8")
        fresh.replace(directory / VERDICTS_FILE)
    except OSError as error:
        log.warning("the engine settings could not be remembered", reason=str(error))
