#!/usr/bin/python3
"""Models the insect that figures/roach_insect.yaml shows: writes figures/meshes/insect/*.obj, and with --pictures
also render/looks/tegmen.png and render/looks/pronotum.png.

    tools/make_insect.py [--pictures]

Each mesh lies in the frame of the body of figures/roach.yaml that carries it (a leg's y is along it, x is the axis in
which it bends), left ones only: the figure mirrors them. Lengths in this file are millimetres, after Periplaneta:
a pronotum that covers the head from above, tegmina that overlap and reach beyond the abdomen, broad coxae, tibiae with
rows of spines. Meshes are cages of few faces; the figure's `subdivision` makes them smooth. --pictures needs Pillow."""

import argparse
import math
import os
import random

import numpy as np

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MESHES = os.path.join(ROOT, "figures", "meshes", "insect")
LOOKS = os.path.join(ROOT, "render", "looks")


class Mesh:
    """Closed surfaces, faces counter-clockwise from outside."""

    def __init__(self):
        self.points, self.uvs, self.faces = [], [], []

    def point(self, p, uv=None):
        self.points.append(tuple(float(c) for c in p))
        if uv is not None:
            self.uvs.append(uv)
        return len(self.points)

    def rings(self, rings):
        """Joins rings of point numbers to a tube; a ring of one point closes it."""
        for a, b in zip(rings, rings[1:]):
            n = max(len(a), len(b))
            for k in range(n):
                face = [a[k % len(a)], b[k % len(b)], b[(k + 1) % len(b)], a[(k + 1) % len(a)]]
                self.faces.append([p for i, p in enumerate(face) if p != face[i - 1]])

    def write(self, name):
        with open(os.path.join(MESHES, name + ".obj"), "w") as file:
            print("# Written by tools/make_insect.py.", file=file)
            for p in self.points:
                print("v %.6g %.6g %.6g" % tuple(round(1e-3 * c, 7) + 0.0 for c in p), file=file)
            for uv in self.uvs:
                print("vt %.4f %.4f" % uv, file=file)
            for face in self.faces:
                print("f", *("%d/%d" % (p, p) if self.uvs else str(p) for p in face), file=file)


def curve(keys, t):
    """Rows (t, ...) interpolated smoothly (Catmull and Rom) at t; returns the row without its t."""
    keys = np.array(sorted(keys), float)
    i = int(np.clip(np.searchsorted(keys[:, 0], t) - 1, 0, len(keys) - 2))
    p1, p2 = keys[i], keys[i + 1]
    h = p2[0] - p1[0]
    m1 = (p2 - keys[i - 1]) / (p2[0] - keys[i - 1][0]) if i > 0 else (p2 - p1) / h
    m2 = (keys[i + 2] - p1) / (keys[i + 2][0] - p1[0]) if i + 2 < len(keys) else (p2 - p1) / h
    s = (t - p1[0]) / h
    row = ((2 * s**3 - 3 * s**2 + 1) * p1 + (s**3 - 2 * s**2 + s) * h * m1 + (3 * s**2 - 2 * s**3) * p2 +
           (s**3 - s**2) * h * m2)
    return row[1:]


def power(x, n):
    return math.copysign(abs(x) ** (2 / n), x)


def loft(mesh, axis, keys, stations, around=16, n=2.2, ripple=None):
    """A body along `axis` (0: x, 1: y, 2: z) of super-elliptic sections. A key is t, the middle's two coordinates, the
    half width along the first of the other two axes and the half heights up and down along the second; x is joined by
    (y, z), y by (x, z), z by (x, y). `ripple` scales the section at t."""
    others = [(1, 2), (0, 2), (0, 1)][axis]
    clockwise = axis == 1
    rings = []
    for t in stations:
        u0, v0, a, up, down = curve(keys, t)
        grow = ripple(t) if ripple else 1
        ring = []
        for k in range(around):
            phi = 2 * math.pi * (k + 0.5) / around * (-1 if clockwise else 1)
            p = [0, 0, 0]
            p[axis] = t
            p[others[0]] = u0 + grow * a * power(math.cos(phi), n)
            p[others[1]] = v0 + grow * (up if math.sin(phi) > 0 else down) * power(math.sin(phi), n)
            ring.append(mesh.point(p))
        rings.append(ring)
    ends = []
    for t in (stations[0], stations[-1]):
        u0, v0, _, up, down = curve(keys, t)
        p = [0, 0, 0]
        p[axis], p[others[0]], p[others[1]] = t, u0, v0 + (up - down) / 2
        ends.append([mesh.point(p)])
    mesh.rings([ends[1], *rings[::-1], ends[0]])


