"""The skeleton: one field for the bones of each body of figures/thesis_human.yaml, in the root's frame. Metres; left side and middle.

Shafts are thinner than the ends that carry joints. The feet have their 26 bones each: talus, calcaneus, navicular, cuboid, three
cuneiforms (with the navicular, on the body `nav`), five metatarsals, fourteen phalanges."""

import numpy as np
from scipy.interpolate import CubicSpline

from .body import FINGERS, THUMB, finger_points, toe_tips
from .field import Bone, Box, Egg, Field, Half, array, turned

EDGE = 0.002


def strand(f, points, radii, k=EDGE, count=0):
    """A row of bones along points; `count` more along a smooth curve through them."""
    points, radii = array(points), array(radii)
    if count:
        t = np.arange(len(points))
        s = np.linspace(0, len(points) - 1, count)
        points, radii = CubicSpline(t, points)(s), np.interp(s, t, radii)
    for a, b, ra, rb in zip(points, points[1:], radii, radii[1:]):
        f.add(Bone(a, b, ra, rb), k)


def long_bone(f, a, b, ra, waist, rb, k=0.004):
    a, b = array(a), array(b)
    f.add(Bone(a, a + 0.30 * (b - a), ra, waist), k)
    f.add(Bone(a + 0.25 * (b - a), a + 0.75 * (b - a), waist), k)
    f.add(Bone(a + 0.72 * (b - a), b, waist, rb), k)


def vertebra(f, c, size, back):
    c, back = array(c), array(back)
    f.add(Egg(c, (0.0140 * size, 0.0175 * size, 0.0100 * size)), 0.001)
    f.add(Bone(c + 0.6 * size * 0.02 * back, c + 0.036 * size * back, 0.0058 * size, 0.0045 * size), EDGE)
    f.add(Bone(c + 0.013 * size * back, c + (0, 0.026 * size, 0) + 0.018 * size * back, 0.0052 * size, 0.0042 * size), EDGE)


def thorax():
    f = Field()
    spine = CubicSpline([-0.14, -0.06, 0.04, 0.13, 0.20, 0.25, 0.285], [-0.046, -0.060, -0.080, -0.084, -0.070, -0.048, -0.028])
    for i, z in enumerate(np.linspace(-0.135, 0.215, 14)):
        vertebra(f, (spine(z), 0, z), 1.08 - 0.022 * i, (-0.85, 0, -0.52))
    for z in np.linspace(0.233, 0.300, 5):
        vertebra(f, (spine(min(z, 0.285)), 0, z), 0.72, (-0.95, 0, -0.3))
    width = [0.052, 0.082, 0.102, 0.115, 0.123, 0.128, 0.130, 0.128, 0.122, 0.112]
    ahead = [0.050, 0.064, 0.078, 0.090, 0.098, 0.102, 0.103, 0.100, 0.096, 0.088]
    ends = []
    for i in range(10):
        z = 0.212 - 0.0265 * i
        back = float(spine(z)) - 0.006
        middle, reach = (ahead[i] + back) / 2 - 0.008, (ahead[i] - back) / 2 + 0.008
        last = 20 if i < 7 else 34 + 9 * (i - 7)
        angles = np.radians(np.linspace(172, last, 15))
        drop = (0.030 + 0.0065 * min(i, 7)) * ((1 - np.cos(np.pi - angles)) / 2) ** 1.15
        points = np.column_stack([middle + reach * np.cos(angles), width[i] * np.sin(angles) ** 0.85, z - drop])
        strand(f, points, np.full(len(points), 0.0056))
        ends.append(points[-1])
    sternum = [(0.052, 0, 0.180), (0.064, 0, 0.145), (0.084, 0, 0.085), (0.096, 0, 0.030)]
    for side in (0.0, 0.008):
        strand(f, array(sternum) + (0, side, 0), (0.0095, 0.0085, 0.0075, 0.006), 0.004)
    heights = (0.170, 0.145, 0.122, 0.098, 0.075, 0.055, 0.040)
    for end, z in zip(ends, heights):  # cartilage
        x = np.interp(z, [0.030, 0.085, 0.145, 0.180], [0.096, 0.084, 0.064, 0.052])
        f.add(Bone(end, (x, 0.008, z), 0.0052, 0.0048), EDGE)
    for a, b in zip(ends[6:], ends[7:]):
        f.add(Bone(b, a, 0.0050, 0.0050), EDGE)
    strand(f, [(0.055, 0.018, 0.186), (0.058, 0.055, 0.194), (0.030, 0.105, 0.205), (0.002, 0.150, 0.208), (-0.006, 0.172, 0.210)], (0.0095, 0.0065, 0.0065, 0.0070, 0.0080), count=12)
    # Shoulder blade: a plate with a spine that ends over the joint.
    plate = turned(("z", -28), ("y", -4))
    f.add(Egg((-0.092, 0.098, 0.115), (0.0055, 0.040, 0.070), plate), EDGE)
    f.cut(Egg((-0.096, 0.140, 0.085), (0.03, 0.022, 0.060)), 0.006)
    strand(f, [(-0.104, 0.070, 0.160), (-0.088, 0.120, 0.182), (-0.050, 0.168, 0.208), (-0.012, 0.180, 0.214)], (0.0045, 0.0060, 0.0070, 0.0075), 0.004, 9)
    f.add(Egg((-0.034, 0.162, 0.182), (0.014, 0.008, 0.018)), 0.006)  # socket
    f.add(Bone((-0.036, 0.160, 0.178), (-0.080, 0.118, 0.150), 0.011, 0.005), 0.008)
    strand(f, [(-0.040, 0.150, 0.198), (-0.004, 0.148, 0.196), (0.014, 0.158, 0.186)], (0.006, 0.006, 0.006), count=6)
    return f


