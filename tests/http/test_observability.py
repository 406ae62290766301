#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What the daemon says of itself: request ids, the log, the metrics."""
import fcntl
import json
import os
import re
import socket
import subprocess
import tempfile
import time

import client
import support

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = "00-%s-00f067aa0ba902b7-01" % TRACE
SECRET = "6502650265026502"  # in bodies, paths and queries: never in the log
TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"
ROUTES = {"/xor-game", "/nim/ranges", "/nim/position", "/", "/healthz", "/readyz", "/metrics", "/openapi.yaml",
          "/openapi.json", "/docs", "/play", "/favicon.ico", "/assets/{name}", "/problems", "/problems/{code}", "none"}


def wait_for(condition, seconds=10):
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value or time.monotonic() > deadline:
            return value
        time.sleep(0.01)


def samples(text):
    """The exposition as {series: value}."""
    found = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            series, value = line.rsplit(" ", 1)
            assert series not in found, series
            found[series] = float(value)
    return found


def metrics(daemon):
    with daemon.connect() as connection:
        reply = connection.request("GET", "/metrics")
    assert (reply.status, reply.media_type) == (200, "text/plain"), reply
    return samples(reply.body.decode())


class Case(support.unittest.TestCase):
    def start(self, *options, **more):
        if "--log-level" not in options:
            options = ("--log-level", "info", *options)
        daemon = support.Daemon(*options, **more)
        self.addCleanup(daemon.stop)
        return daemon

    def lines(self, daemon, count):
        """The log's lines once there are so many; no fewer, no more."""
        wait_for(lambda: daemon.errors().count("\n") >= count)
        lines = daemon.errors().splitlines()
        self.assertEqual(len(lines), count, lines)
        return lines

    def log(self, daemon, count):
        return [json.loads(line) for line in self.lines(daemon, count)]


class Ids(Case):
    def test_ids_are_taken_or_made(self):
        daemon = self.start()
        made, told = set(), []
        taken = ("a", "A-Z_0.9", "x" * 128, "0", "-", "...")
        refused = ("", "x" * 129, "a b", "a;b", "a\"b", "a\\b", "a/b", "a\xe9b", "<script>", "%0d%0a", "a,b")
        with daemon.connect() as connection:
            for own in taken + refused:
                reply = connection.request("GET", "/", headers=("x-request-ID: " + own,))
                self.assertEqual(reply.status, 200)
                ids = [value for name, value in reply.headers if name.lower() == "x-request-id"]
                self.assertEqual(len(ids), 1)
                told += ids
                if own in taken:
                    self.assertEqual(ids, [own])
                else:
                    self.assertRegex(ids[0], r"\A[0-9a-f]{32}\Z")
                    made.add(ids[0])
            twice = connection.request("GET", "/", headers=("X-Request-Id: one", "X-Request-Id: two"))
            self.assertRegex(twice.header("X-Request-Id"), r"\A[0-9a-f]{32}\Z")
        self.assertEqual(len(made), len(refused))
        self.assertEqual([line["id"] for line in self.log(daemon, len(told) + 1)],
                         told + [twice.header("X-Request-Id")])

    def test_every_reply_of_ours_has_one(self):
        daemon = self.start("--header-seconds", "1", "--body-seconds", "1")
        requests = [("GET", "/nope", None, ()), ("DELETE", "/", None, ()), ("OPTIONS", "/xor-game", None, ()),
                    ("HEAD", "/", None, ()), ("POST", "/xor-game", b"{", ()),
                    ("POST", "/xor-game", b"{}", ("Content-Type: image/png",)), ("BREW", "/", None, ()),
                    ("POST", "/xor-game", b"{}", ("Expect: 101-anything",)), ("GET", "/healthz", None, ())]
        for method, target, body, headers in requests:
            with self.subTest(method=method, target=target), daemon.connect() as connection:
                reply = connection.request(method, target, body, (*headers, "X-Request-Id: mine"))
                self.assertEqual(reply.header("X-Request-Id"), "mine", reply)
                if reply.media_type == "application/problem+json":
                    self.assertEqual(reply.json()["request_id"], "mine", reply)
        for raw, own in ((b"POST / HTTP/1.1\r\nHost: a\r\nX-Request-Id: late\r\nContent-Length: 5\r\n\r\n", "late"),
                         (b"GET / HTTP/1.1\r\nHost: a\r\nX-Request-Id: late\r\n", None),  # the head is not whole
                         (b"GET / HTTP/1.1\r\nX-Request-Id: mine\r\nHost: a\r\nHost: b\r\n\r\n", "mine")):
            with self.subTest(raw=raw), daemon.connect() as connection:
                connection.send(raw)
                reply = connection.read_reply()
                self.assertIn(reply.status, (400, 408), reply)
                self.assertRegex(reply.header("X-Request-Id"), r"\A%s\Z" % (own or "[0-9a-f]{32}"))
                self.assertEqual(reply.json()["request_id"], reply.header("X-Request-Id"), reply)
        lines = self.log(daemon, len(requests) - 1 + 3)  # /healthz is not told
        refused = [(line["status"], line["end"], line["problem"]) for line in lines if "bad-request" in line.values() or
                   line["status"] == 408]  # in any order: several threads write
        self.assertEqual(sorted(refused), [(400, "done", "bad-request")] + 2 * [(408, "late", "request-timeout")])
        counted = metrics(daemon)
        self.assertEqual(counted['nimsum_refused_total{reason="request-timeout"}'], 2)
        self.assertEqual(counted['nimsum_http_requests_total{route="none",method="other",code="408"}'], 1)

    def test_traceparent(self):
        daemon = self.start()
        bad = (PARENT.upper(), PARENT + "-00", PARENT[:-1], "ff" + PARENT[2:], PARENT.replace(TRACE, "0" * 32), "x")
        with daemon.connect() as connection:
            connection.request("GET", "/", headers=("traceparent: " + PARENT,))
            connection.request("GET", "/", headers=("Traceparent: 01" + PARENT[2:] + "-more",))
            for value in bad:
                connection.request("GET", "/", headers=("traceparent: " + value,))
            connection.request("GET", "/", headers=("traceparent: " + PARENT, "traceparent: " + PARENT))
        lines = self.log(daemon, 3 + len(bad))
        self.assertEqual([line.get("trace_id") for line in lines], [TRACE, TRACE] + [None] * (len(bad) + 1))


