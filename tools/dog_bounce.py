#!/usr/bin/python3
"""Prints heights and pitches of the frames for a gait that flies, over the phase of its stride, as scenes/dog/dog_stand.yaml has them: each end
of the trunk is borne by a constant force while a foot of it stands and falls freely between, so that the controller's springs have little to do.

    tools/dog_bounce.py --period 0.33 --duty 0.34 --shoulders 0.42 --hips 0.41 [--fore 0.4 0.5] [--hind 0 0.1] [--keys 8]

`--fore` and `--hind` are the phases of the footfalls, `--shoulders` and `--hips` the heights at the first of them, m. The trunk's pitch follows from the
heights and the distance between shoulders and hips."""

import argparse

GRAVITY = 9.81  # m/s2


def stands(falls, duty):
    """Start of the time, and its length, in which a foot stands at least; one interval is assumed."""
    first = falls[0]
    last = max((f - first) % 1 for f in falls)
    return first, min(1.0, last + duty)


def height(phase, at_footfall, start, share, period):
    speed = GRAVITY * (1 - share) * period / 2  # down at the footfall, m/s
    x = (phase - start) % 1
    if x < share:
        t = x * period
        return at_footfall - speed * t + speed / (share * period) * t * t
    t = (x - share) * period
    return at_footfall + speed * t - GRAVITY / 2 * t * t


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--period", type=float, required=True, help="of a stride, s")
    parser.add_argument("--duty", type=float, required=True, help="share of the stride for which a foot stands")
    parser.add_argument("--shoulders", type=float, default=0.42)
    parser.add_argument("--hips", type=float, default=0.41)
    parser.add_argument("--fore", type=float, nargs="+", default=[0.4, 0.5])
    parser.add_argument("--hind", type=float, nargs="+", default=[0.0, 0.1])
    parser.add_argument("--between", type=float, default=0.51, help="shoulders and hips, m")
    parser.add_argument("--keys", type=int, default=8, help="of a curve in a stride")
    args = parser.parse_args()

    def curve(frame, at):
        start, share = stands(frame, args.duty)
        return lambda p: height(p, at, start, share, args.period)

    shoulders, hips = curve(args.fore, args.shoulders), curve(args.hind, args.hips)
    mean = sum(hips(i / 1000) - shoulders(i / 1000) for i in range(1000)) / 1000

    def keys(f, unit, scale, digits):
        # They go round: before 0 and after 1 there are two more.
        phases = [i / args.keys for i in range(-2, args.keys + 3)]
        made = [f"[{p:.4g}, {f(p) * scale:.{digits}f} {unit}, catmull_rom]" for p in phases]
        return "[" + ", ".join(made) + "]"

    pitch = keys(lambda p: (hips(p) - shoulders(p) - mean) / args.between, "rad", 1, 3)
    for name, f in (("shoulders", shoulders), ("hips", hips)):
        print(f"{name}: {{height: {keys(f, 'cm', 100, 1)}, pitch: {pitch}}}")


if __name__ == "__main__":
    main()
