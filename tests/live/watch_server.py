#!/usr/bin/env python3
"""Uses the server of `gambol watch` as friend and foe, over HTTP: watch_server.py GAMBOL SOURCE_FOLDER"""

import base64
import json
import os
import socket
import stat
import subprocess
import sys
import tempfile
import time
import unittest

from watched import GAMBOL, LONG, PATIENCE, SHOT, SOURCE, Watched


class AShotThatIsNotYetSound(unittest.TestCase):
    def setUp(self):
        self.watched = Watched("shot: walk\nfigurs: []\n")
        self.addCleanup(self.watched.close)
        self.cookie = self.watched.enter()

    def await_news(self, *parts):
        return self.watched.await_news(self.cookie, *parts)

    def test_is_served_and_followed_until_it_is(self):
        self.assertIn('"source":"figurs: []"', self.await_news('"state":"broken"'))
        self.assertEqual(self.watched.ask("/scene?number=1", Cookie=self.cookie)[0], 404)
        os.remove(os.path.join(self.watched.folder.name, "walk.yaml"))
        self.await_news('"state":"broken"', "no such file")
        self.watched.save(SHOT)
        news = self.await_news('"state":"ready"', '"problems":[]')
        newest = json.loads(news.removeprefix("data: "))["scene"]  # not the first one where parts came before the whole
        status, _, scene = self.watched.ask(f"/scene?number={newest}", Cookie=self.cookie)
        self.assertEqual((status, json.loads(scene)["shot"]), (200, "walk"))

    def test_shows_no_line_from_outside_its_project(self):
        link = os.path.join(self.watched.folder.name, "roach.yaml")
        os.symlink("/etc/passwd", link)
        self.watched.save(SHOT.replace(f"{SOURCE}/figures/roach.yaml", "roach.yaml"))
        self.assertNotIn("root:", self.await_news("leads elsewhere"))
        self.watched.save(SHOT.replace(f"{SOURCE}/figures/roach.yaml", "/etc/passwd"))
        self.assertNotIn("root:", self.await_news("/etc/passwd leads elsewhere"))
        os.remove(link)
        os.symlink(f"{SOURCE}/figures/roach.yaml", link)  # in a folder that --allow-path opens
        self.watched.save(SHOT.replace(f"{SOURCE}/figures/roach.yaml", "roach.yaml"))
        self.await_news('"state":"ready"', '"problems":[]')


