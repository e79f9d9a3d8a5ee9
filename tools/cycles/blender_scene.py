"""Builds one frame of a shot in Blender and renders it with Cycles.

    blender -b --factory-startup --python blender_scene.py -- SETTINGS.json

Runs inside Blender (3.4), called by cycles.py. Surfaces, materials, lights and cameras come from the page that `gambol view`
writes, how bodies go while the shutter is open from the poses file. SETTINGS are: page, poses, frame (from 0), open (part of a
frame that the shutter is open; 0 stands still), width, height, samples, bounces, seed, noise (0: every pixel gets all samples),
threads, sky_sampling (a sampling_method of Cycles' worlds), out (an EXR file).
"""
import base64
import json
import re
import resource
import sys

import bpy
import h5py
import numpy as np
from mathutils import Matrix, Quaternion, Vector

SCALE = 100  # Cycles' offsets against meeting a surface twice are made for things of metres, a roach is one of centimetres
INSTANTS = 5  # in the open shutter, as `shutter_poses: 5`; Cycles' 2^n + 1 with n = 2

settings = json.load(open(sys.argv[sys.argv.index("--") + 1]))
page = open(settings["page"]).read()
data = json.loads(re.search(r'<script id="data"[^>]*>(.*?)</script>', page, re.S).group(1))
scene = bpy.context.scene


def unpacked(text, kind):
    return np.frombuffer(base64.b64decode(text), kind)


def empty_scene():
    for thing in list(bpy.data.objects):
        bpy.data.objects.remove(thing)


# Principled's own clear coat has other highlights (GTR1, whose peak is nine times lower at a roughness of 0.1), and takes nothing
# from what lies below.
def coated(spec, base, nodes, links):
    fresnel, weight, coat, mix = (nodes.new("ShaderNode" + kind) for kind in ("Fresnel", "Math", "BsdfGlossy", "MixShader"))
    fresnel.inputs["IOR"].default_value = 1.5
    weight.operation = "MULTIPLY"
    weight.inputs[1].default_value = spec["coat"]
    coat.distribution = "GGX"
    coat.inputs["Color"].default_value = (1, 1, 1, 1)
    coat.inputs["Roughness"].default_value = spec["coatRoughness"]
    links.new(fresnel.outputs[0], weight.inputs[0])
    for source, socket in zip((weight, base, coat), mix.inputs):
        links.new(source.outputs[0], socket)
    return mix


# Lambert where there is nothing else, as there: Principled's own diffuse part is Burley's.
def material(number):
    spec = data["look"]["materials"][number]
    made = bpy.data.materials.get(str(number))
    if made:
        return made
    made = bpy.data.materials.new(str(number))
    made.use_nodes = True
    nodes, links = made.node_tree.nodes, made.node_tree.links
    nodes.clear()
    out = nodes.new("ShaderNodeOutputMaterial")
    color = (*spec["color"], 1)
    if spec["specular"] == spec["coat"] == spec["metallic"] == 0:
        surface = nodes.new("ShaderNodeBsdfDiffuse")
        surface.inputs["Color"].default_value = color
    else:
        surface = nodes.new("ShaderNodeBsdfPrincipled")
        surface.distribution = "GGX"
        for name, value in (("Base Color", color), ("Metallic", spec["metallic"]), ("Roughness", spec["roughness"]),
                            ("Specular", spec["specular"])):
            surface.inputs[name].default_value = value
        if spec["coat"] > 0:
            surface = coated(spec, surface, nodes, links)
    links.new(surface.outputs[0], out.inputs["Surface"])
    return made


def mesh_of(number, material_number):
    name = f"{number} of {material_number}"
    if name in bpy.data.meshes:
        return bpy.data.meshes[name]
    packed = data["meshes"][number]
    points = unpacked(packed["positions"], "<f4").reshape(-1, 3) * SCALE
    normals = unpacked(packed["normals"], "<i2").reshape(-1, 3) / 32767.0
    wide = "corners32" in packed
    corners = unpacked(packed["corners32" if wide else "corners16"], "<u4" if wide else "<u2").reshape(-1, 3)
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points.tolist(), [], corners.tolist())
    mesh.polygons.foreach_set("use_smooth", [True] * len(corners))
    mesh.use_auto_smooth = True  # else normals of its own are not looked at
    mesh.normals_split_custom_set_from_vertices(normals.tolist())
    mesh.materials.append(material(material_number))
    return mesh


