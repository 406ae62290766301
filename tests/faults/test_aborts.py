#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""F8: connections that end at any point of a request, in each of the ways there are."""
import random
import socket
import struct
import time
import unittest

import faults
import kinds
from faults import ask, client, report, support

RESET = struct.pack("ii", 1, 0)  # SO_LINGER: close with a reset


def end(connection, way):
    """End a connection: close it, or reset it, or end our half of it; the rest is then still to be closed."""
    try:
        if way == "half-close":
            connection.shutdown(socket.SHUT_WR)
            return [connection]
        if way == "reset":
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    except OSError:
        pass
    connection.close()
    return []


def wait_for_ends(halves, seconds):
    """Read half-closed connections to their ends; how many never ended."""
    never = 0
    deadline = time.monotonic() + seconds
    for connection in halves:
        try:
            connection.settimeout(max(deadline - time.monotonic(), 0.01))
            while connection.recv(1 << 20):
                pass
        except socket.timeout:
            never += 1
        except OSError:
            pass
        connection.close()
    return never


class Aborts(unittest.TestCase):
    WAYS = ("half-close", "reset", "close")

    def setUp(self):
        self.daemon = faults.Daemon(*kinds.OPTIONS, "--header-seconds", "1", "--body-seconds", "1",
                                    "--idle-seconds", "1", "--reply-seconds", "2",
                                    "--search-positions", "400000")
        self.addCleanup(self.daemon.end)
        self.requests = [request for _, request in kinds.KINDS.values()]
        self.files = self.daemon.files()

    def abort(self, chosen, way):
        """Send a request up to a random point, perhaps wait for the beginning of its reply, and end the connection."""
        request = chosen.choice(self.requests)
        size = chosen.choice((0, len(request), chosen.randrange(len(request) + 1), chosen.randrange(200)))
        connection = socket.create_connection(self.daemon.address, timeout=20)
        try:
            connection.sendall(request[:size])
            if size >= len(request) and chosen.random() < 0.3:
                connection.recv(chosen.choice((1, 10, 4096)))
        except OSError:
            pass
        return end(connection, way)

    def abort_many(self, count, chosen, way):
        """That many of them, some hundred half-closed ones at a time; how many of those the daemon never ended."""
        never, halves = 0, []
        for i in range(count):
            halves += self.abort(chosen, way)
            if len(halves) == 500 or i == count - 1:
                never += wait_for_ends(halves, 15)
                halves = []
        return never

    def settle(self):
        back = faults.wait_for(lambda: self.daemon.files() <= self.files, 15)
        self.assertIsNotNone(back, "%d files are open, %d before" % (self.daemon.files(), self.files))
        return back

    def test_connections_that_end_at_random(self):
        count, chosen = faults.scaled(500, 10_000), random.Random(8)
        for way in self.WAYS:  # the heap finds its size
            self.abort_many(count // 4, chosen, way)
        self.settle()
        resident = self.daemon.resident()
        for way in self.WAYS:
            with self.subTest(way):
                never = self.abort_many(count, chosen, way)
                self.daemon.insist_alive(way)
                settled = self.settle()
                share = self.daemon.idle_share(0.5)
                good = sum(faults.is_good(ask(self.daemon.address, faults.GOOD)) for _ in range(100))
                report("F8 " + way, "%d connections: files back after %.1f s, memory %+.2f MB, %.1f %% of a processor "
                       "afterwards, then %d of 100 answered", count, settled, (self.daemon.resident() - resident) / 1e6,
                       100 * share, good)
                self.assertEqual((never, good), (0, 100))
                self.assertLess(share, 0.3)
                faults.insist_below(self, self.daemon.resident(), resident + 4e6)
        self.daemon.stop()

    def test_clients_that_go_while_a_worker_works(self):
        """The connection is suspended then: the end shows only when the work is done."""
        chosen = random.Random(9)
        board = b",".join(b"%d" % (1 << i) for i in range(63))
        search = client.build("POST", "/xor-game", b'{"method":"search","nums":[%s]}' % board)
        count = faults.scaled(30, 300)
        halves = []
        for i in range(count):
            connection = socket.create_connection(self.daemon.address, timeout=20)
            connection.sendall(search)
            time.sleep(chosen.random() * 0.02)
            halves += end(connection, self.WAYS[i % 3])
        never = wait_for_ends(halves, 120)
        back = faults.wait_for(lambda: self.daemon.files() <= self.files, 120)
        self.daemon.insist_alive("after clients went in mid-work")
        self.assertIsNotNone(back, "%d files are open, %d before" % (self.daemon.files(), self.files))
        share = self.daemon.idle_share(1)
        good = sum(faults.is_good(ask(self.daemon.address, faults.GOOD)) for _ in range(100))
        report("F8 suspended", "%d clients went in mid-work: files back after %.1f s, then %.1f %% of a processor, %d of "
               "100 answered, %.1f MB", count, back, 100 * share, good, self.daemon.resident() / 1e6)
        self.assertEqual((never, good), (0, 100))
        self.assertLess(share, 0.3)
        faults.insist_below(self, self.daemon.resident(), 50e6)
        self.daemon.stop()


if __name__ == "__main__":
    support.main()
