# SPDX-License-Identifier: MIT
"""What every test here stands on: a daemon of its own, a client, and the contract that each reply is held against."""
import json
import os
import re
import select
import signal
import subprocess
import tempfile
import time
import unittest

import client
import contract
import record

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CONTRACT = contract.Contract(os.path.join(ROOT, "openapi.yaml"))

START_SECONDS, STOP_SECONDS, RUN_SECONDS = 30, 30, 10


def daemon_path():
    path = os.environ.get("NIMSUMD")
    if not path:
        raise RuntimeError("the environment variable NIMSUMD has to name the daemon")
    return os.path.abspath(path)


def environment(variables=None):
    """The environment of a daemon: nothing of ours that could set one of its options."""
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("NIMSUM")}
    return {**inherited, **(variables or {})}


def run(*options, variables=None):
    """Run the daemon to its end and return (exit code, stdout, stderr)."""
    done = subprocess.run([daemon_path(), *options], env=environment(variables), timeout=RUN_SECONDS,
                          stdin=subprocess.DEVNULL, capture_output=True, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


class Daemon:
    """A running daemon on a free port. stop() ends it and insists on exit code 0.

    launcher is a command in front of the daemon's, pass_fds the descriptors that it inherits; stderr takes what
    errors() would tell otherwise."""

    def __init__(self, *options, listen="127.0.0.1:0", variables=None, launcher=(), pass_fds=(), stderr=None):
        self.log = tempfile.TemporaryFile()
        arguments = [*launcher, daemon_path(), *(["--listen", listen] if listen else []), *options]
        self.process = subprocess.Popen(arguments, env=environment(variables), stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, pass_fds=pass_fds,
                                        stderr=self.log if stderr is None else stderr)
        try:
            self.admin_line = None
            self.line = self._first_line()
            if self.line.startswith("nimsumd admin "):
                self.admin_line, self.line = self.line, self._first_line()
            match = re.fullmatch(r"nimsumd listening on (?:http://(\[[0-9a-f:]+\]|[0-9.]+):([0-9]+)|unix:(/.*))\n",
                                 self.line)
            if not match:
                raise AssertionError("the first line is %r; stderr: %s" % (self.line, self.errors()))
        except BaseException:
            self.kill()
            raise
        self.address = match[3] or (match[1].strip("[]"), int(match[2]))

    def _first_line(self):
        line, deadline = b"", time.monotonic() + START_SECONDS
        while not line.endswith(b"\n"):
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                raise AssertionError("no line within %d s; stderr: %s" % (START_SECONDS, self.errors()))
            byte = os.read(self.process.stdout.fileno(), 1)
            if not byte:
                break
            line += byte
        return line.decode()

    def errors(self):
        # The daemon writes at the place of this same open file: to move it would have it write over what it wrote.
        return os.pread(self.log.fileno(), os.fstat(self.log.fileno()).st_size, 0).decode(errors="replace")

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.log.close()

    def connect(self, timeout=60):
        return client.Connection(self.address, timeout)

    def terminate(self, number=signal.SIGTERM):
        self.process.send_signal(number)

    def wait(self):
        """Wait for the daemon's end; its exit code has to be 0 and its stdout the one line."""
        try:
            code = self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError("the daemon did not end within %d s" % STOP_SECONDS) from None
        errors, rest = self.errors(), self.process.stdout.read()
        self.process.stdout.close()
        self.log.close()
        if code != 0 or rest:
            raise AssertionError("exit code %d, more stdout %r, stderr: %s" % (code, rest, errors))

    def stop(self):
        if self.process.returncode is None:
            self.terminate()
            self.wait()


class ServerCase(unittest.TestCase):
    """Tests that share one daemon, started with the options of the class."""

    options = ()
    maxDiff = 4000

    @classmethod
    def setUpClass(cls):
        cls.daemon = Daemon(*cls.options)
        cls.addClassCleanup(cls.daemon.stop)
        cls.connection = None
        cls.addClassCleanup(lambda: cls.connection and cls.connection.close())

    def call(self, method, target, body=None, headers=()):
        """One request on the connection of the class, the reply held against openapi.yaml."""
        cls = type(self)
        if cls.connection is not None and not cls.connection.usable:
            cls.connection.close()
            cls.connection = None
        if cls.connection is None:
            cls.connection = self.daemon.connect()
        try:
            reply = cls.connection.request(method, target, body, headers)
        except BaseException:
            cls.connection.close()
            raise
        self.hold(method, target, reply, body, headers)
        return reply

    def hold(self, method, target, reply, body=None, headers=()):
        """Hold a reply, and where it tells something about the request also the request, against openapi.yaml."""
        faults = CONTRACT.faults(method, target, reply, body, headers)
        self.assertEqual(faults, [], "%s %s: %r" % (method, target, reply))

    def post(self, path, body, *headers):
        """POST a body: bytes as they are, text in UTF-8, anything else as JSON."""
        if isinstance(body, str):
            body = body.encode("utf-8")
        elif not isinstance(body, bytes):
            body = json.dumps(body).encode("utf-8")
        return self.call("POST", path, body, headers or ("Content-Type: application/json",))

    def answer(self, path, body, *headers):
        """The JSON of a reply that has to be 200."""
        reply = self.post(path, body, *headers)
        self.assertEqual((reply.status, reply.media_type), (200, "application/json"), reply)
        return reply.json()

    def assert_problem(self, reply, code, **members):
        """reply is this problem, with these members besides the common six and no other. A set means any of it."""
        status, title = CONTRACT.problems[code]
        self.assertEqual((reply.status, reply.media_type), (status, "application/problem+json"), reply)
        told = reply.json()
        common = {"type": "/problems/" + code, "title": title, "status": status, "code": code,
                  "request_id": reply.header("X-Request-Id")}
        self.assertEqual({key: told.get(key) for key in common}, common, reply)
        detail = told.get("detail")
        self.assertTrue(isinstance(detail, str) and detail, reply)
        rest = {key: value for key, value in told.items() if key not in common and key != "detail"}
        for key, allowed in members.items():
            if isinstance(allowed, (set, frozenset)) and rest.get(key) in allowed:
                members[key] = rest[key]
        self.assertEqual(rest, members, reply)
        return told


def begin_upload(case, daemon, body):
    """A connection on which the service has asked for a body, to be sent to /xor-game: the request is in flight."""
    connection = daemon.connect()
    case.addCleanup(connection.close)
    connection.send(client.build("POST", "/xor-game", None, ["Expect: 100-continue", "Content-Length: %d" % len(body)]))
    case.assertEqual(connection.read_interim().status, 100)
    return connection


class Result(unittest.TextTestResult):
    def startTest(self, test):
        record.case = test.id().removeprefix("__main__.")
        super().startTest(test)


class Runner(unittest.TextTestRunner):
    resultclass = Result


def main():
    unittest.main(testRunner=Runner, verbosity=2)


def library_version():
    """The version of libmicrohttpd in use, as a tuple of numbers."""
    _, out, _ = run("--version")
    return tuple(int(part) for part in re.search(r"libmicrohttpd ([0-9.]+)", out)[1].split("."))
