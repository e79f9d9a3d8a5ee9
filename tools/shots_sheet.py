#!/usr/bin/env python3
"""One frame of every shipped shot and sequence on one sheet: docs/shots.jpg.

    tools/shots_sheet.py [--preset tools/shots_sheet.yaml] [--out out] [--to docs/shots.jpg] [FILE[@TAKE][:FRAME] ...]

The frame is the one that stands two fifths into the film, unless FRAME or `FRAMES` below says another. Shots whose
`about` is that of their takes are shown by the take that `TAKES` names. A sequence is shown by the frames of its
parts beside each other: it has no light of its own. Needs ffmpeg and, to read how long films are, python3-h5py."""

import argparse
import glob
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GAMBOL = os.path.join(ROOT, "build", "gambol")

# Parts of the film, where two fifths miss what the shot is about.
FRAMES = {
    "materials": 0.5,      # the camera stands in the middle
    "puffs": 0.8,          # they have gone wild
    "roach_falling": 0.85,  # turned over, in the middle of the picture
    "roach_path": 0.15,    # in a bend
    "roach_pod": 0.2,
    "roach_push": 0.66,    # pushed, and one of two stumbles
    "roach_reflexes": 0.32,  # the bare one tips over
    "roach_spray": 0.3,
    "roach_transition": 0.8,  # every gait on the diagram
    "roach_tripod_diagram": 0.7,
    "roach_wave_diagram": 0.8,
}
TAKES = {"roach_failures": "first_posture", "roach_leg_loss": "front_left_and_middle_right"}


def kind_of(path):
    """shot, sequence, or what else the file describes."""
    found = re.match(r"(?:#.*\n|\s*\n)*(\w+):", open(path).read())
    return found and found.group(1)


def run(*arguments):
    done = subprocess.run([GAMBOL, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout


def frames_of(folder):
    import h5py

    with h5py.File(os.path.join(folder, "poses.h5")) as poses:
        return int(poses.attrs["frames"])


def still(shot, frame, options):
    """Renders a frame of a shot, FILE or FILE@TAKE; returns the path of its PNG. A frame below 1 is a part of the film."""
    path, _, take = shot.partition("@")
    name = os.path.splitext(os.path.basename(path))[0] + (f"@{take}" if take else "")
    folder = os.path.join(options.out, name)
    _, said = run("simulate", shot, "--out", options.out)  # a missed expectation leaves poses too
    try:
        number = frame if frame >= 1 else max(1, round(frame * frames_of(folder)))
    except OSError:
        sys.exit(f"no poses of {shot}\n{said}")
    failed, said = run("render", shot, "--preset", options.preset, "--frames", str(int(number)), "--no-exr",
                       "--out", options.out)
    preset = os.path.splitext(os.path.basename(options.preset))[0]
    found = glob.glob(os.path.join(glob.escape(os.path.join(folder, preset)), f"*.{int(number):04}.png"))
    if failed or len(found) != 1:
        sys.exit(f"no frame {number} of {shot}\n{said}")
    return found[0]


def parts_of(sequence):
    """Shots of a sequence, and the middle of what it shows of each as a frame (its spans are in film seconds)."""
    import yaml

    file = yaml.safe_load(open(sequence))
    fps = file.get("film", {}).get("fps", 24)
    seconds = lambda text: float(re.match(r"[\d.]+", str(text)).group())
    for part in file["parts"]:
        if "shot" in part:
            path = os.path.join(os.path.dirname(sequence), part["shot"])
            yield path, 1 + round(fps * (seconds(part["from"]) + seconds(part["to"])) / 2)


def tile(pictures, columns, width, height, padding, to, quality=()):
    """Lays pictures, all fitted into width x height, beside and below each other."""
    with tempfile.TemporaryDirectory() as folder:
        for i, picture in enumerate(pictures):
            subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", picture, "-vf",
                            f"scale={width}:{height}:force_original_aspect_ratio=decrease:flags=area,"
                            f"pad={width}:{height}:-1:-1", os.path.join(folder, f"{i:03}.png")], check=True)
        rows = -(-len(pictures) // columns)
        subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", os.path.join(folder, "%03d.png"), "-vf",
                        f"tile={columns}x{rows}:padding={padding}:color=0x202020", "-frames:v", "1", *quality, to],
                       check=True)


def label(picture, text, width, height, to):
    drawn = (f"drawtext=text='{text}':x=6:y=h-22:fontsize=15:fontcolor=white:box=1:boxcolor=black@0.5:boxborderw=3")
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", picture, "-vf",
                    f"scale={width}:{height}:force_original_aspect_ratio=decrease:flags=area,"
                    f"pad={width}:{height}:-1:-1,{drawn}", to], check=True)


def picture_of(name, options, folder):
    """The picture that stands for a file of scenes, or for FILE[@TAKE][:FRAME]."""
    shot, _, frame = name.partition(":")
    path, _, take = shot.partition("@")
    stem = os.path.splitext(os.path.basename(path))[0]
    if kind_of(path) == "sequence":
        stills = [still(*part, options) for part in parts_of(path)]
        to = os.path.join(folder, f"sequence_{stem}.png")
        columns = max(1, round(len(stills) ** 0.5 + 0.49))
        tile(stills, columns, 640 // columns, 360 // columns, 0, to)
        return stem, to
    take = take or TAKES.get(stem)
    shown = f"{path}@{take}" if take else path
    return stem, still(shown, float(frame) if frame else FRAMES.get(stem, 0.4), options)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("shots", nargs="*")
    parser.add_argument("--preset", default=os.path.join(ROOT, "tools", "shots_sheet.yaml"))
    parser.add_argument("--out", default=os.path.join(ROOT, "out"))
    parser.add_argument("--to", default=os.path.join(ROOT, "docs", "shots.jpg"))
    parser.add_argument("--columns", type=int, default=5)
    options = parser.parse_args()
    files = sorted(glob.glob(os.path.join(ROOT, "scenes", "*.yaml")))
    shots = options.shots or [path for path in files if kind_of(path) in ("shot", "sequence")]
    with tempfile.TemporaryDirectory() as folder:
        pictures = []
        for shot in shots:
            name, picture = picture_of(shot, options, folder)
            pictures.append(os.path.join(folder, f"label_{len(pictures):03}.png"))
            label(picture, name, 384, 216, pictures[-1])
            print(name, flush=True)
        tile(pictures, min(options.columns, len(pictures)), 384, 216, 4, options.to, ("-q:v", "5"))


if __name__ == "__main__":
    main()
