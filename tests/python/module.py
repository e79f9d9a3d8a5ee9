"""The Python module, as its users use it: module.py GAMBOL SOURCE

docs/python.md is run as a doctest. The rest asks what happens with wrong input, and compares what the module reads with
what the program says.
"""

import doctest
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

import h5py
import numpy
import yaml

PROGRAM, SOURCE = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
sys.path.insert(0, str(SOURCE / "python"))
os.environ["GAMBOL"] = str(PROGRAM)

import gambol  # noqa: E402

PUFF = {
    "film": {"fps": 24, "duration": "0.25 s"},
    "world": {"ground": {}},
    "figures": [{"name": "ball", "file": "ball", "at": [0, 0, "1 m"]}],
    "cues": [{"name": "kick", "at": "0.1 s", "kick": {"figures": "ball", "velocity": [0, "1 m/s", 0]}}],
    "camera": {"position": ["3 m", 0, "1 m"], "target": [0, 0, "1 m"]},
    "look": "tabletop",
    "expect": [{"measure": "descent", "min": "0.1 m"}],
}


class InAFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="gambol_python_")
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)


class Page(InAFolder):
    def test_what_it_says_is_what_happens(self):
        done = doctest.testfile(str(SOURCE / "docs" / "python.md"), module_relative=False)
        self.assertGreater(done.attempted, 20)
        self.assertEqual(done.failed, 0)


class Yaml(unittest.TestCase):
    def test_another_reader_reads_what_was_written(self):
        cases = {
            "numbers": [0, -3, 1.5, 1e-9, 1e30, -0.0, True, False, None],
            "text": ["", "a b", "1 kg", "yes", "on", "null", "#", ": ", "'", '"', "\\", "é\n\t", "- x", "*", "~", "12:30"],
            "escaped": ["a\x7fb", "\x85 \x9b", "\u2028\u2029", "\ufeff", "\uffff", "😀"],
            "on": {"no": 1, "key with spaces": 2, "ключ": 3, "1": 4, "true": 5, "about\n": 6, "a\x7f": 7},
            "nested": [[], {}, [[1, [2, [3]]]], {"a": {"b": {"c": [{"d": "e" * 200}, {"f": {}}]}}}],
            "long": [list(range(100)), [["x" * 50] * 4] * 2, {"k": ["y" * 90, {"z": "y" * 90}]}],
        }
        self.assertEqual(yaml.safe_load(gambol.to_yaml(cases)), cases)

    def test_numpy_is_plain(self):
        shot = {"at": numpy.array([1.5, 2]), "n": numpy.int64(3), "path": pathlib.Path("a/b"), "t": (1, 2)}
        self.assertEqual(yaml.safe_load(gambol.to_yaml(shot)), {"at": [1.5, 2], "n": 3, "path": "a/b", "t": [1, 2]})

    def test_what_no_file_can_hold_is_refused(self):
        for wrong, error in (({"a": math.nan}, ValueError), ({"a": [math.inf]}, ValueError), ({"a": {1: 2}}, TypeError),
                             ({"a": object()}, TypeError), ([1], TypeError), ({"a": {1, 2}}, TypeError),
                             ({None: 1}, TypeError), ({"a": [{None: 1}]}, TypeError), ({"a": "\ud800"}, ValueError)):
            with self.assertRaises(error, msg=wrong):
                gambol.to_yaml(wrong)

    def test_what_has_no_end_is_refused(self):
        own = {"a": {"b": []}}
        own["a"]["b"].append(own)
        array = numpy.empty(1, dtype=object)
        array[0] = [array]
        deep = []
        for _ in range(5000):
            deep = [deep]
        for wrong in (own, {"a": array}, {"a": deep}):
            with self.assertRaisesRegex(ValueError, "more than 100 dictionaries and lists in each other"):
                gambol.to_yaml(wrong)
        twice = {"x": 1}
        self.assertEqual(yaml.safe_load(gambol.to_yaml({"a": twice, "b": [twice, twice]})), {"a": twice, "b": [twice, twice]})


