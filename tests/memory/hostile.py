"""Names that try to lead out of a directory, or to be taken for another one."""

from __future__ import annotations

import itertools

CLIMBS = (
    "..",
    ".",
    "...",
    "..\\",
    "%2e%2e",
    "\u2024\u2024",
    "\uff0e\uff0e",
    ".\u200b.",
    "..\0",
    "~",
    "~root",
    "-rf",
)
SEPARATORS = ("/", "//", "\\", "\u2215", "\u2044", "\uff0f", "\uff3c", "%2f", "\u29f8", ":", "/./", "\n/")
GOALS = (
    "etc/passwd",
    "secret",
    "secret.md",
    ".tmp/x",
    ".revisions/x/0001",
    ".kallisti/catalogue",
    "user/8/theirs",
)
WHOLE = (
    "",
    " ",
    ".",
    "..",
    "/",
    "\\",
    "\x00",
    "secret\x00.md",
    "/etc/passwd",
    "//etc/passwd",
    "C:\\Windows\\x",
    "\\\\host\\x",
    "file:///etc/passwd",
    "CON",
    "con.md",
    "NUL",
    "aux",
    "COM1",
    "lpt9.txt",
    "PRN .md",
    "\u202egnp.exe",
    "\u200f",
    "\ufeff",
    "\x00\x01",
    "\ud800",
    "note ",
    "note.",
    " note",
    "note\t",
    "link",
    "linked/secret",
    "loop/loop/loop",
    "fifo",
    "dir",
    "NOTE",
    "\uff2e\uff2f\uff34\uff25",
    "no\u200dte",
    "${HOME}",
    "$(id)",
    "`id`",
    "a/../../secret",
    "....//secret",
    "a\r\nb",
    "--",
    "con",
    ".git/config",
    ".obsidian/app",
    "?",
    "*",
    "[",
    "|",
    "<>",
    "a" * 300,
    "\xe4" * 200,
    "\U0001f600" * 100,
    "e\u0301" * 100,
)

NAMES = (
    *WHOLE,
    *(
        f"{separator.join([climb] * depth)}{separator}{goal}"
        for climb, separator, goal, depth in itertools.product(CLIMBS, SEPARATORS, GOALS, (1, 3))
    ),
)
"""More than a thousand."""
