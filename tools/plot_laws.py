#!/usr/bin/python3
"""Plot the laws of contact and of springs, as the program computes them: simulates tools/laws/*.yaml and draws what they record.

    tools/plot_laws.py docs/laws.svg docs/collisions.svg

The first picture has forces over depth, speed and stretch, like Figures 25 and 26 of McKenna's PhD thesis (seed 003); the second has a
ball that bounces and a slab that slides to rest, over time. Prints what each bounce and slide comes to.
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
    subprocess.run([ROOT / "build/gambol", "simulate", f"{LAWS}/{shot}.yaml{take and '@' + take}", "--out", out],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    poses = h5py.File(f"{out}/tools/laws/{shot}{take and '@' + take}/poses.h5")
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

def bounces(out, height, speed, impact, rest):
    names = {"spring": "spring (Eq. 72)", "damped": "and b = 100 N s/m", "restitution": "restitution 0.25 (Eq. 74)",
             "impulse": "impulse, 0.5 (Eq. 73)"}
    for take, label in names.items():
        times, column = simulate(out, "bounce", take)
        above, rate, force = column("ball/lowest", "ball"), column("ball/v", "vz"), column("ball/ground_force", "ball")
        line, = height.plot(*few(times, 1e3 * above, 400), label=label, linewidth=1)
        speed.plot(*few(times[times < 0.7], rate[times < 0.7], 200), label=label, linewidth=1)
        first = (times > 0.195) & (times < 0.265)
        if take != "impulse":
            impact.plot(*few(1e3 * times[first], force[first], 150), label=label, linewidth=1)
        if take == "damped":
            late = (times >= 1.4) & (times < 1.42)
            rest.plot(1e3 * times[late], force[late], color=line.get_color(), label=label, linewidth=1)
        print(f"{take}: depth {-1e3 * above.min():.2f} mm, force {force.max():.0f} N, rises to {1e3 * above[(times > 0.25) & (times < 0.6)].max():.1f} mm")
    for take, label, color in (("trembles", "restitution 0.25, steps of 0.1 ms", "#80c080"), ("trembles_1ms", "steps of 1 ms", "#106010")):
        times, column = simulate(out, "bounce", take)
        late = (times >= 1.4) & (times < 1.42)
        force = column("ball/ground_force", "ball")[late]
        rest.plot(1e3 * times[late], force, label=label, color=color, linewidth=0.6)
        print(f"{take}: at rest the force is {force.min():.1f} to {force.max():.1f} N, the height varies by {1e6 * np.ptp(column('ball/lowest', 'ball')[late]):.1f} um")
    height.set(xlabel="time, s", ylabel="height over the ground, mm", title="a ball falls by 20 cm")
    speed.set(xlabel="time, s", ylabel="speed upwards, m/s", title="the same: speed")
    impact.set(xlabel="time, ms", ylabel="force of the ground, N", title="the same: first impact")
    rest.set(xlabel="time, ms", ylabel="force of the ground, N", title="the same at rest, steps of the implicit method")

def slides(out, speed, friction):
    names = {"coulomb": "Coulomb (Eq. 76)", "damper": "damper (Eq. 77)", "arctan": "arctan (Eq. 78)", "stick": "anchored (stick)"}
    for take, label in names.items():
        times, column = simulate(out, "slide", take)
        rate, way = column("slab/v", "vx"), column("slab/q", "x")
        share = -column("slab/foot_force", "sole.x") / np.maximum(column("slab/foot_force", "sole.z"), 1e-9)
        stops = (times > 0.74) & (times < 0.8)
        speed.plot(*few(times[stops], 1e3 * rate[stops], 150), label=label, linewidth=1)
        friction.plot(times[stops], share[stops], label=label, linewidth=0.4 if take == "coulomb" else 1)
        late = times > 1.2
        print(f"{take}: slides {1e3 * (way[-1] - way[0]):.1f} mm, creeps at {1e3 * np.ptp(way[late]) / np.ptp(times[late]):.3f} mm/s, "
              f"friction over load {share[late].min():.3f} to {share[late].max():.3f}")
    speed.set(xlabel="time, s", ylabel="speed, mm/s", title="a slab on a slope of 15 deg comes to rest")
    friction.set(xlabel="time, s", ylabel="friction over load", title="the same: friction 0.5, damping 100 N s/m a corner")

def save(figure, picture):
    for axes in figure.axes:
        axes.grid(linewidth=0.3)
        axes.legend(frameon=False)
    figure.savefig(picture, metadata={"Date": None} if picture.endswith(".svg") else None, dpi=130)

def main(laws, collisions):
    plt.rcParams.update({"font.size": 7, "svg.fonttype": "none", "svg.hashsalt": "laws", "path.simplify": True})
    with tempfile.TemporaryDirectory() as out:
        figure, ((a, b), (c, d)) = plt.subplots(2, 2, figsize=(7.5, 5.6), layout="constrained")
        ground(out, a)
        friction(out, b)
        _, column = simulate(out, "springs")
        springs(column, c, [(5, 10), (10, 10), (15, 10), (20, 10)], "springs: strength")
        springs(column, d, [(10, 5), (10, 10), (10, 15), (10, 20)], "springs: rise")
        save(figure, laws)
        figure, ((a, b), (c, d), (e, f)) = plt.subplots(3, 2, figsize=(7.5, 8), layout="constrained")
        bounces(out, a, b, c, d)
        slides(out, e, f)
        save(figure, collisions)

main(*sys.argv[1:])
