#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The games by GET: the same answers as by POST, every way to write a query, every way to get it wrong, and caching."""
import random

import client
import support

LARGEST = 2 ** 63 - 1
XOR, RANGES, POSITION = "/xor-game", "/nim/ranges", "/nim/position"
CACHED = "public, max-age=3600"


def target(path, values):
    """A URL of these values: lists with commas, pairs with a minus."""
    def text(value):
        if isinstance(value, list):
            return ",".join(text(item) if not isinstance(item, list) else "%d-%d" % tuple(item) for item in value)
        return str(value)
    return path + "?" + "&".join("%s=%s" % (name, text(value)) for name, value in values.items())


def chosen(pick, options):
    """Some of the options, in some order."""
    names = pick.sample(sorted(options), pick.randint(0, len(options)))
    return {name: options[name](pick) for name in names}


def words(*known):
    return lambda pick: [pick.choice(known) for _ in range(pick.randint(0, 3))]


def word(*known):
    return lambda pick: pick.choice(known)


OPTIONS = {
    XOR: {"method": word("theorem", "search"), "include": words("winning_moves", "explanation"),
          "integers": word("numbers", "strings")},
    RANGES: {"convention": word("normal", "misere"), "index_base": word(0, 1),
             "verdicts": word("booleans", "bits", "none"), "integers": word("numbers", "strings"),
             "include": words("nim_sums", "winning_moves", "move_counts")},
    POSITION: {"convention": word("normal", "misere"), "index_base": word(0, 1),
               "integers": word("numbers", "strings"), "include": words("winning_moves", "explanation")},
}


