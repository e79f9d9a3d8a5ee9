"""Which bodies move a point of the skin, and by how much: shares that add up to 1.

Every joint splits what it carries from the rest by a ramp across it; the share of a body is the product of the ramps from
the root down to it, less what its own joints pass on. Points are those of the posture that the shapes are made in
(arms half raised), at y >= 0."""

import numpy as np

from .body import toe_tips
from .field import array, ramp


def unit(v):
    return v / np.linalg.norm(v)


def away(p, a, b):
    """Distance of points from the segment a b."""
    ab = b - a
    t = np.clip((p - a) @ ab / (ab @ ab), 0, 1)
    return np.linalg.norm(p - a - t[:, None] * ab, axis=1)


class Weights:
    def __init__(self, figure, X):
        self.X, self.names = X, figure.names
        self.rays = toe_tips(X)

    def beyond(self, p, body, along, width, shift=0.0):
        """0 on this side of a body's joint, 1 `width` (m) beyond it in the direction `along`."""
        return ramp(-width, width, (p - self.X[body][1]) @ unit(array(along)) - shift)

    def down(self, body):
        return -self.X[body][0][:, 2]

    def limb_splits(self, p):
        X, s = self.X, {}
        q = (p[:, 2] - X["head"][1][2] + 0.005) * 0.8 + (p[:, 0] - 0.02) * 0.5
        s["head"] = ramp(-0.045, 0.045, q)
        s["pelvis"] = ramp(-0.075, 0.075, X["pelvis"][1][2] - p[:, 2])
        axis, c = self.down("left_humerus"), X["left_humerus"][1]
        along = (p - c) @ axis
        aside = np.linalg.norm(p - c - along[:, None] * axis, axis=1)
        s["left_humerus"] = ramp(-0.050, 0.060, along) * np.maximum(ramp(0.115, 0.065, aside), ramp(0.24, 0.30, p[:, 1]))
        s["left_forearm"] = self.beyond(p, "left_forearm", self.down("left_humerus") + self.down("left_forearm"), 0.038)
        s["left_hand"] = self.beyond(p, "left_hand", self.down("left_hand") + self.down("left_forearm"), 0.032)
        hip = self.beyond(p, "left_thigh", (0.20, 0.36, -0.90), 0.065)
        between = ramp(0.0, 0.028, p[:, 1])
        s["left_thigh"] = hip * np.where(p[:, 2] > -0.40, between, np.maximum(between, ramp(-0.40, -0.43, p[:, 2])))
        s["left_shank"] = self.beyond(p, "left_shank", self.down("left_shank"), 0.048)
        return s

    def foot_splits(self, p):
        X = self.X
        ankle, heel = X["left_talus"][1], X["left_hindfoot"][1]
        talus = ramp(-0.040, 0.018, ankle[2] - p[:, 2] - 0.25 * (p[:, 0] - ankle[0]) * (p[:, 0] < ankle[0]) + 0.6 * np.maximum(p[:, 0] - ankle[0] - 0.02, 0))
        hind = ramp(-0.016, 0.020, heel[2] - p[:, 2] + 0.7 * np.abs(p[:, 0] - heel[0]))
        return talus, hind

    def rays_shares(self, p):
        """[ray] share, and its splits along it."""
        far, splits = [], []
        for names, length in self.rays:
            joints = [self.X[n][1] for n in names]
            R, t = self.X[names[-1]]
            chain = [*joints, t + R @ (length, 0, 0)]
            far.append(np.min([away(p, a, b) for a, b in zip(chain, chain[1:])], 0))
            along = [unit(b - a) for a, b in zip(chain, chain[1:])]
            root = self.X["left_cuboid" if names[0][-1] in "45" else "left_nav"][1]
            ray = [ramp(-0.012, 0.012, (p - root) @ unit(joints[0] - root + (0.02, 0, 0)))]
            widths = [0.012, 0.0115] + [0.0055, 0.004]
            for k, n in enumerate(names):
                way = unit(along[k] + (along[k - 1] if k else 0))
                ray.append(ramp(-widths[k], widths[k], (p - joints[k]) @ way))
            splits.append(ray)
        far = np.array(far)
        toes = np.max([s[2] for s in splits], 0)
        width = 0.008 * (1 - toes) + 0.0012 * toes
        share = np.exp(-(far - far.min(0)) / width)
        return share / share.sum(0), splits

    def at(self, p):
        p = np.column_stack([p[:, 0], np.abs(p[:, 1]), p[:, 2]])
        s = self.limb_splits(p)
        w = np.zeros((len(p), len(self.names)))

        def give(name, share):
            w[:, self.names.index(name)] += share

        head, hum, pel = s["head"], s["left_humerus"], s["pelvis"] * (1 - s["left_humerus"])
        give("head", head * (1 - hum))
        give("abdomen", (1 - head) * (1 - hum) * (1 - s["pelvis"]))
        arm = s["left_forearm"] * (hum > 0.5)
        give("left_humerus", hum * (1 - arm))
        give("left_forearm", hum * arm * (1 - s["left_hand"]))
        give("left_hand", hum * arm * s["left_hand"])
        give("pelvis", pel * (1 - s["left_thigh"]))
        thigh = pel * s["left_thigh"]
        give("left_thigh", thigh * (1 - s["left_shank"]))
        shank = thigh * s["left_shank"]
        low = p[:, 2] < self.X["left_talus"][1][2] + 0.12
        talus, hind = np.zeros(len(p)), np.zeros(len(p))
        if low.any():
            talus[low], hind[low] = self.foot_splits(p[low])
        give("left_shank", shank * (1 - talus))
        give("left_talus", shank * talus * (1 - hind))
        foot = shank * talus * hind
        if low.any():
            self.give_foot(give, p, foot, low)
        return w

    def give_foot(self, give, p, foot, low):
        shares, splits = self.rays_shares(p[low])

        def put(name, share):
            whole = np.zeros(len(p))
            whole[low] = share * foot[low]
            give(name, whole)

        for (names, _), share, ray in zip(self.rays, shares, splits):
            middle = "left_cuboid" if names[0][-1] in "45" else "left_nav"
            chain = ["left_hindfoot", middle, *names]
            passed = share
            for k, name in enumerate(chain):
                on = ray[k] if k < len(ray) else 0
                put(name, passed * (1 - on))
                passed = passed * on
