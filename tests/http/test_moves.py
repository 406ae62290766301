#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Winning moves and explanations of the chalkboard game and of Nim on ranges, each checked by playing on from it."""
import itertools
import json
import random
import re

import oracle
import support

LARGEST = 2 ** 63 - 1
XOR, RANGES = "/xor-game", "/nim/ranges"


class Chalkboard(support.ServerCase):
    include = ["winning_moves", "explanation"]

    def check_explanation(self, text, board, told):
        """It names the XOR and the winner, and an erasure where one wins."""
        self.assertRegex(text, r"XOR of the %d numbers? is %d\b" % (len(board), oracle.xor(board)))
        winner, loser = (("Alice", "Bob") if told["alice_wins"] else ("Bob", "Alice"))
        self.assertRegex(text, r"\b%s (wins|has won)\b" % winner)
        self.assertNotRegex(text, r"\b%s (wins|has won)\b" % loser)
        shown = re.findall(r"nums\[(\d+)\] = (\d+)", text)
        self.assertEqual(len(shown), bool(told["winning_moves"]), text)
        for index, number in shown:
            self.assertIn({"index": int(index), "erase": int(number)}, told["winning_moves"])

    def check(self, told, board):
        self.check_explanation(told.pop("explanation"), board, told)
        told.pop("positions_searched", None)
        self.assertEqual(told, {**oracle.chalkboard(board), "winning_moves": oracle.chalkboard_moves(board)})

    def test_all_small_boards(self):
        boards = [list(board) for count in range(1, 6) for board in itertools.product(range(4), repeat=count)]
        self.assertEqual(len(boards), 1364)
        for method in ("theorem", "search"):
            told = self.answer(XOR, {"boards": boards, "include": self.include, "method": method})["results"]
            self.assertEqual(len(told), len(boards))
            for result, board in zip(told, boards):
                with self.subTest(board=board, method=method):
                    self.check(result, board)

    def test_large_numbers(self):
        pick = random.Random(3)
        for count in range(1, 11):
            board = [pick.choice((0, 1, 2 ** 32 - 1, 2 ** 32, 2 ** 62, LARGEST - 1, LARGEST)) for _ in range(count)]
            with self.subTest(board=board):
                self.check(self.answer(XOR, {"nums": board, "include": self.include}), board)

    def test_a_number_that_is_the_xor_loses(self):
        for board in ([5, 1, 2, 2, 1, 0], [5, 5, 5, 0, 3, 3], [LARGEST, 8, 8, LARGEST, 0, LARGEST]):
            told = self.answer(XOR, {"nums": board, "include": ["winning_moves"]})
            self.assertIn(told["xor"], board)
            self.assertEqual([move["index"] for move in told["winning_moves"]],
                             [index for index, number in enumerate(board) if number != board[0]])
        told = self.answer(XOR, {"nums": [6, 0], "include": ["winning_moves"]})
        self.assertEqual(told["winning_moves"], [{"index": 1, "erase": 0}])

    def test_playing_by_its_moves_wins(self):
        pick, won = random.Random(4), 0
        for largest, count in itertools.product((1, 3, 2 ** 31, LARGEST), range(1, 13)):
            board = [pick.randint(0, largest) for _ in range(count)]
            with self.subTest(board=board):
                told = self.answer(XOR, {"nums": board, "include": ["winning_moves"]})
                if told["reason"] != "xor-zero" and told["alice_wins"]:
                    self.assertEqual(self.play(board, pick), "alice")
                    won += 1
        self.assertGreater(won, 10)

    def play(self, board, pick):
        """Alice follows the reply, Bob erases what comes. Who wins?"""
        board, mover = list(board), "alice"
        while oracle.xor(board) != 0:
            if mover == "alice":
                move = pick.choice(self.answer(XOR, {"nums": board, "include": ["winning_moves"]})["winning_moves"])
                self.assertEqual(board[move["index"]], move["erase"])
                index = move["index"]
            else:
                index = pick.randrange(len(board))
            board.pop(index)
            mover = "bob" if mover == "alice" else "alice"
        return mover  # begins a turn with XOR 0

    def test_a_large_board(self):
        pick = random.Random(5)
        board = [pick.randrange(1000) for _ in range(20_000)]
        told = self.answer(XOR, {"nums": board, "include": self.include})
        total = oracle.xor(board)
        self.assertNotEqual(total, 0)
        self.assertEqual(told["winning_moves"], [{"index": index, "erase": number} for index, number
                                                 in enumerate(board) if number != total])

    def test_include(self):
        both = set(self.include)
        for board in ([7, 1, 2, 5], [1, 1, 2], [1, 2, 3]):
            for include, members in ((None, set()), ([], set()), (["explanation"], {"explanation"}),
                                     (self.include, both), (self.include[::-1], both),
                                     (["winning_moves"] * 2, {"winning_moves"})):
                with self.subTest(board=board, include=include):
                    options = {} if include is None else {"include": include}
                    single = self.answer(XOR, {"nums": board, **options})
                    self.assertEqual(set(single) & both, members)
                    self.assertEqual(self.answer(XOR, {"boards": [board, board], **options}),
                                     {"results": [single, single]})

    def test_integers_as_strings(self):
        boards = [[7, 1, 2, 5], [LARGEST, 1], [LARGEST], [1, 2, 3]]
        for include in ([], ["winning_moves"]):
            numbers = self.answer(XOR, {"boards": boards, "include": include, "integers": "numbers"})
            told = self.answer(XOR, {"boards": boards, "include": include, "integers": "strings"})
            for result in numbers["results"]:
                result["xor"] = str(result["xor"])
                for move in result.get("winning_moves", ()):
                    move["erase"] = str(move["erase"])
            self.assertEqual(told, numbers)

    def test_bad_options(self):
        for option, code, pointer in (
                ('"include":["winning_moves","why"]', "out-of-range", "/include/1"),
                ('"include":["move_counts"]', "out-of-range", "/include/0"),
                ('"integers":"Strings"', "out-of-range", "/integers"), ('"integers":false', "wrong-type", "/integers"),
                ('"integers":null', "wrong-type", "/integers"),
                ('"integers":"strings","integers":"strings"', "duplicate-key", "/integers")):
            for batch in ('"nums":[1,1,2]', '"boards":[[1,1,2]]'):
                with self.subTest(option=option, batch=batch):
                    self.assert_problem(self.post(XOR, "{%s,%s}" % (batch, option)), code, pointer=pointer)


