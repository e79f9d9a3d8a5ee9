#!/usr/bin/python3
"""The limit cycle of scenes/studies/passive_walker.yaml, by gambol and by a model that shares nothing with it (passive_walker_model.py), and the
pictures of docs/passive-walker.md.

    tools/passive_walker.py                 # the cycle, its multipliers and the start of the shot, beside the model's
    tools/passive_walker.py --slopes        # speed, period and multipliers at other slopes
    tools/passive_walker.py --pictures      # docs/passive_walker.svg, after: ./gambol optimise searches/passive_walker_basin.yaml

The state is read as the standing leg leans by SECTION rad, between the knee's stop and the footfall: both knees are straight and one pair of
feet stands, so that three numbers are left: the angle from the standing leg to the swinging one, the rate of the standing leg, and
that of the hip. A start of the shot is such a state, with the hip moving as the standing foot rolls.
"""
import argparse
import json
import math
import os
import subprocess
import sys

import h5py
import numpy as np

import passive_walker_model as model

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OUT = os.path.join(HERE, "out", "passive_walker_starts")
SECTION = 0.15                       # rad
TAKE = ""
SLOPE = 2.7                          # deg, of the shot
# The hip above the ground and in front of the point of contact, at the section.
HIP_UP, HIP_AHEAD = 0.9962, 0.0513     # m
STATE = ("angle, rad", "standing rate, rad/s", "hip rate, rad/s")


def simulate(name, start, slope, seconds):
    """Runs the shot from another start and slope. Returns times, states at the sections, hip positions there, and the least knee's angles."""
    angle, standing, hip = start
    os.makedirs(OUT, exist_ok=True)
    with open(os.path.join(OUT, f"{name}_figure.yaml"), "w") as file:
        file.write(f"figure: {name}_figure\nextends: ../../figures/passive_walker.yaml\n"
                   f"poses: {{swing: {{joints: {{inner_thigh: {angle!r}}}}}}}\n")
    radians = math.radians(slope)
    with open(os.path.join(OUT, f"{name}.yaml"), "w") as file:
        file.write(f"""shot: {name}
extends: ../../scenes/studies/passive_walker.yaml{TAKE}
without: [expect]
film: {{duration: 1 f}}
simulate_until: {seconds}
world: {{gravity: [{9.81 * math.sin(radians)!r}, 0, {-9.81 * math.cos(radians)!r}]}}
figures: [{{name: walker, file: {name}_figure.yaml}}]
cues:
  - {{name: go, kick: {{velocity: [{HIP_UP * standing!r}, 0, {-HIP_AHEAD * standing!r}], spin: [0, {standing!r}, 0]}}}}
  - {{name: swing, kick: {{rates: {{inner_thigh: {hip!r}}}}}}}
""")
    shot = os.path.join(OUT, f"{name}.yaml")
    done = subprocess.run([os.path.join(HERE, "build", "gambol"), "simulate", shot, "--out", OUT], capture_output=True, text=True)
    if done.returncode not in (0, 4):
        sys.exit(done.stderr)
    with h5py.File(os.path.join(OUT, name, "poses.h5")) as poses:
        return sections(poses["times"][:], poses["tracks/walker/q"][:], poses["tracks/walker/v"][:])


def sections(t, q, v):
    """Where a standing leg passes SECTION: times, states, and the hip's way along the slope."""
    outer = 2 * np.arctan2(q[:, 5], q[:, 3])
    pitch = np.column_stack([outer, outer + q[:, 8]])
    rate = np.column_stack([v[:, 1], v[:, 1] + v[:, 7]])
    found = []
    for leg in (0, 1):
        for k in np.flatnonzero((pitch[:-1, leg] < SECTION) & (pitch[1:, leg] >= SECTION)):
            part = (SECTION - pitch[k, leg]) / (pitch[k + 1, leg] - pitch[k, leg])
            at = lambda x: x[k] + part * (x[k + 1] - x[k])
            other = 1 - leg
            state = (at(pitch[:, other]) - SECTION, at(rate[:, leg]), at(rate[:, other]) - at(rate[:, leg]))
            found.append((at(t), state, at(q[:, 0])))
    found.sort(key=lambda f: f[0])
    return np.array([f[0] for f in found]), np.array([f[1] for f in found]), np.array([f[2] for f in found])


def gambol_cycle(start, slope=SLOPE, steps=40):
    """The state that the walker settles in, its period and speed; None if it falls."""
    t, states, x = simulate("cycle", start, slope, 0.87 * steps)
    if len(t) < steps - 3:
        return None
    last = slice(-9, None)                       # an even number of steps
    return states[-1], (t[last][-1] - t[last][0]) / 8, (x[last][-1] - x[last][0]) / (t[last][-1] - t[last][0]), states


def gambol_multipliers(state, slope=SLOPE, within=(8e-3, 1.5e-2, 4e-2), starts=40):
    """Of the map from section to section: the linear part of the best quadratic map through the ends of steps from random starts. Differences
    of two starts each would be noisy, because a footfall happens at the end of a step of 0.1 ms."""
    draw = np.random.default_rng(1)
    offsets = draw.uniform(-1, 1, (starts, 3))
    ends = [simulate("step", state + offset * within, slope, 1.5)[1][0] for offset in offsets]
    squares = [offsets[:, i] * offsets[:, j] for i in range(3) for j in range(i, 3)]
    terms = np.column_stack([np.ones(starts), offsets, *squares])
    fit, *_ = np.linalg.lstsq(terms, np.array(ends), rcond=None)
    multipliers = np.linalg.eigvals(fit[1:4].T / within)
    return multipliers[np.argsort(-np.abs(multipliers))]


