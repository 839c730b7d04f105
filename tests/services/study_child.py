"""Run as a program by the tests: saves something, says so on stdout, and waits to be killed."""

import sys
from pathlib import Path

from game.core.clock import FakeClock
from game.core.scheduling import Rating
from game.services.paths import resolve
from game.services.study import open_study


def main() -> None:
    what, folder = sys.argv[1], Path(sys.argv[2])
    study = open_study(resolve(folder), FakeClock())
    if not study.durable:
        sys.exit(3)
    if what == "all":
        study.rate("card:c/one", Rating.GOOD, session="s")
        study.save_score("pairs", "c:6", 48.5, seconds=43.5, misses=1, right=6, total=6)
        study.save_answer("question:c/q1", "Every replica has the whole model.", {"copy": "found"})
        study.save_position("lesson:c/l", {"scroll": 0.4})
        print("saved", flush=True)
        sys.stdin.read()
    if what == "stream":
        number = 0
        while True:
            study.rate(f"card:c/{number}", Rating.GOOD)
            print(number, flush=True)
            number += 1
    if what == "count":
        for number in range(int(sys.argv[3])):
            study.rate("card:c/shared", Rating(1 + number % 4), source=sys.argv[4])
        print("saved", flush=True)


if __name__ == "__main__":
    main()
