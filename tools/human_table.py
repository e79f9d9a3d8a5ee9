#!/usr/bin/python3
"""Compares the human's walk and run with measured gaits of many people, and writes the table of docs/studies/human-reference.md.

    tools/human_table.py                     simulates the motions and prints the table
    tools/human_table.py --write             ... and writes it into the page, between its marks
    tools/human_table.py --only slow run     some of the motions: free, slow, fast, run
    tools/human_table.py --keep DIR          ... and keeps their poses in DIR; --poses DIR takes those that are there instead of simulating
    tools/human_table.py --plot curves.png   ... and draws the curves with their bands (python3-matplotlib)

Ours are measured here from the recorded poses, each side over its strides from one footfall to the next in the steady part. Where the program has
a measure of the same, the tool has it measured, too, and says how far the two are apart. Theirs are read from docs/studies/human_reference.yaml; between two speeds
they are interpolated. Python 3 with numpy, h5py and PyYAML.
"""
import argparse, json, os, subprocess, sys, tempfile

import numpy as np
import yaml

from human_strides import AS_MEASURED, PARTS, ROWS, SIDES, VALUES, Motion, Side, curve_of
from program import ROOT, built, simulate

PAGE = os.path.join(ROOT, "docs", "studies", "human-reference.md")
REFERENCE = os.path.join(ROOT, "docs", "studies", "human_reference.yaml")
BEGIN, END = "<!-- human_table: begin -->", "<!-- human_table: end -->"


class Gait:
    """One motion: its shot, the part of the reference, what is steady, and at which speed references without one apply."""

    def __init__(self, shot, part, start, end, speed, title):
        self.shot, self.part, self.start, self.end, self.speed, self.title = shot, part, start, end, speed, title


GAITS = {
    "free": Gait("human_walk.yaml", "walk", 9, 24, 1.3, "Walk at 1.3 m/s"),
    "slow": Gait("human_walk.yaml@slow", "walk", 9, 24, 0.8, "Walk at 0.8 m/s"),
    "fast": Gait("human_walk.yaml@fast", "walk", 9, 24, 1.8, "Walk at 1.8 m/s"),
    "run": Gait("human_run.yaml", "run", 8, 18, 3.0, "Run at 3 m/s"),
}
FREE = 1.3  # m/s: the speed that people choose, for norms that give none

# What people were not measured for: ours are shown alone.
ALONE = {"walk": {"slip": "%"}, "run": {"slip": "%", "stride_time_variation": "%", "toe_clearance": "mm"}}

# ---- the same by the program: quantity -> measure, what stands for `body`, other keys, factor into the quantity's unit
MEASURES = {
    "stance": ("duty_factor", "{}", {}, 100), "duty": ("duty_factor", "{}", {}, 1), "slip": ("slip_per_stride", "{}", {}, 100),
    "first_hump": ("first_hump", "{}", {}, 1), "trough": ("trough", "{}", {}, 1), "second_hump": ("second_hump", "{}", {}, 1),
    "second_hump_time": ("second_hump_time", "{}", {}, 100), "braking": ("braking_force", "{}", {}, 1), "driving": ("driving_force", "{}", {}, 1),
    "foot_pitch_at_strike": ("strike_pitch", "{}_hindfoot", {}, 1), "step_length": ("step_length", "{}", {}, 0.01),
    "knee_at_strike": ("stride_angle", "{}_shank", {"share": 0}, 1), "knee_at_toe_off": ("angle_at_lift", "{}_shank", {}, 1),
    "ankle_power_peak": ("joint_power", "{}_talus", {}, 1), "ankle_power_time": ("joint_power_time", "{}_talus", {}, 100),
    "hip_power_peak": ("joint_power", "{}_thigh", {}, 1), "knee_power_peak": ("joint_power", "{}_shank", {}, 1),
    "energy_recovery": ("energy_recovery", "{}", {}, 1), "stride_time_variation": ("stride_variation", "{}", {}, 100),
    "toe_clearance": ("toe_clearance", "{}", {}, 1),
}


def known_measures():
    run = subprocess.run([built(), "explain", "shot.expect.measure"], capture_output=True, text=True)
    if run.returncode:
        sys.exit(run.stderr)
    return {line.split()[0] for line in run.stdout.splitlines() if line.startswith("  ") and line.split()}


