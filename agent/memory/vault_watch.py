"""Notices what people change in the vault while the daemon runs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path

import structlog
from watchfiles import Change, awatch

from agent.errors import KallistiError
from agent.ports import NoteVault

DEBOUNCE = 400
"""Milliseconds in which changes are taken together: editors write in several steps."""
LOOK_ANYWAY = 300.0
"""Seconds after which the files are looked at even if nothing was reported: network drives report nothing."""
LOOK_UNWATCHED = 30.0
"""The same where the system cannot watch."""

log = structlog.get_logger(__name__)


async def watch(vault: NoteVault, root: Path, *, changed: Callable[[], None]) -> None:
    """Refreshes the vault whenever its files change, and calls `changed` where notes did; never ends."""
    while True:
        try:
            async with asyncio.timeout(LOOK_ANYWAY):
                async for _ in _changes(root):
                    await _refresh(vault, changed)
        except TimeoutError:
            pass
        except Exception as error:  # noqa: BLE001 - a system that cannot watch is looked at now and then
            log.warning("the vault cannot be watched", reason=str(error), look_again_in=LOOK_UNWATCHED)
            await asyncio.sleep(LOOK_UNWATCHED)
        await _refresh(vault, changed)


async def _changes(root: Path) -> AsyncIterator[None]:
    async for _ in awatch(
        root,
        watch_filter=lambda change, path: _shown(change, path, root),
        debounce=DEBOUNCE,
        recursive=True,
        ignore_permission_denied=True,
        rust_timeout=1000,
    ):
        yield None


def _shown(_change: Change, path: str, root: Path) -> bool:
    """Nothing below a hidden directory is a note: revisions, our own files, those of editors."""
    with suppress(ValueError):
        return not any(part.startswith(".") for part in Path(path).relative_to(root).parts)
    return False


async def _refresh(vault: NoteVault, changed: Callable[[], None]) -> None:
    try:
        if await vault.refresh():
            changed()
    except KallistiError as error:
        log.warning("the vault cannot be looked at", reason=str(error))
