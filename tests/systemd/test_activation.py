#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Socket activation by systemd's own systemd-socket-activate. NIMSUMD names the daemon."""
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "http"))
import client  # noqa: E402
import manager  # noqa: E402
import support  # noqa: E402

ACTIVATE = "systemd-socket-activate"
GOOD = b'{"nums":[1,1,2]}'


class Activation(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="nimsum-")
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "nimsum.sock")

    def survives(self, listening, address):
        """It passes on, at each start, the socket that is kept here, as systemd keeps it for the service."""
        answered, failures = manager.ask_through_restarts(
            manager.Manager(listening, launcher=(ACTIVATE,)), address, 300, 3, pause=0.002)
        self.assertEqual(failures, [])
        self.assertGreaterEqual(answered, 300)
        print("%d requests across 3 restarts: none failed ... " % answered, end="", file=sys.stderr)

    def test_restarts_tcp(self):
        listening, address = manager.listen_tcp()
        with listening:
            self.survives(listening, address)

    def test_restarts_unix(self):
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(self.path)
            listening.listen(512)
            self.survives(listening, self.path)

    def test_first_connection_starts_it_and_it_notifies(self):
        """The daemon does not run before the first connection; then that one is served, and READY and STOPPING told."""
        notifications = manager.Notifications(self.path + ".notify")
        self.addCleanup(notifications.close)
        process = subprocess.Popen(
            [ACTIVATE, "-l", self.path, "-E", "NOTIFY_SOCKET=" + notifications.address, support.daemon_path(),
             "--listen", "systemd"], env=support.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        watch = threading.Timer(support.STOP_SECONDS, process.kill)
        watch.start()
        self.addCleanup(watch.cancel)
        self.addCleanup(process.wait)
        deadline = time.monotonic() + support.START_SECONDS
        while not os.path.exists(self.path) and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertNotEqual(os.readlink("/proc/%d/exe" % process.pid), support.daemon_path())
        with client.Connection(self.path) as connection:
            self.assertEqual(connection.request("POST", "/xor-game", GOOD).json()["winner"], "bob")
        self.assertEqual(os.readlink("/proc/%d/exe" % process.pid), os.path.realpath(support.daemon_path()))
        self.assertEqual(notifications.next(), {"READY": "1"})
        process.terminate()
        self.assertEqual(notifications.next()["STOPPING"], "1")
        self.assertEqual(process.wait(support.STOP_SECONDS), 0)


if __name__ == "__main__":
    support.main()
