#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""POST /nim/ranges in JSON: right answers against played-out games, and every way in which a request can be wrong."""
import itertools
import json
import random

import oracle
import support

LARGEST = 2 ** 63 - 1
PATH = "/nim/ranges"


def all_queries(count, index_base):
    return [[left, right] for left in range(index_base, count + index_base)
            for right in range(left, count + index_base)]


class Answers(support.ServerCase):
    def test_every_option(self):
        """Small rows played out, under every convention, index base, form of verdicts and include."""
        pick = random.Random(2)
        rows = [[pick.choice((0, 0, 1, 1, 2, 3, 4)) for _ in range(count)] for count in (1, 2, 3, 4, 5)]
        rows += [[0], [1], [0, 0, 0, 0], [1, 1, 1, 1], [0, 1, 0, 1, 1], [2, 1, 1, 1]]
        for heaps, convention, base, form, include in itertools.product(
                rows, ("normal", "misere"), (1, 0), ("booleans", "bits", "none"), ((), ("nim_sums",))):
            options = {"convention": convention, "index_base": base, "verdicts": form, "include": include}
            queries = all_queries(len(heaps), base)
            with self.subTest(heaps=heaps, **options):
                told = self.answer(PATH, {"heaps": heaps, "queries": queries, **options})
                self.assertEqual(told, oracle.ranges(heaps, queries, **options))

    def test_cases(self):
        """The same rows as one batch have the same replies, in order."""
        pick = random.Random(3)
        cases = []
        for count in (1, 2, 3, 4, 1, 5):
            heaps = [pick.randrange(4) for _ in range(count)]
            cases.append({"heaps": heaps, "queries": all_queries(count, 0)})
        for convention, form, include in itertools.product(
                ("normal", "misere"), ("booleans", "bits", "none"), ([], ["nim_sums"])):
            options = {"convention": convention, "index_base": 0, "verdicts": form, "include": include}
            with self.subTest(**options):
                told = self.answer(PATH, {"cases": cases, **options})
                self.assertEqual(told, {"results": [oracle.ranges(**case, **options) for case in cases]})

    def test_defaults(self):
        told = self.answer(PATH, {"heaps": [1, 2, 2], "queries": [[1, 2], [2, 3]]})
        self.assertEqual(told, {"verdicts": [True, False], "wins": 1, "weighted_sum": 2, "modulus": 1000000007,
                                "convention": "normal", "index_base": 1})

    def test_large_rows(self):
        pick = random.Random(4)
        for count, largest in ((1000, LARGEST), (5000, 1), (5000, 10 ** 9)):
            heaps = [pick.randint(0, largest) for _ in range(count)]
            queries = [sorted((pick.randrange(count), pick.randrange(count))) for _ in range(700)]
            for convention in ("normal", "misere"):
                with self.subTest(count=count, convention=convention):
                    options = {"convention": convention, "index_base": 0, "include": ["nim_sums"], "verdicts": "bits"}
                    told = self.answer(PATH, {"heaps": heaps, "queries": queries, **options})
                    self.assertEqual(told, oracle.ranges(heaps, queries, decide=oracle.by_theorem, **options))

    def test_weights(self):
        """The first query is the most significant bit, modulo 1000000007."""
        for length in (1, 29, 30, 31, 32, 63, 64, 65, 1000):
            with self.subTest(length=length):
                told = self.answer(PATH, {"heaps": [1, 0], "queries": [[1, 1]] + [[2, 2]] * (length - 1)})
                self.assertEqual(told["weighted_sum"], pow(2, length - 1, 1000000007))
                told = self.answer(PATH, {"heaps": [1, 0], "queries": [[2, 2]] * (length - 1) + [[1, 1]]})
                self.assertEqual(told["weighted_sum"], 1)
                told = self.answer(PATH, {"heaps": [1], "queries": [[1, 1]] * length})
                self.assertEqual(told["weighted_sum"], (pow(2, length, 1000000007) - 1) % 1000000007)

    def test_misere_rows_without_large_heaps(self):
        """Whether a heap is larger than 1 is asked of the range, not of the row."""
        heaps = [5, 0, 1, 0, 1, 1, 0, 7]
        queries = all_queries(len(heaps), 1)
        told = self.answer(PATH, {"heaps": heaps, "queries": queries, "convention": "misere"})
        self.assertEqual(told, oracle.ranges(heaps, queries, convention="misere"))

    def test_order_of_keys(self):
        options = {"heaps": [1, 1, 0, 5], "queries": [[0, 1], [1, 2], [2, 3], [2, 2]], "convention": "misere",
                   "index_base": 0, "verdicts": "bits", "include": ["nim_sums"]}
        expected = oracle.ranges(**options)
        for keys in itertools.permutations(options):
            with self.subTest(keys=keys):
                self.assertEqual(self.answer(PATH, {key: options[key] for key in keys}), expected)

    def test_order_of_keys_in_batches(self):
        options = {"cases": [{"heaps": [1, 1, 0], "queries": [[0, 1], [2, 2]]},
                             {"queries": [[0, 0]], "heaps": [5]}],
                   "convention": "misere", "index_base": 0, "verdicts": "none", "include": ["nim_sums"]}
        rest = {key: value for key, value in options.items() if key != "cases"}
        expected = {"results": [oracle.ranges(**case, **rest) for case in options["cases"]]}
        for keys in itertools.permutations(options):
            with self.subTest(keys=keys):
                self.assertEqual(self.answer(PATH, {key: options[key] for key in keys}), expected)

    def test_options_one_at_a_time_before_and_after(self):
        """An answer that was worked out before an option came has to be given up."""
        heaps, queries = [1, 1, 3, 0, 1], [[1, 1], [1, 2], [2, 3], [3, 4]]
        for option in ({"convention": "misere"}, {"index_base": 0}, {"verdicts": "bits"}, {"verdicts": "none"},
                       {"include": ["nim_sums"]}, {"include": ["nim_sums", "nim_sums"]}):
            expected = oracle.ranges(heaps, queries, **option)
            for request in ({"heaps": heaps, "queries": queries, **option}, {**option, "queries": queries,
                            "heaps": heaps}, {"queries": queries, **option, "heaps": heaps}):
                with self.subTest(option=option, keys=list(request)):
                    self.assertEqual(self.answer(PATH, request), expected)

    def test_numbers_as_they_may_be_written(self):
        told = self.answer(PATH, '{"heaps":[1.0,20e-1,0.2e1,-0],"queries":[[1e0,2.0],[0.2e1,3],[40e-1,4]],'
                                 '"index_base":1.0,"include":["nim_sums"]}')
        self.assertEqual(told, oracle.ranges([1, 2, 2, 0], [[1, 2], [2, 3], [4, 4]], include=["nim_sums"]))
        told = self.answer(PATH, '{"index_base":-0.0,"heaps":[9223372036854775807,1e3],"queries":[[-0,1],[0e7,0]],'
                                 '"include":["nim_sums"]}')
        self.assertEqual(told["nim_sums"], [LARGEST ^ 1000, LARGEST])

    def test_keys_and_words_compare_after_unescaping(self):
        body = r'{"h\u0065aps":[1,1],"qu\u0065ries":[[1,2]],"convention":"mis\u0065re","include":["nim\u005fsums"]}'
        self.assertEqual(self.answer(PATH, body), oracle.ranges([1, 1], [[1, 2]], "misere", include=["nim_sums"]))


