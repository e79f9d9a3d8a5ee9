#!/usr/bin/env python3
"""Plot the laws of contact and of springs, as the program computes them: simulates tools/laws/*.yaml and draws the forces that they
record over depth, speed and stretch. Like Figures 25 and 26 of McKenna's PhD thesis (seed 003).

    tools/plot_laws.py docs/laws.svg
"""
import subprocess, sys, tempfile
from pathlib import Path

import h5py
import matplotlib
import numpy as np

matplotlib.use("Agg")
import matplotlib.pyplot as plt

ROOT = Path(__file__).resolve().parent.parent
LAWS = ROOT / "tools/laws"

def simulate(out, shot, take=""):
    """The recorded times and columns of a shot: column(channel, name)."""
    subprocess.run([ROOT / "gambol", "simulate", f"{LAWS}/{shot}.yaml{take and '@' + take}", "--out", out],
                   check=True, stdout=subprocess.DEVNULL)
    poses = h5py.File(f"{out}/{shot}{take and '@' + take}/poses.h5")
    def column(channel, name):
        return poses["tracks/" + channel][:, list(poses["columns/" + channel].asstr()).index(name)]
    return poses["times"][:], column

def few(x, y, points=90):
    """As many points as are seen: along the curve, equally far from each other."""
    width, height = np.ptp(x) or 1, np.ptp(y) or 1
    way = np.concatenate([[0], np.cumsum(np.hypot(np.diff(x) / width, np.diff(y) / height))])
    at = np.linspace(0, way[-1], points)
    return np.interp(at, way, x), np.interp(at, way, y)

def ground(out, axes):
    names = {"spring": "spring (Eq. 72)", "linear": "and k = 3 kN/m", "damped": "and b = 500 N s/m",
             "restitution": "restitution 0.5 (Eq. 74)", "manko": "Manko (Eq. 75)"}
    for take, label in names.items():
        _, column = simulate(out, "ground", take)
        depth, force = -1e3 * column("probe/lowest", "probe"), column("probe/ground_force", "probe")
        axes.plot(*few(depth, force, 180), "--" if take == "restitution" else "-", label=label, linewidth=1)
    axes.set(xlabel="depth, mm", ylabel="force of the ground, N", title="ground: in and out in 2 s", xlim=(-0.5, 5.2))

def friction(out, axes):
    for take, label in {"coulomb": "Coulomb (Eq. 76)", "damper": "damper (Eq. 77)", "arctan": "arctan (Eq. 78)"}.items():
        times, column = simulate(out, "friction", take)
        slides = times > 0.4
        order = np.argsort(column("probe/v", "vx")[slides], kind="stable")
        speed = 1e3 * column("probe/v", "vx")[slides][order]
        share = (column("probe/foot_force", "tip.x") / np.maximum(column("probe/foot_force", "tip.z"), 1e-9))[slides][order]
        axes.plot(*few(speed, share), label=label, linewidth=1)
    axes.set(xlabel="speed, mm/s", ylabel="friction over load", title="friction 0.5, damping 500 N s/m, load 10 N")

def springs(column, axes, names, title):
    for a, b in names:
        joint = f"a{a}_b{b}"
        order = np.argsort(column("swings/q", joint))
        axes.plot(*few(column("swings/q", joint)[order], column("swings/joint_force", joint)[order]),
                  label=f"{a} N m, {b} /rad", linewidth=1)
    axes.set(xlabel="stretch, rad", ylabel="torque, N m", title=title, ylim=(-250, 250))

def main(picture):
    plt.rcParams.update({"font.size": 7, "svg.fonttype": "none", "svg.hashsalt": "laws", "path.simplify": True})
    figure, ((a, b), (c, d)) = plt.subplots(2, 2, figsize=(7.5, 5.6), layout="constrained")
    with tempfile.TemporaryDirectory() as out:
        ground(out, a)
        friction(out, b)
        _, column = simulate(out, "springs")
        springs(column, c, [(5, 10), (10, 10), (15, 10), (20, 10)], "springs: strength")
        springs(column, d, [(10, 5), (10, 10), (10, 15), (10, 20)], "springs: rise")
    for axes in (a, b, c, d):
        axes.grid(linewidth=0.3)
        axes.legend(frameon=False)
    figure.savefig(picture, metadata={"Date": None} if picture.endswith(".svg") else None, dpi=130)

main(*sys.argv[1:])
