#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Allocations that fail: the n-th one, for each n, once and for ever after; and a share of all of them.

The daemon may then answer 500 or 503, or close; it may not answer wrongly, answer "your request is bad", crash,
fall silent, or lose memory, files or budget, and the next request is answered rightly.
"""
import json
import socket
import subprocess
import unittest

import faults
import kinds
import manager
from faults import Shim, ask, client, report, support

MEBIBYTE = 1 << 20


def budget_probe(numbers):
    """A request whose numbers take 4 bytes each."""
    return client.build("POST", "/xor-game", b'{"nums":[' + b"1," * (numbers - 1) + b"1]}")


class Allocation(unittest.TestCase):
    # Small, so that budget lost at each of some thousand failures is missed soon.
    options = (*kinds.OPTIONS, "--request-memory-bytes", str(4 * MEBIBYTE), "--header-seconds", "4",
               "--body-seconds", "4")

    def setUp(self):
        self.shim = Shim()
        self.daemon = faults.Daemon(*self.options, shim=self.shim)
        self.addCleanup(self.daemon.end)
        self.right = {}
        for name, (status, request) in kinds.KINDS.items():
            first, second = ask(self.daemon.address, request), ask(self.daemon.address, request)
            self.assertEqual((first.kind, second.status), ("reply", first.status), (name, first))
            if status is not None:
                self.assertEqual(first.status, status, (name, first))
            if first.body != second.body:  # it tells the state of things: only the status is compared
                first.body = None
            self.right[name] = first
        self.files = self.daemon.files()

    def judge(self, name, outcome):
        """What is wrong with an outcome under faults, or None."""
        right = self.right[name]
        if right.body is None and outcome.kind == "reply" and outcome.status == right.status:
            return None
        if outcome.is_right(right) or outcome.kind in ("closed", "refused") or outcome.is_problem(500, 503):
            return None
        return "%s: %r in place of %r" % (name, outcome, right)

    def fail_each(self, name, mode):
        """Fail the n-th allocation of this request for n = 1, 2, ... Returns (points, answered 5xx, closed)."""
        request, n, told, closed = kinds.KINDS[name][1], 0, 0, 0
        while True:
            n += 1
            where = "%s, allocation %d %s" % (name, n, "once" if mode == Shim.ONCE else "for ever")
            self.shim.arm("allocate", mode, n)
            outcome = ask(self.daemon.address, request)
            _, hits = self.shim.disarm("allocate")
            self.daemon.insist_alive(where)
            fault = self.judge(name, outcome)
            if fault:
                self.faults.append("%s: %s" % (where, fault))
            told += outcome.is_problem(500, 503)
            closed += outcome.kind in ("closed", "refused")
            after = ask(self.daemon.address, request)
            self.daemon.insist_alive("after " + where)
            if not (after.is_right(self.right[name]) or self.right[name].body is None):
                self.faults.append("%s: the next request: %r" % (where, after))
            if hits == 0:
                return n - 1, told, closed
            self.assertLess(n, 2000, "%s never runs out of allocations" % name)

    def pass_over_all(self):
        """All kinds, both modes: (points, told, closed)."""
        totals = [0, 0, 0]
        for name in kinds.KINDS:
            for mode in (Shim.ONCE, Shim.FOREVER):
                totals = [sum(pair) for pair in zip(totals, self.fail_each(name, mode))]
        return totals

    def insist_files_back(self):
        back = faults.wait_for(lambda: self.daemon.files() <= self.files, 10)
        self.assertIsNotNone(back, "%d files are open, %d before" % (self.daemon.files(), self.files))

    def test_each_allocation(self):
        self.faults = []
        largest = self.largest_within_budget()
        points, told, closed = self.pass_over_all()
        resident = self.daemon.resident()
        passes = faults.scaled(1, 10)
        for _ in range(passes):
            self.pass_over_all()
        growth = self.daemon.resident() - resident
        report("F1", "%d kinds, %d points that fail: %d answered 5xx, %d closed; %d faults; memory +%.1f MB in %d "
               "more passes, files %d of %d", len(kinds.KINDS), points, told, closed, len(self.faults),
               growth / 1e6, passes, self.daemon.files(), self.files)
        self.assertEqual(self.faults[:20], [], "%d faults" % len(self.faults))
        self.assertGreater(told, 100)
        self.assertLess(growth, 2 * MEBIBYTE)
        self.insist_files_back()
        self.assertEqual(self.largest_within_budget(), largest, "the budget is not whole again")
        self.daemon.stop()

    def largest_within_budget(self):
        """The most numbers, in steps, that one request may have: it tells how much of the budget is free."""
        step, most = 8_192, 0
        for numbers in range(step, 4 * MEBIBYTE // 4 + 2 * step, step):
            outcome = ask(self.daemon.address, budget_probe(numbers))
            if outcome.status == 200:
                self.assertEqual(json.loads(outcome.body)["count"], numbers)
                most = numbers
            else:
                self.assertTrue(outcome.is_problem(413), outcome)
                return most
        self.fail("the budget has no end")

    def test_a_share_of_allocations(self):
        names, faulty, closed, told, hits = list(kinds.KINDS), [], 0, 0, 0
        requests, seeds = faults.scaled(1_500, 10_000), (1, 2, 3)
        for seed in seeds:
            self.shim.arm("allocate", Shim.SHARE, 10_000, seed=seed)  # 1 %
            for i in range(requests):
                name = names[i % len(names)]
                outcome = ask(self.daemon.address, kinds.KINDS[name][1])
                self.daemon.insist_alive("with seed %d at request %d, %s" % (seed, i, name))
                fault = self.judge(name, outcome)
                faulty += [fault] if fault else []
                told += outcome.is_problem(500, 503)
                closed += outcome.kind in ("closed", "refused")
            hits += self.shim.disarm("allocate")[1]
            for name, right in self.right.items():
                after = ask(self.daemon.address, kinds.KINDS[name][1])
                if not after.is_right(right) and right.body is not None:
                    faulty.append("seed %d, after: %s: %r" % (seed, name, after))
        report("F2", "1 %% of allocations, %d requests: %d failed allocations, %d answered 5xx, %d closed, %d faults",
               requests * len(seeds), hits, told, closed, len(faulty))
        self.assertGreater(hits, 0)
        self.assertEqual(faulty[:20], [], "%d faults" % len(faulty))
        self.insist_files_back()
        self.daemon.stop()


class Log(unittest.TestCase):
    def test_a_reply_that_was_not_begun_has_no_status(self):
        """Fail the n-th allocation: whoever was closed without a byte is status 0 in the log."""
        shim = Shim()
        daemon = faults.Daemon("--threads", "1", "--log-level", "debug", "--log-format", "json", shim=shim)
        self.addCleanup(daemon.end)
        ask(daemon.address, faults.GOOD)  # what is allocated once is there then
        closed, n, hits = 0, 0, 1
        while hits > 0:
            n += 1
            name = "allocation-%d" % n
            shim.arm("allocate", Shim.ONCE, n)
            outcome = ask(daemon.address, client.build("GET", "/healthz", headers=["X-Request-Id: " + name]))
            hits = shim.disarm("allocate")[1]
            # A connection that was closed before it came to us has no line.
            if outcome.kind == "closed" and faults.wait_for(lambda: '"%s"' % name in daemon.errors(), 1) is not None:
                line = next(line for line in map(json.loads, daemon.errors().splitlines()) if line["id"] == name)
                self.assertEqual((line["status"], line["bytes_out"]), (0, 0), line)
                closed += 1
        self.assertGreater(closed, 0)
        daemon.stop()


class Start(unittest.TestCase):
    def test_each_allocation_of_the_start(self):
        """A start that runs out of memory ends with a sentence and 1, or serves."""
        served = ended = n = 0
        while True:
            n += 1
            shim = Shim()
            shim.arm("allocate", Shim.ONCE, n)
            try:
                daemon = faults.Daemon("--threads", "2", shim=shim)
            except AssertionError:
                shim.insist()
                process = self.run_to_end(shim, n)
                self.assertEqual(process.returncode, 1, "allocation %d: %s" % (n, process.stderr))
                self.assertRegex(process.stderr, rb"\Animsumd: [^\n]+\n\Z", "allocation %d" % n)
                ended += 1
                continue
            _, hits = shim.disarm("allocate")
            good = faults.is_good(ask(daemon.address, faults.GOOD))
            daemon.stop()
            self.assertTrue(good, "allocation %d" % n)
            served += 1
            if hits == 0:
                break
        report("F1 start", "%d allocations: %d times it served all the same, %d times it said why not and ended",
               n - 1, served - 1, ended)

    def test_a_thread_that_is_refused_while_a_worker_works(self):
        """A socket that was passed has clients already: the first threads serve them while the last one fails."""
        shim, threads = Shim(), 64
        listening, address = manager.listen_tcp()
        self.addCleanup(listening.close)
        board = {"nums": list(range(1, 65)), "method": "search"}
        search = client.build("POST", "/xor-game", json.dumps(board).encode())
        connections = [socket.create_connection(address) for _ in range(8)]
        for connection in connections:
            self.addCleanup(connection.close)
            connection.sendall(search)
        shim.arm("thread", Shim.ONCE, 1 + 2 + threads)  # the watchdog, the workers, the last I/O thread
        keeper = manager.Manager(listening)
        done = keeper.started(lambda launcher, fds: subprocess.run(
            [*launcher, support.daemon_path(), "--threads", str(threads), "--workers", "2"], pass_fds=fds, check=False,
            env=support.environment(keeper.environment(**shim.variables)), capture_output=True, timeout=60))
        self.assertEqual(shim.disarm("thread")[1], 1)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stderr, rb"(?m)^nimsumd: cannot start serving: [^\n]+\n\Z")

    def run_to_end(self, shim, n):
        shim.arm("allocate", Shim.ONCE, n)
        return subprocess.run([support.daemon_path(), "--listen", "127.0.0.1:0", "--threads", "2"], check=False,
                              env=support.environment(shim.variables), capture_output=True, timeout=30)


if __name__ == "__main__":
    support.main()
