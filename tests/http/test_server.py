#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""HTTP as the service speaks it: methods, media types, expectations, framing, connections, the order of refusals."""
import json
import random
import threading

import client
import oracle
import support

GOOD = b'{"nums":[1,1,2]}'
BOB = {"winner": "bob", "alice_wins": False, "xor": 2, "count": 3, "reason": "odd-count"}
JSON = "Content-Type: application/json"
GAMES = ("/xor-game", "/nim/ranges", "/nim/position")
GETS = ("/", "/problems", "/healthz", "/readyz", "/openapi.yaml", "/problems/internal")


class Methods(support.ServerCase):
    def test_head(self):
        for path in GETS:
            with self.subTest(path=path):
                get, head = self.call("GET", path), self.call("HEAD", path)
                self.assertEqual((head.status, head.body), (200, b""))
                self.assertEqual(head.header("Content-Type"), get.header("Content-Type"))
                self.assertEqual(head.header("Content-Length"), str(len(get.body)))
        self.assertEqual(self.call("HEAD", "/nope").status, 404)
        self.assertEqual(self.call("HEAD", "/problems/nope").status, 404)
        for path in GAMES:
            self.assertEqual(self.call("HEAD", path).status, 422)
        self.assertEqual(self.call("GET", "/healthz").json(), {"status": "alive"})

    def test_not_found(self):
        for path in ("/nope", "/xor-game/", "//xor-game", "/Xor-game", "/nim", "/nim/", "/nim/ranges/",
                     "/nim/positions", "/nim/arrays", "/nim/arrays/demo", "/healthz/x", "/problems/none",
                     "/problems/", "/xor-game%20", "/xor-game.json", "/.", "/../etc/passwd"):
            for method, body in (("GET", None), ("POST", GOOD), ("DELETE", None), ("OPTIONS", None)):
                with self.subTest(path=path, method=method):
                    self.assert_problem(self.call(method, path, body), "not-found")


class Fields(support.ServerCase):
    def test_media_types_that_mean_json(self):
        """One of each kind; tests/api/check_media_type.c has all of them."""
        for line in (None, JSON, "content-type:application/json", "Content-Type: application/x-www-form-urlencoded"):
            with self.subTest(line=line):
                reply = self.call("POST", "/xor-game", GOOD, [line] if line else [])
                self.assertEqual((reply.status, reply.media_type), (200, "application/json"), reply)
                self.assertEqual(reply.json(), BOB)

    def test_media_types_that_do_not(self):
        for line in ("Content-Type: application/xml", "Content-Type: application/json; charset=utf-16",
                     "Content-Encoding: gzip"):
            for path in GAMES:
                with self.subTest(line=line, path=path):
                    self.assert_problem(self.call("POST", path, GOOD, [line]), "unsupported-media-type")

    def test_text_is_for_ranges(self):
        for path in ("/xor-game", "/nim/position"):
            reply = self.post(path, GOOD, "Content-Type: text/plain")
            self.assertIn("application/json", self.assert_problem(reply, "unsupported-media-type")["detail"])

    def test_two_content_types(self):
        with self.daemon.connect() as connection:
            reply = connection.request("POST", "/xor-game", GOOD, [JSON, JSON])
            self.assert_problem(reply, "bad-request")

    def test_accept_is_ignored(self):
        for value in ("text/html", "application/xml;q=1", "*/*", "nonsense"):
            reply = self.call("POST", "/xor-game", GOOD, ["Accept: " + value])
            self.assertEqual(reply.json(), BOB)

    def test_expectations(self):
        for value in ("200-ok", "100-continue, more", "continue", "100-continued"):
            with self.subTest(value=value):
                with self.daemon.connect() as connection:
                    reply = connection.request("POST", "/xor-game", GOOD, ["Expect: " + value])
                    self.assert_problem(reply, "expectation-failed")
        with self.daemon.connect() as connection:
            connection.send(client.build("POST", "/xor-game", None, ["Expect: 100-continue", "Content-Length: 16"]))
            self.assertEqual(connection.read_interim().status, 100)
            connection.send(GOOD)
            self.assertEqual(connection.read_reply().json(), BOB)

    def test_query_parameters(self):
        for target, names in (("/xor-game?nums=1", {"nums"}), ("/xor-game?method=search", {"method"}),
                              ("/nim/ranges?verdicts=bits", {"verdicts"}), ("/nim/ranges?x", {"x"}),
                              ("/nim/position?heaps=1", {"heaps"}), ("/nim/position?", None), ("/xor-game?&&", None),
                              ("/xor-game?a=1&b=2", {"a", "b"})):
            with self.subTest(target=target):
                body = {"/xor-game": GOOD, "/nim/ranges": b'{"heaps":[1],"queries":[[1,1]]}',
                        "/nim/position": b'{"heaps":[1]}'}[target.split("?")[0]]
                reply = self.call("POST", target, body)
                if names is None:
                    self.assertEqual(reply.status, 200, reply)
                else:
                    self.assert_problem(reply, "unknown-key", parameter=names)
        for path in GETS:
            with self.subTest(path=path):
                self.assertEqual(self.call("GET", path + "?x=1&nums=2&y").status, 200)

    def test_problem_pages_and_health_say_what_they_are(self):
        self.assertEqual(self.call("GET", "/healthz").json(), {"status": "alive"})
        self.assertEqual(self.call("GET", "/readyz").json(), {"status": "ready"})
        self.assertEqual(self.call("GET", "/").json()["name"], "nimsum")


