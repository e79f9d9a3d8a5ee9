#!/usr/bin/python3
"""Draws Fig. 7 of seed 002 (Coros et al. 2011) for our dog: the least objective so far over the number of simulations, from three starts, of
the paper's greedy search and of CMA-ES. The greedy search tries pushes only with what is better without them; CMA-ES, which learns from the order of
all candidates, tries them always, and gets as many simulations.

    tools/dog_figure_7.py [-o docs/dog_figure_7.svg] [--evaluations 1000] [--threads 1] [--program ./gambol]

Start 1 are the `start` values of searches/dog_figure_7.yaml. As in the paper, starts 2 and 3 are moved from them by up to half of each
parameter's range, at random; what leaves the range is put at its end. Searches that are complete are not made again, and those that were
killed go on. Needs yaml and matplotlib."""

import argparse
import json
import random
import subprocess
import sys
from pathlib import Path

import matplotlib
import yaml

matplotlib.use("Agg")
import matplotlib.pyplot as plt

from program import built

ROOT = Path(__file__).resolve().parent.parent
RUN = ROOT / "searches/dog_figure_7.yaml"
POPULATION = 16
SPREAD = 0.15   # of CMA-ES; the greedy search reaches 0.1 of the ranges
METHODS = {"greedy": "tab:orange", "cma_es": "tab:blue"}


def run_file(method, start, out, evaluations):
    run = yaml.safe_load(RUN.read_text())
    run["search"] = f"dog_figure_7_{method}_{start}"
    draw = random.Random(start)
    for scenario in run["scenarios"]:
        scenario["shot"] = str((RUN.parent / scenario["shot"]).resolve())
    for p in run["parameters"]:
        half = (p["to"] - p["from"]) / 2
        offset = draw.uniform(-half, half) if start > 1 else 0
        p["start"] = min(max(p["start"] + offset, p["from"]), p["to"])
    if method == "greedy":
        run["method"] = {**run["method"], "evaluations": evaluations}
    else:
        run["method"] = {"type": "cma_es", "spread": SPREAD, "population": POPULATION, "generations": max(1, round(evaluations / POPULATION))}
    run["seed"] = start
    path = out / f"{run['search']}.yaml"
    path.write_text(yaml.safe_dump(run, sort_keys=False, width=1000))
    return path


def least_so_far(log):
    lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")][1:]
    least, all_least, simulated, scenarios = float("nan"), [], [], 1
    for e in lines:
        scenarios = len(e["trials"])
        simulated.append((simulated or [0])[-1] + sum(not trial.get("skipped") for trial in e["trials"]))
        cost = e.get("cost")
        if isinstance(cost, (int, float)) and not cost >= least:
            least = cost
        all_least.append(least)
    return all_least, simulated, scenarios


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", default=str(ROOT / "docs/dog_figure_7.svg"))
    parser.add_argument("--out", type=Path, default=ROOT / "out/dog_figure_7")
    parser.add_argument("--evaluations", type=int, default=1000, help="of the greedy search")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--program", default=str(ROOT / "gambol"))
    args = parser.parse_args()
    built(args.program)
    args.out.mkdir(parents=True, exist_ok=True)
    plt.rcParams["svg.hashsalt"] = "gambol"
    figure, axes = plt.subplots(figsize=(7, 4))
    for start in (1, 2, 3):
        evaluations = args.evaluations
        for method, colour in METHODS.items():
            path = run_file(method, start, args.out, evaluations)
            run = subprocess.run([args.program, "optimise", str(path), "--out", str(args.out), "--threads", str(args.threads)])
            if run.returncode:
                sys.exit(f"{args.program} ended with {run.returncode} on {path}")
            least, simulated, scenarios = least_so_far(args.out / path.stem / "evaluations.jsonl")
            print(f"{method} from start {start}: {next((c for c in least if c == c), float('nan')):.2f} at first, {least[-1]:.2f} after {len(least)} evaluations, {simulated[-1]} simulations", flush=True)
            evaluations = simulated[-1] / scenarios
            axes.plot(simulated, least, color=colour, linestyle=["-", "--", ":"][start - 1], label=f"{method}, start {start}")
    axes.set_yscale("log")
    axes.set_xlabel("simulations of 6 s")
    axes.set_ylabel("least objective so far")
    axes.legend()
    figure.tight_layout()
    figure.savefig(args.o, metadata={"Date": None})


if __name__ == "__main__":
    main()