class Log(Case):
    def test_a_line(self):
        daemon = self.start()
        body = b'{"nums":[1,1,2]}'
        with daemon.connect() as connection:
            reply = connection.request("POST", "/xor-game", body, ("X-Request-Id: one", "User-Agent: a test",
                                                                   "traceparent: " + PARENT))
        line = self.log(daemon, 1)[0]
        self.assertRegex(line.pop("time"), r"\A%s\Z" % TIME)
        self.assertTrue(0 < line.pop("microseconds") < 5_000_000)
        self.assertEqual(line, {"level": "info", "id": "one", "trace_id": TRACE, "method": "POST", "route": "/xor-game",
                                "status": 200, "bytes_in": len(body), "bytes_out": len(reply.body),
                                "remote": "127.0.0.1", "user_agent": "a test", "end": "done"})

    def test_no_client_writes_a_line_of_its_own(self):
        """Every byte that a field may hold, in every place that is logged; bodies, paths and queries are not."""
        daemon = self.start("--threads", "1")  # so the lines have the order of the requests
        agents = ['"}\\', '\t', '{"level":"error"}', "".join(map(chr, [*range(32, 127), *range(128, 256)])), "x" * 5000,
                  "\x1b[2J" * 3, "\x9b31m"]
        count = 0
        for agent in agents:
            with daemon.connect() as connection:
                reply = connection.request("GET", "/", headers=("User-Agent: " + agent,))
                self.assertIn(reply.status, (200, 400))
                count += 1
        for target in ("/" + SECRET, "/xor-game?nums=" + SECRET, "/assets/" + SECRET, "/problems/" + SECRET,
                       "/?%0a=" + SECRET, "/\"" + SECRET):
            with daemon.connect() as connection:
                connection.request("GET", target)
                count += 1
        for body in (('{"nums":[%s]}' % SECRET).encode(), SECRET.encode(), b'{"%s":1}' % SECRET.encode()):
            with daemon.connect() as connection:
                connection.request("POST", "/xor-game", body)
                count += 1
        with daemon.connect() as connection:
            connection.request("A" * 100 + "'*", "/")
            count += 1
        text = "\n".join(self.lines(daemon, count))
        self.assertNotIn(SECRET, text)
        self.assertTrue(text.isascii() and text.replace("\n", "").isprintable())
        lines = [json.loads(line) for line in text.splitlines()]
        for line, agent in zip(lines, agents):
            if line["status"] == 200:
                self.assertEqual(line.get("user_agent", ""), agent.strip()[:128])
        self.assertLessEqual({line["route"] for line in lines}, ROUTES | {"-"})
        self.assertEqual(lines[-1]["method"], "A" * 16)

    def test_levels_and_formats(self):
        rows = ((("--log-level", "info"), 2), (("--log-level", "debug"), 5), (("--log-level", "error"), 0),
                (("--log-format", "none", "--log-level", "debug"), 0))
        for options, count in rows:
            with self.subTest(options=options):
                daemon = self.start(*options)
                with daemon.connect() as connection:
                    for target in ("/healthz", "/readyz", "/metrics", "/nope", "/"):
                        connection.request("GET", target)
                wait_for(lambda: metrics(daemon)["nimsum_http_connections"] == 1)  # pylint: disable=cell-var-from-loop
                text = daemon.errors()
                self.assertEqual(len([line for line in text.splitlines() if '"/metrics"' not in line]),
                                 max(0, count - (1 if "debug" in options else 0)), text)
        daemon = self.start(variables={"NIMSUM_LOG_FORMAT": "text"})
        with daemon.connect() as connection:
            connection.request("GET", "/", headers=('User-Agent: a "b"', "X-Request-Id: i"))
        self.assertRegex(self.lines(daemon, 1)[0], r'\A%s info GET / 200 in=0 out=\d+ us=\d+ 127.0.0.1 done id=i '
                                                   r'"a \\"b\\""\Z' % TIME)
        for option in ("--log-format", "--log-level"):
            self.assertEqual(support.run(option, "loud")[0], 2)

    def test_text_on_a_terminal(self):
        outer, inner = os.openpty()
        process = subprocess.Popen([support.daemon_path(), "--listen", "127.0.0.1:0", "--log-level", "info"],
                                   env=support.environment(),
                                   stdout=subprocess.PIPE, stderr=inner)
        self.addCleanup(process.stdout.close)
        port = int(re.search(rb":(\d+)\n", process.stdout.readline())[1])
        with client.Connection(("127.0.0.1", port)) as connection:
            connection.request("GET", "/")
        line = os.read(outer, 4096).decode()
        process.terminate()
        self.assertEqual(process.wait(20), 0)
        os.close(outer)
        os.close(inner)
        self.assertRegex(line, r"\A%s info GET / 200 " % TIME)

    def with_stderr(self, stderr):
        process = subprocess.Popen([support.daemon_path(), "--listen", "127.0.0.1:0", "--log-level", "debug"],
                                   env=support.environment(), stdout=subprocess.PIPE, stderr=stderr)
        self.addCleanup(process.stdout.close)
        port = int(re.search(rb":(\d+)\n", process.stdout.readline())[1])
        return process, port

    def insist(self, process, port, requests):
        """All are answered, the lines that were lost are counted, and the end is clean."""
        with client.Connection(("127.0.0.1", port), 20) as connection:
            for _ in range(requests):
                self.assertEqual(connection.request("GET", "/problems/internal").status, 200)
            counted = samples(connection.request("GET", "/metrics").body.decode())
        self.assertGreater(counted["nimsum_log_lines_dropped_total"], 0)
        self.assertEqual(counted['nimsum_http_requests_total{route="/problems/{code}",method="GET",code="200"}'], requests)
        process.terminate()
        self.assertEqual(process.wait(20), 0)
        return counted["nimsum_log_lines_dropped_total"]

    def test_a_log_that_nobody_reads(self):
        reading, writing = os.pipe()
        process, port = self.with_stderr(writing)
        self.assertEqual(fcntl.fcntl(writing, fcntl.F_GETFL) & os.O_NONBLOCK, 0)  # ours, too: it stays as it was
        dropped = self.insist(process, port, 2000)
        os.close(writing)
        with open(reading, encoding="ascii") as lines:
            written = [json.loads(line) for line in lines]
        self.assertGreaterEqual(len(written), 2000 - dropped)
        self.assertLess(len(written), 2000)

    def test_a_log_that_cannot_be_written(self):
        with open("/dev/full", "wb") as full:
            self.assertEqual(self.insist(*self.with_stderr(full), 50), 50)
        reading, writing = os.pipe()
        process, port = self.with_stderr(writing)
        os.close(writing)
        os.close(reading)
        self.assertEqual(self.insist(process, port, 50), 50)
        ours, theirs = socket.socketpair()
        process, port = self.with_stderr(theirs)
        theirs.close()
        ours.close()
        self.assertEqual(self.insist(process, port, 50), 50)

    def test_a_closed_stderr(self):
        """Its number must not become a connection's: a client would read log lines."""
        process = subprocess.Popen(["/bin/sh", "-c", 'exec "$0" "$@" <&- 2>&-', support.daemon_path(), "--listen",
                                    "127.0.0.1:0", "--log-level", "debug"], env=support.environment(),
                                   stdout=subprocess.PIPE)
        self.addCleanup(process.stdout.close)
        port = int(re.search(rb":(\d+)\n", process.stdout.readline())[1])
        for number in (0, 2):
            self.assertEqual(os.readlink("/proc/%d/fd/%d" % (process.pid, number)), "/dev/null")
        with client.Connection(("127.0.0.1", port), 20) as one, client.Connection(("127.0.0.1", port), 20) as two:
            for _ in range(20):
                self.assertEqual(one.request("GET", "/nope").status, 404)
                self.assertEqual(two.request("GET", "/").status, 200)
            self.assertEqual((one.buffer, two.buffer), (b"", b""))
        process.terminate()
        self.assertEqual(process.wait(20), 0)


