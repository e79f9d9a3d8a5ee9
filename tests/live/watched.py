"""A folder with a shot, and `gambol watch` on it; for the tests that are called with GAMBOL SOURCE_FOLDER."""

import http.client
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "exchange"))
from walk_shot import walk_shot  # noqa: E402

GAMBOL, SOURCE = sys.argv[1:3]
PATIENCE = 600  # s: only names a test that hangs

SHOT = walk_shot(SOURCE)
# Its second, so slow that the film has seven parts.
LONG = SHOT.replace("duration: 1 s, playback: 1/8", "duration: 70 s, playback: 1/70")


class Watched:
    """A folder with a shot, and gambol watch on it."""

    def __init__(self, text=SHOT, in_folder="", limits={}):
        """`in_folder`: of the folder, which has the shot; `limits`: of the process, as `resource` names them."""
        self.folder = tempfile.TemporaryDirectory()
        self.shot = os.path.join(in_folder, "walk.yaml")
        os.makedirs(os.path.join(self.folder.name, in_folder), exist_ok=True)
        self.save(text)
        self.process = subprocess.Popen(
            [GAMBOL, "watch", self.shot, "--allow-path", SOURCE], cwd=self.folder.name, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={**os.environ, "GAMBOL_DATA": SOURCE},
            preexec_fn=lambda: [resource.setrlimit(which, (most, most)) for which, most in limits.items()])
        self.door = os.path.join(self.folder.name, self.process.stdout.readline().strip())
        self.port = int(re.search(r"127\.0\.0\.1:(\d+)/", self.door_text()).group(1))

    @staticmethod
    def folder_with(text):
        """Another folder with a file of the shot's name."""
        folder = tempfile.TemporaryDirectory()
        with open(os.path.join(folder.name, "walk.yaml"), "w") as file:
            file.write(text)
        return folder

    def end(self):
        """Presses Ctrl-C. Returns the exit code."""
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        return code

    def close(self):
        self.end()
        self.folder.cleanup()

    def save(self, text, by_renaming=False):
        self.text = text
        path = os.path.join(self.folder.name, self.shot)
        with open(path + "~" if by_renaming else path, "w") as file:
            file.write(text)
        if by_renaming:
            os.rename(path + "~", path)

    def door_text(self):
        with open(self.door) as file:
            return file.read()

    def ticket(self):
        return re.search(r"ticket=([0-9a-f]{32})\"", self.door_text()).group(1)

    def ask(self, path, method="GET", **headers):
        """Returns status, headers and body of an answer. Underlines in names of headers mean hyphens."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.putrequest(method, path, skip_host="Host" in headers)
        for name, value in headers.items():
            connection.putheader(name.replace("_", "-"), value)
        connection.endheaders()
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, answer.headers, body

    def raw(self, data):
        """The answer to these bytes, to its end."""
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as connection:
            connection.sendall(data)
            answer = b""
            while more := connection.recv(1 << 16):
                answer += more
        return answer

    def await_news(self, cookie, *parts):
        """What the page is told once it has all parts."""
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as connection:
            connection.sendall(f"GET /news HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: {cookie}\r\n\r\n".encode())
            for line in connection.makefile(encoding="utf-8"):
                if all(part in line for part in parts):
                    return line
        raise AssertionError("the news have ended")

    def enter(self):
        """The cookie."""
        status, headers, _ = self.ask("/enter?ticket=" + self.ticket())
        assert status == 200, status
        return headers["Set-Cookie"].split(";")[0]
