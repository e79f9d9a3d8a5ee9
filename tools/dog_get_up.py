#!/usr/bin/env python3
"""Searches for the numbers of the act `get_up` of figures/dog/skills/get_up.yaml (seed 002, section 6).

    tools/dog_get_up.py search --minutes 20 [--seed 1] [--file get_up.json]
    tools/dog_get_up.py show [--file get_up.json]      # the act as YAML, and what it does

The act is a row of postures: angles of the legs and the neck, and orientations of the leg frames, each
entered over its stage's duration. The search changes some of these numbers at random and keeps what
lowers the cost: how far chest and pelvis are from lying upright over folded legs at the end of the
stages, on the way there how long it takes and how fast it turns; of what lies well, then, whether it
stands up. Python 3 with numpy and h5py; build/gambol simulates.
"""
import argparse, json, os, random, tempfile, time

import h5py
import numpy as np

from program import ROOT, built, simulate

FOLDER = os.path.join(ROOT, "out", "tmp", "get_up")
BEGINS = 1.0  # s: until then the dog lies on its side
RANGE = {"duration": (0.12, 0.9), "roll": (-100, 25), "pitch": (-25, 25), "h1": (-100, 70), "h2": (-75, 50), "h3": (-40, 40), "e": (-135, 15),
         "w": (-20, 60), "f1": (-80, 60), "f2": (-75, 50), "f3": (-40, 40), "t": (-30, 110), "m": (-110, 10), "n1": (-20, 35), "n2": (-20, 20),
         "n3": (-15, 15)}
LEGS = {"front_left": ("h1", "h2", "h3", "e", "w"), "front_right": ("h1", "h2", "h3", "e", "w"),
        "hind_left": ("f1", "f2", "f3", "t", "m"), "hind_right": ("f1", "f2", "f3", "t", "m")}
JOINT = {"h1": "humerus.r1", "h2": "humerus.r2", "h3": "humerus.r3", "e": "radius", "w": "metacarpus.r1", "f1": "femur.r1", "f2": "femur.r2",
         "f3": "femur.r3", "t": "tibia", "m": "metatarsus.r1"}
LYING = {"h1": 33, "h2": 0, "h3": 0, "e": -105, "w": 12}
FOLDED = {"f1": -66, "f2": 8, "f3": 0, "t": 105, "m": -106}
AHEAD = {"h1": -95, "h2": -20, "h3": 0, "e": 10, "w": 0}
BACK = {"f1": 55, "f2": -25, "f3": 0, "t": 20, "m": 0}
ASIDE = {"f1": -20, "f2": 15, "f3": 0, "t": 0, "m": 0}


def posture(duration, chest, pelvis, fl, fr, hl, hr, neck=10):
    g = {"duration": duration, "shoulders.roll": chest, "shoulders.pitch": 0, "hips.roll": pelvis, "hips.pitch": 0,
         "n1": neck, "n2": 0, "n3": 0}
    for leg, angles in zip(LEGS, (fl, fr, hl, hr)):
        g.update({f"{leg}.{k}": v for k, v in angles.items()})
    return g


# The lower foreleg goes ahead, out of the way of the chest; the hind legs, stretched towards the belly, are the counterweight by which the back
# twists. Then elbows prop the chest up, and the pelvis follows.
START = {"stretch": posture(0.5, -90, -90, AHEAD, LYING, ASIDE | {"f2": 0}, ASIDE, 30),
         "twist": posture(0.9, 10, -90, AHEAD, LYING, ASIDE | {"f2": 0}, ASIDE, 30),
         "prop": posture(0.5, 0, -90, LYING, LYING, ASIDE | {"f2": 0}, ASIDE, 20),
         "follow": posture(0.6, 0, -20, LYING | {"h2": 15}, LYING, BACK, ASIDE | {"f2": 30}, 10),
         "fold": posture(0.5, 0, 0, LYING | {"h2": 15}, LYING, FOLDED, FOLDED, 10)}
