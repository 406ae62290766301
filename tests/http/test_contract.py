#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""openapi.yaml against the running service: its paths, examples, problems, limits and version."""
import json
import os
import re
import resource
import tempfile
import urllib.parse

import support
from support import CONTRACT, ROOT


def source(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def operations():
    for path, item in CONTRACT.paths.items():
        for method, operation in item.items():
            yield path, method.upper(), operation


def named_examples(node):
    """(media type, name, example) of a request's or response's content."""
    for media_type, media in CONTRACT.resolve(node).get("content", {}).items():
        for name, example in media.get("examples", {}).items():
            yield media_type, name, CONTRACT.resolve(example)


def query_parameters(operation):
    """The query parameters of an operation by name."""
    resolved = [CONTRACT.resolve(parameter) for parameter in operation.get("parameters", ())]
    return {parameter["name"]: parameter for parameter in resolved if parameter["in"] == "query"}


def as_query(values):
    """A query as generators make it of parameters of style form, not exploded."""
    return "&".join("%s=%s" % (name, ",".join(urllib.parse.quote(str(item)) for item in value)
                               if isinstance(value, list) else urllib.parse.quote(str(value)))
                    for name, value in values.items())


def pairs():
    """(path, media type, name, request value, status, response example) for every name on both sides."""
    for path, _, operation in operations():
        requests = {(media_type, name): example for media_type, name, example
                    in named_examples(operation.get("requestBody", {}))}
        for status, response in operation["responses"].items():
            for media_type, name, example in named_examples(response):
                asked = media_type.replace("problem+json", "json")
                if (asked, name) in requests:
                    yield path, asked, name, requests[asked, name]["value"], int(status), example["value"]


class Contract(support.ServerCase):
    """Of a service without arrays: all that is not about them."""

    about_arrays = False

    def mine(self, *things):
        """Whether things (paths, bodies) are for the service of this class."""
        return ("array" in json.dumps(things)) == self.about_arrays

    def compare(self, reply, status, value):
        """The reply has to be the example; only the effort of a search and the request's id may differ."""
        self.assertEqual(reply.status, status, reply)
        if reply.media_type == "text/plain":
            self.assertEqual(reply.body.decode(), value)
            return
        told = reply.json()
        if "positions_searched" in value:
            self.assertIn("positions_searched", told)
            value = {**value, "positions_searched": told["positions_searched"]}
        if "request_id" in value:
            value = {**value, "request_id": reply.header("X-Request-Id")}
        if value.get("code") == "precondition-failed":  # its tag hangs on the version
            value = {**value, "detail": re.sub('"[0-9a-f]+"', told["detail"][-18:], value["detail"])}
        self.assertEqual(told, value)

    def test_every_example_pair_runs(self):
        ran = []
        for path, media_type, name, asked, status, value in pairs():
            if not self.mine(path, asked):
                continue
            with self.subTest(path=path, name=name):
                body = asked if media_type == "text/plain" else json.dumps(asked)
                self.compare(self.post(path, body, "Content-Type: " + media_type), status, value)
                ran.append((path, media_type, name))
        asked = [(path, media_type, name) for path, _, operation in operations()
                 for media_type, name, example in named_examples(operation.get("requestBody", {}))
                 if self.mine(path, example["value"])]
        self.assertEqual(sorted(ran), sorted(asked), "each example of a request has one reply")
        self.assertGreaterEqual(len(ran), 2 if self.about_arrays else 14)

    def test_every_example_with_a_request_is_met(self):
        met = set()
        for example in CONTRACT.examples():
            request = example.get("x-request")
            if request is None or not self.mine(request):
                continue
            code = example["value"]["code"] if "detail" in example["value"] else None
            with self.subTest(request=request):
                body = request["body"].encode() if "body" in request else None
                with self.daemon.connect() as connection:
                    reply = connection.request(request["method"], request["path"], body, request.get("headers", ()))
                if code == "not-implemented" and support.library_version() >= (1,):
                    # libmicrohttpd 1.x refuses unknown transfer codings itself, with a page of its own.
                    self.assertEqual(reply.status, 400)
                    met.add(code)
                    continue
                self.hold(request["method"], request["path"], reply, body, request.get("headers", ()))
                self.assertEqual(reply.media_type, "application/%sjson" % ("problem+" if code else ""))
                self.compare(reply, example["value"]["status"] if code else 200, example["value"])
                met.add(code or "an answer")
        self.assertIn("an answer", met)
        of_arrays = {"unknown-array", "array-changed"}
        if self.about_arrays:
            self.assertEqual(of_arrays - met, set())
        else:
            self.assertEqual(set(CONTRACT.problems) - met, {"request-timeout", "overloaded", "internal"} | of_arrays)

    def filled(self, path):
        return path.replace("{code}", "internal").replace("{name}", "demo" if self.about_arrays else "style.css")

    @staticmethod
    def base(operation):
        """What a query must hold: the parameters required, and the first of those that exclude one another."""
        first = operation.get("x-exactly-one", ())[:1]
        return {name: parameter["example"] for name, parameter in query_parameters(operation).items()
                if parameter.get("required") or name in first}

    def test_every_get_answers(self):
        for path, method, operation in operations():
            if method != "GET" or not self.mine(path):
                continue
            path = self.filled(path)
            asked = self.base(operation)
            with self.subTest(path=path):
                reply = self.call("GET", path + ("?" + as_query(asked) if asked else ""))
                self.assertEqual(reply.status, 200, reply)
                for status, field in (("304", "If-None-Match: *"), ("412", 'If-Match: "another"')):
                    if status in operation["responses"]:
                        kept = self.call("GET", path + ("?" + as_query(asked) if asked else ""), None, [field])
                        self.assertEqual(str(kept.status), status, kept)
                if "422" in operation["responses"]:
                    self.assert_problem(self.call("GET", path + "?unknown"), "unknown-key", parameter="unknown")
                if asked:
                    continue
                for _, name, example in named_examples(operation["responses"]["200"]):
                    if "x-request" in example:
                        continue  # asked elsewhere
                    told, value = reply.json(), example["value"]
                    if path == "/":  # the limits hang on the machine
                        self.assertEqual(list(told.pop("limits")), list(value["limits"]))
                        value = {key: value[key] for key in value if key != "limits"}
                    self.assertEqual(told, value, name)

    def test_every_value_of_every_parameter_is_taken(self):
        """As a URL, and as the body that means the same."""
        tried = 0
        for path, method, operation in operations():
            parameters = query_parameters(operation)
            if not self.mine(path):
                continue
            if method == "GET" and parameters:
                self.assertIn("304", operation["responses"])
                for _, name, example in named_examples(operation["responses"]["200"]):
                    self.assertIn("x-request", example, (path, name))
            base = self.base(operation)
            for name, parameter in parameters.items():
                if name in ("array", "version"):
                    continue  # instead of heaps: asked by the examples
                schema = CONTRACT.resolve(parameter["schema"])
                words = schema.get("enum") or [[word] for word in schema["items"].get("enum", ())]
                for value in [*words, *([parameter["example"]] if "example" in parameter else ())]:
                    with self.subTest(path=path, name=name, value=value):
                        asked = {**base, name: value}
                        reply = self.call("GET", self.filled(path) + "?" + as_query(asked))
                        self.assertEqual(reply.status, 200, reply)
                        if "queries" in asked:
                            asked["queries"] = [[int(end) for end in pair.split("-")] for pair in asked["queries"]]
                        if "post" in CONTRACT.paths[path]:
                            self.compare(reply, 200, self.answer(path, asked))
                        tried += 1
        self.assertGreaterEqual(tried, 4 if self.about_arrays else 30)

    def test_methods_are_those_of_the_document(self):
        for path in CONTRACT.paths:
            if not self.mine(path):
                continue
            taken = CONTRACT.methods(path)
            path = self.filled(path)
            for method in ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "get", "BREW"):
                with self.subTest(path=path, method=method):
                    body = b'{"nums":[1],"heaps":[1],"queries":[[1,1]]}' if method == "POST" else None
                    reply = self.call(method, path, body)
                    if method in ("get", "BREW"):
                        self.assertEqual(reply.status, 501, reply)
                        continue
                    self.assertEqual(reply.status == 405, method not in taken, reply)
                    if reply.status == 405 and method != "HEAD":
                        self.assert_problem(reply, "method-not-allowed")
                    if method not in taken or method == "OPTIONS":
                        self.assertEqual(sorted(re.split(" *, *", reply.header("Allow"))), sorted(taken))

    def test_operations_are_named_and_complete(self):
        names = [operation["operationId"] for _, _, operation in operations()]
        self.assertEqual(len(names), len(set(names)))
        for path, method, operation in operations():
            self.assertTrue(operation["summary"], path)
            self.assertTrue(set(operation["tags"]) <= {tag["name"] for tag in CONTRACT.document["tags"]}, path)
            for status, response in operation["responses"].items():
                for media_type, name, example in named_examples(response):
                    schema = CONTRACT.resolve(response)["content"][media_type]["schema"]
                    self.assertEqual(CONTRACT.validate(example["value"], schema), [], (path, status, name))
                    if "detail" in example["value"]:
                        self.assertEqual(status, str(example["value"]["status"]), (path, name))
            for media_type, name, example in named_examples(operation.get("requestBody", {})):
                schema = operation["requestBody"]["content"][media_type]["schema"]
                self.assertEqual(CONTRACT.validate(example["value"], schema), [], (path, name))
            if "games" in operation["tags"]:
                told = {example["value"]["code"] for response in operation["responses"].values()
                        for media_type, _, example in named_examples(response)
                        if media_type == "application/problem+json"}
                self.assertEqual(told, set(CONTRACT.problems) - self.met_elsewhere(path, method), (path, method))

    @staticmethod
    def met_elsewhere(path, method):
        """The problems that an operation of a game cannot have."""
        codes = {"not-found", "method-not-allowed"}
        if path != "/xor-game":
            codes.add("search-too-large")
        if path != "/nim/ranges" or method == "GET":
            codes.add("malformed-text")
        if path != "/nim/ranges":
            codes |= {"unknown-array", "array-changed"}
        if path == "/nim/position" or (path == "/xor-game" and method == "GET"):
            codes.add("conflicting-keys")
        return codes | {"malformed-json" if method == "GET" else "precondition-failed"}

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
        table = re.findall(r'X\([A-Z_]+, (\d+), "([a-z-]+)", "([^"]+)"', source("src", "problem.h"))
        self.assertEqual({code: (int(status), title) for status, code, title in table}, CONTRACT.problems)

    def test_links_are_the_paths(self):
        links = self.call("GET", "/").json()["links"]
        without = {"/", "/nim/arrays/{name}"} | (set() if self.about_arrays else {"/nim/arrays"})
        self.assertEqual(sorted(links.values()), sorted(set(CONTRACT.paths) - without))

    def test_limits_are_those_of_the_document(self):
        told, documented = self.call("GET", "/").json()["limits"], CONTRACT.document["x-limits"]
        self.assertEqual(sorted(told), sorted(set(documented) - (set() if self.about_arrays else {"array_bytes"})))
        for name, limit in documented.items():
            with self.subTest(limit=name):
                self.assertEqual(limit["option"], "--" + name.replace("_", "-"))
                self.assertEqual(limit["env"], "NIMSUM_" + name.upper())
                if name == "array_bytes":
                    self.assertEqual(told.get(name), 1 << 20 if self.about_arrays else None)
                elif name == "connections":
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


