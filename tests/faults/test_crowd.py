#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Many clients, slow clients, and clients that do not read: they are bounded, and good ones do not notice."""
import collections
import json
import resource
import selectors
import signal
import socket
import time
import unittest

import faults
from faults import ask, client, report, support

Crowd = collections.namedtuple("Crowd", "sockets seconds")


def connect_many(address, count, at_once=200):
    """count connections, opened a few hundred at a time."""
    began, sockets = time.monotonic(), []
    while len(sockets) < count:
        batch = []
        for _ in range(min(at_once, count - len(sockets))):
            one = socket.socket()
            one.setblocking(False)
            one.connect_ex(address)
            batch.append(one)
        waiting = selectors.DefaultSelector()
        for one in batch:
            waiting.register(one, selectors.EVENT_WRITE)
        while waiting.get_map():
            ready = waiting.select(30)
            if not ready:
                raise AssertionError("%d connections are not taken" % len(waiting.get_map()))
            for key, _ in ready:
                error = key.fileobj.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
                if error:
                    raise OSError(error, "a connection is refused")
                waiting.unregister(key.fileobj)
        waiting.close()
        sockets += batch
    return Crowd(sockets, time.monotonic() - began)


def close_all(sockets):
    for one in sockets:
        one.close()


def is_closed(one):
    """Whether the daemon has ended this connection; what it said before is dropped."""
    try:
        while one.recv(4096):
            pass
        return True
    except BlockingIOError:
        return False
    except OSError:
        return True


