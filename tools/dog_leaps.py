#!/usr/bin/env python3
"""Builds the dictionary of leaps of the dog, figures/dog/skills/leaps.npy (seed 002, section 5).

    tools/dog_leaps.py build --minutes 30 [--seed 1] [--file leaps.json]
    tools/dog_leaps.py build --figure dog_strong --forces 2 --file tools/dog/leaps_strong.json
    tools/dog_leaps.py far --minutes 10 --figure dog_strong --forces 2 --file tools/dog/leaps_strong.json   # adds what clears wider gaps
    tools/dog_leaps.py high --minutes 10 --height 1.4 ...   # adds what rises higher
    tools/dog_leaps.py remeasure [--file leaps.json]   # after a change of the program
    tools/dog_leaps.py slowest --figure dog_strong --file tools/dog/leaps_strong.json   # how well leaps go on of which that is not known
    tools/dog_leaps.py write [--file leaps.json]       # the table figures/dog/skills/leaps.npy
    tools/dog_leaps.py write --figure dog_strong --table leaps_strong --file tools/dog/leaps_strong.json --slowest 0.6
    tools/dog_leaps.py plot [--file leaps.json]        # docs/dog_leaps.png: what the dictionary covers
    tools/dog_leaps.py pca [--file leaps.json]         # models of two parameters, tried over their cells

As in the paper: a leap of the dictionary is chosen at random, its 17 parameters and the speed are
perturbed within bounds, and the shot is simulated. A leap that falls or lands badly is discarded, as is
one that does from a trot that is 0.05 m/s slower or faster, or from its other phase. One
that is like another of the dictionary replaces it if it takes less effort. Python 3 with numpy,
h5py and PyYAML; build/gambol simulates.
"""
import argparse, json, math, os, random, sys, tempfile, time

import h5py
import numpy as np

from dog.leap_table import act, body, save_table
from program import ROOT, built, simulate

STRONG = os.path.join(ROOT, "tools", "dog", "leaps_strong.json")  # of figures/dog_strong.yaml
LEAP_AT, ENDS = 2.0, 4.6  # s: the trot is steady by then, and again at the end
PAW = 0.04                # m from a foot's point to its foremost and rearmost corner
# Parts of a leg that could touch a bar: (body whose lowest point counts, body in whose frame a point is beside it, that point, how far it goes
# ahead and back), m. A hock is the lower end of the tibia, an elbow that of the humerus.
PARTS = {"front": (("radius", "metacarpus", (0, 0, 0), 0.02), ("metacarpus", "metacarpus", (0.02, 0, -0.04), 0.02), ("humerus", "radius", (0, 0, 0), 0.03)),
         "hind": (("tibia", "metatarsus", (0, 0, 0), 0.02), ("metatarsus", "metatarsus", (0.01, 0, -0.05), 0.02), ("femur", "tibia", (0, 0, 0), 0.032))}
NOSE = (0.185, 0, -0.01)  # in the head, m
RISE = 0.05               # m between the heights of which it is noted where all feet are higher

