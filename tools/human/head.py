"""The head, in the frame of the body `head`: x ahead, y left, z up, the origin at the base of the skull. Metres; only y >= 0."""

import numpy as np

from .field import Bone, Egg, Field, Function, Loft, array, common, cut, ramp, turned, united

EYE = array((0.0795, 0.0315, 0.1175))  # middle of the left eyeball
EYE_RADIUS = 0.0122
MOUTH_Z = 0.0480
WIDE = 0.0265  # of the mouth, from its middle to a corner


def eye_opening(p):
    """Positive within the almond between the lids, seen from ahead."""
    y, z = p[:, 1] - EYE[1], p[:, 2] - EYE[2]
    t = np.clip(y / 0.0152, -1, 1)
    tilt = 0.05 * y
    upper = 0.0050 * (1 - np.abs(t) ** 2.2) + tilt
    lower = -0.0046 * (1 - np.abs(t) ** 2.1) + tilt
    return np.minimum(np.minimum(upper - z, z - lower), 0.0154 - np.abs(y))


def lids(p):
    """A shell over the eyeball, open in the almond."""
    r = np.linalg.norm(p - EYE, axis=1)
    shell = np.maximum(r - (EYE_RADIUS + 0.0017), (EYE_RADIUS - 0.004) - r)
    behind = 0.004 - (p[:, 0] - EYE[0])
    return common(common(shell, eye_opening(p), 0.0012), behind, 0.002)


def socket(p):
    """What is carved for the eyeball, where the lids are open."""
    r = np.linalg.norm(p - EYE, axis=1)
    return np.maximum(r - (EYE_RADIUS + 0.0004), -eye_opening(p) - 0.0002)


def ear():
    f = Field()
    c = array((-0.0020, 0.0790, 0.1090))
    tilt = turned(("y", -10)) @ turned(("z", -22))

    def at(x, z, out=0.0):
        return c + tilt @ array((x, out, z))

    f.add(Egg(at(0, 0.002), (0.0145, 0.0042, 0.0265), tilt))
    rim = [(0.0110, -0.0020, 0.0005), (0.0155, 0.0060, 0.0010), (0.0148, 0.0180, 0.003), (0.0080, 0.0275, 0.0045), (-0.0030, 0.0300, 0.006), (-0.0125, 0.0245, 0.0075),
           (-0.0165, 0.0130, 0.0080), (-0.0155, -0.0010, 0.0070), (-0.0105, -0.0130, 0.0050), (-0.0030, -0.0225, 0.0030), (0.0050, -0.0260, 0.0010)]
    radius = [0.0026, 0.0026, 0.0028, 0.0030, 0.0031, 0.0031, 0.0030, 0.0029, 0.0032, 0.0044, 0.0042]
    from scipy.interpolate import CubicSpline
    curve = CubicSpline(np.arange(len(rim)), np.column_stack([rim, radius]))
    rim = curve(np.linspace(0, len(rim) - 1, 34))
    for a, b in zip(rim, rim[1:]):
        f.add(Bone(at(*a[:3]), at(*b[:3]), a[3], b[3]), 0.001)
    f.add(Bone(at(0.009, -0.008, 0.004), at(0.0125, 0.0, 0.001), 0.0036, 0.003), 0.003)  # tragus
    inner = [(0.006, 0.017, 0.0045), (-0.004, 0.014, 0.0052), (-0.0085, 0.004, 0.0050), (-0.006, -0.009, 0.0045)]
    f.cut(Egg(at(0.0005, 0.0, 0.0055), (0.0080, 0.0060, 0.0120), tilt), 0.003)
    for a, b in zip(inner, inner[1:]):
        f.add(Bone(at(*[a[0], a[1], a[2] - 0.002]), at(*[b[0], b[1], b[2] - 0.002]), 0.0024, 0.0024), 0.003)
    f.add(Egg(at(0.010, 0.0, -0.005), (0.010, 0.006, 0.02), tilt), 0.006)  # what joins it to the head
    return f


def lip_line(t):
    """Points from the middle of the mouth (t = 0) to its corner (t = 1)."""
    return array((0.1050 - 0.0130 * t**1.8, WIDE * t, MOUTH_Z - 0.0002 * t * t + 0.0006 * np.cos(7 * t)))