class Answers(support.ServerCase):
    def get(self, url):
        """The JSON of a reply that has to be 200 and that caches may keep."""
        reply = self.call("GET", url)
        self.assertEqual((reply.status, reply.media_type), (200, "application/json"), reply)
        self.assertEqual(reply.header("Cache-Control"), CACHED)
        self.assertRegex(reply.header("ETag"), r'\A"[!#-~]+"\Z')
        return reply.json()

    def random_values(self, pick, path):
        heaps = [pick.choice((pick.randrange(4), pick.randrange(2 ** 63), LARGEST)) for _ in range(pick.randint(1, 8))]
        values = chosen(pick, OPTIONS[path])
        values["nums" if path == XOR else "heaps"] = heaps
        if path == RANGES:
            base = values.get("index_base", 1)
            ends = range(base, len(heaps) + base)
            values["queries"] = [sorted((pick.choice(ends), pick.choice(ends))) for _ in range(pick.randint(1, 5))]
        names = pick.sample(sorted(values), len(values))
        return {name: values[name] for name in names}

    def test_the_same_as_by_post(self):
        pick = random.Random(11)
        for path in OPTIONS:
            for _ in range(150):
                values = self.random_values(pick, path)
                with self.subTest(path=path, values=values):
                    posted = self.call("POST", path, support.json.dumps(values).encode())
                    self.assertEqual(posted.status, 200, posted)
                    got = self.call("GET", target(path, values))
                    self.assertEqual((got.status, got.media_type, got.body), (200, "application/json", posted.body))
                    self.assertEqual((posted.header("ETag"), posted.header("Cache-Control")), (None, None))

    def test_examples(self):
        self.assertEqual(self.get("/xor-game?nums=1,1,2"),
                         {"winner": "bob", "alice_wins": False, "xor": 2, "count": 3, "reason": "odd-count"})
        self.assertEqual(self.get("/nim/ranges?heaps=1,2,2&queries=1-2,2-3&verdicts=bits")["verdicts"], "10")
        self.assertEqual(self.get("/nim/position?heaps=3,4,5")["winning_moves"], [{"heap": 1, "take": 2}])
        self.assertEqual(self.get("/nim/position?heaps=9223372036854775807,0")["nim_sum"], LARGEST)

    def test_ways_to_write_it(self):
        for written, plain in (
                ("nums=1%2C1%2c2", "nums=1,1,2"), ("nums=%31,%32%33", "nums=1,23"), ("%6eums=1,2", "nums=1,2"),
                ("%6E%75%6D%73=7", "nums=7"), ("nums=007,0,00", "nums=7,0,0"), ("&nums=1&&", "nums=1"),
                ("nums=1&method=%74heorem", "nums=1"), ("nums=1&include=", "nums=1"), ("nums=1&include", "nums=1"),
                ("nums=1,2&include=explanation%2cwinning_moves", "nums=1,2&include=winning_moves,explanation"),
                ("nums=1,2&include=winning%5Fmoves,winning_moves", "nums=1,2&include=winning_moves"),
                ("nums=1&nums=1&nums=2", "nums=1,1,2"), ("nums=1&include=&%6eums=2,3&nums=", "nums=1,2,3"),
                ("nums=1,+1,%202+", "nums=1,1,2"), ("nums=+1&nums=%201%20,++2", "nums=1,1,2"), ("nums=1+", "nums=1"),
                ("nums=1" + "&nums=1" * 1000, "nums=1" + ",1" * 1000),
                ("include=explanation&nums=1,2&include=+winning_moves", "nums=1,2&include=winning_moves,explanation"),
                ("integers=strings&nums=5", "nums=5&integers=strings"), ("nums=" + "0" * 3000 + "9", "nums=9"),
                ("nums=" + "%30" * 1100 + "1", "nums=1"), ("nums=0" + str(LARGEST), "nums=%d" % LARGEST)):
            with self.subTest(written=written[:80]):
                self.assertEqual(self.get(XOR + "?" + written), self.get(XOR + "?" + plain))
        for written, plain in (
                ("heaps=1,2,2&queries=1%2d2%2C2-3", "heaps=1,2,2&queries=1-2,2-3"),
                ("queries=01-002&heaps=01,2&index_base=01", "heaps=1,2&queries=1-2"),
                ("queries=1-2&heaps=1&queries=2-3&heaps=2,2", "heaps=1,2,2&queries=1-2,2-3"),
                ("heaps=1,2,2&queries=1-2,+2-3%20", "heaps=1,2,2&queries=1-2,2-3"),
                ("heaps=1,2&queries=0-1&index_base=%30", "heaps=1,2&queries=0-1&index_base=0"),
                ("heaps=1,1&queries=1-2&convention=mis%65re", "heaps=1,1&queries=1-2&convention=misere")):
            with self.subTest(written=written):
                self.assertEqual(self.get(RANGES + "?" + written), self.get(RANGES + "?" + plain))

    def test_include_of_a_position(self):
        members = {"winning_moves", "explanation"}
        for query, told in (("", members), ("&include=", set()), ("&include", set()),
                            ("&include=explanation", {"explanation"}), ("&include=winning_moves", {"winning_moves"})):
            self.assertEqual(set(self.get("/nim/position?heaps=3,4,5" + query)) & members, told, query)

    def test_long_urls(self):
        numbers = list(range(1, 2001))
        self.assertEqual(self.get(target(XOR, {"nums": numbers}))["count"], 2000)
        queries = [[index, index + 1] for index in range(1, 1000)]
        told = self.get(target(RANGES, {"heaps": numbers[:1000], "queries": queries, "verdicts": "none"}))
        self.assertEqual(told["wins"], 999)

    def test_search_in_a_worker(self):
        """A search leaves the thread that reads, by GET as by POST."""
        board = list(range(1, 14))
        for _ in range(5):
            told = self.get(target(XOR, {"nums": board, "method": "search"}))
            self.assertGreaterEqual(told["positions_searched"], 1)
            self.assertEqual(told["count"], 13)

    def test_a_body_means_nothing(self):
        body = b'{"nums":[1,2],"x"'
        plain = self.call("GET", "/xor-game?nums=1,1,2").body
        for data, headers in ((body, []), (body, ["Content-Type: application/json"]), (body, ["Content-Type: a/b"]),
                              (b"", []), (body * 5000, ["Content-Type: text/plain"]),
                              (client.chunked(body * 50, 7), ["Transfer-Encoding: chunked"])):
            with self.subTest(headers=headers, size=len(data)):
                reply = self.call("GET", "/xor-game?nums=1,1,2", data, headers)
                self.assertEqual((reply.status, reply.body), (200, plain), reply)
                reply = self.call("GET", "/xor-game?nums=x", data, headers)
                self.assert_problem(reply, "wrong-type", parameter="nums")


