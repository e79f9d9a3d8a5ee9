#!/usr/bin/env python3
"""Opens the page of a long film, which loads it in parts, in headless Chromium: replay_parts.py GAMBOL SOURCE_FOLDER"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from browser import Browser, differ
from walk_shot import walk_shot

GAMBOL, SOURCE = sys.argv[1:3]
PATIENCE = 600  # s: only names a test that hangs

# The same second, once as 24 frames and once so slow that it takes 29 parts: frame 300 k + 1 of that is frame k + 1.
SHORT = walk_shot(SOURCE).replace("playback: 1/8", "playback: 1")
SLOWER = 300
LONG = SHORT.replace("duration: 1 s, playback: 1", f"duration: {23 * SLOWER + 1} f, playback: 1/{SLOWER}").replace("shot: walk", "shot: long")
PARTS, KEPT = 29, 24  # of ten seconds; those that the page keeps


class Project(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)

    @classmethod
    def command(cls, name, text):
        with open(os.path.join(cls.folder.name, f"{name}.yaml"), "w") as file:
            file.write(text)
        return dict(args=[GAMBOL, "view", f"{name}.yaml", "--allow-path", SOURCE], cwd=cls.folder.name,
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, "GAMBOL_DATA": SOURCE})

    @classmethod
    def view(cls, name, text):
        subprocess.run(check=True, **cls.command(name, text))
        return os.path.join(cls.folder.name, f"out/{name}/{name}.html")

    @staticmethod
    def parts_of(page):
        """The files that a page names."""
        with open(page) as file:
            addresses = json.loads(re.search(r'"addresses":(\[[^]]*\])', file.read())[1])
        return [os.path.join(os.path.dirname(page), address) for address in addresses]


class ALongFilm(Project):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.long, cls.short = cls.view("long", LONG), cls.view("walk", SHORT)
        cls.browser = Browser(640, 480)
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.browser.open(self.long)

    def tearDown(self):
        self.assertEqual(self.browser.problems, [])  # nothing was refused, and nothing else asked for
        self.browser.problems.clear()

    def await_page(self, condition):
        end = time.monotonic() + PATIENCE
        while not self.browser.run(condition):
            if time.monotonic() > end:
                raise TimeoutError(condition)
            time.sleep(0.01)

    def start_to(self, frame):
        self.browser.run(f"s = document.getElementById('slider'); s.value = {frame}; s.dispatchEvent(new Event('input'))")
        self.browser.settle()

    def go_to(self, frame):
        self.start_to(frame)
        self.await_page("document.getElementById('waiting').hidden")
        self.browser.settle()

    def text(self, of):
        return self.browser.run(f"document.getElementById('{of}').textContent")

    def parts(self):
        return [int(part) for part in self.browser.run("document.documentElement.dataset.parts").split(",")]

    def picture(self, of="picture"):
        self.browser.run("document.getElementById('news').style.visibility = 'hidden'")  # for a second of either film
        return self.browser.picture(of)

    def show(self, layer):
        self.browser.click(f"[data-layer={layer}]")

    def test_has_its_parts_beside_it(self):
        files = self.parts_of(self.long)
        self.assertEqual(len(files), PARTS - 1)
        self.assertEqual(sorted(os.listdir(os.path.dirname(files[0]))), sorted(map(os.path.basename, files)))
        self.assertEqual(self.parts_of(self.short), [])
        self.assertEqual(self.parts()[0], 0)
        self.assertLess(len(self.parts()), 3)  # no more than is near

    def test_shows_the_same_as_a_short_one(self):
        frames = [1, 24, 13, 7, 22]
        self.browser.open(self.short)
        pictures = {}
        for frame in frames:
            self.start_to(frame)
            pictures[frame] = self.picture()
        self.assertGreater(differ(pictures[1], pictures[24]), 0.01)
        self.browser.open(self.long)
        for frame in frames:
            self.go_to(SLOWER * (frame - 1) + 1)
            self.assertEqual(differ(pictures[frame], self.picture()), 0, frame)
        self.browser.key("End")
        self.await_page("document.getElementById('waiting').hidden")
        self.assertEqual(self.text("frame"), f"frame {23 * SLOWER + 1} / {23 * SLOWER + 1}")
        self.assertEqual(self.text("simulated-time"), f"simulated {23 / 24:.4f} s")
        self.assertEqual(differ(pictures[24], self.picture()), 0)

    def test_forgets_parts_that_were_seen_long_ago(self):
        for part in range(PARTS):
            self.go_to(240 * part + 120)
            self.assertIn(part, self.parts())
            self.assertLessEqual(len(self.parts()), KEPT)
        self.assertIn(0, self.parts())  # which no file has
        self.assertNotIn(2, self.parts())
        self.go_to(240 * 2 + 120)
        self.assertIn(2, self.parts())

    def test_plays_from_part_to_part(self):
        self.go_to(220)
        self.await_page("document.documentElement.dataset.parts.includes('1')")  # before it is needed
        self.browser.run("s = document.getElementById('speed'); s.value = 4; s.dispatchEvent(new Event('change'))")
        self.browser.key(" ")
        self.await_page("parseInt(document.getElementById('frame').textContent.slice(6)) > 3 * 240")
        self.browser.key(" ")
        self.assertTrue(self.browser.run("document.getElementById('waiting').hidden"))

    def test_all_layers_are_of_the_parts_that_are_there(self):
        self.go_to(5000)
        bare = self.picture()
        for layer in ["forces", "paths", "balance", "names"]:
            self.show(layer)
            shown = self.picture("stage")
            self.go_to(1)
            self.go_to(5000)
            self.assertEqual(differ(shown, self.picture("stage")), 0, layer)
            self.show(layer)
            self.assertEqual(differ(bare, self.picture()), 0, layer)

    def test_a_free_camera_goes_along_over_a_jump(self):
        self.browser.click("#cast button")
        self.go_to(6000)
        there = self.picture()
        self.go_to(1)
        self.go_to(3000)  # by another way
        self.go_to(6000)
        self.assertLess(differ(there, self.picture()), 1e-3)  # but for rounding

    def test_the_diagram_is_of_the_minute_of_the_frame(self):
        pictures = []
        for frame in [1, 1440, 1441]:
            self.go_to(frame)
            pictures.append(self.picture("diagram"))
        self.assertLess(differ(*pictures[:2]), 0.01)  # their cursors
        self.assertGreater(differ(*pictures[1:]), 0.03)
        self.browser.run("""d = document.getElementById('diagram'); r = d.getBoundingClientRect();
            d.setPointerCapture = () => {};
            d.dispatchEvent(new PointerEvent('pointerdown', { buttons: 1, clientX: r.right - 8, clientY: r.top + 9, pointerId: 1 }))""")
        self.browser.settle()
        self.assertEqual(self.text("frame"), f"frame 2880 / {23 * SLOWER + 1}")

    def test_says_which_part_is_missing(self):
        file = self.parts_of(self.long)[19]
        before = self.picture()
        os.rename(file, file + "~")
        self.start_to(240 * 20 + 120)
        self.await_page("document.getElementById('waiting').classList.contains('lacking')")
        self.assertIn("long.parts/" + os.path.basename(file), self.text("waiting"))
        self.assertEqual(self.text("simulated-time"), "")
        self.go_to(1)
        self.assertEqual(differ(before, self.picture()), 0)
        os.rename(file + "~", file)
        self.assertRegex(" ".join(self.browser.problems), "ERR_FILE_NOT_FOUND")
        self.browser.problems.clear()


class AViewThatIsKilled(Project):
    def test_leaves_the_former_page_whole(self):
        page = self.view("long", LONG)
        folder = os.path.dirname(self.parts_of(page)[0])
        with open(page) as file:
            before = file.read()
        former = set(os.listdir(folder))
        # The same motion from another camera: all parts are written anew, but none is simulated.
        process = subprocess.Popen(**self.command("long", LONG.replace("4 cm, -10 cm", "6 cm, -9 cm")))
        end = time.monotonic() + PATIENCE
        while not {name for name in os.listdir(folder) if re.fullmatch(r"\d{4}-[0-9a-f]{8}\.js", name)} - former:
            self.assertIsNone(process.poll())
            self.assertLess(time.monotonic(), end)
        process.send_signal(signal.SIGKILL)
        process.wait()
        with open(page) as file:
            self.assertEqual(file.read(), before)
        self.assertLessEqual(former, set(os.listdir(folder)))
        self.view("long", LONG.replace("4 cm, -10 cm", "6 cm, -8 cm"))
        self.assertEqual(set(os.listdir(folder)), {os.path.basename(file) for file in self.parts_of(page)})
        self.view("long", SHORT.replace("shot: walk", "shot: long"))
        self.assertEqual(self.parts_of(page), [])
        self.assertFalse(os.path.exists(folder))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
