"""Questions with choices, which are answered by buttons too, and what became of questions."""

from __future__ import annotations

STATEMENTS = (
    # Choices used to stand in the column tool, without what their buttons say; questions live ten minutes.
    "DELETE FROM clarifications WHERE tool LIKE '% %'",
    # The message that the question answers.
    "ALTER TABLE clarifications ADD COLUMN question_id INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE clarifications ADD COLUMN kind TEXT NOT NULL DEFAULT 'words'",
    # JSON: a list of [label, value], and the arguments of the call that waits.
    "ALTER TABLE clarifications ADD COLUMN choices TEXT NOT NULL DEFAULT '[]'",
    "ALTER TABLE clarifications ADD COLUMN args TEXT NOT NULL DEFAULT '{}'",
    # Whether the talk went on, so that only a press still answers it.
    "ALTER TABLE clarifications ADD COLUMN aside INTEGER NOT NULL DEFAULT 0 CHECK (aside IN (0, 1))",
    "CREATE INDEX clarifications_by_question ON clarifications (question_id)",
    """
    CREATE TABLE settled_questions (
        question_id INTEGER NOT NULL,
        author_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        state TEXT NOT NULL CHECK (state IN ('answered', 'dropped', 'lost')),
        settled_utc INTEGER NOT NULL,
        PRIMARY KEY (question_id, author_id)
    ) STRICT
    """,
    "CREATE INDEX settled_questions_by_age ON settled_questions (settled_utc)",
)
