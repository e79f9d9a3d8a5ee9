#!/usr/bin/env python3
"""Writes figures/meshes/pod.obj: the lower part of an egg's shell, open above, for scenes/roach_pod.yaml.

    tools/make_pod.py > figures/meshes/pod.obj

The inner surface faces inward, so that it holds what lies in it; the outer one and the rim are only seen.
"""
import math

LENGTH, WIDTH, DEPTH = 7.6e-2, 6.2e-2, 2.8e-2   # m, of the inside; the roach is 2.95 cm long, 5 with its legs
POINT = 0.18                                    # how much narrower the front end is: an egg, no ellipsoid
RIM = -0.25                                     # the shell ends at this part of its depth
SHELL = 1.5e-3                                  # m
AROUND, DOWN = 40, 10

def point(ring, k, grow):
    """On the shell: ring 0 is the rim, ring DOWN the lowest point."""
    polar = math.asin(-RIM) + (math.pi / 2 - math.asin(-RIM)) * ring / DOWN
    around = 2 * math.pi * k / AROUND
    x = math.cos(polar) * math.cos(around)
    narrow = 1 - POINT * x
    return ((LENGTH / 2 + grow) * x, (WIDTH / 2 + grow) * narrow * math.cos(polar) * math.sin(around),
            -(DEPTH + grow) * math.sin(polar))

def main():
    print("# Written by tools/make_pod.py.")
    index = {}
    for surface, grow in ((0, 0), (1, SHELL)):
        for ring in range(DOWN):
            for k in range(AROUND):
                index[surface, ring, k] = len(index) + 1
                print("v %.6f %.6f %.6f" % point(ring, k, grow))
        index[surface, DOWN, 0] = len(index) + 1
        print("v %.6f %.6f %.6f" % point(DOWN, 0, grow))
    def face(*corners, flip):
        print("f", *(corners[::-1] if flip else corners))
    for k in range(AROUND):
        n = (k + 1) % AROUND
        for surface in (0, 1):
            for ring in range(DOWN - 1):
                face(index[surface, ring, k], index[surface, ring, n], index[surface, ring + 1, n],
                     index[surface, ring + 1, k], flip=surface == 1)
            face(index[surface, DOWN - 1, k], index[surface, DOWN - 1, n], index[surface, DOWN, 0], flip=surface == 1)
        face(index[0, 0, n], index[0, 0, k], index[1, 0, k], index[1, 0, n], flip=False)

if __name__ == "__main__":
    main()
