"""Evaluations on public data outside the project; each prints a table and writes `build/NAME.json`."""
