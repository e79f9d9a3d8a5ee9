#!/usr/bin/env python3
"""Knocks the trotting dog over, and prints what a fallen dog does (docs/dog.md, "Falls").

    tools/dog_falls.py [--pushes 30] [--extends dog_trot.yaml] [--without_limp] [--each]

Each push has a size of 500 to 1000 N for 0.2 s, goes in any direction along the ground, and strikes the chest or
the pelvis at 4 to 5 s. The shot lasts 10 s. A figure has fallen when anything but its paws touches the ground.
Python 3 with numpy and h5py; build/gambol simulates.
"""
import argparse, math, os, random, shutil, subprocess, sys, tempfile

import h5py
import numpy as np

from program import ROOT, built

FOLDER = os.path.join(ROOT, "out", "tmp", "dog_falls")
OUT = os.path.join(tempfile.gettempdir(), "dog_falls")
LASTS = 10.0  # s
CALM = 0.05  # m/s of the centre of mass


def shot(name, k, args):
    draw = random.Random(k)
    size, way, at = draw.uniform(500, 1000), draw.uniform(0, 2 * math.pi), draw.uniform(4, 5)
    body = draw.choice(["chest", "pelvis"])
    without = ", figures.dog.skills.gait.limp" if args.without_limp else ""
    return f"""shot: {name}
about: A fall of tools/dog_falls.py.
extends: {ROOT}/scenes/dog/{args.extends}
film: {{duration: {LASTS} s}}
without: [expect{without}]
cues:
  - {{name: knock, at: {at:.3f} s, push: {{body: {body}, force: [{size * math.cos(way):.0f} N, {size * math.sin(way):.0f} N, 0], over: 0.2 s}}}}
"""


def fall(k, args):
    """Whether it fell, when the simulation ended, s, the fastest that anything of it rose after the fall, m/s, and the time from the fall until it is calm, s."""
    name = f"fall_{os.getpid()}"
    os.makedirs(FOLDER, exist_ok=True)
    path = os.path.join(FOLDER, name + ".yaml")
    with open(path, "w") as f:
        f.write(shot(name, k, args))
    shutil.rmtree(os.path.join(OUT, name), ignore_errors=True)
    run = subprocess.run([built(), "simulate", path, "--out", OUT], capture_output=True, text=True)
    if run.returncode not in (0, 4):
        sys.exit(run.stderr)
    with h5py.File(os.path.join(OUT, name, "poses.h5")) as f:
        t = f["times"][:]
        touched = [n.decode() for n in f["columns/dog/ground_force"][:]]
        others = [k for k, n in enumerate(touched) if not n.endswith("_paw")]
        force, com = f["tracks/dog/ground_force"][:, others], f["tracks/dog/com"][:]
        energy = f["tracks/dog/energy"][:]
    down = np.nonzero((force > 5).any(axis=1))[0]
    if len(down) == 0:
        return False, t[-1], 0, 0
    first = down[0]
    speed = np.linalg.norm(np.diff(com, axis=0), axis=1) / np.diff(t)
    after = np.convolve(speed[first:], np.ones(50) / 50, "same")
    moves = np.nonzero(after > CALM)[0]
    return True, t[-1], energy[first:, 0].max(), (moves[-1] + 1) * 0.001 if len(moves) else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pushes", type=int, default=30)
    parser.add_argument("--extends", default="dog_trot.yaml")
    parser.add_argument("--without_limp", action="store_true")
    parser.add_argument("--each", action="store_true", help="a line for each push")
    args = parser.parse_args()
    all_falls = [fall(k, args) for k in range(args.pushes)]
    for k, (fell, ends, energy, calm) in enumerate(all_falls):
        if fell and args.each:
            print(f"push {k}: ends at {ends:.1f} s, {energy:.0f} J, calm after {calm:.1f} s")
    falls = [f for f in all_falls if f[0]]
    blown = sum(f[1] < LASTS - 0.01 for f in falls)
    rests = [f[3] for f in falls if f[1] >= LASTS - 0.01]
    print(f"{len(falls)} of {args.pushes} pushes knock it over; {blown} of these blow up")
    if rests:
        print(f"of the others: calm {np.median(rests):.1f} s (median) and {max(rests):.1f} s (at most) after it touched the ground")
    print(f"largest kinetic energy after it touched the ground: {max(f[2] for f in falls):.0f} J")


if __name__ == "__main__":
    main()
