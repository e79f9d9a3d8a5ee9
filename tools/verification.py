#!/usr/bin/python3
"""Compares recorded motions of scenes/studies/verify_*.yaml with solutions of their equations of motion (seed 003, Appendix C).

    tools/verification.py                # prints the values that the shots expect
    tools/verification.py --plot PICTURE # of shots and takes that are simulated: the largest differences, and a plot
"""

import argparse
import os

import h5py
import numpy as np
from scipy.integrate import solve_ivp

G = 9.81  # m/s2
CUBE = 984.85697325  # kg, the mass of figures/unit_cube.yaml as recorded


def solve(f, y0, times):
    s = solve_ivp(f, (0, times[-1]), y0, method="DOP853", rtol=1e-13, atol=1e-13, t_eval=times)
    return s.y


def linear(t, m, k=984.857):
    return 3 + np.cos(np.sqrt(k / m) * t)


def damped(t, m, k=984.857, b=100.0):
    beta = b / (2 * m)
    w = np.sqrt(k / m - beta**2)
    phase = np.arctan2(w, beta)
    return 3 + np.exp(-beta * t) * np.sin(w * t + phase) / np.sin(phase)


def exponential(times, m):
    """Eq. 101 with its -1."""
    f = lambda t, y: [y[1], -np.sign(y[0]) * np.expm1(10 * abs(y[0])) / m]
    return 3 + solve(f, [1, 0], times)[0]


def arm(times):
    """Eq. 117 and 118 of two equal cylinders without torques; angles from level."""
    l, r = 1.0, 0.05
    m = 1000 * np.pi * r * r * l
    inertia = m * (3 * r * r + l * l) / 12

    def f(t, y):
        th1, th2, d1, d2 = y
        c, s = m * l * l / 2 * np.cos(th2), m * l * l / 2 * np.sin(th2)
        own = inertia + m * l * l / 4
        tip = m * G * l / 2 * np.cos(th1 + th2)
        M = np.array([[inertia + m * l * l / 4 + m * l * l + own + 2 * c, own + c], [own + c, own]])
        rhs = [s * (2 * d1 * d2 + d2 * d2) - 1.5 * m * G * l * np.cos(th1) - tip, -s * d1 * d1 - tip]
        a = np.linalg.solve(M, rhs)
        return [d1, d2, a[0], a[1]]

    return solve(f, [0, 0, 0, 0], times)


def four_links(times, torque=10.0):
    """A free planar chain of four bars: absolute angles, and the centre of mass, which stays."""
    n, l, h = 4, 1.0, 0.1
    m = 984.857 * l * h * h
    inertia = m * (l * l + h * h) / 12
    # Centre of bar i from the first joint: sum of lengths before it and half of its own; less the mean.
    A = np.tril(np.full((n, n), l), -1) + np.eye(n) * l / 2
    A -= A.mean(axis=0)
    W = m * A.T @ A  # kinetic energy: 1/2 sum W_ij d_i d_j cos(a_i - a_j) + 1/2 I d^2
    Q = np.array([-torque, torque, 0, 0])

    def f(t, y):
        a, d = y[:n], y[n:]
        diff = a[:, None] - a[None, :]
        M = W * np.cos(diff) + np.eye(n) * inertia
        return np.concatenate([d, np.linalg.solve(M, Q - (W * np.sin(diff)) @ (d * d))])

    y = solve(f, np.zeros(2 * n), times)
    return np.diff(y[:n], axis=0), np.diff(y[n:], axis=0), y[:n]


def column(path, figure, name, channel="q"):
    """Times (s) and values of one column of a recorded channel."""
    with h5py.File(path) as f:
        names = list(f[f"columns/{figure}/{channel}"].asstr())
        return f["times"][:], f[f"tracks/{figure}/{channel}"][:, names.index(name)]


def print_references(m):
    for t in (10, 100, 110):
        print(f"linear {t} s: {linear(t, m):.7f} m")
    for t in (1, 10, 50):
        print(f"damped {t} s: {damped(t, m):.7f} m")
    for t, x in zip((1, 5, 10), exponential([1, 5, 10], m)):
        print(f"exponential {t} s: {x:.7f} m")
    times = [1, 5, 10]
    for t, a, b in zip(times, *np.degrees(arm(times)[:2])):
        print(f"arm {t} s: link1 {a:.6f} deg, link2 {b:.6f} deg")
    q, v, a = four_links([2, 5])
    for i, t in enumerate((2, 5)):
        print(f"four links {t} s: joints {np.degrees(q[:, i])} deg, rates {v[:, i]} rad/s, bars {np.degrees(a[:, i])}")


