"""Evaluates a USD layer at a time code: placements of prims, and skins as UsdSkel describes them. Matrices here act on
column vectors, those of USD on row vectors."""

import numpy as np

from usd_rules import parents_of


def rotation(q):
    w, x, y, z = np.asarray(q, float) / np.linalg.norm(q)
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


def placed(translation, turn):
    matrix = np.eye(4)
    matrix[:3, :3] = rotation(turn)
    matrix[:3, 3] = translation
    return matrix


def world(stage, prim, time):
    """From a prim's frame to that of the stage."""
    matrix = np.eye(4)
    while prim:
        for op in reversed(stage.value(prim, "xformOpOrder", time, [])):
            value = stage.value(prim, op, time)
            matrix = (placed(value, (1, 0, 0, 0)) if op == "xformOp:translate" else placed((0, 0, 0), value)) @ matrix
        prim = prim.parent
    return matrix


def bodies(stage):
    """The prims of bodies, by the names that they have in the poses."""
    return {prim.metadata["customData"]["body"]: prim for prim in stage.prims.values()
            if "body" in prim.metadata.get("customData", {})}


def quaternion(matrix):
    """w x y z of a rotation, by its largest component (Shepperd 1978)."""
    m = matrix
    squares = np.array([1 + m[0, 0] + m[1, 1] + m[2, 2], 1 + m[0, 0] - m[1, 1] - m[2, 2],
                        1 - m[0, 0] + m[1, 1] - m[2, 2], 1 - m[0, 0] - m[1, 1] + m[2, 2]])
    k = squares.argmax()
    a = 2 * np.sqrt(squares[k])
    rows = [(squares[0], m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]),
            (m[2, 1] - m[1, 2], squares[1], m[0, 1] + m[1, 0], m[0, 2] + m[2, 0]),
            (m[0, 2] - m[2, 0], m[0, 1] + m[1, 0], squares[2], m[1, 2] + m[2, 1]),
            (m[1, 0] - m[0, 1], m[0, 2] + m[2, 0], m[1, 2] + m[2, 1], squares[3])]
    return np.array(rows[k]) / a


def product(a, b):
    w, v, u, t = a[0], a[1:], b[0], b[1:]
    return np.concatenate([[w * u - v @ t], w * t + u * v + np.cross(v, t)])


def skin_transforms(stage, skeleton, time):
    """[joint] from the bound skin to the skin at a time, both in the skeleton's frame."""
    animation = stage.prims[skeleton.relations["skel:animationSource"]]
    joints = stage.value(skeleton, "joints", time)
    translations, rotations = (stage.value(animation, name, time) for name in ("translations", "rotations"))
    whole = []
    for k, parent in enumerate(parents_of(joints)):
        local = placed(translations[k], rotations[k])
        whole.append(local if parent < 0 else whole[parent] @ local)
    binds = [np.array(bind).T for bind in stage.value(skeleton, "bindTransforms", time)]
    return np.array([now @ np.linalg.inv(bind) for now, bind in zip(whole, binds)])


def bent(stage, mesh, time):
    """The points of a skin in the frame of the stage."""
    skeleton = stage.prims[mesh.relations["skel:skeleton"]]
    moves = skin_transforms(stage, skeleton, time)
    bind = np.array(stage.value(mesh, "primvars:skel:geomBindTransform", time)).T
    points = np.array(stage.value(mesh, "points", time)) @ bind[:3, :3].T + bind[:3, 3]
    size = mesh.attributes["primvars:skel:jointIndices"].metadata["elementSize"]
    indices = np.array(stage.value(mesh, "primvars:skel:jointIndices", time)).reshape(-1, size)
    weights = np.array(stage.value(mesh, "primvars:skel:jointWeights", time)).reshape(-1, size)
    blend = {"classicLinear": linear, "dualQuaternion": dual}
    points = blend[stage.value(mesh, "primvars:skel:skinningMethod", time, "classicLinear")](
        moves, points, indices, weights)
    matrix = world(stage, skeleton, time)
    return points @ matrix[:3, :3].T + matrix[:3, 3]


def linear(moves, points, indices, weights):
    sums = np.einsum("vk,vkij->vij", weights, moves[indices])
    return np.einsum("vij,vj->vi", sums[:, :3, :3], points) + sums[:, :3, 3]


def dual(moves, points, indices, weights):
    """Dual quaternions (Kavan et al. 2007); those in the other half than a vertex's first are turned over."""
    real = np.array([quaternion(move[:3, :3]) for move in moves])
    other = np.array([0.5 * product(np.concatenate([[0], move[:3, 3]]), q) for move, q in zip(moves, real)])
    sign = np.where(np.einsum("vki,vi->vk", real[indices], real[indices[:, 0]]) < 0, -1, 1)
    q = np.einsum("vk,vki->vi", weights * sign, real[indices])
    d = np.einsum("vk,vki->vi", weights * sign, other[indices])
    length = np.linalg.norm(q, axis=1, keepdims=True)
    q, d = q / length, d / length
    w, v = q[:, :1], q[:, 1:]
    turned = points + 2 * np.cross(v, np.cross(v, points) + w * points)
    return turned + 2 * (w * d[:, 1:] - d[:, :1] * v + np.cross(v, d[:, 1:]))
