"""Files that people send: what kind they are, and the text in them."""
