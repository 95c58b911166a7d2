"""Processes that train together, each on groups of its own, with one thread: their gradients are averaged.

Two processes with a thread each make two steps' work in the time in which one process with two threads makes
little more than one, because only the large products of a step are shared out among threads.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch
from torch import Tensor, distributed, multiprocessing

PATIENCE = timedelta(hours=1)
"""How long the others wait for one that validates or saves."""


class Workers:
    """Those that train together, as one of them sees it. Alone it asks nobody."""

    def __init__(self, number: int = 0, size: int = 1) -> None:
        self.number, self.size = number, size

    @property
    def leads(self) -> bool:
        return self.number == 0

    def average(self, tensors: Sequence[Tensor], *, of_leader: float) -> float:
        """Puts the mean over all workers into f32 `tensors`; returns the leader's number."""
        if self.size == 1:
            return of_leader
        led = torch.tensor([of_leader * self.size if self.leads else 0.0], dtype=torch.float64)
        flat = torch.cat([tensor.reshape(-1) for tensor in tensors])
        distributed.all_reduce(flat)
        distributed.all_reduce(led)
        flat /= self.size
        at = 0
        for tensor in tensors:
            tensor.copy_(flat[at : at + tensor.numel()].view_as(tensor))
            at += tensor.numel()
        return float(led[0]) / self.size


def together(size: int, work: Callable[..., None], *given: Any) -> None:
    """Calls `work(workers, *given)` in `size` processes, this one being the leader if it is alone. A fault in
    one of them ends all, and is raised here.
    """
    if size == 1:
        work(Workers(), *given)
        return
    with TemporaryDirectory() as directory:
        multiprocessing.spawn(_worker, (size, directory, work, given), nprocs=size)


def _worker(number: int, size: int, directory: str, work: Callable[..., None], given: Sequence[Any]) -> None:
    with _joined(number, size, Path(directory) / "meeting"):
        work(Workers(number, size), *given)


@contextmanager
def _joined(number: int, size: int, meeting: Path) -> Iterator[None]:
    os.environ.setdefault("GLOO_SOCKET_IFNAME", "lo")
    distributed.init_process_group(
        "gloo", init_method=meeting.as_uri(), rank=number, world_size=size, timeout=PATIENCE
    )
    yield
    distributed.destroy_process_group()  # not after a fault: the others would report the broken connection