class Order(support.ServerCase):
    """Of several faults the one that comes first in the order of the contract is told."""

    options = ("--body-bytes", "1000")

    def test_order(self):
        large = b"x" * 1001
        expect, xml, twice = "Expect: a-miracle", "Content-Type: application/xml", [JSON, JSON]
        for method, target, body, headers, code in (
                ("POST", "/nope?a=1", large, [expect, *twice], "bad-request"),
                ("POST", "/nope?a=1", large, [expect, xml], "not-found"),
                ("PUT", "/xor-game?a=1", large, [expect, xml], "method-not-allowed"),
                ("POST", "/xor-game?a=1", large, [expect, xml], "expectation-failed"),
                ("POST", "/xor-game?a=1", large, [xml], "unsupported-media-type"),
                ("POST", "/xor-game?a=1", large, [JSON], "unknown-key"),
                ("POST", "/xor-game", large, [JSON], "body-too-large"),
                ("POST", "/xor-game", b'{"numz":[-1],}', [JSON], "malformed-json"),
                ("POST", "/xor-game", b'{"numz":[-1]}', [JSON], {"unknown-key", "missing-key"})):
            with self.subTest(code=code):
                with self.daemon.connect() as connection:
                    reply = connection.request(method, target, body, headers)
                self.hold(method, target, reply)
                self.assertIn(reply.json()["code"], code if isinstance(code, set) else {code})


