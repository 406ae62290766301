#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""System calls on sockets and threads that fail now and then, and a process without a file left."""
import errno
import resource
import subprocess
import time
import unittest

import faults
import kinds
from faults import Shim, ask, report, support

# point, errors, how many in a million fail
FAULTS = (("accept", (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM, errno.ECONNABORTED), 200_000),
          ("receive", (errno.EINTR,), 100_000),
          ("receive", (errno.ECONNRESET, errno.ENOBUFS), 10_000),  # a large body is some 50 calls
          ("send", (errno.EPIPE, errno.ECONNRESET), 50_000),
          ("wait", (errno.EINTR,), 300_000),
          ("watch", (errno.ENOMEM,), 100_000))
TRIES = 5


class Calls(unittest.TestCase):
    def setUp(self):
        self.shim = Shim()
        self.daemon = faults.Daemon(*kinds.OPTIONS, "--header-seconds", "4", "--body-seconds", "4", shim=self.shim)
        self.addCleanup(self.daemon.end)
        self.names = [name for name, (status, _) in kinds.KINDS.items() if status == 200]
        self.right = {name: ask(self.daemon.address, kinds.KINDS[name][1]) for name in self.names}
        self.files = self.daemon.files()

    def try_kind(self, name):
        """Ask as a client does that tries again where the connection ends before a reply: (answered, tries)."""
        for tries in range(1, TRIES + 1):
            outcome = ask(self.daemon.address, kinds.KINDS[name][1], 8)
            self.daemon.insist_alive(name)
            if outcome.kind == "reply":
                self.assertTrue(outcome.is_right(self.right[name]) or outcome.is_problem(500, 503), (name, outcome))
                return outcome.status == 200, tries
            self.assertIn(outcome.kind, ("closed", "refused", "silent"), (name, outcome))
        return False, TRIES

    def test_calls_that_fail_now_and_then(self):
        requests = faults.scaled(100, 1_000)
        for point, errors, share in FAULTS:
            for error in errors:
                name = "%s %s" % (point, errno.errorcode[error])
                with self.subTest(name):
                    self.shim.arm(point, Shim.SHARE, share, error, seed=error)
                    began = time.monotonic()
                    tried = [self.try_kind(self.names[i % len(self.names)]) for i in range(requests)]
                    calls, hits = self.shim.disarm(point)
                    answered = sum(good for good, _ in tried)
                    report("F3 " + name, "%d of %d calls failed; %d of %d answered, %d at the first try, in %.1f s",
                           hits, calls, answered, requests, sum(tries == 1 for _, tries in tried),
                           time.monotonic() - began)
                    self.assertGreater(hits, 0)
                    self.assertGreaterEqual(answered, 0.95 * requests)
                    for kind in self.names:
                        after = ask(self.daemon.address, kinds.KINDS[kind][1])
                        self.assertTrue(after.is_right(self.right[kind]), (kind, after))
                    self.assertLess(self.daemon.idle_share(0.3), 0.5)
        back = faults.wait_for(lambda: self.daemon.files() <= self.files, 15)
        self.assertIsNotNone(back, "%d files are open, %d before" % (self.daemon.files(), self.files))
        self.daemon.stop()


class Threads(unittest.TestCase):
    def test_each_thread_of_the_start(self):
        """Without a thread the daemon says so and ends; it does not hang half started."""
        n = 0
        while True:
            n += 1
            shim = Shim()
            shim.arm("thread", Shim.ONCE, n, errno.EAGAIN)
            process = subprocess.Popen([support.daemon_path(), "--listen", "127.0.0.1:0", "--threads", "2"],
                                       env=support.environment(shim.variables), stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE)
            line = process.stdout.readline()
            _, hits = shim.disarm("thread")
            if line:
                self.assertEqual(hits, 0, "thread %d failed and it serves" % n)
                process.terminate()
            out, errors = process.communicate(timeout=30)
            shim.insist()
            if line:
                self.assertEqual(process.returncode, 0, errors)
                break
            self.assertEqual((process.returncode, out), (1, b""), errors)
            self.assertRegex(errors, rb"\Animsumd: [^\n]*\bthread\b[^\n]*\n\Z")
        report("F3 threads", "%d threads at the start: each failure was told and ended it", n - 1)
        self.assertGreaterEqual(n - 1, 5)


class Files(unittest.TestCase):
    def test_no_files_left(self):
        """F4: more idle clients than files. New clients wait, nobody spins, and it is over with the idle time."""
        idle_seconds, header_seconds = 2, 2
        daemon = faults.Daemon("--idle-seconds", str(idle_seconds), "--header-seconds", str(header_seconds),
                               limits=[(resource.RLIMIT_NOFILE, 64)])
        self.addCleanup(daemon.end)
        files = daemon.files()
        clients = [daemon.connect() for _ in range(100)]
        try:
            faults.wait_for(lambda: daemon.files() >= 60, 2)
            held = daemon.files()
            share = daemon.idle_share(0.5)
            began = time.monotonic()
            outcome = ask(daemon.address, faults.GOOD, 60)
            waited = time.monotonic() - began
            self.assertTrue(faults.is_good(outcome), outcome)
        finally:
            for connection in clients:
                connection.close()
        good = sum(faults.is_good(ask(daemon.address, faults.GOOD)) for _ in range(200))
        back = faults.wait_for(lambda: daemon.files() <= files, 10)
        report("F4", "64 files, 100 idle clients: %d files held, %.1f %% of a processor meanwhile, a good client waited "
               "%.1f s, then %d of 200 answered", held, 100 * share, waited, good)
        self.assertLess(share, 0.3)
        # Two rounds of clients at most: those that hold the files, and those in the queue before us.
        self.assertLess(waited, 2 * (idle_seconds + header_seconds) + 10)
        self.assertEqual(good, 200)
        self.assertIsNotNone(back, "%d files are open, %d before" % (daemon.files(), files))
        daemon.stop()


if __name__ == "__main__":
    support.main()
