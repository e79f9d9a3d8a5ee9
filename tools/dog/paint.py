"""The dog's colours at points of its skin. u is a tone, from cream over tan and sable to black; v is how far that gives way to the
bare dark skin of lips, eyelids and pads."""

import numpy as np

from human.field import array, ramp

from . import body, head
from .solids import noise

CREAM, TAN, SABLE, BLACK = 0.0, 0.36, 0.70, 1.0
# A picture of one row per v: tones (linear) at the four places of u above, and the dark skin.
TONES = ((0.44, 0.30, 0.165), (0.250, 0.130, 0.056), (0.066, 0.039, 0.021), (0.0135, 0.0120, 0.0110))
BARE = (0.010, 0.0090, 0.0085)


def mixed(a, b, t):
    return a + (b - a) * t


def spot(q, c, r):
    return np.exp(-(((q - array(c)) / array(r)) ** 2).sum(1))


def hair_noise(p, length, width, seed=0.0):
    """Noise stretched along the way hair lies. Each way has its own noise, and shares mix these: to turn one noise with the place would
    crowd it where the way changes."""
    total, power = np.zeros(len(p)), np.zeros(len(p))
    for share, way in flows(p):
        along = p @ way
        total += share * noise((p - along[:, None] * way) / width + way * (along / length)[:, None] + seed)
        power += share**2
    return total / np.sqrt(power)


def flows(p):
    """The ways hair lies (unit vectors) and the share of each: back on trunk and head, more down on the neck, along the tail, down on the
    legs."""
    tail = ramp(-0.12, -0.17, p[:, 0])
    down = ramp(-0.10, -0.20, p[:, 2]) * (1 - tail)
    neck = ramp(0.52, 0.60, p[:, 0]) * ramp(0.73, 0.68, p[:, 0]) * (1 - down)
    for share, way in ((1 - tail - down - neck, (-1, 0, -0.35)), (neck, (-0.7, 0, -0.85)), (tail, (-0.6, 0, -0.8)), (down, (-0.05, 0, -1))):
        yield share, array(way) / np.linalg.norm(way)


def trunk(p):
    x, y, z = p[:, 0], np.abs(p[:, 1]), p[:, 2]
    streaks = 0.022 * hair_noise(p, 0.05, 0.012) + 0.020 * noise(p / 0.06)
    # The lower edge of the saddle, from the rump to the neck.
    edge = np.interp(x, [-0.15, -0.08, 0.0, 0.10, 0.22, 0.34, 0.44, 0.52, 0.58, 0.66, 0.74], [-0.01, 0.025, 0.040, 0.020, -0.010, -0.020, 0.000, 0.060, 0.120, 0.200, 0.260])
    black = ramp(-0.022, 0.030, z - edge + 1.3 * streaks)
    pale = np.maximum(ramp(-0.045, -0.105, z - 0.02 * ramp(0.2, 0.0, x) + streaks) * ramp(0.115, 0.060, y),
                      ramp(0.055, 0.020, y) * ramp(0.47, 0.57, x) * ramp(0.14, 0.04, z))
    tone = mixed(TAN, CREAM + 0.08, np.clip(pale, 0, 1))
    tone = mixed(tone, SABLE, 0.55 * ramp(-0.075, 0.0, z - edge + 1.5 * streaks))
    return mixed(tone, BLACK, black)


def legs(p):
    x, y, z = p[:, 0], np.abs(p[:, 1]), p[:, 2]
    streaks = noise(p / (0.012, 0.012, 0.04))
    tone = np.full(len(p), TAN) + 0.05 * streaks
    tone = mixed(tone, CREAM + 0.12, 0.75 * ramp(0.085, 0.050, y))  # inside
    tone = mixed(tone, CREAM + 0.16, 0.55 * ramp(-0.40, -0.44, z))
    breeches = ramp(-0.045, -0.085, x) * ramp(-0.23, -0.15, z) * (x < 0.1)
    tone = mixed(tone, CREAM + 0.1, 0.7 * breeches)
    # A shadow of black down the front of the hind leg and on the toes.
    return mixed(tone, SABLE, 0.35 * ramp(0.030, 0.070, x - 0.45 * (z + 0.1)) * (x < 0.2) * ramp(-0.02, -0.06, z) * ramp(-0.30, -0.2, z))


def tail(p, along):
    """along: 0 at the root, 1 at the tip; the upper side and the tip are black."""
    above = p[:, 2] - np.interp(p[:, 0], body.TAIL[::-1, 0], body.TAIL[::-1, 2])
    streaks = noise(p / 0.016)
    black = np.maximum(ramp(-0.012, 0.024, above + 0.010 * streaks), ramp(0.70, 0.86, along + 0.05 * streaks))
    return mixed(mixed(TAN, SABLE, 0.35), BLACK, black)


def face(q):
    """Tone and bareness in the head's frame (y >= 0)."""
    x, y, z = q.T
    streaks = noise(q / 0.010) + 0.6 * noise(q / 0.004)
    tone = np.full(len(q), TAN) - 0.05 * spot(q, (0.02, 0.06, -0.02), (0.04, 0.03, 0.03))
    mask = ramp(0.085, 0.135, x + 0.010 * streaks - 0.25 * z)  # muzzle
    tone = mixed(tone, BLACK, 0.97 * mask)
    bridge = ramp(0.020, 0.004, y + 0.004 * streaks) * ramp(0.030, 0.080, x) * ramp(0.02, 0.03, z)
    tone = mixed(tone, SABLE, 0.8 * bridge)
    around = spot(q, head.EYE + (0.003, 0.002, 0), (0.020, 0.018, 0.013))
    tone = mixed(tone, BLACK, np.clip(1.25 * around, 0, 1))
    crown = ramp(0.046, 0.062, z + 0.006 * streaks) * ramp(0.080, 0.040, x)
    tone = mixed(tone, SABLE, 0.75 * crown)
    tone = mixed(tone, BLACK, 0.8 * ramp(0.012, -0.012, x + 0.006 * streaks) * ramp(0.0, 0.035, z + 0.006 * streaks))  # nape
    brow = spot(q, (0.086, 0.026, 0.054), (0.009, 0.008, 0.006))
    tone = mixed(tone, TAN, 0.7 * np.clip(brow, 0, 1))
    u, t, width, n, _ = head.ear_sheet(q)
    ear = ramp(-0.02, 0.06, t) * (np.abs(n) < 0.03)
    behind = ramp(0.0008, -0.0008, n)
    rim = ramp(0.62, 0.92, np.abs(u) / width + 0.10 * streaks)
    inside = mixed(TAN + 0.14, CREAM + 0.22, ramp(0.5, 0.2, t))
    tone_ear = mixed(mixed(inside, BLACK, np.maximum(0.85 * rim, 0.6 * ramp(0.7, 1.0, t))), BLACK, behind * ramp(-0.1, 0.45, t + 0.04 * streaks))
    tone = mixed(tone, tone_ear, ear)
    opening = head.eye_opening(q)
    lid = ramp(0.021, 0.016, np.linalg.norm(q - head.EYE, axis=1)) * ramp(-0.0035, -0.0015, opening)
    line = head.mouth(x)
    lips = ramp(0.0034, 0.0012, np.abs(z - line)) * ramp(0.078, 0.090, x)
    return tone, np.maximum(lid, lips)
