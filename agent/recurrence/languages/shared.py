"""What the lexicons have in common."""

from __future__ import annotations


def any_of(words: str) -> str:
    """A pattern for any of the words between white space; an underscore stands for a space."""
    return "|".join(words.split()).replace("_", " ")


def counted(words: str, first: int = 1) -> dict[str, int]:
    """The words between white space with their numbers, from `first` on; an underscore stands for a space."""
    return {word.replace("_", " "): number for number, word in enumerate(words.split(), first)}