class ALongFilm(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.watched = Watched(LONG)
        cls.addClassCleanup(cls.watched.close)
        cls.cookie = cls.watched.enter()
        cls.see('"state":"ready"')

    @classmethod
    def see(cls, *parts):
        """Waits for a scene, and takes its addresses."""
        news = cls.watched.await_news(cls.cookie, *parts)
        cls.number = json.loads(news.removeprefix("data: "))["scene"]
        scene = cls.watched.ask(f"/scene?number={cls.number}", Cookie=cls.cookie)[2]
        cls.addresses = json.loads(scene)["addresses"]

    def status(self, path, **headers):
        return self.watched.ask(path, **{"Cookie": self.cookie, **headers})[0]

    def test_is_served_in_parts(self):
        self.assertEqual(len(self.addresses), 6)
        frames = []
        for address in self.addresses:
            status, headers, script = self.watched.ask(address, Cookie=self.cookie)
            self.assertEqual((status, headers["Content-Type"]), (200, "text/javascript; charset=utf-8"))
            part = json.loads(script.decode().removeprefix("gambolPart(").removesuffix(");\n"))
            frames.append(len(base64.b64decode(part["times"])) // 8)
        self.assertEqual(frames, 6 * [240])

    def test_gives_parts_to_its_pages_alone(self):
        address, cookie = self.addresses[2], self.cookie
        self.assertEqual(self.status(address, Sec_Fetch_Site="same-origin"), 200)
        self.assertEqual(self.watched.ask(address)[0], 403)
        self.assertEqual(self.status(address, Cookie=cookie[:-1]), 403)
        for headers in [{"Sec_Fetch_Site": "cross-site"}, {"Sec_Fetch_Site": "same-site"}, {"Host": "evil.example"},
                        {"Origin": f"http://127.0.0.1:{self.watched.port + 1}"}]:
            self.assertEqual(self.status(address, **headers), 403, headers)

    def test_has_no_other_parts(self):
        address = self.addresses[0]
        for other in [address[:-1] + "7", address[:-1] + "-1", address + ".5e9", address[:-1] + "../1", address[:-1],
                      address.split("&")[0], address.replace("of=", "of=a"), "/part?of=&number=1", "/part?number=1", "/part",
                      address.replace("/part", "/part/"), address.replace("/part", "/../part")]:
            self.assertEqual(self.status(other), 404, other)

    def test_forgets_the_parts_that_no_page_shows(self):
        address = self.addresses[5]
        for position, status in [("6 cm, -9 cm", 200), ("6 cm, -8 cm", 404)]:  # a page may not have got the next scene
            self.watched.save(LONG.replace("4 cm, -10 cm", position))
            self.see('"state":"ready"', f'"scene":{self.number + 1}')
            self.assertEqual(self.status(address), status)
            self.assertEqual(self.status(self.addresses[5]), 200)
            self.assertNotEqual(self.addresses[5], address)


class TheCommand(unittest.TestCase):
    def test_shows_one_shot(self):
        with tempfile.TemporaryDirectory() as folder:
            ran = subprocess.run([GAMBOL, "watch", "walk.yaml@*"], cwd=folder, capture_output=True, text=True)
            self.assertEqual((ran.returncode, ran.stdout), (2, ""))
            self.assertIn("watch shows one shot; name one take", ran.stderr)
            self.assertEqual(os.listdir(folder), [])


class TheServer(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.watched = Watched()
        cls.addClassCleanup(cls.watched.close)

    def status(self, *args, **headers):
        return self.watched.ask(*args, **headers)[0]

    def test_listens_to_this_machine_alone(self):
        with open("/proc/net/tcp") as file:
            rows = [line.split() for line in file][1:]
        mine = [row[1] for row in rows if row[3] == "0A" and row[1].endswith(f":{self.watched.port:04X}")]
        self.assertEqual(mine, [f"0100007F:{self.watched.port:04X}"])
        with open("/proc/net/tcp6") as file:
            self.assertNotIn(f":{self.watched.port:04X} ", file.read())

    def test_the_door_is_its_owners(self):
        self.assertEqual(stat.S_IMODE(os.lstat(self.watched.door).st_mode), 0o600)

    def test_a_ticket_is_good_once_and_the_door_has_another(self):
        ticket = self.watched.ticket()
        self.assertEqual(self.status("/enter?ticket=" + ticket), 200)
        self.assertEqual(self.status("/enter?ticket=" + ticket), 403)
        self.assertNotEqual(self.watched.ticket(), ticket)
        self.assertEqual(self.status("/enter?ticket=" + self.watched.ticket()), 200)
        self.assertEqual(stat.S_IMODE(os.lstat(self.watched.door).st_mode), 0o600)

    def test_answers_nothing_without_the_cookie(self):
        for path in ["/", "/player.js", "/scene?number=1", "/news", "/trace?name=a&frame=0", "/nowhere", "/enter"]:
            status, _, body = self.watched.ask(path)
            self.assertEqual(status, 403, path)
            self.assertLess(len(body), 200)
        cookie = self.watched.enter()
        self.assertEqual(self.status("/", Cookie=cookie), 200)
        self.assertEqual(self.status("/", Cookie=cookie[:-1]), 403)

    def test_refuses_other_hosts_and_origins(self):
        cookie, own = self.watched.enter(), f"127.0.0.1:{self.watched.port}"
        self.assertEqual(self.status("/", Cookie=cookie, Origin="http://" + own, Sec_Fetch_Site="same-origin"), 200)
        self.assertEqual(self.status("/", Cookie=cookie, Host=own), 200)
        for host in ["evil.example", f"localhost:{self.watched.port}", "127.0.0.1", ""]:
            self.assertEqual(self.status("/", Cookie=cookie, Host=host), 403, host)
        for origin in ["http://evil.example", "null", "http://127.0.0.1:1"]:
            self.assertEqual(self.status("/", Cookie=cookie, Origin=origin), 403, origin)
        for site in ["cross-site", "same-site"]:
            self.assertEqual(self.status("/", Cookie=cookie, Sec_Fetch_Site=site), 403, site)

    def test_says_what_a_browser_may_do(self):
        cookie = self.watched.enter()
        for path, status in [("/", 200), ("/scene?number=0", 404), ("/favicon.ico", 204)]:
            got, headers, _ = self.watched.ask(path, Cookie=cookie)
            self.assertEqual(got, status)
            for part in ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"]:
                self.assertIn(part, headers["Content-Security-Policy"])
            self.assertNotIn("unsafe", headers["Content-Security-Policy"])
            self.assertEqual(headers["Referrer-Policy"], "no-referrer")
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
            self.assertEqual(headers["Cross-Origin-Resource-Policy"], "same-origin")
            self.assertEqual(headers["Cache-Control"], "no-store")
            self.assertIsNone(headers["Access-Control-Allow-Origin"])
        self.assertEqual(self.status("/", "OPTIONS", Cookie=cookie), 405)
        self.assertIn(b"Content-Security-Policy: default-src 'none'", self.watched.raw(b"NONSENSE / HTTP/1.1\r\n\r\n"))

    def test_has_no_address_for_files(self):
        cookie = self.watched.enter()
        os.symlink("/etc", os.path.join(self.watched.folder.name, "etc"))
        for path in ["/walk.yaml", "/../walk.yaml", "/%2e%2e/%2e%2e/etc/passwd", "/etc/passwd", "//etc/passwd",
                     "/player.js/../../walk.yaml", "/player.js%00.yaml", "/out/walk/walk.watch.html",
                     "/scene/../walk.yaml"]:
            status, _, body = self.watched.ask(path, Cookie=cookie)
            self.assertEqual(status, 404, path)
            self.assertNotIn(b"shot:", body)
            self.assertNotIn(b"root:", body)
            self.assertNotIn(b"ticket", body)

    def test_outlives_nonsense(self):
        cookie = self.watched.enter()
        head = f"Host: 127.0.0.1:{self.watched.port}\r\nCookie: {cookie}\r\n".encode()
        for data in [b"\r\n\r\n", b"GET\r\n\r\n", b"\x16\x03\x01\x02\x00", b"GET / HTTP/9.9\r\n\r\n",
                     b"GET " + b"/" * 20000 + b" HTTP/1.1\r\n" + head + b"\r\n",
                     b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 5000 + b"\r\n",
                     b"GET / HTTP/1.1\r\nA: " + b"b" * 20000 + b"\r\n\r\n",
                     b"GET / HTTP/1.1\r\nHost\r\n\r\n",
                     b"GET / HTTP/1.1\r\n" + head + b"Range: bytes=" + b"0-1," * 1500 + b"0-1\r\n\r\n",
                     b"POST /trace HTTP/1.1\r\n" + head + b"Content-Length: 99999999999999999999\r\n\r\n",
                     b"POST / HTTP/1.1\r\n" + head + b"Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n",
                     b"POST / HTTP/1.1\r\n" + head + b"Expect: 100-continue\r\nContent-Length: 5\r\n\r\nhello",
                     b"GET /%zz%ff%00 HTTP/1.1\r\n" + head + b"\r\n"]:
            with socket.create_connection(("127.0.0.1", self.watched.port), PATIENCE) as connection:
                try:
                    connection.sendall(data)
                    connection.shutdown(socket.SHUT_WR)
                    while connection.recv(1 << 16):
                        pass
                except OSError:  # closed, with bytes that it did not want to read
                    pass
        self.assertEqual(self.status("/", Cookie=cookie), 200)

    def test_refuses_a_body_before_it_comes(self):
        answer = self.watched.raw(f"POST / HTTP/1.1\r\nHost: 127.0.0.1:{self.watched.port}\r\n"
                                  f"Content-Length: 1000000000\r\n\r\n".encode())
        self.assertTrue(answer.startswith(b"HTTP/1.1 405"), answer[:40])
        self.assertNotIn(b"100 Continue", answer)

    def test_four_pages_may_listen(self):
        cookie = self.watched.enter()
        request = f"GET /news HTTP/1.1\r\nHost: 127.0.0.1:{self.watched.port}\r\nCookie: {cookie}\r\n\r\n".encode()
        pages = []
        for _ in range(4):
            pages.append(socket.create_connection(("127.0.0.1", self.watched.port), PATIENCE))
            pages[-1].sendall(request)
            self.assertIn(b"200", pages[-1].recv(1 << 10))
        self.assertEqual(self.status("/news", Cookie=cookie), 503)
        self.assertEqual(self.status("/", Cookie=cookie), 200)  # others are answered all the same
        pages.pop().close()
        while self.news_status(request) != b"200":  # until the server finds out
            time.sleep(0.1)
        for page in pages:
            page.close()

    def news_status(self, request):
        with socket.create_connection(("127.0.0.1", self.watched.port), PATIENCE) as connection:
            connection.sendall(request)
            return connection.recv(1 << 10)[9:12]


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