def tube(mesh, path, around=8, flat=(0, 0, 1)):
    """A tube along points (x, y, z, a, b) with half widths a across and b along `flat`, closed by points at its ends."""
    path = np.array(path, float)
    flat = np.array(flat, float)
    rings = []
    for i, row in enumerate(path):
        along = path[min(i + 1, len(path) - 1)][:3] - path[max(i - 1, 0)][:3]
        along /= np.linalg.norm(along)
        across = np.cross(along, flat)
        across /= np.linalg.norm(across)
        up = np.cross(across, along)
        rings.append([mesh.point(row[:3] + row[3] * math.cos(f) * across + row[4] * math.sin(f) * up)
                      for f in (2 * math.pi * k / around for k in range(around))])
    mesh.rings([[mesh.point(path[0][:3])], *rings, [mesh.point(path[-1][:3])]])


def steps(start, end, count):
    return [start + (end - start) * i / count for i in range(count + 1)]


def cone(mesh, foot, tip, radius, around=6, bend=(0, 0, 0)):
    """A spine, bent a little by `bend` in its middle."""
    foot, tip, bend = (np.array(p, float) for p in (foot, tip, bend))
    along = (tip - foot) / np.linalg.norm(tip - foot)
    flat = (1, 0, 0) if abs(along[0]) < 0.8 else (0, 0, 1)
    path = []
    for t, r in ((0, 1.0), (0.12, 0.95), (0.45, 0.62), (0.8, 0.3), (1, 0.06)):
        p = foot + t * (tip - foot) + 4 * t * (1 - t) * bend
        path.append((*p, radius * r, radius * r))
    tube(mesh, path, around, flat)


# --- The trunk ---

# x, middle (y, z), half width, up, down; in the abdomen's frame, whose boxes reach from -8.15 to 8.15.
ABDOMEN = [(-9.3, 0, 0.55, 0.9, 0.45, 0.45), (-8.8, 0, 0.5, 2.2, 0.8, 1.0), (-7.6, 0, 0.55, 3.6, 1.2, 1.9),
           (-5.5, 0, 0.7, 5.0, 1.6, 3.0), (-2.5, 0, 0.8, 5.95, 1.9, 3.7), (1, 0, 0.85, 6.2, 2.0, 3.95),
           (4.5, 0, 0.85, 5.8, 2.0, 3.6), (7, 0, 0.9, 5.0, 1.8, 3.1), (8.8, 0, 0.95, 3.9, 1.4, 2.3), (9.8, 0, 1.0, 2.6, 0.9, 1.5)]
SEGMENTS = [-7.7, -6.1, -4.4, -2.6, -0.7, 1.3, 3.4, 5.6]   # hind margins of the sternites, which overlap like tiles


def abdomen():
    mesh = Mesh()
    edges, before = [-9.3, -8.9, -8.3], -9.3
    for x in SEGMENTS:
        edges += [x - 0.14, x, x + 0.10]
        edges.append(x + 0.85)
    edges += [8.2, 9.2, 9.8]

    def tiled(x):
        """Each sternite widens towards its hind margin and is stepped down there."""
        hind = [s for s in SEGMENTS if s <= x + 1e-9]
        if not hind or x > SEGMENTS[-1] + 2:
            return 0.985
        front = next((s for s in SEGMENTS if s > hind[-1]), hind[-1] + 2)
        return 1.025 - 0.045 * (x - hind[-1]) / (front - hind[-1])
    loft(mesh, 0, ABDOMEN, sorted(set(edges)), around=24, n=2.5, ripple=tiled)
    mesh.write("abdomen")


# In the thorax's frame: from the waist to the neck. Coxae hang on it at z = -1.5, y = 4.4.
THORAX = [(-1.6, 0, 0, 3.0, 1.4, 1.4), (0, 0, 0, 4.4, 2.0, 2.4), (1.5, 0, 0.1, 4.85, 2.3, 2.8), (3.6, 0, 0.2, 4.6, 2.4, 2.6),
          (5.5, 0, 0.2, 4.7, 2.5, 2.8), (7.2, 0, 0.2, 4.2, 2.5, 2.4), (9, 0, 0.2, 4.2, 2.2, 2.5), (10.4, 0, 0.1, 2.9, 1.5, 1.8),
          (11.2, 0, 0, 1.5, 1.1, 1.3)]


