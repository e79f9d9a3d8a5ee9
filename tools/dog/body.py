"""The trunk, neck, tail and legs of figures/dog/body.yaml, in the root's frame: x ahead, y left, z up, the origin between the hips, the
ground at z = -0.45. Metres; left side and middle. Joints are where figures/dog/body.yaml has them; outlines are those of a German
shepherd with its coat."""

import numpy as np

from human.field import Bone, Egg, Field, Half, array, turned

from .solids import Barrel

SOLE = -0.45

# Ribs, loin and croup: (x, half width, top, widest at, bottom, keel). The breast bone lies as low as the elbows, the loin is tucked up.
TRUNK = [(-0.135, 0.030, 0.058, 0.030, -0.005, 2.0), (-0.110, 0.062, 0.083, 0.025, -0.040, 2.0), (-0.060, 0.080, 0.108, 0.030, -0.058, 2.0),
         (0.000, 0.084, 0.122, 0.040, -0.058, 2.0), (0.060, 0.078, 0.128, 0.045, -0.050, 2.0), (0.120, 0.076, 0.129, 0.045, -0.050, 2.0),
         (0.180, 0.086, 0.128, 0.035, -0.070, 1.9), (0.240, 0.098, 0.127, 0.025, -0.098, 1.8), (0.300, 0.106, 0.127, 0.018, -0.122, 1.75),
         (0.360, 0.108, 0.130, 0.015, -0.141, 1.7), (0.420, 0.104, 0.136, 0.015, -0.153, 1.65), (0.470, 0.096, 0.141, 0.015, -0.155, 1.65),
         (0.520, 0.086, 0.132, 0.010, -0.138, 1.7), (0.565, 0.070, 0.108, 0.000, -0.100, 1.9), (0.600, 0.044, 0.072, -0.010, -0.058, 2.0)]
TAIL = array([(-0.110, 0, 0.070), (-0.174, 0, 0.022), (-0.224, 0, -0.040), (-0.264, 0, -0.109), (-0.312, 0, -0.173), (-0.352, 0, -0.212)])
TAIL_RADII = (0.027, 0.034, 0.041, 0.042, 0.032, 0.010)


def trunk():
    f = Field()
    f.add(Barrel(TRUNK, 0.03))
    f.add(Bone((0.470, 0, 0.050), (0.565, 0, 0.085), 0.092, 0.094), 0.05)
    f.add(Bone((0.565, 0, 0.085), (0.640, 0, 0.165), 0.094, 0.073), 0.04)
    f.add(Bone((0.640, 0, 0.165), (0.700, 0, 0.232), 0.073, 0.059), 0.03)
    f.add(Egg((0.585, 0, -0.015), (0.045, 0.050, 0.065)), 0.05)  # breast
    f.add(Bone((0.630, 0, 0.060), (0.705, 0, 0.165), 0.060, 0.047), 0.05)  # ruff
    f.add(Egg((0.435, 0.050, 0.085), (0.070, 0.036, 0.060)), 0.04)  # shoulder blade
    f.add(Bone((-0.020, 0.045, 0.070), (0.150, 0.038, 0.082), 0.042, 0.040), 0.04)  # muscles of the loin
    return f


def tail():
    f = Field()
    for a, b, ra, rb in zip(TAIL, TAIL[1:], TAIL_RADII, TAIL_RADII[1:]):
        f.add(Bone(a, b, ra, rb), 0.02)
    return f


def front_leg():
    y = 0.080
    f = Field()
    f.add(Bone((0.515, 0.078, 0.012), (0.437, y, -0.160), 0.052, 0.037))
    f.add(Egg((0.500, 0.070, 0.035), (0.052, 0.034, 0.060), turned(("y", 20))), 0.04)
    f.add(Egg((0.432, 0.082, -0.085), (0.060, 0.034, 0.085), turned(("y", -15))), 0.04)  # triceps
    f.add(Bone((0.412, y, -0.160), (0.425, y, -0.180), 0.0150, 0.0180), 0.02)  # elbow's point
    f.add(Bone((0.434, y, -0.165), (0.452, y, -0.250), 0.036, 0.0285), 0.025)
    f.add(Bone((0.452, y, -0.250), (0.478, y, -0.340), 0.0285, 0.0205), 0.02)
    f.add(Bone((0.425, y, -0.200), (0.457, y, -0.315), 0.018, 0.013), 0.02)  # flexors, and the fringe behind them
    f.add(Egg((0.481, y, -0.346), (0.0215, 0.0220, 0.0240)), 0.015)  # carpus
    f.add(Egg((0.461, y, -0.352), (0.0085, 0.0090, 0.0110)), 0.008)  # its pad
    f.add(Bone((0.482, y, -0.352), (0.514, y, -0.420), 0.0185, 0.0180), 0.018)
    f.add(Bone((0.476, y, -0.362), (0.504, y, -0.420), 0.0130, 0.0140), 0.015)
    f.add(Bone((0.482, y - 0.020, -0.368), (0.498, y - 0.023, -0.388), 0.0065, 0.0060), 0.006)  # dew claw's toe
    f.add(paw((0.520, y, -0.425), 1.0), 0.012)
    return f


