# SPDX-License-Identifier: MIT
"""The other requests of the soak: bad bodies that know their problem, mutilated ones, and ways to leave."""
import select
import socket
import struct

import client
import mix

BAD_BODIES = [  # target, headers, body, codes: any of them
    ("/xor-game", [mix.JSON], b"", {"malformed-json"}),
    ("/xor-game", [mix.JSON], b'{"nums":[1,2,]}', {"malformed-json"}),
    ("/xor-game", [mix.JSON], b'{"nums":[01]}', {"malformed-json"}),
    ("/xor-game", [mix.JSON], b'{"nums":[1]}x', {"malformed-json"}),
    ("/xor-game", [mix.JSON], b'\xef\xbb\xbf{"nums":[1]}', {"malformed-json"}),
    ("/xor-game", [mix.JSON], b'{"nums":["\xff"]}', {"malformed-json"}),
    ("/xor-game", [mix.JSON], b'{"nums":"\\ud800"}', {"malformed-json"}),
    ("/xor-game", [mix.JSON], b"[" * 5000, {"malformed-json"}),
    ("/xor-game", [mix.JSON], b'{"nums":[' + b"9," * 20_000, {"malformed-json"}),
    ("/xor-game", [mix.JSON], b'{"nums":[]}', {"too-few"}),
    ("/xor-game", [mix.JSON], b'{"nums":[1.5]}', {"out-of-range"}),
    ("/xor-game", [mix.JSON], b'{"nums":[9223372036854775808]}', {"out-of-range"}),
    ("/xor-game", [mix.JSON], b'{"nums":[1e999999999]}', {"out-of-range"}),
    ("/xor-game", [mix.JSON], b'{"nums":[' + b"7" * 5000 + b"]}", {"out-of-range"}),
    ("/xor-game", [mix.JSON], b'{"nums":[1],"nums":[1]}', {"duplicate-key"}),
    ("/xor-game", [mix.JSON], b'{"numz":[1]}', {"unknown-key", "missing-key"}),
    ("/xor-game", [mix.JSON], b'{"nums":[1],"boards":[[1]]}', {"conflicting-keys"}),
    ("/xor-game", [mix.JSON], b'{"boards":[[1],[]]}', {"too-few"}),
    ("/xor-game", [mix.JSON], b'{"boards":[[1],["a"]]}', {"wrong-type"}),
    ("/xor-game", [mix.JSON], b'{"a":[' + b'"",' * 450_000 + b'""]}', {"too-many", "unknown-key", "missing-key"}),
    ("/xor-game", [mix.JSON], b'{"method":"search","nums":[' + b"1," * 99 + b"1]}", {"search-too-large"}),
    ("/xor-game", ["Content-Type: application/xml"], b"<nums/>", {"unsupported-media-type"}),
    ("/xor-game?nums=1", [mix.JSON], b'{"nums":[1]}', {"unknown-key"}),
    ("/nowhere", [mix.JSON], b'{"nums":[1]}', {"not-found"}),
    ("/nim/ranges", [mix.JSON], b'{"heaps":[1,2],"queries":[[1,3]]}', {"out-of-range"}),
    ("/nim/ranges", [mix.JSON], b'{"heaps":[1,2],"queries":[[2,1]]}', {"out-of-range"}),
    ("/nim/ranges", [mix.JSON], b'{"heaps":[1,2],"queries":[[1]]}', {"wrong-type"}),
    ("/nim/ranges", [mix.JSON], b'{"queries":[[1,1]]}', {"missing-key"}),
    ("/nim/ranges", [mix.JSON], b"null", {"wrong-type"}),
    ("/nim/ranges", [mix.TEXT], b"1 1 1 x 1 1", {"malformed-text"}),
    ("/nim/ranges", [mix.TEXT], b"1 1000000 1000000 1", {"malformed-text"}),
    ("/nim/ranges", [mix.TEXT], b"1 1 1 1 1 2", {"out-of-range"}),
    ("/nim/position", [mix.JSON], b'{"heaps":[-1]}', {"out-of-range"}),
    ("/nim/position", [mix.JSON], b'{"heaps":{}}', {"wrong-type"}),
]

BAD = [(client.build("POST", target, body, headers), codes) for target, headers, body, codes in BAD_BODIES]


def bad_fault(reply, codes):
    """What is wrong with the refusal of a bad body, or None."""
    try:
        told = reply.json()
        agrees = told["status"] == reply.status and told["code"] in codes
    except (ValueError, KeyError, TypeError):
        agrees = False
    if agrees and reply.media_type == "application/problem+json":
        return None
    return "a bad body: %r, not %s" % (reply, sorted(codes))


def mutant(pick, good):
    """A good request's bytes with some of its body's changed: it is answered or refused, but never fails."""
    head, _, body = good.bytes.partition(b"\r\n\r\n")
    data = bytearray(body)
    for _ in range(pick.randint(1, 3)):
        data[pick.randrange(len(data))] = pick.choice(b'0123456789[]{},:" \\eE.-\x00\xff\n')
    return head + b"\r\n\r\n" + bytes(data)


def mutant_fault(reply):
    return None if reply.status in (200, 400, 422) else "a mutant: %r" % reply


# Leaving in the middle.


def leave(pick, connection, good):
    """Send some of a request, or all, and go away in one of four ways. The connection is not usable any more."""
    way = pick.choice(("close", "reset", "half-close", "reply unread"))
    size = len(good.bytes) if way == "reply unread" else pick.randrange(len(good.bytes))
    connection.send(good.bytes[:size])
    if way == "half-close":
        connection.socket.shutdown(socket.SHUT_WR)
        select.select([connection.socket], [], [], 0.02)
    elif way == "reset":
        connection.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()
