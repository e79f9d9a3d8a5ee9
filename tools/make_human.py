#!/usr/bin/python3
"""Models the display layers of figures/thesis_human.yaml: writes figures/meshes/human/*.glb and render/looks/human_skin.png; and those of
figures/human_walker.yaml, figures/meshes/human_walker/*.glb.

    tools/make_human.py [--only NAME ...] [--coarse]

Every surface is the zero set of a field of smooth unions of simple solids (tools/human/field.py), placed in the frames of the
figure's bodies; it is meshed, simplified where it is flat, and bound to the bodies by ramps across the joints
(tools/human/weights.py). Arms are modelled half raised, so that neither an arm at the side nor a raised one folds, and then
lowered to the initial posture of the figure, which a skin must fit. Needs numpy, scipy, PyYAML and Pillow."""

import argparse
import os
import time

import numpy as np

from human import body, bones, clothes, glb, hands, head, nails, posture, surface, weights
from human.field import Egg, Field, Function, array, ramp

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MESHES = os.path.join(ROOT, "figures", "meshes")
LOOKS = os.path.join(ROOT, "render", "looks")


class Model:
    def __init__(self):
        self.figure = posture.Figure(os.path.join(ROOT, "figures", "thesis_human.yaml"))
        self.man = Wearer(self.figure, "human", FILES)
        walker = posture.Figure(os.path.join(ROOT, "figures", "human_walker.yaml"))
        self.walker = Wearer(walker, "human_walker", ("body", "nails", "shirt", "shorts", "bones"))
        raised = self.figure.initial("left_humerus")
        self.X = self.figure.frames({"left_humerus": [raised[0], 0.75, raised[2]]})
        self.weights = weights.Weights(self.figure, self.X)
        self.trunk = body.trunk()
        self.arm_field, self.leg_field = body.arm(self.X), body.leg(self.X)
        self.head_field, self.under_hair = self.make_head(True), self.make_head(False)
        self.neck = Field()
        self.neck.add(self.trunk)
        body.throat(self.neck)

    def make_head(self, ears):
        f = Field()
        f.add(self.trunk)
        body.throat(f)
        f.within(self.X["head"])
        f.add(head.head(ears), 0.014)
        return f

    def in_head(self, p):
        return np.column_stack([p[:, 0], np.abs(p[:, 1]), p[:, 2]]) - self.X["head"][1]

    def head_distance(self, q):
        return self.under_hair.distance(np.column_stack([q[:, 0], np.abs(q[:, 1]), q[:, 2]]) + self.X["head"][1])


class Wearer:
    """A figure that has these surfaces, the folder of its meshes and the files in which they differ from the other figure's."""

    def __init__(self, figure, folder, files):
        self.figure, self.folder, self.files = figure, os.path.join(MESHES, folder), files
        self.initial = figure.frames()
        self.thorax = self.initial["abdomen"][1][2] if "thorax" in figure.names else None

    def above(self, p, stiff):
        """Share of points of the trunk above the waist that moves with the thorax."""
        if not stiff:
            return ramp(-0.060, 0.060, p[:, 2] - self.thorax)
        # Five vertebrae are the abdomen's; what they have behind points down.
        last = -0.0138 - 0.61 * np.maximum(0, -0.072 - p[:, 0])
        return np.where((p[:, 2] > last) | (np.hypot(p[:, 0] + 0.075, p[:, 1]) > 0.050), 1.0, 0.0)

    def fitted(self, X, p, n, w, names, stiff):
        """Points and normals of the posture X in the initial posture; weights, with names, of this figure. stiff: each point of the
        trunk moves with the abdomen, which has vertebrae alone, or with the thorax."""
        if self.thorax is None:
            return *posture.moved(p, n, w, names, X, self.initial), w, names
        above = self.above(p, stiff)
        trunk = names.index("abdomen")
        w = np.column_stack([w, w[:, trunk] * above])
        w[:, trunk] *= 1 - above
        names = [*names, "thorax"]
        # Joints of the trunk are at 0.
        at_rest = {x: (np.eye(3), np.zeros(3)) for x in ("thorax", "abdomen")}
        return *posture.moved(p, n, w, names, X | at_rest, self.initial | at_rest), w, names


class Part:
    """A field, its cell and where it is cut off (covered by clothes): hidden(p) > 0."""

    def __init__(self, field, cell, half, error, longest, keep=None, paint=None, importance=None, only=None):
        self.field, self.cell, self.half, self.error, self.longest = field, cell, half, error, longest
        self.keep, self.paint, self.importance, self.only = keep, paint, importance, only


