"""The outlines and colours of figures/cat/body.yaml, enlarged to the dog's size: x ahead, y left, z up, the origin between the hips, the
ground at z = SOLE. Metres of that size; left side and middle. A tabby."""

import numpy as np

from dog import body as dog_body
from dog.solids import Barrel, noise
from human.field import Bone, Egg, Field, array, ramp, turned

SCALE = 0.49
SOLE = dog_body.SOLE
NECK = (0.88, 0, 0.47)     # across the joint of the head
CUFF = -0.375              # where paws begin, whose cells are finer
PAWS = [(0.463, 0.065, 0.86), (-0.006, 0.065, 0.84)]  # x, y and size, of the dog's
TRUNK = [(-0.140, 0.022, 0.062, 0.035, 0.010, 2), (-0.115, 0.050, 0.083, 0.030, -0.030, 2), (-0.060, 0.070, 0.098, 0.030, -0.055, 2),
         (0.000, 0.077, 0.107, 0.030, -0.062, 2), (0.060, 0.074, 0.108, 0.030, -0.066, 2), (0.120, 0.075, 0.107, 0.028, -0.076, 2),
         (0.180, 0.082, 0.105, 0.020, -0.088, 2), (0.240, 0.087, 0.102, 0.012, -0.097, 2), (0.300, 0.089, 0.101, 0.008, -0.102, 1.95),
         (0.360, 0.087, 0.104, 0.005, -0.104, 1.9), (0.420, 0.081, 0.110, 0.005, -0.101, 1.9), (0.470, 0.074, 0.110, 0.005, -0.092, 1.9),
         (0.520, 0.064, 0.100, 0.005, -0.075, 2), (0.560, 0.050, 0.085, 0.005, -0.047, 2), (0.590, 0.033, 0.062, 0.010, -0.020, 2)]
TAIL = array([(-0.118, 0, 0.057), (-0.241, 0, 0.008), (-0.371, 0, -0.049), (-0.510, 0, -0.061), (-0.640, 0, -0.006)])
TAIL_RADII = (0.0265, 0.0235, 0.0215, 0.0205, 0.0130)


def trunk():
    f = Field()
    f.add(Barrel(TRUNK, 0.03))
    f.add(Bone((0.470, 0, 0.040), (0.560, 0, 0.070), 0.072, 0.071), 0.05)
    f.add(Bone((0.560, 0, 0.070), (0.618, 0, 0.110), 0.071, 0.062), 0.04)
    f.add(Bone((0.618, 0, 0.110), (0.665, 0, 0.140), 0.062, 0.055), 0.03)
    f.add(Egg((0.560, 0, -0.005), (0.040, 0.040, 0.055)), 0.05)
    f.add(Egg((0.440, 0.042, 0.078), (0.060, 0.028, 0.050)), 0.04)  # shoulder blade
    return f


def tail():
    f = Field()
    for a, b, ra, rb in zip(TAIL, TAIL[1:], TAIL_RADII, TAIL_RADII[1:]):
        f.add(Bone(a, b, ra, rb), 0.02)
    return f


def front_leg():
    y = 0.065
    f = Field()
    f.add(Bone((0.512, 0.062, 0.005), (0.398, y, -0.160), 0.043, 0.031))
    f.add(Egg((0.490, 0.056, 0.020), (0.050, 0.028, 0.055), turned(("y", 20))), 0.04)
    f.add(Egg((0.415, 0.064, -0.085), (0.052, 0.028, 0.075), turned(("y", -15))), 0.04)
    f.add(Bone((0.374, y, -0.160), (0.386, y, -0.178), 0.0140, 0.0170), 0.02)
    f.add(Bone((0.397, y, -0.165), (0.413, y, -0.255), 0.0330, 0.0260), 0.025)
    f.add(Bone((0.413, y, -0.255), (0.431, y, -0.352), 0.0260, 0.0200), 0.02)
    f.add(Egg((0.432, y, -0.358), (0.0210, 0.0210, 0.0230)), 0.015)
    f.add(Bone((0.433, y, -0.360), (0.458, y, -0.420), 0.0190, 0.0185), 0.018)
    f.add(dog_body.paw((PAWS[0][0], y, -0.425), PAWS[0][2]), 0.014)
    return f


