<<<<<<< HEAD
"""Measurements of speed on this machine; each prints a table and writes `build/NAME.json`."""
=======
"""Benchmarks: they measure speed here and now, and are no part of the tests."""
>>>>>>> 22452ea (Measure from the message to its grammar, with few tools and with many)
