# SPDX-License-Identifier: MIT
"""A small service manager: it holds listening sockets, starts the daemon with them, and hears its notifications."""
import fcntl
import os
import socket
import threading
import time

import client
import support

FIRST_DESCRIPTOR = 3
HIGH = 100  # where the sockets are kept, so that moving one to its place never overwrites another


def listen_tcp():
    listening = socket.create_server(("127.0.0.1", 0), backlog=512)
    return listening, listening.getsockname()


class Manager:
    """Holds the sockets given to it; names are their LISTEN_FDNAMES."""

    def __init__(self, *sockets, names=None, launcher=()):
        self.sockets, self.names, self.launcher = sockets, names, launcher

    def environment(self, **more):
        variables = {"LISTEN_FDS": str(len(self.sockets))}
        if self.names:
            variables["LISTEN_FDNAMES"] = ":".join(self.names)
        return {**variables, **more}

    def command(self, high, pid="$$"):
        """The words that put the sockets in their places and become the daemon."""
        moves = " ".join("%d<&%d %d<&-" % (FIRST_DESCRIPTOR + index, fd, fd) for index, fd in enumerate(high))
        return ["bash", "-c", 'export LISTEN_PID=%s; exec "$@" %s' % (pid, moves), "bash", *self.launcher]

    def started(self, start, pid="$$"):
        """start(launcher, pass_fds), with the sockets there to be inherited."""
        high = [fcntl.fcntl(one.fileno(), fcntl.F_DUPFD, HIGH) for one in self.sockets]
        try:
            return start(self.command(high, pid), high)
        finally:
            for fd in high:
                os.close(fd)

    def start(self, *options, listen=None, **variables):
        return self.started(lambda launcher, fds: support.Daemon(
            *options, listen=listen, variables=self.environment(**variables), launcher=launcher, pass_fds=fds))


class Notifications:
    """A socket as NOTIFY_SOCKET names it; an address that begins with "@" is abstract."""

    def __init__(self, address):
        self.address = address
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind("\0" + address[1:] if address.startswith("@") else address)
        self.socket.settimeout(support.START_SECONDS)

    def next(self):
        """The next message, as a dictionary."""
        return dict(line.split("=", 1) for line in self.socket.recv(4096).decode().splitlines())

    def close(self):
        self.socket.close()


def ask_through_restarts(manager, address, requests, restarts, pause=0.0):
    """Ask on one new connection after another, at least so many requests, while the daemon is started again and again;
    with a pause between connecting and sending. Returns (answered, failures)."""
    body = b'{"nums":[1,1,2]}'
    answered, failures = [], []
    finished = threading.Event()

    def ask():
        while len(answered) + len(failures) < requests or not finished.is_set():
            try:
                with client.Connection(address) as connection:
                    time.sleep(pause)
                    answered.append(connection.request("POST", "/xor-game", body).json()["winner"] == "bob")
            except Exception as fault:  # pylint: disable=broad-except
                failures.append(repr(fault))

    def pass_share(share):
        deadline = time.monotonic() + support.RUN_SECONDS
        while len(answered) + len(failures) < share * requests // (restarts + 1) and time.monotonic() < deadline:
            time.sleep(0.001)

    clients = [threading.Thread(target=ask) for _ in range(4)]
    for one in clients:
        one.start()
    try:
        daemon = manager.start()
        for restart in range(1, restarts + 1):
            pass_share(restart)
            daemon.stop()
            daemon = manager.start()
    finally:
        finished.set()
    for one in clients:
        one.join()
    daemon.stop()
    return sum(answered), failures
