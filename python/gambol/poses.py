"""Reads a motion, docs/poses.md, into numpy arrays. SI units; axes x forward, y left, z up."""

import dataclasses
import difflib
import os
import re

from .checksum import checksum_of

LAYOUT = 7  # the version of the files' layout that this module reads


class PosesError(ValueError):
    """A file that holds no motion of gambol, is damaged, or has another layout."""


@dataclasses.dataclass(frozen=True)
class Channel:
    """A recorded channel: `values` [row, column] at the times of the motion's `times`."""
    name: str
    columns: tuple
    units: str
    help: str
    values: object

    def __getitem__(self, column):
        return self.values[:, index_of(column, self.columns, f"a column of {self.name}")]


@dataclasses.dataclass(frozen=True)
class Joint:
    """A joint's position, its rate and the force of its actuators (rad or m; rad/s or m/s; N*m or N), by row."""
    name: str
    position: object
    rate: object
    force: object  # None if it was not recorded


@dataclasses.dataclass(frozen=True)
class Mark:
    """A cue or an event, at a simulated time (s)."""
    time: float
    name: str
    text: str


def index_of(name, names, what):
    """Where a name is. Raises KeyError, with the nearest one, if it is not there."""
    if name in names:
        return list(names).index(name)
    near = difflib.get_close_matches(str(name), names, 1)
    raise KeyError(f"{name!r} is not {what}" + (f"; did you mean {near[0]!r}?" if near else f": {', '.join(names)}"))


class Poses:
    """A motion.

    film_times [sample] s, transforms [sample, body, 7], bodies: the film, samples_per_frame to a frame.
    times [row] s, channels: what was recorded beside it. marks: cues and events, in order.
    fps, frames, samples_per_frame, seed, shot, version, motion_hash, state_hash, failure ("" if there is none).
    """

    def __init__(self, file, segments):
        """`file`: motion.h5; `segments`: the segments in their order, open one at a time."""
        import numpy
        text = lambda name: tuple(map(str, file[name].asstr()[:]))
        self.film_times = file["film/times"][:]
        self.bodies = text("film/bodies")
        self.appears = file["film/appears"][:]
        self.figures = text("figures/names")
        self.masses = dict(zip(self.figures, map(float, file["figures/masses"][:])))
        self.emitters = text("film/emitters")
        self.marks = [Mark(float(time), name, said) for time, name, said in
                      zip(file["marks/times"][:], text("marks/names"), text("marks/texts"))]
        names = text("channels")
        parts = {name: [] for name in ("film/transforms", "film/particles", "times", *("tracks/" + n for n in names))}
        counts = []
        for segment in segments:
            # Every segment's film ends with the sample that the next one begins with.
            samples = int(segment.attrs["frames"]) * int(segment.attrs["samples_per_frame"])
            last = sum(map(len, parts["film/transforms"])) + samples + 1 == len(self.film_times)
            first = segment["film/first_particle"][: samples + last + 1]
            for name in parts:
                end = samples + last if name == "film/transforms" else int(first[-1]) if name == "film/particles" else None
                parts[name].append(segment[name][:end])
            counts.append(numpy.diff(first))
        whole = {name: numpy.concatenate(values) for name, values in parts.items()}
        self.transforms, self.times, self._particles = whole["film/transforms"], whole["times"], whole["film/particles"]
        self._first_particle = numpy.concatenate([[0], numpy.cumsum(numpy.concatenate(counts))]).astype(int)
        self.channels = {}
        for name in names:
            attrs = file["tracks/" + name].attrs
            self.channels[name] = Channel(name, text("columns/" + name), str(attrs["units"]), str(attrs["help"]),
                                          whole["tracks/" + name])
        for name in ("shot", "version", "motion_hash", "state_hash", "failure"):
            setattr(self, name, str(file.attrs[name]))
        self.fps = float(file.attrs["fps"])
        for name in ("frames", "samples_per_frame", "seed"):
            setattr(self, name, int(file.attrs[name]))

    @property
    def frame_times(self):
        """[frame] s, simulated: when each frame of the film begins."""
        return self.film_times[: self.frames * self.samples_per_frame : self.samples_per_frame]

    def positions(self, body):
        """[sample, 3] m: the origin of a body, "figure/body", in the world."""
        return self.transforms[:, self._body(body), :3]

    def orientations(self, body):
        """[sample, 4]: the unit quaternion w x y z of a body's frame in the world."""
        return self.transforms[:, self._body(body), 3:]

    def matrices(self, body):
        """[sample, 4, 4]: X_WB, which takes points of the body's frame to the world."""
        import numpy
        w, x, y, z = self.orientations(body).T
        matrices = numpy.zeros((len(w), 4, 4))
        matrices[:, :3, :3] = numpy.moveaxis(numpy.array([
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]), 2, 0)
        matrices[:, :3, 3] = self.positions(body)
        matrices[:, 3, 3] = 1
        return matrices

    def channel(self, name):
        """A channel by its name, "figure/channel"."""
        if name not in self.channels:
            index_of(name, tuple(self.channels), "a channel")
        return self.channels[name]

    def joints(self, figure):
        """The names of a figure's degrees of freedom, without those of its root."""
        return self.channel(f"{figure}/q").columns[7:]

    def joint(self, figure, name):
        """A degree of freedom of a figure, by its name."""
        index_of(name, self.joints(figure), f"a joint of {figure}")
        force = self.channels.get(f"{figure}/joint_force")
        return Joint(name, self.channel(f"{figure}/q")[name], self.channel(f"{figure}/v")[name],
                     force[name] if force and name in force.columns else None)

    def mark(self, name):
        """The marks of a name, in order; none if the cue or event did not happen."""
        return [mark for mark in self.marks if mark.name == name]

    def particles(self, sample):
        """[particle, 10] at a sample of the film: id, emitter, age, life, position, velocity."""
        return self._particles[self._first_particle[sample] : self._first_particle[sample + 1]]

    def _body(self, name):
        return index_of(name, self.bodies, "a body of the film")


