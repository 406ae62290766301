#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""POST /nim/position: winner, winning moves, remoteness and explanation, against positions that were played out."""
import itertools
import random
import re

import oracle
import support

LARGEST = 2 ** 63 - 1
PATH = "/nim/position"
CONVENTIONS = ("normal", "misere")


def expected(heaps, convention="normal", index_base=1, include=("winning_moves",), played=True):
    """The reply, apart from its explanation. played: by the game tree, else by the theorems."""
    misere = convention == "misere"
    if played:
        wins, moves = oracle.by_game_tree(heaps, misere), oracle.winning_moves(heaps, misere, oracle.by_game_tree)
        remoteness = oracle.remoteness(tuple(sorted(heaps)), misere)
    else:
        wins, moves = oracle.by_theorem(heaps, misere), oracle.moves_by_theorem(heaps, misere)
        remoteness = oracle.remoteness_by_theorem(heaps, misere)
    reply = {"winner": "first" if wins else "second", "first_player_wins": wins, "nim_sum": oracle.xor(heaps),
             "remoteness": remoteness if remoteness <= LARGEST else None, "convention": convention,
             "index_base": index_base}
    if "winning_moves" in include:
        reply["winning_moves"] = [{"heap": index + index_base, "take": take} for index, take in moves]
    return reply


