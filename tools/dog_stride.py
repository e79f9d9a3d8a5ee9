#!/usr/bin/python3
"""Prints, and plots, what each foot of a dog that runs along x does in a stride, on the mean of the strides: loads, which foot brakes and which drives, where feet
come down and lift against their hips, at which speed they meet the ground, how long joints are at their limit of torque, heights and pitches of the frames.

    gambol simulate SHOT --out DIR       (with `film: {fps: 250}` in the shot: bodies are then recorded every millisecond)
    tools/dog_stride.py DIR/SHOT/poses.h5 --from 12.5 [--to 16] [--plot stride.png]

Needs python3-h5py, and python3-matplotlib for --plot."""

import argparse

import h5py
import numpy as np

# Leg: prefix of its bodies, hip, knee.
LEGS = {"hind_left": ("femur", "tibia"), "hind_right": ("femur", "tibia"), "front_left": ("humerus", "radius"), "front_right": ("humerus", "radius")}
FRAMES = {"chest": (0.10, 0, -0.05), "pelvis": (0, 0, 0)}  # the middle of its hips, m
GRAVITY = 9.81  # m/s2
DOWN, PRESSES = 0.03, 0.05  # weights: from where a foot has come down, and from where its sliding counts, as in docs/measures.md
AIR = 0.05  # s: what a foot is off the ground at least between two stances
BEFORE = 8  # rows (ms) before a footfall over which its speed is taken
LIMIT = 99  # N*m
PHASES = np.arange(200) / 200


def names(file, key):
    return [n.decode() if isinstance(n, bytes) else n for n in file[key][:]]


class Motion:
    """The recorded rows between two times."""

    def __init__(self, path, start, end):
        self.file = h5py.File(path)
        t, film = self.file["times"][:], self.file["film/times"][:]
        self.rows = (t >= start) & (t <= min(end, film[-1]))
        self.t = t[self.rows]
        self.step = self.t[1] - self.t[0]
        self.bodies = names(self.file, "film/bodies")
        at = np.clip(np.searchsorted(film, self.t - self.step / 2), 0, len(film) - 1)
        self.transforms = self.file["film/transforms"][:][at]
        self.weight = self.file["figures/masses"][0] * GRAVITY
        phase = self.column("gait", "phase")
        self.begins = np.flatnonzero(np.diff(phase) < -0.5) + 1
        self.whole = slice(self.begins[0], self.begins[-1])
        self.strides = len(self.begins) - 1
        self.period = (self.t[self.begins[-1]] - self.t[self.begins[0]]) / self.strides

    def column(self, track, name):
        columns = names(self.file, "columns/dog/" + track)
        return self.file["tracks/dog/" + track][self.rows, columns.index(name)]

    def body(self, name):
        """Positions, and axes x and z as rows, in the world."""
        X = self.transforms[:, self.bodies.index("dog/" + name)]
        w, x, y, z = X[:, 3:].T
        ahead = np.stack([1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)], -1)
        up = np.stack([2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)], -1)
        return X[:, :3], ahead, up

    def mean(self, y):
        """Over the phase of the stride."""
        return np.mean([np.interp(PHASES, np.arange(b - a) / (b - a), y[a:b]) for a, b in zip(self.begins[:-1], self.begins[1:])], 0)

    def per_stride(self, y):
        """The integral over a stride."""
        return np.sum(y[self.whole]) * self.step / self.strides


def stances(down, t):
    """Rows of footfalls, and of the lifts before them, without what is shorter than AIR."""
    falls, lifts, last = [], [], None
    for row in np.flatnonzero(np.diff(down.astype(int))) + 1:
        if not down[row]:
            last = row
        elif last is not None and t[row] - t[last] > AIR:
            falls.append(row)
            lifts.append(last)
    return falls, lifts


