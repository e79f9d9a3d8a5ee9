#!/usr/bin/env python3
"""Builds the dictionary of leaps of scenes/dog_leaps.yaml (seed 002, section 5).

    tools/dog_leaps.py build --minutes 30 [--seed 1] [--file leaps.json]
    tools/dog_leaps.py build --figure dog_strong --forces 2 --file strong.json
    tools/dog_leaps.py remeasure [--file leaps.json]   # after a change of the program
    tools/dog_leaps.py write [--file leaps.json]       # scenes/dog_leaps.yaml
    tools/dog_leaps.py plot [--file leaps.json]        # docs/dog_leaps.png: what the dictionary covers
    tools/dog_leaps.py pca [--file leaps.json]         # models of two parameters, tried over their cells

As in the paper: a leap of the dictionary is chosen at random, its 17 parameters and the speed are
perturbed within bounds, and the shot is simulated. A leap that falls or lands badly is discarded, as is
one that does from a trot that is 0.05 m/s slower or faster, or from its other phase. One
that is like another of the dictionary replaces it if it takes less effort. Python 3 with numpy,
h5py and PyYAML; build/gambol simulates.
"""
import argparse, json, math, os, random, shutil, subprocess, sys, time

import h5py
import numpy as np

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LEAP_AT = 2.0  # s: the trot is steady by then

# name: (least, greatest, seed); lengths m, times s, forces N, angles deg, stiffness as factors
PARAMETERS = {
    "load_time": (0.15, 0.40, 0.30),        # of the stage in which the hind legs gather, at most
    "load_shoulders": (0.28, 0.46, 0.38),   # height of the shoulders at its end
    "load_hips": (0.30, 0.44, 0.38),
    "hind_step": (0.0, 0.30, 0.14),         # of the hind foot that steps, ahead of rest
    "front_step": (-0.05, 0.20, 0.05),
    "raise_time": (0.02, 0.20, 0.10),       # from which on the hips are launched
    "raise_lift": (0, 1400, 500),           # on the shoulders
    "raise_push": (-150, 250, 0),
    "launch_time": (0.08, 0.30, 0.25),
    "launch_lift": (100, 1800, 600),        # on the hips
    "launch_push": (-100, 600, 100),
    "spine": (0.5, 4, 2),                   # stiffness
    "neck": (0.5, 4, 2),
    "hind_legs": (0.3, 3, 1),
    "pitch": (-50, 0, -25),                 # of the frames in the launch, nose down
    "flight_pitch": (-40, 15, -5),
    "tuck": (0.0, 0.25, 0.15),              # of the feet in flight
}
SPEEDS = (0.0, 1.7)  # m/s
NEAR, LATER = 0.05, 0.25  # m/s; s, about half a stride
LANDS_WITHIN = 28  # deg of pitch
REACH = 0.12  # of a parameter's range: width of a perturbation
CHANCE = 0.5  # that a parameter is perturbed
CELL = {"height": 0.07, "distance": 0.15, "speed": 0.15}  # leaps nearer than 1 in this measure are alike


def act(g):
    """The differences of the leap of parameters g from the act `leap` of scenes/dog_leap.yaml."""
    joints = (f'{{"lumbar_*": {{stiffness: {g["spine"]:.3g}, damping: {math.sqrt(g["spine"]):.3g}}}, '
              f'"thorax_*": {{stiffness: {g["spine"]:.3g}, damping: {math.sqrt(g["spine"]):.3g}}}, '
              f'"neck_*": {{stiffness: {g["neck"]:.3g}, damping: {math.sqrt(g["neck"]):.3g}}}, '
              f'"hind_*": {{stiffness: {g["hind_legs"]:.3g}, damping: {math.sqrt(g["hind_legs"]):.3g}}}}}')
    cm = lambda x: f"{100 * x:.1f} cm"
    return (
        f'{{load: {{duration: {g["load_time"]:.3f} s, frames: {{shoulders: {{height: [[0, 45 cm, ease], [0.7, {cm(g["load_shoulders"])}]]}}, '
        f'hips: {{height: [[0, 43 cm, ease], [0.7, {cm(g["load_hips"])}]]}}}}, '
        f'legs: {{hind_left: {{step: [{cm(g["hind_step"])}, 0 cm]}}, front_right: {{step: [{cm(g["front_step"])}, 0 cm]}}}}}}, '
        f'raise: {{duration: {g["raise_time"]:.3f} s, frames: {{shoulders: {{pitch: {g["pitch"]:.1f} deg, lift: {g["raise_lift"]:.0f} N, push: {g["raise_push"]:.0f} N}}, '
        f'hips: {{pitch: {0.6 * g["pitch"]:.1f} deg}}}}, joints: {joints}}}, '
        f'launch: {{duration: {g["launch_time"]:.3f} s, frames: {{shoulders: {{pitch: {g["pitch"]:.1f} deg}}, '
        f'hips: {{pitch: {g["pitch"]:.1f} deg, lift: {g["launch_lift"]:.0f} N, push: {g["launch_push"]:.0f} N}}}}, joints: {joints}}}, '
        f'fly: {{frames: {{shoulders: {{pitch: {g["flight_pitch"]:.1f} deg}}, hips: {{pitch: {g["flight_pitch"]:.1f} deg}}}}, '
        f'legs: {{"*": {{tuck: [[0, 0 cm, ease], [0.12, {cm(g["tuck"])}]]}}}}}}}}')


