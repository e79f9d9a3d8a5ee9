"""Hair as the skin shows it: locks that displace the surface, and the pictures of the coat: its colours, and single hairs."""

import os

import numpy as np

from human.field import ramp

from . import paint


def length(p, head, tail, leg, bare):
    """How far locks rise from the skin (m): long on the ruff, the tail, the breeches and under the belly, none on the face."""
    x, y, z = p[:, 0], np.abs(p[:, 1]), p[:, 2]
    ruff = ramp(0.50, 0.58, x) * ramp(0.72, 0.66, x)
    breeches = ramp(-0.050, -0.085, x) * ramp(-0.25, -0.18, z) * ramp(0.05, -0.02, z)
    most = 0.0026 + 0.0026 * ruff + 0.0014 * tail + 0.0035 * breeches + 0.0020 * ramp(-0.06, -0.11, z) * (1 - leg)
    most = most * (1 - 0.75 * leg * (1 - breeches)) * (1 - 0.80 * ramp(0.5, 1, head))
    return most * (1 - bare) * ramp(-0.40, -0.36, z)


def grown(p, n, triangles, seam, long):
    """Points and normals displaced by locks; the normals are those of the triangles then, as far as locks are long."""
    side = np.column_stack([p[:, 0], np.abs(p[:, 1]), p[:, 2]])
    locks = 0.65 * paint.hair_noise(side, 0.060, 0.022, 3.0) + 0.35 * paint.hair_noise(side, 0.045, 0.015, 7.0)
    q = p + (long * locks)[:, None] * n
    q[seam, 1] = 0
    face = np.cross(q[triangles[:, 1]] - q[triangles[:, 0]], q[triangles[:, 2]] - q[triangles[:, 0]])
    sums = np.zeros_like(q)
    for k in range(3):
        np.add.at(sums, triangles[:, k], face)
    sums /= np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-20)
    share = ramp(0.0002, 0.0012, long)[:, None]
    m = n + share * (sums - n)
    return q, m / np.maximum(np.linalg.norm(m, axis=1, keepdims=True), 1e-12)


def encoded(colour):
    return np.where(colour <= 0.0031308, 12.92 * colour, 1.055 * np.maximum(colour, 1e-9) ** (1 / 2.4) - 0.055)


def pictures(folder):
    from PIL import Image
    u = np.linspace(0, 1, 64)
    tones = np.stack([np.interp(u, (paint.CREAM, paint.TAN, paint.SABLE, paint.BLACK), c) for c in np.array(paint.TONES).T], 1)
    v = np.linspace(1, 0, 16)[:, None, None]
    colour = tones[None] + (np.array(paint.BARE) - tones[None]) * v
    Image.fromarray((255 * encoded(colour) + 0.5).astype(np.uint8)).save(os.path.join(folder, "dog_coat.png"), optimize=True)
    # White where no hair grows: the upper half.
    bare = np.repeat((v > 0.5)[:, :, 0], 4, 1)
    Image.fromarray((255 * bare).astype(np.uint8)).save(os.path.join(folder, "dog_bare.png"), optimize=True)
    hairs(os.path.join(folder, "dog_hair.png"), 20)
    hairs(os.path.join(folder, "dog_hair_legs.png"), 62)


def hairs(path, down, size=512, count=9000, seed=5):
    """A picture that repeats: single hairs, which lie to the left and by `down` degrees down; white, and where they are in its alpha channel."""
    from PIL import Image
    rng = np.random.default_rng(seed)
    cover = np.zeros((size, size))
    yy, xx = np.mgrid[0:size, 0:size]
    wave = 0.5 * np.sin(2 * np.pi * (2 * yy / size + np.sin(2 * np.pi * xx / size) / 3)) + 0.4 * np.sin(2 * np.pi * (3 * xx + yy) / size)
    for x, y, long, tone, curl in zip(*rng.random((2, count)) * size, rng.uniform(35, 80, count), rng.random(count), rng.normal(0, 0.12, count)):
        s = np.arange(int(long))
        angle = np.pi - np.radians(down) - 0.35 * wave[int(y), int(x)] + curl * (s / long)
        px, py = x + np.cumsum(np.cos(angle)), y + np.cumsum(np.sin(angle))
        i, j = py.astype(int) % size, px.astype(int) % size
        fade = np.minimum(1, np.minimum(s, long - s) / (0.25 * long))
        cover[i, j] = cover[i, j] * (1 - fade) + tone * fade
    alpha = (255 * cover + 0.5).astype(np.uint8)
    Image.merge("LA", (Image.new("L", (size, size), 255), Image.fromarray(alpha))).save(path, optimize=True)
