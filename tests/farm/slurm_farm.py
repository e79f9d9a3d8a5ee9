"""A shot on a real farm: Slurm with two nodes on this machine, and all that befalls farms.

    slurm_farm.py GAMBOL SOURCES [NAME...]

NAME: a class, or CLASS.test; all of them if there is none.
"""

import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

GAMBOL, SOURCES = [str(pathlib.Path(path).absolute()) for path in sys.argv[1:3]]
sys.path.insert(0, SOURCES + "/tools/farm")
from one_machine import OneMachine  # noqa: E402

FIGURE = """\
figure: brick
density: 1 g/cm3
bodies:
  - name: body
    shapes: [{box: [2 cm, 1 cm, 1 cm]}]
"""

SHOT = """\
shot: drop
film: {fps: 24, duration: 0.5 s, playback: 1/4}
world:
  ground: {}
figures:
  - {name: brick, file: ../figures/brick.yaml, at: [0, 0, 2 cm]}
camera:
  position: [10 cm, -10 cm, 5 cm]
  target: [0, 0, 1 cm]
expect:
  - {measure: height, max: 1 m}
"""

# Eight frames, of two shots.
REEL = """\
sequence: reel
film: {fps: 24}
parts:
  - {title: {text: hello, duration: 3 f}}
  - {shot: drop.yaml, from: 1 f, to: 4 f, dissolve: 1 f}
  - {shot: high.yaml, from: 2 f, to: 5 f}
"""

# Each candidate takes half a second or so.
SLOW_DROP = """\
shot: slow
extends: drop.yaml
simulate_until: 4 s
integrator: {step: 0.01 ms}
"""

SEARCH = """\
search: find
scenarios: [{name: drop, shot: ../scenes/slow.yaml}]
parameters: [{name: z, path: figures.brick.at.2, from: 2 cm, to: 9 cm}]
objective: [{measure: height, min: 1 m, max: 1 m}]
until: 2 s
method: {type: cma_es, population: 8, generations: 2}
"""

# Creatures of which each takes a tenth of a second or so.
ARENA = """\
shot: arena
film: {fps: 25, duration: 0.6 s}
world: {ground: {}, contact: {type: impulse}, collisions: {self: [creature]}}
integrator: {method: implicit, step: 0.2 ms}
look: {materials: {hide: {}, sock: {}, eye: {}, pupil: {}}}
figures: [{name: creature, file: ../figures/creature.yaml, skills: [{type: spectral, active: true, tick: 10 ms}]}]
"""
CREATURE = """\
genome: creature
trunk: {length: 40 cm, front: 9 cm, back: 8 cm}
limbs: {a: {segments: [{joint: universal, length: 20 cm, radius: 4 cm}]}}
"""
EVOLUTION = """\
evolution: bred
arena: ../scenes/arena.yaml
creature: creature
look_back: 12
founders: 12
candidates: 40
ranges: {limbs: [1, 2], segments: [1, 2], freedom: [4, 10]}
measures: {speed: {measure: body_lengths_per_second, from: 0.2 s}, off: {measure: off_ground, from: 0.2 s}}
fitness: speed
niches: {off: {from: 0, to: 1, cells: 4}}
ways: [{name: go, bounds: {speed: {min: 0}}}]
"""

FRAMES = 12
QUICK = "preset: quick\nwidth: 32\nheight: 18\nsamples: 1\nbounces: 1\nshutter_poses: 2\n"
# A frame takes long enough to be interrupted.
SLOW_SAMPLES = 1500
SLOW = f"preset: slow\nwidth: 160\nheight: 90\nsamples: {SLOW_SAMPLES}\nbounces: 4\nshutter_poses: 2\n"

# Every second task lives in another day, and has one processor.
WRONG_CLOCK = """\
if [ $((SLURM_ARRAY_TASK_ID % 2)) = 0 ]; then
  export LD_PRELOAD=/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1 FAKETIME=-9h
  taskset -p -c 0 $$ >/dev/null
else
  export LD_PRELOAD=/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1 FAKETIME=+31h
fi
echo "task $SLURM_ARRAY_TASK_ID has $(date +%s)"
"""

