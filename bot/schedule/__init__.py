"""From a due row to a delivered message."""
