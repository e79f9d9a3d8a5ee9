"""Reading EXR files and measuring how pictures differ. Needs numpy and oiiotool (openimageio-tools)."""
import struct
import subprocess
import tempfile

import numpy as np


def read_exr(path):
    """height x width x 3, linear."""
    with tempfile.NamedTemporaryFile(suffix=".exr") as plain:
        subprocess.run(["oiiotool", "--wildcardoff", path, "--ch", "R,G,B", "-d", "float", "--compression", "none", "-o", plain.name], check=True)
        raw = open(plain.name, "rb").read()
    at, attributes = 8, {}
    while raw[at]:
        name, rest = raw[at:].split(b"\0", 1)[0], at
        at += len(name) + 1
        kind = raw[at:at + 64].split(b"\0", 1)[0]
        at += len(kind) + 1
        size = struct.unpack_from("<i", raw, at)[0]
        attributes[name] = raw[at + 4:at + 4 + size]
        at += 4 + size
    x0, y0, x1, y1 = struct.unpack("<4i", attributes[b"dataWindow"])
    width, height = x1 - x0 + 1, y1 - y0 + 1
    first = struct.unpack_from("<Q", raw, at + 1)[0]
    rows = np.frombuffer(raw, np.uint8, offset=first, count=height * (8 + 12 * width)).reshape(height, -1)
    planes = rows[:, 8:].copy().view("<f4").reshape(height, 3, width)
    return planes[:, ::-1, :].transpose(0, 2, 1).astype(float)  # channels are stored as B, G, R


def as_shown(light, exposure=0.0):
    """About what a screen shows: clipped, sRGB."""
    c = np.clip(light * 2.0**exposure, 0, 1)
    return np.where(c <= 0.0031308, 12.92 * c, 1.055 * c ** (1 / 2.4) - 0.055)


def rms(difference):
    return float(np.sqrt(np.mean(np.square(difference))))


def blurred(picture, side):
    """Means over squares."""
    h, w, _ = picture.shape
    cut = picture[: h // side * side, : w // side * side]
    return cut.reshape(h // side, side, w // side, side, 3).mean(axis=(1, 3))
