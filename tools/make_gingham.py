#!/usr/bin/python3
"""Weaves the gingham of the table look: render/looks/gingham.png, one repeat of a plain weave.

    tools/make_gingham.py [--to render/looks/gingham.png] [--threads 40] [--pixels 320]

Warp and weft both go from a band of dyed threads to one of white ones; where dyed threads cross the cloth is
dark, where one of two is dyed half as dark. Every thread has its own tone. Needs numpy and Pillow."""

import argparse
import os

import numpy
from PIL import Image

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DYED = numpy.array([0.030, 0.075, 0.200])   # linear: indigo
WHITE = numpy.array([0.640, 0.635, 0.600])  # linear: bleached cotton, a little warm


def srgb(linear):
    low = 12.92 * linear
    return numpy.where(linear <= 0.0031308, low, 1.055 * numpy.maximum(linear, 1e-9) ** (1 / 2.4) - 0.055)


def weave(threads, pixels):
    random = numpy.random.default_rng(1990)
    warp = random.uniform(0.9, 1.1, threads)
    weft = random.uniform(0.9, 1.1, threads)
    place = (numpy.arange(pixels) + 0.5) / pixels * threads
    thread = place.astype(int)
    round_ = 0.62 + 0.38 * numpy.sqrt(1 - (2 * (place - thread) - 1) ** 2)  # darker where a thread curves away
    picture = numpy.empty((pixels, pixels, 3))
    for row in range(pixels):
        over = (thread + thread[row]) % 2 == 0  # the warp lies on the weft in every other crossing
        dyed = numpy.where(over, thread < threads // 2, thread[row] < threads // 2)
        tone = numpy.where(over, warp[thread] * round_, weft[thread[row]] * round_[row])
        picture[row] = numpy.where(dyed[:, None], DYED, WHITE) * tone[:, None]
    return picture


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--to", default=os.path.join(ROOT, "render", "looks", "gingham.png"))
    parser.add_argument("--threads", type=int, default=40)
    parser.add_argument("--pixels", type=int, default=320)
    options = parser.parse_args()
    picture = srgb(numpy.clip(weave(options.threads, options.pixels), 0, 1))
    Image.fromarray((255 * picture + 0.5).astype(numpy.uint8)).save(options.to, optimize=True)


if __name__ == "__main__":
    main()
