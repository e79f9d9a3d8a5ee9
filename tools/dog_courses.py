#!/usr/bin/env python3
"""Lets the dog of scenes/dog/dog_parkour.yaml run over courses drawn at random, and counts what it clears (docs/dog_leaps.md).

    tools/dog_courses.py [--courses 120] [--first 1] [--shot dog_parkour] [--speeds 1.2,1.3,1.5] [--keys "plan_leaps: {margin: 5 cm}"] [--list]

A course has three obstacles: two bars, 4 cm thick and 12 to 20 cm high, and then, in turn, a bar, a ditch of 20 to 50 cm or a platform of 8 to 16 cm. The
first lies 3.8 to 5.2 m from the start, the others 3 to 4.5 m further on (`--apart`). The goal speeds take turns, too. An obstacle is cleared if until
1.2 m behind it the dog was upright within 45 degrees, touched the ground with nothing but paws, and its mean speed over 0.4 s was never below 0.55 m/s from 1 m before the
obstacle on. `untouched` are those cleared that no paw stepped on. A dog that stops before an obstacle and stands until the end has refused it.
Python 3 with numpy and h5py; build/gambol simulates.
"""
import argparse, collections, math, os, random, tempfile

import h5py
import numpy as np

from program import ROOT, built, simulate

SLOWEST = 0.55  # m/s
UPRIGHT = 45    # deg
THICK = 0.04    # m
KINDS = ("bar", "ditch", "platform")


def draw(seed, apart=(3, 4.5), size=1):
    """The obstacles of a course: (kind, where it begins, length, height), m. `apart`: how far from each other they begin, m; `size`: factor of heights and ditches."""
    rng = random.Random(seed)
    at, course = rng.uniform(3.8, 5.2), []
    for k in range(3):
        kind = KINDS[seed % 3] if k == 2 else "bar"
        length = {"bar": THICK, "ditch": size * rng.uniform(0.2, 0.5), "platform": 40}[kind]
        height = size * {"bar": rng.uniform(0.12, 0.20), "ditch": -0.5, "platform": rng.uniform(0.08, 0.16)}[kind]
        course.append((kind, at, length, height))
        at += rng.uniform(*apart)
    return course


def formula(course):
    """Of the terrain: edges 2 cm wide, as its grid's cells."""
    return " + ".join(f"{h:.3f}*(tanh((x-{a:.3f})/0.01)-tanh((x-{a + l:.3f})/0.01))/2" for _, a, l, h in course).replace("+ -", "- ")


def shot(course, speed, name, args):
    end = course[-1][1] + min(course[-1][2], 1) + 1.6
    return f"""shot: {name}
about: A course that tools/dog_courses.py tries.
extends: {ROOT}/scenes/dog/{args.shot}.yaml
film: {{duration: {1.5 + end / speed + 1:.1f} s}}
world:
  ground:
    terrain: {{formula: "{formula(course)}", spacing: 2 cm, length: 60 m, width: 4 m}}
figures:
  - name: dog
    skills:
      - name: gait
        speed: [[0.3 s, 0 m/s], [1.5 s, {speed} m/s]]
        {args.keys}
without: [expect]
expect: [{{upright: 80 deg}}]
"""


