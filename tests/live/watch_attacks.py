#!/usr/bin/env python3
"""Attacks the server of `gambol watch` as a local user without its cookie: watch_attacks.py GAMBOL SOURCE_FOLDER

The review of the server, against OWASP's lists (HTTP Headers, CSRF, Session Management and Denial of Service cheat sheets;
Web Security Testing Guide: smuggling, methods, host header). Each line names its test, here or in watch_server.py, guard.cpp
(Guard), request_head.cpp (ARequestHead), listener.cpp (AListener), pages.cpp (ThePages), door.cpp (TheDoor).

    secrets
      memory behind a body, by Range                    here: test_no_range_is_answered; the provider is bounded, too
      cookie and ticket: random, compared in one time   Secrets, Guard: 128 bits of getrandom()
      cookie: HttpOnly, SameSite=Strict, of a session   TheCookieIsStrictAndNoScriptReadsIt; not Secure, as there is no TLS
      ticket: good once, in no referrer, 0600 on disk   ATicketIsGoodOnce, test_the_door_is_its_owners, Referrer-Policy
      refusals say nothing about what is there          test_answers_nothing_without_the_cookie
      messages of exceptions                            stay in the module (http/backend.cpp); status 500 has no body
    who asks
      DNS rebinding (Host)                              RefusesOtherHosts, here: test_host_has_one_spelling
      another site or port (Origin, Sec-Fetch-*)        RefusesOtherOriginsEvenWithTheCookie, OnlyANavigationEnters
      parts of a film, which another page could run     test_gives_parts_to_its_pages_alone; their addresses have a secret,
        as scripts, and so read                           ServePartsByTheKeyOfTheirScene
      no CORS, framing, sniffing, caching, plug-ins     here: test_every_answer_has_the_headers
      another machine                                   test_listens_to_this_machine_alone
      another process on our port (SO_REUSEPORT)        the socket is exclusive: here: test_nobody_else_listens_on_the_port
    requests
      smuggling: TE and CL, two CL, odd CL, folding,    ThatCouldBeReadInTwoWaysIsRefused; here: test_one_request_one_answer
        bare CR and LF, NUL, two Host                     one request per connection, nothing after its head is read
      two answers to one request (Expect)               here: test_one_request_one_answer
      methods: TRACE, CONNECT, OPTIONS, HEAD, ...       KnowsOnlyGet, here: test_other_methods_do_nothing
      forms of the target: absolute, authority, *       OfAnotherFormIsNone
      paths: .., %2e, NUL, files                        KnowNoFiles, test_has_no_address_for_files
      numbers of a query: NaN, huge, missing            PicturesOfUnsoundNumbersAreRefused, ServeOnlyTheNewestScene
      splitting of answers and events                   EventsHaveOneLineWhateverTheProblemSays; no header holds what was asked
      compressed or chunked bodies                      no body is read
    resources
      idle connections, too many descriptors            KeepsFewWhoSayNothingAndAnswersWhoAsks, here: TheServerOfAPoorProcess
      slow heads (Slowloris)                            here: test_heads_have_a_time; no thread waits for a head
      endless line, endless headers                     ReadsNoMoreThanAHeadMayHave, here: test_endless_heads_cost_nothing
      many requests at a time                           AnswersSoManyAtATime; their threads are 16
      slow readers                                      only who holds the cookie gets more than a socket buffers
      pages that listen                                 FourMayListenAndOneMoreWhenOneGoes
      tracing (a picture costs a processor)             only with the cookie; the newest request alone is traced
    files
      links out of the project, at any time             here: AShotThatIsFollowed, ShowsNoLineFromOutside (watch_server.py)
      the door: no link is followed, others' files stay TheDoor
"""

import os
import resource
import socket
import sys
import time
import unittest

from watched import PATIENCE, SHOT, SOURCE, Watched

IDLE = 120


def most_memory(process):
    """Bytes that a process has held at most."""
    with open(f"/proc/{process.pid}/status") as file:
        [line] = [line for line in file if line.startswith("VmHWM:")]
    return int(line.split()[1]) << 10


def descriptors(process):
    return len(os.listdir(f"/proc/{process.pid}/fd"))


