#!/usr/bin/python3
"""Draws the degrees of freedom of figures/thesis_human.yaml, from what `gambol bodies` says of it: like Figures 29 to 32 of McKenna's PhD thesis
(seed 003).

    tools/degrees_of_freedom.py [-o docs/degrees_of_freedom.svg] [--program build/gambol]

Prints counts, the directions of the axes of the ankle, and what the foot does as the leg turns over it. Needs numpy and matplotlib."""

import argparse
import json
import subprocess
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
FIGURE = ROOT / "figures/thesis_human.yaml"
KINDS = ((1, "#c03020", "flexion, about y"), (0, "#208040", "abduction or roll, about x"), (2, "#2050b0", "rotation, about z"))
OBLIQUE = "#806010"
NAMES = {"head": "neck", "humerus": "shoulder", "forearm": "elbow", "hand": "wrist", "pelvis": "waist", "thigh": "hip", "shank": "knee"}
FOOT = ("talus", "hindfoot", "nav", "cuboid", "metat", "phal", "toe")


class Joint:
    """With all joints at 0, in the axes of the root."""

    def __init__(self, body, joints):
        self.body, self.parent = body["body"], body["parent"]
        self.at = np.array(body["offset"], float) + (joints[self.parent].at if self.parent else 0)
        self.axes = [np.array(d["axis_at_zero"], float) for d in body["dofs"]]

    def of_foot(self):
        return any(part in self.body for part in FOOT)


def joints_of(program):
    told = json.loads(subprocess.run([program, "bodies", FIGURE, "--json"], check=True, capture_output=True, text=True).stdout)
    joints = {}
    for b in told["bodies"]:
        joints[b["body"]] = Joint(b, joints)
    assert told["joint_dofs"] == sum(len(j.axes) for j in joints.values())
    return joints


def colour(axis):
    for k, shade, _ in KINDS:
        if abs(axis[k]) > 0.999:
            return shade
    return OBLIQUE


def mark(ax, at, axes, across, size):
    """Each axis as seen along the third direction: a line, or a ring if one looks along it."""
    for axis in axes:
        seen, shade = axis[list(across)], colour(axis)
        if np.linalg.norm(seen) < 0.1:
            ax.plot(*at, "o", markerfacecolor="none", markeredgecolor=shade, markersize=7, markeredgewidth=1, zorder=4)
        else:
            ends = np.array([at - size * seen, at + size * seen])
            ax.plot(*ends.T, color=shade, linewidth=1.6, zorder=4, solid_capstyle="round")


def body(ax, joints):
    across = (1, 2)
    flat = lambda p: p[list(across)]
    for j in joints.values():
        if j.parent and not (j.of_foot() and "talus" not in j.body):
            ax.plot(*np.array([flat(joints[j.parent].at), flat(j.at)]).T, color="#b0b0b0", linewidth=3, zorder=1, solid_capstyle="round")
    for side in ("left", "right"):
        hand = joints[f"{side}_hand"].at
        ax.plot(*np.array([flat(hand), flat(hand) - (0, 0.15)]).T, color="#b0b0b0", linewidth=3, zorder=1)
        toe, ankle = joints[f"{side}_toe3_2"].at, joints[f"{side}_talus"].at
        ax.plot(*np.array([flat(ankle), flat(toe)]).T, color="#b0b0b0", linewidth=3, zorder=1)
    head = flat(joints["head"].at)
    ax.plot(*np.array([head, head + (0, 0.2)]).T, color="#b0b0b0", linewidth=3, zorder=1)
    for j in joints.values():
        if not j.parent or j.of_foot():
            continue
        mark(ax, flat(j.at), j.axes, across, 0.05)
        name = j.body.split("_")[-1]
        if not j.body.startswith("right"):
            ax.annotate(f"{NAMES[name]} {len(j.axes)}", flat(j.at), (9, 5), textcoords="offset points")
    mark(ax, flat(joints["left_talus"].at), joints["left_talus"].axes + joints["left_hindfoot"].axes, across, 0.05)
    mark(ax, flat(joints["right_talus"].at), joints["right_talus"].axes + joints["right_hindfoot"].axes, across, 0.05)
    ax.annotate("ankle 2", flat(joints["left_talus"].at), (12, 0), textcoords="offset points")
    ax.annotate("root 6", flat(joints["abdomen"].at), (8, 2), textcoords="offset points")
    ax.plot(*flat(joints["abdomen"].at), "s", color="#404040", markersize=4)
    ax.set(title="above the foot, from ahead", xlabel="y (left), m", ylabel="z from the root, m")


