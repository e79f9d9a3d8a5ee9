"""Runs gambol and Cycles on the same frame, and reads what they say of their time."""
import json
import os
import re
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
THREADS = 2


class Run:
    """A picture and what it took: seconds of sampling by the clock, of the whole process's processor time (user)."""

    def __init__(self, exr, light, user):
        self.exr, self.light, self.user = exr, light, user


def run(command, log):
    """Its output, and the user time that it and what it started took."""
    before = os.times()
    with open(log, "w") as out:
        code = subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, cwd=ROOT).returncode
    text = open(log).read()
    if code:
        raise SystemExit(f"{command[0]} failed, see {log}:\n{text[-800:]}")
    return text, os.times().children_user - before.children_user


class Shot:
    """A shot of this folder, or a take of it."""

    def __init__(self, name, work, gambol, take=""):
        self.name, self.gambol = name + ("@" + take if take else ""), gambol
        self.path = os.path.join(HERE, name + ".yaml" + ("@" + take if take else ""))
        self.work = os.path.abspath(work)
        os.makedirs(self.file(""), exist_ok=True)
        run([gambol, "view", self.path, "--segments", "48", "--out", self.work], self.file("view.log"))

    def file(self, name):
        return os.path.join(self.work, self.name, name)

    def with_gambol(self, frame, width, height, samples, bounces, noise=0, tag=""):
        """`frame` is counted from 0. Of every setting that trades light for sparks none is on."""
        name = f"gambol_{samples}{tag}"
        exr = self.file(f"{name}/{self.name}.{frame + 1:04}.exr")
        if os.path.exists(exr):
            os.remove(exr)
        with open(self.file(name + ".yaml"), "w") as preset:
            preset.write(f"preset: {name}\nwidth: {width}\nheight: {height}\nsamples: {samples}\nbounces: {bounces}\n"
                         f"noise: {noise}\nshutter_poses: 5\nclamp: 0\nblur_glossy: 0\ndenoise: false\nlayers: false\n")
        text, user = run(["taskset", "-c", f"0-{THREADS - 1}", self.gambol, "render", self.path, "--out", self.work, "--preset",
                          self.file(name + ".yaml"), "--frames", str(frame + 1), "--stats"], self.file(name + ".log"))
        return Run(exr, float(re.search(r"light ([0-9.]+) s", text).group(1)), user)

    def with_cycles(self, frame, width, height, samples, bounces, open_for=0, noise=0, seed=1, tag="", save=None):
        exr = self.file(f"cycles_{samples}{tag}.exr")
        settings = dict(page=self.file(self.name + ".html"), poses=self.file("poses.h5"), frame=frame,
                        open=open_for, width=width, height=height, samples=samples, bounces=bounces, seed=seed, noise=noise,
                        threads=THREADS, sky_sampling="NONE", out=exr)
        if save:
            settings["save"] = save
        with open(self.file("settings.json"), "w") as out:
            json.dump(settings, out)
        text, user = run(["taskset", "-c", f"0-{THREADS - 1}", "blender", "-b", "--factory-startup", "--debug-cycles", "--python",
                          os.path.join(HERE, "blender_scene.py"), "--", self.file("settings.json")],
                         self.file(f"cycles_{samples}{tag}.log"))
        found = re.search(rf"Rendered \d+ samples in ([0-9.]+) seconds\n", text)
        if not found or not os.path.exists(exr):
            raise SystemExit("Cycles made no picture:\n" + text[-800:])
        return Run(exr, float(found.group(1)), user)
