#!/usr/bin/env python3
"""Writes the egg of scenes/roach/roach_pod.yaml: figures/meshes/pod.obj, its lower part, and pod_lid.obj, the upper one; and as
pod_inside.obj and pod_lid_inside.obj their inner surfaces and rims alone, which are what touches: the outer ones would push
outward whatever has come into the wall.

    tools/make_pod.py

The inner surfaces face inward, so that they hold what lies in them; the outer ones and the rims are only seen.
"""
import math
import os

MESHES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "figures", "meshes")
LENGTH, WIDTH, DEPTH = 7.6e-2, 6.2e-2, 2.8e-2   # m, of the inside; the roach is 2.95 cm long, 5 with its legs
POINT = 0.18                                    # how much narrower the front end is: an egg, no ellipsoid
RIM = -0.25                                     # the shell parts at this part of its depth
SHELL = 1.5e-3                                  # m
AROUND = 40
DOWN, UP = 10, 16                               # rings of either part, about as far from each other

def point(ring, rings, way, k, grow):
    """On the shell: ring 0 is the rim, the last one the lowest point (way -1) or the highest (way 1)."""
    polar = math.asin(RIM) + (way * math.pi / 2 - math.asin(RIM)) * ring / rings
    around = 2 * math.pi * k / AROUND
    x = math.cos(polar) * math.cos(around)
    narrow = 1 - POINT * x
    return ((LENGTH / 2 + grow) * x, (WIDTH / 2 + grow) * narrow * math.cos(polar) * math.sin(around),
            (DEPTH + grow) * math.sin(polar))

def write(name, rings, way, touches=False):
    with open(os.path.join(MESHES, name), "w") as file:
        print("# Written by tools/make_pod.py.", file=file)
        index = {}
        for surface, grow in ((0, 0), (1, SHELL)):
            for ring in range(1 if touches and surface == 1 else rings):
                for k in range(AROUND):
                    index[surface, ring, k] = len(index) + 1
                    print("v %.6f %.6f %.6f" % point(ring, rings, way, k, grow), file=file)
            if not (touches and surface == 1):
                index[surface, rings, 0] = len(index) + 1
                print("v %.6f %.6f %.6f" % point(rings, rings, way, 0, grow), file=file)
        def face(*corners, flip):
            print("f", *(corners[::-1] if flip != (way == 1) else corners), file=file)
        for k in range(AROUND):
            n = (k + 1) % AROUND
            for surface in (0,) if touches else (0, 1):
                for ring in range(rings - 1):
                    face(index[surface, ring, k], index[surface, ring, n], index[surface, ring + 1, n],
                         index[surface, ring + 1, k], flip=surface == 1)
                face(index[surface, rings - 1, k], index[surface, rings - 1, n], index[surface, rings, 0], flip=surface == 1)
            face(index[0, 0, n], index[0, 0, k], index[1, 0, k], index[1, 0, n], flip=False)

if __name__ == "__main__":
    for name, rings, way in (("pod", DOWN, -1), ("pod_lid", UP, 1)):
        write(name + ".obj", rings, way)
        write(name + "_inside.obj", rings, way, touches=True)
