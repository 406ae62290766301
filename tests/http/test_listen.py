#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Where the daemon listens: unix sockets, sockets that are passed to it, notifications, and its health check."""
import os
import socket
import stat
import subprocess
import tempfile
import threading
import time
import unittest

import client
import manager
import support

GOOD = b'{"nums":[1,1,2]}'


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="nimsum-")
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "nimsum.sock")

    def start(self, *options, **more):
        daemon = support.Daemon(*options, **more)
        self.addCleanup(daemon.stop)
        return daemon

    def plays(self, address):
        with client.Connection(address) as connection:
            self.assertEqual(connection.request("POST", "/xor-game", GOOD).json()["winner"], "bob")

    def fails(self, code, *words, options=(), variables=None):
        """The daemon ends with this code, and its message has these words."""
        status, out, errors = support.run(*options, variables=variables)
        self.assertEqual((status, out), (code, ""), errors)
        for word in words:
            self.assertIn(word, errors)


class Unix(Case):
    def mode(self):
        return stat.S_IMODE(os.stat(self.path).st_mode)

    def test_serves_and_removes(self):
        daemon = support.Daemon(listen="unix:" + self.path)
        self.assertEqual(daemon.address, self.path)
        self.plays(self.path)
        self.assertEqual(self.mode(), 0o660)
        daemon.stop()
        self.assertFalse(os.path.lexists(self.path))

    def test_a_large_reply(self):
        daemon = self.start(listen="unix:" + self.path)
        queries = ",".join(["[1,1]"] * 200000)
        with daemon.connect() as connection:
            reply = connection.request("POST", "/nim/ranges", ('{"heaps":[3],"queries":[%s]}' % queries).encode())
        self.assertEqual((reply.status, reply.json()["wins"]), (200, 200000))

    def read_with_pauses(self, queries, pause, count):
        """Read a reply of 6 bytes a query, and pause before count of the pieces of 50 KB. (its size, the seconds)"""
        daemon = self.start("--reply-seconds", "1", listen="unix:" + self.path)
        body = '{"heaps":[3],"queries":[%s]}' % ",".join(["[1,1]"] * queries)
        with daemon.connect() as connection:
            connection.send(client.build("POST", "/nim/ranges", body.encode()))
            size, start = 0, time.monotonic()
            while size < 5 * queries:
                piece = connection.socket.recv(50_000)
                if not piece:
                    break
                size += len(piece)
                time.sleep(pause if count > 0 else 0)
                count -= 1
            return size, time.monotonic() - start

    def test_a_slow_reader_gets_the_whole_reply(self):
        size, seconds = self.read_with_pauses(200000, 0.25, 100)
        self.assertGreaterEqual(size, 1_000_000)
        self.assertGreater(seconds, 4)

    def test_a_reader_in_bursts_gets_the_whole_reply(self):
        size, seconds = self.read_with_pauses(200000, 3, 3)
        self.assertGreaterEqual(size, 1_000_000)
        self.assertGreater(seconds, 8)

    def test_a_reader_that_stops_does_not(self):
        size, _ = self.read_with_pauses(60000, 9, 1)
        self.assertLess(size, 290_000)

    def test_mode(self):
        before = os.umask(0o077)
        self.addCleanup(os.umask, before)
        self.start("--socket-mode", "666", listen="unix:" + self.path)
        self.assertEqual(self.mode(), 0o666)
        for bad in ("8", "1000", "rw", "", "-1"):
            with self.subTest(mode=bad):
                self.fails(2, "socket-mode", "octal", options=("--socket-mode", bad))

    def test_stale_socket_is_replaced(self):
        daemon = support.Daemon(listen="unix:" + self.path)
        daemon.kill()
        self.assertTrue(os.path.lexists(self.path), "a process that was killed leaves its socket")
        self.start(listen="unix:" + self.path)
        self.plays(self.path)

    def test_taken(self):
        self.start(listen="unix:" + self.path)
        self.fails(1, self.path, "in use", options=("--listen", "unix:" + self.path))
        self.plays(self.path)

    def test_taken_by_one_that_does_not_accept(self):
        with socket.socket(socket.AF_UNIX) as other:
            other.bind(self.path)
            other.listen(0)
            waiting = []
            for _ in range(3):  # until its backlog is full
                waiting.append(socket.socket(socket.AF_UNIX))
                self.addCleanup(waiting[-1].close)
                waiting[-1].setblocking(False)
                try:
                    waiting[-1].connect(self.path)
                except BlockingIOError:
                    break
            self.fails(1, "in use", options=("--listen", "unix:" + self.path))
        self.assertTrue(os.path.lexists(self.path))

    def test_other_files_are_left_alone(self):
        with open(self.path, "w", encoding="utf-8") as file:
            file.write("precious")
        self.fails(1, self.path, options=("--listen", "unix:" + self.path))
        os.symlink(self.path, self.path + ".link")
        self.fails(1, self.path, options=("--listen", "unix:" + self.path + ".link"))
        with open(self.path, encoding="utf-8") as file:
            self.assertEqual(file.read(), "precious")

    def test_no_such_folder(self):
        self.fails(1, "No such file", options=("--listen", "unix:" + self.path + ".d/x.sock"))

    def test_the_next_ones_socket_is_not_removed(self):
        """A daemon that is slow to end does not take away the socket of the one that came after it."""
        first = support.Daemon("--drain-seconds", "600", listen="unix:" + self.path)
        upload = support.begin_upload(self, first, GOOD)
        first.terminate()
        deadline = time.monotonic() + support.STOP_SECONDS
        while time.monotonic() < deadline:
            try:
                client.Connection(self.path).close()
            except ConnectionRefusedError:
                break
            time.sleep(0.01)
        self.start(listen="unix:" + self.path)
        upload.send(GOOD)
        self.assertEqual(upload.read_reply().status, 200)
        first.wait()
        self.plays(self.path)

    def test_two_that_start_at_once(self):
        """On a stale socket, one of two wins, and it is the one that clients reach."""
        for _ in range(5):
            support.Daemon(listen="unix:" + self.path).kill()
            daemons, faults = [], []

            def start():
                try:
                    daemons.append(support.Daemon(listen="unix:" + self.path))
                except AssertionError as fault:
                    faults.append(str(fault))

            threads = [threading.Thread(target=start) for _ in range(2)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            try:
                self.assertEqual((len(daemons), len(faults)), (1, 1), faults)
                self.assertIn("in use", faults[0])
                self.plays(self.path)
            finally:
                for daemon in daemons:
                    daemon.stop()

    def test_admin(self):
        admin = self.path + ".admin"
        daemon = support.Daemon("--admin-listen", "unix:" + admin, listen="unix:" + self.path)
        self.assertEqual(daemon.admin_line, "nimsumd admin listening on unix:%s\n" % admin)
        with client.Connection(admin, is_admin=True) as connection:
            self.assertEqual(connection.request("GET", "/readyz").status, 200)
            self.assertEqual(connection.request("POST", "/xor-game", GOOD).status, 404)
        daemon.stop()
        self.assertFalse(os.path.lexists(admin))

    def test_nothing_is_left_where_the_admin_address_fails(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            address = "127.0.0.1:%d" % taken.getsockname()[1]
            self.fails(1, address, options=("--listen", "unix:" + self.path, "--admin-listen", address))
        self.assertFalse(os.path.lexists(self.path))

    def test_bad_addresses(self):
        for bad in ("unix:", "unix:relative", "unix:/folder/", "unix:@abstract", "unix:/" + 107 * "x", "UNIX:/x",
                    "systemd:", "systemd:x", "unix", "/run/x.sock"):
            for option in ("--listen", "--admin-listen"):
                with self.subTest(address=bad, option=option):
                    self.fails(2, option, "unix:/PATH", options=(option, bad))


class Activation(Case):
    def tcp(self):
        listening, address = manager.listen_tcp()
        self.addCleanup(listening.close)
        return listening, address

    def refused(self, keeper, *words, options=(), **variables):
        """The daemon does not start with what this manager passes."""
        def start(launcher, fds):
            return subprocess.run([*launcher, support.daemon_path(), *options], pass_fds=fds, check=False,
                                  env=support.environment(keeper.environment(**variables)),
                                  stdin=subprocess.DEVNULL, capture_output=True, timeout=support.RUN_SECONDS)
        done = keeper.started(start)
        self.assertEqual((done.returncode, done.stdout), (1, b""), done.stderr)
        for word in words:
            self.assertIn(word, done.stderr.decode())

    def test_passed_socket_is_used(self):
        for listen in (None, "systemd"):
            with self.subTest(listen=listen):
                listening, address = self.tcp()
                daemon = manager.Manager(listening).start(listen=listen)
                self.assertEqual(daemon.address, address)
                self.plays(address)
                self.assertNotIn("warning", daemon.errors())
                daemon.stop()

    def test_unix(self):
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(self.path)
            listening.listen()
            daemon = manager.Manager(listening).start()
            self.plays(self.path)
            daemon.stop()
            self.assertTrue(os.path.lexists(self.path), "the socket's file is the manager's")

    def test_an_abstract_name_is_told(self):
        with socket.socket(socket.AF_UNIX) as listening:
            name = "nimsum-test-%d" % os.getpid()
            listening.bind("\0" + name)
            listening.listen()
            keeper = manager.Manager(listening)
            with self.assertRaisesRegex(AssertionError, "listening on unix:@" + name):
                keeper.start()  # the support's pattern knows no abstract names, but shows the line

    def test_the_socket_outlives_the_daemon(self):
        listening, address = self.tcp()
        keeper = manager.Manager(listening)
        keeper.start().stop()
        with client.Connection(address) as early:
            early.send(client.build("POST", "/xor-game", GOOD))
            daemon = keeper.start()
            self.assertEqual(early.read_reply().status, 200)
            daemon.stop()

    def test_restarts_lose_no_request(self):
        for pause in (0, 0.01):
            with self.subTest(pause=pause):
                listening, address = self.tcp()
                answered, failures = manager.ask_through_restarts(manager.Manager(listening), address, 300, 3, pause)
                self.assertEqual(failures, [])
                self.assertGreaterEqual(answered, 300)

    def test_admin_by_name(self):
        main, address = self.tcp()
        admin, admin_address = self.tcp()
        for sockets, names in (((main, admin), ("x", "admin")), ((admin, main), ("admin",))):
            daemon = manager.Manager(*sockets, names=names).start()
            self.plays(address)
            with client.Connection(admin_address, is_admin=True) as connection:
                self.assertEqual(connection.request("GET", "/healthz").status, 200)
                self.assertEqual(connection.request("POST", "/xor-game", GOOD).status, 404)
            daemon.stop()

    def test_admin_alone(self):
        admin, admin_address = self.tcp()
        daemon = manager.Manager(admin, names=("admin",)).start("--admin-listen", "systemd", listen="127.0.0.1:0")
        self.plays(daemon.address)
        with client.Connection(admin_address, is_admin=True) as connection:
            self.assertEqual(connection.request("GET", "/healthz").status, 200)
        daemon.stop()

    def test_an_address_that_is_not_used_is_told(self):
        listening, address = self.tcp()
        daemon = manager.Manager(listening).start(listen="127.0.0.1:0")
        self.plays(address)
        self.assertIn("--listen 127.0.0.1:0 is not used", daemon.errors())
        daemon.stop()

    def test_variables_of_another_process(self):
        listening, address = self.tcp()
        daemon = manager.Manager(listening).started(lambda launcher, fds: support.Daemon(
            variables={"LISTEN_FDS": "1"}, launcher=launcher, pass_fds=fds), pid=1)
        self.assertNotEqual(daemon.address, address)
        self.plays(daemon.address)
        daemon.stop()

    def test_nothing_passed(self):
        self.fails(1, "no such socket was passed", options=("--listen", "systemd"))
        self.fails(1, "--admin-listen", options=("--listen", "127.0.0.1:0", "--admin-listen", "systemd"))
        listening, _ = self.tcp()
        self.refused(manager.Manager(listening), "--admin-listen", options=("--admin-listen", "systemd"))

    def test_what_is_passed_is_checked(self):
        listening, _ = self.tcp()
        unbound = socket.socket()
        datagram = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        one, other = socket.socketpair()
        for bad in (unbound, datagram, one, other):
            self.addCleanup(bad.close)
        with open(os.devnull, "rb") as no_socket:
            for bad in (unbound, datagram, one, no_socket):
                with self.subTest(bad=bad):
                    self.refused(manager.Manager(bad), "descriptor 3", "not a listening stream socket")
            self.refused(manager.Manager(listening, no_socket, names=("", "admin")), "descriptor 4")
        self.refused(manager.Manager(listening, listening), "two", "not named admin")
        self.refused(manager.Manager(listening, listening, names=("admin", "admin")), "two", "named admin")
        self.refused(manager.Manager(listening, listening, listening), "LISTEN_FDS", "3")
        for bad in ("x", "", "-1", "1x", "99999999999999999999"):
            with self.subTest(count=bad):
                self.refused(manager.Manager(listening), "LISTEN_FDS", LISTEN_FDS=bad)


class Notify(Case):
    def test_ready_and_stopping(self):
        for address in (self.path, "@nimsum-notify-%d" % os.getpid()):
            with self.subTest(address=address):
                manager_end = manager.Notifications(address)
                self.addCleanup(manager_end.close)
                daemon = support.Daemon("--grace-seconds", "1", "--drain-seconds", "20",
                                        variables={"NOTIFY_SOCKET": address})
                self.assertEqual(manager_end.next(), {"READY": "1"})
                self.plays(daemon.address)
                daemon.terminate()
                message = manager_end.next()
                self.plays(daemon.address)  # it says so before it stops
                self.assertEqual(message["STOPPING"], "1")
                self.assertGreater(int(message["EXTEND_TIMEOUT_USEC"]), 21_000_000)
                daemon.wait()

    def test_not_ready_where_it_cannot_listen(self):
        manager_end = manager.Notifications(self.path)
        self.addCleanup(manager_end.close)
        manager_end.socket.setblocking(False)
        with socket.create_server(("127.0.0.1", 0)) as taken:
            self.fails(1, options=("--listen", "127.0.0.1:%d" % taken.getsockname()[1]),
                       variables={"NOTIFY_SOCKET": self.path})
        with self.assertRaises(BlockingIOError):
            manager_end.next()

    def test_a_manager_that_is_gone_does_no_harm(self):
        for address in (self.path, "relative", "@", "/" + 120 * "x", ""):
            with self.subTest(address=address):
                daemon = support.Daemon(variables={"NOTIFY_SOCKET": address})
                self.plays(daemon.address)
                self.assertIn("NOTIFY_SOCKET", daemon.errors())
                daemon.stop()


class HealthCheck(Case):
    def check(self, *options, variables=None):
        code, out, errors = support.run(*options, variables=variables)
        self.assertEqual(out, "")
        self.assertEqual(code == 0, errors == "", errors)
        return code, errors

    def healthy(self, *options, **more):
        self.assertEqual(self.check(*options, **more), (0, ""))

    def unhealthy(self, *options, word="health check", **more):
        code, errors = self.check(*options, **more)
        self.assertEqual(code, 1, errors)
        self.assertIn(word, errors)

    def test_the_same_options(self):
        daemon = self.start()
        address = "127.0.0.1:%d" % daemon.address[1]
        self.healthy("--health-check", "--listen", address)
        self.healthy("--listen", address, "--health-check")
        self.healthy("--health-check", variables={"NIMSUM_LISTEN": address})
        self.healthy("--health-check", variables={"NIMSUM_LISTEN": "0.0.0.0:%d" % daemon.address[1]})
        self.healthy("--health-check", "--listen", "127.0.0.1:1", "--admin-listen", address)

    def test_targets(self):
        daemon = self.start()
        address = "127.0.0.1:%d" % daemon.address[1]
        for target in (address, "http://" + address, "http://%s/" % address, "http://%s/healthz" % address,
                       "http://%s/readyz" % address, "localhost:%d" % daemon.address[1]):
            with self.subTest(target=target):
                self.healthy("--health-check", target)
                self.healthy("--health-check=" + target)
        self.unhealthy("--health-check", "http://%s/nowhere" % address, word="status 404")

    def test_unix(self):
        self.start(listen="unix:" + self.path)
        self.healthy("--health-check", "unix:" + self.path)
        self.healthy("--health-check", variables={"NIMSUM_LISTEN": "unix:" + self.path})
        self.unhealthy("--health-check", "unix:" + self.path + "x", word="No such file")

    def test_draining_is_unhealthy_and_alive(self):
        daemon = support.Daemon("--grace-seconds", "3")
        address = "http://127.0.0.1:%d" % daemon.address[1]
        daemon.terminate()
        deadline = time.monotonic() + support.START_SECONDS
        while support.run("--health-check", address)[0] == 0 and time.monotonic() < deadline:
            pass
        self.unhealthy("--health-check", address, word="status 503")
        self.healthy("--health-check", address + "/healthz")
        daemon.wait()

    def test_nobody_there(self):
        with socket.socket() as reserved:
            reserved.bind(("127.0.0.1", 0))
            self.unhealthy("--health-check", "127.0.0.1:%d" % reserved.getsockname()[1], word="refused")

    def answer(self, data):
        """The address of a server that says data to whoever comes, and then nothing more; None: not even that."""
        listening, address = manager.listen_tcp()
        self.addCleanup(listening.close)

        def serve():
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            with connection:
                connection.recv(4096)
                if data is None:
                    connection.recv(1)  # until the check gives up
                else:
                    connection.sendall(data)

        thread = threading.Thread(target=serve)
        thread.start()
        self.addCleanup(thread.join)
        return "127.0.0.1:%d" % address[1]

    def test_no_answer(self):
        began = time.monotonic()
        self.unhealthy("--health-check", self.answer(None), word="2 seconds")
        self.assertTrue(1.5 < time.monotonic() - began < 2.9)

    def test_other_answers(self):
        self.healthy("--health-check", self.answer(b"HTTP/1.1 200 OK\r\n\r\n"))
        for data in (b"", b"HTTP/1.1", b"HTTP/1.1 204 No Content\r\n\r\n", b"HTTP/1.1 209 x\r\n",
                     b"SSH-2.0-OpenSSH_9.2\r\n"):
            with self.subTest(data=data):
                self.unhealthy("--health-check", self.answer(data))

    def test_bad_targets(self):
        for bad in ("https://127.0.0.1:80", "nonsense", "http://", "http:///x", "http://a:b:c", "127.0.0.1:0",
                    "systemd", "http://127.0.0.1:1/a b", "http://127.0.0.1:1/\r\nX: y", "http://h/" + 600 * "x",
                    "unix:relative", "http://unix:/x"):
            with self.subTest(target=bad):
                self.unhealthy("--health-check", bad)

    def test_bad_options(self):
        self.fails(2, "NIMSUM_LISTEN", options=("--health-check",), variables={"NIMSUM_LISTEN": "nonsense"})
        self.fails(2, "--health-checks", options=("--health-checks",))


if __name__ == "__main__":
    support.main()
