"""Reads motions of gambol into numpy arrays, and writes, checks, simulates and measures shots.

It runs the program `gambol`; it is no binding to its solver. docs/python.md shows how it is used.
Only read_poses() needs anything beyond Python: numpy, h5py and xxhash (Debian: python3-numpy, python3-h5py,
python3-xxhash; where gambol is installed, so is libxxhash, which does instead of the last one).
"""

from .poses import Channel, Joint, Mark, Poses, PosesError, read_poses
from .program import InputError, Problem, RunError, UsageError, program
from .runs import Motion, check, measure, simulate
from .shots import to_yaml, write_shot

__all__ = [
    "Channel", "InputError", "Joint", "Mark", "Motion", "Poses", "PosesError", "Problem", "RunError", "UsageError",
    "check", "measure", "program", "read_poses", "simulate", "to_yaml", "write_shot",
]