MANY = "&".join("x%d" % number for number in range(65))

# target, code, members
REFUSED = [
    # absent, empty, twice, unknown
    ("/xor-game", "missing-key", {"parameter": "nums"}), ("/xor-game?", "missing-key", {"parameter": "nums"}),
    ("/xor-game?&&", "missing-key", {"parameter": "nums"}),
    ("/xor-game?method=search", "missing-key", {"parameter": "nums"}),
    ("/nim/ranges", "missing-key", {"parameter": {"heaps", "queries"}}),
    ("/nim/ranges?heaps=1", "missing-key", {"parameter": "queries"}),
    ("/nim/ranges?queries=1-1", "missing-key", {"parameter": "heaps"}),
    ("/nim/position?include=", "missing-key", {"parameter": "heaps"}),
    ("/xor-game?nums=", "too-few", {"parameter": "nums"}), ("/xor-game?nums", "too-few", {"parameter": "nums"}),
    ("/nim/ranges?heaps=&queries=1-1", "too-few", {"parameter": "heaps"}),
    ("/nim/ranges?heaps=1&queries=", "too-few", {"parameter": "queries"}),
    ("/nim/position?heaps=", "too-few", {"parameter": "heaps"}),
    ("/xor-game?nums=1&method=theorem&m%65thod=theorem", "duplicate-key", {"parameter": "method"}),
    ("/nim/ranges?heaps=1&queries=1-1&index_base=1&index_base=1", "duplicate-key", {"parameter": "index_base"}),
    ("/nim/position?heaps=1&integers=numbers&integers=numbers", "duplicate-key", {"parameter": "integers"}),
    ("/xor-game?boards=1,2", "unknown-key", {"parameter": "boards"}),
    ("/xor-game?nums=1&boards=1", "unknown-key", {"parameter": "boards"}),
    ("/nim/ranges?heaps=1&queries=1-1&cases=", "unknown-key", {"parameter": "cases"}),
    ("/nim/ranges?heaps=1&queries=1-1&method=search", "unknown-key", {"parameter": "method"}),
    ("/nim/position?heaps=1&queries=1-1", "unknown-key", {"parameter": "queries"}),
    ("/nim/position?heaps=1&verdicts=bits", "unknown-key", {"parameter": "verdicts"}),
    ("/xor-game?nums=1&Nums=1", "unknown-key", {"parameter": "Nums"}),
    ("/xor-game?nums=1&=", "unknown-key", {"parameter": ""}), ("/xor-game?nums=1&=1", "unknown-key", {"parameter": ""}),
    ("/xor-game?nums=1&%3D%26=1", "unknown-key", {"parameter": "=&"}),
    ("/xor-game?nums=1&nums%3d1", "unknown-key", {"parameter": "nums=1"}),
    ("/xor-game?nums=1&a+b=1", "unknown-key", {"parameter": "a+b"}),
    ("/xor-game?nums=1&a%20b=1", "unknown-key", {"parameter": "a b"}),
    ("/xor-game?nums=1&%22%5c=1", "unknown-key", {"parameter": '"\\'}),
    ("/xor-game?nums=1&%c3%a9%ff=1", "unknown-key", {"parameter": "???"}),
    ("/xor-game?nums=1&" + "k" * 100, "unknown-key", {"parameter": "k" * 64}),
    ("/xor-game?nums=1&" + "%6b" * 100, "unknown-key", {"parameter": "k" * 64}),
    ("/xor-game?nums=1&nums[]=1", "unknown-key", {"parameter": "nums[]"}),
    # too many
    ("/xor-game?" + MANY, "too-many", {"limit": 64}), ("/nim/position?heaps=1&" + MANY, "too-many", {"limit": 64}),
    ("/xor-game?nums=1" + "&method=theorem" * 64, "too-many", {"limit": 64}),
    ("/xor-game?nums=1" + "&nums=1" * 100 + "&method=theorem" * 63, "duplicate-key", {"parameter": "method"}),
    ("/xor-game?" + "&" * 100 + "nums=1&x", "unknown-key", {"parameter": "x"}),
    # numbers in plain digits
    *(("/xor-game?nums=" + text, "wrong-type", {"parameter": "nums"}) for text in (
        "x", "1,x", "-1", "%2B1", "1+2", "1,+,2", "-0", "1.0", "1e3", "0x10", "1%09", "1%202", "1,,2", ",1", "1,", "1&nums=x",
        ",", "1%2C", "1;2", "[1,2]", "1-2", "1%01", "%ff", "1=2", "1,2=", "%2531", "%EF%BC%91",
        "true", "null", "%22%22", "1%0A", "1'")),
    *(("/nim/ranges?heaps=1,2,2&queries=" + text, "wrong-type", {"parameter": "queries"}) for text in (
        "1", "1,2", "1-", "-2", "-", "1-2-3", "1--2", "1-2,", ",1-2", "1-2,,1-2", "1-2,3", "1-+2", "1%20-2", "1:2",
        "1_2", "[1,2]", "1.0-2", "1-2;1-2", "a-b", "1%E2%88%922", "%2d1-2", "1-2&queries=3")),
    *(("/nim/position?heaps=1&index_base=" + text, "wrong-type", {"parameter": "index_base"}) for text in (
        "", "x", "-1", "+1", "1.0", "%201", "1,", "true")),
    ("/nim/position?heaps=1&index_base", "wrong-type", {"parameter": "index_base"}),
    # out of range
    ("/xor-game?nums=9223372036854775808", "out-of-range", {"parameter": "nums"}),
    ("/xor-game?nums=1,2,18446744073709551616", "out-of-range", {"parameter": "nums"}),
    ("/xor-game?nums=" + "7" * 1024, "out-of-range", {"parameter": "nums"}),
    ("/xor-game?nums=1," + "7" * 1025, "out-of-range", {"parameter": "nums"}),
    ("/nim/position?heaps=0,9223372036854775808", "out-of-range", {"parameter": "heaps"}),
    ("/nim/position?heaps=1&index_base=2", "out-of-range", {"parameter": "index_base"}),
    ("/nim/position?heaps=1&index_base=99999999999999999999", "out-of-range", {"parameter": "index_base"}),
    ("/nim/ranges?heaps=1,2,2&queries=1-2,2-9", "out-of-range", {"parameter": "queries"}),
    ("/nim/ranges?heaps=1,2,2&queries=0-1", "out-of-range", {"parameter": "queries"}),
    ("/nim/ranges?heaps=1,2,2&queries=2-1", "out-of-range", {"parameter": "queries"}),
    ("/nim/ranges?heaps=1,2,2&queries=1-3&index_base=0", "out-of-range", {"parameter": "queries"}),
    ("/nim/ranges?heaps=1,2,2&queries=1-9223372036854775808", "out-of-range", {"parameter": "queries"}),
    ("/xor-game?nums=1&method=guess", "out-of-range", {"parameter": "method"}),
    ("/xor-game?nums=1&method=", "out-of-range", {"parameter": "method"}),
    ("/xor-game?nums=1&method=+search", "out-of-range", {"parameter": "method"}),
    ("/xor-game?nums=1&method=theorem,search", "out-of-range", {"parameter": "method"}),
    ("/xor-game?nums=1&method=" + "search" * 500, "out-of-range", {"parameter": "method"}),
    ("/xor-game?nums=1&integers=string", "out-of-range", {"parameter": "integers"}),
    ("/nim/ranges?heaps=1&queries=1-1&verdicts=bit", "out-of-range", {"parameter": "verdicts"}),
    ("/nim/position?heaps=1&convention=Misere", "out-of-range", {"parameter": "convention"}),
    *(("/xor-game?nums=1&include=" + text, "out-of-range", {"parameter": "include"}) for text in (
        "all", "winning_moves,all", "winning_moves,", ",", ",winning_moves", "winning_moves,,explanation",
        "winning_moves;explanation", "winning+moves", "%22winning_moves%22", "nim_sums", "[]", "explanation%09")),
    ("/nim/position?heaps=1&include=move_counts", "out-of-range", {"parameter": "include"}),
    ("/nim/ranges?heaps=1&queries=1-1&include=explanation", "out-of-range", {"parameter": "include"}),
    # search
    ("/xor-game?method=search&nums=" + ",".join("1" * 65), "search-too-large", {"parameter": "nums", "limit": 64}),
]