class Refusals(Case):
    """What libmicrohttpd answers by itself: each is one line and one count, with the status that the client saw."""
    heads = {
        "a URL over the memory": b"GET /%s HTTP/1.1\r\nHost: h\r\n\r\n" % (b"u" * 60000),
        "fields over the memory": b"GET / HTTP/1.1\r\nHost: h\r\n%s\r\n" % (b"X-A: %s\r\n" % (b"v" * 900) * 60),
        "a length that is none": b"POST /xor-game HTTP/1.1\r\nHost: h\r\nContent-Length: x\r\n\r\n",
        "another major version": b"GET / HTTP/2.0\r\nHost: h\r\n\r\n",
    }
    bodies = {"a chunk without a size": b"POST /xor-game HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n"}
    newer = {  # 0.9.75 hands these over
        "no host": b"GET / HTTP/1.1\r\n\r\n",
        "two framings": b"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
        "a folded line": b"GET / HTTP/1.1\r\nHost: h\r\nX-A: b\r\n c\r\n\r\n",
        "white space before a colon": b"GET / HTTP/1.1\r\nHost : h\r\n\r\n",
    }

    def refused(self, daemon, data, before=b""):
        with daemon.connect() as connection:
            if before:
                connection.send(before)
                connection.read_reply()
            connection.send(data)
            status, _ = connection._head()  # its body may be garbled (SECURITY.md)
            while connection.socket.recv(65536):
                pass
        return status

    def test_each_is_one_line(self):
        path = os.path.join(self.folder(), "s")
        for listen in ("127.0.0.1:0", "unix:" + path):
            daemon = self.start(listen=listen)
            newer = self.newer if support.library_version() >= (1,) else {}
            count = 0
            tried = {**self.heads, **self.bodies, **newer}
            if daemon.address == path:  # there a client cannot read what it is told while it is still sending
                tried = {name: data for name, data in tried.items() if "over the memory" not in name}
            for name, data in tried.items():
                for before in (b"", client.build("GET", "/healthz")):
                    with self.subTest(listen=listen, name=name, before=before):
                        status = self.refused(daemon, data, before)
                        count += 1
                        line = self.log(daemon, count)[-1]
                        self.assertIn(status, (400, 413, 414, 431, 505))
                        self.assertEqual((line["status"], line["remote"], line["level"]),
                                         (status, "unix" if listen.startswith("unix") else "127.0.0.1", "info"), line)
                        self.assertEqual((line["problem"], line["route"]),
                                         ("bad-request", "/xor-game" if name in self.bodies else "-"), line)
            told = metrics(daemon)
            self.assertEqual(told['nimsum_refused_total{reason="bad-request"}'], count)
            daemon.stop()

    def test_clients_that_leave_are_none(self):
        daemon = self.start()
        for data in (b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost:", client.build("GET", "/healthz")):
            with daemon.connect() as connection:
                connection.send(data)
                if data.endswith(b"\r\n\r\n"):
                    connection.read_reply()
        self.assertEqual(self.refused(daemon, self.heads["another major version"]), 505)
        self.lines(daemon, 1)

    def folder(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return folder.name


class Metrics(Case):
    def test_counts_are_exact(self):
        daemon = self.start("--threads", "2")
        before = metrics(daemon)
        requests = [
            ("POST", "/xor-game", b'{"nums":[1,1,2]}', (), 200),
            ("POST", "/xor-game", b'{"boards":[[1,1,2],[0,1],[5]]}', (), 200),
            ("POST", "/xor-game", b'{"nums":[]}', (), 422),
            ("POST", "/xor-game", b'{"nums":[1,', (), 400),
            ("GET", "/xor-game?nums=1,1,2,9", None, (), 200),
            ("HEAD", "/xor-game?nums=1,1,2,9", None, (), 200),
            ("GET", "/xor-game", None, (), 422),
            ("DELETE", "/xor-game", None, (), 405),
            ("POST", "/nim/ranges", b'{"heaps":[1,2,2],"queries":[[1,2],[2,3]]}', (), 200),
            ("POST", "/nim/ranges", b"2\n2 1\n1 1\n1 2\n3 2\n1 2 2\n1 2\n2 3\n", ("Content-Type: text/plain",), 200),
            ("POST", "/nim/ranges", b"1\n2 1\n1 1\n1 3\n", ("Content-Type: text/plain",), 422),
            ("POST", "/nim/position", b'{"heaps":[3,4,5]}', (), 200),
            ("GET", "/problems/internal", None, (), 200),
            ("GET", "/problems/none", None, (), 404),
            ("GET", "/assets/" + SECRET, None, (), 404),
            ("GET", "/" + SECRET, None, (), 404),
            ("X" * 40, "/" + SECRET, None, (), 501),
            ("OPTIONS", "/nim/position", None, (), 204),
        ]
        received = sent = 0
        for method, target, body, headers, status in requests:
            with daemon.connect() as connection:
                reply = connection.request(method, target, body, headers)
            self.assertEqual(reply.status, status, (method, target, reply))
            received += len(body or b"")
            sent += len(reply.body)
        over = "nimsum_http_connections"
        after = wait_for(lambda: (lambda now: now[over] == 1 and now)(metrics(daemon)))
        self.assertTrue(after)

        def rose(series):
            return after.get(series, 0) - before.get(series, 0)

        wanted = {}
        for method, target, _, _, status in requests:
            path = target.split("?")[0]
            path = re.sub("^/problems/.*", "/problems/{code}", re.sub("^/assets/.*", "/assets/{name}", path))
            key = 'route="%s",method="%s",code="%d"' % (path if path in ROUTES else "none",
                                                        method if len(method) < 8 and method != "DELETE" else "other",
                                                        status)
            wanted[key] = wanted.get(key, 0) + 1
        told = {series[len("nimsum_http_requests_total{"):-1]: rose(series) for series in after
                if series.startswith("nimsum_http_requests_total{") and "/metrics" not in series}
        self.assertEqual(told, wanted)
        scrapes = rose('nimsum_http_requests_total{route="/metrics",method="GET",code="200"}')
        self.assertEqual(sum(rose(series) for series in after if "_duration_seconds_count" in series),
                         len(requests) + scrapes)
        self.assertEqual(rose("nimsum_http_request_bytes_total"), received)
        self.assertGreater(rose("nimsum_http_response_bytes_total"), sent)  # the scrapes', too
        self.assertEqual(rose("nimsum_http_connections_total"), len(requests) + scrapes)
        refused = {"too-few": 1, "malformed-json": 1, "missing-key": 1, "method-not-allowed": 1, "out-of-range": 1,
                   "not-found": 3, "not-implemented": 1}
        self.assertEqual({series.split('"')[1]: rose(series) for series in after
                          if series.startswith("nimsum_refused_total") and rose(series)}, refused)
        self.assertEqual(rose("nimsum_verdicts_total"), 1 + 3 + 1 + 1 + 2 + 3 + 1)
        self.assertEqual(rose("nimsum_numbers_read_total"), 3 + 6 + 4 + 4 + 7 + 4 + 7 + 3)
        self.assertEqual(after["nimsum_http_requests_in_flight"], 1)

    def test_buckets_rise_and_end_in_the_count(self):
        daemon = self.start()
        with daemon.connect() as connection:
            for _ in range(20):
                connection.request("GET", "/")
        told = wait_for(lambda: metrics(daemon))
        name = 'nimsum_http_request_duration_seconds_%s{route="/"%s}'
        buckets = [(float(found[1]), value) for series, value in told.items()
                   if (found := re.fullmatch(r'nimsum_http_request_duration_seconds_bucket\{route="/",le="([^"]+)"\}', series))]
        self.assertEqual(buckets, sorted(buckets))
        self.assertEqual(buckets[-1], (float("inf"), told[name % ("count", "")]))
        self.assertEqual([value for _, value in buckets], sorted(value for _, value in buckets))
        self.assertGreater(told[name % ("sum", "")], 0)

    def test_what_is_held_now(self):
        daemon = self.start("--request-memory-bytes", "1048576")
        with daemon.connect() as one, daemon.connect():
            one.send(client.build("POST", "/xor-game", None, ("Content-Length: 700000",)) + b'{"nums":[1' + b",1" * 50_000)
            held = wait_for(lambda: (lambda now: now["nimsum_request_memory_bytes"] >= 200000 and now)(metrics(daemon)))
            self.assertTrue(held)
            self.assertEqual(held["nimsum_http_requests_in_flight"], 2)
            self.assertEqual(held["nimsum_http_connections"], 3)
            self.assertEqual(held["nimsum_request_memory_limit_bytes"], 1048576)
        cut = 'nimsum_http_requests_total{route="/xor-game",method="POST",code="none"}'
        # A scrape is no snapshot: it may see the connection gone, and its request not yet.
        gone = wait_for(lambda: (lambda now: now["nimsum_http_connections"] == 1 and cut in now and now)(metrics(daemon)))
        self.assertTrue(gone)
        self.assertEqual(gone["nimsum_request_memory_bytes"], 0)
        self.assertEqual(gone["nimsum_http_requests_in_flight"], 1)
        self.assertEqual(gone[cut], 1)

    def test_the_process(self):
        daemon = self.start()
        told, proc = metrics(daemon), "/proc/%d" % daemon.process.pid
        files = len(os.listdir(proc + "/fd"))
        self.assertTrue(abs(told["process_open_fds"] - files) <= 2, (told["process_open_fds"], files))
        with open(proc + "/statm", encoding="ascii") as file:
            resident = int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")
        self.assertTrue(resident / 2 < told["process_resident_memory_bytes"] < 2 * resident)
        self.assertTrue(time.time() - 60 < told["process_start_time_seconds"] < time.time() + 1)
        self.assertGreater(told["process_cpu_seconds_total"], 0)
        self.assertGreater(told["process_max_fds"], files)
        info = [series for series in told if series.startswith("nimsum_build_info")]
        self.assertRegex(info[0], r'\Animsum_build_info\{version="[0-9.]+",libmicrohttpd="%s"\}\Z'
                         % re.escape(".".join(map(str, support.library_version()))))


if __name__ == "__main__":
    support.main()
