"""Reads what `gambol export` writes with readers of its own, from the formats' descriptions, and compares it with the
poses and with each other: placements of bodies, bent skins, particles, cameras.

usage: exports.py GAMBOL SOURCE
"""

import pathlib
import subprocess
import sys
import tempfile

import matplotlib.image
import numpy as np

import bvh
import gltf
import usd_motion
import usd_refusals
import usd_rules
import usda
from poses import Poses
from walk_shot import walk_shot
from wavefront import Wavefront


def export(gambol, shot, out, *options):
    done = subprocess.run([gambol, "export", str(shot), "--out", str(out), *options], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return [pathlib.Path(line) for line in done.stdout.splitlines()], done.stderr


def check_usd_bodies(stage, poses):
    """How far bodies are from where the poses say, in parts of the scene's extent."""
    placed = usd_motion.bodies(stage)
    assert set(placed) == set(poses.names), set(placed) ^ set(poses.names)
    worst = 0
    for frame in poses.some_frames(7):
        time = poses.code(frame)
        for b, name in enumerate(poses.names):
            assert stage.is_visible(placed[name], time) == poses.is_there(frame, b), (name, time)
            matrix = usd_motion.world(stage, placed[name], time)
            place, turn = poses.transforms[frame, b, :3], usd_motion.rotation(poses.transforms[frame, b, 3:])
            worst = max(worst, np.abs(matrix[:3, 3] - place).max() / poses.extent)
            assert np.abs(matrix[:3, :3] - turn).max() < 2e-5, (name, frame)
    assert worst < 1e-5, worst
    return worst


def visible_points(stage, time):
    """The points of each body's shapes and of each skin, by the names that OBJ gives their objects."""
    found, of_root = {}, {}
    for mesh in stage.of_type("Mesh"):
        if not stage.is_visible(mesh, time):
            continue
        if "SkelBindingAPI" in mesh.apis:
            points = usd_motion.bent(stage, mesh, time)
            of_root.setdefault(mesh.parent.path, []).append(points)
            name = f"{mesh.parent.parent.name}/{mesh.name}"
        else:
            matrix = usd_motion.world(stage, mesh, time)
            points = np.array(stage.value(mesh, "points", time)) @ matrix[:3, :3].T + matrix[:3, 3]
            name = mesh.parent.metadata["customData"]["body"] if "customData" in mesh.parent.metadata else mesh.name
        found[name] = np.concatenate([found[name], points]) if name in found else points
    for path, parts in of_root.items():
        extent = stage.value(stage.prims[path], "extent", time)
        usd_rules.check_extent(extent, np.concatenate(parts), 0, path)
    return found


def check_obj(stage, path, frame, extent):
    """The surfaces of both files in a frame are the same, point for point."""
    obj = Wavefront(path)
    points = visible_points(stage, frame + 1)
    assert set(points) == set(obj.objects), set(points) ^ set(obj.objects)
    worst = 0
    for name, (others, _) in obj.objects.items():
        # In the poses' extent, or the object's own: the ground is larger than what walks on it.
        size = max(extent, np.abs(others).max())
        worst = max(worst, np.abs(points[name] - others).max() / size)
    assert worst < 1e-5, worst
    return worst


def check_particles(stage, poses):
    clouds = stage.of_type("Points")
    assert bool(clouds) == any(len(rows) for rows in poses.particles)
    for frame, rows in enumerate(poses.particles):
        time = poses.code(frame)
        points = sum((stage.value(cloud, "points", time) for cloud in clouds), [])
        assert len(points) == len(rows), (time, len(points), len(rows))
        if len(rows):
            assert np.abs(np.sort(points, axis=0) - np.sort(rows[:, 4:7], axis=0)).max() < 1e-5
    return len(clouds)


def check_cameras(stage, model):
    """Both files have the cameras at the same places, with the same angles of view."""
    cameras = {prim.name: prim for prim in stage.of_type("Camera")}
    nodes = [(i, node) for i, node in enumerate(model.nodes) if "camera" in node]
    assert len(cameras) == len(nodes) > 0
    start = stage.metadata["startTimeCode"]
    for i, node in nodes:
        prim = cameras[node["name"].replace(" ", "_")]
        for frame in (0, len(model.times) - 1):
            matrix = usd_motion.world(stage, prim, start + frame)
            other = gltf.UP @ model.world(i, frame)
            assert np.abs(matrix - other).max() < 1e-5 * max(1, np.abs(matrix).max()), (node["name"], frame)
        lens = model.json["cameras"][node["camera"]]
        vertical = stage.value(prim, "verticalAperture", start)
        if lens["type"] == "perspective":
            angle = 2 * np.arctan(vertical / 2 / stage.value(prim, "focalLength", start))
            assert abs(angle - lens["perspective"]["yfov"]) < 1e-5
        else:
            assert abs(vertical / 10 - 2 * lens["orthographic"]["ymag"]) < 1e-5 * vertical


def check_shot(gambol, shot, out, first, end, skins, clouds=0):
    """Frames `first` to before `end` of a shot, in every format."""
    fps = 24
    span = ["--from", f"{first / fps}", "--to", f"{end / fps}"]
    (file,), _ = export(gambol, shot, out, *span)
    poses = Poses(file.parent / "poses.h5", first, end)
    assert poses.fps == fps
    model = gltf.Gltf(file)
    model.read_motion()
    worst = {"glb": gltf.check_bodies(model, poses)}
    assert (gltf.check_skins(model, poses.transforms) > 0) == skins
    gltf.check_camera(model)

    (file,), said = export(gambol, shot, out, "--format", "usda", *span)
    stage = usda.read(file)
    counts = usd_rules.check_stage(stage)
    assert stage.metadata["startTimeCode"] == first + 1 and stage.metadata["endTimeCode"] == end
    worst["usda"] = check_usd_bodies(stage, poses)
    assert (counts.get("SkelRoot", 0) > 0) == skins
    check_cameras(stage, model)
    assert check_particles(stage, poses) == clouds
    assert "particles" not in said

    files, said = export(gambol, shot, out, "--format", "bvh", *span)
    assert ("particles" in said) == (clouds > 0), said
    worst["bvh"] = max(bvh.check_bodies(file, file.name.split(".")[1], poses) for file in files)

    frame = (first + end) // 2
    files, said = export(gambol, shot, out, "--format", "obj", "--frames", str(frame + 1))
    assert ("particles" in said) == (clouds > 0), said
    assert [file.name for file in files] == [f"{shot.stem}.mtl", f"{shot.stem}.{frame + 1:04}.obj"]
    worst["obj"] = check_obj(stage, files[1], frame, poses.extent)
    print(f"{shot.stem}: {len(poses.names)} bodies, {counts.get('SkelRoot', 0)} figures with skins, {clouds} clouds; "
          "from the poses, in parts of the extent: " + ", ".join(f"{k} {v:.1e}" for k, v in worst.items()))


FIGURE = """figure: brick
density: 1 g/cm3
bodies:
  - name: body
    shapes: [{box: [2 cm, 1 cm, 1 cm], material: gold}]
"""

# Its skin has two materials.
WORM = """figure: worm
density: 1 g/cm3
bodies:
  - name: head
    shapes: [{box: [2 cm, 1 cm, 1 cm], material: gold}]
  - name: tail
    parent: head
    at: [-1 cm, 0, 0]
    joint: {type: rotary, axis: [0, 1, 0]}
    shapes: [{box: [2 cm, 1 cm, 1 cm], at: [-1 cm, 0, 0], material: soil}]
skins:
  hide: {from: shapes, cell: 2 mm, blend: 1 cm}
"""

# Sparks, a late figure, two views of which one zooms, and a light of each kind.
SHOT = """shot: sparks
film: {fps: 24, duration: 1 s, playback: 1/4}
world:
  ground: {}
  particles:
    sparks: {touches: {of: brick, with: ground}, count: [8, 8], life: [40 ms, 60 ms], look: {radius: 0.2 mm}}
figures:
  - {name: brick, file: brick.yaml, at: [0, 0, 2 cm]}
  - {name: late, file: brick.yaml, at: [4 cm, 0, 4 cm], dormant: true}
  - {name: worm, file: worm.yaml, at: [2 cm, 5 cm, 3 cm], rotate: [x 50 deg]}
cues:
  - {name: enter, at: 0.1 s, spawn: {figures: late}}
views:
  - camera:
      position: [10 cm, -10 cm, 5 cm]
      target: [0, 0, 1 cm]
      focal_length: [[0 s, 35 mm], [1 s, 70 mm]]
      f_number: 4
  - place: [0.7, 0.1]
    size: [0.2, 0.2]
    camera: {position: [0, 0, 1], target: [0, 0, 0], projection: orthographic, view_width: 20 cm}
look:
  ground: {material: "soil", extent: 1 m}
  materials:
    gold: {color: [1, 0.7, 0.3], metallic: 1, roughness: 0.2}
    "soil": {color: [0.2, 0.1, 0.1]}
  lights:
    - {kind: sun, direction: [0, 1, -1], intensity: [[0 s, 1], [1 s, 3]]}
    - {kind: area, position: [0, 0, 1], target: [0, 0, 0], width: 20 cm, height: 10 cm, intensity: 5}
    - {kind: disc, position: [1, 0, 1], target: [0, 0, 0], radius: 10 cm, intensity: 5}
    - {kind: sphere, position: [0, 1, 1], radius: 5 cm, intensity: 5}
    - {kind: spot, position: [1, 1, 1], target: [0, 0, 0], radius: 1 cm, cone: 30 deg, intensity: 2}
"""


def write_made_up_shot(folder):
    (folder / "brick.yaml").write_text(FIGURE)
    (folder / "worm.yaml").write_text(WORM)
    (folder / "sparks.yaml").write_text(SHOT)
    return folder / "sparks.yaml"


def check_samples(gambol, shot, out):
    """All samples of the poses, between the frames."""
    options = ["--samples", "--from", "0.25", "--to", "0.5"]
    (file,), _ = export(gambol, shot, out, "--format", "usda", *options)
    poses = Poses(file.parent / "poses.h5", 6, 12, samples=True)
    assert len(poses.transforms) == 24
    check_usd_bodies(usda.read(file), poses)
    (file,), _ = export(gambol, shot, out, "--format", "bvh", *options)
    bvh.check_bodies(file, file.name.split(".")[1], poses)
    (file,), _ = export(gambol, shot, out, *options)
    model = gltf.Gltf(file)
    model.read_motion()
    gltf.check_bodies(model, poses)


def check_lights(stage):
    lights = {prim.type: prim for prim in stage.prims.values() if prim.type.endswith("Light")}
    assert set(lights) == {"DistantLight", "RectLight", "DiskLight", "SphereLight", "DomeLight"}, set(lights)
    sun = lights["DistantLight"]
    assert abs(stage.value(sun, "inputs:intensity", 13) - 2) < 0.1 and stage.value(sun, "inputs:normalize", 1)
    down = -usd_motion.world(stage, sun, 1)[:3, 2]
    assert np.abs(down - np.array([0, 1, -1]) / np.sqrt(2)).max() < 1e-6, down
    spot = lights["DiskLight"]  # the later one
    assert abs(stage.value(spot, "inputs:shaping:cone:angle", 1) - 15) < 1e-5
    assert abs(stage.value(spot, "inputs:intensity", 1) * np.pi * 0.01 ** 2 - 2) < 1e-5


def check_lenses(stage):
    zoom, above = stage.of_type("Camera")
    for code, lens in ((1, 0.035), (13, 0.0525)):
        assert abs(stage.value(zoom, "focalLength", code) / 10 - lens) < 1e-6
    assert abs(stage.value(zoom, "horizontalAperture", 1) / 10 - 0.036) < 1e-8
    assert abs(stage.value(zoom, "fStop", 1) - 4) < 1e-5
    assert abs(stage.value(zoom, "focusDistance", 1) - np.sqrt(0.1 ** 2 + 0.1 ** 2 + 0.04 ** 2)) < 1e-6
    assert stage.value(above, "projection", 1) == "orthographic"
    assert abs(stage.value(above, "horizontalAperture", 1) / 10 - 0.2) < 1e-7


# A board whose material has a picture in its texture coordinates, half as wide as they are, one of normals, and holes.
BOARD_OBJ = """v -0.5 0 0
v 0.5 0 0
v 0.5 0 1
v -0.5 0 1
vt 0 0
vt 1 0
vt 1 1
vt 0 1
f 1/1 2/2 3/3
f 1/1 3/3 4/4
"""
BOARD = """figure: board
density: 1 g/cm3
bodies:
  - name: board
    shapes: [{box: [1 m, 1 cm, 1 m], at: [0, 0, 0.5 m]}]
    visible: [{mesh: board.obj, material: painted}, {sphere: 10 cm, material: painted}]
"""
PAINTED = """shot: pictures
film: {fps: 24, duration: 1 f, first_frame: 101}
figures: [{name: board, file: board.yaml, fixed_root: true}]
look:
  materials:
    painted:
      color: [1, 1, 1]
      textures:
        - {type: image, on: color, space: uv, size: 0.5, file: paint.png, color: [1, 0.5, 1], channel: rgb}
        - {type: image, on: opacity, space: uv, size: 0.5, file: paint.png, channel: alpha, cutoff: 0.25}
        - {type: image, on: normal, space: uv, size: 1, file: normals.png}
        - {type: image, on: roughness, space: uv, size: 1, file: normals.png, channel: green, value: 0.8}
        - {type: image, on: metallic, space: uv, size: 1, file: normals.png, channel: blue}
"""


def check_pictures(gambol, out):
    """Pictures and texture coordinates are in both formats; what has no coordinates has the picture's mean colour."""
    paint = np.zeros((4, 4, 4))
    paint[:, :2], paint[:, 2:] = [1, 0, 0, 1], [0, 0, 1, 1]
    matplotlib.image.imsave(out / "paint.png", paint)
    matplotlib.image.imsave(out / "normals.png", np.full((4, 4, 3), 0.5))
    (out / "board.obj").write_text(BOARD_OBJ)
    (out / "board.yaml").write_text(BOARD)
    (out / "pictures.yaml").write_text(PAINTED)
    (file,), said = export(gambol, out / "pictures.yaml", out)
    assert "patterns" not in said, said
    model = gltf.Gltf(file)
    board, ball = (model.json["meshes"][node["mesh"]]["primitives"][0] for node in model.nodes if "mesh" in node)
    assert sorted(map(tuple, model.array(board["attributes"]["TEXCOORD_0"]).tolist())) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    painted, plain = (model.json["materials"][mesh["material"]] for mesh in (board, ball))
    pbr = painted["pbrMetallicRoughness"]
    info = pbr["baseColorTexture"]
    assert info["extensions"]["KHR_texture_transform"] == {"offset": [0, -1], "scale": [2, 2]}, info
    assert model.json["extensionsUsed"] == ["KHR_texture_transform"]
    assert pbr["baseColorFactor"] == [1, 0.5, 1, 1] and pbr["roughnessFactor"] == 0.8 and pbr["metallicFactor"] == 1
    assert painted["alphaMode"] == "MASK" and painted["alphaCutoff"] == 0.25
    for texture, name in ((info, "paint"), (painted["normalTexture"], "normals"), (pbr["metallicRoughnessTexture"], "normals")):
        image = model.json["images"][model.json["textures"][texture["index"]]["source"]]
        view = model.json["bufferViews"][image["bufferView"]]
        bytes_ = model.binary[view["byteOffset"]:view["byteOffset"] + view["byteLength"]]
        assert image["mimeType"] == "image/png" and bytes_ == (out / f"{name}.png").read_bytes(), image
    assert "TEXCOORD_0" not in ball["attributes"] and "baseColorTexture" not in plain["pbrMetallicRoughness"]
    assert np.allclose(plain["pbrMetallicRoughness"]["baseColorFactor"], [0.5, 0, 0.5, 1], atol=0.01), plain

    (file,), said = export(gambol, out / "pictures.yaml", out, "--format", "usda")
    folder = file.parent
    assert sorted(path.name for path in (folder / "pictures.pictures").iterdir()) == ["normals.png", "paint.png"]
    assert "2 pictures in" in said, said
    stage = usda.read(file)
    usd_rules.check_stage(stage)
    assert stage.metadata["startTimeCode"] == 101
    textures = {prim.name: stage.value(prim, "inputs:file", 0) for prim in stage.of_type("Shader")
                if stage.value(prim, "info:id", 0) == "UsdUVTexture"}
    assert set(textures) == {"color", "metal", "normals"}
    for name in textures.values():
        assert (folder / name).read_bytes() == (out / pathlib.Path(name).name).read_bytes()
    surfaces = [prim for prim in stage.prims.values() if prim.type == "Mesh" and "primvars:st" in prim.attributes]
    assert any(np.allclose(sorted(stage.value(prim, "primvars:st", 0)), [[0, 0], [0, 1], [1, 0], [1, 1]]) for prim in surfaces)


def check_coat(out, source):
    """The painted coat of the dog: its picture, and where its skin has it."""
    coat = (source / "render/looks/dog_coat.png").read_bytes()
    model = gltf.Gltf(out / "dog/dog_trot/dog_trot.glb")
    found = 0
    for mesh in model.json["meshes"]:
        for part in mesh["primitives"]:
            material = model.json["materials"][part["material"]]
            if material["name"] != "dog_coat" or "JOINTS_0" not in part["attributes"]:
                continue
            image = model.json["images"][model.json["textures"][material["pbrMetallicRoughness"]["baseColorTexture"]["index"]]["source"]]
            view = model.json["bufferViews"][image["bufferView"]]
            assert model.binary[view["byteOffset"]:view["byteOffset"] + view["byteLength"]] == coat
            uvs = model.array(part["attributes"]["TEXCOORD_0"])
            assert np.ptp(uvs, axis=0).min() > 0.5
            found += 1
    assert found
    assert (out / "dog/dog_trot/dog_trot.pictures/dog_coat.png").read_bytes() == coat


def main():
    gambol, source = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory(prefix="gambol_export_") as temporary:
        out = pathlib.Path(temporary)
        check_shot(gambol, write_made_up_shot(out), out, 0, 24, skins=True, clouds=1)
        stage = usda.read(out / "sparks" / "sparks.usda")
        check_lights(stage)
        check_lenses(stage)
        usd_refusals.check(out / "sparks" / "sparks.usda")
        check_pictures(gambol, out)
        (out / "walk.yaml").write_text(walk_shot(source))
        check_shot(gambol, out / "walk.yaml", out, 0, 24, skins=False)
        check_samples(gambol, out / "walk.yaml", out)
        for name, first, end, skins in (("shapes", 0, 40, False), ("joints", 0, 144, False), ("puffs", 0, 48, False),
                                        ("dog_trot", 60, 84, True)):
            check_shot(gambol, next((source / "scenes").glob(f"*/{name}.yaml")), out, first, end, skins)
        check_coat(out, source)


if __name__ == "__main__":
    main()
