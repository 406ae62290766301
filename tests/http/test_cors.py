#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Scripts of other origins: off, for one origin, for all; and what --cors-origin takes."""
import support

OURS, OTHER = "https://app.example", "https://other.example"
EXPOSED = "ETag, Retry-After, X-Request-Id"
ACCEPTED = "Content-Type, If-Match, If-None-Match, X-Request-Id, traceparent, tracestate"
GOOD = b'{"nums":[1,1,2]}'


def cors(reply):
    """The fields of a reply that are about other origins."""
    return {name.lower(): value for name, value in reply.headers
            if name.lower().startswith("access-control-") or name.lower() == "vary"}


def preflight(origin, method="POST"):
    return ("Origin: " + origin, "Access-Control-Request-Method: " + method,
            "Access-Control-Request-Headers: content-type")


class Off(support.ServerCase):
    def test_nothing(self):
        for method, path, headers in (("GET", "/healthz", ["Origin: " + OURS]), ("GET", "/nope", ["Origin: " + OURS]),
                                      ("OPTIONS", "/xor-game", preflight(OURS))):
            with self.subTest(method=method, path=path):
                self.assertEqual(cors(self.call(method, path, headers=headers)), {})


class One(support.ServerCase):
    options = ("--cors-origin", OURS)
    readable = {"vary": "Origin", "access-control-allow-origin": OURS, "access-control-expose-headers": EXPOSED}

    def test_ours(self):
        for method, path, body, status in (
                ("GET", "/healthz", None, 200), ("HEAD", "/healthz", None, 200), ("GET", "/play", None, 200),
                ("POST", "/xor-game", GOOD, 200), ("GET", "/xor-game?nums=1", None, 200),
                ("OPTIONS", "/xor-game", None, 204), ("GET", "/nope", None, 404), ("PUT", "/xor-game", GOOD, 405),
                ("POST", "/xor-game", b"{", 400), ("POST", "/xor-game", b"{}", 422)):
            with self.subTest(method=method, path=path):
                reply = self.call(method, path, body, ["oRIGIN:" + OURS])
                self.assertEqual((reply.status, cors(reply)), (status, self.readable))

    def test_large(self):
        """Answered by a worker."""
        reply = self.call("POST", "/xor-game", b'{"nums":[%s]}' % b",".join([b"7"] * 100000), ["Origin: " + OURS])
        self.assertEqual((reply.status, cors(reply)), (200, self.readable))

    def test_not_modified(self):
        etag = self.call("GET", "/xor-game?nums=1", headers=["Origin: " + OURS]).header("ETag")
        reply = self.call("GET", "/xor-game?nums=1", headers=["Origin: " + OURS, "If-None-Match: " + etag])
        self.assertEqual((reply.status, cors(reply)), (304, self.readable))

    def test_others(self):
        for origin in (None, OTHER, OURS.upper()):  # tests/api/check_cors.c has all kinds
            with self.subTest(origin=origin):
                reply = self.call("POST", "/xor-game", GOOD, ["Origin: " + origin] if origin else [])
                self.assertEqual((reply.status, cors(reply)), (200, {"vary": "Origin"}))

    def test_preflight(self):
        for path, methods in (("/xor-game", "POST, GET, HEAD, OPTIONS"), ("/healthz", "GET, HEAD, OPTIONS")):
            with self.subTest(path=path):
                reply = self.call("OPTIONS", path, headers=preflight(OURS))
                self.assertEqual((reply.status, reply.body), (204, b""))
                self.assertEqual(cors(reply), {
                    "vary": "Origin", "access-control-allow-origin": OURS, "access-control-allow-methods": methods,
                    "access-control-allow-headers": ACCEPTED, "access-control-max-age": "7200"})
                self.assertEqual(reply.header("Allow"), methods)
        self.assertEqual(cors(self.call("OPTIONS", "/xor-game", headers=preflight(OTHER))), {"vary": "Origin"})


class All(support.ServerCase):
    options = ("--cors-origin=*",)

    def test_all(self):
        for headers in ((), ("Origin: " + OURS,), ("Origin: null",)):
            with self.subTest(headers=headers):
                self.assertEqual(cors(self.call("POST", "/xor-game", GOOD, headers)),
                                 {"access-control-allow-origin": "*", "access-control-expose-headers": EXPOSED})
        self.assertEqual(cors(self.call("OPTIONS", "/nim/ranges", headers=preflight(OTHER))), {
            "access-control-allow-origin": "*", "access-control-allow-methods": "POST, GET, HEAD, OPTIONS",
            "access-control-allow-headers": ACCEPTED, "access-control-max-age": "7200"})


class Option(support.unittest.TestCase):
    def test_variable(self):
        daemon = support.Daemon(variables={"NIMSUM_CORS_ORIGIN": OURS})
        self.addCleanup(daemon.stop)
        with daemon.connect() as connection:
            reply = connection.request("GET", "/healthz", None, ["Origin: " + OURS])
        self.assertEqual(cors(reply), One.readable)

    def test_refused(self):
        for value in ("", "app.example", OURS + "\r\nX: y"):
            with self.subTest(value=value):
                code, out, errors = support.run("--listen", "127.0.0.1:0", "--cors-origin", value)
                self.assertEqual((code, out), (2, ""))
                self.assertRegex(errors, r"\Animsumd: --cors-origin must be SCHEME://HOST\[:PORT\]")


if __name__ == "__main__":
    support.main()