# name: (least, greatest, seed); lengths m, times s, forces N, angles deg, stiffness as factors
PARAMETERS = {
    "load_time": (0.10, 0.35, 0.24),        # of the stage in which the feet gather, at most
    "load_shoulders": (0.24, 0.42, 0.28),   # height of the shoulders at its end
    "load_hips": (0.24, 0.42, 0.30),
    "hind_step": (0.0, 0.25, 0.08),         # of the hind foot that steps, ahead of rest
    "front_step": (-0.05, 0.20, 0.05),
    "raise_time": (0.01, 0.12, 0.01),       # from which on the hips are launched
    "raise_speed": (0.8, 8.0, 2.6),         # at which the shoulders are raised, m/s: by the damper of their height
    "raise_push": (-150, 400, 0),           # on the shoulders
    "launch_top": (0.46, 0.95, 0.52),       # height up to which both frames are to rise: legs are stretched at 0.52; beyond, what lags goes on to push
    "launch_speed": (0.8, 6.0, 2.2),        # at which the hips are raised, m/s
    "launch_lift": (-200, 800, 0),          # on the hips
    "launch_push": (-150, 600, 0),
    "spine": (0.5, 4, 1),                   # stiffness
    "neck": (0.5, 4, 1),
    "hind_legs": (0.3, 3, 1),
    "pitch": (-35, 10, -14),                 # of the frames in raise and launch, nose down
    "tuck": (0.0, 0.26, 0.20),              # of the feet in flight
    # Beside the paper's 17: leaps that go far are faster as they leave the ground than the trot that they begin from, and land so.
    "drives": (0.9, 1.8, 1),                # speed wanted while the legs stretch, in speeds of the trot
    "keeps": (0.8, 1.8, 1),                 # speed for which the feet are set down
}
SPEEDS = (0.0, 1.7)  # m/s
NEAR, LATER = 0.05, 0.25  # m/s; s, about half a stride
FARTHER = 0.10     # m/s: trots that are as much slower and faster have to land, too, where it is measured how a leap goes on (`speed_error` of the planner: 0.12)
LANDS_WITHIN = 28  # deg of pitch
LEAST_WAY = 0.2    # m ahead in flight, as in the paper's range
MOST_TILT = 65     # deg of the pelvis in flight; the highest leaps turn by 60 and land level
SLOWEST = 0.45     # of the speed of the trot: least mean speed over 0.4 s after a leap that is no stumble
# Leaps of the second kind (docs/dog_leaps.md): from a deeper crouch, with shoulders that begin sooner and frames that rise beyond the reach of the legs.
SPRING = {"load_shoulders": 0.26, "load_hips": 0.25, "raise_time": 0.02, "launch_top": 0.90}
# The two ends of the range (docs/dog_leaps.md): over a wall of 85 cm and a ditch of 2 m, with joints of 150 N*m.
HIGH = SPRING | {"raise_speed": 7.2, "launch_speed": 4.45, "pitch": -30, "keeps": 1.6}
HIGH_100 = SPRING | {"raise_speed": 6.5, "launch_speed": 3.5, "pitch": -28, "keeps": 1.6}  # with joints of 100 N*m
FAR = SPRING | {"load_shoulders": 0.24, "load_hips": 0.24, "hind_step": 0.12, "raise_time": 0.03, "raise_speed": 7.0, "launch_speed": 4.2, "raise_push": 500,
                "launch_push": 500, "pitch": -18, "drives": 1.5, "keeps": 1.3}
# Hops down (seed 002: "small modifications to the controller for a small hop"): the first kind at lower speeds of take-off, for ground that is lower.
HOP, DROP = {"raise_speed": 1.9, "launch_speed": 1.65, "pitch": -8}, 0.12  # m
REACH = 0.12  # of a parameter's range: width of a perturbation
CHANCE = 0.5  # that a parameter is perturbed
CELL = {"height": 0.07, "distance": 0.15, "speed": 0.15}  # leaps nearer than 1 in this measure are alike


def body_line(figure):
    """The line that says whose body it is, if not the actor's own."""
    return "" if figure == "dog" else f"\n    file: {figure}"


def shot(g, speed, name, figure, later):
    return f"""gambol: 3
shot: {name}
about: A leap that tools/dog_leaps.py tries.
extends: {ROOT}/scenes/dog/dog_leap.yaml
film: {{duration: {ENDS} s}}
figures:
  - name: dog{body_line(figure)}
    skills:
      - name: gait
        speed: [[0.2 s, 0 m/s], [1.2 s, {speed:.3f} m/s]]
        acts: {{leap: {{stages: {act(g)}}}}}
without: [cues, expect]
cues:
  - {{name: leap, at: {LEAP_AT + later} s, run: leap}}
expect: [{{upright: 60 deg}}]
"""


