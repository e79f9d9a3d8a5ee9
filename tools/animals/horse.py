"""The outlines and colours of figures/horse/body.yaml, made smaller to the dog's size: x ahead, y left, z up, the origin between the hips,
the ground at z = SOLE. Metres of that size; left side and middle. A bay."""

import numpy as np

from dog.solids import Barrel, noise
from human.field import Bone, Egg, Field, Half, Loft, array, ramp, turned

SCALE = 2.404
SOLE = -0.5117
NECK = (0.98, 0, 0.20)
CUFF = None
PAWS = []
TRUNK = [(-0.128, 0.042, 0.078, 0.030, -0.020, 2), (-0.108, 0.070, 0.104, 0.030, -0.050, 2), (-0.065, 0.094, 0.132, 0.035, -0.066, 2),
         (-0.010, 0.106, 0.146, 0.040, -0.072, 2), (0.050, 0.108, 0.149, 0.040, -0.084, 2), (0.110, 0.104, 0.140, 0.030, -0.098, 2),
         (0.170, 0.108, 0.129, 0.015, -0.116, 2), (0.240, 0.115, 0.123, 0.000, -0.131, 1.95), (0.310, 0.116, 0.123, -0.010, -0.140, 1.9),
         (0.370, 0.109, 0.131, -0.010, -0.145, 1.85), (0.430, 0.098, 0.149, -0.010, -0.146, 1.8), (0.480, 0.090, 0.147, -0.010, -0.139, 1.85),
         (0.530, 0.082, 0.124, -0.010, -0.118, 1.9), (0.565, 0.064, 0.092, -0.015, -0.090, 2), (0.592, 0.040, 0.050, -0.020, -0.052, 2)]
TAIL = array([(-0.112, 0, 0.085), (-0.162, 0, 0.050), (-0.191, 0, -0.033), (-0.200, 0, -0.116), (-0.204, 0, -0.200)])
TAIL_RADII = (0.018, 0.021, 0.026, 0.029, 0.026)


def along(a, b, ahead):
    """A frame at a whose z points to b, and whose x to `ahead` as far as it is across."""
    z = array(b) - array(a)
    z /= np.linalg.norm(z)
    x = array(ahead) - z * (array(ahead) @ z)
    x /= np.linalg.norm(x)
    return np.column_stack([x, np.cross(z, x), z]), array(a)


def oval(z, wide, front, back, n=2):
    return (z, wide, wide, front, -back, n)


NECK_AT = along((0.505, 0, 0.010), (0.752, 0, 0.300), (1, 0, -0.8))  # x to the throat


def neck():
    """A deep and flat wedge, with its crest."""
    return Loft([oval(-0.060, 0.070, 0.110, 0.105), oval(0.000, 0.068, 0.108, 0.104), oval(0.080, 0.058, 0.090, 0.090), oval(0.160, 0.048, 0.070, 0.077),
                 oval(0.250, 0.039, 0.056, 0.064), oval(0.330, 0.033, 0.048, 0.054), oval(0.390, 0.030, 0.044, 0.046)], 0.03)


def crest(t, out=0.0):
    """A point of the crest: t from 0 at the withers to 1 at the poll."""
    R, at = NECK_AT
    z = 0.010 + 0.375 * t
    back = np.interp(z, (0.0, 0.08, 0.16, 0.25, 0.33, 0.39), (0.104, 0.090, 0.077, 0.064, 0.054, 0.046))
    return at + R @ array((-(back + out), 0, z))


def trunk():
    f = Field()
    f.add(Barrel(TRUNK, 0.03))
    f.within(NECK_AT).add(neck(), 0.07)
    f.within((np.eye(3), np.zeros(3)))
    f.add(Egg((0.555, 0.030, -0.050), (0.045, 0.050, 0.075)), 0.05)  # breast
    f.add(Egg((0.455, 0.055, 0.040), (0.060, 0.036, 0.100), turned(("y", 22))), 0.05)  # shoulder blade
    return f


