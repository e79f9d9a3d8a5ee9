"""The head, in the frame of the body `head`: x ahead, y left, z up. Metres; only y >= 0."""

import numpy as np

from human.field import Bone, Egg, Field, Function, array, common, ramp, turned

from .solids import Barrel

EYE = array((0.0890, 0.0315, 0.0365))
EYE_RADIUS = 0.0112


def unit(v):
    return array(v) / np.linalg.norm(v)


def eye_frame():
    """Columns: gaze (ahead, aside, a little up), towards the outer corner, up. The outer corner is higher: almond eyes."""
    gaze = unit((0.86, 0.48, 0.14))
    up = array((0, -0.26, 1))
    up = unit(up - gaze * (up @ gaze))
    return np.column_stack([gaze, np.cross(up, gaze), up])


EYE_TURN = eye_frame()


def at_eye(p):
    return (p - EYE) @ EYE_TURN


def eye_opening(p):
    """Positive within the almond between the lids."""
    _, y, z = at_eye(p).T
    t = np.clip(y / 0.0118, -1, 1)
    upper, lower = 0.0060 * (1 - np.abs(t) ** 2.0), -0.0052 * (1 - np.abs(t) ** 1.8)
    return np.minimum(np.minimum(upper - z, z - lower), 0.0118 - np.abs(y))


def lids(p):
    r = np.linalg.norm(p - EYE, axis=1)
    shell = np.maximum(r - (EYE_RADIUS + 0.0022), (EYE_RADIUS - 0.004) - r)
    return common(common(shell, eye_opening(p), 0.0012), 0.003 - at_eye(p)[:, 0], 0.002)


def socket(p):
    r = np.linalg.norm(p - EYE, axis=1)
    return np.maximum(r - (EYE_RADIUS + 0.0005), -eye_opening(p) - 0.0002)


EAR = array((0.0120, 0.0385, 0.0560))  # middle of its base
EAR_HEIGHT = 0.110


def ear_frame():
    """Columns: across (outwards), up, ahead: the ear is open ahead and a little aside."""
    up = unit((0.10, 0.20, 1))
    ahead = array((0.90, 0.42, 0))
    ahead = unit(ahead - up * (ahead @ up))
    return np.column_stack([np.cross(up, ahead), up, ahead])


EAR_TURN = ear_frame()


def ear_sheet(p):
    """Across, share of its height, half width there and depth ahead of the sheet of an ear."""
    u, v, n = ((p - EAR) @ EAR_TURN).T
    t = v / EAR_HEIGHT
    s = np.clip(t, 0, 1)
    width = np.maximum(0.0370 * (1 - s) ** 0.72 * (1 + 0.30 * s) * (1 - 0.55 * ramp(0.16, -0.15, t)), 0.0005)  # its root lies within the head
    bend = 4 + 13 * (1 - s) ** 1.5
    return u, t, width, n - bend * u * u + 0.006 * s * s, bend


def ear(p):
    u, t, width, n, bend = ear_sheet(p)
    thick = 0.0040 - 0.0010 * np.clip(t, 0, 1)
    sheet = np.abs(n) / np.sqrt(1 + (2 * bend * u) ** 2) - thick
    ends = np.maximum(t - 1, -0.15 - t) * EAR_HEIGHT
    return common(common(sheet, 0.92 * (np.abs(u) - width), 0.003), ends, 0.002)


def mouth(x):
    """Height of the line between the lips."""
    return np.interp(x, [0.075, 0.095, 0.120, 0.150, 0.180, 0.196, 0.206], [-0.006, -0.0125, -0.0175, -0.0185, -0.0165, -0.0135, -0.0100])