def parts(m):
    X = m.X
    yield "head", Part(m.head_field, 0.0016, True, 0.00040, 0.012, keep=lambda p: p[:, 2] - 0.195, paint=lambda p: paint_head(m, p),
                       importance=lambda p: 1 + 2.0 * face(m, p))
    arm = Field()
    arm.add(m.arm_field)
    arm.within(X["left_hand"]).add(body.hand(), 0.010)

    def above(body_, z):
        R, t = X[body_]
        return lambda p: -((p - t) @ R)[:, 2] + z

    yield "arm", Part(arm, 0.0019, False, 0.00070, 0.014, keep=above("left_humerus", -0.135), paint=lambda p: paint_arm(m, p),
                      importance=lambda p: 1 + 1.2 * ramp(0.0, -0.03, ((p - X["left_hand"][1]) @ X["left_hand"][0])[:, 2]))
    leg = Field()
    leg.add(m.leg_field)
    leg.add(body.foot(X), 0.016)
    yield "leg", Part(leg, 0.0020, False, 0.00075, 0.016, keep=above("left_thigh", -0.270), paint=lambda p: paint_leg(m, p),
                      importance=lambda p: 1 + 1.2 * ramp(-1.12, -1.17, p[:, 2]))
    shirt = clothes.shirt(X, m.neck, m.arm_field)
    yield "shirt", Part(shirt, 0.0030, True, 0.0013, 0.03)
    yield "shorts", Part(clothes.shorts(X, m.trunk, m.leg_field), 0.0030, True, 0.0012, 0.03)
    hair = Field()
    t = X["head"][1]
    hair.add(Function(lambda p: head.hair(m.head_distance)(m.in_head(p)), t + (0.0, 0, 0.14), 0.13))
    yield "hair", Part(hair, 0.0020, True, 0.0007, 0.014, keep=lambda p: head.hair_reach(m.in_head(p)) + 0.004, only="head")
    brows = Field()
    brows.add(Function(lambda p: head.brows(m.head_distance)(m.in_head(p)), t + (0.09, 0.03, 0.135), 0.035))
    yield "brows", Part(brows, 0.0011, False, 0.0001, 0.006, keep=lambda p: head.brow_share(m.in_head(p)) - 0.35, only="head")
    yield "nails left_hand", Part(nails.finger_nails(X, arm), 0.0009, False, 0.0002, 0.004, only="left_hand")
    for name, field in nails.toe_nails(X, leg).items():
        yield "nails " + name, Part(field, 0.0009, False, 0.0002, 0.004, only=name)
    # An iris is a lens of 1.2 cm on the eyeball, the pupil one on the iris; they look ahead.
    for name, ahead, size in (("eye_white", 0, (head.EYE_RADIUS,) * 3), ("iris", 0.01085, (0.0017, 0.0059, 0.0059)), ("pupil", 0.01185, (0.0009, 0.0022, 0.0022))):
        field = Field()
        field.add(Egg(X["head"][1] + head.EYE + (ahead, 0, 0), size))
        yield name, Part(field, 0.0014 if ahead == 0 else 0.0005, False, 0.0003, 0.006, only="head")
    for name, (field, symmetric) in bones.skeleton(X).items():
        small = name.startswith("left_") and name[5:] not in ("thigh", "shank", "humerus", "forearm")
        yield "bones " + name, Part(field, 0.0012 if small else 0.0022, symmetric, 0.0020 if small else 0.0040, 0.03, only=name)


def face(m, p):
    q = m.in_head(p)
    return ramp(0.055, 0.075, q[:, 0]) * ramp(0.02, 0.035, q[:, 2]) * ramp(0.155, 0.140, q[:, 2]) + ramp(0.068, 0.074, q[:, 1]) * ramp(0.07, 0.08, q[:, 2])


def spot(q, c, r):
    return np.exp(-(((q - array(c)) / array(r)) ** 2).sum(1))


