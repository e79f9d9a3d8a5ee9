"""Imports files of other programs as their authors would, checks and simulates what becomes of them, and compares motions
with a forward kinematics of its own. Then tries files that are damaged, or ask for what they may not.

usage: import_files.py GAMBOL SOURCE
"""

import base64
import json
import math
import pathlib
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

import h5py
import matplotlib.image
import numpy as np

GAMBOL, SOURCE = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
MODELS = SOURCE / "tests" / "exchange" / "imports"


def rotation(axis, degrees):
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return {"X": np.array([[1, 0, 0], [0, c, -s], [0, s, c]]),
            "Y": np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]),
            "Z": np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])}[axis]


def bvh_places(path):
    """Where the joints of a BVH file are, frame by frame: {joint: [frame, 3]} in its own axes and units."""
    words = path.read_text().split()
    joints, stack, channels, i = [], [], [], 0
    while words[i] != "MOTION":
        word = words[i]
        if word in ("ROOT", "JOINT", "End"):
            begin = words.index("{", i)
            joints.append({"name": " ".join(words[i + 1:begin]), "parent": stack[-1] if stack else None,
                           "end": word == "End"})
            stack.append(joints[-1])
            i = begin
        elif word == "}":
            stack.pop()
        elif word == "OFFSET":
            stack[-1]["offset"] = np.array([float(x) for x in words[i + 1:i + 4]])
            i += 3
        elif word == "CHANNELS":
            stack[-1]["channels"] = words[i + 2:i + 2 + int(words[i + 1])]
            channels += [(stack[-1], c) for c in stack[-1]["channels"]]
            i += 1 + int(words[i + 1])
        i += 1
    frames = int(words[words.index("Frames:") + 1])
    values = np.array([float(x) for x in words[words.index("Time:") + 2:]]).reshape(frames, -1)
    places = {}
    for frame in values:
        at = 0
        for joint in joints:
            own, p = np.eye(3), joint["offset"].copy()
            for channel in joint.get("channels", []):
                if channel.endswith("rotation"):
                    own = own @ rotation(channel[0], frame[at])
                else:
                    p["XYZ".index(channel[0])] = frame[at]
                at += 1
            parent = joint["parent"]
            R, o = (parent["R"], parent["p"]) if parent else (np.eye(3), np.zeros(3))
            joint["R"], joint["p"] = R @ own, o + R @ p
            if not joint["end"]:
                places.setdefault(joint["name"], []).append(joint["p"])
    return {name: np.array(list_) for name, list_ in places.items()}


def far_from_bvh(path, poses, figure, metres, up="y"):
    """How far the joints of a film are from those of a BVH file of 24 Hz, at most, and how many places were compared."""
    names, times, X = film_of(poses)
    to_ours = rotation("Z", 90) @ rotation("X", 90) if up == "y" else np.eye(3)
    worst, compared = 0, 0
    for name, places in bvh_places(path).items():
        body = names.index(f"{figure}/{name}")
        for frame, p in enumerate(places):
            sample = np.argmin(abs(times - frame / 24))
            if abs(times[sample] - frame / 24) < 1e-9:
                worst = max(worst, np.linalg.norm(X[sample, body, :3] - to_ours @ p * metres))
                compared += 1
    return worst, compared


def bvh(root, rows, inner="", time="0.0416667"):
    """The text of a BVH file: a root of six channels, which carries `inner`."""
    return (f"HIERARCHY\nROOT {root}\n{{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
            f"{inner}\n}}\nMOTION\nFrames: {len(rows)}\nFrame Time: {time}\n" + "\n".join(rows) + "\n")


def bvh_joint(name, offset, channels, inner="End Site\n{\nOFFSET 0 10 0\n}"):
    words = channels.split()
    return f"JOINT {name}\n{{\nOFFSET {offset}\nCHANNELS {len(words)} {channels}\n{inner}\n}}"


PLACE, TURN = "Xposition Yposition Zposition", "Zrotation Xrotation Yrotation"


def film_of(poses):
    """Names of bodies, times and transforms, sample by sample."""
    with h5py.File(poses) as file:
        return [name.decode() for name in file["film/bodies"][:]], file["film/times"][:], file["film/transforms"][:]


def write_character(path, scale=1.0, bones=("hip", "knee", "toe"), animations=()):
    """`animations`: lists of (node, path, interpolation, times, values).

    A tube of three bones along y, 1.5 m tall at scale 1, closed at its ends, over a floor, as binary glTF."""
    rings, sides, length, radius = 13, 8, 1.5 * scale, 0.1 * scale
    points, joints, weights, faces = [], [], [], []
    for r in range(rings):
        y = length * r / (rings - 1)
        u = 2 * r / (rings - 1)  # bones at 0, 1 and 2
        low = min(int(u), 1)
        for k in range(sides):
            a = 2 * math.pi * k / sides
            points.append((radius * math.cos(a), y, radius * math.sin(a)))
            joints.append((low, low + 1, 0, 0))
            weights.append((1 - (u - low), u - low, 0.0, 0.0))
    for r in range(rings - 1):
        for k in range(sides):
            a, b = r * sides + k, r * sides + (k + 1) % sides
            faces += [a, a + sides, b, b, a + sides, b + sides]
    for ring, turn in ((0, False), (rings - 1, True)):
        y = length * ring / (rings - 1)
        points.append((0, y, 0))
        joints.append((min(ring, 1) and 2, 0, 0, 0))
        weights.append((1.0, 0.0, 0.0, 0.0))
        centre = len(points) - 1
        for k in range(sides):
            a, b = ring * sides + k, ring * sides + (k + 1) % sides
            faces += [centre, b, a] if turn else [centre, a, b]
    half = length / 2
    inverse = []
    for k in range(3):
        inverse += [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -half * k, 0, 1]
    parts = [struct.pack(f"<{3 * len(points)}f", *sum(points, ())), bytes(sum(joints, ())),
             struct.pack(f"<{4 * len(weights)}f", *sum(weights, ())), struct.pack(f"<{len(faces)}H", *faces),
             struct.pack("<48f", *inverse), struct.pack("<9f", -50, 0, -50, 0, 0, 50, 50, 0, -50)]
    kinds = [(5126, "VEC3", len(points)), (5121, "VEC4", len(joints)), (5126, "VEC4", len(weights)),
             (5123, "SCALAR", len(faces)), (5126, "MAT4", 3), (5126, "VEC3", 3)]
    written = []
    for k, channels in enumerate(animations):
        samplers, targets = [], []
        for node, what, interpolation, times, values in channels:
            width = 4 if what == "rotation" else 3
            for numbers, kind, count in ((times, "SCALAR", len(times)), (np.ravel(values), f"VEC{width}", np.size(values) // width)):
                parts.append(struct.pack(f"<{len(numbers)}f", *numbers))
                kinds.append((5126, kind, count))
            samplers.append({"input": len(parts) - 2, "output": len(parts) - 1, "interpolation": interpolation})
            targets.append({"sampler": len(samplers) - 1, "target": {"node": node, "path": what}})
        written.append({"name": f"move_{k}", "samplers": samplers, "channels": targets})
    binary, views, accessors = b"", [], []
    for part, (component, kind, count) in zip(parts, kinds):
        binary += b"\0" * (-len(binary) % 4)
        views.append({"buffer": 0, "byteOffset": len(binary), "byteLength": len(part)})
        accessors.append({"bufferView": len(views) - 1, "componentType": component, "type": kind, "count": count})
        binary += part
    binary += b"\0" * (-len(binary) % 4)
    accessors[5] |= {"min": [-50, 0, -50], "max": [50, 0, 50]}
    accessors[0] |= {"min": [-radius, 0, -radius], "max": [radius, length, radius]}
    text = json.dumps({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 3, 4]}],
        "nodes": [{"name": bones[0], "children": [1]},
                  {"name": bones[1], "translation": [0, half, 0], "children": [2]},
                  {"name": bones[2], "translation": [0, half, 0]}, {"mesh": 0, "skin": 0},
                  {"name": "floor", "mesh": 1}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2}, "indices": 3}]},
                   {"primitives": [{"attributes": {"POSITION": 5}}]}],
        "skins": [{"joints": [0, 1, 2], "inverseBindMatrices": 4}],
        "animations": written, "bufferViews": views, "accessors": accessors, "buffers": [{"byteLength": len(binary)}]}).encode()
    text += b" " * (-len(text) % 4)
    path.write_bytes(struct.pack("<4sIIII", b"glTF", 2, 28 + len(text) + len(binary), len(text), 0x4E4F534A) + text +
                     struct.pack("<II", len(binary), 0x004E4942) + binary)


