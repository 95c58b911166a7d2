"""The language that a reminder is delivered in, where its author chose none for everything."""

from __future__ import annotations

STATEMENTS = ("ALTER TABLE reminders ADD COLUMN language TEXT",)