# Matrices at the instants, as keyframes between which all goes straight.
def move(thing, matrices, frame, open_for):
    thing.rotation_mode = "QUATERNION"
    if open_for == 0:
        thing.matrix_world = matrices[0]
        return
    before = None
    for k, matrix in enumerate(matrices):
        place, turn, _ = matrix.decompose()
        if before and turn.dot(before) < 0:
            turn = -turn
        before = turn
        thing.location, thing.rotation_quaternion = place, turn
        at = frame + open_for * k / (INSTANTS - 1)
        thing.keyframe_insert("location", frame=at)
        thing.keyframe_insert("rotation_quaternion", frame=at)
    for curve in thing.animation_data.action.fcurves:
        for key in curve.keyframe_points:
            key.interpolation = "LINEAR"
    if hasattr(thing, "cycles"):
        thing.cycles.motion_steps = 2


def rigid(place, turn_wxyz):
    return Matrix.Translation(Vector(place) * SCALE) @ Quaternion(turn_wxyz).to_matrix().to_4x4()


# Between samples of the film, as gambol's: straight, and along the shortest arc.
def body_at(transforms, per_frame, body, frame):
    at = frame * per_frame
    first = min(int(at), len(transforms) - 1)
    a, b = transforms[first][body], transforms[min(first + 1, len(transforms) - 1)][body]
    part = at - first
    return rigid(a[:3] + part * (b[:3] - a[:3]), Quaternion(a[3:]).slerp(Quaternion(b[3:]), part))


def add_bodies(frame, open_for):
    with h5py.File(settings["poses"]) as poses:
        transforms = poses["film/transforms"][()].astype(float)
        per_frame = int(poses.attrs["samples_per_frame"])
    instants = [frame + open_for * k / (INSTANTS - 1) for k in range(INSTANTS)]
    for number, body in enumerate(data["bodies"]):
        if body is None or body["appears"] > frame:
            continue
        X_WB = [body_at(transforms, per_frame, number, t) for t in instants]
        for shape in body["shapes"]:
            x, y, z, w = shape["turn"]
            X_BS = rigid(shape["at"], (w, x, y, z))
            thing = bpy.data.objects.new(body["name"], mesh_of(shape["mesh"], shape["material"]))
            scene.collection.objects.link(thing)
            move(thing, [X @ X_BS for X in X_WB], frame, open_for)


def add_ground():
    ground = data.get("ground")
    if not ground:
        return
    e, z = ground["extent"] * SCALE, ground["height"] * SCALE
    mesh = bpy.data.meshes.new("ground")
    mesh.from_pydata([(-e, -e, z), (e, -e, z), (e, e, z), (-e, e, z)], [], [(0, 1, 2, 3)])
    mesh.materials.append(material(int(ground["material"])))
    scene.collection.objects.link(bpy.data.objects.new("ground", mesh))


def looking(place, target, up=None):
    forward = (Vector(target) - Vector(place)).normalized()
    up = Vector(up) if up else (Vector((0, 0, 1)) if abs(forward.z) < 0.999999 else Vector((1, 0, 0)))
    right = forward.cross(up).normalized()
    axes = Matrix((right, right.cross(forward), -forward)).transposed().to_4x4()
    return Matrix.Translation(Vector(place) * SCALE) @ axes


def add_lights(frame):
    for spec in data["look"]["lights"]:
        intensity = float(unpacked(spec["intensity"], "<f4")[frame])
        lamp = bpy.data.lights.new("lamp", "SUN" if spec["kind"] == "sun" else "AREA")
        lamp.color = spec["color"]
        thing = bpy.data.objects.new("lamp", lamp)
        scene.collection.objects.link(thing)
        if spec["kind"] == "sun":
            lamp.energy, lamp.angle = intensity, spec["angle"]  # W/m2 at normal incidence
            thing.matrix_world = looking((0, 0, 0), spec["direction"])
            continue
        lamp.shape = "RECTANGLE"
        lamp.size, lamp.size_y = spec["width"] * SCALE, spec["height"] * SCALE
        lamp.energy = 4 * intensity * lamp.size * lamp.size_y  # Cycles gives its radiance as power / (4 area)
        # Its width is level, as there; straight down it lies along y.
        forward = Vector(spec["target"]) - Vector(spec["position"])
        level = abs(forward.normalized().cross(Vector((0, 0, 1))).length) > 1e-6
        thing.matrix_world = looking(spec["position"], spec["target"], None if level else (1, 0, 0))