class Refusals(support.ServerCase):
    def test_targets_that_are_none(self):
        """What no URL may hold is refused before its query is read."""
        for query in ("nums%00=1", "nums=1%00", "%zz=1", "nums=%", "nums=1%2", "nums=1&x=%4g", "nums=%g4"):
            with self.subTest(query=query):
                self.assert_problem(self.call("GET", "/xor-game?" + query), "bad-request")

    def test_table(self):
        for url, code, members in REFUSED:
            with self.subTest(url=url[:100], size=len(url)):
                reply = self.call("GET", url)
                told = self.assert_problem(reply, code, **members)
                self.assertEqual((reply.header("Cache-Control"), reply.header("ETag")), ("no-store", None))
                self.assertNotIn("body", told["detail"])
                head = self.call("HEAD", url)
                self.assertEqual((head.status, head.header("Content-Length")), (reply.status, str(len(reply.body))))

    def test_details_say_what_was_meant(self):
        for url, part in (("/nim/position", "heaps"), ("/xor-game?nums=1,x", "nums[1] is \"x\""), ("/nim/ranges?queries=1", "1-2"),
                          ("/nim/ranges?heaps=1,2,2&queries=1-2,2-9", "queries[1] (the 2nd)")):
            self.assertIn(part, self.call("GET", url).json()["detail"])


