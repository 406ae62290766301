#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""POST /nim/ranges as contest text: the contest's own output, and the exact place of everything that is wrong."""
import random

import oracle
import support

TEXT = "Content-Type: text/plain"
SAMPLE = "3\n2 1\n1 1\n1 2\n2 1\n1 2\n1 2\n3 2\n1 2 2\n1 2\n2 3\n"


def place(text, offset):
    before = text[:offset]
    return {"offset": offset, "line": before.count("\n") + 1, "column": offset - before.rfind("\n")}


class Answers(support.ServerCase):
    def lines(self, text, *headers):
        reply = self.post("/nim/ranges", text, *(headers or (TEXT,)))
        self.assertEqual((reply.status, reply.media_type), (200, "text/plain"), reply)
        return reply.body.decode()

    def test_sample(self):
        self.assertEqual(self.lines(SAMPLE), "0\n1\n2\n")

    def test_white_space_and_leading_zeros(self):
        for text in (SAMPLE.strip(), SAMPLE.replace("\n", " "), SAMPLE.replace("\n", "\r\n"),
                     SAMPLE.replace(" ", "\t").replace("\n", " \n\n\r"), " \t\r\n" + SAMPLE + "\n \t\r\n",
                     SAMPLE.replace("1", "0001"), "\n".join(SAMPLE.split()),
                     SAMPLE.replace("2", "0" * 1023 + "2")):
            with self.subTest(text=text[:60]):
                self.assertEqual(self.lines(text), "0\n1\n2\n")

    def test_charset(self):
        for charset in ("text/plain; charset=utf-8", "text/plain;charset=UTF-8", 'text/plain; charset="utf-8"',
                        "TEXT/PLAIN"):
            with self.subTest(charset=charset):
                self.assertEqual(self.lines(SAMPLE, "Content-Type: " + charset), "0\n1\n2\n")

    def test_against_loops(self):
        pick = random.Random(5)
        cases = []
        for count in (1, 2, 3, 10, 500, 5000):
            heaps = [pick.choice((0, 1, 2, 10 ** 9, 2 ** 63 - 1, pick.randrange(2 ** 63))) for _ in range(count)]
            queries = [sorted((pick.randint(1, count), pick.randint(1, count))) for _ in range(pick.randint(1, 300))]
            cases.append((heaps, queries))
        text = "%d\n" % len(cases)
        for heaps, queries in cases:
            text += "%d %d\n%s\n" % (len(heaps), len(queries), " ".join(map(str, heaps)))
            text += "".join("%d %d\n" % tuple(query) for query in queries)
        expected = [oracle.ranges(*case, decide=oracle.by_theorem)["weighted_sum"] for case in cases]
        self.assertEqual(self.lines(text), "".join("%d\n" % value for value in expected))

    def test_weights(self):
        """The first query is the most significant bit, modulo 1000000007."""
        for length in (1, 2, 30, 31, 63, 64, 65, 127, 128, 129, 1000):
            with self.subTest(length=length):
                text = "1 2 %d 1 0 1 1" % length + " 2 2" * (length - 1)
                self.assertEqual(self.lines(text), "%d\n" % pow(2, length - 1, 1000000007))
                text = "1 2 %d 1 0" % length + " 2 2" * (length - 1) + " 1 1"
                self.assertEqual(self.lines(text), "1\n")

    def test_edges_of_a_heap(self):
        self.assertEqual(self.lines("1 2 2 9223372036854775807 0 1 1 2 2"), "2\n")