def add_sky(frame):
    sky = data["look"]["sky"]
    world = bpy.data.worlds.new("sky")
    scene.world = world
    world.use_nodes = True
    nodes, links = world.node_tree.nodes, world.node_tree.links
    back = nodes["Background"]
    back.inputs["Strength"].default_value = float(unpacked(sky["intensity"], "<f4")[frame])
    world.cycles.sampling_method = settings["sky_sampling"]
    if sky["zenith"] == sky["horizon"] == sky["nadir"]:
        back.inputs["Color"].default_value = (*sky["zenith"], 1)
        return
    place = nodes.new("ShaderNodeTexCoord")
    split = nodes.new("ShaderNodeSeparateXYZ")
    links.new(place.outputs["Generated"], split.inputs[0])

    def math_node(operation, a, b=None):
        node = nodes.new("ShaderNodeMath")
        node.operation = operation
        links.new(a, node.inputs[0])
        if b is not None:
            node.inputs[1].default_value = b
        return node.outputs[0]

    def mix(share, a, b):  # each a socket or a colour
        node = nodes.new("ShaderNodeMixRGB")
        links.new(share, node.inputs[0])
        for socket, value in ((node.inputs[1], a), (node.inputs[2], b)):
            if isinstance(value, list):
                socket.default_value = (*value, 1)
            else:
                links.new(value, socket)
        return node.outputs[0]

    z = split.outputs["Z"]
    far = mix(math_node("GREATER_THAN", z, 0.0), sky["nadir"], sky["zenith"])
    share = math_node("SQRT", math_node("ABSOLUTE", z))
    links.new(mix(share, sky["horizon"], far), back.inputs["Color"])


def add_camera(frame, open_for):
    view = data["views"][0]
    rows = unpacked(view["cameras"], "<f4").reshape(-1, 10).astype(float)
    after = rows[min(frame + 1, len(rows) - 1)]
    camera = bpy.data.cameras.new("camera")
    camera.sensor_fit, camera.sensor_width = "HORIZONTAL", view["sensor"] * 1e3
    camera.lens = rows[frame][6] * 1e3
    camera.clip_start, camera.clip_end = 1e-3, 1e5
    thing = bpy.data.objects.new("camera", camera)
    scene.collection.objects.link(thing)
    scene.camera = thing
    path = [rows[frame] + open_for * k / (INSTANTS - 1) * (after - rows[frame]) for k in range(INSTANTS)]
    move(thing, [looking(row[:3], row[3:6], view.get("up")) for row in path], frame, open_for)


def choose_settings(frame, open_for):
    render, cycles = scene.render, scene.cycles
    render.engine = "CYCLES"
    render.resolution_x, render.resolution_y = settings["width"], settings["height"]
    render.resolution_percentage = 100
    render.threads_mode, render.threads = "FIXED", settings["threads"]
    render.use_motion_blur = open_for > 0
    render.motion_blur_shutter = max(open_for, 0.01)
    cycles.motion_blur_position = "START"
    render.image_settings.file_format, render.image_settings.color_depth = "OPEN_EXR", "32"
    render.image_settings.exr_codec = "NONE"
    render.use_compositing = render.use_sequencer = False
    render.filepath = settings["out"]
    cycles.device = "CPU"
    cycles.samples, cycles.seed = settings["samples"], settings["seed"]
    cycles.use_adaptive_sampling = settings["noise"] > 0
    cycles.adaptive_threshold = settings["noise"]
    cycles.use_denoising = False
    cycles.use_auto_tile = False  # one tile: the picture is small
    cycles.pixel_filter_type, cycles.filter_width = "BLACKMAN_HARRIS", 1.5  # 3 pixels from end to end
    cycles.light_sampling_threshold = 0
    cycles.sample_clamp_direct = cycles.sample_clamp_indirect = cycles.blur_glossy = 0
    cycles.caustics_reflective = cycles.caustics_refractive = True
    for name in ("max_bounces", "diffuse_bounces", "glossy_bounces", "transmission_bounces"):
        setattr(cycles, name, settings["bounces"])
    scene.frame_set(frame)


def main():
    frame, open_for = settings["frame"], settings["open"]
    empty_scene()
    add_bodies(frame, open_for)
    add_ground()
    add_lights(frame)
    add_sky(frame)
    add_camera(frame, open_for)
    choose_settings(frame, open_for)
    if "save" in settings:
        bpy.ops.wm.save_as_mainfile(filepath=settings["save"])
    before = resource.getrusage(resource.RUSAGE_SELF)
    bpy.ops.render.render(write_still=True)
    after = resource.getrusage(resource.RUSAGE_SELF)
    print("USER SECONDS", after.ru_utime - before.ru_utime)


main()
