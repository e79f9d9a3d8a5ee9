"""The joints of figures/thesis_human.yaml and of figures that extend it: frames of bodies (R, t) in the root's frame, for given joint positions."""

import math
import os

import numpy as np
import yaml

UNITS = {"": 1, "m": 1, "cm": 1e-2, "mm": 1e-3, "rad": 1, "deg": math.pi / 180}


def number(v):
    if isinstance(v, (int, float)):
        return float(v)
    return float(v.split()[0]) * UNITS[v.split()[1] if " " in v else ""]


def about(axis, angle):
    a = np.array(axis, float)
    a /= np.linalg.norm(a)
    K = np.array(((0, -a[2], a[1]), (a[2], 0, -a[0]), (-a[1], a[0], 0)))
    return np.eye(3) + math.sin(angle) * K + (1 - math.cos(angle)) * K @ K


def bodies_of(path):
    """{name: body} of a file and of those that it extends; lists are replaced, and joints change."""
    with open(path) as file:
        figure = yaml.safe_load(file)
    base = figure.get("extends")
    bodies = bodies_of(os.path.join(os.path.dirname(path), base.removesuffix(".yaml") + ".yaml")) if base else {}
    for gone in figure.get("without", []):
        name, _, joint = gone.removeprefix("bodies.").partition(".")
        if gone.startswith("bodies.") and joint == "joint":
            del bodies[name]["joint"]
        elif gone.startswith("bodies."):
            del bodies[name]
    for body in figure["bodies"]:
        old = bodies.setdefault(body["name"], {})
        joint = old.get("joint", {}) | body.get("joint", {})
        old.update(body)
        if joint:
            old["joint"] = joint
    return bodies


class Figure:
    """The left half and the middle of the figure."""

    def __init__(self, path):
        self.bodies = bodies_of(path)
        self.names = list(self.bodies)

    def parent(self, name):
        return self.bodies[name].get("parent")

    def initial(self, name):
        q = self.bodies[name].get("joint", {}).get("initial", 0)
        return [number(v) for v in q] if isinstance(q, list) else [number(q)]

    def frames(self, changes=()):
        """{body: (R, t)} in the initial posture, but with the joints of `changes` {body: [positions]}."""
        changes = dict(changes)
        out = {}

        def place(name):
            if name in out:
                return out[name]
            body = self.bodies[name]
            if "parent" not in body:
                out[name] = (np.eye(3), np.zeros(3))
                return out[name]
            R, t = place(body["parent"])
            t = t + R @ [number(v) for v in body.get("at", (0, 0, 0))]
            joint = body["joint"]
            q = changes.get(name, self.initial(name))
            axes = [joint[k] for k in ("axis", "axis2", "axis3") if k in joint]
            q = list(q) + [0] * (len(axes) - len(q))
            if joint.get("type") == "planar" and len(q) == 3:  # it slides along x and across it, and turns about y
                t = t + R @ (q[0], 0, -q[1])
                q = q[2:]
            for axis, angle in zip(axes, q):
                R = R @ about(axis, angle)
            out[name] = (R, t)
            return out[name]

        for name in self.names:
            place(name)
        return out


def other_side(name):
    return name.replace("left_", "right_") if name.startswith("left_") else name


def quaternion(R):
    w = math.sqrt(max(0, 1 + np.trace(R))) / 2
    if w > 1e-3:
        return np.array((w, (R[2, 1] - R[1, 2]) / (4 * w), (R[0, 2] - R[2, 0]) / (4 * w), (R[1, 0] - R[0, 1]) / (4 * w)))
    axis = np.sqrt(np.maximum(0, (np.diag(R) + 1) / 2))
    i = axis.argmax()
    axis = R[:, i] + np.eye(3)[i]
    return np.array((0, *(axis / np.linalg.norm(axis))))


def product(a, b):
    w = a[..., 0] * b[..., 0] - (a[..., 1:] * b[..., 1:]).sum(-1)
    v = a[..., :1] * b[..., 1:] + b[..., :1] * a[..., 1:] + np.cross(a[..., 1:], b[..., 1:])
    return np.concatenate([w[..., None], v], -1)


def moved(points, normals, weights, names, old, new):
    """Dual quaternion skinning, as gambol's: weights [point, body], frames old and new {body: (R, t)}."""
    real, dual = [], []
    for n in names:
        R = new[n][0] @ old[n][0].T
        t = new[n][1] - R @ old[n][1]
        q = quaternion(R)
        real.append(q), dual.append(product(np.array((0, *(t / 2))), q))
    real, dual = np.array(real), np.array(dual)
    pivot = real[weights.argmax(1)]
    sign = np.where((pivot @ real.T) < 0, -1, 1) * weights
    q, e = sign @ real, sign @ dual
    length = np.linalg.norm(q, axis=1, keepdims=True)
    q, e = q / length, e / length
    conj = q * [1, -1, -1, -1]
    t = 2 * product(e, conj)[:, 1:]

    def turn(v):
        u = 2 * np.cross(q[:, 1:], v)
        return v + q[:, :1] * u + np.cross(q[:, 1:], u)

    return turn(points) + t, turn(normals)
