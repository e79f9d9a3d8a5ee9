#!/usr/bin/python3
"""Prints what the feet of the human do if its legs are led through runners' mean angles: the curves of the gait `run` of figures/human/skills/gait.yaml.

    tools/run_curves.py [--speed 3 --period 0.66 --duty 0.36 --hips 0.91]

Angles of thigh, knee and foot over the stride are those of docs/studies/human_reference.yaml (Fukuchi et al. 2017), between the speeds that it has. Hips go up and
down as `control/skills/bounce.h` says. Printed are `stance_pitch`, `pitch`, `progress` and `lift` of the leg. Four things are not runners':

    --pitch DEG     of the foot as it comes down; theirs is -12, on the heel
    --early SHARE   how far the foot is on its way to a foothold that it reaches early, and waits for: a foot that still flies ahead at 2 m/s comes down where it
                    happens to meet the ground, and the next step corrects that
    --clear M       least height of the foot in the second half of its swing
    --sinks SHARE   factor of its height in the last sixth: it comes down the slower

Python 3 with numpy and PyYAML. Docs: human_run.md.
"""
import argparse, math, os

import numpy as np
import yaml

from program import ROOT, quantity

SWING = [0, 0.06, 0.12, 0.2, 0.28, 0.36, 0.44, 0.52, 0.6, 0.68, 0.76, 0.84, 0.9, 0.95, 1]
STANCE = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]
# The way of a foot that waits for its foothold.
WAITS = [[0, 0], [0.04, 0.005], [0.08, 0.017], [0.16, 0.065], [0.24, 0.145], [0.36, 0.293], [0.48, 0.463], [0.6, 0.655], [0.7, 0.81], [0.8, 0.928], [0.9, 0.983], [1, 1]]
LIFTS = 0.361          # share of the stride at which theirs lifts at 3 m/s
ANKLE, BALL = (0.1275, -0.0551), 0.013  # m: the ball ahead of and above the ankle, above the ground (figures/human_walker.yaml)
GRAVITY = 9.81


def curve_of(reference, name, speed):
    """The angle, rad, as a function of the share of the stride: the Fourier series through the means."""
    entry = next(c for c in reference if c["quantity"] == name and c["source"] == "E")
    means = np.radians([np.interp(speed, entry["speeds"], column) for column in np.array(entry["mean"], float).T])[:-1]
    parts = np.fft.rfft(means) / len(means)
    parts[1:] *= 2
    parts[-1] /= 2
    return lambda p: float(np.real(np.sum(parts * np.exp(2j * math.pi * np.arange(len(parts)) * p))))


def bounce(s, duty):
    """Height of the hips above that at the footfalls, of g T^2, as `bounce()` has it for two legs."""
    def one(s):
        first = -(1 - duty) / 4
        if s < duty:
            return first * s + (s - duty / math.pi * math.sin(math.pi * s / duty) - s * s) / 4
        lifts = first * duty + (duty - duty * duty) / 4
        return lifts + (first + 0.5) * (s - duty) - (s * s - duty * duty) / 4
    return one(s % 1) + one((s + 0.5) % 1) - one(0) - one(0.5)


def heel_rise(sole, pitch):
    heel, ball, toes, over = (quantity(sole[k]) for k in ("heel", "ball", "toes", "heel_from"))
    if pitch < 0:
        up = math.sin(-pitch)
        if up < math.sin(over):
            up *= up * (2 * math.sin(over) - up) / math.sin(over) ** 2
        return up * (ball - heel)
    return math.sin(max(0, pitch - math.pi / 4)) * toes


def smooth(s):
    s = np.clip(s, 0, 1)
    return s * s * (3 - 2 * s)


def waits(s):
    x, y = np.array(WAITS).T
    slopes = np.gradient(y, x)
    k = min(np.searchsorted(x, s, "right") - 1, len(x) - 2)
    h = x[k + 1] - x[k]
    t = (s - x[k]) / h
    return (1 + 2 * t) * (1 - t) ** 2 * y[k] + t * (1 - t) ** 2 * h * slopes[k] + t * t * (3 - 2 * t) * y[k + 1] + t * t * (t - 1) * h * slopes[k + 1]


def keys(shares, values, unit, digits):
    return "[" + ", ".join(f"[{s:g}, {v:.{digits}f}{unit}" + (", catmull_rom]" if s < 1 else "]") for s, v in zip(shares, values)) + "]"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("speed", 3), ("period", 0.66), ("duty", 0.36), ("hips", 0.91), ("pitch", 0.2), ("early", 0.4), ("clear", 0.036), ("sinks", 0.88)):
        parser.add_argument("--" + name, type=float, default=default)
    args = parser.parse_args()
    with open(os.path.join(ROOT, "docs", "studies", "human_reference.yaml")) as f:
        reference = yaml.safe_load(f)["run"]["curves"]
    with open(os.path.join(ROOT, "figures", "thesis_human.yaml")) as f:
        bodies = {b["name"]: b for b in yaml.safe_load(f)["bodies"]}
    with open(os.path.join(ROOT, "figures", "human", "skills", "gait.yaml")) as f:
        sole = yaml.safe_load(f)["sole"]
    upper, lower = (math.hypot(*(quantity(x) for x in bodies[name]["at"])) for name in ("left_shank", "left_talus"))
    thigh, knee, foot = (curve_of(reference, q, args.speed) for q in ("thigh", "knee_flexion", "foot_pitch"))
    duty, lands = args.duty, math.radians(args.pitch)
    pitch, ahead, up = [], [], []
    for s in SWING:
        p = min(LIFTS + s * (1 - LIFTS), 0.9999)
        a, b = thigh(p), thigh(p) - knee(p)
        way = smooth((s - 0.8) / 0.2)
        pitch.append(-foot(p) * (1 - way) + lands * way)
        c, d = math.cos(pitch[-1]), math.sin(pitch[-1])
        hips = args.hips + GRAVITY * args.period**2 * bounce(duty + s * (1 - duty), duty)
        ahead.append(upper * math.sin(a) + lower * math.sin(b) + ANKLE[0] * c + ANKLE[1] * d + args.speed * args.period * (1 - duty) * s)
        up.append(hips - upper * math.cos(a) - lower * math.cos(b) - ANKLE[0] * d + ANKLE[1] * c - BALL - heel_rise(sole, pitch[-1]))
    S, up, ahead = np.array(SWING), np.array(up), np.array(ahead)
    up -= up[0] * np.clip(1 - S / 0.3, 0, 1)
    up -= (up[-1] + 0.002) * np.clip((S - 0.6) / 0.4, 0, 1)  # 2 mm below the ground
    up[:-1] = np.maximum(up, args.clear * np.clip(np.minimum(S / 0.12, (1 - S) / 0.14), 0, 1))[:-1]
    up[(S > 0.85) & (S < 1)] *= args.sinks
    progress = (1 - args.early) * (ahead - ahead[0]) / (ahead[-1] - ahead[0]) + args.early * np.array([waits(s) for s in SWING])
    stands = [-foot(s * LIFTS) * min(1, s / 0.2) + lands * max(0, 1 - s / 0.2) for s in STANCE]
    print("stance_pitch:", keys(STANCE, np.degrees(stands), " deg", 1))
    print("pitch:", keys(SWING, np.degrees(pitch), " deg", 1))
    print("progress:", keys(SWING, progress, "", 3))
    print("lift:", keys(SWING, 100 * up, " cm", 1))


if __name__ == "__main__":
    main()