def shot_text(gait, name, known):
    """The shot with a longer film, in which bodies are recorded 200 times a second, and with the measures that it is to take."""
    expect = [{"measure": measure, "name": f"{quantity} {side}", "body": body.format(side), "from": f"{gait.start} s", "to": f"{gait.end} s"} | keys
              for quantity, (measure, body, keys, _) in MEASURES.items() if measure in known for side in SIDES]
    return yaml.safe_dump({"gambol": 3, "shot": name, "extends": os.path.join(ROOT, "scenes", "human", gait.shot),
                           "film": {"fps": 50, "duration": f"{gait.end} s"}, "expect": expect}, sort_keys=False)


def motion_of(key, folder, simulated):
    """The poses of a motion, and what the program measured of it: {quantity: [left, right]}."""
    gait, name = GAITS[key], "table_" + key
    shot = os.path.join(folder, name + ".yaml")
    poses = os.path.join(folder, name, "poses.h5")
    if simulated:
        if not os.path.exists(poses):
            sys.exit(f"{poses} is not there: --keep {folder} makes it")
    else:
        poses = simulate(shot_text(gait, name, known_measures()), name, folder, folder)
    run = subprocess.run([built(), "measure", shot, "--json", "--out", folder], capture_output=True, text=True)
    if run.returncode not in (0, 4):
        sys.exit(run.stderr)
    said = {m["name"]: m["value"] for m in json.loads(run.stdout)["measurements"] if m["name"]}
    measured = {q: [said.get(f"{q} {side}") for side in SIDES] for q in MEASURES}
    return poses, {q: [x * MEASURES[q][3] for x in v] for q, v in measured.items() if None not in v}


# ---- the reference


def read_reference(path):
    try:
        with open(path) as f:
            reference = yaml.safe_load(f)
    except (OSError, yaml.YAMLError) as error:
        sys.exit(f"{path}: {error}")
    if not isinstance(reference, dict) or "sources" not in reference:
        sys.exit(f"{path}: no sources")
    for part in ("walk", "run"):
        for entry in reference.get(part, {}).get("values", []):
            check_value(path, part, entry, reference["sources"])
        for entry in reference.get(part, {}).get("curves", []):
            check_curve(path, part, entry, reference["sources"])
    return reference


def wrong(path, part, entry, what):
    sys.exit(f"{path}: {part}: {entry.get('quantity', 'an entry without a quantity')} of source {entry.get('source', '?')}: {what}")


def check_entry(path, part, entry, sources, known):
    for key in ("quantity", "unit", "source"):
        if key not in entry:
            wrong(path, part, entry, f"no {key}")
    if entry["quantity"] not in known:
        wrong(path, part, entry, f"nothing measures it; known are {', '.join(sorted(known))}")
    if entry["source"] not in sources:
        wrong(path, part, entry, f"no such source; there are {', '.join(sources)}")


def check_value(path, part, entry, sources):
    check_entry(path, part, entry, sources, VALUES)
    if ("points" in entry) == ("ranges" in entry):
        wrong(path, part, entry, "either points or ranges, expected one of them")
    if "ranges" in entry and not (len(entry["ranges"]) == 2 and entry["ranges"][0] < entry["ranges"][1]):
        wrong(path, part, entry, f"ranges {entry['ranges']}, expected [low, high]")
    points = entry.get("points", [])
    speeds = [p[0] for p in points]
    if any(len(p) != 4 or p[1] is None for p in points) or (len(points) > 1 and (None in speeds or speeds != sorted(speeds))):
        wrong(path, part, entry, "points, expected [speed, mean, deviation, number] by rising speed, null where unknown")


def check_curve(path, part, entry, sources):
    check_entry(path, part, entry, sources, ROWS)
    means, speeds = entry.get("mean", []), entry.get("speeds")
    if not means or any(len(m) != len(means[0]) or len(m) < 11 for m in means):
        wrong(path, part, entry, "mean, expected lists of one length, of 11 numbers or more")
    if len(means) != (1 if speeds is None else len(speeds)):
        wrong(path, part, entry, f"{len(means)} lists of means for {'no speed' if speeds is None else f'{len(speeds)} speeds'}")
    if "deviation" in entry and [len(d) for d in entry["deviation"]] != [len(m) for m in means]:
        wrong(path, part, entry, "deviation, expected lists as those of mean")


