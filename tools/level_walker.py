#!/usr/bin/env python3
"""The limit cycle of scenes/studies/level_walker.yaml, by gambol and by a model that shares nothing with it (level_walker_model.py), what its pushes
cost, and the picture of docs/passive-walker.md.

    tools/level_walker.py                 # the cycle, its multipliers and the start of the shot, beside the model's
    tools/level_walker.py --costs         # the model's cost of transport by speed
    tools/level_walker.py --picture       # docs/level_walker.svg

The state is that of tools/passive_walker.py: angle and rates as the standing leg leans by SECTION rad, when all knees and ankles are latched.
"""
import argparse
import os
import re
import subprocess
import sys

import h5py
import numpy as np

import level_walker_model as model
import passive_walker as passive

HERE = passive.HERE
OUT = os.path.join(HERE, "out", "level_walker_starts")
SHOT = os.path.join(HERE, "scenes", "studies", "level_walker.yaml")
WEIGHT = model.MASS * model.GRAVITY


def number(text, before):
    return float(re.search(re.escape(before) + r"\s*(-?[\d.]+)", text).group(1))


def shot_walker():
    """The model of the walker of the shot, and the shot's start."""
    shot = open(SHOT).read()
    figure = open(os.path.join(HERE, "figures", "level_walker.yaml")).read()
    stiffness = number(figure, "stiffness:") * number(shot, "to: dynamic}, springs: {joints: outer_foot, strength:")
    weak = number(shot, "springs: {joints: \"*_foot\", strength:") * number(figure, "stiffness:") / stiffness
    walker = model.Walker(knee_back=-0.015, foot_ahead=0.035, stiffness=stiffness, weak=weak, push=number(shot, "rest: {joints: {outer_foot:"),
                          lean=number(shot, "outer_shank leans"), swing_rest=number(figure, "rest:"), damping=number(figure, "damping:"))
    return walker, (number(figure, "inner_thigh:"), number(shot, "spin: [0,"), number(shot, "inner_thigh:"))


def simulate(name, start, seconds):
    """Runs the shot from another start. Returns its poses: times, q, v, torques of the joints, marks."""
    walker, _ = shot_walker()
    v = model.start(walker, start).v
    os.makedirs(OUT, exist_ok=True)
    with open(os.path.join(OUT, f"{name}_figure.yaml"), "w") as file:
        file.write(f"figure: {name}_figure\nextends: ../../figures/level_walker.yaml\n"
                   f"poses: {{swing: {{joints: {{inner_thigh: {start[0]!r}}}}}}}\n")
    with open(os.path.join(OUT, f"{name}.yaml"), "w") as file:
        file.write(f"""shot: {name}
extends: ../../scenes/studies/level_walker.yaml
without: [expect]
film: {{duration: 1 f}}
simulate_until: {seconds}
figures: [{{name: walker, file: {name}_figure.yaml}}]
cues:
  - {{name: go, kick: {{velocity: [{float(v[0])!r}, 0, {float(v[1])!r}], spin: [0, {float(start[1])!r}, 0]}}}}
  - {{name: swing, kick: {{rates: {{inner_thigh: {float(start[2])!r}}}}}}}
""")
    done = subprocess.run([os.path.join(HERE, "build", "gambol"), "simulate", os.path.join(OUT, f"{name}.yaml"), "--out", OUT],
                          capture_output=True, text=True)
    if done.returncode not in (0, 4):
        sys.exit(done.stderr)
    with h5py.File(os.path.join(OUT, name, "poses.h5")) as poses:
        track = poses["tracks/walker"]
        return {"t": poses["times"][:], "q": track["q"][:], "v": track["v"][:], "torque": track["joint_force"][:],
                "load": track["foot_force"][:], "marks": list(zip(poses["marks/times"][:], poses["marks/names"].asstr()[:]))}


def sections(p):
    """As tools/passive_walker.py's: this walker's joints are shank, foot, thigh, shank, foot."""
    q, v = p["q"], p["v"]
    return passive.sections(p["t"], np.column_stack([q[:, :8], q[:, 9]]), np.column_stack([v[:, :7], v[:, 8]]))


def gambol_cycle(start, steps=40):
    p = simulate("cycle", start, 0.95 * steps)
    t, states, x = sections(p)
    if len(t) < 0.8 * steps:
        sys.exit(f"the walker falls after {len(t)} steps")
    last = slice(-9, None)
    t, x = t[last], x[last]
    rows = (p["t"] >= t[0]) & (p["t"] <= t[-1])
    power = p["torque"][rows] * p["v"][rows, 6:]
    dt = np.gradient(p["t"][rows])[:, None]
    return {"state": states[-1], "period": (t[-1] - t[0]) / 8, "speed": (x[-1] - x[0]) / (t[-1] - t[0]), "way": x[-1] - x[0],
            "positive": (np.maximum(power, 0) * dt).sum() / 8, "negative": (np.minimum(power, 0) * dt).sum() / 8}