def head(ears=True):
    f = Field()
    f.add(Egg((0.0070, 0, 0.1420), (0.0960, 0.0745, 0.0895)))
    f.add(Egg((-0.0180, 0, 0.1300), (0.0700, 0.0735, 0.0800)), 0.03)
    # The face, from the chin up: (z, left, right, front, back, n).
    f.add(Loft([(0.004, 0.020, 0.020, 0.0900, 0.0450, 2.2), (0.014, 0.027, 0.027, 0.0955, 0.0200, 2.1), (0.030, 0.0390, 0.0390, 0.0960, -0.01, 2.1),
                (0.050, 0.0500, 0.0500, 0.0980, -0.02, 2.1), (0.075, 0.0600, 0.0600, 0.0990, -0.03, 2.1), (0.100, 0.0655, 0.0655, 0.0975, -0.04, 2.3),
                (0.125, 0.0675, 0.0675, 0.0975, -0.05, 2.3), (0.150, 0.0665, 0.0665, 0.0990, -0.05, 2.3), (0.175, 0.0620, 0.0620, 0.0930, -0.04, 2.2)], 0.02), 0.015)
    # Jaw, from the angle to the chin, and its branch up to the ear.
    f.add(Bone((0.0150, 0.0440, 0.0400), (0.0800, 0.0150, 0.0130), 0.0125, 0.0110), 0.030)
    f.add(Bone((0.0150, 0.0440, 0.0400), (0.0040, 0.0570, 0.0900), 0.0125, 0.0130), 0.030)
    f.add(Egg((0.0870, 0, 0.0150), (0.0150, 0.0180, 0.0125)), 0.016)  # chin
    f.add(Egg((0.0720, 0.0440, 0.0890), (0.0180, 0.0190, 0.0140), turned(("z", -25))), 0.022)  # cheekbone
    f.add(Egg((0.0640, 0.0380, 0.0600), (0.0240, 0.0200, 0.0300)), 0.030)  # cheek
    # Brow.
    f.add(Bone((0.0935, 0.0100, 0.1330), (0.0850, 0.0400, 0.1360), 0.0085, 0.0070), 0.014)
    f.add(Egg((0.0960, 0, 0.1330), (0.0080, 0.0130, 0.0090)), 0.012)
    f.cut(Egg((0.1000, 0.0330, 0.1175), (0.0150, 0.0200, 0.0115), turned(("z", -14))), 0.012)
    f.cut(Egg((0.1010, 0.0145, 0.1175), (0.0120, 0.0075, 0.0100)), 0.010)  # beside the bridge
    # Eyes.
    f.add(Egg(EYE, (EYE_RADIUS + 0.0002,) * 3), 0.007)
    f.add(Function(lids, EYE, 0.016), 0.0022)
    f.cut(Function(socket, EYE, 0.016), 0.0006)
    # The fold over the upper lid.
    fold = [(-0.0120, 0.0030), (-0.005, 0.0076), (0.004, 0.0082), (0.0130, 0.0042)]
    ends = []
    for y, z in fold:
        r = EYE_RADIUS + 0.0022
        ends.append(EYE + array((np.sqrt(max(r * r - y * y - z * z, 1e-6)), y, z)))
    for a, b in zip(ends, ends[1:]):
        f.cut(Bone(a, b, 0.0007), 0.0016)
    # Nose.
    f.add(Bone((0.0965, 0, 0.1260), (0.1150, 0, 0.0820), 0.0062, 0.0078), 0.010)
    f.add(Bone((0.0930, 0.006, 0.1150), (0.1020, 0.0110, 0.0790), 0.0060, 0.0075), 0.010)
    f.add(Egg((0.1165, 0, 0.0775), (0.0095, 0.0092, 0.0085)), 0.006)
    f.add(Egg((0.1070, 0.0112, 0.0742), (0.0090, 0.0050, 0.0066), turned(("z", -14))), 0.005)
    f.add(Bone((0.1030, 0, 0.0690), (0.1165, 0, 0.0710), 0.0042, 0.0040), 0.004)
    f.cut(Bone((0.1135, 0.0062, 0.0670), (0.1070, 0.0080, 0.0720), 0.0028, 0.0030), 0.0022)
    f.cut(Bone((0.1010, 0.0172, 0.0780), (0.0970, 0.0190, 0.0705), 0.0008, 0.0008), 0.006)  # behind the wing
    # Mouth.
    f.add(Egg((0.0830, 0, 0.0480), (0.0210, 0.0300, 0.0190)), 0.016)
    ts = np.linspace(0, 1, 7)
    line = [lip_line(t) for t in ts]
    for i, (a, b) in enumerate(zip(line, line[1:])):
        t, s = ts[i], ts[i + 1]
        up = array((-0.0010, 0, 0.0046))
        low = array((-0.0022, 0, -0.0050))
        bow = 0.0010 * np.exp(-(((np.array((t, s)) - 0.2) / 0.15) ** 2))
        f.add(Bone(a + up * (1 - 0.75 * t**1.5) + (0, 0, bow[0]), b + up * (1 - 0.75 * s**1.5) + (0, 0, bow[1]), 0.0039 - 0.0019 * t, 0.0039 - 0.0019 * s), 0.0040)
        f.add(Bone(a + low * (1 - 0.6 * t**2), b + low * (1 - 0.6 * s**2), 0.0048 - 0.0027 * t**1.5, 0.0048 - 0.0027 * s**1.5), 0.0045)
    for a, b in zip(line, line[1:]):
        f.cut(Bone(a + (0.0038, 0, 0), b + (0.0034, 0, 0), 0.0011, 0.0010), 0.0022)
    f.cut(Bone((0.1085, 0, 0.0640), (0.1090, 0, 0.0570), 0.0022, 0.0030), 0.0045)  # philtrum
    f.cut(Bone((0.1045, 0.0, 0.0315), (0.0990, 0.0120, 0.0305), 0.0030, 0.0025), 0.012)  # above the chin
    if ears:
        f.add(ear(), 0.004)
    return f


