"""Binary glTF 2.0 of a skinned mesh: positions in 16 bits, normals in 16 or 8, four bones per vertex."""

import json
import struct

import numpy as np


def grid_of(points):
    """The lowest corner of points, and the unit in which positions are whole numbers of 16 bits."""
    low = points.min(0)
    return low, (points - low).max() / 65535


def four_bones(weights):
    """Shares of 255 of the four bones that move a vertex most, and which these are."""
    order = np.argsort(-weights, axis=1, kind="stable")[:, :4]
    top = np.take_along_axis(weights, order, 1)
    share = np.floor(255 * top / top.sum(1, keepdims=True) + 0.5)
    share[:, 0] += 255 - share.sum(1)
    return share, order


def write(path, points, normals, triangles, uv, weights, names, fine=True, grid=None, generator="tools/make_human.py"):
    """Returns the file's size in bytes. uv: v upwards, as gambol counts it. fine: normals in 16 bits, for what shines. grid: that
    of a mesh of which this is a part, so that both meet exactly where they are cut."""
    used = [i for i in range(len(names)) if weights[:, i].max() > 0]
    weights, names = weights[:, used], [names[i] for i in used]
    if len(names) < 4:
        weights = np.pad(weights, ((0, 0), (0, 4 - len(names))))
    share, order = four_bones(weights)
    order = np.where(share > 0, np.minimum(order, len(names) - 1), 0)
    # Positions are multiples of `unit` from `low`; the bones' matrices undo that.
    low, unit = grid or grid_of(points)
    attributes = {
        "POSITION": (np.round((points - low) / unit).astype("<u2"), 5123, "VEC3", False, 8),
        "NORMAL": (np.round(normals * 32767).astype("<i2"), 5122, "VEC3", True, 8) if fine else (np.round(normals * 127).astype("i1"), 5120, "VEC3", True, 4),
        "JOINTS_0": (order.astype("u1"), 5121, "VEC4", False, 4),
        "WEIGHTS_0": (share.astype("u1"), 5121, "VEC4", True, 4),
    }
    if uv is not None and uv.any():
        flipped = np.column_stack([0.02 + 0.96 * uv[:, 0], 1 - (0.02 + 0.96 * uv[:, 1])])
        attributes["TEXCOORD_0"] = (np.round(np.clip(flipped, 0, 1) * 65535).astype("<u2"), 5123, "VEC2", True, 4)
    data, views, accessors, places = b"", [], [], {}

    def add(raw, target, stride=None):
        nonlocal data
        view = {"buffer": 0, "byteOffset": len(data), "byteLength": len(raw), "target": target}
        if stride:
            view["byteStride"] = stride
        data += raw + b"\0" * (-len(raw) % 4)
        views.append(view)
        return len(views) - 1

    for name, (values, kind, type_, normalized, stride) in attributes.items():
        rows = np.zeros((len(values), stride // values.itemsize), values.dtype)
        rows[:, : values.shape[1]] = values
        accessor = {"bufferView": add(rows.tobytes(), 34962, stride), "componentType": kind, "count": len(values), "type": type_}
        if normalized:
            accessor["normalized"] = True
        if name == "POSITION":
            accessor["min"], accessor["max"] = values.min(0).tolist(), values.max(0).tolist()
        places[name] = len(accessors)
        accessors.append(accessor)
    small = len(points) < 65536
    flat = triangles.astype("<u2" if small else "<u4").tobytes()
    accessors.append({"bufferView": add(flat, 34963), "componentType": 5123 if small else 5125, "count": triangles.size, "type": "SCALAR"})
    indices = len(accessors) - 1
    bind = np.array([unit, 0, 0, 0, 0, unit, 0, 0, 0, 0, unit, 0, *low, 1], "<f4")
    view = {"buffer": 0, "byteOffset": len(data), "byteLength": 64 * len(names)}
    data += bind.tobytes() * len(names)
    views.append(view)
    accessors.append({"bufferView": len(views) - 1, "componentType": 5126, "count": len(names), "type": "MAT4"})
    doc = {
        "asset": {"version": "2.0", "generator": generator},
        "extensionsUsed": ["KHR_mesh_quantization"],
        "extensionsRequired": ["KHR_mesh_quantization"],
        "scene": 0,
        "scenes": [{"nodes": list(range(len(names) + 1))}],
        "nodes": [{"name": n} for n in names] + [{"mesh": 0, "skin": 0}],
        "meshes": [{"primitives": [{"attributes": places, "indices": indices}]}],
        "skins": [{"joints": list(range(len(names))), "inverseBindMatrices": len(accessors) - 1}],
        "buffers": [{"byteLength": len(data)}],
        "bufferViews": views,
        "accessors": accessors,
    }
    text = json.dumps(doc, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    whole = struct.pack("<III", 0x46546C67, 2, 28 + len(text) + len(data))
    whole += struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(data), 0x004E4942) + data
    with open(path, "wb") as file:
        file.write(whole)
    return len(whole)
