"""Runs the program, and turns its exit codes into exceptions."""

import dataclasses
import os
import pathlib
import shutil
import subprocess


@dataclasses.dataclass(frozen=True)
class Problem:
    """What is wrong at a place of a file. Lines and columns count from 1; 0 where no line is at fault."""
    file: str
    message: str  # as `gambol check` prints it
    line: int = 0
    column: int = 0
    key: str = ""
    found: str = ""
    expected: str = ""


class InputError(ValueError):
    """Files with problems: all of them, in `problems`."""

    def __init__(self, problems):
        self.problems = list(problems)
        super().__init__("\n".join(problem.message for problem in self.problems))


class RunError(RuntimeError):
    """A command that failed (exit codes 4 and 5): `code`, and what it said."""

    def __init__(self, code, said):
        self.code = code
        super().__init__(said or f"gambol ended with {code}")


class UsageError(RunError):
    """A command that the program does not understand (exit code 2)."""


def program():
    """The program's path: $GAMBOL, or `gambol` on the path, or the launcher of the checkout that this module is in."""
    named = os.environ.get("GAMBOL") or shutil.which("gambol")
    if named:
        return named
    launcher = pathlib.Path(__file__).resolve().parents[2] / "gambol"
    if launcher.is_file():
        return str(launcher)
    raise FileNotFoundError("no program gambol on the path; $GAMBOL may name it")


def as_file(name):
    """The words for a file, which no option may begin like."""
    text = os.fsdecode(name)
    return os.path.join(".", text) if text.startswith("-") else text


def run(verb, *words, may_end_with=(0,)):
    """Runs a verb. Returns its exit code, one of `may_end_with`, its output and what it said (on standard error)."""
    done = subprocess.run([program(), verb, *words], capture_output=True, stdin=subprocess.DEVNULL)
    # As names of files, which may hold line ends and any bytes: nothing is translated.
    output, said = os.fsdecode(done.stdout), os.fsdecode(done.stderr)
    if done.returncode in may_end_with:
        return done.returncode, output, said
    error = UsageError if done.returncode == 2 else RunError
    raise error(done.returncode, said.strip())
