"""Loads exported files in Blender 3.4 and compares where it puts bodies with the poses, over time, and the picture that it
renders through the film's camera with gambol's. Only in `./gambol test --long`, which installs Blender.

usage: blender.py GAMBOL SOURCE
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import matplotlib.image
import numpy as np

import npm
from exports import FIGURE, export
from poses import Poses
from wavefront import Wavefront

FRAMES = 24

# Asymmetric to every side, so that no mirrored or turned picture passes.
FRAMED = """shot: framed
film: {fps: 24, duration: 1 s}
world: {gravity: [0, 0, 0]}
figures:
  - {name: one, file: brick.yaml, at: [0, 0, 2 cm], rotate: [z 20 deg]}
  - {name: two, file: brick.yaml, at: [-2 cm, 1.5 cm, 4 cm], rotate: [x 40 deg]}
  - {name: three, file: brick.yaml, at: [3 cm, 4 cm, 1 cm]}
camera:
  position: [[0 s, [12 cm, -14 cm, 9 cm]], [1 s, [9 cm, -16 cm, 3 cm]]]
  target: [0.5 cm, 0, 2.5 cm]
  focal_length: 42 mm
  sensor_width: 30 mm
  shutter: 0
look:
  # What is seen is white, all else is black: the light of a pixel is the part of it that is covered.
  sky: {zenith: [0, 0, 0], horizon: [0, 0, 0], nadir: [0, 0, 0]}
  materials: {gold: {color: [0, 0, 0], specular: 0, emission: [1, 1, 1]}}
  tone: {curve: srgb}
"""
PRESET = "preset: framed\nwidth: 320\nheight: 180\nsamples: 64\nbounces: 1\n"


def ask_blender(folder, tasks):
    (folder / "tasks.json").write_text(json.dumps(tasks))
    script = pathlib.Path(__file__).with_name("in_blender.py")
    done = subprocess.run(["blender", "--background", "--factory-startup", "--python-exit-code", "1", "--python",
                           str(script), "--", str(folder / "tasks.json"), str(folder / "answers.json")],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return json.loads((folder / "answers.json").read_text())


def compare_bodies(answers, frames, names, poses):
    """`names`: what Blender calls each body. In parts of the scene's extent."""
    worst = 0
    for answer, frame in zip(answers, frames):
        for name, b in names.items():
            if poses.is_there(frame, b):
                place = poses.transforms[frame, b, :3]
                worst = max(worst, np.abs(np.array(answer[name]) - place).max() / poses.extent)
    assert worst < 1e-5, worst
    return worst


def check_shot(gambol, shot, out, first):
    fps = 24
    span = ["--from", f"{first / fps}", "--to", f"{(first + FRAMES) / fps}"]
    (model,), _ = export(gambol, shot, out, *span)
    tables, _ = export(gambol, shot, out, "--format", "bvh", *span)
    stills, _ = export(gambol, shot, out, "--format", "obj", "--frames", f"{first + 1},{first + FRAMES}")
    poses = Poses(model.parent / "poses.h5", first, first + FRAMES)
    frames = [int(frame) for frame in poses.some_frames(6)]
    tasks = [["glb", str(model), frames]] + [["bvh", str(table), frames] for table in tables] + \
        [["obj", str(still), None] for still in stills[1:]]
    answers = iter(ask_blender(out, tasks))
    faces = [{name: [-y, x, z] for name, (x, y, z) in answer.items()} for answer in next(answers)]  # Blender's front is -y
    worst = {"glb": compare_bodies(faces, frames, {name: b for b, name in enumerate(poses.names)}, poses)}
    for table in tables:
        figure = table.name.split(".")[1] + "/"
        names = {name.removeprefix(figure): b for b, name in enumerate(poses.names) if name.startswith(figure)}
        worst["bvh"] = max(worst.get("bvh", 0), compare_bodies(next(answers), frames, names, poses))
    for still in stills[1:]:
        means = {name: points.mean(axis=0) for name, (points, _) in Wavefront(still).objects.items()}
        found = next(answers)
        assert set(found) == set(means), set(found) ^ set(means)
        off = max(np.abs(np.array(found[name]) - mean).max() / poses.extent for name, mean in means.items())
        worst["obj"] = max(worst.get("obj", 0), off)
    assert worst["obj"] < 1e-5, worst
    print(f"{shot.stem}: Blender differs from the poses by, in parts of the extent: "
          + ", ".join(f"{kind} {value:.1e}" for kind, value in worst.items()))


def linear(srgb):
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


def moments(alpha):
    """Area, centre and spreads of what is seen, px."""
    y, x = np.mgrid[:alpha.shape[0], :alpha.shape[1]]
    area = alpha.sum()
    center = np.array([(alpha * x).sum(), (alpha * y).sum()]) / area
    spread = [np.sqrt((alpha * (v - c) ** 2).sum() / area) for v, c in zip((x, y), center)]
    return area, center, np.array(spread)


def check_framing(gambol, out):
    (out / "brick.yaml").write_text(FIGURE)
    (out / "framed.yaml").write_text(FRAMED)
    (out / "preset.yaml").write_text(PRESET)
    shot = out / "framed.yaml"
    (model,), _ = export(gambol, shot, out)
    for frame in (0, 12):
        subprocess.run([gambol, "render", str(shot), "--out", str(out), "--preset", str(out / "preset.yaml"), "--frames",
                        str(frame + 1)], check=True, capture_output=True)
        ours, = out.glob(f"framed/**/framed.{frame + 1:04}.png")
        theirs, = ask_blender(out, [["render", str(model), {"frame": frame, "width": 320, "height": 180,
                                                            "picture": str(out / f"blender_{frame}.png")}]])
        a = linear(matplotlib.image.imread(ours)[:, :, 0].astype(float))
        b = matplotlib.image.imread(theirs)[:, :, 3].astype(float)
        (area_a, center_a, spread_a), (area_b, center_b, spread_b) = moments(a), moments(b)
        apart, wider = np.abs(center_a - center_b).max(), np.abs(spread_a - spread_b).max()
        print(f"frame {frame + 1}: pictures' centres {apart:.3f} px apart, spreads {wider:.3f} px, areas "
              f"{abs(area_a / area_b - 1):.1e}, all pixels {np.abs(a - b).mean():.1e}")
        assert 0.02 < a.mean() < 0.8, "something is seen, and something is not"
        assert apart < 0.05 and wider < 0.05 and abs(area_a / area_b - 1) < 5e-3


def main():
    if not os.environ.get("GAMBOL_LONG_TESTS"):
        print("skipped: Blender is asked by ./gambol test --long alone")
        return npm.SKIPPED
    if not shutil.which("blender"):
        print("skipped: there is no Blender on this machine")
        return npm.SKIPPED
    gambol, source = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory(prefix="gambol_blender_") as out:
        for name, first in (("shapes", 0), ("joints", 24), ("dog_trot", 60), ("puffs", 24)):
            check_shot(gambol, next((source / "scenes").glob(f"*/{name}.yaml")), pathlib.Path(out), first)
        check_framing(gambol, pathlib.Path(out))
    return 0


if __name__ == "__main__":
    sys.exit(main())