def pelvis():
    f = Field()
    for z, x in zip(np.linspace(-0.165, -0.222, 3), (-0.044, -0.042, -0.046)):
        vertebra(f, (x, 0, z), 1.2, (-0.97, 0, -0.25))
    for x, z, w, d in ((-0.058, -0.248, 0.046, 0.017), (-0.072, -0.278, 0.038, 0.014), (-0.082, -0.308, 0.028, 0.012), (-0.080, -0.335, 0.016, 0.009)):
        f.add(Egg((x, 0, z), (d, w, 0.019)), 0.008)
    strand(f, [(-0.074, 0.038, -0.232), (-0.052, 0.078, -0.192), (-0.010, 0.116, -0.174), (0.036, 0.132, -0.186), (0.068, 0.120, -0.222)], (0.010, 0.0075, 0.0080, 0.0085, 0.0095), count=14)
    wing = turned(("x", -16), ("z", 38))
    f.add(Egg((-0.004, 0.096, -0.232), (0.066, 0.0075, 0.056), wing), 0.008)
    f.add(Egg((0.036, 0.108, -0.248), (0.034, 0.0085, 0.050), turned(("x", -10), ("z", 8))), 0.010)
    f.add(Bone((-0.058, 0.040, -0.252), (-0.050, 0.062, -0.240), 0.020, 0.014), 0.010)
    hip = array((0.030, 0.100, -0.323))
    f.add(Bone(hip + (-0.004, -0.020, 0.030), hip + (0.012, 0.010, 0.060), 0.020, 0.012), 0.012)
    f.add(Egg(hip + (0, -0.012, 0.002), (0.034, 0.026, 0.034)), 0.010)
    strand(f, [hip + (0.020, -0.030, -0.004), (0.070, 0.045, -0.338), (0.076, 0.012, -0.350)], (0.012, 0.0085, 0.0110), 0.006)
    strand(f, [(0.076, 0.012, -0.355), (0.050, 0.036, -0.392), (0.006, 0.060, -0.418)], (0.0085, 0.0070, 0.0120), 0.006)
    strand(f, [hip + (-0.020, -0.024, -0.020), (-0.004, 0.066, -0.390), (-0.002, 0.062, -0.416)], (0.017, 0.014, 0.015), 0.006)
    f.add(Egg((0.077, 0, -0.352), (0.009, 0.008, 0.018)), 0.004)
    f.cut(Egg(hip + (0, 0.008, -0.002), (0.0265, 0.0300, 0.0265)), 0.003)
    return f


