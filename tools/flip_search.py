#!/usr/bin/env python3
"""What throws the roach of scenes/roach_flip.yaml onto its back, and which wrenches right it?

    tools/flip_search.py fall     friction and strength of the legs: largest tilt until 1 s
    tools/flip_search.py right    size, suddenness, interval and number of wrenches: tilt and height after them

Each with three lengths of the integrator's step: lying on its back it is chaotic, and what rights it with one step
alone does so by chance.
"""
import itertools, json, os, re, subprocess, sys, tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
FALL = """
expect:
  - {measure: tilt, name: fallen, from: 0.4 s, to: 1 s}
"""
RIGHT = """
expect:
  - {measure: tilt, name: end, from: 2.1 s}
  - {measure: height, name: leap, from: 1.1 s, to: 1.4 s}
"""

STEPS = ["0.125 ms", "0.0625 ms", "0.03125 ms"]

def measured(text):
    return "  ".join(f"{once(text, step):16}" for step in STEPS)

def once(text, step):
    copy = os.path.join(ROOT, "scenes", "flip_try.yaml")
    try:
        with open(copy, "w") as f:
            f.write(text.replace("shot: roach_flip", "shot: flip_try") + f"\nintegrator: {{step: {step}}}\n")
        with tempfile.TemporaryDirectory() as out:
            run = subprocess.run([os.path.join(ROOT, "gambol"), "measure", copy, "--json", "--out", out],
                                 capture_output=True, text=True)
    finally:
        os.remove(copy)
    return " ".join(f"{m['value']:.4g}" for m in json.loads(run.stdout)["measurements"])

def main():
    if len(sys.argv) != 2 or sys.argv[1] not in ("fall", "right"):
        sys.exit(__doc__)
    shot = re.sub(r"\nexpect:\n(  .*\n)*", FALL if sys.argv[1] == "fall" else RIGHT,
                  open(os.path.join(ROOT, "scenes", "roach_flip.yaml")).read())
    if sys.argv[1] == "fall":
        for friction, gain in itertools.product([0.005, 0.02], [1, 1.5, 2, 3, 4, 6, 8]):
            text = shot.replace("friction: 0.02", f"friction: {friction}").replace("gain: 4", f"gain: {gain}")
            print(f"friction {friction}, gain {gain} | {measured(text)}", flush=True)
        return
    head, tail = re.split(r"(?m)^  - \{name: wrench.*\n  - \{name: back.*\n  - \{name: straight.*\n", shot)
    for size, over, interval, count in itertools.product([0.7, 0.8, 0.9, 1, 1.1, 1.2], [0.005, 0.01], [0.06, 0.1], [1, 2, 3]):
        cues = "".join(f"  - {{name: w{k}, at: {1.1 + k * interval:g} s, over: {over} s, rest: {{joints: {{thorax: {size * (-1) ** k:g}}}}}}}\n"
                       for k in range(count))
        cues += f"  - {{name: straight, at: {1.1 + count * interval:g} s, over: 20 ms, rest: {{joints: {{thorax: 0}}}}}}\n"
        print(f"{size} rad over {over} s, each {interval} s, {count} times | {measured(head + cues + tail)}", flush=True)

if __name__ == "__main__":
    main()
