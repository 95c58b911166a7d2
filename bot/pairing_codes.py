"""One-time codes for direct messages: how they look, how they are kept, and how one is compared. Pure but for
chance.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without I, O, 0 and 1, which are taken for each other."""
LENGTH = 8
"""Of 2 to the power of 40 codes; a million guesses find one of three with a chance of 1 in 366,000."""
SALT_BYTES = 16
COST = {"n": 2**14, "r": 8, "p": 1}
"""Of scrypt: about 50 ms and 16 MB, so that a stolen database does not give its codes away in their hour."""

_SEPARATORS = re.compile(r"[\s\-–—`*_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedCode:
    """A code as it is stored."""

    id: int
    salt: bytes
    digest: bytes


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def new_salt() -> bytes:
    return secrets.token_bytes(SALT_BYTES)


def shown(code: str) -> str:
    """In two halves, as it is easiest to copy."""
    return f"{code[: LENGTH // 2]}-{code[LENGTH // 2 :]}"


def typed(text: str) -> str | None:
    """The code that a message consists of, however it is spaced or spelled; None for any other message."""
    kept = _SEPARATORS.sub("", text[: 4 * LENGTH]).upper()
    return kept if len(kept) == LENGTH and kept.isascii() and kept.isalnum() else None


def sealed(code: str, salt: bytes) -> bytes:
    """Takes about 50 ms."""
    return hashlib.scrypt(code.encode(), salt=salt, **COST)


def matching(code: str, pending: Sequence[SealedCode]) -> SealedCode | None:
    """The pending code that was typed. Takes as long whichever it is, and where it is none."""
    found: SealedCode | None = None
    for each in pending:
        if hmac.compare_digest(sealed(code, each.salt), each.digest):
            found = each
    return found