class Caching(support.ServerCase):
    URLS = ("/xor-game?nums=1,1,2", "/nim/ranges?heaps=1,2,2&queries=1-2,2-3", "/nim/position?heaps=3,4,5")

    def tag(self, url):
        return self.call("GET", url).header("ETag")

    def test_tags_are_of_the_url(self):
        urls = [*self.URLS, "/xor-game?nums=1,1,3", "/xor-game?nums=1,1,02", "/xor-game?nums=1,1,2&include=",
                "/nim/position?heaps=3,4,5&include=", "/nim/position?heaps=3,5,4"]
        tags = [self.tag(url) for url in urls]
        self.assertEqual(len(set(tags)), len(urls), tags)
        self.assertEqual([self.tag(url) for url in urls], tags)
        other = support.Daemon()
        try:
            with other.connect() as connection:
                self.assertEqual([connection.request("GET", url).header("ETag") for url in urls], tags)
        finally:
            other.stop()

    def test_not_modified(self):
        for url in self.URLS:
            tag = self.tag(url)
            for value in (tag, "W/" + tag, "*", '"x", ' + tag, tag + ', "x"', '"x",W/"y",' + tag, '"a,b" ,\t' + tag,
                          ', ,"",' + tag + " ,", '"' + "x" * 500 + '", ' + tag, " " + tag + " "):
                for method in ("GET", "HEAD"):
                    with self.subTest(url=url, value=value, method=method):
                        reply = self.call(method, url, None, ["If-None-Match: " + value])
                        self.assertEqual((reply.status, reply.body), (304, b""), reply)
                        self.assertEqual((reply.header("ETag"), reply.header("Cache-Control")), (tag, CACHED))
                        self.assertIsNone(reply.header("Content-Type"))
            self.assertEqual(self.call("GET", url).status, 200)

    def test_lines_are_one_list(self):
        for url in self.URLS:
            whole, tag = self.call("GET", url), self.tag(url)
            for values, status in ((('"x"', tag), 304), ((tag, '"x"'), 304), (("*", '"x"'), 304), (("", tag), 304),
                                   (('"unclosed', 'W/' + tag), 304), (('"x"', '"y"'), 200),
                                   (7 * ('"x"',) + (tag,), 304), (8 * ('"x"',) + (tag,), 200)):
                with self.subTest(url=url, values=values):
                    reply = self.call("GET", url, None, ["If-None-Match: " + value for value in values])
                    self.assertEqual((reply.status, reply.body), (status, b"" if status == 304 else whole.body), reply)

    def test_modified(self):
        for url in self.URLS:
            whole = self.call("GET", url)
            tag = whole.header("ETag")
            for value in ('"x"', tag[:-1], tag[1:], tag.strip('"'), '"' + tag, tag[:-2] + '"', 'w/' + tag, '"x" "y"',
                          "", '"*"', self.tag("/xor-game?nums=9"), "W/", '"unclosed, ' + tag.strip('"'),
                          tag.upper() if tag.upper() != tag else '"X"'):
                with self.subTest(url=url, value=value):
                    reply = self.call("GET", url, None, ["If-None-Match: " + value])
                    self.assertEqual((reply.status, reply.body), (200, whole.body), reply)
                    self.assertEqual(reply.header("ETag"), tag)

    def test_head(self):
        for url in self.URLS:
            get, head = self.call("GET", url), self.call("HEAD", url)
            self.assertEqual((head.status, head.body), (200, b""))
            for name in ("Content-Type", "Content-Length", "ETag", "Cache-Control"):
                self.assertEqual(head.header(name), get.header(name), name)
            self.assertEqual(head.header("Content-Length"), str(len(get.body)))

    def test_problems_are_told_whatever_the_client_has(self):
        for url in ("/xor-game?nums=x", "/nim/position", "/nim/ranges?heaps=1&queries=1-2"):
            reply = self.call("GET", url, None, ["If-None-Match: *"])
            self.assertEqual((reply.status, reply.header("Cache-Control")), (422, "no-store"))

    def test_post_is_not_conditional(self):
        tag = self.tag("/xor-game?nums=1,1,2")
        for value in ("*", tag):
            reply = self.call("POST", "/xor-game", b'{"nums":[1,1,2]}', ["If-None-Match: " + value])
            self.assertEqual((reply.status, reply.header("ETag"), reply.header("Cache-Control")), (200, None, None))

    def test_problems_by_post_are_not_kept_either(self):
        for method, path, body in (("POST", "/xor-game", b"{"), ("POST", "/xor-game", b"{}"), ("GET", "/nope", None),
                                   ("PUT", "/xor-game", b"{}")):
            reply = self.call(method, path, body)
            self.assertEqual(reply.header("Cache-Control"), "no-store", reply)

    def test_the_connection_goes_on_after_304(self):
        url = self.URLS[0]
        tag = self.tag(url)
        with self.daemon.connect() as connection:
            connection.send(b"".join(client.build("GET", url, None, ["If-None-Match: " + tag] if index % 2 else [])
                                     for index in range(20)))
            told = [connection.read_reply().status for _ in range(20)]
        self.assertEqual(told, [200, 304] * 10)


class Limits(support.ServerCase):
    options = ("--reply-bytes", "1024", "--body-bytes", "100", "--search-numbers", "3", "--envelope-values", "20")

    def test_limits(self):
        for url, code, members in (
                ("/nim/position?heaps=" + ",".join("1" * 101), "too-many", {"limit": 1024}),
                ("/xor-game?method=search&nums=1,2,3,4", "search-too-large", {"parameter": "nums", "limit": 3}),
                ("/xor-game?nums=1&include=" + ",".join(["explanation"] * 30), "too-many", {"limit": 20})):
            with self.subTest(url=url):
                self.assert_problem(self.call("GET", url), code, **members)
        with self.daemon.connect() as connection:
            reply = connection.request("GET", "/xor-game?nums=1", b"x" * 101)
            self.assert_problem(reply, "body-too-large", limit=100)
        self.assertEqual(self.call("GET", "/xor-game?nums=" + ",".join("1" * 1000)).status, 200)


if __name__ == "__main__":
    support.main()
