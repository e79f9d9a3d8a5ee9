#!/usr/bin/env python3
"""Draws the force field of the leg in scenes/human_leg_field.yaml, and checks it.

    gambol simulate scenes/human_leg_field.yaml
    tools/leg_field.py [out/human_leg_field/poses.h5] [-o docs/leg_field.svg]

The force of the leg on what holds its ankle is found in three ways: from the recorded torques of hip and knee, by the transposed
inverse of the Jacobian; from the places of ankle and ball, as the grip between them is a linear spring; and from Eq. 81 at the
recorded angles. Fails unless they agree, the force at rest is 0, and the force does no work around the square. Prints the torques
of five places as statics alone has them: the bounds in the shot. Needs numpy, h5py and matplotlib."""

import argparse
import sys

import h5py
import numpy as np

# Of figures/human.yaml and the shot.
THIGH, ANKLE = 0.432, np.array((0.0075, -0.434))    # m; in the axes of the shank, x and z
HIP = np.array((0.03, 0.933))                       # x and z, m
STRENGTH, RISE, DAMPING = 0.05 * 62, 10, 10         # N*m, 1, N*m*s
REST = np.array((-0.8, 1.3))                        # rad
GRIP = 1e6                                          # N/m
FROM, STEP, PLACES, SIDE = 0.4, 0.4, 49, 1.2        # s; when the ball leaves, time per place, places, time per side of the square
TOLERANCE = 1e-3


def turned(angle, v):
    """About y."""
    c, s = np.cos(angle), np.sin(angle)
    return np.stack([c * v[0] + s * v[1], -s * v[0] + c * v[1]], -1)


def points(q):
    """Knee and ankle, x and z, for hip and knee in rad; [..., 2]."""
    knee = HIP + turned(q[..., 0], (0, -THIGH))
    return knee, knee + turned(q[..., 0] + q[..., 1], ANKLE)


def jacobian(q):
    """Of the ankle: [..., (x, z), (hip, knee)]."""
    knee, ankle = points(q)
    a, b = ankle - HIP, ankle - knee
    return np.stack([np.stack([a[..., 1], b[..., 1]], -1), np.stack([-a[..., 0], -b[..., 0]], -1)], -2)


def spring(q):
    """Eq. 81."""
    d = REST - q
    return STRENGTH * np.sign(d) * np.expm1(RISE * np.abs(d))


def at_ankle(q, torque):
    """The force that the torques exert at the ankle: torque = J^T force."""
    return np.linalg.solve(np.swapaxes(jacobian(q), -1, -2), torque[..., None])[..., 0]


def statics(ball):
    """Angles at which springs and grip balance, by Newton's method with differences."""
    def rest(q):
        return spring(q) + GRIP * jacobian(q).T @ (ball - points(q)[1])

    q = REST + 1e-6
    for _ in range(200):
        r = rest(q)
        slope = np.stack([(rest(q + e) - rest(q - e)) / 2e-7 for e in 1e-7 * np.eye(2)], -1)
        step = np.linalg.solve(slope, -r)
        q = q + step * min(1, 0.05 / max(np.abs(step).max(), 1e-12))
    return q


def columns(file, channel, names):
    there = [n.decode() for n in file["columns/" + channel][:]]
    return file["tracks/" + channel][:][:, [there.index(n) for n in names]]


class Record:
    def __init__(self, path):
        with h5py.File(path) as f:
            self.times = f["times"][:]
            joints = ["left_thigh.r1", "left_shank"]
            self.q, self.v, self.torque = (columns(f, "human/" + c, joints) for c in ("q", "v", "joint_force"))
            self.ball = columns(f, "ball/q", ["x", "z"])
        self.ankle = points(self.q)[1]
        self.by_torque = at_ankle(self.q, self.torque)
        self.by_grip = GRIP * (self.ankle - self.ball)
        self.by_law = at_ankle(self.q, spring(self.q))

    def row(self, time):
        return np.abs(self.times - time).argmin()


def work(force, place):
    """Of a force along a path, and its size without signs, by trapezoids, J."""
    parts = (0.5 * (force[1:] + force[:-1]) * np.diff(place, axis=0)).sum(1)
    return parts.sum(), np.abs(parts).sum()