# What a lying dog's legs are, as stand_up_from_lie expects.
END = posture(0.5, 0, 0, LYING, LYING, FOLDED, FOLDED, neck=0)


def stage(name, g, pad="              "):
    n = lambda k: f"{{angle: {g[k]:.0f} deg}}"
    frame = lambda f, h: f"{{roll: {g[f + '.roll']:.0f} deg, pitch: {g[f + '.pitch']:.0f} deg, height: {h}, bears: 0}}"
    lines = [f"{name}:", f"  duration: {g['duration']:.2f} s", f"  blend: {g['duration']:.2f} s", "  frames:", f"    shoulders: {frame('shoulders', '12 cm')}",
             f"    hips: {frame('hips', '6 cm')}", "  joints:"]
    for row in ("front", "hind"):
        for k in LEGS[row + "_left"]:
            left, right = n(f"{row}_left.{k}"), n(f"{row}_right.{k}")
            if left == right:
                lines += [f'    "{row}_*_{JOINT[k]}": {left}']
            else:
                lines += [f"    {row}_left_{JOINT[k]}: {left}", f"    {row}_right_{JOINT[k]}: {right}"]
        lines += [f'    "{row}_*_{"metacarpus" if row == "front" else "metatarsus"}.r2": {{angle: 0 deg}}']
    lines += [f'    "neck_*.r{i}": {n(f"n{i}")}' for i in (1, 2, 3)]
    lines += ['    "head.r*": {angle: 0 deg}']
    return "".join(pad + line + "\n" for line in lines)


def act(acts, name="get_up"):
    text = f"          {name}:\n            like: in_place\n            then: stand_up_from_lie\n            on_left_side: true\n            stages:\n"
    for k, g in acts.items():
        text += stage(k, g)
    return text + stage("settle", END)


def shot(acts, name, duration):
    return f"""shot: {name}
about: A way to get up that tools/dog_get_up.py tries.
extends: {ROOT}/scenes/dog/dog_get_up.yaml
film: {{duration: {duration:.2f} s}}
figures:
  - name: dog
    skills:
      - name: gait
        acts:
{act(acts, "try_up")}
without: [cues, expect]
cues:
  - {{name: lie, at: 0 s, run: lie_on_side}}
  - {{name: get_up, at: {BEGINS} s, run: try_up}}
"""


def rolled(acts):
    return BEGINS + sum(g["duration"] for g in acts.values()) + END["duration"]


def simulated(acts, duration):
    name = f"try_{os.getpid()}"
    out = os.path.join(tempfile.gettempdir(), "dog_get_up")  # TMPDIR=/dev/shm is faster than a disk
    return simulate(shot(acts, name, duration), name, out, FOLDER)


def orientations(path):
    """Times, and of chest and pelvis the rolls (right side down, over 180 deg where it rolls on), tilts and heights; effort; paws and head."""
    with h5py.File(path) as f:
        t, X = f["film/times"][:], f["film/transforms"][:]
        names = [n.decode() for n in f["film/bodies"][:]]
        effort = (f["tracks/dog/joint_force"][:] ** 2).sum() / 1000  # tracks are recorded at 1 kHz: N2*m2*s
    of = {}
    for body in ("chest", "pelvis"):
        x = X[:, [i for i, n in enumerate(names) if n.endswith(body)][0]]
        w, a, b, c = x[:, 3], x[:, 4], x[:, 5], x[:, 6]
        roll = np.degrees(np.unwrap(np.arctan2(2 * (b * c + w * a), 1 - 2 * (a * a + b * b))))
        tilt = np.degrees(np.arccos(np.clip(1 - 2 * (a * a + b * b), -1, 1)))
        of[body] = (roll, tilt, x[:, 2])
    points = {n: X[:, i, :3] for i, n in enumerate(names) if n.endswith(("_paw", "head"))}
    return t, of, effort, points


def above(values, limit):
    return np.maximum(0.0, values - limit).mean()


