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


# Five of them, close together.
HERD = SHOT.split("figures:")[0] + "figures:\n" + "".join(f"""\
  - name: roach_{k}
    file: {SOURCE}/figures/roach.yaml
    at: [{2 * k} cm, {3 * k} cm, 1.85 cm]
    skills:
      - {{type: oscillators, name: gait, frequency: 10 Hz, step_time: 50 ms, delay: 50 ms}}
""" for k in range(5)) + "cues:\n" + "".join(f"  - {{name: walk_{k}, at: 20 ms, start: roach_{k}.gait}}\n" for k in range(5)) + f"""\
  - {{name: a cue with a long name, at: 124 ms, start: roach_0.gait}}
camera: {{position: [-20 cm, -30 cm, 16 cm], target: [4 cm, 6 cm, 0]}}
look: {{file: {SOURCE}/render/looks/plate.yaml}}
"""


class APage(unittest.TestCase):
    shot = SHOT

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        with open(os.path.join(cls.folder.name, "walk.yaml"), "w") as file:
            file.write(cls.shot)
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

    def text(self, of):
        return self.browser.run(f"document.getElementById('{of}').textContent")

    def go_to(self, frame):
        self.browser.run(f"s = document.getElementById('slider'); s.value = {frame}; s.dispatchEvent(new Event('input'))")
        self.browser.settle()


class TheReplay(APage):
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

    def test_in_and_out_are_played_over_and_over(self):
        self.browser.run("s = document.getElementById('speed'); s.value = 4; s.dispatchEvent(new Event('change'))")
        self.go_to(15)
        self.browser.key("o")
        self.go_to(11)
        self.browser.key("i")
        self.assertEqual((self.text("in"), self.text("out")), ("in 11", "out 15"))
        shown = json.loads(self.browser.run("""new Promise((done) => {
            const shown = [];
            new MutationObserver(() => {
                shown.push(parseInt(document.getElementById('frame').textContent.slice(6)));
                const rounds = shown.filter((at, k) => k && at < shown[k - 1]).length;
                if (rounds >= 3) done(JSON.stringify(shown));
            }).observe(document.getElementById('frame'), { childList: true });
            document.getElementById('play').click();
        })"""))
        self.assertEqual((min(shown), max(shown)), (11, 15))
        self.browser.key(" ")
        self.browser.key("Home")  # all frames can be looked at all the same
        self.assertEqual(self.frame(), "frame 1 / 24")
        for frame, key, button in [(11, "i", "in"), (15, "o", "out")]:
            self.go_to(frame)
            self.browser.key(key)
            self.assertEqual(self.text(button), button)
        self.assertTrue(self.browser.run("document.getElementById('range').hidden"))
        self.go_to(9)
        self.browser.key("i")
        self.go_to(4)
        self.browser.key("o")  # before the in: of the two the last one counts
        self.assertEqual((self.text("in"), self.text("out")), ("in", "out 4"))
        self.browser.key("o")

    def test_explains_its_keys(self):
        isOpen = "document.getElementById('keys').open"
        self.browser.key("?")
        self.assertTrue(self.browser.run(isOpen))
        keys = json.loads(self.browser.run("JSON.stringify([...document.querySelectorAll('#keys kbd')].map((e) => e.textContent))"))
        self.assertEqual(keys, ["space", "←", "→", "Home", "End", "i", "o", "c", "f", "?"])
        self.browser.key("End")
        self.assertEqual(self.frame(), "frame 1 / 24")  # no key moves what the list hides
        self.browser.key("?")
        self.assertFalse(self.browser.run(isOpen))
        self.browser.click("#show-keys")
        self.assertTrue(self.browser.run(isOpen))
        self.browser.click("#hide-keys")
        self.assertFalse(self.browser.run(isOpen))

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


