"""A made-up course of ideas for the constellation's tests: the same for the same number."""

from random import Random

from game.core.content import Concept

CLUSTERS = ("Numerics", "Loss scaling", "Memory", "Data parallelism", "Collectives", "Profiling")


def idea(key, cluster="Numerics", requires=(), related=(), title=""):
    return Concept(key, title or key.title(), cluster, f"What {key} is.", tuple(requires), tuple(related))


def course(count):
    rng = Random(3)
    made = []
    for number in range(count):
        cluster = CLUSTERS[number * len(CLUSTERS) // count]
        same = [one.id for one in made if one.cluster == cluster]
        other = [one.id for one in made if one.cluster != cluster]
        requires = set()
        if same and rng.random() < 0.85:
            requires.add(rng.choice(same[-5:]))
        if other and rng.random() < 0.1:
            requires.add(rng.choice(other))
        related = {rng.choice(same)} if same and rng.random() < 0.25 else set()
        made.append(idea(f"idea{number}", cluster, sorted(requires), sorted(related)))
    return made


ALL_REDUCE = (
    idea("float16 gradient", "Numerics"),
    idea("bucket", "Collectives", ["float16 gradient"], title="Gradient bucket"),
    idea("all-reduce", "Collectives", ["bucket"], ["ring"], title="All-reduce"),
    idea("sync", "Data parallelism", ["all-reduce"], title="Synchronous update"),
    idea("equal", "Data parallelism", ["sync"], title="Equal weights"),
    idea("ring", "Collectives", title="Ring"),
    idea("clock", "Profiling", title="Wall clock"),
)
