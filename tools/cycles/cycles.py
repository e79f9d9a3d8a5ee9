#!/usr/bin/env python3
"""Compares gambol's pictures, and how soon they are clean, with those of Blender's Cycles. README.md tells how and what came out.

    tools/cycles/cycles.py cornell       # light in the Cornell box, patch by patch
    tools/cycles/cycles.py speed         # time to equal noise, on a walking roach
    tools/cycles/cycles.py speed --only-reference   # the slow part; its pictures are kept

Needs blender (3.4), python3-h5py, python3-numpy, openimageio-tools.
"""
import argparse
import os

import speed
from pictures import blurred, read_exr, rms
from renderers import ROOT, Shot

# In 256ths of the picture: left, right, top, bottom. None comes nearer than 1.5 pixels to an edge.
PATCHES = {
    "floor": (52, 108, 228, 240),
    "ceiling": (76, 184, 16, 40),
    "back wall": (76, 176, 64, 100),
    "red wall": (12, 28, 80, 200),
    "green wall": (220, 244, 80, 192),
    "tall block, front": (84, 124, 116, 200),
    "tall block, side": (73, 76, 125, 200),
    "short block, front": (132, 180, 180, 224),
    "short block, top": (140, 185, 167, 171),
    "short block, side": (192, 194, 180, 225),
    "shadow on the floor": (204, 216, 228, 236),
    "shadow by the red wall": (50, 68, 213, 218),
    "shadow on the red wall": (40, 50, 166, 200),
}


def cornell(options):
    shot = Shot("cornell", options.work, options.gambol)
    size, bounces = 256, 16
    a = read_exr(shot.with_gambol(0, size, size, options.samples, bounces).exr)
    b = read_exr(shot.with_cycles(0, size, size, options.samples, bounces).exr)
    print("| patch | gambol | Cycles | ratio |\n|---|---|---|---|")
    for name, (left, right, top, bottom) in PATCHES.items():
        p, q = (x[top:bottom, left:right].mean(axis=(0, 1)) for x in (a, b))
        triple = lambda v, f: " ".join(format(x, f) for x in v)
        print(f"| {name} | {triple(p, '.4f')} | {triple(q, '.4f')} | {triple(p / q, '.3f')} |")
    p, q = blurred(a, 8), blurred(b, 8)
    print(f"means of 8x8 pixels: RMS difference {rms(p - q) / q.mean():.4f} of the picture's mean")
    print(f"whole picture: ratio {' '.join(f'{x:.4f}' for x in a.mean(axis=(0, 1)) / b.mean(axis=(0, 1)))}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["cornell", "speed"])
    parser.add_argument("--gambol", default=os.path.join(ROOT, "build/gambol"), help="the built program")
    parser.add_argument("--work", default=os.path.join(ROOT, "out/cycles"), help="folder for everything that is made")
    parser.add_argument("--samples", type=int, default=1024, help="cornell: per pixel")
    speed.add_arguments(parser)
    options = parser.parse_args()
    cornell(options) if options.what == "cornell" else speed.speed(options)


main()
