#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""check_tests.py: every source in src/ is held by a unit test, and every test is run.

A unit test tests/**/check_NAME.c says in its head which sources it holds:
    /* check_NAME.c, of src/FOLDER/A.c, src/FOLDER/B.c: what it holds of them. */
A source that none names stands in tests/untested.txt, with the test that holds it and the reason. A CMakeLists.txt
has every check_NAME.c, test_NAME.py and fuzz_NAME.c that stands in its folder, under that name. A line that
tests/coverage-misses.txt names stands in its source."""
import glob
import os
import re
import sys

os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
UNTESTED = "tests/untested.txt"
HEAD = re.compile(r"/\* (\w+\.c), of (src/[\w/]+\.c(?:, src/[\w/]+\.c)*): \S")
ROW = re.compile(r"(src/[\w/]+\.c) (tests/[\w/]+\.(?:c|py)): \S")
RUN_BY_SCRIPT = {"tests/systemd/test_activation.py": "scripts/test-systemd.sh"}
faults = []


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def named_by(test):
    """The sources that a unit test names in its head."""
    comment = read(test).partition("\n")[2].partition("*/")[0]
    found = HEAD.match(re.sub(r"\n \* ?", " ", comment))
    if not found or found[1] != os.path.basename(test):
        faults.append("%s: the head is not /* %s, of src/..., ...: what it holds */" % (test, os.path.basename(test)))
        return []
    return found[2].split(", ")


def untested():
    """Source to test, of those without a unit test."""
    rows = {}
    for line in read(UNTESTED).splitlines():
        found = ROW.match(line)
        if found:
            rows[found[1]] = found[2]
        elif not line.startswith("#"):
            faults.append("%s: not a row SOURCE TEST: reason: %s" % (UNTESTED, line))
    return rows


def check_sources():
    sources = set(glob.glob("src/**/*.c", recursive=True))
    named = {}
    for test in glob.glob("tests/**/check_*.c", recursive=True):
        for source in named_by(test):
            named.setdefault(source, test)
    excused = untested()
    faults.extend("%s: there is no %s" % (test, source) for source, test in named.items() if source not in sources)
    for source, test in excused.items():
        if source not in sources or not os.path.exists(test):
            faults.append("%s: there is no %s" % (UNTESTED, test if source in sources else source))
        elif source in named:
            faults.append("%s: %s names %s: delete the row" % (UNTESTED, named[source], source))
        elif os.path.basename(test).startswith("check_"):
            faults.append("%s: %s is a unit test: name %s in its head" % (UNTESTED, test, source))
    faults.extend("%s: no unit test names it in its head, and %s has no reason" % (source, UNTESTED)
                  for source in sorted(sources - set(named) - set(excused)))


def check_run():
    for kind, name in (("check_*.c", r"check_(\w+)\.c"), ("test_*.py", r"test_(\w+)\.py"), ("fuzz_*.c", r"fuzz_(\w+)\.c")):
        for test in glob.glob("tests/**/" + kind, recursive=True):
            lists = RUN_BY_SCRIPT.get(test, os.path.join(os.path.dirname(test), "CMakeLists.txt"))
            known = os.path.basename(test) if test in RUN_BY_SCRIPT else re.match(name, os.path.basename(test))[1]
            if not re.search(r"(?:\b|_)%s\b" % re.escape(known), read(lists)):
                faults.append("%s: %s does not run it" % (test, lists))


def check_misses():
    """That no test reaches them is held by scripts/coverage.py, which takes longer."""
    for row in read("tests/coverage-misses.txt").splitlines():
        source, _, text = row.rpartition(" | ")[0].partition(": ")
        if not row.startswith("#") and not (os.path.exists(source) and re.search(
                r"^\s*%s$" % re.escape(text), read(source), re.MULTILINE)):
            faults.append("tests/coverage-misses.txt: no such line: %s: %s" % (source, text))


check_sources()
check_run()
check_misses()
print("\n".join(sorted(faults)) or "tests: every source has its test")
sys.exit(1 if faults else 0)