def thorax():
    mesh = Mesh()
    sutures = (2.9, 6.6)   # between the segments that carry a pair of legs each
    edges = {-1.6, -0.6, 0.4, 1.6, 4.2, 5.4, 8.0, 9.2, 10.3, 11.2}
    for x in sutures:
        edges |= {x - 0.5, x - 0.12, x, x + 0.12, x + 0.5}
    loft(mesh, 0, THORAX, sorted(edges), around=20, n=2.4, ripple=lambda x: 1 - 0.05 * (x in sutures) - 0.012 * (min(abs(x - s) for s in sutures) < 0.2))
    mesh.write("thorax")


def pronotum():
    """The shield, in the thorax's frame: rings from its middle to its margin, above and below."""
    mesh = Mesh()
    middle = 6.9   # x
    outline = [(-180, 4.45), (-150, 5.05), (-115, 5.8), (-90, 5.75), (-60, 5.6), (-30, 5.75), (0, 5.95), (30, 5.75),
               (60, 5.6), (90, 5.75), (115, 5.8), (150, 5.05), (180, 4.45)]
    around = 32

    def top(r, phi):
        x, y = r * math.cos(phi), r * math.sin(phi)
        # A dome, steeper forward, with a margin that flattens out.
        return 3.75 - 0.75 * r**2 - 1.7 * abs(y) ** 2.6 - 0.95 * max(0, x) ** 2 - 0.1 * x + 0.3 * max(0, r - 0.82) / 0.18

    def ring(r, under, grow=1.0):
        points = []
        for k in range(around):
            phi = 2 * math.pi * k / around
            radius = curve(outline, math.degrees(phi) if phi <= math.pi else math.degrees(phi) - 360)[0]
            thickness = under * (0.16 + 0.5 * (1 - r * r))
            points.append(mesh.point((middle + grow * r * radius * math.cos(phi), grow * r * radius * math.sin(phi), top(r, phi) - thickness),
                                     (0.5 + 0.5 * r * math.cos(phi), 0.5 + 0.5 * r * math.sin(phi))))
        return points
    radii = [0.16, 0.34, 0.52, 0.68, 0.82, 0.93, 0.985]
    centre = [mesh.point((middle, 0, top(0, 0)), (0.5, 0.5))]
    below = [mesh.point((middle, 0, top(0, 0) - 0.66), (0.5, 0.5))]
    mesh.rings([centre, *(ring(r, 0) for r in radii), ring(1.0, 0.5, 1.008), *(ring(r, 1) for r in radii[::-1]), below])
    mesh.write("pronotum")


# A wing case: x in the abdomen's frame, its inner and outer margin (y), and the height of its spine and of its flank.
TEGMEN = [(12.2, 0.5, 2.7), (11.5, 0.1, 3.9), (10, -0.35, 4.9), (7.5, -0.8, 5.75), (4, -1.25, 6.35), (0, -1.6, 6.5), (-4, -1.75, 6.2),
          (-7, -1.5, 5.35), (-9.3, -0.75, 4.1), (-10.6, 0.1, 2.95), (-11.15, 0.95, 1.9)]
SPINE = [(12.2, 3.25), (9, 3.75), (4, 3.95), (-2, 3.7), (-7, 2.95), (-11.2, 1.75)]   # height of the back above the axis
FLANK = [(12.2, 4.5), (7, 6.1), (0, 6.72), (-6, 6.15), (-11.2, 4.9)]                   # where the arch of the back would end