def paint_head(m, p):
    """u: from skin to lips; v: darkness."""
    q = m.in_head(p)
    lips = head.lip_share(q)
    flush = 0.30 * spot(q, (0.085, 0.040, 0.078), (0.03, 0.018, 0.018)) + 0.30 * spot(q, (0.122, 0, 0.077), (0.012, 0.012, 0.012)) \
        + 0.28 * spot(q, (0, 0.082, 0.11), (0.03, 0.012, 0.04)) + 0.12 * spot(q, (0.09, 0, 0.02), (0.02, 0.02, 0.02))
    e = q - head.EYE
    opening = head.eye_opening(q)
    near = ramp(0.02, 0.015, np.linalg.norm(e, axis=1))
    lash = near * ramp(-0.0022, -0.0006, opening) * np.where(e[:, 2] > 0, 0.75, 0.30)
    rim = 0.35 * near * ramp(-0.0045, -0.001, opening)
    nostril = 0.8 * spot(q, (0.1095, 0.0070, 0.0690), (0.0042, 0.0030, 0.0030))
    line = 0.45 * lips * np.exp(-(((q[:, 2] - head.MOUTH_Z) / 0.0011) ** 2))
    return np.clip(np.maximum(0.85 * lips, flush + rim), 0, 1), np.clip(np.maximum.reduce([lash, nostril, line]), 0, 1)


def paint_arm(m, p):
    R, t = m.X["left_hand"]
    q = (p - t) @ R
    flush = 0.10 * ramp(0, -0.05, q[:, 2])
    for finger in body.FINGERS:
        points, _ = body.finger_points(finger)
        for c in points[:3]:
            flush = flush + 0.16 * spot(q, c + (-0.006, 0, 0), (0.008, 0.008, 0.008))
        flush = flush + 0.22 * spot(q, points[3], (0.014, 0.012, 0.016))
    flush = flush + 0.2 * spot(q, body.THUMB[3], (0.014, 0.014, 0.016))
    R, t = m.X["left_forearm"]
    flush = flush + 0.18 * spot((p - t) @ R, (-0.035, 0, 0), (0.02, 0.03, 0.03))
    return np.clip(flush, 0, 1), 0 * flush


def paint_leg(m, p):
    X = m.X
    z0 = X["left_talus"][1][2] - body.SOLE
    flush = 0.14 * ramp(0.02, 0.004, p[:, 2] - z0) + 0.20 * spot(p, X["left_talus"][1] + (-0.06, 0, -0.045), (0.02, 0.03, 0.025))
    for names, length in body.toe_tips(X):
        R, t = X[names[-1]]
        flush = flush + 0.26 * spot(p, t + R @ (length * 0.7, 0, 0), (0.014, 0.009, 0.012))
        flush = flush + 0.10 * spot(p, X[names[1]][1], (0.012, 0.010, 0.02))
    R, t = X["left_shank"]
    flush = flush + 0.14 * spot((p - t) @ R, (0.05, 0, 0.01), (0.03, 0.03, 0.03))
    return np.clip(flush, 0, 1), 0 * flush


def finished(m, part, coarse):
    """Points, normals, triangles, uvs, weights of the left half or side, in the posture that it is modelled in."""
    cell = part.cell * (2 if coarse else 1)
    p, t = surface.nets(part.field, cell, part.half)
    if part.keep is not None:
        keep = part.keep(p) > 0
        t = t[keep[t].all(1)]
    if not coarse:
        weight = part.importance(p) if part.importance else np.ones(len(p))
        p, t = surface.collapse(p, t, weight, part.error, part.longest)
    used = np.unique(t)
    number = np.full(len(p), -1)
    number[used] = np.arange(len(used))
    p, t = p[used], number[t]
    seam = part.half & (np.abs(p[:, 1]) < 1e-9)
    q = part.field.settled(p, 0.4 * cell)
    q[seam, 1] = 0
    p = q
    n = part.field.normals(p + np.where(seam[:, None], (0, 3e-4, 0), 0))
    if seam.any():
        n[seam, 1] = 0
        n /= np.maximum(np.linalg.norm(n, axis=1, keepdims=True), 1e-9)
    u, v = part.paint(p) if part.paint else (np.zeros(len(p)), np.zeros(len(p)))
    w = m.weights.at(p)
    if part.only:
        w[:] = 0
        w[:, m.figure.names.index(part.only)] = 1
    return p, n, t, np.column_stack([u, v]), w, seam


def both_sides(m, wearer, part, p, n, t, uv, w, seam):
    """In the wearer's initial posture, with the mirror image, sharing the seam; names of bodies of the right."""
    p, n, w, of_left = wearer.fitted(m.X, p, n, w, m.figure.names, part.startswith("bones "))
    p[seam, 1] = 0
    names = list(of_left)
    names += [posture.other_side(x) for x in of_left if x.startswith("left_")]
    W = np.zeros((2 * len(p), len(names)))
    left = [names.index(x) for x in of_left]
    right = [names.index(posture.other_side(x)) for x in of_left]
    W[: len(p), left] = w
    np.add.at(W, (slice(len(p), None), right), w)
    at_seam = np.nonzero(seam)[0]
    W[at_seam] = 0.5 * (W[at_seam] + W[at_seam + len(p)])
    index = np.arange(len(p)) + len(p)
    index[seam] = at_seam
    P = np.concatenate([p, p * [1, -1, 1]])
    N = np.concatenate([n, n * [1, -1, 1]])
    T = np.concatenate([t, index[t][:, ::-1]])
    used = np.unique(T)
    number = np.full(len(P), -1)
    number[used] = np.arange(len(used))
    return P[used], N[used], number[T], np.concatenate([uv, uv])[used], W[used], names


