#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""POST /xor-game: right answers against the played-out game, and every way in which a request can be wrong."""
import itertools
import json
import random

import oracle
import support

LARGEST = 2 ** 63 - 1


class Answers(support.ServerCase):
    def check_search(self, told, board):
        effort = told.pop("positions_searched")
        self.assertTrue(1 <= effort <= 1_000_000, effort)
        self.assertEqual(told, oracle.chalkboard(board))

    def test_all_small_boards(self):
        boards = [list(board) for count in range(1, 7)
                  for board in itertools.combinations_with_replacement(range(4), count)]
        self.assertEqual(len(boards), 209)
        told = self.answer("/xor-game", {"boards": boards})["results"]
        self.assertEqual(told, [oracle.chalkboard(board) for board in boards])
        told = self.answer("/xor-game", {"boards": boards, "method": "search"})["results"]
        self.assertEqual(len(told), len(boards))
        for result, board in zip(told, boards):
            self.check_search(result, board)

    def test_single_boards(self):
        pick = random.Random(810)
        for count in range(1, 11):
            board = [pick.choice((0, 1, 2, 7, 8, LARGEST, LARGEST - 1, 2 ** 62)) for _ in range(count)]
            with self.subTest(board=board):
                self.assertEqual(self.answer("/xor-game", {"nums": board}), oracle.chalkboard(board))
                self.assertEqual(self.answer("/xor-game", {"nums": board, "method": "theorem", "include": []}),
                                 oracle.chalkboard(board))
                self.check_search(self.answer("/xor-game", {"nums": board, "method": "search"}), board)

    def test_large_board(self):
        pick = random.Random(1)
        board = [pick.randrange(2 ** 63) for _ in range(100_001)]
        told = self.answer("/xor-game", {"nums": board})
        self.assertEqual(told, {"winner": "bob", "alice_wins": False, "xor": oracle.xor(board), "count": 100_001,
                                "reason": "odd-count"})

    def test_order_of_keys(self):
        for options in ({"nums": [1, 1, 2]}, {"boards": [[1, 1, 2], [0, 1]]}):
            options = {**options, "method": "search", "include": []}
            expected = self.answer("/xor-game", options)
            for keys in itertools.permutations(options):
                with self.subTest(keys=keys):
                    self.assertEqual(self.answer("/xor-game", {key: options[key] for key in keys}), expected)

    def test_numbers_as_they_may_be_written(self):
        for text, value in (
                ("0", 0), ("-0", 0), ("-0.0", 0), ("0.000", 0), ("0e0", 0), ("0e999999999999", 0), ("-0e5", 0),
                ("0.0e-999999999999", 0), ("1.0", 1), ("1e0", 1), ("1E0", 1), ("1e+0", 1), ("1e-0", 1), ("10e-1", 1),
                ("1e3", 1000), ("12.50e2", 1250), ("0.001e3", 1), ("1e00000003", 1000), ("1e18", 10 ** 18),
                ("9007199254740993", 2 ** 53 + 1), ("1491926160718000128", 1491926160718000128),
                ("9223372036854775807", LARGEST), ("9223372036854775807.0", LARGEST),
                ("92233720368547758070e-1", LARGEST), ("9.223372036854775807e18", LARGEST),
                ("1." + "0" * 1022, 1), ("1" + "0" * 1017 + "e-1017", 1)):
            with self.subTest(text=text[:40]):
                board = {"winner": "alice" if value == 0 else "bob", "alice_wins": value == 0, "xor": value,
                         "count": 1, "reason": "xor-zero" if value == 0 else "odd-count"}
                self.assertEqual(self.answer("/xor-game", '{"nums":[%s]}' % text), board)
                self.assertEqual(self.answer("/xor-game", '{"boards":[[%s],[ %s ]]}' % (text, text)),
                                 {"results": [board, board]})

    def test_keys_and_words_compare_after_unescaping(self):
        expected = self.answer("/xor-game", {"nums": [1, 1, 2]})
        for body in (r'{"n\u0075ms":[1,1,2]}', r'{"\u006e\u0075\u006D\u0073":[1,1,2]}',
                     r'{"nums":[1,1,2],"m\u0065thod":"the\u006frem"}',
                     '\r\n\t {\n"nums" :\t[ 1 ,1\r,\n2 ] , "include":[ ] }\n '):
            with self.subTest(body=body):
                self.assertEqual(self.answer("/xor-game", body), expected)


