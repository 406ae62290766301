#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""README's examples print what stands below them, and no page of the documentation has a dead link."""
import os
import re
import subprocess

import support
from support import ROOT

ADDRESS = "http://127.0.0.1:8080"
CHANGES = (r'"request_id":"[0-9a-f]{32}"', r"Date: [^\n]*", r'ETag: "[0-9a-f]{16}"')  # with each run


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def examples(text):
    """(command, what stands below it) of every console block."""
    for block in re.findall(r"^```console\n(.*?)^```", text, re.M | re.S):
        for command, output in re.findall(r"^\$ ([^\n]*)\n((?:(?!\$ ).*\n)*)", block, re.M):
            yield command, output


def lasting(text):
    for pattern in CHANGES:
        text = re.sub(pattern, "-", text)
    return text.replace("\r", "").rstrip("\n")


class Readme(support.ServerCase):
    def test_examples(self):
        tried = 0
        for command, output in examples(read("README.md")):
            with self.subTest(command=command):
                self.assertIn(ADDRESS, command)
                here = command.replace(ADDRESS, "http://%s:%d" % self.daemon.address)
                told = subprocess.run(["bash", "-c", here], check=True, text=True, stdout=subprocess.PIPE, timeout=20)
                self.assertEqual(lasting(told.stdout), lasting(output))
                tried += 1
        self.assertGreaterEqual(tried, 13)


class Links(support.unittest.TestCase):
    def test_none_is_dead(self):
        followed = 0
        for folder, folders, names in os.walk(ROOT):
            folders[:] = [name for name in folders if name not in ("build", "node_modules", ".git")]
            for name in (name for name in names if name.endswith(".md")):
                for target in re.findall(r"\]\(([^)\s]+)\)", read(folder, name)):
                    if re.match("[a-z]+:|#", target):
                        continue
                    with self.subTest(page=os.path.join(folder, name), target=target):
                        self.assertTrue(os.path.exists(os.path.join(folder, target.partition("#")[0])))
                        followed += 1
        self.assertGreaterEqual(followed, 30)


if __name__ == "__main__":
    support.main()
