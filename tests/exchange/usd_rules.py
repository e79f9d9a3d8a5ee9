"""What the schemas of USD ask of a layer beyond its syntax, and what a layer of ours promises: see docs/export.md."""

import re

import numpy as np

FRAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:/[A-Za-z_][A-Za-z0-9_]*)*\Z")


def require(truth, *words):
    if not truth:
        raise AssertionError(" ".join(map(str, words)))


def check_stage(stage):
    """Everything below; returns how many prims of each type the layer has."""
    check_layer(stage)
    for prim in stage.prims.values():
        check_targets(stage, prim)
        check_times(stage, prim)
        check_order(prim)
        {"Mesh": check_mesh, "Skeleton": check_skeleton, "SkelAnimation": check_animation, "Points": check_points,
         "Camera": check_camera, "Material": check_material}.get(prim.type, lambda *_: None)(stage, prim)
    counts = {}
    for prim in stage.prims.values():
        counts[prim.type] = counts.get(prim.type, 0) + 1
    return counts


def check_layer(stage):
    about = stage.metadata
    require(about["metersPerUnit"] == 1 and about["upAxis"] == "Z", about)
    require(about["timeCodesPerSecond"] == about["framesPerSecond"] > 0, about)
    require(about["startTimeCode"] <= about["endTimeCode"], about)
    require(list(stage.roots) == [about["defaultPrim"]], "the default prim is the only root:", list(stage.roots))
    require(stage.roots[about["defaultPrim"]].specifier == "def", "the default prim is defined")


def check_targets(stage, prim):
    """Relationships and connections lead to prims of the right type."""
    types = {"material:binding": {"Material"}, "skel:skeleton": {"Skeleton"},
             "skel:animationSource": {"SkelAnimation"}}
    for name, path in prim.relations.items():
        require(path in stage.prims and stage.prims[path].type in types[name], prim.path, name, path)
    for name, path in prim.connections.items():
        target, _, output = path.partition(".")
        require(target in stage.prims and output in stage.prims[target].attributes, prim.path, name, path)


def check_times(stage, prim):
    first, last = stage.metadata["startTimeCode"], stage.metadata["endTimeCode"]
    for name, attribute in prim.attributes.items():
        times = attribute.times()
        require(times == sorted(set(times)), prim.path, name, "times in order")
        require(all(first <= t <= last for t in times), prim.path, name, "times within the layer's")
        if times:
            require(times[0] == first, prim.path, name, "has a value from the beginning")


def check_order(prim):
    order = prim.attributes.get("xformOpOrder")
    ops = {name for name in prim.attributes if name.startswith("xformOp:")}
    require(set(order.value if order else []) == ops, prim.path, "xformOpOrder names every operation")


def bounds(points):
    points = np.asarray(points, float)
    return np.array([points.min(axis=0), points.max(axis=0)])


def check_extent(found, points, around, what):
    """The bounds of the points, neither less nor more."""
    wanted = bounds(points) + np.array([[-around], [around]])
    size = max(1e-9, np.abs(wanted).max())
    require(np.abs(np.asarray(found) - wanted).max() < 2e-6 * size, what, "extent", found, wanted)


def check_mesh(stage, prim):
    value = lambda name: stage.value(prim, name, 0)
    points, corners, counts = value("points"), value("faceVertexIndices"), value("faceVertexCounts")
    require(set(counts) == {3} and len(corners) == 3 * len(counts), prim.path, "triangles")
    require(min(corners) >= 0 and max(corners) < len(points), prim.path, "corners are points")
    normals = np.array(value("normals"))
    require(len(normals) == len(points), prim.path, "a normal for each point")
    require(np.abs(np.linalg.norm(normals, axis=1) - 1).max() < 1e-5, prim.path, "normals of length 1")
    check_extent(value("extent"), points, 0, prim.path)
    st = value("primvars:st")
    if st is not None:
        require(len(st) == len(points), prim.path, "texture coordinates of each point")
        require(prim.attributes["primvars:st"].metadata == {"interpolation": "vertex"}, prim.path, "texture coordinates")
    if not stage.is_abstract(prim):
        require("material:binding" in prim.relations, prim.path, "has a material")
    parts = [child for child in prim.children.values() if child.type == "GeomSubset"]
    if parts:
        faces = [face for part in parts for face in stage.value(part, "indices", 0)]
        require(sorted(faces) == list(range(len(counts))), prim.path, "parts share out all faces")
    if "SkelBindingAPI" in prim.apis:
        check_binding(stage, prim, len(points))


