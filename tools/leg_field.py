#!/usr/bin/python3
"""Draws the force field of the leg in scenes/human/human_leg_field.yaml, and checks it.

    gambol simulate scenes/human/human_leg_field.yaml
    tools/leg_field.py [out/human/human_leg_field/poses.h5] [-o docs/leg_field.svg]

The force of the leg on what holds its ankle is found in three ways: from the recorded torques of hip and knee, by the transposed
inverse of the Jacobian; from the places of ankle and ball, as the grip between them is a linear spring; and from Eq. 81 at the
recorded angles. Fails unless they agree, the force at rest is 0, and the force does no work around the square. Prints the torques
of five places as statics alone has them: the bounds in the shot. What the leg is, how strong its springs are and when the ball rests where
is read from the shot and its figure files. Needs numpy, h5py, yaml and matplotlib."""

import argparse
import json
import subprocess
import sys
from pathlib import Path

import h5py
import numpy as np
import yaml

from program import quantity

ROOT = Path(__file__).resolve().parent.parent
SHOT = ROOT / "scenes/human/human_leg_field.yaml"
HIP_JOINT, KNEE_JOINT = "left_thigh.r1", "left_shank"
TOLERANCE = 1e-3


def figure_files(path):
    """The documents of a figure file and of those that it extends, the extending ones first."""
    document = yaml.safe_load(path.read_text())
    return [document] + (figure_files(path.parent / document["extends"]) if "extends" in document else [])


def actuator(files, kind, joint):
    """The one of this type that acts on the joint; None if there is none."""
    body = joint.split(".")[0]
    for a in (a for f in files for a in f.get("actuators", [])):
        if a.get("type") == kind and {joint, body} & set(a["joints"]):
            return a
    sys.exit(f"no {kind} acts on {joint}")


def rests(keys):
    """When a motion stands still: pairs of times. Keys are [time, value, ...]."""
    times = [quantity(k[0]) for k in keys]
    return [(a, b) for a, b, k, n in zip(times, times[1:], keys, keys[1:]) if k[1] == n[1]]


class Leg:
    """Of the shot: lengths in m, springs in N*m and 1, the damper in N*m*s, times in s. Points are x and z in the world."""

    def __init__(self, program):
        shot = yaml.safe_load(SHOT.read_text())
        human, ball = shot["figures"]
        path = ROOT / "figures" / f"{human['file']}.yaml"
        files = figure_files(path)
        told = json.loads(subprocess.run([program, "bodies", path, "--json"], check=True, capture_output=True, text=True).stdout)
        offset = {b["body"]: np.array(b["offset"])[[0, 2]] for b in told["bodies"]}
        at = np.array([quantity(v) for v in human["at"]])[[0, 2]]
        grip = shot["world"]["attachments"]["grip"]
        self.hip = at + offset["pelvis"] + offset["left_thigh"]    # the waist is welded at 0
        self.thigh = offset["left_shank"]
        self.ankle = np.array([quantity(v) for v in grip["a_at"]])[[0, 2]]
        self.grip = quantity(grip["stiffness"])
        spring = actuator(files, "exponential_spring", HIP_JOINT)
        assert spring is actuator(files, "exponential_spring", KNEE_JOINT)
        [soft] = [c["springs"] for c in shot["cues"] if "springs" in c]
        assert {HIP_JOINT, KNEE_JOINT} == set(soft["joints"])
        self.strength = soft["strength"] * quantity(spring["strength"])
        self.rise = quantity(spring["rise"])
        self.damping = quantity(actuator(files, "damper", HIP_JOINT)["damping"])
        joints = next(f["poses"][human["pose"]]["joints"] for f in files if human["pose"] in f.get("poses", {}))
        self.rest = np.array([quantity(joints[j]) for j in (HIP_JOINT, KNEE_JOINT)])
        self.schedule(ball["motions"]["ball.tx"], ball["motions"]["ball.tz"])

    def schedule(self, x, z):
        """The ball first rests where it is, then at each place; the ways around the square, which come after that, are longer."""
        still = [r for r in rests(x) if r in rests(z)]
        ways = [b[0] - a[1] for a, b in zip(still, still[1:])]
        places = next(k for k, way in enumerate(ways) if way > 1.5 * ways[0])
        self.leaves = still[0][1]
        self.ends = np.array([end for _, end in still[1 : places + 1]])
        corners = [r for r, way in zip(still[1:], ways) if way > 1.5 * ways[0]][:5]
        self.around = [sum(corners[k]) / 2 for k in (0, -1)]


