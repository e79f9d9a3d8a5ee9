"""From a field to triangles: surface nets (Gibson 1998) on an octree's leaves, then edge collapses by quadrics (Garland and
Heckbert 1997)."""

import heapq

import numpy as np

OFFSETS = np.array([(i, j, k) for i in (0, 1) for j in (0, 1) for k in (0, 1)])


def keys_of(c):
    c = c.astype(np.int64) + (1 << 20)
    return (c[:, 0] << 42) | (c[:, 1] << 21) | c[:, 2]


def leaves(field, cell, half):
    """Integer corners of blocks of 2 cells that may hold surface."""
    low, high = field.box()
    size = 16
    lo = np.floor((low - 2 * cell) / cell / size).astype(int)
    hi = np.ceil((high + 2 * cell) / cell / size).astype(int)
    if half:
        lo[1] = -1
    blocks = size * np.stack(np.meshgrid(*[np.arange(lo[a], hi[a]) for a in range(3)], indexing="ij"), -1).reshape(-1, 3)
    while True:
        diagonal = size * cell * np.sqrt(3) / 2
        near = np.abs(field.distance(cell * (blocks + size / 2), reach=1.6 * diagonal + 0.01)) < 1.6 * diagonal + 0.004
        blocks = blocks[near]
        if size == 2:
            return blocks
        size //= 2
        blocks = (blocks[:, None] + size * OFFSETS[None]).reshape(-1, 3)


def nets(field, cell, half=True):
    """Vertices and triangles. half: only what lies at y >= 0, and its edge on that plane; the field must be symmetric."""
    cells = (leaves(field, cell, half)[:, None] + OFFSETS[None]).reshape(-1, 3)
    shift = np.array((0, 0.5, 0)) if half else np.zeros(3)  # so that cells, not points, lie on the plane
    corners = np.unique((cells[:, None] + OFFSETS[None]).reshape(-1, 3), axis=0)
    at = cell * (corners - shift)
    if half:
        at[:, 1] = np.abs(at[:, 1])
    order = np.argsort(keys_of(corners))
    corner_keys, value = keys_of(corners)[order], field.distance(at)[order]
    values = value[np.searchsorted(corner_keys, keys_of((cells[:, None] + OFFSETS[None]).reshape(-1, 3)))].reshape(-1, 8)
    inside = values < 0
    mixed = inside.any(1) & ~inside.all(1)
    if half:
        mixed &= cells[:, 1] >= 0
    cells, values, inside = cells[mixed], values[mixed], inside[mixed]
    total, count = np.zeros((len(cells), 3)), np.zeros(len(cells))
    for a in range(8):
        for b in range(a + 1, 8):
            if (OFFSETS[a] != OFFSETS[b]).sum() != 1:
                continue
            crosses = inside[:, a] != inside[:, b]
            t = values[:, a] / np.where(crosses, values[:, a] - values[:, b], 1)
            total += np.where(crosses[:, None], OFFSETS[a] + t[:, None] * (OFFSETS[b] - OFFSETS[a]), 0)
            count += crosses
    points = cell * (cells + total / count[:, None] - shift)
    if half:
        points[cells[:, 1] == 0, 1] = 0
    order = np.argsort(keys_of(cells))
    cell_keys = keys_of(cells)[order]

    def vertex(c):
        k = keys_of(c)
        i = np.minimum(np.searchsorted(cell_keys, k), len(cell_keys) - 1)
        return np.where(cell_keys[i] == k, order[i], -1)

    triangles = []
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        step = np.zeros(3, int)
        step[axis] = 1
        a = 0
        b = int(np.nonzero((OFFSETS == step).all(1))[0][0])
        crosses = inside[:, a] != inside[:, b]
        base, out = cells[crosses], inside[crosses, a]
        du, dv = np.zeros(3, int), np.zeros(3, int)
        du[u], dv[v] = 1, 1
        q = np.stack([vertex(base - du - dv), vertex(base - dv), vertex(base), vertex(base - du)], 1)
        good = (q >= 0).all(1)
        q, out = q[good], out[good]
        q = np.where(out[:, None], q, q[:, ::-1])
        triangles += [q[:, [0, 1, 2]], q[:, [0, 2, 3]]]
    return points, np.concatenate(triangles)


