"""Leaps of the dog as rows of a table: figures/dog/skills/leaps.npy, of which leaps.yaml beside it makes acts."""
import json, math, os, re, subprocess

import numpy as np

from program import ROOT, built

FOLDER = os.path.join(ROOT, "figures", "dog", "skills")

# What act() and the rows of a table say of a leap, in SI; "" is a share, a factor or a phase.
UNITS = {
    "load_time": "s", "load_shoulders": "m", "load_hips": "m", "hind_step": "m", "front_step": "m", "raise_time": "s", "raised": "m", "raise_push": "N",
    "pitch": "rad", "launch_time": "s", "launch_top": "m", "shoulders_until": "", "hips_until": "", "launch_lift": "N", "launch_push": "N",
    "spine": "", "spine_damping": "", "neck": "", "neck_damping": "", "hind_legs": "", "hind_legs_damping": "", "tuck": "m", "drives": "", "keeps": "",
}
# What it did where it was tried, and the body that did it.
DID = {"speed": "m/s", "height": "m", "run": "m", "distance": "m", "lead": "s", "effort": "N2*m2*s", "drop": "m", "mass": "kg", "torque": "N*m"}
CURVES = ("rises", "sinks", "nose", "front_paws")  # m over m


def digits(value, places, over=1):
    """The number that a file has which is written with so many decimal places, of which `over` are one in SI."""
    return float(f"{over * value:.{places}f}") / over


def cm(value, places=1):
    return digits(value, places, 100)


def numbers(g):
    """The numbers of the act of a leap of parameters g (tools/dog_leaps.py): heights rise at even rates, the hips' from the end of `raise` on."""
    raised = min(g["launch_top"] - 0.01, g["load_shoulders"] + g["raise_speed"] * g["raise_time"])
    shoulders = (g["launch_top"] - raised) / g["raise_speed"]
    hips = (g["launch_top"] - g["load_hips"]) / g["launch_speed"]
    launch = max(shoulders, hips, 0.02)
    of = {
        "load_time": digits(g["load_time"], 3), "load_shoulders": cm(g["load_shoulders"]), "load_hips": cm(g["load_hips"]), "hind_step": cm(g["hind_step"]),
        "front_step": cm(g["front_step"]), "raise_time": digits(g["raise_time"], 3), "raised": cm(raised), "raise_push": digits(g["raise_push"], 0),
        "pitch": digits(g["pitch"], 1) * math.pi / 180, "launch_time": digits(launch, 3), "launch_top": cm(g["launch_top"]),
        "shoulders_until": digits(shoulders / launch, 3), "hips_until": digits(hips / launch, 3), "launch_lift": digits(g["launch_lift"], 0),
        "launch_push": digits(g["launch_push"], 0), "tuck": cm(g["tuck"]),
        # Leaps of a dictionary that was made without these two go at the trot's speed.
        "drives": digits(g.get("drives", 1), 3), "keeps": digits(g.get("keeps", 1), 3),
    }
    for part in ("spine", "neck", "hind_legs"):
        of[part], of[part + "_damping"] = float(f"{g[part]:.3g}"), float(f"{math.sqrt(g[part]):.3g}")
    return of


def act(g):
    """The differences of the leap of parameters g from the act `leap` of figures/dog/skills/leap.yaml, as text."""
    n = {k: f"{v!r} {UNITS[k]}".strip() for k, v in numbers(g).items()}
    gains = lambda part: f"{{stiffness: {n[part]}, damping: {n[part + '_damping']}}}"
    joints = f'{{"lumbar_*": {gains("spine")}, "thorax_*": {gains("spine")}, "neck_*": {gains("neck")}, "hind_*": {gains("hind_legs")}}}'
    return (
        f'{{load: {{duration: {n["load_time"]}, frames: {{shoulders: {{height: [[0, 45 cm, ease], [0.9, {n["load_shoulders"]}]]}}, '
        f'hips: {{height: [[0, 43 cm, ease], [0.9, {n["load_hips"]}]]}}}}, '
        f'legs: {{hind_left: {{step: [{n["hind_step"]}, 0 cm]}}, front_right: {{step: [{n["front_step"]}, 0 cm]}}}}}}, '
        f'raise: {{duration: {n["raise_time"]}, keeps_speed: {n["drives"]}, frames: {{shoulders: {{height: [[0, {n["load_shoulders"]}], [1, {n["raised"]}]], '
        f'pitch: {n["pitch"]}, push: {n["raise_push"]}}}, hips: {{height: {n["load_hips"]}, pitch: {n["pitch"]}}}}}, joints: {joints}}}, '
        f'launch: {{duration: {n["launch_time"]}, keeps_speed: {n["drives"]}, frames: {{shoulders: {{height: [[0, {n["raised"]}], '
        f'[{n["shoulders_until"]}, {n["launch_top"]}]], pitch: {n["pitch"]}, push: {n["raise_push"]}}}, hips: {{height: [[0, {n["load_hips"]}], '
        f'[{n["hips_until"]}, {n["launch_top"]}]], pitch: {n["pitch"]}, lift: {n["launch_lift"]}, push: {n["launch_push"]}}}}}, joints: {joints}}}, '
        f'fly: {{legs: {{"*": {{tuck: [[0, 0 cm, ease], [0.08, {n["tuck"]}]]}}}}}}, land: {{keeps_speed: {n["keeps"]}}}}}')


def did(a, mass, torque):
    return {
        "speed": digits(a["from_speed"], 3), "height": cm(a["height"]), "run": cm(a["run"]), "distance": cm(a["gap"]), "lead": digits(a["lead"], 3),
        "effort": digits(a["effort"], 0), "drop": cm(a.get("drop", 0), 0), "mass": mass, "torque": torque}


def curves(a):
    of = {side: [(cm(e[0], 0), cm(e[i])) for e in a["window"]] for side, i in (("rises", 1), ("sinks", 2))}
    for name, path in a["ways"].items():
        of[name] = [*{cm(x, 0): cm(z, 0) for x, z in path}.items()]  # of places that are one when rounded, the last
    return of


def body(figure):
    """Mass, kg, of a figure file, and the greatest torque of its joints, N*m."""
    path = os.path.join(ROOT, "figures", "dog/body.yaml" if figure == "dog" else figure + ".yaml")
    told = json.loads(subprocess.run([built(), "bodies", path, "--json"], capture_output=True, text=True, check=True).stdout)
    torques = re.findall(r"most_torque: ([\d.]+) N\*m", open(path).read())
    return told["mass"], max(map(float, torques))


def save_table(name, leaps, mass, torque):
    """Writes figures/dog/skills/NAME.npy, a row for each leap."""
    longest = {c: max(len(curves(a)[c]) for a in leaps) for c in CURVES}
    titled = lambda k, unit: f"{k} [{unit}]" if unit else k
    columns = [("name", "S8"), *((titled(k, u), "<f8") for k, u in (DID | UNITS).items()), *((f"{c} [m over m]", "<f8", (longest[c], 2)) for c in CURVES)]
    table = np.zeros(len(leaps), dtype=columns)
    for i, a in enumerate(leaps):
        table[i]["name"] = f"leap_{i + 1:03d}"
        for k, v in (did(a, mass, torque) | numbers(a["parameters"])).items():
            table[i][titled(k, (DID | UNITS)[k])] = v
        for c, keys in curves(a).items():
            # The last place again fills a curve up.
            table[i][f"{c} [m over m]"] = keys + [keys[-1]] * (longest[c] - len(keys))
    np.save(os.path.join(FOLDER, name + ".npy"), table)
