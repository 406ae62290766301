# SPDX-License-Identifier: MIT
"""One request of each kind that the service knows: right ones, and one for each reason to refuse."""
import json

from faults import client, support

build, chunked = client.build, client.chunked

JSON, TEXT = "Content-Type: application/json", "Content-Type: text/plain"


def post(path, value, *headers):
    body = value if isinstance(value, bytes) else json.dumps(value).encode()
    return build("POST", path, body, headers or (JSON,))


def text(value):
    return post("/nim/ranges", value, TEXT)


def large_text(size):
    return b"1\n%d 2\n%s\n1 1\n1 %d\n" % (size, b" ".join(b"%d" % (7 * i) for i in range(size)), size)


RANGES = {"heaps": [3, 4, 5, 0, 9], "queries": [[1, 2], [2, 5], [4, 4]]}
XOR = {"nums": [5, 9, 12, 2]}

# name: (status, request). The body of the right reply is what the daemon says without faults.
ANSWERED = {
    "xor": (200, post("/xor-game", XOR)),
    "xor-search": (200, post("/xor-game", {"nums": [1, 2, 4, 8, 3, 5, 6], "method": "search"})),
    "xor-boards": (200, post("/xor-game", {"boards": [[1, 1, 2], [0, 1], [7]]})),
    "xor-worker": (200, post("/xor-game", {"nums": [i * 5 for i in range(50_001)]})),
    "xor-boards-worker": (200, post("/xor-game", {"boards": [[i, 1, 3] for i in range(3_000)]})),
    "xor-chunked": (200, build("POST", "/xor-game", chunked(json.dumps(XOR).encode(), 5),
                               [JSON, "Transfer-Encoding: chunked"])),
    "xor-expect": (200, post("/xor-game", XOR, JSON, "Expect: 100-continue")),
    "ranges": (200, post("/nim/ranges", {**RANGES, "include": ["nim_sums"]})),
    "ranges-misere": (200, post("/nim/ranges", {"heaps": RANGES["heaps"], "queries": [[0, 4], [3, 3]],
                                                "convention": "misere", "index_base": 0, "verdicts": "bits"})),
    "ranges-cases": (200, post("/nim/ranges", {"cases": [RANGES, RANGES, RANGES], "verdicts": "none"})),
    "ranges-worker": (200, post("/nim/ranges", {"heaps": list(range(20_000)), "include": ["nim_sums"],
                                                "queries": [[i, 20_000] for i in range(1, 20_000)]})),
    "text": (200, text(b"3\n2 1\n1 1\n1 2\n2 1\n1 2\n1 2\n3 2\n1 2 2\n1 2\n2 3\n")),
    "text-large": (200, text(large_text(60_000))),
    "root": (200, build("GET", "/")),
    "healthz": (200, build("GET", "/healthz")),
    "readyz": (200, build("GET", "/readyz")),
    "openapi": (200, build("GET", "/openapi.yaml")),
    "problem-text": (200, build("GET", "/problems/out-of-range")),
    "head": (200, build("HEAD", "/openapi.yaml")),
    "options": (None, build("OPTIONS", "/xor-game")),
    # None: whatever they are answered without faults.
    "xor-include": (None, post("/xor-game", {**XOR, "include": ["winning_moves", "explanation"]})),
    "boards-include": (None, post("/xor-game", {"boards": [[5, 9], [7]], "include": ["winning_moves"]})),
    "ranges-include": (None, post("/nim/ranges", {**RANGES, "include": ["nim_sums", "winning_moves", "move_counts"]})),
    "get-xor": (None, build("GET", "/xor-game?nums=1,1,2&include=winning_moves,explanation")),
    "get-ranges": (None, build("GET", "/nim/ranges?heaps=1,2,2&queries=1-2,2-3")),
    "get-position": (None, build("GET", "/nim/position?heaps=3,4,5")),
    "position": (None, post("/nim/position", {"heaps": [3, 4, 5], "convention": "misere"})),
    "strings": (None, post("/xor-game", {**XOR, "integers": "strings"})),
    "openapi-json": (None, build("GET", "/openapi.json")),
    "docs": (None, build("GET", "/docs")),
    "metrics": (None, build("GET", "/metrics")),
}

REFUSED = {
    "malformed-json": (400, post("/xor-game", b'{"nums":[01]}')),
    "malformed-text": (400, text(b"1\n1 x\n")),
    "bad-request": (400, post("/xor-game", XOR, JSON, JSON)),
    "not-found": (404, build("GET", "/nowhere")),
    "not-found-body": (404, post("/nowhere", XOR)),
    "method-not-allowed": (405, build("DELETE", "/nim/ranges")),
    "body-too-large": (413, build("POST", "/xor-game", None, [JSON, "Content-Length: 99000000"])),
    "unsupported-media-type": (415, post("/xor-game", XOR, "Content-Type: text/html")),
    "expectation-failed": (417, post("/xor-game", XOR, JSON, "Expect: more")),
    "unknown-key": (422, post("/xor-game", {**XOR, "numz": 1})),
    "duplicate-key": (422, post("/xor-game", b'{"nums":[1],"nums":[1]}')),
    "missing-key": (422, post("/nim/ranges", {"heaps": [1]})),
    "wrong-type": (422, post("/xor-game", {"nums": "1"})),
    "out-of-range": (422, post("/nim/ranges", {"heaps": [1], "queries": [[1, 2]]})),
    "too-few": (422, post("/xor-game", {"nums": []})),
    "too-many": (422, post("/xor-game", {"boards": [[1]] * 5_001})),
    "search-too-large": (422, post("/xor-game", {"nums": list(range(65)), "method": "search"})),
    "conflicting-keys": (422, post("/xor-game", {"nums": [1], "boards": [[1]]})),
    # libmicrohttpd 1.x refuses unknown transfer codings itself.
    "not-implemented": (501 if support.library_version() < (1,) else 400,
                        build("POST", "/xor-game", b"", [JSON, "Transfer-Encoding: gzip, chunked"])),
}

KINDS = {**ANSWERED, **REFUSED}
OPTIONS = ("--batch-items", "5000")  # for too-many
