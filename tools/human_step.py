#!/usr/bin/python3
"""Draws joint angles and ground forces of the passive step (scenes/human/human_step.yaml) beside measured walks and what the text of McKenna's
PhD thesis (seed 003, Figures 59 to 62) says of Mochon and McMahon's.

    tools/human_step.py [-o docs/human_step.svg] [--program build/gambol]

Simulates the shot and its takes `rigid` and `knee_lock`; reads tools/walking/measured.yaml. Prints each measured point beside the two
steps. Needs numpy, h5py, yaml and matplotlib."""

import argparse
import subprocess
import tempfile
from pathlib import Path

import h5py
import numpy as np
import yaml

ROOT = Path(__file__).resolve().parent.parent
MEASURED = ROOT / "tools/walking/measured.yaml"
SHOT = ROOT / "scenes/human/human_step.yaml"
RUNS = {"": "complex foot", "rigid": "rigid foot", "knee_lock": "complex foot, the knee locks"}
G = 9.81
START = 2e-3   # s: before, the kick of toe-off leaves the sole sliding, and friction stops it


def pitch(quaternions):
    """Of a body's x axis below level, rad."""
    w, x, y, z = quaternions.T
    return np.arcsin(np.clip(2 * (w * y - x * z), -1, 1))


class Step:
    """Curves over the per cent of the step: 0 is toe-off, 100 the heel strike of the other foot. Degrees; forces over the weight."""

    def __init__(self, path):
        with h5py.File(path) as f:
            self.time = f["times"][:]
            weight = G * f["figures/masses"][0]
            column = lambda channel, name: f["tracks/human/" + channel][:, list(f["columns/human/" + channel].asstr()).index(name)]
            strikes = self.time[(column("foot_force", "right.z") > 0) & (self.time > 0.2)]
            self.strike = strikes[0]
            angle = lambda name: np.degrees(column("q", name))
            self.stance_hip, self.stance_ankle = -angle("left_thigh.r1"), -angle("left_talus")
            self.swing_hip, self.swing_knee = -angle("right_thigh.r1"), angle("right_shank")
            self.vertical = column("foot_force", "left.z") / weight
            self.fore_aft = column("foot_force", "left.x") / weight
            self.ankle_and_foot = self.bend(f)
        self.per_cent = 100 * self.time / self.strike

    def bend(self, f):
        """Dorsiflexion of the ankle and of all joints between it and the big toe, from the angle of the ankle on."""
        bodies = list(f["film/bodies"].asstr())
        transforms = f["film/transforms"]
        lean = lambda body: pitch(transforms[:, bodies.index("human/" + body), 3:].astype(float))
        angle = np.degrees(lean("left_shank") - lean("left_phal1"))
        return self.stance_ankle[0] + np.interp(self.time, f["film/times"][:], angle - angle[0])

    def at(self, curve, per_cent):
        return np.interp(per_cent, *self.within(curve))

    def within(self, curve):
        x = np.linspace(100 * START / self.strike, 100, 181)
        return x, np.interp(x, self.per_cent, getattr(self, curve))


def share(data, curve, stride):
    """Per cent of the step, of per cent of the stride."""
    begin, end = data["swing"] if curve.startswith("swing") else (data["toe_off"], data["heel_strike"])
    return (np.asarray(stride) - 100 * begin) / (end - begin)


def man(data, curve):
    values = np.array(data[curve.split("_")[-1] if curve not in data else curve], float)
    stride = np.arange(0, 105, 5)
    x, y = share(data, curve, stride), np.append(values, values[0])
    fine = np.linspace(0, 100, 101)
    return fine, np.interp(fine, x, y)


