"""The trunk, neck and limbs, in the frames of the bodies of figures/thesis_human.yaml. Metres; left side and middle."""

import numpy as np

from .field import Bone, Box, Egg, Field, Function, Half, Loft, array, common, ramp, turned

SOLE = 0.0708  # of the sole below the ankle's joint, as the balls of the feet's collision lists stand


def trunk():
    """In the root's frame: from the neck to the crotch, without the limbs."""
    f = Field()
    f.add(Loft([(-0.425, 0.090, 0.090, 0.060, -0.055, 2.2), (-0.390, 0.150, 0.150, 0.085, -0.095, 2.3), (-0.330, 0.166, 0.166, 0.102, -0.112, 2.4),
                (-0.270, 0.160, 0.160, 0.108, -0.105, 2.4), (-0.200, 0.146, 0.146, 0.108, -0.085, 2.4), (-0.130, 0.135, 0.135, 0.105, -0.076, 2.4),
                (-0.050, 0.142, 0.142, 0.110, -0.086, 2.4), (0.030, 0.156, 0.156, 0.118, -0.103, 2.4), (0.090, 0.164, 0.164, 0.115, -0.116, 2.4),
                (0.140, 0.166, 0.166, 0.098, -0.118, 2.3), (0.180, 0.150, 0.150, 0.074, -0.110, 2.2), (0.215, 0.110, 0.110, 0.045, -0.093, 2.1),
                (0.245, 0.070, 0.070, 0.032, -0.080, 2.0)], 0.02))
    f.add(Bone((-0.0280, 0, 0.200), (-0.0060, 0, 0.330), 0.0560, 0.0510), 0.035)
    f.add(Bone((-0.045, 0.032, 0.250), (-0.030, 0.150, 0.194), 0.021, 0.029), 0.040)  # trapezius
    f.add(Bone((0.010, 0.030, 0.190), (-0.014, 0.160, 0.200), 0.022, 0.028), 0.03)  # collar bone
    f.add(Egg((0.060, 0.080, 0.085), (0.062, 0.080, 0.062)), 0.03)  # chest
    f.add(Egg((-0.070, 0.085, 0.090), (0.045, 0.070, 0.090)), 0.03)  # shoulder blade
    f.add(Egg((-0.060, 0.078, -0.345), (0.066, 0.078, 0.080)), 0.03)  # buttock
    return f


def throat(f):
    """Muscles of the neck, united with a field in the root's frame."""
    f.add(Bone((-0.002, 0.054, 0.372), (0.030, 0.012, 0.200), 0.0085, 0.0070), 0.020)
    f.add(Bone((-0.043, 0.019, 0.350), (-0.056, 0.028, 0.240), 0.0200, 0.0220), 0.030)
    f.add(Egg((0.040, 0, 0.262), (0.012, 0.010, 0.018)), 0.022)
    f.add(Egg((0.026, 0, 0.303), (0.050, 0.036, 0.016)), 0.020)  # below the chin
    return f


def arm(X):
    """Shoulder to wrist."""
    f = Field().within(X["left_humerus"])
    f.add(Loft([(-0.300, 0.047, 0.029, 0.036, -0.038, 2.0), (-0.250, 0.047, 0.034, 0.043, -0.041, 2.0),
                (-0.180, 0.049, 0.041, 0.050, -0.046, 2.05), (-0.100, 0.050, 0.046, 0.047, -0.048, 2.05), (-0.030, 0.045, 0.047, 0.045, -0.046, 2.0),
                (0.010, 0.030, 0.040, 0.034, -0.036, 2.0)], 0.012))
    f.add(Bone((0, 0.0110, -0.290), (0, 0.0114, -0.328), 0.0375, 0.0360), 0.02)
    f.add(Egg((0, 0.009, -0.058), (0.047, 0.044, 0.082)), 0.03)  # deltoid
    f.add(Egg((0.022, 0.006, -0.190), (0.027, 0.032, 0.085)), 0.02)  # biceps
    f.within(X["left_forearm"])
    f.add(Loft([(-0.235, 0.0235, 0.0225, 0.0200, -0.0205, 2.0), (-0.215, 0.0275, 0.0265, 0.0235, -0.0240, 2.0), (-0.170, 0.0345, 0.0330, 0.0290, -0.0290, 2.1), (-0.110, 0.0415, 0.0385, 0.0370, -0.0345, 2.1),
                (-0.060, 0.0450, 0.0410, 0.0410, -0.0370, 2.1), (-0.020, 0.0420, 0.0400, 0.0390, -0.0370, 2.0), (0.0, 0.0390, 0.0390, 0.0360, -0.0370, 2.0)], 0.012), 0.02)
    f.add(Bone((-0.024, 0, 0.004), (-0.020, 0, -0.05), 0.0135, 0.0120), 0.02)  # elbow
    f.within(X["left_hand"])
    f.add(Loft([(-0.020, 0.0295, 0.0285, 0.0175, -0.0170, 2.3), (0.0, 0.0285, 0.0275, 0.0188, -0.0182, 2.2), (0.040, 0.0275, 0.0270, 0.0210, -0.0205, 2.1), (0.080, 0.0240, 0.0240, 0.0200, -0.0200, 2.0)], 0.012), 0.032)
    f.add(Egg((-0.012, -0.021, 0.012), (0.009, 0.010, 0.012)), 0.010)  # head of the ulna
    return f