def hind_leg():
    y = 0.075
    f = Field()
    f.add(Egg((0.005, 0.072, -0.030), (0.095, 0.050, 0.110), turned(("y", -12))))
    f.add(Bone((0.020, 0.075, -0.050), (0.062, 0.080, -0.155), 0.060, 0.040), 0.04)
    f.add(Bone((-0.065, 0.068, -0.010), (-0.025, 0.076, -0.170), 0.050, 0.034), 0.05)  # back of the thigh, with its breeches
    f.add(Egg((0.068, 0.080, -0.166), (0.030, 0.030, 0.034)), 0.03)  # stifle
    f.add(Bone((0.055, 0.078, -0.175), (-0.005, y, -0.255), 0.0390, 0.0270), 0.03)
    f.add(Bone((-0.005, y, -0.255), (-0.055, y, -0.315), 0.0270, 0.0185), 0.02)
    f.add(Bone((0.005, 0.076, -0.190), (-0.045, y, -0.262), 0.0360, 0.0160), 0.03)  # calf
    f.add(Bone((-0.045, y, -0.258), (-0.081, y, -0.304), 0.0105, 0.0085), 0.016)  # tendon
    f.add(Bone((-0.084, y, -0.303), (-0.072, y, -0.330), 0.0120, 0.0150), 0.010)  # point of the hock
    f.add(Egg((-0.062, y, -0.322), (0.0230, 0.0205, 0.0250)), 0.014)
    f.add(Bone((-0.066, y, -0.335), (-0.046, y, -0.420), 0.0180, 0.0170), 0.016)
    f.add(Bone((-0.074, y, -0.330), (-0.058, y, -0.418), 0.0125, 0.0125), 0.012)
    f.cut(Egg((-0.054, y + 0.0305, -0.304), (0.015, 0.012, 0.022), turned(("y", 38))), 0.014)  # hollows before the tendon
    f.cut(Egg((-0.054, y - 0.0305, -0.304), (0.015, 0.012, 0.022), turned(("y", 38))), 0.014)
    f.add(paw((-0.040, y, -0.425), 0.94), 0.012)
    return f


# Toes, from the inner one on: aside of the middle, reach ahead of the joint, angle to the side.
TOES = [(-0.0215, 0.0330, -9), (-0.0085, 0.0440, -3), (0.0085, 0.0440, 3), (0.0215, 0.0330, 9)]


def toe_points(at, size, toe):
    """Root, knuckle, end of a toe, and the tip of its claw."""
    aside, reach, angle = toe
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))

    def point(x, z):
        return array((at[0] + size * (x * c), at[1] + size * (aside + (x - 0.02) * s), SOLE + size * z))

    return point(reach - 0.040, 0.0230), point(reach - 0.013, 0.0255), point(reach + 0.001, 0.0130), point(reach + 0.0215, 0.0050)


def paw(at, size):
    """Its sole lies on the ground: four arched toes around a pad."""
    f = Field()
    x, y, _ = at
    f.add(Egg((x + 0.006 * size, y, SOLE + 0.021 * size), (0.026 * size, 0.0250 * size, 0.019 * size)))
    f.add(Egg((x - 0.002 * size, y, SOLE + 0.010 * size), (0.021 * size, 0.0215 * size, 0.0105 * size)), 0.010)  # pad
    toes = Field()
    for toe in TOES:
        root, knuckle, end, _ = toe_points(at, size, toe)
        one = Field()
        one.add(Bone(root, knuckle, 0.0110 * size, 0.0118 * size))
        one.add(Bone(knuckle, end, 0.0118 * size, 0.0104 * size), 0.005)
        one.add(Egg(end - (0.002, 0, 0.0035 * size), (0.0120 * size, 0.0092 * size, 0.0095 * size)), 0.005)
        toes.add(one, 0.0012)
    f.add(toes, 0.0075)
    f.keep(Half((x, y, SOLE), (0, 0, -1), 0.2), 0.004)
    return f


def claws():
    f = Field()
    for at, size in (((0.520, 0.080), 1.0), ((-0.040, 0.075), 0.94)):
        for toe in TOES:
            _, _, end, tip = toe_points(at, size, toe)
            middle = 0.5 * (end + tip) + (0, 0, 0.0025 * size)
            f.add(Bone(end + (0.002, 0, 0.002), middle, 0.0046 * size, 0.0036 * size))
            f.add(Bone(middle, tip, 0.0036 * size, 0.0012 * size), 0.003)
    f.add(Bone((0.498, 0.057, -0.388), (0.507, 0.0555, -0.400), 0.0036, 0.0012))
    return f