def shot(g, speed, name, figure, later):
    return f"""shot: {name}
about: A leap that tools/dog_leaps.py tries.
extends: {ROOT}/scenes/dog_leap.yaml
film: {{duration: 5 s}}
figures:
  - name: dog
    file: {ROOT}/figures/{figure}.yaml
    controllers:
      - name: gait
        speed: [[0.2 s, 0 m/s], [1.2 s, {speed:.3f} m/s]]
        acts: {{leap: {{stages: {act(g)}}}}}
without: [cues, expect]
cues:
  - {{name: leap, at: {LEAP_AT + later} s, run: leap}}
expect: [{{upright: 60 deg}}]
"""


def measure(path, speed):
    """What the leap did, or None if it fell."""
    with h5py.File(path) as f:
        t = f["times"][:]
        d = f["tracks/dog"]
        com, foot, point = d["com"][:], d["foot_force"][:], d["foot_point"][:]
        names = [n.decode() for n in f["columns/dog/ground_force"][:]]
        ground, torque, q = d["ground_force"][:], d["joint_force"][:], d["q"][:]
    if t[-1] < 4.99:
        return None
    others = [i for i, n in enumerate(names) if not n.endswith("_paw")]
    if (ground[:, others] > 1).any():
        return None
    w, x, y, z = q[:, 3], q[:, 4], q[:, 5], q[:, 6]
    up = 1 - 2 * (x * x + y * y)
    if (up < math.cos(math.radians(55))).any():
        return None
    up_force = np.maximum(foot[:, 2::3], 0)
    air = up_force.max(axis=1) < 3
    # The longest flight after the cue.
    begin, best = None, (0, 0)
    for i in np.flatnonzero(t > LEAP_AT):
        if air[i] and begin is None:
            begin = i
        if not air[i] and begin is not None:
            if i - begin > best[1] - best[0]:
                best = (begin, i)
            begin = None
    a, b = best
    if t[b] - t[a] < 0.12 or t[a] > LEAP_AT + 1.2:
        return None
    after = t > 4.0
    v = (com[-1, 0] - com[after][0, 0]) / (t[-1] - 4.0)
    if abs(v - speed) > 0.4 or abs(com[-1, 1] - com[0, 1]) > 1.2:
        return None
    pitch = np.degrees(-np.arcsin(np.clip(2 * (x * z - w * y), -1, 1)))
    if abs(pitch[b]) > LANDS_WITHIN:
        return None
    # Where the hind feet left the ground, and where the last of all feet came down.
    hind = [1, 3]
    left = []
    for k in range(4):
        on = np.flatnonzero(up_force[:a + 1, k] > 3)
        left.append(point[on[-1], 3 * k] if len(on) else point[a, 3 * k])
    came = []
    for k in range(4):
        on = np.flatnonzero(up_force[b:, k] > 3)
        came.append(point[b + on[0], 3 * k] if len(on) else -9)
    gap = min(came) - max(left)
    i0 = np.searchsorted(t, LEAP_AT)
    dt = t[1] - t[0]
    lowest = point[a:b, 2::3].min(axis=1)
    return {
        "from_speed": float((com[i0, 0] - com[i0 - 500, 0]) / 0.5),
        "height": float(com[a:b, 2].max()), "distance": float(com[b, 0] - com[a, 0]), "speed": float(speed),
        "effort": float((torque[i0:b] ** 2).sum() * dt), "gap": float(gap),
        "run": float(max(left) - com[i0, 0]), "clears": float(lowest.max()),
        "peak": float(abs(torque[i0:b + 100]).max()), "flight": float(t[b] - t[a]),
        "lands_pitch": float(pitch[b]),
    }


