"""Which bodies move a point of the dog's skin, and by how much: shares that add up to 1; points at y >= 0 in the root's frame.

Trunk, neck and head are a chain, cut by ramps across its joints. A leg takes its points from the trunk as far as its own surface is
nearer than that of the trunk, so that the fold between them follows the shapes; then ramps across its joints divide it."""

import numpy as np

from human.field import array, ramp

from . import body, head

SPINE = ["lumbar_1", "lumbar_2", "thorax_1", "thorax_2", "chest"]
NECK = ["neck_1", "neck_2", "neck_3", "head"]
# Joints along a leg: how wide the ramp across each is, in m; that of the paw lies across the pastern, so that the sole is one piece.
FRONT = [("front_left_radius", 0.036), ("front_left_metacarpus", 0.022), ("front_left_paw", 0.013)]
HIND = [("hind_left_tibia", 0.040), ("hind_left_metatarsus", 0.020), ("hind_left_paw", 0.013)]


def unit(v):
    return v / np.linalg.norm(v)


def away(p, points):
    best = np.full(len(p), 9.0)
    for a, b in zip(points, points[1:]):
        t = np.clip((p - a) @ (b - a) / ((b - a) @ (b - a)), 0, 1)
        best = np.minimum(best, np.linalg.norm(p - a - t[:, None] * (b - a), axis=1))
    return best


class Weights:
    def __init__(self, names, joints, shape=body, neck=(0.86, 0, 0.50)):
        """shape: the module of the animal's outlines, of the dog's size; neck: the way across the joint of the head."""
        self.names, self.at_joint, self.across_neck = names, joints, unit(array(neck))
        self.trunk, self.front, self.hind, self.tail_end = shape.trunk(), shape.front_leg(), shape.hind_leg(), shape.TAIL[-1]

    def limb(self, p, field, hip, knee):
        """Share of a leg: 0 where the trunk's surface is nearer, and above the hip or shoulder."""
        reach = 0.5
        nearer = ramp(-0.040, 0.032, self.trunk.distance(p, reach) - field.distance(p, reach))
        a, b = self.at_joint[hip], self.at_joint[knee]
        return nearer * ramp(-0.070, 0.075, (p - a) @ unit(b - a))

    def leg(self, give, p, share, first, chain):
        names = [first] + [n for n, _ in chain]
        at = [self.at_joint[n] for n in names]
        passed = share
        for k, (name, width) in enumerate(chain):
            q, before = p - at[k + 1], unit(at[k + 1] - at[k])
            if name.endswith("paw"):
                along = q @ unit(array((0.55, 0, -0.85)))
            else:
                along = q @ unit(before + unit(at[k + 2] - at[k + 1]))
            if name.endswith("metatarsus"):  # the point of the hock is a part of it
                along = along + 1.6 * np.maximum(-q[:, 0] - 0.010, 0) * ramp(0.040, 0.010, q[:, 2])
            on = ramp(-width, width, along)
            give(names[k], passed * (1 - on))
            passed = passed * on
        give(names[-1], passed)

    def chain(self, give, p, share):
        at, passed = self.at_joint, share
        before = "pelvis"
        for name in SPINE + NECK:
            q = p - at[name]
            if name in SPINE:
                on = ramp(-0.055, 0.055, q[:, 0])
            elif name == "head":
                on = ramp(-0.034, 0.040, q @ self.across_neck + 0.012)
            else:
                on = ramp(-0.055, 0.055, q @ unit(array((1, 0, 1))))
            give(before, passed * (1 - on))
            passed, before = passed * on, name
        give(before, passed)

    def tail(self, give, p):
        at = [self.at_joint[f"tail_{i}"] for i in (1, 2, 3, 4)] + [self.tail_end]
        share = ramp(0.075, 0.045, away(p, at)) * ramp(-0.012, 0.045, (p - at[0]) @ unit(at[1] - at[0])) * ramp(-0.085, -0.110, p[:, 0])
        passed, before = share, "tail_1"
        for k in (1, 2, 3):
            on = ramp(-0.035, 0.035, (p - at[k]) @ unit(at[k + 1] - at[k - 1]))
            give(before, passed * (1 - on))
            passed, before = passed * on, f"tail_{k + 1}"
        give(before, passed)
        return share

    def at(self, p):
        p = np.column_stack([p[:, 0], np.abs(p[:, 1]), p[:, 2]])
        w = np.zeros((len(p), len(self.names)))

        def give(name, share):
            w[:, self.names.index(name)] += share

        front = self.limb(p, self.front, "front_left_humerus", "front_left_radius") * (p[:, 0] > 0.25)
        hind = self.limb(p, self.hind, "hind_left_femur", "hind_left_tibia") * (p[:, 0] < 0.25)
        self.leg(give, p, front, "front_left_humerus", FRONT)
        self.leg(give, p, hind, "hind_left_femur", HIND)
        rest = 1 - front - hind
        tail = np.zeros_like(w)

        def give_tail(name, share):
            tail[:, self.names.index(name)] += share

        share = self.tail(give_tail, p)
        self.chain(give, p, rest * (1 - share))
        w += tail * rest[:, None]
        if "left_ear" in self.names:
            self.ear(w, p)
        return w

    def ear(self, w, p):
        """Its blade leaves the head; its base, which is open ahead, is a part of both."""
        _, t, _, n, _ = head.ear_sheet(p - self.at_joint["head"])
        share = ramp(-0.05, 0.45, t) * (np.abs(n) < 0.04)
        k, base = self.names.index("left_ear"), self.names.index("head")
        w[:, k] = w[:, base] * share
        w[:, base] -= w[:, k]
