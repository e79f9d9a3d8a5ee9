#!/usr/bin/env python3
"""Models the display layers of the actors cat and horse: writes figures/meshes/ANIMAL/*.glb and render/looks/ANIMAL_coat.png.

    tools/make_animals.py [cat] [horse] [--only NAME ...] [--coarse]

The outlines (tools/animals/) are of the dog's size, so that what tools/make_dog.py does with its surfaces, and how tools/dog/weights.py
binds them to bodies, serves all; at the end points go where the dog's bodies have them, which gambol scales. Needs ./gambol, numpy, scipy, PyYAML and Pillow."""

import argparse
import os
import time

import numpy as np
from PIL import Image

import make_dog
from animals import cat, horse
from animals.unscaled import Scaling
from dog import hair
from dog.weights import Weights
from human import glb
from human.field import Field, array, ramp

ROOT = make_dog.ROOT
LOOKS = make_dog.LOOKS


class Model:
    def __init__(self, name, shape):
        self.scaling = Scaling(name)
        self.shape = shape
        self.names = [body for body in self.scaling.animal if "right" not in body]
        self.joints = {body: self.scaling.origin(self.scaling.animal, body) / shape.SCALE for body in self.names}
        self.head_at = self.joints["head"]
        self.weights = Weights(self.names, self.joints, shape, shape.NECK)
        self.hide = Field()
        self.hide.add(shape.trunk())
        self.hide.add(shape.front_leg(), 0.040)
        self.hide.add(shape.hind_leg(), 0.050)
        if shape is cat:
            self.hide.add(shape.tail(), 0.030)
        self.hide.within((np.eye(3), self.head_at))
        self.hide.add(shape.head(), 0.030)

    def in_head(self, p):
        return np.column_stack([p[:, 0], np.abs(p[:, 1]), p[:, 2]]) - self.head_at

    def painted(self, p):
        w = self.weights.at(p)
        sums = [w[:, [any(part in n for part in parts) for n in self.names]].sum(1) for parts in (("head",), ("tail",), ("front", "hind"))]
        return np.column_stack(self.shape.painted(p, self.in_head(p), sums)), w


def parts(m):
    """(file, part, what carries it): None: as the skin; "hair": as the skin beneath."""
    def on_head(solid):
        return Field().within((np.eye(3), m.head_at)).add(solid)

    def collar(p):
        return (p - m.head_at) @ (array(m.shape.NECK) / np.linalg.norm(m.shape.NECK)) + 0.020

    Part, over = make_dog.Part, make_dog.OVERLAP
    cuff = m.shape.CUFF
    keep = (lambda p: np.minimum(over - collar(p), p[:, 2] - cuff + over / 2)) if cuff else (lambda p: over - collar(p))
    yield "coat", Part(m.hide, 0.0060, only=None, keep=keep)
    box = (m.head_at - (0.10, 0.1, 0.25), m.head_at + (0.30, 0.1, 0.19))
    yield "coat", Part(m.hide, 0.0025, only=None, box=box, keep=lambda p: np.minimum(collar(p) + 0.003, 1.0))
    for x, y, size in m.shape.PAWS:
        yield "coat", Part(m.hide, 0.0028, False, None, ((x - 0.065, y - 0.04, m.shape.SOLE - 0.005), (x + 0.06, y + 0.04, cuff + 0.01)), lambda p: cuff + 0.003 - p[:, 2])
    for name in ("eye_white", "iris", "pupil"):
        yield name, Part(on_head(m.shape.eye(name)), m.shape.EYE_RADIUS / 9, half=False)
    if m.shape is cat:
        yield "nose", Part(on_head(m.shape.nose()), 0.0010)
    if m.shape is horse:
        yield "hair", Part(m.shape.mane(), 0.0045, only="hair")
        yield "hair", Part(on_head(m.shape.forelock()), 0.0035)
        yield "hair", Part(m.shape.tail(), 0.0050, only="hair")
        yield "hooves", Part(m.shape.hooves(), 0.0030, half=False, only="hooves")


def of_triangles(p, t, seam):
    """Normals at points, from the triangles around them; level in the middle plane."""
    face = np.cross(p[t[:, 1]] - p[t[:, 0]], p[t[:, 2]] - p[t[:, 0]])
    sums = np.zeros_like(p)
    for k in range(3):
        np.add.at(sums, t[:, k], face)
    sums[seam, 1] = 0
    return sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-20)


def finished(m, part, coarse):
    p, t, seam = make_dog.shaped(part, coarse)
    n = part.field.normals(p + np.where(seam[:, None], (0, 3e-4, 0), 0))
    uv = np.zeros((len(p), 2))
    if part.only is None:
        uv, w = m.painted(p)
        # Normals of the triangles where the field's jump: at the ends of its solids' reach.
        flat = of_triangles(p, t, seam)
        n = np.where((n * flat).sum(1, keepdims=True) < 0.93, flat, n)
    elif part.only == "hair":
        w = m.weights.at(p)
        locks = hair.paint.noise(p / (0.10, 0.006, 0.02)) + 0.6 * hair.paint.noise(p / (0.05, 0.004, 0.012) + 3)
        p = p + 0.0022 * np.where(seam, 0, locks)[:, None] * n
    else:
        w = np.zeros((len(p), len(m.names)))
        bodies = ["front_left_paw" if x > 0.2 else "hind_left_paw" for x in p[:, 0]] if part.only == "hooves" else [part.only] * len(p)
        w[np.arange(len(p)), [m.names.index(b) for b in bodies]] = 1
    return p, n, t, uv, w, seam


def palette(shape, path):
    """Tones along u, the bare or white skin upwards."""
    tones = np.stack([np.interp(np.linspace(0, 1, 64), (0, 0.36, 0.70, 1), c) for c in np.array(shape.TONES).T], 1)
    v = np.linspace(1, 0, 16)[:, None, None]
    colour = tones[None] + (np.array(shape.BARE) - tones[None]) * v
    Image.fromarray((255 * hair.encoded(colour) + 0.5).astype(np.uint8)).save(path, optimize=True)


def make(name, shape, options):
    folder = os.path.join(ROOT, "figures", "meshes", name)
    os.makedirs(folder, exist_ok=True)
    m = Model(name, shape)
    files = {}
    for file, part in parts(m):
        if options.only and file not in options.only:
            continue
        files.setdefault(file, []).append(make_dog.both_sides(m, *finished(m, part, options.coarse)))
    for file, meshes in files.items():
        begin = time.time()
        points, normals, triangles, uv, weights, names = make_dog.joined(meshes)
        points, normals = m.scaling.taken_back(shape.SCALE * points, normals, weights, names)
        size = glb.write(os.path.join(folder, file + ".glb"), points, normals, triangles, uv, weights, names, fine=file not in ("coat", "hair"), generator="tools/make_animals.py")
        print(f"{name} {file}: {len(points)} vertices, {size / 1e3:.0f} kB, {time.time() - begin:.0f} s", flush=True)
    palette(shape, os.path.join(LOOKS, name + "_coat.png"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("animals", nargs="*", help="cat, horse; default: both")
    parser.add_argument("--only", nargs="*", help="names of files to write")
    parser.add_argument("--coarse", action="store_true", help="twice the cells: to look at shapes")
    options = parser.parse_args()
    for name in options.animals or ["cat", "horse"]:
        make(name, {"cat": cat, "horse": horse}[name], options)


if __name__ == "__main__":
    main()
