#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Requests and replies to the letter of RFC 9110: white space, versions, methods, preconditions, and what replies carry."""
import client
import support

GOOD = b'{"nums":[1,1,2]}'
OURS = "https://app.example"
GAME, FILES = "/xor-game?nums=1,1,2", ("/openapi.yaml", "/docs", "/assets/style.css")
OLD = support.library_version() < (1,)  # libmicrohttpd 0.9.75


def raw(head, body=b""):
    """The bytes of a POST whose header lines are as they stand here."""
    return "\r\n".join(("POST /xor-game HTTP/1.1", *head, "", "")).encode() + body


class WhiteSpace(support.ServerCase):
    options = ("--cors-origin", OURS)

    def exchange(self, *head, body=GOOD, length=True):
        with self.daemon.connect() as connection:
            connection.send(raw((*head, "Content-Length: %d" % len(body)) if length else head, body))
            return connection.read_reply("POST")

    def test_around_values(self):
        """It is no part of them (RFC 9110, 5.5)."""
        for before, after in (("", " "), (" ", "\t"), ("\t ", " \t  "), ("", "")):
            with self.subTest(before=before, after=after):
                reply = self.exchange(*(name + ":" + before + value + after for name, value in (
                    ("Host", "localhost"), ("Content-Encoding", "identity"), ("X-Request-Id", "my-id"), ("Origin", OURS),
                    ("Content-Type", "application/json"))))
                self.assertEqual((reply.status, reply.header("X-Request-Id")), (200, "my-id"), reply)
                self.assertEqual(reply.header("Access-Control-Allow-Origin"), OURS)

    def test_expect(self):
        """The client is told to go on, as it is without the white space."""
        for after in ("", " ", "\t"):
            with self.subTest(after=after), self.daemon.connect() as connection:
                connection.send(raw(("Host: h", "Expect: 100-continue" + after, "Content-Length: %d" % len(GOOD))))
                self.assertEqual(connection.read_interim().status, 100)
                connection.send(GOOD)
                self.assertEqual(connection.read_reply("POST").status, 200)

    def test_transfer_encoding(self):
        """0.9.75 hands the chunks over unread then, so there it stays a refusal."""
        reply = self.exchange("Host: h", "Transfer-Encoding: chunked ", body=client.chunked(GOOD, 5), length=False)
        self.assertEqual((reply.status, reply.closes), (400, True) if OLD else (200, False), reply)

    def test_inside_values(self):
        for line in ("Host: local host", "Host: h\tx", "Host:  ", "Host: h, h"):
            with self.subTest(line=line):
                self.assertEqual(self.exchange(line).status, 400)


class Versions(support.ServerCase):
    def send(self, data, method="POST"):
        with self.daemon.connect() as connection:
            connection.send(data)
            return connection.read_reply(method)

    def test_later_minor_versions(self):
        """They are processed as HTTP/1.1 (RFC 9110, 2.5)."""
        for minor in (1, 2, 9):
            line = b"POST /xor-game HTTP/1.%d\r\n" % minor
            with self.subTest(minor=minor):
                with self.daemon.connect() as connection:
                    for framed in (b"Content-Length: 16\r\n\r\n" + GOOD,
                                   b"Transfer-Encoding: chunked\r\n\r\n" + client.chunked(GOOD, 3)):
                        connection.send(line + b"Host: h\r\n" + framed)
                        reply = connection.read_reply("POST")
                        self.assertEqual((reply.status, reply.closes), (200, False), reply)
                    connection.send(line + b"Host: h\r\nExpect: 100-continue\r\nContent-Length: 16\r\n\r\n")
                    self.assertEqual(connection.read_interim().status, 100)
                    connection.send(GOOD)
                    self.assertEqual(connection.read_reply("POST").status, 200)
                self.assertEqual(self.send(line + b"Content-Length: 16\r\n\r\n" + GOOD).status, 400)

    def test_version_1_0(self):
        reply = self.send(b"POST /xor-game HTTP/1.0\r\nContent-Length: 16\r\n\r\n" + GOOD)
        self.assertEqual((reply.status, reply.closes), (200, True))
        self.assertEqual(self.send(b"POST /xor-game HTTP/1.0\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n" +
                                   client.chunked(GOOD, 3)).status, 400)

    def test_other_versions(self):
        for version, statuses in (("2.0", {505}), ("0.9", {505}), ("1.10", {400}), ("1.x", {400}), ("1.", {400})):
            with self.subTest(version=version):
                reply = self.send(b"GET /healthz HTTP/%s\r\nHost: h\r\n\r\n" % version.encode(), "GET")
                self.assertIn(reply.status, statuses, reply)
                self.assertTrue(reply.closes)