def between(speeds, lists, speed):
    """Interpolated to the speed; beyond the speeds those of the nearest."""
    a = np.array(lists, float)
    return np.array([np.interp(speed, speeds, a[:, k]) for k in range(a.shape[1])])


def theirs_of(entry, speed):
    """Mean and two deviations, None where these are not known."""
    points = entry["points"]
    if len(points) == 1 and points[0][0] is None:
        return points[0][1], None if points[0][2] is None else 2 * points[0][2]
    speeds = [p[0] for p in points]
    mean = float(np.interp(speed, speeds, [p[1] for p in points]))
    if any(p[2] is None for p in points):
        return mean, None
    return mean, 2 * float(np.interp(speed, speeds, [p[2] for p in points]))


# Shares of their speed: a source whose speeds are farther from ours is not compared. Runners were measured at fewer speeds, and change less with it.
NEAR = {"walk": 0.19, "run": 0.25}


def about_another(speeds, speed, part):
    """Whether a source is about another speed; one without speeds is about that which people choose."""
    low, high = (FREE, FREE) if not speeds or None in speeds else (min(speeds), max(speeds))
    return not low * (1 - NEAR[part]) <= speed <= high * (1 + NEAR[part])


# ---- the table


def digits(size):
    return 0 if size >= 100 else 1 if size >= 10 else 2 if size >= 1 else 3


def shown(x, size):
    text = f"{x:.{digits(size)}f}"
    return text.lstrip("-") if float(text) == 0 else text.replace("-", "−")


def words(quantity):
    return quantity.replace("_", " ")


def verdict(values, low, high, size):
    off = [max(low - v, v - high, 0) for v in values]
    if not any(off):
        return "yes"
    by = [shown(o, size) if float(shown(o, size)) else "less than " + shown(10.0 ** -digits(size), size) for o in off]
    if all(off) and by[0] == by[1]:
        return f"no, by {by[0]}"
    return "no, " + ", ".join(f"{side} by {b}" for side, o, b in zip(SIDES, off, by) if o)


class Counts:
    """How much is within, of what can be judged, and what is farthest off."""

    def __init__(self):
        self.within, self.known, self.off = 0, 0, []

    def add(self, ok, name=None, deviations=None):
        self.within, self.known = self.within + ok, self.known + 1
        if deviations is not None:
            self.off.append((deviations, name))

    def farthest(self, most=6):
        best = {}
        for deviations, name in self.off:
            best[name] = min(deviations, best.get(name, deviations))  # by the source that is most lenient
        first = sorted(((d, n) for n, d in best.items() if d > 0), reverse=True)[:most]
        return ", ".join(f"{words(n)} {d:.1f}" for d, n in first)


def value_rows(gait, sides, part, counts):
    rows, alone = [], dict(ALONE[gait.part])
    speed = sides[0].m.speed
    for entry in part["values"]:
        quantity, unit = entry["quantity"], "" if str(entry["unit"]) == "1" else entry["unit"]
        ours = [VALUES[quantity](s) for s in sides]
        alone.pop(quantity, None)
        if "ranges" in entry:
            low, high = entry["ranges"]
            if gait.part == "walk" and gait.speed != FREE:
                continue  # they are of the speed that people choose
            size = max(map(abs, ours))
            text, word, off = f"{low:g} to {high:g}", verdict(ours, low, high, size), None
        else:
            if not entry.get("any_speed") and about_another([p[0] for p in entry["points"]], speed, gait.part):
                continue
            mean, band = theirs_of(entry, speed)
            size = max(abs(mean), *map(abs, ours))
            text = shown(mean, size) + (f" ± {shown(band, size)}" if band is not None else "")
            word, off = "", None
            if band is not None:
                word = verdict(ours, mean - band, mean + band, size)
                off = max(abs(x - mean) for x in ours) / (band / 2) - 2
        if word:
            counts.add(word == "yes", quantity, off)
        rows.append(f"| {words(quantity)} | {unit} | {shown(ours[0], size)} | {shown(ours[1], size)} | {text} | {entry['source']} | {word} |")
    for quantity, unit in alone.items():
        ours = [VALUES[quantity](s) for s in sides]
        rows.append(f"| {words(quantity)} | {unit} | {shown(ours[0], max(ours))} | {shown(ours[1], max(ours))} | | | |")
    return rows


