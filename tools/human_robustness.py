#!/usr/bin/env python3
"""Tries the walk of scenes/human/human_walk.yaml in many conditions, and prints which it survives (docs/human_walk.md).

    tools/human_robustness.py [--set 'sole: {knee_slack: 0.8}'] [GROUP ...]

Groups: speeds (0.8 to 1.8 m/s), stops (begun at eight phases), slopes (6 degrees up and down at 1 m/s), fast_slopes
(at 1.3 m/s, and across to both sides), side_slopes (6 degrees across from the first frame on, also with a part along
the way, at 1 and 1.3 m/s: within 5 degrees of the heading), pushes (100 N for 0.2 s at the chest, eight directions at
four phases), numbers (twelve changes of single numbers of the controller), turns (90 degrees to both sides in 4, 6 and
8 s), quick_turns (90 degrees at once at 1 m/s, at eight phases: within 20 degrees as the fourth foot that has lifted
since comes down), spins (on the spot by 90 and 180 degrees), facing (backwards and sideways at 0.3 and 0.5 m/s),
minutes (a minute at three speeds: the heading drifts by less than 3 degrees), steps (3 to 10 cm), high_steps (10 cm,
from twenty beginnings); default: all. `--set` changes the controller, in the words of a shot. A trial passes if the
head stays above 1 m over the ground and the trunk within 45 degrees of upright, the mean speed of the last seconds is
as asked, and the trunk's heading within 20 degrees of it. `--overlap` also prints how deep solids of the body lie in
each other, mm, and counts the trials where that is 5 mm at most. Python 3 with numpy and h5py; build/gambol simulates.
"""
import argparse, json, math, os, subprocess, tempfile

import h5py
import numpy as np

from program import ROOT, built

STRIDE = 1.145  # s, at 1.3 m/s
GROUPS = ("speeds", "stops", "slopes", "fast_slopes", "side_slopes", "pushes", "numbers", "turns", "quick_turns", "spins", "facing",
          "minutes", "steps", "high_steps")
NUMBERS = [
    "gaits: {walk: {balance: {width: 14 cm}}}", "gaits: {walk: {balance: {width: 10 cm}}}",
    "gaits: {walk: {gains: {height_stiffness: 12000 N/m}}}", "gaits: {walk: {gains: {height_stiffness: 20000 N/m}}}",
    "gaits: {walk: {duty_factor: 0.59}}", "gaits: {walk: {duty_factor: 0.62}}",
    "gaits: {walk: {gains: {turn_stiffness: 1000 N*m}}}", "gaits: {walk: {gains: {turn_stiffness: 2000 N*m}}}",
    "ramp: 56 ms", "ramp: 84 ms",
    'joints: {"*_thigh": {stiffness: 3000 N*m}}', 'joints: {"*_thigh": {stiffness: 5000 N*m}}',
]


class Trial:
    """A take of the shot, and the speed that is asked from a time on, within a tolerance."""

    def __init__(self, name, duration, control, speed, since, tolerance=None, more="", heading=0, within=20, turned=None,
                 actor=""):
        self.name, self.duration, self.control, self.more = name, duration, control, more
        self.speed, self.since, self.heading, self.within = speed, since, heading, within  # m/s, s, deg, deg
        self.turned = turned  # steps after which, from a time on, s, it heads as asked
        self.actor = actor
        self.tolerance = 0.1 * speed + 0.05 if tolerance is None else tolerance

    def take(self):
        return (f"  {self.name}:\n    film: {{duration: {self.duration:g} s}}\n{self.more}"
                f"    {controller(self.control, self.actor)}\n")


def controller(changes, actor=""):
    return f"figures: [{{name: human, {actor}skills: [{{name: gait, {changes}}}]}}]"


def walks(speed, then=""):
    return f"speed: [[1 s, 0 m/s], [{1.5 + 3 * speed / 1.3:g} s, {speed:g} m/s]{then}]"


def ground(formula, spacing, ahead=10):
    return (f"    world: {{ground: {{terrain: {{formula: \"{formula}\", spacing: {spacing}, length: 40 m, "
            f"width: 8 m, at: [{ahead:g} m, 0, 0]}}}}}}\n")


def push(angle, at):
    x, y = 100 * math.cos(angle), 100 * math.sin(angle)
    return (f"    cues: [{{name: push, at: {at:.3f} s, push: {{body: thorax, "
            f"force: [{x:.2f} N, {y:.2f} N, 0 N], over: 0.2 s}}}}]\n")


