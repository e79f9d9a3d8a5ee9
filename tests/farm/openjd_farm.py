"""What `gambol submit --openjd` writes, read and run as a farm would: by a YAML reader that is not ours.

    openjd_farm.py GAMBOL SOURCES
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import yaml

GAMBOL, SOURCES = [str(pathlib.Path(path).absolute()) for path in sys.argv[1:3]]

FIGURE = "figure: brick\nbodies:\n  - {name: body, shapes: [{box: [2 cm, 1 cm, 1 cm]}]}\n"
SHOT = """\
shot: drop
film: {fps: 24, duration: 0.5 s, playback: 1/4}
world: {ground: {}}
figures: [{name: brick, file: FAR/brick.yaml, at: [0, 0, 2 cm]}]
camera: {position: [10 cm, -10 cm, 5 cm], target: [0, 0, 1 cm]}
"""
PRESET = "preset: quick\nwidth: 32\nheight: 18\nsamples: 1\nbounces: 1\nshutter_poses: 2\n"


class OpenJobDescription(unittest.TestCase):
    def setUp(self):
        for name in ["folder", "far"]:
            made = tempfile.TemporaryDirectory(prefix="gambol openjd ")
            self.addCleanup(made.cleanup)
            setattr(self, name, pathlib.Path(made.name))
        (self.far / "brick.yaml").write_text(FIGURE)
        (self.folder / "drop.yaml").write_text(SHOT.replace("FAR", str(self.far)))
        (self.folder / "quick.yaml").write_text(PRESET)

    def gambol(self, *words):
        ran = subprocess.run([GAMBOL, *words, "drop.yaml", "--preset", "quick.yaml", "--allow-path",
                              self.far], cwd=self.folder, capture_output=True, text=True,
                             env=dict(os.environ, GAMBOL_DATA=SOURCES))
        self.assertEqual(ran.returncode, 0, ran.stderr)

    def run_step(self, step, frames="", code=0):
        """One task of a step, with its chunk of frames."""
        script = self.folder / "run.sh"
        file, = step["script"]["embeddedFiles"]
        script.write_text(file["data"])
        values = {f"Param.{p['name']}": str(p["default"]) for p in self.job["parameterDefinitions"]}
        values |= {f"Task.File.{file['name']}": str(script), "Task.Param.Frame": frames}
        action = step["script"]["actions"]["onRun"]
        words = [action["command"], *action["args"]]
        words = [re.sub(r"\{\{(.*?)\}\}", lambda m: values[m[1]], word) for word in words]
        ran = subprocess.run(words, cwd=self.folder, capture_output=True, text=True,
                             env=dict(os.environ, GAMBOL_DATA=SOURCES,
                                      **self.job["jobEnvironments"][0]["variables"]))
        self.assertEqual(ran.returncode, code, f"{words}: {ran.stdout}{ran.stderr}")
        return ran.stdout

    def test_makes_the_same_film(self):
        self.gambol("submit", "--openjd", "job.yaml", "--chunk", "5", "--memory", "1GiB")
        self.job = yaml.safe_load((self.folder / "job.yaml").read_text())
        simulate, render, encode = self.job["steps"]
        frame, = render["parameterSpace"]["taskParameterDefinitions"]
        self.assertEqual((frame["type"], frame["chunks"]["rangeConstraint"]),
                         ("CHUNK[INT]", "NONCONTIGUOUS"))
        values = {p["name"]: p["default"] for p in self.job["parameterDefinitions"]}
        self.assertEqual((values["Frames"], str(values["Chunk"])), ("1-12", "5"))
        self.assertIn("openjd_progress: 100.0", self.run_step(simulate))
        self.assertIn("openjd_fail: ", self.run_step(encode, code=5))  # no frames yet
        for chunk in ["1-9:2", "2,4-10:2", "11-12"]:
            self.assertIn("openjd_status: rendering", self.run_step(render, chunk))
        self.run_step(encode)
        self.gambol("make", "--out", "here")
        made = sorted(p.relative_to(self.folder / "here") for p in self.folder.glob("here/drop/quick/*"))
        self.assertEqual(len(made), 24)
        for path in [*made, "drop/drop.quick.mp4"]:
            self.assertEqual((self.folder / "out" / path).read_bytes(),
                             (self.folder / "here" / path).read_bytes(), path)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