def collapse(points, triangles, weight, error, longest):
    """Removes edges while the quadric error (m, times weight [vertex]) stays below `error` and edges below `longest` (m).
    Vertices on open edges stay."""
    P = [tuple(p) for p in points]
    T = [list(t) for t in triangles]
    around = [set() for _ in P]
    for i, t in enumerate(T):
        for v in t:
            around[v].add(i)
    p = points
    n = np.cross(p[triangles[:, 1]] - p[triangles[:, 0]], p[triangles[:, 2]] - p[triangles[:, 0]])
    area = np.linalg.norm(n, axis=1)
    n = n / np.maximum(area, 1e-20)[:, None]
    d = -(n * p[triangles[:, 0]]).sum(1)
    plane = np.concatenate([n, d[:, None]], 1)
    q = np.stack([plane[:, i] * plane[:, j] for i in range(4) for j in range(i, 4)], 1)
    Q = np.zeros((len(P), 10))
    share = np.zeros(len(P))
    for k in range(3):
        np.add.at(Q, triangles[:, k], q * area[:, None])
        np.add.at(share, triangles[:, k], area)
    Q /= np.maximum(share, 1e-20)[:, None]
    Q = [tuple(x) for x in Q]
    count = {}
    for t in T:
        for a, b in ((t[0], t[1]), (t[1], t[2]), (t[2], t[0])):
            e = (min(a, b), max(a, b))
            count[e] = count.get(e, 0) + 1
    open_ = [False] * len(P)
    for (a, b), c in count.items():
        if c == 1:
            open_[a] = open_[b] = True
    W = list(weight)

    def at(Q, p):
        x, y, z = p
        return (Q[0] * x * x + Q[4] * y * y + Q[7] * z * z + Q[9] + 2 * (Q[1] * x * y + Q[2] * x * z + Q[3] * x + Q[5] * y * z + Q[6] * y + Q[8] * z))

    def best(a, b):
        pa, pb = P[a], P[b]
        l2 = (pa[0] - pb[0]) ** 2 + (pa[1] - pb[1]) ** 2 + (pa[2] - pb[2]) ** 2
        w = max(W[a], W[b])
        if l2 * w > longest * longest or (open_[a] and open_[b]):
            return None
        S = tuple(map(float.__add__, Q[a], Q[b]))
        if open_[a]:
            options = (pa,)
        elif open_[b]:
            options = (pb,)
        else:
            options = (pa, pb, ((pa[0] + pb[0]) / 2, (pa[1] + pb[1]) / 2, (pa[2] + pb[2]) / 2))
        cost, place = min((max(at(S, o), 0.0), o) for o in options)
        cost = (cost + 1e-4 * l2) * w * w
        return (cost, place) if cost < limit else None

    limit = error * error
    version = [0] * len(P)
    heap = []
    for a, b in count:
        found = best(a, b)
        if found:
            heap.append((found[0], a, b, 0, 0, found[1]))
    heapq.heapify(heap)
    dead = [False] * len(P)

    def flips(v, others, place):
        for i in around[v]:
            t = T[i]
            if any(o in t for o in others):
                continue
            k = t.index(v)
            b, c = P[t[(k + 1) % 3]], P[t[(k + 2) % 3]]
            o = P[v]
            n = []
            for s in (o, place):
                u = (b[0] - s[0], b[1] - s[1], b[2] - s[2])
                w = (c[0] - s[0], c[1] - s[1], c[2] - s[2])
                n.append((u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]))
            dot = n[0][0] * n[1][0] + n[0][1] * n[1][1] + n[0][2] * n[1][2]
            s0 = n[0][0] ** 2 + n[0][1] ** 2 + n[0][2] ** 2
            s1 = n[1][0] ** 2 + n[1][1] ** 2 + n[1][2] ** 2
            if dot <= 0 or dot * dot < 0.25 * s0 * s1:
                return True
        return False

    while heap:
        cost, a, b, va, vb, place = heapq.heappop(heap)
        if dead[a] or dead[b] or version[a] != va or version[b] != vb:
            continue
        ring_a = {v for i in around[a] for v in T[i]}
        ring_b = {v for i in around[b] for v in T[i]}
        if len((ring_a & ring_b) - {a, b}) != 2 or flips(a, (b,), place) or flips(b, (a,), place):
            continue
        P[a] = place
        Q[a] = tuple(map(float.__add__, Q[a], Q[b]))
        W[a] = max(W[a], W[b])
        open_[a] = open_[a] or open_[b]
        dead[b] = True
        for i in list(around[b]):
            t = T[i]
            if a in t:
                for v in t:
                    around[v].discard(i)
                T[i] = None
            else:
                t[t.index(b)] = a
                around[a].add(i)
        version[a] += 1
        for v in {v for i in around[a] for v in T[i]} - {a}:
            found = best(a, v)
            if found:
                heapq.heappush(heap, (found[0], a, v, version[a], version[v], found[1]))
    kept = [i for i in range(len(P)) if not dead[i] and around[i]]
    number = {v: i for i, v in enumerate(kept)}
    return np.array([P[i] for i in kept]), np.array([[number[v] for v in t] for t in T if t])