def trials(group):
    if group == "speeds":
        return [Trial(f"speed_{10 * v:.0f}", 14, walks(v), v, 8) for v in (0.8, 1.0, 1.3, 1.5, 1.8)]
    if group == "stops":
        return [Trial(f"stop_{k}", 14, walks(1.3, f", [{t:g} s, 1.3 m/s], [{t + 1.5:g} s, 0 m/s]"), 0, 12)
                for k, t in enumerate(7 + 0.15 * k for k in range(8))]
    if group == "slopes":
        rise = "0.1051*0.25*log(1+exp((x+8)/0.25))"
        return [Trial(name, 14, walks(1), 1, 8, 0.3, ground(sign + rise, "5 cm"))
                for name, sign in (("uphill", ""), ("downhill", "-"))]
    if group == "fast_slopes":
        across = "0.1051*y*(0.5+0.5*tanh((x+8)/0.5))"
        rise = "0.1051*0.25*log(1+exp((x+8)/0.25))"
        return [Trial(name, 16, walks(1.3), 1.3, 10, 0.3, ground(formula, "5 cm"))
                for name, formula in (("uphill_fast", rise), ("downhill_fast", "-" + rise),
                                      ("left_uphill", across), ("left_downhill", f"-{across}"))]
    if group == "side_slopes":
        planes = {"left_high": "0.1051*y", "right_high": "-0.1051*y", "left_high_up": "0.0743*(y+0.25*log(1+exp((x+14)/0.25)))",
                  "right_high_down": "-0.0743*(y+0.25*log(1+exp((x+14)/0.25)))"}
        return [Trial(f"{name}_{10 * v:.0f}", 16, walks(v), v, 8, 0.3, ground(formula, "5 cm", 16), within=5)
                for v in (1.0, 1.3) for name, formula in planes.items()]
    if group == "quick_turns":
        return [Trial(f"quick_{side}_{k}", 14, f"{walks(1)}, heading: [[{t:g} s, 0 deg, step], [{t + 0.001:g} s, {angle} deg]]", 1, 11,
                      heading=angle, turned=(4, t))
                for k, t in enumerate(7 + 0.15 * k for k in range(8)) for side, angle in (("left", 90), ("right", -90))]
    if group == "spins":
        return [Trial(f"spin_{side}_{abs(angle)}", 10, f"speed: 0 m/s, heading: [[1 s, 0 deg], [{1 + abs(angle) / 45:g} s, {angle} deg]]", 0, 8,
                      heading=angle) for angle in (45, 90, 180) for side, angle in (("left", angle), ("right", -angle))]
    if group == "facing":
        return [Trial(f"{way}_{10 * v:.0f}", 14, f"speed: [[1 s, 0 m/s], [3 s, {v} m/s]], heading: 0 deg, facing: {angle} deg", v, 8,
                      heading=angle, actor=f"faces: {angle} deg, ")
                for v in (0.3, 0.5) for way, angle in (("backwards", 180), ("rightwards", 90), ("leftwards", -90))]
    if group == "minutes":
        return [Trial(f"minute_{10 * v:.0f}", 62, walks(v), v, 8, within=3) for v in (0.8, 1.3, 1.8)]
    if group == "pushes":
        return [Trial(f"push_{45 * k}_{phase}", 14, walks(1.3), 1.3, 11.5, 0.3,
                      push(math.pi * k / 4, 8 + STRIDE * phase / 4)) for k in range(8) for phase in range(4)]
    if group == "numbers":
        return [Trial(f"number_{k}", 12, f"{walks(1.3)}, {change}", 1.3, 8) for k, change in enumerate(NUMBERS)]
    if group == "turns":
        return [Trial(f"turn_{t}_{side}", 18, f"{walks(1.3)}, heading: [[7 s, 0 deg], [{7 + t} s, {angle} deg]]", 1.3, 15,
                      heading=angle)
                for t in (4, 6, 8) for side, angle in (("left", 90), ("right", -90))]
    edges = "(tanh((x+5)/0.01) + tanh((x+3)/0.01) - tanh((x+1)/0.01) - tanh((x-1)/0.01))"
    if group == "high_steps":
        high = lambda nearer: "    integrator: {step: 0.25 ms}\n" + ground(f"0.05*{edges}", "2 cm", 10 - nearer)
        goes = lambda fast: f"late_drop: 8 cm, speed: [[1 s, 0 m/s], [{fast:g} s, 1 m/s]]"
        return ([Trial(f"fast_at_{fast:.2f}_s", 16, goes(fast), 1, 6, 0.3, high(0)) for fast in (3.6 + 0.15 * k for k in range(7))] +
                [Trial(f"nearer_by_{nearer}_cm", 16, goes(4), 1, 6, 0.3, high(nearer / 100)) for nearer in range(5, 66, 5)])
    return [Trial(f"steps_{h}_cm", 16, walks(1), 1, 6, 0.3, ground(f"{h / 200:g}*{edges}", "2 cm")) for h in (3, 5, 8, 10)]


# s: footfalls of a leg that lifted after a time.
def steps_since(t, stands, since):
    lifts, lands = (t[1:][now & ~before] for now, before in ((~stands[1:], ~stands[:-1]), (stands[1:], stands[:-1])))
    lifts = lifts[lifts > since]
    return lands[lands > lifts[0]] if len(lifts) else lifts