def one(heaps="[1,2,2]", queries="[[1,2]]", rest=""):
    return '{"heaps":%s,"queries":%s%s}' % (heaps, queries, rest and "," + rest)


def case(*bodies):
    return '{"cases":[%s]}' % ",".join(bodies)


REFUSED = [
    # ranges
    (one(queries="[[1,2],[2,9]]"), "out-of-range", {"pointer": "/queries/1/1"}),
    (one(queries="[[1,4]]"), "out-of-range", {"pointer": "/queries/0/1"}),
    (one(queries="[[0,2]]"), "out-of-range", {"pointer": "/queries/0/0"}),
    (one(queries="[[0,0]]"), "out-of-range", {"pointer": {"/queries/0/0", "/queries/0/1"}}),
    (one(queries="[[3,2]]"), "out-of-range", {"pointer": "/queries/0"}),
    (one(queries="[[1,1],[1,1],[2,1]]"), "out-of-range", {"pointer": "/queries/2"}),
    (one(queries="[[4,4]]"), "out-of-range", {"pointer": {"/queries/0/0", "/queries/0/1"}}),
    (one(queries="[[9,2]]"), "out-of-range", {"pointer": {"/queries/0/0", "/queries/0"}}),
    (one(queries="[[1,9223372036854775807]]"), "out-of-range", {"pointer": "/queries/0/1"}),
    (one(queries="[[9223372036854775807,2]]"), "out-of-range", {"pointer": {"/queries/0/0", "/queries/0"}}),
    (one(queries="[[0,3]]", rest='"index_base":0'), "out-of-range", {"pointer": "/queries/0/1"}),
    (one(queries="[[2,1]]", rest='"index_base":0'), "out-of-range", {"pointer": "/queries/0"}),
    (one(queries="[[3,3]]", rest='"index_base":0'), "out-of-range", {"pointer": {"/queries/0/0", "/queries/0/1"}}),
    ('{"queries":[[1,4]],"heaps":[1,2,2]}', "out-of-range", {"pointer": "/queries/0/1"}),
    # numbers
    (one(heaps="[1,9223372036854775808]", queries="[[1,1]]"), "out-of-range", {"pointer": "/heaps/1"}),
    (one(heaps="[1e400]", queries="[[1,1]]"), "out-of-range", {"pointer": "/heaps/0"}),
    (one(heaps="[1,2,-1]"), "out-of-range", {"pointer": "/heaps/2"}),
    (one(heaps="[1,2,0.5]"), "out-of-range", {"pointer": "/heaps/2"}),
    (one(heaps="[1,%s]" % ("1" * 1025)), "out-of-range", {"pointer": "/heaps/1"}),
    (one(queries="[[1,2],[1.5,2]]"), "out-of-range", {"pointer": "/queries/1/0"}),
    (one(queries="[[-1,2]]"), "out-of-range", {"pointer": "/queries/0/0"}),
    (one(queries="[[1,1e400]]"), "out-of-range", {"pointer": "/queries/0/1"}),
    (one(queries="[[1,9223372036854775808]]"), "out-of-range", {"pointer": "/queries/0/1"}),
    # empty
    (one(heaps="[]"), "too-few", {"pointer": "/heaps"}),
    (one(queries="[]"), "too-few", {"pointer": "/queries"}),
    (case(), "too-few", {"pointer": "/cases"}),
    (case(one(), one(heaps="[]")), "too-few", {"pointer": "/cases/1/heaps"}),
    (case(one(), one(), one(queries="[]")), "too-few", {"pointer": "/cases/2/queries"}),
    # types
    ('null', "wrong-type", {"pointer": ""}), ('[]', "wrong-type", {"pointer": ""}),
    ('[[1,2]]', "wrong-type", {"pointer": ""}), ('"x"', "wrong-type", {"pointer": ""}),
    ('-1', "wrong-type", {"pointer": ""}),
    (one(heaps="null"), "wrong-type", {"pointer": "/heaps"}), (one(heaps="3"), "wrong-type", {"pointer": "/heaps"}),
    (one(heaps='"1,2"'), "wrong-type", {"pointer": "/heaps"}), (one(heaps="{}"), "wrong-type", {"pointer": "/heaps"}),
    (one(heaps="[[1,2],[3,4]]"), "wrong-type", {"pointer": "/heaps/0"}),
    (one(heaps='[1,"2",2]'), "wrong-type", {"pointer": "/heaps/1"}),
    (one(heaps="[1,2,null]"), "wrong-type", {"pointer": "/heaps/2"}),
    (one(heaps="[1,2,{}]"), "wrong-type", {"pointer": "/heaps/2"}),
    (one(heaps="[1,[2],2]"), "wrong-type", {"pointer": "/heaps/1"}),
    (one(heaps="[false]", queries="[[1,1]]"), "wrong-type", {"pointer": "/heaps/0"}),
    (one(queries="null"), "wrong-type", {"pointer": "/queries"}),
    (one(queries="{}"), "wrong-type", {"pointer": "/queries"}),
    (one(queries='"1-2"'), "wrong-type", {"pointer": "/queries"}),
    (one(queries="1"), "wrong-type", {"pointer": "/queries"}),
    (one(queries="[1,2]"), "wrong-type", {"pointer": "/queries/0"}),
    (one(queries="[[1,2],3]"), "wrong-type", {"pointer": "/queries/1"}),
    (one(queries="[[1,2],null]"), "wrong-type", {"pointer": "/queries/1"}),
    (one(queries='["1-2"]'), "wrong-type", {"pointer": "/queries/0"}),
    (one(queries='[{"l":1,"r":2}]'), "wrong-type", {"pointer": "/queries/0"}),
    (one(queries="[[]]"), "wrong-type", {"pointer": "/queries/0"}),
    (one(queries="[[1,2],[]]"), "wrong-type", {"pointer": "/queries/1"}),
    (one(queries="[[1]]"), "wrong-type", {"pointer": "/queries/0"}),
    (one(queries="[[1,2],[1,2],[1]]"), "wrong-type", {"pointer": "/queries/2"}),
    (one(queries="[[1,2,3]]"), "wrong-type", {"pointer": "/queries/0"}),
    (one(queries="[[1,2],[1,2,3],[1,2]]"), "wrong-type", {"pointer": "/queries/1"}),
    (one(queries="[[1],[2,3,3]]"), "wrong-type", {"pointer": {"/queries/0", "/queries/1"}}),
    (one(queries='[[1,"2"]]'), "wrong-type", {"pointer": "/queries/0/1"}),
    (one(queries="[[null,2]]"), "wrong-type", {"pointer": "/queries/0/0"}),
    (one(queries="[[1,[2]]]"), "wrong-type", {"pointer": "/queries/0/1"}),
    (one(queries="[[1,2],[true,2]]"), "wrong-type", {"pointer": "/queries/1/0"}),
    ('{"cases":{}}', "wrong-type", {"pointer": "/cases"}), ('{"cases":"x"}', "wrong-type", {"pointer": "/cases"}),
    ('{"cases":null}', "wrong-type", {"pointer": "/cases"}),
    ('{"cases":[1,2]}', "wrong-type", {"pointer": "/cases/0"}),
    ('{"cases":[[1]]}', "wrong-type", {"pointer": "/cases/0"}),
    (case(one(), "null"), "wrong-type", {"pointer": "/cases/1"}),
    (case(one(), "7"), "wrong-type", {"pointer": "/cases/1"}),
    (case(one(), "[1,2]"), "wrong-type", {"pointer": "/cases/1"}),
    (case(one(), one(), one(queries='[[1,"2"]]')), "wrong-type", {"pointer": "/cases/2/queries/0/1"}),
    (case(one(), one(heaps="3")), "wrong-type", {"pointer": "/cases/1/heaps"}),
    (one(rest='"convention":true'), "wrong-type", {"pointer": "/convention"}),
    (one(rest='"convention":null'), "wrong-type", {"pointer": "/convention"}),
    (one(rest='"index_base":"1"'), "wrong-type", {"pointer": "/index_base"}),
    (one(rest='"index_base":true'), "wrong-type", {"pointer": "/index_base"}),
    (one(rest='"index_base":[1]'), "wrong-type", {"pointer": "/index_base"}),
    (one(rest='"verdicts":false'), "wrong-type", {"pointer": "/verdicts"}),
    (one(rest='"verdicts":["bits"]'), "wrong-type", {"pointer": "/verdicts"}),
    (one(rest='"include":"nim_sums"'), "wrong-type", {"pointer": "/include"}),
    (one(rest='"include":{"nim_sums":true}'), "wrong-type", {"pointer": "/include"}),
    (one(rest='"include":["nim_sums",1]'), "wrong-type", {"pointer": "/include/1"}),
    (one(rest='"include":[["nim_sums"]]'), "wrong-type", {"pointer": "/include/0"}),
    # words
    (one(rest='"convention":"mis"'), "out-of-range", {"pointer": "/convention"}),
    (one(rest='"convention":"Normal"'), "out-of-range", {"pointer": "/convention"}),
    (one(rest='"index_base":2'), "out-of-range", {"pointer": "/index_base"}),
    (one(rest='"index_base":-1'), "out-of-range", {"pointer": "/index_base"}),
    (one(rest='"index_base":0.5'), "out-of-range", {"pointer": "/index_base"}),
    (one(rest='"index_base":1e400'), "out-of-range", {"pointer": "/index_base"}),
    (one(rest='"verdicts":"bit"'), "out-of-range", {"pointer": "/verdicts"}),
    (one(rest='"include":["nim_sums","sums"]'), "out-of-range", {"pointer": "/include/1"}),
    (one(rest='"include":[""]'), "out-of-range", {"pointer": "/include/0"}),
    # keys
    ('{}', "missing-key", {"pointer": "", "key": {"heaps", "queries", "cases"}}),
    ('{"heaps":[1]}', "missing-key", {"pointer": "", "key": "queries"}),
    ('{"queries":[[1,1]]}', "missing-key", {"pointer": "", "key": "heaps"}),
    (case("{}"), "missing-key", {"pointer": "/cases/0", "key": {"heaps", "queries"}}),
    (case(one(), '{"heaps":[1]}'), "missing-key", {"pointer": "/cases/1", "key": "queries"}),
    (case(one(), one(), '{"queries":[[1,1]]}'), "missing-key", {"pointer": "/cases/2", "key": "heaps"}),
    (one(rest='"cases":[%s]' % one()), "conflicting-keys", {"pointer": "/cases"}),
    ('{"cases":[%s],"heaps":[1]}' % one(), "conflicting-keys", {"pointer": "/cases"}),
    ('{"queries":[[1,1]],"cases":[%s]}' % one(), "conflicting-keys", {"pointer": "/cases"}),
    (one(rest='"heapz":[1]'), "unknown-key", {"pointer": "/heapz"}),
    (one(rest='"nums":[1]'), "unknown-key", {"pointer": "/nums"}),
    (one(rest='"/~":1'), "unknown-key", {"pointer": "/~1~0"}),
    (one(rest='"%s":1' % ("q" * 65)), "unknown-key", {"pointer": ""}),
    (case(one(), one(rest='"convention":"normal"')), "unknown-key", {"pointer": "/cases/1/convention"}),
    (case(one(rest='"index_base":0')), "unknown-key", {"pointer": "/cases/0/index_base"}),
    (case(one(rest='"cases":[]')), "unknown-key", {"pointer": "/cases/0/cases"}),
    (case(one(), one(rest=r'"heaps\u0000":[1]')), "unknown-key", {"pointer": "/cases/1/heaps\0"}),
    (case(one(rest='"a~/b":[[1,2]]')), "unknown-key", {"pointer": "/cases/0/a~0~1b"}),
    (case(one(), one(rest='"%s":1' % ("q" * 65))), "unknown-key", {"pointer": "/cases/1"}),
    (one(rest='"heaps":[1,2,2]'), "duplicate-key", {"pointer": "/heaps"}),
    (one(rest=r'"qu\u0065ries":[[1,2]]'), "duplicate-key", {"pointer": "/queries"}),
    (one(rest='"verdicts":"bits","verdicts":"none"'), "duplicate-key", {"pointer": "/verdicts"}),
    ('{"cases":[%s],"cases":[%s]}' % (one(), one()), "duplicate-key", {"pointer": "/cases"}),
    (case(one(), one(rest='"heaps":[1,2,2]')), "duplicate-key", {"pointer": "/cases/1/heaps"}),
    (case(one(), one(rest=r'"h\u0065aps":null')), "duplicate-key", {"pointer": "/cases/1/heaps"}),
    # places in batches
    (case(one(), one(), one(queries="[[1,4]]")), "out-of-range", {"pointer": "/cases/2/queries/0/1"}),
    (case(one(), one(), one(queries="[[1,2],[3,2]]")), "out-of-range", {"pointer": "/cases/2/queries/1"}),
    (case(one(), one(heaps="[1,2.5,2]")), "out-of-range", {"pointer": "/cases/1/heaps/1"}),
    (case(one(), one(queries="[[1]]")), "wrong-type", {"pointer": "/cases/1/queries/0"}),
]


