"""Tools for developers: check, bake, shots, bench. Never shipped."""
