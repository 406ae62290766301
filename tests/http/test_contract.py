#!/usr/bin/python3
"""openapi.yaml against the running service: its paths, examples, problems, limits and version."""
import json
import os
import re
import resource

import support
from support import CONTRACT, ROOT


def source(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def operations():
    for path, item in CONTRACT.paths.items():
        for method, operation in item.items():
            yield path, method.upper(), operation


def named_examples(content):
    """(media type, name, example) of a request's or response's content."""
    for media_type, media in content.items():
        for name, example in media.get("examples", {}).items():
            yield media_type, name, CONTRACT.resolve(example)


def pairs():
    """(path, media type, name, request value, status, response example) for every name on both sides."""
    for path, _, operation in operations():
        requests = {(media_type, name): example for media_type, name, example
                    in named_examples(operation.get("requestBody", {}).get("content", {}))}
        for status, response in operation["responses"].items():
            for media_type, name, example in named_examples(CONTRACT.resolve(response)["content"]):
                asked = media_type.replace("problem+json", "json")
                if (asked, name) in requests:
                    yield path, asked, name, requests[asked, name]["value"], int(status), example["value"]


class Contract(support.ServerCase):
    def compare(self, reply, status, value):
        """The reply has to be the example; only the effort of a search may differ."""
        self.assertEqual(reply.status, status, reply)
        if reply.media_type == "text/plain":
            self.assertEqual(reply.body.decode(), value)
            return
        told = reply.json()
        if "positions_searched" in value:
            self.assertIn("positions_searched", told)
            value = {**value, "positions_searched": told["positions_searched"]}
        self.assertEqual(told, value)

    def test_every_example_pair_runs(self):
        ran = []
        for path, media_type, name, asked, status, value in pairs():
            with self.subTest(path=path, name=name):
                body = asked if media_type == "text/plain" else json.dumps(asked)
                self.compare(self.post(path, body, "Content-Type: " + media_type), status, value)
                ran.append((path, media_type, name))
        asked = [(path, media_type, name) for path, _, operation in operations()
                 for media_type, name, _ in named_examples(operation.get("requestBody", {}).get("content", {}))]
        self.assertEqual(sorted(ran), sorted(asked), "each example of a request has one reply")
        self.assertGreaterEqual(len(ran), 14)

    def test_every_problem_with_a_request_is_met(self):
        met = set()
        for name, example in CONTRACT.document["components"]["examples"].items():
            request = example.get("x-request")
            if request is None:
                continue
            with self.subTest(example=name):
                body = request["body"].encode() if "body" in request else None
                with self.daemon.connect() as connection:
                    reply = connection.request(request["method"], request["path"], body, request.get("headers", ()))
                if name == "not-implemented" and support.library_version() >= (1,):
                    # libmicrohttpd 1.x refuses unknown transfer codings itself, with a page of its own.
                    self.assertEqual(reply.status, 400)
                    met.add("not-implemented")
                    continue
                self.hold(request["method"], request["path"], reply, body, request.get("headers", ()))
                self.assertEqual(reply.media_type, "application/problem+json")
                self.compare(reply, example["value"]["status"], example["value"])
                met.add(example["value"]["code"])
        unmet = set(CONTRACT.problems) - met
        self.assertEqual(unmet, {"request-timeout", "too-many", "search-too-large", "overloaded", "internal"})

    def test_every_get_answers(self):
        for path, method, operation in operations():
            if method != "GET":
                continue
            path = path.replace("{code}", "internal")
            with self.subTest(path=path):
                reply = self.call("GET", path)
                self.assertEqual(reply.status, 200, reply)
                content = operation["responses"]["200"]["content"]
                for _, name, example in named_examples(content):
                    self.assertEqual(reply.json(), example["value"], name)

    def test_methods_are_those_of_the_document(self):
        for path in CONTRACT.paths:
            taken = CONTRACT.methods(path)
            path = path.replace("{code}", "internal")
            for method in ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "get", "BREW"):
                with self.subTest(path=path, method=method):
                    body = b'{"nums":[1],"heaps":[1],"queries":[[1,1]]}' if method == "POST" else None
                    reply = self.call(method, path, body)
                    self.assertEqual(reply.status == 405, method not in taken, reply)
                    if method not in taken or method == "OPTIONS":
                        self.assertEqual(sorted(re.split(" *, *", reply.header("Allow"))), sorted(taken))

    def test_operations_are_named_and_complete(self):
        names = [operation["operationId"] for _, _, operation in operations()]
        self.assertEqual(len(names), len(set(names)))
        for path, method, operation in operations():
            self.assertTrue(operation["summary"], path)
            self.assertTrue(set(operation["tags"]) <= {tag["name"] for tag in CONTRACT.document["tags"]}, path)
            for status, response in operation["responses"].items():
                for media_type, name, example in named_examples(CONTRACT.resolve(response)["content"]):
                    schema = CONTRACT.resolve(response)["content"][media_type]["schema"]
                    self.assertEqual(CONTRACT.validate(example["value"], schema), [], (path, status, name))
                    if "code" in example["value"]:
                        told = str(example["value"]["status"])
                        self.assertIn(status, (told, told[0] + "XX"), (path, name))
            for media_type, name, example in named_examples(operation.get("requestBody", {}).get("content", {})):
                schema = operation["requestBody"]["content"][media_type]["schema"]
                self.assertEqual(CONTRACT.validate(example["value"], schema), [], (path, name))
            if method == "POST":
                told = {example["value"]["code"] for response in operation["responses"].values()
                        for media_type, _, example in named_examples(CONTRACT.resolve(response)["content"])
                        if media_type == "application/problem+json"}
                elsewhere = {"not-found", "method-not-allowed"} | (
                    {"malformed-text"} if path == "/xor-game" else {"search-too-large"})
                self.assertEqual(told, set(CONTRACT.problems) - elsewhere, path)

    def test_every_problem_has_its_page(self):
        codes = CONTRACT.document["components"]["schemas"]["ProblemCode"]["enum"]
        self.assertEqual(set(CONTRACT.problems), set(codes))
        for code, (status, title) in CONTRACT.problems.items():
            with self.subTest(code=code):
                reply = self.call("GET", "/problems/" + code)
                self.assertEqual(reply.status, 200, reply)
                page = reply.json()
                self.assertEqual((page["type"], page["code"], page["status"], page["title"]),
                                 ("/problems/" + code, code, status, title))

    def test_no_other_problem_has_a_page(self):
        for code in ("", "nope", "Internal", "internal/", "internal%20", "internals", "interna", "none"):
            with self.subTest(code=code):
                self.assert_problem(self.call("GET", "/problems/" + code), "not-found")
        table = re.findall(r'X\([A-Z_]+, (\d+), "([a-z-]+)", "([^"]+)"', source("src", "base", "problem.h"))
        self.assertEqual({code: (int(status), title) for status, code, title in table}, CONTRACT.problems)

    def test_links_are_the_paths(self):
        links = self.call("GET", "/").json()["links"]
        self.assertEqual(sorted(links.values()), sorted(set(CONTRACT.paths) - {"/"}))

    def test_limits_are_those_of_the_document(self):
        told, documented = self.call("GET", "/").json()["limits"], CONTRACT.document["x-limits"]
        self.assertEqual(sorted(told), sorted(documented))
        for name, limit in documented.items():
            with self.subTest(limit=name):
                self.assertEqual(limit["option"], "--" + name.replace("_", "-"))
                self.assertEqual(limit["env"], "NIMSUM_" + name.upper())
                if name == "connections":
                    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
                    self.assertTrue(1 <= told[name] <= files - 64, told[name])
                elif name == "request_memory_bytes":
                    self.assertTrue(1 << 20 <= told[name] <= limit["default"], told[name])
                else:
                    self.assertEqual(told[name], limit["default"])

    def test_the_document_is_served_as_it_is(self):
        reply = self.call("GET", "/openapi.yaml")
        self.assertEqual((reply.status, reply.media_type), (200, "application/yaml"))
        self.assertEqual(reply.body.decode("utf-8"), CONTRACT.text)

    def test_one_version(self):
        version = re.search(r"project\(nimsum VERSION ([0-9.]+)", source("CMakeLists.txt"))[1]
        self.assertEqual(CONTRACT.document["info"]["version"], version)
        self.assertEqual(self.call("GET", "/").json()["version"], version)


class Validator(support.unittest.TestCase):
    """The judge itself can say no."""

    def test_it_refuses(self):
        for value, schema in (
                (True, {"type": "integer"}), (1, {"const": True}), ("a", {"enum": ["b"]}), (-1, {"minimum": 0}),
                ({"a": 1}, {"additionalProperties": False}), ({}, {"required": ["a"]}), ([], {"minItems": 1}),
                ([1], {"maxItems": 0}), ([1, "2"], {"items": {"type": "integer"}}), (1, {"oneOf": [True, True]}),
                ({"a": 1}, {"properties": {"a": {"type": "string"}}}), ("1\n", {"pattern": "^[0-9]$"}),
                ("", {"minLength": 1}), (1.5, {"type": "integer"}), (9, {"maximum": 8})):
            with self.subTest(value=value, schema=schema):
                self.assertNotEqual(CONTRACT.validate(value, schema), [])

    def test_it_knows_what_it_does_not_know(self):
        with self.assertRaises(ValueError):
            CONTRACT.validate(1, {"multipleOf": 2})


if __name__ == "__main__":
    support.main()