def mane():
    """Hair that hangs to both sides of the crest."""
    f = Field()
    n = 23
    for k in range(n):
        t = 0.05 + 0.95 * k / (n - 1)
        uneven = 0.010 * np.sin(2.4 * k) + 0.008 * np.sin(5.1 * k + 1)  # locks are not of one length
        top, middle, end = crest(t, 0.006), crest(t, -0.020), crest(t, -0.060 - uneven) + (0.004 + 0.5 * uneven, 0, -0.024 - uneven)
        side = float(np.interp(t, (0, 1), (0.066, 0.036)))
        f.add(Bone(top, middle + (0, 0.72 * side, 0), 0.0150, 0.0125), 0.016)
        f.add(Bone(middle + (0, 0.72 * side, 0), end + (0, side, 0), 0.0125, 0.0070), 0.016)
    return f


def tail():
    f = Field()
    for a, b, ra, rb in zip(TAIL, TAIL[1:], TAIL_RADII, TAIL_RADII[1:]):
        f.add(Bone(a, b, ra, rb), 0.02)
    f.add(Bone(TAIL[-1], TAIL[-1] + (0.004, 0, -0.095), 0.026, 0.006), 0.02)
    return f


def front_leg():
    y = 0.0666
    f = Field()
    f.add(Bone((0.518, 0.062, -0.040), (0.446, y, -0.140), 0.052, 0.040))
    f.add(Egg((0.420, 0.066, -0.080), (0.058, 0.032, 0.085), turned(("y", -20))), 0.04)
    f.add(Bone((0.418, y, -0.130), (0.432, y, -0.155), 0.0190, 0.0210), 0.02)
    f.add(Bone((0.446, y, -0.142), (0.450, y, -0.225), 0.0390, 0.0270), 0.025)
    f.add(Bone((0.450, y, -0.225), (0.4535, y, -0.310), 0.0270, 0.0195), 0.02)
    f.add(Egg((0.4545, y, -0.318), (0.0215, 0.0200, 0.0270)), 0.014)
    f.add(Bone((0.4550, y, -0.330), (0.4580, y, -0.425), 0.0150, 0.0140), 0.014)
    f.add(Bone((0.4460, y, -0.335), (0.4480, y, -0.425), 0.0095, 0.0100), 0.008)
    fetlock(f, 0.458, y)
    return f


def fetlock(f, x, y):
    """It, the pastern and the crown of the hoof."""
    f.add(Egg((x, y, -0.434), (0.0175, 0.0165, 0.0190)), 0.010)
    f.add(Egg((x - 0.011, y, -0.440), (0.0085, 0.0090, 0.0120)), 0.008)
    f.add(Bone((x + 0.003, y, -0.440), (x + 0.026, y, -0.478), 0.0145, 0.0165), 0.012)
    f.add(Bone((x + 0.024, y, -0.482), (x + 0.029, y, -0.489), 0.0195, 0.0205), 0.010)


