#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Little memory: a limited address space, and the budget that requests share."""
import json
import resource
import threading
import unittest

import faults
from faults import ask, client, report, support

MEBIBYTE = 1 << 20
BODY = b'{"nums":[' + b"1," * (8 * MEBIBYTE - 16) + b"1]}"  # 16 MiB
COUNT = 8 * MEBIBYTE - 15


class LimitedProcess(unittest.TestCase):
    def many(self, daemon, count):
        """count large bodies at once; the statuses."""
        request, outcomes = client.build("POST", "/xor-game", BODY), []
        threads = [threading.Thread(target=lambda: outcomes.append(ask(daemon.address, request, 120)))
                   for _ in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        daemon.insist_alive("with %d bodies at once" % count)
        for outcome in outcomes:
            if outcome.kind == "reply" and outcome.status == 200:
                self.assertEqual(json.loads(outcome.body)["count"], COUNT)
            else:
                self.assertTrue(outcome.is_problem(413, 503), outcome)
                self.assertTrue(outcome.status == 413 or outcome.header("Retry-After"), outcome.headers)
        return sorted(outcome.status for outcome in outcomes)

    def test_limited_address_space(self):
        """F11: 4, then 16 bodies of 16 MiB where the process may have 600 MB."""
        for name, kind, size in (("address space of 600 MB", resource.RLIMIT_AS, 600_000 * 1024),
                                 ("data of 200 MB", resource.RLIMIT_DATA, 200_000 * 1024)):
            with self.subTest(name):
                daemon = faults.Daemon("--threads", "2", "--workers", "2", limits=[(kind, size)])
                self.addCleanup(daemon.end)
                told = []
                for count in (4, faults.scaled(12, 16)):
                    statuses = self.many(daemon, count)
                    told.append("%d bodies: " % count + ", ".join(
                        "%d x %d" % (statuses.count(status), status) for status in sorted(set(statuses))))
                    self.assertTrue(faults.is_good(ask(daemon.address, faults.GOOD)))
                alone = self.many(daemon, 1)
                back = faults.wait_for(lambda: daemon.resident() < 50e6, 10)
                report("F11", "%s: %s; alone: %d; memory back to %.1f MB", name, "; ".join(told), alone[0],
                       daemon.resident() / 1e6)
                self.assertEqual(alone, [200])
                self.assertIsNotNone(back, "%d bytes are still in use" % daemon.resident())
                daemon.stop()


class Budget(unittest.TestCase):
    def setUp(self):
        self.daemon = faults.Daemon("--request-memory-bytes", str(32 * MEBIBYTE), "--body-seconds", "60")
        self.addCleanup(self.daemon.end)

    def test_a_length_that_never_fits(self):
        """413 before anything of the body is read, to a client that waits for permission."""
        with self.daemon.connect(timeout=20) as connection:
            connection.send(client.build("POST", "/xor-game", None, [
                "Expect: 100-continue", "Content-Length: %d" % (40 * MEBIBYTE)]))
            reply = connection.read_reply()
            self.assertTrue(connection.at_end())
        self.assertEqual((reply.status, reply.json()["code"], reply.json()["limit"]),
                         (413, "body-too-large", 32 * MEBIBYTE))
        self.assertTrue(faults.is_good(ask(self.daemon.address, faults.GOOD)))
        self.daemon.stop()

    def test_a_budget_in_use(self):
        """While one request holds most of the budget another large one is told 503, a small one is answered."""
        head = client.build("POST", "/xor-game", None, ["Content-Length: %d" % (20 * MEBIBYTE)])
        waits = client.build("POST", "/xor-game", None, ["Content-Length: %d" % (20 * MEBIBYTE),
                                                         "Expect: 100-continue"])
        with self.daemon.connect() as holder:
            holder.send(head + b'{"nums":[1' + b",1" * 7_850_000)  # 30 MiB are kept, all that large ones may have
            refused = faults.wait_for(lambda: ask(self.daemon.address, waits, 1).is_problem(503), 10)
            self.assertIsNotNone(refused, "a second large body is not refused")
            self.assertTrue(ask(self.daemon.address, waits).header("Retry-After"))
            small = [faults.is_good(ask(self.daemon.address, faults.GOOD)) for _ in range(50)]
            self.assertEqual(small, [True] * 50)

        def is_free():
            with self.daemon.connect() as connection:
                connection.send(waits)
                connection.socket.settimeout(10)
                return connection.socket.recv(4096).startswith(faults.CONTINUE)
        freed = faults.wait_for(is_free, 10)
        report("F11 budget", "a second large body is 503, 50 of 50 small ones are answered; free again %.0f ms after "
               "the first went away", 1000 * (freed or -1))
        self.assertIsNotNone(freed, "the budget stays in use after its holder has gone")
        self.daemon.stop()


if __name__ == "__main__":
    support.main()
