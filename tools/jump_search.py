#!/usr/bin/env python3
"""How hard may each pair of legs push in scenes/roach_drop_jump.yaml? Tries shares of the push of front, middle
and back legs, by the accurate method and by the one that walks use, and tells of each how high the roach jumps, how
far it tilts, and how it ends.

    tools/jump_search.py
"""
import itertools, json, os, subprocess, tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
STAND = {"front_*_femur": 0, "middle_*_femur": -0.5, "back_*_femur": -0.2,
         "front_*_tibia": 0, "middle_*_tibia": 0, "back_*_tibia": 0.4}
# The springs' torque grows with exp(16 rad^-1 x) at middle and back legs, exp(6 x) at the front: 0.3 rad
# are a hundredfold.
PUSH = {"front_*_femur": -0.5, "middle_*_femur": -0.3, "back_*_femur": -0.3,
        "front_*_tibia": 0.2, "middle_*_tibia": 0.15, "back_*_tibia": 0.15}
METHODS = ["{method: rkf45, tolerance: 1.0e-4}", "{method: implicit, step: 0.02 ms}"]
SHOT = """
shot: jump_try
extends: roach_drop_jump.yaml
without: [expect, cues.jump.rest]
integrator: %s
cues:
  - name: jump
    rest: {joints: {%s}}
expect:
  - {measure: height, name: before, from: 0.19 s, to: 0.22 s}
  - {measure: climb, name: peak, from: 0.22 s, to: 0.4 s}
  - {measure: tilt, name: jump, from: 0.22 s}
  - {measure: tilt, name: end, from: 0.65 s}
"""

def measured(shares, method):
    rest = ", ".join(f'"{j}": {STAND[j] + push * shares[j.split("_")[0]]:.3f}' for j, push in PUSH.items())
    copy = os.path.join(ROOT, "scenes", "jump_try.yaml")
    try:
        with open(copy, "w") as f:
            f.write(SHOT % (method, rest))
        with tempfile.TemporaryDirectory() as out:
            run = subprocess.run([os.path.join(ROOT, "gambol"), "measure", copy, "--json", "--out", out],
                                 capture_output=True, text=True)
    finally:
        os.remove(copy)
    if not run.stdout:
        return run.stderr.strip().splitlines()[-1]
    return "  ".join(f"{m['value']:.4g}" for m in json.loads(run.stdout)["measurements"])

def main():
    print("# shares of front, middle, back | method | mean height before and rise, mm; largest tilt, deg; at the end")
    for front, middle, back in itertools.product([0.5, 1, 1.5], [0.7, 0.85, 1, 1.15], [1.2, 1.4, 1.6, 1.8]):
        for method in METHODS:
            print(front, middle, back, "|", method, "|",
                  measured({"front": front, "middle": middle, "back": back}, method), flush=True)

if __name__ == "__main__":
    main()