LEG = None  # of the shot, read by main


def turned(angle, v):
    """About y."""
    c, s = np.cos(angle), np.sin(angle)
    return np.stack([c * v[0] + s * v[1], -s * v[0] + c * v[1]], -1)


def points(q):
    """Knee and ankle, x and z, for hip and knee in rad; [..., 2]."""
    knee = LEG.hip + turned(q[..., 0], LEG.thigh)
    return knee, knee + turned(q[..., 0] + q[..., 1], LEG.ankle)


def jacobian(q):
    """Of the ankle: [..., (x, z), (hip, knee)]."""
    knee, ankle = points(q)
    a, b = ankle - LEG.hip, ankle - knee
    return np.stack([np.stack([a[..., 1], b[..., 1]], -1), np.stack([-a[..., 0], -b[..., 0]], -1)], -2)


def spring(q):
    """Eq. 81."""
    d = LEG.rest - q
    return LEG.strength * np.sign(d) * np.expm1(LEG.rise * np.abs(d))


def at_ankle(q, torque):
    """The force that the torques exert at the ankle: torque = J^T force."""
    return np.linalg.solve(np.swapaxes(jacobian(q), -1, -2), torque[..., None])[..., 0]


def statics(ball):
    """Angles at which springs and grip balance, by Newton's method with differences."""
    def rest(q):
        return spring(q) + LEG.grip * jacobian(q).T @ (ball - points(q)[1])

    q = LEG.rest + 1e-6
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
            joints = [HIP_JOINT, KNEE_JOINT]
            self.q, self.v, self.torque = (columns(f, "human/" + c, joints) for c in ("q", "v", "joint_force"))
            self.ball = columns(f, "ball/q", ["x", "z"])
        self.ankle = points(self.q)[1]
        self.by_torque = at_ankle(self.q, self.torque)
        self.by_grip = LEG.grip * (self.ankle - self.ball)
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

    check("at rest, before and after, over the largest force", max(np.linalg.norm(r.by_grip[i]) for i in (r.row(LEG.leaves), -1)) / largest, TOLERANCE)
    for name, force in (("torques", r.by_torque), ("grip", r.by_grip)):
        away = np.linalg.norm(force - r.by_law, axis=1)[rows] / np.maximum(np.linalg.norm(r.by_law[rows], axis=1), 0.01 * largest)
        check(f"{name} from Eq. 81, over the force (or a hundredth of the largest)", away.max(), TOLERANCE)
    around = (r.times >= LEG.around[0] - 1e-6) & (r.times <= LEG.around[1] + 1e-6)
    elastic = at_ankle(r.q, r.torque + LEG.damping * r.v)    # without the dampers (Eq. 84)
    total, size = work(elastic[around], r.ankle[around])
    check(f"work of the springs around the square, over its size of {size:.1f} J", abs(total) / size, 1e-2)
    lost = work(LEG.damping * r.v[around], r.q[around])[0]
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
    rest_knee, rest = points(LEG.rest)
    for ax in (left, right):
        ax.set_aspect("equal")
        ax.set_xlabel("x (ahead), m")
        ax.plot(*rest, "o", color="#c03020", markersize=6, zorder=5)
    left.plot(*np.array([LEG.hip, rest_knee, rest]).T, "-o", color="#404048", linewidth=4, markersize=7)
    left.add_patch(plt.Rectangle(rest - 0.06, 0.12, 0.12, fill=False, color="#3060a0"))
    left.annotate("hip", LEG.hip, (8, 4), textcoords="offset points")
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
    parser.add_argument("poses", nargs="?", default="out/human/human_leg_field/poses.h5")
    parser.add_argument("-o", "--out", help="the picture (SVG)")
    parser.add_argument("--program", default=str(ROOT / "build/gambol"))
    options = parser.parse_args()
    global LEG
    LEG = Leg(options.program)
    r = Record(options.poses)
    ends = LEG.ends
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