def judge(trial, folder):
    path = os.path.join(folder, f"robustness@{trial.name}", "poses.h5")
    if not os.path.exists(path):
        return False, "no poses"
    with h5py.File(path) as file:
        t, com, q = file["times"][:], file["tracks/human/com"][:], file["tracks/human/q"][:]
        columns = [name.decode() for name in file["columns/human/lowest"][:]]
        head = file["tracks/human/lowest"][:, columns.index("head")]
        force = file["tracks/human/foot_force"][:] / (9.81 * file["figures/masses"][0])
    upright = 1 - 2 * (q[:, 4] ** 2 + q[:, 5] ** 2)
    down = np.where((head < 1) | (upright < math.cos(math.radians(45))))[0]
    if len(down) or t[-1] < trial.duration - 0.1:
        return False, f"falls at {t[down[0]] if len(down) else t[-1]:.2f} s"
    late = t >= trial.since
    way = com[late][-1, :2] - com[late][0, :2]
    speed = math.hypot(*way) / (t[late][-1] - t[late][0])
    peak = force[late][:, [2, 5]].max()
    tilt = math.degrees(math.acos(min(1, upright[late].min())))
    w, x, y, z = q[:, 3:7].T
    off = np.degrees(np.unwrap(np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)))) - trial.heading
    off -= 360 * np.round(off[-1] / 360)
    ends = np.mean(off[t >= t[-1] - 1])
    text = (f"{speed:.2f} m/s, leans at most {tilt:.1f} deg, trunk in the end {ends:.1f} deg off, "
            f"peak {peak:.1f} weights")
    good = abs(speed - trial.speed) <= trial.tolerance and abs(ends) <= trial.within
    if trial.turned:
        steps, since = trial.turned
        stands = force[:, [2, 5]] > 0.05
        lands = np.sort(np.concatenate([steps_since(t, leg, since) for leg in stands.T]))
        far = off[np.searchsorted(t, lands[steps - 1])] if len(lands) >= steps else off[-1]
        text += f", {far:.0f} deg off at step {steps}"
        good = good and abs(far) <= trial.within
    return good, text


# mm, and where.
def overlap(shot, trial, folder):
    run = subprocess.run([built(), "measure", f"{shot}@{trial.name}", "--json", "--out", folder], capture_output=True, text=True)
    measured = json.loads(run.stdout)["measurements"]
    found = next(m for m in measured if m["measure"] == "self_overlap")
    return found["value"], found["why"].partition("mm (")[2].rstrip(")")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("groups", nargs="*", metavar="GROUP", help=", ".join(GROUPS))
    arguments.add_argument("--set", default="", help="changes of the controller, as in a shot")
    arguments.add_argument("--overlap", nargs="?", const="*", metavar="BODIES",
                           help="also prints how deep solids lie in each other, of all bodies or of those that a pattern means")
    arguments = arguments.parse_args()
    for group in arguments.groups:
        if group not in GROUPS:
            raise SystemExit(f"found group {group}, expected one of {', '.join(GROUPS)}")
    expects = f', {{measure: self_overlap, body: "{arguments.overlap}", max: 5 mm}}' if arguments.overlap else ""
    good = all_ = 0
    out = os.path.join(ROOT, "out")  # a shot extends another of its own checkout only
    os.makedirs(out, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out) as folder:
        for group in arguments.groups or GROUPS:
            chosen = trials(group)
            shot = os.path.join(folder, "robustness.yaml")
            with open(shot, "w") as file:
                file.write("shot: robustness\nabout: Trials of the walk.\n"
                          f"extends: {os.path.relpath(os.path.join(ROOT, 'scenes', 'human', 'human_walk.yaml'), folder)}\n"
                          f"{controller(arguments.set) if arguments.set else ''}\n"
                          f"without: [expect]\nexpect: [{{upright: 60 deg}}{expects}]\ntakes:\n")
                file.writelines(trial.take() for trial in chosen)
            run = subprocess.run([built(), "simulate", shot + "@*", "--out", folder],
                                 capture_output=True, text=True)
            if run.returncode not in (0, 4):
                raise SystemExit(run.stderr)
            passed = clear = 0
            for trial in chosen:
                ok, text = judge(trial, folder)
                passed += ok
                if arguments.overlap:
                    deep, where = overlap(shot, trial, folder)
                    clear += deep <= 5
                    text += f"; {deep:.0f} mm {where}"
                print(f"{trial.name:16} {'passes' if ok else 'FAILS '}  {text}")
            print(f"{group}: {passed} of {len(chosen)}" + (f", {clear} without overlap" if arguments.overlap else "") + "\n")
            good, all_ = good + passed, all_ + len(chosen)
    print(f"{good} of {all_} pass")


if __name__ == "__main__":
    main()
