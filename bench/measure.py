#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""measure.py [--quick] [--strict] [--write]: every measured claim, side by side in one run, as one Markdown table.

The machine's own speed drifts, so the facts are ratios: each peer is measured right next to nimsumd, in rounds
that interleave all of them, and a ratio is the median over the rounds. Exit status 1: an answer was wrong or a
server failed; with --strict also where a target was missed.
"""
import argparse
import os
import subprocess
import sys
import time

from arrays import arrays
from bodies import HEADLINE, SEED, SIZES, make_all, ranges
from large import headline, moves
from others import others
from servers import Failure, Server, run
from small import batch, behind, small
from table import BEGIN, Table, at_most, describe, median, middle, results_have_place, write_results


def linearity(table, plan):
    table.title("linearity: time a number of the body, for n = m = " + ", ".join(map(str, SIZES)))
    whole, inside = {size: [] for size in SIZES}, {size: [] for size in SIZES}
    with Server("nimsumd") as server:
        for _ in range(plan.rounds + 1):
            for size in SIZES:
                count = max(1, SIZES[-1] // size)
                rate = server.requests("/nim/ranges", ranges(size), count, 1)["rps"]
                whole[size].append(1e9 / rate / (3 * size))
                inside[size].append(run("bench_exchange", ranges(size), 3 * size, count, 1)[0]["ns"])
    for what, times in (("end to end", whole), ("in process", inside)):
        middles = [median(times[size][1:]) for size in SIZES]  # the first round warms up
        # Against the headline's size in the same round, so that the machine's drift cancels out.
        relative = [median(a / b for a, b in zip(times[size][1:], times[HEADLINE][1:])) for size in SIZES]
        ratio = max(relative) / min(relative)
        table.add(f"{what}, ns a number", " / ".join(f"{ns:.1f}" for ns in middles), "",
                  f"{ratio:.2f}x, most to least", at_most(1.5), ratio)


def in_process(table, plan):
    rounds = max(9, plan.rounds)
    table.title("in process")
    runs = run("bench_solver", HEADLINE, HEADLINE, SEED, 2 * rounds + 1)[1:]
    ratio = median(one["solve"] / one["loads"] for one in runs)
    table.add(f"{HEADLINE} range queries and their weighted sum", f"{middle(runs, 'solve'):.2f} ms",
              f"{2 * HEADLINE} random loads {middle(runs, 'loads'):.2f} ms", f"{ratio:.2f}x its time",
              at_most(1.1), ratio)
    runs = run("bench_parse", ranges(), HEADLINE, HEADLINE, SEED, rounds)
    for name, shown in (("cjson", "cJSON"), ("simdjson", "simdjson on demand"), ("yyjson", "yyjson")):
        if name not in runs[0]:
            table.add("parse the headline body", "", f"{shown}: not packaged for this system, NOT MEASURED")
            continue
        ratio = median(one[name] / one["scanner"] for one in runs)
        table.add("parse the headline body", f"{middle(runs, 'scanner'):.1f} ms",
                  f"{shown} {middle(runs, name):.1f} ms", f"{ratio:.2f}x as fast")


PARTS = {"headline": headline, "moves": moves, "small": small, "batch": batch, "behind": behind,
         "linearity": linearity, "in-process": in_process, "arrays": arrays, "others": others}


def make_plan():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--quick", action="store_true", help="a minute or two: fewer requests, without FastAPI")
    parser.add_argument("--strict", action="store_true", help="exit 1 also where a target was missed")
    parser.add_argument("--write", action="store_true", help=f"write the table into bench/RESULTS.md, after {BEGIN}")
    parser.add_argument("--only", choices=PARTS, action="append", help="this part alone; may be repeated")
    plan = parser.parse_args()
    if plan.write and (plan.quick or plan.only):
        parser.error("--write wants a full run")
    if plan.write and not results_have_place():
        parser.error(f"RESULTS.md has no place for the table: one line {BEGIN} and one <!-- /bench --> after it")
    plan.rounds = 7 if plan.quick else 11
    plan.requests = 4000 if plan.quick else 20000
    plan.paced = 800 if plan.quick else 2000
    plan.behind = 300 if plan.quick else 1000
    plan.python = not plan.quick
    return plan


def main():
    plan = make_plan()
    if os.cpu_count() < 2:
        sys.exit("measure.py: needs two cores, one for the server and one for the client")
    try:
        make_all()
        began = time.monotonic()
        table = Table(describe(plan))
        for name, part in PARTS.items():
            if not plan.only or name in plan.only:
                part(table, plan)
    except (Failure, subprocess.CalledProcessError) as failure:
        sys.exit(f"measure.py: {failure}")
    table.say(f"\nEvery reply and result was compared with the right one. Targets: {table.met} met, "
              f"{table.missed} missed. Measured in {time.monotonic() - began:.0f} seconds.")
    if plan.write:
        write_results(table.lines)
    sys.exit(1 if plan.strict and table.missed else 0)


if __name__ == "__main__":
    main()