def band_of(entry, speed, part):
    """Mean and two deviations over the stride at this speed; None for the deviations that a source has not; None if it is about another speed."""
    speeds = entry.get("speeds")
    if about_another(speeds, speed, part):
        return None
    speeds = speeds or [FREE]
    mean = between(speeds, entry["mean"], speed)
    return mean, 2 * between(speeds, entry["deviation"], speed) if "deviation" in entry else None


def beyond(curve, mean, band):
    """How far a curve, at the points of the mean, is outside of the band."""
    at = np.interp(np.linspace(0, 100, len(mean)), np.linspace(0, 100, len(curve)), curve)
    return np.maximum(np.abs(at - mean) - band, 0)


def curve_rows(gait, sides, part, counts):
    rows = []
    speed = sides[0].m.speed
    man = {e["quantity"]: e["mean"][0] for e in part["curves"] if e["source"] == "M"}
    for entry in part["curves"]:
        found = band_of(entry, speed, gait.part)
        if found is None or entry["source"] == "M":
            continue
        mean, band = found
        quantity = entry["quantity"]
        cells = []
        for s in sides:
            ours = curve_of(quantity, s)
            if band is None:
                apart = np.interp(np.linspace(0, 100, len(mean)), PARTS, ours) - mean
                cells += ["", f"{shown(float(np.sqrt(np.mean(apart[:-1] ** 2))), 10)} from the mean (r.m.s.)"]
                continue
            off = beyond(ours, mean, band)[:-1]
            share, worst = float(np.mean(off == 0)), int(np.argmax(off))
            size = float(max(np.abs(mean).max(), np.abs(ours).max()))
            cells += [f"{share:.2f}", f"{shown(off[worst], size)} at {100 * worst // len(off)} %" if off[worst] > 0 else ""]
            counts.add(share)
        his = ""
        if band is not None and quantity in man and gait.speed == FREE:
            his = f"{np.mean(beyond(np.array(man[quantity]), mean, band)[:-1] == 0):.2f}"
        rows.append(f"| {words(quantity)} | {entry['unit']} | {entry['source']} | {cells[0]} | {cells[2]} | {cells[1]} | {cells[3]} | {his} |")
    return rows


def check_rows(sides, measured):
    """Quantities that the program measures as well, and how far it is from the tool's."""
    rows = []
    for quantity, theirs in measured.items():
        ours = [AS_MEASURED[quantity](s) for s in sides]
        size = max(map(abs, ours + theirs))
        rows.append((quantity, max(abs(a - b) for a, b in zip(ours, theirs)), size))
    return rows


def table_of(key, poses, measured, reference):
    gait, part = GAITS[key], reference[GAITS[key].part]
    motion = Motion(poses, gait.start, gait.end)
    sides = [Side(motion, side) for side in SIDES]
    values, curves = Counts(), Counts()
    lines = [f"### {gait.title}", "",
             f"`{gait.shot.replace('.yaml', '')}` from {gait.start} s on: {motion.speed:.2f} m/s, {len(sides[0].strides)} and {len(sides[1].strides)} strides.", "",
             "| quantity | unit | ours, left | right | theirs, ± two deviations | source | within |", "|---|---|---|---|---|---|---|"]
    lines += value_rows(gait, sides, part, values)
    lines += ["", "| curve over the stride | unit | source | share within, left | right | farthest from the band, left | right | the man (M) |", "|---|---|---|---|---|---|---|---|"]
    lines += curve_rows(gait, sides, part, curves)
    if values.farthest():
        lines += ["", f"Farthest beyond two deviations, in deviations, by the source that is most lenient: {values.farthest()}."]
    checks = check_rows(sides, measured)
    if checks:
        lines += ["", "Largest differences of these numbers from those of `gambol measure`: " +
                  ", ".join(f"{words(q)} {shown(off, size)}" for q, off, size in checks) + "."]
    summary = f"| {gait.title.lower()} | {values.within} of {values.known} | {curves.within / max(curves.known, 1):.2f} |"
    return lines, summary, sides