# y and z of the knuckle; lengths of the three bones; radius at the knuckle; angle to the side; bends (degrees).
FINGERS = [
    (0.0305, -0.0905, (0.0435, 0.0255, 0.0205), 0.0094, 4.0, (10, 16, 9)),
    (0.0100, -0.0945, (0.0470, 0.0295, 0.0215), 0.0096, 1.0, (13, 18, 10)),
    (-0.0105, -0.0905, (0.0440, 0.0275, 0.0215), 0.0091, -2.0, (16, 20, 11)),
    (-0.0295, -0.0825, (0.0345, 0.0205, 0.0190), 0.0081, -6.0, (19, 22, 12)),
]
THUMB = [(0.0060, 0.0230, -0.0200), (0.0190, 0.0480, -0.0560), (0.0230, 0.0600, -0.0860), (0.0235, 0.0660, -0.1120)]


def finger_points(finger):
    y, z, lengths, r, side, bends = finger
    at, bend, points, aims = array((0.001, y, z)), 0.0, [], []
    points.append(at)
    for length, more in zip(lengths, bends):
        bend += np.radians(more)
        aim = array((np.sin(bend), np.sin(np.radians(side)) * np.cos(bend), -np.cos(bend)))
        aim /= np.linalg.norm(aim)
        at = at + length * aim
        points.append(at), aims.append(aim)
    return points, aims


def hand():
    """In the frame of left_hand: the palm faces x, the thumb is at y."""
    palm = Field()
    palm.add(Loft([(-0.098, 0.0380, 0.0350, 0.0100, -0.0105, 2.8), (-0.080, 0.0405, 0.0385, 0.0125, -0.0120, 2.8), (-0.050, 0.0370, 0.0370, 0.0145, -0.0140, 2.7),
                   (-0.020, 0.0310, 0.0320, 0.0165, -0.0160, 2.5), (0.010, 0.0290, 0.0285, 0.0185, -0.0180, 2.3)], 0.008))
    palm.add(Egg((0.0100, 0.0230, -0.0420), (0.0165, 0.0170, 0.0330), turned(("x", 22))), 0.014)  # ball of the thumb
    palm.add(Egg((0.0075, -0.0230, -0.0430), (0.0130, 0.0140, 0.0360)), 0.014)
    palm.add(Bone((0.008, 0.030, -0.085), (0.008, -0.026, -0.079), 0.0085, 0.0080), 0.010)
    palm.cut(Egg((0.0240, 0.0010, -0.0560), (0.0120, 0.0130, 0.0240)), 0.012)
    digits = Field()
    for finger in FINGERS:
        r = finger[3]
        one = Field()
        points, aims = finger_points(finger)
        scale = (1.02, 0.93, 0.84, 0.70)
        for i in range(3):
            one.add(Bone(points[i], points[i + 1] - (0.0055 * aims[2] if i == 2 else 0), scale[i] * r, scale[i + 1] * r * (1.06 if i == 2 else 1)), 0.003)
        for i, s in ((1, 0.97), (2, 0.87)):  # joints
            one.add(Egg(points[i], (s * r * 0.96, s * r * 1.0, s * r * 1.5)), 0.006)
        for i in range(3):  # pads
            middle = 0.5 * (points[i] + points[i + 1]) + (0.0018, 0, 0)
            one.add(Egg(middle, (0.93 * scale[i] * r, 0.90 * scale[i] * r, 0.012 if i else 0.017)), 0.006)
        palm.add(Egg(points[0] + (-0.0030, 0, 0.002), (0.0085, 0.0085, 0.0110)), 0.008)  # knuckle
        palm.add(Bone(points[0] + (-0.0045, 0, 0), array((-0.010, 0.45 * points[0][1], -0.020)), 0.0058, 0.0050), 0.009)
        palm.add(Bone(points[0], points[0] + 0.34 * (points[1] - points[0]), 1.0 * r, 0.95 * r), 0.006)  # webs
        digits.add(one, 0.0006)
    thumb = Field()
    for a, b, ra, rb in zip(THUMB, THUMB[1:], (0.0140, 0.0112, 0.0104), (0.0116, 0.0104, 0.0085)):
        thumb.add(Bone(a, b, ra, rb), 0.004)
    thumb.add(Egg(0.4 * array(THUMB[2]) + 0.6 * array(THUMB[3]) + (0.001, -0.001, 0), (0.0088, 0.0105, 0.0150), turned(("x", 12))), 0.005)
    digits.add(thumb, 0.0006)
    palm.add(Bone(THUMB[0], THUMB[1], 0.0150, 0.0122), 0.014)
    palm.add(Bone((0.006, 0.034, -0.066), (0.012, 0.040, -0.048), 0.0070, 0.0090), 0.012)  # the web of the thumb
    f = Field()
    f.add(palm)
    f.add(digits, 0.0045)
    return f


