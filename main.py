"""Neurarium's entry point: looks at the Python and its packages first, then hands over to the command line.

Must parse on an old Python, even 2.7, so that a wrong one gets a sentence instead of a traceback. `--trainer` is
another program behind the same door (the training process); it is started here, by name, because nothing in
`game` may import it.
"""

import sys


def main():
    # type: () -> int
    """Run the program; returns its exit code: 0 good, 2 wrong use or bad input, 1 fault."""
    if sys.version_info[0] < 3:
        sys.dont_write_bytecode = True  # its files would lie among the sources
    from game.app import preflight

    problem = preflight.python_problem()
    if problem is None and sys.argv[1:2] == ["--trainer"]:
        import runpy

        del sys.argv[1]
        runpy.run_module("game.trainer", run_name="__main__", alter_sys=True)
        return 0
    if problem is None:
        problem = preflight.package_problem()
    if problem is not None:
        sys.stderr.write(problem + "\n")
        return 1

    from game.app import cli

    return cli.main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
