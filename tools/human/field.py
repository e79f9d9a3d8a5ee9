"""Solids as fields: the distance to a surface, negative inside, at many points at once. Lengths are metres.

A Field is a list of primitives that are united with it or cut from it one after the other, each with a length over
which the edge between them is rounded. Distances are exact or nearly so close to the surface, which is all that
matters here."""

import numpy as np

FAR = 1.0
REACH = 0.032  # distances beyond this matter to no rounded edge


def array(v):
    return np.asarray(v, dtype=float)


def ramp(a, b, x):
    """0 at a, 1 at b, smooth between."""
    t = np.clip((x - a) / (b - a), 0, 1)
    return t * t * (3 - 2 * t)


def united(a, b, k):
    if k <= 0:
        return np.minimum(a, b)
    h = np.maximum(k - np.abs(a - b), 0) / k
    return np.minimum(a, b) - h * h * k / 4


def cut(a, b, k):
    return -united(-a, b, k)


def common(a, b, k):
    return -united(-a, -b, k)


def turned(*turns):
    """A rotation matrix from turns such as ("y", 10) in degrees, about fixed axes, in order."""
    R = np.eye(3)
    for axis, angle in turns:
        c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
        i, j = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
        T = np.eye(3)
        T[i, i], T[i, j], T[j, i], T[j, j] = c, -s, s, c
        R = T @ R
    return R


class Bone:
    """A cone with round ends: radius ra at a, rb at b."""

    def __init__(self, a, b, ra, rb=None):
        self.a, self.b, self.ra, self.rb = array(a), array(b), ra, ra if rb is None else rb

    def bound(self):
        return (self.a + self.b) / 2, np.linalg.norm(self.b - self.a) / 2 + max(self.ra, self.rb)

    def distance(self, p):
        ab = self.b - self.a
        l2 = max(ab @ ab, 1e-12)
        rr = self.ra - self.rb
        a2 = l2 - rr * rr
        if a2 <= 0:  # one ball holds the other
            c, r = (self.a, self.ra) if rr > 0 else (self.b, self.rb)
            return np.linalg.norm(p - c, axis=1) - r
        pa = p - self.a
        y = pa @ ab
        z = y - l2
        x2 = ((pa * l2 - y[:, None] * ab) ** 2).sum(1)
        y2, z2 = y * y * l2, z * z * l2
        k = np.sign(rr) * rr * rr * x2
        at_b = np.sign(z) * a2 * z2 > k
        at_a = np.sign(y) * a2 * y2 < k
        side = (np.sqrt(x2 * a2 / l2) + y * rr) / l2 - self.ra
        return np.where(at_b, np.sqrt(x2 + z2) / l2 - self.rb, np.where(at_a, np.sqrt(x2 + y2) / l2 - self.ra, side))


class Egg:
    """An ellipsoid; R turns its axes."""

    def __init__(self, c, r, R=None):
        self.c, self.r, self.R = array(c), array(r), np.eye(3) if R is None else R

    def bound(self):
        return self.c, self.r.max()

    def distance(self, p):
        q = (p - self.c) @ self.R
        k0 = np.linalg.norm(q / self.r, axis=1)
        k1 = np.linalg.norm(q / self.r**2, axis=1)
        return np.where(k1 > 1e-9, k0 * (k0 - 1) / np.maximum(k1, 1e-9), -self.r.min())


class Box:
    """A box with round edges: half extents h."""

    def __init__(self, c, h, edge, R=None):
        self.c, self.h, self.edge, self.R = array(c), array(h), edge, np.eye(3) if R is None else R

    def bound(self):
        return self.c, np.linalg.norm(self.h)

    def distance(self, p):
        q = np.abs((p - self.c) @ self.R) - (self.h - self.edge)
        return np.linalg.norm(np.maximum(q, 0), axis=1) + np.minimum(q.max(1), 0) - self.edge