def judge(path, course):
    """Of each obstacle: `cleared`, `touched` (cleared, but a paw stood on it), or why it was not. After a failure the rest is not tried."""
    with h5py.File(path) as f:
        t, d = f["times"][:], f["tracks/dog"]
        com, q, force, point = d["com"][:], d["q"][:], d["foot_force"][:], d["foot_point"][:]
        names = [n.decode() for n in f["columns/dog/ground_force"][:]]
        ground = d["ground_force"][:]
    x = com[:, 0]
    up = 1 - 2 * (q[:, 4] ** 2 + q[:, 5] ** 2)
    others = ground[:, [i for i, n in enumerate(names) if not n.endswith("_paw")]].max(axis=1)
    n = 200  # samples of 1 ms to each side
    speed = np.full(len(x), 9.0)
    speed[n:-n] = (x[2 * n:] - x[:-2 * n]) / (t[2 * n:] - t[:-2 * n])
    found = []
    for kind, at, length, _ in course:
        past = at + (0 if kind == "platform" else length) + 1.2
        reached = np.flatnonzero(x > past)
        end = reached[0] if len(reached) else len(x)
        part = slice(np.flatnonzero(x > at - 1)[0] if (x > at - 1).any() else 0, end)
        first = {"falls": np.flatnonzero(up[:end] < math.cos(math.radians(UPRIGHT))), "touches": np.flatnonzero(others[:end] > 1)}
        first["stumbles"] = part.start + np.flatnonzero(speed[part] < SLOWEST)
        first = {k: v[0] for k, v in first.items() if len(v)}
        if not len(reached) and len(x) > n and up.min() > math.cos(math.radians(30)) and abs(speed[-n - 1]) < 0.1 and x[-1] < at:
            found.append("refused")
        elif first:
            why = min(first, key=first.get)
            found.append(f"{why} at {t[first[why]]:.2f} s, {x[first[why]] - at:+.2f} m")
        elif not len(reached):
            found.append("not reached")
        else:
            on = np.zeros(len(x), bool)
            for k in range(4):
                px = point[:, 3 * k]
                inside = (px > at) & (px < at + length) if kind != "platform" else (px > at - 0.01) & (px < at + 0.01)
                on |= (force[:, 3 * k + 2] > 3) & inside
            found.append("touched" if on.any() else "cleared")
            continue
        break
    return found


def causes(courses):
    """How often each cause ended a course. A stumble before the obstacle is a slow approach or a bad take-off; one behind it a bad landing."""
    count = collections.Counter()
    for found in courses:
        last = found[-1]
        if last in ("cleared", "touched"):
            continue
        where = last.split(", ")[-1].split()[0] if ", " in last else ""
        count[last.split(" at ")[0] + ((" before" if float(where) < 0 else " behind") + " the obstacle" if where else "")] += 1
    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--courses", type=int, default=120)
    parser.add_argument("--first", type=int, default=1, help="seed of the first course")
    parser.add_argument("--shot", default="dog_parkour")
    parser.add_argument("--speeds", default="1.2,1.3,1.5")
    parser.add_argument("--apart", default="3,4.5", help="least and greatest distance between obstacles, m")
    parser.add_argument("--size", type=float, default=1, help="factor of heights, and of the ditches' lengths and depths")
    parser.add_argument("--keys", default="", help="YAML of the controller that differs")
    parser.add_argument("--list", action="store_true", help="print what happened at each obstacle of each course")
    args = parser.parse_args()
    built()
    speeds = [float(v) for v in args.speeds.split(",")]
    apart = tuple(float(v) for v in args.apart.split(","))
    out, folder = os.path.join(tempfile.gettempdir(), "dog_courses"), os.path.join(ROOT, "out", "tmp", "courses")
    all_found = []
    for seed in range(args.first, args.first + args.courses):
        course, speed = draw(seed, apart, args.size), speeds[(seed // 3) % len(speeds)]
        found = judge(simulate(shot(course, speed, f"course_{os.getpid()}", args), f"course_{os.getpid()}", out, folder), course)
        all_found.append((speed, course, found))
        if args.list:
            print(seed, speed, *[f"{kind} {100 * h:.0f}x{100 * min(l, 1):.0f} cm: {what};" for (kind, _, l, h), what in zip(course, found)], flush=True)
    passed = lambda what: what in ("cleared", "touched")
    print("| goal speed, m/s | courses | first bar cleared | untouched | second | third | whole course | refused |\n|---|---|---|---|---|---|---|---|")
    for v in speeds + [None]:
        rows = [(c, f) for s, c, f in all_found if v in (None, s)]
        nth = lambda k: f"{sum(len(f) > k and passed(f[k]) for _, f in rows)} of {sum(len(f) > k for _, f in rows)}"
        whole = sum(len(f) == 3 and all(map(passed, f)) for _, f in rows)
        print(f"| {v or 'all'} | {len(rows)} | {nth(0)} | {sum(f[0] == 'cleared' for _, f in rows)} | {nth(1)} | {nth(2)} | {whole} | {sum('refused' in f for _, f in rows)} |")
    print("| what ended a course | how often |\n|---|---|")
    for why, n in causes([f for _, _, f in all_found]).most_common():
        print(f"| {why} | {n} |")
    for kind in KINDS:
        tried = [f[2] for _, c, f in all_found if c[2][0] == kind and len(f) > 2]
        print(f"third a {kind}: {sum(map(passed, tried))} of {len(tried)}")


if __name__ == "__main__":
    main()