def tegmen(mesh, side):
    """The left one lies on the right one."""
    lift = 0.16 if side > 0 else 0.0
    rows = [12.2, 11.9, 11, 9.6, 7.6, 5.2, 2.6, 0, -2.6, -5, -7.1, -8.7, -9.9, -10.6, -11.0, -11.15]
    cols = [0, 0.03, 0.12, 0.3, 0.5, 0.68, 0.82, 0.92, 0.975, 1]

    def place(x, t, under):
        inner, outer = curve(TEGMEN, x)
        y = inner + (outer - inner) * t
        h, w = curve(SPINE, x)[0], curve(FLANK, x)[0]
        base = 0.55   # the arch stands on this height
        z = base + (h - base) * max(0.0, 1 - (abs(y) / w) ** 2.6) ** (1 / 2.2)
        z += 0.10 * math.exp(-((y - 2.1) / 0.35) ** 2) * -1   # the anal furrow
        over = lift * min(1, max(0, 1.2 - y / 3.0))
        return (x, side * y, z + over - under * 0.13)
    grids = []
    for under in (0, 1):
        grid = []
        for x in rows:
            line = []
            for t in cols:
                line.append(mesh.point(place(x, t, under), ((12.2 - x) / 23.35, t)))
            grid.append(line)
        grids.append(grid)
    top, low = grids
    flip = side < 0

    def face(*corners):
        mesh.faces.append(list(corners[::-1] if flip else corners))
    m, n = len(rows) - 1, len(cols) - 1
    for i in range(m):
        for j in range(n):
            face(top[i][j], top[i][j + 1], top[i + 1][j + 1], top[i + 1][j])
            face(low[i][j], low[i + 1][j], low[i + 1][j + 1], low[i][j + 1])
        face(top[i][0], top[i + 1][0], low[i + 1][0], low[i][0])
        face(top[i][n], low[i][n], low[i + 1][n], top[i + 1][n])
    for j in range(n):
        face(top[0][j], low[0][j], low[0][j + 1], top[0][j + 1])
        face(top[m][j], top[m][j + 1], low[m][j + 1], low[m][j])


def tegmina():
    mesh = Mesh()
    tegmen(mesh, 1)
    tegmen(mesh, -1)
    mesh.write("tegmina")


# --- The head: z is up, the face looks along x ---

HEAD = [(-3.3, 1.55, 0, 0.5, 0.8, 0.8), (-2.6, 1.5, 0, 0.75, 1.05, 1.05), (-1.4, 1.3, 0, 1.05, 1.5, 1.5), (-0.2, 1.15, 0, 1.25, 1.95, 1.95),
        (0.7, 1.0, 0, 1.3, 2.1, 2.1), (1.4, 0.8, 0, 1.1, 1.85, 1.85), (1.9, 0.65, 0, 0.6, 1.0, 1.0)]


def head():
    mesh = Mesh()
    loft(mesh, 2, HEAD, [-3.3, -3.0, -2.4, -1.4, -0.3, 0.6, 1.2, 1.65, 1.9], around=16, n=2.2)
    tube(mesh, [(-1.4, 0, 0.3, 1.2, 1.1), (0.2, 0, 0.3, 1.25, 1.2), (0.9, 0, 0.3, 1.2, 1.2)], 12)   # the neck
    for side in (1, -1):
        # The sockets of the antennae.
        tube(mesh, [(1.9, side * 1.0, 0.05, 0.4, 0.4), (2.35, side * 1.06, 0.09, 0.42, 0.42), (2.55, side * 1.1, 0.12, 0.3, 0.3)], 8)
    mesh.write("head")


def mandibles():
    mesh = Mesh()
    for side in (1, -1):
        tube(mesh, [(1.5, side * 1.0, -2.6, 0.3, 0.35), (1.5, side * 0.98, -3.3, 0.42, 0.45), (1.6, side * 0.7, -4.0, 0.34, 0.34),
                    (1.65, side * 0.35, -4.3, 0.15, 0.15)], 8, (1, 0, 0))
    mesh.write("mandibles")


def palps():
    """The labrum before the mandibles; maxillary palps of five joints and labial ones of three, which hang before the mouth."""
    mesh = Mesh()
    loft(mesh, 2, [(-4.5, 1.7, 0, 0.2, 0.45, 0.45), (-4.1, 1.75, 0, 0.36, 0.72, 0.72), (-3.4, 1.85, 0, 0.45, 0.85, 0.85), (-2.9, 1.8, 0, 0.4, 0.8, 0.8)],
         [-4.5, -4.3, -3.8, -3.3, -2.9], around=10)
    for side in (1, -1):
        def limb(points, radius):
            for a, b, r in zip(points, points[1:], radius):
                a, b = np.array(a, float), np.array(b, float)
                path = []
                for t, w in ((0, 0.55), (0.08, 0.8), (0.35, 0.85), (0.8, 1.1), (0.95, 0.95), (1, 0.6)):
                    path.append((*(a + t * (b - a)) * (1, side, 1), r * w, r * w))
                tube(mesh, path, 7, (1, 0, 0.1))
        limb([(1.2, 1.1, -3.0), (1.5, 1.5, -3.4), (2.0, 1.75, -3.6), (3.2, 2.0, -3.3), (4.2, 1.95, -4.0), (4.55, 1.75, -5.1)],
             [0.2, 0.2, 0.19, 0.19, 0.22])
        limb([(0.9, 0.6, -3.4), (1.1, 0.8, -4.0), (1.9, 0.95, -4.6), (2.3, 0.8, -5.4)], [0.17, 0.15, 0.16])
    mesh.write("palps")


