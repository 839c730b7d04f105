"""The Memory Deck: cards that turn, four ratings, a memory model. Rules, view and scene."""
