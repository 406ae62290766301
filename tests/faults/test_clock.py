#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""F13: clocks that jump while the daemon runs: by years (a wrong time corrected), by seconds, by an hour and back."""
import email.utils
import time
import unittest

import faults
from faults import Shim, ask_on, report, support

YEAR = 365 * 86_400
# seconds of CLOCK_REALTIME, milliseconds of CLOCK_MONOTONIC, whether idle connections have to outlive it
JUMPS = ((10 * YEAR, 0, True), (-YEAR, 0, True), (0, -5_000, True), (10 * YEAR, -5_000, True), (0, 3_600_000, False),
         (0, 0, False))


class Clocks(unittest.TestCase):
    def setUp(self):
        self.shim = Shim()
        self.daemon = faults.Daemon(shim=self.shim)
        self.addCleanup(self.daemon.end)

    def begin_upload(self):
        connection = self.daemon.connect()
        connection.send(faults.GOOD[:-5])
        return connection

    def test_jumps(self):
        """Connections and uploads that were there before go on, new ones are served, the date is right, nothing spins."""
        for realtime, monotonic, outlive in JUMPS:
            name = "real %+.1f years, monotonic %+d s" % (realtime / YEAR, monotonic // 1000)
            with self.subTest(name):
                idle = [self.daemon.connect() for _ in range(10)]
                for connection in idle:
                    self.assertTrue(faults.is_good(ask_on(connection.socket, faults.GOOD)))
                upload = self.begin_upload()
                time.sleep(0.1)
                self.shim.set_clocks(realtime, monotonic)
                time.sleep(0.6)  # two rounds of the watchdog
                kept = sum(faults.is_good(ask_on(connection.socket, faults.GOOD)) for connection in idle)
                upload.send(faults.GOOD[-5:]) if outlive else None
                answered = faults.is_good(ask_on(upload.socket, b"")) if outlive else None
                outcomes = [faults.ask(self.daemon.address, faults.GOOD) for _ in range(100)]
                good = sum(faults.is_good(outcome) for outcome in outcomes)
                date = email.utils.parsedate_to_datetime(outcomes[-1].header("Date")).timestamp()
                off = date - time.time() - realtime
                share = self.daemon.idle_share(0.4)
                for connection in (*idle, upload):
                    connection.close()
                report("F13", "%s: %d of 10 idle connections go on, upload answered: %s, %d of 100 new answered, "
                       "Date off by %.1f s, %.1f %% of a processor", name, kept, answered, good, off, 100 * share)
                self.assertEqual(good, 100)
                self.assertLess(abs(off), 5)
                self.assertLess(share, 0.3)
                if outlive:
                    self.assertEqual((kept, answered), (10, True))
                self.daemon.insist_alive(name)
        self.daemon.stop()

    def begin_stop(self, drain_seconds):
        """A stop that waits for an upload: (shim, daemon, the upload's connection)."""
        shim = Shim()
        daemon = faults.Daemon("--drain-seconds", str(drain_seconds), shim=shim)
        self.addCleanup(daemon.end)
        connection = daemon.connect()
        self.addCleanup(connection.close)
        connection.send(faults.GOOD[:-5])
        time.sleep(0.1)
        daemon.terminate()
        time.sleep(0.3)
        self.assertIsNone(daemon.process.poll(), "it did not wait for the request in flight")
        return shim, daemon, connection

    def test_a_jump_back_during_a_stop(self):
        """The stop may not take a year longer because the time of day was a year ahead."""
        shim, daemon, _ = self.begin_stop(2)
        shim.set_clocks(-YEAR, 0)
        began = time.monotonic()
        daemon.wait()
        seconds = time.monotonic() - began
        report("F13 stop", "a year back while it drains for 2 s: exit 0 after %.1f s", seconds)
        self.assertLess(seconds, 10)  # the upload's own deadline would be 20

    def test_a_jump_forward_during_a_stop(self):
        """Nor may it give up the requests in flight because the time of day is suddenly late."""
        shim, daemon, connection = self.begin_stop(600)
        shim.set_clocks(10 * YEAR, 0)
        time.sleep(0.5)
        connection.send(faults.GOOD[-5:])
        outcome = ask_on(connection.socket, b"")
        report("F13 stop", "ten years on while it drains: the request in flight is %s", outcome.kind)
        self.assertTrue(faults.is_good(outcome), outcome)
        daemon.wait()


if __name__ == "__main__":
    support.main()
