#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What took more than one request to break other C servers, replayed: sweeps, crowds, floods of aborted requests."""
import concurrent.futures
import os
import resource
import socket
import struct
import sys
import threading
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "http"))

import client   # noqa: E402
import support  # noqa: E402

GOOD = b'{"nums":[1,1,2]}'
CHUNKED = "Transfer-Encoding: chunked"
HALF = b"POST /xor-game HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n{\"nums\":["
CROWD = 1100


def reset(connection):
    connection.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


class ReportCase(support.ServerCase):
    options = ("--header-seconds", "2", "--body-seconds", "3", "--idle-seconds", "3",
               "--request-memory-bytes", "16777216")

    @property
    def pid(self):
        return self.daemon.process.pid

    def files(self):
        return len(os.listdir("/proc/%d/fd" % self.pid))

    def good(self):
        with self.daemon.connect() as connection:
            reply = connection.request("POST", "/xor-game", GOOD)
        self.assertEqual((reply.status, reply.json()["xor"]), (200, 2), reply)

    def all_bytes(self, data):
        """Everything that comes back until the daemon closes, or until the first whole head."""
        with self.daemon.connect(10) as connection:
            try:
                connection.send(data)
                while b"\r\n\r\n" not in connection.buffer and not self.ended(connection):
                    pass
            except ConnectionError:
                pass
            return connection.buffer

    @staticmethod
    def ended(connection):
        data = connection.socket.recv(65536)
        connection.buffer += data
        return not data

    def wait_for_files(self, most, seconds=15):
        deadline = time.monotonic() + seconds
        while self.files() > most:
            self.assertLess(time.monotonic(), deadline, "%d files were open, now %d" % (most, self.files()))
            time.sleep(0.05)


class Sweeps(ReportCase):
    def each(self, requests, statuses):
        """Send all, side by side; each gets one of the statuses, or the connection ends."""
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            for data, reply in zip(requests, pool.map(self.all_bytes, requests)):
                if reply:
                    self.assertIn(int(reply[9:12]), statuses, (data[:40], len(data)))
        self.good()

    def test_query_without_value(self):
        """libmicrohttpd 1.0.1 dies of a head that ends in a query argument without '=' and fills the read buffer."""
        sizes = list(range(12_000, 17_000, 125)) + list(range(30_000, 33_500, 125))
        self.each([b"GET /?" + query % (b"a" * size) + b" HTTP/" + version + b"\r\n\r\n"
                   for version in (b"1.0", b"1.1") for query in (b"%s", b"a=%s", b"%s&", b"a&%s") for size in sizes],
                  (200, 400, 414, 431))

    def test_path_and_fields(self):
        """The same for a long path with a short query, and for long names and values of fields."""
        sizes = list(range(12_000, 17_000, 250)) + list(range(30_000, 33_500, 250))
        self.each([form % (b"a" * size) for size in sizes for form in (
                      b"GET /%s?b HTTP/1.0\r\n\r\n", b"GET / HTTP/1.0\r\n%s:\r\n\r\n",
                      b"GET / HTTP/1.0\r\nCookie: %s\r\n\r\n",
                      b"POST /xor-game?b HTTP/1.0\r\nContent-Length: 2\r\nA: %s\r\n\r\n{}")],
                  (200, 400, 404, 413, 414, 422, 431))

    def test_chunk_extensions(self):
        """Extensions of every size round the buffer's, at the first chunk and after one."""
        head = client.build("POST", "/xor-game", None, [CHUNKED, "Connection: close"])
        sizes = list(range(14_000, 17_000, 250)) + list(range(29_000, 33_500, 250))
        self.each([head + begin + b"F;" + b"a" * size + b"\r\n" + rest + b"\r\n0\r\n\r\n" for size in sizes
                   for begin, rest in ((b"", b"{}" + b" " * 13), (b"1\r\n{\r\n", GOOD[1:]))],
                  (200, 400, 413, 422, 431, 500))


class Leaks(ReportCase):
    def test_cut_in_a_chunk_line(self):
        """1.0.1 forgets to tell that such a request is over: its memory and its place in the count must come back."""
        files, body, crowd = self.files(), b'{"nums":[' + b"1," * 50_000, []
        for _ in range(60):
            connection = self.daemon.connect()
            crowd.append(connection)
            connection.send(client.build("POST", "/xor-game", None, [CHUNKED]))
            connection.send(b"%x\r\n%s\r\n" % (len(body), body))
        time.sleep(0.2)
        for connection in crowd:
            try:
                connection.send(b"1;" + b"a" * 40_000 + b"\r\n")
            except ConnectionError:
                pass
        self.wait_for_files(files)  # ended by the library, or by the deadline
        for connection in crowd:
            connection.close()
        self.good()
        large = b'{"nums":[' + b"1," * 1_000_000 + b"1]}"
        self.assertEqual(self.post("/xor-game", large).status, 200, "memory is still charged to requests that are over")
        start = time.monotonic()
        self.daemon.stop()
        self.assertLess(time.monotonic() - start, 5, "a request that is over still counts as in flight")

    @classmethod
    def tearDownClass(cls):
        if cls.connection:
            cls.connection.close()


