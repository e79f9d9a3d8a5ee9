#!/usr/bin/env python3
"""Compares pictures of the page with rendered frames, mean colour and luminance: page_light.py GAMBOL SOURCE_FOLDER

Small pictures of one made-up scene in many lights, as the processor draws the page here.
"""

import io
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import matplotlib.image
import numpy

from browser import Browser

GAMBOL, SOURCE = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])

# Bounds of docs/preview.md: of the mean colour as shown, from 0 to 1, and of the mean luminance, as a share.
COLOUR, LUMINANCE = 0.03, 0.2

FIGURE = """figure: things
density: 1 g/cm3
bodies:
  - {name: box, material: plain, shapes: [{box: [3 cm, 3 cm, 3 cm], at: [0, 3 cm, 1.5 cm]}]}
  - {name: ball, parent: box, at: [0, -2 cm, 2 cm], joint: {type: fixed}, material: second, shapes: [{sphere: 2 cm}]}
"""

SHOT = """shot: {name}
film: {{fps: 24, duration: 0.1 s, {film}}}
world: {{ground: {{contact: {{strength: 0}}}}}}
figures: [{{name: things, file: things.yaml, fixed_root: true}}]
camera: {camera}
look:
  materials:
    plain: {{color: [0.5, 0.3, 0.15], roughness: 0.6}}
    second: {{color: [0.15, 0.3, 0.5], roughness: 0.4}}
    floor: {{color: [0.35, 0.35, 0.35], roughness: 0.8, textures: [{floor}]}}
  ground: {{material: floor, extent: 1 m}}
  {look}
"""
CAMERA = "{position: [22 cm, -6 cm, 14 cm], target: [0, 0, 2 cm], focal_length: 40 mm}"
DIM = "sky: {zenith: [0.1, 0.1, 0.12], horizon: [0.1, 0.1, 0.1], nadir: [0.1, 0.1, 0.1]}"

CASES = {
    "gradient": dict(look="sky: {zenith: [0.3, 0.4, 0.7], horizon: [0.6, 0.6, 0.6]}"),
    "physical": dict(look="sky: {model: physical, sun_elevation: 40 deg, sun_azimuth: 60 deg}\n  exposure: -1"),
    "low_sun": dict(look="sky: {model: physical, sun_elevation: 12 deg, sun_azimuth: -80 deg, haze: 3}"),
    "picture": dict(look="sky: {model: image, image: sky.pfm, turn: 30 deg}"),
    "sun": dict(look=f"lights: [{{kind: sun, direction: [-1, 0.4, -1], intensity: 2.5}}]\n  {DIM}"),
    "area": dict(look="lights: [{kind: area, position: [10 cm, -30 cm, 35 cm], target: [0, 0, 0], width: 20 cm, height: 20 cm, intensity: 5}]\n  " + DIM),
    "disc": dict(look="lights: [{kind: disc, position: [-10 cm, -30 cm, 35 cm], target: [0, 0, 0], radius: 8 cm, intensity: 9, color: [1, 0.8, 0.5]}]\n  " + DIM),
    "ball_light": dict(look="lights: [{kind: sphere, position: [15 cm, 15 cm, 25 cm], radius: 4 cm, intensity: 25, color: [0.6, 0.8, 1]}]\n  " + DIM),
    "spot": dict(look="lights: [{kind: spot, position: [10 cm, -20 cm, 35 cm], target: [0, 0, 0], radius: 1 cm, cone: 25 deg, soft: 0.3, intensity: 0.35}]\n  " + DIM),
    "filmic": dict(look="sky: {zenith: [0.9, 1.1, 1.6], horizon: [1.5, 1.4, 1.3]}\n  tone: {curve: filmic, contrast: 1.3, saturation: 0.6}"),
    "clipped": dict(look="sky: {zenith: [0.9, 1.1, 1.6], horizon: [1.5, 1.4, 1.3]}\n  tone: srgb\n  exposure: 0.5"),
    "grid": dict(floor="{type: grid, space: world, size: 2 cm, width: 3 mm, bold_every: 3, bold_width: 6 mm, color: [0.7, 0.05, 0.05]}"),
    "checker": dict(floor="{type: checker, space: world, size: 3 cm, color: [0.02, 0.2, 0.05]}"),
    "noise": dict(floor="{type: noise, space: world, size: 4 cm, contrast: 3, color: [0.7, 0.6, 0.1]}"),
    "stone": dict(floor="{type: stone, space: world, size: 3 cm, joint: 0.2, variety: 0.9, color: [0.05, 0.1, 0.4]}"),
    "image": dict(floor="{type: image, space: world, size: 12 cm, file: tiles.pfm}"),
    "emission": dict(floor="{type: checker, space: world, size: 6 cm, on: emission, color: [0.2, 0.1, 0.3]}"),
    "wide": dict(film="aspect: 2.4, pixel_aspect: 2"),
    "panels_seen": dict(look="lights: [{kind: sphere, position: [-10 cm, 8 cm, 8 cm], radius: 3 cm, intensity: 3, seen: true}]\n  " + DIM),
}
# Light that the page's neutral case has.
DAY = "sky: {zenith: [0.35, 0.4, 0.5], horizon: [0.5, 0.5, 0.5]}\n  lights: [{kind: sun, direction: [-1, 0.4, -1], intensity: 1.2, angle: 3 deg}]"


