"""The hands of figures/human_hands.yaml: which of its bodies move a point of a hand's skin, and the cut that lets both figures
share the rest of the body. A hand is what the bodies left_hand and right_hand move at all."""

import numpy as np

from .body import FINGERS, THUMB, finger_points
from .field import ramp
from .posture import Figure, other_side
from .weights import away, unit

SOFT, SHARP = 0.010, 0.0007      # m; how gradually rays part in the palm, and fingers from each other
HALF_WIDTHS = (0.012, 0.009, 0.006, 0.0045)  # m; of the ramps across metacarpal, first phalanx and what follows


def split(mesh):
    """A mesh (points, normals, triangles, uv, weights, names) without its hands, and the hands."""
    weights, names = mesh[4], mesh[5]
    hand = weights[:, names.index("left_hand")] + weights[:, names.index("right_hand")] > 0
    of_hand = hand[mesh[2]].all(1)

    def part(triangles):
        used = np.unique(triangles)
        number = np.full(len(mesh[0]), -1)
        number[used] = np.arange(len(used))
        return mesh[0][used], mesh[1][used], number[triangles], mesh[3][used], weights[used], names

    return part(mesh[2][~of_hand]), part(mesh[2][of_hand])


# Of a hand that hangs: each first phalanx bends, and those beyond; the little finger most.
RELAXED = {f"left_finger{i}": [0, -0.30 - 0.05 * i] for i in range(2, 6)} | {f"left_finger{i}_1": [-0.42 - 0.04 * i] for i in range(2, 6)} | {
    f"left_finger{i}_2": [-0.25] for i in range(2, 6)} | {"left_finger1": [0, -0.15], "left_finger1_1": [-0.25]}


class Hand:
    """The left hand, in the frame of left_hand."""

    def __init__(self, path):
        self.figure = Figure(path)
        at = {name: t for name, (_, t) in self.frames().items()}
        self.names = [n for n in self.figure.names if n in at]
        tips = [np.array(THUMB[3])] + [finger_points(f)[0][3] for f in FINGERS]
        self.rays = []
        for i, tip in enumerate(tips, 1):
            bodies = [n for n in self.names if n in (f"left_metac{i}", f"left_finger{i}", f"left_finger{i}_1", f"left_finger{i}_2")]
            self.rays.append((bodies, np.array([*(at[b] for b in bodies), tip]), at[self.figure.parent(bodies[0])]))

    def frames(self, changes=()):
        """{body: (R, t)} of left_hand and what it carries, in its frame."""
        all_ = self.figure.frames(changes)
        R, o = all_["left_hand"]

        def carried(name):
            return name == "left_hand" or (self.figure.parent(name) is not None and carried(self.figure.parent(name)))

        return {name: (R.T @ A, R.T @ (a - o)) for name, (A, a) in all_.items() if carried(name)}

    def splits(self, q, joints, root):
        """Shares that lie beyond the carpal's joint and each joint of a ray."""
        along = [unit(b - a) for a, b in zip(joints, joints[1:])]
        out = [ramp(-0.008, 0.008, root[2] - q[:, 2])]
        for k, width in enumerate(HALF_WIDTHS[:len(along)]):
            way = unit(along[k] + along[k - 1]) if k else along[0]
            out.append(ramp(-width, width, (q - joints[k]) @ way))
        return out

    def at(self, q):
        """[point, body of `names`], 1 in sum."""
        far = np.array([np.min([away(q, a, b) for a, b in zip(j, j[1:])], 0) for _, j, _ in self.rays])
        splits = [self.splits(q, joints, root) for _, joints, root in self.rays]
        finger = np.choose(far.argmin(0), [s[2] for s in splits])
        share = np.exp(-(far - far.min(0)) / (SOFT * (1 - finger) + SHARP * finger))
        share /= share.sum(0)
        w = np.zeros((len(q), len(self.names)))
        for (bodies, _, _), passed, split_ in zip(self.rays, share, splits):
            chain = ["left_hand", self.figure.parent(bodies[0]), *bodies]
            for name, on in zip(chain, [*split_, 0]):
                w[:, self.names.index(name)] += passed * (1 - on)
                passed = passed * on
        return w

    def relaxed(self, mesh, frame):
        """A mesh whose fingers are bent as those of a hand that hangs, by bodies that it need not have; frame as below."""
        p, n, t, uv, weights, names = mesh
        mirror = np.where(p[:, 1:2] < 0, (1, -1, 1), 1)
        q, m = (p * mirror - frame[1]) @ frame[0], (n * mirror) @ frame[0]
        share = (weights[:, names.index("left_hand")] + weights[:, names.index("right_hand")])[:, None]
        here = np.flatnonzero(share[:, 0] > 0)
        q, m, share = q[here], m[here], share[here]
        w = self.at(q)
        bent, turned = np.zeros_like(q), np.zeros_like(m)
        before, after = self.frames(), self.frames(RELAXED)
        for k, name in enumerate(self.names):
            if not w[:, k].any():
                continue
            (A, a), (B, b) = before[name], after[name]
            turn = B @ A.T
            bent += w[:, k : k + 1] * ((q - a) @ turn.T + b)
            turned += w[:, k : k + 1] * (m @ turn.T)
        bent, turned = q + share * (bent - q), m + share * (turned - m)
        points, normals = p.copy(), n.copy()
        points[here] = (bent @ frame[0].T + frame[1]) * mirror[here]
        normals[here] = turned @ frame[0].T * mirror[here] / np.linalg.norm(turned, axis=1, keepdims=True)
        return points, normals, t, uv, weights, names

    def jointed(self, mesh, frame, stiff=False):
        """A mesh whose hands move with all bodies of the hand; frame: (R, t) of left_hand in the posture of the mesh. stiff: each
        point moves with one of them, as bones do, and what joins two bones bends."""
        p, n, t, uv, weights, names = mesh
        q = (p * np.where(p[:, 1:2] < 0, (1, -1, 1), 1) - frame[1]) @ frame[0]
        w = self.at(q)
        if stiff:
            w = np.eye(w.shape[1])[w.argmax(1)]
        more = [x for side in (self.names, [other_side(x) for x in self.names]) for x in side if x not in names]
        names, whole = names + more, np.concatenate([weights, np.zeros((len(p), len(more)))], 1)
        for here in (lambda x: x, other_side):
            hand = names.index(here("left_hand"))
            share = whole[:, hand].copy()
            whole[:, hand] = 0
            for k, name in enumerate(self.names):
                whole[:, names.index(here(name))] += share * w[:, k]
        return p, n, t, uv, whole, names