def skull(t):
    f = Field()
    f.frame = (np.eye(3), t)
    f.add(Egg((0.0050, 0, 0.1460), (0.0860, 0.0665, 0.0790)))
    f.add(Egg((-0.022, 0, 0.124), (0.060, 0.062, 0.062)), 0.02)
    f.add(Egg((0.055, 0, 0.112), (0.036, 0.046, 0.044)), 0.012)
    f.add(Egg((0.064, 0, 0.068), (0.028, 0.027, 0.022)), 0.012)
    strand(f, [(0.092, 0.006, 0.1335), (0.088, 0.030, 0.1370), (0.072, 0.050, 0.126), (0.068, 0.051, 0.110)], (0.0075, 0.0065, 0.0060, 0.0065), 0.006, 9)
    strand(f, [(0.083, 0.022, 0.094), (0.077, 0.042, 0.092), (0.066, 0.052, 0.098)], (0.0070, 0.0090, 0.0080), 0.006)
    strand(f, [(0.066, 0.053, 0.096), (0.038, 0.065, 0.093), (0.004, 0.064, 0.096)], (0.0065, 0.0048, 0.0052), 0.003, 8)
    f.add(Bone((0.091, 0, 0.128), (0.102, 0, 0.108), 0.0055, 0.0042), 0.006)
    f.cut(Egg((0.084, 0.0315, 0.1155), (0.030, 0.0175, 0.0155), turned(("y", 6))), 0.003)
    f.cut(Egg((0.086, 0.0062, 0.0870), (0.022, 0.0078, 0.0150), turned(("x", 12))), 0.002)
    f.cut(Egg((0.046, 0.072, 0.118), (0.026, 0.0125, 0.026)), 0.008)
    f.cut(Egg((-0.010, 0, 0.058), (0.075, 0.040, 0.022)), 0.012)
    # Lower jaw.
    strand(f, [(0.085, 0.004, 0.0140), (0.076, 0.021, 0.0150), (0.048, 0.038, 0.0230), (0.0180, 0.048, 0.0350)], (0.0115, 0.0100, 0.0085, 0.0090), 0.003, 10)
    strand(f, [(0.0180, 0.048, 0.0350), (0.012, 0.050, 0.060), (0.006, 0.051, 0.086)], (0.0090, 0.0085, 0.0065), 0.004)
    strand(f, [(0.022, 0.047, 0.040), (0.030, 0.047, 0.062), (0.030, 0.048, 0.082)], (0.0085, 0.0070, 0.0040), 0.006)
    strand(f, [(0.083, 0.0, 0.0230), (0.077, 0.016, 0.0250), (0.052, 0.028, 0.030)], (0.0080, 0.0075, 0.0065), 0.006, 6)
    for k in range(8):
        angle = 0.09 + 0.185 * k
        x, y = 0.052 + 0.0415 * np.cos(angle), 0.0265 * np.sin(angle) / np.sin(1.4)
        wide = 0.0037 if k < 3 else 0.0045
        f.add(Egg((x, y, 0.0505), (0.0042, wide, 0.0068)), 0.0004)
        f.add(Egg((x - 0.003, 0.96 * y, 0.0385), (0.0040, 0.93 * wide, 0.0066)), 0.0004)
    return f