def checks(r, rows):
    largest = np.linalg.norm(r.by_law[rows], axis=1).max()
    print(f"{len(rows)} places, forces up to {largest:.1f} N")
    good = True

    def check(what, value, limit):
        nonlocal good
        good &= value < limit
        print(f"{what}: {value:.2e}, allowed {limit:.0e}{'' if value < limit else '  MISSED'}")

    check("at rest, before and after, over the largest force", max(np.linalg.norm(r.by_grip[i]) for i in (r.row(FROM), -1)) / largest, TOLERANCE)
    for name, force in (("torques", r.by_torque), ("grip", r.by_grip)):
        away = np.linalg.norm(force - r.by_law, axis=1)[rows] / np.maximum(np.linalg.norm(r.by_law[rows], axis=1), 0.01 * largest)
        check(f"{name} from Eq. 81, over the force (or a hundredth of the largest)", away.max(), TOLERANCE)
    begin = FROM + STEP * PLACES + SIDE - 0.1
    around = (r.times >= begin) & (r.times <= begin + 4 * SIDE)
    elastic = at_ankle(r.q, r.torque + DAMPING * r.v)    # without the dampers (Eq. 84)
    total, size = work(elastic[around], r.ankle[around])
    check(f"work of the springs around the square, over its size of {size:.1f} J", abs(total) / size, 1e-2)
    lost = work(DAMPING * r.v[around], r.q[around])[0]
    paid = -work(r.by_grip[around], r.ball[around])[0]
    check(f"work of the ball around the square, {paid:.3f} J, less what dampers take, {lost:.3f} J, over the size", abs(paid - lost) / size, 1e-2)
    return good


def draw(r, rows, path):
    import matplotlib
    matplotlib.use("svg")
    import matplotlib.pyplot as plt
    plt.rcParams["svg.fonttype"] = "none"
    plt.rcParams["svg.hashsalt"] = "leg_field"
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4.6), width_ratios=(1, 1.6), layout="constrained")
    rest_knee, rest = points(REST)
    for ax in (left, right):
        ax.set_aspect("equal")
        ax.set_xlabel("x (ahead), m")
        ax.plot(*rest, "o", color="#c03020", markersize=6, zorder=5)
    left.plot(*np.array([HIP, rest_knee, rest]).T, "-o", color="#404048", linewidth=4, markersize=7)
    left.add_patch(plt.Rectangle(rest - 0.06, 0.12, 0.12, fill=False, color="#3060a0"))
    left.annotate("hip", HIP, (8, 4), textcoords="offset points")
    left.annotate("knee", rest_knee, (8, -2), textcoords="offset points")
    left.annotate("ankle", rest, (12, -26), textcoords="offset points")
    left.set_ylabel("z (up), m")
    left.set_xlim(-0.1, 0.5)
    force = r.by_torque[rows]
    right.quiver(*r.ankle[rows].T, *force.T, color="#3060a0", angles="xy", scale_units="xy", scale=4500, width=0.004)
    right.plot(*r.ankle[rows].T, ".", color="#404048", markersize=3)
    right.quiver([rest[0] - 0.075], [rest[1] + 0.085], [100], [0], color="#3060a0", angles="xy", scale_units="xy", scale=4500, width=0.004)
    right.annotate("100 N", (rest[0] - 0.075, rest[1] + 0.085), (0, 6), textcoords="offset points")
    right.annotate("at rest", rest, (8, -12), textcoords="offset points", color="#c03020")
    right.set_xlim(rest[0] - 0.085, rest[0] + 0.085)
    right.set_ylim(rest[1] - 0.085, rest[1] + 0.105)
    figure.savefig(path, metadata={"Date": None})


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("poses", nargs="?", default="out/human_leg_field/poses.h5")
    parser.add_argument("-o", "--out", help="the picture (SVG)")
    options = parser.parse_args()
    r = Record(options.poses)
    ends = FROM + STEP * (1 + np.arange(PLACES))
    rows = [r.row(t - 0.01) for t in ends]
    good = checks(r, rows)
    for k in (0, 6, 24, 42, 48):
        q = statics(r.ball[rows[k]])
        print(f"{ends[k] - 0.05:.2f} to {ends[k]:.2f} s: hip {spring(q)[0]:.3f}, knee {spring(q)[1]:.3f} N*m by statics, "
              f"{r.torque[rows[k]][0]:.3f}, {r.torque[rows[k]][1]:.3f} measured; at {np.degrees(q[0]):.2f}, {np.degrees(q[1]):.2f} deg, "
              f"{np.degrees(r.q[rows[k]][0]):.2f}, {np.degrees(r.q[rows[k]][1]):.2f} measured")
    if options.out:
        draw(r, rows, options.out)
    sys.exit(0 if good else 1)


main()