# text, code, the offset, further members
REFUSED = [
    # missing tokens: the place is the end of the text
    ("", "malformed-text", 0, {}), (" ", "malformed-text", 1, {}), ("\n\n", "malformed-text", 2, {}),
    ("1", "malformed-text", 1, {}), ("1\n", "malformed-text", 2, {}), ("1\n2", "malformed-text", 3, {}),
    ("1\n2 1\n1", "malformed-text", 7, {}), ("1\n2 1\n1 1\n", "malformed-text", 10, {}),
    ("1\n2 1\n1 1\n1", "malformed-text", 11, {}), ("2\n1 1\n1\n1 1\n", "malformed-text", 12, {}),
    ("1\n1000000000 1000000000\n1 1 1\n", "malformed-text", 30, {}),
    ("1\n9223372036854775807 9223372036854775807\n1\n", "malformed-text", 44, {}),
    # extra tokens
    (SAMPLE + "7", "malformed-text", len(SAMPLE), {}), (SAMPLE + "\n 0\n", "malformed-text", len(SAMPLE) + 2, {}),
    (SAMPLE + "x", "malformed-text", len(SAMPLE), {}),
    ("1 1 1 5 1 1 1", "malformed-text", 12, {}),
    # not plain digits
    ("x", "malformed-text", 0, {}), ("-1", "malformed-text", 0, {}), ("+1 1 1 1 1 1", "malformed-text", 0, {}),
    ("1\n1x 1\n1\n1 1\n", "malformed-text", 2, {}), ("1\n1 1\n1.0\n1 1\n", "malformed-text", 6, {}),
    ("1\n1 1\n1e3\n1 1\n", "malformed-text", 6, {}), ("1\n1 1\n  -5\n1 1\n", "malformed-text", 8, {}),
    ("1\n1 1\n1,1 1\n", "malformed-text", 6, {}), ("1\n1 1\n1\n1-1\n", "malformed-text", 8, {}),
    ("1\n1 1\n1\n1 1\n\0", "malformed-text", 12, {}), ("1\n1 1\n1\0\n1 1\n", "malformed-text", 6, {}),
    ("1\n1 1\n1\n1 \u0661\n", "malformed-text", 10, {}), ("\ufeff1\n1 1\n1\n1 1\n", "malformed-text", 0, {}),
    ("1\n1 1\n0x10\n1 1\n", "malformed-text", 6, {}), ("1\v1 1\n1\n1 1\n", "malformed-text", 0, {}),
    ("1\n1\f1\n1\n1 1\n", "malformed-text", 2, {}), ("1\n1 1\n1_000\n1 1\n", "malformed-text", 6, {}),
    ("1\u00a01 1 1 1 1", "malformed-text", 0, {}),
    # counts
    ("0", "too-few", 0, {}), ("\n 00 \n", "too-few", 2, {}), ("1\n0 1\n1 1\n", "too-few", 2, {}),
    ("1\n1 0\n1\n", "too-few", 4, {}), ("2\n1 1\n1\n1 1\n2 0\n1 1\n", "too-few", 14, {}),
    # numbers
    ("1\n1 1\n9223372036854775808\n1 1\n", "out-of-range", 6, {}),
    ("1\n2 1\n1 18446744073709551617\n1 1\n", "out-of-range", 8, {}),
    ("1\n1 1\n%s\n1 1\n" % ("9" * 100_000), "out-of-range", 6, {}),
    ("1\n1 1\n%s1\n1 1\n" % ("0" * 1024), "out-of-range", 6, {}),
    # ranges
    ("1\n3 2\n1 2 2\n1 2\n2 9\n", "out-of-range", 18, {}), ("1\n3 1\n1 2 2\n0 2\n", "out-of-range", 12, {}),
    ("1\n3 1\n1 2 2\n3 2\n", "out-of-range", 14, {}), ("1\n3 1\n1 2 2\n1 4\n", "out-of-range", 14, {}),
    ("1\n3 1\n1 2 2\n1 18446744073709551617\n", "out-of-range", 14, {}),
    ("2\n1 1\n1\n1 1\n1 1\n1\n1 2\n", "out-of-range", 20, {}),
    # a fault of form goes first, wherever it stands
    ("0 5", "malformed-text", 2, {}), ("1\n3 1\n1 2 2\n0 2\nx\n", "malformed-text", 16, {}),
    ("1\n1 1\n9223372036854775808\n1\n", "malformed-text", 28, {}),
    ("1\n1 1\n9223372036854775808\n1 1 1\n", "malformed-text", 30, {}),
    ("2\n1 1\n1\n9 9\n", "malformed-text", 12, {}),
]


class Refusals(support.ServerCase):
    def test_table(self):
        for text, code, offset, members in REFUSED:
            with self.subTest(text=text[:80]):
                data = text.encode("utf-8")
                where = place(data.decode("latin-1"), offset)
                self.assert_problem(self.post("/nim/ranges", data, TEXT), code, **where, **members)

    def test_every_cut_of_the_sample(self):
        """Each shorter text lacks a token, but for the one that lacks only the last line feed."""
        for size in range(len(SAMPLE) - 1):
            with self.subTest(size=size):
                reply = self.post("/nim/ranges", SAMPLE[:size], TEXT)
                self.assert_problem(reply, "malformed-text", **place(SAMPLE, size))

    def test_bytes_that_are_no_text(self):
        for byte in range(256):
            if byte in b"0123456789 \t\n\r":
                continue
            for token in (b"%c", b"%c1", b"1%c", b"1%c1"):
                with self.subTest(byte=byte, token=token):
                    reply = self.post("/nim/ranges", b"1\n1 1\n" + token % byte + b"\n1 1\n", TEXT)
                    self.assert_problem(reply, "malformed-text", offset=6, line=3, column=1)

    def test_json_sent_as_text_gets_a_hint(self):
        for body in ('{"heaps":[1],"queries":[[1,1]]}', "{", " {}"):
            with self.subTest(body=body):
                reply = self.post("/nim/ranges", body, TEXT)
                told = self.assert_problem(reply, "malformed-text", **place(body, body.index("{")))
                if body.startswith("{"):
                    self.assertIn("application/json", told["detail"])

    def test_other_charsets(self):
        for charset in ("latin1", "utf-16", "iso-8859-1"):
            with self.subTest(charset=charset):
                reply = self.post("/nim/ranges", SAMPLE, "Content-Type: text/plain; charset=" + charset)
                self.assert_problem(reply, "unsupported-media-type")

    def test_too_many_cases(self):
        text = "100001\n" + "1 1 1 1 1\n" * 100_001
        self.assert_problem(self.post("/nim/ranges", text, TEXT), "too-many", limit=100_000, **place(text, 0))
        text = "100000\n" + "1 1 1 1 1\n" * 100_000
        self.assertEqual(self.post("/nim/ranges", text, TEXT).body, b"1\n" * 100_000)


if __name__ == "__main__":
    support.main()
