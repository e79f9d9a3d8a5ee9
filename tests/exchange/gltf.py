"""Reads binary glTF with a reader of its own, from the specification, and compares the motion of every body with the
poses: their rotations and positions, and skins with the bodies that bend them.
"""

import json
import pathlib
import struct

import numpy as np

from usd_motion import rotation

TYPES = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
COMPONENTS = {5123: np.uint16, 5125: np.uint32, 5126: np.float32}


class Gltf:
    def __init__(self, path):
        data = pathlib.Path(path).read_bytes()
        magic, version, length = struct.unpack_from("<4sII", data)
        assert (magic, version, length) == (b"glTF", 2, len(data))
        size, kind = struct.unpack_from("<I4s", data, 12)
        assert kind == b"JSON" and size % 4 == 0
        self.json = json.loads(data[20:20 + size])
        binary_size, kind = struct.unpack_from("<I4s", data, 20 + size)
        assert kind == b"BIN\0" and binary_size == self.json["buffers"][0]["byteLength"]
        self.binary = data[28 + size:28 + size + binary_size]
        self.nodes = self.json["nodes"]
        self.parents = {child: i for i, node in enumerate(self.nodes) for child in node.get("children", [])}

    def array(self, index):
        accessor = self.json["accessors"][index]
        view = self.json["bufferViews"][accessor["bufferView"]]
        width = TYPES[accessor["type"]]
        values = np.frombuffer(self.binary, COMPONENTS[accessor["componentType"]], accessor["count"] * width,
                               view["byteOffset"]).reshape(-1, width)
        if "min" in accessor:
            assert np.array_equal(values.min(axis=0), np.float32(accessor["min"]))
            assert np.array_equal(values.max(axis=0), np.float32(accessor["max"]))
        return values.astype(float) if values.dtype == np.float32 else values

    def local(self, node, frame):
        """The node's own 4 x 4 matrix at a frame."""
        now = {path: np.array(self.nodes[node].get(path, rest)) for path, rest in
               (("translation", [0, 0, 0]), ("rotation", [0, 0, 0, 1]), ("scale", [1, 1, 1]))}
        for path, values in self.moves.get(node, {}).items():
            now[path] = values[frame]
        x, y, z, w = now["rotation"]
        matrix = np.eye(4)
        matrix[:3, :3] = np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                                   [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                                   [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]) * now["scale"]
        matrix[:3, 3] = now["translation"]
        return matrix

    def read_motion(self):
        self.moves, self.times = {}, None
        for animation in self.json.get("animations", []):
            for channel in animation["channels"]:
                sampler = animation["samplers"][channel["sampler"]]
                self.times = self.array(sampler["input"])[:, 0]
                target = channel["target"]
                self.moves.setdefault(target["node"], {})[target["path"]] = self.array(sampler["output"])

    def world(self, node, frame):
        matrix = self.local(node, frame)
        while node in self.parents:
            node = self.parents[node]
            matrix = self.local(node, frame) @ matrix
        return matrix


UP = np.array([[0, 0, 1, 0], [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 1.0]])  # from y up and z forward to z up and x forward


def check_bodies(gltf, poses):
    names, transforms = poses.names, poses.transforms
    nodes = {node.get("name"): i for i, node in enumerate(gltf.nodes)}
    assert gltf.times is not None and len(gltf.times) == len(transforms)
    assert np.allclose(gltf.times, np.arange(len(transforms)) / poses.fps, atol=1e-5)
    worst = 0
    for frame in np.unique(np.linspace(0, len(transforms) - 1, 7).astype(int)):
        for b, name in enumerate(names):
            matrix = UP @ gltf.world(nodes[name], frame)
            if not poses.is_there(frame, b):
                assert abs(np.linalg.det(matrix[:3, :3])) < 1e-9, f"{name} is seen before it appears"
                continue
            place, turn = transforms[frame, b, :3], rotation(transforms[frame, b, 3:])
            worst = max(worst, np.abs(matrix[:3, 3] - place).max() / poses.extent)
            assert np.abs(matrix[:3, :3] - turn).max() < 2e-5, (name, frame)
    assert worst < 1e-5, worst
    return worst


def check_skins(gltf, transforms):
    """Vertices at a frame are within the figure's bodies, as far as a limb is thick."""
    count = 0
    for i, node in enumerate(gltf.nodes):
        if "skin" not in node:
            continue
        assert i in gltf.json["scenes"][0]["nodes"]  # no parent bends it
        skin = gltf.json["skins"][node["skin"]]
        binds = gltf.array(skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)
        frame = len(transforms) // 2
        bones = np.array([UP @ gltf.world(joint, frame) @ bind for joint, bind in zip(skin["joints"], binds)])
        attributes = gltf.json["meshes"][node["mesh"]]["primitives"][0]["attributes"]
        points = np.c_[gltf.array(attributes["POSITION"]), np.ones(len(gltf.array(attributes["POSITION"])))]
        bent, total = np.zeros((len(points), 3)), np.zeros(len(points))
        for number in (0, 1):
            if f"JOINTS_{number}" not in attributes:
                continue
            joints, weights = gltf.array(attributes[f"JOINTS_{number}"]), gltf.array(attributes[f"WEIGHTS_{number}"])
            for k in range(4):
                bent += weights[:, k:k + 1] * np.einsum("vij,vj->vi", bones[joints[:, k]], points)[:, :3]
            total += weights.sum(axis=1)
        assert np.abs(total - 1).max() < 1e-5
        places = transforms[frame, :, :3]
        low, high = places.min(axis=0), places.max(axis=0)
        margin = 0.3 * (high - low).max()
        assert (bent > low - margin).all() and (bent < high + margin).all(), node
        count += 1
    return count


def check_camera(gltf):
    camera = next(i for i, node in enumerate(gltf.nodes) if "camera" in node)
    matrix = UP @ gltf.world(camera, 0)
    assert abs(matrix[2, 0]) < 1e-5, "the camera is level"
    lens = gltf.json["cameras"][gltf.nodes[camera]["camera"]]
    assert lens["type"] == "orthographic" or 0.01 < lens["perspective"]["yfov"] < 2.5
