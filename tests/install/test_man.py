#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The manual pages against what they tell of: nimsumd.8 against --help, nimsum.3 against the headers."""
import os
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class Daemon(unittest.TestCase):
    def setUp(self):
        done = subprocess.run([os.environ["NIMSUMD"], "--help"], capture_output=True, check=True, timeout=10)
        self.help = done.stdout.decode()
        self.page = (ROOT / "man" / "nimsumd.8").read_text(encoding="ascii")
        # option: what stands under it
        self.items = dict(re.findall(r"^\.It Fl -([a-z-]+).*\n((?:(?!\.It Fl |\.S[sh] ).*\n)*)", self.page, re.M))

    def test_options(self):
        told = re.findall(r"^  --([a-z-]+)", self.help, re.M)
        self.assertGreater(len(told), 20)
        self.assertEqual(sorted(self.items), sorted(told))

    def test_defaults(self):
        """A default that --help gives in parentheses stands in the page."""
        defaults = re.findall(r"^  --([a-z-]+) .*\(([0-9.:]+)\)$", self.help, re.M)
        self.assertGreater(len(defaults), 10)
        for option, default in defaults:
            with self.subTest(option=option):
                self.assertRegex(self.items[option], r"(?<![0-9])%s(?![0-9])" % re.escape(default))


class Library(unittest.TestCase):
    def setUp(self):
        self.page = (ROOT / "man" / "nimsum.3").read_text(encoding="ascii")
        self.headers = sorted((ROOT / "include" / "nimsum").glob("*.h"))

    def test_headers(self):
        told = ["nimsum/" + header.name for header in self.headers]
        self.assertGreater(len(told), 5)
        self.assertEqual(sorted(re.findall(r"^\.In (\S+)", self.page, re.M)), told)

    def test_functions(self):
        """Every function of a header is named, or its twin of 32 bits is; and no other."""
        told = set(re.findall(r"^\.Fn (\w+)", self.page, re.M))
        functions = {function for header in self.headers
                     for function in re.findall(r"^(?!#)[a-z].*\b(nimsum_\w+)\(", header.read_text(), re.M)}
        self.assertEqual({re.sub("_u64$", "_u32", name) for name in told},
                         {re.sub("_u64$", "_u32", name) for name in functions})


if __name__ == "__main__":
    unittest.main(verbosity=2)
