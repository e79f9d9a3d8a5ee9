#!/usr/bin/python3
"""One frame of every shipped shot on one sheet: docs/shots.jpg.

    tools/shots_sheet.py [--preset tools/shots_sheet.yaml] [--out out] [--to docs/shots.jpg] [FILE[@TAKE][:FRAME] ...]

The frame is the one that stands two fifths into the film, unless FRAME (a number, or a part of the film below 1) or
`FRAMES` below says another. A shot whose matter is in its takes is shown by the take that `TAKES` names. Sequences are
left out: all they show is on the sheet. Needs ffmpeg and, to read how long films are, python3-h5py."""

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
    "dog_acts": 0.7,       # it lies
    "dog_film": 0.512,     # over the ditch
    "dog_hop_down": 0.574, # in the air, as in all leaps
    "dog_leap": 0.594,
    "dog_leap_at": 0.733,
    "dog_leap_gap": 0.545,
    "dog_leap_high": 0.508,
    "dog_lie": 0.7,        # it lies
    "dog_parkour": 0.747,
    "dog_parkour_strong": 0.568,
    "dog_pushes": 0.51,    # pushed
    "dog_sit": 0.62,       # it sits
    "dog_stand_up": 0.48,  # on its way up
    "dog_turn": 0.52,      # in the bend
    "handover": 0.26,      # hit, he falls
    "human_fall": 0.25,    # knees fold
    "human_gallery": 0.9,  # seen from ahead
    "human_pushes": 0.585,  # pushed
    "human_reach": 0.25,   # at the middle button
    "human_rise": 0.2,     # still low
    "human_step": 0.6,     # the swing leg is ahead
    "materials": 0.5,      # the camera stands in the middle
    "pendulum": 0.06,      # still on its way down
    "poda_path": 0.3,      # in the first bend
    "puffs": 0.8,          # they have gone wild
    "roach_falling": 0.7,  # half turned over, in the middle of the picture
    "roach_path": 0.15,    # in a bend
    "roach_pod": 0.55,     # it feels about
    "roach_push": 0.66,    # pushed, and one of two stumbles
    "roach_reflexes": 0.32,  # the bare one tips over
    "roach_spray": 0.3,
    "roach_transition": 0.8,  # every gait on the diagram
    "roach_tripod_diagram": 0.7,
    "roach_wave_diagram": 0.8,
}
TAKES = {"human_reach_training": "button_1", "roach_failures": "first_posture", "roach_leg_loss": "front_left_and_middle_right"}


def is_shot(path):
    return re.match(r"(#.*\n|\s*\n|gambol:.*\n)*shot:", open(path).read()) is not None


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
    frames = said.strip().rsplit("\n", 1)[-1]  # render's last line: their folder, named after the preset
    found = glob.glob(os.path.join(glob.escape(frames), f"*.{int(number):04}.png"))
    if failed or len(found) != 1:
        sys.exit(f"no frame {number} of {shot}\n{said}")
    return found[0]


def label(picture, text, to):
    """A picture fitted into its place on the sheet, with its name."""
    drawn = f"drawtext=text='{text}':x=4:y=h-18:fontsize=14:fontcolor=white"
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", picture, "-vf",
                    f"scale=384:216:force_original_aspect_ratio=decrease:flags=area,pad=384:236:-1:0:color=0x202020,{drawn}", to],
                   check=True)


def picture_of(name, options):
    """The label and the picture of FILE[@TAKE][:FRAME]."""
    shot, _, frame = name.partition(":")
    path, _, take = shot.partition("@")
    stem = os.path.splitext(os.path.basename(path))[0]
    take = take or TAKES.get(stem)
    return stem, still(f"{path}@{take}" if take else path, float(frame) if frame else FRAMES.get(stem, 0.4), options)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("shots", nargs="*")
    parser.add_argument("--preset", default=os.path.join(ROOT, "tools", "shots_sheet.yaml"))
    parser.add_argument("--out", default=os.path.join(ROOT, "out"))
    parser.add_argument("--to", default=os.path.join(ROOT, "docs", "shots.jpg"))
    parser.add_argument("--columns", type=int, default=5)
    options = parser.parse_args()
    files = sorted(glob.glob(os.path.join(ROOT, "scenes", "*", "*.yaml")))
    shots = options.shots or list(filter(is_shot, files))
    with tempfile.TemporaryDirectory() as folder:
        for count, shot in enumerate(shots):
            name, picture = picture_of(shot, options)
            label(picture, name, os.path.join(folder, f"{count:03}.png"))
            print(name, flush=True)
        columns = min(options.columns, len(shots))
        subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", os.path.join(folder, "%03d.png"), "-vf",
                        f"tile={columns}x{-(-len(shots) // columns)}:padding=4:color=0x202020", "-frames:v", "1",
                        "-q:v", "5", options.to], check=True)


if __name__ == "__main__":
    main()