def png(rows):
    """A PNG file of rows of pixels, each of 1 to 4 numbers up to 255."""
    channels = len(rows[0][0])
    raw = b"".join(b"\0" + bytes(sum((list(pixel) for pixel in row), [])) for row in rows)
    head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, {1: 0, 2: 4, 3: 2, 4: 6}[channels], 0, 0, 0)
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b"")


class Model:
    """A glTF file of boards, which face z, with materials and pictures; with or without bones."""

    def __init__(self):
        self.binary, self.views, self.accessors = b"", [], []
        self.json = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": []}], "nodes": [], "meshes": [],
                     "materials": [], "images": [], "textures": []}

    def view(self, data):
        self.binary += b"\0" * (-len(self.binary) % 4)
        self.views.append({"buffer": 0, "byteOffset": len(self.binary), "byteLength": len(data)})
        self.binary += data
        return len(self.views) - 1

    def numbers(self, values, kind):
        values = np.asarray(values, np.float32)
        self.accessors.append({"bufferView": self.view(values.tobytes()), "componentType": 5126, "type": kind,
                               "count": len(values)})
        if kind in ("VEC3", "SCALAR"):
            self.accessors[-1] |= {"min": values.min(0, keepdims=values.ndim == 1).tolist(),
                                   "max": values.max(0, keepdims=values.ndim == 1).tolist()}
        return len(self.accessors) - 1

    def picture(self, data, how="view"):
        """Bytes in the file, as a data: address, or the name of another file."""
        image = {"uri": data} if how == "file" else \
            {"uri": "data:image/png;base64," + base64.b64encode(data).decode()} if how == "data" else \
            {"bufferView": self.view(data), "mimeType": "image/png"}
        self.json["images"].append(image)
        self.json["textures"].append({"source": len(self.json["images"]) - 1})
        return len(self.json["textures"]) - 1

    def material(self, **keys):
        self.json["materials"].append(keys)
        return len(self.json["materials"]) - 1

    def mesh(self, material=None, colors=None, size=(1, 1, 0.1), uv_set=0):
        """A closed box, whose front and back have texture coordinates from 0 to 1."""
        x, y, z = size
        points, uvs, faces = [], [], []
        for axis in range(3):
            for side in (-1, 1):
                first = len(points)
                for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                    p = [0, 0, 0]
                    p[axis], p[(axis + 1) % 3], p[(axis + 2) % 3] = side, a * side, b
                    points.append([p[0] * x / 2, p[1] * y / 2, p[2] * z / 2])
                    uvs.append([0.5 + p[0] / 2, 0.5 - p[1] / 2])
                faces += [first, first + 1, first + 2, first, first + 2, first + 3]
        points, uvs = np.array(points)[faces], np.array(uvs)[faces]
        attributes = {"POSITION": self.numbers(points, "VEC3"), f"TEXCOORD_{uv_set}": self.numbers(uvs, "VEC2")}
        if uv_set:
            attributes["TEXCOORD_0"] = self.numbers(0 * uvs, "VEC2")
        if colors is not None:
            attributes["COLOR_0"] = self.numbers(colors(points), "VEC4")
        self.json["meshes"].append({"primitives": [{"attributes": attributes}]})
        if material is not None:
            self.json["meshes"][-1]["primitives"][0]["material"] = material
        return len(self.json["meshes"]) - 1

    def node(self, top=True, **keys):
        self.json["nodes"].append(keys)
        if top:
            self.json["scenes"][0]["nodes"].append(len(self.json["nodes"]) - 1)
        return len(self.json["nodes"]) - 1

    def move(self, *channels):
        """Channels: (node, path, times, values), or with an interpolation behind."""
        samplers, targets = [], []
        for node, path, times, values, *how in channels:
            samplers.append({"input": self.numbers(times, "SCALAR"), "interpolation": how[0] if how else "LINEAR",
                             "output": self.numbers(values, "VEC4" if path == "rotation" else "VEC3" if path != "weights" else "SCALAR")})
            targets.append({"sampler": len(samplers) - 1, "target": {"node": node, "path": path}})
        self.json.setdefault("animations", []).append({"name": "move", "samplers": samplers, "channels": targets})

    def save(self, path):
        text = {key: value for key, value in self.json.items() if value != []}
        text |= {"accessors": self.accessors, "bufferViews": self.views, "buffers": [{"byteLength": len(self.binary)}]}
        if path.suffix == ".gltf":
            text["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64.b64encode(self.binary).decode()
            path.write_text(json.dumps(text))
            return
        text = json.dumps(text).encode()
        text += b" " * (-len(text) % 4)
        binary = self.binary + b"\0" * (-len(self.binary) % 4)
        path.write_bytes(struct.pack("<4sIIII", b"glTF", 2, 28 + len(text) + len(binary), len(text), 0x4E4F534A) + text +
                         struct.pack("<II", len(binary), 0x004E4942) + binary)


class Imports(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="gambol_import_"))
        self.addCleanup(shutil.rmtree, self.folder)

    def gambol(self, *words, code=0, cwd=None):
        done = subprocess.run([str(GAMBOL), *map(str, words)], capture_output=True, text=True, timeout=300,
                              cwd=cwd or self.folder)
        self.assertEqual(done.returncode, code, f"{words}\n{done.stdout}\n{done.stderr}")
        return done.stdout + done.stderr

    def files(self):
        return sorted(str(p.relative_to(self.folder)) for p in self.folder.rglob("*") if p.is_file())

    def bring(self, name):
        """A file of the tests' own, in a folder of its own, where results do not go."""
        target = self.folder / "from"
        shutil.copytree(MODELS, target, dirs_exist_ok=True)
        return target / name

    def make(self, name, *options):
        said = self.gambol("import", self.bring(name), *options, "--out", "made")
        made = self.folder / "made"
        self.assertFalse([p for p in made.rglob(".*")], "leftovers")
        for file in made.glob("*.yaml"):
            self.gambol("check", file)
        return made, said

    def test_a_urdf_stands(self):
        made, said = self.make("walker/urdf/walker.urdf")
        for word in ("transmission left_front_hip_drive (walker.urdf:", "joint brace (walker.urdf:", "head.dae", "mimic",
                     "gambol sheet 'made/walker_shot.yaml'"):
            self.assertIn(word, said)
        self.assertTrue(list((made / "walker").glob("*.obj")))
        self.gambol("simulate", "made/walker_shot.yaml")
        self.assertIn("left_front_thigh", self.gambol("bodies", "made/walker.yaml"))

    def test_mjcf_falls_limp(self):
        made, said = self.make("acrobat.xml")
        for word in ("connect hands", "motor knee_motor", "exclude inside", "accelerometer feels"):
            self.assertIn(word, said)
        shot = made / "acrobat_shot.yaml"
        self.gambol("simulate", shot)
        limp = "".join(line for line in shot.read_text().splitlines(True) if "lock" not in line)
        shot.write_text(limp)
        self.gambol("simulate", shot)

    def test_two_trees_become_two_figures(self):
        made, said = self.make("hopper.xml")
        self.assertTrue((made / "hopper_torso.yaml").exists() and (made / "hopper_stone.yaml").exists())
        self.assertIn("table", said)
        self.gambol("simulate", made / "hopper_shot.yaml")

    def test_bvh_moves_as_it_says(self):
        made, said = self.make("wave.bvh", "--unit", "cm")
        self.gambol("simulate", made / "wave_shot.yaml", "--out", "out")
        poses, = (self.folder / "out").rglob("poses.h5")
        names, times, X = film_of(poses)
        worst, compared = far_from_bvh(self.folder / "from/wave.bvh", poses, "wave", 0.01)
        print(f"joints of BVH: {compared} places compared, at most {worst:.2g} m apart")
        self.assertGreater(compared, 8 * 40)
        self.assertLess(worst, 1e-7)

        # Its table of joints, as exported, moves the same figure in the same way.
        self.gambol("export", made / "wave_shot.yaml", "--format", "csv", "--out", "out")
        table, = (self.folder / "out").rglob("*.csv")
        self.gambol("import", table, "--figure", made / "wave.yaml", "--out", "again", "--allow-path", made)
        shot, = (self.folder / "again").glob("*_shot.yaml")
        self.gambol("check", shot, "--allow-path", made)
        self.gambol("simulate", shot, "--allow-path", made, "--out", "out2")
        again, = (self.folder / "out2").rglob("poses.h5")
        names2, times2, X2 = film_of(again)
        self.assertEqual(names, names2)
        per_frame = [i for i, t in enumerate(times2) if abs(t * 24 - round(t * 24)) < 1e-6]
        far = max(np.linalg.norm(X2[i, :, :3] - X[np.argmin(abs(times - times2[i])), :, :3], axis=1).max()
                  for i in per_frame)
        print(f"the same by a table: at most {far:.2g} m apart")
        self.assertLess(far, 1e-4)

    def follow(self, name, text, *options):
        """Imports a text or bytes, checks and simulates it; returns what was said, and the file of poses."""
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        said = self.gambol("import", path, "--out", "made", "--replace", *options)
        self.gambol("check", "made")
        self.gambol("simulate", f"made/{path.stem}_shot.yaml", "--out", "out")
        return said, self.folder / f"out/{path.stem}_shot/poses.h5"

    def test_joints_of_bvh_that_move_in_their_parents_do(self):
        """A pelvis below a root that stands still, as capture programs and game engines have it; a root and hips that both
        move, hips that move and turn along with the root; a joint that slides along one axis; orders of rotations."""
        head = bvh_joint("Head", "0 80 0", TURN)
        still = bvh("Reference", [f"0 0 0 0 0 0  0 {y} {z} 0 0 0  0 0 0" for y, z in ((90, -400), (120, -300), (120, -200), (90, -100))],
                    bvh_joint("Pelvis", "0 90 -400", f"{PLACE} {TURN}", head))
        both = bvh("Root", [f"{10 * k} 0 {5 * k} 0 0 {8 * k}  {k} {90 + 3 * k} 0 {5 * k} {9 * k} 0  {11 * k} {2 * k} {-k}  {40 + 2 * k}"
                            for k in range(12)],
                   bvh_joint("Hips", "0 90 0", f"{PLACE} Yrotation Zrotation Xrotation",
                             bvh_joint("Head", "0 60 0", "Xrotation Yrotation Zrotation",
                                       bvh_joint("Hat", "0 20 0", "Xposition"))))
        for text, joints, follows in ((still, 3, "Pelvis"), (both, 4, "Root")):
            said, poses = self.follow("hop.bvh", text, "--unit", "cm")
            self.assertNotIn("left out", said)
            worst, compared = far_from_bvh(self.folder / "hop.bvh", poses, "hop", 0.01)
            self.assertEqual(compared, joints * text.count("\n", text.index("Time")) - joints)
            self.assertLess(worst, 1e-6)
            self.assertIn(f"body: {follows}}}", (self.folder / "made/hop_shot.yaml").read_text())
        self.assertIn("joint: {type: free}", (self.folder / "made/hop.yaml").read_text())

    def test_positions_of_bvh_that_do_not_change_are_no_freedom(self):
        rows = ["0 90 0 0 0 0  0 50 0 0 0 5  0 0 0"] * 2 + ["0 91 0 0 0 0  0 50 0 0 0 9  0 0 0"]
        said, poses = self.follow("still.bvh", bvh("Hips", rows, bvh_joint("Chest", "0 40 0", f"{PLACE} {TURN}",
                                                                           bvh_joint("Head", "0 30 0", PLACE))), "--unit", "cm")
        figure = (self.folder / "made/still.yaml").read_text()
        self.assertNotIn("free", figure)
        self.assertIn("at: [0, 0, 0.5]", figure)   # where the channels have it
        self.assertIn("at: [0, 0, 0.3]", figure)   # channels that are all 0 are not used

    def test_the_last_frame_of_bvh_counts(self):
        rows = [f"{k / 50} 0.9 0 0 0 0  {5 * k} 0 0" for k in range(12)]
        said, poses = self.follow("four.bvh", bvh("Hips", rows, bvh_joint("A", "0 0.6 0", TURN, "End Site\n{\nOFFSET 0 0.5 0\n}")))
        worst, compared = far_from_bvh(self.folder / "four.bvh", poses, "four", 1)
        self.assertEqual(compared, 24)
        self.assertLess(worst, 1e-6)
        self.gambol("export", "made/four_shot.yaml", "--format", "bvh", "--out", "out")
        text = (self.folder / "out/four_shot/four_shot.four.bvh").read_text()
        self.assertIn("Frames: 12\n", text)
        # 120 Hz, whose times are rounded in the file: a film of 60 Hz.
        rows = [f"{k / 50} 0.9 0 0 0 0  {5 * k} 0 0" for k in range(1201)]
        self.follow("fast.bvh", bvh("Hips", rows, bvh_joint("A", "0 0.6 0", TURN), "0.0083333"))
        self.assertIn("fps: 60, duration: 10.0166666666667 s", (self.folder / "made/fast_shot.yaml").read_text())

    def test_other_ways_to_write_bvh_are_read(self):
        source = self.folder / "a.bvh"
        plain = bvh("Hips", ["0 90 0 0 0 0 10 20 30"] * 3, bvh_joint("Chest", "0 10 0", TURN))
        source.write_text(plain)
        self.gambol("import", source, "--out", "plain")
        figure = (self.folder / "plain/a.yaml").read_text()
        for old, new in (("\n{", " {"), ("Frames:", "Frames :"), ("Frame Time:", "Frame Time :"), ("\n", "\r\n"), (" ", "\t")):
            source.write_text(plain.replace(old, new))
            self.gambol("import", source, "--out", "other", "--replace")
            self.assertEqual(figure, (self.folder / "other/a.yaml").read_text(), repr(new))
        source.write_text(plain.replace("Frames: 3", "Frames: 2"))
        said = self.gambol("import", source, "--out", "other", "--replace")
        self.assertIn("numbers behind the last frame 9: the file says that it has 2 frames", said)
        source.write_text(plain.replace("MOTION", "ROOT B\n{\n}\nMOTION"))
        self.assertIn('found "another ROOT", expected one skeleton a file', self.gambol("import", source, "--out", "third", code=3))

    def test_a_file_of_one_frame_is_a_pose(self):
        inner = bvh_joint("A", "0 0.6 0", TURN, "End Site\n{\nOFFSET 0 0.5 0\n}")
        said, poses = self.follow("stand.bvh", bvh("Hips", ["1 0.9 2 0 0 90  30 40 50"], inner))
        self.assertIn("a pose", said)
        shot = (self.folder / "made/stand_shot.yaml").read_text()
        self.assertIn("pose: stand", shot)
        self.assertNotIn("motions", shot)
        worst, compared = far_from_bvh(self.folder / "stand.bvh", poses, "stand", 1)
        self.assertEqual(compared, 2)
        self.assertLess(worst, 1e-6)
        names, times, X = film_of(poses)
        np.testing.assert_allclose(X[-1], X[0], atol=1e-9)
        self.assertGreater(times[-1], 1.9)
        source = self.folder / "tube.glb"
        write_character(source, animations=([(0, "translation", "STEP", [1], [[0, 0.3, 0]]),
                                             (1, "rotation", "LINEAR", [1], [[0.6, 0, 0, 0.8]])],))
        said = self.gambol("import", source, "--out", "made")
        self.gambol("check", "made")
        self.assertIn("pose: tube", (self.folder / "made/tube_shot.yaml").read_text())

    def test_the_size_of_bvh_can_be_said(self):
        legs = "JOINT Knee\n{\nOFFSET 0 -7 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 -7 0\n}\n}"
        text = bvh("Hips", ["0 16 0 0 0 0  0 0 0  0 0 0", "0 16 1 0 0 0  0 0 0  0 5 0"],
                   bvh_joint("Chest", "0 8 0", TURN, "End Site\n{\nOFFSET 0 6 0\n}") + "\n" + legs)
        tall = lambda: float((self.folder / "made/person.yaml").read_text().split("    at: [0, 0, ")[1].split("]")[0]) * 28 / 8
        said, _ = self.follow("person.bvh", text)
        self.assertIn("--height 1.7m or --unit", said)
        said, _ = self.follow("person.bvh", text, "--height", "1.7 m")
        self.assertAlmostEqual(tall(), 1.7, delta=1e-6)
        self.assertIn("1.7 m tall", said)
        self.follow("person.bvh", text, "--height", "170cm")
        self.assertAlmostEqual(tall(), 1.7, delta=1e-6)
        self.follow("person.bvh", text, "--unit", "5.64cm")
        self.assertAlmostEqual(tall(), 28 * 0.0564, delta=1e-6)
        self.follow("person.bvh", text, "--unit", "in")
        self.assertAlmostEqual(tall(), 28 * 0.0254, delta=1e-6)
        for words in (["--unit", "7"], ["--height", "2 kg"], ["--unit", "furlong"], ["--height", "0 m"], ["--unit", "m", "--height", "2 m"]):
            code = 0 if words == ["--unit", "7"] else 2
            self.gambol("import", "person.bvh", "--out", "made", "--replace", *words, code=code)

    def test_which_way_is_up_is_hinted(self):
        inner = bvh_joint("Chest", "0 0 0.5", TURN, bvh_joint("Head", "0 0 0.3", TURN, "End Site\n{\nOFFSET 0 0 0.2\n}"))
        text = bvh("Hips", ["0 0 1 0 0 0  0 0 0  0 0 0", "0 0 1 0 0 0  0 0 0  0 5 0"], inner)
        said, _ = self.follow("lying.bvh", text)
        self.assertIn("--up z", said)
        said, _ = self.follow("lying.bvh", text, "--up", "z")
        self.assertNotIn("--up", said)
        # A skeleton whose bones lie along x while they are not turned stands in its first frame.
        said, _ = self.follow("turned.bvh", bvh("Hips", ["0 0.9 0 90 0 0  0 0 0"] * 2, bvh_joint("Chest", "0.3 0 0", TURN,
                                                                                       "End Site\n{\nOFFSET 0.5 0 0\n}")))
        self.assertNotIn("--up", said)

    def test_names_of_bvh_are_read_as_they_are_encoded(self):
        text = bvh("Hüfte", ["0 1 0 0 0 0  0 0 0"] * 2, bvh_joint("Füße", "0 0.5 0", TURN, "End Site\n{\nOFFSET 0 0.5 0\n}"))
        for encoding in ("utf-8", "utf-8-sig", "latin-1", "utf-16"):
            self.follow("names.bvh", text.encode(encoding), "--unit", "m")
            figure = (self.folder / "made/names.yaml").read_text()
            self.assertIn("Hüfte", figure, encoding)
            self.assertIn("Füße", figure, encoding)

    def test_bones_of_one_name_get_names_of_their_own(self):
        source = self.folder / "tube.glb"
        turned = [[0, 0, 0, 1], [0.6, 0, 0, 0.8]]
        write_character(source, bones=("hip", "knee", "knee"), animations=([(2, "rotation", "LINEAR", [0, 1], turned)],))
        self.gambol("import", source, "--out", "made")
        self.gambol("check", "made")
        self.gambol("simulate", "made/tube_shot.yaml", "--out", "out")
        names, times, X = film_of(self.folder / "out/tube_shot/poses.h5")
        self.assertEqual(names, ["tube/hip", "tube/knee", "tube/knee_2"])
        self.assertLess(X[-1, 2, 3], 0.9)      # of the quaternion, w first
        self.assertAlmostEqual(X[-1, 1, 3], 1)  # the other one stays

    def test_a_character_stands_in_its_skin(self):
        source = self.folder / "tube.glb"
        write_character(source)
        said = self.gambol("import", source, "--out", "made", "--density", "1000")
        made = self.folder / "made"
        self.assertIn("1.5 m tall", said)
        self.assertIn("mesh of node floor: no bone moves it", said)
        self.gambol("check", made)
        table = json.loads(self.gambol("bodies", made / "tube.yaml", "--json"))
        # Its eight sides enclose sin(45 deg) / 2 r^2 each.
        enclosed = 8 * math.sin(math.pi / 4) / 2 * 0.1 ** 2 * 1.5
        self.assertAlmostEqual(table["mass"], 1000 * enclosed, delta=1e-3)
        self.gambol("simulate", made / "tube_shot.yaml", "--out", "out")
        poses, = (self.folder / "out").rglob("poses.h5")
        names, times, X = film_of(poses)
        self.assertEqual(names, ["tube/hip", "tube/knee", "tube/toe"])
        np.testing.assert_allclose(X[0, 1, :3] - X[0, 0, :3], [0, 0, 0.75], atol=1e-6)

    def test_the_camera_sees_all_of_what_is_tall(self):
        source = self.folder / "tube.glb"
        write_character(source)
        self.gambol("import", source, "--out", "made")
        text = (self.folder / "made/tube_shot.yaml").read_text()
        position, target = (np.array([float(x) for x in re.search(key + r": \[(.*)\]", text)[1].split(",")]) for key in ("position", "target"))
        forward = (target - position) / np.linalg.norm(target - position)
        up = np.cross(np.cross(forward, [0, 0, 1]), forward)
        up /= np.linalg.norm(up)
        for height in (0, 1.5):
            for x, y in ((0.1, 0.1), (-0.1, -0.1), (0.1, -0.1), (-0.1, 0.1)):
                seen = np.array([x, y, height]) - position
                # A lens of 50 mm, a picture of 36 mm by 20.25 mm.
                self.assertLess(abs(seen @ up) / (seen @ forward), 0.95 * 10.125 / 50)

    def test_a_character_whose_animation_cannot_be_read_comes_still(self):
        source = self.folder / "tube.glb"
        write_character(source, animations=([(0, "translation", "LINEAR", [1, 0], [[0, 0, 0], [1, 0, 0]])],))
        said = self.gambol("import", source, "--out", "made")
        self.assertIn("animation move_0: found times of keys that fall, expected rising times", said)
        self.gambol("check", "made")

    def test_a_long_animation_keeps_its_end_and_its_usual_rate(self):
        source = self.folder / "tube.glb"
        times = [k / 100 for k in range(9002)]  # a curve has room for 9000 keys
        times[5000] += 0.0095  # beside the next
        move = [(0, "translation", "LINEAR", times, [[t, 0, 0] for t in times])]
        write_character(source, animations=(move,))
        self.gambol("import", source, "--out", "made")
        shot = (self.folder / "made/tube_shot.yaml").read_text()
        self.assertIn("[90.01", shot)
        self.assertIn("fps: 50", shot)

    def test_a_character_moves_as_its_animation_says(self):
        source = self.folder / "tube.glb"
        quarter = math.sqrt(0.5)
        spin = [0.1, 0.2, 0.5, 0.7]  # any length
        floor = [(4, "translation", "LINEAR", [0, 1], [[0, 0, 0], [1, 0, 0]])]
        move = [(0, "translation", "LINEAR", [0.5, 1.5], [[0, 0, 0], [0, 0.5, 2]]),
                (0, "rotation", "CUBICSPLINE", [0.5, 1.0, 1.5],
                 [[0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0], [0, 0, 0, 0], [0, 0, quarter, quarter], [0, 0, 0, 0],
                  [0, 1, 0, 0], spin, [0, 0, 0, 0]]),
                (1, "rotation", "LINEAR", [0.5, 1.5], [[0, 0, 0, 1], [quarter, 0, 0, -quarter]]),
                (2, "translation", "LINEAR", [0.5, 1.5], [[0, 0.75, 0], [0, 0.8, 0.4]])]
        write_character(source, animations=(floor, move, move))
        said = self.gambol("import", source, "--out", "made")
        for word in ("it moves as in its animation move_1", "animation move_0, move_2: a shot has one"):
            self.assertIn(word, said)
        self.gambol("check", "made")
        self.gambol("simulate", "made/tube_shot.yaml", "--out", "out")
        poses, = (self.folder / "out").rglob("poses.h5")
        names, times, X = film_of(poses)
        self.assertAlmostEqual(times[-1], 1, delta=0.05)

        def turn(x, y, z, w):
            x, y, z, w = np.array([x, y, z, w]) / np.linalg.norm([x, y, z, w])
            return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                             [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                             [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]])

        def spline(a, out, b, into, u, h):
            return ((2 * u ** 3 - 3 * u ** 2 + 1) * np.array(a) + h * (u ** 3 - 2 * u ** 2 + u) * np.array(out) +
                    (3 * u ** 2 - 2 * u ** 3) * np.array(b) + h * (u ** 3 - u ** 2) * np.array(into))

        to_ours = rotation("Z", 90) @ rotation("X", 90)
        half, none = [0, 0, quarter, quarter], [0, 0, 0, 0]
        worst, compared = 0, 0
        for frame in range(25):
            t = frame / 24
            sample = np.argmin(abs(times - t))
            if abs(times[sample] - t) > 1e-9:
                continue
            first = t <= 0.5
            u = t / 0.5 if first else (t - 0.5) / 0.5
            q = spline([0, 0, 0, 1], [0, 0, 1, 0], half, none, u, 0.5) if first else spline(half, none, spin, [0, 1, 0, 0], u, 0.5)
            hip, hip_turn = np.array([0, 0.5 * t, 2 * t]), turn(*q)
            knee = hip + hip_turn @ [0, 0.75, 0]
            toe = knee + hip_turn @ rotation("X", -90 * t) @ [0, 0.75 + 0.05 * t, 0.4 * t]
            for b, place in enumerate((hip, knee, toe)):
                worst = max(worst, np.linalg.norm(X[sample, b, :3] - to_ours @ place))
                compared += 1
        print(f"bones of glTF: {compared} places compared, at most {worst:.2g} m apart")
        self.assertGreater(compared, 3 * 20)
        self.assertLess(worst, 1e-6)

    def bring_model(self, model, name="thing.glb"):
        source = self.folder / name
        model.save(source)
        said = self.gambol("import", source, "--out", "made", "--replace")
        self.gambol("check", "made")
        stem = source.stem
        return said, self.folder / f"made/{stem}_shot.yaml", (self.folder / f"made/{stem}_shot.yaml").read_text()

    def picture_of(self, shot, seen=True):
        """The front of a board 1 m wide that stands on the ground, in even white light: [row, column, channel]."""
        text = re.sub(r"camera:\n(  .*\n)+", "camera: {position: [4, 0, 0.5], target: [0, 0, 0.5], projection: orthographic, view_width: 1}\n",
                      shot.read_text())
        text = re.sub("film: .*", "film: {resolution: [64, 64], duration: 1 f}", text)
        text = re.sub("  ground: {material: floor_of_shot.*\n", "", text.replace("shot: " + shot.stem, "shot: seen"))
        sky = "{model: gradient, zenith: [1, 1, 1], horizon: [1, 1, 1], nadir: [1, 1, 1], seen: %s}" % str(seen).lower()
        path = shot.with_name("seen.yaml")
        path.write_text(text.replace("  file: paddock\n", f"  sky: {sky}\n  tone: {{curve: srgb}}\n"))
        (self.folder / "flat.yaml").write_text("preset: flat\nscale: 1\nsamples: 16\nbounces: 1\n")
        self.gambol("render", path, "--preset", self.folder / "flat.yaml", "--frames", "1", "--out", "out", "--allow-path", self.folder)
        image, = (self.folder / "out/seen").rglob("seen.0001.png")
        return matplotlib.image.imread(image)

    def test_a_thing_has_the_colours_of_its_materials(self):
        model = Model()
        red = model.material(name="paint", pbrMetallicRoughness={"baseColorFactor": [1, 0, 0, 1], "metallicFactor": 0, "roughnessFactor": 0.3})
        glow = model.material(name="glow", emissiveFactor=[0, 0.5, 1], pbrMetallicRoughness={"metallicFactor": 0},
                              extensions={"KHR_materials_emissive_strength": {"emissiveStrength": 4}})
        glass = model.material(name="glass", alphaMode="BLEND", pbrMetallicRoughness={"baseColorFactor": [1, 1, 1, 0.25], "metallicFactor": 0})
        half = model.mesh(None, colors=lambda p: [[0.5, 0.25, 1, 1]] * len(p))
        model.node(name="body", mesh=model.mesh(red), children=[1, 2, 3])
        model.node(False, name="lamp", mesh=model.mesh(glow), translation=[0, 1, 0])
        model.node(False, name="pane", mesh=model.mesh(glass), translation=[0, 2, 0])
        model.node(False, name="tint", mesh=half, translation=[0, 3, 0])
        said, shot, text = self.bring_model(model)
        look = {}
        for block in text.split("    paint_of_thing:")[1:]:
            self.assertIn("color: [1, 0, 0]", block.split("_of_thing:")[0])
            self.assertIn("roughness: 0.3", block.split("_of_thing:")[0])
        self.assertIn("emission: [0, 2, 4]", text)
        self.assertIn("transmission: 0.75", text)
        self.assertNotIn("left out", said)
        self.assertEqual(sorted(p.name for p in (self.folder / "made/thing").iterdir()),
                         ["thing_glass.glb", "thing_glow.glb", "thing_paint.glb", "thing_skin.glb"])

    def test_a_thing_has_the_pictures_of_its_materials(self):
        red, green, blue, white = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)
        squares = png([[red] * 8 + [green] * 8] * 8 + [[blue] * 8 + [white] * 8] * 8)
        for how, ending in (("view", "glb"), ("data", "gltf"), ("file", "gltf")):
            model = Model()
            if how == "file":
                (self.folder / "squares.png").write_bytes(squares)
            texture = model.picture("squares.png" if how == "file" else squares, how)
            paint = model.material(name="paint", pbrMetallicRoughness={"baseColorTexture": {"index": texture}, "metallicFactor": 0,
                                                                       "baseColorFactor": [1, 1, 1, 1]})
            model.node(name="board", mesh=model.mesh(paint))
            said, shot, text = self.bring_model(model, f"thing.{ending}")
            self.assertNotIn("left out", said)
            self.assertEqual((self.folder / "made/thing/picture_1.png").read_bytes(), squares)
            self.assertIn('{type: image, on: color, space: uv, size: 1, file: "thing/picture_1.png", channel: rgb}', text)
        pixels = self.picture_of(shot)
        for row, column, color in ((16, 16, red), (16, 48, green), (48, 16, blue), (48, 48, white)):
            self.assertEqual([v > 0.5 for v in pixels[row, column, :3]], [c > 0 for c in color], (row, column))

    def test_pictures_lie_where_the_file_places_them(self):
        red, green = (255, 0, 0), (0, 255, 0)
        halves = png([[red] * 8 + [green] * 8] * 16)
        # The right half alone, by a transform; the same by another set of coordinates.
        for moved in (True, False):
            model = Model()
            info = {"index": model.picture(halves)}
            if moved:
                info["extensions"] = {"KHR_texture_transform": {"offset": [0.55, 0], "scale": [0.4, 1]}}
            else:
                info["texCoord"] = 1
            paint = model.material(name="paint", pbrMetallicRoughness={"baseColorTexture": info, "metallicFactor": 0})
            model.node(name="board", mesh=model.mesh(paint, uv_set=0 if moved else 1))
            said, shot, text = self.bring_model(model)
            pixels = self.picture_of(shot)
            self.assertGreater(pixels[32, 48, 1], 0.5)
            self.assertEqual(pixels[32, 16, 0] > 0.5, not moved)

    def test_cut_outs_are_holes(self):
        holes = png([[(255, 255, 255, 255)] * 8 + [(255, 255, 255, 0)] * 8] * 16)
        model = Model()
        paint = model.material(name="leaf", alphaMode="MASK", doubleSided=True,
                               pbrMetallicRoughness={"baseColorTexture": {"index": model.picture(holes)}, "metallicFactor": 0})
        model.node(name="board", mesh=model.mesh(paint))
        said, shot, text = self.bring_model(model)
        self.assertIn("on: opacity", text)
        pixels = self.picture_of(shot, seen=False)
        self.assertGreater(pixels[32, 16, 3], 0.99)
        self.assertLess(pixels[32, 48, 3], 0.01)

    def test_normals_and_numbers_of_pictures_count(self):
        model = Model()
        tilted = model.picture(png([[(255, 128, 128)] * 16] * 16))
        numbers = model.picture(png([[(0, 128, 255)] * 16] * 16))
        paint = model.material(name="metal", normalTexture={"index": tilted, "scale": 0.5}, occlusionTexture={"index": numbers},
                               pbrMetallicRoughness={"metallicRoughnessTexture": {"index": numbers}})
        model.node(name="board", mesh=model.mesh(paint))
        said, shot, text = self.bring_model(model)
        for word in ('{type: image, on: roughness, space: uv, size: 1, file: "thing/picture_2.png", channel: green}',
                     '{type: image, on: metallic, space: uv, size: 1, file: "thing/picture_2.png", channel: blue}',
                     '{type: image, on: normal, space: uv, size: 1, file: "thing/picture_1.png", channel: rgb, amount: 0.5}'):
            self.assertIn(word, text)
        self.assertIn("occlusion of material metal: a look has no such thing", said)

    def test_what_a_look_cannot_say_is_listed(self):
        model = Model()
        paint = model.material(name="odd", alphaMode="BLEND", extensions={"KHR_materials_iridescence": {}},
                               pbrMetallicRoughness={"baseColorTexture": {"index": model.picture("gone.png", "file")}})
        model.node(name="board", mesh=model.mesh(paint, colors=lambda p: [[x + 0.5, 0, 0, 1] for x, _, _ in p]))
        said, shot, text = self.bring_model(model, "thing.gltf")
        for word in ("KHR_materials_iridescence of material odd", "there is no file that can be read",
                     "colours of vertices of material"):
            self.assertIn(word, said)

    def corners_of(self, name):
        """The positions of the mesh beside a figure that came of one material: [vertex, axis], glTF's axes."""
        data = (self.folder / "made" / name / f"{name}.glb").read_bytes()
        size, = struct.unpack_from("<I", data, 12)
        text = json.loads(data[20:20 + size])
        accessor = text["accessors"][text["meshes"][0]["primitives"][0]["attributes"]["POSITION"]]
        view = text["bufferViews"][accessor["bufferView"]]
        start = 28 + size + view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        return np.frombuffer(data[start:start + 12 * accessor["count"]], "<f4").reshape(-1, 3)

    def test_sparse_numbers_are_read(self):
        for base in (True, False):
            model = Model()
            board = model.mesh()
            model.node(name="board", mesh=board)
            accessor = model.accessors[model.json["meshes"][0]["primitives"][0]["attributes"]["POSITION"]]
            if not base:  # all others are 0
                del accessor["bufferView"]
            count = 3 if base else 6
            places = [[0, 3, 0], [0, 3, 1], [1, 3, 0], [0, 0, 0], [0, 5, 0], [0, 0, 5]][:count]
            accessor["sparse"] = {"count": count,
                                  "indices": {"bufferView": model.view(np.arange(count, dtype=np.uint16).tobytes()), "componentType": 5123},
                                  "values": {"bufferView": model.view(np.array(places, np.float32).tobytes())}}
            said, *_ = self.bring_model(model)
            self.assertAlmostEqual(np.ptp(self.corners_of("thing")[:, 1]), 3.5 if base else 5, places=5)
            accessor["sparse"]["indices"]["bufferView"] = model.view(np.full(count, 999, np.uint16).tobytes())
            model.save(self.folder / "bad.glb")
            self.assertIn("999 of 36, expected an index within the accessor",
                          self.gambol("import", self.folder / "bad.glb", "--out", "bad", code=3))

    def test_morph_targets_give_the_shape_of_the_file(self):
        for weights, tall in (([], 1), ([0.5], 2), ([0.5, 1], 6)):
            model = Model()
            face = model.mesh()
            primitive = model.json["meshes"][0]["primitives"][0]
            points = np.zeros((model.accessors[0]["count"], 3))
            points[:6, 1] = 2  # of the first side; it is at x = -0.5, of which corners are high and low
            primitive["targets"] = [{"POSITION": model.numbers(points * k, "VEC3")} for k in (1, 2)]
            model.json["meshes"][0]["weights"] = weights
            model.node(name="face", mesh=face)
            if weights:
                model.move((0, "weights", [0, 1], [0, 1]))
            said, shot, text = self.bring_model(model)
            self.assertAlmostEqual(np.ptp(self.corners_of("thing")[:, 1]), tall, places=5)
            self.assertIn("morph targets of node face", said)
            self.assertEqual("weights of morph targets in animation move" in said, bool(weights))
            self.assertNotIn("animation move: a shot has one", said)

    def test_what_else_a_file_has_is_listed(self):
        model = Model()
        box, lines = model.mesh(), model.mesh()
        model.json["meshes"][lines]["primitives"][0]["mode"] = 1
        model.json["cameras"] = [{"type": "perspective", "perspective": {"yfov": 0.7, "znear": 0.1}}]
        model.json["extensions"] = {"KHR_lights_punctual": {"lights": [{"type": "point"}]}}
        model.json["extensionsUsed"] = ["KHR_lights_punctual", "EXT_mesh_gpu_instancing"]
        paint = model.material(name="paint", pbrMetallicRoughness={"baseColorTexture": {"index": model.picture(png([[(255, 0, 0)] * 4] * 4)),
                                                                                        "texCoord": 2}})
        model.node(name="box", mesh=box)
        model.node(name="wire", mesh=lines)
        model.node(name="lens", camera=0)
        model.node(name="bulb", extensions={"KHR_lights_punctual": {"light": 0}})
        model.node(name="board", mesh=model.mesh(paint))
        model.node(False, name="other", mesh=box)
        model.json["scenes"].append({"name": "spare", "nodes": [5]})
        said, *_ = self.bring_model(model)
        for words in ("lines or points of node wire", "camera lens", "light bulb", "scene spare", "extension EXT_mesh_gpu_instancing",
                      "pictures of material paint: a mesh has no texture coordinates"):
            self.assertIn(words, said)
        self.assertNotIn("bone other", said)

    def test_meshes_without_an_area_are_told_as_those_of_the_file(self):
        model = Model()
        model.node(name="flat", mesh=model.mesh(), scale=[0, 0, 0])
        model.save(self.folder / "flat.glb")
        self.assertIn("flat.glb: mesh: found meshes without an area", self.gambol("import", self.folder / "flat.glb", "--out", "made", code=3))

    def test_nodes_without_bones_move(self):
        """A crane of nodes: one turns on another that slides; a group that is only moved; sizes that change are listed."""
        model = Model()
        box = model.mesh()
        model.node(name="base", mesh=box, children=[1])
        model.node(False, name="carriage", translation=[0, 1, 0], children=[2])  # without a mesh
        model.node(False, name="arm", mesh=box, translation=[0, 1, 0])
        model.node(name="ball", mesh=box, translation=[3, 0, 0])
        model.move((1, "translation", [0, 1], [[0, 1, 0], [2, 1, 0]]), (2, "rotation", [0, 1], [[0, 0, 0, 1], [0, 0, 0.6, 0.8]]),
                   (3, "translation", [0, 1], [[3, 0, 0], [3, 0, 2]]), (3, "scale", [0, 1], [[1, 1, 1], [2, 2, 2]]))
        said, shot, text = self.bring_model(model)
        self.assertIn("changes of size of bone ball", said)
        self.gambol("simulate", shot, "--out", "out")
        names, times, X = film_of(self.folder / "out/thing_shot/poses.h5")
        to_ours = rotation("Z", 90) @ rotation("X", 90)
        for frame in (0, 12, 24):
            t, sample = frame / 24, np.argmin(abs(times - frame / 24))
            for name, place in (("base", [0, 0, 0]), ("carriage", [2 * t, 1, 0]), ("arm", [2 * t, 2, 0]), ("ball", [3, 0, 2 * t])):
                np.testing.assert_allclose(X[sample, names.index("thing/" + name), :3], to_ours @ place, atol=1e-6)
        self.assertIn("body: carriage}", text)

    def test_an_animation_without_a_mesh_is_one_of_sticks(self):
        model = Model()
        model.node(name="Armature", children=[1], scale=[0.01] * 3)
        model.node(False, name="Hips", translation=[0, 90, 0], children=[2])
        model.node(False, name="Spine", translation=[0, 40, 0], children=[3])
        model.node(False, name="Head", translation=[0, 30, 0])
        model.move((1, "translation", [0, 1], [[0, 90, 0], [0, 90, 200]]), (2, "rotation", [0, 1], [[0, 0, 0, 1], [0.6, 0, 0, 0.8]]))
        said, shot, text = self.bring_model(model)
        self.gambol("simulate", shot, "--out", "out")
        names, times, X = film_of(self.folder / "out/thing_shot/poses.h5")
        self.assertEqual(names, ["thing/Hips", "thing/Spine", "thing/Head"])
        last = np.argmin(abs(times - 1))
        np.testing.assert_allclose(X[last, 0, :3], [2, 0, 0.9], atol=1e-6)
        np.testing.assert_allclose(X[last, 2, :3], [2 + 0.3 * 0.96, 0, 1.3 + 0.3 * 0.28], atol=1e-6)
        self.assertIn("capsule", (self.folder / "made/thing.yaml").read_text())

    def test_a_character_carries_what_its_bones_carry(self):
        source = self.folder / "tube.glb"
        write_character(source)
        data = source.read_bytes()
        size, = struct.unpack_from("<I", data, 12)
        text = json.loads(data[20:20 + size])
        text["nodes"][2]["children"] = [5]
        text["nodes"].append({"name": "hat", "mesh": 1, "scale": [0.001] * 3})
        text = json.dumps(text).encode()
        text += b" " * (-len(text) % 4)
        source.write_bytes(struct.pack("<4sIIII", b"glTF", 2, len(data) - size + len(text), len(text), 0x4E4F534A) + text + data[20 + size:])
        said = self.gambol("import", source, "--out", "made")
        self.assertIn("mesh of node floor: no bone moves it", said)
        self.assertNotIn("node hat", said)

    def test_centimetres_are_told(self):
        source = self.folder / "tube.glb"
        write_character(source, scale=100)
        self.assertIn("--unit cm", self.gambol("import", source, "--out", "made"))
        self.gambol("import", source, "--out", "right", "--unit", "cm")
        mass = json.loads(self.gambol("bodies", "right/tube.yaml", "--json"))["mass"]
        self.assertLess(mass, 100)
        self.gambol("check", "right")

    def test_what_is_there_stays(self):
        source = self.bring("hopper.xml")
        self.gambol("import", source, "--out", "made")
        figure = self.folder / "made/hopper_torso.yaml"
        figure.write_text("# mine\n" + figure.read_text())
        self.assertIn("--replace", self.gambol("import", source, "--out", "made", code=3))
        self.assertTrue(figure.read_text().startswith("# mine"))
        self.gambol("import", source, "--out", "made", "--replace")
        self.assertFalse(figure.read_text().startswith("# mine"))

    def test_replacing_keeps_what_else_lies_in_the_folder(self):
        source = self.bring("walker/urdf/walker.urdf")
        mine = self.folder / "from/walker/precious.txt"
        mine.write_text("mine")
        for _ in range(2):
            self.gambol("import", source, "--out", "from", "--replace")
        self.assertEqual(mine.read_text(), "mine")
        self.assertTrue((self.folder / source).is_file())

    def test_names_of_bodies_lead_nowhere(self):
        (self.folder / "in").mkdir()
        body = "<body name='{}'><freejoint/><geom name='g' type='box' size='.1 .1 .1' material='red'/></body>"
        (self.folder / "in/two.xml").write_text(
            "<mujoco><asset><material name='red' rgba='1 0 0 1'/></asset><worldbody>" + body.format("x/../../../out") +
            body.format("left.arm").replace("'g'", "'h'") + "</worldbody></mujoco>")
        self.gambol("import", "in/two.xml", "--out", "in/made")
        made = sorted(path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*") if path.is_file())
        self.assertEqual([path for path in made if not path.startswith(("in/", "from/"))], [])
        self.assertIn("in/made/two_left_arm.yaml", made)
        self.assertIn("#ff0000", "".join(path.read_text() for path in (self.folder / "in/made").glob("*.yaml")))

    def test_a_project_gets_it_where_figures_are(self):
        self.gambol("new", "film", "--template", "ragdoll")
        source = self.bring("walker/urdf/walker.urdf")
        said = self.gambol("import", source, cwd=self.folder / "film")
        self.assertIn("figures/walker.yaml", said)
        self.gambol("check", ".", cwd=self.folder / "film")

    def refused(self, name, text, said, *options):
        """Nothing is made of it, and what is said says why."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        before = self.files()
        out = self.gambol("import", path, "--out", "made", *options, code=3)
        self.assertIn(said, out)
        self.assertEqual(before, self.files(), "something was written")
        return out

    def test_what_is_damaged_is_told_with_its_place(self):
        link = '<link name="{}"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>'
        joint = '<joint name="{}" type="{}"><parent link="{}"/><child link="{}"/></joint>'
        robot = '<robot name="r">\n{}\n</robot>'
        a, b = link.format("a"), link.format("b")
        self.refused("x.urdf", robot.format(a + b), '"b", which hangs on no joint')
        self.refused("x.urdf", robot.format(a + b + "\n" + joint.format("j", "ball", "a", "b")), "x.urdf:3:1: joint.type: found \"ball\"")
        self.refused("x.urdf", robot.format(a + joint.format("j", "fixed", "a", "c")), 'joint.child: found "c"')
        self.refused("x.urdf", robot.format(a)[:-20], "XML")
        self.refused("x.urdf", robot.format(""), "a robot without links")
        self.refused("x.urdf", "<robot xmlns:xacro='http://ros.org'><xacro:include filename='a'/></robot>", "xacro")
        self.refused("x.xml", "<sdf version='1.6'/>", "SDF")
        self.refused("x.xml", "<mujoco><worldbody><body><joint type='wheel'/><geom size='1'/></body></worldbody></mujoco>", "x.xml:1:1: found")
        self.refused("x.xml", "<mujoco><worldbody><geom size='1'/></worldbody></mujoco>", "no bodies")
        self.refused("x.xml", "<mujoco><worldbody><body><geom size='1'/></body></worldbody></mujoco>", "no body with mass that can move")
        self.refused("x.xml", "<mujoco><worldbody><body><joint/></body></worldbody></mujoco>", "expected")
        self.refused("x.xml", "<mujoco><worldbody><body><composite type='grid' count='1000 1000 1000' spacing='1'/></body></worldbody></mujoco>", "at most 1000 bodies")
        self.refused("x.bvh", "HIERARCHY\nROOT a\n{\nOFFSET 0 0\n}", "x.bvh:5:1: found \"}\", expected a number of an offset")
        self.refused("x.bvh", "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Wrotation\n}", "Wrotation")
        self.refused("x.bvh", "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\n}\nMOTION\nFrames: 2\nFrame Time: 0.1\n1\n", "the end of the file")
        self.refused("x.glb", b"glTF\2\0\0\0", "a damaged file")
        self.refused("x.fbx", "", ".fbx is not read")
        self.refused("x.csv", "time,q\n0,1\n0,2\n", "times that increase", "--figure", SOURCE / "figures/roach.yaml", "--allow-path", SOURCE)
        self.refused("x.csv", "time,q\n0,1\n1,2\n", "no column that is a joint", "--figure", SOURCE / "figures/roach.yaml", "--allow-path", SOURCE)

    def test_nothing_is_read_elsewhere(self):
        secret = self.folder / "secret.obj"
        secret.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n")
        text = ("<mujoco><asset><mesh name='m' file='{}'/></asset><worldbody><body><joint/><geom size='.1'/>"
                "<geom type='mesh' mesh='m'/></body></worldbody></mujoco>")
        (self.folder / "in").mkdir()
        for name in ("../secret.obj", str(secret), "file://" + str(secret)):
            (self.folder / "in/a.xml").write_text(text.format(name))
            said = self.gambol("import", "in/a.xml", "--out", "made", "--replace")
            self.assertIn("leads elsewhere" if "://" not in name else "mesh m", said)
            self.assertIn("its mesh is missing", said)
        (self.folder / "in/link.obj").symlink_to(secret)
        (self.folder / "in/a.xml").write_text(text.format("link.obj"))
        self.assertIn("leads elsewhere", self.gambol("import", "in/a.xml", "--out", "made", "--replace"))
        self.assertNotIn("left out", self.gambol("import", "in/a.xml", "--out", "made", "--replace", "--allow-path", "."))
        self.refused("in/b.xml", "<mujoco><include file='/etc/passwd'/></mujoco>", "leads elsewhere")

    def test_damaged_files_never_crash_it(self):
        """Cut and changed at random: what can be read is made, all else is told."""
        draw = random.Random(26)
        self.bring("hopper.xml")
        source = self.folder / "tube.glb"
        write_character(source, animations=[[(0, "translation", "STEP", [0, 1], [[0, 0, 0], [1, 0, 0]]),
                                             (1, "rotation", "LINEAR", [0, 1], [[0, 0, 0, 1], [1, 0, 0, 0]])]])
        kinds = [self.folder / "from/acrobat.xml", self.folder / "from/walker/urdf/walker.urdf",
                 self.folder / "from/wave.bvh", source]
        for trial in range(TRIALS):
            path = kinds[trial % len(kinds)]
            bytes_ = bytearray(path.read_bytes())
            if draw.random() < 0.4:
                bytes_ = bytes_[:draw.randrange(len(bytes_))]
            else:
                for _ in range(draw.randrange(1, 4)):
                    bytes_[draw.randrange(len(bytes_))] = draw.choice(b'0-9<>"/ \x00az\xff')
            damaged = path.with_name("damaged" + path.suffix)
            damaged.write_bytes(bytes_)
            done = subprocess.run([str(GAMBOL), "import", str(damaged), "--out", "made", "--replace"], cwd=self.folder,
                                  capture_output=True, text=True, timeout=300)
            said = done.stdout + done.stderr
            if done.returncode not in (0, 3) or "crash" in said:
                keep = pathlib.Path(tempfile.gettempdir()) / f"gambol_import_{trial}{path.suffix}"
                shutil.copy(damaged, keep)
                self.fail(f"{keep}: {done.returncode}\n{said}")


TRIALS = 40

if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
