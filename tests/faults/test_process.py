#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""F14-F16: a process whose output nobody takes, that is the first of its container, and that writes no file."""
import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

import faults
from faults import ask, client, report, support


def child(pid):
    """The one child of a process."""
    with open("/proc/%d/task/%d/children" % (pid, pid), encoding="ascii") as file:
        return int(file.read().split()[0])


class Quiet:
    """A daemon that cannot print, told where to listen."""

    def __init__(self, prefix=(), **streams):
        self.address = faults.free_address()
        self.process = subprocess.Popen([*prefix, support.daemon_path(), "--listen", "%s:%d" % self.address,
                                         "--drain-seconds", "2"], env=support.environment(),
                                        **{"stdin": subprocess.DEVNULL, **streams})
        if faults.wait_for(self.serves, 20) is None:
            self.process.kill()
            raise AssertionError("it does not serve")

    def serves(self):
        return self.process.poll() is None and faults.is_good(ask(self.address, faults.GOOD, 5))

    def work_and_stop(self):
        """(answered of 300, exit code)."""
        malformed = client.build("POST", "/xor-game", b"{", ["Content-Length: 1"])
        good = 0
        for _ in range(300):
            good += faults.is_good(ask(self.address, faults.GOOD)) and ask(self.address, malformed).status == 400
        self.process.terminate()
        return good, self.process.wait(20)


class Output(unittest.TestCase):
    def judge(self, name, daemon):
        good, code = daemon.work_and_stop()
        report("F14", "%s: %d of 300 answered, exit %d", name, good, code)
        self.assertEqual((good, code), (300, 0))

    def test_a_full_device(self):
        with open("/dev/full", "wb") as full:
            self.judge("stdout and stderr full", Quiet(stdout=full, stderr=full))

    def test_a_file_at_its_limit(self):
        """RLIMIT_FSIZE: a line past it is dropped, and the daemon goes on."""
        most = 16 << 20  # far from the files that a build for coverage writes
        daemon = faults.Daemon("--log-level", "debug", "--log-format", "json", limits=[(resource.RLIMIT_FSIZE, most)],
                               before=lambda: os.lseek(2, most - 16_384, os.SEEK_SET))
        self.addCleanup(daemon.end)
        for _ in range(300):
            self.assertTrue(faults.is_good(ask(daemon.address, faults.GOOD)))
        metrics = ask(daemon.address, client.build("GET", "/metrics")).body.decode()
        dropped = int(re.search(r"(?m)^nimsum_log_lines_dropped_total (\d+)$", metrics)[1])
        self.assertGreater(dropped, 100)
        daemon.stop()

    def test_closed(self):
        for closed in ((1,), (2,), (1, 2), (0, 1, 2)):
            words = " ".join("%d>&-" % number if number else "<&-" for number in closed)
            self.judge("closed: %s" % words, Quiet(prefix=("/bin/sh", "-c", 'exec "$0" "$@" ' + words)))

    def test_a_reader_that_dies(self):
        reading, writing = os.pipe()
        os.close(reading)
        try:
            daemon = Quiet(stdout=writing, stderr=writing)
        finally:
            os.close(writing)
        self.judge("pipe without a reader", daemon)


