"""Which answers of a session the host composed from stored facts; a small model must not repeat those."""

STATEMENTS = (
    """
    ALTER TABLE messages ADD COLUMN composed INTEGER NOT NULL DEFAULT 0 CHECK (composed IN (0, 1))
    """,
    # Only answers made from stored rows held Discord's mark of a time until now.
    "UPDATE messages SET composed = 1 WHERE role = 'assistant' AND text LIKE '%<t:%'",
)