def attempt(g, speed, figure, later=0, name="leap_try"):
    folder = os.path.join(ROOT, "out", "tmp", "leaps")
    os.makedirs(folder, exist_ok=True)
    name = f"{name}_{os.getpid()}"
    path = os.path.join(folder, name + ".yaml")
    with open(path, "w") as f:
        f.write(shot(g, speed, name, figure, later))
    out = os.path.join(folder, "out")
    shutil.rmtree(os.path.join(out, name), ignore_errors=True)
    run = subprocess.run([os.path.join(ROOT, "build", "gambol"), "simulate", path, "--out", out],
                         capture_output=True, text=True)
    if run.returncode not in (0, 4):
        sys.exit(run.stderr)
    try:
        return measure(os.path.join(out, name, "poses.h5"), speed)
    except (OSError, KeyError):
        return None


def attempt_near(g, speed, figure):
    """A leap counts if it succeeds from a little slower and faster trots and from their other phase, too."""
    m = attempt(g, speed, figure)
    near = [(speed, LATER), (speed + NEAR, 0), (max(0, speed - NEAR), LATER)]
    return m if m and all(attempt(g, v, figure, later) for v, later in near) else None


def apart(a, b):
    return math.sqrt(sum(((a[k] - b[k]) / CELL[k]) ** 2 for k in CELL))


def build(args):
    rng = random.Random(args.seed)
    leaps = json.load(open(args.file)) if os.path.exists(args.file) else []
    tries = 0
    for k in PARAMETERS:
        if k.endswith(("_lift", "_push")):
            low, high, start = PARAMETERS[k]
            PARAMETERS[k] = (low, high * args.forces, start)
    if not leaps:
        for speed in (1.2, 1.0, 0.8):
            g = {k: s for k, (_, _, s) in PARAMETERS.items()}
            m = attempt(g, speed, args.figure)
            if m:
                leaps.append({"parameters": g, **m})
    if not leaps:
        sys.exit("the seed leap falls")
    end = time.time() + 60 * args.minutes
    while time.time() < end:
        tries += 1
        # Rare leaps are chosen more often: by the number of others near them.
        near = [1 / (1 + sum(apart(a, b) < 2 for b in leaps)) for a in leaps]
        of = rng.choices(leaps, near)[0]
        g = dict(of["parameters"])
        for k, (low, high, _) in PARAMETERS.items():
            if rng.random() < CHANCE:
                g[k] = min(high, max(low, g[k] + rng.gauss(0, REACH) * (high - low)))
        speed = min(SPEEDS[1], max(SPEEDS[0], of["speed"] + rng.gauss(0, 0.1)))
        m = attempt_near(g, speed, args.figure)
        if not m:
            continue
        new = {"parameters": g, **m}
        like = [i for i, a in enumerate(leaps) if apart(a, new) < 1]
        if not like:
            leaps.append(new)
        elif all(leaps[i]["effort"] > new["effort"] for i in like):
            leaps = [a for i, a in enumerate(leaps) if i not in like] + [new]
        else:
            continue
        with open(args.file + ".new", "w") as f:
            json.dump(leaps, f, indent=0)
        os.replace(args.file + ".new", args.file)
        if tries % 20 < 2 or not like:
            print(f"{tries} tries, {len(leaps)} leaps, height to {max(a['height'] for a in leaps):.2f} m, distance to "
                  f"{max(a['distance'] for a in leaps):.2f} m, gap to {max(a['gap'] for a in leaps):.2f} m, speeds "
                  f"{min(a['speed'] for a in leaps):.2f} to {max(a['speed'] for a in leaps):.2f} m/s", flush=True)


HEAD = """# The dictionary of leaps of the dog (seed 002, section 5), which tools/dog_leaps.py found and wrote: do not edit. Docs: dog_acts.md.

shot: dog_leaps
about: The dog trots and leaps, by one leap of its dictionary after the other.
extends: dog_leap.yaml

film: {duration: 9 s}

figures:
  - name: dog
    controllers:
      - name: gait
        speed: [[0.3 s, 0 m/s], [1.5 s, SPEED m/s]]
        acts:
"""
TAIL = """
without: [cues, expect]
cues:
CUES
expect:
  - {upright: 55 deg}
  - {may_touch: ["*_paw"]}
  - {measure: distance, min: 6 m}
FLIGHTS
"""