def begin_of_act(t, phase):
    """The sample at which the leap begins: the phase goes to 0 from where it is not nearly 1."""
    starts = np.flatnonzero((phase[1:] < 0.05) & (phase[:-1] > 0.3) & (phase[:-1] < 0.97) & (t[1:] >= LEAP_AT))
    return starts[0] + 1 if len(starts) else None


def longest_flight(t, force, after):
    """First and last sample of the longest flight that begins within 1.2 s."""
    air = np.concatenate([[0], force[after:].max(axis=1) < 3, [0]]).astype(int)
    ends = np.flatnonzero(np.diff(air))
    flights = [(a + after, b + after) for a, b in zip(ends[::2], ends[1::2]) if t[min(a + after, len(t) - 1)] < t[after] + 1.2]
    return max(flights, key=lambda f: f[1] - f[0], default=(0, 0))


class Bodies:
    """Positions of bodies at the times of the tracks, from those of the film."""
    def __init__(self, f, t):
        self.names = [n.decode().split("/")[-1] for n in f["film/bodies"][:]]
        self.times, self.transforms, self.t = f["film/times"][:], f["film/transforms"][:], t

    def point(self, body, at):
        """x and z in the world, m."""
        X = self.transforms[:, self.names.index(body)]
        w, u = X[:, 3:4], X[:, 4:7]
        a = np.array(at, float)
        p = X[:, :3] + a + 2 * w * np.cross(u, a) + 2 * np.cross(u, np.cross(u, a))
        return np.interp(self.t, self.times, p[:, 0]), np.interp(self.t, self.times, p[:, 2])


def way(x, z, foremost):
    """Heights over distances ahead of `foremost`, 4 cm or more apart but for the last: [(distance, height)]."""
    found = []
    for a, b in zip(x, z):
        if not found or a - foremost - found[-1][0] >= 0.04:
            found.append((float(a - foremost), float(b)))
    if len(x) and x[-1] - foremost > found[-1][0]:
        found.append((float(x[-1] - foremost), float(z[-1])))
    return found


def window(paths, foremost):
    """Over heights, where ahead of `foremost` all parts of legs are higher: [(height, from, to)]. `paths`: of each part x and z while its paw is in the air,
    m, how far it goes ahead of x and back, and whether it is the paw. A hock that is higher as its paw leaves the ground or comes down stays so."""
    found, h = [], 0.0
    while h < 1.5:
        begins, ends = [], []
        for x, z, beside, paw in paths:
            high = np.flatnonzero(z > max(h, 0.005))
            if not len(high):
                return found
            if paw or high[0] > 0:
                begins.append(x[high[0]] + beside)
            if paw or high[-1] < len(z) - 1:
                ends.append(x[high[-1]] - beside)
        if h > 0 and min(ends) - max(begins) < 0.02:
            return found
        found.append((h, max(begins) - foremost, min(ends) - foremost))
        h = round(h + RISE, 3)
    return found


