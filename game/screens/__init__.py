"""Flat screens: home, lesson reader, menu. Each posts requests; none calls another."""