def foot(ax, joints):
    across = (0, 1)
    ankle = joints["left_talus"].at
    flat = lambda p: (1e3 * (p - ankle))[list(across)]
    for j in joints.values():
        if not j.body.startswith("left_") or not j.of_foot():
            continue
        if "talus" not in j.body:
            ax.plot(*np.array([flat(joints[j.parent].at), flat(j.at)]).T, color="#c0c0c0", linewidth=4, zorder=1, solid_capstyle="round")
        mark(ax, flat(j.at), j.axes, across, 9 if colour(j.axes[0]) != OBLIQUE else 22)
    for name, shift in {"talus": (-44, 22), "hindfoot": (-42, -16), "nav": (-8, -18), "cuboid": (-14, 12), "metat1": (-6, -14), "metat5": (-4, 9),
                        "phal1": (-4, -16), "toe1": (-2, -14), "phal5": (-14, 10), "toe5_1": (0, 8)}.items():
        j = joints["left_" + name]
        ax.annotate(f"{name} {len(j.axes)}", flat(j.at), shift, textcoords="offset points")
    ax.set(title="left foot, from above", xlabel="x (ahead) from the ankle, mm", ylabel="y (left), mm", xlim=(-75, 215), ylim=(-55, 78))


def angles(axis):
    """Of a line, with x ahead: elevation over the ground plane, and direction in it from the foot's axis x to the left foot's inner side, -y."""
    axis = axis * np.sign(axis[0])
    return np.degrees(np.arcsin(axis[2])), np.degrees(np.arctan2(-axis[1], axis[0]))


def ankle(ax, joints, across, title, labels):
    origin = joints["left_talus"].at
    flat = lambda p: (1e3 * (p - origin))[list(across)]
    for j in joints.values():
        if j.body.startswith("left_") and j.of_foot() and "talus" not in j.body:
            ax.plot(*np.array([flat(joints[j.parent].at), flat(j.at)]).T, color="#d0d0d0", linewidth=3, zorder=1, solid_capstyle="round")
    for name, shade, label in (("left_talus", "#c03020", "Tc (talus)"), ("left_hindfoot", "#2050b0", "Tcn (hindfoot)")):
        j = joints[name]
        ends = np.array([flat(j.at) - 70 * j.axes[0][list(across)], flat(j.at) + 70 * j.axes[0][list(across)]])
        ax.plot(*ends.T, color=shade, linewidth=1.8, label=label)
        ax.plot(*flat(j.at), "o", color=shade, markersize=3)
    ax.set(title=title, xlabel=labels[0], ylabel=labels[1])
    ax.set_aspect("equal")
    ax.legend(frameon=False, loc="upper right")


def rotation(axis, angle):
    """Rodrigues's formula."""
    x, y, z = axis / np.linalg.norm(axis)
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


def turned(joints, leg):
    """Radians. The leg turns outwards by `leg` over a foot that points ahead: angles of both joints of the ankle, and the roll of a foot that is
    rigid below them. With the foot's pitch and yaw at 0 that is what is left."""
    tc, tcn = joints["left_talus"].axes[0], joints["left_hindfoot"].axes[0]
    foot = lambda q: rotation(np.array((0, 0, 1)), leg) @ rotation(tc, q[0]) @ rotation(tcn, q[1])
    ahead = lambda q: foot(q)[1:, 0]    # how far the foot's x axis points to the left and up: 0
    q = np.array((0, leg))
    for _ in range(20):
        slope = np.stack([(ahead(q + e) - ahead(q - e)) / 2e-6 for e in 1e-6 * np.eye(2)], -1)
        q = q - np.linalg.solve(slope, ahead(q))
    assert np.abs(ahead(q)).max() < 1e-12
    return *q, np.arctan2(foot(q)[2, 1], foot(q)[2, 2])


