"""Doubles that are shipped: what stands in for the world in tests, held to the same contracts."""
