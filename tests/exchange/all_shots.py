"""Exports the beginning of every shipped shot in every format, and reads what USD, BVH and OBJ have of it. Takes minutes:
no test, but tried by hand before a release.

usage: all_shots.py GAMBOL SOURCE [FIRST [LAST]]      names of shots, in their order
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import bvh
import usd_rules
import usda
from exports import check_obj, check_usd_bodies, export
from poses import Poses

FRAMES = 3


def try_shot(gambol, shot, out):
    fps = float(re.search(r"^ *(?:film: \{.*)?fps: *([0-9.]+)", shot.read_text() + "\nfps: 24", re.M)[1])
    span = ["--to", f"{FRAMES / fps}"]
    said = []
    files, _ = export(gambol, shot, out, "--format", "usda", *span)
    poses = Poses(files[0].parent / "poses.h5", 0, FRAMES)
    stage = usda.read(files[0])
    counts = usd_rules.check_stage(stage)
    said.append(f"usda {check_usd_bodies(stage, poses):.1e}")
    stills, _ = export(gambol, shot, out, "--format", "obj", "--frames", str(FRAMES))
    said.append(f"obj {check_obj(stage, stills[1], FRAMES - 1, poses.extent):.1e}")
    tables, _ = export(gambol, shot, out, "--format", "bvh", *span)
    said.append(f"bvh {max(bvh.check_bodies(file, file.name.split('.')[-2], poses) for file in tables):.1e}")
    export(gambol, shot, out, "--format", "glb", *span)
    export(gambol, shot, out, "--format", "csv", *span)
    said.append(" ".join(f"{count} {kind}" for kind, count in sorted(counts.items())
                         if kind in ("SkelRoot", "Points", "Camera", "Mesh")))
    shutil.rmtree(files[0].parent)
    return ", ".join(said)


def main():
    gambol, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    failed = []
    first, last = (sys.argv[3:] + ["", ""])[:2]
    for shot in sorted((source / "scenes").rglob("*.yaml")):
        if not re.search(r"^shot:", shot.read_text(), re.M) or shot.stem < first or (last and shot.stem > last):
            continue
        with tempfile.TemporaryDirectory(prefix="gambol_all_") as out:
            begin = time.monotonic()
            try:
                print(f"{shot.stem}: {try_shot(gambol, shot, out)}, {time.monotonic() - begin:.0f} s", flush=True)
            except (AssertionError, usda.Refused, subprocess.CalledProcessError, KeyError, ValueError) as error:
                failed.append(shot.stem)
                print(f"{shot.stem}: FAILED: {error!r:.600}", flush=True)
    print("all passed" if not failed else f"failed: {' '.join(failed)}")
    return bool(failed)


sys.exit(main())