# body, code, members
REFUSED = [
    # numbers
    ('{"nums":[9223372036854775808]}', "out-of-range", {"pointer": "/nums/0"}),
    ('{"nums":[18446744073709551616]}', "out-of-range", {"pointer": "/nums/0"}),
    ('{"nums":[0,-1]}', "out-of-range", {"pointer": "/nums/1"}),
    ('{"nums":[1,1,1.5]}', "out-of-range", {"pointer": "/nums/2"}),
    ('{"nums":[1e400]}', "out-of-range", {"pointer": "/nums/0"}),
    ('{"nums":[1e99999999999999999999]}', "out-of-range", {"pointer": "/nums/0"}),
    ('{"nums":[1e-1]}', "out-of-range", {"pointer": "/nums/0"}),
    ('{"nums":[1e-99999999999999999999]}', "out-of-range", {"pointer": "/nums/0"}),
    ('{"nums":[1e19]}', "out-of-range", {"pointer": "/nums/0"}),
    ('{"nums":[9223372036854775807.5]}', "out-of-range", {"pointer": "/nums/0"}),
    ('{"nums":[1.000000000000000000000000001]}', "out-of-range", {"pointer": "/nums/0"}),
    ('{"nums":[%s]}' % ("1" * 1025), "out-of-range", {"pointer": "/nums/0"}),
    ('{"nums":[1.%s]}' % ("0" * 1023), "out-of-range", {"pointer": "/nums/0"}),
    ('{"nums":[%s]}' % ("7" * 1_000_000), "out-of-range", {"pointer": "/nums/0"}),
    ('{"boards":[[1],[1,1],[2],[3,1.5]]}', "out-of-range", {"pointer": "/boards/3/1"}),
    ('{"boards":[[9223372036854775808]]}', "out-of-range", {"pointer": "/boards/0/0"}),
    # empty
    ('{"nums":[]}', "too-few", {"pointer": "/nums"}),
    ('{"boards":[]}', "too-few", {"pointer": "/boards"}),
    ('{"boards":[[]]}', "too-few", {"pointer": "/boards/0"}),
    ('{"boards":[[1],[2],[]]}', "too-few", {"pointer": "/boards/2"}),
    ('{"boards":[[1],[],[2]]}', "too-few", {"pointer": "/boards/1"}),
    # types
    ('null', "wrong-type", {"pointer": ""}), ('true', "wrong-type", {"pointer": ""}),
    ('7', "wrong-type", {"pointer": ""}), ('"nums"', "wrong-type", {"pointer": ""}),
    ('[]', "wrong-type", {"pointer": ""}), ('[1,1,2]', "wrong-type", {"pointer": ""}),
    ('[[1,1,2]]', "wrong-type", {"pointer": ""}), ('[{"nums":[1]}]', "wrong-type", {"pointer": ""}),
    ('{"nums":null}', "wrong-type", {"pointer": "/nums"}), ('{"nums":1}', "wrong-type", {"pointer": "/nums"}),
    ('{"nums":1.5}', "wrong-type", {"pointer": "/nums"}), ('{"nums":"1,1,2"}', "wrong-type", {"pointer": "/nums"}),
    ('{"nums":{}}', "wrong-type", {"pointer": "/nums"}), ('{"nums":false}', "wrong-type", {"pointer": "/nums"}),
    ('{"nums":[null]}', "wrong-type", {"pointer": "/nums/0"}),
    ('{"nums":["1",1]}', "wrong-type", {"pointer": "/nums/0"}),
    ('{"nums":[1,"1"]}', "wrong-type", {"pointer": "/nums/1"}),
    ('{"nums":[1,true]}', "wrong-type", {"pointer": "/nums/1"}),
    ('{"nums":[1,{}]}', "wrong-type", {"pointer": "/nums/1"}),
    ('{"nums":[1,{"a":[2]}]}', "wrong-type", {"pointer": "/nums/1"}),
    ('{"nums":[1,[]]}', "wrong-type", {"pointer": "/nums/1"}),
    ('{"nums":[[1,2],[3]]}', "wrong-type", {"pointer": "/nums/0"}),
    ('{"nums":[[]]}', "wrong-type", {"pointer": "/nums/0"}),
    ('{"boards":{}}', "wrong-type", {"pointer": "/boards"}),
    ('{"boards":3}', "wrong-type", {"pointer": "/boards"}),
    ('{"boards":[1,2]}', "wrong-type", {"pointer": "/boards/0"}),
    ('{"boards":[[1],2]}', "wrong-type", {"pointer": "/boards/1"}),
    ('{"boards":[[1],"2"]}', "wrong-type", {"pointer": "/boards/1"}),
    ('{"boards":["2",[1]]}', "wrong-type", {"pointer": "/boards/0"}),
    ('{"boards":[{"nums":[1]}]}', "wrong-type", {"pointer": "/boards/0"}),
    ('{"boards":[[1],[1,[2]]]}', "wrong-type", {"pointer": "/boards/1/1"}),
    ('{"boards":[[[1]]]}', "wrong-type", {"pointer": "/boards/0/0"}),
    ('{"boards":[[1],[2],[3],[4,null]]}', "wrong-type", {"pointer": "/boards/3/1"}),
    ('{"boards":[[true]]}', "wrong-type", {"pointer": "/boards/0/0"}),
    ('{"nums":[1],"method":1}', "wrong-type", {"pointer": "/method"}),
    ('{"nums":[1],"method":null}', "wrong-type", {"pointer": "/method"}),
    ('{"nums":[1],"method":["search"]}', "wrong-type", {"pointer": "/method"}),
    ('{"nums":[1],"include":"winning_moves"}', "wrong-type", {"pointer": "/include"}),
    ('{"nums":[1],"include":{}}', "wrong-type", {"pointer": "/include"}),
    ('{"nums":[1],"include":null}', "wrong-type", {"pointer": "/include"}),
    ('{"nums":[1],"include":[1]}', "wrong-type", {"pointer": "/include/0"}),
    ('{"nums":[1],"include":[[1]]}', "wrong-type", {"pointer": "/include/0"}),
    ('{"nums":[1],"include":[null]}', "wrong-type", {"pointer": "/include/0"}),
    # words
    ('{"nums":[1],"method":"theory"}', "out-of-range", {"pointer": "/method"}),
    ('{"nums":[1],"method":"Search"}', "out-of-range", {"pointer": "/method"}),
    ('{"nums":[1],"method":""}', "out-of-range", {"pointer": "/method"}),
    (r'{"nums":[1],"method":"search\u0000"}', "out-of-range", {"pointer": "/method"}),
    ('{"nums":[1],"method":"%s"}' % ("m" * 2000), "out-of-range", {"pointer": "/method"}),
    ('{"nums":[1],"include":["nim_sums"]}', "out-of-range", {"pointer": "/include/0"}),
    ('{"nums":[1],"include":["all"]}', "out-of-range", {"pointer": "/include/0"}),
    # keys
    ('{}', "missing-key", {"pointer": "", "key": {"nums", "boards"}}),
    ('{"method":"search"}', "missing-key", {"pointer": "", "key": {"nums", "boards"}}),
    ('{"nums":[1],"boards":[[1]]}', "conflicting-keys", {"pointer": "/boards"}),
    ('{"boards":[[1]],"nums":[1]}', "conflicting-keys", {"pointer": "/boards"}),
    ('{"nums":[1],"numz":[1]}', "unknown-key", {"pointer": "/numz"}),
    ('{"numz":5,"nums":[1]}', "unknown-key", {"pointer": "/numz"}),
    ('{"nums":[1],"Nums":[1]}', "unknown-key", {"pointer": "/Nums"}),
    ('{"nums":[1],"":[1]}', "unknown-key", {"pointer": "/"}),
    ('{"nums":[1],"a/b~c":{}}', "unknown-key", {"pointer": "/a~1b~0c"}),
    ('{"nums":[1],"~1":{}}', "unknown-key", {"pointer": "/~01"}),
    (r'{"nums":[1],"\u002f\u007e":{}}', "unknown-key", {"pointer": "/~1~0"}),
    (r'{"nums":[1],"nums\u0000":[1]}', "unknown-key", {"pointer": "/nums\0"}),
    (r'{"nums":[1],"\u0000":[1]}', "unknown-key", {"pointer": "/\0"}),
    (r'{"nums":[1],"\u00e9\ud83d\ude00":[1]}', "unknown-key", {"pointer": "/\u00e9\U0001f600"}),
    ('{"nums":[1],"\u00e9\U0001f600":[1]}', "unknown-key", {"pointer": "/\u00e9\U0001f600"}),
    (r'{"nums":[1],"\"\\\n":[1]}', "unknown-key", {"pointer": "/\"\\\n"}),
    ('{"nums":[1],"include":[],"convention":"normal"}', "unknown-key", {"pointer": "/convention"}),
    ('{"nums":[1],"%s":1}' % ("k" * 64), "unknown-key", {"pointer": "/" + "k" * 64}),
    ('{"nums":[1],"%s":1}' % ("~" * 64), "unknown-key", {"pointer": "/" + "~0" * 64}),
    ('{"nums":[1],"%s":1}' % ("k" * 65), "unknown-key", {"pointer": ""}),
    ('{"nums":[1],"%s":1}' % ("k" * 100_000), "unknown-key", {"pointer": ""}),
    ('{"nums":[1],"nums":[1]}', "duplicate-key", {"pointer": "/nums"}),
    ('{"nums":[1],"nums":"x"}', "duplicate-key", {"pointer": "/nums"}),
    (r'{"nums":[1],"n\u0075ms":[1]}', "duplicate-key", {"pointer": "/nums"}),
    ('{"method":"search","nums":[1],"method":"search"}', "duplicate-key", {"pointer": "/method"}),
    # search
    ('{"nums":[%s],"method":"search"}' % ",".join(["1"] * 65), "search-too-large", {"pointer": "/nums", "limit": 64}),
    ('{"boards":[[1],[2],[3],[%s]],"method":"search"}' % ",".join(["1"] * 65), "search-too-large",
     {"pointer": "/boards/3", "limit": 64}),
    ('{"nums":[%s],"method":"search"}' % ",".join(map(str, range(1, 62))), "search-too-large",
     {"pointer": "/nums", "limit": 1_000_000}),
]