# Indices below 8: twelve tasks are two arrays.
MORE = "MaxArraySize=8"

ENDED = ["COMPLETED", "FAILED", "CANCELLED"]

farm = None  # of the class whose tests run


class Studio:
    """A project folder with one shot."""

    def __init__(self, test):
        self.test = test
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=folder))
        self.write("figures/brick.yaml", FIGURE)
        self.write("scenes/drop.yaml", SHOT)
        self.file = "scenes/drop.yaml"
        self.write("quick.yaml", QUICK)
        self.write("slow.yaml", SLOW)

    def write(self, name, text):
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text)

    def edit(self, name, old, new):
        text = (self.folder / name).read_text()
        self.test.assertIn(old, text)
        self.write(name, text.replace(old, new))

    def gambol(self, verb, *options, preset="quick", code=0, **environment):
        ran = subprocess.run(
            [GAMBOL, verb, self.file, "--preset", preset + ".yaml", *options],
            cwd=self.folder, env=dict(farm.env, GAMBOL_DATA=SOURCES, **environment),
            capture_output=True, text=True, timeout=120)
        self.test.assertEqual(ran.returncode, code, f"{verb}: {ran.stdout}{ran.stderr}{farm.logs()}")
        self.out = ran.stdout
        return ran.stdout + ran.stderr

    def status(self, *options, preset="quick"):
        self.gambol("status", "--json", *options, preset=preset)
        return json.loads(self.out)

    def wait_for(self, is_so, what, seconds=120, **which):
        end = time.monotonic() + seconds
        while not is_so(status := self.status(**which)):
            if time.monotonic() > end:
                self.test.fail(f"waited {seconds} s for {what}: {json.dumps(status, indent=1)}\n"
                               f"{self.said()}{farm.logs()}")
            time.sleep(0.2)
        return status

    def wait_until_done(self, **which):
        return self.wait_for(lambda s: s["stage"] == "done", "the film", **which)

    def said(self):
        return "".join(f"== {log.name}\n{log.read_text()}"
                       for log in sorted(self.folder.glob("out/drop/farm/*/*/logs/*")))

    def frame(self, frame, preset="quick", ending="png", out="out"):
        return self.folder / f"{out}/drop/{preset}/drop.{frame:04}.{ending}"

    def own_scripts(self, edit):
        """Has the project scripts of its own, with render.sh as `edit` makes it."""
        for script in (pathlib.Path(SOURCES) / "render/farm").glob("*.sh"):
            text = script.read_text()
            self.write(f"render/farm/{script.name}", edit(text) if script.name == "render.sh" else text)

    def records(self, preset="quick"):
        """The frames that each run of a task made."""
        return {r.name: [int(line.split()[1]) for line in r.read_text().splitlines()]
                for r in (self.folder / f"out/drop/farm/{preset}/1/frames").iterdir()}

    def jobs(self, stage, **which):
        return [job["id"] for job in self.status(**which)["jobs"] if job["stage"] == stage]


def drain():
    """New tasks have to wait."""
    for node in farm.nodes:
        farm.run("scontrol", "update", f"NodeName={node}", "State=DRAIN", "Reason=test")


def resume():
    for node in farm.nodes:
        farm.run("scontrol", "update", f"NodeName={node}", "State=RESUME")


class StudioTest(unittest.TestCase):
    accounts = False  # kept by its Slurm

    @classmethod
    def setUpClass(cls):
        global farm, folder
        folder = tempfile.mkdtemp(prefix="gambol-farm-")
        cls.addClassCleanup(shutil.rmtree, folder, ignore_errors=True)
        farm = cls.enterClassContext(
            OneMachine(folder + "/slurm", more=MORE, given_up=5, accounts=cls.accounts))

    def setUp(self):
        self.studio = Studio(self)


