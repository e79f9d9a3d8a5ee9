"""Reads BVH as Meredith and Maddock describe it, with channels in any order, and places its joints."""

import numpy as np

from usd_motion import rotation

UP = np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0.0]])  # y up to z up
AXES = {"X": 0, "Y": 1, "Z": 2}


def turn(axis, angle):
    c, s = np.cos(angle), np.sin(angle)
    matrix = np.eye(3)
    i, j = [(1, 2), (2, 0), (0, 1)][axis]
    matrix[i, i] = matrix[j, j] = c
    matrix[i, j], matrix[j, i] = -s, s
    return matrix


class Bvh:
    def __init__(self, path):
        self.words = open(path, encoding="utf-8").read().split()
        self.joints = []  # name, parent, offset, channels
        self.take("HIERARCHY", "ROOT")
        self.joint(-1)
        self.take("MOTION", "Frames:")
        frames = int(self.words.pop(0))
        self.take("Frame", "Time:")
        self.interval = float(self.words.pop(0))
        width = sum(len(channels) for _, _, _, channels in self.joints)
        self.values = np.array(self.words, float).reshape(frames, width)

    def take(self, *words):
        for word in words:
            found = self.words.pop(0)
            assert found == word, (found, word)

    def numbers(self, count):
        return np.array([float(self.words.pop(0)) for _ in range(count)])

    def joint(self, parent):
        name = self.words.pop(0)
        assert name not in [joint[0] for joint in self.joints], name
        self.take("{", "OFFSET")
        offset = self.numbers(3)
        self.take("CHANNELS")
        channels = [self.words.pop(0) for _ in range(int(self.words.pop(0)))]
        own = len(self.joints)
        self.joints.append((name, parent, offset, channels))
        while self.words[0] == "JOINT":
            self.words.pop(0)
            self.joint(own)
        if self.words[0] == "End":
            self.take("End", "Site", "{", "OFFSET")
            assert np.linalg.norm(self.numbers(3)) > 0, name
            self.take("}")
        self.take("}")

    def places(self, frame):
        """Position and rotation of each joint, by its name, with z up."""
        values = iter(self.values[frame])
        placed = []
        for name, parent, offset, channels in self.joints:
            place, matrix = offset.copy(), np.eye(3)
            for channel in channels:
                axis = AXES[channel[0]]
                if channel.endswith("position"):
                    place[axis] = next(values)
                else:
                    matrix = matrix @ turn(axis, np.radians(next(values)))
            if parent >= 0:
                place = placed[parent][0] + placed[parent][1] @ place
                matrix = placed[parent][1] @ matrix
            placed.append((place, matrix))
        return {joint[0]: (UP @ place, UP @ matrix @ UP.T) for joint, (place, matrix) in zip(self.joints, placed)}


def check_bodies(path, figure, poses):
    """How far joints are from the bodies, in parts of the scene's extent; rotations turn as bodies do."""
    bvh = Bvh(path)
    assert len(bvh.values) == len(poses.transforms) and abs(bvh.interval * poses.fps - 1) < 1e-8
    worst, before = 0, None
    for frame in poses.some_frames(7):
        places = bvh.places(frame)
        bodies = {name.partition("/")[2]: b for b, name in enumerate(poses.names) if name.startswith(figure + "/")}
        assert set(bodies) == set(places), figure
        turns = {}
        for name, b in bodies.items():
            place, matrix = places[name]
            worst = max(worst, np.abs(place - poses.transforms[frame, b, :3]).max() / poses.extent)
            # The joint's frame turns with the body: what is between them stays.
            turns[name] = matrix.T @ rotation(poses.transforms[frame, b, 3:])
            if before:
                assert np.abs(turns[name] - before[name]).max() < 1e-6, (name, frame)
        before = turns
    angles = [k for k, channel in enumerate(sum((joint[3] for joint in bvh.joints), [])) if channel[1:] == "rotation"]
    if len(bvh.values) > 1:
        assert np.abs(np.diff(bvh.values[:, angles], axis=0)).max() < 180, "angles run on from frame to frame"
    assert worst < 1e-5, worst
    return worst
