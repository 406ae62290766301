#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""docs/OPERATIONS.md tells the options that the daemon has."""
import os
import re
import unittest

import support

PAGE = os.path.join(support.ROOT, "docs", "OPERATIONS.md")


class Options(unittest.TestCase):
    def setUp(self):
        with open(PAGE, encoding="utf-8") as page:
            self.rows = dict(re.findall(r"^\| `--([a-z-]+)` \| (.*?) \|", page.read(), re.M))
        code, self.help, _ = support.run("--help")
        self.assertEqual(code, 0)

    def test_every_option_is_told_and_no_other(self):
        names = re.findall(r"^  --([a-z-]+) +\S.*\n +NIMSUM_", self.help, re.M)
        self.assertGreater(len(names), 20)
        self.assertEqual(sorted(self.rows), sorted(names))

    def test_help_is_whole(self):
        """There is a usage line, and each option ends with its default."""
        self.assertRegex(self.help, r"\AUsage: nimsumd ")
        for line in re.findall(r"^  (--[a-z-]+ [A-Z]+ .*)\n +NIMSUM_", self.help, re.M):
            self.assertRegex(line, r"\(.+\)$")

    def test_defaults(self):
        """A default that --help tells in full stands in the table."""
        defaults = dict(re.findall(r"^  --([a-z-]+) .*\(([0-9a-z.:]+)\)$", self.help, re.M))
        self.assertGreater(len(defaults), 12)
        for name, default in defaults.items():
            with self.subTest(option=name):
                self.assertEqual(self.rows[name].strip("`"), default)


if __name__ == "__main__":
    support.main()