class ChunkExtensions(support.ServerCase):
    """Of the library's making; SECURITY.md tells of both."""
    options = ("--body-seconds", "1")

    def test_over_the_buffer(self):
        """1.0.1 says nothing until the body's deadline, which holds."""
        with self.daemon.connect() as connection:
            connection.send(raw(("Host: h", "Transfer-Encoding: chunked"), b"10;a=" + b"b" * 40000))
            status, _ = connection._head()
            self.assertEqual(status, 500 if OLD else 408)
        self.assertEqual(self.call("POST", "/xor-game", GOOD).status, 200)


class Methods(support.ServerCase):
    def test_unknown(self):
        for method in ("BREW", "PROPFIND", "get", "Post", "GE", "GETX", "M-SEARCH"):
            for target in ("/xor-game", "/healthz", "/nope"):
                with self.subTest(method=method, target=target):
                    self.assert_problem(self.call(method, target), "not-implemented")
        self.assert_problem(self.call("BREW", "/xor-game", GOOD), "not-implemented")
        self.assertEqual(self.call("POST", "/xor-game", GOOD).status, 200)

    def test_known(self):
        for method in ("PUT", "DELETE", "TRACE", "PATCH"):
            with self.subTest(method=method):
                reply = self.call(method, "/xor-game", None)
                self.assert_problem(reply, "method-not-allowed")
                self.assertEqual(reply.header("Allow"), "POST, GET, HEAD, OPTIONS")
                self.assert_problem(self.call(method, "/nope", None), "not-found")


class Targets(support.ServerCase):
    def test_a_byte_that_no_target_holds(self):
        for target, told in (("/nim/position?{\"heaps\":[3]}", 'holds "{", written %7B'),
                             ("/nim/position?heaps=3|4", 'holds "|", written %7C'),
                             ('/nim/position?heaps="3"', "holds '\"', written %22"),
                             ("/nim/position?heaps=3&convention=mis\xe8re", "holds the byte 0xE8, written %E8"),
                             ("/xor-game?nums=100%", 'holds a "%" without two hexadecimal digits'),
                             ("/xor-game?nums=%00", "other than 00")):
            with self.subTest(target=target), self.daemon.connect() as connection:
                connection.send(b"GET " + target.encode("latin-1") + b" HTTP/1.1\r\nHost: h\r\n\r\n")
                reply = connection.read_reply("GET")
                self.assertIn(told, self.assert_problem(reply, "bad-request")["detail"])


class Preconditions(support.ServerCase):
    def test_if_match(self):
        for target in (GAME, *FILES):
            tag = self.call("GET", target).header("ETag")
            for value, holds in ((tag, True), ("*", True), ('"zz", ' + tag, True), (tag + "\t", True), ('"zz"', False),
                                 ("W/" + tag, False), ("zz", False), (",", False)):
                for method in ("GET", "HEAD"):
                    with self.subTest(target=target, value=value, method=method):
                        reply = self.call(method, target, None, ["If-Match: " + value])
                        self.assertEqual(reply.status, 200 if holds else 412, reply)
                        if method == "GET" and not holds:
                            self.assert_problem(reply, "precondition-failed")
                        reply = self.call(method, target, None, ["If-None-Match: " + tag, "If-Match: " + value])
                        self.assertEqual(reply.status, 304 if holds else 412, reply)
            lines = ["If-Match: " + value for value in ('"a"', '"b"', tag)]
            self.assertEqual(self.call("GET", target, None, lines).status, 200)
            self.assertEqual(self.call("GET", target, None, lines[:2]).status, 412)
            self.assertEqual(self.call("GET", target, None, ['If-Match: "x"'] * 8 + lines[2:]).status, 200)

    def test_after_every_other_check(self):
        for target, status in (("/xor-game?nums=x", 422), ("/nope", 404), ("/xor-game", 422)):
            self.assertEqual(self.call("GET", target, None, ['If-Match: "zz"']).status, status)

    def test_without_a_tag(self):
        for method, target, body in (("GET", "/healthz", None), ("GET", "/", None), ("POST", "/xor-game", GOOD)):
            self.assertEqual(self.call(method, target, body, ['If-Match: "zz"']).status, 200)


