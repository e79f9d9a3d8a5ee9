#!/usr/bin/env python3
"""One frame of every shipped shot on one sheet: docs/shots.jpg.

    tools/shots_sheet.py [--preset preview] [--out out] [--to docs/shots.jpg] [SHOT ...]

The frame is the one that stands two fifths into the film. Needs ffmpeg."""

import argparse
import glob
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GAMBOL = os.path.join(ROOT, "build", "gambol")


def frames_of(out, name):
    import h5py

    with h5py.File(os.path.join(out, name, "poses.h5")) as poses:
        return (len(poses["film/times"]) - 1)


def still(shot, preset, out):
    """Renders a frame of the shot; returns the path of its PNG, or None."""
    name = os.path.splitext(os.path.basename(shot))[0]
    subprocess.run([GAMBOL, "simulate", shot, "--out", out], stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    try:
        frame = max(1, round(0.4 * frames_of(out, name)))
    except OSError:
        return None
    subprocess.run([GAMBOL, "render", shot, "--preset", preset, "--frames", str(frame), "--no-exr",
                    "--out", out], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    folder = os.path.join(out, name, os.path.splitext(os.path.basename(preset))[0])
    path = os.path.join(folder, f"{name}.{frame:04}.png")
    return path if os.path.exists(path) else None


def is_shot(path):
    return re.match(r"(#.*\n|\s*\n)*shot:", open(path).read()) is not None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("shots", nargs="*")
    parser.add_argument("--preset", default="preview")
    parser.add_argument("--out", default=os.path.join(ROOT, "out"))
    parser.add_argument("--to", default=os.path.join(ROOT, "docs", "shots.jpg"))
    parser.add_argument("--columns", type=int, default=5)
    options = parser.parse_args()
    shots = options.shots or sorted(filter(is_shot, glob.glob(os.path.join(ROOT, "scenes", "*.yaml"))))
    with tempfile.TemporaryDirectory() as folder:
        count = 0
        for shot in shots:
            path = still(shot, options.preset, options.out)
            if not path:
                sys.exit(f"no frame of {shot}")
            label = os.path.splitext(os.path.basename(shot))[0]
            text = f"drawtext=text='{label}':x=6:y=h-22:fontsize=16:fontcolor=white:box=1:boxcolor=black@0.5:boxborderw=3"
            subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", path, "-vf",
                            f"scale=384:216:force_original_aspect_ratio=decrease,pad=384:216:-1:-1,{text}",
                            os.path.join(folder, f"{count:03}.png")], check=True)
            count += 1
            print(label, flush=True)
        rows = -(-count // options.columns)
        subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", os.path.join(folder, "%03d.png"), "-vf",
                        f"tile={options.columns}x{rows}:padding=4", "-frames:v", "1", "-q:v", "4",
                        options.to], check=True)


if __name__ == "__main__":
    main()
