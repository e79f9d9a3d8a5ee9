#!/usr/bin/python3
"""Plot collisions with friction: how the direction of sliding changes, and what three laws of restitution do to the energy.

    tools/plot_collisions.py docs/collision_laws.svg

Above, the flow of the velocity along the surface during an impact (Eq. 2.26 and 2.27 of Arnold's MSc thesis, SFU 1997, seed 001), drawn from
the equations for one matrix and three coefficients of friction, as its Figure 2.5. Below, tools/laws/kane.yaml simulated by the program
with restitutions from 0 to 1: the energy after the impact over that before.
"""
import shutil, subprocess, sys, tempfile
from pathlib import Path

import h5py
import matplotlib
import numpy as np

from program import ROOT, built

matplotlib.use("Agg")
import matplotlib.pyplot as plt

# Velocity per impulse along the surface, and along it per impulse along the normal: such that friction of 0.7 has four lasting directions.
ACROSS = np.diag([1.6, 0.6])
PULL = np.array([0.25, 0.15])

def flow(axes, friction):
    x, y = np.meshgrid(np.linspace(-1, 1, 60), np.linspace(-1, 1, 60))
    speed = np.hypot(x, y)
    rate = [PULL[k] - friction * ACROSS[k, k] * v / speed for k, v in enumerate((x, y))]
    axes.streamplot(x, y, *rate, density=0.55, linewidth=0.5, arrowsize=0.5, color="#4060a0")
    angles = np.linspace(0, 2 * np.pi, 7201)
    u = np.array([np.cos(angles), np.sin(angles)])
    gain = PULL[:, None] - friction * ACROSS @ u
    across = u[0] * gain[1] - u[1] * gain[0]
    lasting = np.nonzero(across[:-1] * across[1:] < 0)[0]
    for i in lasting:
        outward = gain[:, i] @ u[:, i] > 0
        axes.plot([0, u[0, i]], [0, u[1, i]], color="#c03020" if outward else "#909090", linewidth=1.2)
    holds = np.linalg.norm(np.linalg.solve(ACROSS, PULL)) <= friction
    axes.set(xlim=(-1, 1), ylim=(-1, 1), aspect="equal", title=f"friction {friction}: " + ("sticks" if holds else "slides on"), xlabel="v_x", ylabel="v_y")
    print(f"friction {friction}: {len(lasting)} lasting directions, {'sticks' if holds else 'slides on'} where it comes to rest")

def energy_ratio(out, law, restitution):
    shot = Path(out) / f"{law}_{round(100 * restitution)}.yaml"
    shot.write_text(f"shot: {shot.stem}\nextends: kane.yaml\nworld: {{contact: {{law: {law}, restitution: {restitution}}}}}\n")
    subprocess.run([built(), "simulate", shot, "--out", out], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with h5py.File(f"{out}/{shot.stem}/poses.h5") as poses:
        energy = poses["tracks/rods/energy"][:, 0]
        return energy[30] / energy[8]   # 15 ms and 4 ms: the tip strikes at 8 ms

def kane(axes, out):
    for name in ("kane.yaml", "double_pendulum.yaml"):
        shutil.copy(Path(ROOT) / "tools/laws" / name, out)
    restitutions = np.linspace(0, 1, 21)
    for law, color in (("newton", "#c03020"), ("poisson", "#c09020"), ("stronge", "#206040")):
        ratios = [energy_ratio(out, law, e) for e in restitutions]
        axes.plot(restitutions, ratios, label=law, color=color, linewidth=1)
        print(f"{law}: energy after an impact of restitution 0.7 {ratios[14]:.4f}, of 1 {ratios[20]:.4f} of that before")
    axes.axhline(1, color="black", linewidth=0.5)
    axes.set(xlabel="restitution", ylabel="energy after over before", title="double pendulum, friction 0.5")
    axes.legend(frameon=False)
    axes.grid(linewidth=0.3)

def main(picture):
    plt.rcParams.update({"font.size": 7, "svg.fonttype": "none", "svg.hashsalt": "collisions", "path.simplify": True})
    with tempfile.TemporaryDirectory() as out:
        figure = plt.figure(figsize=(7.5, 4.8), layout="constrained")
        grid = figure.add_gridspec(2, 3)
        for column, friction in enumerate((0.1, 0.2, 0.7)):
            flow(figure.add_subplot(grid[0, column]), friction)
        kane(figure.add_subplot(grid[1, :]), out)
        figure.savefig(picture, metadata={"Date": None} if picture.endswith(".svg") else None, dpi=130)

if __name__ == "__main__":
    main(*sys.argv[1:])
