"""The placements of bodies in a film's frames, from its poses."""

import h5py
import numpy as np


class Poses:
    """Frames `first` to before `end` of the film, counted from 0; or all samples of these frames, as frames."""

    def __init__(self, path, first=0, end=None, samples=False):
        with h5py.File(path) as file:
            per_frame = int(file.attrs["samples_per_frame"])
            end = end or int(file.attrs["frames"])
            self.parts = per_frame if samples else 1
            rows = slice(first * per_frame, end * per_frame, per_frame // self.parts)
            self.names = [name.decode() for name in file["film/bodies"][:]]
            self.transforms = file["film/transforms"][rows]  # frame, body, x y z w x y z
            self.appears, self.times = file["film/appears"][:], file["film/times"][rows]
            self.fps = float(file.attrs["fps"]) * self.parts
            begins = file["film/first_particle"][:].astype(int)
            self.particles = [file["film/particles"][begins[k]:begins[k + 1]]
                              for k in range(rows.start, rows.stop, rows.step)] if begins.size else []
        self.first = first
        self.extent = np.ptp(self.transforms[:, :, :3].reshape(-1, 3), axis=0).max()

    def is_there(self, frame, body):
        return self.times[frame] >= self.appears[body]

    def code(self, frame):
        """The time code of USD: frames of the film, counted from 1."""
        return 1 + self.first + frame / self.parts

    def some_frames(self, count):
        return np.unique(np.linspace(0, len(self.transforms) - 1, count).astype(int))
