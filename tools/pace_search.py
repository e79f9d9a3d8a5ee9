#!/usr/bin/env python3
"""Search how the roach walks best at each frequency: the numbers behind `paces` in scenes/roach_speeds.yaml.

    tools/pace_search.py                       # the grid; some minutes
    tools/pace_search.py --frequencies 5,6 --retraction 0.05,0.1 --posture 0,1 --all

For every frequency and every combination of a retraction time (how long the stance program takes) and a
share of the posture (shifts of rest positions), scenes/roach_tripod.yaml is walked at 97, 100 and 103 % of
that frequency, so that no lucky resonance wins. A combination is as good as the worst of its three
walks. A walk is worth its speed (cm/s), less 0.15 per degree of tilt beyond 8 (bouncing), less 0.1 per
deg/s of turning, less 0.5 per millimetre by which the abdomen comes closer to the ground than 4 mm.
"""
import argparse, itertools, json, os, re, subprocess, tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MEASURES = ["forward_speed", "turn_rate", "tilt", "heading_kept"]

def shot_text(name, frequency, retraction, posture, gain, shifts, seconds):
    text = open(os.path.join(ROOT, "scenes", "roach_tripod.yaml")).read()
    text = text[:text.index("expect:")].replace("shot: roach_tripod", "shot: " + name)
    start, end = 0.1 + 2 / frequency, 0.1 + 2 / frequency + seconds
    text = re.sub(r"simulate_until: .*", f"simulate_until: {end} s", text)
    text = re.sub(r"duration: 12 s", "duration: 2 s", text)
    text = text.replace("../", ROOT + "/")
    gait = (f"frequency: {frequency} Hz\n        paces: [{{frequency: {frequency} Hz, "
            f"retraction: {min(retraction, 1 / frequency - 0.05)} s, posture: {posture}, gain: {gain}}}]\n"
            "        posture: [" + ", ".join(f'{{joints: ["{j}"], by: {by}}}' for j, by in shifts) + "]")
    text, count = re.subn(r"(?m)^        frequency: .*$", lambda m: "        " + gait, text)
    assert count == 1
    text += "expect:\n" + "".join(f"  - {{measure: {m}, from: {start} s}}\n" for m in MEASURES)
    return text + f"  - {{measure: clearance, body: abdomen, from: {start} s}}\n"

def walk(frequency, retraction, posture, gain, shifts, seconds=1.5):
    """The measurements of one walk, by name."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "walk.yaml")
        with open(path, "w") as f:
            f.write(shot_text("walk", frequency, retraction, posture, gain, shifts, seconds))
        run = subprocess.run([os.path.join(ROOT, "build", "gambol"), "measure", path, "--json", "--out", folder],
                             capture_output=True, text=True)
    if not run.stdout.strip():
        return None  # it blew up
    return {r["measure"]: r["value"] for r in json.loads(run.stdout)["measurements"]}

def worth(m):
    if m is None:
        return -99
    return (m["forward_speed"] - 0.15 * max(0, m["tilt"] - 8) - 0.1 * m["turn_rate"]
            - 0.5 * max(0, 4 - m["clearance"]))

def candidate(args):
    frequency, retraction, posture, gain, shifts = args
    walks = [walk(frequency * near, retraction, posture, gain, shifts) for near in (0.97, 1, 1.03)]
    return min(map(worth, walks)), walks

def main():
    numbers = lambda s: [float(x) for x in s.split(",")]
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--frequencies", type=numbers, default=[0.5, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    p.add_argument("--retraction", type=numbers, default=[0.05, 0.065, 0.085, 0.11, 0.15, 9], help="s; 9: all the stance")
    p.add_argument("--posture", type=numbers, default=[0, 0.4, 0.6, 0.8, 1])
    p.add_argument("--gain", type=numbers, default=[1.0])
    p.add_argument("--hind", type=float, default=0.38, help="rad added to the coxae of the back legs")
    p.add_argument("--front", type=float, default=-0.31, help="rad added to the tibiae of the front legs")
    p.add_argument("--all", action="store_true", help="print every candidate, not only the best")
    a = p.parse_args()
    shifts = [("back_*_coxa", a.hind), ("front_*_tibia", a.front)]
    print("frequency retraction posture gain | worth | speed, tilt, turn rate at 97, 100, 103 %")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for f in a.frequencies:
            # Retractions longer than the stance are all the same one.
            times = sorted({min(r, 1 / f * 0.97 - 0.05) for r in a.retraction})
            todo = [(f, r, w, g, shifts) for r, w, g in itertools.product(times, a.posture, a.gain)]
            found = sorted(zip(pool.map(candidate, todo), todo), key=lambda x: -x[0][0])
            for (score, walks), (_, r, w, g, _) in found if a.all else found[:3]:
                shown = "  ".join("-" if m is None else f"{m['forward_speed']:.2f} {m['tilt']:.1f} {m['turn_rate']:.1f}"
                                  for m in walks)
                print(f"{f:5g} Hz {r * 1000:6.1f} ms {w:5.2f} {g:5.2f} | {score:6.2f} | {shown}", flush=True)

if __name__ == "__main__":
    main()