def gambol_multipliers(state, within=(8e-3, 1.5e-2, 4e-2), starts=40):
    """As tools/passive_walker.py's: of the best quadratic map through the ends of steps from random starts."""
    offsets = np.random.default_rng(1).uniform(-1, 1, (starts, 3))
    ends = [sections(simulate("step", state + offset * within, 1.5))[1][0] for offset in offsets]
    squares = [offsets[:, i] * offsets[:, j] for i in range(3) for j in range(i, 3)]
    fit, *_ = np.linalg.lstsq(np.column_stack([np.ones(starts), offsets, *squares]), np.array(ends), rcond=None)
    multipliers = np.linalg.eigvals(fit[1:4].T / within)
    return multipliers[np.argsort(-np.abs(multipliers))]


def report():
    walker, start = shot_walker()
    s, multipliers, m = model.cycle(walker, start)
    found = gambol_cycle(s)
    print(f"{'':32} {'gambol':>28} {'model':>28}")
    for row, a, b in zip(passive.STATE, found["state"], s):
        print(f"{row:32} {a:28.4f} {b:28.4f}")
    length = found["way"] / 8
    rows = {"period of a step, s": (found["period"], m.notes["time"]), "speed, m/s": (found["speed"], m.notes["speed"]),
            "positive work of a step, J": (found["positive"], m.positive),
            "negative work of a step, J": (found["negative"], m.net - m.positive),
            "mechanical cost of transport": (found["positive"] / WEIGHT / length, m.notes["cost"]),
            "clearance, mm": (np.nan, 1e3 * m.notes["clearance"])}
    for row, (a, b) in rows.items():
        print(f"{row:32} {a:28.4f} {b:28.4f}")
    print(f"{'multipliers':32} {passive.texts(gambol_multipliers(found['state'])):>28} {passive.texts(multipliers):>28}")
    extension = m.notes["extension"]
    wound, left = (walker.stiffness / 2 * x**2 for x in (walker.push, walker.push - extension))
    print(f"model: push at {m.notes['push']:.3f} s, footfall at {m.notes['footfall']:.3f} s, knee straight at {m.notes['knee']:.3f} s; the ankle "
          f"turns by {extension:.3f} rad; the spring is wound with {wound:.1f} J, of which {left:.1f} J are left at the footfall: cost of "
          f"transport {wound / WEIGHT / length:.4f} if these are lost")
    v = model.start(walker, s).v
    height = model.start(walker, s).q[model.Z]
    print(f"start: at: [0, 0, {100 * height - 0.03:.2f} cm]; inner_thigh: {s[0]:.5f}; velocity: [{v[0]:.5f}, 0, {v[1]:.5f}], "
          f"spin: [0, {s[1]:.5f}, 0]; rates: {{inner_thigh: {s[2]:.5f}}}")


def costs():
    """The model's cycles as the spring is wound less and less."""
    walker, s = shot_walker()
    print("| wound, rad | speed, m/s | cost of transport | multipliers | clearance, mm |\n|---|---|---|---|---|")
    wound = walker.push
    for k in range(20):
        walker.push = (1.06 - 0.02 * k) * wound
        try:
            s, multipliers, m = model.cycle(walker, s, 4e-3)
        except (model.Stumble, np.linalg.LinAlgError):
            print(f"| {walker.push:.3f} | no cycle | | | |")
            break
        print(f"| {walker.push:.3f} | {m.notes['speed']:.3f} | {m.notes['cost']:.4f} | {passive.texts(multipliers)} | "
              f"{1e3 * m.notes['clearance']:.1f} |", flush=True)


def picture():
    import matplotlib
    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "gambol"        # the same bytes every time
    import matplotlib.pyplot as plt
    walker, start = shot_walker()
    p = simulate("picture", start, 20)
    pushes = [t for t, name in p["marks"] if name == "push_outer"]
    t0, t1 = pushes[-3] - 0.3, pushes[-2] - 0.3
    rows = (p["t"] >= t0) & (p["t"] <= t1)
    t = p["t"][rows] - t0
    figure, (top, middle, low) = plt.subplots(3, 1, figsize=(7, 6.4), sharex=True)
    for foot, load, color, name in ((1, 2, "#1a4d9e", "outer pair"), (4, 5, "#cc4c10", "inner pair")):
        torque, rate = p["torque"][rows, foot], p["v"][rows, 6 + foot]
        top.plot(t, torque, color=color, label=name)
        middle.plot(t, torque * rate, color=color)
        low.plot(t, p["load"][rows, load] / WEIGHT, color=color)
    for time, name in p["marks"]:
        if t0 <= time <= t1 and name.startswith(("push", "land")):
            for axes in (top, middle, low):
                axes.axvline(time - t0, color="0.6", linewidth=0.8, linestyle="-" if name.startswith("push") else ":")
    top.set(ylabel="torque of the ankle, N*m", title="Two steps: pushes (lines) begin before footfalls (dotted)")
    middle.set(ylabel="its power, W")
    low.set(ylabel="ground's force / weight", xlabel="time, s", ylim=(0, 2.5))
    top.legend(loc="lower right")
    figure.tight_layout()
    figure.savefig(os.path.join(HERE, "docs", "level_walker.svg"), metadata={"Date": None})


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--costs", action="store_true", help="the model's cost of transport by speed")
    arguments.add_argument("--picture", action="store_true", help="writes docs/level_walker.svg")
    asked = arguments.parse_args()
    if asked.costs:
        costs()
    if asked.picture:
        picture()
    if not (asked.costs or asked.picture):
        report()


if __name__ == "__main__":
    main()
