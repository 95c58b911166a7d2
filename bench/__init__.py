"""Measurements of speed on this machine; each prints a table and writes `build/NAME.json`."""
