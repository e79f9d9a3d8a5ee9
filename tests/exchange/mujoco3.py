"""Imports files of today's MJCF and compares what becomes of them with what today's MuJoCo reads, which npm fetches as the
lock file in mujoco3/ says. Without npm, or without a registry that it reaches, the test is skipped.

usage: mujoco3.py GAMBOL SOURCE
"""

import json
import math
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import numpy as np

import npm
from random_mjcf import random_robot

FILES = ("frames.xml", "ring.xml", "meshes.xml", "classes.xml", "attach.xml")
RANDOM = 40
BESIDE = ("ell.obj", "ell_again.obj", "part.xml")


def matrix(q):
    w, x, y, z = q
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                     [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                     [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]])


def compare(theirs, table, text):
    """The worst errors, relative or in m, by what is compared. Our places are in the axes of the figure's root."""
    ours = {body["body"]: body for body in table["bodies"]}
    free = theirs["joints"][0]["type"] == 0
    root = theirs["bodies"][0]
    R, p = (matrix(root["turned"]), np.array(root["at"])) if free else (np.eye(3), np.zeros(3))
    worst = dict.fromkeys(("mass", "moments", "centre", "origin", "axis", "limit"), 0.0)
    for index, body in enumerate(theirs["bodies"]):
        mine = ours[body["name"]]
        worst["mass"] = max(worst["mass"], abs(mine["mass"] / body["mass"] - 1))
        moments = np.array(sorted(body["inertia"]))
        worst["moments"] = max(worst["moments"], np.max(abs(np.array(mine["principal_moments"]) - moments)) / moments[-1])
        joints = [joint for joint in theirs["joints"] if joint["body"] == index and joint["type"] != 0]
        anchor = np.array(joints[-1]["anchor"] if joints else body["at"])
        at = R.T @ (anchor - p)
        worst["centre"] = max(worst["centre"], np.linalg.norm(matrix(body["turned"]).T @ (np.array(body["centre"]) - anchor) - mine["com"]))
        worst["origin"] = max(worst["origin"], np.linalg.norm(at - mine["origin"]))
        for joint, dof in zip(joints, mine["dofs"]):
            axis = R.T @ np.array(joint["axis"])
            worst["axis"] = max(worst["axis"], np.linalg.norm(axis - dof["axis_at_zero"]))
            line = next(line for line in text.splitlines() if line.endswith("# " + joint["name"]))
            limits = re.search(r"limits: \[(\S+) deg, (\S+) deg\]", line)
            assert bool(limits) == joint["limited"], line
            if limits:
                wanted = np.degrees(joint["range"])
                worst["limit"] = max(worst["limit"], np.max(abs(np.array([float(x) for x in limits.groups()]) - wanted)))
            most = re.search(r"most_torque: (\S+)", line)
            if any(joint["torque"]):
                assert most and math.isclose(float(most[1]), max(joint["torque"])), line
    return worst


def main():
    gambol, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory(prefix="gambol_mujoco3_") as temporary:
        out = pathlib.Path(temporary)
        today = shutil.copytree(source / "tests" / "exchange" / "imports" / "today", out / "today")
        # Of a file that two meshes name, MuJoCo 3.14 forgets the second one's `refpos` and `refquat`.
        shutil.copy(today / "ell.obj", today / "ell_again.obj")
        why = npm.fetch("mujoco3", out / "mujoco3")
        if why:
            print(f"skipped: MuJoCo 3: {why}")
            return npm.SKIPPED
        files = [today / name for name in FILES]
        for seed in range(RANDOM):
            files.append(today / f"random_{seed}.xml")
            files[-1].write_text(random_robot(seed))
        read = subprocess.run(["node", "judge.mjs", *(f"+{today / name}" for name in BESIDE), *map(str, files)], cwd=out / "mujoco3",
                              capture_output=True, text=True, check=True)
        for file, theirs in zip(files, json.loads(read.stdout)):
            assert "error" not in theirs, theirs
            subprocess.run([gambol, "import", file, "--out", out / "made"], check=True, capture_output=True)
            made = out / "made" / (file.stem + ".yaml")
            table = json.loads(subprocess.run([gambol, "bodies", made, "--json"], check=True, capture_output=True).stdout)
            worst = compare(theirs, table, made.read_text())
            print(f"{file.name}: {len(theirs['bodies'])} bodies; " + ", ".join(f"{k} {v:.2g}" for k, v in worst.items()))
            # MuJoCo's meshes are of floats, and a table of bodies has nine digits.
            assert max(worst.values()) < 1e-6, worst
    return 0


if __name__ == "__main__":
    sys.exit(main())