class Refusals(support.ServerCase):
    def test_table(self):
        for body, code, members in REFUSED:
            with self.subTest(body=body[:100]):
                self.assert_problem(self.post(PATH, body), code, **members)

    def test_options_before_the_fault(self):
        """The place of a fault does not hang on the order of keys."""
        for heaps, queries, code, pointer in (
                ([1, 2, 2], [[1, 2], [2, 3]], "out-of-range", "/queries/1/1"),
                ([1, 2, 2], [[2, 1]], "out-of-range", "/queries/0"),
                ([1, 2, "2"], [[0, 1]], "wrong-type", "/heaps/2"), ([], [[0, 0]], "too-few", "/heaps")):
            members = {"heaps": heaps, "queries": queries, "index_base": 0, "verdicts": "bits"}
            for keys in itertools.permutations(members):
                with self.subTest(pointer=pointer, keys=keys):
                    reply = self.post(PATH, {key: members[key] for key in keys})
                    self.assert_problem(reply, code, pointer=pointer)

    def test_details_speak_of_places(self):
        told = self.post(PATH, one(queries="[[1,2],[2,9]]")).json()
        self.assertIn("queries[1] (the 2nd)", told["detail"])
        self.assertIn("9", told["detail"])
        self.assertIn("3", told["detail"])

    def test_one_bad_case_refuses_the_request(self):
        cases = [json.loads(one()) for _ in range(1000)]
        self.assertEqual(len(self.answer(PATH, {"cases": cases})["results"]), 1000)
        cases[777]["queries"].append([3, 4])
        self.assert_problem(self.post(PATH, {"cases": cases}), "out-of-range", pointer="/cases/777/queries/1/1")


if __name__ == "__main__":
    support.main()