def write_sky(path):
    """A picture of 64 x 32 pixels: bluish above, brown below, a small sun."""
    y, x = numpy.mgrid[0:32, 0:64]
    light = numpy.where((y < 16)[..., None], [0.3, 0.4, 0.6], [0.2, 0.15, 0.1]).astype("<f4")
    light[8, 20] = [120, 110, 90]
    with open(path, "wb") as file:
        file.write(b"PF\n64 32\n-1.0\n" + light[::-1].tobytes())


def write_tiles(path):
    """A picture of 8 x 8 tiles of 8 pixels, each of a colour of its own."""
    tiles = numpy.random.default_rng(1).uniform(0.05, 0.7, (8, 8, 3)).astype("<f4")
    with open(path, "wb") as file:
        file.write(b"PF\n64 64\n-1.0\n" + tiles.repeat(8, axis=0).repeat(8, axis=1).tobytes())


def shrunk(picture, rows, columns):
    """Means over equal cells, whose edges may cut pixels. (numpy.array_split puts the larger pieces first, so that of 300
    pixels in 40 cells those in the middle lie 10 pixels too far to the right.)"""
    def shares(pixels, cells):
        edges = numpy.linspace(0, pixels, cells + 1)[:, None]
        begins = numpy.arange(pixels)
        covered = numpy.minimum(begins + 1, edges[1:]) - numpy.maximum(begins, edges[:-1])
        return numpy.maximum(covered, 0) * cells / pixels
    return numpy.einsum("ry,yxc,sx->rsc", shares(picture.shape[0], rows), picture, shares(picture.shape[1], columns))


def agreement(a, b):
    """Correlation of two pictures, over all pixels and colours."""
    a, b = (p - p.mean(axis=(0, 1)) for p in (a, b))
    return (a * b).sum() / numpy.sqrt((a * a).sum() * (b * b).sum())


