#!/usr/bin/env python3
"""Writes the table of docs/faults.md: what `gambol mutate` says of every shot.

    tools/faults_table.py [SHOT...]      prints the rows; default: all shots in scenes/
"""
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHORT = {"caught": "caught", "is not seen": "not seen", "does not apply": "", "tolerated": "tolerated",
         "SURVIVES": "**survives**"}


def faults_of(shot):
    ran = subprocess.run([ROOT / "build/gambol", "mutate", shot, "--json", "--out", ROOT / "out"],
                         capture_output=True, text=True, cwd=ROOT)
    if ran.returncode not in (0, 4) or not ran.stdout:
        return None
    return json.loads(ran.stdout)


def main():
    shots = sys.argv[1:] or sorted(str(p.relative_to(ROOT)) for p in (ROOT / "scenes").rglob("*.yaml"))
    reasons = []
    header = None
    for shot in shots:
        found = faults_of(shot)
        if found is None:  # a sequence, or a shot that misses its own expectations
            print(f"{shot}: left out", file=sys.stderr)
            continue
        faults = found["faults"]
        if header is None:
            header = [f["fault"] for f in faults]
            print("| shot | " + " | ".join(header) + " |")
            print("|---" * (len(header) + 1) + "|")
        print(f"| `{found['shot']}` | " + " | ".join(SHORT[f["verdict"]] for f in faults) + " |")
        reasons += [f"- `{found['shot']}`, {f['fault']}: {f['tolerated']}." for f in faults
                    if f["verdict"] == "tolerated"]
    print()
    print("\n".join(reasons))


main()
