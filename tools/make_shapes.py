#!/usr/bin/env python3
"""Writes the meshes of figures/shapes.yaml: figures/meshes/jack.obj and figures/meshes/knot.glb.

    tools/make_shapes.py figures/meshes

The jack is the cage of a subdivision surface: a cube with an arm out of every face, all quads. The knot is
a (2, 3) torus knot with normals and texture coordinates, upright along y, as glTF wants it, under a
node that turns it to z.
"""
import json
import math
import struct
import sys


def jack(path, core=0.35, arm=1.0, tip=0.55):
    """In units of 12 cm. An arm widens towards its tip, so that subdivision leaves knobs."""
    size = 0.12
    points, faces = [], []

    def point(p):
        p = tuple(round(size * x, 6) for x in p)
        if p not in points:
            points.append(p)
        return points.index(p) + 1

    for axis in range(3):
        for sign in (-1, 1):
            def corner(distance, half, u, v):
                p = [0, 0, 0]
                p[axis] = sign * distance
                p[(axis + 1) % 3] = half * u * sign
                p[(axis + 2) % 3] = half * v
                return point(p)
            square = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
            rings = [[corner(d, h, u, v) for u, v in square]
                     for d, h in ((core, core), (0.75, core * 0.8), (arm, tip))]
            for low, high in zip(rings, rings[1:]):
                for k in range(4):
                    n = (k + 1) % 4
                    faces.append((low[k], low[n], high[n], high[k]))
            faces.append(tuple(rings[-1]))
    with open(path, 'w') as out:
        out.write('# A jack: made by tools/make_shapes.py\n')
        for p in points:
            out.write('v %g %g %g\n' % p)
        for f in faces:
            out.write('f %d %d %d %d\n' % f)


def knot(path, along=240, around=20, radius=0.026, size=0.052):
    def centre(t):
        r = size * (2 + math.cos(3 * t))
        return (r * math.cos(2 * t), 1.1 * size * math.sin(3 * t) * 1.2, r * math.sin(2 * t))

    def sub(a, b):
        return tuple(x - y for x, y in zip(a, b))

    def cross(a, b):
        return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])

    def unit(a):
        length = math.sqrt(sum(x * x for x in a))
        return tuple(x / length for x in a)

    places, normals, uvs, indices = [], [], [], []
    for i in range(along + 1):
        t = 2 * math.pi * i / along
        c, h = centre(t), 1e-4
        ahead = unit(sub(centre(t + h), centre(t - h)))
        # The torus's own normal, across the way: no frame to be carried around.
        ring = (2 * size * math.cos(2 * t), 0, 2 * size * math.sin(2 * t))
        out = sub(c, ring)
        out = unit(sub(out, tuple(sum(a * b for a, b in zip(out, ahead)) * x for x in ahead)))
        side = cross(ahead, out)
        for j in range(around + 1):
            a = 2 * math.pi * j / around
            n = tuple(math.cos(a) * o + math.sin(a) * s for o, s in zip(out, side))
            places += [x + radius * y for x, y in zip(c, n)]
            normals += n
            uvs += [12 * i / along, j / around]
    for i in range(along):
        for j in range(around):
            p = i * (around + 1) + j
            q = p + around + 1
            indices += [p, p + 1, q, q, p + 1, q + 1]
    data = struct.pack('<%df' % len(places), *places)
    views = [(0, len(data))]
    for values, code in ((normals, 'f'), (uvs, 'f'), (indices, 'H')):
        piece = struct.pack('<%d%s' % (len(values), code), *values)
        views.append((len(data), len(piece)))
        data += piece
    count = len(places) // 3
    gltf = {
        'asset': {'version': '2.0', 'generator': 'tools/make_shapes.py'},
        'scenes': [{'nodes': [0]}], 'scene': 0,
        'nodes': [{'mesh': 0, 'name': 'knot',
                   'rotation': [math.sqrt(0.5), 0, 0, math.sqrt(0.5)]}],  # y to z
        'meshes': [{'primitives': [{'attributes': {'POSITION': 0, 'NORMAL': 1, 'TEXCOORD_0': 2},
                                    'indices': 3}]}],
        'buffers': [{'byteLength': len(data)}],
        'bufferViews': [{'buffer': 0, 'byteOffset': o, 'byteLength': n} for o, n in views],
        'accessors': [
            {'bufferView': 0, 'componentType': 5126, 'count': count, 'type': 'VEC3',
             'min': [min(places[k::3]) for k in range(3)], 'max': [max(places[k::3]) for k in range(3)]},
            {'bufferView': 1, 'componentType': 5126, 'count': count, 'type': 'VEC3'},
            {'bufferView': 2, 'componentType': 5126, 'count': count, 'type': 'VEC2'},
            {'bufferView': 3, 'componentType': 5123, 'count': len(indices), 'type': 'SCALAR'}],
    }
    text = json.dumps(gltf, separators=(',', ':')).encode()
    text += b' ' * (-len(text) % 4)
    data += b'\0' * (-len(data) % 4)
    with open(path, 'wb') as out:
        out.write(struct.pack('<4sII', b'glTF', 2, 28 + len(text) + len(data)))
        out.write(struct.pack('<I4s', len(text), b'JSON') + text)
        out.write(struct.pack('<I4s', len(data), b'BIN\0') + data)


if __name__ == '__main__':
    folder = sys.argv[1] if len(sys.argv) > 1 else 'figures/meshes'
    jack(folder + '/jack.obj')
    knot(folder + '/knot.glb')