def eyes():
    """Kidneys that hug the sides of the head and open towards the antennae."""
    mesh = Mesh()
    for side in (1, -1):
        path = []
        for t in steps(-1, 1, 8):
            angle = 0.9 * t
            fat = max(0.06, 1 - abs(t) ** 3.2) ** 0.5
            path.append((1.02 + 1.25 * (1 - math.cos(angle)) - 0.25 * t, side * (1.88 - 0.30 * t * t - 0.12 * t), 0.55 + 1.42 * math.sin(angle),
                         0.72 * fat, 0.46 * fat))
        tube(mesh, path, 10, (0, 1, 0))
    mesh.write("eyes")


# --- Limbs: y is along them ---

def coxa(name, length, wide, thick):
    mesh = Mesh()
    keys = [(-2.4, -0.3, 0, 0.75 * wide, 0.7 * thick, 0.7 * thick), (-1.2, -0.2, 0, wide, thick, thick), (0.2 * length, -0.1, 0, wide, 0.95 * thick, thick),
            (0.55 * length, 0, 0, 0.78 * wide, 0.75 * thick, 0.85 * thick), (0.85 * length, 0.03, 0, 0.48 * wide, 0.6 * thick, 0.62 * thick),
            (0.97 * length, 0.03, 0, 0.40 * wide, 0.62 * thick, 0.62 * thick), (length + 0.3, 0.03, 0, 0.24 * wide, 0.4 * thick, 0.4 * thick)]
    # A keel along the front edge, to which the femur can be laid.
    loft(mesh, 1, keys, [*steps(-2.4, 0.85 * length, 7), 0.95 * length, length + 0.12, length + 0.3], around=14, n=1.75)
    mesh.write(name)


def femur(name, length, deep, thick):
    """Flat across its bending axis x, deepest near its upper third."""
    mesh = Mesh()
    keys = [(-0.55, 0, 0, 0.35 * thick, 0.4 * deep, 0.4 * deep), (-0.2, 0, 0, 0.85 * thick, 0.72 * deep, 0.72 * deep),
            (0.3, 0, 0, 0.9 * thick, 0.78 * deep, 0.78 * deep), (0.2 * length + 0.3, 0, 0, thick, deep, deep),
            (0.5 * length, 0, 0, 0.95 * thick, 0.92 * deep, 0.88 * deep), (0.82 * length, 0, 0, 0.72 * thick, 0.62 * deep, 0.6 * deep),
            (length - 0.1, 0, 0, 0.66 * thick, 0.5 * deep, 0.5 * deep), (length + 0.28, 0, 0, 0.35 * thick, 0.25 * deep, 0.25 * deep)]
    loft(mesh, 1, keys, [-0.55, -0.4, 0, 0.4, *steps(0.2 * length + 0.3, length - 0.1, 5), length + 0.12, length + 0.28], around=12, n=2.2)
    mesh.write(name)


def tibia(name, length, thick):
    mesh = Mesh()
    keys = [(-0.3, 0, 0, 0.5 * thick, 0.5 * thick, 0.5 * thick), (0.0, 0, 0, 0.95 * thick, 1.1 * thick, 1.1 * thick), (0.5, 0, 0, 0.72 * thick, 0.8 * thick, 0.8 * thick),
            (0.4 * length, 0, 0, 0.85 * thick, 0.9 * thick, 0.9 * thick), (0.9 * length, 0, 0, 1.05 * thick, 1.1 * thick, 1.1 * thick),
            (length, 0, 0, 0.75 * thick, 0.8 * thick, 0.8 * thick), (length + 0.12, 0, 0, 0.4 * thick, 0.4 * thick, 0.4 * thick)]
    loft(mesh, 1, keys, [-0.3, -0.15, 0.1, 0.5, *steps(0.2 * length, 0.9 * length, 3), 0.97 * length, length, length + 0.12], around=10, n=2)
    mesh.write(name)