class TheServer(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.watched = Watched()
        cls.addClassCleanup(cls.watched.close)
        cls.cookie = cls.watched.enter()

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.watched.port), PATIENCE)

    def head(self, *more, path="/", method="GET"):
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.watched.port}", *more]
        return "\r\n".join(lines).encode() + b"\r\n\r\n"

    def answer(self, data):
        """What comes back until the server closes; what it did not want to read may be lost."""
        answer = b""
        with self.connect() as connection:
            try:
                connection.sendall(data)
                while more := connection.recv(1 << 16):
                    answer += more
            except (ConnectionResetError, BrokenPipeError):
                pass
        return answer

    def is_well(self):
        status, _, body = self.watched.ask("/", Cookie=self.cookie)
        self.assertEqual(status, 200)
        self.assertIn(b"<!DOCTYPE html>", body)

    def test_no_range_is_answered(self):
        ranges = ["bytes=4000-5000", "bytes=5000-", "bytes=-5000", "bytes=0-0", "bytes=0-1,3-4", "bytes=9-3", "lines=1",
                  "bytes=18446744073709551615-", "bytes=" + "0-1," * 1500 + "0-1", ""]
        for path in ["/", "/scene?number=1", "/part?of=a&number=1", "/traced?name=a", "/trace?name=a&frame=0", "/news", "/player.js", "/favicon.ico",
                     "/nowhere", "/enter?ticket=" + "0" * 32, "/enter?ticket=" + self.watched.ticket()]:
            for who in [(), (f"Cookie: {self.cookie}",)]:
                for one in ranges:
                    for name in ["Range", "rANGE"]:
                        answer = self.answer(self.head(f"{name}: {one}", *who, path=path))
                        self.assertTrue(answer.startswith(b"HTTP/1.1 416 "), (path, one, answer[:40]))
                        head, body = answer.split(b"\r\n\r\n", 1)
                        self.assertEqual(body, b"", (path, one))
                        self.assertIn(b"Content-Length: 0", head)
                        self.assertNotIn(b"Content-Range", head)
        self.is_well()

    def test_every_answer_has_the_headers(self):
        own = f"Cookie: {self.cookie}"
        answers = [self.answer(data) for data in [
            self.head(own), self.head(), self.head(own, path="/nowhere"), self.head("Range: bytes=1-"),
            self.head(own, path="/favicon.ico"), self.head(own, path="/trace"), self.head(own, method="POST"),
            self.head(*["a: b"] * 200), self.head("Expect: 100-continue"), b"nonsense\r\n\r\n", self.head(own, method="HEAD"),
            self.head("Transfer-Encoding: chunked")]]
        self.assertEqual([answer[9:12].decode() for answer in answers],
                         "200 403 404 416 204 400 405 431 417 400 405 400".split())
        for answer in answers:
            lines = answer.split(b"\r\n\r\n", 1)[0].decode().split("\r\n")[1:]
            names = [line.split(":")[0] for line in lines]
            self.assertEqual(len(set(names)), len(names), names)
            headers = dict(line.split(": ", 1) for line in lines)
            policy = headers["Content-Security-Policy"]
            for part in ["default-src 'none'", "script-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]:
                self.assertIn(part, policy)
            self.assertNotIn("unsafe", policy)
            for name, value in {"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer",
                                "Cache-Control": "no-store", "X-Permitted-Cross-Domain-Policies": "none",
                                "Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
                                "Cross-Origin-Embedder-Policy": "require-corp", "Accept-Ranges": "none"}.items():
                self.assertEqual(headers[name], value)
            self.assertIn("camera=()", headers["Permissions-Policy"])
            for name in ["Server", "X-Powered-By", "Access-Control-Allow-Origin", "Location", "EXCEPTION_WHAT"]:
                self.assertNotIn(name, headers)

    def test_host_has_one_spelling(self):
        port = self.watched.port
        for host in [f"127.0.0.1:0{port}", f"127.1:{port}", f"2130706433:{port}", f"0:{port}", f"[::1]:{port}", f"127.0.0.1%3A{port}",
                     f"127.0.0.1:{port}.", f"localhost:{port}", f"evil.example#127.0.0.1:{port}", f"127.0.0.1:{port},evil.example"]:
            data = f"GET / HTTP/1.1\r\nHost: {host}\r\nCookie: {self.cookie}\r\n\r\n".encode()
            self.assertTrue(self.answer(data).startswith(b"HTTP/1.1 403 "), host)
        self.assertTrue(self.answer(f"GET / HTTP/1.1\r\nCookie: {self.cookie}\r\n\r\n".encode()).startswith(b"HTTP/1.1 403 "))

    def test_one_request_one_answer(self):
        own, second = f"Cookie: {self.cookie}", self.head(f"Cookie: {self.cookie}", path="/player.js")
        for lines in [(), ("Content-Length: 0",), ("Content-Length: 5",), ("Content-Length: 0", "Content-Length: 5"),
                      ("Transfer-Encoding: chunked",), ("Transfer-Encoding: chunked", "Content-Length: 4"), ("Connection: keep-alive",),
                      ("Expect: 100-continue",), ("Upgrade: h2c", "Connection: Upgrade"), ("a: b\n\nGET /player.js HTTP/1.1",),
                      ("a: b\r\rGET /player.js HTTP/1.1",), (" folded",)]:
            for method in ["GET", "POST"]:
                answer = self.answer(self.head(own, *lines, method=method) + b"0\r\n\r\n" + second)
                self.assertEqual(answer.count(b"HTTP/1.1 "), 1, (method, lines, answer[:300]))
                self.assertNotIn(b"text/javascript", answer)
        self.is_well()

    def test_other_methods_do_nothing(self):
        for method in ["HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"]:
            answer = self.answer(self.head(f"Cookie: {self.cookie}", "X-Secret: echoed", method=method))
            self.assertTrue(answer.startswith(b"HTTP/1.1 405 "), (method, answer[:40]))
            self.assertNotIn(b"echoed", answer)
        self.assertTrue(self.answer(self.head(f"Cookie: {self.cookie}", method="get")).startswith(b"HTTP/1.1 400 "))

    def test_endless_heads_cost_nothing(self):
        before = most_memory(self.watched.process)
        for endless in [b"b" * 65536, b"a: b\r\n" * 10000, b"\n" * 65536]:
            with self.connect() as connection, self.assertRaises((ConnectionResetError, BrokenPipeError)):
                connection.sendall(b"GET / HTTP/1.1\r\na: ")
                for _ in range(4096):  # 256 MB, more than any process may take
                    connection.sendall(endless)
        self.assertLess(most_memory(self.watched.process) - before, 32 << 20)
        self.is_well()

    def test_heads_have_a_time(self):
        with self.connect() as connection:
            connection.sendall(b"GET / HTTP/1.1\r\n")
            with self.assertRaises((ConnectionResetError, BrokenPipeError)):
                while True:  # a byte now and then does not keep it
                    connection.sendall(b"a")
                    time.sleep(0.1)
        self.is_well()

    def test_idle_connections_cost_little(self):
        before = descriptors(self.watched.process)
        idle = [self.connect() for _ in range(IDLE)]
        self.is_well()
        self.assertLess(descriptors(self.watched.process) - before, IDLE)
        for connection in idle:
            connection.close()
        self.is_well()

    def test_nobody_else_listens_on_the_port(self):
        with socket.socket() as other:
            other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            with self.assertRaises(OSError):
                other.bind(("127.0.0.1", self.watched.port))
                other.listen()


class TheServerOfAPoorProcess(unittest.TestCase):
    """One that may open few files, which others hold all of."""

    def test_recovers_by_itself(self):
        watched = Watched(limits={resource.RLIMIT_NOFILE: 40})
        self.addCleanup(watched.close)
        cookie = watched.enter()
        watched.await_news(cookie, '"state":"ready"')
        idle = [socket.create_connection(("127.0.0.1", watched.port), PATIENCE) for _ in range(IDLE)]
        watched.save(SHOT.replace("duration: 1 s", "duration: 0.9 s"))
        self.assertEqual(watched.ask("/", Cookie=cookie)[0], 200)  # while they are there
        for connection in idle:
            connection.close()
        watched.await_news(cookie, '"state":"ready"', '"problems":[]')
        self.assertEqual(watched.ask("/enter?ticket=" + watched.ticket())[0], 200)


class AShotThatIsFollowed(unittest.TestCase):
    """Whoever may write into the project may not look out of it, at any time."""

    def setUp(self):
        self.outside = Watched.folder_with("/etc/hostname's line: 1\n")
        self.addCleanup(self.outside.cleanup)
        self.watched = Watched(in_folder="scenes")
        self.addCleanup(self.watched.close)
        self.cookie = self.watched.enter()
        self.watched.await_news(self.cookie, '"state":"ready"')
        self.scenes = os.path.join(self.watched.folder.name, "scenes")

    def is_refused(self):
        news = self.watched.await_news(self.cookie, '"state":"broken"', "walk.yaml leads elsewhere")
        self.assertNotIn("hostname", news)

    def test_may_not_become_a_link_out_of_its_project(self):
        shot = os.path.join(self.scenes, "walk.yaml")
        os.symlink(os.path.join(self.outside.name, "walk.yaml"), shot + "~")
        os.rename(shot + "~", shot)
        self.is_refused()
        os.remove(shot)
        self.watched.save(SHOT)
        self.watched.await_news(self.cookie, '"state":"ready"', '"problems":[]')

    def test_nor_may_its_folder(self):
        os.rename(self.scenes, self.scenes + "~")
        os.symlink(self.outside.name, self.scenes)
        self.is_refused()
        os.remove(self.scenes)
        os.rename(self.scenes + "~", self.scenes)
        self.watched.await_news(self.cookie, '"state":"ready"', '"problems":[]')

    def test_nor_may_the_folder_of_its_results(self):
        out = os.path.join(self.watched.folder.name, "out")
        os.rename(out, out + "~")
        os.symlink(self.outside.name, out)
        self.watched.save(SHOT.replace("duration: 1 s", "duration: 0.9 s"))
        self.watched.await_news(self.cookie, '"state":"broken"', "leads out of the project")
        self.assertEqual(os.listdir(self.outside.name), ["walk.yaml"])
        os.remove(out)
        os.rename(out + "~", out)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
