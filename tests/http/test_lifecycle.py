#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The daemon as a process: its options, where it listens, how it stops."""
import signal
import socket
import time
import unittest

import client
import support
from support import CONTRACT

GOOD = b'{"nums":[1,1,2]}'
LIMITS = CONTRACT.document["x-limits"]


class Options(unittest.TestCase):
    def limits(self, *options, variables=None):
        """The limits that a daemon with these options tells."""
        daemon = support.Daemon(*options, variables=variables)
        try:
            with daemon.connect() as connection:
                return connection.request("GET", "/").json()["limits"]
        finally:
            daemon.stop()

    def test_help(self):
        code, out, errors = support.run("--help")
        self.assertEqual((code, errors), (0, ""))
        for option in ("--listen", "--drain-seconds", "--help", "--version",
                       *(limit["option"] for limit in LIMITS.values())):
            self.assertIn(option, out)

    def test_version(self):
        code, out, errors = support.run("--version")
        self.assertEqual((code, errors), (0, ""))
        self.assertEqual(support.run("-V"), (0, out, ""))
        self.assertRegex(out, r"\Animsumd [^\n]*\n")
        self.assertIn(CONTRACT.document["info"]["version"], out)

    def test_options_and_environment(self):
        """Every limit by option and by variable; the option goes first."""
        # array_bytes is told with --arrays alone, and tried there.
        values = {name: 20 + index for index, name in enumerate(LIMITS) if name != "array_bytes"}
        values.update(body_bytes=54321, reply_bytes=65432, request_memory_bytes=5_000_000)
        options = [text for name, value in values.items() for text in (LIMITS[name]["option"], str(value))]
        variables = {LIMITS[name]["env"]: str(value) for name, value in values.items()}
        others = {LIMITS[name]["env"]: str(value + 1) for name, value in values.items()}
        self.assertEqual(self.limits(*options), values)
        self.assertEqual(self.limits(variables=variables), values)
        self.assertEqual(self.limits(*options, variables=others), values)

    def test_listen_by_variable(self):
        daemon = support.Daemon(listen=None, variables={"NIMSUM_LISTEN": "127.0.0.1:0"})
        try:
            with daemon.connect() as connection:
                self.assertEqual(connection.request("GET", "/healthz").status, 200)
        finally:
            daemon.stop()

    def test_bad_options(self):
        for options in (["--nope"], ["nope"], ["--body-bytes"], ["--body-bytes", "x"], ["--body-bytes", "-1"],
                        ["--body-bytes", "1.5"], ["--body-bytes", ""], ["--body-bytes", "10 "], ["--batch-items", "1x"],
                        ["--body-bytes", "99999999999999999999999"], ["--drain-seconds", "soon"],
                        ["--listen", "nonsense"], ["--listen", "127.0.0.1:99999"], ["--listen", "127.0.0.1:http!"]):
            with self.subTest(options=options):
                listen = [] if "--listen" in options else ["--listen", "127.0.0.1:0"]
                code, out, errors = support.run(*listen, *options)
                self.assertEqual((code, out), (2, ""), errors)
                self.assertIn(options[0].lstrip("-"), errors)

    def test_misspelt_options(self):
        for option, told in (("--treads", "option --treads (did you mean --threads)"),
                             ("-listen=x", "option -listen=x (did you mean --listen)"),
                             ("--body_bytes", "option --body_bytes (did you mean --body-bytes)"),
                             ("--healthcheck", "option --healthcheck (did you mean --health-check)"),
                             ("version", "argument version (did you mean --version)"),
                             ("--port", "option --port (try --help)"), ("-", "option - (try --help)"),
                             ("", "argument  (try --help)")):
            with self.subTest(option=option):
                self.assertEqual(support.run(option, "1"), (2, "", "nimsumd: unknown %s\n" % told))

    def test_bad_variables(self):
        for name, value in (("NIMSUM_BODY_BYTES", "x"), ("NIMSUM_CONNECTIONS", "-3"), ("NIMSUM_LISTEN", "nonsense")):
            with self.subTest(name=name):
                code, out, errors = support.run(variables={"NIMSUM_LISTEN": "127.0.0.1:0", name: value})
                self.assertEqual((code, out), (2, ""), errors)
                self.assertIn(name, errors)