def hind_leg():
    y = 0.0624
    f = Field()
    f.add(Egg((-0.015, 0.066, -0.030), (0.092, 0.050, 0.115), turned(("y", -12))))
    f.add(Bone((0.020, 0.066, -0.050), (0.066, 0.074, -0.148), 0.066, 0.043), 0.05)
    f.add(Bone((-0.082, 0.056, -0.005), (-0.048, 0.064, -0.172), 0.048, 0.034), 0.05)
    f.add(Egg((0.072, 0.074, -0.150), (0.031, 0.030, 0.035)), 0.03)
    f.add(Bone((0.060, 0.070, -0.158), (-0.012, 0.066, -0.214), 0.0420, 0.0310), 0.03)
    f.add(Bone((-0.012, 0.066, -0.214), (-0.050, y, -0.255), 0.0310, 0.0215), 0.02)
    f.add(Bone((0.000, 0.068, -0.170), (-0.055, y, -0.232), 0.0400, 0.0160), 0.03)
    f.add(Bone((-0.060, y, -0.226), (-0.076, y, -0.246), 0.0110, 0.0110), 0.016)
    f.add(Bone((-0.077, y, -0.246), (-0.066, y, -0.285), 0.0130, 0.0140), 0.012)  # point of the hock
    f.add(Egg((-0.054, y, -0.268), (0.0245, 0.0205, 0.0300)), 0.014)
    f.add(Bone((-0.053, y, -0.285), (-0.046, y, -0.425), 0.0175, 0.0150), 0.014)
    f.add(Bone((-0.064, y, -0.290), (-0.057, y, -0.425), 0.0105, 0.0105), 0.008)
    fetlock(f, -0.046, y)
    return f


def hooves():
    f = Field()
    for x, y in ((0.458, 0.0666), (-0.046, 0.0624)):
        f.add(Bone((x + 0.025, y, -0.489), (x + 0.034, y, -0.512), 0.0200, 0.0265))
        f.add(Bone((x + 0.020, y, -0.491), (x + 0.019, y, -0.512), 0.0190, 0.0215), 0.006)
    f.keep(Half((0.2, 0, -0.4885), (0.25, 0, 1)), 0.002)
    f.keep(Half((0.2, 0, SOLE), (0, 0, -1)), 0.002)
    return f


EYE, EYE_RADIUS = array((0.0560, 0.0375, -0.0300)), 0.0088
GAZE = array((0.42, 0.90, 0.10)) / np.linalg.norm((0.42, 0.90, 0.10))
FACE = along((-0.010, 0, 0.030), (0.158, 0, -0.176), (1, 0, 0.8))  # from the poll to the muzzle; x to the forehead
DOWN_FACE = FACE[0][:, 2]


def eye_frame():
    up = -DOWN_FACE * 0.55 + FACE[0][:, 0]
    up = up - GAZE * (up @ GAZE)
    up /= np.linalg.norm(up)
    return np.column_stack([GAZE, np.cross(up, GAZE), up])


TURN = eye_frame()


def head():
    """In the frame of the body `head`."""
    f = Field()
    f.within(FACE)
    f.add(Loft([oval(-0.030, 0.022, 0.010, 0.022), oval(0.000, 0.033, 0.024, 0.042), oval(0.040, 0.038, 0.035, 0.060), oval(0.080, 0.0390, 0.0370, 0.0640),
                oval(0.115, 0.0320, 0.0330, 0.0540, 2.2), oval(0.150, 0.0260, 0.0290, 0.0400, 2.3), oval(0.190, 0.0235, 0.0250, 0.0310, 2.4),
                oval(0.225, 0.0260, 0.0230, 0.0300, 2.3), oval(0.250, 0.0240, 0.0180, 0.0270, 2.2), oval(0.266, 0.0150, 0.0090, 0.0190)], 0.012))
    f.add(Egg((-0.030, 0.020, 0.075), (0.026, 0.019, 0.042)), 0.02)   # jowl
    f.add(Bone((0.012, 0.036, 0.085), (0.002, 0.029, 0.140), 0.0075, 0.0050), 0.012)  # the ridge of the cheek
    f.cut(Egg((0.013, 0.0245, 0.240), (0.0050, 0.0060, 0.0105), turned(("y", 18))), 0.004)  # nostril
    f.within((np.eye(3), np.zeros(3)))
    f.add(Bone(EYE + TURN @ (-0.005, -0.012, 0.009), EYE + TURN @ (-0.005, 0.012, 0.008), 0.0080, 0.0075), 0.012)  # its socket's edge
    f.add(Egg(EYE - 0.0015 * GAZE, (EYE_RADIUS + 0.0022,) * 3), 0.006)
    f.cut(Egg(EYE + 0.0095 * GAZE, (0.0075, 0.0105, 0.0062), TURN), 0.0015)
    root, tip = array((0.0050, 0.0230, 0.0450)), array((0.0110, 0.0270, 0.1160))
    middle = 0.60 * root + 0.40 * tip + (0, 0.003, 0)
    f.add(Bone(root, middle, 0.0105, 0.0112), 0.014)
    f.add(Bone(middle, tip, 0.0112, 0.0020), 0.012)
    f.cut(Bone(root + (0.0105, 0.0055, 0.0120), tip + (0.0050, 0.0015, -0.010), 0.0078, 0.0022), 0.003)
    return f