def measure(path, speed, share=SLOWEST):
    """What the leap did, or None if it fell or went on at less than `share` of the trot's speed."""
    with h5py.File(path) as f:
        t, d = f["times"][:], f["tracks/dog"]
        com, foot, point, lowest = d["com"][:], d["foot_force"][:], d["foot_point"][:], d["lowest"][:]
        names = [n.decode() for n in f["columns/dog/ground_force"][:]]
        phase = d["gait"][:][:, [n.decode() for n in f["columns/dog/gait"][:]].index("phase")]
        ground, torque, q = d["ground_force"][:], d["joint_force"][:], d["q"][:]
        feet = [n.decode()[:-2] for n in f["columns/dog/foot_force"][:][::3]]
        bodies = Bodies(f, t)
    others = [i for i, n in enumerate(names) if not n.endswith("_paw")]
    w, x, y, z = q[:, 3], q[:, 4], q[:, 5], q[:, 6]
    up = 1 - 2 * (x * x + y * y)
    i0 = begin_of_act(t, phase)
    if t[-1] < ENDS - 0.01 or (ground[:, others] > 1).any() or (up < math.cos(math.radians(MOST_TILT))).any() or i0 is None:
        return None
    force = np.maximum(foot[:, 2::3], 0)
    a, b = longest_flight(t, force, i0)
    if b - a < 120 or com[b, 0] - com[a, 0] < LEAST_WAY:
        return None
    after = t > ENDS - 0.5
    v = (com[-1, 0] - com[after][0, 0]) / (t[-1] - t[after][0])
    pitch = np.degrees(-np.arcsin(np.clip(2 * (x * z - w * y), -1, 1)))
    from_speed = (com[i0, 0] - com[i0 - 450, 0]) / (t[i0] - t[i0 - 450])
    if len(com) < b + 402:
        return None
    slowest = ((com[b + 400:, 0] - com[b:-400, 0]) / 0.4).min()
    if slowest < share * from_speed:
        return None
    if abs(v - speed) > max(0.35, 0.4 * speed) or abs(com[-1, 1] - com[0, 1]) > 1 or abs(pitch[b]) > LANDS_WITHIN:
        return None
    # Where each foot left the ground, and where it came down.
    left, came = [], []
    for k in range(4):
        before, later = np.flatnonzero(force[:a + 1, k] > 3), np.flatnonzero(force[b:, k] > 3)
        if not len(later):
            return None
        left.append(before[-1] if len(before) else a)
        came.append(b + later[0])
    foremost = max(point[i, 3 * k] for k, i in enumerate(left))
    paths = []
    for k, (i, j) in enumerate(zip(left, came)):
        paths.append((point[i:j, 3 * k], lowest[i:j, names.index(feet[k] + "_paw")], PAW, True))
        for low, body, at, beside in PARTS[feet[k].split("_")[0]]:
            paths.append((bodies.point(f"{feet[k]}_{body}", at)[0][i:j], lowest[i:j, names.index(f"{feet[k]}_{low}")], beside, False))
    fore = [k for k, name in enumerate(feet) if name.startswith("front")]
    paws = [np.mean([point[:, 3 * k + c] for k in fore], axis=0) for c in (0, 2)]
    nose = bodies.point("head", NOSE)
    landed = max(came[k] for k in fore)
    top_paws = a + int(np.argmax(paws[1][a:landed]))  # on their way down: where they are to land
    top = a + int(np.argmax(com[a:b, 2]))
    return {
        "from_speed": float(from_speed), "speed": float(speed),
        "height": float(com[top, 2]), "distance": float(com[b, 0] - com[a, 0]), "lead": float(t[top] - t[i0]),
        "effort": float((torque[i0:b] ** 2).sum() * (t[1] - t[0])), "gap": float(min(point[i, 3 * k] for k, i in enumerate(came)) - foremost),
        "run": float(foremost - com[i0, 0]), "window": [list(map(float, e)) for e in window(paths, foremost)],
        "ways": {"nose": way(nose[0][a:b], nose[1][a:b], foremost), "front_paws": way(paws[0][top_paws:landed], paws[1][top_paws:landed], foremost)},
        "peak": float(abs(torque[i0:b + 100]).max()), "flight": float(t[b] - t[a]), "slowest": float(slowest), "lands_pitch": float(pitch[b]),
    }


def attempt(g, speed, figure, later=0, name="leap_try", share=SLOWEST):
    name = f"{name}_{os.getpid()}"
    out = os.path.join(tempfile.gettempdir(), "dog_leaps")  # TMPDIR=/dev/shm is faster than a disk
    return measure(simulate(shot(g, speed, name, figure, later), name, out, os.path.join(ROOT, "out", "tmp", "leaps")), speed, share)


def starts(speed):
    """Speeds and times of the four starts: both phases of the trot, and trots a little faster and slower."""
    return ((speed, 0), (speed, LATER), (speed + NEAR, 0), (max(0, speed - NEAR), LATER))


def attempt_near(g, speed, figure):
    """A leap counts if it succeeds from a little slower and faster trots and from their other phase, too."""
    tries = []
    for v, later in starts(speed):
        tries.append(attempt(g, v, figure, later))
        if tries[-1] is None:
            return None
    return over_starts(tries)