class Shots(InAFolder):
    def test_problems_are_those_of_check(self):
        wrong = PUFF | {"film": {"fps": -1}, "figures": [{"name": "ball", "file": "boll"}], "lok": 3}
        with self.assertRaises(gambol.InputError) as caught:
            gambol.write_shot("a.yaml", wrong)
        said = subprocess.run([PROGRAM, "check", "a.yaml"], capture_output=True, text=True)
        self.assertEqual(said.returncode, 3)
        self.assertIn(str(caught.exception), said.stdout + said.stderr)
        for problem in caught.exception.problems:
            self.assertTrue(problem.message.startswith(f"a.yaml:{problem.line}:{problem.column}: {problem.key}: "))
        self.assertEqual([p.key for p in caught.exception.problems if p.key == "lok"], ["lok"])

    def test_nothing_is_written_of_what_no_file_can_hold(self):
        with self.assertRaises(ValueError):
            gambol.write_shot("a.yaml", PUFF | {"duration": math.nan})
        with self.assertRaises(FileNotFoundError):
            gambol.write_shot("no_folder/a.yaml", PUFF)
        self.assertEqual(os.listdir(), [])

    def test_an_unchecked_shot_is_written_as_it_is(self):
        gambol.write_shot("a.yaml", {"nonsense": 1}, checked=False)
        self.assertEqual(yaml.safe_load(pathlib.Path("a.yaml").read_text()), {"shot": "a", "nonsense": 1})
        self.assertEqual(os.listdir(), ["a.yaml"])

    def test_the_program_reads_every_text_that_is_written(self):
        gambol.write_shot("a.yaml", PUFF | {"about": "".join(map(chr, range(0x20, 0x100))) + "\u2028\ufeff"})

    def test_names_of_folders_are_names_whatever_they_hold(self):
        gambol.write_shot("a.yaml", PUFF)
        for out in ("o\nx", "o\rx", "o\u2028x", "-o", b"bytes", pathlib.Path("path")):
            motion = gambol.simulate("a.yaml", out=out)
            self.assertEqual(motion.path, pathlib.Path(os.fsdecode(out)) / "a" / "poses.h5")
            self.assertTrue(motion.path.is_file(), out)
            self.assertTrue(gambol.measure(b"a.yaml", out=out)["passed"])

    def test_a_name_like_an_option_is_a_file(self):
        with self.assertRaises(gambol.InputError) as caught:
            gambol.check("--help")
        self.assertIn("--help", str(caught.exception))

    def test_a_missing_file_is_an_input_error(self):
        for call in (gambol.check, gambol.simulate, gambol.measure):
            with self.assertRaises(gambol.InputError) as caught:
                call("nowhere.yaml")
            self.assertIn("nowhere.yaml", caught.exception.problems[0].file)

    def test_a_missed_expectation_is_no_exception(self):
        gambol.write_shot("a.yaml", PUFF | {"expect": [{"measure": "descent", "min": "10 m"}]})
        motion = gambol.simulate("a.yaml")
        self.assertFalse(motion.passed)
        self.assertEqual(len(motion.missed), 1)
        self.assertTrue(motion.missed[0].startswith("descent: "))
        self.assertFalse(gambol.measure("a.yaml")["passed"])

    def test_takes_are_measured_together_and_simulated_alone(self):
        gambol.write_shot("a.yaml", PUFF | {"takes": {"x": {"film": {"duration": "0.5 s"}}, "y": {}}})
        together = gambol.measure("a.yaml@*", out="here")
        self.assertEqual([take["shot"] for take in together], ["a@x", "a@y"])
        self.assertTrue(gambol.simulate("a.yaml@x", out="there").path.is_relative_to("there"))
        with self.assertRaises(gambol.RunError):
            gambol.simulate("a.yaml@*")