class Loft:
    """Sections along z (or -z): each key is (z, left, right, front, back, n): reach to +y, -y, +x and -x, and the exponent of
    the superellipse. Between keys the numbers follow monotone cubics."""

    def __init__(self, keys, cap=0.0):
        from scipy.interpolate import PchipInterpolator
        keys = array(sorted(keys))
        self.low, self.high, self.cap = keys[0, 0], keys[-1, 0], cap
        self.curve = PchipInterpolator(keys[:, 0], keys[:, 1:])
        self.most = np.abs(keys[:, 1:5]).max()

    def bound(self):
        return array((0, 0, (self.low + self.high) / 2)), np.hypot((self.high - self.low) / 2, 1.4 * self.most)

    def distance(self, p):
        z = np.clip(p[:, 2], self.low, self.high)
        left, right, front, back, n = self.curve(z).T
        cx, ax = (front + back) / 2, (front - back) / 2
        cy, ay = (left - right) / 2, (left + right) / 2
        x, y = (p[:, 0] - cx) / ax, (p[:, 1] - cy) / ay
        rho = (np.abs(x) ** n + np.abs(y) ** n) ** (1 / n)
        # Distance along the ray to the middle, times the cosine that an ellipse would have.
        g = np.sqrt((x / ax) ** 2 + (y / ay) ** 2) / np.maximum(np.sqrt(x * x + y * y), 1e-9)
        side = (rho - 1) / np.maximum(g, 1e-9)
        over = np.maximum(p[:, 2] - self.high, self.low - p[:, 2])
        return common(side, over, self.cap)


class Half:
    """The half space below a plane through p with the outward normal n, near the point p only."""

    def __init__(self, p, n, near=10.0):
        self.p, self.n, self.near = array(p), array(n) / np.linalg.norm(n), near

    def bound(self):
        return self.p, self.near

    def distance(self, p):
        return (p - self.p) @ self.n


class Placed:
    """A primitive in another frame: p = R q + t."""

    def __init__(self, solid, R, t):
        self.solid, self.R, self.t = solid, R, t

    def bound(self):
        c, r = self.solid.bound()
        return self.R @ c + self.t, r

    def distance(self, p):
        return self.solid.distance((p - self.t) @ self.R)


class Function:
    """A solid from any function of points, within a ball."""

    def __init__(self, function, c, r):
        self.function, self.c, self.r = function, array(c), r

    def bound(self):
        return self.c, self.r

    def distance(self, p):
        return self.function(p)


class Field:
    """Primitives in the order in which they are applied. `frame` = (R, t) places those that are added from then on."""

    def __init__(self):
        self.steps, self.frame = [], (np.eye(3), np.zeros(3))

    def within(self, X):
        self.frame = X
        return self

    def add(self, solid, k=0.0, how=united):
        self.steps.append((how, Placed(solid, *self.frame), k))
        return self

    def cut(self, solid, k=0.0):
        return self.add(solid, k, cut)

    def keep(self, solid, k=0.0):
        return self.add(solid, k, common)

    def bound(self):
        lows, highs = [], []
        for how, solid, _ in self.steps:
            if how is united:
                c, r = solid.bound()
                lows.append(c - r), highs.append(c + r)
        low, high = np.min(lows, 0), np.max(highs, 0)
        return (low + high) / 2, np.linalg.norm(high - low) / 2

    def box(self):
        lows, highs = [], []
        for how, solid, _ in self.steps:
            if how is united:
                c, r = solid.bound()
                lows.append(c - r), highs.append(c + r)
        return np.min(lows, 0), np.max(highs, 0)

    def distance(self, p, reach=REACH):
        d = np.full(len(p), FAR)
        for how, solid, k in self.steps:
            c, r = solid.bound()
            near = np.nonzero(((p - c) ** 2).sum(1) < (r + k + reach) ** 2)[0]
            if len(near):
                d[near] = how(d[near], solid.distance(p[near]), k)
        return d

    def normals(self, p, h=2e-4):
        g = np.stack([self.distance(p + h * e) - self.distance(p - h * e) for e in np.eye(3)], 1)
        return g / np.maximum(np.linalg.norm(g, axis=1, keepdims=True), 1e-12)

    def settled(self, p, most):
        """Points moved onto the surface, by at most `most`."""
        for _ in range(2):
            p = p - np.clip(self.distance(p), -most, most)[:, None] * self.normals(p)
        return p
