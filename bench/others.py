# SPDX-License-Identifier: MIT
"""others.py: what small requests wait while other clients do their worst, beside a server that throws it all away."""
import contextlib
import socket
import struct
import subprocess

from bodies import BOARD, DISCARD_BOARD, reply_of
from servers import Server
from table import at_most, compare, middle

CONNECTIONS, RATE = 8, 1000
MEBIBYTE = 1 << 20


def head(length, fields=""):
    return f"POST /xor-game HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n{fields}\r\n".encode("ascii")


def board(numbers, rest=""):
    body = ('{"nums":[' + ",".join(["1"] * numbers) + "]" + rest + "}").encode("ascii")
    return head(len(body)) + body


def lengths(connect):
    """Lengths that are declared, and never come."""
    for _ in range(16):
        connect(head(64 * MEBIBYTE))


def uploads(connect):
    """Halves of bodies."""
    for _ in range(8):
        connect(head(16 * MEBIBYTE) + b'{"nums":[' + b"1," * (4 * MEBIBYTE))


def half_closes(connect):
    """Whole requests that need a worker, and nothing more to come."""
    for _ in range(20):
        connect(board(100_000)).shutdown(socket.SHUT_WR)


def searches(connect):
    """Games to be played out, whose clients reset the connection at once."""
    numbers = ",".join(str(1 << i) for i in range(40))
    body = f'{{"nums":[{numbers}],"method":"search"}}'.encode("ascii")
    for _ in range(33):
        connection = connect(head(len(body)) + body)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()


def unread(connect):
    """Replies that nobody reads."""
    for _ in range(50):
        connect(b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 28)


ATTACKS = (lengths, uploads, half_closes, searches, unread)


@contextlib.contextmanager
def under(attack, port):
    """The attack, while the block runs; what the server still holds of it goes with the connections."""
    with contextlib.ExitStack() as stack:
        def connect(first):
            connection = stack.enter_context(socket.create_connection(("127.0.0.1", port), 10))
            connection.settimeout(10)
            with contextlib.suppress(OSError):  # a refusal may come before all is sent
                connection.sendall(first)
            return connection

        attack(connect)
        yield


def others(table, plan):
    table.title(f"others: small requests, {RATE} a second on {CONNECTIONS} connections, while other clients do what is "
                "named, beside a server that throws the same bytes away; nothing is pinned")
    with contextlib.ExitStack() as stack:
        ours = stack.enter_context(Server("nimsumd", log=subprocess.DEVNULL))  # of what the attacks are told
        theirs = stack.enter_context(Server("discard", reply=reply_of(DISCARD_BOARD)))
        for attack in ATTACKS:
            found = {ours: [], theirs: []}
            for _ in range(plan.rounds):
                for server, runs in found.items():
                    with under(attack, server.port):
                        runs.append(server.requests("/xor-game", BOARD, plan.behind, CONNECTIONS, RATE))
            tail = compare(found[ours], found[theirs], "p99_us")
            table.add(f"p99 under {attack.__name__.replace('_', '-')}", f"{middle(found[ours], 'p99_us') / 1e3:.2f} ms",
                      f"discard {middle(found[theirs], 'p99_us') / 1e3:.2f} ms", f"{tail:.2f}x its p99", at_most(3), tail)
