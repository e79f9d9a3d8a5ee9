#!/usr/bin/env python3
"""Models the display layer of figures/dog/body.yaml: writes figures/meshes/dog/*.glb, render/looks/dog_coat.png, dog_bare.png and dog_hair*.png.

    tools/make_dog.py [--only NAME ...] [--coarse] [--ears]

Every surface is the zero set of a field of smooth unions of simple solids (tools/dog/, with the solids of tools/human/field.py), placed
where the bodies of figures/dog/body.yaml stand with all joints at 0; it is meshed, displaced by locks of hair, painted, and bound to the bodies
(tools/dog/weights.py). Head and paws have smaller cells than the trunk, and overlap it by one or two of its cells. Needs numpy, scipy,
PyYAML and Pillow. --ears: instead only the coat of figures/dog_ears.yaml, whose ears are bodies: figures/meshes/dog/coat_ears.glb."""

import argparse
import os
import time

import numpy as np

from dog import body, hair, head, paint
from dog.weights import Weights
from human import glb, posture, surface
from human.field import Field, array, ramp

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MESHES = os.path.join(ROOT, "figures", "meshes", "dog")
LOOKS = os.path.join(ROOT, "render", "looks")


class Model:
    def __init__(self, ears=False):
        figure = posture.Figure(os.path.join(ROOT, "figures", "dog", "body.yaml"))
        self.names = figure.names + (["left_ear"] if ears else [])
        self.joints = {name: t for name, (_, t) in figure.frames().items()}
        self.head_at = self.joints["head"]
        self.weights = Weights(self.names, self.joints)
        self.hide = Field()
        self.hide.add(body.trunk())
        self.hide.add(body.front_leg(), 0.040)
        self.hide.add(body.hind_leg(), 0.050)
        self.hide.add(body.tail(), 0.030)
        self.hide.within((np.eye(3), self.head_at))
        self.hide.add(head.head(), 0.030)

    def in_head(self, p):
        return np.column_stack([p[:, 0], np.abs(p[:, 1]), p[:, 2]]) - self.head_at

    def shares(self, p):
        """Of head, tail and legs in the skin at p."""
        w = self.weights.at(p)
        sums = {part: w[:, [part in n for n in self.names]].sum(1) for part in ("head", "ear", "tail", "front", "hind")}
        return w, sums["head"] + sums["ear"], sums["tail"], sums["front"] + sums["hind"]


class Part:
    """A field in the root's frame, the size of its cells, whether it crosses the middle; what carries it (None: see weights.py); the box
    (low, high) that holds it, and where it ends: keep(p) > 0."""

    def __init__(self, field, cell, half=True, only="head", box=None, keep=None):
        self.field, self.cell, self.half, self.only, self.keep = field, cell, half, only, keep
        if box:
            self.field = Region(field, *box)


class Region(Field):
    """A field within a box."""

    def __init__(self, field, low, high):
        super().__init__()
        self.add(field)
        self.low, self.high = array(low), array(high)

    def box(self):
        return self.low, self.high


COLLAR = (0.86, 0, 0.50)  # across the throat, behind the jaws and the ears
CUFF = -0.352             # above the dew claws, whose toes are too thin for the cells of the trunk
OVERLAP = 0.012           # how far the trunk reaches into the head: two of its cells, as its edge is ragged by one; half as far into the paws


def parts(m):
    def on_head(solid):
        return Field().within((np.eye(3), m.head_at)).add(solid)

    def collar(p):
        return (p - m.head_at) @ array(COLLAR) + 0.008

    yield "trunk", Part(m.hide, 0.0062, only=None, keep=lambda p: np.minimum(OVERLAP - collar(p), p[:, 2] - CUFF + OVERLAP / 2))
    yield "head", Part(m.hide, 0.0023, only=None, box=(m.head_at - (0.080, 0.1, 0.14), m.head_at + (0.225, 0.1, 0.19)), keep=lambda p: collar(p) + 0.003)
    for leg, x in (("front", 0.51), ("hind", -0.04)):
        yield leg + " paw", Part(m.hide, 0.0028, False, None, ((x - 0.065, 0.04, body.SOLE - 0.005), (x + 0.06, 0.12, CUFF + 0.01)), lambda p: CUFF + 0.003 - p[:, 2])
    yield "nose", Part(on_head(head.nose()), 0.0012)
    for name, cell in (("eye_white", 0.0016), ("iris", 0.0010), ("pupil", 0.0006)):
        yield name, Part(on_head(head.eye(name)), cell, half=False)
    yield "claws", Part(body.claws(), 0.0013, half=False, only="claws")


# Parts of each file; the hide is cut once more.
FILES = {"hide": ["trunk", "head", "front paw", "hind paw"], **{name: [name] for name in ("nose", "eye_white", "iris", "pupil", "claws")}}


def painted(m, p):
    _, head_share, tail_share, leg_share = m.shares(p)
    tone = paint.trunk(p)
    tone = paint.mixed(tone, paint.legs(p), ramp(0.35, 0.75, leg_share + 0.10 * paint.noise(p / 0.02)))
    along = np.clip((p[:, 0] + 0.11) / (body.TAIL[-1][0] + 0.11), 0, 1)
    tone = paint.mixed(tone, paint.tail(p, along), ramp(0.2, 0.7, tail_share))
    face, bare = paint.face(m.in_head(p))
    tone = paint.mixed(tone, face, ramp(0.45, 0.85, head_share))
    pads = ramp(body.SOLE + 0.007, body.SOLE + 0.002, p[:, 2])
    return np.clip(tone, 0, 1), np.clip(np.maximum(bare * head_share, 0.8 * pads), 0, 1)


