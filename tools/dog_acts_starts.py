#!/usr/bin/env python3
"""Tries each act of the dog from perturbed starts, and prints which succeed (docs/dog_acts.md).

    tools/dog_acts_starts.py [--seeds 10] [--velocity 0.2] [--spin 0.5] [ACT ...]

A quarter of a second before the act begins the whole dog gets a velocity, uniform within plus and minus
--velocity m/s forward and aside, and a spin, within --spin rad/s about each axis; each seed draws another.
Success is measured from the poses: the posture at the end, what touches the ground, and the speed.
Python 3 with numpy and h5py; build/gambol simulates.
"""
import argparse, os, tempfile

import h5py
import numpy as np

from program import ROOT, built, simulate

SHOTS = {  # act: shot, when it begins, cue, duration, posture at the end
    "sit": ("dog_sit.yaml", 1.0, "sit", 6.5, "sits"),
    "lie": ("dog_lie.yaml", 1.0, "lie", 9.0, "lies"),
    "stand_up": ("dog_stand_up.yaml", 3.0, "stand_up", 7.5, "stands"),
    "stand_up_from_lie": ("dog_stand_up.yaml@lie", 5.0, "stand_up", 9.5, "stands"),
    "get_up, left": ("dog_get_up.yaml", 1.0, "get_up", 9.0, "stands"),
    "get_up, right": ("dog_get_up.yaml@right", 1.0, "get_up", 9.0, "stands"),
    "sit_to_trot": ("dog_stand_up.yaml@trot", 3.0, "stand_up", 7.5, "trots"),
}
# What may touch the ground at the end, and bounds on the heights of pelvis and chest, m, and on the tilt of the chest aside, deg.
ENDS = {
    "sits": (("pelvis", "_paw", "_metatarsus", "_femur", "_tibia", "tail"), (0.0, 0.14), (0.3, 0.6), 12),
    "lies": (("pelvis", "_paw", "_metatarsus", "_femur", "_tibia", "_humerus", "_radius", "_metacarpus", "tail", "chest", "thorax"), (0.0, 0.2), (0.1, 0.3), 12),
    "stands": (("_paw",), (0.40, 0.50), (0.45, 0.56), 6),
    "trots": (("_paw",), (0.38, 0.50), (0.44, 0.58), 12),
}
SPEED = 1.5  # m/s of the trot


def shot(of, name, args, seed):
    base, begins, cue, duration, _ = of
    return f"""shot: {name}
about: A perturbed start of tools/dog_acts_starts.py.
extends: {ROOT}/scenes/dog/{base}
seed: {seed}
film: {{duration: {duration} s}}
without: [expect]
cues:
  - {{name: {cue}, at: {begins} s}}
  - {{name: perturb, at: {begins - 0.25} s, kick: {{figures: dog, velocity_spread: [{args.velocity}, {args.velocity}, 0], spin_spread: {args.spin}}}}}
"""


def failure(path, of):
    """What is wrong at the end, or an empty text."""
    duration, end = of[3], of[4]
    may_touch, pelvis, chest, tilt = ENDS[end]
    with h5py.File(path) as f:
        t, ft, X = f["times"][:], f["film/times"][:], f["film/transforms"][:]
        bodies = [n.decode().split("/")[-1] for n in f["film/bodies"][:]]
        touched = [n.decode() for n in f["columns/dog/ground_force"][:]]
        ground, com = f["tracks/dog/ground_force"][:], f["tracks/dog/com"][:]
    if t[-1] < duration - 0.01:
        return f"ends at {t[-1]:.1f} s"
    late, flate = t > duration - 1, ft > duration - 1
    for k, name in enumerate(touched):
        if ground[late, k].max() > 5 and not any(part in name for part in may_touch):
            return f"{name} touches"
    for name, (least, most) in (("pelvis", pelvis), ("chest", chest)):
        z = X[flate, bodies.index(name), 2]
        if z.min() < least or z.max() > most:
            return f"{name} at {100 * z.min():.0f} to {100 * z.max():.0f} cm"
    x = X[flate, bodies.index("chest")]
    w, a, b, c = x[:, 3], x[:, 4], x[:, 5], x[:, 6]
    aside = np.degrees(np.abs(np.arcsin(np.clip(2 * (b * c + w * a), -1, 1)))).max()
    if aside > tilt:
        return f"leans by {aside:.0f} deg"
    moved = np.linalg.norm(com[late][-1, :2] - com[late][0, :2])
    if end == "trots":
        return "" if abs(moved - SPEED) < 0.2 else f"{moved:.2f} m/s"
    return "" if moved < 0.02 else f"moves by {1000 * moved:.0f} mm"


def attempt(of, args, seed):
    name = f"start_{os.getpid()}"
    folder = os.path.join(ROOT, "out", "tmp", "dog_acts_starts")
    out = os.path.join(tempfile.gettempdir(), "dog_acts_starts")
    return failure(simulate(shot(of, name, args, seed), name, out, folder), of)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("acts", nargs="*", metavar="ACT", help="one of: " + "; ".join(SHOTS))
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--velocity", type=float, default=0.2)
    parser.add_argument("--spin", type=float, default=0.5)
    args = parser.parse_args()
    built()
    print("| act | succeeds | fails |\n|---|---|---|")
    for name in args.acts or SHOTS:
        found = [attempt(SHOTS[name], args, seed) for seed in range(1, args.seeds + 1)]
        failed = "; ".join(f"seed {k + 1}: {text}" for k, text in enumerate(found) if text)
        print(f"| {name} | {found.count('')} of {args.seeds} | {failed} |", flush=True)


if __name__ == "__main__":
    main()