HEADER = re.compile(rb"gambol (poses|motion) (\d+)\nchecksum ([0-9a-f]{32})\nmotion ([^\n]*)\nfilm ([^\n]*)\nframes (\d{1,9})\n *\n")
HEADER_SIZE = 512  # bytes


def sound_image(path, kind, whole):
    """The checksum of one of a motion's files and the HDF5 file in its bytes, once every byte is known to be as written."""
    refuse = lambda why: PosesError(f"{os.fsdecode(path)}: {why}")
    first = whole[:100].split(b"\n")[0].split()
    if first[:2] != [b"gambol", kind] or len(first) != 3:
        raise refuse("no poses of gambol")
    if first[2] != str(LAYOUT).encode():
        raise refuse(f"layout {first[2].decode(errors='replace')} of poses; this module reads {LAYOUT}")
    header = HEADER.fullmatch(whole[:HEADER_SIZE])
    if len(whole) < HEADER_SIZE or not header:
        raise refuse("damaged: its header is not right")
    _, _, checksum, motion, film, frames = header.groups()
    image = whole[HEADER_SIZE:]
    if checksum_of(image, motion, film, int(frames)) != checksum.decode():
        raise refuse("damaged or cut off: its content does not match its checksum")
    return checksum.decode(), image


def sound_file(path, kind, checksum=None):
    """Opens one of a motion's files: the very bytes that were checked, because HDF5 itself does not check what it reads."""
    import h5py
    with open(path, "rb") as file:
        found, image = sound_image(path, kind, file.read())
    if checksum not in (None, found):
        raise PosesError(f"{os.fsdecode(path)}: of another motion than the segments beside it")
    return h5py.File(h5py.h5f.open_file_image(image), "r")


def segments_of(file, folder):
    """The segments that motion.h5 names, each open until the next one is asked for."""
    for number, checksum in enumerate(file["segments/checksums"].asstr()[:], 1):
        with sound_file(os.path.join(folder, f"{number:04}.h5"), b"poses", str(checksum)) as segment:
            yield segment


def read_poses(path):
    """Reads a whole motion, of the path of its poses.h5. Raises PosesError if it is none of this layout, or damaged."""
    try:
        import h5py
    except ImportError as error:
        raise ImportError("read_poses() needs numpy and h5py (Debian: python3-numpy, python3-h5py)") from error
    folder = os.path.splitext(os.fsdecode(path))[0]
    try:
        with sound_file(os.path.join(folder, "motion.h5"), b"motion") as file:
            return Poses(file, segments_of(file, folder))
    except PosesError:
        raise
    except (OSError, KeyError, ValueError, TypeError, AttributeError, IndexError, RuntimeError) as error:
        if isinstance(error, FileNotFoundError):
            raise
        raise PosesError(f"{os.fsdecode(path)}: was not written by gambol: {error}") from error
