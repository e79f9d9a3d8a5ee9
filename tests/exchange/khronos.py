"""Puts exported files before Khronos's validator of glTF, which npm fetches as the lock file in validator/ says. Without npm,
or without a registry that it reaches, there is nothing to test with, and the test is skipped.

usage: khronos.py GAMBOL SOURCE
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import npm
from exports import export, write_made_up_shot
from walk_shot import walk_shot


def main():
    gambol, source = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory(prefix="gambol_khronos_") as temporary:
        out = pathlib.Path(temporary)
        why = npm.fetch("validator", out / "validator")
        if why:
            print(f"skipped: Khronos's validator: {why}")
            return npm.SKIPPED
        (out / "walk.yaml").write_text(walk_shot(source))
        files = []
        for shot, options in ((write_made_up_shot(out), []), (out / "walk.yaml", ["--samples"]),
                              (source / "scenes" / "dog" / "dog_trot.yaml", ["--to", "0.5"])):
            files += export(gambol, shot, out, *options)[0]
        damaged = out / "damaged.glb"  # the validator does find faults
        damaged.write_bytes(files[0].read_bytes().replace(b'"componentType":5126', b'"componentType":5127', 1))
        done = subprocess.run(["node", "validate.cjs", *map(str, [*files, damaged])], cwd=out / "validator",
                              capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        *reports, of_damaged = json.loads(done.stdout)
        assert of_damaged["issues"]["numErrors"] > 0
        for file, report in zip(files, reports):
            issues = report["issues"]
            print(f"{file.name}: {issues['numErrors']} errors, {issues['numWarnings']} warnings, "
                  f"{issues['numInfos']} infos, {issues['numHints']} hints")
            assert issues["numErrors"] == issues["numWarnings"] == issues["numHints"] == 0, issues["messages"]
    return 0


if __name__ == "__main__":
    sys.exit(main())