class Motions:
    """The recorded motions beside their solutions, and the largest difference of each."""

    def __init__(self, out):
        self.out = out

    def of(self, shot, figure, name, channel="q"):
        return column(os.path.join(self.out, "studies", shot, "poses.h5"), figure, name, channel)

    def slider(self, figure, solution, shot="verify_spring"):
        t, x = self.of(shot, figure, "cube")
        return t, x, solution(t)


def print_differences(motions, m):
    rows = []
    for shot in ("verify_spring", "verify_spring@one_step"):
        for figure, solution, until in (("linear", lambda t: linear(t, m), 110), ("damped", lambda t: damped(t, m), 110),
                                        ("exponential", lambda t: exponential(t, m), 10)):
            t, x, wanted = motions.slider(figure, lambda t: solution(t[t <= until]), shot)
            rows.append((shot, figure, f"{np.abs(x[: len(wanted)] - wanted).max():.1e} m in {until} s"))
    t, _ = motions.of("verify_pendulum", "arm", "link1")
    angles = arm(t)[:2]
    for k, name in enumerate(("link1", "link2")):
        x = motions.of("verify_pendulum", "arm", name)[1]
        rows.append(("verify_pendulum", name, f"{np.degrees(np.abs(x - angles[k]).max()):.1e} deg in {t[-1]:.0f} s"))
    t, _ = motions.of("verify_roots", "root_1", "link2")
    joints = four_links(t)[0]
    for root in (1, 2, 3, 4):
        worst = 0
        for j in range(3):
            name, sign = (f"link{j + 2}", 1) if j + 1 >= root else (f"link{j + 1}", -1)
            worst = max(worst, np.abs(sign * motions.of("verify_roots", f"root_{root}", name)[1] - joints[j]).max())
        rows.append(("verify_roots", f"root_{root}", f"{np.degrees(worst):.1e} deg in {t[-1]:.0f} s"))
    for row in rows:
        print("{:24} {:12} {}".format(*row))


def draw(motions, m, path):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    fig, panels = plt.subplots(3, 2, figsize=(9, 8.2), constrained_layout=True)
    ours, theirs = dict(color="#c4501b", linewidth=2.4), dict(color="black", linewidth=0.9, linestyle=(0, (4, 3)))

    def panel(axis, title, t, x, wanted, label="position (m)"):
        axis.plot(t, x, label="gambol", **ours)
        axis.plot(t, wanted, label="solution", **theirs)
        axis.set_title(title, fontsize=9)
        axis.set_ylabel(label, fontsize=8)
        axis.tick_params(labelsize=8)

    axis = panels[0, 0]
    t, x = motions.of("verify_momentum@euler_30", "both", "x")
    axis.plot(t, x + 5, color="#1b6f9c", linestyle="--", label="Euler, 30 steps/s")
    t, x = motions.of("verify_momentum", "both", "x")
    panel(axis, "C.2, Figure 64: a cube slides and turns", t, x + 5, t)
    for axis, figure, solution, title, span in (
        (panels[0, 1], "linear", linear, "C.3, Figure 65: linear spring", (0, 10)),
        (panels[1, 0], "linear", linear, "C.3, Figure 65: linear spring after 100 s", (100, 110)),
        (panels[1, 1], "damped", damped, "C.4, Figure 66: spring and damper", (0, 40)),
    ):
        t, x, wanted = motions.slider(figure, lambda t: solution(t, m))
        keep = (t >= span[0]) & (t <= span[1])
        panel(axis, title, t[keep], x[keep], wanted[keep])
    envelope = np.exp(-100 / (2 * m) * t[keep])
    for sign in (1, -1):
        panels[1, 1].plot(t[keep], 3 + sign * envelope, color="grey", linewidth=0.7, linestyle=":")
    t, x = motions.of("verify_spring", "exponential", "cube")
    keep = t <= 10
    panel(panels[2, 0], "C.5, Figure 67: exponential spring", t[keep], x[keep], exponential(t[keep], m))
    t, x = motions.of("verify_pendulum", "arm", "link2")
    panel(panels[2, 1], "C.6: second joint of the double pendulum", t, x, arm(t)[1], "angle (rad)")
    for axis in panels[2]:
        axis.set_xlabel("time (s)", fontsize=8)
    panels[0, 0].legend(fontsize=8)
    fig.savefig(path, dpi=110)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plot", metavar="PICTURE")
    parser.add_argument("--out", default="out", help="folder of the simulated shots")
    options = parser.parse_args()
    m = CUBE
    print(f"mass of the cube: {m:.7f} kg")
    print_references(m)
    if options.plot:
        motions = Motions(options.out)
        print_differences(motions, m)
        draw(motions, m, options.plot)


if __name__ == "__main__":
    main()