class Container(unittest.TestCase):
    def need(self, *command):
        """Skip, loudly, where this kernel or account cannot do it."""
        done = subprocess.run(command, capture_output=True, check=False)
        if done.returncode != 0:
            print("\nSKIP: %s is not possible here (%s): NOT tested" % (
                " ".join(command), done.stderr.decode().strip()), flush=True)
            self.skipTest("not possible here")

    def stop_in(self, name, prefix, find):
        """Start through a command, find the daemon's own process, tell it to stop."""
        daemon = faults.Daemon("--drain-seconds", "2", prefix=prefix)
        try:
            pid = find(daemon.pid)
            self.assertTrue(faults.is_good(ask(daemon.address, faults.GOOD)))
            with open("/proc/%d/status" % pid, encoding="ascii") as file:
                facts = file.read()
            began = time.monotonic()
            os.kill(pid, signal.SIGTERM)
            daemon.wait()  # exit code 0
            report("F15", "%s: serves, exit 0 after %.2f s", name, time.monotonic() - began)
            return facts
        finally:
            daemon.end()

    def test_process_1(self):
        """In a PID namespace of its own, where a signal without a handler is ignored."""
        prefix = ("unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child")
        if os.geteuid() == 0:
            prefix = ("unshare", "--pid", "--fork", "--kill-child")
        self.need(*prefix, "true")
        facts = self.stop_in("process 1", prefix, child)
        self.assertRegex(facts, r"(?m)^NSpid:\t\d+\t1$")

    def test_a_user_without_a_name(self):
        prefix = ("setpriv", "--reuid", "54321", "--regid", "54321", "--clear-groups", "--no-new-privs")
        self.need(*prefix, "test", "-x", support.daemon_path())
        facts = self.stop_in("uid 54321, no new privileges", prefix, lambda pid: pid)
        self.assertRegex(facts, r"(?m)^Uid:\t54321\t54321")

    def test_a_read_only_root(self):
        enter = ("unshare", "--mount", "/bin/sh", "-c", "mount --make-rprivate / && mount -o remount,bind,ro / && "
                 'if touch "$(dirname "$0")/nimsum-probe" 2>/dev/null; then echo still writable >&2; exit 1; fi; '
                 'exec "$0" "$@"')
        self.need(*enter, support.daemon_path(), "--version")
        self.stop_in("read-only root", enter, lambda pid: pid)

    def test_a_working_directory_that_is_gone(self):
        gone = tempfile.mkdtemp()
        enter = ("/bin/sh", "-c", 'cd "%s" && rmdir "%s" && exec "$0" "$@"' % (gone, gone))
        self.stop_in("working directory gone", enter, lambda pid: pid)


class Writes(unittest.TestCase):
    def test_no_file_is_written(self):
        """F16: from start to stop nothing is opened for writing, made, renamed or removed."""
        if faults.SANITIZED:
            print("\nSKIP: no leak sanitizer under strace: that no file is written was NOT tested", flush=True)
            self.skipTest("sanitized")
        strace = shutil.which("strace")
        if not strace:
            print("\nSKIP: there is no strace: that no file is written was NOT tested", flush=True)
            self.skipTest("no strace")
        with tempfile.NamedTemporaryFile(mode="r", prefix="nimsum-trace-") as trace:
            prefix = (strace, "-f", "-o", trace.name, "-e", "trace=%file,pwrite64,pwritev,ftruncate,fallocate")
            probe = subprocess.run([*prefix, "true"], capture_output=True, check=False)
            if probe.returncode != 0:
                print("\nSKIP: strace does not work here (%s): NOT tested" % probe.stderr.decode().strip(), flush=True)
                self.skipTest("no strace")
            daemon = faults.Daemon(prefix=prefix)
            try:
                tracee = child(daemon.pid)
                large = client.build("POST", "/xor-game", b'{"nums":[' + b"1," * 200_000 + b"1]}")
                for request in (faults.GOOD, large, client.build("GET", "/openapi.yaml"), client.build("GET", "/no")):
                    self.assertEqual(ask(daemon.address, request).kind, "reply")
                os.kill(tracee, signal.SIGTERM)
                daemon.wait()
            finally:
                daemon.end()
            calls = trace.read().splitlines()
        bad = [line for line in calls if re.search(
            r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|\b(creat|unlink|unlinkat|mkdir|mkdirat|rename\w*|link|linkat|symlink\w*|"
            r"truncate|ftruncate|fallocate|pwrite64|pwritev|chmod|fchmodat|chown|mknod\w*)\(", line)]
        opened = sum("open" in line for line in calls)
        report("F16", "%d files looked at or opened, %d for writing", opened, len(bad))
        self.assertGreater(opened, 3, "the trace is empty")
        self.assertEqual(bad, [])


if __name__ == "__main__":
    support.main()