def spines(name, length, thick, rows, seed, most):
    """Rows of movable spines on a tibia, at angles (degrees) around it, slanting to the foot; and spurs at its end."""
    mesh = Mesh()
    dice = random.Random(seed)
    for angle, count, shift in rows:
        for i in range(count):
            t = (i + 0.8 + shift) / (count + 0.75)
            y = length * (0.14 + 0.82 * t) if i < count - 1 else 0.97 * length
            f = math.radians(angle + dice.uniform(-8, 8))
            out = np.array((math.cos(f), 0, math.sin(f)))
            size = most * (0.72 + 0.28 * math.sin(math.pi * min(1, t + 0.1))) * dice.uniform(0.88, 1.08)
            slant = math.radians(dice.uniform(38, 50))
            foot = np.array((0, y, 0)) + 0.75 * thick * out
            tip = foot + size * (math.sin(slant) * out + math.cos(slant) * np.array((0, 1, 0)))
            cone(mesh, foot, tip, 0.085 * most**0.5, 6, -0.03 * size * out)
    mesh.write(name)


def femur_spines(name, length, deep, thick, seed, below):
    """A row of short spines below a femur, on the side `below` (1: +z) to which the tibia folds."""
    mesh = Mesh()
    dice = random.Random(seed)
    for side in (1, -1):
        count = 4
        for i in range(count):
            y = length * (0.38 + 0.56 * (i + 0.3 * (side > 0)) / count)
            depth = deep * (0.93 - 0.5 * max(0, y / length - 0.45))
            foot = np.array((side * 0.5 * thick, y, below * 0.8 * depth))
            tip = foot + dice.uniform(0.45, 0.62) * np.array((side * 0.35, 0.75, below * 0.75))
            cone(mesh, foot, tip, 0.05)
    mesh.write(name)


def tarsus(name, length):
    """Four joints of the foot, the last with claws and the pad between them."""
    mesh = Mesh()
    parts = [0.0, 0.4, 0.62, 0.76, 1.0]
    for i, (a, b) in enumerate(zip(parts, parts[1:])):
        a, b = a * length, b * length
        r = 0.17 if i < 3 else 0.13
        keys = [(a - 0.06, 0, 0, 0.45 * r, 0.45 * r, 0.45 * r), (a + 0.04, 0, 0, 0.75 * r, 0.75 * r, 0.75 * r), (b - 0.12, 0, 0, r, r, r),
                (b - 0.02, 0, 0, 0.9 * r, 0.9 * r, 0.95 * r), (b + 0.03, 0, 0, 0.5 * r, 0.5 * r, 0.5 * r)]
        loft(mesh, 1, keys, [a - 0.06, a + 0.04, (a + b) / 2, b - 0.12, b - 0.02, b + 0.03], around=8, n=2)
    tube(mesh, [(0, length - 0.05, 0, 0.08, 0.06), (0, length + 0.1, 0, 0.13, 0.07), (0, length + 0.2, 0, 0.1, 0.05)], 8)
    for side in (1, -1):
        x = side
        tube(mesh, [(0.06 * x, length - 0.06, 0, 0.075, 0.075), (0.2 * x, length + 0.12, 0.05, 0.06, 0.06), (0.33 * x, length + 0.32, 0.03, 0.04, 0.04),
                    (0.38 * x, length + 0.45, -0.07, 0.012, 0.012)], 6)
    mesh.write(name)


def cercus(name, length, start, end):
    """A link of a cercus along x, of rings with constrictions; half widths at both ends."""
    mesh = Mesh()
    count = max(3, round(length / 0.42))
    path = []
    for i in range(count):
        for t, w in ((0.04, 0.86), (0.3, 1.0), (0.7, 1.03), (0.94, 0.9)):
            s = (i + t) / count
            r = (start + (end - start) * s) * w
            path.append((s * length, 0, 0, r, 0.72 * r))
    tube(mesh, path, 10)
    mesh.write(name)


def antenna_base():
    """Scape and pedicel along x."""
    mesh = Mesh()
    tube(mesh, [(0, 0, 0, 0.2, 0.2), (0.12, 0, 0, 0.3, 0.3), (0.6, 0, 0, 0.33, 0.33), (1.05, 0, 0, 0.3, 0.3), (1.14, 0, 0, 0.2, 0.2),
                (1.2, 0, 0, 0.24, 0.24), (1.6, 0, 0, 0.24, 0.24), (1.72, 0, 0, 0.14, 0.14)], 10)
    mesh.write("antenna_base")