def arm_bones(X):
    h = Field().within(X["left_humerus"])
    h.add(Egg((0, -0.010, 0.000), (0.0235, 0.0225, 0.0235)))
    h.add(Egg((0.004, 0.016, -0.010), (0.0170, 0.0120, 0.0240)), 0.006)
    strand(h, [(0, 0.006, -0.020), (0, 0.010, -0.080), (0, 0.0114, -0.200), (0, 0.0114, -0.285), (0, 0.0114, -0.316)], (0.0190, 0.0120, 0.0105, 0.0115, 0.0150), 0.010)
    h.add(Bone((0, -0.020, -0.318), (0, 0.042, -0.318), 0.0095, 0.0085), 0.008)
    h.add(Bone((0, -0.006, -0.326), (0, 0.032, -0.326), 0.0125, 0.0115), 0.003)
    R, t = X["left_forearm"]
    H, w = X["left_hand"]
    f = Field()
    at = lambda *p: t + R @ array(p)
    wrist = lambda *p: w + H @ array(p)
    strand(f, [at(-0.020, -0.004, 0.016), at(-0.012, -0.006, -0.018), at(-0.010, -0.008, -0.060), 0.5 * (at(-0.008, -0.010, -0.130) + wrist(-0.006, -0.016, 0.130)), wrist(-0.004, -0.021, 0.030), wrist(-0.003, -0.021, 0.010)],
           (0.0120, 0.0125, 0.0075, 0.0065, 0.0060, 0.0085), 0.004, 16)
    strand(f, [at(0.004, 0.022, -0.012), at(0.003, 0.020, -0.026), at(0.004, 0.016, -0.050), 0.5 * (at(0.010, 0.010, -0.130) + wrist(0.004, 0.018, 0.130)), wrist(0.000, 0.014, 0.040), wrist(0, 0.010, 0.013)],
           (0.0105, 0.0075, 0.0080, 0.0068, 0.0085, 0.0140), 0.004, 16)
    g = Field().within(X["left_hand"])
    for y, z in ((0.018, -0.006), (0.004, -0.003), (-0.010, -0.005), (-0.019, -0.010), (0.021, -0.020), (0.008, -0.019), (-0.004, -0.020), (-0.016, -0.022)):
        g.add(Egg((0.001, y, z), (0.0085, 0.0072, 0.0078)), 0.001)
    for finger in FINGERS:
        points, _ = finger_points(finger)
        s = finger[3] / 0.0094
        long_bone(g, (0.0, 0.58 * finger[0] + 0.002, -0.030), points[0] + (0, 0, 0.003), 0.0078 * s, 0.0042 * s, 0.0078 * s)
        for i, (ra, rm, rb) in enumerate(((0.0074, 0.0042, 0.0060), (0.0062, 0.0036, 0.0050), (0.0052, 0.0028, 0.0036))):
            a, b = points[i], points[i + 1]
            u = (b - a) / np.linalg.norm(b - a)
            long_bone(g, a + 0.0072 * s * u, b - (0.0040 if i < 2 else 0.0045) * u, ra * s, rm * s, rb * s, 0.003)
    for i, (a, b) in enumerate(zip(THUMB, THUMB[1:])):
        u = (array(b) - array(a)) / np.linalg.norm(array(b) - array(a))
        long_bone(g, array(a) + 0.007 * u, array(b) - 0.004 * u, (0.0085, 0.0078, 0.0066)[i], (0.0050, 0.0048, 0.0034)[i], (0.0080, 0.0064, 0.0042)[i], 0.003)
    return {"left_humerus": h, "left_forearm": f, "left_hand": g}


def leg_bones(X):
    f = Field().within(X["left_thigh"])
    f.add(Egg((0, 0, 0), (0.0235, 0.0235, 0.0235)))
    f.add(Bone((0, 0.004, -0.003), (-0.002, 0.046, -0.040), 0.0140, 0.0180), 0.006)
    f.add(Egg((-0.006, 0.055, -0.022), (0.0190, 0.0140, 0.0280)), 0.010)
    f.add(Egg((-0.014, 0.028, -0.070), (0.012, 0.011, 0.016)), 0.010)
    strand(f, [(-0.002, 0.046, -0.045), (0.004, 0.034, -0.140), (0.006, 0.020, -0.250), (0.002, 0.006, -0.350), (0.000, 0.002, -0.398)], (0.0200, 0.0145, 0.0140, 0.0165, 0.0235), 0.010, 10)
    for y in (-0.022, 0.024):
        f.add(Egg((-0.006, y, -0.409), (0.0290, 0.0180, 0.0235)), 0.008)
    f.cut(Egg((-0.034, 0.001, -0.424), (0.024, 0.0080, 0.020)), 0.006)
    s = Field().within(X["left_shank"])
    for y in (-0.020, 0.021):
        s.add(Egg((-0.002, y, -0.0160), (0.0245, 0.0190, 0.0150)), 0.010)
    strand(s, [(0.000, -0.001, -0.024), (0.007, -0.003, -0.070), (0.010, -0.006, -0.150), (0.008, -0.008, -0.300), (0.006, -0.009, -0.392), (0.006, -0.009, -0.414)], (0.0260, 0.0185, 0.0135, 0.0115, 0.0150, 0.0190), 0.010, 12)
    s.add(Egg((0.020, 0, -0.052), (0.010, 0.009, 0.018)), 0.008)
    s.add(Bone((0.008, -0.028, -0.412), (0.008, -0.030, -0.428), 0.0095, 0.0070), 0.006)
    s.cut(Egg((0.0075, -0.010, -0.4340), (0.0240, 0.0150, 0.0180)), 0.003)
    strand(s, [(-0.016, 0.037, -0.034), (-0.014, 0.036, -0.070), (-0.008, 0.031, -0.250), (-0.003, 0.024, -0.390), (-0.002, 0.019, -0.436)], (0.0105, 0.0062, 0.0058, 0.0068, 0.0085), 0.004, 12)
    s.add(Egg((0.0400, 0.001, 0.014), (0.0095, 0.0205, 0.0215), turned(("y", -8))))
    s.add(Bone((0.038, 0, -0.006), (0.026, 0, -0.044), 0.0040, 0.0040))
    return {"left_thigh": f, "left_shank": s}


