#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The workers and their queue: a full queue is told, and searches leave a worker to the others."""
import json
import socket
import time
import unittest

import faults
from faults import ask, client, report, support

BOARD = b",".join(b"%d" % (1 << i) for i in range(63))
SEARCH = client.build("POST", "/xor-game", b'{"method":"search","nums":[%s]}' % BOARD)
MEDIUM = client.build("POST", "/xor-game", b'{"nums":[' + b"5," * 40_000 + b"3]}")


class Workers(unittest.TestCase):
    def begin(self, *options):
        # The searches would take minutes: the stop cancels them.
        daemon = faults.Daemon("--workers", "2", "--search-positions", "20000000", "--drain-seconds", "1", *options)
        self.addCleanup(daemon.end)
        return daemon

    def search(self, daemon):
        connection = socket.create_connection(daemon.address, timeout=30)
        self.addCleanup(connection.close)
        connection.sendall(SEARCH)
        return connection

    def refusal(self, connection, seconds):
        """What this connection is told within some seconds, or None."""
        connection.settimeout(seconds)
        try:
            data = connection.recv(65536)
        except socket.timeout:
            return None
        return faults.split_reply(data, SEARCH)[0]

    def test_a_full_queue(self):
        daemon = self.begin("--work-queue", "2")
        searches = [self.search(daemon)]
        time.sleep(0.5)  # it runs: the queue is empty again
        searches += [self.search(daemon) for _ in range(6)]
        time.sleep(0.5)
        told = [outcome for outcome in (self.refusal(connection, 0.5) for connection in searches) if outcome]
        good = sum(faults.is_good(ask(daemon.address, faults.GOOD)) for _ in range(100))
        report("workers full", "one search runs, 6 more for a queue of 2: %d are told 503; %d of 100 small requests "
               "answered meanwhile", len(told), good)
        for outcome in told:
            self.assertTrue(outcome.is_problem(503), outcome)
            self.assertTrue(outcome.header("Retry-After"), outcome.headers)
        self.assertIn(len(told), (4, 5, 6))  # the queue may keep places for other work
        self.assertEqual(good, 100)
        daemon.stop()

    def test_searches_leave_a_worker(self):
        daemon = self.begin("--work-queue", "16")
        searches = [self.search(daemon) for _ in range(6)]
        time.sleep(0.5)
        times = []
        for _ in range(20):
            began = time.monotonic()
            outcome = ask(daemon.address, MEDIUM, 30)
            times.append(time.monotonic() - began)
            self.assertTrue(outcome.status == 200 and json.loads(outcome.body)["count"] == 40_001, outcome)
        running = [self.refusal(connection, 0.05) for connection in searches]
        times.sort()
        report("workers search", "6 searches in flight: 20 of 20 medium requests answered, p50 %.1f ms, longest %.1f ms",
               1000 * times[10], 1000 * times[-1])
        self.assertEqual(running, [None] * 6, "the searches are over too soon to test anything")
        daemon.stop()

    def test_waiting_searches_leave_the_queue(self):
        """Searches that wait must not fill the places of work for which a worker is free."""
        daemon = self.begin("--work-queue", "4")
        searches = [self.search(daemon)]
        time.sleep(0.3)
        searches += [self.search(daemon) for _ in range(8)]
        time.sleep(0.5)
        outcomes = [ask(daemon.address, MEDIUM, 30) for _ in range(10)]
        answered = sum(outcome.status == 200 for outcome in outcomes)
        report("workers places", "9 searches sent to a queue of 4: %d of 10 medium requests answered by the free worker",
               answered)
        self.assertEqual(answered, 10, outcomes[0])
        daemon.stop()


if __name__ == "__main__":
    support.main()