def over_starts(tries):
    """A leap by what it did from all starts. Where its feet are high enough is where they are in all of these, moved by as much as a faster trot comes farther
    until the top of its flight."""
    mean = {k: float(np.mean([m[k] for m in tries])) for k in ("from_speed", "lead", "run")}
    first = {**tries[0], **mean, "effort": float(np.mean([m["effort"] for m in tries])), "peak": max(m["peak"] for m in tries), "slowest": min(m["slowest"] for m in tries)}
    first["window"] = []
    for level in zip(*(m["window"] for m in tries)):
        moved = [m["run"] - mean["run"] - (m["from_speed"] - mean["from_speed"]) * mean["lead"] for m in tries]
        begins, ends = max(e[1] + o for e, o in zip(level, moved)), min(e[2] + o for e, o in zip(level, moved))
        if level[0][0] == 0 or begins < ends:
            first["window"].append([level[0][0], begins, ends])
    return first


def apart(a, b):
    return math.sqrt(sum(((a[k] - b[k]) / CELL[k]) ** 2 for k in CELL))


def save(leaps, path):
    with open(path + ".new", "w") as f:
        json.dump(leaps, f, indent=0)
    os.replace(path + ".new", path)


def scale_forces(factor):
    for k in PARAMETERS:
        if k.endswith(("_lift", "_push", "_speed")):
            low, high, start = PARAMETERS[k]
            PARAMETERS[k] = (low, high * factor, start)


def perturbed(rng, parameters, figure, reach):
    g = {k: parameters.get(k, start) for k, (_, _, start) in PARAMETERS.items()}
    for k, (low, high, _) in PARAMETERS.items():
        if rng.random() < CHANCE and (figure != "dog" or k not in ("drives", "keeps")):
            g[k] = min(high, max(low, g[k] + rng.gauss(0, reach) * (high - low)))
    return g


def told(g):
    """The parameters as they are kept: without the last two where these do nothing."""
    return {k: v for k, v in g.items() if k not in ("drives", "keeps") or v != 1}


def widest(a):
    """The widest gap, edge to edge, that a leap clears from all four starts, m."""
    return a["window"][0][2] - a["window"][0][1]


def rise(a):
    return a["height"]


# The two ends of the range: seed, speeds of the first tries and of all, m/s, what is to grow, and how much less, m, those leaps of the dictionary have that it begins from.
ENDS_OF_RANGE = {"far": (FAR, (1.65, 1.75, 1.85), (1.2, 2.0), widest, 0.4), "high": (HIGH, (0.6, 0.7, 0.8, 0.9), (0.3, 1.2), rise, 0.15)}


def ends(args):
    """A search for leaps over wide gaps or high ones: it perturbs, in small steps, those that clear `--gap` or rise to `--height` from most of the four starts."""
    rng = random.Random(args.seed)
    scale_forces(args.forces)
    leaps = json.load(open(args.file))
    seed, speeds, (slowest, fastest), value, near = ENDS_OF_RANGE[args.what]
    if seed is HIGH and args.figure == "dog":
        seed = HIGH_100
    least = args.gap if args.what == "far" else args.height
    tried = [(0, told({k: seed.get(k, s) for k, (_, _, s) in PARAMETERS.items()}), v) for v in speeds]
    tried += [(0, a["parameters"], a["speed"]) for a in leaps if "drop" not in a and value(a) > least - near]
    end, tries = time.time() + 60 * args.minutes, 0
    while time.time() < end:
        tries += 1
        _, parameters, speed = rng.choice(sorted(tried, key=lambda t: t[0])[-6:])
        g, v = perturbed(rng, parameters, args.figure, REACH / 3), min(fastest, max(slowest, speed + rng.gauss(0, 0.05)))
        done = []
        for u, later in starts(v):
            m = attempt(g, u, args.figure, later)
            if not m or value(m) < least:
                break
            done.append(m)
        if not done:
            continue
        tried.append((len(done) + min(map(value, done)) / 10, told(g), v))
        print(f"{tries} tries: at {done[0]['from_speed']:.2f} m/s {min(map(value, done)):.2f} m from {len(done)} of 4 starts", flush=True)
        m = over_starts(done) if len(done) == 4 else None
        like = [a for a in leaps if "drop" not in a and m and apart(a, m) < 1]
        if m and value(m) > max(map(value, like), default=least):
            leaps = [a for a in leaps if a not in like] + [{"parameters": told(g), **m}]
            save(leaps, args.file)
            print(f"{value(m):.2f} m", flush=True)