# Both antennae, in the frame of the figure's root at rest: they bend with the links of roach_insect.yaml, whose places this
# repeats. at (mm), then turns about y and z (degrees), from each frame to the next; half widths at the beginnings of links.
TO_HEAD = [((8.15, 0, 1.0), 0, 0), ((10.58, 0, 0), 10, 0)]
ANTENNA = [((2.4, 1.1, 0.12), -54, 32), ((1.65, 0, 0), 8, 4), ((5.2, 0, 0), 6, 4), ((5.0, 0, 0), 5, 4), ((4.8, 0, 0), 4, 3), ((4.6, 0, 0), 3, 3),
           ((4.4, 0, 0), 4, 3), ((4.2, 0, 0), 4, 3), ((4.0, 0, 0), 0, 0)]
FLAGELLUM = [0.19, 0.182, 0.17, 0.154, 0.134, 0.11, 0.082, 0.045]


def turned(y, z):
    y, z = math.radians(y), math.radians(z)
    about_y = np.array([[math.cos(y), 0, math.sin(y)], [0, 1, 0], [-math.sin(y), 0, math.cos(y)]])
    about_z = np.array([[math.cos(z), -math.sin(z), 0], [math.sin(z), math.cos(z), 0], [0, 0, 1]])
    return about_z @ about_y


def antennae():
    mesh = Mesh()
    place, turn, joints = np.zeros(3), np.eye(3), []
    for i, (at, y, z) in enumerate(TO_HEAD + ANTENNA):
        place = place + turn @ np.array(at)
        turn = turn @ turned(y, z)
        if i > len(TO_HEAD):
            joints.append((i - len(TO_HEAD) - 1.0, *place, FLAGELLUM[i - len(TO_HEAD) - 1]))
    path = []
    for t in steps(0, 7, 35):
        x, y, z, r = curve(joints, t)
        path.append((x, y, z, r, r))
    path[0] = (*path[0][:3], 0.09, 0.09)
    for side in (1, -1):
        tube(mesh, [(x, side * y, z, a, b) for x, y, z, a, b in path], 7)
    mesh.write("antennae")


# Legs: length of coxa, its half width and thickness; of the femur, its half depth and thickness; of the tibia, its
# radius, the rows of its spines and their greatest length. Lengths are those of the thesis.
LEGS = {
    "front": ((4.9, 1.5, 0.9), (6.0, 0.72, 0.46), (6.0, 0.28, [(100, 3, 0), (260, 3, 0.3), (20, 4, 0.1), (160, 4, 0.4)], 1.05), 1.8),
    "middle": ((6.0, 1.65, 0.95), (4.2, 0.74, 0.48), (9.5, 0.29, [(75, 5, 0), (105, 5, 0.4), (255, 5, 0.1), (285, 5, 0.5), (0, 3, 0.2), (180, 3, 0)], 1.3), 2.0),
    "back": ((5.6, 1.95, 1.05), (3.5, 0.85, 0.52), (14.1, 0.36, [(70, 7, 0), (110, 7, 0.4), (250, 7, 0.1), (290, 7, 0.5), (0, 5, 0.2), (180, 4, 0)], 1.7), 3.5),
}


def legs():
    for seed, (leg, (hip, thigh, shin, foot)) in enumerate(LEGS.items()):
        coxa(leg + "_coxa", *hip)
        femur(leg + "_femur", *thigh)
        femur_spines(leg + "_femur_spines", thigh[0], thigh[1], thigh[2], seed, -1)
        tibia(leg + "_tibia", shin[0], shin[1])
        spines(leg + "_spines", shin[0], shin[1], shin[2], seed + 7, shin[3])
        tarsus(leg + "_tarsus", foot)


# --- Pictures ---

def srgb(linear):
    low = 12.92 * linear
    return np.where(linear <= 0.0031308, low, 1.055 * np.maximum(linear, 1e-9) ** (1 / 2.4) - 0.055)


def smooth(a, b, x):
    t = np.clip((x - a) / (b - a), 0, 1)
    return t * t * (3 - 2 * t)


def save(name, grey_or_colour):
    from PIL import Image
    Image.fromarray((255 * np.clip(grey_or_colour, 0, 1) + 0.5).astype(np.uint8)).save(os.path.join(LOOKS, name), optimize=True)


