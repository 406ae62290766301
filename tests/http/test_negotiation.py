#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What is a page for browsers and JSON for everyone else: /, /problems and what is below it."""
import html.parser
import os
import re
import urllib.parse

import support
from support import CONTRACT, ROOT

FIREFOX = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
CHROMIUM = ("text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,"
            "application/signed-exchange;v=b3;q=0.7")
PAGE, JSON = "text/html; charset=utf-8", "application/json"
PATHS = ("/", "/problems", "/problems/out-of-range")

# The lines of Accept, and what comes: one of each kind; tests/api/check_accept.c has all of them.
CHOICES = (
    ((), JSON), (("*/*",), JSON), (("application/json",), JSON), (("",), JSON), ((FIREFOX,), PAGE), ((CHROMIUM,), PAGE),
    (("text/html, application/json",), JSON), (("text/html;q=0",), JSON),
    (("application/json;q=0.5", "text/html"), PAGE), (("text/html;q=0.5", "application/json"), JSON),
)


class Links(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.targets, self.text = [], ""
        self.feed(text)

    def handle_starttag(self, _tag, attributes):
        self.targets += [value for name, value in attributes if name in ("href", "src")]

    def handle_data(self, data):
        self.text += data


class Negotiation(support.ServerCase):
    def get(self, path, *accept, method="GET"):
        return self.call(method, path, None, ["Accept: " + line for line in accept])

    def test_who_gets_the_page(self):
        for path in PATHS:
            for accept, wanted in CHOICES:
                with self.subTest(path=path, accept=accept):
                    reply, head = self.get(path, *accept), self.get(path, *accept, method="HEAD")
                    self.assertEqual((reply.status, reply.header("Content-Type")), (200, wanted))
                    self.assertEqual((head.status, head.body), (200, b""))
                    for name in ("Content-Type", "Content-Length", "Vary", "Content-Security-Policy"):
                        self.assertEqual(head.header(name), reply.header(name), name)
                    self.assertEqual(reply.header("Vary"), "Accept")
                    self.assertEqual(reply.body.startswith(b"<!doctype html>"), wanted == PAGE)

    def test_nothing_else_hangs_on_it(self):
        for path in ("/healthz", "/openapi.json", "/xor-game?nums=1"):
            self.assertEqual(self.get(path, "text/html").media_type, "application/json", path)
        self.assert_problem(self.get("/problems/none", "text/html"), "not-found")
        self.assertIsNone(self.call("GET", "/healthz").header("Vary"))

    def test_the_page_is_the_file(self):
        with open(os.path.join(ROOT, "web", "home.html"), "rb") as file:
            self.assertEqual(self.get("/", FIREFOX).body, file.read())

    def test_every_link_leads_somewhere_below_any_prefix(self):
        seen = set()
        for path in PATHS:
            targets = Links(self.get(path, FIREFOX).body.decode()).targets
            self.assertGreaterEqual(len(targets), 8)
            for target in targets:
                self.assertNotRegex(target, "^(/|[a-z]+:)", path)
                found = urllib.parse.urljoin("/below/a/prefix" + path, target)
                self.assertTrue(found.startswith("/below/a/prefix/"), (path, target))
                seen.add(found.removeprefix("/below/a/prefix"))
        for target in seen - {path + "#main" for path in PATHS}:
            self.assertEqual(self.get(target, FIREFOX).status, 200, target)
        self.assertTrue({"/play", "/docs", "/problems/internal", "/assets/style.css"} <= seen)

    def test_the_list_is_the_table(self):
        problems = self.get("/problems").json()["problems"]
        self.assertEqual({row["code"]: (row["status"], row["title"]) for row in problems}, CONTRACT.problems)
        for row in problems:
            self.assertEqual(row, self.get(row["type"]).json())
        text = Links(self.get("/problems", FIREFOX).body.decode()).text
        for row in problems:
            for word in (row["code"], row["title"], row["meaning"], str(row["status"])):
                self.assertIn(word, text)

    def test_each_page_says_what_the_json_says(self):
        for code in CONTRACT.problems:
            with self.subTest(code=code):
                told = self.get("/problems/" + code).json()
                page = self.get("/problems/" + code, FIREFOX).body.decode()
                text = Links(page).text
                for word in (code, told["title"], told["meaning"], str(told["status"])):
                    self.assertIn(word, text)
                self.assertEqual(re.findall("&(?!amp;|lt;|gt;|quot;|#39;)", page), [])


if __name__ == "__main__":
    support.main()