def action(ax, joints):
    legs = np.radians(np.linspace(-12, 12, 49))
    rows = np.degrees([turned(joints, leg) for leg in legs])
    x = np.degrees(legs)
    ax.plot(x, rows[:, 2], color="#404040", label="A: roll of the whole foot")
    ax.plot(x, -rows[:, 2], "--", color="#208040", label="B: turn of navicular and cuboid, forefoot flat")
    ax.plot(x, rows[:, 1], color="#2050b0", label="subtalar joint (hindfoot)", linewidth=1)
    ax.plot(x, rows[:, 0], color="#c03020", label="upper ankle (talus)", linewidth=1)
    ax.axhline(0, color="#909090", linewidth=0.6)
    ax.set(title="the leg turns over a foot that stays ahead", xlabel="turn of the leg outwards, deg", ylabel="deg")
    ax.legend(frameon=False)


def draw(joints, path):
    import matplotlib
    matplotlib.use("svg" if path.endswith("svg") else "Agg")
    import matplotlib.pyplot as plt
    plt.rcParams.update({"font.size": 7, "svg.fonttype": "none", "svg.hashsalt": "degrees_of_freedom"})
    figure = plt.figure(figsize=(8.6, 8.6), layout="constrained")
    grid = figure.add_gridspec(3, 2, width_ratios=(1, 1.35), height_ratios=(1, 1, 1))
    left = figure.add_subplot(grid[:2, 0])
    body(left, joints)
    left.set_xlim(-0.42, 0.55)
    left.set_aspect("equal")
    above = figure.add_subplot(grid[0, 1])
    foot(above, joints)
    above.set_aspect("equal")
    ankle(figure.add_subplot(grid[1, 1]), joints, (0, 2), "axes of the ankle, from the outer side", ("x (ahead) from the ankle, mm", "z (up), mm"))
    ankle(figure.add_subplot(grid[2, 0]), joints, (0, 1), "axes of the ankle, from above", ("x (ahead), mm", "y (left), mm"))
    action(figure.add_subplot(grid[2, 1]), joints)
    handles = [plt.Line2D([], [], color=shade, linewidth=1.6, label=label) for _, shade, label in KINDS]
    handles.append(plt.Line2D([], [], color=OBLIQUE, linewidth=1.6, label="oblique"))
    handles.append(plt.Line2D([], [], marker="o", linestyle="", markerfacecolor="none", markeredgecolor="#404040", label="seen along its axis"))
    left.legend(handles=handles, frameon=False, loc="lower center", bbox_to_anchor=(0.5, -0.24), ncol=2)
    figure.savefig(path, metadata={"Date": None} if path.endswith("svg") else None, dpi=110)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-o", "--out", help="the picture (SVG)")
    parser.add_argument("--program", default=str(ROOT / "build/gambol"))
    options = parser.parse_args()
    joints = joints_of(options.program)
    of_foot = sum(len(j.axes) for j in joints.values() if j.body.startswith("left_") and j.of_foot())
    print(f"{sum(len(j.axes) for j in joints.values())} degrees of freedom of joints, {of_foot} of them in each foot, its ankle included")
    for name in ("left_talus", "left_hindfoot"):
        up, inwards = angles(joints[name].axes[0])
        print(f"{name}: rises ahead by {up:.1f} deg, points {inwards:.1f} deg inwards of ahead")
    for leg in (5, 10, -10):
        tc, tcn, roll = np.degrees(turned(joints, np.radians(leg)))
        print(f"leg turned outwards by {leg} deg: talus {tc:.1f}, hindfoot {tcn:.1f}, roll of the foot {roll:.1f} deg")
    if options.out:
        draw(joints, options.out)


main()