def model_section(seen, slope):
    """The state of the model's cycle at the section."""
    for (_, q0, v0), (_, q, v) in zip(seen["path"], seen["path"][1:]):
        if q0[model.STANDING] < SECTION <= q[model.STANDING]:
            part = (SECTION - q0[model.STANDING]) / (q[model.STANDING] - q0[model.STANDING])
            q, v = q0 + part * (q - q0), v0 + part * (v - v0)
            return q[model.SWINGING] - SECTION, v[model.STANDING], v[model.SWINGING] - v[model.STANDING]
    raise model.Stumble


def shot_start():
    """The start that the shot has."""
    shot = open(os.path.join(HERE, "scenes", "studies", "passive_walker.yaml")).read()
    figure = open(os.path.join(HERE, "figures", "passive_walker.yaml")).read()
    def number(text, key):
        return float(text.split(key)[1].split(",")[0].split("}")[0].strip(" []"))
    return number(figure, "inner_thigh: -") * -1, number(shot, "spin: [0, "), number(shot, "inner_thigh: ")


def texts(multipliers):
    return ", ".join(f"{m.real:.3f}" if abs(m.imag) < 1e-9 else f"{m.real:.3f}{m.imag:+.3f}i" for m in multipliers[:3])


def report():
    s, multipliers, seen = model.cycle(math.radians(SLOPE))
    found = gambol_cycle(shot_start())
    if not found:
        sys.exit("the walker of the shot falls")
    state, period, speed, _ = found
    print(f"{'':24} {'gambol':>28} {'model':>28}")
    for row, a, b in zip(STATE, state, model_section(seen, math.radians(SLOPE))):
        print(f"{row:24} {a:28.5f} {b:28.5f}")
    print(f"{'period of a step, s':24} {period:28.4f} {seen['time']:28.4f}")
    print(f"{'speed, m/s':24} {speed:28.4f} {seen['speed']:28.4f}")
    print(f"{'multipliers':24} {texts(gambol_multipliers(state)):>28} {texts(multipliers):>28}")
    print(f"model: stops push with at least {seen['standing_stop']:.2f} N*m (standing) and {seen['swinging_stop']:.2f} N*m (swinging); "
          f"impulse on the knee that lands {seen['knee_impulse']:.2f} N*m*s; clearance {1e3 * seen['clearance']:.1f} mm; "
          f"knee arrives at {-seen['knee_rate']:.1f} rad/s after {seen['knee_time']:.3f} s")
    angle, standing, hip = state
    print(f"start: inner_thigh: {angle:.5f}; velocity: [{HIP_UP * standing:.5f}, 0, {-HIP_AHEAD * standing:.5f}], "
          f"spin: [0, {standing:.5f}, 0]; rates: {{inner_thigh: {hip:.5f}}}")


def slopes():
    print("| slope, deg | period, s | speed, m/s | multipliers | model: period | speed | multipliers |")
    print("|---|---|---|---|---|---|---|")
    start, rigid = shot_start(), (0.328, 1.278, -0.585, 2.891)
    for step in (0.1, -0.1):
        state, s = np.array(start), rigid
        for k in range(0 if step > 0 else 1, 15):
            slope = SLOPE + k * step
            found = gambol_cycle(state, slope)
            if not found:
                print(f"| {slope:.1f} | falls |")
                break
            state, period, speed, _ = found
            try:
                s, multipliers, seen = model.cycle(math.radians(slope), s)
                rigid_text = f"{seen['time']:.4f} | {seen['speed']:.4f} | {texts(multipliers)}"
            except model.Stumble:
                rigid_text = "| |"
            print(f"| {slope:.1f} | {period:.4f} | {speed:.4f} | {texts(gambol_multipliers(state, slope))} | {rigid_text} |", flush=True)


def pictures():
    import matplotlib
    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "gambol"        # the same bytes every time
    import matplotlib.pyplot as plt
    state, _, _, _ = gambol_cycle(shot_start())
    rows = [json.loads(line) for line in open(os.path.join(HERE, "out", "passive_walker_basin", "evaluations.jsonl"))][1:]
    speeds = {tuple(float(x) for x in r["values"]): r["cost"] for r in rows}
    y, x = (sorted({key[i] for key in speeds}) for i in (0, 1))
    basin = np.array([[1.0 if (speeds[a, b] or 0) > 80 else 0.0 for b in x] for a in y])   # cm/s
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4.2))
    left.pcolormesh(x, y, basin, cmap="Blues", vmin=0, vmax=1.6, rasterized=True)
    left.plot(state[2], state[1], "o", color="#c04010")
    left.set(xlabel="rate of the hip, rad/s", ylabel="rate of the standing leg, rad/s",
             title="Starts that find the gait (blue); its limit cycle (dot)")
    angle, standing, hip = state
    for label, start in (("hip 0.1 rad/s faster", (angle, standing, hip + 0.1)), ("leg 0.05 rad/s slower", (angle, standing - 0.05, hip)),
                         ("angle 0.03 rad wider", (angle - 0.03, standing, hip))):
        _, states, _ = simulate("return", start, SLOPE, 13)
        states = np.vstack([start, states])
        right.semilogy(np.abs(states[:, 1] - standing) + 1e-6, "o-", label=label, markersize=3)
    right.set(xlabel="steps", ylabel="standing rate, from that of the cycle, rad/s", title="How disturbances die out")
    right.legend()
    figure.tight_layout()
    figure.savefig(os.path.join(HERE, "docs", "passive_walker.svg"), metadata={"Date": None})


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--slopes", action="store_true", help="the table of slopes")
    arguments.add_argument("--pictures", action="store_true", help="writes docs/passive_walker.svg")
    asked = arguments.parse_args()
    if asked.slopes:
        slopes()
    if asked.pictures:
        pictures()
    if not (asked.slopes or asked.pictures):
        report()


if __name__ == "__main__":
    main()
