#!/usr/bin/env python3
"""Uses the page of `gambol watch` in headless Chromium: watch_browser.py GAMBOL SOURCE_FOLDER"""

import contextlib
import os
import re
import sys
import time
import unittest

import h5py
import numpy
import yaml

from watched import LONG, PATIENCE, SHOT, Watched

from browser import Browser, differ  # beside the tests of exchange, where watched looks


class ThePage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.watched = Watched()
        cls.addClassCleanup(cls.leave)
        cls.browser = Browser(640, 560, origin=f"http://127.0.0.1:{cls.watched.port}/")
        cls.addClassCleanup(cls.browser.close)
        cls.browser.call("Page.navigate", url="file://" + cls.watched.door)
        entered = False
        while not entered:
            with contextlib.suppress(RuntimeError):  # asked between two pages
                cls.await_page("location.pathname === '/'")
                entered = True
        cls.await_page("document.documentElement?.dataset.whole === 'true'")

    @classmethod
    def leave(cls):
        door, code = cls.watched.door, cls.watched.end()
        assert code == 130, code  # as Ctrl-C
        assert not os.path.exists(door)
        cls.watched.folder.cleanup()

    def setUp(self):
        self.browser.problems.clear()

    def tearDown(self):
        if self.watched.text != SHOT:
            self.save_and_see(SHOT)  # the next test may not take it for a scene of its own
        self.assertEqual(self.browser.problems, [])  # no error, and nothing asked of anybody else

    @classmethod
    def await_page(cls, condition):
        end = time.monotonic() + PATIENCE
        while not cls.browser.run(condition):
            if time.monotonic() > end:
                raise TimeoutError(condition)
            time.sleep(0.02)

    def scene(self):
        return int(self.browser.run("document.documentElement.dataset.scene"))

    def save_and_see(self, text, by_renaming=False):
        """Saves, and waits until the page shows a whole new scene."""
        before = self.scene()
        self.watched.save(text, by_renaming)
        self.await_page(f"document.documentElement.dataset.scene > {before}"
                        " && document.documentElement.dataset.whole === 'true'")

    def picture(self, of="picture"):
        return self.browser.picture(of)

    def gate(self):
        """The pixels of the film's frame, without its border."""
        picture = self.picture("stage")
        height, width = picture.shape[:2]
        h = min(height, width * 9 // 16)
        w = min(width, height * 16 // 9)
        top, left = (height - h) // 2, (width - w) // 2
        return picture[top + 2:top + h - 40, left + 2:left + w - 2]  # above the buttons

    def drag(self):
        for kind, x in [("mousePressed", 200), ("mouseMoved", 280), ("mouseReleased", 280)]:
            self.browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=150, button="left", buttons=1, clickCount=1)

    def text(self, of):
        return self.browser.run(f"document.getElementById('{of}').textContent")

    def test_enters_by_the_file_and_stays_by_the_cookie(self):
        self.assertEqual(self.browser.run("location.href"), f"http://127.0.0.1:{self.watched.port}/")
        self.assertEqual(self.browser.run("document.cookie"), "")  # no script reads it
        self.assertEqual(self.browser.run("document.title"), "walk")
        self.assertGreater(self.picture().std(), 0.05)

    def test_what_it_says_moves_nothing(self):
        size = "[picture.clientWidth, picture.clientHeight].join()"
        before, said = self.browser.run(size), self.text("watching")
        self.browser.run("watching.textContent = 'as long as no news are '.repeat(20)")
        self.browser.settle()
        self.assertEqual(self.browser.run(size), before)
        self.browser.run(f"watching.textContent = {said!r}")

    def test_explains_its_own_keys(self):
        self.browser.key("?")
        keys = self.browser.run("[...document.querySelectorAll('#keys kbd')].map((e) => e.textContent).join(' ')")
        self.assertEqual(keys, "space ← → Home End i o c f t y u b j ?")
        self.browser.key("?")

    def test_keeps_frame_orbit_and_layers(self):
        self.drag()
        self.browser.run("s = document.getElementById('slider'); s.value = 13; s.dispatchEvent(new Event('input'))")
        self.browser.click("[data-layer=forces]")
        self.browser.click("[data-layer=ground]")
        self.browser.key("i")
        self.browser.click("#folds button")
        before = self.picture()
        self.save_and_see(SHOT.replace("4 cm, -10 cm", "-14 cm, 1 cm"))  # the shot's camera, which is not looked through
        self.assertEqual(self.text("frame"), "frame 13 / 24")
        self.assertEqual(differ(before, self.picture()), 0)
        self.save_and_see(SHOT.replace("at: 20 ms", "at: 0 ms"), by_renaming=True)
        self.assertEqual(self.text("frame"), "frame 13 / 24")
        self.assertTrue(self.browser.run("document.querySelector('[data-layer=forces]').checked"))
        self.assertFalse(self.browser.run("document.querySelector('[data-layer=ground]').checked"))
        self.assertGreater(differ(before, self.picture()), 1e-3)  # it walks earlier
        self.assertEqual(self.text("in"), "in 13")
        self.assertEqual(self.browser.run("document.querySelector('#folds button').ariaExpanded"), "false")
        self.save_and_see(SHOT)
        self.assertEqual(differ(before, self.picture()), 0)
        self.browser.click("[data-layer=forces]")
        self.browser.click("[data-layer=ground]")
        self.browser.key("i")
        self.browser.click("#folds button")
        self.browser.key("c")

    def test_copies_the_camera_as_the_shot_has_it(self):
        self.browser.click("[data-layer=ground]")  # how its huge triangles are cut depends on the last bit
        self.drag()
        self.browser.run("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
        self.browser.key("y")
        self.await_page("window.copied")
        free = self.gate()
        camera = self.browser.run("window.copied")
        self.save_and_see(re.sub(r"camera: .*\n", "camera:\n" + camera, SHOT))
        self.browser.key("c")
        self.assertLess(differ(free, self.gate()), 2e-3)  # edges move by a hundredth of a pixel
        self.browser.click("[data-layer=ground]")

    def copied(self, key):
        self.browser.run("window.copied = undefined; navigator.clipboard.writeText = async (text) => { window.copied = text; }")
        self.browser.key(key)
        self.await_page("window.copied")
        return self.browser.run("window.copied")

    def test_copies_the_time_a_bodys_place_and_a_joints_angle(self):
        self.browser.key("c")
        self.browser.run("s = document.getElementById('slider'); s.value = 7; s.dispatchEvent(new Event('input'))")
        self.browser.settle()
        with h5py.File(os.path.join(self.watched.folder.name, "out/walk/poses.h5")) as file:
            sample = 6 * int(file.attrs["samples_per_frame"])
            at_frame = file["film/times"][sample]
            bodies = list(file["film/bodies"].asstr())
            places = file["film/transforms"][sample, :, :3]
            columns = list(file["columns/roach/q"].asstr())
            q = [numpy.interp(at_frame, file["times"][:], column) for column in file["tracks/roach/q"][:].T]
        self.assertAlmostEqual(float(yaml.safe_load(self.copied("u"))["at"].removesuffix(" s")), at_frame, places=6)
        # A body that is seen: the pointer goes over the picture until it is on one.
        box = self.browser.run("document.getElementById('picture').getBoundingClientRect().toJSON()")
        copied = None
        for step in range(1, 40):
            x, y = box["x"] + box["width"] * (0.3 + 0.01 * step), box["y"] + box["height"] * 0.5
            self.browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
            self.browser.run("window.copied = undefined; navigator.clipboard.writeText = async (text) => { window.copied = text; }")
            self.browser.key("j")
            copied = self.browser.run("window.copied")
            if copied:
                break
        self.assertTrue(copied, "no joint under the pointer")
        for name, angle in yaml.safe_load(copied).items():
            self.assertAlmostEqual(float(angle.removesuffix(" deg")), numpy.degrees(q[columns.index(name)]), places=2)
        place = self.copied("b")
        body = re.search(r"# roach\.(\w+) at", place)[1]
        at = [float(x.removesuffix(" cm")) / 100 for x in yaml.safe_load(place)["at"]]
        numpy.testing.assert_allclose(at, places[bodies.index(f"roach/{body}")], rtol=1e-4, atol=1e-6)
        self.browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=box["x"] + 2, y=box["y"] + 2)
        self.browser.key("b")
        self.assertEqual(self.text("watching"), "no body is under the pointer")

    def test_shows_problems_with_their_line_and_goes_on(self):
        self.watched.save(SHOT.replace("duration: 1 s", "duratoin: 1 s"))
        # Not the first problem: on a busy machine that of a file that is not yet written.
        self.await_page("document.getElementById('problems').textContent.includes('walk.yaml:2:17')")
        problems = self.text("problems")
        self.assertIn("duration", problems)
        self.assertIn("film: {fps: 24, duratoin: 1 s, playback: 1/8}\n" + 16 * " " + "^", problems)
        self.assertGreater(self.picture().std(), 0.05)  # the last sound scene stays
        hostile = "</pre><img src=x onerror=alert(1)>"
        self.watched.save(SHOT.replace("playback: 1/8", f"playback: \"{hostile}\""))
        self.await_page("document.getElementById('problems').textContent.includes('onerror')")
        self.assertEqual(self.browser.run("document.images.length"), 0)
        self.save_and_see(SHOT)
        self.assertTrue(self.browser.run("document.getElementById('problems').hidden"))

    def test_loads_a_long_film_in_parts(self):
        self.save_and_see(LONG)
        self.browser.key("End")
        waits = "!document.getElementById('waiting').hidden"
        self.await_page(f"!({waits})")
        self.assertIn("6", self.browser.run("document.documentElement.dataset.parts").split(","))
        end = self.picture()
        self.save_and_see(LONG.replace("shot: walk", "shot: walk\nabout: the same"))  # stays at its end, which is loaded first
        self.assertFalse(self.browser.run(waits))
        self.assertEqual(self.text("frame"), "frame 1680 / 1680")
        self.assertEqual(self.browser.run("document.documentElement.dataset.parts"), "0,6")
        self.assertEqual(differ(end, self.picture()), 0)
        self.browser.run("window.copied = undefined; navigator.clipboard.writeText = async (text) => { window.copied = text; }")
        self.browser.key("u")
        self.await_page("window.copied")
        self.assertAlmostEqual(float(yaml.safe_load(self.browser.run("window.copied"))["at"].removesuffix(" s")), 1679 / 1680, places=6)
        self.browser.key("Home")
        self.await_page(f"!({waits})")
        self.assertGreater(differ(end, self.picture()), 1e-3)

    # The page's own picture took three quarters of the time to the first traced one, where the processor draws.
    def test_draws_nothing_else_before_the_traced_picture(self):
        self.browser.key("End")
        self.browser.settle()
        self.browser.run("""window.draws = 0;
            for (const name of ["drawElements", "drawArrays"]) {
                const draw = WebGL2RenderingContext.prototype[name];
                WebGL2RenderingContext.prototype[name] = function (...what) { ++window.draws; return draw.apply(this, what); };
            }""")
        while True:
            scene = self.scene()
            self.browser.run("window.draws = 0")
            self.browser.key("t")
            self.await_page("document.documentElement.dataset.samples >= 1")
            draws = self.browser.run("window.draws")
            self.browser.key("t")
            if self.scene() == scene:  # on a busy machine that of the test before may come late, and is drawn
                break
        self.assertEqual(draws, 0)
        self.browser.key("Home")
        self.assertGreater(self.browser.run("window.draws"), 0)  # they are counted

    def test_path_traces_the_present_frame_in_place(self):
        self.browser.key("End")
        drawn = self.picture("stage")
        self.browser.key("t")
        self.await_page("document.documentElement.dataset.samples >= 2")
        traced = self.picture("stage")
        size = self.browser.run("[traced.width, traced.height].join()")
        self.assertEqual(size, "640,360")
        self.assertGreater(differ(drawn, traced), 0.02)
        # The same scene at the same place: both pictures agree once they are blurred.
        rows = drawn.shape[0] // 32
        blurred = [p[:32 * rows].reshape(rows, 32, 20, 32, 3).mean((1, 3)) for p in (drawn, traced)]
        self.assertGreater(numpy.corrcoef(blurred[0].ravel(), blurred[1].ravel())[0, 1], 0.8)
        self.save_and_see(SHOT.replace("4 cm, -10 cm", "6 cm, -9 cm"))
        self.await_page("document.documentElement.dataset.samples >= 2")  # again, of the new scene
        self.browser.key("t")
        self.assertTrue(self.browser.run("traced.hidden"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
