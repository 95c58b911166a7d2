"""Weights in the form that llama.cpp computes fastest here, made once from the model's file and its adapter.

llama.cpp multiplies batches of Q4_1, the form of the embedded default model, one token at a time: reading a
prompt takes twice as long as in Q8_0, which is also a little faster for single tokens. Every value of Q4_1 is
held in Q8_0 within a 254th of the largest of its block, far below the error of Q4_1 itself. An adapter is
added to the weights on the way, and then costs no time at all. A larger model is left as it is: its speed is
that of memory, and Q8_0 takes 1.7 times as much.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import structlog

from agent.engine.adapter import Adapter, sha256_of
from agent.engine.child import PACKAGE_ROOT
from agent.engine.gguf import read_header
from agent.errors import ModelFileError

DIRECTORY = "weights"
"""Within the state directory. It holds one file, of the model used last, and that of the one before."""
SUFFIX = ".q8_0.gguf"
FORM = b"1"
"""Rises when files of before are to be made anew."""
LARGEST = 512 << 20
"""Bytes of a file above which it is used as it is."""
GROWTH = 2
"""More than Q8_0 takes of Q4_1's room; as much must be free on the disk twice."""
SECONDS = 300.0
"""For the conversion; it takes a second or two."""

LONGEST_REASON = 200
"""Characters of what the conversion said of its failure."""

_FILE_TYPE, _MOSTLY_Q4_1 = "general.file_type", 3

log = structlog.get_logger(__name__)


async def fast_weights(
    model_path: Path,
    *,
    state_directory: Path | None,
    adapter: Adapter | None = None,
    command: Sequence[str] = (sys.executable, "-m", "agent.engine.requantise"),
    seconds: float = SECONDS,
) -> Path:
    """The file to load for this model: its faster form from `state_directory`, made now if it is not there
    yet, with the adapter in it; or the model's own, where there is nothing to gain, no directory, or the
    conversion fails. Over that one the adapter is still to be laid.

    `command` gets four more arguments: the parent's process id, the file, the file to write, and the
    adapter's, empty for none. Raises ModelFileError for a model that cannot be read.
    """
    if state_directory is None or not await asyncio.to_thread(_gains, model_path):
        return model_path
    target = await asyncio.to_thread(_target, model_path, adapter, state_directory)
    if await asyncio.to_thread(_is_whole, target):
        return target
    reason = await asyncio.to_thread(_prepare, model_path, target)
    reason = reason or await _convert(model_path, adapter, target, command, seconds)
    if reason is not None:
        log.warning("the model is used in its own, slower form", reason=reason)
        return model_path
    log.info("the model was put into a faster form", file=str(target))
    return target


def _gains(model_path: Path) -> bool:
    header = read_header(model_path)
    return header.number(_FILE_TYPE) == _MOSTLY_Q4_1 and model_path.stat().st_size <= LARGEST


def _target(model_path: Path, adapter: Adapter | None, state_directory: Path) -> Path:
    """Named after what it is made of, so that another model of that name is another."""
    made_of = (sha256_of(model_path), adapter.sha256 if adapter else "")
    digest = hashlib.sha256(FORM + " ".join(made_of).encode())
    return state_directory / DIRECTORY / f"{model_path.stem}-{digest.hexdigest()[:12]}{SUFFIX}"


def _is_whole(target: Path) -> bool:
    try:
        read_header(target)
    except ModelFileError:
        return False
    return True


def _prepare(model_path: Path, target: Path) -> str | None:
    """Makes room for the file; why that cannot be, or None."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        for leftover in target.parent.glob(f"*{SUFFIX}.*"):
            leftover.unlink()
        for old in sorted(target.parent.glob(f"*{SUFFIX}"), key=lambda file: file.stat().st_mtime)[:-1]:
            old.unlink()  # the newest may be in use by another engine
        free = shutil.disk_usage(target.parent).free
    except OSError as error:
        return f"{target.parent} cannot be written: {error.strerror}"
    needed = 2 * GROWTH * model_path.stat().st_size
    if free < needed:
        return f"{target.parent} has {free >> 20} MB free, {needed >> 20} MB are wanted"
    return None


async def _convert(
    model_path: Path, adapter: Adapter | None, target: Path, command: Sequence[str], seconds: float
) -> str | None:
    """Why it failed, or None; `target` appears whole or not at all."""
    fresh = target.with_name(f"{target.name}.{os.getpid()}")
    try:
        process = await asyncio.create_subprocess_exec(
            *command,
            *(str(os.getpid()), str(model_path), str(fresh), str(adapter.path) if adapter else ""),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            cwd=PACKAGE_ROOT,
        )
    except OSError as error:
        return f"the conversion could not be started: {error.strerror}"
    try:
        async with asyncio.timeout(seconds):
            _, errors = await process.communicate()
        if process.returncode != 0 or not await asyncio.to_thread(_is_whole, fresh):
            return f"the conversion ended with {process.returncode} and no whole file{_last_line(errors)}"
        fresh.replace(target)
    except TimeoutError:
        return f"the conversion took more than {seconds:.0f} s"
    except OSError as error:
        return f"{target} cannot be written: {error.strerror}"
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        fresh.unlink(missing_ok=True)
    return None


def _last_line(errors: bytes) -> str:
    lines = errors.decode("utf-8", "replace").split("\n")
    said = [line.strip() for line in lines if line.strip()]
    return f": {said[-1][:LONGEST_REASON]}" if said else ""
