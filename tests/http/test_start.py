#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What is found out at the start: how many files there may be, which of a name's addresses can be had, who asks."""
import json
import os
import socket
import subprocess
import tempfile
import time
import unittest

import client
import support

THREADS = 2
FILES_NEEDED = 22  # with two I/O threads: 20 of our own, and a connection for each thread


class Files(unittest.TestCase):
    def run_with(self, files, *options):
        return ["prlimit", "--nofile=%d" % files], ("--threads", str(THREADS), *options)

    def start(self, files, *options):
        launcher, options = self.run_with(files, *options)
        daemon = support.Daemon(*options, launcher=launcher)
        self.addCleanup(daemon.stop)
        return daemon

    def told(self, daemon):
        with daemon.connect() as connection:
            return connection.request("GET", "/").json()["limits"]["connections"]

    def test_too_few_are_refused(self):
        for files in (16, 20, FILES_NEEDED - 1):
            launcher, options = self.run_with(files)
            done = subprocess.run([*launcher, support.daemon_path(), "--listen", "127.0.0.1:0", *options],
                                  env=support.environment(), timeout=support.RUN_SECONDS, capture_output=True, check=False)
            self.assertEqual((done.returncode, done.stdout), (1, b""), files)
            self.assertRegex(done.stderr.decode(), r"\Animsumd: the limit of open files is %d, but %d are needed[^\n]*\n\Z"
                             % (files, FILES_NEEDED))

    def test_more_connections_than_files(self):
        daemon = self.start(100, "--connections", "1000")
        self.assertIn("warning: the limit of open files, 100, allows for 80 connections, not 1000", daemon.errors())
        self.assertEqual(self.told(daemon), 80)

    def test_a_crowd_at_few_files_costs_nothing(self):
        """More clients than connections: the rest waits in the queue, and no thread turns on the spot for it."""
        for files in (FILES_NEEDED, 24, 32, 64, 100):
            with self.subTest(files=files):
                daemon = self.start(files, "--idle-seconds", "1", "--header-seconds", "1")
                clients = [daemon.connect() for _ in range(files + 10)]
                time.sleep(0.2)
                before = self.ticks(daemon)
                time.sleep(0.7)
                self.assertLess(self.ticks(daemon) - before, 20, "of 70 ticks on one processor")
                for connection in clients:
                    connection.close()
                with daemon.connect() as connection:
                    self.assertEqual(connection.request("GET", "/readyz").status, 200)

    @staticmethod
    def ticks(daemon):
        with open("/proc/%d/stat" % daemon.process.pid, encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])

    def test_one_connection(self):
        self.assertEqual(self.told(self.start(1000, "--connections", "1")), 1)


class Names(unittest.TestCase):
    """A name of two addresses: the first that can be had is taken, and told."""

    def setUp(self):
        hosts = tempfile.NamedTemporaryFile("w", suffix=".hosts", encoding="ascii")
        self.addCleanup(hosts.close)
        hosts.write("127.0.0.1 twofold\n::1 twofold\n")
        hosts.flush()
        own = [] if os.geteuid() == 0 else ["-r"]
        self.launcher = ["unshare", *own, "-m", "sh", "-c", 'mount --bind %s /etc/hosts && exec "$@"' % hosts.name, "sh"]

    def occupy(self, family, host, port):
        taken = socket.socket(family)
        self.addCleanup(taken.close)
        if family == socket.AF_INET6:
            taken.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        taken.bind((host, port))
        taken.listen()
        return taken.getsockname()[1]

    def test_the_next_is_taken(self):
        port = self.occupy(socket.AF_INET6, "::1", 0)
        daemon = support.Daemon(listen="twofold:%d" % port, launcher=self.launcher)
        self.addCleanup(daemon.stop)
        self.assertEqual(daemon.address, ("127.0.0.1", port))
        with daemon.connect() as connection:
            self.assertEqual(connection.request("GET", "/healthz").status, 200)

    def test_none_is_left(self):
        port = self.occupy(socket.AF_INET6, "::1", 0)
        self.occupy(socket.AF_INET, "127.0.0.1", port)
        done = subprocess.run([*self.launcher, support.daemon_path(), "--listen", "twofold:%d" % port],
                              env=support.environment(), timeout=support.RUN_SECONDS, capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        self.assertRegex(done.stderr.decode(), r"\Animsumd: cannot listen on twofold:%d: Address already in use\n" % port)


class Remotes(unittest.TestCase):
    def test_ipv4_clients_of_both(self):
        daemon = support.Daemon("--log-level", "info", "--log-format", "json", listen="[::]:0")
        self.addCleanup(daemon.stop)
        for host in ("127.0.0.1", "::1"):
            with client.Connection((host, daemon.address[1])) as connection:
                self.assertEqual(connection.request("GET", "/").status, 200)
        deadline = time.monotonic() + support.STOP_SECONDS
        while daemon.errors().count("\n") < 2 and time.monotonic() < deadline:
            time.sleep(0.01)
        remotes = [json.loads(line)["remote"] for line in daemon.errors().splitlines()]
        self.assertEqual(sorted(remotes), ["127.0.0.1", "::1"])  # two threads, so in any order


if __name__ == "__main__":
    support.main()
