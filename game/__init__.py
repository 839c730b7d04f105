"""Neurarium: a 3D learning program. See DESIGN notes in README; each package says its own purpose."""