def hind_leg():
    y = 0.065
    f = Field()
    f.add(Egg((0.030, 0.058, -0.035), (0.088, 0.040, 0.100), turned(("y", -30))))
    f.add(Bone((0.030, 0.062, -0.045), (0.143, 0.068, -0.142), 0.052, 0.035), 0.04)
    f.add(Bone((-0.055, 0.056, -0.005), (0.030, 0.064, -0.150), 0.042, 0.032), 0.05)
    f.add(Egg((0.150, 0.068, -0.147), (0.027, 0.026, 0.030)), 0.03)
    f.add(Bone((0.138, 0.067, -0.153), (0.040, 0.066, -0.232), 0.0345, 0.0240), 0.03)
    f.add(Bone((0.040, 0.066, -0.232), (-0.028, y, -0.270), 0.0240, 0.0170), 0.02)
    f.add(Bone((0.085, 0.066, -0.168), (-0.010, y, -0.248), 0.0310, 0.0140), 0.03)
    f.add(Bone((-0.052, y, -0.264), (-0.038, y, -0.290), 0.0115, 0.0140), 0.010)
    f.add(Egg((-0.030, y, -0.280), (0.0210, 0.0190, 0.0230)), 0.014)
    f.add(Bone((-0.033, y, -0.287), (-0.012, y, -0.418), 0.0175, 0.0165), 0.016)
    f.add(dog_body.paw((PAWS[1][0], y, -0.425), PAWS[1][2]), 0.014)
    return f


EYE, EYE_RADIUS = array((0.0800, 0.0330, 0.0260)), 0.0185
GAZE = array((0.88, 0.44, 0.10)) / np.linalg.norm((0.88, 0.44, 0.10))


def eye_frame():
    up = array((0, -0.20, 1.0))
    up = up - GAZE * (up @ GAZE)
    up /= np.linalg.norm(up)
    return np.column_stack([GAZE, np.cross(up, GAZE), up])


TURN = eye_frame()


def head():
    """In the frame of the body `head`; the face is short, the skull a ball."""
    f = Field()
    f.add(Egg((0.0320, 0, 0.0250), (0.0680, 0.0590, 0.0560)))
    f.add(Egg((0.0420, 0.0340, -0.0060), (0.0420, 0.0320, 0.0380)), 0.04)   # cheek
    f.add(Egg((0.0720, 0.0200, 0.0520), (0.0220, 0.0200, 0.0140)), 0.03)    # forehead
    f.add(Bone((0.0700, 0, 0.0330), (0.1120, 0, 0.0085), 0.0190, 0.0115), 0.025)
    f.add(Egg((0.0960, 0, -0.0070), (0.0260, 0.0270, 0.0200)), 0.025)
    f.add(Egg((0.1080, 0.0130, -0.0075), (0.0165, 0.0150, 0.0125)), 0.010)  # whiskers' pad
    f.add(Egg((0.0980, 0, -0.0240), (0.0180, 0.0170, 0.0110)), 0.008)       # chin
    f.add(Bone(EYE + (-0.004, -0.010, 0.017), EYE + (-0.012, 0.016, 0.016), 0.0090, 0.0080), 0.014)  # brow
    f.add(Egg(EYE - 0.002 * GAZE, (EYE_RADIUS + 0.0025,) * 3), 0.010)
    f.cut(Egg(EYE + 0.019 * GAZE, (0.0150, 0.0165, 0.0098), TURN @ turned(("x", 14))), 0.003)        # the lids' opening
    root, tip = array((0.0160, 0.0390, 0.0600)), array((0.0100, 0.0640, 0.1200))
    f.add(Egg(root, (0.0230, 0.0300, 0.0200)), 0.020)
    f.add(Bone(root, tip, 0.0330, 0.0045), 0.012)
    f.cut(Bone(root + (0.0260, 0.0080, 0.0100), tip + (0.0150, 0.0000, -0.0080), 0.0270, 0.0035), 0.006)
    return f


def nose():
    f = Field()
    f.add(Egg((0.1225, 0, 0.0030), (0.0080, 0.0095, 0.0062)))
    f.add(Bone((0.1235, 0, 0.0000), (0.1240, 0, -0.0080), 0.0032, 0.0018), 0.004)
    return f


def eye(name):
    ahead, size = {"eye_white": (0, (EYE_RADIUS,) * 3), "iris": (0.0085, (0.0102, 0.0156, 0.0156)), "pupil": (0.0175, (0.0016, 0.0036, 0.0115))}[name]
    return Egg(EYE + ahead * GAZE, size, TURN)


def extras():
    return {}