def forelock():
    f = Field()
    R, at = FACE
    for k, y in enumerate((0.000, 0.008, 0.016)):
        f.add(Bone((-0.012, y, 0.060), at + R @ array((0.041, y, 0.030)), 0.0110, 0.0100), 0.010)
        f.add(Bone(at + R @ array((0.041, y, 0.030)), at + R @ array((0.042, y * 0.8, 0.085 - 0.006 * k)), 0.0100, 0.0030), 0.008)
    return f


def eye(name):
    ahead, size = {"eye_white": (0, (EYE_RADIUS,) * 3), "iris": (0.0038, (0.0052, 0.0078, 0.0066)), "pupil": (0.0082, (0.0012, 0.0048, 0.0024))}[name]
    return Egg(EYE + ahead * GAZE, size, TURN)


TONES = ((0.22, 0.105, 0.045), (0.098, 0.034, 0.013), (0.026, 0.012, 0.007), (0.0060, 0.0052, 0.0048))
BARE = (0.62, 0.58, 0.53)  # white marks
BAY = 0.36


def mixed(a, b, t):
    return a + (b - a) * t


def painted(p, q, shares):
    """Tone and whiteness at points of the skin (y >= 0); q: in the head's frame; shares of head, tail and legs."""
    x, y, z = p[:, 0], np.abs(p[:, 1]), p[:, 2]
    head_share, tail_share, leg_share = shares
    rough = noise(p / 0.07) + 0.4 * noise(p / 0.02)
    tone = BAY - 0.10 * ramp(-0.02, -0.11, z) * (1 - leg_share) + 0.04 * rough + 0.08 * ramp(0.11, 0.15, z) * ramp(0.55, 0.5, x)
    points = ramp(-0.24, -0.32, z + 0.012 * rough)
    tone = mixed(tone, 0.97, points * ramp(0.3, 0.7, leg_share))
    tone = mixed(tone, 1.0, ramp(0.1, 0.5, tail_share))
    s = (q - FACE[1]) @ FACE[0]
    muzzle = ramp(0.195, 0.245, s[:, 2] + 0.006 * rough)
    face = mixed(BAY + 0.03 * rough, 0.95, 0.9 * muzzle)
    rim = np.linalg.norm(q - EYE - 0.004 * GAZE, axis=1)
    face = mixed(face, 0.92, ramp(0.0185, 0.0105, rim))
    ears = ramp(0.050, 0.062, q[:, 2])
    face = mixed(face, 0.75, ears * ramp(0.085, 0.112, q[:, 2]))
    mouth = ramp(0.0022, 0.0009, np.abs(s[:, 0] + 0.0105)) * ramp(0.208, 0.222, s[:, 2])
    face = mixed(face, 1.0, 0.7 * mouth)
    star = ramp(0.0125, 0.0085, np.hypot(y, 0.55 * (s[:, 2] - 0.082)) + 0.0012 * rough) * (s[:, 0] > 0.01)
    tone = mixed(tone, face, ramp(0.45, 0.85, head_share))
    sock = ramp(-0.420, -0.428, z + 0.002 * rough) * (x < 0.2)
    return np.clip(tone, 0, 1), np.clip(np.maximum(star * head_share, sock), 0, 1)
