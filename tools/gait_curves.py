#!/usr/bin/python3
"""Prints what the feet of the human do if its legs are led through a norm's mean angles: first trajectories for a gait of scenes/human/human_walk.yaml.

    tools/gait_curves.py [scenes/human/human_walk.yaml] [--take fast] [--lifts 0.58]

The angles are the curves of the expectations `hip`, `knee` and `ankle` of the shot, or of its take: flexion of the hip negative, of the knee and
downwards of the foot positive, over the share of a stride since the footfall. With one foot on the ground the ball of the foot stands still on it, which gives the
length of a stride, and the time at which the ball begins to move ahead, `--lifts`. Printed are `stance_pitch`, `pitch` and `progress` of the leg.
Python 3 with numpy and PyYAML. Docs: human_walk.md.
"""
import argparse, math, os, sys

import numpy as np
import yaml

from program import ROOT, quantity

JOINTS = ("hip", "knee", "ankle")
DEPTH = 0.085  # of the sole below the ankle, m: so figures/thesis_human.yaml stands
STANCE = [0, 0.08, 0.16, 0.3, 0.5, 0.65, 0.75, 0.82, 0.88, 0.94, 1]
SWING = [0, 0.06, 0.12, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95, 1]
WAY = [0, 0.05, 0.1, 0.16, 0.22, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95, 1]
# In this part of a stride the ball of the foot stands still on the ground, whatever the heel does.
STANDS = (0.2, 0.56)


def read(path):
    try:
        with open(path) as f:
            return yaml.safe_load(f)
    except (OSError, yaml.YAMLError) as error:
        sys.exit(f"{path}: {error}")


def norm(shot, take):
    """The expectations of hip, knee and ankle, of the shot or of its take."""
    if take and take not in shot.get("takes", {}):
        sys.exit(f"no take {take}; there are: {', '.join(shot.get('takes', {}))}")
    expected = (shot["takes"][take] if take else shot).get("expect", [])
    found = {e.get("name"): e for e in expected if "curve" in e and "band" not in e}
    missing = [name for name in JOINTS if name not in found]
    if missing:
        sys.exit(f"{'the take ' + take if take else 'the shot'} itself expects no curve of: {', '.join(missing)}")
    return [found[name] for name in JOINTS]


def angle(expectation):
    """The angle, rad, as a function of the share of the stride: the Fourier series through keys at even distances, as straight lines would cut its peaks."""
    keys = expectation["curve"][:-1]
    if any(abs(float(k[0]) - i / len(keys)) > 1e-6 for i, k in enumerate(keys)):
        sys.exit(f"the curve of {expectation['name']} has keys at uneven distances")
    parts = np.fft.rfft([math.radians(float(k[1].removesuffix(" deg"))) for k in keys]) / len(keys)
    parts[1:] *= 2
    if len(keys) % 2 == 0:
        parts[-1] /= 2
    return lambda p: float(np.real(np.sum(parts * np.exp(2j * math.pi * np.arange(len(parts)) * p))))


def ball_from_hip(hip, knee, ankle, thigh, shank, ball, p):
    """How far ahead of the hip the ball of the foot is, m, and the foot's pitch, rad, heel up."""
    upper = -hip(p)                 # of the thigh, forward from the vertical
    lower = upper - knee(p)
    pitch = ankle(p) - lower
    return thigh * np.sin(upper) + shank * np.sin(lower) + ball * np.cos(pitch) - DEPTH * np.sin(pitch), pitch


def lifts_at(way):
    """The share of a stride at which the ball has moved ahead by 2 mm."""
    shares = np.linspace(0.5, 0.7, 401)
    ways = np.array([way(p) for p in shares])
    furthest_back = int(np.argmin(ways))
    return next(p for p, x in zip(shares[furthest_back:], ways[furthest_back:]) if x > ways[furthest_back] + 0.002)


def keys(shares, values, unit, digits):
    return "[" + ", ".join(f"[{s:g}, {v:.{digits}f}{unit}" + (", catmull_rom]" if s < 1 else "]") for s, v in zip(shares, values)) + "]"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shot", nargs="?", default=os.path.join(ROOT, "scenes", "human", "human_walk.yaml"))
    parser.add_argument("--take", help="of the shot, with expectations of its own")
    parser.add_argument("--figure", default=os.path.join(ROOT, "figures", "thesis_human.yaml"))
    parser.add_argument("--skill", default=os.path.join(ROOT, "figures", "human", "skills", "gait.yaml"))
    parser.add_argument("--lifts", type=float, help="share of a stride at which the foot lifts: a gait's duty_factor; default: as the ball begins to move")
    args = parser.parse_args()
    shot = read(args.shot)
    bodies = {b["name"]: b for b in read(args.figure)["bodies"]}
    angles = [angle(expectation) for expectation in norm(shot, args.take)]
    thigh, shank = (-quantity(bodies[name]["at"][2]) for name in ("left_shank", "left_talus"))
    ball = quantity(read(args.skill)["sole"]["ball"])

    def leg(p):
        return ball_from_hip(*angles, thigh, shank, ball, p)

    stride = (leg(STANDS[0])[0] - leg(STANDS[1])[0]) / (STANDS[1] - STANDS[0])

    def way(p):
        return leg(p)[0] + stride * p

    lifts = lifts_at(way) if args.lifts is None else args.lifts
    if not 0.5 < lifts < 0.75:
        sys.exit(f"--lifts is {lifts:g}: a walker's foot lifts between 0.5 and 0.75 of a stride")
    begins, ends = way(lifts), way(1 - 1e-9)
    print(f"# A stride of {stride:.2f} m; the ball of the foot begins to move at {lifts_at(way):.3f} of it.")
    print("stance_pitch:", keys(STANCE, [math.degrees(leg(lifts * s)[1]) for s in STANCE], " deg", 1))
    swing = [lifts + s * (1 - lifts) for s in SWING]
    print("pitch:", keys(SWING, [math.degrees(leg(p)[1]) for p in swing], " deg", 1))
    print("progress:", keys(WAY, [max(0.0, (way(min(lifts + s * (1 - lifts), 1 - 1e-9)) - begins) / (ends - begins)) for s in WAY], "", 3))


if __name__ == "__main__":
    main()