class Motions(InAFolder):
    def setUp(self):
        super().setUp()
        gambol.write_shot("a.yaml", PUFF)
        self.motion = gambol.simulate("a.yaml")

    def test_every_number_is_that_of_the_file(self):
        poses = self.motion.poses()
        with h5py.File(self.motion.path) as file:
            self.assertTrue(numpy.array_equal(poses.transforms, file["film/transforms"][:]))
            for name in file["channels"].asstr():
                channel = poses.channel(name)
                for k, column in enumerate(file[f"columns/{name}"].asstr()):
                    self.assertTrue(numpy.array_equal(channel[column], file[f"tracks/{name}"][:, k]), (name, column))
            self.assertEqual(poses.motion_hash, file.attrs["motion_hash"])

    def test_marks_have_names(self):
        [kick] = self.motion.poses().mark("kick")
        self.assertAlmostEqual(kick.time, 0.1, places=9)
        self.assertEqual(self.motion.poses().mark("punch"), [])

    def test_matrices_turn_as_quaternions_do(self):
        poses = self.motion.poses()
        turned = numpy.random.default_rng(1).normal(size=(poses.transforms.shape[0], 4))
        turned /= numpy.linalg.norm(turned, axis=1, keepdims=True)
        poses.transforms[:, 0, 3:] = turned
        matrices = poses.matrices(poses.bodies[0])
        point = numpy.array([0.3, -0.2, 0.7])
        w, u = turned[:, :1], turned[:, 1:]
        by_hand = point + 2 * numpy.cross(u, numpy.cross(u, point) + w * point)
        self.assertLess(numpy.abs(matrices[:, :3, :3] @ point - by_hand).max(), 1e-14)

    def test_the_measure_is_that_of_the_motion(self):
        [descent] = gambol.measure("a.yaml")["measurements"]
        fall = numpy.ptp(self.motion.poses().channel("ball/com")["z"])
        self.assertAlmostEqual(descent["value"] * {"m": 1, "cm": 0.01, "mm": 0.001}[descent["unit"]], fall, places=6)

    def refuses_every_flipped_bit(self, count):
        for name in ("0001.h5", "motion.h5"):
            path, random = self.motion.path.parent / "poses" / name, numpy.random.default_rng(7)
            whole = path.read_bytes()
            for bit in (*range(0, 8 * 512, 41), *random.integers(8 * 512, 8 * len(whole), count)):
                damaged = bytearray(whole)
                damaged[bit // 8] ^= 1 << bit % 8
                path.write_bytes(damaged)
                with self.assertRaises(gambol.PosesError, msg=(name, bit)):
                    self.motion.poses()
            for content in (*(whole[:cut] for cut in (len(whole) - 1, len(whole) // 2, 513, 511, 20)), whole + b" "):
                path.write_bytes(content)
                with self.assertRaises(gambol.PosesError, msg=(name, len(content))):
                    self.motion.poses()
            path.write_bytes(whole)

    def test_every_damage_is_found(self):
        import xxhash  # noqa: F401, which is what is tried
        self.refuses_every_flipped_bit(200)

    def test_every_damage_is_found_by_the_programs_library_too(self):
        with mock.patch.dict(sys.modules, xxhash=None):
            self.assertGreater(len(self.motion.poses().times), 0)
            self.refuses_every_flipped_bit(200)

    def test_nothing_is_sound_that_cannot_be_checked(self):
        with mock.patch.dict(sys.modules, xxhash=None), mock.patch("ctypes.CDLL", side_effect=OSError):
            with self.assertRaisesRegex(ImportError, "python3-xxhash"):
                self.motion.poses()

    def test_files_that_are_none_are_refused(self):
        path = self.motion.path.parent / "poses" / "motion.h5"
        whole = path.read_bytes()
        wrong = {"text": b"hello\n", "empty": b"", "cut": whole[:3000],
                 "newer": whole.replace(b"gambol motion 7", b"gambol motion 8", 1), "header": whole[:512]}
        for name, content in wrong.items():
            path.write_bytes(content)
            with self.assertRaises(gambol.PosesError, msg=name) as caught:
                self.motion.poses()
            self.assertIn("motion.h5", str(caught.exception))
        with self.assertRaises(FileNotFoundError):
            gambol.read_poses("nowhere/poses.h5")

    def test_a_motion_of_several_segments_is_whole(self):
        gambol.write_shot("long.yaml", PUFF | {"film": {"duration": "25 s"}})
        motion = gambol.simulate("long.yaml")
        self.assertTrue((motion.path.parent / "poses" / "0003.h5").is_file())
        poses = motion.poses()
        self.assertEqual(len(poses.times), 25001)
        with h5py.File(motion.path) as file:
            self.assertTrue(numpy.array_equal(poses.transforms, file["film/transforms"][:]))
            self.assertTrue(numpy.array_equal(poses.film_times, file["film/times"][:]))
            self.assertTrue(numpy.array_equal(poses.times, file["times"][:]))
            first = file["film/first_particle"][:].astype(int)
            for sample in (0, 959, 960, 961, 2400):
                self.assertTrue(numpy.array_equal(poses.particles(sample),
                                                  file["film/particles"][first[sample]:first[sample + 1]]), sample)
            for name in file["channels"].asstr():
                self.assertTrue(numpy.array_equal(poses.channel(name).values, file["tracks/" + name][:]), name)


class Program(unittest.TestCase):
    def test_what_it_does_not_understand_is_a_usage_error(self):
        with self.assertRaises(gambol.UsageError):
            gambol.simulate("a.yaml", out="")

    def test_only_reading_motions_needs_other_modules(self):
        words = "import sys; sys.modules['numpy'] = sys.modules['h5py'] = sys.modules['yaml'] = None; import gambol; print(gambol.to_yaml({'a': 1}))"
        done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, env={"PYTHONPATH": str(SOURCE / "python")})
        self.assertEqual(done.stdout, "a: 1\n\n", done.stderr)

    def test_json_of_check_has_all_fields_of_a_problem(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.yaml"
            path.write_text("shot: a\nfilm: 3\n")
            said = subprocess.run([PROGRAM, "check", path, "--format", "json"], capture_output=True, text=True).stdout
            for problem in json.loads(said)["files"][0]["problems"]:
                gambol.Problem(**problem)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
