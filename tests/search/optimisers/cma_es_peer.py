#!/usr/bin/env python3
"""CMA-ES as python3-cmaes does it.

cma_es_peer.py update FILE    learns from the generations in FILE and compares the states
cma_es_peer.py evaluations    prints median numbers of evaluations
"""

import statistics
import sys

import cmaes
import cmaes._cma
import numpy


def runs(path):
    """Lists of (candidates and costs, state after them); the first has no candidates."""
    generations, rows, state = [], [], {}
    for line in open(path):
        what, *words = line.split()
        if what == "run":
            if generations:
                yield population, generations
            population, generations = int(words[0]), []
            continue
        numbers = numpy.array([float.fromhex(word) for word in words])
        if what == "candidate":
            rows.append(numbers)
            continue
        state[what] = numbers
        if what == "p_c":
            n = len(state["mean"])
            state["C"] = state["C"].reshape(n, n)
            state["sigma"] = float(state["sigma"][0])
            generations.append((rows, state))
            rows, state = [], {}
    yield population, generations


def set_state(cma, state, generation):
    cma._mean, cma._sigma, cma._C = state["mean"].copy(), state["sigma"], state["C"].copy()
    cma._p_sigma, cma._pc = state["p_sigma"].copy(), state["p_c"].copy()
    cma._B = cma._D = None
    # It counts a generation before it uses the count in h_sigma; the tutorial, after.
    cma._g = generation - 1


def tell(cma, rows):
    cma.tell([(row[:-1], row[-1]) for row in rows])


def differences(cma, state):
    for ours, theirs in (("mean", "_mean"), ("sigma", "_sigma"), ("C", "_C"),
                         ("p_sigma", "_p_sigma"), ("p_c", "_pc")):
        a, b = numpy.atleast_1d(state[ours]), numpy.atleast_1d(getattr(cma, theirs))
        difference = numpy.linalg.norm(a - b)
        # A path is 0 at first, in both.
        yield ours, difference and difference / numpy.linalg.norm(a)


def compare(population, generations, worst):
    start = generations[0][1]
    make = lambda: cmaes.CMA(mean=start["mean"].copy(), sigma=start["sigma"],
                             population_size=population)
    single, whole = make(), make()
    for generation, (rows, state) in enumerate(generations[1:]):
        set_state(single, generations[generation][1], generation)
        tell(single, rows)
        whole._g = generation - 1
        tell(whole, rows)
        for kind, cma in (("single", single), ("whole", whole)):
            for what, difference in differences(cma, state):
                # Keeps what is not a number, too.
                worst[kind, what] = numpy.maximum(worst.get((kind, what), 0), difference)
    return len(generations) - 1


def update(path):
    # It guards a quotient of the active update with 1e-8; the tutorial does not.
    cmaes._cma._EPS = 0.0
    worst = {}
    count = sum(compare(*run, worst) for run in runs(path))
    print(f"{count} generations")
    for (kind, what), difference in worst.items():
        print(f"{kind} {what}: {difference:.1e}")
    # "single": each generation from our state before it; "whole": from the peer's own.
    limits = {"single": 1e-12, "whole": 1e-11}
    bad = [key for key, difference in worst.items() if not difference <= limits[key[0]]]
    return 0 if count > 200 and len(worst) == 10 and not bad else 1


def sphere(x):
    return x @ x


def ellipsoid(x):
    return 1e6 ** numpy.linspace(0, 1, len(x)) @ x**2


def rosenbrock(x):
    return 100 * ((x[1:] - x[:-1] ** 2) ** 2).sum() + ((1 - x[:-1]) ** 2).sum()


def evaluations_of(function, seed):
    cma = cmaes.CMA(mean=-numpy.ones(6), sigma=1.0, seed=seed)
    count = 0
    while count < 50000:
        generation = []
        for _ in range(cma.population_size):
            x = cma.ask()
            count += 1
            cost = function(x)
            if cost <= 1e-8:
                return count
            generation.append((x, cost))
        cma.tell(generation)
    return count


def evaluations():
    for function in (sphere, ellipsoid, rosenbrock):
        counts = [evaluations_of(function, seed) for seed in range(1, 12)]
        print(function.__name__, statistics.median(counts))
    return 0


if __name__ == "__main__":
    sys.exit(update(sys.argv[2]) if sys.argv[1] == "update" else evaluations())
