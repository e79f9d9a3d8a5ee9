"""A shirt with short sleeves, tucked into shorts that end above the knee: shells around the body's fields."""

import numpy as np

from .field import Bone, Egg, Field, Function, Half, array, common, ramp

SLEEVE = -0.185  # of the sleeve's hem, along the upper arm
HEM = -0.330     # of the shorts' hem, along the thigh
WAIST = -0.185   # of the shorts' upper edge, in the root's frame
HOLLOW = 0.030   # depth to which hems are open
WALL = 0.006     # thickness of the cloth there: not less than two cells of the mesh


def local(X, body, p):
    R, t = X[body]
    return (p - t) @ R


def waves(p, size):
    x, y, z = (p / size).T
    return np.sin(x + 1.3 * np.sin(y * 0.8) + 0.7 * z) * np.sin(z * 0.9 + 1.7 * np.sin(0.6 * x) - 0.5 * y)


def joined(k, a, *others):
    for b in others:
        h = np.maximum(k - np.abs(a - b), 0) / k
        a = np.minimum(a, b) - h * h * k / 4
    return a


def shirt(X, trunk, arm):
    def along_arm(p):
        """Distance down the upper arm, and from its axis."""
        q = local(X, "left_humerus", p)
        return -q[:, 2], np.hypot(q[:, 0], q[:, 1])

    def around(p):
        down, aside = along_arm(p)
        flare = 0.010 * ramp(0.05, -SLEEVE, down)
        loose = 0.006 + 0.010 * ramp(0.02, -0.12, p[:, 2])
        loose += 0.0032 * waves(p, 0.028) * ramp(0.12, -0.08, p[:, 2])
        return joined(0.05, trunk.distance(p, 0.07) - loose, arm.distance(p, 0.07) - 0.007 - flare)

    def below_sleeve(p):
        down, aside = along_arm(p)
        return np.minimum(np.maximum(-SLEEVE - down, aside - 0.105), 0.37 - p[:, 1])  # and all that lies farther out

    def in_sleeve(p):
        down, aside = along_arm(p)
        return np.maximum(np.maximum(-SLEEVE - HOLLOW - down, aside - 0.105), around(p) + WALL)

    def above_collar(p):
        hole = np.maximum(np.hypot((p[:, 0] + 0.016) / 1.04, p[:, 1]) * 1.02 - 0.079, 0.17 - p[:, 2])
        return np.minimum(hole, 0.262 - p[:, 2])

    f = Field()
    f.add(Function(around, (0, 0.1, 0.0), 0.50))
    f.keep(Half((0, 0, -0.205), (0, 0, -1)), 0.003)
    for solid in (below_sleeve, above_collar, in_sleeve):
        f.cut(Function(solid, (0, 0, 0), 2), 0.002)
    return f


def shorts(X, trunk, leg):
    fill = Bone((0.045, 0, -0.395), (-0.060, 0, -0.400), 0.030, 0.030)

    def around(p):
        down = -local(X, "left_thigh", p)[:, 2]
        loose = 0.010 + 0.008 * ramp(WAIST, -0.30, p[:, 2]) + 0.020 * ramp(0.05, -HEM, down)
        loose += 0.0030 * waves(p + 0.3, 0.030) * ramp(0.0, 0.2, down)
        tight = 0.010 + 0.004 * ramp(WAIST, -0.30, p[:, 2])
        # Below the crotch the two legs of the shorts are apart by a centimetre.
        apart = common(leg.distance(p, 0.09) - loose, 0.005 - p[:, 1] - ramp(-0.43, -0.39, p[:, 2]), 0.010)
        return joined(0.05, trunk.distance(p, 0.09) - tight, apart, fill.distance(p))

    f = Field()
    f.add(Function(around, (0, 0.1, -0.42), 0.36))
    f.keep(Function(lambda p: p[:, 2] - WAIST + 0.10 * (p[:, 0] - 0.0), (0, 0, 0), 2), 0.003)
    f.keep(Function(lambda p: HEM - local(X, "left_thigh", p)[:, 2], (0, 0, 0), 2), 0.003)
    f.cut(Function(lambda p: np.maximum(around(p) + WALL, local(X, "left_thigh", p)[:, 2] - HEM - HOLLOW), (0, 0, 0), 2), 0.002)
    f.add(Function(lambda p: np.maximum(trunk.distance(p, 0.09) - 0.0125, np.abs(p[:, 2] - WAIST + 0.10 * p[:, 0] + 0.017) - 0.015), (0, 0, -0.2), 0.25), 0.002)  # waistband
    return f
