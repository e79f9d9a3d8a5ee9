#!/usr/bin/python3
"""Time constants of the joint dampers of figures/roach.yaml, by readings of the thesis's scaling: the first table of docs/studies/roach-dampers.md.

    tools/roach_dampers.py

Dampers alone let joint rates decay as exp(-lambda t), where lambda are the eigenvalues of M^-1 D: M is the inertia matrix of the 38 degrees of
freedom in the figure's posture, of bodies that are boxes, and D the dampers. Fehlberg's method of fifth order is stable for steps of up to
3.678 / lambda and costs six evaluations a step. The program shares nothing with gambol but the figure's file.
"""
import math
import os
import re

import numpy as np
import yaml

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FRAME = 1 / 1200                       # s, of the thesis's film
LENGTHS = {"cm": 0.01, "mm": 0.001, "m": 1}
BEVELLED = 0.984857                    # volume of the bevelled unit cube


def metres(text):
    if not isinstance(text, str):
        return float(text)
    number, unit = re.fullmatch(r"([-+.\de]+) *(\w*)", text).groups()
    return float(number) * LENGTHS[unit]


def turn(axis, angle):
    a = np.asarray(axis, float) / np.linalg.norm(axis)
    k = np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])
    return np.eye(3) + math.sin(angle) * k + (1 - math.cos(angle)) * k @ k


def posed_bodies():
    """[(name, parent, mass, centre, inertia about it, point and unit axis of the joint)], in the world's axes; right legs mirror the left ones."""
    poses, bodies = {}, []
    for b in yaml.safe_load(open(os.path.join(HERE, "figures", "roach.yaml")))["bodies"]:
        rotation, place = poses.get(b.get("parent"), (np.eye(3), np.zeros(3)))
        place = place + rotation @ np.array([metres(x) for x in b.get("at", [0, 0, 0])])
        frame = rotation
        for step in b.get("rotate", []):
            name, angle, _ = step.split()
            frame = frame @ turn(np.eye(3)["xyz".index(name)], math.radians(float(angle)))
        axis = None
        if "joint" in b:
            axis = np.asarray(b["joint"]["axis"], float) / np.linalg.norm(b["joint"]["axis"])
            axis = (rotation if b["joint"].get("axis_in") == "parent" else frame) @ axis
            frame = turn(axis, b["joint"].get("initial", 0)) @ frame
        poses[b["name"]] = frame, place
        shape = b["shapes"][0]
        size = np.array([metres(x) for x in shape["box"]])
        mass = 1000 * size.prod() * BEVELLED
        inertia = frame @ np.diag(mass / 12 * (size @ size - size**2)) @ frame.T
        centre = place + frame @ np.array([metres(x) for x in shape.get("at", [0, 0, 0])])
        bodies.append([b["name"], b.get("parent"), mass, centre, inertia, place, axis])
    flip = np.diag([1, -1, 1])
    for name, parent, mass, centre, inertia, place, axis in list(bodies):
        if "_left_" in name:
            right = lambda text: text.replace("_left_", "_right_")
            bodies.append([right(name), right(parent), mass, flip @ centre, flip @ inertia @ flip, flip @ place, flip @ axis])
    return bodies


def matrices(bodies):
    """M, and for each joint its name, the mass of its body and the mass that it carries (kg)."""
    names = [b[0] for b in bodies]
    parents = {b[0]: b[1] for b in bodies}
    joints = [b for b in bodies if b[6] is not None]
    inertia = np.zeros((6 + len(joints),) * 2)
    carried = dict.fromkeys(names, 0.0)
    for name, _, mass, centre, about, _, _ in bodies:
        above, at = set(), name
        while at:
            above.add(at)
            carried[at] += mass
            at = parents[at]
        turning, moving = np.zeros((3, len(inertia))), np.zeros((3, len(inertia)))
        for k in range(3):
            turning[:, k] = np.eye(3)[k]
            moving[:, k] = np.cross(np.eye(3)[k], centre - bodies[0][5])
            moving[:, 3 + k] = np.eye(3)[k]
        for i, joint in enumerate(joints):
            if joint[0] in above:
                turning[:, 6 + i] = joint[6]
                moving[:, 6 + i] = np.cross(joint[6], centre - joint[5])
        inertia += turning.T @ about @ turning + mass * moving.T @ moving
    return inertia, [(j[0], j[2], carried[j[0]]) for j in joints]


def main():
    bodies = posed_bodies()
    inertia, joints = matrices(bodies)
    total = sum(b[2] for b in bodies)
    print(f"{total * 1e3:.4f} g, {len(inertia)} degrees of freedom\n")

    def row(title, damping_of):
        damping = np.zeros_like(inertia)
        for i, joint in enumerate(joints):
            damping[6 + i, 6 + i] = damping_of(*joint)
        rates, shapes = np.linalg.eig(np.linalg.solve(inertia, damping))
        rates = rates.real
        fastest = int(np.argmax(rates))
        slowest = min(r for r in rates if r > 1e-6 * rates[fastest])
        which = joints[int(np.argmax(abs(shapes[6:, fastest])))][0]
        step = 3.678 / rates[fastest]
        print(f"| {title} | {1e6 / rates[fastest]:.3g} | {which} | {1e3 / slowest:.3g} | {step * 1e6:.3g} | {6 * FRAME / step:.3g} |")

    def constant(name, of_others=0.03):
        return 0.01 if name in ("thorax", "head") else of_others

    last = lambda name: name.endswith("tarsus2")
    print("| reading | shortest time constant, us | joint | longest, ms | longest stable step, us | evaluations in 1/1200 s |\n|---|---|---|---|---|---|")
    mass_of = lambda name, own, carried: own if name in ("thorax", "head") else carried
    row("times the mass that the joint carries, last axis as given", lambda n, o, c: constant(n) * mass_of(n, o, c) / (2 if last(n) else 1))
    row("the same, last axis of unit length", lambda n, o, c: constant(n) * mass_of(n, o, c))
    row("times the mass of the joint's body", lambda n, o, c: constant(n) * o / (2 if last(n) else 1))
    row("times the mass of the figure", lambda n, o, c: constant(n) * total / (2 if last(n) else 1))
    row("not scaled", lambda n, o, c: constant(n) / (2 if last(n) else 1))
    row("the mass in grams", lambda n, o, c: 1e3 * constant(n) * mass_of(n, o, c) / (2 if last(n) else 1))


if __name__ == "__main__":
    main()
