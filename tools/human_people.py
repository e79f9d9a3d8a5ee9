#!/usr/bin/env python3
"""Draws people at random and tries whether the actor `human` stands and walks as each of them (docs/actors.md).

    tools/human_people.py [--count 40] [--seed 1] [--body 'self_contact: true']

They are 1.20 to 2.05 m tall, with a body mass index of 14 to 19 below 1.40 m and 17 to 35 above, and the proportions of the figure. Each stands
for 10 s, and walks for 12 s at v/sqrt(g leg) of 0.22 to 0.45 with legs of 0.53 of the height, at which it is from 3.5 s on. One stands or walks if
its trunk stays within 15 degrees of upright, and its mean speed of the last 5 s is within a quarter and 2 cm/s of the goal. `--body` changes the figure.
Python 3 with numpy and h5py; build/gambol simulates.
"""
import argparse, math, os, random, tempfile

import h5py
import numpy as np

from program import ROOT, simulate

SHOT = """gambol: 3
shot: {name}
film: {{duration: {duration} s}}
look: plaza
camera: {{position: [3 m, 0, 1 m], target: [0, 0, 0]}}
figures: [{{name: h, file: human, {body}person: {{height: {height:.3f} m, mass: {mass:.2f} kg}}, speed: {speed}}}]
"""


def person(draw):
    height = draw.uniform(1.20, 2.05)
    index = draw.uniform(14, 19) if height < 1.40 else draw.uniform(17, 35)
    return height, index * height**2, draw.uniform(0.22, 0.45) * math.sqrt(9.81 * 0.53 * height)


def moved(poses):
    """The largest tilt of the trunk, degrees; how long it went, s; and its mean speed in the last 5 s, m/s."""
    with h5py.File(poses) as file:
        time, q = file["times"][:], file["tracks/h/q"][:]
    tilt = math.degrees(math.acos(np.clip((1 - 2 * (q[:, 4] ** 2 + q[:, 5] ** 2)).min(), -1, 1)))
    last = time > time[-1] - 5
    return tilt, time[-1], np.ptp(q[last, 0]) / np.ptp(time[last])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--body", default="", help="changes of the figure")
    options = parser.parse_args()
    draw, passed = random.Random(options.seed), {"stands": 0, "walks": 0}
    out = os.path.join(ROOT, "out")
    os.makedirs(out, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out) as folder:
        for i in range(options.count):
            height, mass, speed = person(draw)
            for does, goal, duration in (("stands", 0, 10), ("walks", speed, 12)):
                curve = f"[[0.5 s, 0 m/s], [3.5 s, {speed:.3f} m/s]]" if goal else "0 m/s"
                body = options.body + ", " if options.body else ""
                name = f"{does}_{i}"
                text = SHOT.format(name=name, duration=duration, body=body, height=height, mass=mass, speed=curve)
                tilt, end, reached = moved(simulate(text, name, folder, folder))
                good = tilt < 15 and end > duration - 0.1 and abs(reached - goal) <= 0.25 * goal + 0.02
                passed[does] += good
                if not good:
                    print(f"{height:.2f} m, {mass:.1f} kg: {does} not: {tilt:.0f} deg, {reached:.2f} for {goal:.2f} m/s", flush=True)
    print(", ".join(f"{n} of {options.count} {does}" for does, n in passed.items()))


if __name__ == "__main__":
    main()