def simulate(program, out):
    steps = {}
    for take in RUNS:
        name = f"{SHOT}@{take}" if take else str(SHOT)
        subprocess.run([program, "simulate", name, "--out", out], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        steps[take] = Step(f"{out}/human/human_step{take and '@' + take}/poses.h5")
    return steps


CURVES = {
    "stance_hip": ("stance hip: flexion, deg", "hip"),
    "stance_ankle": ("stance ankle: dorsiflexion, deg", "ankle"),
    "swing_hip": ("swing hip: flexion, deg", "hip"),
    "swing_knee": ("swing knee: flexion, deg", "knee"),
    "vertical": ("vertical force on the stance foot, over the weight", "vertical"),
    "fore_aft": ("fore-aft force on the stance foot, over the weight", "fore_aft"),
}


def draw(steps, measured, path):
    import matplotlib
    matplotlib.use("svg" if path.endswith("svg") else "Agg")
    import matplotlib.pyplot as plt
    plt.rcParams.update({"font.size": 7, "svg.fonttype": "none", "svg.hashsalt": "human_step", "path.simplify": True})
    figure = plt.figure(figsize=(7.8, 8.4), layout="constrained")
    grid = figure.add_gridspec(4, 2, height_ratios=(1, 1, 1, 0.36))
    panels = np.array([[figure.add_subplot(grid[row, column]) for column in range(2)] for row in range(3)])
    colours = {"": "#2060a8", "rigid": "#d07010", "knee_lock": "#409040"}
    for ax, (curve, (title, _)) in zip(panels.flat, CURVES.items()):
        ax.plot(*man(measured["man"], curve), color="#b8b8b8", linewidth=3, label=measured["man"]["label"])
        for take, step in steps.items():
            if take == "knee_lock" and curve != "swing_knee":
                continue
            ax.plot(*step.within(curve), color=colours[take], linewidth=1.2, linestyle=":" if take == "knee_lock" else "-", label=RUNS[take])
        if curve == "stance_ankle":
            ax.plot(*steps[""].within("ankle_and_foot"), color=colours[""], linewidth=1, linestyle="--", label="complex foot: ankle and joints to the big toe")
        points = np.array(measured["people"][curve], float)
        begin, end = measured["people"]["swing"] if curve.startswith("swing") else (measured["people"]["toe_off"], measured["people"]["heel_strike"])
        ax.errorbar(share(measured["people"], curve, points[:, 0]), points[:, 1], points[:, 2], 100 * measured["people"]["event"] / (end - begin),
                    fmt="o", color="#303030", markersize=3, linewidth=0.8, capsize=2, label=measured["people"]["label"])
        if curve == "swing_knee":
            ballistic(ax)
        if curve in ("vertical", "fore_aft"):
            ax.axvline(0, color="#808080", linewidth=0.8)
            ax.axvline(100, color="#808080", linewidth=0.8, linestyle="--")
        ax.set(title=title, xlim=(-6, 106))
        ax.grid(linewidth=0.3)
    for ax in panels[-1]:
        ax.set_xlabel("per cent of the step, from toe-off to heel strike of the swing leg")
    handles = {}
    for ax in panels.flat:
        for handle, label in zip(*ax.get_legend_handles_labels()):
            handles.setdefault(label, handle)
    below = figure.add_subplot(grid[3, :])
    below.axis("off")
    below.legend(handles.values(), handles.keys(), loc="center", ncol=2, frameon=False)
    figure.savefig(path, metadata={"Date": None} if path.endswith("svg") else None, dpi=130)


def ballistic(ax):
    """What seed 003 says in words of Mochon and McMahon's knees (Figures 59 and 60); it gives no other number of theirs."""
    ax.plot(100, 0, "D", color="#b02040", markersize=5, zorder=5, label="Mochon and McMahon: straight exactly at heel strike (Fig. 59)")
    ax.annotate("", (60, -5), (98, -5), arrowprops={"arrowstyle": "->", "color": "#b02040", "linewidth": 1})
    ax.set_ylim(-10, 76)
    ax.plot([], [], color="#b02040", linewidth=1, label="Mochon and McMahon: straight, then locked, at a time before it (Fig. 60)")


def table(steps, measured):
    print(f"heel strike: {', '.join(f'{RUNS[t]} {s.strike:.3f} s' for t, s in steps.items())}")
    print(f"{'curve':13} per cent  children       man  complex  rigid   (complex - children) / standard deviation")
    near = {curve: 0 for curve in CURVES}
    for curve in CURVES:
        for stride, mean, sd in measured["people"][curve]:
            x = float(share(measured["people"], curve, stride))
            xs, ys = man(measured["man"], curve)
            ours, rigid = steps[""].at(curve, x), steps["rigid"].at(curve, x)
            near[curve] += abs(ours - mean) <= 2 * sd
            print(f"{curve:13} {x:7.0f} {mean:8.2f} +- {sd:<5.2f} {np.interp(x, xs, ys):7.2f} {ours:7.2f} {rigid:7.2f}   {(ours - mean) / sd:6.1f}")
    print("points of the complex foot within two standard deviations: " +
          ", ".join(f"{curve} {count} of {len(measured['people'][curve])}" for curve, count in near.items()))
    for take, label in (("", "complex foot"), ("rigid", "rigid foot")):
        x = np.linspace(10, 90, 81)
        y = steps[take].at("vertical", x)
        print(f"{label}: vertical force from 10 to 90 per cent {y.min():.2f} to {y.max():.2f}, standard deviation {y.std():.3f}; "
              f"stance hip at heel strike {steps[take].at('stance_hip', 100):.1f} deg")
    knee = steps[""]
    bent = knee.per_cent[(knee.per_cent > 50) & (knee.swing_knee < 5)][0]
    print(f"complex foot: the swing knee comes below 5 deg at {bent:.0f} per cent")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-o", "--out", help="the picture (SVG)")
    parser.add_argument("--program", default=str(ROOT / "build/gambol"))
    options = parser.parse_args()
    measured = yaml.safe_load(MEASURED.read_text())
    with tempfile.TemporaryDirectory() as out:
        steps = simulate(options.program, out)
    table(steps, measured)
    if options.out:
        draw(steps, measured, options.out)


main()