class Refusals(support.ServerCase):
    def test_table(self):
        for body, code, members in REFUSED:
            with self.subTest(body=body[:100]):
                self.assert_problem(self.post("/xor-game", body), code, **members)

    def test_key_past_64_bytes_is_told_in_the_detail(self):
        key = "".join(chr(ord("a") + index % 26) for index in range(70))
        told = self.assert_problem(self.post("/xor-game", {"nums": [1], key: 1}), "unknown-key", pointer="")
        self.assertIn(key[:64], told["detail"])
        self.assertNotIn(key[:65], told["detail"])

    def test_details_speak_of_places(self):
        told = self.post("/xor-game", '{"boards":[[1],[1,1],[2],[3,1.5]]}').json()
        self.assertIn("boards[3]", told["detail"])

    def test_one_of_several_faults(self):
        """Where a body has several faults any true one may be told, but a fault of syntax goes first."""
        for body, allowed in (('{"numz":[1]}', {("unknown-key", "/numz"), ("missing-key", "")}),
                              ('{"nums":[true,-1]}', {("wrong-type", "/nums/0"), ("out-of-range", "/nums/1")}),
                              ('{"nums":"x","method":1}', {("wrong-type", "/nums"), ("wrong-type", "/method")})):
            with self.subTest(body=body):
                reply = self.post("/xor-game", body)
                self.assertEqual(reply.status, 422)
                self.assertIn((reply.json()["code"], reply.json()["pointer"]), allowed)
                self.assertEqual(self.post("/xor-game", body[:-1]).json()["code"], "malformed-json")

    def test_a_refusal_leaves_the_next_request_alone(self):
        for body, _, _ in REFUSED[::7]:
            self.post("/xor-game", body)
            self.assertEqual(self.answer("/xor-game", {"nums": [1, 1, 2]})["xor"], 2)


class SearchLimits(support.ServerCase):
    """search_positions counts over the whole request."""

    def test_over_the_request(self):
        first, second = [1, 2, 4, 8, 16], [32, 64, 128, 256, 512]
        effort = self.answer("/xor-game", {"nums": first, "method": "search"})["positions_searched"]
        daemon = support.Daemon("--search-positions", str(effort))
        try:
            with daemon.connect() as connection:
                def decide(boards):
                    body = json.dumps({"boards": boards, "method": "search"}).encode()
                    return connection.request("POST", "/xor-game", body)
                self.assertEqual(decide([first]).status, 200)
                self.assert_problem(decide([first, second]), "search-too-large", pointer="/boards/1", limit=effort)
                self.assertEqual(decide([first]).status, 200)
        finally:
            daemon.stop()


if __name__ == "__main__":
    support.main()