def tegmen_picture(width=1024, height=320):
    """Colour (times 1) of a wing case, base at the left, its inner margin at the bottom (v = 0): veins fan out from the
    base, and the membrane between them is paler towards the outer margin."""
    u = (np.arange(width) + 0.5) / width
    v = 1 - (np.arange(height) + 0.5) / height
    u, v = np.meshgrid(u, v)
    veins = np.zeros_like(u)
    # Veins start together near the base at v = 0.55 and spread to the margins.
    for k in range(22):
        end = -0.15 + 1.3 * k / 21
        bow = 0.55 + (end - 0.55) * (1 - np.exp(-2.6 * u)) / (1 - math.exp(-2.6))
        line = np.exp(-(((v - bow) / 0.0065) ** 2))
        veins = np.maximum(veins, line * smooth(0.02, 0.12, u) * (1.0 if k % 3 == 0 else 0.6))
    # Cross veins, fine.
    random_ = np.random.default_rng(7)
    cells = np.zeros_like(u)
    for _ in range(420):
        cu, cv = random_.uniform(0.08, 0.98), random_.uniform(0.02, 0.98)
        cells = np.maximum(cells, 0.35 * np.exp(-(((u - cu) / 0.0022) ** 2) - ((v - cv) / 0.018) ** 4))
    veins = np.maximum(veins, cells)
    membrane = np.array([0.105, 0.0245, 0.0065])
    pale = np.array([0.185, 0.056, 0.0135])
    dark = np.array([0.028, 0.007, 0.0035])
    outer = smooth(0.55, 0.86, v) * (1 - smooth(0.55, 0.95, u))
    colour = membrane + outer[..., None] * (pale - membrane) * 0.8
    edge = np.maximum.reduce([smooth(0.955, 0.995, v), 0.8 * smooth(0.05, 0.0, v), 0.9 * smooth(0.94, 1.0, u), 0.6 * smooth(0.10, 0.0, u)])
    shade = np.maximum(0.62 * veins, 0.75 * edge)
    colour = colour + shade[..., None] * (dark - colour)
    save("tegmen.png", srgb(colour))
    save("tegmen_veins.png", veins)


def pronotum_picture(size=512):
    """Colour of the shield, its front at the right: two dark blotches that run together behind, a pale band around
    them, and a dark margin."""
    u = 2 * ((np.arange(size) + 0.5) / size) - 1
    x, y = np.meshgrid(u, -u)
    r = np.hypot(x, y)
    random_ = np.random.default_rng(3)
    wobble = sum(random_.uniform(-1, 1) * np.cos(k * np.arctan2(np.abs(y), x) + random_.uniform(0, 6)) for k in range(2, 7)) * 0.025
    blot = np.zeros_like(x)
    for cx, cy, sx, sy in ((-0.05, 0.34, 0.47, 0.35), (-0.05, -0.34, 0.47, 0.35), (-0.30, 0, 0.33, 0.38)):
        blot = np.maximum(blot, 1 - np.hypot((x - cx) / sx, (y - cy) / sy) + wobble)
    blot = smooth(-0.08, 0.14, blot)
    pale = np.array([0.215, 0.082, 0.022])
    dark = np.array([0.026, 0.0075, 0.004])
    middle = np.array([0.075, 0.020, 0.007])
    colour = pale + 0 * x[..., None]
    colour = colour + (0.94 * blot)[..., None] * (dark - colour)
    colour = colour + (0.55 * np.exp(-(y / 0.035) ** 2) * smooth(0.75, 0.2, r))[..., None] * (middle - colour)
    colour = colour + (0.85 * smooth(0.93, 0.985, r))[..., None] * (dark - colour)
    save("pronotum.png", srgb(colour))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pictures", action="store_true")
    options = parser.parse_args()
    os.makedirs(MESHES, exist_ok=True)
    abdomen()
    thorax()
    pronotum()
    tegmina()
    head()
    mandibles()
    palps()
    eyes()
    legs()
    cercus("cercus_1", 1.9, 0.36, 0.48)
    cercus("cercus_2", 1.9, 0.48, 0.38)
    cercus("cercus_3", 1.8, 0.38, 0.10)
    antenna_base()
    antennae()
    if options.pictures:
        tegmen_picture()
        pronotum_picture()


if __name__ == "__main__":
    main()
