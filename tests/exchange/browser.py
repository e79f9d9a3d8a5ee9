"""A headless Chromium, driven through a pipe by its DevTools protocol."""

import base64
import contextlib
import io
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time

import matplotlib.image
import numpy

FLAGS = ["--headless=new", "--no-sandbox", "--enable-unsafe-swiftshader", "--use-gl=angle",
         "--use-angle=swiftshader", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--disable-extensions", "--hide-scrollbars",
         "--disable-breakpad", "--disable-crash-reporter", "--remote-debugging-pipe"]


class Browser:
    def __init__(self, width=1280, height=800, patience=600, origin=None):
        """`origin`: how addresses begin that a page may ask for, besides files."""
        self.patience = patience
        self.allowed = ("file:", "data:", *([origin] if origin else []))
        self.profile = tempfile.mkdtemp(prefix="chromium_")
        read_there, self.to = os.pipe()
        self.back, write_there = os.pipe()

        def as_three_and_four():
            # First out of the way: either may be 3 or 4 already.
            here, there = os.dup(read_there), os.dup(write_there)
            os.dup2(here, 3)
            os.dup2(there, 4)
            # Chromium leaves a process behind that waits for crashes: it must not keep open what a
            # caller of the tests reads to its end.
            for fd in map(int, os.listdir("/proc/self/fd")):
                with contextlib.suppress(OSError):  # the list's own is closed by now
                    os.set_inheritable(fd, fd <= 4)

        command = ["chromium", *FLAGS, f"--user-data-dir={self.profile}", f"--window-size={width},{height}"]
        self.process = subprocess.Popen(command, preexec_fn=as_three_and_four, close_fds=False,
                                        start_new_session=True, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(read_there)
        os.close(write_there)
        self.buffer, self.count, self.problems = b"", 0, []
        self.session = None
        try:
            self.attach(width, height)
        except Exception:
            self.close()
            raise

    def attach(self, width, height):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self.call(domain + ".enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                  mobile=False)

    def close(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.to)
        os.close(self.back)
        shutil.rmtree(self.profile, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def call(self, method, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def receive(self):
        end = time.monotonic() + self.patience
        while b"\0" not in self.buffer:
            if not select.select([self.back], [], [], max(end - time.monotonic(), 0))[0]:
                raise TimeoutError("chromium does not answer")
            more = os.read(self.back, 1 << 16)
            if not more:
                raise RuntimeError("chromium is gone")
            self.buffer += more
        text, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(text)
        self.note(message)
        return message

    def note(self, message):
        """Keeps what a page should not do: errors, and asking for anything but itself."""
        method, what = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = what["exceptionDetails"]
            self.problems.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled" and what["type"] in ("error", "assert", "warning"):
            self.problems.append(" ".join(str(a.get("value", a.get("description"))) for a in what["args"]))
        elif method == "Log.entryAdded" and what["entry"]["level"] == "error":
            self.problems.append(what["entry"]["text"])
        elif method == "Network.requestWillBeSent" and not what["request"]["url"].startswith(self.allowed):
            self.problems.append("asked for " + what["request"]["url"])
        elif method == "Page.javascriptDialogOpening":
            self.problems.append("a dialog: " + what["message"])

    def run(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"]["exception"]["description"])
        return result["result"].get("value")

    def open(self, path):
        """Opens a replay and returns the ms from navigation to its first picture, drawn."""
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        end = time.monotonic() + self.patience
        while time.monotonic() < end:
            drawn = self.run("document.documentElement?.dataset.drawn")
            if drawn or self.problems:
                return float(drawn or "nan")
            time.sleep(0.02)
        raise TimeoutError("the page draws nothing")

    def settle(self):
        """Returns when what has been asked for is drawn."""
        self.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def key(self, key):
        text = {"text": key} if len(key) == 1 else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)
        self.settle()

    def click(self, selector):
        self.run(f"document.querySelector({json.dumps(selector)}).click()")
        self.settle()

    def picture(self, of):
        """The pixels of an element by its id: [row][column][red, green, blue], 0 to 1."""
        self.settle()
        box = self.run(f"document.getElementById('{of}').getBoundingClientRect().toJSON()")
        clip = {key: box[key] for key in ("x", "y", "width", "height")}
        return matplotlib.image.imread(io.BytesIO(self.screenshot(clip)))[..., :3]

    def screenshot(self, clip=None):
        options = {"clip": {**clip, "scale": 1}} if clip else {}
        return base64.b64decode(self.call("Page.captureScreenshot", format="png", **options)["data"])


def differ(a, b):
    """The share of pixels in which two pictures differ by more than what is seen."""
    return (numpy.abs(a - b).max(axis=-1) > 0.05).mean()