class Crowds(unittest.TestCase):
    def begin(self, *options, **more):
        daemon = faults.Daemon(*options, **more)
        self.addCleanup(daemon.end)
        return daemon

    def insist_files(self, daemon, files, seconds=10):
        back = faults.wait_for(lambda: daemon.files() <= files, seconds)
        self.assertIsNotNone(back, "%d files are open, %d before" % (daemon.files(), files))

    def test_idle_connections(self):
        """F5: 10,000 connections that say nothing yet."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        count = min(10_000, hard - 500)
        if count < 10_000:
            print("\nLIMITED: only %d files are allowed, so F5 ran with %d connections and NOT with 10,000"
                  % (hard, count), flush=True)
        daemon = self.begin("--header-seconds", "120")
        files, before = daemon.files(), daemon.resident()
        crowd = connect_many(daemon.address, count)
        held = faults.wait_for(lambda: daemon.files() >= files + count, 30)
        with faults.GoodClients(daemon.address) as good:
            share = daemon.idle_share(2)
        resident = daemon.resident()
        alive = sum(not is_closed(one) for one in crowd.sockets)
        close_all(crowd.sockets)
        self.insist_files(daemon, files, 30)
        report("F5", "%d idle connections in %.1f s: %.1f MB (%.1f MB before), good p50 %.1f ms p99 %.1f ms of %d, "
               "%.0f %% of a processor", count, crowd.seconds, resident / 1e6, before / 1e6, good.percentile(0.5),
               good.percentile(0.99), len(good.times), 100 * share)
        self.assertIsNotNone(held, "only %d are held" % (daemon.files() - files))
        self.assertEqual((alive, good.wrong), (count, []))
        faults.insist_below(self, resident, 100e6)
        self.assertLess(good.percentile(0.5), 100)
        self.assertGreater(len(good.times), 10)
        daemon.stop()

    def test_used_idle_connections(self):
        """F5: connections that asked once and are kept alive: each costs what the daemon reckons with, 40 KiB."""
        count = faults.scaled(1_000, 10_000)
        daemon = self.begin()
        files, before = daemon.files(), daemon.resident()
        crowd = connect_many(daemon.address, count)
        for one in crowd.sockets:
            self.assertTrue(faults.is_good(faults.ask_on(one, faults.GOOD)))
        each = (daemon.resident() - before) / count
        close_all(crowd.sockets)
        self.insist_files(daemon, files)
        after = daemon.resident()
        report("F5 kept alive", "%d connections: %.1f KiB each; %.1f MB once they are gone (%.1f MB before)", count,
               each / 1024, after / 1e6, before / 1e6)
        faults.insist_below(self, each, 41 * 1024)
        faults.insist_below(self, after, before + 10e6)
        daemon.stop()

    def test_bursts(self):
        """Requests on many connections in the same instant, 128 too: the library takes its events by 128."""
        daemon, told = self.begin("--threads", "1"), []
        for count in (1, 127, 128, 129, 256, 500):
            crowd = connect_many(daemon.address, count)
            for one in crowd.sockets:
                self.assertTrue(faults.is_good(faults.ask_on(one, faults.GOOD)))
            time.sleep(0.1)
            daemon.process.send_signal(signal.SIGSTOP)  # so that it finds them all at once
            for one in crowd.sockets:
                one.sendall(faults.GOOD)
            time.sleep(0.1)
            daemon.process.send_signal(signal.SIGCONT)
            began, answered = time.monotonic(), 0
            for one in crowd.sockets:
                seconds = max(5 - (time.monotonic() - began), 0.01)
                answered += faults.is_good(faults.ask_on(one, b"", seconds))
            told.append((answered, count))
            close_all(crowd.sockets)
        report("bursts", ", ".join("%d of %d" % pair for pair in told) + " answered within 5 s")
        self.assertEqual([answered for answered, _ in told], [count for _, count in told])
        daemon.stop()

    def drip(self, daemon, crowds, seconds):
        """Send each connection a byte a second until it is closed: {name: seconds until the last one was}."""
        began, last, good, wrong = time.monotonic(), {}, [], []
        open_ones = {name: list(sockets) for name, (sockets, _) in crowds.items()}
        at = 0
        while any(open_ones.values()) and time.monotonic() - began < seconds:
            for name, (_, byte) in crowds.items():
                for one in open_ones[name]:
                    try:
                        one.send(byte[at % len(byte):at % len(byte) + 1])
                    except OSError:
                        pass
            at += 1
            until = time.monotonic() + 0.5
            while time.monotonic() < until:
                asked = time.monotonic()
                outcome = ask(daemon.address, faults.GOOD)
                good.append(time.monotonic() - asked)
                wrong += [] if faults.is_good(outcome) else [outcome]
                time.sleep(0.02)
            for name, ones in open_ones.items():
                open_ones[name] = [one for one in ones if not is_closed(one)]
                if ones and not open_ones[name]:
                    last[name] = time.monotonic() - began
        return last, {name: len(ones) for name, ones in open_ones.items()}, sorted(good), wrong

    def test_slowloris(self):
        """F6: heads and bodies that come a byte at a time are ended by their deadlines."""
        count, header_seconds, body_seconds = faults.scaled(1_000, 4_000), 2, 3
        daemon = self.begin("--header-seconds", str(header_seconds), "--body-seconds", str(body_seconds))
        files = daemon.files()
        heads, bodies = connect_many(daemon.address, count), connect_many(daemon.address, count)
        for one in heads.sockets:
            one.send(b"POST /xor-game HTTP/1.1\r\nHost: nimsum.test\r\nX-Slow: ")
        for one in bodies.sockets:
            one.send(client.build("POST", "/xor-game", b'{"nums":[1,', ["Content-Length: 100000"]))
        slow = {"heads": (heads.sockets, b"slow"), "bodies": (bodies.sockets, b"1,")}
        last, left, good, wrong = self.drip(daemon, slow, 30)
        close_all(heads.sockets + bodies.sockets)
        self.insist_files(daemon, files)
        report("F6", "%d slow heads and %d slow bodies: all ended after %.1f s and %.1f s (deadlines %d and %d), "
               "%d of %d good requests answered meanwhile, p99 %.1f ms", count, count, last.get("heads", -1),
               last.get("bodies", -1), header_seconds, body_seconds, len(good) - len(wrong), len(good),
               1000 * good[int(0.99 * len(good))])
        self.assertEqual(left, {"heads": 0, "bodies": 0})
        self.assertEqual(wrong, [])
        # Two seconds, and as many again for the client, which looks at thousands of sockets in turn.
        self.assertLess(last["heads"], header_seconds + 4)
        self.assertLess(last["bodies"], body_seconds + 4)
        daemon.stop()

    def test_slow_readers(self):
        """F7: clients that read a few hundred bytes a second of a large reply are dropped, its memory with them."""
        count, reply_seconds = faults.scaled(20, 100), 3
        daemon = self.begin("--reply-seconds", str(reply_seconds), "--threads", "2")
        files = daemon.files()
        body = json.dumps({"heaps": [2 ** 60], "queries": [[1, 1]] * 400_000, "include": ["nim_sums"]}).encode()
        request, readers = client.build("POST", "/nim/ranges", body), []
        for _ in range(count):
            one = socket.socket()
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            one.connect(daemon.address)
            one.settimeout(60)
            one.sendall(request)
            readers.append(one)
        for one in readers:
            self.assertTrue(one.recv(1))
        began, top = time.monotonic(), daemon.resident()
        with faults.GoodClients(daemon.address, pause=0.02) as good:
            while time.monotonic() - began < 60 and daemon.files() > files + 3:
                for one in readers:
                    try:
                        one.recv(100, socket.MSG_DONTWAIT)
                    except OSError:
                        pass
                time.sleep(0.5)
        dropped = time.monotonic() - began
        self.insist_files(daemon, files)
        back = faults.wait_for(lambda: daemon.resident() < 50e6, 1 if faults.SANITIZED else 10)
        close_all(readers)
        report("F7", "%d slow readers of 9 MB each: dropped after %.1f s (deadline %d), memory %.0f MB, then %.1f "
               "MB; %d of %d good requests answered", count, dropped, reply_seconds, top / 1e6, daemon.resident() / 1e6,
               len(good.times) - len(good.wrong), len(good.times))
        self.assertGreater(top, 50e6, "the replies are not held: the test tests nothing")
        self.assertEqual(good.wrong, [])
        self.assertLess(dropped, reply_seconds + 12)
        faults.insist_below(self, 0 if back is not None else daemon.resident(), 50e6)
        daemon.stop()

    def test_admin_while_full(self):
        """Every normal connection is taken: the admin address answers all the same."""
        daemon = self.begin("--connections", "20", "--threads", "2", "--admin-listen", "127.0.0.1:0",
                            "--header-seconds", "60")
        self.assertIsNotNone(daemon.admin)
        crowd = connect_many(daemon.address, 60)
        time.sleep(0.3)
        waits = ask(daemon.address, faults.GOOD, 1)
        self.assertEqual(waits.kind, "silent", "the daemon is not full: %r" % waits)
        alive = ask(daemon.admin, client.build("GET", "/healthz"))
        ready = ask(daemon.admin, client.build("GET", "/readyz"))
        game = ask(daemon.admin, faults.GOOD)
        close_all(crowd.sockets)
        self.assertEqual(alive.status, 200, alive)
        self.assertIn(ready.status, (200, 503), ready)
        self.assertTrue(game.is_problem(404), game)
        again = faults.wait_for(lambda: faults.is_good(ask(daemon.address, faults.GOOD, 1)), 20)
        self.assertIsNotNone(again, "it does not serve after the crowd has gone")
        report("admin", "20 of 20 connections taken: /healthz %d, /readyz %d on the admin address; served again %.1f s "
               "after the crowd went", alive.status, ready.status, again)
        daemon.stop()


if __name__ == "__main__":
    support.main()