def lip_share(q):
    """How red a point of the face is painted, by its place on the lips: 0 to 1."""
    t = np.clip(q[:, 1] / WIDE, 0, 1)
    line = MOUTH_Z - 0.0002 * t * t + 0.0006 * np.cos(7 * t)
    bow = 0.0012 * np.exp(-(((t - 0.2) / 0.15) ** 2)) - 0.0004 * np.exp(-((t / 0.1) ** 2))
    top = line + (0.0070 + bow) * (1 - t**2.2)
    low = line - 0.0088 * (1 - t**2.6)
    inside = np.minimum(top - q[:, 2], q[:, 2] - low)
    return ramp(-0.0008, 0.0010, inside) * (q[:, 0] > 0.088) * ramp(1.03, 0.93, q[:, 1] / WIDE)


def hair_reach(q):
    """Depth (m) of a point of the head within the hairline; negative outside."""
    x, y, z = q.T
    # Forehead; temple; around the ear; nape.
    front = 0.0830 - 0.030 * np.clip((np.abs(y) - 0.018) / 0.04, 0, 1) ** 1.5 + 0.010 * np.exp(-((y / 0.03) ** 2))
    ahead = np.minimum(front - x, 1)  # behind the line of the forehead, where that is high
    high = z - (0.168 + 0.012 * np.exp(-((y / 0.028) ** 2)) - 0.006 * np.exp(-(((np.abs(y) - 0.046) / 0.010) ** 2)))
    crown = np.where(x > 0.0, np.maximum(high, 0.85 * (0.036 - x)), 1)
    side = z - np.where(x > 0.022, 0.118, np.where(x > -0.024, 0.140 - 0.030 * ramp(0.010, 0.022, x), 0.0))
    nape = z - 0.050 - 0.9 * np.maximum(x + 0.045, 0)
    burns = 0.034 - x
    low = np.where(x > 0.012, np.minimum(side + 0.018, np.maximum(burns, high)), np.where(x > -0.022, z - 0.143, nape))
    return np.minimum(np.minimum(crown, low), 0.05)


def hair(skin):
    """The surface of the hair over that of the skin, with locks combed back and to the side."""
    def distance(p):
        x, y, z = p.T
        reach = hair_reach(p)
        thick = -0.003 + 0.0105 * ramp(-0.004, 0.045, reach) + 0.0065 * ramp(0.15, 0.23, z) * ramp(0.0, 0.03, reach)
        a = np.arctan2(z - 0.12, y + 0.012)
        comb = np.sin(46 * a + 9 * np.sin(22 * x) + 2.5 * np.sin(60 * z)) + 0.6 * np.sin(85 * a + 40 * x + 3 * np.sin(50 * x))
        flow = 0.0009 * comb * ramp(0.0, 0.03, reach)
        return skin(p) - thick - flow

    return distance


BROW = [array((0.0120, 0.1318)), array((0.0250, 0.1352)), array((0.0385, 0.1362)), array((0.0490, 0.1318))]


def brow_share(q):
    """0 to 1 within the brows, by y and z."""
    best = np.full(len(q), 1.0)
    p = q[:, 1:]
    for (a, ra), (b, rb) in zip(zip(BROW, (0.0034, 0.0038, 0.0030, 0.0012)), list(zip(BROW, (0.0034, 0.0038, 0.0030, 0.0012)))[1:]):
        ab = b - a
        t = np.clip((p - a) @ ab / (ab @ ab), 0, 1)
        best = np.minimum(best, np.linalg.norm(p - a - t[:, None] * ab, axis=1) - (ra + t * (rb - ra)))
    return ramp(0.0012, -0.0016, best) * (q[:, 0] > 0.05)


def brows(skin):
    def distance(p):
        strokes = 0.00022 * np.sin(1900 * (p[:, 1] - 0.6 * p[:, 2]))
        return skin(p) + 0.0012 - (0.0024 + strokes) * brow_share(p)

    return distance