def write(args):
    leaps = sorted(json.load(open(args.file)), key=lambda a: (round(a["from_speed"], 1), a["height"], a["distance"]))
    # Those shown begin at one speed: the lowest, a middle and the highest one.
    speed = 1.3
    near = sorted((i for i, a in enumerate(leaps) if abs(a["from_speed"] - 1.07 * speed) < 0.12), key=lambda i: leaps[i]["height"])
    shown = [near[0], near[len(near) // 2], near[-1]] if near else []
    with open(os.path.join(ROOT, "scenes", "dog_leaps.yaml"), "w") as f:
        f.write(HEAD.replace("SPEED", str(speed)))
        for i, a in enumerate(leaps):
            f.write(f'          leap_{i + 1:03d}:\n            as: leap\n'
                    f'            leap: {{speed: {a["from_speed"]:.3f} m/s, height: {100 * a["height"]:.1f} cm, run: {100 * a["run"]:.1f} cm, '
                    f'distance: {100 * a["gap"]:.1f} cm, effort: {a["effort"]:.0f}}}\n'
                    f'            stages: {act(a["parameters"])}\n')
        flights = "\n".join(f"  - {{measure: longest_flight, name: leap {n + 1}, from: {3 + 2 * n} s, to: {4.5 + 2 * n} s, "
                            f"min: {0.7 * leaps[i]['flight']:.2f} s}}" for n, i in enumerate(shown))
        f.write(TAIL.replace("FLIGHTS", flights).replace("CUES", "\n".join(f"  - {{name: leap_{n + 1}, at: {3 + 2 * n} s, run: leap_{i + 1:03d}}}" for n, i in enumerate(shown))))
    print(len(leaps), "leaps")


def remeasure(args):
    """Tries every leap again: after a change of the program or of this tool."""
    leaps = json.load(open(args.file))
    kept = []
    for a in leaps:
        m = attempt_near(a["parameters"], a["speed"], args.figure)
        if m:
            kept.append({"parameters": a["parameters"], **m})
    print(f"{len(kept)} of {len(leaps)} leaps succeed again")
    with open(args.file, "w") as f:
        json.dump(kept, f, indent=0)


def plot(args):
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    leaps = json.load(open(args.file))
    figure, axes = plt.subplots(1, 2, figsize=(9, 3.6), constrained_layout=True)
    for ax, (x, y, c) in zip(axes, (("distance", "height", "from_speed"), ("from_speed", "height", "gap"))):
        names = {"distance": "way of the centre of mass in flight, m", "height": "its greatest height, m",
                 "from_speed": "speed of the trot, m/s", "gap": "from the foremost foot at take-off\nto the rearmost at landing, m"}
        points = ax.scatter([a[x] for a in leaps], [a[y] for a in leaps], c=[a[c] for a in leaps], cmap="viridis", s=22)
        figure.colorbar(points, ax=ax, label=names[c])
        ax.set_xlabel(names[x])
        ax.set_ylabel(names[y])
        ax.grid(alpha=0.3)
    figure.savefig(os.path.join(ROOT, "docs", "dog_leaps.png"), dpi=90)


def pca(args):
    """Gamma = P0 + alpha P1 + beta P2 (seed 002, section 7) for leaps of nearly one speed."""
    leaps = json.load(open(args.file))
    names = list(PARAMETERS)
    ranges = np.array([PARAMETERS[k][1] - PARAMETERS[k][0] for k in names], float)
    for speed in (0.8, 1.0, 1.2):
        near = [a for a in leaps if abs(a["from_speed"] - speed) < 0.2]
        X = np.array([[a["parameters"][k] for k in names] for a in near]) / ranges
        mean = X.mean(axis=0)
        _, size, axes = np.linalg.svd(X - mean, full_matrices=False)
        sigma = size[:2] / math.sqrt(len(near))
        steps = (-1.0, -0.5, 0.0, 0.5, 1.0)
        cells = []
        for a in steps:
            for b in steps:
                p = (mean + a * sigma[0] * axes[0] + b * sigma[1] * axes[1]) * ranges
                g = {k: min(PARAMETERS[k][1], max(PARAMETERS[k][0], v)) for k, v in zip(names, p)}
                cells.append(attempt(g, speed / 1.07, args.figure))
        done = [c for c in cells if c]
        print(f"{speed} m/s: {len(near)} leaps, {len(done)} of {len(cells)} cells succeed" + (
            f"; height {min(c['height'] for c in done):.2f} to {max(c['height'] for c in done):.2f} m, distance "
            f"{min(c['distance'] for c in done):.2f} to {max(c['distance'] for c in done):.2f} m" if done else ""))


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("what", choices=["build", "remeasure", "write", "plot", "pca"])
    p.add_argument("--file", default=os.path.join(ROOT, "tools", "dog", "leaps.json"))
    p.add_argument("--minutes", type=float, default=30)
    p.add_argument("--figure", default="dog")
    p.add_argument("--forces", type=float, default=1, help="factor of the greatest forces that it tries")
    p.add_argument("--seed", type=int, default=1)
    args = p.parse_args()
    if not os.path.exists(os.path.join(ROOT, "build", "gambol")):
        sys.exit("build/gambol is not there: ./gambol --version builds it")
    if args.what != "build" and not os.path.exists(args.file):
        sys.exit(f"{args.file} is not there")
    {"build": build, "remeasure": remeasure, "write": write, "plot": plot, "pca": pca}[args.what](args)


if __name__ == "__main__":
    main()
