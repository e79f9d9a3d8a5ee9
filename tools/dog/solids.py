"""Solids of the dog beside those of tools/human/field.py. Metres."""

import numpy as np
from scipy.interpolate import PchipInterpolator

from human.field import array, common


class Barrel:
    """Sections along x, symmetric in y: each key is (x, half width, top, middle, bottom, n). Above the height `middle`, where it is
    widest, a section is half an ellipse; below, half a superellipse of exponent n: less than 2 makes a keel."""

    def __init__(self, keys, cap=0.0):
        keys = array(sorted(keys))
        self.low, self.high, self.cap = keys[0, 0], keys[-1, 0], cap
        self.curve = PchipInterpolator(keys[:, 0], keys[:, 1:])
        self.middle = array(((self.low + self.high) / 2, 0, keys[:, 3].mean()))
        self.most = max(keys[:, 1].max(), np.abs(keys[:, 2] - self.middle[2]).max(), np.abs(keys[:, 4] - self.middle[2]).max())

    def bound(self):
        return self.middle, np.hypot((self.high - self.low) / 2, 1.4 * self.most)

    def distance(self, p):
        width, top, middle, bottom, keel = self.curve(np.clip(p[:, 0], self.low, self.high)).T
        z = p[:, 2] - middle
        height = np.where(z > 0, top - middle, middle - bottom)
        n = np.where(z > 0, 2, keel)
        y, z = p[:, 1] / width, z / height
        rho = (np.abs(y) ** n + np.abs(z) ** n) ** (1 / n)
        g = np.sqrt((y / width) ** 2 + (z / height) ** 2) / np.maximum(np.sqrt(y * y + z * z), 1e-9)
        side = (rho - 1) / np.maximum(g, 1e-9)
        return common(side, np.maximum(p[:, 0] - self.high, self.low - p[:, 0]), self.cap)


def lattice(i):
    """A random number from 0 to 1 at each point of integers."""
    h = (i[..., 0] * 374761393 + i[..., 1] * 668265263 + i[..., 2] * 2147483647) & 0xFFFFFFFF
    h = ((h ^ (h >> 13)) * 1274126177) & 0xFFFFFFFF
    return ((h ^ (h >> 16)) & 0xFFFF) / 65535


def noise(p):
    """Smooth noise from -1 to 1, with features of size 1."""
    i = np.floor(p).astype(np.int64)
    t = p - i
    t = t * t * (3 - 2 * t)
    total = np.zeros(len(p))
    for a in range(8):
        o = np.array((a & 1, (a >> 1) & 1, a >> 2))
        total += np.prod(np.where(o, t, 1 - t), axis=1) * lattice(i + o)
    return 2 * total - 1
