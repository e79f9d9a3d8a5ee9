#!/usr/bin/env python3
"""Opens a replay in headless Chromium and uses it: replay_browser.py GAMBOL SOURCE_FOLDER"""

import io
import json
import os
import subprocess
import sys
import tempfile
import unittest

import matplotlib.image
import numpy

from browser import Browser
from walk_shot import walk_shot

GAMBOL, SOURCE = sys.argv[1:3]

# A roach that begins to walk; its text would take over a page that let it.
HOSTILE = "</script><script>document.title='taken'</script><img src=x onerror=alert(1)>"
SHOT = walk_shot(SOURCE, HOSTILE)


class TheReplay(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        with open(os.path.join(cls.folder.name, "walk.yaml"), "w") as file:
            file.write(SHOT)
        subprocess.run([GAMBOL, "view", "walk.yaml", "--allow-path", SOURCE], cwd=cls.folder.name, check=True,
                       stdout=subprocess.PIPE, env={**os.environ, "GAMBOL_DATA": SOURCE})
        cls.browser = Browser(640, 480)
        cls.browser.open(os.path.join(cls.folder.name, "out/walk/walk.html"))

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.folder.cleanup()

    def tearDown(self):
        self.assertEqual(self.browser.problems, [])  # no error, no dialog, no request
        self.browser.run("for (const box of document.querySelectorAll('[data-layer]'))"
                         "  if (box.checked !== ['figures', 'ground'].includes(box.dataset.layer)) box.click()")
        self.browser.key("Home")

    def picture(self, of="picture"):
        """The pixels of an element, 0 to 1."""
        self.browser.settle()
        box = self.browser.run(f"document.getElementById('{of}').getBoundingClientRect().toJSON()")
        clip = {key: box[key] for key in ("x", "y", "width", "height")}
        return matplotlib.image.imread(io.BytesIO(self.browser.screenshot(clip)))[..., :3]

    def frame(self):
        return self.browser.run("document.getElementById('frame').textContent")

    def differ(self, a, b):
        """The part of pixels that differ visibly."""
        return (numpy.abs(a - b).max(axis=-1) > 0.05).mean()

    def test_draws_a_scene(self):
        picture = self.picture()
        self.assertGreater(picture.std(), 0.05)
        self.assertGreater(len(numpy.unique((picture * 32).astype(int).reshape(-1, 3), axis=0)), 50)

    def test_steps_through_frames(self):
        first, diagram = self.picture(), self.picture("diagram")
        self.assertEqual(self.frame(), "frame 1 / 24")
        self.browser.key("ArrowRight")
        self.assertEqual(self.frame(), "frame 2 / 24")
        self.browser.key("ArrowLeft")
        self.assertEqual(self.frame(), "frame 1 / 24")
        self.assertEqual(self.differ(first, self.picture()), 0)
        self.browser.key("End")
        self.assertEqual(self.frame(), "frame 24 / 24")
        self.assertGreater(self.differ(first, self.picture()), 0.01)
        self.assertGreater(self.differ(diagram, self.picture("diagram")), 0)  # its cursor
        self.browser.run("s = document.getElementById('slider'); s.value = 13; s.dispatchEvent(new Event('input'))")
        self.browser.settle()
        self.assertEqual(self.frame(), "frame 13 / 24")
        film = self.browser.run("document.getElementById('film-time').textContent")
        simulated = self.browser.run("document.getElementById('simulated-time').textContent")
        self.assertEqual((film, simulated), ("film 0.50 s", "simulated 0.0625 s"))
        self.assertEqual(self.browser.run("document.getElementById('news').textContent"), "walk")

    def test_plays_to_the_end_and_stops(self):
        self.browser.run("s = document.getElementById('speed'); s.value = 4; s.dispatchEvent(new Event('change'))")
        self.browser.key(" ")
        # A busy machine may have played it before it is asked, and within one drawing: only the end is sure to be seen.
        self.browser.run("""new Promise((done) => {
            const look = () => {
                const playing = document.getElementById('play').className === 'playing';
                const at = document.getElementById('frame').textContent;
                if (!playing && at === 'frame 24 / 24') done(0);
                else setTimeout(look, 20);
            };
            look();
        })""")
        self.assertEqual(self.frame(), "frame 24 / 24")

    def test_every_layer_shows_and_hides(self):
        self.browser.key("End")
        layers = json.loads(self.browser.run(
            "JSON.stringify([...document.querySelectorAll('[data-layer]')].map((e) => e.dataset.layer))"))
        self.assertEqual(layers, ["figures", "ground", "forces", "paths", "balance", "names"])
        before = self.picture("stage")
        for layer in layers:
            self.browser.click(f"[data-layer={layer}]")
            self.assertGreater(self.differ(before, self.picture("stage")), 1e-4, layer)
            self.browser.click(f"[data-layer={layer}]")
            self.assertEqual(self.differ(before, self.picture("stage")), 0, layer)

    def test_a_drag_leaves_the_shots_camera_and_a_button_returns_to_it(self):
        before = self.picture()
        for kind, x in [("mousePressed", 200), ("mouseMoved", 280), ("mouseReleased", 280)]:
            self.browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=150, button="left", buttons=1,
                              clickCount=1)
        chosen = "document.getElementById('shot-camera').classList.contains('chosen')"
        self.browser.settle()
        self.assertFalse(self.browser.run(chosen))
        self.assertGreater(self.differ(before, self.picture()), 0.05)
        self.browser.click("#shot-camera")
        self.assertTrue(self.browser.run(chosen))
        self.assertEqual(self.differ(before, self.picture()), 0)

    def test_text_of_the_shot_is_shown_as_text(self):
        self.assertEqual(self.browser.run("document.getElementById('about').textContent"), HOSTILE)
        self.assertEqual(self.browser.run("document.title"), "walk")
        self.assertEqual(self.browser.run("document.images.length"), 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