# Tones of u at 0, 0.36, 0.7 and 1, linear, and the bare skin.
TONES = ((0.46, 0.40, 0.32), (0.120, 0.090, 0.062), (0.016, 0.012, 0.009), (0.008, 0.007, 0.006))
BARE = (0.30, 0.115, 0.095)
PALE, GROUND, STRIPE = 0.04, 0.34, 0.72


def mixed(a, b, t):
    return a + (b - a) * t


def bands(phase, wide=0.1):
    s = np.sin(2 * np.pi * phase)
    return ramp(-wide, 0.75, s)


def painted(p, q, shares):
    """Tone and bareness at points of the skin (y >= 0); q: in the head's frame; shares of head, tail and legs."""
    x, y, z = p[:, 0], np.abs(p[:, 1]), p[:, 2]
    head_share, tail_share, leg_share = shares
    rough = noise(p / 0.05) + 0.5 * noise(p / 0.02)
    belly = ramp(-0.045, -0.100, z + 0.012 * rough)
    back = ramp(0.085, 0.108, z + 0.006 * rough) * ramp(0.035, 0.012, y) * ramp(0.56, 0.48, x)
    trunk = mixed(GROUND + 0.04 * rough, STRIPE, 0.92 * bands(x / 0.052 + 0.35 * rough + 0.4 * np.sin(9 * z + 2)) * ramp(-0.075, -0.01, z))
    trunk = mixed(trunk, PALE + 0.08, 0.75 * belly)
    trunk = mixed(trunk, 0.85, 0.8 * back)
    legs = mixed(GROUND - 0.02 + 0.03 * rough, STRIPE, 0.8 * bands(z / 0.058 + 0.25 * rough) * ramp(-0.40, -0.36, z))
    legs = mixed(legs, PALE + 0.08, np.maximum(0.7 * ramp(0.060, 0.040, y), 0.75 * ramp(-0.405, -0.43, z)))
    tone = mixed(trunk, legs, ramp(0.4, 0.8, leg_share))
    along = np.clip((x + 0.118) / (TAIL[-1][0] + 0.118), 0, 1)
    rings = mixed(GROUND, STRIPE + 0.1, 0.9 * bands(along * 7 + 0.1 * rough))
    tone = mixed(tone, np.where(along > 0.9, 0.95, rings), ramp(0.2, 0.7, tail_share))
    face, bare = face_of(q)
    tone = mixed(tone, face, ramp(0.45, 0.85, head_share))
    pads = ramp(SOLE + 0.006, SOLE + 0.002, z)
    return np.clip(tone, 0, 1), np.clip(np.maximum(bare * head_share, 0.5 * pads), 0, 1)


def face_of(q):
    x, y, z = q.T
    rough = noise(q / 0.014)
    tone = np.full(len(q), GROUND) + 0.03 * rough
    crown = bands(y / 0.021 + 0.25 + 0.1 * rough) * ramp(0.045, 0.060, z) * ramp(0.095, 0.080, x)
    cheek = bands((z + 0.35 * x) / 0.030 + 0.1 * rough) * ramp(0.040, 0.050, y) * ramp(0.085, 0.065, x) * ramp(0.02, 0.0, z)
    tone = mixed(tone, STRIPE + 0.08, 0.9 * np.maximum(crown, 0.8 * cheek))
    rim = np.linalg.norm(q - EYE - 0.008 * GAZE, axis=1)
    tone = mixed(tone, PALE + 0.05, 0.8 * ramp(0.036, 0.026, rim))
    tone = mixed(tone, 0.9, ramp(0.0225, 0.0195, rim))
    pale = np.maximum(ramp(0.092, 0.104, x) * ramp(0.008, 0.000, z), ramp(-0.012, -0.024, z) * ramp(0.03, 0.06, x))
    tone = mixed(tone, PALE, 0.9 * pale)
    ear = ramp(0.072, 0.082, z)
    inside = ear * ramp(0.0135, 0.0185, x - 0.12 * (z - 0.06) + 0.25 * (y - 0.045))
    tone = mixed(tone, GROUND + 0.12, ear * (1 - inside))
    tone = mixed(tone, PALE + 0.06, inside)
    mouth = ramp(0.0030, 0.0012, np.abs(z + 0.0185 + 0.10 * np.abs(y))) * ramp(0.098, 0.106, x) * ramp(0.022, 0.016, y)
    tone = mixed(tone, 0.8, 0.8 * mouth)
    return tone, 0.35 * inside