class Answers(support.ServerCase):
    def ask(self, heaps, **options):
        return self.answer(PATH, {"heaps": heaps, **options})

    def check_explanation(self, text, heaps, told):
        """It names the nim-sum or the stones, the outcome, and a winning move where there is one."""
        outcome = "wins" if told["first_player_wins"] else "loses"
        if told["convention"] == "misere" and max(heaps) <= 1:
            self.assertIn("it is %s." % ("odd" if sum(heaps) % 2 else "even"), text)
            self.assertIn("misere", text)
        else:
            self.assertRegex(text, r"nim-sum of the %d heaps? is %d\b" % (len(heaps), told["nim_sum"]))
            self.assertIn("the player to move %s." % outcome, text)
            self.assertEqual("misere" in text, told["convention"] == "misere")
        moves = re.findall(r"Taking (\d+) from heap (\d+) leaves", text)
        self.assertEqual(len(moves), bool(told["winning_moves"]), text)
        for take, heap in moves:
            self.assertIn({"heap": int(heap), "take": int(take)}, told["winning_moves"])

    def test_all_small_positions(self):
        positions = [list(heaps) for count in range(1, 5)
                     for heaps in itertools.combinations_with_replacement(range(5), count)]
        positions += [[4, 1, 0, 2], [1, 0], [2, 1, 1], [5, 0, 4], [6, 5], [7], [1] * 6, [1, 0, 1, 0, 1], [0] * 5]
        self.assertEqual(len(positions), 125 + 9)
        for heaps, convention in itertools.product(positions, CONVENTIONS):
            with self.subTest(heaps=heaps, convention=convention):
                told = self.ask(heaps, convention=convention)
                self.check_explanation(told.pop("explanation"), heaps, told)
                self.assertEqual(told, expected(heaps, convention))

    def test_the_theorems_of_the_oracle(self):
        """What judges the large positions below is judged by the game tree."""
        for count in range(1, 5):
            for heaps in itertools.product(range(5), repeat=count):
                for misere in (False, True):
                    heaps = list(heaps)
                    with self.subTest(heaps=heaps, misere=misere):
                        self.assertEqual(oracle.moves_by_theorem(heaps, misere),
                                         oracle.winning_moves(heaps, misere, oracle.by_game_tree))
                        self.assertEqual(oracle.remoteness_by_theorem(heaps, misere),
                                         oracle.remoteness(tuple(sorted(heaps)), misere))

    def test_large_heaps(self):
        pick = random.Random(7)
        edges = [0, 1, 2, 3, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53 + 1, 2 ** 62, 2 ** 62 - 1, LARGEST - 1,
                 LARGEST]
        positions = [[pick.choice(edges) for _ in range(pick.randint(1, 6))] for _ in range(150)]
        positions += [[pick.randrange(2 ** pick.randint(1, 63)) for _ in range(pick.randint(1, 8))] for _ in range(150)]
        for heaps in positions[::3]:
            positions.append(heaps + [oracle.xor(heaps)])  # lost in normal play
        for heaps, convention in itertools.product(positions, CONVENTIONS):
            with self.subTest(heaps=heaps, convention=convention):
                told = self.ask(heaps, convention=convention)
                self.check_explanation(told.pop("explanation"), heaps, told)
                self.assertEqual(told, expected(heaps, convention, played=False))

    def test_remoteness_at_its_edge(self):
        """2^63-1 is the largest that is told."""
        half = 2 ** 62
        for heaps, convention, remoteness in (
                ([half - 1, half - 1], "normal", LARGEST - 1), ([half, half], "normal", None),
                ([half, half], "misere", LARGEST), ([half, half, 1, 1], "misere", None),
                ([half - 1, half - 1, 1], "normal", LARGEST), ([half, half, 1], "normal", None),
                ([half - 1, half - 1, 1], "misere", LARGEST - 1), ([half - 1, half - 1, 1, 1], "misere", LARGEST),
                ([LARGEST], "normal", 1), ([LARGEST], "misere", 2), ([LARGEST, LARGEST], "normal", None),
                ([LARGEST] * 1001, "normal", None), ([LARGEST, 0, LARGEST - 1], "normal", None),
                ([LARGEST, 5, 5], "normal", 11), ([LARGEST, LARGEST, LARGEST, LARGEST], "misere", None)):
            with self.subTest(heaps=heaps[:5], convention=convention):
                told = self.ask(heaps, convention=convention, include=[])
                self.assertEqual(told["remoteness"], remoteness)
                if len(heaps) < 10:
                    self.assertEqual(told, expected(heaps, convention, include=(), played=False))

    def test_many_heaps(self):
        """Every winning move is told, however many there are."""
        pick = random.Random(8)
        for count in (63, 64, 65, 127, 128, 129, 1001, 20_001):
            for largest in (1, 2 ** 20, LARGEST):
                heaps = [largest - pick.randrange(min(largest + 1, 8)) for _ in range(count)]
                with self.subTest(count=count, largest=largest):
                    told = self.ask(heaps, include=["winning_moves"])
                    total = oracle.xor(heaps)
                    moves = [{"heap": index + 1, "take": heap - (heap ^ total)} for index, heap in enumerate(heaps)
                             if heap ^ total < heap]
                    self.assertEqual(told["winning_moves"], moves)
                    self.assertEqual(told["nim_sum"], total)

    def test_playing_by_its_moves_wins(self):
        """From won positions the moves of the reply lead to a win against any other player."""
        pick, won = random.Random(9), 0
        for convention, largest, game in itertools.product(CONVENTIONS, (1, 3, 2 ** 40, LARGEST), range(6)):
            heaps = [pick.randint(0, largest) for _ in range(pick.randint(1, 6))]
            with self.subTest(convention=convention, heaps=heaps, game=game):
                told = self.ask(heaps, convention=convention)
                if told["winning_moves"]:
                    self.assertEqual(self.play(heaps, convention, pick), "first")
                    won += 1
        self.assertGreater(won, 20)

    def play(self, heaps, convention, pick):
        """The first player follows the reply, the second takes what comes. Who wins?"""
        heaps, mover = list(heaps), "first"
        while any(heaps):
            if mover == "first":
                move = pick.choice(self.ask(heaps, convention=convention, index_base=0)["winning_moves"])
                index, take = move["heap"], move["take"]
            else:
                index = pick.choice([index for index, heap in enumerate(heaps) if heap])
                take = pick.randint(max(1, heaps[index] // 2), heaps[index])
            self.assertTrue(1 <= take <= heaps[index])
            heaps[index] -= take
            mover = "second" if mover == "first" else "first"
        took_last = "second" if mover == "first" else "first"
        return took_last if convention == "normal" else mover

    def test_include(self):
        both = {"winning_moves", "explanation"}
        for options, members in (({}, both), ({"include": []}, set()),
                                 ({"include": ["winning_moves"]}, {"winning_moves"}),
                                 ({"include": ["explanation"]}, {"explanation"}),
                                 ({"include": ["explanation", "winning_moves"]}, both),
                                 ({"include": ["explanation"] * 3}, {"explanation"})):
            for heaps in ([3, 4, 5], [1, 2, 3], [0]):
                with self.subTest(heaps=heaps, **options):
                    self.assertEqual(set(self.ask(heaps, **options)) & both, members)

    def test_index_base(self):
        for heaps, base in itertools.product(([3, 4, 5], [4, 3, 5], [0, 0, 7]), (0, 1)):
            told = self.ask(heaps, index_base=base)
            self.check_explanation(told.pop("explanation"), heaps, told)
            self.assertEqual(told, expected(heaps, index_base=base))

    def test_integers_as_strings(self):
        for heaps, convention in itertools.product(([3, 4, 5], [LARGEST, 1], [LARGEST, LARGEST], [1, 2, 3], [0]),
                                                   CONVENTIONS):
            with self.subTest(heaps=heaps, convention=convention):
                numbers = self.ask(heaps, convention=convention, integers="numbers")
                self.assertEqual(numbers, self.ask(heaps, convention=convention))
                told = self.ask(heaps, convention=convention, integers="strings")
                numbers["nim_sum"] = str(numbers["nim_sum"])
                if numbers["remoteness"] is not None:
                    numbers["remoteness"] = str(numbers["remoteness"])
                for move in numbers["winning_moves"]:
                    move["take"] = str(move["take"])
                self.assertEqual(told, numbers)

    def test_order_of_keys(self):
        members = {"heaps": [1, 1, 2], "convention": "misere", "index_base": 0, "include": ["winning_moves"],
                   "integers": "strings"}
        told = self.answer(PATH, members)
        self.assertEqual(told["winning_moves"], [{"heap": 2, "take": "1"}])
        for keys in itertools.permutations(members):
            with self.subTest(keys=keys):
                self.assertEqual(self.answer(PATH, {key: members[key] for key in keys}), told)


def one(heaps="[1,2,3]", rest=""):
    return '{"heaps":%s%s}' % (heaps, rest and "," + rest)


# body, code, members
REFUSED = [
    ('{}', "missing-key", {"pointer": "", "key": "heaps"}),
    ('{"convention":"misere"}', "missing-key", {"pointer": "", "key": "heaps"}),
    ('[]', "wrong-type", {"pointer": ""}), ('[3,4,5]', "wrong-type", {"pointer": ""}),
    ('null', "wrong-type", {"pointer": ""}), ('"3"', "wrong-type", {"pointer": ""}),
    (one("[]"), "too-few", {"pointer": "/heaps"}), (one("null"), "wrong-type", {"pointer": "/heaps"}),
    (one("3"), "wrong-type", {"pointer": "/heaps"}), (one('"3,4"'), "wrong-type", {"pointer": "/heaps"}),
    (one("{}"), "wrong-type", {"pointer": "/heaps"}), (one("[[3]]"), "wrong-type", {"pointer": "/heaps/0"}),
    (one('[3,"4"]'), "wrong-type", {"pointer": "/heaps/1"}), (one("[3,null]"), "wrong-type", {"pointer": "/heaps/1"}),
    (one("[3,4,true]"), "wrong-type", {"pointer": "/heaps/2"}), (one("[3,[4]]"), "wrong-type", {"pointer": "/heaps/1"}),
    (one("[-1]"), "out-of-range", {"pointer": "/heaps/0"}), (one("[3,4.5]"), "out-of-range", {"pointer": "/heaps/1"}),
    (one("[9223372036854775808]"), "out-of-range", {"pointer": "/heaps/0"}),
    (one("[1e19]"), "out-of-range", {"pointer": "/heaps/0"}),
    (one("[%s]" % ("7" * 1025)), "out-of-range", {"pointer": "/heaps/0"}),
    (one(rest='"convention":"Misere"'), "out-of-range", {"pointer": "/convention"}),
    (one(rest='"convention":null'), "wrong-type", {"pointer": "/convention"}),
    (one(rest='"index_base":2'), "out-of-range", {"pointer": "/index_base"}),
    (one(rest='"index_base":"0"'), "wrong-type", {"pointer": "/index_base"}),
    (one(rest='"integers":"string"'), "out-of-range", {"pointer": "/integers"}),
    (one(rest='"integers":true'), "wrong-type", {"pointer": "/integers"}),
    (one(rest='"integers":["strings"]'), "wrong-type", {"pointer": "/integers"}),
    (one(rest='"include":"explanation"'), "wrong-type", {"pointer": "/include"}),
    (one(rest='"include":null'), "wrong-type", {"pointer": "/include"}),
    (one(rest='"include":["explanation",1]'), "wrong-type", {"pointer": "/include/1"}),
    (one(rest='"include":["nim_sums"]'), "out-of-range", {"pointer": "/include/0"}),
    (one(rest='"include":["winning_moves","move_counts"]'), "out-of-range", {"pointer": "/include/1"}),
    (one(rest='"queries":[[1,1]]'), "unknown-key", {"pointer": "/queries"}),
    (one(rest='"nums":[1]'), "unknown-key", {"pointer": "/nums"}),
    (one(rest='"cases":[]'), "unknown-key", {"pointer": "/cases"}),
    (one(rest='"method":"theorem"'), "unknown-key", {"pointer": "/method"}),
    (one(rest='"verdicts":"bits"'), "unknown-key", {"pointer": "/verdicts"}),
    (one(rest='"heaps":[1]'), "duplicate-key", {"pointer": "/heaps"}),
    (one(rest=r'"h\u0065aps":7'), "duplicate-key", {"pointer": "/heaps"}),
    (one(rest='"include":[],"include":[]'), "duplicate-key", {"pointer": "/include"}),
    ('{"heaps":[3,4,5]', "malformed-json", {"offset": 16, "line": 1, "column": 17}),
    ('{"heaps":[03]}', "malformed-json", {"offset": 11, "line": 1, "column": 12}),
]


class Refusals(support.ServerCase):
    def test_table(self):
        for body, code, members in REFUSED:
            with self.subTest(body=body[:100]):
                self.assert_problem(self.post(PATH, body), code, **members)
        self.assertEqual(self.answer(PATH, {"heaps": [3, 4, 5]})["remoteness"], 11)


class Limits(support.ServerCase):
    options = ("--reply-bytes", "2000")

    def test_reply_bytes(self):
        self.assertEqual(self.answer(PATH, {"heaps": [1] * 1001, "include": []})["winner"], "first")
        reply = self.post(PATH, {"heaps": [1] * 1001})
        self.assert_problem(reply, "too-many", pointer="", limit=2000)


if __name__ == "__main__":
    support.main()