def plot(path, drawn, reference):
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    keys = list(drawn)
    quantities = [q for q in ROWS if any(e["quantity"] == q for k in keys for e in reference[GAITS[k].part]["curves"])]
    figure, axes = plt.subplots(len(quantities), len(keys), figsize=(5 * len(keys), 2.6 * len(quantities)), squeeze=False)
    for column, key in enumerate(keys):
        sides, entries = drawn[key], reference[GAITS[key].part]["curves"]
        for row, quantity in enumerate(quantities):
            axis = axes[row][column]
            for entry in (e for e in entries if e["quantity"] == quantity):
                found = band_of(entry, sides[0].m.speed, GAITS[key].part)
                if found is None:
                    continue
                at = np.linspace(0, 100, len(found[0]))
                line, = axis.plot(at, found[0], "--" if entry["source"] != "M" else ":", label=entry["source"])
                if found[1] is not None:
                    axis.fill_between(at, found[0] - found[1], found[0] + found[1], alpha=0.15, color=line.get_color())
            for s, style in zip(sides, ("k-", "r-")):
                axis.plot(PARTS, curve_of(quantity, s), style, label=s.side, linewidth=1)
            axis.set_title(f"{words(quantity)}, {key}", fontsize=8)
            axis.legend(fontsize=6)
            axis.grid(True)
    figure.tight_layout()
    figure.savefig(path, dpi=60)


def source_lines(reference):
    lines = ["| | source | people | how | where the numbers come from | what was done to them |", "|---|---|---|---|---|---|"]
    for letter, s in reference["sources"].items():
        lines.append(f"| {letter} | {s['cite']} | {s['subjects']} | {s['how']} | {s['had']} | {s.get('done', '')} |")
    return lines


def write_page(path, lines):
    try:
        with open(path) as f:
            text = f.read()
    except OSError as error:
        sys.exit(str(error))
    if text.count(BEGIN) != 1 or text.count(END) != 1 or text.index(BEGIN) > text.index(END):
        sys.exit(f"{path}: expected one line {BEGIN}, and {END} after it")
    before, after = text.split(BEGIN)[0], text.split(END)[1]
    with open(path, "w") as f:
        f.write(before + BEGIN + "\n\n" + "\n".join(lines) + "\n\n" + END + after)
    print(f"{path}: {len(lines)} lines")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--write", action="store_true", help="write the table into the page")
    parser.add_argument("--only", nargs="+", choices=GAITS, help="some of the motions")
    parser.add_argument("--keep", metavar="DIR", help="keep the poses there")
    parser.add_argument("--poses", metavar="DIR", help="take the poses that --keep left there")
    parser.add_argument("--reference", default=REFERENCE, help="default: docs/studies/human_reference.yaml")
    parser.add_argument("--page", default=PAGE, help="default: docs/studies/human-reference.md")
    parser.add_argument("--plot", metavar="PNG")
    args = parser.parse_args()
    if args.write and args.only:
        sys.exit("--write writes all motions: leave out --only")
    reference = read_reference(args.reference)
    keys = args.only or list(GAITS)
    with tempfile.TemporaryDirectory() as scratch:
        folder = os.path.abspath(args.poses or args.keep or scratch)
        os.makedirs(folder, exist_ok=True)
        tables, summaries, drawn = [], [], {}
        for key in keys:
            lines, summary, drawn[key] = table_of(key, *motion_of(key, folder, bool(args.poses)), reference)
            tables += lines + [""]
            summaries.append(summary)
        if args.plot:
            plot(args.plot, drawn, reference)
    lines = ["| motion | values within | curves within, mean share |", "|---|---|---|"] + summaries + [""] + tables + ["### Sources", ""] + source_lines(reference)
    if args.write:
        write_page(args.page, lines)
    else:
        print("\n".join(lines))


if __name__ == "__main__":
    main()
