#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""coverage.py REPORT MISSES: judge gcovr's JSON report.

MISSES names the lines that no test reaches, one a line: "file: text of the source line | reason". A line that is
missed and not named fails, and so does a name whose line is reached after all, or that has no reason.
"""
import collections
import json
import sys

PROMISED = ("src/core/", "src/json/", "src/api/")
BRANCHES = 0.95


def read_misses(path):
    """(how many lines of a file and a text are named, what is wrong with the names)."""
    misses, failures = collections.Counter(), []
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if line.strip() and not line.startswith("#"):
                place, _, reason = line.rstrip("\n").rpartition(" | ")
                name, _, text = place.partition(": ")
                misses[(name, text.strip())] += 1
                if not (name and text and reason.strip()):
                    failures.append("no \"file: text | reason\": " + line.strip())
    return misses, failures


def main():
    report_path, misses_path = sys.argv[1:]
    with open(report_path, encoding="utf-8") as file:
        report = json.load(file)
    named, failures = read_misses(misses_path)
    used = collections.Counter()
    totals = {}
    for entry in report["files"]:
        name = entry["file"]
        folder = name.rsplit("/", 1)[0] + "/"
        with open(name, encoding="utf-8") as file:
            source = file.read().split("\n")
        total = totals.setdefault(folder, [0, 0, 0, 0])
        for line in entry["lines"]:
            if line.get("gcovr/noncode"):
                continue
            total[0] += 1
            total[1] += line["count"] > 0
            total[2] += len(line["branches"])
            total[3] += sum(branch["count"] > 0 for branch in line["branches"])
            key = (name, source[line["line_number"] - 1].strip())
            if line["count"] == 0 and used[key] < named[key]:
                used[key] += 1
            elif line["count"] == 0 and name.startswith(PROMISED):
                failures.append("%s:%d is not reached: %s" % (name, line["line_number"], key[1]))
    failures += ["named but reached, or gone: %s: %s" % key for key in sorted((named - used).elements())]
    branches = [0, 0]
    print("%-12s %18s %18s" % ("folder", "lines", "branches"))
    for folder, (lines, hit, all_branches, taken) in sorted(totals.items()):
        print("%-12s %6d of %6d %3d %% %5d of %6d %3d %%" % (
            folder, hit, lines, 100 * hit // max(1, lines), taken, all_branches, 100 * taken // max(1, all_branches)))
        if folder.startswith(PROMISED):
            branches[0] += all_branches
            branches[1] += taken
    print("%d lines are named as out of reach in %s" % (used.total(), misses_path))
    share = branches[1] / max(1, branches[0])
    print("branches of %s: %.1f %%" % (", ".join(PROMISED), 100 * share))
    if share < BRANCHES:
        failures.append("fewer than %d %% of the branches are taken" % (100 * BRANCHES))
    for failure in failures:
        print(failure)
    print("%d passed, %d failed" % (2 if not failures else 0, len(failures)))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