class Origins(support.ServerCase):
    options = ("--cors-origin", OURS, "--header-seconds", "1", "--body-seconds", "1")

    def told(self, head):
        """The reply to a request of these header lines, and whether a script of our origin may read it."""
        with self.daemon.connect() as connection:
            connection.send(raw(head))
            reply = connection.read_reply("POST")
            self.assertEqual(reply.header("Vary"), "Origin", reply)
            return reply, reply.header("Access-Control-Allow-Origin") == OURS

    def test_two_origins_are_none(self):
        own = "Origin: " + OURS
        for lines, readable in (((own,), True), ((own, own), False), ((own, "Origin: null"), False),
                                (("Origin: null", own), False)):
            with self.subTest(lines=lines):
                self.assertEqual(self.told(("Host: h", "Content-Length: 0", *lines))[1], readable)

    def test_refusals_of_the_framing(self):
        """Wherever the origin stands: before the fault or behind it. (The library's own replies have no such fields.)"""
        own = "Origin: " + OURS
        for head, status in ((("Host: h h", own), 400), ((own, "Host: h h"), 400), (("Host: h", "Host: h", own), 400),
                             (("Host: h", "B(d: 1", own), 400), (("Host: h", "Content-Type: a/b", "Content-Type: a/b", own),
                                                                 400)):
            with self.subTest(head=head):
                reply, readable = self.told(head)
                self.assertEqual((reply.status, readable), (status, True))
                self.assertFalse(self.told([line for line in head if line != own])[1])

    def test_a_target_that_is_none(self):
        """Browsers send a bare vertical line in a query; the page can read why that is refused."""
        for target in ("/xor-game?nums=1|2", "/xor-game?nums=%zz", "/xor-game?{}"):
            with self.subTest(target=target), self.daemon.connect() as connection:
                reply = connection.request("GET", target, None, ["Origin: " + OURS])
                self.assertEqual((reply.status, reply.header("Access-Control-Allow-Origin")), (400, OURS))
                self.assert_problem(reply, "bad-request")

    def test_timeouts(self):
        for data in (b"POST /xor-game HTTP/1.1\r\nHost: h\r\n",
                     b"POST /xor-game HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\nOrigin: %s\r\n\r\n{" % OURS.encode()):
            with self.subTest(data=data), self.daemon.connect() as connection:
                connection.send(data)
                reply = connection.read_reply("POST")
                self.assert_problem(reply, "request-timeout")
                self.assertEqual((reply.header("Vary"), reply.header("Access-Control-Allow-Origin")), ("Origin", OURS))


class Replies(support.ServerCase):
    options = ("--admin-listen", "127.0.0.1:0")

    def test_no_store(self):
        for method in ("GET", "HEAD"):
            for target in ("/", "/healthz", "/readyz"):
                self.assertEqual(self.call(method, target).header("Cache-Control"), "no-store", target)

    def test_what_caches_keep_names_no_request(self):
        tag = self.call("GET", GAME).header("ETag")
        for method, target, body, headers, names in (
                ("GET", GAME, None, (), False), ("HEAD", GAME, None, (), False),
                ("GET", GAME, None, ("If-None-Match: " + tag,), False),
                *(("GET", path, None, (), False) for path in (*FILES, "/problems/internal")),
                ("GET", "/xor-game?nums=x", None, (), True), ("GET", "/nope", None, (), True),
                ("GET", "/healthz", None, (), True), ("GET", "/", None, (), True), ("OPTIONS", "/xor-game", None, (), True),
                ("GET", GAME, None, ('If-Match: "zz"',), True), ("POST", "/xor-game", GOOD, (), True)):
            with self.subTest(method=method, target=target, headers=headers):
                reply = self.call(method, target, body, ("X-Request-Id: mine", *headers))
                self.assertEqual(reply.header("X-Request-Id"), "mine" if names else None, reply)

    def test_what_415_would_take(self):
        for target, headers, post, encoding in (
                ("/xor-game", ["Content-Type: text/xml"], "application/json", None),
                ("/nim/position", ["Content-Type: application/json; charset=latin1"], "application/json", None),
                ("/nim/ranges", ["Content-Type: text/xml"], "application/json, text/plain", None),
                ("/nim/ranges", ["Content-Encoding: gzip"], None, "identity"),
                ("/xor-game", ["Content-Encoding: br", "Content-Type: text/xml"], None, "identity")):
            with self.subTest(target=target, headers=headers):
                reply = self.call("POST", target, GOOD, headers)
                self.assert_problem(reply, "unsupported-media-type")
                self.assertEqual((reply.header("Accept-Post"), reply.header("Accept-Encoding")), (post, encoding))

    def test_metrics_are_where_the_operator_is(self):
        for method in ("GET", "HEAD", "OPTIONS", "POST"):
            self.assertEqual(self.call(method, "/metrics").status, 404)
        links = self.call("GET", "/").json()["links"]
        self.assertNotIn("metrics", links)
        self.assertIn("health", links)
        admin = ("127.0.0.1", int(self.daemon.admin_line.rsplit(":", 1)[1]))
        with client.Connection(admin, is_admin=True) as connection:
            for path in ("/metrics", "/healthz", "/readyz"):
                self.assertEqual(connection.request("GET", path).status, 200)
        self.assertEqual(self.call("GET", "/healthz").status, 200)


if __name__ == "__main__":
    support.main()
