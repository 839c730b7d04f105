"""Minigames: flashcards, matching. Pure rules beside a view."""