def foot_bones(X):
    out = {}

    def new(name):
        out[name] = Field().within(X[name])
        return out[name]

    f = new("left_talus")
    f.add(Egg((-0.002, 0.001, -0.0065), (0.0215, 0.0150, 0.0150)))
    f.add(Bone((0.006, -0.004, -0.010), (0.027, -0.012, -0.0165), 0.0115, 0.0125), 0.005)
    f = new("left_hindfoot")
    f.add(Bone((0.010, 0.008, -0.014), (-0.030, 0.003, -0.020), 0.0125, 0.0150), 0.004)
    f.add(Egg((-0.040, 0.002, -0.0290), (0.0170, 0.0160, 0.0180)), 0.010)
    f.add(Bone((0.004, -0.008, -0.008), (-0.006, -0.012, -0.008), 0.0075, 0.0065), 0.006)
    f = new("left_nav")
    f.add(Egg((0.0080, -0.001, 0.0030), (0.0080, 0.0180, 0.0135), turned(("y", 10))))
    for y, z, w in ((-0.0085, -0.004, 0.0100), (0.0060, 0.004, 0.0072), (0.0170, 0.002, 0.0072)):
        f.add(Egg((0.0225 - 0.3 * max(y, 0), y, z), (0.0110, w, 0.0118)), 0.0004)
    f = new("left_cuboid")
    f.add(Box((0.0125, 0.0020, -0.0010), (0.0140, 0.0125, 0.0105), 0.006, turned(("y", 15))))
    for i, (names, length) in enumerate(toe_tips(X)):
        for k, name in enumerate(names):
            f = Field()
            R, t = X[name]
            end = X[names[k + 1]][1] if k + 1 < len(names) else t + R @ array((length - 0.0035, 0.0006, -0.0005))
            u = (end - t) / np.linalg.norm(end - t)
            if k == 0:
                ra, rm, rb = (0.0125, 0.0068, 0.0112) if i == 0 else (0.0086, 0.0040, 0.0068)
                long_bone(f, t + 0.007 * u, end - 0.5 * rb * u, ra, rm, rb, 0.006)
            elif k + 1 < len(names):
                ra, rm, rb = (0.0100, 0.0062, 0.0078) if i == 0 else (0.0060, 0.0034, 0.0044)
                ra, rm, rb = (ra, rm, rb) if k == 1 else (0.0046, 0.0036, 0.0042)
                back = ra if k == 1 else 0.8 * ra
                long_bone(f, t + back * u, end - 0.5 * rb * u, ra, rm, rb, 0.004)
            else:
                ra, rm, rb = (0.0082, 0.0056, 0.0060) if i == 0 else (0.0042, 0.0028, 0.0034)
                long_bone(f, t + 0.9 * ra * u, end - rb * u, ra, rm, rb, 0.004)
            out[name] = f
    return out


def skeleton(X):
    """{body: (field, symmetric)}"""
    out = {"abdomen": (thorax(), True), "pelvis": (pelvis(), True), "head": (skull(X["head"][1]), True)}
    for group in (arm_bones(X), leg_bones(X), foot_bones(X)):
        out.update({name: (f, False) for name, f in group.items()})
    return out
