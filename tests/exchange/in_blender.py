"""Runs inside Blender 3.4: loads exported files and says where Blender puts what is in them, as JSON.

usage: blender --background --factory-startup --python in_blender.py -- TASKS RESULT
TASKS is a JSON file: a list of [what, file, frames or options].
"""

import builtins
import json
import sys

import bpy
import numpy

# Debian's importers are older than its NumPy and Python.
numpy.bool = bool
real_open = builtins.open
builtins.open = lambda file, mode="r", *rest, **more: real_open(file, mode.replace("U", ""), *rest, **more)


def places(frames):
    """[frame] the origins of all objects and bones, in the world."""
    found = []
    for frame in frames:
        bpy.context.scene.frame_set(frame)
        now = {}
        for thing in bpy.data.objects:
            now[thing.name] = list(thing.matrix_world.translation)
            if thing.pose:
                for bone in thing.pose.bones:
                    now[bone.name] = list((thing.matrix_world @ bone.matrix).translation)
        found.append(now)
    return found


def load_gltf(file, frames):
    bpy.ops.import_scene.gltf(filepath=file)
    return places(frames)


def load_bvh(file, frames):
    bpy.ops.import_anim.bvh(filepath=file, axis_forward="-Z", axis_up="Y", frame_start=1)
    return places([frame + 1 for frame in frames])


def load_obj(file, _):
    """The mean of the points of each object."""
    bpy.ops.wm.obj_import(filepath=file, forward_axis="NEGATIVE_Z", up_axis="Y")
    found = {}
    for thing in bpy.data.objects:
        points = [thing.matrix_world @ vertex.co for vertex in thing.data.vertices]
        found[thing.name] = [sum(p[k] for p in points) / len(points) for k in range(3)]
    return found


def render_gltf(file, options):
    """Where the first camera sees something, as alpha: a picture beside the file."""
    bpy.ops.import_scene.gltf(filepath=file)
    scene = bpy.context.scene
    scene.frame_set(options["frame"])
    scene.camera = next(thing for thing in bpy.data.objects if thing.type == "CAMERA")
    scene.render.engine = "CYCLES"
    scene.cycles.samples, scene.cycles.max_bounces, scene.cycles.use_denoising = 16, 0, False
    scene.render.film_transparent, scene.render.threads_mode, scene.render.threads = True, "FIXED", 1
    scene.render.resolution_x, scene.render.resolution_y = options["width"], options["height"]
    scene.render.image_settings.file_format, scene.render.image_settings.color_mode = "PNG", "RGBA"
    scene.render.filepath = options["picture"]
    bpy.ops.render.render(write_still=True)
    return options["picture"]


def main():
    tasks, result = sys.argv[sys.argv.index("--") + 1:]
    answers = []
    with real_open(tasks) as file:
        for what, path, more in json.load(file):
            bpy.ops.wm.read_factory_settings(use_empty=True)
            bpy.context.scene.render.fps = 24
            answers.append({"glb": load_gltf, "bvh": load_bvh, "obj": load_obj, "render": render_gltf}[what](path, more))
    with real_open(result, "w") as file:
        json.dump(answers, file)


main()