class Ranges(support.ServerCase):
    include = ["winning_moves", "move_counts"]

    def check(self, told, heaps, queries, misere=False, base=1, played=True):
        """Each move has to be legal and to leave a lost range; each count is that of all such moves."""
        self.assertEqual((len(told["winning_moves"]), len(told["move_counts"])), (len(queries), len(queries)))
        for query, move, count in zip(queries, told["winning_moves"], told["move_counts"]):
            with self.subTest(heaps=heaps[:20], query=query, misere=misere):
                part = heaps[query[0] - base:query[1] - base + 1]
                self.check_move(move, count, part, query[0], misere, played)

    def check_move(self, move, count, part, first, misere, played):
        if played:
            moves = oracle.winning_moves(part, misere, oracle.by_game_tree)
        else:
            moves = oracle.moves_by_theorem(part, misere)
        self.assertEqual(count, len(moves))
        if move is None:
            self.assertEqual(moves, [])
        else:
            self.assertEqual(list(move), ["heap", "take"])
            self.assertIn((move["heap"] - first, move["take"]), moves)

    def ask(self, heaps, queries, misere=False, base=1, **options):
        return self.answer(RANGES, {"heaps": heaps, "queries": queries, "index_base": base, "include": self.include,
                                    "convention": "misere" if misere else "normal", **options})

    def ask_bare(self, connection, heaps, queries):
        """As ask, but without the contract's judge, which takes its time over long rows."""
        body = {"heaps": heaps, "queries": queries, "include": self.include}
        reply = connection.request("POST", RANGES, json.dumps(body).encode())
        self.assertEqual(reply.status, 200, reply)
        return reply.json()

    def test_small_rows(self):
        pick = random.Random(6)
        rows = [list(heaps) for count in (1, 2, 3) for heaps in itertools.product(range(4), repeat=count)]
        rows += [[pick.choice((0, 0, 1, 1, 2, 3, 4)) for _ in range(5)] for _ in range(40)]
        for heaps, misere, base in itertools.product(rows, (False, True), (0, 1)):
            queries = [[left, right] for left in range(base, len(heaps) + base)
                       for right in range(left, len(heaps) + base)]
            told = self.ask(heaps, queries, misere, base)
            self.check(told, heaps, queries, misere, base)
            for verdict, move, count in zip(told["verdicts"], told["winning_moves"], told["move_counts"]):
                self.assertEqual(move is None, count == 0)
                self.assertTrue(verdict or move is None)

    def test_misere_ranges_without_stones(self):
        """The other took the last stone: won, without a move."""
        told = self.ask([0, 0, 3, 0], [[1, 1], [1, 2], [4, 4], [2, 3], [3, 3]], misere=True)
        self.assertEqual(told["verdicts"], [True] * 5)
        self.assertEqual(told["winning_moves"], [None, None, None, {"heap": 3, "take": 2}, {"heap": 3, "take": 2}])
        self.assertEqual(told["move_counts"], [0, 0, 0, 1, 1])
        told = self.ask([0, 0], [[1, 2]])
        self.assertEqual((told["verdicts"], told["winning_moves"], told["move_counts"]), ([False], [None], [0]))

    def test_large_heaps(self):
        pick = random.Random(7)
        for largest in (1, 2, 10 ** 9, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 62, LARGEST):
            heaps = [pick.choice((0, 1, largest, largest - 1, pick.randint(0, largest))) for _ in range(200)]
            queries = [sorted((pick.randint(1, 200), pick.randint(1, 200))) for _ in range(150)]
            queries += [[left, min(200, left + pick.randrange(4))] for left in range(1, 201)]
            for misere in (False, True):
                self.check(self.ask(heaps, queries, misere), heaps, queries, misere, played=False)

    def test_long_sparse_rows(self):
        """A move far away from the range's beginning is found, and none that stands outside of the range."""
        for gap in (1, 63, 64, 65, 4095, 4096, 4097, 262_143, 262_144, 262_145):
            heaps = [2] + [0] * gap + [4] + [0] * gap + [1]
            middle, last = gap + 2, 2 * gap + 3
            queries = [[2, last - 1], [middle, last], [1, middle], [2, gap + 1], [1, last], [2, middle - 1],
                       [middle + 1, last], [middle, middle], [last, last], [1, 1]]
            wanted = [(middle, 4), (middle, 3), (middle, 2), None, (middle, 1), None, (last, 1), (middle, 4), (last, 1),
                      (1, 2)]
            with self.subTest(gap=gap), self.daemon.connect() as connection:
                told = self.ask_bare(connection, heaps, queries)
                self.assertEqual(told["winning_moves"],
                                 [move and {"heap": move[0], "take": move[1]} for move in wanted])
                self.assertEqual(told["move_counts"], [int(move is not None) for move in wanted])
        with self.daemon.connect() as connection:
            told = self.ask_bare(connection, [1] * 100_001,
                                 [[1, 100_001], [1, 100_000], [2, 100_000], [64, 128], [65, 127]])
        self.assertEqual(told["move_counts"], [100_001, 0, 99_999, 65, 63])

    def test_playing_by_its_moves_wins(self):
        pick, won = random.Random(8), 0
        for misere, largest, game in itertools.product((False, True), (1, 4, LARGEST), range(6)):
            heaps = [pick.randint(0, largest) for _ in range(6)]
            with self.subTest(heaps=heaps, misere=misere, game=game):
                left, right = sorted((pick.randint(1, 6), pick.randint(1, 6)))
                if self.ask(heaps, [[left, right]], misere)["winning_moves"][0]:
                    self.assertEqual(self.play(heaps, left, right, misere, pick), "first")
                    won += 1
        self.assertGreater(won, 10)

    def play(self, heaps, left, right, misere, pick):
        heaps, mover = list(heaps), "first"
        while any(heaps[left - 1:right]):
            if mover == "first":
                move = self.ask(heaps, [[left, right]], misere)["winning_moves"][0]
                place, take = move["heap"] - 1, move["take"]
            else:
                place = pick.choice([place for place in range(left - 1, right) if heaps[place]])
                take = pick.randint(max(1, heaps[place] // 2), heaps[place])
            self.assertTrue(left - 1 <= place < right and 1 <= take <= heaps[place])
            heaps[place] -= take
            mover = "second" if mover == "first" else "first"
        return mover if misere else "second" if mover == "first" else "first"

    def test_cases(self):
        """A batch has the replies of its cases; short rows after long ones, narrow after wide."""
        pick = random.Random(9)
        cases = []
        for count, largest in ((300, 9), (1, LARGEST), (70, 1), (2, 0), (129, 2 ** 40), (64, 3), (1, 1)):
            heaps = [pick.randint(0, largest) for _ in range(count)]
            queries = [sorted((pick.randrange(count), pick.randrange(count))) for _ in range(20)]
            cases.append({"heaps": heaps, "queries": queries})
        for misere in (False, True):
            options = {"index_base": 0, "convention": "misere" if misere else "normal", "include": self.include}
            told = self.answer(RANGES, {"cases": cases, **options})["results"]
            self.assertEqual(len(told), len(cases))
            for result, case in zip(told, cases):
                self.assertEqual(result, self.answer(RANGES, {**case, **options}))
                self.check(result, case["heaps"], case["queries"], misere, 0, played=False)

    def test_include_with_every_form_of_verdicts(self):
        heaps, queries = [3, 4, 5, 1, 1], [[1, 3], [2, 3], [4, 5], [5, 5]]
        lists = {"nim_sums": [2, 1, 0, 1], "move_counts": [1, 1, 0, 1],
                 "winning_moves": [{"heap": 1, "take": 2}, {"heap": 3, "take": 1}, None, {"heap": 5, "take": 1}]}
        for form, size in itertools.product(("booleans", "bits", "none"), range(4)):
            for include in itertools.permutations(lists, size):
                with self.subTest(form=form, include=include):
                    told = self.answer(RANGES, {"heaps": heaps, "queries": queries, "verdicts": form,
                                                "include": include})
                    self.assertEqual({key: told[key] for key in lists if key in told},
                                     {key: lists[key] for key in include})
                    self.assertEqual("verdicts" in told, form != "none")
                    self.assertEqual((told["wins"], told["weighted_sum"]), (3, 13))
        told = self.answer(RANGES, {"heaps": heaps, "queries": queries, "include": ["move_counts"] * 3})
        self.assertEqual(told["move_counts"], lists["move_counts"])

    def test_order_of_keys(self):
        members = {"heaps": [1, 1, 0, 5, 1], "queries": [[0, 1], [1, 2], [2, 3], [2, 2], [3, 4]],
                   "convention": "misere", "index_base": 0, "include": self.include}
        expected = self.answer(RANGES, members)
        self.check(expected, members["heaps"], members["queries"], True, 0)
        for keys in itertools.permutations(members):
            with self.subTest(keys=keys):
                self.assertEqual(self.answer(RANGES, {key: members[key] for key in keys}), expected)

    def test_integers_as_strings(self):
        for heaps in ([3, 4, 5], [LARGEST, 1, LARGEST]):
            options = {"include": ["nim_sums", *self.include]}
            queries = [[1, 3], [2, 3], [1, 1], [1, 2]]
            numbers = self.answer(RANGES, {"heaps": heaps, "queries": queries, **options})
            told = self.answer(RANGES, {"heaps": heaps, "queries": queries, "integers": "strings", **options})
            numbers["nim_sums"] = [str(value) for value in numbers["nim_sums"]]
            for move in filter(None, numbers["winning_moves"]):
                move["take"] = str(move["take"])
            self.assertEqual(told, numbers)

    def test_bad_options(self):
        for option, code, pointer in (
                ('"include":["move_counts","moves"]', "out-of-range", "/include/1"),
                ('"include":["explanation"]', "out-of-range", "/include/0"),
                ('"integers":""', "out-of-range", "/integers"), ('"integers":1', "wrong-type", "/integers"),
                ('"integers":"strings","integers":"numbers"', "duplicate-key", "/integers")):
            with self.subTest(option=option):
                self.assert_problem(self.post(RANGES, '{"heaps":[1],"queries":[[1,1]],%s}' % option), code,
                                    pointer=pointer)
        reply = self.post(RANGES, '{"cases":[{"heaps":[1],"queries":[[1,1]],"integers":"strings"}]}')
        self.assert_problem(reply, "unknown-key", pointer="/cases/0/integers")

    def test_a_bad_query_is_told_as_without_them(self):
        for queries, pointer in (([[1, 2], [2, 9]], "/queries/1/1"), ([[0, 1]], "/queries/0/0"),
                                 ([[1, 1], [2, 1]], "/queries/1")):
            reply = self.post(RANGES, {"heaps": [1, 2, 3], "queries": queries, "include": self.include})
            self.assert_problem(reply, "out-of-range", pointer=pointer)


class Limits(support.ServerCase):
    options = ("--reply-bytes", "2000", "--request-memory-bytes", "2097152")

    def test_reply_bytes(self):
        self.assert_problem(self.post(XOR, {"nums": [1, 2] * 101, "include": ["winning_moves"]}), "too-many",
                            pointer="", limit=2000)
        for member in ("winning_moves", "move_counts"):
            reply = self.post(RANGES, {"heaps": [1], "queries": [[1, 1]] * 1001, "verdicts": "none",
                                       "include": [member]})
            self.assert_problem(reply, "too-many", pointer="", limit=2000)

    def test_memory(self):
        """What the moves need counts, too: a row that fits without them does not fit with them."""
        body = {"heaps": [LARGEST] * 80_000, "queries": [[1, 80_000]], "index_base": 1}
        self.assertEqual(self.answer(RANGES, body)["wins"], 0)
        reply = self.post(RANGES, {**body, "include": ["winning_moves", "move_counts"]})
        self.assert_problem(reply, "body-too-large", limit=2_097_152)
        self.assertEqual(self.answer(RANGES, body)["wins"], 0)


if __name__ == "__main__":
    support.main()
