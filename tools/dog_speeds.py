#!/usr/bin/python3
"""Searches a gait of the dog for one speed after the other: each search begins with the numbers that the one before it found (seed 002,
section 4: "optimize to create the lower speed gaits and then optimize for faster gaits in fixed increments").

    tools/dog_speeds.py searches/dog_gallop_fast.yaml 6.5 7 7.5 [--from 5] [--out out/dog_speeds] [--generations 12] [--threads 1]

For each speed it writes the shots of the run file's scenarios with that speed, and a run file whose `start` values are the last speed's best
numbers, and runs `gambol optimise`. A scenario `faster` is asked for 5 % more. What is found stands in OUT/SEARCH_SPEED.json, and a speed
that has such a file is not searched again; a search that was killed goes on where it was. Ends at a speed that no candidate reaches upright
(its cost is over --worst). Needs yaml."""

import argparse
import json
import os
import subprocess
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
FASTER = 1.05
EARLIER = 0.07  # s: by which each scenario begins to go faster later than the one before it, at another phase of the stride


def scenario_shot(scenario, run_file, speed, out, name, args):
    """Writes the scenario's shot at the speed; returns its path from `out`."""
    file, _, take = scenario["shot"].partition("@")
    path = os.path.relpath((run_file.parent / file).resolve(), out)
    shot = f"{name}_{scenario['name']}"
    goal = speed * (FASTER if scenario["name"] == "faster" else 1)
    begin = 0.2 + EARLIER * args.count
    args.count += 1
    curve = [[f"{begin} s", f"{args.start} m/s"],
             [f"{begin + max(0.1, abs(goal - args.start) / args.acceleration):.3g} s", f"{goal:.4g} m/s"]]
    content = {"shot": shot, "extends": path + (f"@{take}" if take else ""),
               "figures": [{"name": "dog", "skills": [{"name": "gait", "speed": curve}]}]}
    (out / f"{shot}.yaml").write_text(yaml.safe_dump(content, sort_keys=False))
    return f"{shot}.yaml"


def best_of(log):
    """Returns the least cost in a store of evaluations, and its parameters by name."""
    lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
    names = lines[0]["parameters"]
    done = [e for e in lines[1:] if isinstance(e.get("cost"), (int, float))]
    if not done:
        return float("inf"), {}
    best = min(done, key=lambda e: e["cost"])
    values = best["values"]
    return best["cost"], values if isinstance(values, dict) else dict(zip(names, values))


def search(run_file, speed, start, out, args):
    run = yaml.safe_load(run_file.read_text())
    name = f"{run['search']}_{speed:.2f}".replace(".", "_")
    found = out / f"{name}.json"
    if found.exists():
        return json.loads(found.read_text())
    run["search"] = name
    args.count = 0
    for scenario in run["scenarios"]:
        scenario["shot"] = scenario_shot(scenario, run_file, speed, out, name, args)
    for parameter in run["parameters"]:
        value = start.get(parameter["name"], parameter["start"])
        parameter["start"] = min(max(value, parameter["from"]), parameter["to"])
    if args.generations:
        run["method"]["generations"] = args.generations
    (out / f"{name}.yaml").write_text(yaml.safe_dump(run, sort_keys=False, width=1000))
    subprocess.run([args.program, "optimise", str(out / f"{name}.yaml"), "--out", str(out), "--threads", str(args.threads)], check=True)
    cost, values = best_of(out / name / "evaluations.jsonl")
    result = {"speed": speed, "cost": cost, "values": values}
    found.write_text(json.dumps(result, indent=1))
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=Path)
    parser.add_argument("speeds", type=float, nargs="+", help="m/s, in the order in which they are searched")
    parser.add_argument("--from", dest="start", type=float, default=2.5, help="speed at which its shots begin, m/s")
    parser.add_argument("--acceleration", type=float, default=0.8, help="of the speed that is asked for, m/s2")
    parser.add_argument("--begin", type=Path, help="a result to begin with, instead of the run file's start values")
    parser.add_argument("--generations", type=int)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--worst", type=float, default=8)
    parser.add_argument("--out", type=Path, default=ROOT / "out/dog_speeds")
    parser.add_argument("--program", default=str(ROOT / "gambol"))
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    start = json.loads(args.begin.read_text())["values"] if args.begin else {}
    for speed in args.speeds:
        result = search(args.run.resolve(), speed, start, args.out.resolve(), args)
        print(f"{speed:.2f} m/s: cost {result['cost']:.3f}", flush=True)
        if result["cost"] > args.worst:
            break
        start = result["values"]


if __name__ == "__main__":
    main()
