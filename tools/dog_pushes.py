#!/usr/bin/env python3
"""Pushes the dog as Table 1 of seed 002 does, and counts how often it recovers (docs/dog_pushes.md).

    tools/dog_pushes.py walk|trot|canter|gallop|sprint [--row 0|1] [--phases 4] [--over FILE.yaml] [--scale 1] [--each]

Every push goes left, right, ahead or back, at the chest or at the pelvis, and begins at one of `phases` moments of a
stride, evenly spaced. To recover is to stay within 50 degrees of upright on the paws alone, and to go on within
0.3 m/s of the speed from 3 to 5 s after the push. FILE.yaml, a shot, is laid over the gait's shot: numbers to try.
Python 3; build/gambol simulates.
"""
import argparse, os, re, shutil, subprocess, sys, tempfile

from program import ROOT, built

FOLDER = os.path.join(ROOT, "out", "tmp", "dog_pushes")
OUT = os.path.join(tempfile.gettempdir(), "dog_pushes")
WAYS = {"left": (0, 1), "right": (0, -1), "ahead": (1, 0), "back": (-1, 0)}
ROWS = {"walk": [(80, 0.3), (230, 0.1)], "trot": [(100, 0.35), (200, 0.1)], "canter": [(120, 0.35), (400, 0.1)], "gallop": [(100, 0.35), (400, 0.1)],
        "sprint": [(100, 0.35), (400, 0.1)]}
# The shot, its speed over time, the first onset, s, and the period of a stride, s.
GAITS = {
    "walk": ("dog_walk.yaml", "[[0.5 s, 0 m/s], [2.5 s, 1 m/s]]", 5.0, 0.62),
    "trot": ("dog_pushes.yaml", None, 5.0, 0.44),
    "canter": ("dog_canter.yaml", "[[1 s, 0 m/s], [4.75 s, 3 m/s]]", 6.0, 0.38),
    "gallop": ("dog_gallop.yaml", None, 11.0, 0.328),
    "sprint": ("dog_gallop.yaml@faster", None, 13.0, 0.3336),  # 6.5 m/s, faster than those of the table
}


def base(args):
    """The shot without a push, which all pushes continue from shortly before the first: the same bits as from its beginning."""
    file, speed, _, _ = GAITS[args.gait]
    file = args.over or f"{ROOT}/scenes/dog/{file}"
    more = f"figures: [{{name: dog, skills: [{{name: gait, speed: {speed}}}]}}]\n" if speed else ""
    if args.gait == "trot" and not args.over:
        more += "without: [cues]\n"     # dog_pushes.yaml has a push of its own
    return f"""shot: base_{os.getpid()}
about: What is pushed by tools/dog_pushes.py.
extends: {os.path.abspath(file)}
{more}"""


def shot(name, args, body, way, force, over, at):
    x, y = (force * w for w in WAYS[way])
    starts = GAITS[args.gait][2] + args.later - 0.1
    return f"""shot: {name}
about: A push of tools/dog_pushes.py.
extends: base_{os.getpid()}.yaml
start: {starts:.3f} s
start_from: {{shot: base_{os.getpid()}.yaml, time: {starts:.3f} s}}
film: {{duration: {at + 5 - starts:.3f} s}}
cues:
  - {{name: push, at: {at:.4f} s, push: {{body: {body}, force: [{x:.0f} N, {y:.0f} N, 0], over: {over} s}}}}
without: [expect]
expect:
  - {{upright: 50 deg}}
  - {{may_touch: ["*_paw"]}}
  - {{measure: goal_speed_error, from: {at + 3:.3f} s, max: 0.3 m/s}}
"""


def recovers(args, *push):
    name = f"push_{os.getpid()}"
    path = os.path.join(FOLDER, name + ".yaml")
    with open(path, "w") as f:
        f.write(shot(name, args, *push))
    run = subprocess.run([built(), "simulate", path, "--out", OUT], capture_output=True, text=True)
    shutil.rmtree(os.path.join(OUT, name), ignore_errors=True)
    os.remove(path)
    if run.returncode not in (0, 4):
        sys.exit(run.stderr)
    return run.returncode == 0, run.stderr


def try_rows(args):
    _, _, begins, period = GAITS[args.gait]
    for row, (force, over) in enumerate(ROWS[args.gait]):
        if args.row not in (None, row):
            continue
        force *= args.scale
        line, total = [], 0
        for body in ("chest", "pelvis"):
            for way in WAYS:
                if args.only and not re.search(args.only, f"{body} {way}"):
                    continue
                marks = ""
                for k in range(args.phases):
                    at = begins + args.later + k * period / args.phases
                    ok, why = recovers(args, body, way, force, over, at)
                    marks += "+" if ok else "."
                    if args.each and not ok:
                        print(body, way, f"{at:.3f} s:", [l for l in why.splitlines() if "simulating" not in l][-4:])
                total += marks.count("+")
                line.append(f"{body} {way} {marks}")
        print(f"{args.gait} {force:g} N for {over} s: {total} of {len(line) * args.phases}   " + ", ".join(line), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gait", choices=GAITS)
    parser.add_argument("--row", type=int, choices=[0, 1])
    parser.add_argument("--phases", type=int, default=4)
    parser.add_argument("--later", type=float, default=0, help="s by which all pushes begin later")
    parser.add_argument("--over", help="a shot that extends the gait's shot")
    parser.add_argument("--scale", type=float, default=1, help="of the force")
    parser.add_argument("--only", default="", help="cases to try, e.g. 'pelvis left'")
    parser.add_argument("--each", action="store_true", help="what failed")
    args = parser.parse_args()
    os.makedirs(FOLDER, exist_ok=True)
    under = os.path.join(FOLDER, f"base_{os.getpid()}.yaml")
    with open(under, "w") as f:
        f.write(base(args))
    try:
        try_rows(args)
    finally:
        shutil.rmtree(os.path.join(OUT, f"base_{os.getpid()}"), ignore_errors=True)
        os.remove(under)


if __name__ == "__main__":
    main()