def build(args):
    rng = random.Random(args.seed)
    leaps = json.load(open(args.file)) if os.path.exists(args.file) else []
    tries = 0
    scale_forces(args.forces)
    if not leaps:
        # The two kinds of seeds at several speeds of trot and take-off and two pitches.
        seed = {k: s for k, (_, _, s) in PARAMETERS.items()}
        kinds = [seed | {"raise_speed": 2.6 * f, "launch_speed": 2.2 * f, "pitch": p} for f in (0.9, 1.05, 1.25) for p in (-14, -7)]
        kinds += [seed | SPRING | {"raise_speed": r, "launch_speed": h, "pitch": p} for r, h, p in
                  ((5, 2.4, -20), (5.5, 2.8, -22), (6, 3.1, -24), (6.5, 3.4, -28), (7.2, 3.6, -28))]
        if args.figure != "dog":
            kinds += [seed | {k: a + f * (b - a) for k, (a, b) in {k: (SPRING.get(k, seed[k]), end[k]) for k in end}.items()} for end in (HIGH, FAR) for f in (0.5, 0.75, 1)]
        for speed in [0.1 * k for k in range(17, -1, -1)]:
            for g in kinds + [seed | HOP]:
                if m := attempt_near(g, speed, args.figure):
                    leaps.append({"parameters": told(g), **m} | ({"drop": DROP} if g["raise_speed"] == HOP["raise_speed"] else {}))
                    save(leaps, args.file)
        print(len(leaps), "seeds", flush=True)
    if not leaps:
        sys.exit("the seed leap falls")
    end = time.time() + 60 * args.minutes
    while time.time() < end:
        tries += 1
        # Rare leaps are chosen more often: by the number of others near them.
        near = [1 / (1 + sum(apart(a, b) < 2 for b in leaps)) for a in leaps]
        of = rng.choices(leaps, near)[0]
        if "drop" in of:
            continue
        g = perturbed(rng, of["parameters"], args.figure, REACH)
        speed = min(SPEEDS[1], max(SPEEDS[0], of["speed"] + rng.gauss(0, 0.1)))
        m = attempt_near(g, speed, args.figure)
        if not m:
            continue
        new = {"parameters": told(g), **m}
        like = [i for i, a in enumerate(leaps) if "drop" not in a and apart(a, new) < 1]
        if not like:
            leaps.append(new)
        elif all(leaps[i]["effort"] > new["effort"] for i in like):
            leaps = [a for i, a in enumerate(leaps) if i not in like] + [new]
        else:
            continue
        save(leaps, args.file)
        if tries % 20 < 2 or not like:
            print(f"{tries} tries, {len(leaps)} leaps, height to {max(a['height'] for a in leaps):.2f} m, distance to "
                  f"{max(a['distance'] for a in leaps):.2f} m, gap to {max(a['gap'] for a in leaps):.2f} m, speeds "
                  f"{min(a['speed'] for a in leaps):.2f} to {max(a['speed'] for a in leaps):.2f} m/s", flush=True)


