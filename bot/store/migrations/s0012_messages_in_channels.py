"""Which of what was taken up is a message that stands in a channel: commands and buttons have ids, too."""

from __future__ import annotations

STATEMENTS = (
    # 0 for what is from before this step: it is not looked for.
    """
    ALTER TABLE handled_messages
    ADD COLUMN in_channel INTEGER NOT NULL DEFAULT 0 CHECK (in_channel IN (0, 1))
    """,
)