class Crowds(ReportCase):
    options = ("--header-seconds", "2", "--body-seconds", "3", "--idle-seconds", "3")

    @classmethod
    def setUpClass(cls):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = CROWD * 2 if hard == resource.RLIM_INFINITY else min(hard, CROWD * 2)
        if soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        super().setUpClass()

    def test_more_than_1024(self):
        """Open files over 1,024, where select() ends."""
        self.assertGreater(resource.getrlimit(resource.RLIMIT_NOFILE)[0], CROWD + 100, "too few files to test with")
        crowd = [self.daemon.connect() for _ in range(CROWD)]
        try:
            for connection in crowd[::100] + crowd[-1:]:
                self.assertEqual(connection.request("POST", "/xor-game", GOOD).status, 200)
            self.good()
        finally:
            for connection in crowd:
                connection.close()

    def test_340_clients(self):
        """As many at the same time, some requests each."""
        crowd = [self.daemon.connect() for _ in range(340)]
        for _ in range(5):
            for connection in crowd:
                connection.send(client.build("POST", "/xor-game", GOOD))
            for connection in crowd:
                self.assertEqual(connection.read_reply("POST").json()["xor"], 2)
        for connection in crowd:
            connection.close()

    def test_half_requests(self):
        """Half a request, then FIN or RST: no file may stay open."""
        files = self.files()
        for i in range(1000):
            connection = self.daemon.connect()
            connection.send(HALF[:1 + i * 7 % len(HALF)])
            if i % 2:
                reset(connection)
            else:
                connection.close()
        self.good()
        self.wait_for_files(files)

    def test_aborted_uploads(self):
        """An upload is cut; the next one, from the same client, is answered."""
        for i in range(300):
            connection = self.daemon.connect()
            connection.send(client.build("POST", "/nim/ranges", None, ["Content-Length: 100000"]))
            connection.send(b'{"heaps":[' + b"7," * (i * 50))
            reset(connection)
            if i % 30 == 0:
                self.good()
        self.good()


class Quiet(ReportCase):
    def cpu_ticks(self):
        with open("/proc/%d/stat" % self.pid, encoding="utf-8") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])

    def test_no_spin(self):
        """After a refused length, and while requests wait that never come whole, the processor rests."""
        held = [self.daemon.connect() for _ in range(4)]
        held[0].send(b"POST /xor-game HTTP/1.1\r\nHost: a\r\nContent-Length: -48\r\n\r\n")
        held[1].send(HALF)
        held[2].send(client.build("POST", "/xor-game", None, [CHUNKED]) + b"10\r\n{")
        held[3].send(b"POST /xor")
        time.sleep(0.2)
        before = self.cpu_ticks()
        time.sleep(1)
        self.assertLess(self.cpu_ticks() - before, 0.2 * os.sysconf("SC_CLK_TCK"))
        for connection in held:
            connection.close()

    def test_dripped_body(self):
        """A body of one byte now and then is cut by its deadline; others are served meanwhile."""
        with self.daemon.connect() as connection:
            connection.send(HALF)
            start = time.monotonic()
            try:
                while time.monotonic() - start < 20:
                    connection.send(b" ")
                    time.sleep(0.25)
                    self.good()
            except ConnectionError:
                pass
            self.assertLess(time.monotonic() - start, 10)


class Stops(unittest.TestCase):
    def test_stop_at_the_limit(self):
        """SIGTERM while more clients than allowed come and go: 1.0.1 may abort, its listener taken out twice."""
        for _ in range(15):
            daemon = support.Daemon("--connections", "4", "--threads", "4")
            stop = threading.Event()
            crowd = [threading.Thread(target=self.press, args=(daemon, stop)) for _ in range(8)]
            for thread in crowd:
                thread.start()
            time.sleep(0.1)
            daemon.terminate()
            stop.set()
            try:
                daemon.wait()
            finally:
                for thread in crowd:
                    thread.join()

    @staticmethod
    def press(daemon, stop):
        while not stop.is_set():
            try:
                with daemon.connect(2) as connection:
                    connection.request("POST", "/xor-game", GOOD)
            except (OSError, AssertionError):
                pass


if __name__ == "__main__":
    support.main()