def cost(acts):
    """Sums degrees that chest and pelvis are off, at the end most, and prices for haste, legs in the air, a chest that rears and effort."""
    end = rolled(acts)
    t, of, effort, points = orientations(simulated(acts, end + 0.1))
    if t[-1] < end:
        return 1000.0
    late, on = t > end - 0.1, t > BEGINS
    chest, pelvis = of["chest"], of["pelvis"]
    total = 0.5 * np.maximum(chest[1], pelvis[1])[on].min()
    for roll, tilt, height in of.values():
        total += tilt[late].mean() + 0.3 * np.abs(roll[on]).mean()
        total += 0.05 * above(np.abs(np.diff(roll) / np.diff(t)), 150)
        total += 2 * above(np.abs(roll[on]), 100) + 500 * above(height[on], 0.17)
    total += 5 * (end - BEGINS) + 0.002 * effort
    for name, p in points.items():
        if name.endswith("paw"):
            total += 40 * above(p[on, 2], 0.2)
        speed = np.linalg.norm(np.diff(p, axis=0), axis=1) / np.diff(t)
        total += 2 * above(speed[on[1:]], 1.0)
    if max(tilt[late].mean() for _, tilt, _ in of.values()) > 15:
        return total + 100
    # It lies: does it stand up?
    end += 3.5
    t, of, effort, points = orientations(simulated(acts, end))
    if t[-1] < end - 0.01:
        return total + 90
    late = t > end - 0.5
    tilt = max(o[1][late].max() for o in of.values())
    height = min(o[2][late].min() for o in of.values())
    way = max(o[1][t > end - 3.5].max() for o in of.values())
    return total + min(80.0, 2 * max(0, tilt - 3) + 200 * max(0.0, 0.42 - height) + 0.5 * max(0, way - 20))


def changed(acts, rng, chance, reach):
    new = {k: dict(g) for k, g in acts.items()}
    for g in new.values():
        for k in g:
            low, high = RANGE[k.split(".")[-1]]
            if rng.random() < chance:
                g[k] = min(high, max(low, g[k] + rng.gauss(0, reach) * (high - low)))
    return new


def search(args):
    rng = random.Random(args.seed)
    best = json.load(open(args.file))["acts"] if os.path.exists(args.file) else START
    least, tries, end = cost(best), 0, time.time() + 60 * args.minutes
    print(f"from {least:.1f}", flush=True)
    while time.time() < end:
        tries += 1
        acts = changed(START, rng, 0.4, 0.3) if tries <= args.wide else changed(best, rng, rng.choice((0.03, 0.08, 0.2)), rng.choice((0.05, 0.12, 0.3)))
        found = cost(acts)
        if found < least:
            best, least = acts, found
            with open(args.file + ".new", "w") as f:
                json.dump({"cost": least, "acts": best}, f, indent=0)
            os.replace(args.file + ".new", args.file)
            print(f"{tries} tries: {least:.1f}", flush=True)


def show(args):
    acts = json.load(open(args.file))["acts"] if os.path.exists(args.file) else START
    print(act(acts), f"cost {cost(acts):.1f}")
    path = simulated(acts, rolled(acts) + 3.5)
    t, of, effort, _ = orientations(path)
    print(path, f"effort {effort:.0f} N2*m2*s")
    for at in np.arange(0, t[-1], 0.1):
        i = np.argmin(abs(t - at))
        print(f"{at:.1f} s: chest {of['chest'][0][i]:.0f} deg, {100 * of['chest'][2][i]:.0f} cm; pelvis {of['pelvis'][0][i]:.0f} deg, "
              f"{100 * of['pelvis'][2][i]:.0f} cm")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("verb", choices=("search", "show"))
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--wide", type=int, default=0, help="tries far from the start, before the greedy ones")
    parser.add_argument("--file", default=os.path.join(FOLDER, "get_up.json"))
    args = parser.parse_args()
    built()
    os.makedirs(FOLDER, exist_ok=True)
    {"search": search, "show": show}[args.verb](args)


if __name__ == "__main__":
    main()
