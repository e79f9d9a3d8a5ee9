"""The skin of a figure that is an `animal`, as its file has it: gambol binds a skin to the figure that the file extends, and stretches it as it scales that
(src/figure/body_stretch.h). So a surface that is modelled over the scaled bodies is taken back to those of the dog."""

import json
import os
import subprocess

import numpy as np
import yaml

from human import glb

ROOT = os.path.join(os.path.dirname(__file__), "..", "..")


def bodies_of(file):
    """{body: what `gambol bodies` says of it}"""
    printed = subprocess.run([os.path.join(ROOT, "gambol"), "bodies", "--json", file], check=True, capture_output=True, text=True).stdout
    return {b["body"]: b for b in json.loads(printed)["bodies"]}


def axis_of(name, bodies):
    """The long axis: long_axis() of src/figure/body_measures.cpp."""
    along = sum((np.array(b["offset"]) for b in bodies.values() if b["parent"] == name), np.zeros(3))
    if np.linalg.norm(along) < 1e-9:
        along = np.array(bodies[name]["com"])
    return int(np.abs(along).argmax())


class Scaling:
    """From the dog to the animal `name`."""

    def __init__(self, name):
        self.dog, self.animal = (bodies_of(os.path.join(ROOT, "figures", n, "body.yaml")) for n in ("dog", name))
        with open(os.path.join(ROOT, "figures", name, "body.yaml")) as file:
            self.parts = yaml.safe_load(file)["animal"]["proportions"]
        back = [b["lumbar_2"]["offset"][0] for b in (self.animal, self.dog)]
        self.size = back[0] / back[1] / self.part("lumbar_1").get("length", 1)

    def part(self, body):
        """The last entry that names the body."""
        from fnmatch import fnmatchcase

        return ([p for p in self.parts if any(fnmatchcase(body, x) for x in p["bodies"])] or [{}])[-1]

    def factors(self, body):
        """As scales_of() of src/figure/scale_to_person.cpp has them."""
        part = self.part(body)
        length = self.size * part.get("length", 1)
        if "girth" in part:
            girth = self.size * part["girth"]
        elif body.endswith("_paw"):
            girth = length
        else:
            girth = np.sqrt(self.animal[body]["mass"] / self.dog[body]["mass"] / length)
        f = np.full(3, girth)
        f[axis_of(body, self.dog)] = length
        return f

    def origin(self, bodies, body):
        return np.array(bodies[body]["origin"])

    def taken_back(self, points, normals, weights, names):
        """Points and normals of the surface over the dog's bodies."""
        share, order = glb.four_bones(weights)
        scale, shift = np.zeros_like(points), np.zeros_like(points)
        for b, name in enumerate(names):
            w = (np.where(order == b, share, 0).sum(1) / 255)[:, None]
            f = self.factors(name)
            scale += w * f
            shift += w * (self.origin(self.animal, name) - f * self.origin(self.dog, name))
        n = normals * scale
        return (points - shift) / scale, n / np.maximum(np.linalg.norm(n, axis=1, keepdims=True), 1e-9)