def leg(X):
    """Hip to ankle."""
    f = Field().within(X["left_thigh"])
    f.add(Loft([(-0.432, 0.0500, 0.0500, 0.0470, -0.0470, 2.1), (-0.390, 0.0510, 0.0525, 0.0540, -0.0500, 2.1), (-0.320, 0.0560, 0.0590, 0.0660, -0.0570, 2.1),
                (-0.220, 0.0660, 0.0690, 0.0790, -0.0680, 2.1), (-0.120, 0.0740, 0.0780, 0.0850, -0.0790, 2.1), (-0.050, 0.0760, 0.0760, 0.0840, -0.0850, 2.1),
                (0.020, 0.0640, 0.0640, 0.0700, -0.0700, 2.1)], 0.02))
    f.add(Egg((0.030, -0.026, -0.365), (0.028, 0.026, 0.050)), 0.02)  # vastus medialis
    f.add(Egg((0.030, 0.022, -0.340), (0.028, 0.026, 0.060)), 0.02)
    f.within(X["left_shank"])
    f.add(Loft([(-0.425, 0.0275, 0.0275, 0.0310, -0.0360, 2.1), (-0.370, 0.0285, 0.0295, 0.0310, -0.0370, 2.1), (-0.300, 0.0345, 0.0350, 0.0330, -0.0440, 2.1),
                (-0.210, 0.0450, 0.0460, 0.0370, -0.0600, 2.1), (-0.130, 0.0510, 0.0520, 0.0400, -0.0700, 2.1), (-0.060, 0.0495, 0.0510, 0.0420, -0.0600, 2.1),
                (0.0, 0.0495, 0.0500, 0.0460, -0.0480, 2.1)], 0.012), 0.02)
    f.add(Egg((0.0360, 0, 0.012), (0.0160, 0.0235, 0.0260)), 0.014)  # knee cap
    f.add(Bone((0.0420, 0, -0.010), (0.0330, 0, -0.060), 0.0080, 0.0090), 0.014)  # its tendon
    f.add(Bone((0.0285, -0.004, -0.070), (0.0200, -0.006, -0.380), 0.0110, 0.0120), 0.020)  # shin
    f.add(Egg((-0.0380, -0.0220, -0.140), (0.0320, 0.0260, 0.0800)), 0.018)  # calf
    f.add(Egg((-0.0360, 0.0220, -0.125), (0.0300, 0.0250, 0.0750)), 0.018)
    f.add(Egg((0.0090, -0.0300, -0.4210), (0.0150, 0.0085, 0.0160)), 0.018)  # ankle bones
    f.add(Egg((-0.0020, 0.0215, -0.4310), (0.0130, 0.0090, 0.0170)), 0.020)
    return f


def toe_tips(X):
    """[toe] names of the bodies of a ray, from the metatarsal on, and the length of the last."""
    rays = [["left_metat1", "left_phal1", "left_toe1"]] + [[f"left_metat{i}", f"left_phal{i}", f"left_toe{i}_1", f"left_toe{i}_2"] for i in (2, 3, 4, 5)]
    return list(zip(rays, (0.0280, 0.0175, 0.0175, 0.0155, 0.0135)))


