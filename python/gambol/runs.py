"""Checks, simulates and measures shots by the program."""

import dataclasses
import json
import os
import pathlib

from .poses import read_poses
from .program import InputError, Problem, RunError, as_file, run

BAD_INPUT, BAD_MOTION = 3, 4  # exit codes


def check(*shots):
    """Raises InputError with every problem of these files (FILE, FILE@TAKE, or folders of YAML files)."""
    if not shots:
        raise TypeError("check() needs a file")
    code, output, _ = run("check", *map(as_file, shots), "--format", "json", may_end_with=(0, BAD_INPUT))
    if code == 0:
        return
    found = json.loads(output)
    problems = [Problem(**problem) for file in found["files"] for problem in file["problems"]]
    raise InputError(dict.fromkeys(problems))  # takes repeat the problems of their shot


def run_shot(verb, shot, *words):
    code, output, said = run(verb, as_file(shot), *words, may_end_with=(0, BAD_INPUT, BAD_MOTION))
    if code == BAD_INPUT:
        check(shot)  # raises, unless another file than the shot is at fault
        raise RunError(code, said.strip())
    return code, output, said


def out_of(out):
    return () if out is None else ("--out", as_file(out))


@dataclasses.dataclass(frozen=True)
class Motion:
    """A shot that was simulated."""
    shot: str
    path: pathlib.Path  # of the poses
    passed: bool  # whether every expectation was met
    missed: tuple  # what was missed, as the program says it

    def poses(self):
        return read_poses(self.path)


def simulate(shot, out=None):
    """Simulates a shot (FILE or FILE@TAKE) anew and returns its Motion, even if expectations were missed.

    `out`: the folder of all results, instead of the project's. Raises InputError as check() does, and RunError if
    there is no motion to look at.
    """
    code, output, said = run_shot("simulate", shot, *out_of(out))
    path = pathlib.Path(output.removesuffix("\n"))
    if not path.is_file():  # none, or several lines with one each
        raise RunError(code, said.strip() or "one shot, or one take of it, can be simulated at a time")
    missed = tuple(line.removeprefix("missed: ") for line in said.split("\n") if line.startswith("missed: "))
    return Motion(os.fsdecode(shot), path, code == 0, missed)


def measure(shot, out=None):
    """What `gambol measure --json` prints: of a shot a dictionary, of FILE@PATTERN a list of them.

    It simulates first if necessary. Raises as simulate() does; a missed expectation is no error.
    """
    code, output, said = run_shot("measure", shot, "--json", *out_of(out))
    if not output.strip():
        raise RunError(code, said.strip())
    return json.loads(output)
