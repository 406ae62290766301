#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The limits: each one told by its name, each one at its edge."""
import json

import client
import support

GOOD = b'{"nums":[1,1,2]}'
TEXT = "Content-Type: text/plain"


def padded(size):
    """A good request of size bytes."""
    return GOOD[:-1] + b" " * (size - len(GOOD)) + b"}"


class Body(support.ServerCase):
    options = ("--body-bytes", "100000")

    def test_edge(self):
        for size, status in ((99_999, 200), (100_000, 200), (100_001, 413), (200_000, 413)):
            body = padded(size)
            for data, headers in ((body, []), (client.chunked(body, 4096), ["Transfer-Encoding: chunked"]),
                                  (client.chunked(body, 100_000), ["Transfer-Encoding: chunked"])):
                with self.subTest(size=size, headers=headers):
                    with self.daemon.connect() as connection:
                        reply = connection.request("POST", "/xor-game", data, headers)
                    self.assertEqual(reply.status, status, reply)
                    if status == 413:
                        self.assert_problem(reply, "body-too-large", limit=100_000)

    def test_text(self):
        with self.daemon.connect() as connection:
            reply = connection.request("POST", "/nim/ranges", b" " * 100_001, [TEXT])
        self.assert_problem(reply, "body-too-large", limit=100_000)

    def test_expect(self):
        """Who asks first is told at once and sends nothing."""
        for size in (100_001, 10 ** 9, 10 ** 15, 2 ** 63 - 1):
            with self.subTest(size=size):
                with self.daemon.connect() as connection:
                    connection.send(client.build("POST", "/xor-game", None, ["Expect: 100-continue",
                                                                             "Content-Length: %d" % size]))
                    self.assert_problem(connection.read_reply(), "body-too-large", limit=100_000)

    def test_keep_alive_after_it(self):
        with self.daemon.connect() as connection:
            for data, headers in ((padded(100_001), []),
                                  (client.chunked(padded(100_001), 5000), ["Transfer-Encoding: chunked"])):
                reply = connection.request("POST", "/xor-game", data, headers)
                self.assert_problem(reply, "body-too-large", limit=100_000)
                self.assertFalse(reply.closes, reply)
                self.assertEqual(connection.request("POST", "/xor-game", GOOD).status, 200)


class Counts(support.ServerCase):
    options = ("--batch-items", "3", "--nesting", "5", "--search-numbers", "4", "--envelope-values", "50")

    def test_batch_items(self):
        case = {"heaps": [1], "queries": [[1, 1]]}
        self.assertEqual(len(self.answer("/xor-game", {"boards": [[1]] * 3})["results"]), 3)
        self.assertEqual(len(self.answer("/nim/ranges", {"cases": [case] * 3})["results"]), 3)
        self.assert_problem(self.post("/xor-game", {"boards": [[1]] * 4}), "too-many", pointer="/boards", limit=3)
        self.assert_problem(self.post("/nim/ranges", {"cases": [case] * 4}), "too-many", pointer="/cases", limit=3)
        self.assertEqual(self.post("/nim/ranges", "3" + " 1 1 1 1 1" * 3, TEXT).status, 200)
        reply = self.post("/nim/ranges", "\n 4" + " 1 1 1 1 1" * 4, TEXT)
        self.assert_problem(reply, "too-many", offset=2, line=2, column=2, limit=3)

    def test_nesting(self):
        self.assert_problem(self.post("/xor-game", b'{"x":[[[[]]]],"nums":[1]}'), "unknown-key", pointer="/x")
        reply = self.post("/xor-game", b'{"x":[[[[[]]]]],"nums":[1]}')
        self.assert_problem(reply, "malformed-json", offset=9, line=1, column=10, limit=5)

    def test_search_numbers(self):
        self.assertEqual(self.answer("/xor-game", {"nums": [1, 2, 3, 4], "method": "search"})["winner"], "alice")
        reply = self.post("/xor-game", {"nums": [1, 2, 3, 4, 5], "method": "search"})
        self.assert_problem(reply, "search-too-large", pointer="/nums", limit=4)
        reply = self.post("/xor-game", {"boards": [[1], [1, 2, 3, 4, 5]], "method": "search"})
        self.assert_problem(reply, "search-too-large", pointer="/boards/1", limit=4)
        self.assertEqual(self.answer("/xor-game", {"nums": [1, 2, 3, 4, 5]})["winner"], "bob")

    def test_envelope_values(self):
        """Numbers in arrays are free; everything else counts."""
        self.assertEqual(self.answer("/xor-game", {"nums": [1] * 1000})["xor"], 0)
        self.assertEqual(self.answer("/nim/ranges", {"heaps": [1] * 1000, "queries": [[1, 1]] * 1000})["wins"], 1000)
        for value in ([""] * 60, [{}] * 60, {str(index): None for index in range(60)}):
            with self.subTest(value=json.dumps(value)[:20]):
                reply = self.post("/xor-game", {"nums": [1], "x": value})
                self.assert_problem(reply, "too-many", pointer="", limit=50)


class Batches(support.ServerCase):
    """With the limits as they are."""

    def cases(self, count):
        return b'{"cases":[%s]}' % b",".join([b'{"heaps":[1],"queries":[[1,1]]}'] * count)

    def test_a_batch_meets_no_limit_but_its_own(self):
        self.assertEqual(len(self.answer("/nim/ranges", self.cases(100_000))["results"]), 100_000)
        for count in (100_001, 150_000):
            self.assert_problem(self.post("/nim/ranges", self.cases(count)), "too-many", pointer="/cases", limit=100_000)


class Reply(support.ServerCase):
    options = ("--reply-bytes", "2000")

    def test_reply_bytes(self):
        request = {"heaps": [2 ** 63 - 1], "queries": [[1, 1]] * 20}
        self.assertEqual(self.answer("/nim/ranges", request)["wins"], 20)
        request["queries"] *= 100
        for options in ({}, {"verdicts": "bits"}, {"verdicts": "none", "include": ["nim_sums"]}):
            told = self.post("/nim/ranges", {**request, **options}).json()
            self.assertEqual((told["code"], told["limit"]), ("too-many", 2000))
        self.assertEqual(self.answer("/nim/ranges", {**request, "verdicts": "none"})["wins"], 2000)
        told = self.post("/xor-game", {"boards": [[1]] * 100}).json()
        self.assertEqual((told["code"], told["limit"]), ("too-many", 2000))


class Memory(support.ServerCase):
    options = ("--request-memory-bytes", "1048576")

    def test_a_request_that_cannot_fit(self):
        self.assertEqual(self.answer("/xor-game", {"nums": [1] * 10_000})["count"], 10_000)
        body = b'{"nums":[' + b"1," * 500_000 + b"1]}"
        for _ in range(3):
            with self.daemon.connect() as connection:
                reply = connection.request("POST", "/xor-game", body)
            self.assert_problem(reply, "body-too-large", limit=1_048_576)
        self.assertEqual(self.answer("/xor-game", {"nums": [1] * 10_000})["count"], 10_000)
        self.assertEqual(self.call("GET", "/readyz").status, 200)


if __name__ == "__main__":
    support.main()