class AHerd(APage):
    shot = HERD

    def rectangles(self, selector):
        """Those that are seen, as (left, top, right, bottom)."""
        return json.loads(self.browser.run(
            f"JSON.stringify([...document.querySelectorAll('{selector}')].filter((e) => e.offsetWidth)"
            ".map((e) => { const r = e.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; }))"))

    def test_labels_never_collide(self):
        for layer in ["names", "forces"]:
            self.browser.click(f"[data-layer={layer}]")
        self.browser.run("document.getElementById('cast').open = true")
        most = 0
        for frame in range(1, 25, 4):
            self.go_to(frame)
            labels = self.rectangles("#labels span")
            most = max(most, len(labels))
            taken = labels + self.rectangles("#cast, #cameras, #news, #failure")
            for k, a in enumerate(labels):
                for b in taken[k + 1:]:
                    self.assertTrue(a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], (frame, a, b))
            left, top, right, bottom = self.rectangles("#stage")[0]
            for a in labels:
                self.assertTrue(left <= a[0] and top <= a[1] and a[2] <= right and a[3] <= bottom, (frame, a))
        self.assertGreater(most, 10)  # of 35, close together
        self.browser.run("document.getElementById('cast').open = false")

    def test_nothing_of_the_head_overlaps(self):
        parts = self.rectangles("header > :not(#titles), #titles > *")
        for k, a in enumerate(parts):
            for b in parts[k + 1:]:
                self.assertTrue(a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], (a, b))

    def test_lists_its_figures(self):
        names = json.loads(self.browser.run("JSON.stringify([...document.querySelectorAll('#cast li')].map((e) => e.textContent))"))
        self.assertEqual(names, [f"roach_{k}" for k in range(5)])
        self.assertEqual(self.text("cast-count"), "5")
        before = self.picture()
        for k in range(5):
            self.browser.click(f"#cast [data-figure=roach_{k}] input")
        hidden = self.picture()
        self.browser.click("[data-layer=figures]")
        self.assertEqual(self.differ(hidden, self.picture()), 0)  # all of them, and their shadows
        self.browser.click("[data-layer=figures]")
        for k in range(5):
            self.browser.click(f"#cast [data-figure=roach_{k}] input")
        self.assertEqual(self.differ(before, self.picture()), 0)

    def test_looks_at_a_figure_and_goes_along(self):
        self.browser.click("[data-layer=names]")
        for name in ["roach_4", "roach_0"]:
            self.browser.click(f"#cast [data-figure={name}] button")
            self.assertFalse(self.browser.run("document.getElementById('shot-camera').classList.contains('chosen')"))
            self.assertTrue(self.browser.run("document.getElementById('ride').classList.contains('chosen')"))
            label = [e for e in json.loads(self.browser.run(
                "JSON.stringify([...document.querySelectorAll('#labels span')].filter((e) => e.offsetWidth)"
                ".map((e) => { const r = e.getBoundingClientRect(); return [e.textContent, r.x + r.width / 2, r.y]; }))")) if e[0] == name]
            left, top, right, bottom = self.rectangles("#stage")[0]
            self.assertLess(abs(label[0][1] - (left + right) / 2), 0.2 * (right - left))
            self.assertLess(abs(label[0][2] - (top + bottom) / 2), 0.3 * (bottom - top))
        self.browser.key("c")

    def test_rows_of_a_figure_fold(self):
        folds = "JSON.stringify([...document.querySelectorAll('#folds button')].map((e) => [e.textContent, e.ariaExpanded]))"
        first = json.loads(self.browser.run(folds))
        self.assertEqual([name.split()[1] for name, _ in first], [f"roach_{k}" for k in range(5)])
        self.assertEqual([is_open for _, is_open in first], ["true", "false", "false", "false", "false"])  # 30 rows are too many
        height = lambda: self.browser.run("document.getElementById('diagram').clientHeight")  # noqa: E731
        before, picture = height(), self.picture()
        self.browser.click("#folds button:nth-child(2)")
        self.assertEqual(height() - before, 6 * 16)
        self.assertEqual(json.loads(self.browser.run(folds))[1][1], "true")
        self.browser.click("#folds button:nth-child(2)")
        self.assertEqual(height(), before)
        self.assertEqual(self.differ(picture, self.picture()), 0)
        self.browser.click("#folds button:nth-child(1)")
        self.assertEqual(before - height(), 6 * 16)
        self.browser.click("#folds button:nth-child(1)")


del APage  # it has no shot of its own


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
