#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The documents and pages that are built into the daemon: what they are, how they are cached, and what they may load."""
import html.parser
import importlib.util
import json
import os
import re

import support
from support import CONTRACT, ROOT

POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
PAGES = {"/docs": "docs.html", "/play": "play.html"}
HOME = "home.html"  # at /, for browsers: test_negotiation.py
MEDIA_TYPES = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def web_files(*endings):
    return sorted(name for name in os.listdir(os.path.join(ROOT, "web")) if name.endswith(endings))


class Tags(html.parser.HTMLParser):
    """What a page has: (tag, attributes) and the text inside script and style."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.inside, self.stack = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        self.stack.append(tag)

    def handle_data(self, data):
        if self.stack and self.stack[-1] in ("script", "style") and data.strip():
            self.inside.append(data)


class Pages(support.ServerCase):
    def test_files_are_served_as_they_are(self):
        for path, name, media_type in [
                *((path, name, "text/html; charset=utf-8") for path, name in PAGES.items()),
                *(("/assets/" + name, name, MEDIA_TYPES[os.path.splitext(name)[1]])
                  for name in web_files(*MEDIA_TYPES))]:
            with self.subTest(path=path):
                reply = self.call("GET", path)
                self.assertEqual(reply.status, 200, reply)
                self.assertEqual(reply.body.decode("utf-8"), read("web", name))
                self.assertEqual(reply.header("Content-Type"), media_type)
                self.assertEqual(reply.header("X-Content-Type-Options"), "nosniff")
        icon = self.call("GET", "/favicon.ico")
        self.assertEqual((icon.body.decode(), icon.header("Content-Type")), (read("web", "icon.svg"), "image/svg+xml"))
        self.assertEqual(self.call("GET", "/assets/board.svg").body.decode(), read("docs", "board.svg"))

    def test_every_file_is_a_page_or_an_asset(self):
        others = set(web_files("")) - set(web_files(*MEDIA_TYPES)) - {*PAGES.values(), HOME}
        self.assertEqual(others, set())

    def test_the_policy_of_pages(self):
        for path in PAGES:
            with self.subTest(path=path):
                reply = self.call("GET", path)
                self.assertEqual(reply.header("Content-Security-Policy"), POLICY)
                self.assertEqual(reply.header("Referrer-Policy"), "no-referrer")

    def test_pages_keep_to_the_policy(self):
        for path, name in [*PAGES.items(), ("/", HOME)]:
            with self.subTest(path=path):
                page = Tags(read("web", name))
                self.assertEqual(page.inside, [], "scripts and styles stand in files of their own")
                loaded = [attributes[key] for tag, attributes in page.tags if tag in ("script", "link", "img")
                          for key in ("src", "href") if key in attributes]
                self.assertGreaterEqual(len(loaded), 4)
                for target in loaded:
                    self.assertEqual(self.call("GET", "/" + target).status, 200, target)
                    self.assertNotRegex(target, "^/", "a path prefix may stand before it")
                for tag, attributes in page.tags:
                    self.assertEqual([key for key in attributes if key == "style" or key.startswith("on")], [], tag)

    def test_nothing_names_another_server(self):
        for name in web_files(".html", ".css", ".js"):
            with self.subTest(name=name):
                self.assertEqual(re.findall(r"(?:https?:)?//[a-z0-9-]+\.[a-z.]+", read("web", name)), [])

    def test_imports_are_served(self):
        imported = {target for name in web_files(".js")
                    for target in re.findall(r"^import .* from '\./([a-z_]+\.js)';$", read("web", name), re.M)}
        self.assertGreaterEqual(len(imported), 8)
        for target in imported:
            self.assertEqual(self.call("GET", "/assets/" + target).status, 200, target)

    def test_entity_tags(self):
        tags = set()
        paths = [*PAGES, "/openapi.yaml", "/openapi.json", *("/assets/" + name for name in web_files(*MEDIA_TYPES))]
        for path in paths:
            with self.subTest(path=path):
                full = self.call("GET", path)
                tag = full.header("ETag")
                self.assertRegex(tag, r'^"[0-9a-f]{16}"$')
                self.assertEqual(full.header("Cache-Control"), "no-cache")
                self.assertEqual(self.call("GET", path + "?again").header("ETag"), tag, "the tag is of the content")
                tags.add(tag)
                for known in (tag, "W/" + tag, '"other", ' + tag, "*"):
                    for method in ("GET", "HEAD"):
                        reply = self.call(method, path, None, ["If-None-Match: " + known])
                        self.assertEqual((reply.status, reply.body, reply.header("ETag")), (304, b"", tag), reply)
                        self.assertEqual(reply.header("Cache-Control"), "no-cache")
                for known in ('"other"', tag.strip('"'), ""):
                    self.assertEqual(self.call("GET", path, None, ["If-None-Match: " + known]).status, 200)
        self.assertEqual(len(tags), len(paths))

    def test_head_and_options(self):
        for path in (*PAGES, "/openapi.json", "/assets/style.css"):
            with self.subTest(path=path):
                get, head = self.call("GET", path), self.call("HEAD", path)
                self.assertEqual((head.status, head.body), (200, b""))
                for name in ("Content-Type", "Content-Length", "ETag", "Content-Security-Policy"):
                    self.assertEqual(head.header(name), get.header(name), name)
                self.assertEqual(self.call("OPTIONS", path).header("Allow"), "GET, HEAD, OPTIONS")

    def test_what_is_no_asset(self):
        for path in ("/assets/", "/assets/nope.js", "/assets/style.cs", "/assets/style.csss", "/assets/docs.html",
                     "/assets/../play", "/assets/sub/style.css", "/assets/style%2Ecss", "/docs/", "/Play", "/assets",
                     "/assets/" + "x" * 1000):
            with self.subTest(path=path):
                self.assert_problem(self.call("GET", path), "not-found")


class Documents(support.ServerCase):
    def test_json_says_what_yaml_says(self):
        reply = self.call("GET", "/openapi.json")
        self.assertEqual((reply.status, reply.header("Content-Type")), (200, "application/json"))
        self.assertEqual(reply.json(), CONTRACT.document)
        self.assertEqual(list(json.loads(reply.body)["paths"]), list(CONTRACT.paths), "the order is kept")

    def test_the_file_is_what_its_script_writes(self):
        spec = importlib.util.spec_from_file_location("openapi_json", os.path.join(ROOT, "scripts", "openapi_json.py"))
        script = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(script)
        self.assertEqual(script.render(CONTRACT.text), read("openapi.json"))


if __name__ == "__main__":
    support.main()