def foot(X):
    """Ankle to toes, in the root's frame; the sole lies in one plane."""
    at = {name: t for name, (R, t) in X.items()}
    A = at["left_talus"]
    z0 = A[2] - SOLE
    x0, y0 = A[0], A[1]

    def p(x, y, z):
        return array((x0 + x, y0 + y, z0 + z))

    f = Field()
    f.add(Egg(p(-0.0330, 0.0020, 0.0300), (0.0330, 0.0290, 0.0340)))
    f.add(Egg(p(-0.0290, 0.0030, 0.0150), (0.0350, 0.0310, 0.0190)), 0.012)  # pad of the heel
    f.add(Bone(p(-0.0340, 0.0000, 0.1150), p(-0.0450, 0.0010, 0.0380), 0.0105, 0.0180), 0.024)  # Achilles' tendon
    f.add(Bone(p(0.0000, 0.0000, 0.0760), p(0.0300, -0.0030, 0.0540), 0.0290, 0.0230), 0.022)
    f.add(Bone(p(0.0220, -0.0040, 0.0570), p(0.0900, -0.0060, 0.0280), 0.0220, 0.0135), 0.020)  # instep
    f.add(Bone(p(-0.0150, 0.0150, 0.0300), p(0.0200, 0.0260, 0.0260), 0.0240, 0.0200), 0.020)
    starts = [p(0.0300, -0.0130, 0.0400), p(0.0300, 0.0000, 0.0480), p(0.0280, 0.0120, 0.0440), p(0.0220, 0.0230, 0.0330), p(0.0180, 0.0330, 0.0230)]
    radii = [(0.0170, 0.0155), (0.0160, 0.0105), (0.0160, 0.0100), (0.0155, 0.0098), (0.0145, 0.0100)]
    for i, (start, (ra, rb)) in enumerate(zip(starts, radii)):
        head = at[f"left_phal{i + 1}"]
        f.add(Bone(start, head, ra, rb), 0.014)
        next_ = at["left_toe1" if i == 0 else f"left_toe{i + 1}_1"]
        f.add(Bone(head, head + 0.50 * (next_ - head), rb, 0.0136 if i == 0 else 0.0090), 0.012)  # to the webs
    f.add(Egg((*(at["left_phal1"][:2] + (-0.004, 0.003)), z0 + 0.0135), (0.0240, 0.0200, 0.0140)), 0.014)  # ball
    a, b = at["left_phal1"], at["left_phal2"]
    f.add(Bone((a[0] + 0.004, a[1] + 0.004, z0 + 0.0140), (b[0] + 0.008, b[1] + 0.001, z0 + 0.0105), 0.0120, 0.0100), 0.012)  # between toes 1 and 2
    for i in (2, 3, 4):
        a, b = at[f"left_phal{i}"], at[f"left_phal{i + 1}"]
        f.add(Bone((a[0] - 0.006, a[1], z0 + 0.0100), (b[0] - 0.006, b[1], z0 + 0.0098), 0.0105, 0.0102), 0.012)
    f.add(Bone(p(-0.0200, 0.0140, 0.0180), (*(at["left_phal5"][:2] + (-0.006, 0.001)), z0 + 0.0120), 0.0190, 0.0125), 0.016)  # outer edge
    f.keep(Half((0, 0, z0), (0, 0, -1)), 0.004)
    toes = Field()
    for i, (names, length) in enumerate(toe_tips(X)):
        one = Field()
        joints = [at[n] for n in names[1:]]
        R, t = X[names[-1]]
        if i == 0:  # its bones lie towards its inner side
            one.add(Bone(joints[0] + (0, 0.0012, 0), joints[1] + (0, 0.0018, 0.0004), 0.0140, 0.0130))
            one.add(Bone(joints[1] + (0, 0.0018, 0.0004), t + R @ (0.0140, 0.0030, 0.0), 0.0130, 0.0112), 0.006)
            one.add(Egg(t + R @ (0.0115, 0.0026, -0.0005), (0.0190, 0.0150, 0.0112), R), 0.008)
            one.add(Egg(t + R @ (0.0185, 0.0026, -0.0015), (0.0115, 0.0132, 0.0112), R), 0.006)
        else:
            s = (1.12, 1.04, 1, 0.98)[i - 1]
            aside = array((0, (-0.0022, -0.0010, 0, 0)[i - 1], 0))
            one.add(Bone(joints[0] + aside, joints[1] + aside, 0.0086 * s, 0.0074 * s))
            one.add(Bone(joints[1] + aside, joints[2] + aside, 0.0074 * s, 0.0072 * s), 0.006)
            tip = length - 0.0070
            one.add(Bone(t + aside, t + aside + R @ (tip, 0.001, 0), 0.0072 * s, 0.0068 * s), 0.006)
            one.add(Egg(t + aside + R @ (tip - 0.0005, 0.0009, 0), (0.0090 * s, 0.0074 * s, 0.0079), R), 0.004)
        toes.add(one, 0.0005)
    toes.keep(Half((0, 0, z0), (0, 0, -1)), 0.0015)
    whole = Field()
    whole.add(f)
    whole.add(toes, 0.0050)
    return whole