class ContractOfArrays(Contract):
    """The same of a service that keeps the array of the examples."""

    about_arrays = True

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        with open(os.path.join(folder.name, "demo.txt"), "w", encoding="ascii") as file:
            file.write("1 2 2\n")
        cls.options = ("--arrays", folder.name, "--array-bytes", str(1 << 20))
        super().setUpClass()

    def test_a_version_that_has_gone(self):
        now = self.call("GET", "/nim/arrays/demo").json()["version"]
        gone = self.call("GET", "/nim/ranges?array=demo&queries=1-2&version=" + "0" * 32)
        self.assert_problem(gone, "array-changed", parameter="version", version=now)
        self.assertEqual(self.call("GET", "/nim/ranges?array=demo&queries=1-2&version=" + now).status, 200)


class Validator(support.unittest.TestCase):
    """The judge itself can say no."""

    def test_it_refuses(self):
        for value, schema in (
                (True, {"type": "integer"}), (1, {"const": True}), ("a", {"enum": ["b"]}), (-1, {"minimum": 0}),
                ({"a": 1}, {"additionalProperties": False}), ({}, {"required": ["a"]}), ([], {"minItems": 1}),
                ([1], {"maxItems": 0}), ([1, "2"], {"items": {"type": "integer"}}), (1, {"oneOf": [True, True]}),
                ({"a": 1}, {"properties": {"a": {"type": "string"}}}), ("1\n", {"pattern": "^[0-9]$"}),
                ("", {"minLength": 1}), (1.5, {"type": "integer"}), (9, {"maximum": 8}), (0, {"type": "null"})):
            with self.subTest(value=value, schema=schema):
                self.assertNotEqual(CONTRACT.validate(value, schema), [])

    def test_it_refuses_queries(self):
        numbers = {"in": "query", "style": "form", "explode": False, "required": True,
                   "schema": {"type": "array", "minItems": 1, "items": {"type": "integer", "maximum": 9}}}
        parameters = {"a": numbers, "b": {"schema": {"type": "string", "enum": ["x"]}}}
        for query in ("a=1", "a=1,2&b=x", "&a=%31%2c02&&", "a=1&a=1", "a=+1,%202+&b=x&a=", "a=+1"):
            self.assertEqual(CONTRACT.query(query, parameters), [], query)
        for query in ("", "b=x", "a=", "a", "a=1,", "a=x", "a=%2B1", "a=1+1", "a=10", "a=1&b=x&b=x", "a=1&b=y", "a=1&c=1", "a=1&b="):
            self.assertNotEqual(CONTRACT.query(query, parameters), [], query)

    def test_it_knows_what_it_does_not_know(self):
        with self.assertRaises(ValueError):
            CONTRACT.validate(1, {"multipleOf": 2})


if __name__ == "__main__":
    support.main()