class ThePage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="gambol_light_")
        cls.addClassCleanup(cls.folder.cleanup)
        folder = pathlib.Path(cls.folder.name)
        (folder / "things.yaml").write_text(FIGURE)
        (folder / "little.yaml").write_text("preset: little\nwidth: 160\nheight: 90\nsamples: 16\nbounces: 3\nlayers: false\n")
        write_sky(folder / "sky.pfm")
        write_tiles(folder / "tiles.pfm")
        cls.browser = Browser(300, 400)
        cls.addClassCleanup(cls.browser.close)

    def gambol(self, *words):
        done = subprocess.run([GAMBOL, *words], cwd=self.folder.name, capture_output=True, text=True,
                              env={**os.environ, "GAMBOL_DATA": SOURCE})
        self.assertIn(done.returncode, (0, 4), done.stderr)

    def pictures(self, name, film="", camera=CAMERA, floor="", look=DAY, shot=SHOT):
        path = pathlib.Path(self.folder.name) / f"{name}.yaml"
        path.write_text(shot.format(name=name, film=film or "playback: 1", camera=camera, floor=floor, look=look))
        self.gambol("render", path.name, "--preset", "little.yaml", "--frames", "1", "--no-exr")
        self.gambol("view", path.name)
        frame = matplotlib.image.imread(f"{self.folder.name}/out/{name}/little/{name}.0001.png")[..., :3]
        self.browser.open(f"{self.folder.name}/out/{name}/{name}.html#patterns")  # though the processor draws
        self.browser.run("for (const id of ['cameras', 'cast', 'gate', 'news', 'labels']) document.getElementById(id).style.display = 'none'")
        self.browser.settle()
        gate = self.browser.run("""(() => {
            const box = document.getElementById('picture').getBoundingClientRect();
            const style = document.getElementById('gate').style;
            const [x, y, width, height] = ['left', 'top', 'width', 'height'].map((side) => parseFloat(style[side]));
            return { x: box.x + x, y: box.y + y, width, height };
        })()""")
        page = matplotlib.image.imread(io.BytesIO(self.browser.screenshot(gate)))[..., :3]
        if os.environ.get("KEEP"):  # to look at both
            matplotlib.image.imsave(f"{os.environ['KEEP']}/{name}.film.png", frame)
            matplotlib.image.imsave(f"{os.environ['KEEP']}/{name}.page.png", page)
        return frame, page

    def compare(self, name, **what):
        frame, page = self.pictures(name, **what)
        self.assertEqual(self.browser.problems, [])
        linear = lambda c: numpy.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4) @ [0.2126, 0.7152, 0.0722]
        colours = frame.mean(axis=(0, 1)), page.mean(axis=(0, 1))
        apart = numpy.abs(colours[0] - colours[1]).max()
        ratio = linear(page).mean() / linear(frame).mean()
        print(f"{name:12} colour {colours[0].round(3)} {colours[1].round(3)} apart {apart:.3f}  luminance ratio {ratio:.3f}", flush=True)
        self.assertLess(apart, COLOUR, name)
        self.assertLess(abs(ratio - 1), LUMINANCE, name)
        return frame, page

    def test_mean_colour_and_luminance_are_the_films(self):
        for name, what in CASES.items():
            with self.subTest(name):
                self.compare(name, **what)

    # The patterns lie where those of the film do. Whether the bound would tell is tested, too: of pictures that are moved by 4
    # of the page's 300 pixels, beside what enters at the border, none passes.
    def test_patterns_are_at_the_same_places(self):
        flat = "{position: [0, 0, 40 cm], target: [0, 0, 0], focal_length: 60 mm}"
        bound = 0.95
        for name in ("grid", "checker", "noise", "stone", "image"):
            with self.subTest(name):
                frame, page = self.pictures("flat_" + name, camera=flat, **CASES[name])
                inner = lambda picture: shrunk(picture, 45, 80)[3:-3, 3:-3]
                together = agreement(inner(frame), inner(page))
                moved = max(agreement(inner(frame), inner(numpy.roll(page, by, axis))) for by in (-4, 4) for axis in (0, 1))
                print(f"{name:12} agreement {together:.3f}, moved by 4 pixels at most {moved:.3f}", flush=True)
                self.assertGreater(together, bound)
                self.assertLess(moved, bound)

    # A slanting wire of a third of a pixel, bright before black and dark before white: its light, or what it hides, and
    # that no row of pixels is without it.
    def test_parts_thinner_than_a_pixel_are_seen_as_such(self):
        folder = pathlib.Path(self.folder.name)
        (folder / "mast.yaml").write_text(
            "figure: mast\ndensity: 1 g/cm3\nbodies:\n  - {name: mast, material: glow, shapes: "
            "[{cylinder: {radius: 0.15 mm, length: 8 cm}, at: [0, 0, 2 cm], rotate: [x 80 deg]}]}\n")
        for name, sky, glow in (("bright", 0, 0.6), ("dark", 0.6, 0)):
            with self.subTest(name):
                level = f"[{sky}, {sky}, {sky}]"
                shot = SHOT.replace("things.yaml", "mast.yaml").replace("  ground: {{material: floor, extent: 1 m}}\n", "")
                shot = shot.replace("plain: {{color: [0.5, 0.3, 0.15], roughness: 0.6}}",
                                    f"glow: {{{{color: [0, 0, 0], specular: 0, emission: [{glow}, {glow}, {glow}]}}}}")
                frame, page = self.pictures("mast_" + name, shot=shot,
                                            camera="{position: [22 cm, 0, 2 cm], target: [0, 0, 2 cm], focal_length: 40 mm}",
                                            look=f"sky: {{zenith: {level}, horizon: {level}, nadir: {level}}}")
                light = lambda c: numpy.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)[..., 1]
                film, here = numpy.abs(light(frame) - sky), numpy.abs(light(page) - sky)
                ratio = (here.sum() / here.size) / (film.sum() / film.size)
                print(f"mast {name:8} light ratio {ratio:.3f}", flush=True)
                self.assertLess(abs(ratio - 1), 0.35)
                rows = here.max(axis=1)
                inside = rows[len(rows) // 4 : 3 * len(rows) // 4]
                self.assertGreater(inside.min(), 0.2 * inside.max())

    def test_a_sky_that_is_not_seen_is_black(self):
        frame, page = self.pictures("unseen", camera="{position: [22 cm, -6 cm, 3 cm], target: [0, 0, 3 cm]}",
                                    look="sky: {model: physical, seen: false}\n  exposure: -1")
        for picture in (frame, page):
            self.assertLess(picture[:4].max(), 0.01)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