def shaped(part, coarse):
    """Points, triangles and which points lie in the middle plane."""
    cell = part.cell * (2 if coarse else 1)
    p, t = surface.nets(part.field, cell, part.half)
    if part.keep:
        t = t[(part.keep(p) > -0.5 * cell)[t].all(1)]
        used = np.unique(t)
        number = np.full(len(p), -1)
        number[used] = np.arange(len(used))
        p, t = p[used], number[t]
    seam = part.half & (np.abs(p[:, 1]) < 1e-9)
    p = part.field.settled(p, 0.4 * cell)
    p[seam, 1] = 0
    return p, t, seam


def finished(m, part, coarse):
    p, t, seam = shaped(part, coarse)
    n = part.field.normals(p + np.where(seam[:, None], (0, 3e-4, 0), 0))
    uv = np.zeros((len(p), 2))
    if part.only is None:
        uv = np.column_stack(painted(m, p))
        w, head_share, tail_share, leg_share = m.shares(p)
        p, n = hair.grown(p, n, t, seam, hair.length(p, head_share, tail_share, leg_share, uv[:, 1]))
    else:
        w = np.zeros((len(p), len(m.names)))
        if part.only == "claws":
            w[np.arange(len(p)), [m.names.index("front_left_paw" if x > 0.2 else "hind_left_paw") for x in p[:, 0]]] = 1
        else:
            w[:, m.names.index(part.only)] = 1
    return p, n, t, uv, w, seam


def both_sides(m, p, n, t, uv, w, seam):
    """Adds the mirror image, sharing the seam; names of bodies of the right."""
    other = [x.replace("left", "right") for x in m.names]
    names = list(m.names) + [x for x in other if x not in m.names]
    W = np.zeros((2 * len(p), len(names)))
    W[: len(p), [names.index(x) for x in m.names]] = w
    W[len(p):, [names.index(x) for x in other]] = w
    at_seam = np.nonzero(seam)[0]
    W[at_seam] = 0.5 * (W[at_seam] + W[at_seam + len(p)])
    index = np.arange(len(p)) + len(p)
    index[seam] = at_seam
    n = np.where(seam[:, None], n * [1, 0, 1], n)
    n = n / np.maximum(np.linalg.norm(n, axis=1, keepdims=True), 1e-9)
    P, N = np.concatenate([p, p * [1, -1, 1]]), np.concatenate([n, n * [1, -1, 1]])
    T, UV = np.concatenate([t, index[t][:, ::-1]]), np.concatenate([uv, uv])
    return (*picked((P, N, T, UV, W), T), names)


def joined(meshes):
    starts = np.cumsum([0] + [len(mesh[0]) for mesh in meshes])
    columns = list(zip(*meshes))
    points, normals, uv, weights = (np.concatenate(columns[i]) for i in (0, 1, 3, 4))
    return points, normals, np.concatenate([t + start for t, start in zip(columns[2], starts)]), uv, weights, columns[5][0]


def picked(mesh, triangles):
    """The mesh of some of the triangles of (points, normals, triangles, uv, weights)."""
    used = np.unique(triangles)
    number = np.full(len(mesh[0]), -1)
    number[used] = np.arange(len(used))
    return mesh[0][used], mesh[1][used], number[triangles], mesh[3][used], mesh[4][used]


def cut(name, mesh):
    """{file: mesh}: the hide in two, as hair lies back on the trunk and down on the legs, and a look has a material for each."""
    if name != "hide":
        return {name: mesh}
    names = mesh[5]
    leg = mesh[4][:, [n.startswith(("front", "hind")) for n in names]].sum(1) > 0.5
    low = leg & (mesh[0][:, 2] < -0.05)
    of_leg = low[mesh[2]].all(1)
    return {"coat": (*picked(mesh, mesh[2][~of_leg]), names), "legs": (*picked(mesh, mesh[2][of_leg]), names)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="*", help="names of files to write; hide: the coat and legs")
    parser.add_argument("--coarse", action="store_true", help="twice the cells: to look at shapes")
    parser.add_argument("--ears", action="store_true", help="the coat whose ears are bodies")
    options = parser.parse_args()
    os.makedirs(MESHES, exist_ok=True)
    model = Model(options.ears)
    made = dict(parts(model))
    for name, of in FILES.items():
        if (options.only and name not in options.only) or (options.ears and name != "hide"):
            continue
        begin = time.time()
        mesh = joined([both_sides(model, *finished(model, made[part], options.coarse)) for part in of])
        grid = glb.grid_of(mesh[0])
        for file, piece in cut(name, mesh).items():
            if options.ears and file != "coat":
                continue
            file += "_ears" if options.ears else ""
            size = glb.write(os.path.join(MESHES, file + ".glb"), *piece, grid=grid, generator="tools/make_dog.py")
            print(f"{file}: {len(piece[0])} vertices, {size / 1e3:.0f} kB, {time.time() - begin:.0f} s", flush=True)
    if not options.ears:
        hair.pictures(LOOKS)


if __name__ == "__main__":
    main()
