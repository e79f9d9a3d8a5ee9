#!/usr/bin/env python3
"""How soon `gambol watch` shows a save, in headless Chromium: from just before the file is renamed into place until the page has
drawn what it changes. watch_times.py [SHOT.yaml] [--tries N]

    tools/watch_times.py scenes/roach/roach_tripod.yaml

A save of the motion adds a cue that does nothing but mark a time, another one each time, so that nothing is known before. Prints medians and the
best, in ms: to the first pictures that move, to the whole film, for an edit of the camera, and from the key to the path-traced
picture of 1, 2 and 8 samples per pixel. Without a graphics card, as here, it is the processor that draws, and shares its cores with
the simulation: a desktop is faster."""

import argparse, os, shutil, statistics, subprocess, sys, tempfile, time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests/exchange"))
from browser import Browser  # noqa: E402
from program import built  # noqa: E402

# Notes when each scene, and each picture, was drawn: two frames after the page says so.
NOTES = """
window.notes = [];
new MutationObserver(() => {
  const {scene, whole, samples} = document.documentElement.dataset;
  requestAnimationFrame(() => requestAnimationFrame(() =>
    window.notes.push([Number(scene), whole, Number(samples || 0), performance.timeOrigin + performance.now()])));
}).observe(document.documentElement, {attributes: true});
"""


class Watched:
    def __init__(self, shot):
        self.folder = tempfile.mkdtemp(prefix="watch_")
        for name in ("figures", "render"):
            shutil.copytree(os.path.join(ROOT, name), os.path.join(self.folder, name))
        self.path = os.path.join(self.folder, "scenes", "watched", os.path.basename(shot))  # as deep as those that ship
        os.makedirs(os.path.dirname(self.path))
        with open(shot) as file:
            self.text = file.read()
        self.save(self.text)
        self.process = subprocess.Popen([built(), "watch", self.path, "--out", self.folder + "/out"], text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        door = self.process.stdout.readline().strip()
        self.browser = Browser(1280, 800, origin="http://127.0.0.1")
        self.browser.call("Page.navigate", url="file://" + door)
        self.wait("document.documentElement?.dataset.whole === 'true' && document.getElementById('watching').textContent.match(/follows|misses/)")
        self.browser.run(NOTES)

    def close(self):
        self.browser.close()
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder)

    def wait(self, condition):
        while True:
            try:
                if self.browser.run(condition):
                    return
            except RuntimeError:  # between two pages
                pass
            time.sleep(0.05)

    def save(self, text):
        with open(self.path + "~", "w") as file:
            file.write(text)
        before = time.time()
        os.rename(self.path + "~", self.path)
        return 1000 * before

    def notes_after(self, condition):
        """What was noted until the condition holds for one of the notes."""
        self.wait(f"window.notes.some(([scene, whole, samples, at]) => {condition})")
        notes = self.browser.run("window.notes.splice(0)")
        time.sleep(0.5)
        self.browser.run("window.notes.splice(0)")
        return notes

    def motion(self, number):
        """ms to the first part, and to the whole film, of a motion that was not simulated before."""
        scene = int(self.browser.run("document.documentElement.dataset.scene"))
        saved = self.save(self.text.replace("\ncues: [", f"\ncues: [{{name: try_{number}, at: {0.001 * (number + 1):.3f} s}}, "))
        notes = self.notes_after(f"scene > {scene} && whole === 'true'")
        new = [(whole, at - saved) for n, whole, _, at in notes if n > scene]
        self.wait("document.getElementById('watching').textContent.match(/follows|misses/)")
        return new[0][1], next(at for whole, at in new if whole == "true")

    def camera(self, number):
        scene = int(self.browser.run("document.documentElement.dataset.scene"))
        saved = self.save(self.text.replace("focal_length: ", "focal_length: 4", 1) if number % 2 == 0 else self.text)
        return self.notes_after(f"scene > {scene}")[0][3] - saved

    def trace(self):
        self.browser.run("window.notes.splice(0)")
        pressed = self.browser.run("document.getElementById('trace').click(), performance.timeOrigin + performance.now()")
        notes = self.notes_after("samples >= 8")
        self.browser.run("document.getElementById('trace').click()")
        return [next(at for _, _, s, at in notes if s >= samples) - pressed for samples in (1, 2, 8)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("shot", nargs="?", default=os.path.join(ROOT, "scenes/roach/roach_tripod.yaml"))
    parser.add_argument("--tries", type=int, default=5)
    options = parser.parse_args()
    watched = Watched(options.shot)

    def tell(what, times):
        print(f"{what:32} median {statistics.median(times):5.0f} ms   best {min(times):5.0f} ms", flush=True)

    try:
        motions = [watched.motion(k) for k in range(options.tries)]
        tell("save to moving picture", [first for first, _ in motions])
        tell("save to whole film", [whole for _, whole in motions])
        watched.camera(1)
        tell("edit of the camera", [watched.camera(k) for k in range(options.tries)])
        time.sleep(3)  # who looks at a film before asking: `watch` gets ready meanwhile
        first, *later = [watched.trace() for _ in range(options.tries)]
        print("first key: 1, 2, 8 samples       " + ", ".join(f"{t:.0f}" for t in first) + " ms")
        for k, samples in enumerate((1, 2, 8)):
            tell(f"later keys: {samples} samples", [t[k] for t in later])
    finally:
        watched.close()


if __name__ == "__main__":
    main()
