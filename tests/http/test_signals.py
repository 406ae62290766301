#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Signals: which of them stop the daemon, and that none of them loses a request that was begun."""
import json
import os
import pty
import signal
import tempfile
import time
import unittest

import support

GOOD = b'{"nums":[1,1,2]}'
IMPATIENT_SECONDS = 2  # a SIGINT later than a second after the daemon saw the first signal ends it at once


class Case(unittest.TestCase):
    def start(self, *options, **more):
        daemon = support.Daemon("--drain-seconds", "600", "--log-level", "info", *options, **more)
        self.addCleanup(lambda: daemon.process.returncode is None and daemon.kill())
        return daemon

    def assert_answered(self, connection):
        connection.send(GOOD)
        reply = connection.read_reply()
        self.assertEqual((reply.status, reply.json()["winner"]), (200, "bob"), reply)

    def assert_ends(self, daemon, code):
        self.assertEqual(daemon.process.wait(support.STOP_SECONDS), code)
        daemon.process.stdout.close()
        daemon.log.close()


class Stopping(Case):
    def test_a_signal_twice_loses_nothing(self):
        """As wrappers and groups send it: the same or another one, again and at once, and SIGTERM at any time."""
        term, interrupt = signal.SIGTERM, signal.SIGINT
        for first, *later in ((term, (0, term)), (interrupt, (0, interrupt)), (interrupt, (0.03, term)),
                              (term, (0.03, interrupt), (0.03, term)), (term, (IMPATIENT_SECONDS, term), (0, term)),
                              (term, (0.2, signal.SIGHUP), (0, signal.SIGUSR1), (0, signal.SIGUSR2))):
            with self.subTest(first=first, later=later):
                daemon = self.start()
                uploads = [support.begin_upload(self, daemon, GOOD) for _ in range(2)]
                daemon.terminate(first)
                for seconds, number in later:
                    time.sleep(seconds)
                    daemon.terminate(number)
                time.sleep(0.3)
                for connection in uploads:
                    self.assert_answered(connection)
                daemon.wait()

    def test_a_late_interrupt_ends_it_at_once(self):
        for first in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(first=first):
                daemon = self.start()
                support.begin_upload(self, daemon, GOOD)
                daemon.terminate(first)
                time.sleep(IMPATIENT_SECONDS)
                self.assertIsNone(daemon.process.poll())
                daemon.terminate(signal.SIGINT)
                self.assert_ends(daemon, 1)

    def test_quit_dumps_core(self):
        daemon = self.start(launcher=["prlimit", "--core=0"])
        daemon.terminate(signal.SIGQUIT)
        self.assert_ends(daemon, -signal.SIGQUIT)


class GoingOn(Case):
    def start_on_a_path(self, **more):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = os.path.join(folder.name, "s")
        return self.start(listen="unix:" + path, **more), path

    def test_hangup_and_users_signals(self):
        for number, lines in ((signal.SIGHUP, 1), (signal.SIGUSR1, 0), (signal.SIGUSR2, 0)):
            with self.subTest(signal=number):
                daemon, path = self.start_on_a_path()
                upload = support.begin_upload(self, daemon, GOOD)
                daemon.terminate(number)
                time.sleep(0.3)
                self.assert_answered(upload)
                told = [json.loads(line) for line in daemon.errors().splitlines()]
                told = [line for line in told if "message" in line]
                self.assertEqual([line["level"] for line in told], ["info"] * lines)
                self.assertTrue(all(line["message"].startswith("SIGHUP") for line in told), told)
                with daemon.connect() as connection:
                    self.assertEqual(connection.request("GET", "/healthz").status, 200)
                daemon.stop()
                self.assertFalse(os.path.exists(path))

    def on_terminal(self, **more):
        """A daemon whose stderr is a terminal; the terminal's other side; the socket's path."""
        ours, theirs = pty.openpty()
        self.addCleanup(lambda: ours in self.open and os.close(ours))
        self.open = {ours}
        daemon, path = self.start_on_a_path(stderr=theirs, **more)
        os.close(theirs)
        return daemon, ours, path

    def hang_up(self, daemon, terminal):
        os.close(terminal)
        self.open.remove(terminal)
        daemon.terminate(signal.SIGHUP)

    def test_a_terminal_that_has_gone(self):
        daemon, terminal, path = self.on_terminal()
        upload = support.begin_upload(self, daemon, GOOD)
        self.hang_up(daemon, terminal)
        time.sleep(0.5)
        self.assertRaises(OSError, daemon.connect, 0.5)
        self.assert_answered(upload)
        daemon.wait()
        self.assertFalse(os.path.exists(path))

    def test_a_terminal_that_is_still_there(self):
        daemon, terminal, _ = self.on_terminal()
        daemon.terminate(signal.SIGHUP)
        self.assertRegex(os.read(terminal, 4096), rb" info SIGHUP[^\n]*\r\n\Z")
        with daemon.connect() as connection:
            self.assertEqual(connection.request("GET", "/healthz").status, 200)
        daemon.stop()

    def test_nohup_outlives_its_terminal(self):
        ignore = ["sh", "-c", 'trap "" HUP; exec "$@"', "sh"]
        daemon, terminal, _ = self.on_terminal(launcher=ignore)
        self.hang_up(daemon, terminal)
        time.sleep(0.5)
        with daemon.connect() as connection:
            self.assertEqual(connection.request("GET", "/healthz").status, 200)
        daemon.stop()


class Wrapped(Case):
    def test_timeout(self):
        """coreutils' timeout signals its child, and then the group with the child in it."""
        daemon = self.start(launcher=["timeout", "--signal=TERM", "600"])
        upload = support.begin_upload(self, daemon, GOOD)
        daemon.terminate()
        time.sleep(0.3)
        self.assert_answered(upload)
        self.assert_ends(daemon, 0)


if __name__ == "__main__":
    support.main()