class Farm(StudioTest):
    accounts = True

    def film_made_here(self, preset="quick"):
        """What the farm's film must be: made once, as all studios begin with the same files."""
        studio = self.studio
        made = pathlib.Path(folder) / "made" / preset
        if made.exists():
            shutil.copytree(made, studio.folder / "here")
        studio.gambol("make", "--out", "here", preset=preset)
        if not made.exists():
            shutil.copytree(studio.folder / "here", made)
        return studio.status("--out", "here", preset=preset)["content"]

    def assert_same_film(self, preset="quick"):
        studio = self.studio
        for frame in range(1, FRAMES + 1):
            for ending in ["png", "exr"]:
                same = [studio.frame(frame, preset, ending, out).read_bytes()
                        for out in ["out", "here"]]
                self.assertEqual(*same, f"frame {frame}")
        movies = [(studio.folder / out / f"drop/drop.{preset}.mp4").read_bytes()
                  for out in ["out", "here"]]
        self.assertEqual(*movies)

    def stop_a_task(self):
        """Sends a task on n2 what Slurm sends before its time is over, and sees it wait again."""
        records = self.studio.folder / "out/drop/farm/slow/1/frames"

        seen = {}

        def has_begun(task):
            """Has finished a frame since it was first looked at: it heeds signals by then, and there
            are frames left."""
            now = {r.name: r.stat().st_size for r in records.iterdir() if r.name.startswith(task + ".")}
            return now != seen.setdefault(task, now)

        def stopped():
            for task in farm.run("squeue", "-h", "-t", "R", "-w", "n2", "-o", "%i").split():
                if not has_begun(task):
                    return False
                farm.run("scancel", "--batch", "--signal=TERM", task, check=False)
                time.sleep(1)
                return "BeginTime" in farm.run("squeue", "-h", "-o", "%r", "-j", task, check=False)
        farm.wait_until(stopped, 60, "a task that was stopped to be run again")

    def test_film_is_the_same_whatever_order_chunks_threads_and_clocks(self):
        studio = self.studio
        studio.own_scripts(lambda text: text.replace("exec @gambol@", WRONG_CLOCK + "exec @gambol@"))
        content = self.film_made_here()
        self.assertEqual(len(content), 32)
        studio.gambol("submit", "--order", "tenths", "--chunk", "1")
        chunks = (studio.folder / "out/drop/farm/quick/1/chunks.txt").read_text().split()
        self.assertEqual(chunks[:4], ["1", "11", "2", "3"])
        self.assertEqual(len(studio.jobs("render")), 2)  # arrays
        self.assertEqual(studio.wait_until_done()["content"], content)
        self.assert_same_film()
        self.assert_wrong_clocks(studio.said())
        self.assertEqual(studio.gambol("verify").splitlines()[0], "drop, preset quick: done")

    def assert_wrong_clocks(self, said):
        """A library that could not be loaded would leave the clock right."""
        clocks = re.findall(r"^task (\d+) has (\d+)$", said, re.MULTILINE)
        self.assertEqual(len(clocks), FRAMES, said)
        self.assertNotIn("cannot be preloaded", said)
        for task, clock in clocks:
            hours = (int(clock) - time.time()) / 3600
            self.assertAlmostEqual(hours, 31 if int(task) % 2 else -9, delta=0.2)

    def test_two_tasks_may_be_given_the_same_frames(self):
        studio = self.studio
        content = self.film_made_here("slow")
        drain()
        studio.gambol("submit", "--chunk", "6", preset="slow")
        studio.write("out/drop/farm/slow/1/chunks.txt", "1-12\n1-12\n")
        resume()
        self.assertEqual(studio.wait_until_done(preset="slow")["content"], content)
        self.assert_same_film("slow")
        # They were at work at the same time.
        one, other = studio.records("slow").values()
        self.assertTrue(set(one) & set(other), (one, other))

    def test_a_submit_that_is_killed_goes_on_from_there(self):
        studio = self.studio
        content = self.film_made_here()
        # Kills its caller when the second job has been taken, and before that is written down.
        studio.write("bin/sbatch", f"#!/bin/sh\n{shutil.which('sbatch')} \"$@\" || exit\n"
                     f"echo x >>'{studio.folder}/calls'\n"
                     f"[ $(wc -l <'{studio.folder}/calls') != 2 ] || kill -9 $PPID\n")
        (studio.folder / "bin/sbatch").chmod(0o755)
        known = lambda: set(farm.run("squeue", "-h", "-t", "all", "-o", "%F").split())
        before = known()
        drain()
        studio.gambol("submit", code=-9, PATH=f"{studio.folder}/bin:{os.environ['PATH']}")
        jobs = {job["stage"]: (job["id"], job["states"]) for job in studio.status()["jobs"]}
        self.assertIn("PENDING", jobs["render"][1])
        self.assertEqual(jobs["encode"], ("", "not handed out"))
        studio.gambol("submit")
        self.assertIn(f"render {jobs['render'][0]}\n", self.studio.out)
        resume()
        self.assertEqual(studio.wait_until_done()["content"], content)
        self.assert_same_film()
        self.assertEqual(len(known() - before), 3)

    def test_a_node_that_dies_and_a_task_that_is_requeued(self):
        studio = self.studio
        content = self.film_made_here("slow")
        studio.gambol("submit", "--chunk", "3", preset="slow")
        studio.wait_for(lambda s: s["workers"] == 2 and s["frames"]["done"] > 0, "both nodes at work",
                        preset="slow")
        self.assertTrue(farm.processes_of("n1"))
        farm.kill_node("n1")
        render, = studio.jobs("render", preset="slow")
        self.stop_a_task()
        farm.wait_until(lambda: farm.states()["n1"].startswith("down"), 90, "n1 to be given up")
        farm.start_node("n1")
        for task in farm.run("squeue", "-h", "-t", "R", "-o", "%i").split()[:1]:
            farm.run("scontrol", "requeue", task)
        status = studio.wait_until_done(preset="slow")
        self.assertEqual(status["content"], content)
        self.assert_same_film("slow")
        # A run of a task that was cut off keeps its record apart from the next.
        records = [r.name for r in (studio.folder / "out/drop/farm/slow/1/frames").iterdir()]
        self.assertTrue([r for r in records if not r.endswith(".0")], records)
        self.assertTrue(all(r.startswith(render + "_") for r in records), records)

    def test_what_was_cancelled_or_damaged_is_tried_again(self):
        studio = self.studio
        content = self.film_made_here("slow")
        studio.gambol("submit", "--chunk", "2", preset="slow")
        studio.wait_for(lambda s: s["frames"]["done"] >= 2, "some frames", preset="slow")
        self.assertIn("still has its jobs", studio.gambol("submit", preset="slow", code=5))
        studio.gambol("cancel", preset="slow")
        status = studio.wait_for(lambda s: s["stage"] == "cancelled", "the end", preset="slow")
        self.assertIn("CANCELLED", [t["state"] for t in status["trouble"]])
        with open(studio.frame(1, "slow"), "r+b") as frame:
            frame.truncate(100)
        self.assertIn("\ndamaged    1\n", studio.gambol("verify", preset="slow", code=5))
        studio.gambol("retry", preset="slow")
        studio.wait_until_done(preset="slow")
        self.assert_same_film("slow")
        self.assertIn("content    " + content, studio.gambol("verify", preset="slow"))
        self.assertIn("nothing to try again", studio.gambol("retry", preset="slow"))

    def test_a_motion_that_is_not_as_wanted_renders_nothing(self):
        studio = self.studio
        studio.edit("scenes/drop.yaml", "max: 1 m", "max: 1 mm")
        studio.gambol("submit")
        status = studio.wait_for(lambda s: s["stage"] == "failed", "the simulation to fail")
        trouble = status["trouble"][0]
        self.assertEqual((trouble["stage"], trouble["state"]), ("simulate", "FAILED"))
        self.assertIn("missed: height", pathlib.Path(trouble["log"]).read_text())
        self.assertIn("MISS", trouble["said"])  # the last row of the table
        self.assertIn("no film is made of", studio.gambol("retry", code=4))
        self.assertFalse((studio.folder / "out/drop/quick").exists())
        self.assertEqual(farm.run("squeue", "-h"), "")

    def test_poses_of_another_motion_are_refused(self):
        studio = self.studio
        drain()
        studio.gambol("submit", "--chunk", "12")
        studio.edit("scenes/drop.yaml", "2 cm]", "3 cm]")
        resume()
        status = studio.wait_for(lambda s: s["stage"] == "failed", "the task to refuse")
        trouble = [t for t in status["trouble"] if t["stage"] == "render"][0]
        self.assertIn("has been edited since", pathlib.Path(trouble["log"]).read_text())
        self.assertIn("submit it anew", studio.gambol("retry", code=3))

    def test_what_the_farm_does_not_take(self):
        studio = self.studio
        self.assertIn("invalid partition", studio.gambol("submit", "--partition", "moon", code=5))
        self.assertFalse((studio.folder / "out/drop/farm/quick/1").exists())
        said = studio.gambol("submit", "--dry-run", "--chunk", "1")
        self.assertIn("--array=0-7", said)
        self.assertIn("--array=0-3", said)
        self.assertIn("--dependency=afterok:JOB1,afterany:JOB2:JOB3", said)
        self.assertEqual(farm.run("squeue", "-h"), "")

    def test_a_sequence_is_its_shots_and_a_movie(self):
        studio = self.studio
        studio.write("scenes/high.yaml", SHOT.replace("drop", "high").replace("2 cm]}", "4 cm]}"))
        studio.write("scenes/reel.yaml", REEL)
        studio.file = "scenes/reel.yaml"
        studio.gambol("make", "--out", "here")
        self.assertIn("--frames is for a shot", studio.gambol("submit", "--frames", "1", code=2))
        self.assertEqual(studio.status()["stage"], "not submitted")
        said = studio.gambol("submit", "--dry-run")
        self.assertIn("--dependency=afterany:drop.render:high.render", said)
        drain()
        studio.gambol("submit", "--chunk", "1")
        self.assertIn("still has its jobs", studio.gambol("submit", code=5))
        self.assertEqual(studio.status()["stage"], "simulate waits")
        resume()
        status = studio.wait_until_done()
        self.assertEqual(status["frames"], {"asked": 6, "done": 6})
        self.assertEqual([(s["shot"], s["stage"], s["frames"]["done_frames"])
                          for s in status["shots"]],
                         [("drop", "done", "2-4"), ("high", "done", "3-5")])
        movies = [(studio.folder / out / "reel/reel.quick.mp4").read_bytes()
                  for out in ["out", "here"]]
        self.assertEqual(*movies)
        self.assertFalse((studio.folder / "out/drop/drop.quick.mp4").exists())
        self.assertIn("nothing to try again", studio.gambol("retry"))
        studio.frame(3).unlink()
        (studio.folder / "out/reel/reel.quick.mp4").unlink()
        self.assertIn("missing    3", studio.gambol("verify", code=5))
        studio.gambol("retry")
        studio.wait_until_done()
        self.assertEqual((studio.folder / "out/reel/reel.quick.mp4").read_bytes(), movies[1])
        self.assertIn("reel, preset quick: done", studio.gambol("verify"))
        self.assertIn("there are no jobs on the farm", studio.gambol("cancel"))

    def test_a_task_that_comes_to_nothing_is_not_run_for_ever(self):
        studio = self.studio
        studio.gambol("make")
        studio.gambol("submit", "--dry-run", "--chunk", "12")
        folder = studio.folder / "out/drop/farm/quick/dry-run"

        def run(number):
            return subprocess.run(["sh", folder / "render.sh", "1"], capture_output=True, text=True,
                                  env=dict(farm.env, SLURM_ARRAY_JOB_ID="7", SLURM_ARRAY_TASK_ID="0",
                                           SLURM_RESTART_COUNT=str(number)))

        (folder / "frames/7_0.0").write_text("a frame\n")
        ran = run(4)
        self.assertEqual(ran.returncode, 5, ran.stderr)
        self.assertIn("before they finished a frame", ran.stderr)
        self.assertEqual(run(3).returncode, 0)  # the first of three came to something

    def wait_for_accounts(self, jobs):
        """Slurm writes them a while later; what it has not written yet is lost with slurmctld."""
        def are_there():
            rows = [row.split("|") for row in farm.run(
                "sacct", "-n", "-P", "-X", "-j", ",".join(jobs), "-o", "JobID,State").splitlines()]
            ended = {job.split("_")[0] for job, state in rows if state.split()[0] in ENDED}
            return ended == set(jobs)
        farm.wait_until(are_there, 120, f"the accounts of {jobs}")

    # Runs last, by its name.
    def test_a_search_survives_its_own_death_and_a_node_s(self):
        studio = self.studio
        studio.write("searches/find.yaml", SEARCH)
        studio.write("scenes/slow.yaml", SLOW_DROP)

        def optimise(*options):
            return subprocess.Popen([GAMBOL, "optimise", "searches/find.yaml", *options], cwd=studio.folder,
                                    env=dict(farm.env, GAMBOL_DATA=SOURCES), text=True,
                                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

        def log(out):
            lines = [line for file in (studio.folder / out / "find").glob("*.jsonl")
                     for line in file.read_text().splitlines() if '"generation"' in line]
            return sorted(set(lines))

        here = optimise("--out", "here")
        self.assertEqual(here.wait(timeout=120), 0, here.stdout.read())
        first = optimise("--farm", "--chunk", "2")
        farm.wait_until(lambda: farm.processes_of("n1") and log("out"), 60, "candidates on the farm")
        first.kill()
        first.wait()
        farm.kill_node("n1")
        second = optimise("--farm", "--chunk", "2")
        farm.wait_until(lambda: farm.states()["n1"].startswith("down"), 90, "n1 to be given up")
        farm.start_node("n1")
        self.assertEqual(second.wait(timeout=240), 0,
                         second.stdout.read() + "".join(l.read_text() for l in
                                                        studio.folder.glob("out/find/farm/logs/*")))
        self.assertEqual(log("out"), log("here"))
        self.assertEqual((studio.folder / "out/find/find_best.yaml").read_text(),
                         (studio.folder / "here/find/find_best.yaml").read_text())
        # A changed shot ends a task, and the search says so.
        studio.edit("searches/find.yaml", "generations: 2", "generations: 3")
        third = optimise("--farm")
        self.assertEqual(third.wait(timeout=60), 3)
        self.assertIn("results of another version", third.stdout.read())

    def test_an_evolution_survives_its_own_death_and_a_node_s(self):
        studio = self.studio
        studio.write("searches/bred.yaml", EVOLUTION)
        studio.write("scenes/arena.yaml", ARENA)
        studio.write("figures/creature.yaml", CREATURE)

        def evolve(*options):
            return subprocess.Popen([GAMBOL, "evolve", "searches/bred.yaml", *options], cwd=studio.folder,
                                    env=dict(farm.env, GAMBOL_DATA=SOURCES), text=True,
                                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

        def log(out):
            lines = [line for file in (studio.folder / out / "bred").glob("*.jsonl")
                     for line in file.read_text().splitlines() if '"generation"' in line]
            return sorted(set(lines))

        here = evolve("--out", "here")
        self.assertEqual(here.wait(timeout=120), 0, here.stdout.read())
        self.assertEqual(len(log("here")), 40)
        first = evolve("--farm", "--chunk", "3")
        farm.wait_until(lambda: farm.processes_of("n1") and log("out"), 60, "candidates on the farm")
        first.kill()
        first.wait()
        farm.kill_node("n1")
        second = evolve("--farm", "--chunk", "3")
        farm.wait_until(lambda: farm.states()["n1"].startswith("down"), 90, "n1 to be given up")
        farm.start_node("n1")
        self.assertEqual(second.wait(timeout=240), 0,
                         second.stdout.read() + "".join(l.read_text() for l in
                                                        studio.folder.glob("out/bred/farm/logs/*")))
        self.assertEqual(log("out"), log("here"))

    def test_z_status_works_when_slurm_is_gone(self):
        studio, failed = self.studio, Studio(self)
        failed.edit("scenes/drop.yaml", "max: 1 m", "max: 1 mm")
        failed.gambol("submit")
        studio.gambol("submit", "--chunk", "4")
        content = studio.wait_until_done()["content"]
        jobs = failed.wait_for(lambda s: s["stage"] == "failed", "the simulation to fail")["jobs"]
        self.wait_for_accounts([job["id"] for job in jobs])
        farm.kill("slurmctld")
        status = studio.status()
        self.assertEqual((status["stage"], status["content"]), ("done", content))
        self.assertNotEqual(status["slurm"], "answers")

        def assert_failure():
            # On a busy machine it answers late.
            status = failed.wait_for(lambda s: s["stage"] == "failed", "the accounts", 60)
            self.assertEqual([(t["stage"], t["state"]) for t in status["trouble"]][0],
                             ("simulate", "FAILED"))

        # The accounts know of it still.
        assert_failure()
        # And of what the scheduler has forgotten.
        farm.start("slurmctld", ["slurmctld", "-D", "-c"])
        farm.wait_until(farm.states, 60, "slurmctld")
        self.assertEqual(farm.run("squeue", "-h", "-t", "all"), "")
        assert_failure()
        farm.kill("slurmdbd")
        self.assertEqual(failed.status()["stage"], "stopped")


class TimeLimit(StudioTest):
    def samples_for(self, seconds):
        """With so many a frame takes one processor at least so long, whatever else it does now."""
        studio = self.studio
        studio.gambol("render", "--frames", "1", "--out", "try", preset="slow")  # simulates too
        begin = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        studio.gambol("render", "--frames", "2-4", "--out", "try", preset="slow")
        took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - begin
        return int(SLOW_SAMPLES * 3 * seconds / took)

    def test_a_task_that_runs_into_it_goes_on_in_another(self):
        studio = self.studio
        # Slurm counts in minutes, and looks every half: it warns 5 to 35 s after the task began. All
        # frames together take longer, none longer than the 25 s that are left then.
        studio.write("slow.yaml", SLOW.replace(str(SLOW_SAMPLES), str(self.samples_for(3.7))))
        studio.own_scripts(lambda text: text.replace("##SBATCH --time=4:00:00", "#SBATCH --time=1")
                           .replace("B:TERM@90", "B:TERM@25")
                           .replace("exec @gambol@", "taskset -p -c 0 $$ >/dev/null\nexec @gambol@"))
        studio.gambol("submit", "--chunk", "12", preset="slow")
        status = studio.wait_for(lambda s: s["stage"] == "done", "the film", 400, preset="slow")
        self.assertEqual(status["trouble"], [])
        log, = studio.folder.glob("out/drop/farm/slow/1/logs/render*")
        begun = [line for line in log.read_text().splitlines() if line.startswith("frames 1-12 on ")]
        self.assertGreater(len(begun), 1, log.read_text())
        self.assertIn("asked to end", log.read_text())
        # No frame was made twice.
        frames = [frame for run in studio.records("slow").values() for frame in run]
        self.assertEqual(sorted(frames), list(range(1, FRAMES + 1)))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