def head():
    f = Field()
    f.add(Egg((0.0420, 0, 0.0200), (0.0740, 0.0540, 0.0480)))
    f.add(Bone((-0.022, 0, 0.040), (0.040, 0, 0.050), 0.018, 0.020), 0.03)
    f.add(Bone((0.0700, 0.016, 0.0420), (0.0820, 0.014, 0.0400), 0.0190, 0.0150), 0.02)  # forehead
    f.add(Bone((0.0820, 0.0400, 0.0150), (0.0300, 0.0520, 0.0120), 0.0120, 0.0160), 0.03)  # cheek bone
    f.add(Egg((0.0250, 0.0420, -0.0180), (0.0500, 0.0240, 0.0400)), 0.03)  # cheek, with its fur
    f.add(Barrel([(0.060, 0.046, 0.050, 0.010, -0.014, 2), (0.085, 0.0400, 0.0420, 0.008, -0.017, 2.2), (0.105, 0.0335, 0.0345, 0.006, -0.019, 2.4),
                  (0.130, 0.0290, 0.0305, 0.003, -0.0205, 2.5), (0.165, 0.0262, 0.0270, 0.001, -0.0205, 2.5), (0.188, 0.0232, 0.0240, 0.001, -0.018, 2.4),
                  (0.201, 0.0180, 0.0200, 0.001, -0.0130, 2.2), (0.2065, 0.0110, 0.0120, 0.001, -0.0070, 2)], 0.006), 0.014)
    jaw = Field()
    jaw.add(Barrel([(0.020, 0.036, -0.002, -0.020, -0.046, 2), (0.080, 0.0300, -0.008, -0.022, -0.0440, 2), (0.120, 0.0245, -0.010, -0.020, -0.0385, 2),
                    (0.165, 0.0205, -0.010, -0.019, -0.0345, 2), (0.186, 0.0175, -0.010, -0.018, -0.0310, 2), (0.196, 0.0110, -0.011, -0.018, -0.0255, 2)], 0.006))
    f.add(jaw, 0.0022)
    f.add(Bone((0.0200, 0.030, -0.020), (0.0750, 0.026, -0.022), 0.028, 0.018), 0.025)  # covers the corner of the mouth
    f.add(Bone((0.0930, 0.0200, 0.0500), (0.0800, 0.0390, 0.0510), 0.0075, 0.0080), 0.014)  # brow
    f.cut(Egg((0.1020, 0.0330, 0.0360), (0.0130, 0.0120, 0.0100), turned(("z", 30))), 0.014)
    f.add(Egg(EYE, (EYE_RADIUS + 0.0002,) * 3), 0.010)
    f.add(Function(lids, EYE, 0.016), 0.0030)
    f.cut(Function(socket, EYE, 0.016), 0.0006)
    f.add(Egg(EAR + (0.002, 0.002, -0.006), (0.0240, 0.0280, 0.0240)), 0.020)
    f.add(Function(ear, EAR + EAR_TURN @ (0, 0.05, 0.005), 0.085), 0.012)
    f.cut(Bone(EAR + EAR_TURN @ (0, 0.017, 0.0260), EAR + EAR_TURN @ (0.001, 0.052, 0.0160), 0.020, 0.008), 0.012)  # opens the ear at its base
    return f


def nose():
    f = Field()
    f.add(Egg((0.2030, 0, 0.0110), (0.0125, 0.0165, 0.0120)))
    f.add(Egg((0.2085, 0.0065, 0.0110), (0.0080, 0.0095, 0.0095)), 0.006)
    f.add(Bone((0.2060, 0, 0.0020), (0.2035, 0, -0.0085), 0.0055, 0.0030), 0.006)
    f.cut(Egg((0.2170, 0.0068, 0.0095), (0.0065, 0.0034, 0.0038), turned(("z", 15))), 0.002)
    f.cut(Bone((0.2130, 0.0098, 0.0085), (0.2050, 0.0160, 0.0050), 0.0013, 0.0010), 0.002)
    f.cut(Bone((0.2180, 0, 0.0120), (0.2100, 0, -0.0060), 0.0008), 0.003)
    return f


def eye(name):
    gaze = EYE_TURN[:, 0]
    ahead, size = {"eye_white": (0, (EYE_RADIUS,) * 3), "iris": (0.0074, (0.0045, 0.0084, 0.0084)), "pupil": (0.01125, (0.0010, 0.0040, 0.0040))}[name]
    return Egg(EYE + ahead * gaze, size, EYE_TURN)