def write(args):
    leaps = json.load(open(args.file))
    # What does not land from one of the starts is left out. Slow trots are slow behind a leap, too. The widest gap is leapt however it lands.
    slowest = lambda a: a.get("slowest", a["from_speed"])
    goes_on = lambda a: slowest(a) > 0 and (a["from_speed"] < 0.8 or slowest(a) >= args.slowest * a["from_speed"])
    leaps = [a for a in leaps if goes_on(a) or widest(a) >= args.gap]
    leaps = sorted(leaps, key=lambda a: (round(a["from_speed"], 1), a["height"], a["distance"]))
    save_table(args.table, leaps, *body(args.figure))
    print(len(leaps), "leaps")


def remeasure(args):
    """Tries every leap again: after a change of the program or of this tool."""
    leaps = json.load(open(args.file))
    kept = []
    for a in leaps:
        m = attempt_near(a["parameters"], a["speed"], args.figure)
        if m:
            kept.append(a | m)
    print(f"{len(kept)} of {len(leaps)} leaps succeed again")
    with open(args.file, "w") as f:
        json.dump(kept, f, indent=0)


def go_on(args):
    """Measures `slowest` of the leaps that lack it: the least of ten starts, both phases of five trots; 0 if one of them does not land."""
    leaps = json.load(open(args.file))
    for a in (a for a in leaps if "slowest" not in a):
        tries = []
        for v in (0, -NEAR, NEAR, -FARTHER, FARTHER):
            for later in (0, LATER):
                if all(tries):
                    tries.append(attempt(a["parameters"], max(0, a["speed"] + v), args.figure, later, share=0))
        a["slowest"] = min(m["slowest"] for m in tries) if all(tries) else 0.0
        save(leaps, args.file)
        shares = ", ".join(f"{m['slowest'] / m['from_speed']:.2f}" if m else "does not land" for m in tries)
        print(f"leap {leaps.index(a) + 1} at {a['from_speed']:.2f} m/s: {shares}", flush=True)


def plot(args):
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    leaps = json.load(open(args.file))
    strong = json.load(open(STRONG)) if os.path.exists(STRONG) else []
    figure, axes = plt.subplots(1, 2, figsize=(9, 3.6), constrained_layout=True)
    for ax, (x, y, c) in zip(axes, (("distance", "height", "from_speed"), ("from_speed", "height", "gap"))):
        names = {"distance": "way of the centre of mass in flight, m", "height": "its greatest height, m",
                 "from_speed": "speed of the trot, m/s", "gap": "from the foremost foot at take-off\nto the rearmost at landing, m"}
        most = max(a[c] for a in leaps + strong)
        for some, marker in ((leaps, "o"), (strong, "^")):  # joints of 100 and of 150 N*m
            points = ax.scatter([a[x] for a in some], [a[y] for a in some], c=[a[c] for a in some], cmap="viridis", s=22, marker=marker, vmin=0, vmax=most)
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
        X = np.array([[a["parameters"].get(k, PARAMETERS[k][2]) for k in names] for a in near]) / ranges
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
    p.add_argument("what", choices=["build", "far", "high", "remeasure", "slowest", "write", "plot", "pca"])
    p.add_argument("--file", default=os.path.join(ROOT, "tools", "dog", "leaps.json"))
    p.add_argument("--minutes", type=float, default=30)
    p.add_argument("--figure", default="dog")
    p.add_argument("--table", default="leaps", help="that it writes, in figures/dog/skills")
    p.add_argument("--gap", type=float, default=2, help="that `far` looks for and `write` keeps in any case, edge to edge, m")
    p.add_argument("--height", type=float, default=1.4, help="that `high` looks for, m")
    p.add_argument("--slowest", type=float, default=0, help="writes only leaps from 0.8 m/s on that go on at this share of the trot's speed at least")
    p.add_argument("--forces", type=float, default=1, help="factor of the greatest forces that it tries")
    p.add_argument("--seed", type=int, default=1)
    args = p.parse_args()
    built()
    if args.what != "build" and not os.path.exists(args.file):
        sys.exit(f"{args.file} is not there")
    {"build": build, "far": ends, "high": ends, "remeasure": remeasure, "slowest": go_on, "write": write, "plot": plot, "pca": pca}[args.what](args)


if __name__ == "__main__":
    main()