def leg_of(m, leg):
    hip, knee = LEGS[leg]
    x, z = m.column("foot_force", leg + ".x"), m.column("foot_force", leg + ".z")
    hips, foot = m.body(f"{leg}_{hip}")[0], m.body(f"{leg}_paw")[0]
    speed, sinks = np.gradient(foot[:, 0], m.t), np.gradient(foot[:, 2], m.t)
    swing_torque, knee_torque = m.column("joint_force", f"{leg}_{hip}.r1"), m.column("joint_force", f"{leg}_{knee}")
    falls, lifts = stances(z > DOWN * m.weight, m.t)
    slides = np.hypot(m.column("foot_slip", leg + ".x"), m.column("foot_slip", leg + ".y"))
    ahead = foot[:, 0] - hips[:, 0]

    def before(y):
        return np.mean([y[max(0, f - BEFORE):f].mean() for f in falls])

    def at_limit(torque):
        return 100 * np.mean(np.abs(torque[m.whole]) > LIMIT)

    print(f"{leg:12}{np.mean(z[m.whole] > DOWN * m.weight):6.2f}{z[m.whole].mean() / m.weight:7.2f}{z[m.whole].max() / m.weight:6.1f}"
          f"{m.per_stride(-np.minimum(x, 0)):8.1f}{m.per_stride(np.maximum(x, 0)):7.1f}{100 * ahead[falls].mean():8.1f}{-100 * ahead[lifts].mean():7.1f}"
          f"{before(speed):8.1f}{before(sinks):6.1f}{100 * m.per_stride(slides * (z > PRESSES * m.weight)):7.1f}{at_limit(swing_torque):8.1f}{at_limit(knee_torque):6.1f}")
    return {"fore-aft force, weights": x / m.weight, "upward force, weights": z / m.weight, "foot ahead of its hip, m": ahead, "torque of the hip, N*m": swing_torque,
            "torque of the knee, N*m": knee_torque, "speed of the foot, m/s": speed, "height of the foot, m": foot[:, 2]}


def plot(path, legs, frames):
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    panels = [(title, {leg: curves[title] for leg, curves in legs.items()}) for title in next(iter(legs.values()))]
    panels += [(title, {frame: curves[title] for frame, curves in frames.items()}) for title in next(iter(frames.values()))]
    figure, axes = plt.subplots(len(panels), 1, figsize=(10, 2.7 * len(panels)), sharex=True)
    for axis, (title, curves) in zip(axes, panels):
        for name, y in curves.items():
            axis.plot(PHASES, y, label=name)
        axis.set_ylabel(title)
        axis.grid(True)
        axis.legend()
    axes[-1].set_xlabel("phase of the stride")
    figure.tight_layout()
    figure.savefig(path, dpi=60)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("poses")
    parser.add_argument("--from", dest="start", type=float, default=0, help="s")
    parser.add_argument("--to", type=float, default=float("inf"), help="s")
    parser.add_argument("--plot", help="PNG or SVG to write")
    args = parser.parse_args()
    m = Motion(args.poses, args.start, args.to)
    x = m.column("com", "x")
    speed = (x[m.begins[-1]] - x[m.begins[0]]) / (m.strides * m.period)
    print(f"{speed:.2f} m/s, {m.strides} strides of {m.period:.3f} s ({1 / m.period:.2f} Hz) and {speed * m.period:.2f} m")
    print("             duty   load, weights  brakes drives   down   lifts   speed, m/s    slides  100 N*m, % of time")
    print("                   mean  most     N*s    N*s   cm ahead  behind   on   down      cm     hip  knee")
    legs = {leg: {title: m.mean(y) for title, y in leg_of(m, leg).items()} for leg in LEGS}
    loads = sum(m.column("foot_force", leg + ".z") for leg in LEGS)
    print(f"no foot down for {np.mean(loads[m.whole] < DOWN * m.weight):.2f} of the stride")
    torques = {n: 100 * np.mean(np.abs(m.column("joint_force", n)[m.whole]) > LIMIT) for n in names(m.file, "columns/dog/joint_force")}
    print("at 100 N*m, % of the time:", ", ".join(f"{n} {p:.1f}" for n, p in sorted(torques.items(), key=lambda e: -e[1]) if p >= 1))
    frames = {}
    for name, hips in FRAMES.items():
        at, ahead, up = m.body(name)
        height = at[:, 2] + hips[0] * ahead[:, 2] + hips[2] * up[:, 2]
        pitch = -np.degrees(np.arcsin(ahead[:, 2]))
        frames[name] = {"height of the hips, m": m.mean(height), "pitch, nose down, deg": m.mean(pitch)}
        h, p = frames[name].values()
        print(f"{name}: hips {100 * h.min():.1f} to {100 * h.max():.1f} cm high, nose down by {p.min():.0f} to {p.max():.0f} deg")
    if args.plot:
        plot(args.plot, legs, frames)


if __name__ == "__main__":
    main()
