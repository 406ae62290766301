#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The contest's size, a million heaps and a million queries in one case: as JSON and as contest text."""
import random

import oracle
import support


class Headline(support.ServerCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        pick = random.Random(20260101)
        size = 1_000_000
        cls.heaps = [pick.getrandbits(30) for _ in range(size)]
        cls.heaps[500_000:500_010] = cls.heaps[499_990:500_000]  # some ranges whose nim-sum is 0
        cls.queries = [(left, left + 19) for left in range(499_985, 499_999)]
        while len(cls.queries) < size:
            left, right = pick.randint(1, size), pick.randint(1, size)
            cls.queries.append((left, right) if left <= right else (right, left))
        prefix = [0]
        for heap in cls.heaps:
            prefix.append(prefix[-1] ^ heap)
        cls.verdicts = [prefix[right] != prefix[left - 1] for left, right in cls.queries]

    def test_json(self):
        heaps = ",".join(map(str, self.heaps))
        queries = ",".join("[%d,%d]" % query for query in self.queries)
        body = '{"heaps":[%s],"queries":[%s],"verdicts":"bits"}' % (heaps, queries)
        with self.daemon.connect() as connection:
            reply = connection.request("POST", "/nim/ranges", body.encode())
        self.assertEqual(reply.status, 200, reply)
        told = reply.json()
        self.assertTrue(told["verdicts"] == "".join("01"[verdict] for verdict in self.verdicts), "the verdicts differ")
        del told["verdicts"]
        self.assertEqual(told, {"wins": sum(self.verdicts), "weighted_sum": oracle.weighted_sum(self.verdicts),
                                "modulus": oracle.MODULUS, "convention": "normal", "index_base": 1})
        self.assertIn(False, self.verdicts)

    def test_text(self):
        text = "1\n%d %d\n%s\n" % (len(self.heaps), len(self.queries), " ".join(map(str, self.heaps)))
        text += "\n".join("%d %d" % query for query in self.queries) + "\n"
        with self.daemon.connect() as connection:
            reply = connection.request("POST", "/nim/ranges", text.encode(), ["Content-Type: text/plain"])
        self.assertEqual((reply.status, reply.body), (200, b"%d\n" % oracle.weighted_sum(self.verdicts)))


if __name__ == "__main__":
    support.main()
