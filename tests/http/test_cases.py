#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Inputs and right answers from public sources, tests/data/public-cases.json, run whole."""
import json
import os

import oracle
import support


def cases(endpoint):
    with open(os.path.join(support.ROOT, "tests", "data", "public-cases.json"), encoding="utf-8") as file:
        return [case for case in json.load(file) if case["endpoint"] == endpoint]


class PublicCases(support.ServerCase):
    def test_xor_game(self):
        known = cases("xor-game")
        self.assertEqual(len(known), 24)
        for case in known:
            nums = case["input"]["nums"]
            with self.subTest(id=case["id"]):
                told = self.answer("/xor-game", {"nums": nums})
                self.assertIs(told["alice_wins"], case["expected"]["alice_wins"])
                self.assertEqual(told["winner"], "alice" if case["expected"]["alice_wins"] else "bob")
                self.assertEqual((told["xor"], told["count"]), (oracle.xor(nums), len(nums)))
                if len(nums) <= 12:
                    told = self.answer("/xor-game", {"nums": nums, "method": "search"})
                    self.assertIs(told["alice_wins"], case["expected"]["alice_wins"])

    def test_xor_game_as_one_batch(self):
        known = cases("xor-game")
        told = self.answer("/xor-game", {"boards": [case["input"]["nums"] for case in known]})["results"]
        self.assertEqual([result["alice_wins"] for result in told],
                         [case["expected"]["alice_wins"] for case in known])

    def test_nim_ranges(self):
        known = cases("nim-ranges")
        self.assertEqual(len(known), 59)
        for case in known:
            with self.subTest(id=case["id"]):
                told = self.answer("/nim/ranges", {**case["input"], "include": ["nim_sums"]})
                self.assertEqual(told["nim_sums"], case["expected"]["xors"])
                self.assertEqual([int(verdict) for verdict in told["verdicts"]], case["expected"]["f"])
                self.assertEqual(told["wins"], sum(case["expected"]["f"]))
                self.assertEqual(told["weighted_sum"], case["expected"]["answer"])

    def test_nim_ranges_as_one_batch(self):
        known = cases("nim-ranges")
        told = self.answer("/nim/ranges", {"cases": [case["input"] for case in known], "verdicts": "bits"})["results"]
        self.assertEqual([(result["verdicts"], result["weighted_sum"]) for result in told],
                         [("".join(map(str, case["expected"]["f"])), case["expected"]["answer"]) for case in known])

    def test_nim_ranges_as_contest_text(self):
        known = cases("nim-ranges")
        text = str(len(known))
        for case in known:
            heaps, queries = case["input"]["heaps"], case["input"]["queries"]
            text += "\n%d %d\n%s" % (len(heaps), len(queries), " ".join(map(str, heaps)))
            text += "".join("\n%d %d" % tuple(query) for query in queries)
        reply = self.post("/nim/ranges", text, "Content-Type: text/plain")
        self.assertEqual(reply.status, 200, reply)
        self.assertEqual(reply.body.decode().split(), [str(case["expected"]["answer"]) for case in known])

    def test_misere(self):
        known = [case for case in cases("nim-ranges") if "misere_first_player_wins" in case.get("extra", {})]
        self.assertEqual(len(known), 2)
        for case in known:
            with self.subTest(id=case["id"]):
                told = self.answer("/nim/ranges", {**case["input"], "convention": "misere"})
                self.assertEqual(told["verdicts"], [case["extra"]["misere_first_player_wins"]])


if __name__ == "__main__":
    support.main()
