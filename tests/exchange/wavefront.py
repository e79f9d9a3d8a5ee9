"""Reads OBJ files of triangles strictly: every line is of a known kind, and every corner is there."""

import pathlib

import numpy as np

UP = np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0.0]])  # y up to z up


class Wavefront:
    """`objects`: the points of each object, z up, and how many triangles it has of each material."""

    def __init__(self, path):
        path = pathlib.Path(path)
        self.objects, known, material, name = {}, set(), None, None
        points, normals = 0, 0
        for line in path.read_text().splitlines():
            key, _, rest = line.partition(" ")
            if key == "mtllib":
                known = materials_of(path.parent / rest)
            elif key == "o":
                assert rest not in self.objects and rest.split() == [rest], rest
                name, self.objects[rest] = rest, ([], {})
                begin = points
            elif key == "v":
                self.objects[name][0].append([float(x) for x in rest.split()])
                points += 1
            elif key == "vn":
                assert abs(np.linalg.norm([float(x) for x in rest.split()]) - 1) < 1e-4
                normals += 1
            elif key == "usemtl":
                material = rest
                assert material in known, material
            elif key == "f":
                corners = [tuple(map(int, corner.split("//"))) for corner in rest.split()]
                assert len(corners) == 3
                assert all(begin < p <= points and 0 < n <= normals for p, n in corners), line
                counts = self.objects[name][1]
                counts[material] = counts.get(material, 0) + 1
            else:
                assert key in ("#", ""), line
        self.objects = {name: (np.array(points) @ UP.T, counts) for name, (points, counts) in self.objects.items()}


def materials_of(path):
    names = [line.split()[1] for line in path.read_text().splitlines() if line.startswith("newmtl ")]
    assert len(set(names)) == len(names), names
    return set(names)
