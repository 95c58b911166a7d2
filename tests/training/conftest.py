"""Rows of our own sentences, made once for all tests of this folder."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from agent.engine.models import default_model_path
from training.builder import Builder, Made
from training.choice import Choice, samples

SEED = 4


@pytest.fixture(scope="session")
def builder() -> Builder:
    chance = Random(SEED)
    return Builder(default_model_path(), Choice(samples(None, frozenset(), chance), chance), chance)


@pytest.fixture(scope="session")
def made(builder: Builder) -> list[Made]:
    """The rows of a dozen groups, and a group of each kind after them."""
    groups = list(islice(builder.groups(), 12))
    for kind in ("talk", "wide", "correction"):
        groups += [group for group in builder.group(kind) if group]
    return [each for group in groups for each in group]
