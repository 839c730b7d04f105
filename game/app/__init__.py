"""Puts the program together: boot, director, registry, command line."""