class Connections(support.ServerCase):
    def test_keep_alive(self):
        with self.daemon.connect() as connection:
            for _ in range(50):
                self.assertEqual(connection.request("POST", "/xor-game", GOOD).json(), BOB)
                self.assertFalse(connection.request("GET", "/healthz").closes)

    def test_keep_alive_after_refusals(self):
        body = json.dumps({"nums": list(range(100_000))}).encode()
        with self.daemon.connect() as connection:
            for method, path, headers, code in (
                    ("POST", "/nope", (), "not-found"), ("PUT", "/xor-game", (), "method-not-allowed"),
                    ("POST", "/xor-game", ["Content-Type: a/b"], "unsupported-media-type"),
                    ("POST", "/xor-game?a=1", (), "unknown-key"), ("POST", "/nim/ranges", (), None)):
                reply = connection.request(method, path, body, headers)
                self.assertFalse(reply.closes, reply)
                if code:
                    self.assert_problem(reply, code, **({"parameter": "a"} if "?" in path else {}))
                self.assertEqual(connection.request("POST", "/xor-game", GOOD).json(), BOB)

    def test_connection_close(self):
        with self.daemon.connect() as connection:
            reply = connection.request("POST", "/xor-game", GOOD, ["Connection: close"])
            self.assertEqual(reply.json(), BOB)
            self.assertTrue(connection.at_end())

    def test_a_byte_at_a_time(self):
        for data in (client.build("POST", "/xor-game", GOOD, [JSON]),
                     client.build("POST", "/xor-game", client.chunked(GOOD, 1), ["Transfer-Encoding: chunked"])):
            with self.daemon.connect() as connection:
                connection.send_pieces(data, 1)
                self.assertEqual(connection.read_reply().json(), BOB)

    def test_pieces_of_every_size(self):
        body = b'{"boards":[[1,1,2],\n[10,20.0],[3e1]],"m\\u0065thod":"theorem"}'
        with self.daemon.connect() as connection:
            expected = connection.request("POST", "/xor-game", body).json()
            self.assertEqual([result["xor"] for result in expected["results"]], [2, 30, 30])
            for size in range(1, len(body) + 1):
                with self.subTest(size=size):
                    connection.send(client.build("POST", "/xor-game", client.chunked(body, size),
                                                 ["Transfer-Encoding: chunked"]))
                    self.assertEqual(connection.read_reply().json(), expected)

    def test_faults_in_chunks(self):
        """The place of a fault does not hang on the pieces."""
        body = b'{"nums":[1,2,\n3,\xff]}'
        with self.daemon.connect() as connection:
            for size in range(1, len(body) + 1):
                with self.subTest(size=size):
                    connection.send(client.build("POST", "/xor-game", client.chunked(body, size),
                                                 ["Transfer-Encoding: chunked"]))
                    self.assert_problem(connection.read_reply(), "malformed-json", offset=16, line=2, column=3)

    def test_text_in_chunks(self):
        body = b"3\r\n2 1\n1 1\n1 2\n2 1\n1 2\n1 2\n3 2\n1 2 2\n1 2\n2 3\n"
        with self.daemon.connect() as connection:
            for size in range(1, len(body) + 1):
                connection.send(client.build("POST", "/nim/ranges", client.chunked(body, size),
                                             ["Transfer-Encoding: chunked", "Content-Type: text/plain"]))
                self.assertEqual(connection.read_reply().body, b"0\n1\n2\n")

    def test_empty_bodies(self):
        for path in GAMES:
            for body, headers in ((b"", []), (None, []), (b"0\r\n\r\n", ["Transfer-Encoding: chunked"])):
                with self.subTest(path=path, headers=headers):
                    reply = self.call("POST", path, body, headers)
                    self.assert_problem(reply, "malformed-json", offset=0, line=1, column=1)

    def test_pipelining(self):
        requests, expected = [], []
        for index in range(40):
            board = list(range(1, index % 5 + 2))
            requests.append(client.build("POST", "/xor-game", json.dumps({"nums": board}).encode()))
            expected.append(("xor", oracle.xor(board)))
            if index % 3 == 0:
                requests.append(client.build("POST", "/nope", GOOD))
                expected.append(("code", "not-found"))
        with self.daemon.connect() as connection:
            connection.send(b"".join(requests))
            told = [connection.read_reply().json() for _ in expected]
        self.assertEqual([reply[key] for reply, (key, _) in zip(told, expected)], [value for _, value in expected])

    def test_many_at_once(self):
        """Eight connections with mixed requests, each kept alive, each getting its own answers."""
        faults, start = [], threading.Barrier(8)

        def talk(seed):
            pick = random.Random(seed)
            try:
                with self.daemon.connect() as connection:
                    start.wait(30)
                    for _ in range(60):
                        self.mixed_request(connection, pick)
            except BaseException as fault:  # handed to the test's own thread
                faults.append("seed %d: %r" % (seed, fault))

        threads = [threading.Thread(target=talk, args=(seed,)) for seed in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(faults, [])

    def mixed_request(self, connection, pick):
        kind = pick.choice(("xor", "search", "ranges", "text", "large", "bad", "get"))
        heaps = [pick.randrange(2 ** 63) for _ in range(5000 if kind == "large" else 6)]
        queries = [sorted((pick.randint(1, 6), pick.randint(1, 6))) for _ in range(5)]
        if kind in ("xor", "large"):
            told = connection.request("POST", "/xor-game", json.dumps({"nums": heaps}).encode()).json()
            self.assertEqual((told["xor"], told["count"]), (oracle.xor(heaps), len(heaps)))
        elif kind == "search":
            told = connection.request("POST", "/xor-game", json.dumps({"nums": heaps, "method": "search"}).encode())
            self.assertEqual(told.json()["winner"], "alice")
        elif kind == "ranges":
            body = json.dumps({"heaps": heaps, "queries": queries, "include": ["nim_sums"]}).encode()
            self.assertEqual(connection.request("POST", "/nim/ranges", body).json(),
                             oracle.ranges(heaps, queries, include=["nim_sums"], decide=oracle.by_theorem))
        elif kind == "text":
            text = "1 6 5 %s %s" % (" ".join(map(str, heaps)), " ".join("%d %d" % tuple(query) for query in queries))
            reply = connection.request("POST", "/nim/ranges", text.encode(), ["Content-Type: text/plain"])
            self.assertEqual(int(reply.body), oracle.ranges(heaps, queries, decide=oracle.by_theorem)["weighted_sum"])
        elif kind == "bad":
            body = json.dumps({"heaps": heaps, "queries": [[1, 7]]}).encode()
            reply = connection.request("POST", "/nim/ranges", body)
            self.assert_problem(reply, "out-of-range", pointer="/queries/0/1")
        else:
            self.assertEqual(connection.request("GET", "/healthz").json(), {"status": "alive"})

    def test_clients_that_go_away(self):
        """Half a request and then nothing: the next client does not notice."""
        data = client.build("POST", "/xor-game", GOOD)
        for size in (1, 20, data.index(b"\r\n\r\n"), len(data) - len(GOOD), len(data) - 1):
            for _ in range(5):
                with self.daemon.connect() as connection:
                    connection.send(data[:size])
            self.assertEqual(self.answer("/xor-game", GOOD), BOB)


if __name__ == "__main__":
    support.main()
