# SPDX-License-Identifier: MIT
"""What the fault tests stand on: a daemon under limits and faults, its vital signs, and a client that judges nothing."""
import json
import mmap
import os
import random
import re
import resource
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "http"))

import client  # noqa: E402  (found by the line above)
import record  # noqa: E402
import support  # noqa: E402

LONG = os.environ.get("NIMSUM_FAULTS_LONG", "") not in ("", "0")
SANITIZED = os.environ.get("NIMSUM_FAULTS_SANITIZED", "") not in ("", "0")
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
PAGE = resource.getpagesize()
GOOD = client.build("POST", "/xor-game", b'{"nums":[1,1,2]}')
GOOD_ANSWER = {"winner": "bob", "alice_wins": False, "xor": 2, "count": 3, "reason": "odd-count"}


def report(name, text, *values):
    """One line with the figures measured."""
    print("\nMEASURED %s: %s" % (name, text % values), flush=True)


def insist_below(case, figure, bar):
    """A bar that holds for the daemon as it is shipped; a sanitizer's memory is not ours to judge."""
    if SANITIZED:
        print("\nNOT JUDGED under a sanitizer: %s is below %s" % (figure, bar), flush=True)
    else:
        case.assertLess(figure, bar)


def scaled(short, long):
    """How much of a test to run: the short form by default, the long one with NIMSUM_FAULTS_LONG=1."""
    return long if LONG else short


class Shim:
    """The control file of shim.c: what fails, when, and how often it did."""

    POINTS = {"allocate": 0, "accept": 1, "receive": 2, "send": 3, "wait": 4, "watch": 5, "thread": 6}
    OFF, ONCE, FOREVER, SHARE = range(4)
    SIZE = 8 * (8 + 8 * len(POINTS))

    def __init__(self):
        library = os.environ.get("NIMSUM_FAULT_SHIM")
        if not library:
            raise RuntimeError("the environment variable NIMSUM_FAULT_SHIM has to name the library built from shim.c")
        self.file = tempfile.NamedTemporaryFile(prefix="nimsum-faults-")
        self.file.truncate(self.SIZE)
        self.map = mmap.mmap(self.file.fileno(), self.SIZE)
        self.words = memoryview(self.map).cast("q")
        self.variables = {"LD_PRELOAD": os.path.abspath(library), "FAULT_CONTROL": self.file.name}

    def arm(self, point, mode, n, error=12, seed=None):
        """Let calls of a kind fail; error is an errno, ENOMEM unless told otherwise."""
        base = 8 + 8 * self.POINTS[point]
        self.words[base] = self.OFF
        self.words[base + 1:base + 5] = memoryview(struct.pack("4q", n, error, 0, 0)).cast("q")
        if seed is not None:
            self.words[1] = seed
        self.words[base] = mode

    def disarm(self, point):
        """Let the calls through again; returns (calls, failures) since it was armed."""
        base = 8 + 8 * self.POINTS[point]
        self.words[base] = self.OFF
        return self.words[base + 3], self.words[base + 4]

    def set_clocks(self, realtime_seconds=0, monotonic_milliseconds=0):
        self.words[2], self.words[3] = realtime_seconds, monotonic_milliseconds

    def insist(self):
        """The library has to be in the daemon, or no test means anything."""
        if self.words[0] != 1:
            raise AssertionError("shim.c did not attach to the daemon")


