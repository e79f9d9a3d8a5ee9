#!/usr/bin/env python3
"""How hard may each pair of legs push in scenes/roach_drop_jump.yaml? Tries shares of the push of front, middle
and back legs, and tells how high the roach jumps, how far it tilts, and how it ends.

    tools/jump_search.py
"""
import itertools, json, os, re, subprocess, tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
SHOT = os.path.join(ROOT, "scenes", "roach_drop_jump.yaml")
STAND = {"front_*_femur": 0, "middle_*_femur": -0.5, "back_*_femur": -0.2,
         "front_*_tibia": 0, "middle_*_tibia": 0, "back_*_tibia": 0.4}
PUSH = {"front_*_femur": -1.1, "middle_*_femur": -1.1, "back_*_femur": -1.1,
        "front_*_tibia": 0.5, "middle_*_tibia": 0.6, "back_*_tibia": 0.4}
ASKED = """
expect:
  - {measure: height, name: peak, from: 0.26 s, to: 0.28 s}
  - {measure: tilt, name: jump, from: 0.22 s}
  - {measure: tilt, name: end, from: 0.65 s}
"""

def variant(text, shares):
    head, jump, rest = re.split(r"(?=  - name: jump\n)|(?=  # Long before)", text)
    for joint, push in PUSH.items():
        to = STAND[joint] + push * shares[joint.split("_")[0]]
        jump = re.sub(re.escape(joint) + r": \S+", f"{joint}: {to:.3f}", jump)
    return re.sub(r"\nexpect:\n(  .*\n)*", ASKED, head + jump + rest)

def main():
    text = open(SHOT).read().replace("shot: roach_drop_jump", "shot: jump_try")
    copy = os.path.join(ROOT, "scenes", "jump_try.yaml")
    print("# front middle back | height at 0.27 s, mm; largest tilt, deg; tilt at the end, deg")
    for front, middle, back in itertools.product([0.3, 1], [0.3, 0.45], [0, 0.2, 0.5, 0.8, 1.1]):
        shares = {"front": front, "middle": middle, "back": back}
        try:
            with open(copy, "w") as f:
                f.write(variant(text, shares))
            with tempfile.TemporaryDirectory() as out:
                run = subprocess.run([os.path.join(ROOT, "gambol"), "measure", copy, "--json", "--out", out],
                                     capture_output=True, text=True)
        finally:
            os.remove(copy)
        values = [m["value"] for m in json.loads(run.stdout)["measurements"]]
        print(front, middle, back, "|", "  ".join(f"{v:.4g}" for v in values), flush=True)

if __name__ == "__main__":
    main()