class Listening(unittest.TestCase):
    def test_port_taken(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            address = "127.0.0.1:%d" % taken.getsockname()[1]
            code, out, errors = support.run("--listen", address)
            self.assertEqual((code, out), (1, ""), errors)
            self.assertIn(address, errors)

    def test_port_taken_by_another_copy(self):
        daemon = support.Daemon()
        try:
            address = "%s:%d" % daemon.address
            code, out, errors = support.run("--listen", address)
            self.assertEqual((code, out), (1, ""), errors)
            self.assertIn(address, errors)
            with daemon.connect() as connection:
                self.assertEqual(connection.request("GET", "/healthz").status, 200)
        finally:
            daemon.stop()

    def test_ipv6(self):
        try:
            with socket.socket(socket.AF_INET6) as probe:
                probe.bind(("::1", 0))
        except OSError as fault:
            print("\nSKIP: no IPv6 loopback here (%s): [::1] was NOT tested" % fault)
            self.skipTest("no IPv6 loopback")
        daemon = support.Daemon(listen="[::1]:0")
        try:
            self.assertTrue(daemon.line.startswith("nimsumd listening on http://[::1]:"), daemon.line)
            with daemon.connect() as connection:
                self.assertEqual(connection.request("POST", "/xor-game", GOOD).json()["winner"], "bob")
        finally:
            daemon.stop()


class Stopping(unittest.TestCase):
    def start_with_admin(self):
        """The daemon, and its admin address."""
        daemon = support.Daemon("--drain-seconds", "600", "--admin-listen", "127.0.0.1:0")
        self.addCleanup(daemon.stop)
        return daemon, ("127.0.0.1", int(daemon.admin_line.rsplit(":", 1)[1]))

    def wait_until_closed_to_others(self, daemon):
        """Until a new client is not answered any more, as it was before."""
        deadline = time.monotonic() + support.STOP_SECONDS
        while time.monotonic() < deadline:
            try:
                with daemon.connect(timeout=0.5) as connection:
                    if connection.request("GET", "/readyz").status != 200:
                        return
            except OSError:
                return
        self.fail("the service still takes new clients after a signal to stop")

    def wait_until_refused(self, address):
        deadline = time.monotonic() + support.STOP_SECONDS
        while time.monotonic() < deadline:
            try:
                client.Connection(address).close()
            except ConnectionError:  # refused, or reset at that moment
                return
        self.fail("connections are still taken")

    def test_each_signal_ends_it(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(signal=number):
                daemon = support.Daemon()
                with daemon.connect() as connection:
                    self.assertEqual(connection.request("GET", "/healthz").status, 200)
                    daemon.terminate(number)
                    daemon.wait()

    def test_before_any_request(self):
        support.Daemon().stop()

    def test_idle_connections_do_not_hold_it(self):
        daemon = support.Daemon("--drain-seconds", "600")
        connections = [daemon.connect() for _ in range(5)]
        try:
            for connection in connections:
                self.assertEqual(connection.request("GET", "/healthz").status, 200)
        finally:
            daemon.stop()
            for connection in connections:
                self.assertTrue(connection.at_end())
                connection.close()

    def test_an_upload_is_answered(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(signal=number):
                daemon = support.Daemon("--drain-seconds", "600")
                uploads = [support.begin_upload(self, daemon, GOOD) for _ in range(3)]
                for connection in uploads:
                    connection.send(GOOD[:7])
                daemon.terminate(number)
                self.wait_until_closed_to_others(daemon)
                for connection in uploads:
                    connection.send(GOOD[7:])
                    reply = connection.read_reply()
                    self.assertEqual((reply.status, reply.json()["winner"]), (200, "bob"), reply)
                    self.assertTrue(connection.at_end())
                daemon.wait()

    def test_the_admin_address_answers_until_the_end(self):
        daemon, admin = self.start_with_admin()
        upload = support.begin_upload(self, daemon, GOOD)
        daemon.terminate()
        self.wait_until_refused(daemon.address)
        for path, status in (("/healthz", 200), ("/readyz", 503), ("/metrics", 200)):
            with client.Connection(admin) as connection:
                self.assertEqual(connection.request("GET", path).status, status)
        upload.send(GOOD)
        self.assertEqual(upload.read_reply().status, 200)
        daemon.wait()
        self.wait_until_refused(admin)

    def test_who_asks_the_admin_address_does_not_hold_it(self):
        daemon, admin = self.start_with_admin()
        with client.Connection(admin) as idle, client.Connection(admin) as asked:
            self.assertEqual(asked.request("GET", "/healthz").status, 200)
            daemon.terminate()
            try:
                while True:
                    with client.Connection(admin) as connection:
                        connection.request("GET", "/metrics")
            except OSError:
                pass  # refused, or closed without a byte
            daemon.wait()
            self.assertTrue(idle.at_end() and asked.at_end())

    def test_an_upload_that_never_ends_is_given_up(self):
        daemon = support.Daemon("--drain-seconds", "1")
        support.begin_upload(self, daemon, GOOD)
        daemon.terminate()
        daemon.wait()

    def test_the_port_is_free_again(self):
        daemon = support.Daemon()
        address = "%s:%d" % daemon.address
        with daemon.connect() as connection:
            self.assertEqual(connection.request("GET", "/healthz").status, 200)
            daemon.stop()
        again = support.Daemon(listen=address)
        self.assertEqual("%s:%d" % again.address, address)
        again.stop()


if __name__ == "__main__":
    support.main()