class Daemon(support.Daemon):
    """support.Daemon with a shim, with resource limits, or started through another command."""

    def __init__(self, *options, shim=None, limits=(), prefix=(), listen="127.0.0.1:0", before=None):
        def prepare():
            for kind, value in limits:
                resource.setrlimit(kind, (value, value))
            if before:
                before()
        self.log = tempfile.TemporaryFile()
        variables = shim.variables if shim else None
        arguments = [*prefix, support.daemon_path(), "--listen", listen, *options]
        self.process = subprocess.Popen(arguments, env=support.environment(variables), stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=self.log, preexec_fn=prepare)
        self.admin = None
        try:
            self.line = self._first_line()
            found = re.fullmatch(r"nimsumd admin listening on http://([0-9.]+):([0-9]+)\n", self.line)
            if found:
                self.admin = (found[1], int(found[2]))
                self.line = self._first_line()
            found = re.fullmatch(r"nimsumd listening on http://([0-9.]+):([0-9]+)\n", self.line)
            if not found:
                raise AssertionError("the first line is %r; stderr: %s" % (self.line, self.errors()))
            if shim:
                shim.insist()
        except BaseException:
            self.kill()
            raise
        self.address = (found[1], int(found[2]))
        self.pid = self.process.pid

    def insist_alive(self, about=""):
        if self.process.poll() is not None:
            raise AssertionError("the daemon died with %d %s: %s" % (self.process.returncode, about, self.errors()))

    def end(self):
        """Kill it if it still runs, and let go of its streams: for addCleanup."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
        self.log.close()

    def resident(self):
        """Bytes of memory in use."""
        with open("/proc/%d/statm" % self.pid, encoding="ascii") as file:
            return int(file.read().split()[1]) * PAGE

    def files(self):
        return len(os.listdir("/proc/%d/fd" % self.pid))

    def cpu(self):
        """Seconds of processor time used so far."""
        with open("/proc/%d/stat" % self.pid, encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def idle_share(self, seconds=1.0):
        """The share of one processor that the daemon takes while nothing is asked of it."""
        began, cpu = time.monotonic(), self.cpu()
        time.sleep(seconds)
        return (self.cpu() - cpu) / (time.monotonic() - began)


def free_address():
    """An address that nobody listens on, its port none that the system gives to clients beside us."""
    with open("/proc/sys/net/ipv4/ip_local_port_range", encoding="ascii") as file:
        first, last = map(int, file.read().split())
    ports = [port for port in range(10_000, 60_000) if not first <= port <= last] or range(10_000, 60_000)
    while True:
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", random.choice(ports)))
                return probe.getsockname()
            except OSError:
                continue


def wait_for(test, seconds):
    """Wait until test() holds; returns how long that took, or None."""
    began = time.monotonic()
    while True:
        if test():
            return time.monotonic() - began
        if time.monotonic() - began > seconds:
            return None
        time.sleep(0.02)


class Outcome:
    """What became of one request: "reply", "refused", "closed" (before a reply), "cut" (in mid-reply), "silent"."""

    def __init__(self, kind, status=0, headers=(), body=b"", method="POST"):
        self.kind, self.status, self.headers, self.body, self.method = kind, status, headers, body, method

    def is_right(self, other):
        return self.kind == "reply" and (self.status, self.body) == (other.status, other.body)

    def is_problem(self, *statuses):
        """Whether this is application/problem+json with one of these statuses."""
        if self.kind != "reply" or self.status not in statuses:
            return False
        media_type = [value for name, value in self.headers if name == b"content-type"]
        if media_type != [b"application/problem+json"]:
            return False
        return self.method == "HEAD" or json.loads(self.body)["status"] == self.status

    def header(self, name):
        return next((value.decode() for key, value in self.headers if key == name.lower().encode()), None)

    def __repr__(self):
        return "<%s %d %r>" % (self.kind, self.status, self.body[:200])


def split_reply(data, request=b""):
    """(outcome, rest) of the first whole final reply in data, or None. request is what was asked. b"", for what was asked
    long before, is taken for a POST, and is not recorded."""
    method = request.split(b" ", 1)[0].decode() if request else "POST"
    while True:
        head, found, rest = data.partition(b"\r\n\r\n")
        if not found:
            return None
        status = int(head.split(b" ", 2)[1])
        if status >= 200:
            break
        data = rest
    headers = [(name.lower(), value.strip()) for name, _, value in
               (line.partition(b":") for line in head.split(b"\r\n")[1:])]
    size = int(dict(headers).get(b"content-length", b"0"))
    size = 0 if method == "HEAD" or status in (204, 304) else size
    if len(rest) < size:
        return None
    if request:
        tape = record.Tape()
        tape.sent(request)
        tape.replied(status, [(name.decode(), value.decode()) for name, value in headers], rest[:size])
    return Outcome("reply", status, headers, rest[:size], method), rest[size:]


def ask_on(connection, request, seconds=20):
    """Send one request on an open socket and see what becomes of it."""
    connection.settimeout(seconds)
    try:
        connection.sendall(request)
    except (ConnectionError, socket.timeout):
        pass  # a reply may have come all the same
    data, deadline = b"", time.monotonic() + seconds
    while True:
        whole = split_reply(data, request)
        if whole:
            return whole[0]
        try:
            connection.settimeout(max(deadline - time.monotonic(), 0.001))
            piece = connection.recv(1 << 20)
        except socket.timeout:
            return Outcome("silent", body=data)
        except ConnectionError:
            piece = b""
        if not piece:
            return Outcome("cut" if data not in (b"", CONTINUE) else "closed", body=data)
        data += piece


def ask(address, request, seconds=20):
    """The same on a connection of its own."""
    try:
        connection = socket.create_connection(address, timeout=seconds)
    except socket.timeout:
        return Outcome("silent")
    except ConnectionError:
        return Outcome("refused")
    with connection:
        return ask_on(connection, request, seconds)


def is_good(outcome):
    return outcome.kind == "reply" and outcome.status == 200 and json.loads(outcome.body) == GOOD_ANSWER


class GoodClients:
    """Clients beside a test who ask good questions all the while; every answer has to be right."""

    def __init__(self, address, count=1, pause=0.005, seconds=20):
        self.address, self.pause, self.seconds = address, pause, seconds
        self.times, self.wrong, self.stopping = [], [], False
        self.threads = [threading.Thread(target=self._run, daemon=True) for _ in range(count)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.stopping = True
        for thread in self.threads:
            thread.join()

    def _run(self):
        while not self.stopping:
            began = time.monotonic()
            outcome = ask(self.address, GOOD, self.seconds)
            self.times.append(time.monotonic() - began)
            if not is_good(outcome):
                self.wrong.append(outcome)
            time.sleep(self.pause)

    def percentile(self, share):
        """In milliseconds."""
        ordered = sorted(self.times)
        return 1000 * ordered[min(int(len(ordered) * share), len(ordered) - 1)] if ordered else float("inf")