def check_binding(stage, prim, points):
    root = prim
    while root and root.type != "SkelRoot":
        root = root.parent
    require(root, prim.path, "is below a SkelRoot")
    skeleton = stage.prims[prim.relations["skel:skeleton"]]
    require(skeleton.path.startswith(root.path + "/"), skeleton.path, "is below the same SkelRoot")
    indices, weights = (prim.attributes[f"primvars:skel:joint{name}"] for name in ("Indices", "Weights"))
    size = indices.metadata["elementSize"]
    for attribute in (indices, weights):
        require(attribute.metadata == {"elementSize": size, "interpolation": "vertex"}, prim.path, attribute.metadata)
        require(len(attribute.value) == size * points, prim.path, "influences of each point")
    joints = len(stage.value(skeleton, "joints", 0))
    require(min(indices.value) >= 0 and max(indices.value) < joints, prim.path, "influences of joints")
    sums = np.array(weights.value).reshape(-1, size).sum(axis=1)
    require(min(weights.value) >= 0 and np.abs(sums - 1).max() < 1e-5, prim.path, "weights add up to 1")


def check_joints(joints, path):
    require(len(set(joints)) == len(joints), path, "joints once each")
    for k, joint in enumerate(joints):
        require(FRAME.match(joint), path, joint)
        parent = joint.rpartition("/")[0]
        require(not parent or parent in joints[:k], path, "parents come first:", joint)


def parents_of(joints):
    index = {joint: k for k, joint in enumerate(joints)}
    return [index.get(joint.rpartition("/")[0], -1) for joint in joints]


def check_skeleton(stage, prim):
    joints = stage.value(prim, "joints", 0)
    check_joints(joints, prim.path)
    binds, rests = (np.array(stage.value(prim, name, 0)) for name in ("bindTransforms", "restTransforms"))
    require(len(binds) == len(rests) == len(joints), prim.path, "a transform for each joint")
    whole = []
    for k, parent in enumerate(parents_of(joints)):  # row vectors: the parent's comes last
        whole.append(rests[k] if parent < 0 else rests[k] @ whole[parent])
    size = max(1e-9, np.abs(binds[:, 3, :3]).max())
    require(np.abs(np.array(whole) - binds).max() < 1e-6 * max(size, 1), prim.path, "at rest, joints are where bound")
    source = stage.prims[prim.relations["skel:animationSource"]]
    require(stage.value(source, "joints", 0) == joints, prim.path, "joints in the animation's order")


def check_animation(stage, prim):
    joints = stage.value(prim, "joints", 0)
    check_joints(joints, prim.path)
    for name in ("translations", "rotations", "scales"):
        attribute = prim.attributes[name]
        for value in [attribute.value] if attribute.value else [value for _, value in attribute.samples]:
            require(len(value) == len(joints), prim.path, name, "of each joint")
            if name == "rotations":
                require(np.abs(np.linalg.norm(value, axis=1) - 1).max() < 1e-6, prim.path, "rotations of length 1")


def check_points(stage, prim):
    times = prim.attributes["points"].times() or [stage.metadata["startTimeCode"]]
    width, = stage.value(prim, "widths", 0)
    require(prim.attributes["widths"].metadata["interpolation"] == "constant", prim.path)
    for time in times:
        points = stage.value(prim, "points", time)
        ids, colors = stage.value(prim, "ids", time), stage.value(prim, "primvars:displayColor", time)
        require(len(points) == len(ids) == len(set(ids)) == len(colors), prim.path, time, "an id and a colour each")
        if points:
            check_extent(stage.value(prim, "extent", time), points, width / 2, prim.path)


def check_camera(stage, prim):
    for name in ("focalLength", "horizontalAperture", "verticalAperture", "focusDistance"):
        require(stage.value(prim, name, stage.metadata["startTimeCode"]) > 0, prim.path, name)
    near, far = stage.value(prim, "clippingRange", 0)
    require(0 < near < far, prim.path, "clippingRange")


def check_material(stage, prim):
    require(prim.connections["outputs:surface"] == f"{prim.path}/surface.outputs:surface", prim.path)
