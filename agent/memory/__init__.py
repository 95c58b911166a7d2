"""Notes: where they belong, how they are found, and what of them a turn is shown."""