def joined(meshes):
    starts = np.cumsum([0] + [len(mesh[0]) for mesh in meshes])
    columns = list(zip(*meshes))
    whole = [np.concatenate(columns[i]) for i in (0, 1, 3, 4)]
    triangles = np.concatenate([t + start for t, start in zip(columns[2], starts)])
    return whole[0], whole[1], triangles, whole[2], whole[3], columns[5][0]


# Parts of each file, by the beginnings of their names.
FILES = {"body": ["head", "arm", "leg"], "shirt": ["shirt"], "shorts": ["shorts"], "hair": ["hair"], "brows": ["brows"], "nails": ["nails "],
         "eye_white": ["eye_white"], "iris": ["iris"], "pupil": ["pupil"], "bones": ["bones "]}


def cut(wearer, name, mesh):
    """{file: mesh}. The hands are files of their own, and hang relaxed where they are led by a gait; those of figures/thesis_human.yaml once more, with the nails and the bones, for the
    figure whose fingers have joints."""
    if name not in ("body", "nails", "bones"):
        return {name: mesh}
    hand = hands.Hand(os.path.join(ROOT, "figures", "human_hands.yaml"))
    frame = wearer.initial["left_hand"]
    if wearer.thorax is not None:
        mesh = hand.relaxed(mesh, frame)
        return dict(zip((name, "hands"), hands.split(mesh))) if name == "body" else {name: mesh}
    if name != "body":
        return {name: mesh, name + "_jointed": hand.jointed(mesh, frame, stiff=name == "bones")}
    rest, both = hands.split(mesh)
    return {name: rest, "hands": both, "hands_jointed": hand.jointed(both, frame)}


def palette():
    """Colour of the skin by (u, v): towards the lips' red to the right, darker upwards."""
    from PIL import Image
    base, flush, lip, dark = (array(c) for c in ((0.505, 0.285, 0.200), (0.50, 0.215, 0.150), (0.36, 0.105, 0.085), (0.028, 0.014, 0.009)))
    u = np.linspace(0, 1, 64)[None, :, None]
    v = np.linspace(1, 0, 64)[:, None, None]
    colour = np.where(u < 0.4, base + (flush - base) * u / 0.4, flush + (lip - flush) * (u - 0.4) / 0.6)
    colour = colour + (dark - colour) * v
    srgb = np.where(colour <= 0.0031308, 12.92 * colour, 1.055 * colour ** (1 / 2.4) - 0.055)
    Image.fromarray((255 * srgb + 0.5).astype(np.uint8)).save(os.path.join(LOOKS, "human_skin.png"), optimize=True)


def write(m, wearer, name, done, begin):
    mesh = joined([both_sides(m, wearer, part, *half) for part, half in done.items()])
    parts_of_it = cut(wearer, name, mesh)
    grid = glb.grid_of(np.concatenate([mesh[0], *(part[0] for part in parts_of_it.values())]))  # bent fingers may leave its box
    os.makedirs(wearer.folder, exist_ok=True)
    for file, part in parts_of_it.items():
        path = os.path.join(wearer.folder, file + ".glb")
        size = glb.write(path, *part, fine=name not in ("bones", "shirt", "shorts"), grid=grid)
        print(f"{os.path.relpath(path, MESHES)}: {len(part[0])} vertices, {size / 1e3:.0f} kB, {time.time() - begin:.0f} s", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="*", help="names of files to write")
    parser.add_argument("--coarse", action="store_true", help="twice the cells, not simplified: to look at shapes")
    options = parser.parse_args()
    model = Model()
    made = dict(parts(model))
    for name, list_ in FILES.items():
        if options.only and name not in options.only:
            continue
        begin = time.time()
        done = {p: finished(model, made[p], options.coarse) for p in made if any(p == x or x.endswith(" ") and p.startswith(x) for x in list_)}
        for wearer in (model.man, model.walker):
            if name in wearer.files:
                write(model, wearer, name, done, begin)
    palette()


if __name__ == "__main__":
    main()
