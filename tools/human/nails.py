"""Nails: plates a third of a millimetre high on the skin of fingers and toes."""

import numpy as np

from .body import FINGERS, THUMB, finger_points, toe_tips
from .field import Box, Field, Function, array

HEIGHT = 0.00035


def plate(skin, c, along, up, length, width):
    """The skin's surface raised by HEIGHT within a rounded rectangle."""
    along = along / np.linalg.norm(along)
    up = up - (up @ along) * along
    up = up / np.linalg.norm(up)
    R = np.column_stack([along, np.cross(up, along), up])
    outline = Box(c, (length / 2, width / 2, 0.012), 0.45 * min(length, width), R)

    def distance(p):
        return np.maximum(skin.distance(p) - HEIGHT, np.maximum(outline.distance(p), -((p - c) @ up) - 0.001))

    return Function(distance, c, 0.010)


def finger_nails(X, skin):
    R, t = X["left_hand"]
    out = []
    for finger, size in zip(FINGERS, (1.0, 1.03, 1.0, 0.86)):
        points, aims = finger_points(finger)
        aim = aims[2]
        out.append((points[3] - 0.0052 * aim + (-0.003, 0, 0), aim, array((-1, 0, 0)), 0.0105 * size, 0.0092 * size))
    aim = array(THUMB[3]) - array(THUMB[2])
    aim /= np.linalg.norm(aim)
    out.append((array(THUMB[3]) + 0.0010 * aim + (-0.004, 0.003, 0), aim, array((-0.72, 0.70, 0)), 0.0120, 0.0112))
    f = Field()
    for c, along, up, length, width in out:
        f.add(plate(skin, t + R @ c, R @ along, R @ up, length, width))
    return f


def toe_nails(X, skin):
    """{body: field}"""
    out = {}
    for i, (names, length) in enumerate(toe_tips(X)):
        R, t = X[names[-1]]
        at, size = ((0.0195, 0.0026, 0.006), (0.0125, 0.0140)) if i == 0 else ((length - 0.0070, (-0.0012, 0, 0.0006, 0.0008)[i - 1], 0.004), (0.0072, 0.0076))
        size = array(size) * (1, 1.0, 0.94, 0.9, 0.82)[i]
        aim = R @ (1, 0, -0.22 if i == 0 else -0.35)
        f = Field()
        f.add(plate(skin, t + R @ at, aim, R @ (0, 0, 1), *size))
        out[names[-1]] = f
    return out
